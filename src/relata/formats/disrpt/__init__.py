"""DISRPT: connectives in `.tok` and `.conllu`, discourse relations in `.rels`, three files of one name.

Relations are read with Arg1 and Arg2, their label as sense, and other columns as extras. No file links
connectives to relations, so connectives stay marked in MISC: `connectives` returns them as spans.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import IO

from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, OnError, map_usable, strict
from relata.formats import conllu
from relata.formats.conllu import writing as conllu_writing
from relata.formats.disrpt.annotations import (
    COLUMNS,
    RelsFile,
    columns_for,
    connectives,
    is_marked,
    only_label,
    parse_relation,
    values,
    with_connectives,
)
from relata.formats.files import distinct, is_there, one_line, replacing
from relata.formats.warnings import Unsupported

__all__ = ["connectives", "read", "write"]

_CORPUS = re.compile(r"([a-z]{3})\.[a-z]+\.[a-z]+")
_LANGUAGES = {"eng": "en", "zho": "zh"}
SUFFIXES = (".tok", ".conllu", ".rels")
_UNSUPPORTED = {
    "connective": "whose connective it is",
    "inserted": "inserted connective",
    "second_inserted": "second inserted connective",
    "punctuation": "punctuation",
    "sup1": "Sup1",
    "sup2": "Sup2",
    "score": "score",
    "provenance": "provenance",
    "id": "id",
}


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


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write the file of the suffix of the path, or a directory with all three.

    The connectives of explicit relations are marked. If there are none, the labels of the tokens are kept.
    """
    target = Path(path)
    unsupported = Unsupported("DISRPT")
    with replacing(target) as fresh, ExitStack() as stack:
        paths = {target.suffix: fresh}
        if target.suffix not in SUFFIXES:
            fresh.mkdir()
            paths = {suffix: fresh / f"{target.name}{suffix}" for suffix in SUFFIXES}
        files = {
            suffix: stack.enter_context(file.open("w", encoding="utf-8", newline="\n"))
            for suffix, file in paths.items()
        }
        _write_to(files, distinct(documents, path), unsupported)
    unsupported.warn()


def _rels(path: Path | None, on_error: OnError) -> RelsFile | None:
    try:
        return RelsFile(path, on_error) if path else None
    except FormatError as error:
        on_error(error)
        return None


def _relations(document: Document, rels: RelsFile, on_error: OnError) -> Iterator[DiscourseRelation]:
    read_row = partial(parse_relation, document=document, path=rels.path)
    return map_usable(read_row, rels.take(document.id), on_error)


def _files(path: Path, on_error: OnError) -> Iterator[tuple[Path, Path | None]]:
    """Yield the files with tokens, each with its file of relations."""
    if path.is_dir():
        stems = {file.with_suffix("") for file in path.iterdir() if file.suffix in SUFFIXES}
        if not stems:
            raise FormatError(f"expected a directory with {', '.join(SUFFIXES)} files", path)
        for tokens in map_usable(_tokens, sorted(stems), on_error):
            yield tokens, _relations_of(tokens)
    elif path.suffix == ".rels":
        yield _tokens(path.with_suffix("")), path
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
    rels = tokens.with_suffix(".rels")
    return rels if is_there(rels) else None


def _language(file: Path) -> str | None:
    """Return the language in the name of a corpus; two letters for languages with models."""
    match = _CORPUS.match(file.name)
    return _LANGUAGES.get(match[1], match[1]) if match else None


def _write_to(files: Mapping[str, IO[str]], documents: Iterable[Document], unsupported: Unsupported) -> None:
    columns: tuple[str, ...] = ()
    for document in documents:
        if ".conllu" in files or ".tok" in files:
            conllu_writing.note_unsupported(document, unsupported)
            marked = _marked(document)
        if ".conllu" in files:
            files[".conllu"].writelines(f"{line}\n" for line in conllu_writing.lines(marked))
        if ".tok" in files:
            flat = _flat(marked)
            files[".tok"].writelines(f"{line}\n" for line in conllu_writing.lines(flat))
            lost = ".conllu" not in files and flat is not marked
            unsupported.add("sentences, syntax and metadata in .tok", "documents", lost)
        if ".rels" in files:
            columns = _write_relations(document, files[".rels"], columns, unsupported)
        else:
            unsupported.add("discourse relations without .rels", "relations", len(document.relations))
    if ".rels" in files and not columns:
        files[".rels"].write("\t".join(COLUMNS) + "\n")


def _write_relations(
    document: Document, file: IO[str], columns: tuple[str, ...], unsupported: Unsupported
) -> tuple[str, ...]:
    """Write the rows of a document; return the columns of the file, which its first relation decides on."""
    for relation in document.relations:
        if not (relation.arg1 and relation.arg2):
            unsupported.add("no Arg1 or no Arg2", "relations")
            continue
        if not columns:
            columns = columns_for(relation)
            file.write("\t".join(columns) + "\n")
        for name, feature in _UNSUPPORTED.items():
            unsupported.add(feature, "relations", getattr(relation, name) is not None)
        typed = relation.type is not RelationType.UNKNOWN
        unsupported.add("type", "relations", typed and "rel_type" not in columns)
        unsupported.add("extras", "relations", not relation.extras.keys() <= set(columns))
        row = values(relation, document, columns)
        file.write("\t".join(one_line(row[name]) for name in columns) + "\n")
    return columns


def _marked(document: Document) -> Document:
    """Return the document with connectives marked in MISC."""
    has_connectives = any(relation.explicit and relation.connective for relation in document.relations)
    if is_marked(document) and not has_connectives:
        return document
    misc = document.tokens.columns.get("misc") or conllu_writing.spaces(document)
    return replace(document, tokens=document.tokens.annotate(misc=with_connectives(document, misc)))


def _flat(document: Document) -> Document:
    """Return the document as in `.tok`: words with their labels, without sentences and syntax."""
    of_sentences = ("sent_id =", "text =")
    is_flat = len(document.comments) == 1 and not any(
        comment.startswith(of_sentences) for comment in document.comments[0]
    )
    if is_flat or not document.tokens:
        return document
    tokens = document.tokens
    bare = Tokens(
        document.text,
        zip(tokens.begins, tokens.ends, strict=True),
        forms=conllu_writing.forms(document),
        misc=map(only_label, tokens.columns["misc"]),
    )
    nonwords = tuple(_multiword_tokens(document))
    return Document(document.id, document.language, bare, comments=((),), nonwords=(nonwords,))


def _multiword_tokens(document: Document) -> Iterator[str]:
    """Yield the rows of multiword tokens, numbered over the document."""
    for sentence in document.sentences:
        for row in conllu_writing.nonwords(sentence):
            id, form = row.split("\t")[:2]
            if "-" in id:
                first, last = (int(number) + sentence.range.start for number in id.split("-"))
                yield "\t".join([f"{first}-{last}", form, *"_" * 8])
