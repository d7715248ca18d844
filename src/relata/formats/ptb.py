"""Penn Treebank: trees in brackets (`.mrg`, `.parse`), read as tokens with tags, dependencies and trees.

Writing gives a folder with a file `ID.mrg` for each document, a tree a line.

Heads and labels are those of the CoNLL-2008 task. Files of PropBank and NomBank add propositions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, map_usable, strict
from relata.formats.files import distinct, file_name, one_line, read_text, replacing, write_text
from relata.formats.folders import files_below
from relata.formats.propbank.banks import Banks, HyphenSplitter, Sources
from relata.formats.propbank.frames import ArgumentCounts, TreeDocument
from relata.formats.warnings import Unsupported
from relata.treebank import Tree, parse_trees
from relata.treebank.tree import decoded_word

SUFFIXES = (".mrg", ".parse", ".ptb", ".tree")
"""Suffixes of files of trees, in small or capital letters."""

_NOTICE = re.compile(r"(?m)^\*x\*.*$")
"""Lines of the copyright notice at the top of files, as the Switchboard part has them."""


def read(
    path: str | Path,
    *,
    propbank: str | Path | None = None,
    nombank: str | Path | None = None,
    names: str | Path | None = None,
    splitter: HyphenSplitter | None = None,
    counts: ArgumentCounts | None = None,
    on_error: OnError = strict,
) -> Iterator[Document]:
    """Read the document of a file of trees, or of all such files in a directory and its folders.

    PropBank, NomBank and names (BBN) are files or folders of releases; a `splitter` splits words at hyphens;
    `counts` sums up the arguments. A fault skips the document: with a sentence less, pointers would miss
    their tree. A pointer that misses is left out alone.
    """
    source = Path(path)
    files = tree_files(source) if source.is_dir() else [source]
    banks = Banks(Sources(propbank, nombank, names, splitter), on_error)
    yield from map_usable(partial(_document, banks=banks, counts=counts, on_error=on_error), files, on_error)
    banks.warn()


def write(documents: Iterable[Document], path: str | Path) -> None:
    """Write the trees of documents to a folder."""
    unsupported = Unsupported("the Penn Treebank's format")
    with replacing(path) as folder:
        folder.mkdir()
        for document in distinct(documents, path):
            unsupported.add("relations", "relations", len(document.relations))
            unsupported.add_layers(document, "propositions", "metadata")
            if any(document.trees):
                name = f"{file_name(document.id, path)}{SUFFIXES[0]}"
                write_text(folder / name, lines(document, unsupported), path)
            else:
                unsupported.add("documents without trees", "documents")
    unsupported.warn()


def lines(document: Document, unsupported: Unsupported | None = None) -> Iterator[str]:
    """Format the trees of a document, one a line; sentences without a tree are counted as unsupported."""
    for sentence in document.sentences:
        if sentence.tree is not None:
            yield f"{one_line(sentence.tree)}\n"
        elif unsupported is not None:
            unsupported.add("sentences without a tree", "sentences")


def tree_files(folder: Path) -> list[Path]:
    """Return the files of trees at or below a folder."""
    files = list(files_below(folder, lambda file: file.suffix.lower() in SUFFIXES))
    if not files:
        raise FormatError(f"expected a directory with {', '.join(SUFFIXES)} files", folder)
    return files


def read_trees(path: Path) -> Iterator[Tree]:
    """Read the trees of a file one by one."""
    return parse_trees(_NOTICE.sub("", read_text(path)), path)


def _document(path: Path, banks: Banks, counts: ArgumentCounts | None, on_error: OnError) -> Document:
    trees = list(read_trees(path))
    if not trees:
        raise FormatError("expected trees, found none", path)
    builder = TreeDocument(path.stem, counts)
    for number, tree in enumerate(trees):
        words = [decoded_word(leaf.word or "") for leaf in tree.tokens()]
        if not words:
            raise FormatError("expected words in the tree, found none", path, line=tree.line)
        annotated = banks.annotate(path.stem, number, tree, words, on_error)
        builder.add(annotated.tree, annotated.frames, tree.tokens(), annotated.sizes, annotated.names)
    banks.finish(path.stem, len(trees), on_error)
    return builder.document()
