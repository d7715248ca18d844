"""Frames of predicates in documents built of trees, as CoNLL-2008 propositions.

Arguments get their heads by section 3.2.2 of the CoNLL-2008 paper.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from relata.document import Document, Tokens
from relata.document.relations import Argument, Proposition
from relata.formats.conll2008.rows import EMPTY, SUPPORT, encode
from relata.treebank import Tree, to_dependencies
from relata.treebank.tree import decoded_tag, decoded_word

Piece = tuple[int, ...]
"""Token indices in a sentence, from 0, ascending."""

_NUMBERED = re.compile(r"ARG([0-9])(?:-.*)?")
_PREFIX = re.compile(r"[CR]-")


@dataclass(frozen=True, slots=True)
class Filler:
    """A role and the pieces of text that fill it together."""

    role: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True, slots=True)
class Frame:
    """A predicate (a token's index in its sentence), its roleset and its fillers.

    `support` has the words between a nominal and its argument: "took dozens of" in "Mary took dozens of
    walks". `nominal` is true of NomBank's annotation.
    """

    predicate: int
    roleset: str
    fillers: tuple[Filler, ...] = ()
    support: Piece = ()
    nominal: bool = False


def role_name(label: str) -> str | None:
    """Translate PropBank's label of a role to the CoNLL-2008 task's; None for the predicate itself.

    A second tag of a numbered argument (a preposition, DSP of newer data) is dropped. Adjuncts keep their
    name, including PropBank's later ones (ADJ, LVB, PRR, GOL, PRP for PNC).

    >>> [role_name(label) for label in ("ARG0", "ARGM-TMP", "R-ARG1", "ARG2-with", "ARGA", "C-V")]
    ['A0', 'AM-TMP', 'R-A1', 'A2', 'AA', None]
    """
    prefix = match[0] if (match := _PREFIX.match(label)) else ""
    base = label.removeprefix(prefix)
    if base in ("V", "rel"):
        return None
    if numbered := _NUMBERED.fullmatch(base):
        return f"{prefix}A{numbered[1]}"
    if base.startswith("ARGM"):
        return f"{prefix}AM{base[4:]}"
    return f"{prefix}AA" if base.startswith("ARGA") else f"{prefix}{base}"


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


@dataclass(slots=True)
class ArgumentCounts:
    """Counts of arguments, of those whose tokens have several heads, and of discontinuous ones merged."""

    arguments: int = 0
    several_heads: int = 0
    discontinuous: int = 0
    merged: int = 0

    def add(self, filler: Filler, piece_heads: Collection[int], heads: Collection[int]) -> None:
        """Count an argument with the heads of its pieces and those of them that no other one dominates."""
        self.arguments += 1
        self.discontinuous += len(filler.pieces) > 1
        self.several_heads += len(filler.pieces) == 1 and len(heads) > 1
        self.merged += len(filler.pieces) > 1 and len(heads) < len(piece_heads)


def predications(
    frames: Iterable[Frame], syntax: Syntax, forms: Sequence[str], counts: ArgumentCounts | None = None
) -> list[Predication]:
    """Attach frames in text order of predicates; a token is the predicate of its first frame only."""
    by_token: dict[int, Predication] = {}
    attached: list[Frame] = []
    for frame in frames:
        if frame.predicate not in by_token:
            arguments = list(attach(frame, syntax, counts))
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


def attach(frame: Frame, syntax: Syntax, counts: ArgumentCounts | None = None) -> Iterator[Attached]:
    """Find the heads of a frame's arguments; a token that fills two roles keeps the first."""
    taken: set[int] = set()
    for filler in frame.fillers:
        heads = _heads(filler, syntax, counts, nominal=frame.nominal)
        tokens = sorted(token for piece in filler.pieces for token in piece)
        for number, (head, governed) in enumerate(_governed_tokens(heads, tokens, syntax).items()):
            if head not in taken:
                taken.add(head)
                continued = number > 0 and not filler.role.startswith("C-")
                yield Attached(f"C-{filler.role}" if continued else filler.role, head, tuple(governed))


def _heads(filler: Filler, syntax: Syntax, counts: ArgumentCounts | None, *, nominal: bool) -> list[int]:
    """List the head words of a filler from left to right, without heads that another one dominates.

    Adjacent pieces of a nominal argument are a phrase of NomBank, none of the treebank: "human rights".
    """
    tokens = sorted(token for piece in filler.pieces for token in piece)
    if nominal and len(filler.pieces) > 1 and tokens[-1] - tokens[0] == len(tokens) - 1:
        noun = max([token for token in tokens if syntax.tags[token].startswith("NN")] or tokens)
        if counts:
            counts.add(Filler(filler.role, (tuple(tokens),)), (noun,), (noun,))
        return [noun]
    all_heads = {head for piece in filler.pieces for head in _piece_heads(piece, syntax)}
    heads = sorted(head for head in all_heads if not any(syntax.is_under(head, other) for other in all_heads))
    if counts:
        counts.add(filler, all_heads, heads)
    return heads


def _piece_heads(piece: Piece, syntax: Syntax) -> list[int]:
    """List the tokens of a piece whose head is outside; punctuation only if there is nothing else."""
    inside = set(piece)
    heads = [token for token in piece if syntax.head(token) not in inside]
    return [token for token in heads if syntax.labels[token] != "P"] or heads


def _governed_tokens(heads: list[int], tokens: list[int], syntax: Syntax) -> dict[int, list[int]]:
    """Map each head to the tokens below it; tokens below no head go to the first."""
    governed: dict[int, list[int]] = {head: [] for head in heads}
    for token in tokens:
        above = token
        while above >= 0 and above not in governed:
            above = syntax.head(above)
        governed[above if above >= 0 else heads[0]].append(token)
    return governed


class TreeDocument:
    """Builder of a document from trees; its text is the words with blanks between them."""

    def __init__(self, name: str, counts: ArgumentCounts | None = None) -> None:
        """Begin a document; `counts` are added up over the arguments of all its frames."""
        self.name = name
        self._counts = counts
        self._forms: list[str] = []
        self._tags: list[str] = []
        self._lemmas: list[str | None] = []
        self._heads: list[int] = []
        self._labels: list[str] = []
        self._gaps: list[str] = []
        self._misc: list[str | None] = []
        self._starts: list[int] = []
        self._trees: list[str] = []
        self._predications: list[tuple[int, Predication]] = []

    def add(
        self,
        tree: Tree,
        frames: Iterable[Frame] = (),
        words: Sequence[Tree] = (),
        sizes: Sequence[int] = (),
        names: Sequence[range] | None = None,
    ) -> None:
        """Add a sentence; `words` are its unsplit words, `sizes` [words] their numbers of tokens.

        `names` are ranges of tokens, None if they are unknown.
        """
        leaves = tree.tokens()
        dependencies = to_dependencies(tree, names)
        forms = [decoded_word(leaf.word or "") for leaf in leaves]
        tags = [decoded_tag(leaf.label) for leaf in leaves]
        start = len(self._forms)
        self._starts.append(start)
        self._forms += forms
        self._tags += tags
        self._heads += dependencies.heads
        self._labels += dependencies.labels
        self._trees.append(str(tree))
        self._lemmas += [None] * len(forms)
        syntax = Syntax(dependencies.heads, dependencies.labels, tags)
        for predication in predications(frames, syntax, forms, self._counts):
            self._predications.append((start, predication))
            if tags[predication.predicate].startswith("VB"):
                # the verb of a roleset, without its particle: "pick" of pick_up.04
                verb = predication.roleset.rpartition(".")[0].partition("_")[0]
                self._lemmas[start + predication.predicate] = verb or None
        self._add_words(start, words or leaves, sizes or (1,) * len(leaves))

    def document(self) -> Document:
        """Build the document of the added sentences."""
        tokens = Tokens.of_words(
            self._forms,
            self._gaps[:-1],
            sentence_starts=self._starts,
            heads=self._heads,
            lemma=self._lemmas if any(self._lemmas) else None,
            tag=self._tags,
            deprel=self._labels,
            misc=self._misc,
        )
        propositions = (_proposition(tokens, *predication) for predication in self._predications)
        return Document(self.name, "en", tokens, propositions=tuple(propositions), trees=tuple(self._trees))

    def _add_words(self, start: int, words: Sequence[Tree], sizes: Sequence[int]) -> None:
        """Add the words of the tokens that begin at `start`, and the gaps between them."""
        token = start
        for word, size in zip(words, sizes, strict=True):
            if size == 1:
                self._misc.append(_gold_tag(decoded_tag(word.label)))
            else:
                self._misc += self._parts(word, token, size)
            self._gaps += [*[""] * (size - 1), " "]
            token += size

    def _parts(self, word: Tree, start: int, size: int) -> Iterator[str | None]:
        """Encode the columns of CoNLL-2008 for the parts of a split word; the first has those of the word."""
        tag = decoded_tag(word.label)
        of_word = [decoded_word(word.word or ""), EMPTY, tag, tag]
        for token in range(start, start + size):
            row = [EMPTY, *of_word, self._forms[token], self._lemmas[token] or EMPTY, self._tags[token]]
            yield encode(row, (), spaced=token == start + size - 1)
            of_word = [EMPTY] * len(of_word)


@lru_cache
def _gold_tag(tag: str) -> str | None:
    """Encode the columns of CoNLL-2008 for an unsplit word, whose tag is gold."""
    return encode([EMPTY, EMPTY, EMPTY, tag, tag, EMPTY, EMPTY, tag], (), spaced=True)


def _proposition(tokens: Tokens, start: int, predication: Predication) -> Proposition:
    arguments = (
        Argument(item.role, tokens.span(start + token for token in item.tokens), start + item.head)
        for item in predication.arguments
    )
    return Proposition(tokens.span((start + predication.predicate,)), predication.roleset, tuple(arguments))
