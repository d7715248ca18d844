"""Reports of the CoNLL-2016 protocol."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from relata.document import Document
from relata.errors import ProtocolError
from relata.evaluation.discourse import connective_counts
from relata.evaluation.labels import scorable
from relata.experiments.parsing import FORMAT, GOLD, PARSED, SENSED
from relata.experiments.reports.tables import Table
from relata.experiments.run_directory import read_config
from relata.experiments.statistics import percent
from relata.formats import jsonl
from relata.formats.files import replacing, write_text
from relata.scoring.conll2016 import TABLES, Counts, Score, records, score
from relata.scoring.significance import Comparison, compare


@dataclass(frozen=True)
class ParsingReport:
    """A run of the protocol: what was run, and its scores."""

    path: Path
    config: dict[str, Any]
    documents: tuple[list[Document], list[Document]]
    end_to_end: Score
    senses: Score
    connectives: Counts

    def tables(self) -> Iterator[Table]:
        """Strict and partial scores end to end, and the senses of given arguments."""
        rows = [["connectives, exact words", *_cells(self.connectives), "", "", ""]]
        for name in TABLES:
            strict = self.end_to_end.strict[name].measures
            partial = (self.end_to_end.partial or {})[name].measures
            for measure, counts in strict.items():
                other = _cells(partial[measure]) if measure in partial else ["", "", ""]
                rows.append([f"{name}: {measure}", *_cells(counts), *other])
        header = ["measure", "P", "R", "F1", "P (partial)", "R (partial)", "F1 (partial)"]
        title = f"End to end, {self.config['model']}"
        yield Table(title, header, rows, signature=self.end_to_end.signature)
        sensed = [[name, *_cells(self.senses.strict[name].parser)] for name in TABLES]
        header = ["relations", "P", "R", "F1"]
        yield Table("Senses of given arguments", header, sensed, signature=self.senses.signature)

    def text(self) -> str:
        """All tables as plain text."""
        return "\n".join(table.text() for table in self.tables())

    def as_dict(self) -> dict[str, Any]:
        """All figures as plain data."""
        return {
            "config": self.config,
            "connectives": asdict(self.connectives),
            "end_to_end": self.end_to_end.measures,
            "senses": self.senses.measures,
            "signatures": [self.end_to_end.signature, self.senses.signature],
        }

    def write(self, folder: Path) -> Iterator[Path]:
        """Writes the report into a folder, which is made."""
        own = list(self.tables())
        forms = {
            "report.txt": self.text(),
            "report.md": "\n".join(table.markdown() for table in own),
            "report.tex": "\n".join(table.latex() for table in own),
            "report.json": json.dumps(self.as_dict(), ensure_ascii=False, indent=2) + "\n",
        }
        for name, text in forms.items():
            with replacing(folder / name) as fresh:
                write_text(fresh, [text], folder / name)
            yield folder / name


def load_parsing(path: Path) -> ParsingReport:
    """The report of a run directory."""
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


def compare_parsing(first: ParsingReport, second: ParsingReport, measure: str) -> Comparison:
    """Two runs on the same documents, on a measure of the scorer, paired over documents."""
    if first.config["data"]["fingerprint"] != second.config["data"]["fingerprint"]:
        raise ProtocolError(f"{first.path} and {second.path} are of other data: they cannot be compared")
    systems = {str(each.path): records(each.documents[1]) for each in (first, second)}
    return compare(records(first.documents[0]), systems, measure=measure, senses=first.config["labels"])


def _cells(counts: Counts) -> list[str]:
    return [percent(value) for value in (counts.precision, counts.recall, counts.f1)]
