"""Our own parser as a classifier of given arguments; it is not trained here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Self

import relata
from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import ProtocolError
from relata.experiments.data import Dataset
from relata.experiments.instances import Instance, joined_tokens
from relata.experiments.labels import LabelSet
from relata.experiments.leakage import check_unseen
from relata.experiments.models.base import Answer, Classifier, Dev
from relata.model.package import ModelPackage
from relata.parsing.loading import find
from relata.senses import ENTREL

if TYPE_CHECKING:
    from relata.parsing.parser import Parser


class ShippedParser(Classifier):
    """The senses that a trained parser gives; one that has no label in the set stays as it is: wrong."""

    def __init__(self, model: str, labels: LabelSet) -> None:
        self.model = model
        self.labels = labels

    def fit(self, X: Sequence[Instance], y: Sequence[str], dev: Dev | None = None) -> Self:  # noqa: N803
        del X, y, dev
        return self

    def answers(self, X: Sequence[Instance]) -> list[Answer]:  # noqa: N803
        # Without type and sense a relation may turn out to be EntRel: so only where that is a label.
        type = RelationType.IMPLICIT if ENTREL in self.labels.labels else RelationType.UNKNOWN
        parser = _loaded(self.model)
        documents = (_document(instance, parser.package.language, type) for instance in X)
        return [self._answer(parsed.relations[0]) for parsed in parser.pipe(documents)]

    def _answer(self, relation: DiscourseRelation) -> Answer:
        sense = relation.sense or str(relation.type)
        return Answer(self.labels.label(sense) or sense, relation.score)


def check_parser(model: str, data: Dataset, tested: Iterable[int]) -> None:
    """Refuses a parser of another language, or one that would be tested on what it was trained on.

    What that was, its manifest says by the name of a folder.
    """
    manifest = ModelPackage.peek(find(model)).manifest
    if manifest["language"] != data.language:
        raise ProtocolError(
            f"relata:{model} is for {manifest['language']!r}, the data are in {data.language!r}"
        )
    name = data.source.rpartition("/")[2]
    parts = {f"{name}/{data.instances[index].part}" for index in tested}
    check_unseen(f"relata:{model}", manifest, {data.source, *parts} if parts else ())


@cache
def _loaded(model: str) -> Parser:
    return relata.load(model, given="arguments", threads=1)


def _document(instance: Instance, language: str, type: RelationType) -> Document:
    """The two arguments as a document of its own: the parser looks at nothing else."""
    tokens, border = joined_tokens(instance)
    arg1, arg2 = tokens.span(range(border)), tokens.span(range(border, len(tokens)))
    return Document(instance.id, language, tokens, relations=(DiscourseRelation(type, arg1, arg2),))
