"""Parsed documents, and features of connectives and of clauses in parse trees."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations, groupby, pairwise

from relata.baselines.pairs import LayerReader
from relata.document import Document
from relata.treebank.constituents import (
    Constituent,
    constituents,
    covering,
    dependency_constituent,
    flat_tree,
    path,
)

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
_MARKED_PAIRS = (
    "first,first before; first,mark; size,size before; first tag,first tag before; mark,next mark; "
    "mark,size; opens,closes; first,last before"
)
_CLAUSE_MARKS = frozenset(",;:.，；：。！？、—…")


class ParsedDocument:
    """Words, tags and trees of a document by token index; beyond a sentence there is nothing."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self._tokens = document.tokens
        self._tags = document.tokens.columns.get("tag", ())
        trees = constituents(document)
        if trees and not any(trees):
            trees = list(map(dependency_constituent, document.sentences))
        self.has_trees = any(trees)
        # a failed parse, or text that a treebank leaves out: no structure is known
        self.trees = [
            tree or flat_tree(sentence.range, self._tags)
            for tree, sentence in zip(trees, document.sentences, strict=True)
        ]

    @cached_property
    def layers(self) -> LayerReader:
        """Annotation layers of spans."""
        return LayerReader(self.document, self.trees if self.has_trees else None)

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


def first_piece(words: Sequence[int]) -> range:
    """Return the first run of contiguous words.

    >>> first_piece([3, 4, 9])
    range(3, 5)
    """
    end = next((before + 1 for before, after in pairwise(words) if after > before + 1), words[-1] + 1)
    return range(words[0], end)


def connective_features(
    words: Words, parsed: ParsedDocument, kinds: Collection[str] = ("words", "syntax", "path")
) -> Iterator[str]:
    """Yield the kinds of features of a connective that are asked for, and always its text."""
    yield f"text={parsed.text(words)}"
    for kind in kinds:
        yield from CONNECTIVE_FEATURES[kind](words, parsed)


def _neighbours(words: Words, parsed: ParsedDocument) -> Iterator[str]:
    """Yield a connective with its neighbours and tags (Lin et al. 2014)."""
    sentence = parsed.sentence(words[0])
    text = parsed.text(words)
    before, after = words[0] - 1, words[-1] + 1
    previous, following = parsed.word(before, sentence), parsed.word(after, sentence)
    previous_tag, following_tag = parsed.tag(before, sentence), parsed.tag(after, sentence)
    values = {
        "text": text,
        "cased": parsed.document.tokens.form(words[0]),
        "tag": " ".join(parsed.tag(word, sentence) for word in words),
        "place": position_in(words, sentence),
        "before": previous,
        "before tag": previous_tag,
        "2 before": f"{parsed.word(before - 1, sentence)} {previous}",
        "2 before tags": f"{parsed.tag(before - 1, sentence)} {previous_tag}",
        "after": following,
        "after tag": following_tag,
    }
    yield from _joined(values, _CONNECTIVE_PAIRS)
    yield f"text,2 after tags={text},{following_tag} {parsed.tag(after + 1, sentence)}"


def _syntactic_features(words: Words, parsed: ParsedDocument) -> Iterator[str]:
    """Yield the node of a connective and its neighbours in the tree (Pitler and Nenkova 2009)."""
    text = parsed.text(words)
    node = covering(parsed.tree(words[0]), first_piece(words))
    left, right = node.sibling(-1), node.sibling(1)
    categories = {
        "self": node.category,
        "parent": category_of(node.parent),
        "left": category_of(left),
        "right": category_of(right),
    }
    for name, category in categories.items():
        yield f"{name}={category}"
        yield f"text,{name}={text},{category}"
    for (name, category), (other_name, other_category) in combinations(categories.items(), 2):
        yield f"{name},{other_name}={category},{other_category}"
    yield f"text,all={text},{','.join(categories.values())}"
    for name, sibling in (("left", left), ("right", right)):
        if sibling is not None:
            yield f"{name} verb={has_verb(sibling)}"
            yield f"text,{name} verb={text},{has_verb(sibling)}"


def _path_features(words: Words, parsed: ParsedDocument) -> Iterator[str]:
    """Yield the path of a connective to the root, and the rule above it (Lin et al. 2014)."""
    text = parsed.text(words)
    node = covering(parsed.tree(words[0]), first_piece(words))
    if node.parent:
        yield f"production={node.parent.production}"
    upwards = path(node, node.root)
    yield f"path={' '.join(upwards)}"
    yield f"text,path={text},{' '.join(upwards[:3])}"
    yield f"short path={' '.join(category for category, _ in groupby(upwards))}"


def _context_features(words: Words, parsed: ParsedDocument) -> Iterator[str]:
    """Yield the beginnings of the sentence and of the one before, and main verbs (Wang and Lan 2015)."""
    text, sentence = parsed.text(words), parsed.sentence(words[0])
    first = parsed.word(sentence.start, sentence)
    yield f"sentence begins={first}"
    yield f"text,sentence begins={text},{first}"
    if sentence.start:
        before = parsed.sentence(sentence.start - 1)
        yield f"text,previous begins={text},{parsed.word(before.start, before)}"
        yield f"text,previous ends={text},{parsed.word(before.stop - 1, before)}"
    for side, span in (
        ("left", range(sentence.start, words[0])),
        ("right", range(words[-1] + 1, sentence.stop)),
    ):
        tags = [parsed.tag(word, sentence) for word in span]
        verbs = [tag for tag in tags if tag.startswith(("V", "MD"))]
        yield f"{side} verbs={' '.join(verbs[:2])}"
        yield f"text,{side} verb={text},{verbs[0] if verbs else _NOTHING}"
        yield f"text,{side} size={text},{min(len(span) // 4, 4)}"


CONNECTIVE_FEATURES = {
    "words": _neighbours,
    "syntax": _syntactic_features,
    "path": _path_features,
    "context": _context_features,
}
"""Kinds of features of connectives."""


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
        "left": category_of(node.sibling(-1)),
        "right": category_of(node.sibling(1)),
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


def marked_clause_features(clause: range, parsed: ParsedDocument) -> Iterator[str]:
    """Yield features of the words between two marks that may be an argument, beside the words before."""
    sentence = parsed.sentence(clause.start)
    first, mark = clause.start, clause.start - 1
    start = mark
    while start > sentence.start and parsed.document.tokens.form(start - 1) not in _CLAUSE_MARKS:
        start -= 1
    before = range(start, mark)
    following = clause.stop if clause.stop in sentence else sentence.stop - 1
    values = {
        "first": parsed.word(first, sentence),
        "first 2": f"{parsed.word(first, sentence)} {parsed.word(first + 1, sentence)}",
        "last": parsed.word(clause.stop - 1, sentence),
        "mark": parsed.word(mark, sentence),
        "next mark": parsed.word(following, sentence),
        "first before": parsed.word(start, sentence),
        "last before": parsed.word(mark - 1, sentence),
        "size": str(min(len(clause) // 2, 6)),
        "size before": str(min(len(before) // 2, 6)),
        "first tag": parsed.tag(first, sentence),
        "first tag before": parsed.tag(start, sentence),
        "opens": str(start == sentence.start),
        "closes": str(clause.stop >= sentence.stop - 1),
        "verbs": " ".join(_verb_tags(clause, parsed)[:2]),
    }
    yield from _joined(values, _MARKED_PAIRS)
    words = {parsed.word(word, sentence) for word in clause}
    earlier = {parsed.word(word, sentence) for word in before}
    yield from (f"word={word}" for word in words)
    yield from (f"word before={word}" for word in earlier)
    yield f"shared={min(len(words & earlier), 3)}"


def _verb_tags(words: range, parsed: ParsedDocument) -> list[str]:
    sentence = parsed.sentence(words.start)
    return [tag for word in words if (tag := parsed.tag(word, sentence)).startswith(("V", "MD"))]


def _joined(values: Mapping[str, str], pairs: str) -> Iterator[str]:
    """Yield values as features, and the pairs of them that are named."""
    yield from (f"{name}={value}" for name, value in values.items())
    for pair in pairs.split("; "):
        yield f"{pair}={','.join(values[name] for name in pair.split(','))}"


def category_of(node: Constituent | None) -> str:
    """Return the category of a node; a mark for none."""
    return node.category if node else _NOTHING


def _label(node: Constituent) -> str:
    return "-".join((node.category, *node.functions))


def position_in(words: Words, sentence: range) -> str:
    """Return the position of a connective in its sentence."""
    offset = words[0] - sentence.start
    if offset < 3:
        return f"start {offset}"
    return "end" if words[-1] >= sentence.stop - 3 else "middle"


def has_verb(node: Constituent) -> bool:
    """Check that a node is or holds a verb phrase."""
    return any(descendant.category == "VP" for descendant in node.nodes())
