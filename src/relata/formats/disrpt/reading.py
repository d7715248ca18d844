"""DISRPT: connectives in `.tok` and `.conllu`, discourse relations in `.rels`, three files of one name.

Relations are read with Arg1 and Arg2, their label as sense, and what else a row says as extras. No file says
which connective is whose, so connectives stay marked in MISC: `connectives` gives them as spans.
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
from relata.formats.disrpt.labels import connectives
from relata.formats.disrpt.rels import Rels, relation
from relata.formats.disrpt.writing import SUFFIXES, write
from relata.formats.files import is_there

__all__ = ["connectives", "read", "write"]

_CORPUS = re.compile(r"([a-z]{3})\.[a-z]+\.[a-z]+")
_LANGUAGES = {"eng": "en", "zho": "zh"}


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """The documents of a `.tok`, `.conllu` or `.rels` file and its companions, or of a directory.

    Companions have the same name. Tokens come from the file that is named, else from `.conllu`, else `.tok`.
    """
    for tokens, rels in _files(Path(path), on_error):
        relations = _rels(rels, on_error)
        for document in conllu.read(tokens, on_error=on_error):
            found = replace(document, language=_language(tokens) or document.language)
            yield found.with_relations(_relations(found, relations, on_error)) if relations else found
        for name in relations.expected if relations else ():
            message = f"relations of a document {name!r} that is not in {tokens.name}"
            on_error(FormatError(message, rels or path, field="doc"))


def _rels(path: Path | None, on_error: OnError) -> Rels | None:
    try:
        return Rels(path, on_error) if path else None
    except FormatError as error:
        on_error(error)
        return None


def _relations(document: Document, rels: Rels, on_error: OnError) -> Iterator[DiscourseRelation]:
    for row in rels.take(document.id):
        try:
            yield relation(row, document, rels.path)
        except FormatError as error:
            on_error(error)


def _files(place: Path, on_error: OnError) -> Iterator[tuple[Path, Path | None]]:
    """The files with tokens, each with its file of relations."""
    if place.is_dir():
        stems = {_companion(file, "") for file in place.iterdir() if file.suffix in SUFFIXES}
        if not stems:
            raise FormatError(f"expected a directory with {', '.join(SUFFIXES)} files", place)
        for stem in sorted(stems):
            try:
                tokens = _tokens(stem)
            except FormatError as error:
                on_error(error)
            else:
                yield tokens, _relations_of(tokens)
    elif place.suffix == ".rels":
        yield _tokens(_companion(place, "")), place
    elif place.suffix in SUFFIXES:
        yield place, _relations_of(place)
    else:
        raise FormatError(f"expected one of the suffixes {', '.join(SUFFIXES)}", place)


def _tokens(stem: Path) -> Path:
    """The file with the tokens of a corpus."""
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
    """The language that the name of a corpus gives, two letters for those that have models."""
    match = _CORPUS.match(file.name)
    return _LANGUAGES.get(match[1], match[1]) if match else None
