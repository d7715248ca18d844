"""Sections of the Wall Street Journal, as published work divides them (Kim et al. 2020, appendix B)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

COUNT = 25


@dataclass(frozen=True, slots=True)
class Sections:
    """Sections to train on, to tune on, and to test on; `source` is who used them."""

    name: str
    train: tuple[int, ...]
    dev: tuple[int, ...]
    test: tuple[int, ...]
    source: str = ""

    @property
    def parts(self) -> dict[str, tuple[int, ...]]:
        """The three parts by name."""
        return {"train": self.train, "dev": self.dev, "test": self.test}

    @property
    def overlap(self) -> str | None:
        """Which section stands in two parts, and in which, if any does."""
        for (one, first), (other, second) in combinations(self.parts.items(), 2):
            if both := sorted(set(first) & set(second)):
                return f"section {both[0]:02} in {one} and in {other}"
        return None

    def __str__(self) -> str:
        return "; ".join(f"{name} {_text(part)}" for name, part in self.parts.items() if part)


def sliding_windows() -> Iterator[Sections]:
    """The twelve folds of Kim et al. (2020): two sections on each time, from the split of P&K on.

    Every section but 22 is tested exactly once.
    """
    for shift in range(0, COUNT - 1, 2):
        dev = (shift, shift + 1)
        test = ((23 + shift) % COUNT, (24 + shift) % COUNT)
        train = tuple(section for section in range(COUNT) if section not in dev + test)
        yield Sections(f"test {_text(test)}", train, dev, test)


def _of(name: str, source: str, *, train: str, dev: str = "", test: str) -> Sections:
    return Sections(name, _numbers(train), _numbers(dev), _numbers(test), source)


def _numbers(text: str) -> tuple[int, ...]:
    """The sections that a text names: "0-1, 23" are 0, 1 and 23."""
    numbers: list[int] = []
    for piece in filter(None, text.split(", ")):
        first, _, last = piece.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return tuple(numbers)


def _text(sections: tuple[int, ...]) -> str:
    """The opposite of `_numbers`, with two digits a section."""
    runs: list[list[int]] = []
    for section in sections:
        if runs and runs[-1][-1] + 1 == section:
            runs[-1].append(section)
        else:
            runs.append([section])
    return ", ".join(f"{run[0]:02}" + (f"-{run[-1]:02}" if len(run) > 1 else "") for run in runs)


PUBLISHED = {
    split.name: split
    for split in (
        _of("lin", "Prasad et al. 2008, often called Lin", train="2-21", dev="22", test="23"),
        _of("ji", "Pitler et al. 2009, Ji and Eisenstein 2015", train="2-20", dev="0-1", test="21-22"),
        _of("pk", "Patterson and Kehler 2013", train="2-22", dev="0-1", test="23-24"),
        _of("conll", "the CoNLL tasks of 2015 and 2016", train="2-21", dev="22", test="23"),
        _of("lin2009", "Lin et al. 2009", train="2-21", test="23"),
        _of("wang2010", "Wang et al. 2010", train="2-22", test="23-24"),
        _of("louis2010", "Louis et al. 2010", train="0-22", test="23-24"),
        _of("park2012", "Park and Cardie 2012", train="2-20", dev="0-2", test="21-22"),
        _of("li2014", "Li and Nenkova 2014", train="2-19", test="20-24"),
        _of("braud2015", "Braud and Denis 2015", train="2-21", dev="0-1, 23-24", test="21-22"),
        _of("lei2018", "Lei et al. 2018", train="2-20", dev="0-1, 23-24", test="21-22"),
    )
}
"""Splits by name, as they were published: two of them overlap."""

INSTEAD = {"park2012": "ji", "braud2015": "lei2018"}
"""The splits that are the same without the overlap."""
