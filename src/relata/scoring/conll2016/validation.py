"""What is wrong with a system output: what the shared task rejects, and what nobody could read.

The task's validator turns a run down for a missing field, a wrong type or a sense it does not list: such
faults are `rejected`. It looks at no token id and no DocID, and its scorer falls over on them later: those
faults are `malformed`. All of them are found, each with its line and field.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from relata.errors import FormatError, Lenient
from relata.formats.json_lines import read_objects
from relata.scoring.conll2016.labels import TYPES, LabelSet
from relata.scoring.conll2016.messages import expected, shown

SPANS = ("Arg1", "Arg2", "Connective")


class Fault(NamedTuple):
    """One thing wrong with a relation; `rejected` says that the task's validator minds it."""

    field: str
    message: str
    rejected: bool


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a system output. `warnings` are what is allowed and hardly meant."""

    relations: int
    malformed: tuple[FormatError, ...]
    rejected: tuple[FormatError, ...]
    warnings: tuple[FormatError, ...]

    @property
    def valid(self) -> bool:
        """Whether the output can be scored."""
        return not self.malformed and not self.rejected


def validate(path: str | Path, labels: LabelSet, sizes: Mapping[str, int | None] | None = None) -> Report:
    """Check a file of predicted relations; `sizes` are the lengths, if known, of the documents there are."""
    malformed, rejected, warnings = Lenient(), Lenient(), Lenient()
    relations = 0
    for line, relation in read_objects(path, on_error=malformed):
        relations += 1
        found = faults(relation, labels)
        for fault in found:
            note = rejected if fault.rejected else malformed
            note(FormatError(fault.message, path, line=line, field=fault.field))
        if not found:
            for fault in _doubts(relation, sizes):
                warnings(FormatError(fault.message, path, line=line, field=fault.field))
    return Report(relations, *(tuple(notes.faults) for notes in (malformed, rejected, warnings)))


def faults(relation: Mapping[str, Any], labels: LabelSet | None) -> list[Fault]:
    """The faults of a predicted relation in the order of the task's checks; without labels any sense goes."""
    found: list[Fault] = []
    types = labels.types if labels else TYPES
    if not isinstance(relation.get("DocID"), str):
        found.append(Fault("DocID", expected("a string", relation, "DocID"), rejected=False))
    if relation.get("Type") not in types:
        found.append(Fault("Type", expected(" or ".join(types), relation, "Type"), rejected=True))
    if message := _sense_fault(relation, labels):
        found.append(Fault("Sense", message, rejected=True))
    found += [fault for name in SPANS if (fault := _span_fault(relation, name))]
    return found


def token_fault(tokens: Sequence[Any]) -> str | None:
    """What is wrong with a flat list of token ids, None if it is right."""
    if not tokens:
        return None
    kinds = set(map(type, tokens))
    if list in kinds:
        return "gold-style token list; expected document token ids alone, such as [12, 13]"
    if kinds != {int} or min(tokens) < 0:
        odd = next(token for token in tokens if type(token) is not int or token < 0)
        return f"expected token ids, integers from 0, found {shown(odd)}"
    return None


def _sense_fault(relation: Mapping[str, Any], labels: LabelSet | None) -> str | None:
    senses = relation.get("Sense")
    if not isinstance(senses, list):
        return expected("a list of one sense", relation, "Sense")
    if len(senses) != 1:
        return f"expected one sense, found {len(senses)}"
    if not isinstance(senses[0], str):
        return f"expected a string in the list, found {shown(senses[0])}"
    if labels and not labels.accepts(senses[0]):
        return labels.complaint(senses[0])
    return None


def _span_fault(relation: Mapping[str, Any], name: str) -> Fault | None:
    span = relation.get(name)
    if not isinstance(span, dict):
        return Fault(name, expected("an object with a TokenList", relation, name), rejected=True)
    tokens = span.get("TokenList")
    if not isinstance(tokens, list):
        return Fault(f"{name}.TokenList", expected("a list of token ids", span, "TokenList"), rejected=True)
    message = token_fault(tokens)
    return Fault(f"{name}.TokenList", message, rejected=False) if message else None


def _doubts(relation: Mapping[str, Any], sizes: Mapping[str, int | None] | None) -> Iterator[Fault]:
    """What a well-formed relation may have that no system means."""
    doc_id = relation["DocID"]
    size = sizes.get(doc_id) if sizes else None
    if sizes is not None and doc_id not in sizes:
        yield Fault("DocID", f"unknown document {doc_id!r}", rejected=False)
    for name in SPANS:
        tokens = relation[name]["TokenList"]
        if any(before >= after for before, after in pairwise(tokens)):
            yield Fault(f"{name}.TokenList", "token ids are not ascending or come twice", rejected=False)
        if size is not None and tokens and max(tokens) >= size:
            message = f"token {max(tokens)} is outside the document of {size} tokens"
            yield Fault(f"{name}.TokenList", message, rejected=False)
