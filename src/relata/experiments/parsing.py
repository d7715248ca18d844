"""The CoNLL-2016 protocol: relations found end to end, and senses of given arguments.

A run directory of this protocol has the documents by their annotators and by the model:

    run.json        what was run, on what, with which versions
    gold.jsonl      the documents that were parsed, with the annotators' relations
    parsed.jsonl    the same with the relations that the model finds
    sensed.jsonl    the same with the senses that the model gives to the annotators' arguments
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

import relata
from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, OnError, ProtocolError, strict
from relata.evaluation.discourse import numbered
from relata.evaluation.labels import label_set_of, scorable
from relata.experiments.data import PARTS
from relata.experiments.leakage import check_unseen
from relata.experiments.run_directory import CONFIG, goes_on, versions
from relata.formats import detect, jsonl, reader
from relata.formats.files import replacing, write_text
from relata.scoring.conll2016.records import fingerprint, records

PROTOCOL = "conll2016"
FORMAT = "relata-parsing/1"
CLASSICAL = "relata:classical"
GOLD, PARSED, SENSED = "gold.jsonl", "parsed.jsonl", "sensed.jsonl"

Analyse = Callable[[Sequence[Document]], Iterable[Document]]


@dataclass(frozen=True, slots=True)
class ParsingData:
    """Documents to parse, and documents to train on if the corpus has a part for it."""

    source: str
    format: str
    part: str
    tested: tuple[Document, ...]
    train: Callable[[], Iterator[Document]] | None


def read_parsing_data(path: Path, *, on_error: OnError = strict) -> ParsingData:
    """A corpus: its test part, or else its dev part, to parse; or all of it, if it is in one part."""
    parts = {name: path / name for name in PARTS if (path / name).is_dir()}
    part = next((name for name in ("test", "dev") if name in parts), "")
    place = parts.get(part, path)
    form = detect(place)
    numbers = count(1)
    tested = tuple(numbered(document, numbers) for document in reader(form)(place, on_error=on_error))
    if not any(document.relations for document in tested):
        raise FormatError("expected annotated relations to test on, found none", place)
    train = (
        (lambda: reader(detect(parts["train"]))(parts["train"], on_error=on_error))
        if "train" in parts
        else None
    )
    return ParsingData("/".join(path.resolve().parts[-2:]), form, part, tested, train)


def run_parsing(
    model: str, data: ParsingData, path: Path, *, senses: str | None = None, command: str = ""
) -> None:
    """Parses the documents and writes a run directory; one that is there of the same run is left as it is."""
    labels = senses or label_set_of(_senses(data.tested))
    config = _config(model, data, labels) | {"command": command}
    if goes_on(path, config):
        return
    find, sense = _classical(data) if model == CLASSICAL else _trained(model, data, labels)
    bare = [document.with_relations(()) for document in data.tested]
    with replacing(path) as fresh:
        fresh.mkdir()
        jsonl.write(data.tested, fresh / GOLD)
        numbers = count(1)
        jsonl.write((numbered(scorable(each), numbers) for each in find(bare)), fresh / PARSED)
        jsonl.write(sense([withheld(scorable(document)) for document in data.tested]), fresh / SENSED)
        write_text(fresh / CONFIG, [json.dumps(config, ensure_ascii=False, indent=2) + "\n"], path)


def withheld(document: Document) -> Document:
    """The document as the sense-only task gives it: neither senses, nor types but by the connective."""
    return document.with_relations(_withheld(relation) for relation in document.relations)


def _withheld(relation: DiscourseRelation) -> DiscourseRelation:
    type, connective = relation.type, relation.connective
    if not relation.explicit:
        type, connective = RelationType.IMPLICIT, None
    return DiscourseRelation(type, relation.arg1, relation.arg2, connective=connective, id=relation.id)


def _classical(data: ParsingData) -> tuple[Analyse, Analyse]:
    from relata.baselines.parser import ClassicalParser

    if data.train is None:
        raise ProtocolError(
            f"{CLASSICAL} is trained first: expected data with a folder train beside dev or test"
        )
    # One thread, whatever the machine: sums in another order would be other numbers in the last digits.
    with threadpool_limits(limits=1):
        parser = ClassicalParser().fit(data.train())
    return (lambda documents: map(parser, documents)), (lambda documents: map(parser.senses, documents))


def _trained(model: str, data: ParsingData, labels: str) -> tuple[Analyse, Analyse]:
    """A trained parser; where the data have the senses of the shared task, it speaks these."""
    kind, _, name = model.partition(":")
    if kind != "relata" or not name:
        raise ProtocolError(f"no parser {model!r}; expected {CLASSICAL}, or relata:NAME")
    senses = labels if labels.startswith("conll2016") else None
    finder, classifier = relata.load(name, senses=senses), relata.load(name, senses=senses, given="arguments")
    tested = (data.source, f"{data.source.rpartition('/')[2]}/{data.part}")
    check_unseen(model, finder.package.manifest, tested)
    return finder.pipe, classifier.pipe


def _config(model: str, data: ParsingData, labels: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "relata": relata.__version__,
        "protocol": PROTOCOL,
        "model": model,
        "data": {
            "source": data.source,
            "format": data.format,
            "part": data.part,
            "documents": len(data.tested),
            "fingerprint": fingerprint(records(data.tested)),
        },
        "labels": labels,
        "versions": versions(),
    }


def _senses(documents: Iterable[Document]) -> set[str]:
    return {sense for each in documents for relation in each.relations for sense in relation.all_senses}
