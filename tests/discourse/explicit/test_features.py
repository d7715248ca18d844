from __future__ import annotations

from relata.discourse.explicit.features import explicit_rows
from relata.discourse.explicit.tree_paths import Trees
from relata.model.hashed_linear import row_of
from tests.documents import blank_document


def trees(text: str, tags: str) -> Trees:
    return Trees(blank_document(text).tokens.annotate(tag=tags.split()))


def rows(trees: Trees) -> set[int]:
    """Rows of a connective in the middle of three words on either side."""
    return {*explicit_rows(trees, [3], range(3), range(4, 7))}


def test_features_come_alone_and_with_the_connective() -> None:
    found = rows(trees("we will leave while it all rained", "PRP MD VB IN PRP DT VBD"))

    assert {row_of(name) for name in ("while", "1 modal True", "2 past True|while", "verbs MD VBD")} <= found
    assert row_of("1 past True") not in found


def test_the_tense_of_a_verb_is_a_feature() -> None:
    past = rows(trees("we will leave while it all rained", "PRP MD VB IN PRP DT VBD"))
    present = rows(trees("we will leave while it all rains", "PRP MD VB IN PRP DT VBZ"))

    assert row_of("2 past True|while") in past - present


def test_arguments_without_tags_or_words_have_rows() -> None:
    bare = Trees(blank_document("so").tokens)

    assert explicit_rows(bare, [0], [], [])
