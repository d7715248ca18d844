"""Guards before the service: Host header, token, size and pace of bodies, headers of every answer."""

from __future__ import annotations

import asyncio
import json
import math
import secrets
from collections.abc import Callable, Iterable
from time import perf_counter

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from relata.server.options import ServerOptions

BODY_PAUSE = 20.0
"""Longest pause, in seconds, between two pieces of a body."""

Count = Callable[[str, int, float], None]
"""Function that counts an answer: path, status and seconds."""

STREAM = "/stream"
"""End of the path whose bodies may have any size, because they are read line by line."""

OPEN_PATHS = frozenset({"/", "/health", "/ready", "/docs", "/openapi.json"})
"""Paths that need no token: they show nothing but the service itself."""

_SAFETY = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
    (b"x-frame-options", b"DENY"),
)


class Guards:
    """Middleware that refuses requests before they cost anything, and marks every answer."""

    def __init__(
        self, app: ASGIApp, *, options: ServerOptions, facts: Iterable[tuple[str, str]], count: Count
    ) -> None:
        self._app = app
        self._options = options
        self._count = count
        self._headers = [*_SAFETY, *((name.lower().encode(), value.encode()) for name, value in facts)]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begin = perf_counter()
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._headers]
                # Unknown paths share a row, so that no client can add rows.
                path = getattr(scope.get("route"), "path", "other")
                self._count(path, message["status"], perf_counter() - begin)
            await send(message)

        if refusal := self._refusal(scope["path"], headers):
            await _refuse(marked, *refusal)
        else:
            await self._app(scope, self._limited(receive, scope["path"]), marked)

    def _refusal(self, path: str, headers: dict[bytes, str]) -> tuple[int, str] | None:
        """Return the status and the message of a refusal; None for a request to be answered."""
        options = self._options
        if host_name(headers.get(b"host", "")) not in options.allowed_hosts:
            return 421, "this Host is not served; --allow-host NAME allows it"
        if options.token is not None and path not in OPEN_PATHS:
            expected = f"Bearer {options.token}"
            if not secrets.compare_digest(headers.get(b"authorization", "").encode(), expected.encode()):
                return 401, "expected the header Authorization: Bearer TOKEN"
        length = headers.get(b"content-length", "")
        if length.isdecimal() and int(length) > options.body_bytes and not path.endswith(STREAM):
            return 413, _too_large(options.body_bytes)
        return None

    def _limited(self, receive: Receive, path: str) -> Receive:
        """Return `receive` with limits on the size of a body and on the pause between its pieces."""
        limit = math.inf if path.endswith(STREAM) else self._options.body_bytes
        size, complete = 0, False

        async def limited() -> Message:
            nonlocal size, complete
            if complete:  # waits for the client to leave, which may take as long as the answer
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), BODY_PAUSE)
            except TimeoutError:
                raise HTTPException(408, "the body came too slowly") from None
            size += len(message.get("body", b""))
            complete = not message.get("more_body", False)
            if size > limit:
                raise HTTPException(413, _too_large(self._options.body_bytes))
            return message

        return limited


def host_name(header: str) -> str:
    """Return the name in a Host header, without port; an address of IPv6 without its brackets.

    >>> host_name("localhost:8016"), host_name("[::1]:8016")
    ('localhost', '::1')
    """
    if header.startswith("["):
        return header[1:].partition("]")[0]
    return header.rpartition(":")[0] if header.count(":") == 1 else header


def _too_large(limit: int) -> str:
    return f"the body has more than {limit} bytes; relata parse takes texts of any size"


async def _refuse(send: Send, status: int, message: str) -> None:
    body = json.dumps({"error": message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
