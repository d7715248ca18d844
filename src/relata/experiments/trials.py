"""Trials: one system, trained and tested on one fold with one seed."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from msgspec import Struct

from relata.baselines.pair_features import check_layers, chosen_features
from relata.baselines.pairs import ArgumentLayers
from relata.baselines.word_vectors import check_vectors, word_vectors
from relata.errors import OnError, ProtocolError, strict
from relata.experiments.data import ArgumentPair
from relata.experiments.models.classifiers import Answer, Classifier, DevelopmentPart, Logistic, Majority
from relata.experiments.splits import Fold
from relata.experiments.systems import NETWORKS, UNTRAINED, ExperimentPlan, System
from relata.experiments.tasks import Task

_DASH = "-"  # a word before both arguments tests the stability of a model (Kim et al. 2020)


@dataclass(frozen=True, slots=True)
class ExperimentTrial:
    """A unit of computation and storage; the model is trained on a `share` of the training part."""

    system: System
    fold: int
    seed: int
    share: float = 1.0

    @property
    def file(self) -> str:
        """File of its outcome, relative to the predictions of a run directory."""
        share = "" if self.share == 1 else f".share-{self.share:g}"
        return f"{self.system.folder}/fold-{self.fold + 1:02}.seed-{self.seed}{share}.json"

    def __str__(self) -> str:
        return f"{self.system.name}, fold {self.fold + 1}, seed {self.seed}"


class TrialOutcome(Struct, frozen=True):
    """Answers to the test instances of a fold, labels of the perturbed instances, and processor time."""

    answers: list[Answer]
    perturbed: list[str] = []
    seconds: float = 0.0


def trials_of(plan: ExperimentPlan, folds: int) -> Iterator[ExperimentTrial]:
    """Yield all trials of a run."""
    for system in plan.systems:
        shares = plan.shares if system.span == "both" and system.kind not in UNTRAINED else ()
        for seed in range(system.restarts(plan.seeds)):
            for fold in range(folds):
                for share in (1.0, *shares):
                    yield ExperimentTrial(system, fold, seed, share)


def run_trial(trial: ExperimentTrial, task: Task, fold: Fold) -> TrialOutcome:
    """Train and test a model; refuse probabilities that are not finite."""
    start = time.process_time()
    rng = np.random.default_rng([trial.seed, trial.fold])
    train = fold.train
    if trial.share < 1:
        train = np.sort(rng.permutation(train)[: max(1, round(trial.share * len(train)))])
    examples = list(task.training_examples(train.tolist()))
    pairs = task.data.instances
    dev = DevelopmentPart([pairs[n] for n in fold.dev], [task.gold[n] for n in fold.dev])
    model = make_classifier(trial.system, task, fold.name, trial.seed, train.tolist())
    model.fit([pairs[n] for n, _ in examples], [label for _, label in examples], dev if dev.gold else None)
    tested = [pairs[n] for n in fold.test]
    answers = model.answers(tested)
    for answer in answers:
        if answer.score is not None and not math.isfinite(answer.score):
            raise ProtocolError(f"{trial}: a score of {answer.score}, expected a number")
    perturbed: list[str] = []
    if trial.share == 1 and trial.system.kind != "predictions":
        perturbed = [answer.label for answer in model.answers([perturb(pair) for pair in tested])]
    return TrialOutcome(answers, perturbed, round(time.process_time() - start, 2))


def perturb(pair: ArgumentPair) -> ArgumentPair:
    """Return the pair with a dash before each argument, which does not change the meaning."""
    return replace(pair, arg1=_with_dash(pair.arg1), arg2=_with_dash(pair.arg2))


def _with_dash(layers: ArgumentLayers) -> ArgumentLayers:
    return replace(
        layers,
        words=(_DASH, *layers.words),
        tags=None if layers.tags is None else (":", *layers.tags),
        lemmas=None if layers.lemmas is None else (_DASH, *layers.lemmas),
    )


def default_features(task: Task) -> tuple[str, ...]:
    """Return the features of Lin et al. (2009) that the data have, and first and last words (Pitler 2009)."""
    layers = task.data.instances[0].arg1
    rules = {"production-rules": layers.productions, "dependency-rules": layers.dependencies}
    return ("word-pairs", "first-last", *(name for name, layer in rules.items() if layer is not None))


def check_system(system: System, task: Task, tested: Iterable[int], *, on_error: OnError = strict) -> None:
    """Refuse a system that cannot be run on a task; faulty rows of vectors go to `on_error`."""
    check_layers(chosen_features(system.features), task.data.instances[0].arg1, task.data.language)
    if system.span != "both" and system.kind in UNTRAINED:
        raise ProtocolError(f"{system.model} has no version for a single argument")
    if system.kind in NETWORKS:
        modules = ("torch",) if system.kind == "lstm" else ("torch", "transformers")
        if missing := [name for name in modules if find_spec(name) is None]:
            raise ProtocolError(
                f'{system.kind} needs {" and ".join(missing)}: pip install "relata-nlp[train]"'
            )
    if system.kind == "lstm":
        check_vectors(system.vectors, task.data.words, on_error=on_error)
    if system.kind == "encoder":
        from relata.experiments.models.pair_encoder import check_encoder

        check_encoder(system.argument)
    if system.kind in ("relata", "predictions"):
        from relata.experiments.models import untrained

        if system.kind == "relata":
            untrained.check_parser(system.argument, task.data, tested)
        else:
            untrained.check_predictions(Path(system.argument), task)


def make_classifier(
    system: System, task: Task, fold: str, seed: int, train: Sequence[int] = ()
) -> Classifier:
    """Return a new classifier, to be trained on the instances of a fold with these indices."""
    from relata.experiments.models.untrained import GivenPredictions, ShippedParser

    match system.kind:
        case "majority":
            return Majority()
        case "logistic":
            return Logistic(system.features or default_features(task), system.span)
        case "relata":
            return ShippedParser(system.argument, task.labels)
        case "predictions":
            return GivenPredictions(Path(system.argument), task.labels, fold, seed)
        case "lstm":
            from relata.experiments.models.networks import PairLSTM

            assert system.schedule
            documents = {task.data.instances[index].document for index in train}
            vectors = word_vectors(system.vectors, task.data.words, task.data.text, documents)
            return PairLSTM(system.features, system.span, seed, system.schedule, vectors)
    from relata.experiments.models.pair_encoder import PairEncoder

    assert system.schedule
    return PairEncoder(system.argument, system.span, seed, system.schedule)
