"""Published splits of the Wall Street Journal by section, and published sizes (Kim et al. 2020)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

COUNT = 25


@dataclass(frozen=True, slots=True)
class Sections:
    """Sections to train on, to tune on and to test on; `source` is the paper that used them."""

    name: str
    train: tuple[int, ...]
    dev: tuple[int, ...]
    test: tuple[int, ...]
    source: str = ""

    @property
    def parts(self) -> dict[str, tuple[int, ...]]:
        """Sections of each part by name."""
        return {"train": self.train, "dev": self.dev, "test": self.test}

    @property
    def overlap(self) -> str | None:
        """Description of the first section that stands in two parts; None if there is none."""
        for (first_name, first), (second_name, second) in combinations(self.parts.items(), 2):
            if shared := sorted(set(first) & set(second)):
                return f"section {shared[0]:02} in {first_name} and in {second_name}"
        return None

    def __str__(self) -> str:
        return "; ".join(f"{name} {_text(part)}" for name, part in self.parts.items() if part)


def sliding_windows() -> Iterator[Sections]:
    """Yield the twelve folds of Kim et al. (2020): the split of P&K, moved by two sections each time.

    All sections except 22 are tested exactly once.
    """
    for shift in range(0, COUNT - 1, 2):
        dev = (shift, shift + 1)
        test = ((23 + shift) % COUNT, (24 + shift) % COUNT)
        train = tuple(section for section in range(COUNT) if section not in dev + test)
        yield Sections(f"test {_text(test)}", train, dev, test)


def _of(name: str, source: str, *, train: str, dev: str = "", test: str) -> Sections:
    return Sections(name, _numbers(train), _numbers(dev), _numbers(test), source)


def _numbers(text: str) -> tuple[int, ...]:
    """Return the sections that a text names: "0-1, 23" are 0, 1 and 23."""
    numbers: list[int] = []
    for piece in filter(None, text.split(", ")):
        first, _, last = piece.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return tuple(numbers)


def _text(sections: tuple[int, ...]) -> str:
    """Return sections as text with two digits each, the inverse of `_numbers`."""
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
"""Published splits by name; two of them overlap."""

INSTEAD = {"park2012": "ji", "braud2015": "lei2018"}
"""Splits that are the same without the overlap."""

Sizes = tuple[int, int, int]
"""Numbers of examples to train on, and of instances to tune on and to test on."""

_SIZES: dict[tuple[str, str, str], Sizes] = {
    ("pdtb2", "pdtb2-L2", "ji"): (12825, 1165, 1039),
    ("pdtb2", "pdtb2-L2", "lin"): (13366, 515, 766),
    ("pdtb2", "pdtb2-L2", "pk"): (13908, 1165, 1188),
    ("pdtb2", "pdtb2-L2", "sections-12"): (13676, 1281, 1273),
    ("pdtb2", "L1", "ji"): (13046, 1183, 1046),
    ("pdtb3", "pdtb3-L2", "sections-12"): (19005, 1756, 1747),
    ("pdtb3", "pdtb3-L2+L3", "sections-12"): (19005, 1756, 1747),
    ("pdtb3", "L1", "ji"): (17854, 1647, 1471),
}
"""Sizes by corpus, label set and split, with all label fields; means over the folds of a cross-validation."""


def check_sizes(corpus: str, labels: str, split: str, folds: Iterable[Sizes]) -> str | None:
    """Compare the mean sizes of folds with the published ones; return None if nothing was published."""
    published = _SIZES.get((corpus, labels, split))
    if published is None:
        return None
    sizes = list(folds)
    mean = tuple(round(sum(part) / len(sizes)) for part in zip(*sizes, strict=True))
    actual, expected = (" / ".join(map(str, numbers)) for numbers in (mean, published))
    return f"{actual}, as published" if mean == published else f"{actual}, published: {expected}"
