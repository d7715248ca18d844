"""HTML of a page: one file that holds texts, style and script, and loads nothing."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from relata.errors import RelataError
from relata.view.model import ShownDocument, ShownRelation

_STYLES = ("theme.css", "layout.css", "text.css", "notes.css", "print.css")
_SCRIPTS = (
    "dom.js",
    "model.js",
    "filters.js",
    "colours.js",
    "chosen.js",
    "notes.js",
    "text.js",
    "detail.js",
    "main.js",
)
_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def assemble(documents: Iterable[ShownDocument], title: str | None = None) -> str:
    """Return the page of documents; without a title, it names the document or their number."""
    shown = list(documents)
    style, script = _asset(*_STYLES), _asset(*_SCRIPTS)
    name = title or (shown[0].id if len(shown) == 1 else f"{len(shown)} documents")
    return Template(_asset("page.html")).substitute(
        title=html.escape(_SURROGATE.sub("\ufffd", name)),  # no file can hold half a surrogate pair
        policy=_policy(style, script),
        style=style,
        script=script,
        listing=_json([{"id": document.id, "relations": len(document.relations)} for document in shown]),
        documents="\n".join(
            f'<script type="application/json" class="document">{_data(document)}</script>'
            for document in shown
        ),
    )


@cache
def _asset(*names: str) -> str:
    folder = files(__package__) / "assets"
    return "\n".join((folder / name).read_text(encoding="utf-8").strip() for name in names)


def _policy(style: str, script: str) -> str:
    """Return the content security policy: this script and this style are allowed, loading is not."""
    return (
        f"default-src 'none'; script-src '{digest(script)}'; style-src '{digest(style)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def digest(content: str) -> str:
    """Return the hash of a script or a style, as a content security policy names it."""
    return f"sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}"


def page_digests() -> tuple[str, str]:
    """Return the hashes of the style and of the script of every page."""
    return digest(_asset(*_STYLES)), digest(_asset(*_SCRIPTS))


def _json(value: Any) -> str:
    """Return JSON for a script element: nothing in it ends the element or breaks the encoding."""
    plain = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", plain)


def _data(document: ShownDocument) -> str:
    at = _units(document.text)
    data = {
        "id": document.id,
        "language": document.language,
        "text": document.text,
        "blocks": [[at(begin), at(end), int(continued)] for begin, end, continued in document.blocks],
        "relations": [_relation(relation, at) for relation in document.relations],
    }
    try:
        return _json(data)
    except ValueError:
        raise RelataError(f"a score of document {document.id!r} is no finite number") from None


def _relation(relation: ShownRelation, at: Callable[[int], int]) -> dict[str, Any]:
    value: dict[str, Any] = {
        "type": relation.type,
        "senses": relation.senses,
        "spans": {part: [[at(i), at(j)] for i, j in pieces] for part, pieces in relation.spans.items()},
        "inserted": relation.inserted,
        "score": relation.score,
        "facts": dict(relation.facts),
        "status": relation.status,
        "system": None if relation.system is None else _relation(relation.system, at),
    }
    return {name: content for name, content in value.items() if content is not None and content != ()}


def _units(text: str) -> Callable[[int], int]:
    """Return the function from character offsets to UTF-16 code units, in which browsers count."""
    wide = [match.start() for match in _ASTRAL.finditer(text)]
    return (lambda offset: offset + bisect_left(wide, offset)) if wide else (lambda offset: offset)
