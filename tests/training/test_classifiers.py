from __future__ import annotations

from pathlib import Path

import pytest

from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.model.heads import Weights
from tests.documents import blank_document
from tests.training.conftest import WITHOUT_TORCH

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)


from relata.discourse.explicit.tree_paths import Trees, path_rows
from relata.discourse.labels import ARGUMENT_LABELS
from relata.discourse.nonexplicit.features import pair_rows
from relata.model.hashed_linear import HashedLinear, row_of
from relata.model.model import Model
from relata.training.tuning.classifiers import (
    CLASSIFIERS,
    CONNECTIVES,
    PATHS,
    fit_classifiers,
    fit_word_features,
)
from tests.toy_model import save_sentence_model

SENSES = ("Comparison.Contrast", "Contingency.Cause.Reason")


def related(text: str, sense: str) -> Document:
    """Two words against the rest, without connective."""
    document = blank_document(text)
    tokens = document.tokens
    relation = DiscourseRelation(
        RelationType.IMPLICIT, tokens.span(range(2)), tokens.span(range(2, len(tokens))), (sense,)
    )
    return document.with_relations([relation])


def test_words_that_tell_a_sense_are_learned() -> None:
    documents = [
        *(related(f"we {verb} it rained", SENSES[1]) for verb in ("left", "stayed", "slept")),
        *(related(f"we {verb} you sang", SENSES[0]) for verb in ("left", "stayed", "slept")),
    ]

    classifier = HashedLinear(Weights(fit_word_features(4 * documents, SENSES), "learned"), 2)

    for text, sense in (("we ran it rained", 1), ("we ran you sang", 0)):
        scores = classifier(pair_rows(blank_document(text).tokens, range(2), range(2, 4)))
        assert scores.argmax() == sense


def test_the_same_data_make_the_same_arrays() -> None:
    documents = [related("we left it rained", SENSES[1]), related("we left you sang", SENSES[0])]

    one, other = fit_word_features(documents, SENSES), fit_word_features(documents, SENSES)

    assert all((one[name] == other[name]).all() for name in one)


def test_nothing_is_learned_from_nothing() -> None:
    arrays = fit_word_features([blank_document("we left")], SENSES)

    assert not any(array.any() for array in arrays.values())


def signalled(text: str, connective: int, sense: str) -> Document:
    """A connective with all words before it as Arg1, and those behind it up to a full stop as Arg2."""
    document = blank_document(text)
    tokens = document.tokens
    relation = DiscourseRelation(
        RelationType.EXPLICIT,
        tokens.span(range(connective)),
        tokens.span(range(connective + 1, len(tokens) - 1)),
        (sense,),
        tokens.span([connective]),
    )
    return document.with_relations([relation])


def test_what_trees_tell_of_arguments_is_learned_from_a_models_own(tmp_path: Path) -> None:
    model = Model.load(save_sentence_model(tmp_path / "toy"))
    reason = "Contingency.Cause.Reason"
    documents = [
        signalled(f"we {verb} because it was {how} .", 2, reason)
        for verb in ("left", "stayed", "slept")
        for how in ("late", "cold", "wet")
    ]

    arrays = fit_classifiers(model, documents)

    assert {name.partition(".")[0] for name in arrays} == {*CLASSIFIERS}
    scores = HashedLinear(Weights(arrays, "learned").below(PATHS), len(ARGUMENT_LABELS))
    tokens = blank_document("they ran because all was dry .").tokens
    trees = Trees(tokens.annotate(heads=[7] * 6 + [0], tag=["NN"] * 6 + ["."], deprel=["DEP"] * 6 + ["ROOT"]))
    labels = scores(path_rows(trees, [2], range(7))).argmax(axis=1)
    assert [ARGUMENT_LABELS[label] for label in labels[[0, 1, 3, 4, 5, 6]]] == ["Arg1"] * 2 + ["Arg2"] * 3 + [
        "O"
    ]


def test_the_shares_of_a_connectives_senses_are_part_of_its_row(tmp_path: Path) -> None:
    model = Model.load(save_sentence_model(tmp_path / "toy"))
    reason, result = "Contingency.Cause.Reason", "Contingency.Cause.Result"
    documents = [signalled(f"we {verb} since it was wet .", 2, reason) for verb in ("left", "ran", "sat")]
    documents.append(signalled("we left so it was wet .", 2, result))

    rows = fit_classifiers(model, documents)[f"{CONNECTIVES}.rows"]

    senses = model.package.senses
    since, unseen = rows[row_of("since")], rows[row_of("lest")]
    assert since[senses.index(reason)] > since[senses.index(result)] + 0.3
    assert not unseen.any()
