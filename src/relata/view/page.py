"""HTML of a page: one file that holds texts, style and script, and loads nothing."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any, NamedTuple

from relata.document.relations import RelationType
from relata.errors import RelataError
from relata.senses.inventories import sense_path
from relata.view.glosses import glosses
from relata.view.model import ShownDocument, ShownRelation, ShownWords
from relata.view.static_text import static_html

_STYLES = ("theme.css", "layout.css", "text.css", "notes.css", "print.css")
_SCRIPTS = (
    *("dom.js", "model.js", "filters.js", "colours.js", "chosen.js", "notes.js", "text.js"),
    *("glosses.js", "classroom.js", "exports.js", "figure.js", "outline.js", "sentence.js", "detail.js"),
    *("documents.js", "state.js", "main.js"),
)
_UNSAFE = re.compile("[<>&\u2028\u2029\ud800-\udfff]")
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_SURROGATE = re.compile("[\ud800-\udfff]")


class PageParts(NamedTuple):
    """Parts of a page for a shell around it: a file, a notebook or a server.

    `policy` is the content security policy that allows this style and script, and nothing else. `data` are
    the script elements with the documents; `static` is what readers without JavaScript see.
    """

    title: str
    policy: str
    style: str
    script: str
    data: str
    static: str


class Content(NamedTuple):
    """Content of a document on a page: its JSON, and what the page needs beside it.

    `senses` are all senses of its relations; `static` is HTML for readers without JavaScript.
    """

    id: str
    relations: int
    data: str
    senses: frozenset[str]
    static: str


def content(document: ShownDocument) -> Content:
    """Return the content of a document on a page."""
    data, senses = document_data(document), frozenset(_senses(document.relations))
    return Content(document.id, len(document.relations), data, senses, static_html(document))


def stored_content(data: str, static: str) -> Content:
    """Return the content of a document whose JSON was made before; `static` stands for its text."""
    record = json.loads(data)
    sides = [side for each in record["relations"] for side in (each, each.get("system")) if side]
    senses = frozenset(sense for side in sides for sense in side.get("senses") or [side["type"]])
    return Content(record["id"], len(record["relations"]), data, senses, static)


def assemble(
    contents: Iterable[Content], title: str | None = None, *, links: Mapping[str, str] | None = None
) -> str:
    """Return the page of documents; without a title, it names the document or their number.

    `links` lead to pages around it: `home` with its name `home_name`, `previous`, `next`, `all_errors`.
    """
    return Template(asset("page.html")).substitute(page_parts(list(contents), title, links)._asdict())


def page_parts(
    contents: Sequence[Content], title: str | None = None, links: Mapping[str, str] | None = None
) -> PageParts:
    """Return the parts of a page, in HTML that can be put between the tags of a shell."""
    style, script = asset(*_STYLES), asset(*_SCRIPTS)
    name = title or (contents[0].id if len(contents) == 1 else f"{len(contents)} documents")
    senses = {node for each in contents for sense in each.senses for node in sense_path(sense)}
    listing = [{"id": each.id, "relations": each.relations} for each in contents]
    facts = {
        "listing": listing,
        "links": dict(links or {}),
        "glosses": glosses(RelationType) | glosses(senses),
    }
    return PageParts(
        title=_escaped(name),
        policy=_policy(style, script),
        style=style,
        script=script,
        data="\n".join(
            [
                *(
                    f'<script type="application/json" id="{name}">{_json(value)}</script>'
                    for name, value in facts.items()
                ),
                *(
                    f'<script type="application/json" class="document">{each.data}</script>'
                    for each in contents
                ),
            ]
        ),
        static=_SURROGATE.sub("\ufffd", "\n".join(each.static for each in contents)),
    )


def _senses(relations: Iterable[ShownRelation]) -> Iterator[str]:
    """Yield the senses of relations, and the types that stand for one."""
    for relation in relations:
        for side in filter(None, (relation, relation.system)):
            yield from side.senses or (side.type,)


def _escaped(text: str) -> str:
    return html.escape(_SURROGATE.sub("\ufffd", text))  # no file can hold half a surrogate pair


@cache
def asset(*names: str) -> str:
    """Return style sheets, scripts or a template of the pages, one after another."""
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
    return digest(asset(*_STYLES)), digest(asset(*_SCRIPTS))


def _json(value: Any) -> str:
    """Return JSON for a script element: nothing in it ends the element or breaks the encoding."""
    plain = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda match: f"\\u{ord(match[0]):04x}", plain)


def document_data(document: ShownDocument) -> str:
    """Return the content of a document as the script of a page reads it, in JSON."""
    at = _units(document.text)
    data = {
        "id": document.id,
        "language": document.language,
        "text": document.text,
        "blocks": [
            [at(block.begin), at(block.end), int(block.continued), block.kind, at(block.speaker)]
            if block.kind
            else [at(block.begin), at(block.end), int(block.continued)]
            for block in document.blocks
        ],
        "relations": [_relation(relation, at) for relation in document.relations],
        "words": None if document.words is None else _words(document.words, at),
        "propositions": [
            [
                each.roleset,
                _moved(each.predicate, at),
                [[role, _moved(span, at)] for role, span in each.roles],
            ]
            for each in document.propositions
        ],
    }
    try:
        return _json(data)
    except ValueError:
        raise RelataError(f"a score of document {document.id!r} is no finite number") from None


def _relation(relation: ShownRelation, at: Callable[[int], int]) -> dict[str, Any]:
    value: dict[str, Any] = {
        "type": relation.type,
        "senses": relation.senses,
        "spans": {part: _moved(pieces, at) for part, pieces in relation.spans.items()},
        "inserted": relation.inserted,
        "score": relation.score,
        "facts": dict(relation.facts),
        "status": relation.status,
        "system": None if relation.system is None else _relation(relation.system, at),
    }
    return {name: content for name, content in value.items() if content is not None and content != ()}


def _moved(pieces: Iterable[tuple[int, int]], at: Callable[[int], int]) -> list[list[int]]:
    return [[at(begin), at(end)] for begin, end in pieces]


def _words(words: ShownWords, at: Callable[[int], int]) -> dict[str, Any]:
    """Return words in a short form: gaps and lengths in place of offsets, and labels by number."""
    steps: list[int] = []
    last = 0
    for begin, end in words.offsets:
        steps += (at(begin) - last, at(end) - at(begin))
        last = at(end)
    columns = {"lemmas": words.lemmas, "tags": words.tags, "labels": words.labels}
    tables = {name: _numbered(column) for name, column in columns.items() if any(column)}
    heads = {"heads": words.heads} if any(head is not None for head in words.heads) else {}
    return {"steps": steps, "starts": words.starts, **tables, **heads}


def _numbered(column: Sequence[str | None]) -> list[list[Any]]:
    """Return the labels of a column and, for each word, the number of its label."""
    numbers: dict[str | None, int] = {}
    indices = [numbers.setdefault(label, len(numbers)) for label in column]
    return [list(numbers), indices]


def _units(text: str) -> Callable[[int], int]:
    """Return the function from character offsets to UTF-16 code units, in which browsers count."""
    wide = [match.start() for match in _ASTRAL.finditer(text)]
    return (lambda offset: offset + bisect_left(wide, offset)) if wide else (lambda offset: offset)
