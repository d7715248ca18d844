"""Site of many documents: a page with the list of them, and a page for each, which open from the disk."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from html import escape
from pathlib import Path
from string import Template
from urllib.parse import quote

from relata.formats.files import fitting_name, replacing, write_text
from relata.view.model import ShownDocument
from relata.view.page import assemble, asset, content, digest

_INDEX = "index.html"
_FOLDER = "documents"


def write_site(documents: Iterable[ShownDocument], folder: Path, title: str) -> tuple[int, int]:
    """Write a site to a folder; return its numbers of documents and relations."""
    rows: list[str] = []
    senses: defaultdict[str, Counter[str]] = defaultdict(Counter)
    relations = 0
    with replacing(folder) as fresh:
        pages = fresh / _FOLDER
        pages.mkdir(parents=True)
        names: set[str] = set()
        for document, (before, name, after) in _with_neighbours(documents, names):
            links = {"home": f"../{_INDEX}", "home_name": title}
            links |= {key: quote(value) for key, value in (("previous", before), ("next", after)) if value}
            write_text(pages / name, [assemble([content(document)], document.id, links=links)], folder)
            rows.append(_row(document, f"{_FOLDER}/{quote(name)}"))
            relations += len(document.relations)
            for relation in document.relations:
                senses[(relation.senses or ("no sense",))[0]][relation.type] += 1
        write_text(fresh / _INDEX, [_index(title, rows, senses, relations)], folder)
    return len(rows), relations


Neighbours = tuple[str | None, str, str | None]
"""Names of the files of the document before, of a document, and of the one after it."""


def _with_neighbours(
    documents: Iterable[ShownDocument], names: set[str]
) -> Iterator[tuple[ShownDocument, Neighbours]]:
    """Yield the documents with the names of their files and of the files around them."""
    before: str | None = None
    waiting: tuple[ShownDocument, str] | None = None
    for document in documents:
        name = _file_name(document.id, names)
        if waiting:
            yield waiting[0], (before, waiting[1], name)
            before = waiting[1]
        waiting = document, name
    if waiting:
        yield waiting[0], (before, waiting[1], None)


def _file_name(id: str, names: set[str]) -> str:
    """Return a name for the page of a document that no page has, whatever letters its id has."""
    stem = (
        "".join(letter if letter.isalnum() or letter in "._-" else "-" for letter in id).strip(".")
        or "document"
    )
    name, number = fitting_name(stem, ".html"), 1
    while name.lower() in names:
        number += 1
        name = fitting_name(f"{stem}-{number}", ".html")
    names.add(name.lower())
    return name


def _row(document: ShownDocument, address: str) -> str:
    types = Counter(relation.type for relation in document.relations)
    errors = sum(relation.status not in (None, "correct") for relation in document.relations)
    facts = ", ".join(f"{count} {type}" for type, count in types.most_common())
    errors_cell = f"{errors} errors" if errors else ""
    return (
        f'<tr><th scope="row"><a href="{address}">{escape(document.id)}</a></th>'
        f'<td class="number">{len(document.words.offsets) if document.words else 0:,}</td>'
        f'<td class="number">{len(document.relations):,}</td><td class="soft">{escape(facts)}</td>'
        f'<td class="soft">{errors_cell}</td></tr>'
    )


def _index(title: str, rows: list[str], senses: dict[str, Counter[str]], relations: int) -> str:
    types = sorted({type for counts in senses.values() for type in counts})
    head = "".join(f'<th scope="col" class="number">{escape(type)}</th>' for type in types)
    body = "".join(
        f'<tr><th scope="row">{escape(sense)}</th>'
        + "".join(f'<td class="number">{counts[type] or "·"}</td>' for type in types)
        + f'<td class="number">{counts.total():,}</td></tr>'
        for sense, counts in sorted(senses.items())
    )
    style, script = f"{asset('theme.css')}\n{asset('site.css')}", asset("site.js")
    return Template(asset("site.html")).substitute(
        title=escape(title),
        policy=(
            f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; "
            "img-src data:; base-uri 'none'; form-action 'none'"
        ),
        style=style,
        script=script,
        summary=f"{len(rows):,} documents, {relations:,} relations",
        rows="".join(rows),
        types=head,
        senses=body,
    )
