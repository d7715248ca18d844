"""Features as rows of a sparse matrix."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Self

import numpy as np
import numpy.typing as npt

from relata.protocols.features import Feature, chosen_features, view
from relata.protocols.instances import Instance

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
            names = set(self._feature.extract(view(instance, self._span)))
            found = np.sort(np.fromiter(map(_code, names), dtype=np.uint64, count=len(names)))
            self._known[instance] = found
        return found


@cache
def extractor(name: str, span: str) -> Extractor:
    """The extractor of a feature; all models of a process share it."""
    return Extractor(chosen_features([name])[0], span)


class FeatureVectors:
    """Turns instances into rows of zeros and ones; `fit` chooses the features that come often enough."""

    def __init__(self, features: Iterable[str], span: str = "both") -> None:
        self._features = chosen_features(features)
        self._span = span
        self._columns: list[Codes] = []

    @property
    def size(self) -> int:
        """How many features were chosen."""
        return sum(map(len, self._columns))

    def fit(self, instances: Sequence[Instance]) -> Self:
        """Chooses features by the instances to train on."""
        self._columns = []
        for feature in self._features:
            found, counts = np.unique(np.concatenate(self._codes(feature, instances)), return_counts=True)
            self._columns.append(found[counts >= feature.least])
        return self

    def transform(self, instances: Sequence[Instance]) -> csr_matrix:
        """The rows of instances."""
        from scipy.sparse import csr_matrix, hstack

        blocks: list[Any] = []
        for feature, columns in zip(self._features, self._columns, strict=True):
            rows = self._codes(feature, instances)
            places = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
            codes = np.concatenate(rows)
            at = np.searchsorted(columns, codes)
            at[at == len(columns)] = 0
            known = columns[at] == codes if len(columns) else np.zeros(len(codes), dtype=bool)
            ones = np.ones(int(known.sum()), dtype=np.float64)
            shape = len(rows), len(columns)
            blocks.append(csr_matrix((ones, (places[known], at[known])), shape=shape))
        return csr_matrix(hstack(blocks, format="csr"))

    def _codes(self, feature: Feature, instances: Sequence[Instance]) -> list[Codes]:
        own = extractor(feature.name, self._span)
        return [own.codes(instance) for instance in instances]


def _code(name: str) -> int:
    """A number that stands for a feature: millions of names would fill the memory."""
    return int.from_bytes(blake2b(name.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
