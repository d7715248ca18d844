"""Lexical cues: how far words of an argument tell a sense, in gold labels and in predictions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from relata.errors import ProtocolError
from relata.experiments.data import ArgumentPair, Dataset
from relata.experiments.results import Run
from relata.experiments.tables import ReportTable


@dataclass(frozen=True, slots=True)
class LexicalCue:
    """Words of an argument ("arg1", "arg2" or "any"), at its beginning or anywhere."""

    text: str
    argument: str = "arg2"
    initial: bool = True

    def __str__(self) -> str:
        place = "initial" if self.initial else "anywhere"
        return f"{self.text!r}, {place} in {self.argument.capitalize()}"

    def occurs(self, pair: ArgumentPair) -> bool:
        """Check that an argument has the words, in lower or upper case."""
        cue = self.text.lower().split()
        arguments = {"arg1": [pair.arg1], "arg2": [pair.arg2], "any": [pair.arg1, pair.arg2]}
        for layers in arguments[self.argument]:
            words = layers.lower_words
            starts = range(1 if self.initial else len(words))
            if any(words[start : start + len(cue)] == cue for start in starts):
                return True
        return False


def cue_table(run: Run, data: Dataset, cue: LexicalCue, senses: Sequence[str] = ()) -> ReportTable:
    """Return the share of senses among tested instances with a cue, gold and predicted by each system."""
    if unknown := [sense for sense in senses if sense not in run.labels]:
        raise ProtocolError(f"no label {unknown[0]!r} in {run.path}; there is {', '.join(run.labels)}")
    pairs = {pair.id: pair for pair in data.instances}
    known = tuple(pairs[row["id"]] for row in run.instances if row["id"] in pairs)
    if replace(data, instances=known).fingerprint != run.config["data"]["fingerprint"]:
        raise ProtocolError(f"{data.source} are not the data of {run.path}")
    marked = np.array([cue.occurs(pairs[id]) for id in run.column("id")], dtype=bool)
    count = int(marked.sum())
    if not count:
        raise ProtocolError(f"no instance that {run.path} tested has the cue {cue}")
    gold = [set(labels) for labels, is_marked in zip(run.column("gold"), marked, strict=True) if is_marked]
    systems = [system for system in run.systems.values() if not system.oracle]
    predicted = [
        [label for restart in system.all_predicted for label in np.array(restart, dtype=object)[marked]]
        for system in systems
    ]
    rows = []
    for label in senses or run.labels:
        share = sum(label in labels for labels in gold) / count
        shares = (labels.count(label) / len(labels) for labels in predicted)
        rows.append([label, *(f"{100 * value:.1f}" for value in (share, *shares))])
    rows.sort(key=lambda row: -float(row[1]))
    notes = [
        f"per cent of the {count} instances with the cue, of {len(marked)} that were tested; "
        "gold: any gold label; predictions of all restarts"
    ]
    header = ["label", "gold", *(system.name for system in systems)]
    return ReportTable(f"Cue {cue}: {run.path.name}", header, rows, notes)
