from __future__ import annotations

import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import relata
from relata.document import Document, Token, Tokens
from relata.document.relations import Proposition
from relata.errors import DataWarning
from relata.model.heads import Weights
from relata.model.package import ModelPackage
from relata.roles.labels import is_core
from relata.roles.parser import RolesetHead, possible_rolesets
from tests.documents import blank_document
from tests.toy_model import edit_manifest, save_random_model, save_sentence_model, sentence_heads

TEXT = "It rained because all was wet."


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_sentence_model(tmp_path_factory.mktemp("models") / "toy")


@pytest.fixture(scope="module")
def random_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_random_model(tmp_path_factory.mktemp("models") / "random", 6)


def test_propositions_have_predicates_rolesets_and_roles(model: Path) -> None:
    (found,) = relata.load(model)(TEXT).propositions

    assert found.predicate.text == "wet"
    assert found.roleset == "wet.01"
    assert {role: span.text for role, span in found.roles.items()} == {"AM-CAU": "because"}
    assert found.arguments[0].head == 2


@pytest.mark.parametrize(
    ("thresholds", "count"),
    [({"nominal_threshold": 0.99999}, 0), ({"predicate_threshold": 0.99999}, 1), ({}, 1)],
)
def test_nominal_predicates_have_a_threshold_of_their_own(
    tmp_path: Path, thresholds: dict[str, float], count: int
) -> None:
    model = save_sentence_model(tmp_path / "model")
    edit_manifest(model, settings=thresholds)

    assert len(relata.load(model, only="roles")(TEXT).propositions) == count


@pytest.mark.parametrize(("rates", "count"), [({"wet": 0.01}, 0), ({"dry": 0.01}, 1), ({"wet": 0.99}, 1)])
def test_a_lemma_that_is_no_predicate_elsewhere_is_none_here(
    tmp_path: Path, rates: dict[str, float], count: int
) -> None:
    model = save_sentence_model(tmp_path / "model")
    labels = {**ModelPackage.load(model).manifest["labels"], "nominals": {"j": rates}}
    edit_manifest(model, labels=labels, settings={"nominal_threshold": 0.95})

    assert len(relata.load(model, only="roles")(TEXT).propositions) == count


def test_the_roleset_with_the_fitting_vector_is_chosen() -> None:
    head = RolesetHead(Weights(sentence_heads(), "toy").below("roles.rolesets"), ("lose.03",))
    query = np.ones(2, dtype=np.float32)

    assert head.best(query, ("lose.01", "lose.02", "lose.03")) == "lose.03"
    assert head.best(-query, ("lose.03", "lose.02", "lose.01")) == "lose.02"
    assert head.best(-query, ("lose.03",)) == "lose.03"


def test_roles_alone_bring_the_syntax_they_require(model: Path) -> None:
    document = relata.load(model, only="roles")(TEXT)

    assert len(document.propositions) == 1
    assert document.tokens[0].tag == "NN"
    assert not document.relations


def test_a_document_keeps_its_propositions(model: Path) -> None:
    tokens = Tokens("all wet .", [(0, 3), (4, 7), (8, 9)])
    own = Proposition(tokens.span([0]), "all.01")

    assert relata.load(model)(Document("own", "en", tokens, propositions=(own,))).propositions == (own,)


@pytest.mark.parametrize(
    ("labels", "span"),
    [
        (("DEP", "DEP", "ROOT", "DEP", "DEP"), "because all"),
        (("expl", "case", "root", "x", "punct"), "because"),
    ],
)
def test_spans_follow_given_trees_if_these_have_the_labels_of_the_model(
    model: Path, labels: tuple[str, ...], span: str
) -> None:
    bare = blank_document("because all was wet .").tokens
    tokens = bare.annotate(heads=(3, 1, 0, 3, 3), tag=("NN",) * 5, deprel=labels)

    document = relata.load(model)(Document("given", "en", tokens))

    (found,) = document.propositions
    assert document.tokens == tokens
    assert found.roles["AM-CAU"].text == span


@given(st.text(max_size=150))
@settings(max_examples=50)
def test_a_core_role_is_filled_once(random_model: Path, text: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)  # of Chinese
        document = relata.load(random_model, only="roles")(text)

    for proposition in document.propositions:
        roles = [argument.role for argument in proposition.arguments if is_core(argument.role)]
        assert len(roles) == len(set(roles))
        for argument in proposition.arguments:
            assert argument.head in argument.span.indices


@pytest.mark.parametrize(
    ("form", "lemma", "tag", "first"),
    [
        ("abandoned", "abandon", "VBD", "abandon.01"),
        ("Zorbing", "zorb", "VBG", "zorb.01"),
        ("sank", None, "VBD", "sink.01"),
        ("Zorbing", None, None, "zorbing.01"),
    ],
)
def test_rolesets_are_those_of_the_frame_files(
    form: str, lemma: str | None, tag: str | None, first: str
) -> None:
    assert possible_rolesets(Token(0, 0, len(form), form, lemma=lemma, tag=tag))[0] == first
