"""Word vectors: files of two forms, and skip-gram."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from relata.baselines.word_vectors import CorpusText, check_vectors, read_vectors, skip_gram, word_vectors
from relata.errors import FormatError, Lenient, ProtocolError

WORDS = frozenset({"rain", "tea"})
TEXT = CorpusText({"a": [["rain", "and", "tea"]] * 20, "b": [["boats", "and", "tea"]] * 20})


def vectors_file(folder: Path, content: bytes, name: str = "vectors.txt") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize("header", [b"3 2\n", b""])
def test_text_files_are_read_with_and_without_header(tmp_path: Path, header: bytes) -> None:
    found = read_vectors(vectors_file(tmp_path, header + b"Rain 1 2\nrain 3 4\nTea 5 -6e-1\nx 0 0\n"), WORDS)
    assert {word: vector.tolist() for word, vector in found.items()} == {
        "rain": [3.0, 4.0],
        "tea": [5.0, pytest.approx(-0.6)],
    }


def test_binary_files_are_read(tmp_path: Path) -> None:
    rows = b"".join(word + b" " + struct.pack("<2f", 1.5, 2) + b"\n" for word in (b"tea", b"x", b"rain"))
    found = read_vectors(vectors_file(tmp_path, b"3 2\n" + rows, "vectors.bin"), WORDS)
    assert found.keys() == WORDS
    assert found["rain"].tolist() == [1.5, 2.0]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("v.txt", b"2 2\nrain 1 2\ntea 1\n", r"v.txt:3: expected 2 numbers, got 1"),
        ("v.txt", b"rain 1 2\ntea 1 2 3\n", r"v.txt:2: expected 2 numbers, got 3"),
        ("v.txt", b"rain 1 nan\n", r"v.txt:1: expected finite numbers"),
        ("v.txt", b"rain\n", r"v.txt:1: expected some numbers, got 0"),
        ("v.txt", b"rain 1 two\n", r"v.txt:1: expected a word and numbers with blanks between"),
        ("v.txt", b"\xff\xfe 1 2\n", r"v.txt:1: expected a word and numbers"),
        ("v.txt", b"coffee 1 2\n", r"expected vectors of words of the data, found none"),
        ("v.bin", b"rain 1 2\n", r"expected a first line with the numbers of words and of dimensions"),
        ("v.bin", b"2 2\nrain " + struct.pack("<2f", 1, 2), r"expected 2 vectors of 2 numbers, got 1"),
        ("v.bin", b"1 1\nrain " + struct.pack("<f", float("nan")), r"are no numbers"),
    ],
)
def test_faulty_files_end_in_one_line(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        check_vectors(str(vectors_file(tmp_path, content, name)), WORDS)


def test_lenient_reading_goes_on_without_rows_of_another_width(tmp_path: Path) -> None:
    path = vectors_file(tmp_path, b"rain 1 2\ntea 1 2 3\nx y z\n")
    lenient = Lenient()
    check_vectors(str(path), WORDS, on_error=lenient)
    assert [fault.line for fault in lenient.faults] == [2, 3]
    assert list(word_vectors(str(path), WORDS, TEXT, ["a"])) == ["rain"]


def test_skip_gram_is_trained_on_the_documents_asked_for_and_always_the_same() -> None:
    pytest.importorskip("gensim", reason="needs the extra [experiments]")
    found = word_vectors("skip-gram:8", WORDS, TEXT, ["a"])
    assert found.keys() == {"rain", "and", "tea"}
    again = skip_gram(CorpusText(TEXT.documents), frozenset("a"), 8)
    assert all(np.array_equal(vector, again[word]) for word, vector in found.items())
    assert word_vectors("skip-gram", WORDS, TEXT, ["a"])["rain"].shape == (50,)
    assert word_vectors("skip-gram", WORDS, CorpusText({"a": [["once"]]}), ["a"]) == {}
    assert word_vectors("none", WORDS, TEXT, ["a"]) == {}


def test_skip_gram_needs_gensim(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("relata.baselines.word_vectors.find_spec", lambda name: None)
    with pytest.raises(ProtocolError, match="skip-gram vectors need gensim: pip install"):
        check_vectors("skip-gram", WORDS)
