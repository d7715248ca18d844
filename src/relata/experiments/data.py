"""Data sets of instances, from any corpus that Relata reads."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from relata.document.relations import RelationType
from relata.errors import FormatError, OnError, ProtocolError, strict
from relata.experiments.instances import Instance, instances, plain_side
from relata.experiments.splits import DOCUMENT, INSTANCE, NO_SECTION, PART, SECTION
from relata.formats import detect, discogem, reader
from relata.segmentation import detect_language, english

PARTS = ("train", "dev", "test")
DISCOGEM = "discogem"
_SECTION = re.compile(r"wsj_([0-9]{2})[0-9]{2}")


@dataclass(frozen=True)
class Dataset:
    """Instances of a corpus, in its order; `format` is the layout that it came in."""

    source: str
    format: str
    instances: tuple[Instance, ...]

    @cached_property
    def language(self) -> str:
        """The language of the arguments: "en" or "zh"."""
        words = (word for each in self.instances[:200] for word in each.arg1.words)
        return detect_language(" ".join(words))

    def __len__(self) -> int:
        return len(self.instances)

    @cached_property
    def ids(self) -> list[str]:
        return [instance.id for instance in self.instances]

    @cached_property
    def fingerprint(self) -> str:
        """A short digest of the instances: arguments with all that is known of them, and senses."""
        digest = hashlib.sha256()
        for each in self.instances:
            digest.update(repr(each).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:12]

    def groups(self, by: str) -> npt.NDArray[Any]:
        """The section, the document or the part of each instance, or its number."""
        if by == SECTION:
            return np.array([section(each.document) for each in self.instances], dtype=np.intp)
        if by == DOCUMENT:
            return np.array([each.document for each in self.instances], dtype=object).astype(str)
        if by == PART:
            return np.array([each.part for each in self.instances], dtype=object).astype(str)
        assert by == INSTANCE, by
        return np.arange(len(self))


def section(document: str) -> int:
    """The section of the Wall Street Journal that a document `wsj_SSNN` is in.

    >>> section("wsj_2300"), section("GUM_bio_byron")
    (23, -1)
    """
    match = _SECTION.fullmatch(document)
    return int(match[1]) if match else NO_SECTION


def read_dataset(
    path: str | Path, types: Iterable[str] = (RelationType.IMPLICIT,), *, on_error: OnError = strict
) -> Dataset:
    """The relations of these types in a corpus of any format, or in the folders of its parts."""
    place = Path(path)
    kinds = tuple(types)
    if discogem.is_discogem(place):
        form, found = DISCOGEM, _discogem(place) if RelationType.IMPLICIT in kinds else iter(())
    elif parts := {name: place / name for name in PARTS if (place / name).is_dir()}:
        form = detect(next(iter(parts.values())))
        found = (each for name, part in parts.items() for each in _corpus(part, kinds, name, on_error))
    else:
        form, found = detect(place), _corpus(place, kinds, "", on_error)
    source = "/".join(place.resolve().parts[-2:])
    return Dataset(source, form, tuple(_distinct(found, place, kinds)))


def _corpus(place: Path, types: Iterable[str], part: str, on_error: OnError) -> Iterator[Instance]:
    for document in reader(detect(place))(place, on_error=on_error):
        yield from instances(document, types, part)


def _discogem(place: Path) -> Iterator[Instance]:
    for item in discogem.items(place):
        if item.sense:
            arg1, arg2 = (plain_side(english.segment(text).tokens()) for text in (item.arg1, item.arg2))
            type, senses = str(RelationType.IMPLICIT), ((item.sense,), ())
            yield Instance(item.id, item.source, type, arg1, arg2, senses, item.genre, item.part)


def _distinct(found: Iterable[Instance], place: Path, types: Iterable[str]) -> Iterator[Instance]:
    ids: set[str] = set()
    for instance in found:
        if instance.id in ids:
            raise ProtocolError(f"{place}: document {instance.document} comes twice")
        ids.add(instance.id)
        yield instance
    if not ids:
        raise FormatError(f"expected relations of type {', '.join(types)}, found none", place)
