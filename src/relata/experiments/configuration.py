"""What was run: the configuration that a run directory keeps, and the signature under its figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import relata
from relata.experiments.experiments import Plan
from relata.experiments.folds import Fold, fingerprint, shared_documents
from relata.experiments.labels import counts
from relata.experiments.published import check_sizes
from relata.experiments.run_directory import FORMAT, versions
from relata.experiments.splits import Splitter
from relata.experiments.tasks import Task


def configuration(plan: Plan, task: Task, folds: Sequence[Fold], own: Splitter) -> dict[str, Any]:
    """All that the numbers of a run depend on, as plain data."""
    data, labels = task.data, task.labels
    senses = [each.senses for each in data.instances]
    sizes = [task.sizes(fold) for fold in folds]
    published = check_sizes(data.format, labels.name, own.name, sizes) if plan.training == "all" else None
    documents = data.groups("document")
    shared = sum(len(shared_documents(fold, documents)) for fold in folds) if own.instance_level else 0
    return {
        "format": FORMAT,
        "relata": relata.__version__,
        "protocol": plan.protocol,
        "data": {
            "source": data.source,
            "format": data.format,
            "fingerprint": data.fingerprint,
            "types": list(plan.types),
            "instances": len(data),
        },
        "labels": {
            "name": labels.name,
            "counts": counts(labels, senses, plan.training),
            "dropped": dict(labels.dropped),
        },
        "policies": {"training": str(plan.training), "judging": str(plan.judging)},
        "split": {
            "name": own.name,
            "seed": plan.split_seed,
            "fingerprint": fingerprint(folds, data.ids),
            "sizes": [list(size) for size in sizes],
            "published": None if published is None else str(published),
            "instance_level": own.instance_level,
            "documents_on_both_sides": round(shared / len(folds)),
        },
        "seeds": plan.seeds,
        "restarts": {system.name: system.restarts(plan.seeds) for system in plan.systems},
        "shares": list(plan.shares),
        "baseline": plan.baseline,
        "systems": [_described(asdict(system)) for system in plan.systems],
        "versions": versions(),
    }


def _described(system: Mapping[str, Any]) -> dict[str, Any]:
    return {**system, "features": list(system["features"])}


def signature(config: Mapping[str, Any]) -> str:
    """What was computed, in one line to state under a figure."""
    policies, split = config["policies"], config["split"]
    parts = {
        "data": f"{config['data']['format']}/{config['data']['fingerprint']}",
        "types": "+".join(config["data"]["types"]),
        "labels": f"{config['labels']['name']}({len(config['labels']['counts'])})",
        "multi": f"{policies['training']}/{policies['judging']}",
        "split": f"{split['name']}/{split['seed']}/{split['fingerprint']}",
        "seeds": config["seeds"],
        "relata": config["relata"],
    }
    return "|".join([config["protocol"], *(f"{name}:{value}" for name, value in parts.items())])
