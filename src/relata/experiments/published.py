"""Published sizes of data sets (Kim et al. 2020, table 6), to tell whether a copy is read as theirs was."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

Sizes = tuple[int, int, int]
"""Examples to train on, instances to tune on and to test on."""

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
"""By corpus, label set and split, all label fields counted; means over the folds of a cross-validation."""


@dataclass(frozen=True, slots=True)
class SizeCheck:
    """The sizes of a data set beside the published ones."""

    found: Sizes
    published: Sizes

    @property
    def same(self) -> bool:
        return self.found == self.published

    def __str__(self) -> str:
        found, published = (" / ".join(map(str, sizes)) for sizes in (self.found, self.published))
        return f"{found}, as published" if self.same else f"{found}, published: {published}"


def check_sizes(corpus: str, labels: str, split: str, folds: Iterable[Sizes]) -> SizeCheck | None:
    """The mean sizes of folds beside the published ones; None if there are none to compare with."""
    published = _SIZES.get((corpus, labels, split))
    if published is None:
        return None
    own = list(folds)
    train, dev, test = (round(sum(part) / len(own)) for part in zip(*own, strict=True))
    return SizeCheck((train, dev, test), published)
