"""The page of systems says of each what it follows and where it departs."""

from __future__ import annotations

from relata.baselines.dependencies import SENTENCE_SYSTEMS
from relata.baselines.presets import PRESETS
from tests.paths import REPOSITORY

PAGE = REPOSITORY / "docs" / "reference" / "systems.md"


def test_each_system_is_described_in_the_words_of_the_code() -> None:
    text = " ".join(PAGE.read_text("utf-8").split())
    for name, preset in PRESETS.items():
        languages = " and ".join({"en": "English", "zh": "Chinese"}[code] for code in preset.languages)
        assert f"**{name}** ({languages}) follows {preset.follows}. *Departs:* {preset.departs}." in text
    for name, follows in SENTENCE_SYSTEMS.items():
        assert f"**{name}** (dependencies, predicates, roles): {follows}." in text
