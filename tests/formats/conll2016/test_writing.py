"""Writing CoNLL-2016: the task's own files come back, and what cannot be held is said."""

from __future__ import annotations

import json
import tracemalloc
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import assume, given, settings

from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, Proposition, RelationType
from relata.errors import FormatError, UnsupportedWarning
from relata.formats import conll2016
from relata.formats.conll2016 import writing
from tests.paths import REPOSITORY, TESTS
from tests.strategies import documents, names

FIXTURES = TESTS / "fixtures"
EXAMPLES = REPOSITORY / "examples"
HELD = {"Explicit", "Implicit", "AltLex", "AltLexC", "EntRel"}


@pytest.fixture
def document() -> Document:
    text = "Rain fell so we left . Good ."
    offsets = [(0, 4), (5, 9), (10, 12), (13, 15), (16, 20), (21, 22), (23, 27), (28, 29)]
    tokens = Tokens(
        text, offsets, sentence_starts=[0, 6], tag=["NN", "VBD", "RB", "PRP", "VBD", ".", "JJ", "."]
    )
    relation = DiscourseRelation(
        RelationType.EXPLICIT,
        tokens.span([0, 1]),
        tokens.span([3, 4]),
        senses=("Contingency.Cause.Result",),
        connective=tokens.span([2]),
    )
    return Document("rain", "en", tokens, ((0, len(text)),), (relation,))


def lines(place: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in place.read_text().splitlines()]


def contents(folder: Path) -> dict[str, Any]:
    """All that a dataset holds, JSON by its values and text by its bytes."""
    found: dict[str, Any] = {
        place.relative_to(folder).as_posix(): place.read_bytes()
        for part in ("raw", "conll_format")
        for place in (folder / part).iterdir()
    }
    found["parses.json"] = json.loads((folder / "parses.json").read_text())
    for name in ("relations.json", "relations-no-senses.json"):
        found[name] = lines(folder / name)
    return found


# --- round trips


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_files_of_the_task_come_back_as_they_were(shared: Path, tmp_path: Path, language: str) -> None:
    trial = shared / "data" / "conll2016-trial" / language
    conll2016.write(conll2016.read(trial), tmp_path / "copy")
    assert contents(tmp_path / "copy") == contents(trial)


@pytest.mark.parametrize(
    "path",
    [FIXTURES / "conll2016-zh", EXAMPLES / "conll2016", EXAMPLES / "conll2016-zh"],
    ids=lambda p: p.name,
)
def test_our_own_datasets_come_back_as_they_were(path: Path, tmp_path: Path) -> None:
    conll2016.write(conll2016.read(path), tmp_path / "copy")
    assert contents(tmp_path / "copy") == contents(path)


@settings(deadline=None, max_examples=50)
@given(documents(ids=names, odd_forms=False))
def test_what_was_written_is_read_and_written_again_without_loss(document: Document) -> None:
    assume(not document.text.startswith("\ufeff"))
    with TemporaryDirectory() as room, warnings.catch_warnings():
        warnings.simplefilter("ignore", UnsupportedWarning)
        conll2016.write([document], Path(room) / "first")
        (first,) = conll2016.read(Path(room) / "first")
        conll2016.write([first], Path(room) / "second")
        (second,) = conll2016.read(Path(room) / "second")
    assert second == first


@settings(deadline=None, max_examples=50)
@given(documents(ids=names, odd_forms=False))
def test_all_that_the_task_has_a_place_for_survives(document: Document) -> None:
    assume(not document.text.startswith("\ufeff"))
    with TemporaryDirectory() as room, warnings.catch_warnings():
        warnings.simplefilter("ignore", UnsupportedWarning)
        conll2016.write([document], Path(room) / "dataset")
        (found,) = conll2016.read(Path(room) / "dataset")
    assert (found.text, found.tokens.begins, found.tokens.sentence_starts) == (
        document.text, document.tokens.begins, document.tokens.sentence_starts,
    )  # fmt: skip
    assert [held_by(relation) for relation in found.relations] == [
        held_by(relation) for relation in document.relations if relation.type in HELD
    ]


def held_by(relation: DiscourseRelation) -> tuple[Any, ...]:
    """What the format holds of a relation."""
    entity = ("EntRel",) if relation.type == "EntRel" else ()
    return (
        relation.type.removesuffix("C"),
        relation.all_senses or entity,
        relation.arg1.indices,
        relation.arg2.indices,
        relation.connective.indices if relation.connective else relation.inserted,
        relation.punctuation.indices if relation.punctuation is not None else None,
        relation.sup1.indices if relation.sup1 is not None else None,
    )


@settings(deadline=None, max_examples=50)
@given(documents(ids=names, odd_forms=False))
def test_the_output_of_a_system_is_read_against_its_dataset(document: Document) -> None:
    assume(not document.text.startswith("\ufeff"))
    with TemporaryDirectory() as room, warnings.catch_warnings():
        warnings.simplefilter("ignore", UnsupportedWarning)
        conll2016.write([document], Path(room) / "dataset")
        conll2016.write_output([replace_ids(document)], Path(room) / "run" / "output.json")
        (found,) = conll2016.read(Path(room) / "dataset", relations=Path(room) / "run")
    kept = [
        one for one in document.relations if one.type in HELD and (one.all_senses or one.type == "EntRel")
    ]
    assert [(one.arg1.indices, one.arg2.indices, one.sense) for one in found.relations] == [
        (one.arg1.indices, one.arg2.indices, (*one.all_senses, "EntRel")[0]) for one in kept
    ]


def replace_ids(document: Document) -> Document:
    return document.with_relations(replace(relation, id=None) for relation in document.relations)


# --- details of the files


def test_a_parses_file_holds_a_document_a_line(document: Document, tmp_path: Path) -> None:
    second = Document("sun", "en", document.tokens)
    conll2016.write([document, second], tmp_path / "dataset")
    text = (tmp_path / "dataset" / "parses.json").read_text()
    assert [line[:7] for line in text.splitlines()] == ["{", '"rain":', '"sun": ', "}"]


def test_no_documents_make_an_empty_dataset(tmp_path: Path) -> None:
    conll2016.write([], tmp_path / "dataset")
    assert list(conll2016.read(tmp_path / "dataset")) == []


def test_words_name_the_relations_they_belong_to(document: Document, tmp_path: Path) -> None:
    conll2016.write([document], tmp_path / "dataset")
    words = json.loads((tmp_path / "dataset" / "parses.json").read_text())["rain"]["sentences"][0]["words"]
    assert [info["Linkers"] for _, info in words] == [
        ["arg1_0"], ["arg1_0"], ["conn_0"], ["arg2_0"], ["arg2_0"], [],
    ]  # fmt: skip


def test_a_sentence_without_a_tree_has_the_sign_of_a_failed_parse(document: Document, tmp_path: Path) -> None:
    conll2016.write([document], tmp_path / "dataset")
    sentences = json.loads((tmp_path / "dataset" / "parses.json").read_text())["rain"]["sentences"]
    assert [sentence["parsetree"] for sentence in sentences] == ["(())\n", "(())\n"]


def test_relations_without_id_get_free_ones(document: Document, tmp_path: Path) -> None:
    relation = document.relations[0]
    numbered = [replace(relation, id=number) for number in (None, 1, None, None)]
    conll2016.write([document.with_relations(numbered)], tmp_path / "dataset")
    assert [row["ID"] for row in lines(tmp_path / "dataset" / "relations.json")] == [0, 1, 2, 3]


def test_an_id_that_comes_twice_is_replaced_and_said(document: Document, tmp_path: Path) -> None:
    relation = replace(document.relations[0], id=5)
    with pytest.warns(UnsupportedWarning, match=r"ids that come twice \(1 relations\)"):
        conll2016.write([document.with_relations([relation, relation])], tmp_path / "dataset")
    assert [row["ID"] for row in lines(tmp_path / "dataset" / "relations.json")] == [5, 0]


def test_the_text_of_a_connective_is_written_as_it_was_read(document: Document, tmp_path: Path) -> None:
    relation = replace(document.relations[0], extras={"Connective.RawText": "and so"})
    conll2016.write([document.with_relations([relation])], tmp_path / "dataset")
    assert lines(tmp_path / "dataset" / "relations.json")[0]["Connective"]["RawText"] == "and so"


def test_the_conll_view_marks_where_an_argument_begins_in_each_sentence(
    document: Document, tmp_path: Path
) -> None:
    relation = DiscourseRelation(
        RelationType.IMPLICIT,
        document.tokens.span([0]),
        document.tokens.span([1, 2, 4, 6]),
        ("Expansion.Conjunction",),
        inserted="and",
    )
    conll2016.write([document.with_relations([relation])], tmp_path / "dataset")
    rows = (tmp_path / "dataset" / "conll_format" / "rain.conll").read_text().splitlines()
    opening = "arg2|and|Expansion.Conjunction"
    assert [row.split("\t")[-1] for row in rows] == [
        "arg1", opening, "arg2", "_", opening, "_", "", opening, "_", "",
    ]  # fmt: skip


def test_line_ends_inside_a_form_do_not_break_the_conll_view(tmp_path: Path) -> None:
    document = Document("odd", "en", Tokens("a\tb\nc", [(0, 5)]))
    conll2016.write([document], tmp_path / "dataset")
    assert (tmp_path / "dataset" / "conll_format" / "odd.conll").read_text() == "0\t0\t0\ta b c\t_\n\n"


def test_a_conll_view_that_would_be_huge_is_left_out(
    document: Document, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_MOST_CELLS", 7)
    with pytest.warns(UnsupportedWarning, match=r"a \.conll view of that size \(1 documents\)"):
        conll2016.write([document], tmp_path / "dataset")
    assert list((tmp_path / "dataset" / "conll_format").iterdir()) == []


def test_output_has_flat_ids_one_sense_and_the_id_that_is_known(document: Document, tmp_path: Path) -> None:
    conll2016.write_output(
        [document.with_relations([replace(document.relations[0], id=9)])], tmp_path / "output.json"
    )
    assert lines(tmp_path / "output.json") == [
        {
            "DocID": "rain",
            "ID": 9,
            "Type": "Explicit",
            "Sense": ["Contingency.Cause.Result"],
            "Arg1": {"TokenList": [0, 1]},
            "Arg2": {"TokenList": [3, 4]},
            "Connective": {"TokenList": [2]},
        }
    ]


# --- what is lost


def test_what_a_dataset_cannot_hold_is_counted_in_one_warning(document: Document, tmp_path: Path) -> None:
    tokens = document.tokens.annotate(lemma=["x"] * 8, heads=[9] + [None] * 7, deprel=["a", "b"] + [None] * 6)
    relation = document.relations[0]
    full = replace(
        relation,
        inserted="so",
        second_inserted="then",
        score=0.5,
        provenance="me",
        sup2=relation.arg1,
        extras={"attribution": "Wr"},
    )
    others = [
        replace(relation, type=kind)
        for kind in (RelationType.NOREL, RelationType.HYPOPHORA, RelationType.UNKNOWN, RelationType.ALTLEXC)
    ]
    rich = Document(
        "rain",
        "de",
        tokens,
        ((0, 4),),
        (full, *others),
        (Proposition(tokens.span([1])),),
        comments=(("x",), ()),
        nonwords=(("1-2",), ()),
        metadata={"a": "b"},
    )
    with pytest.warns(UnsupportedWarning) as caught:
        conll2016.write([rich], tmp_path / "dataset")
    assert [str(warning.message) for warning in caught] == [
        "CoNLL-2016 cannot hold: propositions (1 propositions), lemma (1 documents), "
        "dependencies without a head in the sentence (2 tokens), comments (1 documents), "
        "rows that are no words (1 documents), metadata (1 documents), language (1 documents), "
        "paragraphs (1 documents), score (1 relations), provenance (1 relations), sup2 (1 relations), "
        "extras (1 relations), second connective (1 relations), inserted beside a connective (1 relations), "
        "NoRel (1 relations), Hypophora (1 relations), Unknown (1 relations), "
        "AltLexC, written as AltLex (1 relations)"
    ]


def test_labels_without_heads_are_counted(document: Document, tmp_path: Path) -> None:
    labelled = replace(document, tokens=document.tokens.annotate(deprel=["dep"] * 8), relations=())
    with pytest.warns(UnsupportedWarning, match=r"dependencies without a head in the sentence \(8 tokens\)"):
        conll2016.write([labelled], tmp_path / "dataset")


def test_what_output_cannot_hold_is_counted_in_one_warning(document: Document, tmp_path: Path) -> None:
    relation = document.relations[0]
    given = [
        replace(relation, second_senses=("EntRel",), inserted="so", sup1=relation.arg1),
        replace(relation, senses=()),
        replace(relation, type=RelationType.NOREL),
    ]
    with pytest.warns(UnsupportedWarning) as caught:
        conll2016.write_output([document.with_relations(given)], tmp_path / "output.json")
    assert [str(warning.message) for warning in caught] == [
        "CoNLL-2016 output cannot hold: senses after the first (1 relations), "
        "inserted connective (1 relations), "
        "sup1 (1 relations), no sense (1 relations), NoRel (1 relations)"
    ]
    assert len(lines(tmp_path / "output.json")) == 1


def test_output_has_the_mark_between_the_arguments(document: Document, tmp_path: Path) -> None:
    tokens = document.tokens
    marked = replace(document.relations[0], punctuation=tokens.span([1]), punctuation_type="Comma")

    conll2016.write_output([document.with_relations([marked])], tmp_path / "output.json")

    (line,) = lines(tmp_path / "output.json")
    assert line["Punctuation"] == {"TokenList": [1], "PunctuationType": "Comma"}


# --- faults


@pytest.mark.parametrize("doc_id", ["", ".", "..", "a/b", "a\\b", "a\u0000b", "a\nb", "\ud800"])
def test_an_id_that_cannot_name_a_file_is_refused(document: Document, tmp_path: Path, doc_id: str) -> None:
    with pytest.raises(FormatError, match="expected a document id that can name a file"):
        conll2016.write([replace(document, id=doc_id)], tmp_path / "dataset")
    assert list(tmp_path.iterdir()) == []


def test_a_document_that_comes_twice_is_refused(document: Document, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="document id 'rain' comes twice"):
        conll2016.write([document, document], tmp_path / "dataset")


def test_text_that_utf8_cannot_hold_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="odd: half a surrogate pair"):
        conll2016.write([Document("odd", "en", Tokens("a\ud800", [(0, 2)]))], tmp_path / "dataset")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("write", [conll2016.write, conll2016.write_output])
def test_a_failure_while_writing_leaves_what_was_there(
    document: Document, tmp_path: Path, write: Any
) -> None:
    write([document], tmp_path / "kept")
    before = sorted(place.name for place in tmp_path.rglob("*"))

    def failing() -> Iterator[Document]:
        yield replace(document, id="other")
        raise RuntimeError("model gone")

    with pytest.raises(RuntimeError, match="model gone"):
        write(failing(), tmp_path / "kept")
    assert sorted(place.name for place in tmp_path.rglob("*")) == before


def test_memory_does_not_grow_with_the_number_of_documents(document: Document, tmp_path: Path) -> None:
    long = longer(document)

    def peak(count: int) -> int:
        tracemalloc.start()
        conll2016.write((replace(long, id=str(number)) for number in range(count)), tmp_path / str(count))
        for _ in conll2016.read(tmp_path / str(count)):
            pass
        found = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return found

    few, many = peak(10), peak(40)
    assert many < 1.5 * few


def longer(document: Document) -> Document:
    """A document of a hundred times the text, so that its size shows."""
    size = len(document.text) + 1
    offsets = [
        (begin + size * time, end + size * time)
        for time in range(100)
        for begin, end in zip(document.tokens.begins, document.tokens.ends, strict=True)
    ]
    tokens = Tokens((document.text + " ") * 100, offsets)
    arguments = tokens.span(range(400)), tokens.span(range(401, 800))
    return Document("long", "en", tokens, relations=(DiscourseRelation(RelationType.ENTREL, *arguments),))
