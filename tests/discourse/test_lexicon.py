"""What a connective alone says of its sense."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import relata
from relata.discourse.languages.english import ENGLISH
from relata.discourse.lexicon import UNMARKED, Lexicon, Usual, sense_counts
from relata.discourse.sense_pooling import Opinion
from relata.document.relations import RelationType
from relata.errors import ModelError
from relata.formats import conll2016
from tests.model.test_inputs import blank_document
from tests.paths import REPOSITORY
from tests.toy_model import SENSES as MODEL_SENSES
from tests.toy_model import edit_manifest, save_rule_model

SENSES = ("Contingency.Cause.Reason", "Temporal.Synchronous")
EXAMPLE = REPOSITORY / "examples" / "conll2016"


def test_counts_are_of_relations_by_connective_and_of_those_without() -> None:
    counts = sense_counts(conll2016.read(EXAMPLE))
    relations = [each for document in conll2016.read(EXAMPLE) for each in document.relations]

    assert counts["because"] == {"Contingency.Cause.Reason": 1}
    unmarked = counts.pop(UNMARKED)
    assert sum(sum(own.values()) for own in counts.values()) == sum(each.explicit for each in relations)
    assert sum(unmarked.values()) == sum(
        each.type in (RelationType.IMPLICIT, RelationType.ALTLEX) for each in relations
    )


def test_usual_senses_become_likelier_where_there_is_no_connective() -> None:
    even = np.array([0.5, 0.5], dtype=np.float32)

    found = Usual({UNMARKED: {SENSES[1]: 9, SENSES[0]: 1}}, SENSES).weighed(Opinion.of(even)).chances

    assert found[1] > 0.6
    assert found.sum() == pytest.approx(1)
    assert Usual({}, SENSES).weighed(Opinion.of(even)).chances == pytest.approx(even)


def test_senses_that_a_connective_has_had_become_likelier() -> None:
    lexicon = Lexicon({"as": {SENSES[1]: 9, SENSES[0]: 1}}, SENSES, ENGLISH.entry)
    even = np.array([0.5, 0.5], dtype=np.float32)

    found = lexicon.weighed(Opinion.of(even), blank_document("As it rained").tokens.span([0])).chances

    assert found[1] > 0.55
    assert found.sum() == pytest.approx(1)


def test_an_unknown_connective_changes_nothing() -> None:
    lexicon = Lexicon({"as": {SENSES[1]: 9}}, SENSES, ENGLISH.entry)
    senses = Opinion.of(np.array([0.3, 0.7], dtype=np.float32))

    assert lexicon.weighed(senses, blank_document("lest it rained").tokens.span([0])) is senses


def test_a_model_without_a_lexicon_goes_by_its_heads_alone() -> None:
    senses = Opinion.of(np.array([0.3, 0.7], dtype=np.float32))

    lexicon = Lexicon({}, SENSES, ENGLISH.entry)

    assert lexicon.weighed(senses, blank_document("as").tokens.span([0])) is senses


@pytest.mark.parametrize("given", [None, "connectives", "arguments"])
def test_a_parser_weighs_explicit_senses(tmp_path: Path, given: str | None) -> None:
    model = save_rule_model(tmp_path / "model")
    text = "It rained because we left."
    plain = relata.load(model)(text)
    labels = {"senses": list(MODEL_SENSES), "connectives": {"because": {"Contingency.Cause.Reason": 50}}}
    edit_manifest(model, labels=labels)

    (found,) = relata.load(model, given=given)(plain if given else text).relations

    (before,) = relata.load(save_rule_model(tmp_path / "plain"), given=given)(
        plain if given else text
    ).relations
    assert found.sense == before.sense == "Contingency.Cause.Reason"
    assert found.score is not None
    assert before.score is not None
    assert found.score > before.score


@pytest.mark.parametrize("connectives", [["because"], {"because": 3}, {"because": {"Cause": "many"}}])
def test_a_lexicon_that_is_none_is_refused(tmp_path: Path, connectives: object) -> None:
    model = save_rule_model(tmp_path / "model")
    edit_manifest(model, labels={"senses": list(MODEL_SENSES), "connectives": connectives})

    with pytest.raises(ModelError, match=r"manifest.json: labels.connectives: expected numbers of senses"):
        relata.load(model)
