from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from relata.discourse.explicit.tree_paths import WEIGHTS as PATHS
from relata.discourse.explicit.tree_paths import Trees, path_rows
from relata.discourse.labels import ARGUMENT_LABELS
from relata.discourse.nonexplicit.word_features import WEIGHTS, surface_rows
from relata.document import Document
from relata.evaluation.discourse import end_to_end
from relata.evaluation.labels import Scheme
from relata.model.hashed_linear import BUCKETS
from relata.model.heads import Weights
from relata.model.model import Model
from relata.model.settings import Settings
from relata.parsing.parser import Parser
from relata.training.data.corpus import CorpusPart
from relata.training.tuning import thresholds
from relata.training.tuning.thresholds import choose_predicate_thresholds, choose_thresholds, with_settings
from tests.toy_model import save_random_model, save_sentence_model

SCHEME = Scheme("pdtb3-l2", "pdtb3-l2")


class Score(NamedTuple):
    """How well a model does, as far as it is asked."""

    f1: float


TEXT = "It rained because all was wet. The wet rain fell, so we all stayed in and saw it rain. "


@pytest.fixture(scope="module")
def model(rule_model: Path) -> Model:
    return Model.load(rule_model)


@pytest.fixture(scope="module")
def random_model(tmp_path_factory: pytest.TempPathFactory) -> Model:
    return Model.load(save_random_model(tmp_path_factory.mktemp("models") / "random", 7))


def test_thresholds_go_where_a_document_was_annotated_with_them(model: Model, document: Document) -> None:
    middle = Settings(tag_temperature=8.0)
    lower = replace(middle, connective_threshold=0.25)

    def connectives(settings: Settings) -> Document:
        return Parser(with_settings(model, settings), only=("connectives",))(document)

    found = choose_thresholds(model, [connectives(lower)], SCHEME, middle)

    assert connectives(found) == connectives(lower) != connectives(middle)


def test_relations_of_all_kinds_are_kept_by_curves_and_one_threshold(
    model: Model, document: Document
) -> None:
    def partial(settings: Settings) -> float:
        found = Parser(with_settings(model, settings))(document)
        return end_to_end([(document, found)], SCHEME)[1].f1

    found = choose_thresholds(model, [document], SCHEME, Settings(), exactness=0.0)

    assert {"Explicit inside", "Implicit between"} <= found.confidence.keys()
    assert found.explicit_threshold == found.relation_threshold
    assert partial(found) >= partial(Settings())


@pytest.mark.parametrize(("exactness", "expected"), [(1.0, 0.0), (0.6, 0.0), (0.4, 1.4), (0.0, 1.4)])
def test_exactness_is_the_weight_of_strict_f1(
    model: Model, document: Document, monkeypatch: pytest.MonkeyPatch, exactness: float, expected: float
) -> None:
    class Telling(Parser):
        """Says in the document at which temperature it was parsed."""

        def __init__(self, model: Model, **given: Any) -> None:
            super().__init__(model, **given)
            self._heat = model.package.manifest["settings"]["argument_temperature"]

        def __call__(self, document: Document) -> Document:
            return replace(super().__call__(document), metadata={"heat": str(self._heat)})

    def end_to_end(pairs: Iterable[tuple[Document, Document]], scheme: Scheme) -> tuple[Score, Score]:
        (heat,) = {float(found.metadata["heat"]) for _, found in pairs}
        return Score(0.5 - heat / 10), Score(0.5 + heat / 10)

    monkeypatch.setattr(thresholds, "Parser", Telling)
    monkeypatch.setattr(thresholds, "end_to_end", end_to_end)

    found = choose_thresholds(model, [document], SCHEME, Settings(), exactness)

    assert found.argument_temperature == expected


@pytest.mark.parametrize("helpful", [True, False])
def test_words_count_if_they_tell_senses(model: Model, document: Document, helpful: bool) -> None:
    rows = np.zeros((BUCKETS, len(model.package.senses)), dtype=np.float32)
    if helpful:
        for relation in document.relations[1:]:
            own = surface_rows(document.tokens, relation.arg1.indices, relation.arg2.indices)
            rows[own, model.package.senses.index(relation.senses[0])] = 9
    arrays = {f"{WEIGHTS}.rows": rows, f"{WEIGHTS}.bias": np.zeros(len(rows[0]), dtype=np.float32)}
    with_words = replace(model, weights=Weights(model.package.heads() | arrays, "toy"))

    found = choose_thresholds(with_words, [document], SCHEME, Settings())

    assert bool(found.surface_weight) == helpful


@pytest.mark.parametrize("helpful", [True, False])
def test_trees_count_if_they_tell_arguments(tmp_path: Path, helpful: bool) -> None:
    model = Model.load(save_sentence_model(tmp_path / "toy"))
    document = Parser(model)("It rained because all was wet.")
    (relation,) = document.relations
    rows = np.zeros((BUCKETS, len(ARGUMENT_LABELS)), dtype=np.float32)
    if helpful:
        own = path_rows(Trees(document.tokens), [2], range(len(document.tokens)))
        rows[sorted({*own[5]} - {row for other in own[:5] for row in other}), 0] = 99
        relation = replace(relation, arg2=document.tokens.span([3, 4]))
    arrays = {f"{PATHS}.rows": rows, f"{PATHS}.bias": np.zeros(len(rows[0]), dtype=np.float32)}
    with_trees = replace(model, weights=Weights(model.package.heads() | arrays, "toy"))

    found = choose_thresholds(with_trees, [document.with_relations([relation])], SCHEME, Settings())

    assert bool(found.paths_weight) == helpful


def test_verbs_and_nouns_get_the_thresholds_that_a_document_was_annotated_with(random_model: Model) -> None:
    def roles(settings: Settings) -> Document:
        return Parser(with_settings(random_model, settings), only=("roles",))(TEXT)

    annotated = roles(Settings(predicate_threshold=0.4, nominal_threshold=0.7))

    found = choose_predicate_thresholds(random_model, {"own": CorpusPart("own", (annotated,))}, Settings())

    assert roles(found).propositions == annotated.propositions != roles(Settings()).propositions


def test_without_propositions_the_thresholds_of_predicates_stay(random_model: Model) -> None:
    bare = Parser(random_model, only=("syntax",))(TEXT)
    settled = Settings(predicate_threshold=0.3)

    assert choose_predicate_thresholds(random_model, {"own": CorpusPart("own", (bare,))}, settled) == settled
