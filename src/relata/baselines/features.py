"""Features of connectives and of constituents in parse trees."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, groupby

from relata.baselines.candidates import Words, first_piece
from relata.document import Document
from relata.errors import ProtocolError
from relata.treebank.constituents import Constituent, constituents, covering, path

_NOTHING = "∅"


class Surroundings:
    """Words, tags and trees of a document, asked for by place; beyond a sentence there is nothing."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.trees = constituents(document)
        self._tokens = document.tokens
        self._tags = document.tokens.columns.get("tag", ())
        if None in self.trees:
            number = self.trees.index(None) + 1
            raise ProtocolError(f"relata:classical needs trees: {document.id} has none for sentence {number}")

    def tree(self, index: int) -> Constituent:
        """The tree of the sentence that a word stands in."""
        tree = self.trees[self._tokens.sentence_of(index)]
        assert tree is not None
        return tree

    def word(self, index: int, sentence: range) -> str:
        return self._tokens.form(index).lower() if index in sentence else _NOTHING

    def tag(self, index: int, sentence: range) -> str:
        return (self._tags[index] or _NOTHING) if self._tags and index in sentence else _NOTHING

    def text(self, words: Sequence[int]) -> str:
        """The words in lower case, with a mark where some are left out."""
        runs = groupby(enumerate(words), key=lambda pair: pair[1] - pair[0])
        return " .. ".join(" ".join(self._tokens.form(word).lower() for _, word in run) for _, run in runs)

    def sentence(self, index: int) -> range:
        """The words of the sentence that a word stands in."""
        return self._tokens.sentence_range(self._tokens.sentence_of(index))


def connective_features(words: Words, around: Surroundings) -> Iterator[str]:
    """A connective, its neighbours, and its place in the tree (Pitler and Nenkova 2009, Lin et al. 2014)."""
    sentence = around.sentence(words[0])
    text = around.text(words)
    tag = " ".join(around.tag(word, sentence) for word in words)
    before, after = words[0] - 1, words[-1] + 1
    node = covering(around.tree(words[0]), first_piece(words))
    left, right = node.sibling(-1), node.sibling(1)
    syntax = {
        "self": node.category,
        "parent": node.parent.category if node.parent else _NOTHING,
        "left": left.category if left else _NOTHING,
        "right": right.category if right else _NOTHING,
    }
    previous, following = around.word(before, sentence), around.word(after, sentence)
    yield f"text={text}"
    yield f"cased={around.document.tokens.form(words[0])}"
    yield f"tag={tag}"
    yield f"text,tag={text},{tag}"
    yield f"place={_place(words, sentence)}"
    yield f"text,place={text},{_place(words, sentence)}"
    yield f"before={previous}"
    yield f"before,text={previous},{text}"
    yield f"before tag={around.tag(before, sentence)}"
    yield f"before tag,text={around.tag(before, sentence)},{text}"
    yield f"before tag,tag={around.tag(before, sentence)},{tag}"
    yield f"2 before={around.word(before - 1, sentence)} {previous}"
    yield f"2 before tags={around.tag(before - 1, sentence)} {around.tag(before, sentence)}"
    yield f"after={following}"
    yield f"text,after={text},{following}"
    yield f"after tag={around.tag(after, sentence)}"
    yield f"text,after tag={text},{around.tag(after, sentence)}"
    yield f"tag,after tag={tag},{around.tag(after, sentence)}"
    yield f"text,2 after tags={text},{around.tag(after, sentence)} {around.tag(after + 1, sentence)}"
    for name, value in syntax.items():
        yield f"{name}={value}"
        yield f"text,{name}={text},{value}"
    for (one, first), (other, second) in combinations(syntax.items(), 2):
        yield f"{one},{other}={first},{second}"
    yield f"text,all={text},{','.join(syntax.values())}"
    if node.parent:
        yield f"production={node.parent.production}"
    yield from _verbs("left", left, text)
    yield from _verbs("right", right, text)
    way = path(node, node.root)
    yield f"path={' '.join(way)}"
    yield f"text,path={text},{' '.join(way[:3])}"
    yield f"short path={' '.join(key for key, _ in groupby(way))}"


def argument_features(candidate: Constituent, words: Words, around: Surroundings) -> Iterator[str]:
    """A constituent, seen from a connective (Kong et al. 2014) or from another constituent."""
    sentence = around.sentence(words[0])
    text = around.text(words)
    node = covering(around.tree(words[0]), first_piece(words))
    side = "left" if candidate.words.start < words[0] else "right"
    way = _between(node, candidate)
    parent = candidate.parent
    left, right = candidate.sibling(-1), candidate.sibling(1)
    category = candidate.category
    punctuation = _text_of(candidate, around) if candidate.preterminal else ""
    steps = str(way.count("^"))
    context = ",".join(each.category if each else _NOTHING for each in (parent, left, candidate, right))
    place = _place(words, sentence)
    for name, value in (
        ("category", category),
        ("side", side),
        ("side,category", f"{side},{category}"),
        ("way", way),
        ("steps", steps),
        ("steps,side,category", f"{steps},{side},{category}"),
        ("context", context),
        ("function", "-".join((category, *candidate.functions))),
        ("leaf", f"{side},{steps},{punctuation}"),
        ("self", f"{node.category},{node.parent.category if node.parent else ''},{way}"),
        ("first tag", f"{side},{around.tag(candidate.words.start, sentence)}"),
        ("first word", f"{side},{around.word(candidate.words.start, sentence)}"),
        ("verb", f"{side},{category},{_has_verb(candidate)}"),
        ("place", f"{place},{side},{steps}"),
        (
            "edge",
            f"{side},{candidate.words.start == sentence.start},{candidate.words.stop >= sentence.stop - 1}",
        ),
    ):
        yield f"{name}={value}"
        yield f"text,{name}={text},{value}"


def clause_features(node: Constituent, around: Surroundings) -> Iterator[str]:
    """A constituent that may be the second argument of a relation inside its sentence."""
    sentence = around.sentence(node.words.start)
    first, before = node.words.start, node.words.start - 1
    left, right = node.sibling(-1), node.sibling(1)
    parent = node.parent
    label = "-".join((node.category, *node.functions))
    above = "-".join((parent.category, *parent.functions)) if parent else _NOTHING
    verb = next((n for n in (parent.children if parent else ()) if n.category.startswith("VB")), None)
    size = min(6, len(node.words) // 3)
    values = {
        "label": label,
        "category": node.category,
        "parent": above,
        "left": left.category if left else _NOTHING,
        "right": right.category if right else _NOTHING,
        "first": around.word(first, sentence),
        "first tag": around.tag(first, sentence),
        "first 2": f"{around.word(first, sentence)} {around.word(first + 1, sentence)}",
        "first 2 tags": f"{around.tag(first, sentence)} {around.tag(first + 1, sentence)}",
        "before": around.word(before, sentence),
        "before tag": around.tag(before, sentence),
        "production": node.production,
        "parent production": parent.production if parent else _NOTHING,
        "verb": _text_of(verb, around) if verb else _NOTHING,
        "size": str(size),
        "path": " ".join(path(node, node.root)[:5]),
        "initial": str(first == sentence.start),
    }
    for name, value in values.items():
        yield f"{name}={value}"
    for one, other in (
        ("label", "parent"),
        ("label", "first"),
        ("label", "first tag"),
        ("label", "before"),
        ("label", "left"),
        ("first", "parent"),
        ("first tag", "before"),
        ("first", "verb"),
        ("label", "verb"),
        ("first 2 tags", "before tag"),
    ):
        yield f"{one},{other}={values[one]},{values[other]}"


def _place(words: Words, sentence: range) -> str:
    """Where in its sentence something stands."""
    at = words[0] - sentence.start
    if at < 3:
        return f"start {at}"
    return "end" if words[-1] >= sentence.stop - 3 else "middle"


def _verbs(name: str, sibling: Constituent | None, text: str) -> Iterator[str]:
    if sibling is not None:
        yield f"{name} verb={_has_verb(sibling)}"
        yield f"text,{name} verb={text},{_has_verb(sibling)}"


def _has_verb(node: Constituent) -> bool:
    return any(each.category == "VP" for each in node.nodes())


def _between(node: Constituent, candidate: Constituent) -> str:
    """The way from a node up to the common ancestor, and down to a candidate."""
    above = {id(each): place for place, each in enumerate((candidate, *candidate.ancestors))}
    up = [node.category]
    at: Constituent = node
    while id(at) not in above and at.parent is not None:
        at = at.parent
        up.append(at.category)
    below = [candidate, *candidate.ancestors][: above.get(id(at), 0)]
    return "^".join(up) + "".join(f"_{each.category}" for each in reversed(below))


def _text_of(node: Constituent, around: Surroundings) -> str:
    return around.text(tuple(node.words))
