"""Features as rows of a sparse matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from relata.experiments.features import Feature, chosen_features, view
from relata.experiments.instances import Instance

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

Codes = npt.NDArray[np.uint64]


class Extractor:
    """Features of instances as codes, computed once for each instance."""

    def __init__(self, feature: Feature, span: str) -> None:
        self._feature = feature
        self._span = span
        self._known: dict[Instance, Codes] = {}

    def codes(self, instance: Instance) -> Codes:
        """The codes of an instance's features, ascending."""
        found = self._known.get(instance)
        if found is None:
            found = codes(self._feature.extract(view(instance, self._span)))
            self._known[instance] = found
        return found


class Columns:
    """The features that are frequent enough in training, as columns of a matrix of zeros and ones."""

    def __init__(self, rows: Sequence[Codes], least: int) -> None:
        found, counts = np.unique(np.concatenate(rows), return_counts=True)
        self._codes = found[counts >= least]

    def __len__(self) -> int:
        return len(self._codes)

    def matrix(self, rows: Sequence[Codes]) -> csr_matrix:
        """The rows; features that are no column are left out."""
        from scipy.sparse import csr_matrix

        places = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
        found = np.concatenate(rows) if rows else np.empty(0, dtype=np.uint64)
        at = np.searchsorted(self._codes, found)
        at[at == len(self)] = 0
        known = self._codes[at] == found if len(self) else np.zeros(len(found), dtype=bool)
        ones = np.ones(int(known.sum()), dtype=np.float64)
        return csr_matrix((ones, (places[known], at[known])), shape=(len(rows), len(self)))


def codes(names: Iterable[str]) -> Codes:
    """Numbers that stand for features, ascending: millions of names would fill the memory."""
    distinct = set(names)
    return np.sort(np.fromiter(map(_code, distinct), dtype=np.uint64, count=len(distinct)))


@cache
def extractor(name: str, span: str) -> Extractor:
    """The extractor of a feature; all models of a process share it."""
    return Extractor(chosen_features([name])[0], span)


class FeatureVectors:
    """Turns instances into rows of zeros and ones; `fit` chooses the features that come often enough."""

    def __init__(self, features: Iterable[str], span: str = "both") -> None:
        self._features = chosen_features(features)
        self._span = span
        self._columns: list[Columns] = []

    @property
    def size(self) -> int:
        """How many features were chosen."""
        return sum(map(len, self._columns))

    def fit(self, instances: Sequence[Instance]) -> Self:
        """Chooses features by the instances to train on."""
        self._columns = [Columns(self._codes(each, instances), each.least) for each in self._features]
        return self

    def transform(self, instances: Sequence[Instance]) -> csr_matrix:
        """The rows of instances."""
        from scipy.sparse import csr_matrix, hstack

        pairs = zip(self._features, self._columns, strict=True)
        blocks = [columns.matrix(self._codes(feature, instances)) for feature, columns in pairs]
        return csr_matrix(hstack(blocks, format="csr"))

    def _codes(self, feature: Feature, instances: Sequence[Instance]) -> list[Codes]:
        own = extractor(feature.name, self._span)
        return [own.codes(instance) for instance in instances]


def _code(name: str) -> int:
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
