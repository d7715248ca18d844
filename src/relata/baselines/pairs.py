"""Pairs of arguments: their annotation layers, and features of both (Lin et al. 2009)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from relata.document import Document, Span
from relata.treebank.constituents import Constituent, constituents

Layer = tuple[str, ...] | None
"""Values of an annotation layer; None if the corpus lacks the layer."""


@dataclass(frozen=True, slots=True)
class ArgumentLayers:
    """Words of an argument, their tags and lemmas, and the rules of its constituents and dependencies."""

    words: tuple[str, ...]
    tags: Layer = None
    lemmas: Layer = None
    productions: Layer = None
    dependencies: Layer = None

    @property
    def lower_words(self) -> list[str]:
        """Words in lower case."""
        return [word.lower() for word in self.words]


LayerPair = tuple[ArgumentLayers | None, ArgumentLayers | None]
"""Layers of Arg1 and Arg2; None for an argument that is withheld."""

ValuePair = tuple[list[str], list[str]]
"""Distinct values of Arg1 and of Arg2."""


class LayerReader:
    """Annotation layers of the spans of one document."""

    def __init__(self, document: Document, trees: Sequence[Constituent | None] | None = None) -> None:
        self._tokens = document.tokens
        self._trees = trees or (constituents(document) if document.trees else None)
        has_dependencies = document.tokens.heads and "deprel" in document.tokens.columns
        self._dependents = _dependents(document) if has_dependencies else None

    def __call__(self, span: Span) -> ArgumentLayers:
        """Return the layers of a span."""
        return ArgumentLayers(
            tuple(map(self._tokens.form, span.indices)),
            self._column("tag", span),
            self._column("lemma", span),
            None if self._trees is None else tuple(self._productions(span, self._trees)),
            None if self._dependents is None else tuple(self._dependency_rules(span, self._dependents)),
        )

    def _column(self, name: str, span: Span) -> Layer:
        column = self._tokens.columns.get(name)
        return None if column is None else tuple(column[index] or "_" for index in span.indices)

    def _productions(self, span: Span, trees: Sequence[Constituent | None]) -> Iterator[str]:
        """Yield the rules of all constituents inside the span, down to tags and words."""
        words = frozenset(span.indices)
        sentences = [self._tokens.sentence_of(index) for index in span.indices]
        for tree in filter(None, trees[min(sentences) : max(sentences) + 1]):
            for node in tree.nodes():
                if words.issuperset(node.words):
                    if node.preterminal:
                        yield f"{node.category} -> {self._tokens.form(node.words.start).lower()}"
                    else:
                        yield node.production

    def _dependency_rules(self, span: Span, dependents: dict[int, list[str]]) -> Iterator[str]:
        """Yield each word that has dependents, with the labels of the dependents."""
        for index in span.indices:
            if labels := dependents.get(index):
                yield f"{self._tokens.form(index).lower()} <- {' '.join(labels)}"


def _dependents(document: Document) -> dict[int, list[str]]:
    """Return the labels of the dependents of each token index, in text order, without punctuation."""
    labels: dict[int, list[str]] = {}
    for sentence in document.sentences:
        for token in sentence:
            if token.head and token.deprel and token.deprel.lower() not in {"punct", "p"}:
                labels.setdefault(sentence.range.start + token.head - 1, []).append(token.deprel)
    return labels


@dataclass(frozen=True, slots=True)
class PairFeature:
    """A kind of feature; one that occurs in fewer than `minimum` training pairs is not used.

    `layer` names the annotation layer that the feature needs, if it needs one.
    """

    name: str
    text: str
    extract: Callable[[LayerPair], Iterator[str]]
    minimum: int = 2
    english: bool = True
    layer: str | None = None


def values_of(pair: LayerPair, extract: Callable[[ArgumentLayers], Iterable[str]]) -> ValuePair:
    """Return the distinct values that `extract` yields for each argument; none for a withheld one."""
    first, second = (list(dict.fromkeys(extract(layers))) if layers else [] for layers in pair)
    return first, second


def alone(name: str, values: ValuePair) -> Iterator[str]:
    """Yield each value as a feature of its argument."""
    for number, argument_values in enumerate(values, start=1):
        for value in argument_values:
            yield f"{name}.{number}:{value}"


def crossed(name: str, values: ValuePair) -> Iterator[str]:
    """Yield all pairs of a value of Arg1 and a value of Arg2."""
    for first in values[0]:
        for second in values[1]:
            yield f"{name}.12:{first}|{second}"


def word_pairs(pair: LayerPair) -> Iterator[str]:
    """Yield all pairs of a word of Arg1 and a word of Arg2 (Marcu and Echihabi 2002)."""
    return crossed("word", values_of(pair, lambda layers: layers.lower_words))


def first_last(pair: LayerPair) -> Iterator[str]:
    """Yield first, last and first three words, with pairs of first and of last words (Pitler et al. 2009)."""
    firsts = values_of(pair, lambda layers: layers.lower_words[:1])
    lasts = values_of(pair, lambda layers: layers.lower_words[-1:])
    for name, values in (("first", firsts), ("last", lasts)):
        yield from alone(name, values)
        yield from crossed(name, values)
    yield from alone("first3", values_of(pair, lambda layers: [" ".join(layers.lower_words[:3])]))


def _rules(name: str, layer: str, pair: LayerPair) -> Iterator[str]:
    """Yield the rules of a layer in each argument and in both."""
    values = values_of(pair, lambda layers: getattr(layers, layer) or ())
    yield from alone(name, values)
    second = set(values[1])
    for rule in values[0]:
        if rule in second:
            yield f"{name}.12:{rule}"


_productions = partial(_rules, "production", "productions")
_dependency_rules = partial(_rules, "dependency", "dependencies")

PAIR_FEATURES = (
    PairFeature("word-pairs", "a word of Arg1 with a word of Arg2", word_pairs, 5, english=False),
    PairFeature("first-last", "first, last and first three words, and pairs of them", first_last, 2, False),
    PairFeature("production-rules", "rules of constituents", _productions, 5, False, "productions"),
    PairFeature("dependency-rules", "heads with their labels", _dependency_rules, 5, False, "dependencies"),
)
"""Features of the classical pipeline."""
