"""The predicates of a sentence with their attached arguments and the support chains of nominals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from relata.formats.conll2008.support import SUPPORT
from relata.formats.propbank.attachment import Attached, Syntax, attach
from relata.formats.propbank.frames import Frame


@dataclass(slots=True)
class Predication:
    """A predicate (a token's place in its sentence), its roleset and its arguments."""

    predicate: int
    roleset: str
    arguments: list[Attached] = field(default_factory=list)

    def add(self, argument: Attached) -> None:
        """Adds an argument unless its head has a role already."""
        if all(argument.head != other.head for other in self.arguments):
            self.arguments.append(argument)


def predications(frames: Iterable[Frame], syntax: Syntax, forms: Sequence[str]) -> list[Predication]:
    """The predicates in text order; a token is one predicate, the first that it is said to be."""
    found: dict[int, Predication] = {}
    given: list[Frame] = []
    for frame in frames:
        if frame.predicate not in found:
            arguments = list(attach(frame, syntax))
            found[frame.predicate] = Predication(frame.predicate, frame.roleset, arguments)
            given.append(frame)
    for frame in given:
        _add_support(frame, found, forms)
    return [found[predicate] for predicate in sorted(found)]


def _add_support(frame: Frame, found: dict[int, Predication], forms: Sequence[str]) -> None:
    """Hangs the words of a support chain one below the other, from the nominal outwards: of, dozens, took."""
    above = found[frame.predicate]
    for place in sorted(frame.support, key=lambda place: abs(place - frame.predicate)):
        above.add(Attached(SUPPORT, place, (place,)))
        if place != _outermost(frame):
            above = found.setdefault(place, Predication(place, f"{forms[place].lower()}.{SUPPORT}"))


def _outermost(frame: Frame) -> int:
    return max(frame.support, key=lambda place: abs(place - frame.predicate))
