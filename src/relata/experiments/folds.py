"""Folds: which instances to train on, to tune on and to test on; and what may be wrong with them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from relata.errors import ProtocolError

Indices = npt.NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """Indices of instances to train on, to tune on (there may be none), and to test on."""

    name: str
    train: Indices
    dev: Indices
    test: Indices

    @property
    def parts(self) -> dict[str, Indices]:
        """The three parts by name."""
        return {"train": self.train, "dev": self.dev, "test": self.test}


def spread(
    labels: npt.NDArray[Any], groups: npt.NDArray[Any], count: int, rng: np.random.Generator
) -> Indices:
    """The part, of `count`, that each instance goes to: whole groups, each label in equal shares if possible.

    Greedy, uneven groups first, as scikit-learn's StratifiedGroupKFold; that one takes seconds for thousands
    of documents, and its parts depend on its version.
    """
    own, instance_group = np.unique(groups, return_inverse=True)
    known, instance_label = np.unique(labels, return_inverse=True)
    shares = np.zeros((len(own), len(known)))
    np.add.at(shares, (instance_group, instance_label), 1.0)
    sizes = shares.sum(axis=1)
    shares /= shares.sum(axis=0)
    order = rng.permutation(len(own))
    order = order[np.argsort(-shares[order].std(axis=1), kind="stable")]
    filled, taken = np.zeros((count, len(known))), np.zeros(count)
    places = np.empty(len(own), dtype=np.intp)
    for group in order:
        more = shares[group]
        # For each part that the group could go to: how unequal the parts would be, label by label.
        squares = (filled**2).sum(axis=0) + 2 * more * filled + more**2
        variance = squares / count - ((filled.sum(axis=0) + more) / count) ** 2
        unequal = np.sqrt(np.maximum(variance, 0)).mean(axis=1).round(12)
        best = np.lexsort((taken, unequal))[0]
        filled[best] += more
        taken[best] += sizes[group]
        places[group] = best
    return places[instance_group]


def fingerprint(folds: Iterable[Fold], ids: Sequence[str]) -> str:
    """A short digest of who stands where, by the ids of the instances; their order does not matter."""
    digest = hashlib.sha256()
    for fold in folds:
        for name, indices in fold.parts.items():
            members = "\0".join(sorted(ids[index] for index in indices))
            digest.update(f"{name}\1{members}\2".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:12]


def shared_documents(fold: Fold, documents: npt.ArrayLike) -> list[str]:
    """The documents that stand in more than one part of a fold."""
    names = np.asarray(documents)
    places = Counter(name for indices in fold.parts.values() for name in set(names[indices].tolist()))
    return sorted(name for name, count in places.items() if count > 1)


def check_parts(fold: Fold, documents: npt.ArrayLike, *, instance_level: bool) -> None:
    """Refuses a fold without instances to train on or to test on, or with a document on both sides."""
    for name in ("train", "test"):
        if not len(fold.parts[name]):
            raise ProtocolError(f"fold {fold.name}: no instance to {name} on")
    if not instance_level and (both := shared_documents(fold, documents)):
        raise ProtocolError(
            f"fold {fold.name}: document {both[0]} stands on both sides of the split; "
            "instances-N and given-instances are for that, and say so in the report"
        )


def check_classes(fold: Fold, labels: Sequence[Sequence[str]], wanted: Sequence[str]) -> None:
    """Refuses a fold whose training part lacks a label: nobody could learn it."""
    there = {label for index in fold.train for label in labels[index]}
    if missing := [label for label in wanted if label not in there]:
        raise ProtocolError(
            f"fold {fold.name}: no instance of {missing[0]} to train on; "
            "choose a label set without it, or one with more instances of each label (L2:N)"
        )
