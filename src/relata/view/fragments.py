"""Documents as pieces of HTML without script: relations, trees, roles and outlines, for notebooks and mail.

Their meaning is in elements and signs, not in style alone: pages that drop styles, such as GitHub's, still
show which words are an argument.
"""

from __future__ import annotations

import html
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from relata.document import Offsets
from relata.errors import RelataError
from relata.view.model import Pieces, ShownDocument, ShownRelation, ShownRoles, ShownWords
from relata.view.static_text import MARKS, Mark, escaped, facts_of, marked, relation_html

RELATIONS, TREE, ROLES, OUTLINE = "relations", "tree", "roles", "outline"

_ARGUMENTS = ("arg1", "arg2")
_PREDICATE = "predicate"
_ROLE_STYLE = "border-bottom:2px solid #7a7a7a"


def fragment(document: ShownDocument, style: str, relation: int | None = None) -> str:
    """Return a document in one of the styles; `relation` is the number of the only one to show, from 1."""
    if style not in STYLES:
        raise RelataError(f"style: expected one of {', '.join(STYLES)}, got {style!r}")
    if relation is not None and not 1 <= relation <= len(document.relations):
        raise RelataError(f"no relation {relation} in {document.id!r}, which has {len(document.relations)}")
    body = STYLES[style](document, relation)
    facts = f"{len(document.relations)} relations" if len(document.relations) != 1 else "1 relation"
    content = f"<div><p><b>{html.escape(document.id)}</b>: {facts}</p>{body}</div>"
    return content.encode("utf-8", "replace").decode()  # a notebook cannot hold half a surrogate pair


def _relations(document: ShownDocument, number: int | None) -> str:
    """Return relations as a numbered list, each in its words."""
    shown = document.relations if number is None else document.relations[number - 1 : number]
    items = "".join(f"<li>{relation_html(each, document.text, styled=True)}</li>" for each in shown)
    return f'<ol start="{number or 1}">{items}</ol>' if items else f"<p>{escaped(document.text)}</p>"


def _trees(document: ShownDocument, number: int | None) -> str:
    """Return the dependencies of sentences as trees of lines: word, tag, label."""
    words = document.words
    if words is None or all(head is None for head in words.heads):
        raise RelataError(
            f"{document.id!r} has no dependencies; relata.load() finds them unless it is told not to"
        )
    lines = (
        line
        for first, last in _sentences(document, words, number)
        for line in [*_tree(document, words, first, last), ""]
    )
    return f"<pre>{html.escape(chr(10).join(lines))}</pre>"


def _tree(document: ShownDocument, words: ShownWords, first: int, last: int) -> Iterator[str]:
    """Yield the lines of a sentence: the root, and below each word its dependents in order.

    Words that no path leads to, as in a circle, stand at the end.
    """
    below: defaultdict[int, list[int]] = defaultdict(list)
    for index in range(first, last):
        head = words.heads[index]
        below[-1 if not head else first + head - 1].append(index)
    stack = [(index, "", "") for index in reversed(below[-1])]
    unreached = dict.fromkeys(range(first, last))
    while stack or unreached:
        index, branch, indent = stack.pop() if stack else (next(iter(unreached)), "", "")
        if index not in unreached:
            continue
        del unreached[index]
        begin, end = words.offsets[index]
        facts = (document.text[begin:end], words.tags[index], words.labels[index])
        yield branch + "  ".join(" ".join(fact.split()) for fact in facts if fact)
        dependents = below[index]
        for place, dependent in reversed(list(enumerate(dependents, start=1))):
            ends = place == len(dependents)
            stack.append(
                (dependent, f"{indent}{'└─ ' if ends else '├─ '}", f"{indent}{'   ' if ends else '│  '}")
            )


def _sentences(document: ShownDocument, words: ShownWords, number: int | None) -> Iterator[tuple[int, int]]:
    """Yield the first word of each sentence and the one behind it; only of those that a relation touches."""
    pieces = _all_pieces(document.relations[number - 1]) if number else ((0, len(document.text)),)
    for first, last in zip(words.starts, [*words.starts[1:], len(words.offsets)], strict=True):
        if first < last and _touches(pieces, (words.offsets[first][0], words.offsets[last - 1][1])):
            yield first, last


def _roles(document: ShownDocument, number: int | None) -> str:
    """Return propositions as a list, each predicate in bold with its roles in brackets."""
    pieces = _all_pieces(document.relations[number - 1]) if number else ((0, len(document.text)),)
    shown = [
        each for each in document.propositions if any(_touches(pieces, piece) for piece in each.predicate)
    ]
    if not shown:
        raise RelataError(f"{document.id!r} has no predicates with roles here; the English model finds them")
    return f"<ul>{''.join(f'<li>{_proposition(document.text, each)}</li>' for each in shown)}</ul>"


def _proposition(text: str, proposition: ShownRoles) -> str:
    marks = {_PREDICATE: MARKS["connective"]}
    spans = [(_PREDICATE, *piece) for piece in proposition.predicate]
    for role, pieces in proposition.roles:
        marks[role] = Mark("[", f"]<sub>{html.escape(role)}</sub>", style=_ROLE_STYLE)
        spans += [(role, *piece) for piece in pieces]
    return f"<p>{html.escape(proposition.roleset or '')}</p><p>{marked(text, spans, marks, styled=True)}</p>"


@dataclass(slots=True)
class _Node:
    """Relation of an outline, with the relations below each of its arguments."""

    relation: ShownRelation
    index: int
    hulls: Mapping[str, Offsets]
    hull: Offsets
    below: dict[str, list[_Node]] = field(default_factory=lambda: {part: [] for part in _ARGUMENTS})

    def place_of(self, other: _Node) -> tuple[int, str] | None:
        """Return the size and the name of the smallest argument that holds another relation."""
        bigger = (_size(self.hull), -self.index) > (_size(other.hull), -other.index)
        places = [
            (_size(hull), part)
            for part, hull in self.hulls.items()
            if bigger and hull[0] <= other.hull[0] and other.hull[1] <= hull[1]
        ]
        return min(places, default=None)


def _outline(document: ShownDocument, number: int | None) -> str:
    """Return relations as nested clauses: one stands below the argument that holds all of it."""
    roots = _nested(document)
    if number is not None:
        chosen = document.relations[number - 1]
        roots = [node for root in roots for node in _descendants(root) if node.relation is chosen]
    items = "".join(_outline_item(document.text, node) for node in roots)
    return f"<ul>{items}</ul>" if items else f"<p>{escaped(document.text)}</p>"


def _nested(document: ShownDocument) -> list[_Node]:
    """Return the relations that stand below no other, with those below them."""
    starts = [block.begin for block in document.blocks] or [0]
    touching: defaultdict[int, list[_Node]] = defaultdict(list)
    nodes = []
    for index, relation in enumerate(document.relations):
        hulls = {part: _hull(relation.spans[part]) for part in _ARGUMENTS if relation.spans.get(part)}
        node = _Node(relation, index, hulls, _hull(_all_pieces(relation)))
        nodes.append(node)
        for block in range(_block(starts, node.hull[0]), _block(starts, node.hull[1]) + 1):
            touching[block].append(node)
    roots = []
    for node in nodes:
        holders = touching[_block(starts, node.hull[0])]
        places = [(*place, holder) for holder in holders if (place := holder.place_of(node))]
        if places:
            _, part, holder = min(places, key=lambda place: place[0])
            holder.below[part].append(node)
        else:
            roots.append(node)
    return roots


def _descendants(root: _Node) -> Iterator[_Node]:
    stack = [root]
    while stack:
        node = stack.pop()
        yield node
        stack += [below for part in _ARGUMENTS for below in node.below[part]]


def _outline_item(text: str, node: _Node) -> str:
    lines = []
    for part in sorted(node.hulls, key=lambda part: node.hulls[part][0]):
        words = " … ".join(escaped(text[begin:end]) for begin, end in node.relation.spans[part])
        below = "".join(_outline_item(text, item) for item in node.below[part])
        lines.append(f"<li>Arg{part[-1]}: {words}{f'<ul>{below}</ul>' if below else ''}</li>")
    connective = " … ".join(
        escaped(text[begin:end]) for begin, end in node.relation.spans.get("connective", ())
    )
    head = html.escape("  ".join(facts_of(node.relation))) + (f"  <b>{connective}</b>" if connective else "")
    return f"<li>{head}<ul>{''.join(lines)}</ul></li>"


def _all_pieces(relation: ShownRelation) -> Pieces:
    return tuple(piece for part in MARKS for piece in relation.spans.get(part, ()))


def _hull(pieces: Sequence[Offsets]) -> Offsets:
    return min((begin for begin, _ in pieces), default=0), max((end for _, end in pieces), default=0)


def _size(hull: Offsets) -> int:
    return hull[1] - hull[0]


def _block(starts: Sequence[int], offset: int) -> int:
    return max(0, bisect_right(starts, offset) - 1)


def _touches(pieces: Sequence[Offsets], other: Offsets) -> bool:
    return any(begin < other[1] and other[0] < end for begin, end in pieces)


STYLES: dict[str, Callable[[ShownDocument, int | None], str]] = {
    RELATIONS: _relations,
    TREE: _trees,
    ROLES: _roles,
    OUTLINE: _outline,
}
"""Functions that return the body of a fragment, by the name of the style."""
