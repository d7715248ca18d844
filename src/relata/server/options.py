"""Options of the service: address, worker processes and limits."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ServerOptions:
    """Options of `relata serve`.

    `model` is the name or directory of one model, or None for that of each text's language. At most `queue`
    requests wait for one of the `workers`; others are turned away. A request has at most `body_bytes` and
    `characters` of text, and `seconds` of work. `hosts` are the names that requests may call the server by,
    beside `host`. With a `token`, requests must bring it.
    """

    host: str = "127.0.0.1"
    port: int = 8016
    workers: int = 1
    model: str | None = None
    queue: int = 64
    body_bytes: int = 10_000_000
    characters: int = 500_000
    seconds: float = 60.0
    hosts: tuple[str, ...] = ()
    token: str | None = None

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """Names in the Host header that are answered."""
        return frozenset({"127.0.0.1", "localhost", "::1", self.host, *self.hosts})
