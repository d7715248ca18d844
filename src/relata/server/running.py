"""Running the service: a socket of our own, a message once it is ready, an orderly end."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable
from typing import Any

from relata.errors import RelataError


def listening_socket(host: str, port: int) -> socket.socket:
    """Open a socket that listens; an address that cannot be used is named."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise RelataError(f"{host}:{port}: {error.strerror or error}; --port takes another one") from None
    return listener


def serve_until_stopped(
    uvicorn: Any, app: Any, listener: socket.socket, announce: Callable[[], None]
) -> None:
    """Serve an application on a socket until a signal ends it; call `announce` once it is ready."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,  # query strings may quote texts
        server_header=False,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=10,
        h11_max_incomplete_event_size=65_536,
    )
    server = uvicorn.Server(config)

    async def run() -> None:
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not (server.started or serving.done()):
            await asyncio.sleep(0.02)
        if server.started:
            announce()
        await serving

    asyncio.run(run())
    if server.started:  # a signal ended it whose own handler did not: Ctrl-C that a parent had ignored
        raise KeyboardInterrupt
