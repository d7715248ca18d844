from __future__ import annotations

from pathlib import Path

import pytest

from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.model.heads import Weights
from tests.documents import blank_document
from tests.training.conftest import WITHOUT_TORCH

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)

import numpy as np

from relata.discourse.explicit.tree_paths import ArgumentPaths, Trees
from relata.discourse.labels import ARGUMENT_LABELS
from relata.discourse.nonexplicit.word_features import Surface
from relata.discourse.sense_pooling import Opinion
from relata.model.model import Model
from relata.model.settings import Settings
from relata.training.tuning.classifiers import learn_classifiers, learn_surface, without_classifiers
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


def test_what_words_tell_is_learned() -> None:
    documents = [
        *(related(f"we {verb} it rained", SENSES[1]) for verb in ("left", "stayed", "slept")),
        *(related(f"we {verb} you sang", SENSES[0]) for verb in ("left", "stayed", "slept")),
    ]

    arrays = learn_surface(4 * documents, SENSES)

    surface = Surface(Weights(arrays, "learned"), 2, 1.0)
    even = Opinion.of(np.array([0.5, 0.5], dtype=np.float32))
    for text, sense in (("we ran it rained", 1), ("we ran you sang", 0)):
        assert (
            surface.weighed(even, blank_document(text).tokens, range(2), range(2, 4)).chances.argmax()
            == sense
        )


def test_the_same_data_make_the_same_arrays() -> None:
    documents = [related("we left it rained", SENSES[1]), related("we left you sang", SENSES[0])]

    one, other = learn_surface(documents, SENSES), learn_surface(documents, SENSES)

    assert all((one[name] == other[name]).all() for name in one)


def test_nothing_is_learned_from_nothing() -> None:
    arrays = learn_surface([blank_document("we left")], SENSES)

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

    arrays = learn_classifiers(model, documents)

    assert {name.partition(".")[0] for name in arrays} == {"surface", "explicit_surface", "paths"}
    scores = ArgumentPaths(Weights(arrays, "learned").below("paths"), 1.0)
    tokens = blank_document("they ran because all was dry .").tokens
    trees = Trees(tokens.annotate(heads=[7] * 6 + [0], tag=["NN"] * 6 + ["."], deprel=["DEP"] * 6 + ["ROOT"]))
    labels = scores(trees, [2], range(7)).argmax(axis=1)
    assert [ARGUMENT_LABELS[label] for label in labels[[0, 1, 3, 4, 5, 6]]] == ["Arg1"] * 2 + ["Arg2"] * 3 + [
        "O"
    ]


def test_arrays_that_do_not_count_are_left_out() -> None:
    arrays = {name: np.zeros(1, np.float32) for name in ("tags.weight", "paths.rows", "surface.rows")}

    assert without_classifiers(arrays).keys() == {"tags.weight"}
    assert without_classifiers(arrays, Settings(paths_weight=0.2)).keys() == {"tags.weight", "paths.rows"}
