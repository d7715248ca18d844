"""The service as an ASGI application: routes, answers, metrics."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from relata import __version__
from relata.errors import FormatError, RelataError
from relata.extraction import SUFFIXES
from relata.formats import READABLE, WRITABLE
from relata.model.package import ModelPackage
from relata.parsing.loading import find, installed
from relata.parsing.options import ParserOptions
from relata.server import openapi
from relata.server.guards import Guards
from relata.server.metrics import Metrics
from relata.server.options import ServerOptions
from relata.server.pages import api_page, content_policy, home_page
from relata.server.pool import BusyError, Finished, OvertimeError, WorkerDiedError, WorkerPool
from relata.server.requests import (
    FORMS,
    TextField,
    accepted_form,
    check_texts,
    decoded,
    document_job,
    parse_job,
    query_options,
)
from relata.server.work import ConvertJob, Job, ParseJob, ScoreJob, TextItem, Worker

RETRY_SECONDS = 2
"""Seconds after which a client that was turned away may try again."""

_WARM_UP = ParseJob(
    (TextItem("It rained, so we left.", language="en"), TextItem("下雨了，所以我们走了。", language="zh")),
    ParserOptions(threads=1),
)
_STATUS = {BusyError: 503, OvertimeError: 504, WorkerDiedError: 500}


def create_app(options: ServerOptions | None = None) -> FastAPI:
    """Build the application; its worker processes start with it."""
    options = options or ServerOptions()
    packages = _packages(options)
    worker = Worker(None if options.model is None else str(find(options.model)), options.characters)
    warm_up = ParseJob(
        tuple(item for item in _WARM_UP.texts if item.language in {p.language for p in packages.values()}),
        _WARM_UP.options,
    )

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pool: WorkerPool[Job, bytes] = WorkerPool(
            worker, options.workers, queue=options.queue, seconds=options.seconds
        )
        app.state.pool, app.state.ready = pool, False
        try:
            await pool.start(warm_up)
            app.state.ready = True
            yield
        finally:
            app.state.ready = False
            pool.close()

    app = FastAPI(
        title="Relata",
        version=__version__,
        summary="Discourse relations, dependencies and semantic roles of English and Chinese texts.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.metrics = Metrics()
    facts = {
        "Relata-Version": __version__,
        "Relata-Model": ", ".join(f"{name} {p.manifest['version']}" for name, p in packages.items()),
        "Relata-Licence": "; ".join(f"{name}: {p.manifest['licence']}" for name, p in packages.items()),
    }
    app.add_middleware(Guards, options=options, facts=_ascii(facts).items(), count=app.state.metrics.count)
    _add_faults(app)
    _add_pages(app)
    _add_states(app, packages)
    _add_parsing(app, options, packages)
    _add_tools(app)
    return app


def _packages(options: ServerOptions) -> dict[str, ModelPackage]:
    paths = installed() if options.model is None else {options.model: find(options.model)}
    return {name: ModelPackage.peek(path) for name, path in paths.items()}


def _ascii(facts: Mapping[str, str]) -> dict[str, str]:
    return {name: value.encode("ascii", "replace").decode() for name, value in facts.items()}


def _add_faults(app: FastAPI) -> None:
    async def refused(_: Request, error: Exception) -> Response:
        status = next((_STATUS[kind] for kind in _STATUS if isinstance(error, kind)), 422)
        headers = {"Retry-After": str(RETRY_SECONDS)} if status == 503 else None
        return JSONResponse({"error": _message(error)}, status, headers)

    async def http_fault(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return JSONResponse({"error": error.detail}, error.status_code, error.headers)

    app.add_exception_handler(RelataError, refused)
    app.add_exception_handler(HTTPException, http_fault)


def _message(error: Exception) -> str:
    """Return the message of an error without the path of a temporary file."""
    if isinstance(error, FormatError):
        place = f"line {error.line}" if error.line else None
        return ": ".join(part for part in (place, error.field, error.message) if part)
    return str(error)


def _add_pages(app: FastAPI) -> None:
    @app.get("/", include_in_schema=False)
    async def home() -> HTMLResponse:
        return HTMLResponse(home_page(), headers={"Content-Security-Policy": content_policy()})

    @app.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(
            api_page(app.openapi()), headers={"Content-Security-Policy": content_policy(scripts=False)}
        )


def _add_states(app: FastAPI, packages: Mapping[str, ModelPackage]) -> None:
    @app.get("/health", summary="Answer as long as the server runs", responses=openapi.STATE)
    async def health() -> dict[str, str]:
        return {"status": "ok"}

    @app.get("/ready", summary="Answer 200 once all worker processes are ready", responses=openapi.READY)
    async def ready() -> JSONResponse:
        done: bool = app.state.ready
        return JSONResponse({"status": "ready" if done else "starting"}, 200 if done else 503)

    @app.get(
        "/metrics",
        summary="Counts for Prometheus",
        response_class=PlainTextResponse,
        responses=openapi.METRICS,
    )
    async def metrics() -> str:
        counts: Metrics = app.state.metrics
        return counts.lines(app.state.pool)

    @app.get("/v1/models", summary="List the models, with licence and scores", responses=openapi.LISTED)
    async def models() -> list[dict[str, Any]]:
        return [_model_facts(name, package) for name, package in packages.items()]


def _model_facts(name: str, package: ModelPackage) -> dict[str, Any]:
    manifest = package.manifest
    return {
        "name": name,
        "language": package.language,
        "version": manifest["version"],
        "licence": manifest["licence"],
        "fingerprint": package.fingerprint,
        "scores": manifest["scores"],
    }


def _add_parsing(app: FastAPI, options: ServerOptions, packages: Mapping[str, ModelPackage]) -> None:
    facts = {
        "relata": __version__,
        "models": {
            name: {"version": package.manifest["version"], "licence": package.manifest["licence"]}
            for name, package in packages.items()
        },
    }

    @app.post(
        "/v1/parse",
        summary="Parse texts",
        description="Takes JSON, text, HTML, PDF or Word, or a form with the file `data`; the form of the "
        "answer goes by the Accept header or by `format`.",
        openapi_extra=openapi.PARSE,
        responses=openapi.guarded(openapi.PARSED),
        response_class=Response,
    )
    async def parse(request: Request) -> Response:
        form = accepted_form(request.headers.get("accept", ""), request.query_params.get("format"))
        job = await _parse_job(request, form)
        check_texts(job, options.characters)
        answer = await _submit(app, job)
        app.state.metrics.characters += sum(len(item.text) for item in job.texts)
        body = answer.result
        if form == "json":
            head = json.dumps(
                {**facts, "warnings": [str(note) for note in answer.warnings]}, ensure_ascii=False
            )
            body = head[:-1].encode() + b', "documents": ' + body.strip() + b"}\n"
        return Response(body, media_type=f"{FORMS[form]}; charset=utf-8")

    @app.post(
        "/v1/parse/stream",
        summary="Parse a stream of texts, a line of JSON each",
        description="Each line is an object with a `text`; each answer is one line, in the same order: a "
        "document, or an object with `id` and `error`. Options go into the query.",
        openapi_extra=openapi.STREAM,
        responses=openapi.guarded(openapi.STREAMED),
        response_class=Response,
    )
    async def stream(request: Request) -> Response:
        lines = _lines(request, options.body_bytes)
        parsing = query_options(request.query_params)
        return _LineResponse(_answer_line(app, options, parsing, *line) async for line in lines)


class _LineResponse(Response):
    """Response that sends lines as they come, while the body of the request is still being read.

    `StreamingResponse` of starlette listens for the end of the connection meanwhile, and would take pieces of
    the body.
    """

    media_type = FORMS["jsonl"]

    def __init__(self, lines: AsyncIterator[Awaitable[bytes]]) -> None:
        super().__init__()
        del self.headers["content-length"]
        self._lines = lines

    async def __call__(self, _: Scope, __: Receive, send: Send) -> None:
        """Send the lines."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        async for line in self._lines:
            await send({"type": "http.response.body", "body": await line, "more_body": True})
        await send({"type": "http.response.body", "body": b""})


async def _parse_job(request: Request, form: str) -> ParseJob:
    media_type = request.headers.get("content-type", "")
    if not media_type.startswith("multipart/form-data"):
        return parse_job(await request.body(), media_type, request.query_params, form)
    async with request.form(max_files=1, max_fields=8) as fields:
        data = fields.get("data")
        if data is None:
            raise RelataError("expected a form with the field data")
        content = await data.read() if isinstance(data, UploadFile) else data.encode()
        name = (data.filename or "") if isinstance(data, UploadFile) else ""
    query = {"id": name, **request.query_params} if name else request.query_params
    if (suffix := Path(name).suffix.lower()) in SUFFIXES:
        return document_job(content, suffix, query, form)
    return parse_job(content, "text/plain", query, form)


async def _submit(app: FastAPI, job: Job) -> Finished[bytes]:
    if not app.state.ready:
        raise BusyError("the worker processes are starting; try again later")
    pool: WorkerPool[Job, bytes] = app.state.pool
    return await pool.submit(job)


async def _lines(request: Request, limit: int) -> AsyncIterator[tuple[int, bytes]]:
    """Yield the lines of a body that have content, with their numbers; refuse one that is too long."""
    rest, number = b"", 0
    async for piece in request.stream():
        *lines, rest = (rest + piece).split(b"\n")
        for line in lines:
            number += 1
            if line.strip():
                yield number, line
        if len(rest) > limit:
            yield number + 1, b""
            return
    if rest.strip():
        yield number + 1, rest


async def _answer_line(
    app: FastAPI, options: ServerOptions, parsing: ParserOptions, number: int, line: bytes
) -> bytes:
    """Return the answer to a line of a stream: a document, or an error; a full queue is waited for."""
    name = f"line {number}"
    try:
        if not line:
            raise HTTPException(413, f"a line has more than {options.body_bytes} bytes")
        field = decoded(line, TextField)
        name = field.id
        job = ParseJob((field.item(),), parsing, "jsonl")
        check_texts(job, options.characters)
        while True:
            try:
                return (await _submit(app, job)).result
            except BusyError:
                await asyncio.sleep(RETRY_SECONDS / 10)
    except HTTPException as error:
        message = error.detail
    except RelataError as error:
        message = _message(error)
    return json.dumps({"id": name, "error": message}, ensure_ascii=False).encode() + b"\n"


def _add_tools(app: FastAPI) -> None:
    @app.post(
        "/v1/score",
        summary="Score an analysis against gold, as the CoNLL-2016 task does",
        description="A form with the files `gold` (relations.json) and `predicted` (output.json).",
        openapi_extra=openapi.SCORE,
        responses=openapi.guarded(),
        response_class=Response,
    )
    async def score(request: Request) -> Response:
        files = await _form_files(request, "gold", "predicted")
        query = request.query_params
        mode, language = query.get("mode", "corrected"), query.get("language")
        if mode not in {"corrected", "official"}:
            raise RelataError(f"mode: expected corrected or official, got {mode!r}")
        if language not in {None, "en", "zh"}:
            raise RelataError(f"language: expected en or zh, got {language!r}")
        job = ScoreJob(files["gold"][1], files["predicted"][1], language, mode)
        return Response((await _submit(app, job)).result, media_type="application/json")

    @app.post(
        "/v1/convert",
        summary="Convert a file to another format",
        description="A form with the file `data`; `to` names the format of the answer.",
        openapi_extra=openapi.CONVERT,
        responses=openapi.guarded(openapi.CONVERTED),
        response_class=Response,
    )
    async def convert(request: Request) -> Response:
        files = await _form_files(request, "data")
        query = request.query_params
        name, content = files["data"]
        source, target = query.get("from"), query.get("to", "jsonl")
        for format, known in ((source, READABLE), (target, WRITABLE)):
            if format is not None and format not in known:
                raise RelataError(f"no format {format!r}; expected one of {', '.join(known)}")
        job = ConvertJob(content, name, source, target)
        return Response((await _submit(app, job)).result, media_type="application/octet-stream")


async def _form_files(request: Request, *names: str) -> dict[str, tuple[str, bytes]]:
    """Read named files out of a form: their names and contents."""
    if not request.headers.get("content-type", "").startswith("multipart/form-data"):
        raise HTTPException(415, "expected multipart/form-data")
    files: dict[str, tuple[str, bytes]] = {}
    async with request.form(max_files=len(names), max_fields=8) as fields:
        for name in names:
            data = fields.get(name)
            if not isinstance(data, UploadFile):
                raise RelataError(f"expected a form with the file {name}")
            files[name] = data.filename or name, await data.read()
    return files
