"""Words that are split in one annotation and whole in another."""

from __future__ import annotations

import pytest

from relata.formats.propbank.banks import part_sizes, split_words
from relata.treebank import parse_trees


@pytest.mark.parametrize(
    ("words", "parts", "fault"),
    [
        (["a", "b"], ["a"], "expected 'b', found ''"),
        (["a"], ["a", "b"], "expected the sentence to end, found 'b'"),
        (["ab-c"], ["ab", "-", "d"], "expected 'ab-c', found 'ab-d'"),
        (["a"], ["ab"], "expected 'a', found 'ab'"),
    ],
)
def test_parts_must_spell_the_words(words: list[str], parts: list[str], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        part_sizes(words, parts)


def test_a_split_word_becomes_a_constituent_with_its_tag() -> None:
    (tree,) = parse_trees("(NP (JJ Anglo-French) (-NONE- *) (NN ferry))", "d")
    parts, tags = ["Anglo", "-", "French", "ferry"], ["AFX", ":", "JJ", "NN"]
    assert str(split_words(tree, [3, 1], parts, tags)) == (
        "(NP (JJ (AFX Anglo) (HYPH -) (JJ French)) (-NONE- *) (NN ferry))"
    )
