from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from relata.discourse.calibration import KINDS
from relata.discourse.explicit.tree_paths import Trees, path_rows
from relata.discourse.labels import ARGUMENT_LABELS
from relata.discourse.nonexplicit.features import pair_rows
from relata.document import Document
from relata.evaluation.discourse import end_to_end
from relata.evaluation.labels import Scheme
from relata.model.hashed_linear import BUCKETS
from relata.model.model import Model
from relata.model.settings import Settings
from relata.parsing.options import ParserOptions
from relata.parsing.parser import Parser
from relata.training.data.corpus import CorpusPart
from relata.training.tuning import thresholds
from relata.training.tuning.classifiers import PATHS, WORDS
from relata.training.tuning.folding import with_temperatures
from relata.training.tuning.thresholds import (
    RelationTuner,
    choose_predicate_thresholds,
    with_arrays,
    with_settings,
)
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
    unsure = with_arrays(model, with_temperatures(model.weights.arrays, {"tag": 8.0}))
    lower = Settings(connective_threshold=0.25)

    def connectives(settings: Settings) -> Document:
        return Parser(with_settings(unsure, settings), ParserOptions(only="connectives"))(document)

    chosen = RelationTuner(unsure, [connectives(lower)], SCHEME).choose_connective_threshold(Settings())

    assert connectives(chosen) == connectives(lower) != connectives(Settings())


def test_relations_of_all_kinds_are_kept_by_curves_and_one_threshold(
    model: Model, document: Document
) -> None:
    pytest.importorskip("sklearn", reason="needs the extra [train]")

    def partial(settings: Settings) -> float:
        parsed = Parser(with_settings(model, settings))(document)
        return end_to_end([(document, parsed)], SCHEME)[1].f1

    chosen = RelationTuner(model, [document], SCHEME, exactness=0.0).choose(Settings())

    assert chosen.calibration.keys() <= KINDS
    assert partial(chosen) >= partial(Settings())


@pytest.mark.parametrize(("exactness", "expected"), [(1.0, 0.12), (0.6, 0.12), (0.4, 0.25), (0.0, 0.25)])
def test_exactness_is_the_weight_of_strict_f1(
    model: Model, document: Document, monkeypatch: pytest.MonkeyPatch, exactness: float, expected: float
) -> None:
    class NotingParser(Parser):
        """Parser that notes its threshold in the document."""

        def __call__(self, document: str | Document) -> Document:
            threshold = self.package.manifest["settings"]["relation_threshold"]
            return replace(super().__call__(document), metadata={"threshold": str(threshold)})

    def end_to_end(pairs: Iterable[tuple[Document, Document]], scheme: Scheme) -> tuple[Score, Score]:
        (threshold,) = {float(parsed.metadata["threshold"]) for _, parsed in pairs}
        return Score(0.5 - threshold), Score(0.5 + threshold)

    monkeypatch.setattr(thresholds, "Parser", NotingParser)
    monkeypatch.setattr(thresholds, "fit_curves", lambda cases: {})
    monkeypatch.setattr(thresholds, "end_to_end", end_to_end)

    chosen = RelationTuner(model, [document], SCHEME, exactness).calibrated(Settings())

    assert chosen.relation_threshold == expected


@pytest.mark.parametrize("helpful", [True, False])
def test_words_count_if_they_tell_senses(model: Model, document: Document, helpful: bool) -> None:
    rows = np.zeros((BUCKETS, len(model.package.senses)), dtype=np.float32)
    if helpful:
        for relation in document.relations[1:]:
            features = pair_rows(document.tokens, relation.arg1.indices, relation.arg2.indices)
            rows[features, model.package.senses.index(relation.senses[0])] = 9
    arrays = {f"{WORDS}.rows": rows, f"{WORDS}.bias": np.zeros(len(rows[0]), dtype=np.float32)}

    tuner = RelationTuner(model, [document], SCHEME)
    weighed = tuner.weigh_classifiers({**model.weights.arrays, **arrays}, Settings())

    assert (f"{WORDS}.rows" in weighed) == helpful


@pytest.mark.parametrize("helpful", [True, False])
def test_trees_count_if_they_tell_arguments(tmp_path: Path, helpful: bool) -> None:
    model = Model.load(save_sentence_model(tmp_path / "toy"))
    document = Parser(model)("It rained because all was wet.")
    (relation,) = document.relations
    rows = np.zeros((BUCKETS, len(ARGUMENT_LABELS)), dtype=np.float32)
    if helpful:
        paths = path_rows(Trees(document.tokens), [2], range(len(document.tokens)))
        rows[sorted({*paths[5]} - {row for other in paths[:5] for row in other}), 0] = 99
        relation = replace(relation, arg2=document.tokens.span([3, 4]))
    arrays = {f"{PATHS}.rows": rows, f"{PATHS}.bias": np.zeros(len(ARGUMENT_LABELS), dtype=np.float32)}

    tuner = RelationTuner(model, [document.with_relations([relation])], SCHEME)
    weighed = tuner.weigh_classifiers({**model.weights.arrays, **arrays}, Settings())

    assert (f"{PATHS}.rows" in weighed) == helpful


def test_verbs_and_nouns_get_the_thresholds_that_a_document_was_annotated_with(random_model: Model) -> None:
    def roles(settings: Settings) -> Document:
        return Parser(with_settings(random_model, settings), ParserOptions(only="roles"))(TEXT)

    annotated = roles(Settings(predicate_threshold=0.4, nominal_threshold=0.7))

    found = choose_predicate_thresholds(random_model, {"own": CorpusPart("own", (annotated,))}, Settings())

    assert roles(found).propositions == annotated.propositions != roles(Settings()).propositions


def test_without_propositions_the_thresholds_of_predicates_stay(random_model: Model) -> None:
    bare = Parser(random_model, ParserOptions(only="syntax"))(TEXT)
    settled = Settings(predicate_threshold=0.3)

    assert choose_predicate_thresholds(random_model, {"own": CorpusPart("own", (bare,))}, settled) == settled
