"""Small data for protocols: arguments in a few words, whose last one often tells the sense."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate, chain, groupby, pairwise
from operator import attrgetter
from random import Random
from typing import Any

from relata.baselines.pairs import ArgumentLayers
from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.experiments.data import ArgumentPair, Dataset
from relata.experiments.labels import Policy
from relata.experiments.systems import ExperimentPlan, System

CAUSE, CONJUNCTION, CONTRAST = "Contingency.Cause.Reason", "Expansion.Conjunction", "Comparison.Contrast"
_CUES = {CAUSE: "rain", CONJUNCTION: "tea", CONTRAST: "never"}
_WORDS = ("the", "river", "rose", "we", "left", "boats", "are", "old", "it", "was", "late")


def toy_instance(
    id: str = "d:0", senses: tuple[str, ...] = (CAUSE,), second: tuple[str, ...] = (), **given: str
) -> ArgumentPair:
    document = given.pop("document", id.partition(":")[0])
    sides = (ArgumentLayers(tuple(given.pop(name, words).split())) for name, words in _SIDES.items())
    return ArgumentPair(id, document, "Implicit", *sides, (senses, second), **given)  # type: ignore[arg-type]


_SIDES = {"arg1": "the river rose", "arg2": "it had rained"}


def toy_dataset(documents: int = 12, each: int = 10, seed: int = 0) -> Dataset:
    """Documents of instances with three senses; three of four instances show a word that tells theirs."""
    random = Random(seed)
    found = []
    for number in range(documents):
        for place in range(each):
            sense = random.choice([CAUSE, CAUSE, CONJUNCTION, CONTRAST])
            arg1, arg2 = (random.choices(_WORDS, k=random.randint(2, 5)) for _ in range(2))
            if random.random() < 0.75:
                random.choice((arg1, arg2)).append(_CUES[sense])
            found.append(
                toy_instance(
                    f"d{number}:{place}",
                    (sense,),
                    (CONJUNCTION,) if random.random() < 0.1 else (),
                    arg1=" ".join(arg1),
                    arg2=" ".join(arg2),
                    genre=("news", "fiction")[number % 2],
                    part=("train", "train", "train", "dev")[number % 4],
                )
            )
    return Dataset("toy", "jsonl", tuple(found))


def toy_documents(data: Dataset) -> Iterator[Document]:
    """The documents of a data set: arguments one after the other, a sentence each."""
    for name, own in groupby(data.instances, attrgetter("document")):
        instances = list(own)
        sides = [side.words for each in instances for side in (each.arg1, each.arg2)]
        edges = [0, *accumulate(map(len, sides))]
        offsets, at = [], 0
        for word in chain.from_iterable(sides):
            offsets.append((at, at + len(word)))
            at += len(word) + 1
        tokens = Tokens(" ".join(chain.from_iterable(sides)), offsets, sentence_starts=edges[:-1])
        spans = [tokens.span(range(*pair)) for pair in pairwise(edges)]
        relations = tuple(
            DiscourseRelation(RelationType.IMPLICIT, arg1, arg2, each.senses[0], inserted="so")
            for each, arg1, arg2 in zip(instances, spans[::2], spans[1::2], strict=True)
        )
        yield Document(name, "en", tokens, relations=relations)


def toy_plan(**changes: Any) -> ExperimentPlan:
    """Three folds of documents, the majority and logistic regression on words."""
    plan = ExperimentPlan(
        protocol="kim2020",
        labels="L2:5",
        split="documents-3",
        split_seed=0,
        training=Policy.ALL,
        judging=Policy.ALL,
        types=("Implicit",),
        seeds=2,
        systems=(System("majority"), System("logistic", ("words",))),
        baseline="majority",
    )
    return replace(plan, **changes)
