"""Parsing many texts: sources, worker processes, outputs, and resuming a run that was stopped.

The names below are public; `relata corpus` and `relata parse --out` only call them:

    from relata.batch import CorpusSettings, ParsePlan, ParserOptions, parse_corpus

    plan = ParsePlan("en", ParserOptions(threads=1))
    summary = parse_corpus(["texts/"], plan, CorpusSettings("parsed/", jobs=8))
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from relata.batch.corpus import CorpusSettings, CorpusSummary, parse_corpus
    from relata.batch.files import FilesWritten, parse_to_files
    from relata.batch.inspection import (
        CorpusStatus,
        corpus_documents,
        corpus_faults,
        corpus_status,
        merge_corpus,
    )
    from relata.batch.run import ParsePlan, parse_all
    from relata.batch.sources import Source, Text, find_sources
    from relata.parsing.options import ParserOptions

__all__ = [
    "CorpusSettings",
    "CorpusStatus",
    "CorpusSummary",
    "FilesWritten",
    "ParsePlan",
    "ParserOptions",
    "Source",
    "Text",
    "corpus_documents",
    "corpus_faults",
    "corpus_status",
    "find_sources",
    "merge_corpus",
    "parse_all",
    "parse_corpus",
    "parse_to_files",
]

_NAMES = {
    "corpus": ("CorpusSettings", "CorpusSummary", "parse_corpus"),
    "files": ("FilesWritten", "parse_to_files"),
    "inspection": ("CorpusStatus", "corpus_documents", "corpus_faults", "corpus_status", "merge_corpus"),
    "run": ("ParsePlan", "parse_all"),
    "sources": ("Source", "Text", "find_sources"),
}
_MODULES = {name: f"relata.batch.{module}" for module, names in _NAMES.items() for name in names}
_MODULES["ParserOptions"] = "relata.parsing.options"


def __getattr__(name: str) -> "Any":
    """Import a public name at its first use, since most of them need parsers."""
    if name not in _MODULES:
        raise AttributeError(f"module 'relata.batch' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    """List the public names, which may not be imported yet."""
    return sorted({*globals(), *__all__})
