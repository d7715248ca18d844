"""`relata serve`: the page to paste a text into and the service over HTTP, or a corpus to explore."""

from __future__ import annotations

import os
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from relata.batch.progress import Progress
from relata.cli.console import complain
from relata.cli.corpora import documents_of, outputs_of, require_one, title_of
from relata.cli.options import ARGUMENT, FromOption, Named, Numbers, declared, reads_corpora
from relata.errors import RelataError, optional_module, strict
from relata.formats import joined_trees
from relata.formats.encodings import named_encoding

if TYPE_CHECKING:
    from fastapi import FastAPI

    from relata.explorer.corpus import CorpusIndex
    from relata.server.options import ServerOptions

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command(short_help="Open a page to paste a text into, or a corpus to explore.")
@declared
@reads_corpora
def serve(
    source: Annotated[tuple[Path, ...], ARGUMENT] = (),
    *,
    source_format: FromOption = None,
    compare: Annotated[
        Path | None, "Output of a system for the texts of SOURCE, to explore its errors."
    ] = None,
    host: Annotated[str, "Address to listen on."] = "127.0.0.1",
    port: Annotated[int, "Port to listen on; 0 takes a free one.", click.IntRange(0, 65535)] = 8016,
    workers: Annotated[
        int | None, "Processes that parse [default: one a core].", click.IntRange(1, 256)
    ] = None,
    model: Annotated[str | None, "Model to parse with [default: by the language].", Named("name|dir")] = None,
    queue: Annotated[int, "Requests that may wait for a process.", click.IntRange(0)] = 64,
    max_megabytes: Annotated[float, "Largest body of a request.", Numbers(0.001)] = 10.0,
    max_characters: Annotated[int, "Longest text of a request.", click.IntRange(1)] = 500_000,
    seconds: Annotated[float, "Longest time of work on a request.", Numbers(0.1)] = 60.0,
    allow_host: Annotated[tuple[str, ...], "Another name in the Host header that is answered."] = (),
    token_file: Annotated[
        Path | None, "File with a token that requests must bring [or the variable RELATA_TOKEN]."
    ] = None,
    browser: Annotated[bool, "Open no browser.", "--no-browser"] = False,
) -> None:
    """Serve a page to paste a text into or to drop a file on, and the same over HTTP.

    With SOURCE, a corpus in any format or several corpora, serve pages to explore it: search, concordance,
    frequencies, groups compared, and with --compare the errors of a system. Its index stays on the disk.

    Needs `pip install "relata-nlp[server]"`. Only this computer can reach the service unless --host names
    another address. Logs have no texts.

    \b
    Examples:
      relata serve
      relata serve corpus.jsonl
      relata serve examples/conll2016 --compare examples/conll2016/run
      relata serve --port 9000 --workers 4 --no-browser
      curl --data-binary @article.txt -H 'content-type: text/plain' localhost:8016/v1/parse
    """
    uvicorn = optional_module("uvicorn", extra="server")
    optional_module("fastapi", extra="server")
    optional_module("python_multipart", extra="server")
    from relata.server.metrics import log_to_stderr
    from relata.server.options import ServerOptions
    from relata.server.running import listening_socket, serve_until_stopped

    options = ServerOptions(
        host=host,
        port=port,
        workers=workers or len(os.sched_getaffinity(0)),
        model=model,
        queue=queue,
        body_bytes=round(max_megabytes * 1e6),
        characters=max_characters,
        seconds=seconds,
        hosts=allow_host,
        token=_token(token_file),
    )
    if host not in _LOOPBACK and options.token is None:
        complain("warning", f"{host}: anyone who reaches this address can use the service; see --token-file")
    app = _application(source, source_format, compare, options)
    log_to_stderr()
    with listening_socket(host, port) as socket:
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{socket.getsockname()[1]}"

        def announce() -> None:
            click.echo(f"{address}: ready; Ctrl-C ends it", err=True)
            if not browser:
                webbrowser.open(address)

        serve_until_stopped(uvicorn, app, socket, announce)


def _application(
    sources: tuple[Path, ...], given: str | None, compare: Path | None, options: ServerOptions
) -> FastAPI:
    """Build the application: the service, or the pages of a corpus."""
    if not sources:
        if compare is not None:
            raise click.UsageError("--compare goes with SOURCE")
        from relata.server.app import create_app

        return create_app(options)
    from relata.server.corpus import create_corpus_app

    require_one(sources, "--compare", compare)
    return create_corpus_app(_index(sources, given, compare), options)


def _index(sources: tuple[Path, ...], given: str | None, compare: Path | None) -> CorpusIndex:
    """Return the index of a corpus, built unless the one on the disk is of the same files."""
    from relata.explorer.corpus import CorpusIndex
    from relata.explorer.index import Fingerprint, IndexedDocument, build, is_current
    from relata.view.comparison import show_comparison
    from relata.view.model import show_document

    names = [title_of([source]) for source in sources]

    def documents() -> Iterator[IndexedDocument]:
        for source, name in zip(sources, names, strict=True):
            found = documents_of(source, given, None, strict)
            outputs = None if compare is None else outputs_of(compare, source, given, strict)
            shown = map(show_document, found) if outputs is None else show_comparison(found, outputs)
            yield from (IndexedDocument(name, document) for document in shown)

    trees = joined_trees()
    paths = (*sources, *(path for path in (compare, trees) if path is not None))
    joined = "" if trees is None else " with trees"
    alone = "alone" if compare is None else "compared"
    fingerprint = Fingerprint(paths, f"{given} {alone}{joined} {named_encoding()}")
    place, state = fingerprint.place, fingerprint.state
    if not is_current(place, state):
        build(place, Progress().follow(documents(), "documents indexed"), state, " and ".join(names))
    return CorpusIndex(place)


def _token(path: Path | None) -> str | None:
    """Read the token from a file, or from the environment."""
    if path is None:
        return os.environ.get("RELATA_TOKEN") or None
    from relata.formats.files import read_text

    token = read_text(path).strip()
    if not token or not token.isascii():
        raise RelataError(f"{path}: expected a token in ASCII")
    return token
