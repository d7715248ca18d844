"""Descriptions of bodies and answers in the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from relata.formats import READABLE, WRITABLE
from relata.server.requests import DOCUMENTS, FORMS, MOST_TEXTS

Responses = dict[int | str, dict[str, Any]]

_ERROR = {
    "type": "object",
    "required": ["error"],
    "properties": {"error": {"type": "string", "description": "One line that says how to mend the request."}},
}
_REFUSALS = {
    401: "The token is missing or wrong.",
    406: "No form of an answer is accepted.",
    408: "The body came too slowly.",
    413: "The body or its texts are too large.",
    415: "The media type of the body is not taken.",
    421: "The Host is not served.",
    422: "The body cannot be read, or an option is unknown.",
    500: "The process at work ended before its time; another one has taken its place.",
    503: "All processes are at work and the queue is full; try again later.",
    504: "The work took longer than the time limit.",
}
_TEXT = {"type": "string", "description": "Text in English or Chinese; offsets count its characters."}
_ID = {"type": "string", "default": "text"}
_LANGUAGE = {
    "anyOf": [{"type": "string", "enum": ["en", "zh"]}, {"type": "null"}],
    "description": "Language of the text; detected if it is absent.",
}
_OPTIONS = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "only": {"type": "array", "items": {"type": "string"}},
        "disable": {"type": "array", "items": {"type": "string"}},
        "senses": {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "min_score": {"type": "number", "minimum": 0, "maximum": 1},
        "conventions": {"type": "string"},
    },
}
_ITEM = {
    "type": "object",
    "required": ["text"],
    "additionalProperties": False,
    "properties": {"text": _TEXT, "id": _ID, "language": _LANGUAGE},
}
_PARSE_BODY = {
    "type": "object",
    "additionalProperties": False,
    "anyOf": [
        {"required": ["text"], "properties": {"text": _TEXT}},
        {"required": ["texts"], "properties": {"texts": {"minItems": 1}}},
    ],
    "properties": {
        "text": {"anyOf": [_TEXT, {"type": "null"}]},
        "id": _ID,
        "language": _LANGUAGE,
        "texts": {"type": "array", "items": _ITEM, "maxItems": MOST_TEXTS},
        "options": _OPTIONS,
    },
}
_FILE = {"type": "string", "format": "binary"}


def _query(name: str, description: str, **schema: Any) -> dict[str, Any]:
    schema.setdefault("type", "string")
    return {"name": name, "in": "query", "required": False, "description": description, "schema": schema}


def _body(content: Mapping[str, Any], *, required: bool = True) -> dict[str, Any]:
    return {"required": required, "content": {name: {"schema": schema} for name, schema in content.items()}}


def _form(*files: str) -> dict[str, Any]:
    return {"type": "object", "required": list(files), "properties": dict.fromkeys(files, _FILE)}


def guarded(responses: Responses | None = None, *, statuses: Iterable[int] = _REFUSALS) -> Responses:
    """Return responses with the refusals that guards and limits may give; all of them by default."""
    refusals: Responses = {
        status: {"description": _REFUSALS[status], "content": {"application/json": {"schema": _ERROR}}}
        for status in statuses
    }
    return {**(responses or {}), **refusals}


STATE = guarded(statuses=[421])
LISTED = guarded(statuses=[401, 421])
READY: Responses = {503: {"description": "The worker processes are starting."}, **STATE}
METRICS: Responses = {200: {"description": "Counts in the text format of Prometheus."}, **LISTED}
_DOCUMENTS = {"type": "string", "description": "The same documents in another form."}
PARSED: Responses = {
    200: {
        "description": "The documents with their relations; a row a relation in csv and tsv, a page in html.",
        "content": {
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["relata", "models", "warnings", "documents"],
                    "properties": {
                        "relata": {"type": "string"},
                        "models": {"type": "object"},
                        "warnings": {"type": "array", "items": {"type": "string"}},
                        "documents": {"type": "array", "items": {"type": "object"}},
                    },
                }
            },
            **{media: {"schema": _DOCUMENTS} for media in FORMS.values() if media != "application/json"},
        },
    }
}
STREAMED: Responses = {
    200: {
        "description": "A line of JSON for each line of the body.",
        "content": {FORMS["jsonl"]: {"schema": {"type": "string"}}},
    }
}
CONVERTED: Responses = {
    200: {"description": "The converted file.", "content": {"application/octet-stream": {"schema": _FILE}}}
}

_OPTIONS_IN_QUERY = [
    _query("min_score", "Lowest probability of a relation.", type="number", minimum=0, maximum=1),
    _query("senses", "Inventory of the senses, such as conll2016."),
    _query("only", "Components to run, with commas between them."),
    _query("disable", "Components to leave out, with commas between them."),
    _query("conventions", "Style of arguments."),
]
PARSE = {
    "requestBody": _body(
        {
            "application/json": _PARSE_BODY,
            "text/plain": _TEXT,
            "multipart/form-data": _form("data"),
            **dict.fromkeys(DOCUMENTS, _FILE),
        },
        required=False,  # without a body, the text is empty
    ),
    "parameters": [
        _query("format", "Form of the answer, before the Accept header.", enum=list(FORMS)),
        _query("id", "Id of a text that is not in JSON."),
        _query("language", "Language of a text that is not in JSON.", enum=["en", "zh"]),
        *_OPTIONS_IN_QUERY,
    ],
}
STREAM = {
    "requestBody": _body({FORMS["jsonl"]: {"type": "string"}}, required=False),
    "parameters": _OPTIONS_IN_QUERY,
}
SCORE = {
    "requestBody": _body({"multipart/form-data": _form("gold", "predicted")}),
    "parameters": [
        _query(
            "mode", "Without the defects of the task's scorer, or with them.", enum=["corrected", "official"]
        ),
        _query("language", "Language of the relations.", enum=["en", "zh"]),
    ],
}
CONVERT = {
    "requestBody": _body({"multipart/form-data": _form("data")}),
    "parameters": [
        _query("to", "Format of the answer.", enum=list(WRITABLE), default="jsonl"),
        _query("from", "Format of the file; by its name if absent.", enum=list(READABLE)),
    ],
}
