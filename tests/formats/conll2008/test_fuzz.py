"""CoNLL-2008 files of all sorts: what is read is written back, and nothing but a `FormatError` stops it."""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from relata.document import Document
from relata.errors import FormatError, Lenient, OnError, RelataWarning, strict
from relata.formats import conll2008, conllu, jsonl
from tests import strategies
from tests.conll2008_files import DOG, TREE, put

FUZZ = settings(max_examples=40)

fields = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters=" "), min_size=1, max_size=4
) | st.sampled_from(("_", "\\/", "a|b", "=", "-LRB-", "\\s", "NN"))
words = fields.filter(lambda form: form.strip("_"))
labels = st.sampled_from(("A0", "AM-TMP", "R-A1", "C-A1", "SU", "_", "_"))


@st.composite
def sentences(draw: DrawFn) -> str:
    """Rows with any fields, and with as many columns as they should have."""
    size = draw(st.integers(1, 5))
    predicates = draw(st.lists(st.booleans(), min_size=size, max_size=size))
    rows = []
    for number in range(1, size + 1):
        given = [draw(fields) for _ in range(4)] + [draw(words), draw(fields), draw(fields)]
        analysis = [str(draw(st.integers(0, size))), draw(fields)]
        pred = draw(words) if predicates[number - 1] else "_"
        arguments = [draw(labels) for _ in range(sum(predicates))]
        rows.append("\t".join([str(number), *given, *analysis, pred, *arguments]))
    return "\n".join(rows) + "\n\n"


def read(place: Path, content: str | bytes, on_error: OnError = strict) -> list[Document]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelataWarning)
        return list(conll2008.read(put(place, content), on_error=on_error))


def written(place: Path, documents: Iterable[Document]) -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RelataWarning)
        conll2008.write(documents, place / "out.conll08")
    return (place / "out.conll08").read_text(encoding="utf-8")


@FUZZ
@given(st.lists(sentences(), min_size=1, max_size=3).map("".join))
def test_a_file_comes_back_byte_for_byte(content: str) -> None:
    with TemporaryDirectory() as place:
        assert written(Path(place), read(Path(place), content)) == content


@FUZZ
@given(st.lists(sentences(), min_size=1, max_size=3).map("".join))
def test_a_file_comes_back_through_json_lines(content: str) -> None:
    with TemporaryDirectory() as place:
        jsonl.write(read(Path(place), content), Path(place) / "a.jsonl")
        assert written(Path(place), jsonl.read(Path(place) / "a.jsonl")) == content


@FUZZ
@given(st.lists(sentences(), min_size=1, max_size=3).map("".join))
def test_tokens_come_back_through_conllu(content: str) -> None:
    with TemporaryDirectory() as place, warnings.catch_warnings():
        warnings.simplefilter("ignore", RelataWarning)
        (document,) = read(Path(place), content)
        conllu.write([document], Path(place) / "a.conllu")
        (back,) = conllu.read(Path(place) / "a.conllu")
        assert back.tokens == document.tokens


@FUZZ
@given(strategies.documents(ids=st.just("a")))
def test_any_document_is_written_so_that_it_can_be_read(document: Document) -> None:
    assume(any(document.sentences))
    forms = [token.form for token in document.tokens]
    assume(2 * sum(not form.strip("_ \t\r\n\0") for form in forms) <= len(forms))
    with TemporaryDirectory() as place:
        content = written(Path(place), [document])
        assert written(Path(place), read(Path(place), content)) == content


@FUZZ
@given(
    st.lists(
        st.tuples(st.integers(0, len(DOG + TREE)), st.integers(0, 6), st.binary(max_size=4)),
        min_size=1,
        max_size=3,
    )
)
def test_spoilt_files_are_read_or_refused(changes: list[tuple[int, int, bytes]]) -> None:
    content = (DOG + TREE).encode()
    for start, size, put_in in changes:
        content = content[:start] + put_in + content[start + size :]
    with TemporaryDirectory() as place:
        lenient = Lenient()
        kept = read(Path(place), content, lenient)
        try:
            whole = read(Path(place), content)
        except FormatError:
            assert lenient.faults
        else:
            assert (kept, lenient.faults) == (whole, [])
