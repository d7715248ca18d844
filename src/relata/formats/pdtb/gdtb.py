"""GDTB: `NAME.pdtb`, `.raw`, `.conllu` and, if there are trees, `.ptb` for each document.

The text of a document is the real one of `.conllu`. The offsets of `.pdtb` point into `.raw`, which has the
words joined by blanks: spans go from one to the other by their tokens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation
from relata.errors import FormatError, OnError, map_usable, strict
from relata.formats import conllu
from relata.formats.conllu.writing import forms, note_unsupported
from relata.formats.files import files_in, is_there, read_lines, read_text
from relata.formats.pdtb.pipe import RowReader, join_lines, parse_rows, read_raw, write_folder
from relata.formats.pdtb.rows import PDTB3_FIELDS, Dialect, rows
from relata.formats.warnings import Repairs, Unsupported
from relata.treebank import parse_trees

_DIALECT = Dialect(
    "gdtb", PDTB3_FIELDS, senses="pdtb3", unconnected="_", uninserted="_", named=True, whole_anchor=True
)
_LANGUAGE = "en"


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """Read the documents of a directory, or the one of a path such as `dev/GUM_bio_byron.pdtb`."""
    files = (file.with_suffix(".pdtb") for file in files_in(path, ".pdtb"))
    return map_usable(partial(_document, on_error=on_error), files, on_error)


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write documents to a directory."""
    write_folder(documents, path, _DIALECT.name, _contents)


def _document(pipe: Path, on_error: OnError) -> Document:
    document = _parsed(pipe)
    raw = _raw_tokens(document)
    repairs = Repairs(pipe)
    reader = RowReader(pipe, document.id, _DIALECT, raw, document.tokens, repairs)
    pipe_rows = parse_rows(pipe, list(read_lines(pipe)), _DIALECT, len(raw.text), on_error)
    relations = reader.relations(pipe_rows, on_error)
    document = document.with_relations([_with_connective(relation, repairs) for relation in relations])
    repairs.warn()
    return document


def _parsed(pipe: Path) -> Document:
    """Read the document of a pipe file's companions, without relations."""
    path = pipe.with_suffix(".conllu")
    if not path.is_file():
        raise FormatError(f"expected the words of {pipe}, found no such file", path)
    documents = list(conllu.read(path))
    if len(documents) != 1:
        raise FormatError(f"expected one document, found {len(documents)}", path)
    document = documents[0]
    _check_raw(_raw_tokens(document).text, pipe)
    trees = _trees(pipe.with_suffix(".ptb"), len(document.sentences))
    return replace(document, language=_LANGUAGE, trees=trees)


def _raw_tokens(document: Document) -> Tokens:
    """Return the same tokens on a text that joins their forms by blanks."""
    return Tokens.of_words(forms(document), sentence_starts=document.tokens.sentence_starts)


def _check_raw(expected: str, pipe: Path) -> None:
    path = pipe.with_suffix(".raw")
    text = read_raw(path, pipe).removesuffix("\n")
    if text != expected:
        pairs = enumerate(zip(text, expected, strict=False))
        shorter = min(len(text), len(expected))
        at = next((index for index, (raw, word) in pairs if raw != word), shorter)
        raise FormatError(f"expected the words of the .conllu file, they part at character {at}", path)


def _with_connective(relation: DiscourseRelation, repairs: Repairs) -> DiscourseRelation:
    """Add the missing connective span of an Explicit relation if Arg2 opens with the connective."""
    if not relation.explicit or relation.connective:
        return relation
    words = relation.extras.get("connective", "").lower().split()
    opening = relation.arg2.indices[: len(words)]
    tokens = relation.arg2.tokens
    if not words or [tokens.form(index).lower() for index in opening] != words:
        repairs.add("Explicit rows without a connective span")
        return relation
    repairs.add("connectives found at the start of Arg2")
    return replace(
        relation,
        connective=tokens.span(opening),
        arg2=tokens.span(relation.arg2.indices[len(words) :]),
        extras={name: value for name, value in relation.extras.items() if name != "connective"},
    )


def _trees(path: Path, sentences: int) -> tuple[str, ...]:
    """Read the trees of an optional file: one a sentence, each on one line."""
    if not is_there(path):
        return ()
    trees = tuple(map(str, parse_trees(read_text(path), path)))
    if len(trees) != sentences:
        raise FormatError(f"expected {sentences} trees, one a sentence, found {len(trees)}", path)
    return trees


def _contents(document: Document, unsupported: Unsupported) -> dict[str, str]:
    raw = _raw_tokens(document)
    note_unsupported(replace(document, trees=()), unsupported)
    unsupported.add("language", "documents", document.language != _LANGUAGE)
    files = {
        f"{document.id}.pdtb": join_lines(rows(document, raw, _DIALECT, unsupported)),
        f"{document.id}.raw": raw.text,
        f"{document.id}.conllu": join_lines(conllu.lines(document)),
    }
    trees = [tree for tree in document.trees if tree is not None]
    if len(trees) == len(document.sentences):
        files[f"{document.id}.ptb"] = "\n\n".join(trees)
    else:
        unsupported.add("trees", "sentences", len(trees))
    return files
