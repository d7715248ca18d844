"""Corpus over HTTP: its pages, the same views as JSON and CSV, and the pages of its documents."""

from __future__ import annotations

from collections.abc import Mapping

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, StreamingResponse
from starlette.exceptions import HTTPException

from relata import __version__
from relata.errors import RelataError
from relata.explorer.analysis import error_after
from relata.explorer.corpus import CorpusIndex
from relata.explorer.pages import corpus_policy, document_address, fault_page, html_page
from relata.explorer.query import Query
from relata.explorer.views import VIEWS, rendered_csv, view
from relata.server.guards import Guards
from relata.server.metrics import Metrics
from relata.server.options import ServerOptions
from relata.view.page import assemble, stored_content

_ENDINGS = ("html", "json", "csv")


def create_corpus_app(corpus: CorpusIndex, options: ServerOptions | None = None) -> FastAPI:
    """Build the application that shows an indexed corpus."""
    app = FastAPI(
        title="Relata",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    facts = {"Relata-Version": __version__}.items()
    app.add_middleware(Guards, options=options or ServerOptions(), facts=facts, count=Metrics().count)
    _add_faults(app)

    @app.get("/health")
    def health() -> dict[str, str]:
        return {"status": "ok"}

    @app.get("/")
    def home(request: Request) -> Response:
        return _answer(corpus, "search", "html", request.query_params)

    @app.get("/errors/next")
    def next_error(document: int) -> Response:
        found = error_after(corpus, document) or error_after(corpus, 0)
        if found is None:
            raise HTTPException(404, "the system made no error")
        return RedirectResponse(document_address(found[0], corpus.page_data(found[0])[0], found[1]), 303)

    @app.get("/document/{number}")
    def document(number: str) -> Response:
        name, _, ending = number.partition(".")
        if not name.isdecimal() or len(name) > 9:
            raise HTTPException(404, f"no document {number!r}")
        if ending:
            return _answer(corpus, "concordance", ending, {"document": name})
        return HTMLResponse(_document_page(corpus, int(name)))

    @app.get("/{name}")
    def named(name: str, request: Request) -> Response:
        path, _, ending = name.partition(".")
        if path not in VIEWS:
            raise HTTPException(404, f"no page {name!r}")
        return _answer(corpus, path, ending or "html", request.query_params)

    return app


def _answer(corpus: CorpusIndex, name: str, ending: str, parameters: Mapping[str, str]) -> Response:
    """Return a view as a page, as JSON or as CSV."""
    if ending not in _ENDINGS:
        raise HTTPException(404, f"no form {ending!r}; expected one of: {', '.join(_ENDINGS)}")
    made = view(corpus, name, parameters)
    if ending == "json":
        return JSONResponse(made.record)
    if ending == "csv":
        headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
        return StreamingResponse(rendered_csv(made), media_type="text/csv; charset=utf-8", headers=headers)
    return HTMLResponse(html_page(corpus, made), headers={"Content-Security-Policy": corpus_policy()})


def _document_page(corpus: CorpusIndex, number: int) -> str:
    """Return the page of a document, with links to the corpus and to the documents around it."""
    name, data = corpus.page_data(number)
    links = {"home": "/", "home_name": corpus.title, "all_errors": "/errors/next?document=" + str(number)}
    if not corpus.compared:
        del links["all_errors"]
    if number > 1:
        links["previous"] = f"/document/{number - 1}"
    if number < corpus.documents:
        links["next"] = f"/document/{number + 1}"
    listing = Query(document=number).address("/concordance")
    static = f'<p><a href="{listing}">All relations of this document</a></p>'
    return assemble([stored_content(data, static)], name, links=links)


def _add_faults(app: FastAPI) -> None:
    def answer(request: Request, message: str, status: int) -> Response:
        if request.url.path.endswith((".json", ".csv")):
            return JSONResponse({"error": message}, status)
        return HTMLResponse(fault_page(message), status, {"Content-Security-Policy": corpus_policy()})

    async def refused(request: Request, error: Exception) -> Response:
        return answer(request, str(error), 422)

    async def http_fault(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return answer(request, str(error.detail), error.status_code)

    app.add_exception_handler(RelataError, refused)
    app.add_exception_handler(HTTPException, http_fault)
