"""Splits of the literature, and cross-validation, as splitters in the manner of scikit-learn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from relata.errors import ProtocolError
from relata.experiments.folds import Fold, Indices, spread
from relata.experiments.sections import COUNT, INSTEAD, PUBLISHED, Sections, sliding_windows

Values = npt.NDArray[Any]

SECTION, DOCUMENT, PART, INSTANCE = "section", "document", "part", "instance"
"""What splits go by; a part is what a corpus calls train, dev or test."""

NO_SECTION = -1
"""What stands for the section of a document that is none of the Wall Street Journal's."""

_NONE: Indices = np.empty(0, dtype=np.intp)


class Items(NamedTuple):
    """What a split is made from: the (first) label of each instance, and its section, document or part."""

    labels: Values
    groups: Values


@dataclass(frozen=True, slots=True)
class Splitter:
    """Divides instances into `count` folds.

    `by` says what it goes by and keeps together; one at `instance_level` may cut through documents. `folds`
    have a development part, `split` gives pairs of training and test indices.

    >>> parts = ["train", "train", "dev", "test"]
    >>> [(train.tolist(), test.tolist()) for train, test in splitter("given").split(parts, groups=parts)]
    [([0, 1], [3])]
    """

    name: str
    by: str
    count: int
    divide: Callable[[Items], Iterator[Fold]]
    instance_level: bool = False

    def folds(self, labels: npt.ArrayLike, groups: npt.ArrayLike) -> list[Fold]:
        """The folds of instances with these (first) labels, and these sections, documents or parts."""
        return list(self.divide(Items(np.asarray(labels), np.asarray(groups))))

    def split(
        self,
        X: Sequence[object],  # noqa: N803
        y: npt.ArrayLike | None = None,
        groups: npt.ArrayLike | None = None,
    ) -> Iterator[tuple[Indices, Indices]]:
        """Training and test indices of each fold, for the tools of scikit-learn."""
        if groups is None and self.by != INSTANCE:
            raise ProtocolError(f"split {self.name} goes by {self.by}: give each instance's as groups")
        labels = np.zeros(len(X), dtype=np.intp) if y is None else y
        found = self.folds(labels, np.arange(len(X)) if groups is None else groups)
        return ((fold.train, fold.test) for fold in found)

    def get_n_splits(self, *_: object, **__: object) -> int:
        """How many folds there are."""
        return self.count


def splitter(name: str, seed: int = 0) -> Splitter:
    """The splitter of a name; `SPLITS` has them."""
    if name in PUBLISHED:
        return Splitter(name, SECTION, 1, partial(_by_sections, name, (PUBLISHED[name],)))
    if name == "sections-12":
        windows = tuple(sliding_windows())
        return Splitter(name, SECTION, len(windows), partial(_by_sections, name, windows))
    if name in ("given", "given-instances"):
        return Splitter(name, PART, 1, _by_parts, instance_level=name == "given-instances")
    for pattern, make in _COUNTED.items():
        if match := re.fullmatch(pattern, name):
            return make(name, seed, *(int(number or 1) for number in match.groups()))
    raise ProtocolError(f"no split {name!r}; expected one of {', '.join(SPLITS)}")


def _documents(name: str, seed: int, count: int) -> Splitter:
    _at_least(count, 3, name)
    return Splitter(name, DOCUMENT, count, partial(_by_documents, name, count, seed))


def _instances(name: str, seed: int, count: int, repeats: int) -> Splitter:
    _at_least(count, 2, name)
    _at_least(repeats, 1, name)
    divide = partial(_by_instances, name, count, repeats, seed)
    return Splitter(name, INSTANCE, count * repeats, divide, instance_level=True)


def _random(by: str, name: str, seed: int, count: int) -> Splitter:
    _at_least(count, 1, name)
    return Splitter(name, by, count, partial(_at_random, name, count, seed))


_COUNTED: Mapping[str, Callable[..., Splitter]] = {
    r"documents-([0-9]+)": _documents,
    r"instances-([0-9]+)(?:x([0-9]+))?": _instances,
    r"random-sections-([0-9]+)": partial(_random, SECTION),
    r"random-documents-([0-9]+)": partial(_random, DOCUMENT),
}

SPLITS: Mapping[str, str] = {
    **{name: f"{split} ({split.source})" for name, split in PUBLISHED.items()},
    "sections-12": "12 folds of WSJ sections: 21 to train on, 2 to tune on, 2 to test on (Kim et al. 2020)",
    "documents-N": "N folds of whole documents, for corpora without sections",
    "instances-N": "N label-balanced folds of single instances (Shi and Demberg 2017)",
    "instances-NxR": "the same R times, each time with other folds",
    "random-sections-N": "N random divisions of the WSJ sections, 21 / 2 / 2 (Kim et al. 2020, appendix F)",
    "random-documents-N": "N random divisions of the documents, in the same proportion",
    "given": "the train, dev and test parts that the corpus comes in",
    "given-instances": "the same where they cut through documents, as those of DiscoGeM do",
}
"""The names of splits, with what each is."""


def _by_sections(name: str, divisions: Iterable[Sections], items: Items) -> Iterator[Fold]:
    there = _sections_of(items, name)
    for division in divisions:
        wanted = {section for part in division.parts.values() for section in part}
        if lacking := sorted(wanted - there):
            names = ", ".join(f"{section:02}" for section in lacking)
            raise ProtocolError(f"split {name} names sections that the data lack: {names}")
        if division.overlap:
            hint = f"; {INSTEAD[name]} is the same without the overlap" if name in INSTEAD else ""
            raise ProtocolError(f"split {name} has {division.overlap}, as it was published{hint}")
        yield Fold(division.name, *(_members(items, part) for part in division.parts.values()))


def _by_documents(name: str, count: int, seed: int, items: Items) -> Iterator[Fold]:
    """Folds of whole documents with the labels spread evenly; each tunes on what the next one tests on."""
    _enough(items, count, "documents", name)
    _check_labels(items, count, name)
    place = spread(items.labels, items.groups, count, np.random.default_rng(seed))
    parts = [np.flatnonzero(place == number) for number in range(count)]
    for number, test in enumerate(parts):
        following = (number + 1) % count
        train = [part for place, part in enumerate(parts) if place not in (number, following)]
        yield Fold(f"{number + 1}", np.sort(np.concatenate(train)), parts[following], test)


def _by_instances(name: str, count: int, repeats: int, seed: int, items: Items) -> Iterator[Fold]:
    """Folds of single instances that have the same share of each label; no development part."""
    from sklearn.model_selection import RepeatedStratifiedKFold

    _check_labels(items, count, name)
    kfold = RepeatedStratifiedKFold(n_splits=count, n_repeats=repeats, random_state=seed)
    for number, (train, test) in enumerate(kfold.split(np.zeros(len(items.labels)), items.labels)):
        yield Fold(f"{number + 1}", train, _NONE, test)


def _at_random(name: str, count: int, seed: int, items: Items) -> Iterator[Fold]:
    """Of 25 groups, 2 are to tune on, 2 to test on and 21 to train on; so in proportion of more."""
    names = np.unique(items.groups)
    if name.startswith("random-sections"):
        names = np.array(sorted(_sections_of(items, name) - {NO_SECTION}))
    _enough(items, 3, "groups", name)
    held = max(1, round(2 / COUNT * len(names)))
    rng = np.random.default_rng(seed)
    for number in range(count):
        dev, test, train = np.split(rng.permutation(names), [held, 2 * held])
        yield Fold(f"{number + 1}", *(_members(items, part) for part in (train, dev, test)))


def _by_parts(items: Items) -> Iterator[Fold]:
    """The parts that a corpus comes in; without a test part, what it has for development is tested."""
    train, dev, test = (_members(items, (part,)) for part in ("train", "dev", "test"))
    if not len(train) or not len(dev) + len(test):
        raise ProtocolError("split given needs data in parts: train, and dev or test")
    yield Fold("test", train, dev, test) if len(test) else Fold("dev", train, _NONE, dev)


def _members(items: Items, wanted: Sequence[int] | Sequence[str] | Values) -> Indices:
    return np.flatnonzero(np.isin(items.groups, wanted))


def _sections_of(items: Items, name: str) -> set[int]:
    there = set(items.groups.tolist())
    if there <= {NO_SECTION}:
        raise ProtocolError(
            f"split {name} goes by sections of the Wall Street Journal (documents wsj_SSNN), "
            "which the data lack; documents-12 is for such data"
        )
    return there


def _check_labels(items: Items, folds: int, name: str) -> None:
    """Refuses labels that come less often than there are folds: some fold would test none."""
    if not len(items.labels):
        raise ProtocolError(f"split {name}: there are no instances")
    label, least = min(Counter(items.labels.tolist()).items(), key=lambda item: item[1])
    if least < folds:
        raise ProtocolError(
            f"split {name}: {label} comes {least} times, too few for {folds} folds; "
            "choose a label set without it (L2:N)"
        )


def _enough(items: Items, least: int, what: str, name: str) -> None:
    if (found := len(np.unique(items.groups))) < least:
        raise ProtocolError(f"split {name} needs at least {least} {what}, the data have {found}")


def _at_least(number: int, least: int, name: str) -> None:
    if number < least:
        raise ProtocolError(f"split {name}: expected a number from {least} on, got {number}")
