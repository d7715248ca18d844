"""Predicates that PropBank 1 does not have."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest

from relata.document import Document, Tokens
from relata.document.relations import Proposition
from relata.formats.propbank.columns import read_columns
from relata.formats.propbank.splitting import part_sizes
from relata.roles.auxiliaries import is_auxiliary, without_auxiliaries
from relata.treebank import EMPTY, Tree, parse_trees
from relata.treebank.tree import decoded_word


@pytest.mark.parametrize(
    ("roleset", "expected"),
    [
        ("be.01", True),
        ("be_like.04", True),
        ("have.01", True),
        ("do.01", True),
        ("have.03", False),
        ("do.02", False),
        ("have.LV", False),
        ("become.01", False),
        (None, False),
    ],
)
def test_auxiliaries_are_told_by_their_roleset(roleset: str | None, expected: bool) -> None:
    assert is_auxiliary(roleset) is expected


def test_a_document_loses_the_propositions_of_auxiliaries() -> None:
    tokens = Tokens("It has sunk", [(0, 2), (3, 6), (7, 11)])
    has, sunk = (Proposition(tokens.span((n,)), name) for n, name in ((1, "have.01"), (2, "sink.01")))
    assert without_auxiliaries(Document("x", "en", tokens, propositions=(has, sunk))).propositions == (sunk,)


def places(tree: Tree, words: tuple[str, ...]) -> list[int]:
    """The terminal, empty ones counted, that each token of the columns belongs to."""
    terminals = [number for number, leaf in enumerate(tree.leaves()) if leaf.label != EMPTY]
    sizes = part_sizes([decoded_word(leaf.word or "") for leaf in tree.tokens()], words)
    return [terminal for terminal, size in zip(terminals, sizes, strict=True) for _ in range(size)]


def test_the_rule_agrees_with_the_verbs_of_propbank_1(shared: Path) -> None:
    data = shared / "data"
    verbs: dict[tuple[str, int], set[int]] = defaultdict(set)
    for line in (data / "propbank-wsj-sample" / "vloc.txt").read_text(encoding="utf-8").splitlines():
        file, sentence, terminal, _ = line.split()
        verbs[Path(file).stem, int(sentence)].add(int(terminal))
    trees: dict[str, list[Tree]] = {}
    found: Counter[tuple[bool, bool]] = Counter()
    for columns in read_columns(data / "propbank-wsj-sample" / "wsj_0001-0149.gold_conll.xz"):
        if columns.document not in trees:
            file_ = data / "ptb-wsj-sample" / "combined" / f"{columns.document}.mrg"
            trees[columns.document] = list(parse_trees(file_.read_text(encoding="utf-8"), file_))
        at = places(trees[columns.document][columns.number], columns.words)
        for frame in columns.frames:
            if columns.tags[frame.predicate].startswith("VB"):
                known = at[frame.predicate] in verbs[columns.document, columns.number]
                found[known, not is_auxiliary(frame.roleset)] += 1
    assert found[True, False] <= 1
    assert found[False, True] < 40
    assert found[True, True] > 6000
    assert found[False, False] > 2000
