"""Frames onto dependencies: every argument is the word that heads it (section 3.2.2 of the task's paper)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from relata.formats.propbank.frames import Filler, Frame, Piece


@dataclass(frozen=True, slots=True)
class Syntax:
    """The dependencies of a sentence: heads from 1 (0 is the root), labels and tags of its tokens."""

    heads: Sequence[int]
    labels: Sequence[str]
    tags: Sequence[str]

    def head(self, place: int) -> int:
        """The place of a token's head, from 0; -1 is the root."""
        return self.heads[place] - 1

    def is_under(self, place: int, other: int) -> bool:
        """Whether a token is dominated by another one."""
        while place >= 0:
            place = self.head(place)
            if place == other:
                return True
        return False


@dataclass(frozen=True, slots=True)
class Attached:
    """An argument with its head; `tokens` are those of its span that the head governs."""

    role: str
    head: int
    tokens: Piece


def attach(frame: Frame, syntax: Syntax) -> Iterator[Attached]:
    """The arguments of a frame; a token that fills two roles keeps the first."""
    taken: set[int] = set()
    for filler in frame.fillers:
        heads = _heads(filler, syntax, nominal=frame.nominal)
        tokens = sorted(place for piece in filler.pieces for place in piece)
        for number, (head, own) in enumerate(_shares(heads, tokens, syntax)):
            if head not in taken:
                taken.add(head)
                yield Attached(filler.role if number == 0 else _continued(filler.role), head, own)


def _heads(filler: Filler, syntax: Syntax, *, nominal: bool) -> list[int]:
    """The words that head a filler, from left to right; one that another of them dominates is merged in."""
    if nominal and len(filler.pieces) > 1 and _is_adjacent(filler.pieces):
        return [_last_noun([place for piece in filler.pieces for place in piece], syntax)]
    heads = {head for piece in filler.pieces for head in _piece_heads(piece, syntax)}
    return sorted(head for head in heads if not any(syntax.is_under(head, other) for other in heads))


def _piece_heads(piece: Piece, syntax: Syntax) -> list[int]:
    """The tokens of a piece whose head is outside; punctuation only if there is nothing else."""
    inside = set(piece)
    heads = [place for place in piece if syntax.head(place) not in inside]
    return [place for place in heads if syntax.labels[place] != "P"] or heads


def _is_adjacent(pieces: tuple[Piece, ...]) -> bool:
    places = sorted(place for piece in pieces for place in piece)
    return places[-1] - places[0] == len(places) - 1


def _last_noun(places: list[int], syntax: Syntax) -> int:
    """The head of words that NomBank takes for one phrase and the treebank does not: "human rights"."""
    nouns = [place for place in places if syntax.tags[place].startswith("NN")]
    return max(nouns or places)


def _shares(heads: list[int], tokens: list[int], syntax: Syntax) -> Iterable[tuple[int, Piece]]:
    """Each head with its tokens; those that no head governs go with the first."""
    shares: dict[int, list[int]] = {head: [] for head in heads}
    for place in tokens:
        above = place
        while above >= 0 and above not in shares:
            above = syntax.head(above)
        shares[above if above >= 0 else heads[0]].append(place)
    return [(head, tuple(own)) for head, own in shares.items()]


def _continued(role: str) -> str:
    return role if role.startswith("C-") else f"C-{role}"
