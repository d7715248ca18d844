"""Splits of the literature, and cross-validation, with the interface of scikit-learn's splitters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, groupby
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from relata.errors import FormatError, OnError, ProtocolError, strict

Values = npt.NDArray[Any]
Indices = npt.NDArray[np.intp]

SECTION, DOCUMENT, PART, INSTANCE = "section", "document", "part", "instance"
"""Units that splits keep together; a part is the train, dev or test part of a corpus."""

NO_SECTION = -1
"""Section of a document outside the Wall Street Journal."""

WSJ_SECTIONS = 25
"""Number of sections of the Wall Street Journal."""

_TENTH = 10
_NONE: Indices = np.empty(0, dtype=np.intp)


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """Indices of instances to train on, to tune on (possibly none) and to test on."""

    name: str
    train: Indices
    dev: Indices
    test: Indices

    @property
    def parts(self) -> dict[str, Indices]:
        """Indices of each part by name."""
        return {"train": self.train, "dev": self.dev, "test": self.test}


@dataclass(frozen=True, slots=True)
class Sections:
    """Sections of each part ("train", "dev", "test"); `source` is the paper that used them."""

    name: str
    parts: Mapping[str, tuple[int, ...]]
    source: str = ""

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
    for shift in range(0, WSJ_SECTIONS - 1, 2):
        dev = (shift, shift + 1)
        test = ((23 + shift) % WSJ_SECTIONS, (24 + shift) % WSJ_SECTIONS)
        train = tuple(section for section in range(WSJ_SECTIONS) if section not in dev + test)
        yield Sections(f"test {_text(test)}", {"train": train, "dev": dev, "test": test})


def _numbers(text: str) -> tuple[int, ...]:
    """Return the sections that a text names: "0-1, 23" are 0, 1 and 23."""
    numbers: list[int] = []
    for piece in filter(None, text.split(", ")):
        first, _, last = piece.partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return tuple(numbers)


def _text(sections: tuple[int, ...]) -> str:
    """Return sections as text with two digits each, the inverse of `_numbers`."""
    groups = groupby(enumerate(sections), key=lambda pair: pair[1] - pair[0])
    runs = [[section for _, section in group] for _, group in groups]
    return ", ".join(f"{run[0]:02}" + (f"-{run[-1]:02}" if len(run) > 1 else "") for run in runs)


PUBLISHED = {
    name: Sections(name, dict(zip(("train", "dev", "test"), map(_numbers, parts), strict=True)), source)
    for name, *parts, source in (
        ("lin", "2-21", "22", "23", "Prasad et al. 2008, often called Lin"),
        ("ji", "2-20", "0-1", "21-22", "Pitler et al. 2009, Ji and Eisenstein 2015"),
        ("pk", "2-22", "0-1", "23-24", "Patterson and Kehler 2013"),
        ("conll", "2-21", "22", "23", "the CoNLL tasks of 2015 and 2016"),
        ("lin2009", "2-21", "", "23", "Lin et al. 2009"),
        ("wang2010", "2-22", "", "23-24", "Wang et al. 2010"),
        ("louis2010", "0-22", "", "23-24", "Louis et al. 2010"),
        ("park2012", "2-20", "0-2", "21-22", "Park and Cardie 2012"),
        ("li2014", "2-19", "", "20-24", "Li and Nenkova 2014"),
        ("braud2015", "2-21", "0-1, 23-24", "21-22", "Braud and Denis 2015"),
        ("lei2018", "2-20", "0-1, 23-24", "21-22", "Lei et al. 2018"),
    )
}
"""Published splits by name; two of them overlap."""

INSTEAD = {"park2012": "ji", "braud2015": "lei2018"}
"""Splits that are the same without the overlap."""


class SplitItems(NamedTuple):
    """The first label of each instance, and its section, document or part."""

    labels: Values
    groups: Values


@dataclass(frozen=True, slots=True)
class Splitter:
    """Division of instances into `count` folds.

    `by` is the unit that stays together; a split at `instance_level` may cut through documents. `folds` have
    a development part, `split` yields pairs of training and test indices.

    >>> parts = ["train", "train", "dev", "test"]
    >>> [(train.tolist(), test.tolist()) for train, test in splitter("given").split(parts, groups=parts)]
    [([0, 1], [3])]
    """

    name: str
    by: str
    count: int
    divide: Callable[[SplitItems], Iterator[Fold]]
    instance_level: bool = False

    def folds(self, labels: npt.ArrayLike, groups: npt.ArrayLike) -> list[Fold]:
        """Return the folds of instances with these first labels, and these sections, documents or parts."""
        return list(self.divide(SplitItems(np.asarray(labels), np.asarray(groups))))

    def split(
        self,
        X: Sequence[object],  # noqa: N803
        y: npt.ArrayLike | None = None,
        groups: npt.ArrayLike | None = None,
    ) -> Iterator[tuple[Indices, Indices]]:
        """Return training and test indices of each fold, for the tools of scikit-learn."""
        if groups is None and self.by != INSTANCE:
            raise ProtocolError(f"split {self.name} goes by {self.by}: give each instance's as groups")
        labels = np.zeros(len(X), dtype=np.intp) if y is None else y
        folds = self.folds(labels, np.arange(len(X)) if groups is None else groups)
        return ((fold.train, fold.test) for fold in folds)

    def get_n_splits(self, *_: object, **__: object) -> int:
        """Return the number of folds."""
        return self.count


def splitter(name: str, seed: int = 0, *, on_error: OnError = strict) -> Splitter:
    """Return the splitter of a name from `SPLITS`; too few sections or labels go to `on_error`."""
    if name in PUBLISHED:
        return Splitter(name, SECTION, 1, partial(_by_sections, name, (PUBLISHED[name],), on_error))
    if name == "sections-12":
        windows = tuple(sliding_windows())
        return Splitter(name, SECTION, len(windows), partial(_by_sections, name, windows, on_error))
    if name in ("given", "given-instances"):
        return Splitter(name, PART, 1, _by_parts, instance_level=name == "given-instances")
    if match := re.fullmatch(r"instances-([0-9]+)(?:x([0-9]+))?(?:\+(dev|[0-9]{2}))?", name):
        count, repeats = _at_least(2, match[1], name), _at_least(1, match[2] or "1", name)
        by = {None: INSTANCE, "dev": PART}.get(match[3], SECTION)
        divide = partial(_by_instances, name, count, repeats, seed, match[3], on_error)
        return Splitter(name, by, count * repeats, divide, instance_level=True)
    if match := re.fullmatch(r"(documents|random-sections|random-documents)-([0-9]+)", name):
        kind = match[1]
        count = _at_least(3 if kind == "documents" else 1, match[2], name)
        divide = (
            partial(_by_documents, name, count, seed, on_error)
            if kind == "documents"
            else partial(_at_random, name, count, seed)
        )
        return Splitter(name, SECTION if kind == "random-sections" else DOCUMENT, count, divide)
    raise ProtocolError(f"no split {name!r}; expected one of {', '.join(SPLITS)}")


SPLITS: Mapping[str, str] = {
    **{name: f"{split} ({split.source})" for name, split in PUBLISHED.items()},
    "sections-12": "12 folds of WSJ sections: 21 to train on, 2 to tune on, 2 to test on (Kim et al. 2020)",
    "documents-N": "N folds of whole documents, for corpora without sections",
    "instances-N": "N label-balanced folds of single instances (Shi and Demberg 2017)",
    "instances-NxR": "the same R times, each time with other folds",
    "instances-N+22": "the same, but WSJ section 22, or any other, is kept apart to tune on in all folds",
    "instances-N+dev": "the same with the dev part of the corpus, or a label-balanced tenth without one",
    "random-sections-N": "N random divisions of the WSJ sections, 21 / 2 / 2 (Kim et al. 2020, appendix F)",
    "random-documents-N": "N random divisions of the documents, in the same proportion",
    "given": "the train, dev and test parts that the corpus comes in",
    "given-instances": "the same where they cut through documents, as those of DiscoGeM do",
}
"""Names of splits with descriptions."""


def _by_sections(
    name: str, divisions: Sequence[Sections], on_error: OnError, items: SplitItems
) -> Iterator[Fold]:
    parts = (part for division in divisions for part in division.parts.values())
    if missing := sorted({section for part in parts for section in part} - _sections_of(items, name)):
        names = ", ".join(f"{section:02}" for section in missing)
        _refuse(f"split {name} names sections that the data lack: {names}; --lenient does without", on_error)
    for division in divisions:
        if division.overlap:
            hint = f"; {INSTEAD[name]} is the same without the overlap" if name in INSTEAD else ""
            raise ProtocolError(f"split {name} has {division.overlap}, as it was published{hint}")
        yield Fold(division.name, *(_members(items, part) for part in division.parts.values()))


def _by_documents(name: str, count: int, seed: int, on_error: OnError, items: SplitItems) -> Iterator[Fold]:
    """Yield folds of whole documents with even label shares; each tunes on the test part of the next."""
    _enough(items, count, "documents", name)
    _check_labels(items.labels, count, name, on_error)
    numbers = spread_groups(items.labels, items.groups, count, np.random.default_rng(seed))
    parts = [np.flatnonzero(numbers == number) for number in range(count)]
    for number, test in enumerate(parts):
        following = (number + 1) % count
        train = [part for other, part in enumerate(parts) if other not in (number, following)]
        yield Fold(f"{number + 1}", np.sort(np.concatenate(train)), parts[following], test)


def _by_instances(
    name: str,
    count: int,
    repeats: int,
    seed: int,
    development: str | None,
    on_error: OnError,
    items: SplitItems,
) -> Iterator[Fold]:
    """Yield folds of instances with the same share of each label; one development part, if any, for all."""
    from sklearn.model_selection import RepeatedStratifiedKFold, StratifiedKFold

    dev = _NONE
    if development == "dev":
        dev = _members(items, ("dev",))
        if not len(dev):
            _check_labels(items.labels, _TENTH, name, on_error)
            tenths = StratifiedKFold(_TENTH, shuffle=True, random_state=seed)
            dev = next(tenths.split(items.labels, items.labels))[1]
    elif development:
        if int(development) not in _sections_of(items, name):
            raise ProtocolError(f"split {name} names sections that the data lack: {development}")
        dev = _members(items, (int(development),))
    others = np.setdiff1d(np.arange(len(items.labels)), dev)
    labels = items.labels[others]
    _check_labels(labels, count, name, on_error)
    kfold = RepeatedStratifiedKFold(n_splits=count, n_repeats=repeats, random_state=seed)
    for number, (train, test) in enumerate(kfold.split(labels, labels)):
        yield Fold(f"{number + 1}", others[train], dev, others[test])


def _at_random(name: str, count: int, seed: int, items: SplitItems) -> Iterator[Fold]:
    """Yield random folds: of 25 groups 2 to tune on, 2 to test on, 21 to train on, or in proportion."""
    names = np.unique(items.groups)
    if name.startswith("random-sections"):
        names = np.array(sorted(_sections_of(items, name) - {NO_SECTION}))
    _enough(items, 3, "groups", name)
    held = max(1, round(2 / WSJ_SECTIONS * len(names)))
    rng = np.random.default_rng(seed)
    for number in range(count):
        dev, test, train = np.split(rng.permutation(names), [held, 2 * held])
        yield Fold(f"{number + 1}", *(_members(items, part) for part in (train, dev, test)))


def _by_parts(items: SplitItems) -> Iterator[Fold]:
    """Yield the parts of a corpus as a fold; without a test part, the development part is tested."""
    train, dev, test = (_members(items, (part,)) for part in ("train", "dev", "test"))
    if not len(train) or not len(dev) + len(test):
        raise ProtocolError("split given needs data in parts: train, and dev or test")
    yield Fold("test", train, dev, test) if len(test) else Fold("dev", train, _NONE, dev)


def _members(items: SplitItems, groups: Sequence[int] | Sequence[str] | Values) -> Indices:
    return np.flatnonzero(np.isin(items.groups, groups))


def _sections_of(items: SplitItems, name: str) -> set[int]:
    sections: set[int] = set(items.groups.tolist())
    if sections <= {NO_SECTION}:
        raise ProtocolError(
            f"split {name} goes by sections of the Wall Street Journal (documents wsj_SSNN), "
            "which the data lack; documents-12 is for such data"
        )
    return sections


def _refuse(message: str, on_error: OnError) -> None:
    """Raise an error, or go on with less than the split asks for."""
    if on_error is strict:
        raise ProtocolError(message)
    on_error(FormatError(message, ""))


def _check_labels(labels: Values, folds: int, name: str, on_error: OnError) -> None:
    """Refuse labels with fewer instances than folds: some fold would test none."""
    if not len(labels):
        raise ProtocolError(f"split {name}: there are no instances")
    label, count = min(Counter(labels.tolist()).items(), key=lambda item: item[1])
    if count < folds:
        _refuse(
            f"split {name}: {label} comes {count} times, too few for {folds} folds; "
            "choose a label set without it (L2:N), or go on with --lenient",
            on_error,
        )


def _enough(items: SplitItems, minimum: int, unit: str, name: str) -> None:
    if (count := len(np.unique(items.groups))) < minimum:
        raise ProtocolError(f"split {name} needs at least {minimum} {unit}, the data have {count}")


def _at_least(minimum: int, text: str, name: str) -> int:
    if int(text) < minimum:
        raise ProtocolError(f"split {name}: expected a number from {minimum}, got {int(text)}")
    return int(text)


def spread_groups(labels: Values, groups: Values, count: int, rng: np.random.Generator) -> Indices:
    """Return the part of each instance: whole groups, and each label in equal shares if possible.

    Greedy, uneven groups first, as scikit-learn's StratifiedGroupKFold, which takes seconds for thousands of
    documents, and whose parts depend on its version.
    """
    names, instance_group = np.unique(groups, return_inverse=True)
    distinct, instance_label = np.unique(labels, return_inverse=True)
    shares = np.zeros((len(names), len(distinct)))
    np.add.at(shares, (instance_group, instance_label), 1.0)
    sizes = shares.sum(axis=1)
    shares /= shares.sum(axis=0)
    order = rng.permutation(len(names))
    order = order[np.argsort(-shares[order].std(axis=1), kind="stable")]
    filled, taken = np.zeros((count, len(distinct))), np.zeros(count)
    parts = np.empty(len(names), dtype=np.intp)
    for group in order:
        added = shares[group]
        # For each part that could take the group: the variance of the parts, label by label.
        squares = (filled**2).sum(axis=0) + 2 * added * filled + added**2
        variance = squares / count - ((filled.sum(axis=0) + added) / count) ** 2
        unequal = np.sqrt(np.maximum(variance, 0)).mean(axis=1).round(12)
        best = np.lexsort((taken, unequal))[0]
        filled[best] += added
        taken[best] += sizes[group]
        parts[group] = best
    return parts[instance_group]
