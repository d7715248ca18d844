"""The merge of the CoNLL-2008 task: trees with PropBank, NomBank, names, and split words."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from relata.document import Document
from relata.errors import FormatError, Lenient
from relata.formats import ptb
from relata.formats.propbank.frames import ArgumentCounts
from relata.syntax.hyphenation import english
from tests.paths import REPOSITORY

MERGED = REPOSITORY / "tests" / "fixtures" / "wsj-merged"
NAMES = MERGED / "bbn-pcet"


def merged(**options: object) -> Document:
    (document,) = ptb.read(MERGED / "treebank_3", propbank=MERGED, nombank=MERGED, **options)
    return document


def links(document: Document, sentence: int) -> list[tuple[str, str | None]]:
    """Words of a sentence with the label and head, as "York HMOD based"."""
    words = list(document.sentences[sentence])
    return [
        (f"{word.form} {word.deprel}", words[word.head - 1].form if word.head else None) for word in words
    ]


def test_hyphenated_words_are_split_with_their_links() -> None:
    assert links(merged(splitter=english()), 0)[1:7] == [
        ("York HMOD", "based"),
        ("- HYPH", "York"),
        ("based NMOD", "salesman"),
        ("auto HMOD", "salesman"),
        ("- HYPH", "auto"),
        ("salesman SBJ", "bought"),
    ]


def test_segments_of_a_word_are_predicate_and_argument() -> None:
    proposition = merged(splitter=english()).propositions[0]
    assert (proposition.predicate.text, {role: span.text for role, span in proposition.roles.items()}) == (
        "salesman",
        {"A1": "auto"},
    )


def test_several_segments_are_one_argument(tmp_path: Path) -> None:
    copy = shutil.copytree(MERGED, tmp_path / "merged")
    trees = copy / "treebank_3" / "parsed" / "mrg" / "wsj" / "99" / "wsj_9901.mrg"
    trees.write_text(trees.read_text("utf-8").replace("auto-salesman", "xq-auto-salesman"), "utf-8")
    bank = copy / "nombank.1.0" / "nombank.1.0"
    bank.write_text(
        bank.read_text("utf-8").replace("rel-H1", "rel-H2").replace("ARG1-H0", "ARG1-H0-H1"), "utf-8"
    )
    (document,) = ptb.read(copy / "treebank_3", nombank=copy, splitter=english())
    assert document.propositions[0].roles["A1"].text == "xq-auto"


def test_without_a_splitter_words_stay_whole() -> None:
    assert [token.form for token in merged().sentences[0]][1:3] == ["York-based", "auto-salesman"]


def test_names_become_constituents_of_noun_phrases() -> None:
    assert links(merged(), 1)[1:3] == [("Mary NMOD", "appointment"), ("Smith NMOD", "appointment")]
    assert links(merged(names=NAMES), 1)[1:3] == [("Mary NAME", "Smith"), ("Smith NMOD", "appointment")]
    assert links(merged(names=NAMES, splitter=english()), 1)[5:9] == [
        ("Georgia HMOD", "Pacific"),
        ("- HYPH", "Georgia"),
        ("Pacific OBJ", "surprised"),
        ("Corp. POSTHON", "Pacific"),
    ]


def test_arguments_with_several_heads_and_merged_ones_are_counted() -> None:
    counts = ArgumentCounts()
    merged(counts=counts)
    assert (counts.arguments, counts.several_heads, counts.discontinuous, counts.merged) == (11, 1, 1, 1)


def test_names_that_do_not_align_are_named_or_counted(tmp_path: Path) -> None:
    folder = shutil.copytree(NAMES, tmp_path / "bbn")
    file = folder / "data" / "WSJtypes-subtypes" / "wsj99.qa"
    file.write_text(file.read_text("utf-8").replace("It expects", "She expects"), "utf-8")
    with pytest.raises(FormatError, match=r"wsj99\.qa:3: sentence 2 of wsj_9901"):
        merged(names=folder)
    lenient = Lenient()
    document = merged(names=folder, on_error=lenient)
    assert (len(lenient.faults), len(document.sentences)) == (1, 5)
