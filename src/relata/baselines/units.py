"""Units that arguments are put together from: constituents, clauses between marks, or words.

Units are seen from an anchor: a connective, or a constituent that is an argument. Each unit has its words and
its features.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from relata.baselines.features import (
    ParsedDocument,
    Words,
    category_of,
    first_piece,
    has_verb,
    position_in,
)
from relata.document import Document
from relata.treebank.constituents import Constituent, covering, path

_MOST_STEPS = 12


class Unit(NamedTuple):
    """Words that get one label, with their features."""

    words: Sequence[int]
    features: list[str]


Window = range
"""Words of one sentence, or of two adjacent ones."""


def is_punctuation(document: Document, word: int) -> bool:
    """Check that a word has no letter or digit."""
    return not any(map(str.isalnum, document.tokens.form(word)))


def constituents_around(tree: Constituent, words: Collection[int]) -> Iterator[Constituent]:
    """Yield the constituents along the path from words to the root, without any of these words.

    Together they cover all other words of the sentence (Kong et al. 2014).
    """
    node = covering(tree, first_piece(sorted(words)))
    yield from _without(node, words)
    while (parent := node.parent) is not None:
        for sibling in parent.children:
            if sibling is not node:
                yield from _without(sibling, words)
        node = parent


def _without(node: Constituent, words: Collection[int]) -> Iterator[Constituent]:
    """Yield the highest nodes in a subtree that hold none of the words."""
    if not any(word in node.words for word in words):
        yield node
        return
    for child in node.children:
        yield from _without(child, words)


def _constituent_units(anchor: Words, window: Window, parsed: ParsedDocument) -> list[Unit]:
    """Build units of the constituents around an anchor, and of the clauses of the sentence before."""
    sentence = parsed.sentence(anchor[0])
    before = _clauses(range(window.start, sentence.start), anchor, window, parsed)
    candidates = sorted(
        constituents_around(parsed.tree(anchor[0]), anchor), key=lambda candidate: candidate.words.start
    )
    return [
        *before,
        *(Unit(each.words, list(argument_features(each, anchor, parsed))) for each in candidates),
    ]


def _clause_units(anchor: Words, window: Window, parsed: ParsedDocument) -> list[Unit]:
    """Build units of the clauses of a window, and of the marks between them."""
    return _clauses(window, anchor, window, parsed)


def _node_units(anchor: Words, window: Window, parsed: ParsedDocument) -> list[Unit]:
    """Build a unit of each inner node of a sentence: they overlap, and one of them is an argument."""
    del window
    tree = parsed.tree(anchor[0])
    inner = (node for node in tree.nodes() if not node.preterminal and node is not tree)
    return [Unit(node.words, list(_node_features(node, anchor, parsed))) for node in inner]


def _word_units(anchor: Words, window: Window, parsed: ParsedDocument) -> list[Unit]:
    """Build a unit of each word, with features of its constituent beside the anchor."""
    sentence = parsed.sentence(anchor[0])
    place: dict[int, tuple[Constituent, str]] = {}
    node = covering(parsed.tree(anchor[0]), first_piece(anchor))
    for candidate in constituents_around(parsed.tree(anchor[0]), anchor):
        way = path_between(node, candidate)
        place |= dict.fromkeys(candidate.words, (candidate, way))
    text = parsed.text(anchor)
    units = []
    for word in window:
        own = sentence if word in sentence else parsed.sentence(word)
        side = "before" if word < anchor[0] else "in" if word in anchor else "after"
        features = [
            f"{name}={value}"
            for name, value in (
                ("word", parsed.word(word, own)),
                ("tag", parsed.tag(word, own)),
                ("previous", parsed.word(word - 1, own)),
                ("following", parsed.word(word + 1, own)),
                ("tags", " ".join(parsed.tag(word + step, own) for step in (-1, 0, 1))),
                ("side", f"{side},{word in sentence}"),
                ("distance", f"{side},{min(abs(word - anchor[0]), 8)}"),
                ("text,side", f"{text},{side}"),
                ("text,tag", f"{text},{side},{parsed.tag(word, own)}"),
            )
        ]
        if word in place:
            candidate, way = place[word]
            edge = f"{word == candidate.words.start},{word == candidate.words.stop - 1}"
            features += (
                f"category={candidate.category},{edge}",
                f"way={way}",
                f"text,way={text},{way}",
                f"way,edge={way},{edge}",
                f"steps={side},{way.count('^')},{candidate.category}",
            )
        units.append(Unit((word,), features))
    return units


UNITS: Mapping[str, Callable[[Words, Window, ParsedDocument], list[Unit]]] = {
    "constituents": _constituent_units,
    "clauses": _clause_units,
    "nodes": _node_units,
    "words": _word_units,
}
"""Functions that cut a window into units, by method."""


def clauses_of(words: range, document: Document) -> Iterator[range]:
    """Yield the stretches of words between marks, and each mark."""
    start = words.start
    for word in words:
        if is_punctuation(document, word):
            if start < word:
                yield range(start, word)
            yield range(word, word + 1)
            start = word + 1
    if start < words.stop:
        yield range(start, words.stop)


def _clauses(words: range, anchor: Words, window: Window, parsed: ParsedDocument) -> list[Unit]:
    clauses = list(clauses_of(words, parsed.document))
    at = next((number for number, clause in enumerate(clauses) if anchor[0] in clause), len(clauses))
    units = []
    for number, clause in enumerate(clauses):
        features = list(_clause_features(clause, number - at, anchor, window, parsed))
        for step in (-1, 1):  # marks belong to the clause before or after them
            if 0 <= number + step < len(clauses):
                near = clauses[number + step]
                own = parsed.sentence(near.start)
                features.append(f"next {step}={parsed.word(near.start, own)},{min(len(near), 3)}")
        units.append(Unit(clause, features))
    return units


def _clause_features(
    clause: range, distance: int, anchor: Words, window: Window, parsed: ParsedDocument
) -> Iterator[str]:
    """Yield features of a clause, or of a mark, at a distance in clauses from the anchor."""
    sentence, text = parsed.sentence(clause.start), parsed.text(anchor)
    steps = str(max(-6, min(distance, 6)))
    apart = str(parsed.sentence(anchor[0]) != sentence)
    first, last = parsed.word(clause.start, sentence), parsed.word(clause.stop - 1, sentence)
    holds = "".join("x" if word in clause else "-" for word in anchor[:3])
    mark = first if len(clause) == 1 and is_punctuation(parsed.document, clause.start) else ""
    verb = any(parsed.tag(word, sentence).startswith(("V", "MD")) for word in clause)
    for name, value in (
        ("steps", steps),
        ("apart", f"{apart},{steps}"),
        ("mark", f"{mark},{steps},{apart}"),
        ("mark at end", f"{mark},{clause.stop == sentence.stop},{apart}"),
        ("first", f"{first},{apart}"),
        ("last", f"{last},{apart}"),
        ("first 2", f"{first} {parsed.word(clause.start + 1, sentence)}"),
        ("first tag", f"{parsed.tag(clause.start, sentence)},{apart}"),
        ("holds", f"{holds},{steps}"),
        ("verb", f"{verb},{apart},{min(len(clause) // 3, 4)}"),
        ("opens", f"{clause.start == sentence.start},{clause.stop >= sentence.stop - 1},{apart}"),
        ("opens window", f"{clause.start == window.start},{clause.stop >= window.stop - 1},{steps}"),
        ("place", f"{position_in(anchor, parsed.sentence(anchor[0]))},{steps},{apart}"),
    ):
        yield f"{name}={value}"
        yield f"text,{name}={text},{value}"


def _node_features(node: Constituent, anchor: Words, parsed: ParsedDocument) -> Iterator[str]:
    """Yield features of a node relative to a connective (Lin et al. 2014, section 5.2)."""
    text = parsed.text(anchor)
    own = covering(parsed.tree(anchor[0]), first_piece(anchor))
    way = path_between(own, node)
    siblings = own.parent.children if own.parent else [own]
    at = siblings.index(own)
    left, right = at, len(siblings) - at - 1
    side = "left" if node.words.stop <= anchor[0] else "right" if node.words.start > anchor[-1] else "over"
    for name, value in (
        ("side", side),
        ("category", f"{node.category},{side}"),
        ("category of anchor", f"{own.category},{node.category}"),
        ("siblings", f"{left},{right}"),
        ("way", way),
        ("way, siblings", f"{way},{left > 1}"),
        ("context", f"{category_of(node.parent)},{node.category},{category_of(node.sibling(-1))}"),
        ("size", f"{side},{min(len(node.words) // 4, 6)}"),
    ):
        yield f"{name}={value}"
        yield f"text,{name}={text},{value}"


def argument_features(candidate: Constituent, words: Words, parsed: ParsedDocument) -> Iterator[str]:
    """Yield features of a constituent relative to an anchor (Kong et al. 2014)."""
    sentence = parsed.sentence(words[0])
    text = parsed.text(words)
    node = covering(parsed.tree(words[0]), first_piece(words))
    side = "left" if candidate.words.start < words[0] else "right"
    way = path_between(node, candidate)
    steps = str(way.count("^"))
    category = candidate.category
    punctuation = parsed.text(candidate.words) if candidate.preterminal else ""
    neighbours = (candidate.parent, candidate.sibling(-1), candidate, candidate.sibling(1))
    start, stop = candidate.words.start, candidate.words.stop
    for name, value in (
        ("category", category),
        ("side", side),
        ("side,category", f"{side},{category}"),
        ("way", way),
        ("steps", steps),
        ("steps,side,category", f"{steps},{side},{category}"),
        ("context", ",".join(map(category_of, neighbours))),
        ("function", "-".join((category, *candidate.functions))),
        ("leaf", f"{side},{steps},{punctuation}"),
        ("self", f"{node.category},{node.parent.category if node.parent else ''},{way}"),
        ("first tag", f"{side},{parsed.tag(start, sentence)}"),
        ("first word", f"{side},{parsed.word(start, sentence)}"),
        ("verb", f"{side},{category},{has_verb(candidate)}"),
        ("place", f"{position_in(words, sentence)},{side},{steps}"),
        ("edge", f"{side},{start == sentence.start},{stop >= sentence.stop - 1}"),
    ):
        yield f"{name}={value}"
        yield f"text,{name}={text},{value}"


def path_between(node: Constituent, candidate: Constituent) -> str:
    """Return the categories from a node up to the common ancestor, and down to a candidate."""
    candidate_path = [candidate, *candidate.ancestors]
    ancestor = next(above for above in (node, *node.ancestors) if above in candidate_path)
    downwards = candidate_path[: candidate_path.index(ancestor)]
    return "^".join(path(node, ancestor)) + "".join(f"_{below.category}" for below in reversed(downwards))
