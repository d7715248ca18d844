"""`relata serve`: the page to paste a text into, and the service over HTTP."""

from __future__ import annotations

import os
import webbrowser
from pathlib import Path
from typing import Annotated

import click

from relata.cli.console import complain
from relata.cli.options import Named, Numbers, declared
from relata.errors import RelataError, optional_module

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command(short_help="Open a page to paste a text into, and serve it over HTTP.")
@declared
def serve(
    *,
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

    Needs `pip install "relata-nlp[server]"`. Only this computer can reach the service unless --host names
    another address. Logs have no texts.

    \b
    Examples:
      relata serve
      relata serve --port 9000 --workers 4 --no-browser
      curl --data-binary @article.txt -H 'content-type: text/plain' localhost:8016/v1/parse
    """
    uvicorn = optional_module("uvicorn", extra="server")
    optional_module("fastapi", extra="server")
    optional_module("python_multipart", extra="server")
    from relata.server.app import create_app
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
    app = create_app(options)
    log_to_stderr()
    with listening_socket(host, port) as socket:
        shown = f"[{host}]" if ":" in host else host
        address = f"http://{shown}:{socket.getsockname()[1]}"

        def announce() -> None:
            click.echo(f"{address}: ready; Ctrl-C ends it", err=True)
            if not browser:
                webbrowser.open(address)

        serve_until_stopped(uvicorn, app, socket, announce)


def _token(path: Path | None) -> str | None:
    """Read the token from a file, or from the environment."""
    if path is None:
        return os.environ.get("RELATA_TOKEN") or None
    from relata.formats.files import read_text

    token = read_text(path).strip()
    if not token or not token.isascii():
        raise RelataError(f"{path}: expected a token in ASCII")
    return token
