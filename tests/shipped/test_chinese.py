"""The Chinese model that comes with Relata."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import relata
from relata.discourse.deduplication import without_doubles
from relata.discourse.languages.chinese import CHINESE
from relata.document.dependency_tree import is_tree
from relata.document.relations import DiscourseRelation
from relata.errors import DataWarning
from relata.evaluation.calibration import shown_errors
from relata.evaluation.discourse import Analysed, analyse, measure
from relata.evaluation.labels import scheme_of
from relata.evaluation.sentences import measure_sentences
from relata.formats import conllu
from relata.model.encoder import RememberingEncoder
from relata.model.model import Model
from relata.model.package import ModelPackage
from relata.model.settings import Settings
from relata.parsing.loading import find, installed
from relata.parsing.parser import Parser
from relata.training.data.corpus import CorpusPart, read_part
from relata.training.tuning.thresholds import with_settings
from tests.paths import REPOSITORY

pytestmark = pytest.mark.skipif("zh" not in installed(), reason="this copy of Relata has no Chinese model")

ARTICLE = REPOSITORY / "examples" / "article.zh.txt"
MOST_BYTES = 45_000_000  # 2.9 points of strict F1 more than a model of 24 MB
FLOORS = {
    "connective F1": 75.5,
    "explicit both": 43,
    "explicit sense": 79.5,
    "non-explicit sense": 42,
    "sense-only F1": 61.5,
    "non-explicit sense-only F1": 46,
    "strict F1": 23,
    "partial F1": 40.5,
}
"""Lowest measures on the development part of TED-CDB, in per cent: within 1.5 points of what was measured."""

ROUNDING = 0.5
"""How many points a measure may differ by from processor to processor: sums of 8-bit products are rounded
differently where there is no VNNI."""


@pytest.fixture(scope="module")
def package() -> ModelPackage:
    return ModelPackage.load(find("zh"))


def test_the_model_is_small_and_states_its_terms(package: ModelPackage) -> None:
    assert package.size <= MOST_BYTES
    assert "non-commercial" in package.manifest["licence"]
    for told in ("ted-cdb/train", "relata train discourse --language zh", "evaluate_discourse.py"):
        assert told in package.card()


def test_the_language_of_a_text_is_detected() -> None:
    document = relata.load()(ARTICLE.read_text(encoding="utf-8"))

    assert document.language == "zh"
    assert {"Explicit", "Implicit"} <= {str(relation.type) for relation in document.relations}
    assert all(is_tree([token.head for token in sentence]) for sentence in document.sentences)


def test_the_parts_of_a_connective_are_linked() -> None:
    document = relata.load("zh")("虽然他们很少坐下来喝茶，但是都愿意花钱休息。")

    (found,) = (each for each in document.relations if each.explicit)
    assert str(found.connective) == "虽然 但是"


@pytest.mark.parametrize("text", ["但是，他走了。", "因为。", "他走了。\n\n于是。\n\n后来，天黑了。"])
def test_no_argument_is_a_connective_alone(text: str) -> None:
    for relation in relata.load("zh")(text).relations:
        connective = relation.connective.indices if relation.connective else ()
        assert {*relation.arg1.indices} - {*connective}
        assert {*relation.arg2.indices} - {*connective}


def found_with(**settings: float) -> list[DiscourseRelation]:
    """The relations of the article, by the model with some other settings."""
    model = Model.load(find("zh"))
    whole = Settings.of({**model.package.manifest["settings"], **settings}, "test")
    document = Parser(with_settings(model, whole))(ARTICLE.read_text(encoding="utf-8"))
    return list(document.relations)


def test_relations_do_not_share_both_arguments(monkeypatch: pytest.MonkeyPatch) -> None:
    # Low thresholds, so that there are many on any processor.
    eager = {"connective_threshold": 0.01, "anchor_threshold": 0.01, "relation_threshold": 0.001}

    found = found_with(**eager)
    monkeypatch.setattr("relata.parsing.parser.profile", lambda _: replace(CHINESE, doubles=True))
    every = found_with(**eager)

    assert {*found} == {*without_doubles(every)} < {*every}


@pytest.fixture(scope="module")
def analysed(shared: Path) -> list[Analysed]:
    """Analyses of the development part of TED-CDB."""
    model = Model.load(find("zh"))
    model = replace(model, encoder=RememberingEncoder(model.encoder))  # several parsers read the same windows
    with pytest.warns(DataWarning):
        documents = read_part(shared / "data" / "ted-cdb" / "dev").documents
    return list(analyse(model, documents, scheme_of(model.package.senses, "zh")))


@pytest.fixture(scope="module")
def measures(analysed: list[Analysed]) -> dict[str, float]:
    """Measures of the model on the development part of TED-CDB."""
    return measure(analysed, scheme_of(Model.load(find("zh")).package.senses, "zh"))


@pytest.mark.parametrize("name", ["relations", "senses"])
def test_probabilities_are_calibrated(analysed: list[Analysed], name: str) -> None:
    assert shown_errors(analysed)[name]["error"] < 4


@pytest.mark.parametrize(("name", "floor"), FLOORS.items())
def test_a_floor_holds_on_tedcdb_dev(measures: dict[str, float], name: str, floor: float) -> None:
    assert measures[name] >= floor


@pytest.mark.parametrize("name", FLOORS)
def test_the_model_reaches_what_its_card_says(
    package: ModelPackage, measures: dict[str, float], name: str
) -> None:
    assert measures[name] == pytest.approx(package.manifest["scores"][name], abs=ROUNDING)


@pytest.fixture(scope="module")
def of_sentences(shared: Path) -> dict[str, float]:
    """What the model reaches on the development part of GSDSimp."""
    (file,) = (shared / "data" / "ud-chinese" / "gsdsimp").glob("*dev*.conllu")
    return measure_sentences(Model.load(find("zh")), {"gsd": CorpusPart("gsd", tuple(conllu.read(file)))})


@pytest.mark.parametrize("name", ["gsd tags", "gsd LAS"])
def test_tags_and_dependencies_are_found_as_the_card_says(
    package: ModelPackage, of_sentences: dict[str, float], name: str
) -> None:
    assert of_sentences[name] == pytest.approx(package.manifest["scores"][name], abs=ROUNDING)


def test_dependencies_are_found(of_sentences: dict[str, float]) -> None:
    assert of_sentences["gsd LAS"] > 73.5


def test_tags_are_found(of_sentences: dict[str, float]) -> None:
    assert of_sentences["gsd tags"] > 94


def test_the_aim_of_labelled_attachment_is_reached(of_sentences: dict[str, float]) -> None:
    assert of_sentences["gsd LAS"] >= 70
