"""Training data: annotated documents, in a part to train on and a part to select models on."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from relata.batch.sources import Text, find_sources
from relata.discourse.argument_style import MODEL
from relata.document import Document
from relata.errors import FormatError, OnError, RelataError, SenseError, strict
from relata.evaluation.discourse import analyse, criterion, measure
from relata.evaluation.labels import scheme_of
from relata.evaluation.sentences import measure_sentences, sentence_criterion
from relata.formats import detect, reader
from relata.formats.pdtb import section_folder
from relata.model.inputs import InputBuilder
from relata.model.model import Model
from relata.model.package import conventions_number
from relata.scoring.conll2016.records import fingerprint, records
from relata.segmentation import detect_language, segmenter
from relata.senses.inventories import closest_inventory, normalise
from relata.training.data.instances import (
    TrainingInstance,
    instances,
    sentence_instances,
    silver_instances,
    unmarked_instances,
)
from relata.training.data.sentences import SentenceLabels, SentenceTargets, nominal_rates

_TRAIN_SECTIONS = tuple(f"{section:02}/" for section in range(2, 22))
_DEV_SECTIONS = ("22/",)

_QUOTES = {"``": '"', "''": '"'}
"""Quotes as treebanks write them, and as texts do."""


@dataclass(frozen=True, slots=True)
class CorpusPart:
    """Annotated documents and the name of their source."""

    source: str
    documents: tuple[Document, ...]

    @property
    def relations(self) -> int:
        """The number of relations."""
        return sum(len(document.relations) for document in self.documents)

    @property
    def fingerprint(self) -> str:
        """A short digest of texts and relations."""
        digest = hashlib.sha256(fingerprint(records(self.documents)).encode())
        for document in self.documents:
            digest.update(f"{document.id}\0{document.text}\0".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:16]

    def as_dict(self) -> dict[str, str | int]:
        """Describe the part for a manifest."""
        return {
            "source": self.source,
            "documents": len(self.documents),
            "tokens": sum(len(document.tokens) for document in self.documents),
            "relations": self.relations,
            "propositions": sum(len(document.propositions) for document in self.documents),
            "fingerprint": self.fingerprint,
        }


@dataclass(frozen=True, slots=True)
class RelationCorpus:
    """Documents with relations: to train on, and to select and calibrate on.

    `conventions` names the conventions of annotation that they follow, "" for the model's first ones.
    """

    train: CorpusPart
    dev: CorpusPart
    conventions: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Describe both parts for a manifest."""
        return {"train": self.train.as_dict(), "dev": self.dev.as_dict()}


def joined(parts: Sequence[CorpusPart]) -> CorpusPart:
    """Join parts of several corpora to one."""
    documents = tuple(document for part in parts for document in part.documents)
    return CorpusPart(" and ".join(part.source for part in parts), documents)


Sources = Mapping[str, CorpusPart]
"""Parts of a corpus by the name of their file or folder: "wsj", "ewt"."""


@dataclass(frozen=True, slots=True)
class SentenceCorpus:
    """Documents with trees and propositions: to train on, and to select on, by source."""

    train: Sources
    dev: Sources

    @property
    def documents(self) -> tuple[Document, ...]:
        """All documents to train on."""
        return tuple(document for part in self.train.values() for document in part.documents)


@dataclass(frozen=True, slots=True)
class TrainingData:
    """A corpus of relations, one of sentences, or both; documents in both are read once.

    Further corpora of relations are in `also`, each with its conventions. `silver` documents were analysed
    by a model, not by annotators. `exactness` is the weight of strict F1, against partial F1, in the choice
    of settings.
    """

    discourse: RelationCorpus | None = None
    sentences: SentenceCorpus | None = None
    silver: CorpusPart | None = None
    exactness: float = 0.5
    also: tuple[RelationCorpus, ...] = ()

    @property
    def corpora(self) -> tuple[RelationCorpus, ...]:
        """All corpora of relations."""
        return (self.discourse, *self.also) if self.discourse else ()

    @property
    def sources(self) -> list[str]:
        """The sources of all documents to train on."""
        sources = [corpus.train.source for corpus in self.corpora]
        sources += [part.source for part in self.sentences.train.values()] if self.sentences else []
        return sources + ([self.silver.source] if self.silver else [])

    def labels(self) -> SentenceLabels | None:
        """Collect the labels of sentences, if there are sentences to learn from."""
        return SentenceLabels.of(self.sentences.documents) if self.sentences else None

    def instances(
        self, builder: InputBuilder, labels: SentenceLabels | None, conventions: Sequence[str] = ()
    ) -> Iterator[TrainingInstance]:
        """Yield all instances to train on, each marked with the number of its corpus in `conventions`."""
        targets = SentenceTargets(labels) if labels else None
        trees = self.sentences.documents if self.sentences else ()
        if targets:
            known = {_words_of(document) for corpus in self.corpora for document in corpus.train.documents}
            for document in trees:
                if _words_of(document) not in known:
                    yield from sentence_instances(document, builder, targets)
        for corpus in self.corpora:
            marked = builder.by(conventions_number(corpus.conventions, conventions))
            for document in with_syntax(corpus.train.documents, trees):
                yield from instances(document, marked, targets)

    def silver_instances(self, builder: InputBuilder) -> Iterator[TrainingInstance]:
        """Yield the instances of documents without annotation, as questions to teachers."""
        for document in self.silver.documents if self.silver else ():
            yield from silver_instances(document, builder)

    def unmarked_instances(self, builder: InputBuilder) -> Iterator[TrainingInstance]:
        """Yield the explicit relations to train on, and those of silver documents, without connectives."""
        silver = (self.silver,) if self.silver else ()
        for part in (*(corpus.train for corpus in self.corpora), *silver):
            for document in part.documents:
                yield from unmarked_instances(document, builder)

    def nominals(self) -> dict[str, Any]:
        """Build the manifest's label entry for the rates of nominal predicates by lemma."""
        sources = self.sentences.train.values() if self.sentences else ()
        return {"nominals": nominal_rates([part.documents for part in sources])}

    def as_dict(self) -> dict[str, Any]:
        """Describe the data for a manifest."""
        content: dict[str, Any] = {}
        if self.discourse:
            content |= self.discourse.as_dict()
        if self.also:
            content["also"] = {corpus.conventions: corpus.as_dict() for corpus in self.also}
        if self.sentences:
            content["sentences"] = {
                name: {source: part.as_dict() for source, part in sources.items()}
                for name, sources in (("train", self.sentences.train), ("dev", self.sentences.dev))
            }
        if self.silver:
            content["silver"] = self.silver.as_dict()
        return content


def evaluate(model: Model, data: TrainingData) -> dict[str, float]:
    """Measure a model on the development parts; `criterion` is the measure that epochs are chosen by."""
    measures: dict[str, float] = {}
    criteria = []
    for number, corpus in enumerate(data.corpora):
        found = measure_corpus(model, corpus)
        measures |= by_conventions(found, corpus.conventions) if number else found
        criteria.append(criterion(found))
    if data.sentences:
        sentence_measures = measure_sentences(model, data.sentences.dev)
        measures |= sentence_measures
        criteria.append(sentence_criterion(sentence_measures))
    return {**measures, "criterion": sum(criteria) / len(criteria)}


def measure_corpus(model: Model, corpus: RelationCorpus, *, raw: bool = False) -> dict[str, float]:
    """Measure a model on the development part of a corpus, by the conventions of that corpus."""
    scheme = scheme_of(model.package.senses, model.package.language)
    conventions = corpus.conventions or MODEL
    documents = corpus.dev.documents
    return measure(list(analyse(model, documents, scheme, raw=raw, conventions=conventions)), scheme)


def by_conventions(measures: Mapping[str, float], conventions: str) -> dict[str, float]:
    """Name measures by the conventions of their corpus: "pdtb strict F1"."""
    return {f"{conventions} {name}": value for name, value in measures.items()}


def read_corpus(
    data: Path | None,
    train: Path | None = None,
    dev: Path | None = None,
    *,
    language: str = "en",
    on_error: OnError = strict,
) -> RelationCorpus:
    """Read a corpus of any format that holds relations, in one language.

    `data` has folders train and dev, or is a PDTB with the sections of the Wall Street Journal, which are
    split as the CoNLL-2016 task did: 02 to 21 to train on, 22 for development. `train` and `dev` go before.
    """
    if train and dev:
        corpus = RelationCorpus(read_part(train, on_error=on_error), read_part(dev, on_error=on_error))
    elif data is None:
        raise RelataError("expected --data, or --train and --dev")
    else:
        corpus = _read_folder(data, train or _part(data, "train"), dev or _part(data, "dev"), on_error)
    for part in (corpus.train, corpus.dev):
        _check_language(part, language)
    return corpus


def read_training_part(
    data: Path | None, train: Path | None = None, *, on_error: OnError = strict
) -> CorpusPart:
    """Read the part of a corpus to train on: `train`, the one that `data` is split into, or all of `data`."""
    return read_part(training_path(data, train), on_error=on_error)


def training_path(data: Path | None, train: Path | None) -> Path:
    """Return the part of a corpus to train on."""
    if train:
        return train
    if data is None:
        raise RelataError("expected --data, or --train")
    return data / "train" if (data / "train").is_dir() else data


def read_named(named: str, language: str, *, on_error: OnError = strict) -> RelationCorpus:
    """Read a corpus that is named with its conventions: pdtb=wsj-pdtb3/."""
    name, _, path = named.partition("=")
    if not (name and path):
        raise RelataError(f"--also {named}: expected NAME=PATH, such as pdtb=wsj-pdtb3/")
    return replace(read_corpus(Path(path), language=language, on_error=on_error), conventions=name)


def read_part(path: Path, *, language: str | None = None, on_error: OnError = strict) -> CorpusPart:
    """Read all documents of a file or folder, which must hold relations, in one language if it is given."""
    part = CorpusPart("/".join(path.resolve().parts[-2:]), _read(path, on_error))
    if language:
        _check_language(part, language)
    return _with_relations(replace(part, documents=tuple(map(_spelled, part.documents))), path)


def read_texts(path: Path, language: str, *, on_error: OnError = strict) -> CorpusPart:
    """Read documents without annotation: plain texts, or documents of any format."""
    sources = find_sources([str(path)], None, on_error)
    items = (item for source in sources for item in source.read(on_error))
    documents = tuple(item if isinstance(item, Document) else _segmented(item) for item in items)
    part = CorpusPart("/".join(path.resolve().parts[-2:]), documents)
    _check_language(part, language)
    return part


def read_sentences(data: Path, *, on_error: OnError = strict) -> SentenceCorpus:
    """Read a corpus with trees: folders train and dev, in each a file or a folder for each source.

    Sources may be in any format that holds heads: CoNLL-2008, CoNLL-U, JSON Lines.
    """
    return SentenceCorpus(*(read_sources(data / name, on_error=on_error) for name in ("train", "dev")))


def read_sources(folder: Path, *, on_error: OnError = strict, single: bool = False) -> dict[str, CorpusPart]:
    """Read the sources of one part: a file or a folder for each; if `single`, one file will do."""
    if not (folder.is_dir() or (single and folder.is_file())):
        raise FormatError("expected a folder with a file or folder for each source", folder)
    sources = {}
    for path in sorted(folder.iterdir()) if folder.is_dir() else [folder]:
        if not path.name.startswith("."):
            part = CorpusPart(f"{folder.name}/{path.name}", _read(path, on_error))
            if not any(document.tokens.heads for document in part.documents):
                raise FormatError("expected sentences with heads to train with, found none", path)
            sources[path.stem] = part
    if not sources:
        raise FormatError("expected a file or a folder for each source, found none", folder)
    return sources


def _spelled(document: Document) -> Document:
    """Spell the senses of PDTB-3 as its inventory does, so that no two labels are the same sense."""
    labels = {sense for item in document.relations for sense in item.senses}
    standard = {label: _standard(label) for label in labels if closest_inventory(labels) == "pdtb3"}
    if all(label == name for label, name in standard.items()):
        return document
    return document.with_relations(
        replace(item, senses=tuple(standard[sense] for sense in item.senses)) for item in document.relations
    )


def _standard(label: str) -> str:
    try:
        return normalise(label, "pdtb3")[0]
    except SenseError:  # Hypophora, or a sense with +Belief
        return label


def _check_language(part: CorpusPart, language: str) -> None:
    """Refuse documents in another language."""
    for document in part.documents:
        if document.language != language:
            fault = f"{document.id} is in {document.language!r}"
            raise FormatError(f"expected documents in {language!r} (--language), {fault}", part.source)


def with_syntax(documents: Iterable[Document], trees: Iterable[Document]) -> list[Document]:
    """Add the tags, heads and propositions of other documents with the same words and sentences."""
    parsed = {_words_of(document): document for document in trees}
    return [_with_tree(document, parsed.get(_words_of(document))) for document in documents]


def _words_of(document: Document) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Collect the forms of a document's words and the beginnings of its sentences."""
    tokens = document.tokens
    forms = (tokens.form(word) for word in range(len(tokens)))
    return tuple(_QUOTES.get(form, form) for form in forms), tuple(tokens.sentence_starts)


def _segmented(text: Text) -> Document:
    language = text.language or detect_language(text.text)
    segment = segmenter(language)
    if segment is None:
        raise FormatError(f"no segmentation of raw text in {language!r}", text.id)
    segments = segment(text.text)
    return Document(text.id, language, segments.tokens(), paragraphs=segments.paragraphs)


def _with_tree(document: Document, parsed: Document | None) -> Document:
    if parsed is None:
        return document
    names = ("tag", "deprel", "lemma")
    columns = {name: parsed.tokens.columns[name] for name in names if name in parsed.tokens.columns}
    tokens = document.tokens.annotate(heads=parsed.tokens.heads, **columns)
    metadata = {**document.metadata, **parsed.metadata}
    return replace(document, tokens=tokens, propositions=parsed.propositions, metadata=metadata)


def _part(data: Path, name: str) -> Path:
    """Find a part of a corpus: a folder, or a JSON Lines file."""
    file = data / f"{name}.jsonl"
    return file if file.is_file() else data / name


def _read_folder(data: Path, train: Path, dev: Path, on_error: OnError) -> RelationCorpus:
    if train.exists() and dev.exists():
        return RelationCorpus(read_part(train, on_error=on_error), read_part(dev, on_error=on_error))
    if detect(data) not in {"pdtb2", "pdtb3"}:
        raise FormatError("expected folders train and dev, or a PDTB with the WSJ sections", data)
    part = read_part(data, on_error=on_error)
    return RelationCorpus(_sections(part, _TRAIN_SECTIONS, data), _sections(part, _DEV_SECTIONS, data))


def _read(path: Path, on_error: OnError) -> tuple[Document, ...]:
    return tuple(reader(detect(path))(path, on_error=on_error))


def _sections(part: CorpusPart, folders: tuple[str, ...], path: Path) -> CorpusPart:
    documents = tuple(document for document in part.documents if section_folder(document.id) in folders)
    names = " to ".join(sorted({folders[0][:2], folders[-1][:2]}))
    return _with_relations(CorpusPart(f"{part.source}, sections {names}", documents), path)


def _with_relations(part: CorpusPart, path: Path) -> CorpusPart:
    if not part.relations:
        raise FormatError(f"expected annotated relations to train with, found none in {part.source}", path)
    return part
