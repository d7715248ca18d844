from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import relata
from relata.discourse.explicit.features import explicit_rows
from relata.discourse.explicit.tree_paths import Trees, path_rows
from relata.discourse.labels import ARGUMENT_LABELS
from relata.document import Document
from relata.errors import PipelineError
from relata.model.hashed_linear import BUCKETS
from tests.toy_model import SENSES, save_sentence_model

TEXT = "It rained because all was wet."
CONNECTIVE, LAST = 2, 5
RESULT = SENSES.index("Contingency.Cause.Result")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model to which trees and tags say nothing of relations."""
    return save_sentence_model(tmp_path_factory.mktemp("models") / "plain")


@pytest.fixture(scope="module")
def parsed(plain: Path) -> Document:
    return relata.load(plain)(TEXT)


@pytest.fixture(scope="module")
def telling(tmp_path_factory: pytest.TempPathFactory, parsed: Document) -> Path:
    """A model whose trees say that the last word is in no argument, and whose tags tell a result."""
    trees, tokens = Trees(parsed.tokens), range(len(parsed.tokens))
    outside = np.zeros((BUCKETS, len(ARGUMENT_LABELS)), dtype=np.float32)
    last, others = path_rows(trees, [CONNECTIVE], tokens)[LAST], path_rows(trees, [CONNECTIVE], tokens)[:LAST]
    own = {*last} - {row for other in others for row in other}
    outside[sorted(own), 0] = 50
    result = np.zeros((BUCKETS, len(SENSES)), dtype=np.float32)
    result[explicit_rows(trees, [CONNECTIVE], [0, 1], [3, 4]), RESULT] = 9
    arrays = {
        "tree_paths.rows": outside,
        "tree_paths.bias": np.zeros(len(ARGUMENT_LABELS), dtype=np.float32),
        "explicit_features.rows": result,
        "explicit_features.bias": np.zeros(len(SENSES), dtype=np.float32),
    }
    folder = tmp_path_factory.mktemp("models") / "telling"
    return save_sentence_model(folder, arrays)


def test_trees_tell_arguments_and_tags_senses(plain: Path, telling: Path) -> None:
    (before,), (after,) = (relata.load(path)(TEXT).relations for path in (plain, telling))

    assert (before.arg2.text, *before.senses) == ("all was wet", "Contingency.Cause.Reason")
    assert (after.arg2.text, *after.senses) == ("all was", SENSES[RESULT])


@pytest.mark.parametrize("chosen", [{"only": "explicit"}, {"disable": ("syntax", "roles")}])
def test_trees_that_nobody_asked_for_are_read_and_not_shown(telling: Path, chosen: dict[str, str]) -> None:
    parser = relata.load(telling, **chosen)  # type: ignore[call-overload]
    document = parser(TEXT)

    assert "trees" in parser.pipeline.names
    assert document.tokens.heads is None
    assert document.relations == relata.load(telling)(TEXT).relations


def test_trees_are_not_read_for_a_model_that_does_not_ask_them(plain: Path) -> None:
    assert "trees" not in relata.load(plain, only="explicit").pipeline.names


def test_the_models_own_trees_count_whatever_a_document_brings_along(telling: Path, parsed: Document) -> None:
    others = parsed.tokens.annotate(heads=[0, 1, 1, 1, 1, 1, 1], deprel=["x"] * 7, tag=["VB"] * 7)

    found = relata.load(telling)(Document("given", "en", others))

    assert found.tokens == others
    assert [each.arg2.text for each in found.relations] == ["all was"]


def test_given_connectives_and_arguments_are_told_by_trees_too(telling: Path, parsed: Document) -> None:
    connectives = relata.load(telling, given="connectives")(parsed)
    arguments = relata.load(telling, given="arguments")(parsed)

    assert [each.arg2.text for each in connectives.relations] == ["all was"]
    assert [each.senses for each in arguments.relations] == [(SENSES[RESULT],)]


def test_syntax_that_roles_need_cannot_be_disabled(telling: Path) -> None:
    with pytest.raises(PipelineError, match="'roles' cannot run here"):
        relata.load(telling, disable="syntax")
