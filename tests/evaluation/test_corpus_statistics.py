"""Counts of dependency labels, nonprojective links, predicates and roles."""

from __future__ import annotations

from relata.document.relations import Argument, Proposition
from relata.evaluation.corpus_statistics import statistics
from relata.formats import ptb
from tests.documents import blank_document
from tests.paths import REPOSITORY

FIXTURE = REPOSITORY / "examples" / "treebank"


def test_labels_predicates_and_roles_are_counted() -> None:
    documents = ptb.read(FIXTURE, propbank=FIXTURE / "prop.txt", nombank=FIXTURE / "nombank.txt")
    found = statistics(documents)
    assert (found.labels["ROOT"], found.labels["SBJ"], found.labels["LGS"]) == (6, 7, 1)
    assert found.predicates == {"VBD": 3, "VBP": 1, "VB": 1, "VBN": 1, "NNS": 1, "NN": 1}
    assert (found.roles["A0"], found.roles["C-A1"], found.roles["SU"]) == (6, 1, 0)


def test_nonprojective_links_are_counted_by_kind() -> None:
    # 1 depends on 4 over 2, the root: "What do you want"
    document = blank_document("What do you want")
    tokens = document.tokens.annotate(
        heads=[4, 0, 2, 2], tag=["WP", "VBP", "PRP", "VB"], deprel=["OBJ", "ROOT", "SBJ", "VC"]
    )
    found = statistics([type(document)("d", "en", tokens)])
    assert (found.nonprojective, found.nonprojective_sentences, found.links) == ({"wh": 1}, 1, 4)


def test_documents_without_heads_have_no_links() -> None:
    found = statistics([blank_document("No heads here")])
    assert (found.links, found.labels, found.predicates) == (0, {}, {})


def test_predicates_without_tags_are_counted_too() -> None:
    document = blank_document("She rows")
    tokens = document.tokens
    proposition = Proposition(tokens.span([1]), "row.01", (Argument("A0", tokens.span([0]), 0),))
    found = statistics([document.with_propositions([proposition])])
    assert (found.predicates, found.roles) == ({"no tag": 1}, {"A0": 1})
