"""What the heads for sentences should say of the words of a window."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from relata.document import Document
from relata.document.relations import Proposition
from relata.evaluation.sentences import is_annotated
from relata.roles.labels import NO_ROLE, RoleLabels, roleset_number
from relata.roles.parser import possible_rolesets
from relata.syntax.labels import SyntaxLabels

IGNORED = -100
"""The target of what has none."""

_LEAST_LABELS = 2
"""A label that the data have once is an error more often than not."""


@dataclass(frozen=True, slots=True)
class SyntaxTargets:
    """Tags, heads (places of words in the window; its own for the root) and labels of words."""

    tags: list[int]
    heads: list[int]
    deprels: list[int]


@dataclass(frozen=True, slots=True)
class PredicateTargets:
    """A predicate: its place, the rolesets that it may have, which of them it has, and the roles of words."""

    place: int
    rows: list[int]
    numbers: list[int]
    right: int
    roles: list[int]


@dataclass(frozen=True, slots=True)
class RoleTargets:
    """Which words are predicates (1) or not (0), and what is known of each that is."""

    predicates: list[int]
    frames: list[PredicateTargets]


@dataclass(frozen=True, slots=True)
class SentenceLabels:
    """The labels that a model learns; a model of no propositions has no roles."""

    syntax: SyntaxLabels
    roles: RoleLabels | None

    @classmethod
    def of(cls, documents: Sequence[Document]) -> SentenceLabels:
        """The labels that documents have, but for those that are there once only."""
        columns = [document.tokens.columns for document in documents]
        syntax = SyntaxLabels(
            _frequent(tag for each in columns for tag in each.get("tag", ())),
            _frequent(label for each in columns for label in each.get("deprel", ())),
        )
        propositions = [each for document in documents for each in document.propositions]
        if not propositions:
            return cls(syntax, None)
        roles = _frequent(argument.role for each in propositions for argument in each.arguments)
        rolesets = sorted({each.roleset for each in propositions if each.roleset})
        return cls(syntax, RoleLabels((NO_ROLE, *roles), tuple(rolesets)))

    @classmethod
    def from_dict(cls, labels: Mapping[str, Any]) -> SentenceLabels | None:
        """Those of a manifest; None if it has none."""
        syntax = SyntaxLabels.of(labels)
        return cls(syntax, RoleLabels.of(labels)) if syntax else None

    def as_dict(self) -> dict[str, list[str]]:
        """What a manifest says of them."""
        return {**self.syntax.as_dict(), **(self.roles.as_dict() if self.roles else {})}


class SentenceTargets:
    """Makes targets of the annotation of windows."""

    def __init__(self, labels: SentenceLabels) -> None:
        self._tags = _places(labels.syntax.tags)
        self._deprels = _places(labels.syntax.deprels)
        self._roles = _places(labels.roles.roles) if labels.roles else None
        self._rolesets = _places(labels.roles.rolesets) if labels.roles else {}

    def syntax(self, document: Document, words: Sequence[int]) -> SyntaxTargets | None:
        """The targets of syntax; None if the document has no heads."""
        tokens = document.tokens
        if tokens.heads is None:
            return None
        places = {word: place for place, word in enumerate(words)}
        heads = []
        for word in words:
            head = tokens.head(word)
            start = tokens.sentence_range(tokens.sentence_of(word)).start
            above = word if head == 0 else None if head is None else start + head - 1
            heads.append(IGNORED if above is None else places.get(above, IGNORED))
        found = tokens.columns
        tags, deprels = ((found.get(name) or (None,) * len(tokens)) for name in ("tag", "deprel"))
        return SyntaxTargets(
            [self._tags.get(tags[word] or "", IGNORED) for word in words],
            heads,
            [self._deprels.get(deprels[word] or "", IGNORED) for word in words],
        )

    def roles(self, document: Document, words: Sequence[int]) -> RoleTargets | None:
        """The targets of roles; None if the document was not annotated for propositions."""
        if self._roles is None or not is_annotated(document):
            return None
        places = {word: place for place, word in enumerate(words)}
        predicates = [0] * len(words)
        frames = []
        for each in document.propositions:
            word = each.predicate.ranges[0][0]
            if word in places:
                predicates[places[word]] = 1
                frames.append(self._frame(document, each, places))
        return RoleTargets(predicates, frames)

    def _frame(self, document: Document, each: Proposition, places: Mapping[int, int]) -> PredicateTargets:
        assert self._roles is not None
        tokens = document.tokens
        predicate = each.predicate.ranges[0][0]
        sentence = tokens.sentence_of(predicate)
        own = tokens.sentence_range(sentence)
        roles = [0 if word in own else IGNORED for word in places]
        for argument in each.arguments:
            if argument.head is not None and argument.head in places:
                roles[places[argument.head]] = self._roles.get(argument.role, IGNORED)
        known = possible_rolesets(tokens[predicate])
        right = IGNORED
        if each.roleset in known and len(known) > 1:
            right = known.index(each.roleset)
        return PredicateTargets(
            places[predicate],
            [self._rolesets.get(roleset, -1) + 1 for roleset in known],
            [roleset_number(roleset) for roleset in known],
            right,
            roles,
        )


def _frequent(labels: Iterable[str | None]) -> tuple[str, ...]:
    counts = Counter(label for label in labels if label is not None)
    return tuple(sorted(label for label, count in counts.items() if count >= _LEAST_LABELS))


def _places(labels: Iterable[str]) -> dict[str, int]:
    return {label: place for place, label in enumerate(labels)}
