"""DISRPT: connectives in `.tok` and `.conllu`, discourse relations in `.rels`, three files of one name.

Relations are read with Arg1 and Arg2, their label as sense, and other columns as extras. No file links
connectives to relations, so connectives stay marked in MISC: `connectives` returns them as spans.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from relata.document import Document
from relata.document.relations import DiscourseRelation
from relata.errors import FormatError, OnError, strict
from relata.formats import conllu
from relata.formats.disrpt.annotations import RelsFile, connectives, parse_relation
from relata.formats.disrpt.writing import SUFFIXES, write
from relata.formats.files import is_there

__all__ = ["connectives", "read", "write"]

_CORPUS = re.compile(r"([a-z]{3})\.[a-z]+\.[a-z]+")
_LANGUAGES = {"eng": "en", "zho": "zh"}


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """Read the documents of a `.tok`, `.conllu` or `.rels` file and its companions, or of a directory.

    Companions have the same name. Tokens come from the named file, else from `.conllu`, else from `.tok`.
    """
    for tokens, rels in _files(Path(path), on_error):
        relations = _rels(rels, on_error)
        for document in conllu.read(tokens, on_error=on_error):
            document = replace(document, language=_language(tokens) or document.language)
            if relations:
                document = document.with_relations(_relations(document, relations, on_error))
            yield document
        for name in relations.expected if relations else ():
            message = f"relations of a document {name!r} that is not in {tokens.name}"
            on_error(FormatError(message, rels or path, field="doc"))


def _rels(path: Path | None, on_error: OnError) -> RelsFile | None:
    try:
        return RelsFile(path, on_error) if path else None
    except FormatError as error:
        on_error(error)
        return None


def _relations(document: Document, rels: RelsFile, on_error: OnError) -> Iterator[DiscourseRelation]:
    for row in rels.take(document.id):
        try:
            yield parse_relation(row, document, rels.path)
        except FormatError as error:
            on_error(error)


def _files(path: Path, on_error: OnError) -> Iterator[tuple[Path, Path | None]]:
    """Yield the files with tokens, each with its file of relations."""
    if path.is_dir():
        stems = {_companion(file, "") for file in path.iterdir() if file.suffix in SUFFIXES}
        if not stems:
            raise FormatError(f"expected a directory with {', '.join(SUFFIXES)} files", path)
        for stem in sorted(stems):
            try:
                tokens = _tokens(stem)
            except FormatError as error:
                on_error(error)
            else:
                yield tokens, _relations_of(tokens)
    elif path.suffix == ".rels":
        yield _tokens(_companion(path, "")), path
    elif path.suffix in SUFFIXES:
        yield path, _relations_of(path)
    else:
        raise FormatError(f"expected one of the suffixes {', '.join(SUFFIXES)}", path)


def _tokens(stem: Path) -> Path:
    """Return the file with the tokens of a corpus."""
    files = [Path(f"{stem}{suffix}") for suffix in (".conllu", ".tok")]
    for file in files:
        if is_there(file):
            return file
    raise FormatError(f"expected {files[0].name} or {files[1].name} beside it", f"{stem}.rels")


def _relations_of(tokens: Path) -> Path | None:
    rels = _companion(tokens, ".rels")
    return rels if is_there(rels) else None


def _companion(file: Path, suffix: str) -> Path:
    return file.with_name(f"{file.stem}{suffix}")


def _language(file: Path) -> str | None:
    """Return the language in the name of a corpus; two letters for languages with models."""
    match = _CORPUS.match(file.name)
    return _LANGUAGES.get(match[1], match[1]) if match else None
