"""Pages of the service: the one to paste a text into, and the list of the routes."""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from string import Template
from typing import Any

from relata.view.page import digest, page_digests


def home_page() -> str:
    """Return the page to paste a text into or to drop a file on."""
    return Template(_asset("home.html")).substitute(style=_asset("home.css"), script=_asset("home.js"))


def api_page(schema: dict[str, Any]) -> str:
    """Return a page with the routes of an OpenAPI document; it needs no script."""
    return Template(_asset("api.html")).substitute(
        style=_asset("home.css"),
        version=html.escape(schema["info"]["version"]),
        routes="\n".join(_routes(schema)),
    )


def content_policy(*, scripts: bool = True) -> str:
    """Return the content security policy: our own scripts and styles, and those of a page in a frame."""
    # A page in a frame by srcdoc stands under the policy of the page around it as well.
    style, script = page_digests()
    own = f"'{digest(_asset('home.js'))}' '{script}'" if scripts else "'none'"
    return (
        f"default-src 'none'; script-src {own}; style-src '{digest(_asset('home.css'))}' '{style}'; "
        "connect-src 'self'; img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _routes(schema: dict[str, Any]) -> Iterator[str]:
    for path, methods in schema["paths"].items():
        for method, route in methods.items():
            yield f"<section><h2><code>{method.upper()} {html.escape(path)}</code></h2>"
            yield f"<p>{html.escape(route['summary'])}. {html.escape(route.get('description', ''))}</p>"
            bodies = route.get("requestBody", {}).get("content", {})
            if bodies:
                yield f"<p>Body: {', '.join(f'<code>{html.escape(name)}</code>' for name in bodies)}</p>"
            yield from _parameters(route.get("parameters", ()))
            statuses = ", ".join(html.escape(status) for status in sorted(route["responses"]))
            yield f"<p>Answers: {statuses}</p></section>"


def _parameters(parameters: Any) -> Iterator[str]:
    if parameters:
        yield "<dl>"
        for parameter in parameters:
            values = parameter["schema"].get("enum")
            choices = f" ({', '.join(map(json.dumps, values))})" if values else ""
            yield f"<dt><code>{html.escape(parameter['name'])}</code></dt>"
            yield f"<dd>{html.escape(parameter['description'] + choices)}</dd>"
        yield "</dl>"


@cache
def _asset(name: str) -> str:
    return (files(__package__) / "assets" / name).read_text(encoding="utf-8").strip()
