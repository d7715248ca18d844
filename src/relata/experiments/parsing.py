"""The CoNLL-2016 protocol: relations found end to end, and senses of given arguments.

A run directory of this protocol has the documents with gold and predicted relations:

    run.json        settings, data and versions
    gold.jsonl      the parsed documents with gold relations
    parsed.jsonl    the same with the relations that the model finds
    sensed.jsonl    the same with the senses that the model gives to gold arguments
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import relata
from relata.baselines.resources import read_resources
from relata.discourse.given_arguments import withheld
from relata.document import Document
from relata.errors import FormatError, OnError, ProtocolError, strict
from relata.evaluation.discourse import connective_counts, numbered
from relata.evaluation.labels import label_set_of, scorable
from relata.experiments.data import check_unseen, parts_of, source_name
from relata.experiments.run_directory import is_resumed, read_config, versions, write_config
from relata.experiments.splits import PUBLISHED
from relata.experiments.statistics import percent
from relata.experiments.tables import ReportTable, write_report
from relata.formats import detect, jsonl, reader
from relata.formats.files import replacing
from relata.formats.pdtb import section_folder
from relata.scoring.conll2016 import TABLES, Counts, RelationScore, records, score
from relata.scoring.conll2016.records import fingerprint
from relata.scoring.significance import Comparison, compare

if TYPE_CHECKING:
    from relata.baselines import ClassicalParser

FORMAT = "relata-parsing/1"
CLASSICAL = "relata:classical"
SYSTEMS = "classical"
"""Model before the colon of a system of the field: "classical:lin2014"; alone, all of them."""
GOLD, PARSED, SENSED = "gold.jsonl", "parsed.jsonl", "sensed.jsonl"
Analyse = Callable[[Sequence[Document]], Iterable[Document]]
ReadPart = Callable[[], Iterator[Document]]
_BY_SECTION = ("pdtb2", "pdtb3")
"""Formats of corpora whose parts are sections of the Wall Street Journal."""


@dataclass(frozen=True, slots=True)
class OutsideKnowledge:
    """Resources of systems of the field, and the model that adds dependencies to documents without trees."""

    resources: tuple[str, ...] = ()
    syntax: str | None = None

    def facts(self) -> dict[str, Any]:
        """Return what a run directory states of them; nothing if there are none."""
        resources = {"resources": list(self.resources)} if self.resources else {}
        return resources | ({"syntax": self.syntax} if self.syntax else {})


@dataclass(frozen=True, slots=True)
class ParsingData:
    """Documents to parse, and documents to train on if the corpus has a training part."""

    source: str
    format: str
    part: str
    tested: tuple[Document, ...]
    train: ReadPart | None


def read_parsing_data(
    path: Path, *, part: str | None = None, language: str | None = None, on_error: OnError = strict
) -> ParsingData:
    """Read a part of a corpus, by default the test or else the dev part, or an undivided corpus."""
    folders = parts_of(path, language)
    parts: Mapping[str, ReadPart] = {
        name: partial(_documents, folder, on_error) for name, folder in folders.items()
    }
    parts = parts or _parts_by_section(path, on_error)
    if part is not None and part not in parts:
        known = f"expected one of {', '.join(parts)}" if parts else "it is one data set, without parts"
        raise ProtocolError(f"{path} has no part {part!r}; {known}")
    part = part or next((name for name in ("test", "dev", "blind") if name in parts), "")
    folder = folders.get(part, path)
    numbers = count(1)
    read = parts.get(part, partial(_documents, folder, on_error))
    tested = tuple(numbered(document, numbers) for document in read())
    if not any(document.relations for document in tested):
        raise FormatError("expected annotated relations to test on, found none", folder)
    return ParsingData(source_name(path), detect(folder), part, tested, parts.get("train"))


def _documents(folder: Path, on_error: OnError) -> Iterator[Document]:
    return reader(detect(folder))(folder, on_error=on_error)


def _parts_by_section(path: Path, on_error: OnError) -> dict[str, ReadPart]:
    """Return the parts of a PDTB by sections of the Wall Street Journal, as in the task; none for others."""
    if detect(path) not in _BY_SECTION:
        return {}
    documents = tuple(_documents(path, on_error))
    parts: dict[str, ReadPart] = {}
    for name, sections in PUBLISHED["conll"].parts.items():
        folders = {f"{section:02}/" for section in sections}
        if part := [document for document in documents if section_folder(document.id) in folders]:
            parts[name] = partial(iter, part)
    return parts


def run_parsing(
    model: str,
    data: ParsingData,
    path: Path,
    *,
    senses: str | None = None,
    command: str = "",
    outside: OutsideKnowledge | None = None,
    trainer: Callable[[], SystemTrainer] | None = None,
) -> None:
    """Parse the documents and write a run directory; leave a complete directory of the same run.

    `trainer` makes the one that runs of several systems share.
    """
    labels = senses or label_set_of(
        sense for document in data.tested for relation in document.relations for sense in relation.all_senses
    )
    outside = outside or OutsideKnowledge()
    config = _config(model, data, labels) | outside.facts() | {"command": command}
    if is_resumed(path, config):
        return
    model = f"{SYSTEMS}:{SYSTEMS}" if model == CLASSICAL else model
    kind, _, name = model.partition(":")
    if outside.facts() and kind != SYSTEMS:
        raise ProtocolError(f"{model} takes no --resource and no --syntax: they are for {SYSTEMS}:NAME")
    if kind == SYSTEMS:
        find, sense = (trainer() if trainer else SystemTrainer(data, outside)).train(name)
    else:
        find, sense = _trained(model, data, labels)
    bare = [document.with_relations(()) for document in data.tested]
    with replacing(path) as fresh:
        fresh.mkdir()
        jsonl.write(data.tested, fresh / GOLD)
        numbers = count(1)
        jsonl.write((numbered(scorable(document), numbers) for document in find(bare)), fresh / PARSED)
        jsonl.write(sense([withheld(scorable(document)) for document in data.tested]), fresh / SENSED)
        write_config(fresh, config)


class SystemTrainer:
    """Trains systems of the field on the training part of data; stages that they share are trained once."""

    def __init__(self, data: ParsingData, outside: OutsideKnowledge) -> None:
        from relata.baselines.features import ParsedDocument
        from relata.parsing.classical import with_syntax
        from relata.parsing.loading import load_syntax

        if data.train is None:
            raise ProtocolError(
                "classical systems are trained first: expected data with a folder train beside dev or test"
            )
        self._lexicons = read_resources(outside.resources)
        syntax = load_syntax(outside.syntax) if outside.syntax else None
        self._with_trees: Analyse = partial(with_syntax, syntax=syntax)
        self._documents = list(map(ParsedDocument, self._with_trees(tuple(data.train()))))
        self._language = data.tested[0].language
        self._fitted: list[ClassicalParser] = []

    def train(self, name: str) -> tuple[Analyse, Analyse]:
        """Train a system; return the functions that parse, and that find senses of given arguments."""
        from relata.baselines import ClassicalParser, preset

        parser = ClassicalParser(preset(name).of_language(self._language), self._lexicons)
        parser.fit(self._documents, fitted=self._fitted)
        self._fitted.append(parser)
        return (
            lambda documents: map(parser, self._with_trees(documents)),
            lambda documents: map(parser.senses, self._with_trees(documents)),
        )


def _trained(model: str, data: ParsingData, labels: str) -> tuple[Analyse, Analyse]:
    """Load a trained parser, with the senses of the shared task if the data have them."""
    kind, _, name = model.partition(":")
    if kind != "relata" or not name:
        raise ProtocolError(f"no parser {model!r}; expected {SYSTEMS}:NAME, {SYSTEMS}, or relata:NAME")
    senses = labels if labels.startswith("conll2016") else None
    finder, classifier = relata.load(name, senses=senses), relata.load(name, senses=senses, given="arguments")
    tested = (data.source, f"{data.source.rpartition('/')[2]}/{data.part}")
    check_unseen(model, finder.package.manifest, tested)
    return finder.pipe, classifier.pipe


def _config(model: str, data: ParsingData, labels: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "relata": relata.__version__,
        "protocol": "conll2016",
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


@dataclass(frozen=True)
class ParsingReport:
    """Configuration and scores of a run of the protocol."""

    path: Path
    config: dict[str, Any]
    documents: tuple[list[Document], list[Document]]
    end_to_end: RelationScore
    senses: RelationScore
    connectives: Counts

    @property
    def data_name(self) -> str:
        """Name of the documents, with their part."""
        data = self.config["data"]
        return f"{data['source']} ({data['part']})" if data["part"] else str(data["source"])

    def tables(self) -> Iterator[ReportTable]:
        """Yield strict and partial scores end to end, and scores of the senses of given arguments."""
        rows = [["connectives, exact words", *_cells(self.connectives), "", "", ""]]
        for name in TABLES:
            strict = self.end_to_end.strict[name].measures
            partial = (self.end_to_end.partial or {})[name].measures
            for measure, counts in strict.items():
                partial_cells = _cells(partial[measure]) if measure in partial else ["", "", ""]
                rows.append([f"{name}: {measure}", *_cells(counts), *partial_cells])
        header = ["measure", "P", "R", "F1", "P (partial)", "R (partial)", "F1 (partial)"]
        title = f"End to end, {self.config['model']}"
        yield ReportTable(title, header, rows, signature=self.end_to_end.signature)
        rows = [[name, *_cells(self.senses.strict[name].parser)] for name in TABLES]
        header = ["relations", "P", "R", "F1"]
        yield ReportTable("Senses of given arguments", header, rows, signature=self.senses.signature)

    def summary(self) -> list[str]:
        """Return the F1 of whole relations, strict and partial, and of senses, for each table."""
        tables = self.end_to_end.strict, self.end_to_end.partial or {}, self.senses.strict
        return [percent(scores[name].parser.f1) for scores in tables for name in TABLES]

    def as_dict(self) -> dict[str, Any]:
        """Return all figures as plain data."""
        return {
            "config": self.config,
            "connectives": asdict(self.connectives),
            "end_to_end": self.end_to_end.measures,
            "senses": self.senses.measures,
            "signatures": [self.end_to_end.signature, self.senses.signature],
        }


@dataclass(frozen=True)
class ParsingReports:
    """Reports of several runs, under a table with a row for each."""

    reports: Sequence[ParsingReport]

    def tables(self) -> Iterator[ReportTable]:
        """Yield the scores of whole relations of all runs, then the tables of each run.

        Runs of several models have one table for each part of the data.
        """
        if len({report.config["model"] for report in self.reports}) > 1:
            parts = dict.fromkeys(report.data_name for report in self.reports)
            for part in parts:
                yield systems_table([report for report in self.reports if report.data_name == part])
            return
        if len(self.reports) > 1:
            yield ReportTable(
                "Whole relations, and senses of given arguments: F1",
                ["run", *(f"{kind}: {name}" for kind in ("strict", "partial", "senses") for name in TABLES)],
                [[report.path.name, *report.summary()] for report in self.reports],
            )
        for report in self.reports:
            yield from report.tables()

    def text(self) -> str:
        """Return all tables as plain text."""
        return "\n".join(table.text() for table in self.tables())

    def write(self, folder: Path) -> Iterator[Path]:
        """Write the report into a folder; yield the paths."""
        markdown, latex = zip(*((table.markdown(), table.latex()) for table in self.tables()), strict=True)
        one, *others = [report.as_dict() for report in self.reports]
        figures = {"runs": [one, *others]} if others else one
        return write_report(folder, self.text(), markdown, latex, figures)


def load_parsing(path: Path) -> ParsingReport:
    """Read and score a run directory."""
    config = read_config(path, FORMAT)
    gold, parsed, sensed = (list(jsonl.read(path / name)) for name in (GOLD, PARSED, SENSED))
    labels = config["labels"]
    return ParsingReport(
        path,
        config,
        (gold, parsed),
        score(gold, parsed, senses=labels),
        score(map(scorable, gold), sensed, senses=labels, supplementary=True),
        connective_counts(zip(gold, parsed, strict=True)),
    )


def models_of(models: Sequence[str], data: ParsingData) -> list[str]:
    """Return the models of a request, all systems for the language of the data in place of "classical"."""
    from relata.baselines.presets import presets_of

    systems = [f"{SYSTEMS}:{name}" for name in presets_of(data.tested[0].language)]
    named = [name for model in models for name in (systems if model == SYSTEMS else [model])]
    return list(dict.fromkeys(named))


def systems_table(reports: Sequence[ParsingReport]) -> ReportTable:
    """Return the main scores of several parsers on the same documents, the best first."""
    rows = []
    for report in reports:
        complete, partial = report.end_to_end.strict, report.end_to_end.partial or {}
        counts = (
            complete["All"].parser,
            partial["All"].parser,
            report.connectives,
            complete["Explicit only"].both,
            complete["Explicit only"].parser,
            complete["Non-explicit only"].parser,
            report.senses.strict["Explicit only"].parser,
            report.senses.strict["Non-explicit only"].parser,
        )
        rows.append(
            [report.config["model"].removeprefix(f"{SYSTEMS}:"), *(percent(each.f1) for each in counts)]
        )
    rows.sort(key=lambda row: -float(row[1]))
    header = [
        "system",
        "strict F1",
        "partial F1",
        "connectives",
        "explicit arguments",
        "explicit relations",
        "other relations",
        "explicit senses",
        "other senses",
    ]
    resources = {", ".join(report.config.get("resources", ())) or "none" for report in reports}
    notes = ["F1; senses on given arguments", *(f"resources: {each}" for each in sorted(resources))]
    signature = reports[0].end_to_end.signature
    return ReportTable(f"Systems on {reports[0].data_name}", header, rows, notes, signature)


def compare_parsing(first: ParsingReport, second: ParsingReport, measure: str) -> Comparison:
    """Compare two runs on the same documents by a measure of the scorer, paired over documents."""
    if first.config["data"]["fingerprint"] != second.config["data"]["fingerprint"]:
        raise ProtocolError(f"{first.path} and {second.path} are of other data: they cannot be compared")
    systems = {str(report.path): records(report.documents[1]) for report in (first, second)}
    return compare(records(first.documents[0]), systems, measure=measure, senses=first.config["labels"])


def _cells(counts: Counts) -> list[str]:
    return [percent(value) for value in (counts.precision, counts.recall, counts.f1)]
