"""Features of connectives, constituents and clauses in parse trees."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise

from relata.document import Document
from relata.errors import ProtocolError
from relata.treebank.constituents import Constituent, constituents, covering, flat_tree, path

Words = tuple[int, ...]
"""Token indices, ascending."""

_NOTHING = "∅"
_CONNECTIVE_PAIRS = (
    "text,tag; text,place; before,text; before tag,text; before tag,tag; text,after; text,after tag; "
    "tag,after tag"
)
_CLAUSE_PAIRS = (
    "label,parent; label,first; label,first tag; label,before; label,left; first,parent; first tag,before; "
    "first,verb; label,verb; first 2 tags,before tag"
)


class ParsedDocument:
    """Words, tags and trees of a document by token index; beyond a sentence there is nothing."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._tokens = document.tokens
        self._tags = document.tokens.columns.get("tag", ())
        trees = constituents(document)
        if trees and not any(trees):
            raise ProtocolError(f"relata:classical needs trees: {document.id} has none")
        # a failed parse, or text that a treebank leaves out: no structure is known
        self.trees = [
            tree or flat_tree(sentence.range, self._tags)
            for tree, sentence in zip(trees, document.sentences, strict=True)
        ]

    def tree(self, index: int) -> Constituent:
        """Return the tree of the sentence of a token."""
        return self.trees[self._tokens.sentence_of(index)]

    def sentence(self, index: int) -> range:
        """Return the token indices of the sentence of a token."""
        return self._tokens.sentence_range(self._tokens.sentence_of(index))

    def word(self, index: int, sentence: range) -> str:
        """Return the lower-case form of a token in a sentence."""
        return self._tokens.form(index).lower() if index in sentence else _NOTHING

    def tag(self, index: int, sentence: range) -> str:
        """Return the tag of a token in a sentence."""
        return (self._tags[index] or _NOTHING) if self._tags and index in sentence else _NOTHING

    def text(self, words: Sequence[int]) -> str:
        """Return words in lower case, with a mark at each gap."""
        runs = groupby(enumerate(words), key=lambda pair: pair[1] - pair[0])
        return " .. ".join(" ".join(self._tokens.form(word).lower() for _, word in run) for _, run in runs)


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


def first_piece(words: Sequence[int]) -> range:
    """Return the first run of contiguous words.

    >>> first_piece([3, 4, 9])
    range(3, 5)
    """
    end = next((before + 1 for before, after in pairwise(words) if after > before + 1), words[-1] + 1)
    return range(words[0], end)


def _without(node: Constituent, words: Collection[int]) -> Iterator[Constituent]:
    """Yield the highest nodes in a subtree that hold none of the words."""
    if not any(word in node.words for word in words):
        yield node
        return
    for child in node.children:
        yield from _without(child, words)


def connective_features(words: Words, parsed: ParsedDocument) -> Iterator[str]:
    """Yield a connective, its neighbours and its tree path (Pitler and Nenkova 2009, Lin et al. 2014)."""
    sentence = parsed.sentence(words[0])
    text = parsed.text(words)
    before, after = words[0] - 1, words[-1] + 1
    previous, following = parsed.word(before, sentence), parsed.word(after, sentence)
    previous_tag, following_tag = parsed.tag(before, sentence), parsed.tag(after, sentence)
    values = {
        "text": text,
        "cased": parsed.document.tokens.form(words[0]),
        "tag": " ".join(parsed.tag(word, sentence) for word in words),
        "place": _position(words, sentence),
        "before": previous,
        "before tag": previous_tag,
        "2 before": f"{parsed.word(before - 1, sentence)} {previous}",
        "2 before tags": f"{parsed.tag(before - 1, sentence)} {previous_tag}",
        "after": following,
        "after tag": following_tag,
    }
    yield from _joined(values, _CONNECTIVE_PAIRS)
    yield f"text,2 after tags={text},{following_tag} {parsed.tag(after + 1, sentence)}"
    yield from _syntactic_features(covering(parsed.tree(words[0]), first_piece(words)), text)


def _syntactic_features(node: Constituent, text: str) -> Iterator[str]:
    """Yield the node of a connective, its neighbours in the tree, and its path to the root."""
    left, right = node.sibling(-1), node.sibling(1)
    categories = {
        "self": node.category,
        "parent": _category(node.parent),
        "left": _category(left),
        "right": _category(right),
    }
    for name, category in categories.items():
        yield f"{name}={category}"
        yield f"text,{name}={text},{category}"
    for (name, category), (other_name, other_category) in combinations(categories.items(), 2):
        yield f"{name},{other_name}={category},{other_category}"
    yield f"text,all={text},{','.join(categories.values())}"
    if node.parent:
        yield f"production={node.parent.production}"
    for name, sibling in (("left", left), ("right", right)):
        if sibling is not None:
            yield f"{name} verb={_has_verb(sibling)}"
            yield f"text,{name} verb={text},{_has_verb(sibling)}"
    upwards = path(node, node.root)
    yield f"path={' '.join(upwards)}"
    yield f"text,path={text},{' '.join(upwards[:3])}"
    yield f"short path={' '.join(category for category, _ in groupby(upwards))}"


def argument_features(candidate: Constituent, words: Words, parsed: ParsedDocument) -> Iterator[str]:
    """Yield features of a constituent relative to a connective (Kong et al. 2014) or to a constituent."""
    sentence = parsed.sentence(words[0])
    text = parsed.text(words)
    node = covering(parsed.tree(words[0]), first_piece(words))
    side = "left" if candidate.words.start < words[0] else "right"
    way = _path_between(node, candidate)
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
        ("context", ",".join(map(_category, neighbours))),
        ("function", "-".join((category, *candidate.functions))),
        ("leaf", f"{side},{steps},{punctuation}"),
        ("self", f"{node.category},{node.parent.category if node.parent else ''},{way}"),
        ("first tag", f"{side},{parsed.tag(start, sentence)}"),
        ("first word", f"{side},{parsed.word(start, sentence)}"),
        ("verb", f"{side},{category},{_has_verb(candidate)}"),
        ("place", f"{_position(words, sentence)},{side},{steps}"),
        ("edge", f"{side},{start == sentence.start},{stop >= sentence.stop - 1}"),
    ):
        yield f"{name}={value}"
        yield f"text,{name}={text},{value}"


def clause_features(node: Constituent, parsed: ParsedDocument) -> Iterator[str]:
    """Yield features of a constituent that may be the second argument of a relation in its sentence."""
    sentence = parsed.sentence(node.words.start)
    first, before = node.words.start, node.words.start - 1
    parent = node.parent
    siblings = parent.children if parent else ()
    verb = next((parsed.text(child.words) for child in siblings if child.category.startswith("VB")), _NOTHING)
    values = {
        "label": _label(node),
        "category": node.category,
        "parent": _label(parent) if parent else _NOTHING,
        "left": _category(node.sibling(-1)),
        "right": _category(node.sibling(1)),
        "first": parsed.word(first, sentence),
        "first tag": parsed.tag(first, sentence),
        "first 2": f"{parsed.word(first, sentence)} {parsed.word(first + 1, sentence)}",
        "first 2 tags": f"{parsed.tag(first, sentence)} {parsed.tag(first + 1, sentence)}",
        "before": parsed.word(before, sentence),
        "before tag": parsed.tag(before, sentence),
        "production": node.production,
        "parent production": parent.production if parent else _NOTHING,
        "verb": verb,
        "size": str(min(6, len(node.words) // 3)),
        "path": " ".join(path(node, node.root)[:5]),
        "initial": str(first == sentence.start),
    }
    yield from _joined(values, _CLAUSE_PAIRS)


def _joined(values: Mapping[str, str], pairs: str) -> Iterator[str]:
    """Yield values as features, and the pairs of them that are named."""
    yield from (f"{name}={value}" for name, value in values.items())
    for pair in pairs.split("; "):
        yield f"{pair}={','.join(values[name] for name in pair.split(','))}"


def _category(node: Constituent | None) -> str:
    return node.category if node else _NOTHING


def _label(node: Constituent) -> str:
    return "-".join((node.category, *node.functions))


def _position(words: Words, sentence: range) -> str:
    """Return the position of a connective in its sentence."""
    offset = words[0] - sentence.start
    if offset < 3:
        return f"start {offset}"
    return "end" if words[-1] >= sentence.stop - 3 else "middle"


def _has_verb(node: Constituent) -> bool:
    return any(descendant.category == "VP" for descendant in node.nodes())


def _path_between(node: Constituent, candidate: Constituent) -> str:
    """Return the categories from a node up to the common ancestor, and down to a candidate."""
    candidate_path = [candidate, *candidate.ancestors]
    ancestor = next(above for above in (node, *node.ancestors) if above in candidate_path)
    downwards = candidate_path[: candidate_path.index(ancestor)]
    return "^".join(path(node, ancestor)) + "".join(f"_{below.category}" for below in reversed(downwards))
