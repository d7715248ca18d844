"""`relata serve`: a real process, and a real client that talks to it."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import relata
from relata.formats import jsonl, tables
from tests.paths import REPOSITORY
from tests.server.service import Service

pytest.importorskip("fastapi", reason="needs the extra [server]")
pytest.importorskip("uvicorn", reason="needs the extra [server]")
pytest.importorskip("python_multipart", reason="needs the extra [server]")

ARTICLE = (REPOSITORY / "examples" / "article.txt").read_text(encoding="utf-8")
EXAMPLE = REPOSITORY / "examples" / "conll2016"
PLAIN = {"content-type": "text/plain; charset=utf-8"}
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    running = Service("--workers", "1", "--max-megabytes", "0.2", "--max-characters", "60000")
    yield running
    running.end()


def test_a_text_gives_the_document_that_the_library_gives(service: Service) -> None:
    answer = service.post("/v1/parse?id=article", ARTICLE, PLAIN)

    assert answer.status == 200, answer.body
    parser = relata.load("en")
    expected = next(parser.analyse([parser.read(ARTICLE, "article")]))
    assert answer.json["documents"] == [expected.to_dict()]
    assert answer.json["relata"] == relata.__version__
    assert "licence" in answer.json["models"]["en"]


def test_json_takes_several_texts_and_options(service: Service) -> None:
    texts = [{"text": "We left because it rained.", "id": "a"}, {"text": "下雨了，所以我们走了。", "id": "b"}]
    body = json.dumps({"texts": texts, "options": {"senses": "pdtb3-l1"}})

    answer = service.post("/v1/parse", body, JSON)

    # A Chinese text has the senses of its own model, for which there is no such inventory.
    assert answer.status == 422
    answer = service.post("/v1/parse", json.dumps({"texts": texts}), JSON)
    assert [document["id"] for document in answer.json["documents"]] == ["a", "b"]
    assert [document["language"] for document in answer.json["documents"]] == ["en", "zh"]
    one = json.dumps({**texts[0], "options": {"senses": "pdtb3-l1", "only": ["explicit"]}})
    [document] = service.post("/v1/parse", one, JSON).json["documents"]
    assert [relation["senses"] for relation in document["relations"]] == [["Contingency"]]


def test_the_answer_takes_the_form_that_is_accepted(service: Service) -> None:
    text = "We left because it rained."
    answers = {
        kind: service.post("/v1/parse", text, {**PLAIN, "accept": kind})
        for kind in ("text/csv", "text/tab-separated-values", "application/x-ndjson", "text/html")
    }

    assert [answer.status for answer in answers.values()] == [200] * 4
    assert all(answer.headers["content-type"].startswith(kind) for kind, answer in answers.items())
    rows = list(csv.DictReader(io.StringIO(answers["text/csv"].body.decode(), newline="")))
    assert list(rows[0]) == list(tables.COLUMNS)
    assert rows[0]["connective"] == "because"
    assert jsonl.loads(answers["application/x-ndjson"].body.decode()).text == text
    assert answers["text/html"].body.startswith(b"<!doctype html>")


def test_a_file_is_taken_out_of_a_form(service: Service) -> None:
    answer = service.form("/v1/parse", data=("report.txt", ARTICLE.encode()))

    [document] = answer.json["documents"]
    assert (document["id"], document["text"]) == ("report.txt", ARTICLE)


def test_a_document_is_taken_out_of_a_form(service: Service) -> None:
    pytest.importorskip("trafilatura", reason="needs the extra [documents]")
    page = b"<!doctype html><html><body><p>We left because it rained.</p></body></html>"

    answer = service.form("/v1/parse", data=("report.html", page))

    [document] = answer.json["documents"]
    assert (document["id"], document["text"].strip()) == ("report.html", "We left because it rained.")
    damaged = service.form("/v1/parse", data=("report.docx", b"garbage"))
    assert (damaged.status, "/tmp" in damaged.error) == (422, False)


@pytest.mark.parametrize("how", ["form", "body"])
def test_html_comes_as_a_file_or_as_a_body(service: Service, how: str) -> None:
    pytest.importorskip("trafilatura", reason="needs the extra [documents]")
    page = (
        b"<!doctype html><html><body><p>We left because it rained.</p><script>evil()</script></body></html>"
    )

    if how == "form":
        answer = service.form("/v1/parse?id=mine", data=("report.HTML", page))
    else:
        answer = service.post("/v1/parse?id=mine", page, {"content-type": "text/html; charset=utf-8"})

    [document] = answer.json["documents"]
    assert (document["id"], document["text"].strip()) == ("mine", "We left because it rained.")


def test_html_that_is_sent_as_text_gets_a_warning(service: Service) -> None:
    answer = service.post("/v1/parse", "<html><p>It rained.</p></html>", PLAIN)

    assert answer.json["warnings"] == [
        "text: looks like HTML, parsed as plain text; send it as text/html, which takes the text out of it"
    ]


def test_a_stream_takes_options(service: Service) -> None:
    line = '{"text": "We left because it rained."}'

    answer = service.post("/v1/parse/stream?only=explicit&senses=pdtb3-l1", line, JSON)

    assert [item["senses"] for item in json.loads(answer.body)["relations"]] == [["Contingency"]]
    assert service.post("/v1/parse/stream?only=x", line, JSON).status == 422


def test_a_stream_answers_each_line_in_order(service: Service) -> None:
    lines = ['{"text": "We left because it rained.", "id": "a"}', "nonsense", "", '{"text": "下雨了。"}']

    answer = service.post("/v1/parse/stream", "\n".join(lines), {"content-type": "application/x-ndjson"})

    first, second, third = map(json.loads, answer.body.decode().splitlines())
    assert (first["id"], len(first["relations"])) == ("a", 1)
    assert second == {"id": "line 2", "error": second["error"]}
    assert third["language"] == "zh"


def test_a_run_is_scored(service: Service) -> None:
    gold = (EXAMPLE / "relations.json").read_bytes()
    run = (EXAMPLE / "run" / "output.json").read_bytes()

    answer = service.form("/v1/score", gold=("relations.json", gold), predicted=("output.json", run))

    from relata.scoring.conll2016 import score_files

    assert answer.json["measures"] == score_files(EXAMPLE, EXAMPLE / "run").as_dict()["measures"]


def test_a_file_is_converted(service: Service) -> None:
    corpus = "".join(jsonl.dumps(document) + "\n" for document in relata.read(EXAMPLE)).encode()

    answer = service.form("/v1/convert?to=csv", data=("corpus.jsonl", corpus))

    assert answer.status == 200, answer.body
    assert answer.body.decode() == "".join(tables.render_csv(relata.read(EXAMPLE)))


@pytest.mark.parametrize(
    ("path", "body", "headers", "status", "message"),
    [
        ("/v1/parse", "{", JSON, 422, "the body"),
        ("/v1/parse", '{"text": 3}', JSON, 422, "$.text"),
        ("/v1/parse", '{"text": "a", "wish": 1}', JSON, 422, "wish"),
        ("/v1/parse", "{}", JSON, 422, "expected a text"),
        ("/v1/parse", '{"text": "a", "language": "fr"}', JSON, 422, "'fr'"),
        ("/v1/parse", '{"text": "a", "options": {"min_score": 2}}', JSON, 422, "from 0 to 1"),
        ("/v1/parse", '{"text": "a", "options": {"only": ["x"]}}', JSON, 422, "no component 'x'"),
        ("/v1/parse", '{"text": "\\ud800"}', JSON, 422, "the body"),
        ("/v1/parse", b"+2AA-", {"content-type": "text/plain; charset=utf-7"}, 422, "surrogate"),
        ("/v1/parse", b"\xff\xfe", PLAIN, 422, "not in utf-8"),
        ("/v1/parse", "a", {"content-type": "text/plain; charset=klingon"}, 422, "klingon"),
        ("/v1/parse", "<a/>", {"content-type": "application/xml"}, 415, "expected application/json"),
        ("/v1/parse?format=pdf", "a", PLAIN, 406, "no format 'pdf'"),
        ("/v1/parse", "a", {**PLAIN, "accept": "image/png"}, 406, "expected Accept"),
        ("/v1/parse", "a " * 30_001, PLAIN, 413, "60002 characters"),
        ("/v1/parse", "a" * 200_001, PLAIN, 413, "more than 200000 bytes"),
        ("/v1/score", "a", JSON, 415, "multipart"),
        ("/v1/nothing", "a", JSON, 404, "Not Found"),
    ],
)
def test_a_faulty_request_is_refused_in_one_line(
    service: Service, path: str, body: str | bytes, headers: dict[str, str], status: int, message: str
) -> None:
    answer = service.post(path, body, headers)

    assert answer.status == status, answer.body
    assert message in answer.error
    assert "\n" not in answer.error
    assert "Traceback" not in answer.error


def test_a_faulty_file_is_named_without_our_folders(service: Service) -> None:
    answer = service.form("/v1/convert?to=csv", data=("corpus.jsonl", b'{"format": "relata/1"}\n'))

    assert answer.status == 422
    assert answer.error.startswith("line 1: ")
    assert "/tmp" not in answer.error


def test_a_body_without_length_is_measured_too(service: Service) -> None:
    with socket.create_connection(("127.0.0.1", service.port), timeout=30) as client:
        head = "POST /v1/parse HTTP/1.1\r\nhost: localhost\r\ncontent-type: text/plain\r\n"
        client.sendall(f"{head}transfer-encoding: chunked\r\n\r\n".encode())
        piece = b"10000\r\n" + b"a" * 0x10000 + b"\r\n"
        answer = b""
        try:
            for _ in range(8):
                client.sendall(piece)
            answer = client.recv(4096)
        except ConnectionError:
            pass
    assert answer == b"" or answer.startswith(b"HTTP/1.1 413")
    assert service.request("GET", "/health").status == 200


def test_another_host_name_is_not_served(service: Service) -> None:
    answer = service.request("GET", "/", headers={"host": "evil.example"})

    assert answer.status == 421
    assert service.request("GET", "/", headers={"host": f"localhost:{service.port}"}).status == 200


def test_every_answer_names_model_version_and_licence(service: Service) -> None:
    for path in ("/", "/health", "/v1/models", "/v1/nothing"):
        headers = service.request("GET", path).headers
        assert headers["relata-version"] == relata.__version__
        assert headers["relata-model"].startswith("en ")
        assert "non-commercial" in headers["relata-licence"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def test_pages_load_nothing_from_elsewhere(service: Service) -> None:
    for path in ("/", "/docs"):
        answer = service.request("GET", path)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        page = answer.body.decode()
        assert not re.search(r"""(src|href)=["'](https?:)?//""", page)


def test_metrics_count_answers_and_no_texts(service: Service) -> None:
    secret = "Marwick lends ladders because people need them."
    service.post("/v1/parse", secret, PLAIN)

    metrics = service.request("GET", "/metrics").body.decode()

    assert re.search(r'relata_answers_total\{path="/v1/parse",status="200"\} \d+', metrics)
    assert any(re.search(r"/v1/parse 200 \d+\.\d{3} s$", line) for line in service.log)
    assert "Marwick" not in metrics + "".join(service.log)


def test_a_token_is_required_where_there_is_one(tmp_path: Any) -> None:
    (tmp_path / "token").write_text("secret\n", encoding="utf-8")
    service = Service("--workers", "1", "--token-file", str(tmp_path / "token"))
    try:
        assert service.post("/v1/parse", "a", PLAIN).status == 401
        assert service.post("/v1/parse", "a", {**PLAIN, "authorization": "Bearer wrong"}).status == 401
        assert service.post("/v1/parse", "a", {**PLAIN, "authorization": "Bearer secret"}).status == 200
        assert service.request("GET", "/health").status == 200
    finally:
        assert service.end() == 130
    assert "Traceback" not in "".join(service.log)


def test_ctrl_c_ends_with_130_where_a_parent_ignored_it() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # as in a shell's background job
    try:
        service = Service("--workers", "1")
    finally:
        signal.signal(signal.SIGINT, before)
    assert service.end() == 130
    assert "Traceback" not in "".join(service.log)


def test_slow_work_ends_and_its_process_is_replaced() -> None:
    service = Service("--workers", "1", "--seconds", "0.3", "--max-characters", "1000000", "--queue", "1")
    try:
        begin = time.perf_counter()
        answer = service.post("/v1/parse", ARTICLE * 100, PLAIN)
        assert (answer.status, "0.3 seconds" in answer.error) == (504, True)
        assert time.perf_counter() - begin < 20
        with ThreadPoolExecutor(6) as clients:
            bodies = [ARTICLE * 100] * 6
            statuses = list(clients.map(lambda body: service.post("/v1/parse", body, PLAIN).status, bodies))
        assert set(statuses) == {503, 504}
        metrics = service.request("GET", "/metrics").body.decode()
        assert int(re.findall(r"workers_replaced_total (\d+)", metrics)[0]) == 1 + statuses.count(504)
    finally:
        service.end()


def test_a_process_that_is_killed_is_replaced() -> None:
    service = Service("--workers", "1", "--max-characters", "1000000")
    try:
        children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children")
        with ThreadPoolExecutor(1) as client:
            future = client.submit(service.post, "/v1/parse", ARTICLE * 60, PLAIN)
            time.sleep(0.3)
            worker = max(map(int, children.read_text("ascii").split()))
            os.kill(worker, signal.SIGKILL)
            answer = future.result()
        assert answer.status == 500
        assert "ended before its time" in answer.error
        assert service.post("/v1/parse", "We left because it rained.", PLAIN).status == 200
    finally:
        service.end()


def test_a_process_that_dies_while_it_waits_is_replaced(service: Service) -> None:
    children = Path(f"/proc/{service.process.pid}/task/{service.process.pid}/children")
    worker = max(map(int, children.read_text("ascii").split()))
    os.kill(worker, signal.SIGKILL)
    while (threads := Path(f"/proc/{worker}/task")).exists() and len(list(threads.iterdir())) > 1:
        time.sleep(0.01)
    state = Path(f"/proc/{worker}/stat")
    while state.exists() and ") Z" not in state.read_text("ascii"):
        time.sleep(0.01)

    assert service.post("/v1/parse", "We left because it rained.", PLAIN).status == 200


def test_the_answers_are_as_openapi_describes_them(service: Service, tmp_path: Path) -> None:
    pytest.importorskip("schemathesis", reason="schemathesis is not installed")
    command = [
        *(sys.executable, "-c", "from schemathesis.cli import schemathesis; schemathesis()", "run"),
        f"http://127.0.0.1:{service.port}/openapi.json",
        *("--max-examples=3", "--no-color", "--seed=1", "--generation-database=none"),
        "--exclude-path=/v1/parse/stream",  # it cannot make lines of JSON
        # Bodies of the right form may still hold no text in a format that can be read.
        "--exclude-checks=positive_data_acceptance",
    ]

    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=tmp_path)

    assert done.returncode == 0, done.stdout


def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        command = [sys.executable, "-m", "relata", "serve", "--port", str(port), "--no-browser"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert done.stderr == f"error: 127.0.0.1:{port}: Address already in use; --port takes another one\n"
