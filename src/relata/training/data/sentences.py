"""Targets of the heads for sentences: tags, trees, predicates, rolesets and roles."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from relata.document import Document
from relata.document.relations import Proposition
from relata.evaluation.sentences import is_annotated
from relata.roles.labels import NO_ROLE, RoleLabels, roleset_number
from relata.roles.parser import possible_rolesets
from relata.roles.rolesets import is_nominal, part_of_speech, rolesets
from relata.syntax.labels import SyntaxLabels

IGNORED = -100
"""The target of a word or input that has none."""

_LEAST_LABELS = 2
"""A label that stands once in the data is an error more often than not."""

_FILLER = 2.0
"""Words that fill up the count of each nominal lemma, half of them predicates."""


@dataclass(frozen=True, slots=True)
class SyntaxTargets:
    """Tags, heads and labels of the words of a window; the head of a root is the word itself."""

    tags: list[int]
    heads: list[int]
    deprels: list[int]


@dataclass(frozen=True, slots=True)
class PredicateTargets:
    """A predicate: its index in the window, its possible rolesets, the right one, and the roles of words.

    `rows` are the rows of the possible rolesets in the head's table, `right` the index of the right one.
    """

    index: int
    rows: list[int]
    numbers: list[int]
    right: int
    roles: list[int]


@dataclass(frozen=True, slots=True)
class RoleTargets:
    """A flag for each word, 1 for predicates, and the targets of each predicate."""

    predicates: list[int]
    frames: list[PredicateTargets]


@dataclass(frozen=True, slots=True)
class SentenceLabels:
    """The labels that a model learns; a model of no propositions has no roles."""

    syntax: SyntaxLabels
    roles: RoleLabels | None

    @classmethod
    def of(cls, documents: Sequence[Document]) -> SentenceLabels:
        """Collect the labels that stand at least twice in documents."""
        columns = [document.tokens.columns for document in documents]
        syntax = SyntaxLabels(
            frequent(tag for column in columns for tag in column.get("tag", ())),
            frequent(label for column in columns for label in column.get("deprel", ())),
        )
        propositions = [proposition for document in documents for proposition in document.propositions]
        if not propositions:
            return cls(syntax, None)
        roles = frequent(argument.role for proposition in propositions for argument in proposition.arguments)
        names = sorted({proposition.roleset for proposition in propositions if proposition.roleset})
        return cls(syntax, RoleLabels((NO_ROLE, *roles), tuple(names)))

    @classmethod
    def from_dict(cls, labels: Mapping[str, Any]) -> SentenceLabels | None:
        """Take the labels of a manifest; None if it has none."""
        syntax = SyntaxLabels.of(labels)
        return cls(syntax, RoleLabels.of(labels)) if syntax else None

    def as_dict(self) -> dict[str, list[str]]:
        """List the labels for a manifest."""
        layers = {**asdict(self.syntax), **(asdict(self.roles) if self.roles else {})}
        return {name: list(labels) for name, labels in layers.items()}


class SentenceTargets:
    """Maker of the targets of windows."""

    def __init__(self, labels: SentenceLabels) -> None:
        self._tags = _indices(labels.syntax.tags)
        self._deprels = _indices(labels.syntax.deprels)
        self._roles = _indices(labels.roles.roles) if labels.roles else None
        self._rolesets = _indices(labels.roles.rolesets) if labels.roles else {}

    def syntax(self, document: Document, words: Sequence[int]) -> SyntaxTargets | None:
        """Make the targets of syntax; None if the document has no heads."""
        tokens = document.tokens
        if tokens.heads is None:
            return None
        indices = {word: index for index, word in enumerate(words)}
        heads = []
        for word in words:
            head = tokens.head(word)
            start = tokens.sentence_range(tokens.sentence_of(word)).start
            above = word if head == 0 else None if head is None else start + head - 1
            heads.append(IGNORED if above is None else indices.get(above, IGNORED))
        columns = tokens.columns
        tags, deprels = ((columns.get(name) or (None,) * len(tokens)) for name in ("tag", "deprel"))
        return SyntaxTargets(
            [self._tags.get(tags[word] or "", IGNORED) for word in words],
            heads,
            [self._deprels.get(deprels[word] or "", IGNORED) for word in words],
        )

    def roles(self, document: Document, words: Sequence[int]) -> RoleTargets | None:
        """Make the targets of roles; None if the document was not annotated for propositions."""
        if self._roles is None or not is_annotated(document):
            return None
        indices = {word: index for index, word in enumerate(words)}
        predicates = [0] * len(words)
        frames = []
        for proposition in document.propositions:
            word = proposition.predicate.ranges[0][0]
            if word in indices:
                predicates[indices[word]] = 1
                frames.append(self._frame(document, proposition, indices, self._roles))
        return RoleTargets(predicates, frames)

    def _frame(
        self,
        document: Document,
        proposition: Proposition,
        indices: Mapping[int, int],
        role_indices: Mapping[str, int],
    ) -> PredicateTargets:
        tokens = document.tokens
        predicate = proposition.predicate.ranges[0][0]
        sentence = tokens.sentence_range(tokens.sentence_of(predicate))
        roles = [0 if word in sentence else IGNORED for word in indices]
        for argument in proposition.arguments:
            if argument.head is not None and argument.head in indices:
                roles[indices[argument.head]] = role_indices.get(argument.role, IGNORED)
        candidates = possible_rolesets(tokens[predicate])
        right = IGNORED
        if proposition.roleset in candidates and len(candidates) > 1:
            right = candidates.index(proposition.roleset)
        return PredicateTargets(
            indices[predicate],
            [self._rolesets.get(roleset, -1) + 1 for roleset in candidates],
            [roleset_number(roleset) for roleset in candidates],
            right,
            roles,
        )


def nominal_rates(sources: Iterable[Sequence[Document]]) -> dict[str, dict[str, float]]:
    """Compute the share of predicates among the words of each lemma with rolesets, by part of speech.

    Corpora differ in which nouns they annotate. Sources count alike here: the words of a larger one weigh
    less, as if it were as large as the smallest.
    """
    annotated = [list(filter(is_annotated, documents)) for documents in sources]
    sizes = [sum(len(document.tokens) for document in documents) for documents in annotated]
    smallest = min((size for size in sizes if size), default=0)
    words: defaultdict[tuple[str, str], float] = defaultdict(float)
    predicates: defaultdict[tuple[str, str], float] = defaultdict(float)
    for documents, size in zip(annotated, sizes, strict=True):
        for key, is_predicate in (nominal for document in documents for nominal in _nominals(document)):
            words[key] += smallest / size
            predicates[key] += is_predicate * smallest / size
    rates: dict[str, dict[str, float]] = {}
    for (part, lemma), count in sorted(words.items()):
        rate = (predicates[part, lemma] + _FILLER / 2) / (count + _FILLER)
        rates.setdefault(part, {})[lemma] = round(rate, 2)
    return rates


def _nominals(document: Document) -> Iterator[tuple[tuple[str, str], bool]]:
    """Yield part of speech and lemma of nouns and adjectives with rolesets, and true for predicates."""
    predicates = {proposition.predicate.ranges[0][0] for proposition in document.propositions}
    for word, token in enumerate(document.tokens):
        part = part_of_speech(token.tag)
        lemma = token.lemma or token.form.lower()
        if part is not None and is_nominal(part) and rolesets(lemma, part):
            yield (part, lemma), word in predicates


def frequent(labels: Iterable[str | None]) -> tuple[str, ...]:
    """Collect the labels that stand at least twice, in alphabetical order."""
    counts = Counter(label for label in labels if label is not None)
    return tuple(sorted(label for label, count in counts.items() if count >= _LEAST_LABELS))


def _indices(labels: Iterable[str]) -> dict[str, int]:
    return {label: index for index, label in enumerate(labels)}
