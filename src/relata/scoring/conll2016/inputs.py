"""Gold standards and runs of systems as records: from files of the task, or from corpora of any format."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path

from relata.document import Document, Span
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, OnError, RejectedError, strict
from relata.formats import detect, reader
from relata.formats.conll2016.data_sets import GOLD, parses_file
from relata.formats.conll2016.parses import stream_parses
from relata.formats.conll2016.relations import SPANS, FieldFault, RelationFields, expected, read_relations
from relata.scoring.conll2016.labels import TASK, TYPES, LabelSet
from relata.scoring.conll2016.records import Record, records, words
from relata.scoring.conll2016.validation import NATURAL, Report, output_faults, validate

PREDICTED = ("output.json", *GOLD)


@dataclass(frozen=True, slots=True)
class Standard:
    """Gold relations, with their documents if a side is a corpus."""

    records: list[Record]
    documents: list[Document]

    @property
    def language(self) -> str | None:
        """The common language of the documents, if any."""
        return common_language(self.documents)


def read_standard(
    gold: str | Path,
    systems: Sequence[str | Path],
    *,
    supplementary: bool = False,
    on_error: OnError = strict,
) -> Standard:
    """Read the gold standard for these systems.

    For the sense-only task, gold relations of a corpus get numbers, and those without a sense are left out.
    """
    if not any(map(is_corpus, (gold, *systems))):
        return Standard(read_gold(gold, on_error=on_error), [])
    documents = _documents(gold, on_error)
    golds = records(documents)
    if supplementary:
        ids = count()
        golds = [
            replace(record, id=next(ids)) if record.id is None else record
            for record in golds
            if record.senses
        ]
    return Standard(golds, documents)


def read_system(
    path: str | Path, standard: Standard, labels: LabelSet, *, on_error: OnError = strict
) -> list[Record]:
    """Read the relations of a system; those of a corpus are moved to the gold words."""
    if not is_corpus(path):
        return read_predictions(path, labels, on_error=on_error)
    golds = {document.id: document for document in standard.documents}
    documents = _documents(path, on_error)
    return records(_on_gold(document, golds.get(document.id), path) for document in documents)


def common_language(documents: Iterable[Document]) -> str | None:
    """Find the language of all documents; None if they differ, or if the task does not have it."""
    languages = {document.language for document in documents}
    return languages.pop() if len(languages) == 1 and languages <= TASK.keys() else None


def is_corpus(path: str | Path) -> bool:
    """Test whether a path is a corpus, and not the JSON of the task or a directory that holds it."""
    source = Path(path)
    if source.suffix == ".json" or any((source / name).is_file() for name in PREDICTED):
        return False
    try:
        detect(source)
    except FormatError:
        return False
    return True


def read_gold(path: str | Path, *, on_error: OnError = strict) -> list[Record]:
    """Read the gold relations of a file, or of a directory with a relations.json.

    Token lists are 5-tuples, or document token ids alone. The forms of connectives come from a parses.json in
    the same directory. A faulty relation goes to `on_error`.
    """
    file = _located(path, GOLD)
    golds: list[Record] = []
    for line, fields, faults in read_relations(file, on_error=on_error):
        if fault := faults[0] if faults else _gold_fault(fields):
            on_error(fault.error(file, line))
        else:
            golds.append(_record(fields, line, fields.connective.raw_text or ""))
    _fill_in_forms(golds, file, on_error)
    return golds


def read_predictions(
    path: str | Path, labels: LabelSet | None = None, *, on_error: OnError = strict
) -> list[Record]:
    """Read the relations of a system output: a file, or a directory with an output.json or relations.json.

    Faulty relations go to `on_error`; strict reading raises all faults that the task's validator rejects as
    one `RejectedError` at the end. Without `labels` any sense is allowed.
    """
    file = _located(path, PREDICTED)
    predictions: list[Record] = []
    rejected: list[FormatError] = []
    for line, fields, shape_faults in read_relations(file, on_error=on_error):
        faults = output_faults(fields, shape_faults, labels)
        if not faults:
            predictions.append(_record(fields, line))
        elif on_error is not strict:
            on_error(faults[0].fault.error(file, line))  # one relation to skip, however many faults it has
        for fault, is_rejected in faults if on_error is strict else ():
            if not is_rejected:
                raise fault.error(file, line)
            rejected.append(fault.error(file, line))
    if rejected:
        raise RejectedError(rejected)
    return predictions


def validate_output(path: str | Path, labels: LabelSet, gold: str | Path | None = None) -> Report:
    """Check a system output; with its data set, also check that its documents and tokens exist."""
    return validate(_located(path, PREDICTED), labels, None if gold is None else _sizes(gold))


def on_words(parsed: Document, gold: Document) -> Document:
    """Project the relations of another segmentation of a text onto the gold words, by character offsets."""
    moved = (
        _mapped(relation, lambda span: gold.tokens.span_at(span.pieces, snap=True))
        for relation in parsed.relations
    )
    return gold.with_relations(relation for relation in moved if relation.arg1 and relation.arg2)


def on_same_words(parsed: Document, gold: Document) -> Document:
    """Project the relations of another text with the very same words onto the gold document, by word."""
    return gold.with_relations(
        _mapped(relation, lambda span: replace(span, tokens=gold.tokens)) for relation in parsed.relations
    )


def _mapped(relation: DiscourseRelation, span: Callable[[Span], Span]) -> DiscourseRelation:
    return replace(
        relation,
        arg1=span(relation.arg1),
        arg2=span(relation.arg2),
        connective=(relation.connective and span(relation.connective)) or None,
        punctuation=(relation.punctuation and span(relation.punctuation)) or None,
    )


def _documents(path: str | Path, on_error: OnError) -> list[Document]:
    return list(reader(detect(Path(path)))(path, on_error=on_error))


def _on_gold(document: Document, gold: Document | None, path: str | Path) -> Document:
    scored = document.with_relations(
        relation for relation in document.relations if relation.type is not RelationType.HYPOPHORA
    )
    tokens = document.tokens
    if gold is None or (gold.tokens.begins, gold.tokens.ends) == (tokens.begins, tokens.ends):
        return scored
    if gold.text != document.text:
        raise FormatError(f"document {document.id}: another text than in the gold standard", path)
    return on_words(scored, gold)


def _located(path: str | Path, names: Sequence[str]) -> Path:
    source = Path(path)
    file = next((source / name for name in names if (source / name).is_file()), None)
    if source.is_dir() and file is None:
        raise FormatError(f"expected {' or '.join(names)} in this directory", path)
    return file or source


def _gold_fault(fields: RelationFields) -> FieldFault | None:
    """Find the first fault of a gold relation of sound fields."""
    if fields.type not in (*TYPES, "NoRel"):
        return FieldFault("Type", expected(" or ".join(TYPES), fields.type))
    for name, span in zip(SPANS, fields.spans, strict=True):
        if (first := min(span.ids, default=0)) < 0:
            return FieldFault(f"{name}.TokenList", expected(NATURAL, first))
    if not isinstance(fields.connective.raw_text, str | None):
        return FieldFault("Connective.RawText", expected("a string", fields.connective.raw_text))
    return None


def _record(fields: RelationFields, line: int, text: str = "") -> Record:
    return Record(
        doc_id=fields.doc_id,
        type=fields.type,
        senses=tuple(fields.senses),
        arg1=tuple(fields.arg1.ids),
        arg2=tuple(fields.arg2.ids),
        connective=tuple(fields.connective.ids),
        connective_text=text if fields.connective.tokens else "",
        id=fields.id if type(fields.id) is int else None,
        line=line,
    )


def _fill_in_forms(golds: list[Record], file: Path, on_error: OnError) -> None:
    """Look up the forms of connectives whose text has other words than tokens."""
    unsettled: dict[str, list[int]] = {}
    for index, record in enumerate(golds):
        if record.explicit and len(words(record.connective_text)) != len(set(record.connective)):
            unsettled.setdefault(record.doc_id, []).append(index)
    parses = parses_file(file.parent)
    if not unsettled or parses is None:
        return
    for doc_id, forms in _document_forms(parses, on_error):
        for index in unsettled.pop(doc_id, ()):
            record = golds[index]
            if max(record.connective) < len(forms):
                connective_forms = tuple(forms[token] for token in record.connective)
                golds[index] = replace(record, connective_forms=connective_forms)
            else:
                message = f"token {max(record.connective)} is outside the document of {len(forms)} tokens"
                on_error(FormatError(message, file, line=record.line, field="Connective.TokenList"))
        if not unsettled:
            break


def _sizes(gold: str | Path) -> dict[str, int | None]:
    """Count the tokens of the documents of a data set; None without a parses.json."""
    parses = parses_file(Path(gold) if Path(gold).is_dir() else Path(gold).parent)
    if parses is not None:
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
