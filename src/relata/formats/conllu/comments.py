"""What the comment lines of CoNLL-U say of documents and paragraphs, both ways."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_NEWDOC = re.compile(r"(newdoc(?: |_)id *= *)(.*)|newdoc")
_NEWPAR = re.compile(r"newpar(?: .*)?")
_METADATA = re.compile(r"(?:meta::(?P<name>.*?)|(?P<shared>global\..*?)) = (?P<value>.*)")

_BREAKS = str.maketrans("\t\n\r", "   ")


def from_line(line: str) -> str:
    """A comment without its "# "; where the line could not be told back from that, the line as it is."""
    return line[2:] if line.startswith("# ") and not line.startswith("# #") else line


def to_line(comment: str) -> str:
    """The line that a comment was read from; of one from elsewhere, one line is made."""
    return (comment if comment.startswith("#") else f"# {comment}").replace("\n", " ")


def starts_document(comments: Sequence[str]) -> bool:
    """Whether a sentence with these comments is the first of a document."""
    return any(map(_NEWDOC.fullmatch, comments))


def starts_paragraph(comments: Sequence[str]) -> bool:
    """Whether a sentence with these comments is the first of a paragraph."""
    return any(map(_NEWPAR.fullmatch, comments))


def document_id(comments: Sequence[str]) -> str | None:
    """The name that a `newdoc` comment gives, if it gives one."""
    return next((match[2] for match in map(_NEWDOC.fullmatch, comments) if match), None)


def sentence_text(comments: Sequence[str]) -> str | None:
    """The text that a `text` comment gives for its sentence."""
    return next((comment[7:] for comment in comments if comment.startswith("text = ")), None)


def take_metadata(comments: list[str]) -> dict[str, str]:
    """Moves the `meta::` and `global.` lines right under `newdoc` out of the comments."""
    metadata: dict[str, str] = {}
    start = next((n for n, comment in enumerate(comments, start=1) if _NEWDOC.fullmatch(comment)), None)
    while start is not None and start < len(comments) and (match := _METADATA.fullmatch(comments[start])):
        key = match["shared"] or match["name"]
        if key in metadata or key.startswith("global.") is not bool(match["shared"]):
            break
        metadata[key] = match["value"]
        del comments[start]
    return metadata


def with_document(comments: Sequence[str], name: str, metadata: Mapping[str, str]) -> list[str]:
    """The comments of a first sentence, with the name and the metadata of its document."""
    said = [
        f"{key if key.startswith('global.') else f'meta::{key}'} = {value}" for key, value in metadata.items()
    ]
    for number, comment in enumerate(comments):
        if match := _NEWDOC.fullmatch(comment):
            line = comment if match[1] is None else f"{match[1]}{name}"
            return [*comments[:number], line, *said, *comments[number + 1 :]]
    return [f"newdoc id = {name}", *said, *comments]


def one_line(text: str) -> str:
    """A text with what ends lines or columns turned into blanks."""
    return text.translate(_BREAKS)
