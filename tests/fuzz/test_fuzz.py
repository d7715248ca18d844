"""Broken inputs: a quick run with one seed, what earlier runs found, and requests to the service."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from relata.formats import READABLE, reader
from tests.fuzz.fuzzing import FOUND, Target, fault_of, mutate, search, targets
from tests.server.service import Service

INPUTS = 12
"""Broken inputs of a target; `python -m tests.fuzz` has as many as one likes."""
SECONDS = 120.0

FIXTURES = sorted(place for target in FOUND.glob("*") for place in target.iterdir())


@pytest.fixture(scope="module")
def chosen(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Target]:
    return {target.name: target for target in targets(tmp_path_factory.mktemp("seeds"))}


@pytest.mark.filterwarnings("ignore::relata.errors.RelataWarning")
def test_every_reader_has_good_inputs(chosen: dict[str, Target]) -> None:
    for name in READABLE:
        assert next(iter(reader(name)(chosen[name].seeds)), None) is not None, name
    assert {name: fault_of(target, target.seeds) for name, target in chosen.items()} == dict.fromkeys(chosen)


def test_broken_inputs_are_refused_in_one_line(chosen: dict[str, Target]) -> None:
    until = time.monotonic() + SECONDS

    def go_on(number: int) -> bool:
        return number < INPUTS * len(chosen) and time.monotonic() < until

    outcomes = list(search(list(chosen.values()), random.Random(25), go_on))

    assert [finding.reason for finding in outcomes if finding is not None] == []
    assert len(outcomes) >= len(chosen)


@pytest.mark.parametrize("place", FIXTURES, ids=lambda place: f"{place.parent.name}-{place.name}")
def test_what_was_found_once_is_mended(place: Path, chosen: dict[str, Target]) -> None:
    assert fault_of(chosen[place.parent.name], place) is None


def fails(_: Path) -> None:
    raise ValueError("a bug")


def test_a_fault_is_found_and_kept(chosen: dict[str, Target], tmp_path: Path) -> None:
    target = Target("jsonl", chosen["jsonl"].seeds, fails)

    findings = list(search([target], random.Random(1), lambda number: number < 3, tmp_path))

    (kept,) = (tmp_path / "jsonl").iterdir()
    assert [finding.place for finding in findings if finding is not None] == [kept] * 3
    assert [file.name for file in kept.iterdir()] == ["garden.jsonl"]


@pytest.fixture(scope="module")
def service(rule_model: Path) -> Iterator[Service]:
    pytest.importorskip("fastapi")
    pytest.importorskip("uvicorn")
    pytest.importorskip("python_multipart")
    running = Service("--model", str(rule_model), "--workers", "1", "--max-megabytes", "0.1")
    yield running
    running.end()


def test_broken_requests_get_an_answer_that_names_the_fault(service: Service) -> None:
    chance = random.Random(25)
    body = {"texts": [{"text": "We left.", "id": "a", "language": "en"}], "options": {"senses": "pdtb3-l1"}}
    form = (
        b'--edge\r\ncontent-disposition: form-data; name="gold"; filename="x.json"\r\n\r\n{}\r\n--edge--\r\n'
    )
    requests = [
        ("/v1/parse", json.dumps(body).encode(), "application/json"),
        ("/v1/parse?id=a&language=en&only=syntax", b"We left. It rained.", "text/plain; charset=utf-8"),
        ("/v1/parse", b"<html><body><p>We left.</p></body></html>", "text/html"),
        ("/v1/score", form, "multipart/form-data; boundary=edge"),
        ("/v1/convert", form, "multipart/form-data; boundary=edge"),
    ]
    until = time.monotonic() + SECONDS
    for number in range(60):
        if time.monotonic() > until:
            break
        path, content, kind = requests[number % len(requests)]
        if chance.random() < 0.2:
            kind = mutate(kind.encode(), chance).decode("latin-1").translate({10: None, 13: None, 0: None})
        answer = service.post(path, mutate(content, chance), {"content-type": kind})
        assert answer.status < 500, (number, answer.body)
        assert answer.status == 200 or answer.error
    assert service.request("GET", "/health").status == 200
