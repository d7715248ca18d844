"""axe finds nothing wrong with the page, light and dark, in any of its states.

RELATA_AXE names axe.min.js of the package axe-core, which is not part of this repository.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from relata.formats import conll2016
from tests.view.conftest import EXAMPLES, Open

AXE = Path(os.environ.get("RELATA_AXE", "axe.min.js"))

VIOLATIONS = """
const done = arguments[0];
axe.run().then(({ violations }) =>
  done(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html + node.failureSummary)])));
"""
"""What axe finds wrong with the page that is open."""

pytestmark = pytest.mark.skipif(not AXE.is_file(), reason="RELATA_AXE names no axe.min.js")

STATES = {
    "at rest": "",
    "chosen": "step(1)",
    "sentence": "detail.withSentence = true; step(1)",
    "list": "setMode('list')",
    "outline": "setMode('outline')",
    "worksheet": "setMode('worksheet')",
    "documents": "setMode('documents')",
    "class": "setClassroom(true)",
    "saving": "find('save').open = true",
    "guide": "find('meanings').showModal()",
    "keys": "find('help').showModal()",
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_axe_finds_no_violation(open_page: Open, theme: str, width: int) -> None:
    data = EXAMPLES / "conll2016"
    page = open_page(conll2016.read(data), compare=conll2016.read(data, relations=data / "run"))
    metrics = {"width": width, "height": 850, "deviceScaleFactor": 1, "mobile": width < 600}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    page.execute_script(f"theme = '{theme}'; showTheme()")
    violations: dict[str, Any] = {}
    try:
        for state, script in STATES.items():
            page.refresh()
            page.execute_script(f"theme = '{theme}'; showTheme(); {script}")
            page.execute_cdp_cmd("Runtime.evaluate", {"expression": AXE.read_text("utf-8")})
            violations[state] = page.execute_async_script(VIOLATIONS)
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert {state: each for state, each in violations.items() if each} == {}
