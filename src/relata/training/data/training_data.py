"""All that a model is trained on and chosen by: relations, trees and propositions, or one of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from relata.discourse.lexicon import sense_counts
from relata.evaluation.discourse import analyse, criterion, measure
from relata.evaluation.labels import scheme_of
from relata.evaluation.sentences import measure_sentences, sentence_criterion
from relata.model.inputs import InputBuilder
from relata.model.model import Model
from relata.training.data.corpus import Corpus, Part
from relata.training.data.discogem import discogem_instances
from relata.training.data.instances import (
    Instance,
    instances,
    sentence_instances,
    silver_instances,
    unmarked_instances,
)
from relata.training.data.nominals import nominal_rates
from relata.training.data.sentence_corpus import SentenceCorpus, with_syntax
from relata.training.data.sentence_targets import SentenceLabels, SentenceTargets


@dataclass(frozen=True, slots=True)
class TrainingData:
    """A corpus of relations, one of sentences, or both; documents that are in both are read once.

    `silver` documents were analysed by a model, not by annotators. `exactness` is how much exact arguments
    count where settings are chosen: the weight of strict F1, against partial F1.
    """

    discourse: Corpus | None = None
    sentences: SentenceCorpus | None = None
    silver: Part | None = None
    exactness: float = 0.5

    @property
    def sources(self) -> list[str]:
        """Where the documents to train on are from."""
        found = [self.discourse.train.source] if self.discourse else []
        found += [part.source for part in self.sentences.train.values()] if self.sentences else []
        return found + ([self.silver.source] if self.silver else [])

    def labels(self) -> SentenceLabels | None:
        """The labels of sentences, if there are any to learn from."""
        return SentenceLabels.of(self.sentences.documents) if self.sentences else None

    def instances(self, builder: InputBuilder, labels: SentenceLabels | None) -> Iterator[Instance]:
        """All instances to train on."""
        targets = SentenceTargets(labels) if labels else None
        documents = list(self.discourse.train.documents) if self.discourse else []
        if self.sentences and targets:
            for document in self.sentences.without(document.id for document in documents):
                yield from sentence_instances(document, builder, targets)
            documents = with_syntax(documents, self.sentences.documents)
        for document in documents:
            yield from instances(document, builder, targets)

    def silver_instances(self, builder: InputBuilder) -> Iterator[Instance]:
        """What teachers are asked about in documents that no annotator saw."""
        for document in self.silver.documents if self.silver else ():
            yield from silver_instances(document, builder)

    def extra_instances(self, builder: InputBuilder, discogem: Path | None) -> Iterator[Instance]:
        """Sense instances beside the task's own: connectives left out, and another corpus."""
        for part in (self.discourse.train if self.discourse else None, self.silver):
            for document in part.documents if part else ():
                yield from unmarked_instances(document, builder)
        if discogem:
            yield from discogem_instances(discogem, "train", builder)

    def lexicons(self) -> dict[str, Any]:
        """What single words say: how often connectives have each sense, how often nominals are predicates.

        So a manifest has them beside its labels.
        """
        return {
            "connectives": sense_counts(self.discourse.train.documents if self.discourse else ()),
            "nominals": nominal_rates(self.sentences.train if self.sentences else {}),
        }

    def as_dict(self) -> dict[str, Any]:
        """What a manifest says of it."""
        found: dict[str, Any] = {}
        if self.discourse:
            found |= {"train": self.discourse.train.as_dict(), "dev": self.discourse.dev.as_dict()}
        if self.sentences:
            parts = {"train": self.sentences.train, "dev": self.sentences.dev}
            found["sentences"] = {
                name: {source: part.as_dict() for source, part in own.items()} for name, own in parts.items()
            }
        if self.silver:
            found["silver"] = self.silver.as_dict()
        return found


def evaluate(model: Model, data: TrainingData) -> dict[str, float]:
    """All measures of a model on the development parts, and the criterion by which epochs are chosen."""
    found: dict[str, float] = {}
    criteria = []
    if data.discourse:
        scheme = scheme_of(model.package.senses, model.package.language)
        found |= measure(list(analyse(model, data.discourse.dev.documents, scheme)), scheme)
        criteria.append(criterion(found))
    if data.sentences:
        of_sentences = measure_sentences(model, data.sentences.dev)
        found |= of_sentences
        criteria.append(sentence_criterion(of_sentences))
    return {**found, "criterion": sum(criteria) / len(criteria)}
