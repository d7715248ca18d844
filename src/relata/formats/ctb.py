"""Chinese Treebank: trees in brackets inside SGML, in files such as `bracketed/chtb_0001.fid` or `.nw`.

Files are in GBK, Big5 or UTF-8. Documents get words, tags and constituents, one sentence a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from relata.document import Document, Tokens
from relata.errors import FormatError, OnError, map_usable, strict
from relata.formats.files import chinese_encoding, opened, read_text
from relata.formats.folders import files_below, folder_below, subfolder
from relata.treebank import Tree, parse_trees
from relata.treebank.tree import decoded_word

_NAME = re.compile(r"(?i)chtb_([0-9]+)(?:\.\w+)*")
_TREE = re.compile(rb"(?m)^\s*(?:<[^<>\n]+>\s*)*\(\s*\(\s*[A-Z]")
"""Start of a line with a tree, behind tags of SGML or none."""

_TAGS = re.compile(r"\s*(?:</?[A-Za-z][^<>]*>\s*)+")
_PARAGRAPH = re.compile(r"(?i)<(?:P|HEADLINE|TEXT)\b")
_FOLDER = "bracketed"
_PEEKED = 1 << 14
"""Bytes of a file in which a tree begins, behind its header."""


def read(path: str | Path, *, on_error: OnError = strict) -> Iterator[Document]:
    """Read the document of a file of trees, or of all such files in a release; a fault skips its sentence."""
    return map_usable(partial(_document, on_error=on_error), tree_files(Path(path)), on_error)


def tree_files(path: Path) -> list[Path]:
    """Return the files of trees at or below a path; of a document in two encodings, the one in UTF-8."""
    if not path.is_dir():
        return [path]
    files = [file for file in files_below(path, lambda file: _NAME.fullmatch(file.name)) if holds_trees(file)]
    files = [file for file in files if _FOLDER in file.parts] or files
    if not files:
        raise FormatError("expected a folder with trees in files such as chtb_0001.fid", path)
    utf8_last = sorted(files, key=lambda file: any("utf" in part.lower() for part in file.parts))
    return sorted({document_number(file): file for file in utf8_last}.values(), key=document_number)


def ctb_folder(path: Path) -> Path | None:
    """Return the folder with the trees, or above its folder `bracketed`, at or below a path; None if none."""
    return folder_below(path, lambda folder: is_ctb(folder) and _is_inner(folder))


def _is_inner(folder: Path) -> bool:
    """Test if a folder has files of trees, or a folder for them, and not only folders with such folders."""
    return bool(subfolder(folder, _FOLDER)) or any(map(is_ctb, filter(Path.is_file, folder.iterdir())))


def is_ctb(path: Path) -> bool:
    """Return true for a file of trees, or for a folder with some, judging by one file of each folder."""
    named = [path] if path.is_file() else files_below(path, lambda file: _NAME.fullmatch(file.name))
    files = {file.parent: file for file in named if _NAME.fullmatch(file.name)}
    return any(map(holds_trees, files.values()))


def holds_trees(file: Path) -> bool:
    """Return true for a file with trees in brackets near its beginning."""
    with opened(file) as content:
        return _TREE.search(content.read(_PEEKED)) is not None


def document_number(file: Path) -> str:
    """Return the number of the document of a file, which releases write with three or four digits.

    >>> document_number(Path("chtb_001.fid")) == document_number(Path("chtb_0001.nw.raw"))
    True
    """
    match = _NAME.fullmatch(file.name)
    return f"{int(match[1]):04}" if match else file.name


def read_trees(path: Path, on_error: OnError = strict) -> Iterator[Tree]:
    """Yield the trees of a file; what stands between tags of SGML and is no tree is passed over."""
    for trees in _paragraphs(path, on_error):
        yield from trees


def _paragraphs(path: Path, on_error: OnError) -> Iterator[list[Tree]]:
    """Yield the trees of each paragraph of a file; those of a sentence with a fault are skipped."""
    trees: list[Tree] = []
    block: list[str] = []
    first, depth = 0, 0
    lines = read_text(path, chinese_encoding(path)).split("\n")
    for number, line in enumerate([*lines, "<P>"]):
        tags = _TAGS.match(line)
        rest = line[tags.end() :] if tags else line
        if tags:
            trees += _trees(block, first, path, on_error)
            block, depth = [], 0
            if trees and _PARAGRAPH.search(tags[0]):
                yield trees
                trees = []
        if depth or rest.lstrip().startswith("("):
            first = first if block else number
            block.append(rest)
            depth = max(0, depth + rest.count("(") - rest.count(")"))
        elif block:
            block.append("")


def _trees(lines: list[str], first: int, path: Path, on_error: OnError) -> Iterator[Tree]:
    """Yield the trees of lines without tags; those from the first fault on are skipped."""
    try:
        for tree in parse_trees("\n" * first + "\n".join(lines), path):
            if tree.tokens():
                yield tree
    except FormatError as error:
        on_error(error)


def _document(path: Path, on_error: OnError) -> Document:
    paragraphs = list(_paragraphs(path, on_error))
    if not paragraphs:
        raise FormatError("expected trees, found none", path)
    words: list[Tree] = []
    gaps: list[str] = []
    starts: list[int] = []
    edges: list[tuple[int, int]] = []
    for trees in paragraphs:
        begin = len(words)
        for tree in trees:
            leaves = tree.tokens()
            starts.append(len(words))
            words += leaves
            gaps += [*[" "] * (len(leaves) - 1), "\n"]
        gaps[-1] = "\n\n"
        edges.append((begin, len(words)))
    tokens = Tokens.of_words(
        [decoded_word(leaf.word or "") for leaf in words],
        gaps[:-1],
        sentence_starts=starts,
        tag=[leaf.label for leaf in words],
    )
    return Document(
        path.name.partition(".")[0],
        "zh",
        tokens,
        paragraphs=tuple((tokens.begins[begin], tokens.ends[end - 1]) for begin, end in edges),
        trees=tuple(str(tree) for trees in paragraphs for tree in trees),
    )
