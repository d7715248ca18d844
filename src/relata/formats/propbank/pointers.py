"""Pointers of PropBank and NomBank into trees (`8:0`, `3:1*0:2`, `4:1,9:2`), read and resolved to tokens.

wsj/00/wsj_0001.mrg 0 8 gold join.01 vf--a 0:2-ARG0 8:0-rel ...           (PropBank)
wsj/00/wsj_0003.mrg 2 12 loss 01 12:0-rel 10:0-ARG1 8:0,9:0-Support       (NomBank)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from relata.errors import FormatError, OnError, strict
from relata.formats.files import read_lines
from relata.formats.folders import files_below
from relata.formats.propbank.frames import Filler, Frame, Piece, role_name
from relata.treebank.node import label_parts
from relata.treebank.tree import EMPTY, Tree

_CHAIN = re.compile(r"[*;&]")
_ADDRESS = re.compile(r"(\d{1,6}):(\d{1,4})")
_ARGUMENT = re.compile(r"([\d:*,;&]+)-(\S+)")
_ROLESET = re.compile(r"[^\s.]+(?:\.[^\s.]+)*\.(?:[0-9]{2}|XX|YY|LV)")
_INFLECTION = re.compile(r"[a-z-]{5}")
_SENSE = re.compile(r"[0-9]{1,2}|XX")
_REFERENCE = re.compile(r"\*(?:[A-Z]+\*)?-(\d+)")
_DELIMITER = re.compile("[-/]")
_WH_TAGS = frozenset(("WDT", "WP", "WP$", "WRB"))
_HYPHENATED = re.compile(r"(.+?)((?:-H[0-9])+)")
"""Label of segments of a word: ARG1-H0 is about the one before the first hyphen or slash."""


@dataclass(frozen=True, slots=True)
class Address:
    """A node of a tree: the number of levels above a terminal; empty categories count as terminals."""

    terminal: int
    height: int


Member = tuple[Address, ...]
"""One constituent, or several constituents that form one argument."""

Chain = tuple[Member, ...]
"""Coreferent constituents: a trace, its antecedent, a relative pronoun."""


@dataclass(frozen=True, slots=True)
class LabelledChain:
    """A chain with its label in the annotation: ARG0, ARGM-TMP, rel, Support, LINK-SLC."""

    label: str
    chain: Chain


@dataclass(frozen=True, slots=True)
class Instance:
    """A line of a file of pointers: one predicate with its arguments."""

    document: str
    sentence: int
    terminal: int
    roleset: str
    arguments: tuple[LabelledChain, ...]
    line: int
    nominal: bool

    @property
    def segmented(self) -> set[int]:
        """The terminals whose segments the annotation tells apart."""
        labelled = (item for item in self.arguments if _HYPHENATED.fullmatch(item.label))
        return {address.terminal for item in labelled for member in item.chain for address in member}


def propbank_files(path: Path) -> list[Path]:
    """List the file of PropBank's release (`prop.txt`) at or below a path."""
    return list(files_below(path, lambda file: file.name == "prop.txt"))


def nombank_files(path: Path) -> list[Path]:
    """List the file of NomBank's release (`nombank.1.0`) at or below a path."""
    return list(files_below(path, lambda file: file.name == "nombank.1.0"))


def read_propbank(path: str | Path, *, on_error: OnError = strict) -> Iterator[Instance]:
    """Read a PropBank file; newer files have a lemma (`join-v`) before the roleset."""
    return _read_instances(path, _parse_propbank, on_error)


def read_nombank(path: str | Path, *, on_error: OnError = strict) -> Iterator[Instance]:
    """Read a NomBank file."""
    return _read_instances(path, _parse_nombank, on_error)


def parse_argument(text: str) -> LabelledChain:
    """Parse a pointer with its label: `0:2*3:1-ARG0`.

    >>> parse_argument("1:2,4:0*6:1-ARGM-TMP").chain
    ((Address(terminal=1, height=2), Address(terminal=4, height=0)), (Address(terminal=6, height=1),))
    """
    match = _ARGUMENT.fullmatch(text)
    if match is None:
        raise ValueError(f"expected a pointer with a label, such as 0:2-ARG0, found {text!r}")
    return LabelledChain(match[2], tuple(_parse_member(part, text) for part in _CHAIN.split(match[1])))


def _parse_member(text: str, pointer: str) -> Member:
    addresses = [_ADDRESS.fullmatch(part) for part in text.split(",")]
    if not all(addresses):
        raise ValueError(f"expected terminal:height in the pointer {pointer!r}")
    return tuple(Address(int(match[1]), int(match[2])) for match in addresses if match)


def _read_instances(
    path: str | Path, parse: Callable[[list[str], int], Instance], on_error: OnError
) -> Iterator[Instance]:
    """Read the instances of a file, one a line; faulty lines go to `on_error`."""
    for number, line in read_lines(path, on_error=on_error):
        fields = line.split()
        if not fields:
            continue
        try:
            yield parse(fields, number)
        except ValueError as error:
            on_error(FormatError(str(error), path, line=number))


def _parse_propbank(fields: list[str], line: int) -> Instance:
    if len(fields) < 7:
        expected = "file, sentence, terminal, annotator, roleset, inflection and pointers"
        raise ValueError(f"expected {expected}, found {len(fields)} fields")
    file, sentence, terminal, _, *rest = fields
    if not _ROLESET.fullmatch(rest[0]) and len(rest) > 1 and _ROLESET.fullmatch(rest[1]):
        rest = rest[1:]
    roleset, inflection, *pointers = rest
    if not _ROLESET.fullmatch(roleset):
        raise ValueError(f"expected a roleset, such as join.01, found {roleset!r}")
    if not _INFLECTION.fullmatch(inflection):
        raise ValueError(f"expected an inflection of five letters, such as vf--a, found {inflection!r}")
    return _instance(file, sentence, terminal, roleset, pointers, line, nominal=False)


def _parse_nombank(fields: list[str], line: int) -> Instance:
    if len(fields) < 6:
        expected = "file, sentence, terminal, lemma, sense and pointers"
        raise ValueError(f"expected {expected}, found {len(fields)} fields")
    file, sentence, terminal, lemma, sense, *pointers = fields
    if not _SENSE.fullmatch(sense):
        raise ValueError(f"expected the number of a sense, such as 01, found {sense!r}")
    return _instance(file, sentence, terminal, f"{lemma}.{sense.zfill(2)}", pointers, line, nominal=True)


def _instance(
    file: str, sentence: str, terminal: str, roleset: str, pointers: list[str], line: int, *, nominal: bool
) -> Instance:
    """Build an instance; `wsj/00/wsj_0001.mrg` is about the document wsj_0001."""
    return Instance(
        PurePosixPath(file).stem,
        _parse_number(sentence, "sentence"),
        _parse_number(terminal, "terminal"),
        roleset,
        tuple(map(parse_argument, pointers)),
        line,
        nominal,
    )


def _parse_number(text: str, unit: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", text):
        raise ValueError(f"expected the number of a {unit}, found {text!r}")
    return int(text)


@dataclass(frozen=True, slots=True)
class _Constituent:
    """A node of a tree and the terminals below it, from `first` to before `last`."""

    node: Tree
    first: int
    last: int


class Terminals:
    """The terminals of a tree with their tokens and the constituents above them.

    A terminal is one token, none if it is an empty category, and several if its word has been split.
    """

    def __init__(
        self, tree: Tree, sizes: Sequence[int] | None = None, forms: Sequence[str] | None = None
    ) -> None:
        """Index a tree; `sizes` [words] are the numbers of tokens of its words, one by default.

        `forms` [tokens] are those of its tokens, if words are split.
        """
        self._forms = forms
        self._leaves = list(tree.leaves())
        self._paths: list[list[_Constituent]] = [[] for _ in self._leaves]
        self._indexed: dict[str, _Constituent] = {}
        self._visit(tree, 0)
        self._tokens = list(_terminal_tokens(self._leaves, sizes))

    def frame(self, instance: Instance) -> Frame:
        """Resolve an instance to a frame; a pointer that misses is a `ValueError`."""
        predicate = self._predicate(instance)
        links = [item.chain for item in instance.arguments if item.label.startswith("LINK")]
        fillers: list[Filler] = []
        support: set[int] = set()
        for item in instance.arguments:
            tokens = [token for member in item.chain for token in self._piece(member)]
            if item.label.startswith("Support"):
                support.update(tokens)
            elif not item.label.startswith(("rel", "LINK")):
                fillers += self._fillers(item, links)
        support.discard(predicate)
        return Frame(
            predicate, instance.roleset, tuple(fillers), tuple(sorted(support)), nominal=instance.nominal
        )

    def _visit(self, node: Tree, first: int) -> int:
        """Index a node whose first terminal is `first` and all below it; return the next terminal."""
        last = first + 1
        if node.word is None:
            last = first
            for child in node.children:
                last = self._visit(child, last)
        constituent = _Constituent(node, first, last)
        for terminal in range(first, last):
            self._paths[terminal].append(constituent)
        if node.word is None and (index := label_parts(node.label)[2]):
            self._indexed[index] = constituent
        return last

    def _predicate(self, instance: Instance) -> int:
        """Find the predicate; of a split word, the part that the annotation names, or the last part."""
        if instance.terminal >= len(self._leaves):
            raise ValueError(self._too_far(instance.terminal))
        tokens = self._tokens[instance.terminal]
        if not tokens:
            raise ValueError(f"terminal {instance.terminal} is an empty category, no predicate")
        for item in instance.arguments:
            part = _HYPHENATED.fullmatch(item.label)
            if part and part[1] == "rel":
                return self._segments(tokens, part[2])[-1]
        return tokens[-1]

    def _constituent(self, address: Address) -> _Constituent:
        if address.terminal >= len(self._leaves):
            raise ValueError(self._too_far(address.terminal))
        path = self._paths[address.terminal]
        if address.height >= len(path):
            place = f"{address.height} levels above terminal {address.terminal}"
            raise ValueError(f"nothing is {place}, which is {len(path) - 1} below the root")
        return path[address.height]

    def _too_far(self, terminal: int) -> str:
        return f"there is no terminal {terminal}: the tree has {len(self._leaves)}, counted from 0"

    def _fillers(self, item: LabelledChain, links: list[Chain]) -> Iterator[Filler]:
        """Resolve the argument of a chain, and the relative pronoun that refers to it."""
        part = _HYPHENATED.fullmatch(item.label)
        role = role_name(part[1] if part else item.label)
        overt = [member for member in _extended(item.chain, links) if self._piece(member)]
        pronouns = [member for member in overt if self._is_wh(member)]
        others = [member for member in overt if member not in pronouns]
        chosen = (others or pronouns)[:1]
        pieces = self._pieces(chosen[0]) if chosen else self._antecedent(item.chain)
        if role is None or not pieces:
            return
        if part:
            pieces = tuple((token,) for token in self._segments(pieces[0], part[2]))
        yield Filler(role, pieces)
        if others and pronouns:
            yield Filler(f"R-{role}", self._pieces(pronouns[0]))

    def _segments(self, tokens: Piece, labels: str) -> Piece:
        """Return the tokens of the segments of a word that labels (-H0-H1) number, the last token if none."""
        numbers = {int(label) for label in labels.split("-H")[1:]}
        chosen, segment = [], 0
        for place, token in enumerate(tokens):
            form = self._forms[token] if self._forms else "-" if place % 2 else "part"
            delimiters = len(_DELIMITER.findall(form))
            if delimiters < len(form) and numbers & set(range(segment, segment + delimiters + 1)):
                chosen.append(token)
            segment += delimiters
        return tuple(range(chosen[0], chosen[-1] + 1)) if chosen else tokens[-1:]

    def _piece(self, member: Member) -> Piece:
        """List all tokens of a member."""
        return tuple(token for piece in self._pieces(member) for token in piece)

    def _pieces(self, member: Member) -> tuple[Piece, ...]:
        constituents = map(self._constituent, member)
        return tuple(piece for constituent in constituents if (piece := self._tokens_below(constituent)))

    def _tokens_below(self, node: _Constituent) -> Piece:
        return tuple(token for terminal in range(node.first, node.last) for token in self._tokens[terminal])

    def _antecedent(self, chain: Chain) -> tuple[Piece, ...]:
        """Resolve the antecedent of the empty categories of a chain, if it has words."""
        for member in chain:
            for address in member:
                antecedent: _Constituent | None = self._constituent(address)
                seen: set[str] = set()
                while antecedent is not None and not self._tokens_below(antecedent):
                    reference = _REFERENCE.fullmatch(self._leaves[antecedent.first].word or "")
                    index = reference[1] if reference else ""
                    antecedent = None if index in seen else self._indexed.get(index)
                    seen.add(index)
                if antecedent is not None:
                    return (self._tokens_below(antecedent),)
        return ()

    def _is_wh(self, member: Member) -> bool:
        """Check for a relative pronoun or adverb, or a phrase of one."""
        first = self._constituent(member[0])
        if first.node.label.startswith("WH"):
            return True
        tags = [self._leaves[n].label for n in range(first.first, first.last) if self._tokens[n]]
        return len(tags) == 1 and tags[0] in _WH_TAGS


def _extended(chain: Chain, links: Sequence[Chain]) -> list[Member]:
    """Extend a chain by the links that share a member with it."""
    members = list(chain)
    for link in links:
        if set(link) & set(members):
            members += [member for member in link if member not in members]
    return members


def _terminal_tokens(leaves: Sequence[Tree], sizes: Sequence[int] | None) -> Iterator[Piece]:
    start = word = 0
    for leaf in leaves:
        if leaf.label == EMPTY:
            yield ()
            continue
        size = 1 if sizes is None else sizes[word]
        yield tuple(range(start, start + size))
        start += size
        word += 1
