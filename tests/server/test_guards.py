"""Bodies that come slowly or never end, and files that unpack to too much, without a process of workers."""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="needs the extra [server]")

from relata.errors import RelataError
from relata.parsing.options import ParserOptions
from relata.server import guards
from relata.server.app import create_app
from relata.server.work import ParseJob, TextItem, Worker

SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/v1/parse",
    "raw_path": b"/v1/parse",
    "query_string": b"",
    "headers": [(b"host", b"localhost"), (b"content-type", b"text/plain")],
}


def answer_to(pieces: Iterator[dict[str, Any]], pause: float = 0.0) -> tuple[int, str]:
    """Send the pieces of a body with pauses; return status and error of the answer."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(pause)
        return next(pieces)

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    asyncio.run(create_app()(dict(SCOPE), receive, send))
    body = b"".join(message.get("body", b"") for message in sent)
    return sent[0]["status"], json.loads(body)["error"]


def endless(piece: bytes) -> Iterator[dict[str, Any]]:
    while True:
        yield {"type": "http.request", "body": piece, "more_body": True}


def test_a_body_that_comes_too_slowly_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guards, "BODY_PAUSE", 0.05)

    assert answer_to(endless(b"a"), pause=0.5) == (408, "the body came too slowly")


def test_a_body_without_end_is_not_kept() -> None:
    status, error = answer_to(endless(b"a" * 1_000_000))

    assert (status, "more than" in error) == (413, True)


def test_a_file_that_unpacks_to_too_much_is_refused() -> None:
    pytest.importorskip("docx", reason="needs the extra [documents]")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", b"<Types/>")
        archive.writestr("word/document.xml", b" " * 60_000_000)
    item = TextItem("", "bomb.docx", content=packed.getvalue(), suffix=".docx")

    with pytest.raises(RelataError, match="unpacks to"):
        Worker()(ParseJob((item,), ParserOptions(threads=1)))
