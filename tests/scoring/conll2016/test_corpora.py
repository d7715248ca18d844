"""Scoring corpora of any format."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, UnsupportedWarning
from relata.formats import conll2016, jsonl
from relata.formats.pdtb import gdtb
from relata.scoring.conll2016 import score_files
from tests.paths import REPOSITORY

EXAMPLE = REPOSITORY / "examples" / "conll2016"


@pytest.fixture
def documents() -> list[Document]:
    return list(conll2016.read(EXAMPLE))


def halves(document: Document) -> Document:
    """The document with every word of more than one letter cut in two."""
    words = document.tokens
    cuts: list[tuple[int, int]] = []
    for begin, end in zip(words.begins, words.ends, strict=True):
        middle = (begin + end) // 2
        cuts += [(begin, middle), (middle, end)] if begin < middle else [(begin, end)]
    finer = Tokens(document.text, cuts)

    def moved(relation: DiscourseRelation) -> DiscourseRelation:
        spans = relation.arg1, relation.arg2, relation.connective
        arg1, arg2, connective = (finer.span_at(span.pieces) if span else None for span in spans)
        return replace(relation, arg1=arg1, arg2=arg2, connective=connective, senses=relation.senses[:1])

    return Document(document.id, document.language, finer, relations=tuple(map(moved, document.relations)))


def test_a_corpus_scores_as_the_json_of_the_task_does(tmp_path: Path, documents: list[Document]) -> None:
    jsonl.write(documents, tmp_path / "gold.jsonl")

    found = score_files(tmp_path / "gold.jsonl", EXAMPLE / "run")

    assert found.measures == score_files(EXAMPLE, EXAMPLE / "run").measures


@pytest.mark.parametrize("gold", ["json", "corpus"])
def test_predictions_may_be_a_corpus(tmp_path: Path, documents: list[Document], gold: str) -> None:
    jsonl.write([documents[0].with_relations(documents[0].relations[1:])], tmp_path / "found.jsonl")
    jsonl.write(documents[:1], tmp_path / "gold.jsonl")

    found = score_files(EXAMPLE if gold == "json" else tmp_path / "gold.jsonl", tmp_path / "found.jsonl")

    kept = len(documents[0].relations) - 1
    whole = sum(len(each.relations) for each in (documents if gold == "json" else documents[:1]))
    both = found.strict["All"].both
    assert (both.tp, both.pred, both.gold) == (kept, kept, whole)


def test_relations_on_other_words_are_moved_to_the_gold_ones(
    tmp_path: Path, documents: list[Document]
) -> None:
    jsonl.write(map(halves, documents), tmp_path / "finer.jsonl")

    found = score_files(EXAMPLE, tmp_path / "finer.jsonl")

    assert found.strict["All"].both.f1 == 1
    assert found.strict["All"].connective is not None
    assert found.strict["All"].connective.f1 == 1


def test_another_text_is_refused(tmp_path: Path, documents: list[Document]) -> None:
    other = Tokens(documents[0].text + " More.", [(0, 1)])
    jsonl.write([Document(documents[0].id, "en", other)], tmp_path / "other.jsonl")

    with pytest.raises(FormatError, match=f"{documents[0].id}: another text than in the gold standard"):
        score_files(EXAMPLE, tmp_path / "other.jsonl")


def test_types_that_the_task_lacks_are_no_predictions(tmp_path: Path, documents: list[Document]) -> None:
    first = documents[0].relations[0]
    question = DiscourseRelation(RelationType.HYPOPHORA, first.arg1, first.arg2)
    jsonl.write([documents[0].with_relations([*documents[0].relations, question])], tmp_path / "found.jsonl")

    found = score_files(EXAMPLE, tmp_path / "found.jsonl")

    assert found.strict["All"].both.pred == len(documents[0].relations)


def test_the_sense_only_task_numbers_relations_that_nobody_has(
    tmp_path: Path, documents: list[Document]
) -> None:
    bare = [each.with_relations(replace(r, id=None) for r in each.relations) for each in documents]
    jsonl.write(bare, tmp_path / "gold.jsonl")
    numbered = [each for document in bare for each in document.relations]
    assert numbered
    conll2016.write(bare, tmp_path / "found")

    found = score_files(tmp_path / "gold.jsonl", _output(tmp_path / "found"), supplementary=True)

    assert found.strict["All"].parser.f1 == 1


def test_a_treebank_is_gold(tmp_path: Path, documents: list[Document]) -> None:
    with pytest.warns(UnsupportedWarning):
        gdtb.write(documents, tmp_path / "gdtb")
    jsonl.write(gdtb.read(tmp_path / "gdtb"), tmp_path / "found.jsonl")

    found = score_files(tmp_path / "gdtb", tmp_path / "found.jsonl", senses="pdtb3-l2")

    assert found.strict["All"].both.f1 == 1


def _output(dataset: Path) -> Path:
    """The system output that says what a data set has."""
    single = (
        document.with_relations(
            replace(each, senses=each.senses[:1], second_senses=(), inserted=None)
            for each in document.relations
        )
        for document in conll2016.read(dataset)
    )
    conll2016.write_output(single, dataset / "output.json")
    return dataset / "output.json"
