"""Corpora on clusters: Ray with several nodes on one machine, one of which dies, and the recipe for Spark."""

from __future__ import annotations

import json
import re
import shutil
import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest

import relata
from relata.batch import (
    CorpusSettings,
    CorpusSummary,
    ParsePlan,
    corpus_documents,
    corpus_faults,
    parse_corpus,
)
from relata.errors import RelataError
from relata.formats import jsonl
from relata.parsing.options import ParserOptions
from tests.paths import REPOSITORY

TEXT = "We left because it rained. All got wet.\n"
COUNT = 40

pytestmark = pytest.mark.filterwarnings("default")  # those of Ray and of Spark are theirs


def agent_ports() -> dict[str, int]:
    """Ports of the agents of a node: it waits half a minute for those that choose theirs, and then dies."""
    names = (
        "metrics_agent_port",
        "metrics_export_port",
        "runtime_env_agent_port",
        "dashboard_agent_listen_port",
    )
    with ExitStack() as sockets:
        free = [sockets.enter_context(closing(socket.create_server(("127.0.0.1", 0)))) for _ in names]
        return {name: each.getsockname()[1] for name, each in zip(names, free, strict=True)}


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Cluster of a head without processors and two nodes with one each."""
    ray = pytest.importorskip("ray")
    utils = pytest.importorskip("ray.cluster_utils")
    monkeypatch.setenv("PYTHONPATH", f"{REPOSITORY}:{REPOSITORY / 'src'}")
    made = utils.Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **agent_ports()})
    made.nodes = [made.add_node(num_cpus=1, **agent_ports()) for _ in range(2)]
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture
def source(tmp_path: Path) -> Path:
    lines = [json.dumps({"id": str(number), "text": TEXT * 5}) for number in range(COUNT)]
    (tmp_path / "x.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path / "x.jsonl"


def on_ray(source: Path, out: Path, model: Path, address: str, jobs: int = 2) -> CorpusSummary:
    settings = CorpusSettings(str(out), jobs, executor="ray", address=address, characters=400)
    return parse_corpus([source], ParsePlan(str(model), ParserOptions(threads=1)), settings)


def test_a_node_that_dies_loses_and_doubles_nothing(
    cluster: Any, source: Path, tmp_path: Path, rule_model: Path
) -> None:
    out, killed = tmp_path / "out", threading.Event()

    def kill() -> None:
        until = time.monotonic() + 240
        while len(list(out.glob("receipts/*"))) < 3 and time.monotonic() < until:
            time.sleep(0.01)
        cluster.remove_node(cluster.nodes[0], allow_graceful=False)
        killed.set()

    killer = threading.Thread(target=kill)
    killer.start()
    summary = on_ray(source, out, rule_model, cluster.address)
    killer.join()

    assert killed.is_set()
    assert (summary.rows, summary.failures, summary.complete) == (COUNT, 0, True)
    assert [document.id for document in corpus_documents(out)] == list(map(str, range(COUNT)))
    assert list(corpus_faults(out)) == []


def test_a_cluster_that_is_not_there_is_named(source: Path, tmp_path: Path, rule_model: Path) -> None:
    pytest.importorskip("ray")

    with pytest.raises(RelataError, match=r"no Ray cluster at 127\.0\.0\.1:1"):
        on_ray(source, tmp_path / "out", rule_model, "127.0.0.1:1")


def test_the_recipe_for_spark_in_the_docs_parses(
    tmp_path: Path, rule_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if shutil.which("java") is None:
        pytest.skip("Spark needs Java")
    pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    sql = pytest.importorskip("pyspark.sql")
    monkeypatch.setenv("PYTHONPATH", f"{REPOSITORY}:{REPOSITORY / 'src'}")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    page = (REPOSITORY / "docs" / "howto" / "corpora.md").read_text(encoding="utf-8")
    (recipe,) = re.findall(r"```python\n(def parsed.*?)```", page, re.DOTALL)
    recipe = recipe.replace('relata.load("en"', f"relata.load({str(rule_model)!r}")
    session = sql.SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    try:
        names = {"frame": session.createDataFrame([(TEXT,), (TEXT * 2,)], "text string")}
        exec(recipe, names)
        documents = [jsonl.loads(row.document, "", 1) for row in names["result"].collect()]
    finally:
        session.stop()

    parser = relata.load(str(rule_model))
    assert [document.text for document in documents] == [TEXT, TEXT * 2]
    assert [list(map(str, document.relations)) for document in documents] == [
        list(map(str, parser(text).relations)) for text in (TEXT, TEXT * 2)
    ]
