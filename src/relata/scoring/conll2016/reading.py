"""Relations from files, as records for the scorer: relations.json of the task, output.json of a system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from relata.errors import FormatError, OnError, RejectedError, strict
from relata.formats.conll2016.parses import stream_parses
from relata.formats.json_lines import read_objects
from relata.scoring.conll2016.heads import words
from relata.scoring.conll2016.labels import TYPES, LabelSet
from relata.scoring.conll2016.messages import expected, shown
from relata.scoring.conll2016.records import Record
from relata.scoring.conll2016.validation import SPANS, Report, faults, token_fault, validate

GOLD = "relations.json"
PREDICTED = ("output.json", GOLD)
PARSES = "parses.json"

_NO_TUPLES = "expected [charBegin, charEnd, docToken, sentence, tokenInSentence] for every token"
_GOLD_TYPES = (*TYPES, "NoRel")


def read_gold(path: str | Path, *, on_error: OnError = strict) -> list[Record]:
    """The gold relations of a file, or of a directory with a relations.json; a parses.json beside it is used.

    Token lists are 5-tuples, or document token ids alone. A faulty relation goes to `on_error`.
    """
    file = _located(path, (GOLD,))
    records: list[Record] = []
    for line, relation in read_objects(file, on_error=on_error):
        try:
            records.append(_gold_record(relation, file, line))
        except FormatError as error:
            on_error(error)
    _fill_in_forms(records, file, on_error)
    return records


def read_predictions(
    path: str | Path, labels: LabelSet | None = None, *, on_error: OnError = strict
) -> list[Record]:
    """The relations of a system output: a file, or a directory with an output.json or else a relations.json.

    Faulty relations go to `on_error`; reading strictly, what the task's validator minds is raised as one
    `RejectedError` in the end. Without `labels` any sense will do.
    """
    file = _located(path, PREDICTED)
    records: list[Record] = []
    rejected: list[FormatError] = []
    for line, relation in read_objects(file, on_error=on_error):
        found = faults(relation, labels)
        errors = [FormatError(fault.message, file, line=line, field=fault.field) for fault in found]
        if errors and on_error is not strict:
            on_error(errors[0])  # one relation to skip, whatever else is wrong with it
            continue
        for fault, error in zip(found, errors, strict=True):
            if fault.rejected:
                rejected.append(error)
            else:
                on_error(error)
        if not found:
            records.append(_record(relation, {name: relation[name]["TokenList"] for name in SPANS}, line))
    if rejected:
        raise RejectedError(rejected)
    return records


def validate_output(path: str | Path, labels: LabelSet, gold: str | Path | None = None) -> Report:
    """Check a system output; with the data set it is for, also whether it has such documents and tokens."""
    return validate(_located(path, PREDICTED), labels, None if gold is None else _sizes(gold))


def _located(path: str | Path, names: Sequence[str]) -> Path:
    place = Path(path)
    if not place.is_dir():
        return place
    for name in names:
        if (place / name).is_file():
            return place / name
    raise FormatError(f"expected {' or '.join(names)} in this directory", path)


def _gold_record(relation: Mapping[str, Any], path: Path, line: int) -> Record:
    def refuse(field: str, message: str) -> NoReturn:
        raise FormatError(message, path, line=line, field=field)

    senses = relation.get("Sense")
    if not isinstance(relation.get("DocID"), str):
        refuse("DocID", expected("a string", relation, "DocID"))
    if relation.get("Type") not in _GOLD_TYPES:
        refuse("Type", expected(" or ".join(TYPES), relation, "Type"))
    if not isinstance(senses, list) or not all(isinstance(sense, str) for sense in senses):
        refuse("Sense", expected("a list of strings", relation, "Sense"))
    ids: dict[str, list[int]] = {}
    for name in SPANS:
        span = relation.get(name)
        if not isinstance(span, dict):
            refuse(name, expected("an object with a TokenList", relation, name))
        tokens = span.get("TokenList")
        if not isinstance(tokens, list):
            refuse(f"{name}.TokenList", expected("a list of tokens", span, "TokenList"))
        ids[name] = _flat(tokens)
        if fault := token_fault(ids[name]):
            refuse(f"{name}.TokenList", _NO_TUPLES if list in map(type, ids[name]) else fault)
    text = relation["Connective"].get("RawText", "")
    if not isinstance(text, str):
        refuse("Connective.RawText", f"expected a string, found {shown(text)}")
    return _record(relation, ids, line, text if ids["Connective"] else "")


def _flat(tokens: list[Any]) -> list[Any]:
    """The document token ids of 5-tuples; what is no list of 5-tuples stays as it is."""
    if tokens and set(map(type, tokens)) == {list} and set(map(len, tokens)) == {5}:
        return [token[2] for token in tokens]
    return tokens


def _record(relation: Mapping[str, Any], ids: Mapping[str, list[int]], line: int, text: str = "") -> Record:
    number = relation.get("ID")
    return Record(
        doc_id=relation["DocID"],
        type=relation["Type"],
        senses=tuple(relation["Sense"]),
        arg1=tuple(ids["Arg1"]),
        arg2=tuple(ids["Arg2"]),
        connective=tuple(ids["Connective"]),
        connective_text=text,
        id=number if type(number) is int else None,
        line=line,
    )


def _fill_in_forms(records: list[Record], file: Path, on_error: OnError) -> None:
    """Look up the forms of connectives whose words, as their text has them, are not their tokens."""
    wanted: dict[str, list[int]] = {}
    for index, record in enumerate(records):
        if record.explicit and len(words(record.connective_text)) != len(set(record.connective)):
            wanted.setdefault(record.doc_id, []).append(index)
    parses = file.with_name(PARSES)
    if not wanted or not parses.is_file():
        return
    for doc_id, forms in _document_forms(parses, on_error):
        for index in wanted.pop(doc_id, ()):
            record = records[index]
            try:
                found = tuple(forms[token] for token in record.connective)
            except IndexError:
                message = f"token {max(record.connective)} is outside the document of {len(forms)} tokens"
                on_error(FormatError(message, file, line=record.line, field="Connective.TokenList"))
            else:
                records[index] = replace(record, connective_forms=found)
        if not wanted:
            break


def _sizes(gold: str | Path) -> dict[str, int | None]:
    """The documents of a data set, with their numbers of tokens if it has a parses.json."""
    parses = Path(gold) / PARSES if Path(gold).is_dir() else Path(gold).with_name(PARSES)
    if parses.is_file():
        return {doc_id: len(forms) for doc_id, forms in _document_forms(parses, strict)}
    return {record.doc_id: None for record in read_gold(gold)}


def _document_forms(parses: Path, on_error: OnError) -> Iterator[tuple[str, list[str]]]:
    for doc_id, parse in stream_parses(parses, on_error=on_error):
        try:
            forms = [str(word[0]) for sentence in parse["sentences"] for word in sentence["words"]]
        except (KeyError, TypeError, IndexError):
            on_error(FormatError("expected sentences with words", parses, field=doc_id))
        else:
            yield doc_id, forms
