"""Relata's own format: what goes out comes back, and faults are named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from relata.document import Document, Tokens
from relata.document.relations import Argument, DiscourseRelation, Proposition, RelationType
from relata.errors import FormatError, Lenient
from relata.formats import jsonl
from tests.strategies import documents

TEXT = "It rained , so we left . 好 。"


@pytest.fixture
def document() -> Document:
    tokens = Tokens(
        TEXT,
        [(0, 2), (3, 9), (10, 11), (12, 14), (15, 17), (18, 22), (23, 24), (25, 26), (27, 28)],
        sentence_starts=[0, 7],
        heads=[2, 0, 2, 6, 6, 2, 2, 0, 1],
        tag=("PRP", "VBD", ",", "RB", "PRP", "VBD", ".", "VA", "PU"),
    )
    relation = DiscourseRelation(
        RelationType.EXPLICIT,
        tokens.span([0, 1]),
        tokens.span([4, 5]),
        senses=("Contingency.Cause.Result",),
        connective=tokens.span([3]),
        score=0.75,
        id=7,
    )
    proposition = Proposition(tokens.span([5]), "leave.01", (Argument("A0", tokens.span([4]), 4),))
    return Document(
        "weather", "en", tokens, ((0, 24),), (relation,), (proposition,), metadata={"source": "own"}
    )


def altered(document: Document, *path: str | int, to: Any) -> str:
    """The line of a document with another value at a place in it."""
    value = json.loads(jsonl.dumps(document))
    place = value
    for step in path[:-1]:
        place = place[step]
    if to is KeyError:
        del place[path[-1]]
    else:
        place[path[-1]] = to
    return json.dumps(value)


@settings(deadline=None)
@given(documents(apart=False))
def test_every_document_comes_back_from_one_line_of_utf8(document: Document) -> None:
    lines = jsonl.dumps(document).encode("utf-8").decode("utf-8").split("\n")
    assert [jsonl.loads(line) for line in lines] == [document]


def test_the_line_is_laid_out_as_the_documentation_says(document: Document) -> None:
    value = json.loads(jsonl.dumps(document))
    assert value["sentences"][1] == {
        "span": [25, 28],
        "tokens": [
            {"span": [25, 26], "form": "好", "tag": "VA", "head": 0},
            {"span": [27, 28], "form": "。", "tag": "PU", "head": 1},
        ],
    }
    assert value["relations"][0]["connective"] == {"spans": [[12, 14]], "text": "so"}
    assert value["propositions"][0]["roles"] == [{"role": "A0", "head": 5, "spans": [[15, 17]], "text": "we"}]


def test_layers_that_a_document_has_not_are_absent() -> None:
    value = json.loads(jsonl.dumps(Document("empty", "en", Tokens("", []))))
    assert value == {"format": "relata/1", "id": "empty", "language": "en", "text": "", "sentences": []}


def test_chinese_stands_in_the_file_as_it_is_read(document: Document) -> None:
    assert "好 。" in jsonl.dumps(document)


def test_tokens_are_named_where_characters_do_not_tell_them_apart() -> None:
    tokens = Tokens("au", [(0, 2), (0, 2)], forms=("à", "le"))
    relation = DiscourseRelation(RelationType.ENTREL, tokens.span([0]), tokens.span([1]))
    document = Document("mwt", "fr", tokens, relations=(relation,))
    assert jsonl.loads(jsonl.dumps(document)).relations == (relation,)


def test_half_a_surrogate_pair_survives_a_file(tmp_path: Path) -> None:
    document = Document("odd \udc80", "en", Tokens("a\ud83d b", [(0, 2), (3, 4)]))
    jsonl.write([document], tmp_path / "odd.jsonl")
    assert list(jsonl.read(tmp_path / "odd.jsonl")) == [document]


def test_a_surrogate_pair_of_two_characters_is_refused() -> None:
    with pytest.raises(FormatError, match=r"'x'.*expected one character"):
        jsonl.dumps(Document("x", "en", Tokens("\ud83d\ude00", [])))


@pytest.mark.parametrize("score", [float("nan"), float("inf")])
def test_a_score_that_json_has_no_number_for_is_refused(document: Document, score: float) -> None:
    proposition = Proposition(document.tokens.span([1]), score=score)
    with pytest.raises(FormatError, match=r"weather.*no finite number"):
        jsonl.dumps(document.with_propositions([proposition]))


def test_forms_may_be_left_out_where_they_stand_in_the_text(document: Document) -> None:
    value = json.loads(jsonl.dumps(document))
    for sentence in value["sentences"]:
        for token in sentence["tokens"]:
            del token["form"]
    assert jsonl.loads(json.dumps(value)) == document


FAULTS: dict[str, tuple[tuple[str | int, ...], Any, str, str]] = {
    "another version": (("format",), "relata/2", "format", "expected 'relata/1'"),
    "no version": (("format",), KeyError, "format", "expected 'relata/1'"),
    "unknown field": (("txet",), "", "", "unknown field 'txet'"),
    "no id": (("id",), KeyError, "id", "is missing"),
    "text of another type": (("text",), ["a"], "text", "expected a string"),
    "metadata no object": (("metadata",), [], "metadata", "expected an object, got a list"),
    "metadata of numbers": (("metadata", "source"), 1, "metadata.source", "expected a string"),
    "paragraph outside": (("paragraphs", 0), [0, 99], "paragraphs", "outside the text"),
    "paragraph no pair": (("paragraphs", 0), [0], "paragraphs[0]", "expected a list of length 2, got 1"),
    "sentences no list": (("sentences",), {}, "sentences", "expected a list"),
    "sentence no object": (("sentences", 0), 1, "sentences[0]", "expected an object"),
    "sentence elsewhere": (("sentences", 1, "span"), [0, 4], "sentences[1].span", "expected [25, 28]"),
    "no tokens": (("sentences", 1, "tokens"), KeyError, "sentences[1].tokens", "is missing"),
    "tokens no list": (("sentences", 1, "tokens"), {}, "sentences[1].tokens", "expected a list"),
    "token no object": (("sentences", 0, "tokens", 2), "x", "sentences[0].tokens[2]", "expected an object"),
    "token without span": (
        ("sentences", 0, "tokens", 2, "span"), KeyError, "sentences[0].tokens[2].span", "is missing",
    ),
    "token of text": (
        ("sentences", 0, "tokens", 2, "span"), ["0", "1"], "sentences[0].tokens[2].span[0]", "an integer",
    ),
    "unknown column": (
        ("sentences", 0, "tokens", 2, "pos"), "DT", "sentences[0].tokens[2]", "unknown field 'pos'",
    ),
    "tag a number": (("sentences", 0, "tokens", 2, "tag"), 1, "sentences[0].tokens[2].tag", "a string"),
    "head a string": (("sentences", 0, "tokens", 2, "head"), "1", "sentences[0].tokens[2].head", "integer"),
    "head outside": (("sentences", 1, "tokens", 0, "head"), 3, "sentences[1].tokens[0].head", "0 to 2"),
    "token outside the text": (("sentences", 1, "tokens", 1, "span"), [27, 99], "sentences", "outside"),
    "token beyond any text": (("sentences", 1, "tokens", 1, "span"), [27, 2**40], "sentences", "within"),
    "tokens in disorder": (("sentences", 1, "tokens", 1, "span"), [0, 1], "sentences", "stands before"),
    "unknown type": (("relations", 0, "type"), "Expl", "relations[0].type", "expected one of Explicit"),
    "no type": (("relations", 0, "type"), KeyError, "relations[0].type", "is missing"),
    "no argument": (("relations", 0, "arg1"), KeyError, "relations[0].arg1", "is missing"),
    "senses no list": (("relations", 0, "senses"), "a", "relations[0].senses", "expected a list"),
    "sense a number": (("relations", 0, "senses", 0), 1, "relations[0].senses[0]", "expected a string"),
    "score a string": (("relations", 0, "score"), "1", "relations[0].score", "a number, got a string"),
    "score of 400 digits": (("relations", 0, "score"), 10**400, "relations[0].score", "a finite number"),
    "score infinite": (("relations", 0, "score"), float("inf"), "relations[0].score", "a finite number"),
    "id a fraction": (("relations", 0, "id"), 1.5, "relations[0].id", "expected an integer"),
    "text not at the offsets": (
        ("relations", 0, "arg1", "text"), "It rain", "relations[0].arg1.text", "expected 'It rained'",
    ),
    "inside a token": (("relations", 0, "arg1", "spans"), [[0, 7]], "relations[0].arg1.spans", "token edges"),
    "outside the text": (("relations", 0, "arg1", "spans"), [[0, 77]], "relations[0].arg1.spans", "outside"),
    "reversed": (("relations", 0, "arg1", "spans"), [[9, 0]], "relations[0].arg1.spans", "outside"),
    "overlapping": (
        ("relations", 0, "arg1", "spans"), [[0, 9], [3, 9]], "relations[0].arg1.spans", "do not overlap",
    ),
    "other tokens": (("relations", 0, "arg1", "tokens"), [[4, 5]], "relations[0].arg1.tokens", "[[0, 9]]"),
    "tokens outside": (("relations", 0, "arg1", "tokens"), [[4, 55]], "relations[0].arg1.tokens", "outside"),
    "role without a name": (
        ("propositions", 0, "roles", 0, "role"), KeyError, "propositions[0].roles[0].role", "is missing",
    ),
    "role with a head outside": (
        ("propositions", 0, "roles", 0, "head"), 44, "propositions[0].roles[0].head", "outside the document",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_named_with_line_and_field(document: Document, fault: str) -> None:
    path, value, field, message = FAULTS[fault]
    with pytest.raises(FormatError) as caught:
        jsonl.loads(altered(document, *path, to=value), "a.jsonl", 3)
    assert str(caught.value).startswith(f"a.jsonl:3: {field}")
    assert message in caught.value.message


def test_a_faulty_relation_is_skipped_and_the_rest_is_kept(document: Document, tmp_path: Path) -> None:
    lines = [altered(document, "relations", 0, "type", to="?"), altered(document, "id", to="second")]
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    lenient = Lenient()
    first, second = jsonl.read(tmp_path / "a.jsonl", on_error=lenient)
    assert (first.relations, len(first.propositions), len(second.relations)) == ((), 1, 1)
    assert [fault.line for fault in lenient.faults] == [1]


def test_a_faulty_document_is_skipped_and_the_others_are_kept(document: Document, tmp_path: Path) -> None:
    lines = [jsonl.dumps(document), "{", "[]", altered(document, "id", to="last")]
    (tmp_path / "a.jsonl").write_text("\n".join(lines), encoding="utf-8")
    lenient = Lenient()
    assert [found.id for found in jsonl.read(tmp_path / "a.jsonl", on_error=lenient)] == ["weather", "last"]
    assert [fault.line for fault in lenient.faults] == [2, 3]


def test_lines_and_files_that_cannot_be_read_are_skipped(document: Document, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"\xe9\n" + jsonl.dumps(document).encode())
    (tmp_path / "b.jsonl").symlink_to("nowhere")
    lenient = Lenient()
    assert [found.id for found in jsonl.read(tmp_path, on_error=lenient)] == ["weather"]
    assert [(Path(fault.path).name, fault.line) for fault in lenient.faults] == [
        ("a.jsonl", 1),
        ("b.jsonl", None),
    ]


def test_a_directory_is_read_file_by_file(document: Document, tmp_path: Path) -> None:
    jsonl.write([document], tmp_path / "b.jsonl")
    jsonl.write([Document("a", "en", document.tokens)], tmp_path / "a.jsonl")
    assert [found.id for found in jsonl.read(tmp_path)] == ["a", "weather"]


def test_a_directory_without_such_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"expected a directory with \.jsonl files"):
        list(jsonl.read(tmp_path))


def test_an_id_that_comes_twice_is_a_fault_in_a_directory(document: Document, tmp_path: Path) -> None:
    for name in ("a.jsonl", "b.jsonl"):
        jsonl.write([document], tmp_path / name)
    with pytest.raises(FormatError, match=r"b\.jsonl:1: id: 'weather' comes twice"):
        list(jsonl.read(tmp_path))


def test_an_id_that_comes_twice_is_not_written(document: Document, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="'weather' comes twice"):
        jsonl.write([document, document], tmp_path / "a.jsonl")
    assert list(tmp_path.iterdir()) == []


def test_empty_lines_byte_order_mark_and_crlf_are_accepted(document: Document, tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(b"\xef\xbb\xbf" + jsonl.dumps(document).encode() + b"\r\n\r\n \n")
    assert list(jsonl.read(tmp_path / "a.jsonl")) == [document]


def test_no_documents_make_an_empty_file_that_can_be_read(tmp_path: Path) -> None:
    jsonl.write([], tmp_path / "a.jsonl")
    assert list(jsonl.read(tmp_path / "a.jsonl")) == []


def test_a_failure_while_writing_leaves_the_old_file(document: Document, tmp_path: Path) -> None:
    jsonl.write([document], tmp_path / "a.jsonl")

    def failing() -> Any:
        yield Document("other", "en", document.tokens)
        raise RuntimeError("model gone")

    with pytest.raises(RuntimeError, match="model gone"):
        jsonl.write(failing(), tmp_path / "a.jsonl")
    assert list(jsonl.read(tmp_path / "a.jsonl")) == [document]
    assert [place.name for place in tmp_path.iterdir()] == ["a.jsonl"]


@settings(deadline=None)
@given(documents(), st.data())
def test_a_mutated_line_gives_a_document_or_a_format_error(document: Document, data: st.DataObject) -> None:
    line = jsonl.dumps(document)
    begin = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(begin, min(len(line), begin + 6)))
    put = data.draw(
        st.sampled_from(('"', "{", "]", ",", "-1", "null", "[[1,2]]", "1e999", "\ud800", "9" * 20, ""))
    )
    try:
        found = jsonl.loads(line[:begin] + put + line[end:])
    except FormatError:
        return
    assert jsonl.loads(jsonl.dumps(found)) == found


def as_array(*lines: str) -> str:
    return "[\n" + "\n,".join(lines) + "\n]\n"


def test_an_array_of_documents_is_read(document: Document, tmp_path: Path) -> None:
    other = replace(document, id="b")
    (tmp_path / "a.json").write_text(as_array(jsonl.dumps(document), jsonl.dumps(other)), encoding="utf-8")
    assert list(jsonl.read(tmp_path / "a.json")) == [document, other]
    assert list(jsonl.read(tmp_path)) == [document, other]


@pytest.mark.parametrize("text", ["[]", "\ufeff [ ]\n", "[\n\n]"])
def test_an_empty_array_has_no_documents(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    assert list(jsonl.read(tmp_path / "a.json")) == []


def test_an_array_may_be_laid_out_in_any_way(document: Document, tmp_path: Path) -> None:
    values = [json.loads(jsonl.dumps(each)) for each in (document, replace(document, id="b"))]
    (tmp_path / "a.json").write_text(json.dumps(values, indent=2), encoding="utf-8")
    assert list(jsonl.read(tmp_path / "a.json")) == [document, replace(document, id="b")]


def test_faulty_documents_of_an_array_are_skipped(document: Document, tmp_path: Path) -> None:
    lines = [jsonl.dumps(document), "1", altered(document, "id", to=2), altered(document, "id", to="b")]
    (tmp_path / "a.json").write_text(as_array(*lines), encoding="utf-8")
    lenient = Lenient()
    assert [read.id for read in jsonl.read(tmp_path / "a.json", on_error=lenient)] == ["weather", "b"]
    assert [(fault.line, fault.field, fault.message) for fault in lenient.faults] == [
        (3, None, "expected a JSON object"),
        (4, "id", "expected a string, got an integer"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("[\n{}\n", 3, "expected , or ] after an object"),
        ("[\n{}\n{}]", 3, "expected , or ] after an object"),
        ("[\n{},\n]", 3, "broken JSON at column 1: Expecting value"),
        ('[\n{},\n{"a": \n}]', 4, "broken JSON at column 1: Expecting value"),
        ("[{}] {}", 1, "expected nothing after the array"),
    ],
)
def test_a_broken_array_is_named_with_its_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    lenient = Lenient()
    assert list(jsonl.read(tmp_path / "a.json", on_error=lenient)) == []
    assert (lenient.faults[-1].line, lenient.faults[-1].message) == (line, message)
