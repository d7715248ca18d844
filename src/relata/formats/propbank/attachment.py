"""Frames onto dependencies: every argument is its head word (section 3.2.2 of the CoNLL-2008 paper)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from relata.formats.conll2008.rows import SUPPORT
from relata.formats.propbank.frames import Filler, Frame, Piece


@dataclass(frozen=True, slots=True)
class Syntax:
    """The dependencies of a sentence: heads [tokens] from 1 (0 is the root), labels and tags [tokens]."""

    heads: Sequence[int]
    labels: Sequence[str]
    tags: Sequence[str]

    def head(self, token: int) -> int:
        """Return the index of a token's head, from 0; -1 is the root."""
        return self.heads[token] - 1

    def is_under(self, token: int, ancestor: int) -> bool:
        """Check that a token is dominated by another one."""
        while token >= 0:
            token = self.head(token)
            if token == ancestor:
                return True
        return False


@dataclass(frozen=True, slots=True)
class Attached:
    """An argument with its head; `tokens` are the tokens of its span that the head governs."""

    role: str
    head: int
    tokens: Piece


@dataclass(slots=True)
class Predication:
    """A predicate (a token's index in its sentence), its roleset and its arguments."""

    predicate: int
    roleset: str
    arguments: list[Attached] = field(default_factory=list)

    def add(self, argument: Attached) -> None:
        """Add an argument unless its head has a role already."""
        if all(argument.head != other.head for other in self.arguments):
            self.arguments.append(argument)


def predications(frames: Iterable[Frame], syntax: Syntax, forms: Sequence[str]) -> list[Predication]:
    """Attach frames in text order of predicates; a token is the predicate of its first frame only."""
    by_token: dict[int, Predication] = {}
    attached: list[Frame] = []
    for frame in frames:
        if frame.predicate not in by_token:
            arguments = list(attach(frame, syntax))
            by_token[frame.predicate] = Predication(frame.predicate, frame.roleset, arguments)
            attached.append(frame)
    for frame in attached:
        _add_support(frame, by_token, forms)
    return [by_token[predicate] for predicate in sorted(by_token)]


def _add_support(frame: Frame, by_token: dict[int, Predication], forms: Sequence[str]) -> None:
    """Chain the words of a support from the nominal outwards: of, dozens, took."""
    above = by_token[frame.predicate]
    chain = sorted(frame.support, key=lambda token: abs(token - frame.predicate))
    outermost = max(frame.support, key=lambda token: abs(token - frame.predicate), default=-1)
    for token in chain:
        above.add(Attached(SUPPORT, token, (token,)))
        if token != outermost:
            above = by_token.setdefault(token, Predication(token, f"{forms[token].lower()}.{SUPPORT}"))


def attach(frame: Frame, syntax: Syntax) -> Iterator[Attached]:
    """Find the heads of a frame's arguments; a token that fills two roles keeps the first."""
    taken: set[int] = set()
    for filler in frame.fillers:
        heads = _heads(filler, syntax, nominal=frame.nominal)
        tokens = sorted(token for piece in filler.pieces for token in piece)
        for number, (head, governed) in enumerate(_governed_tokens(heads, tokens, syntax).items()):
            if head not in taken:
                taken.add(head)
                role = filler.role if number == 0 else _continued(filler.role)
                yield Attached(role, head, tuple(governed))


def _heads(filler: Filler, syntax: Syntax, *, nominal: bool) -> list[int]:
    """List the head words of a filler from left to right, without heads that another one dominates."""
    if nominal and len(filler.pieces) > 1 and _is_adjacent(filler.pieces):
        return [_last_noun([token for piece in filler.pieces for token in piece], syntax)]
    heads = {head for piece in filler.pieces for head in _piece_heads(piece, syntax)}
    return sorted(head for head in heads if not any(syntax.is_under(head, other) for other in heads))


def _piece_heads(piece: Piece, syntax: Syntax) -> list[int]:
    """List the tokens of a piece whose head is outside; punctuation only if there is nothing else."""
    inside = set(piece)
    heads = [token for token in piece if syntax.head(token) not in inside]
    return [token for token in heads if syntax.labels[token] != "P"] or heads


def _is_adjacent(pieces: tuple[Piece, ...]) -> bool:
    tokens = sorted(token for piece in pieces for token in piece)
    return tokens[-1] - tokens[0] == len(tokens) - 1


def _last_noun(tokens: list[int], syntax: Syntax) -> int:
    """Return the head of a phrase of NomBank that is none in the treebank: "human rights"."""
    nouns = [token for token in tokens if syntax.tags[token].startswith("NN")]
    return max(nouns or tokens)


def _governed_tokens(heads: list[int], tokens: list[int], syntax: Syntax) -> dict[int, list[int]]:
    """Map each head to the tokens below it; tokens below no head go to the first."""
    governed: dict[int, list[int]] = {head: [] for head in heads}
    for token in tokens:
        above = token
        while above >= 0 and above not in governed:
            above = syntax.head(above)
        governed[above if above >= 0 else heads[0]].append(token)
    return governed


def _continued(role: str) -> str:
    return role if role.startswith("C-") else f"C-{role}"
