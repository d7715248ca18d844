"""Overview of a data set: label counts, sizes of splits, label shares and transitions, as in papers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from relata.experiments.data import Dataset
from relata.experiments.data_tables import labels_table, shares_table, sizes_table, transitions_table
from relata.experiments.protocols import PairProtocol, RunRequest, default_labels
from relata.experiments.published import published_label_sets, published_splits
from relata.experiments.running import Experiment
from relata.experiments.tables import ReportTable


def overview(name: str, protocol: PairProtocol, request: RunRequest, data: Dataset) -> Iterator[ReportTable]:
    """Yield tables of the label sets and splits of a request, or of those with published counts.

    Tables 6 to 8 of Kim et al. (2020), and table 1 of Shi and Demberg (2017).
    """
    policy = str(request.policy or protocol.policy)
    label_sets = [request.labels] if request.labels else published_label_sets(data.format, policy)
    configs = []
    for labels in label_sets or [default_labels(data.format)]:
        splits = request.splits or tuple(published_splits(data.format, labels, policy))
        chosen = replace(request, models=("majority",), labels=labels, splits=splits)
        experiments = [Experiment(plan, data, complete=False) for plan in protocol.plans(name, chosen, data)]
        label_configs = [experiment.config() for experiment in experiments]
        configs += label_configs
        yield labels_table(label_configs[0])
        yield shares_table(label_configs)
        relations = list(experiments[0].task.relations(request.all_types))
        yield transitions_table(experiments[0].task.labels.labels, relations)
    yield sizes_table(configs)
