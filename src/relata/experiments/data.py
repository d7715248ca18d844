"""Data sets of argument pairs, from any corpus that Relata reads."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from relata.baselines.pairs import ArgumentLayers, LayerPair, LayerReader
from relata.baselines.word_vectors import CorpusText
from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import FormatError, OnError, ProtocolError, strict
from relata.experiments.labels import Senses
from relata.experiments.splits import DOCUMENT, INSTANCE, NO_SECTION, PART, SECTION
from relata.formats import detect, discogem, reader
from relata.formats.conll2016.data_sets import DataSet, data_sets
from relata.segmentation import detect_language, english

_SECTION = re.compile(r"wsj_([0-9]{2})[0-9]{2}")


@dataclass(frozen=True, slots=True)
class ArgumentPair:
    """A relation to classify: two arguments and their senses.

    `part` is the part of the corpus: "train", "dev", "test" or "". `apart` is true if Arg2 begins in another
    sentence than Arg1 ends in.
    """

    id: str
    document: str
    type: str
    arg1: ArgumentLayers
    arg2: ArgumentLayers
    senses: Senses
    genre: str = ""
    part: str = ""
    apart: bool = field(default=True, repr=False)

    def layers(self, span: str) -> LayerPair:
        """Return the layers that a model with this span sees."""
        return (None if span == "arg2" else self.arg1), (None if span == "arg1" else self.arg2)

    def joined_tokens(self) -> tuple[Tokens, int]:
        """Return the words of both arguments as one text, and the index where Arg2 begins."""
        border = len(self.arg1.words)
        starts = (0, border) if self.apart else (0,)
        return Tokens.of_words(self.arg1.words + self.arg2.words, sentence_starts=starts), border


class AnnotatedRelation(NamedTuple):
    """A relation of any type: its document, its type, its senses."""

    document: str
    type: str
    senses: Senses


@dataclass(frozen=True)
class Dataset:
    """Argument pairs of a corpus in its order; `format` is the format of its files.

    `relations` are all relations of the documents in text order, those of other types too. `text` has their
    words where it was asked for.
    """

    source: str
    format: str
    instances: tuple[ArgumentPair, ...]
    relations: tuple[AnnotatedRelation, ...] = ()
    text: CorpusText = field(default_factory=lambda: CorpusText({}), compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.instances)

    @cached_property
    def language(self) -> str:
        """Language of the arguments: "en" or "zh"."""
        words = (word for pair in self.instances[:200] for word in pair.arg1.words)
        return detect_language(" ".join(words))

    @cached_property
    def ids(self) -> list[str]:
        """Ids of the argument pairs."""
        return [instance.id for instance in self.instances]

    @cached_property
    def words(self) -> frozenset[str]:
        """Lower-case words of the arguments."""
        arguments = (layers for pair in self.instances for layers in (pair.arg1, pair.arg2))
        return frozenset(word for layers in arguments for word in layers.lower_words)

    @cached_property
    def fingerprint(self) -> str:
        """Short digest of arguments with all layers, and of senses."""
        digest = hashlib.sha256()
        for pair in self.instances:
            digest.update(_printed("Instance", pair).encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:12]

    def groups(self, by: str) -> npt.NDArray[Any]:
        """Return the section, document, part or number of each argument pair."""
        if by == SECTION:
            return np.array([section(pair.document) for pair in self.instances], dtype=np.intp)
        if by == INSTANCE:
            return np.arange(len(self))
        assert by in (DOCUMENT, PART), by
        return np.array([getattr(pair, by) for pair in self.instances], dtype=object).astype(str)


def _printed(name: str, value: ArgumentPair | ArgumentLayers) -> str:
    """Return the fields of a value as text, under the class names of published fingerprints."""
    parts = []
    for member in fields(value):
        if member.repr:
            content = getattr(value, member.name)
            layers = isinstance(content, ArgumentLayers)
            parts.append(f"{member.name}={_printed('Side', content) if layers else repr(content)}")
    return f"{name}({', '.join(parts)})"


def section(document: str) -> int:
    """Return the section of the Wall Street Journal that contains a document `wsj_SSNN`.

    >>> section("wsj_2300"), section("GUM_bio_byron")
    (23, -1)
    """
    match = _SECTION.fullmatch(document)
    return int(match[1]) if match else NO_SECTION


def read_dataset(
    path: str | Path,
    types: Iterable[str] = (RelationType.IMPLICIT,),
    *,
    texts: bool = False,
    language: str | None = None,
    on_error: OnError = strict,
) -> Dataset:
    """Read the relations of these types from a corpus of any format, or from folders of its parts.

    Of a corpus in several languages, one is read.
    With `texts`, the words of the documents are read too; DiscoGeM has those of the arguments alone.
    """
    corpus, kinds = Path(path), tuple(types)
    relations: list[AnnotatedRelation] = []
    sentences: dict[str, list[list[str]]] = {}
    if unknown := [type for type in kinds if type not in list(RelationType)]:
        raise ProtocolError(f"no type {unknown[0]!r}; expected some of {', '.join(RelationType)}")
    if discogem.is_discogem(corpus):
        form = "discogem"
        pairs = _discogem_pairs(corpus) if RelationType.IMPLICIT in kinds else iter(())
    else:

        def pairs_of(document: Document, part: str) -> Iterator[ArgumentPair]:
            relations.extend(annotated_relations(document))
            if texts:
                sentences[document.id] = lower_sentences(document)
            return argument_pairs(document, kinds, part)

        parts = parts_of(corpus, language) or {"": corpus}
        form = detect(next(iter(parts.values())))
        pairs = (
            pair
            for name, part in parts.items()
            for document in reader(detect(part))(part, on_error=on_error)
            for pair in pairs_of(document, name)
        )
    instances = tuple(_distinct(pairs, corpus, kinds))
    if texts and not sentences:
        for instance in instances:
            rows = sentences.setdefault(instance.document, [])
            rows += instance.arg1.lower_words, instance.arg2.lower_words
    return Dataset(source_name(corpus), form, instances, tuple(relations), CorpusText(sentences))


def parts_of(corpus: Path, language: str | None = None) -> dict[str, Path]:
    """Return the folders of the parts of a corpus by name; none for an undivided corpus.

    A release of the shared tasks has parts in two languages: only those in the given one are taken.
    """
    parts = {name: corpus / name for name in ("train", "dev", "test")}
    if folders := {name: folder for name, folder in parts.items() if folder.is_dir()}:
        return folders
    sets = _parts_of_release(corpus)
    languages = languages_of(corpus)
    if language is None and len(languages) > 1:
        raise FormatError(f"holds data in {' and '.join(languages)}: name one by --language", corpus)
    folders = {}
    for item in sets:
        if item.language in ("", language or item.language):
            if item.part in folders:
                raise FormatError(f"holds {item.part} twice: {folders[item.part]}, {item.folder}", corpus)
            folders[item.part] = item.folder
    if sets and not folders:
        raise FormatError(f"holds no data in {language}, only in {' and '.join(languages)}", corpus)
    return folders


def languages_of(corpus: Path) -> list[str]:
    """Return the languages of a release of the shared tasks; none for any other corpus."""
    return sorted({item.language for item in _parts_of_release(corpus)})


def _parts_of_release(corpus: Path) -> list[DataSet]:
    return [item for item in data_sets(corpus) if item.part and item.folder != corpus]


def source_name(corpus: Path) -> str:
    """Return the name of a corpus in run directories: its folder and the one above."""
    return "/".join(corpus.resolve().parts[-2:])


def lower_sentences(document: Document) -> list[list[str]]:
    """Return the lower-case words of each sentence; equal words share their memory."""
    return [[sys.intern(token.form.lower()) for token in sentence] for sentence in document.sentences]


def annotated_relations(document: Document) -> list[AnnotatedRelation]:
    """Return all relations of a document in text order, by their connective or their second argument."""

    def place(relation: DiscourseRelation) -> int:
        span = relation.connective or relation.arg2 or relation.arg1
        return span.indices[0] if span else 0

    return [
        AnnotatedRelation(document.id, str(relation.type), (relation.senses, relation.second_senses))
        for relation in sorted(document.relations, key=place)
    ]


def argument_pairs(document: Document, types: Iterable[str], part: str = "") -> Iterator[ArgumentPair]:
    """Yield the relations of these types that have both arguments, in the order of the document."""
    kinds = frozenset(types)
    layers, sentence_of = LayerReader(document), document.tokens.sentence_of
    for number, relation in enumerate(document.relations):
        if relation.type in kinds and relation.arg1 and relation.arg2:
            yield ArgumentPair(
                f"{document.id}:{number}",
                document.id,
                str(relation.type),
                layers(relation.arg1),
                layers(relation.arg2),
                (relation.senses, relation.second_senses),
                document.metadata.get("genre", ""),
                part,
                apart=sentence_of(relation.arg1.indices[-1]) != sentence_of(relation.arg2.indices[0]),
            )


def _discogem_pairs(path: Path) -> Iterator[ArgumentPair]:
    for item in discogem.items(path):
        if item.sense:
            texts = (english.segment(text).tokens() for text in (item.arg1, item.arg2))
            arg1, arg2 = (ArgumentLayers(tuple(map(tokens.form, range(len(tokens))))) for tokens in texts)
            type, senses = str(RelationType.IMPLICIT), ((item.sense,), ())
            yield ArgumentPair(item.id, item.source, type, arg1, arg2, senses, item.genre, item.part)


def _distinct(pairs: Iterable[ArgumentPair], path: Path, types: Iterable[str]) -> Iterator[ArgumentPair]:
    ids: set[str] = set()
    for pair in pairs:
        if pair.id in ids:
            raise ProtocolError(f"{path}: document {pair.document} comes twice")
        ids.add(pair.id)
        yield pair
    if not ids:
        raise FormatError(f"expected relations of type {', '.join(types)}, found none", path)


def check_unseen(model: str, manifest: Mapping[str, Any], tested: Iterable[str]) -> None:
    """Refuse a model trained on one of the folders to test on."""
    if seen := _sources(manifest["training"]).intersection(tested):
        raise ProtocolError(
            f"{model} was trained on {min(seen)}, which would be tested: take other data, or the split given"
        )


def _sources(training: Mapping[str, Any]) -> set[str]:
    """Return the folders of the training data, including earlier trainings and tuning."""
    stages = (training, training.get("tuned", {}))
    sources = {stage.get("data", {}).get("train", {}).get("source") for stage in stages} - {None}
    return sources | _sources(training["before"]) if "before" in training else sources
