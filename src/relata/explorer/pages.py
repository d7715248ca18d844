"""Pages of an indexed corpus in HTML: they work without JavaScript, which adds keys only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from string import Template
from urllib.parse import quote

from relata.explorer.corpus import CorpusIndex, Row
from relata.explorer.markup import (
    bar,
    broken,
    cell,
    escaped,
    link,
    number,
    pager,
    status_sign,
    table,
    tone,
    width,
)
from relata.explorer.query import Query
from relata.explorer.tables import compare_page, errors_page, frequencies_page
from relata.explorer.views import View
from relata.view.page import asset, digest

_TITLES = {
    "search": "Search",
    "concordance": "Concordance",
    "frequencies": "Frequencies",
    "compare": "Compare",
    "errors": "Errors",
}
_SHOWN_LABELS = 12
"""Labels of a facet that stand above the fold."""

_LEAST_SCORES = (0.0, 0.3, 0.5, 0.7, 0.9)
_SEARCH_HELP = 'Words, "a phrase", begin*, arg1:word, arg2:word, connective:but, lemma:go, tag:VBD'


def html_page(corpus: CorpusIndex, view: View) -> str:
    """Return a view as a page."""
    bodies = {
        "search": _search,
        "concordance": _concordance,
        "frequencies": frequencies_page,
        "compare": compare_page,
        "errors": errors_page,
    }
    return Template(_asset("corpus.html")).substitute(
        title=escaped(f"{corpus.title}: {_TITLES[view.name].lower()}"),
        corpus=escaped(corpus.title),
        style=_style(),
        script=_asset("corpus.js"),
        tabs=_tabs(corpus, view),
        search=_search_form(view),
        facets=_facets(corpus, view),
        body=bodies[view.name](corpus, view),
        exports=" ".join(
            link(view.query.address(f"/{view.name}.{ending}", **_own_parameters(view)), name, "button")
            for ending, name in (("csv", "CSV"), ("json", "JSON"))
        ),
    )


def fault_page(message: str) -> str:
    """Return the page that shows what is wrong with a request."""
    return Template(_asset("fault.html")).substitute(style=_style(), message=escaped(message))


def corpus_policy() -> str:
    """Return the content security policy of the pages: their own style and script, and nothing else."""
    return (
        f"default-src 'none'; script-src '{digest(_asset('corpus.js'))}'; style-src '{digest(_style())}'; "
        "img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    )


def document_address(document: int, name: str, relation: int | None = None) -> str:
    """Return the address of a document, with a relation chosen."""
    chosen = "" if relation is None else f"&relation={relation}"
    return f"/document/{document}#document={quote(name)}{chosen}"


def _own_parameters(view: View) -> dict[str, object]:
    """Return the parameters of a view beside those of its query."""
    names = ("sort", "order", "columns", "level", "by", "one", "other")
    return {name: view.record[name] for name in names if name in view.record}


def _tabs(corpus: CorpusIndex, view: View) -> str:
    names = [name for name in _TITLES if name != "errors" or corpus.compared]
    current = {view.name: ' aria-current="page"'}
    return "".join(
        f'<a href="{escaped(view.query.address(f"/{name}"))}"{current.get(name, "")}>{_TITLES[name]}</a>'
        for name in names
    )


def _search_form(view: View) -> str:
    hidden = "".join(
        f'<input type="hidden" name="{escaped(name)}" value="{escaped(value)}">'
        for name, value in view.query.parameters().items()
        if name != "q"
    )
    path = view.name if view.name == "concordance" else "search"
    return (
        f'<form role="search" action="/{path}"><input type="search" name="q" id="q" '
        f'value="{escaped(view.query.text)}" placeholder="Search all documents" '
        f'aria-label="Search words in relations" title="{escaped(_SEARCH_HELP)} ( / )" '
        f'autocomplete="off" spellcheck="false">{hidden}<button type="submit">Search</button></form>'
    )


def _facets(corpus: CorpusIndex, view: View) -> str:
    parts = [f'<p class="summary"><strong>{number(view.record["relations"])}</strong> relations</p>']
    conditions = view.query.parameters()
    if conditions:
        chips = (
            link(
                view.query.without("text" if name == "q" else name).address(f"/{view.name}"),
                f"{_chip(name, value)} ✕",
                "chip",
            )
            for name, value in conditions.items()
        )
        every = link(f"/{view.name}", "Show all", "chip all")
        parts.append(f'<p class="chips">{"".join(chips)}{every}</p>')
    for facet, counts in view.record["facets"].items():
        parts.append(_facet(view, facet, counts))
    if corpus.has_scores:
        parts.insert(-3, _scores(view))
    return "".join(parts)


def _chip(name: str, value: str) -> str:
    shown = {"least": "score ≥ ", "document": "document ", "system_sense": "system: "}
    return shown.get(name, "") + (f"“{escaped(value)}”" if name == "q" else escaped(value))


def _scores(view: View) -> str:
    """Return links that set the least score."""
    links = (
        f'<span class="chosen">{least or "any"}</span>'
        if least == view.query.least
        else link(view.query.having(least=least).address(f"/{view.name}"), f"{least or 'any'}")
        for least in _LEAST_SCORES
    )
    return f'<section class="facet"><h2>Score at least</h2><p class="switch">{"".join(links)}</p></section>'


def _facet(view: View, name: str, counts: Mapping[str, int]) -> str:
    chosen = getattr(view.query, name)
    most = max(counts.values(), default=0)
    shown = [label for label in counts if name != "sense" or _opened(label, chosen)]
    lines = [_facet_line(view, name, label, counts[label], most) for label in shown]
    rest = ""
    if len(lines) > _SHOWN_LABELS + 3 and name != "sense":
        hidden = "".join(lines[_SHOWN_LABELS:])
        rest = f"<details><summary>{len(lines) - _SHOWN_LABELS} more</summary><ul>{hidden}</ul></details>"
        lines = lines[:_SHOWN_LABELS]
    title = "Result" if name == "status" else name.capitalize()
    return f'<section class="facet"><h2>{title}</h2><ul>{"".join(lines)}</ul>{rest}</section>'


def _opened(sense: str, chosen: str | None) -> bool:
    """Return true for a sense of the upper two levels, or one under the chosen branch."""
    return sense.count(".") < 2 or (chosen is not None and sense.startswith(chosen.rsplit(".", 1)[0]))


def _facet_line(view: View, name: str, label: str, count: int, most: int) -> str:
    chosen = getattr(view.query, name) == label
    text, depth = escaped(label), 0
    if name == "sense":
        depth = label.count(".")
        text = escaped(label.rpartition(".")[2])
        text = text if depth else f'<span class="{tone(label)}"><span class="swatch">{text}</span></span>'
    elif name == "status":
        text = f"{status_sign(label)} {text}"
    elif not text:
        text = "<i>without</i>"
    other = view.query.having(**{name: None if chosen else label})
    own = _own_parameters(view) if view.name != "concordance" else {}
    line = link(other.address(f"/{view.name}", **own), text, "label chosen" if chosen else "label", label)
    return (
        f'<li class="depth{depth} {width(count, most)}">{line}<span class="count">{number(count)}</span></li>'
    )


def _search(corpus: CorpusIndex, view: View) -> str:
    record, query = view.record, view.query
    if not record["results"]:
        return '<p class="empty">No relation passes.</p>'
    most = max(document["hits"] for document in record["results"])
    noun = "document" if record["documents"] == 1 else "documents"
    of_all = f" of {number(corpus.documents)}" if query.narrowed else f", {number(corpus.words)} words"
    parts = "".join(_document(view, document, most) for document in record["results"])
    return (
        f'<p class="note">{number(record["documents"])} {noun}{of_all}</p><ol class="documents">{parts}</ol>'
        f"{pager(query, '/search', record['page'], record['pages'])}"
    )


def _document(view: View, document: Row, most: int) -> str:
    lines = document.get("lines", [])
    shown = [f"<li>{_in_line(line, view.query)}</li>" for line in lines]
    if lines and (rest := document["hits"] - len(lines)):
        target = view.query.having(document=document["id"]).address("/concordance")
        shown.append(f'<li class="rest">{link(target, f"{number(rest)} more in this document")}</li>')
    name = link(document_address(document["id"], document["document"]), escaped(document["document"]))
    noun = "hits" if view.query.narrowed else "relations"
    facts = [f"{number(document['hits'])} {noun}", f"{number(document['words'])} words"]
    facts += [f"{number(document['errors'])} errors"] if document["errors"] else []
    listing = f'<ul class="lines">{"".join(shown)}</ul>' if shown else ""
    return (
        f'<li><h3>{name}</h3><p class="facts">{bar(document["hits"], most)}'
        f"{''.join(f'<span>{fact}</span>' for fact in facts)}</p>"
        f"{listing}</li>"
    )


def _in_line(line: Row, query: Query) -> str:
    """Return a hit on a line: sense, then Arg1, connective and Arg2."""
    address = document_address(line["document_id"], line["document"], line["relation"])
    sense = link(address, escaped(line["sense"].rpartition(".")[2]), "sense", line["sense"])
    return (
        f'{status_sign(line["status"])} <span class="{tone(line["sense"], line["type"])}">{sense} '
        f'<span class="arg1">{_marked(line["arg1"], query)}</span> {_connective(line, query)} '
        f'<span class="arg2">{_marked(line["arg2"], query)}</span></span>'
    )


def _connective(line: Row, query: Query) -> str:
    if line["connective"]:
        return f'<b class="connective">{_marked(line["connective"], query)}</b>'
    inserted = f" <i>{escaped(line['inserted'])}</i>" if line["inserted"] else ""
    glyph = {"EntRel": "○", "AltLex": "◆", "NoRel": "×"}.get(line["type"], "◇")
    return f'<span class="connective absent" title="{escaped(line["type"])}">{glyph}{inserted}</span>'


def _marked(text: str, query: Query) -> str:
    """Return a text with the words of the search marked."""
    patterns = list(query.patterns())
    if not patterns:
        return escaped(text)
    parts = re.split(f"({'|'.join(patterns)})", text, flags=re.IGNORECASE)
    marked = (
        f"<mark>{escaped(part)}</mark>" if place % 2 else escaped(part) for place, part in enumerate(parts)
    )
    return "".join(marked)


_NEAR = 40
"""Characters of the context in a concordance."""

_HEADS = {"left": "before", "arg1": "Arg1", "arg2": "Arg2", "right": "after"}


def _concordance(corpus: CorpusIndex, view: View) -> str:
    record, query = view.record, view.query
    if not record["hits"]:
        return '<p class="empty">No relation passes.</p>'
    names = [name for name in _COLUMNS if name != "score" or corpus.has_scores]
    rows = (
        (cell(content, name) for name, content in _concordance_cells(line, query) if name in names)
        for line in record["hits"]
    )
    own = {"sort": record["sort"], "order": record["order"]}
    return table((_sortable(view, name) for name in names), rows, "concordance") + pager(
        query, "/concordance", record["page"], record["pages"], **own
    )


_COLUMNS = ("left", "arg1", "connective", "arg2", "right", "sense", "score", "document")


def _sortable(view: View, name: str) -> str:
    """Return the head of a column: a link that sorts by it, and once it does, the other way round."""
    record = view.record
    current = record["sort"] == name
    down = current and record["order"] == "ascending"
    address = view.query.address("/concordance", sort=name, order="descending" if down else "ascending")
    arrow = ("↓" if record["order"] == "descending" else "↑") if current else ""
    shown = link(address, f"{_HEADS.get(name, name)} {arrow}", title=f"Sort by {name}")
    sort = f' aria-sort="{record["order"]}"' if current else ""
    return f'<th scope="col" class="{name}"{sort}>{shown}</th>'


def _concordance_cells(line: Row, query: Query) -> Iterator[tuple[str, str]]:
    """Yield the cells of a hit by the names of their columns."""
    for name in ("left", "arg1", "arg2", "right"):
        if name == "arg2":
            yield (
                "connective",
                f'<span class="{tone(line["sense"], line["type"])}">{_connective(line, query)}</span>',
            )
        text = line[name]
        if name == "left":
            text = text[-_NEAR:].partition(" ")[2] or text[-_NEAR:] if len(text) > _NEAR else text
        elif name == "right":
            text = text[:_NEAR].rpartition(" ")[0] or text[:_NEAR] if len(text) > _NEAR else text
        yield name, f"<span>{_marked(text, query)}</span>"
    sense = f'<span title="{escaped(line["sense"])}">{broken(_short(line["sense"]))}</span>'
    if line["status"] in ("wrong sense", "wrong spans and sense"):
        sense += f" → <em>{broken(_short(line['system_sense']))}</em>"
    yield "sense", f"{status_sign(line['status'])} {sense}"
    yield "score", "" if line["score"] is None else f"{line['score']:.2f}"
    address = document_address(line["document_id"], line["document"], line["relation"])
    yield "document", link(address, broken(line["document"]), title="Show in the document")


def _short(sense: str) -> str:
    """Return a sense without its first level, which the colour tells."""
    return sense.partition(".")[2] or sense


@cache
def _style() -> str:
    widths = "\n".join(f".w{step} {{ --share: {5 * step}%; }}" for step in range(21))
    return f"{asset('theme.css')}\n{_asset('corpus.css')}\n{widths}"


@cache
def _asset(name: str) -> str:
    return (files(__package__) / "assets" / name).read_text(encoding="utf-8").strip()
