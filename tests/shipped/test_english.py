"""The English model that comes with Relata."""

from __future__ import annotations

from pathlib import Path

import pytest

import relata
from relata.errors import DataWarning
from relata.evaluation.discourse import analyse, measure
from relata.evaluation.labels import scheme_of
from relata.model.model import Model
from relata.model.package import ModelPackage
from relata.parsing.loading import find
from relata.parsing.parser import Parser
from relata.training.data.corpus import read_part
from tests.paths import REPOSITORY

ARTICLE = REPOSITORY / "examples" / "article.txt"
MOST_BYTES = 30_000_000
FLOORS = {
    "connective F1": 86,
    "explicit Arg1": 52,
    "explicit Arg2": 74,
    "explicit both": 46,
    "explicit sense": 78,
    "implicit sense": 49,
    "strict F1": 25,
    "partial F1": 42,
}
"""What the model has to reach on the development part of GDTB, in per cent."""


@pytest.fixture(scope="module")
def package() -> ModelPackage:
    return ModelPackage.load(find("en"))


@pytest.fixture(scope="module")
def nlp() -> Parser:
    return relata.load("en")


def test_the_model_is_small(package: ModelPackage) -> None:
    assert package.size <= MOST_BYTES


def test_the_card_tells_data_licence_and_how_to_make_it_again(package: ModelPackage) -> None:
    card = package.card()

    for told in ("non-commercial", "gdtb/train", "relata train discourse", "evaluate_discourse.py"):
        assert told in card


def test_the_article_has_relations_of_all_kinds(nlp: Parser) -> None:
    document = nlp(ARTICLE.read_text(encoding="utf-8"))

    kinds = {str(relation.type) for relation in document.relations}
    assert {"Explicit", "Implicit"} <= kinds
    assert len(document.relations) > 20


@pytest.mark.parametrize(
    ("text", "connective", "arg1", "arg2", "sense"),
    [
        (
            "The company lost money because demand fell.",
            "because",
            "The company lost money",
            "demand fell",
            "Contingency.Cause.Reason",
        ),
        (
            "Although it was late, we went out.",
            "Although",
            "we went out",
            "it was late",
            "Comparison.Concession.Arg1-as-denier",
        ),
        (
            "If it rains, then we stay at home.",
            "If then",
            "we stay at home",
            "it rains",
            "Contingency.Condition.Arg2-as-cond",
        ),
    ],
)
def test_plain_connectives_are_understood(
    nlp: Parser, text: str, connective: str, arg1: str, arg2: str, sense: str
) -> None:
    (found,) = (each for each in nlp(text).relations if each.explicit)

    assert str(found.connective) == connective
    assert (found.arg1.text.rstrip(".,"), found.arg2.text.rstrip(".,")) == (arg1, arg2)
    assert found.sense == sense


@pytest.fixture(scope="module")
def measures(shared: Path) -> dict[str, float]:
    """What the model reaches on the development part of GDTB."""
    model = Model.load(find("en"))
    with pytest.warns(DataWarning):
        documents = read_part(shared / "data" / "gdtb" / "dev").documents
    scheme = scheme_of(model.package.senses, "en")
    return measure(list(analyse(model, documents, scheme, raw=True)), scheme)


@pytest.mark.parametrize(("name", "floor"), FLOORS.items())
def test_a_floor_holds_on_gdtb_dev(measures: dict[str, float], name: str, floor: float) -> None:
    assert measures[name] >= floor


@pytest.mark.parametrize("name", ["strict F1", "partial F1"])
def test_raw_text_costs_little(measures: dict[str, float], name: str) -> None:
    assert measures[f"raw {name}"] > measures[name] - 3


def test_the_manifest_has_the_scores_that_the_model_reaches(
    package: ModelPackage, measures: dict[str, float]
) -> None:
    # Processors differ in how they compute with 8 bits.
    scores = package.manifest["scores"]
    assert {name: scores[name] for name in measures} == pytest.approx(measures, abs=1)
