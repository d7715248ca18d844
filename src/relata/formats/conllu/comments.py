"""Comment lines and MISC items of CoNLL-U, read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_NEWDOC = re.compile(r"(newdoc(?: |_)id *= *)(.*)|newdoc")
_METADATA = re.compile(r"(?:meta::(?P<name>.*?)|(?P<shared>global\..*?)) = (?P<value>.*)")

_SPECIAL = re.compile(r"[ \t\r\n|\\]")
_ESCAPES = {" ": r"\s", "\t": r"\t", "\r": r"\r", "\n": r"\n", "|": r"\p", "\\": r"\\"}
_ESCAPE = re.compile(r"\\([strnp\\])")
_ESCAPED = {escape[1]: character for character, escape in _ESCAPES.items()}


def from_line(line: str) -> str:
    """Return a comment without its "# ", or the line itself if it could not be restored from that."""
    return line[2:] if line.startswith("# ") and not line.startswith("# #") else line


def to_line(comment: str) -> str:
    """Return the line that a comment was read from; a comment of another origin becomes one line."""
    return (comment if comment.startswith("#") else f"# {comment}").replace("\n", " ")


def starts_document(comments: Sequence[str]) -> bool:
    """Return true if a sentence with these comments is the first of a document."""
    return any(map(_NEWDOC.fullmatch, comments))


def document_id(comments: Sequence[str]) -> str | None:
    """Return the document id of a `newdoc` comment, or None."""
    return next((match[2] for match in map(_NEWDOC.fullmatch, comments) if match), None)


def take_metadata(comments: list[str]) -> dict[str, str]:
    """Move the `meta::` and `global.` lines right under `newdoc` out of the comments."""
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
    """Return the comments of a first sentence with the name and the metadata of its document."""
    lines = [
        f"{key if key.startswith('global.') else f'meta::{key}'} = {value}" for key, value in metadata.items()
    ]
    for number, comment in enumerate(comments):
        if match := _NEWDOC.fullmatch(comment):
            newdoc = comment if match[1] is None else f"{match[1]}{name}"
            return [*comments[:number], newdoc, *lines, *comments[number + 1 :]]
    return [f"newdoc id = {name}", *lines, *comments]


def escaped(value: str) -> str:
    """Escape a value for MISC."""
    return _SPECIAL.sub(lambda match: _ESCAPES[match[0]], value)


def unescaped(value: str) -> str:
    """Restore an escaped value of MISC."""
    return _ESCAPE.sub(lambda match: _ESCAPED[match[1]], value)


def parse_items(misc: str | None) -> dict[str, str]:
    """Return the `Name=value` items of MISC by name; leave out items without a name.

    >>> parse_items("FORM=York-based|SpaceAfter=No")
    {'FORM': 'York-based', 'SpaceAfter': 'No'}
    """
    pairs = (item.partition("=") for item in (misc or "").split("|"))
    return {name: unescaped(value) for name, mark, value in pairs if mark}
