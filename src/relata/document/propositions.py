"""Propositions of a document, stored in columns: one in six words of prose is a predicate."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import eq
from typing import TYPE_CHECKING, overload

from relata.document.relations import Argument, Proposition
from relata.document.tokens import Span, Tokens

if TYPE_CHECKING:
    Numbers = array[int]

_NO_HEAD = -1


class Propositions(Sequence[Proposition]):
    """Propositions, created on access; their spans refer to the tokens of the document.

    A proposition is a run of numbers: the number of ranges of its predicate and their edges; then for each
    argument the index of its role in `_roles`, its head, and its ranges in the same way.
    """

    __slots__ = ("_numbers", "_roles", "_rolesets", "_scores", "_starts", "_tokens")

    def __init__(self, tokens: Tokens, propositions: Iterable[Proposition]) -> None:
        self._tokens = tokens
        self._numbers: Numbers = array("i")
        self._starts: Numbers = array("i")
        roles: dict[str, int] = {}
        rolesets: dict[str | None, str | None] = {}
        roleset_column: list[str | None] = []
        scores: list[float | None] = []
        for proposition in propositions:
            self._starts.append(len(self._numbers))
            roleset_column.append(rolesets.setdefault(proposition.roleset, proposition.roleset))
            scores.append(proposition.score)
            self._numbers.extend(_edges(proposition.predicate))
            for argument in proposition.arguments:
                head = _NO_HEAD if argument.head is None else argument.head
                self._numbers.extend((roles.setdefault(argument.role, len(roles)), head))
                self._numbers.extend(_edges(argument.span))
        self._roles, self._rolesets, self._scores = tuple(roles), tuple(roleset_column), tuple(scores)

    @classmethod
    def of(cls, tokens: Tokens, propositions: Iterable[Proposition]) -> Propositions:
        """Return propositions on these tokens: the argument itself if it has that form already."""
        if isinstance(propositions, Propositions) and propositions._tokens is tokens:
            return propositions
        return cls(tokens, propositions)

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> Proposition: ...
    @overload
    def __getitem__(self, index: slice) -> list[Proposition]: ...
    def __getitem__(self, index: int | slice) -> Proposition | list[Proposition]:
        numbers = range(len(self))[index]
        return [self._at(n) for n in numbers] if isinstance(numbers, range) else self._at(numbers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Propositions | tuple | list):
            return NotImplemented
        return len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def _at(self, number: int) -> Proposition:
        following = self._starts[number + 1] if number + 1 < len(self) else len(self._numbers)
        numbers = iter(self._numbers[self._starts[number] : following])
        predicate = self._span(numbers)
        arguments = tuple(self._arguments(numbers))
        return Proposition(predicate, self._rolesets[number], arguments, self._scores[number])

    def _arguments(self, numbers: Iterator[int]) -> Iterator[Argument]:
        for role in numbers:
            head = next(numbers)
            yield Argument(self._roles[role], self._span(numbers), None if head == _NO_HEAD else head)

    def _span(self, numbers: Iterator[int]) -> Span:
        size = next(numbers)
        return Span(self._tokens, tuple((next(numbers), next(numbers)) for _ in range(size)))


def _edges(span: Span) -> Iterator[int]:
    return chain((len(span.ranges),), chain.from_iterable(span.ranges))
