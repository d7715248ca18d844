"""The table of rolesets, made of PropBank's frame files (XML) and of what training data add to them."""

from __future__ import annotations

import re
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from relata.document import Document
from relata.errors import FormatError
from relata.roles.rolesets import ADJECTIVE, NOUN, VERB, Rolesets, part_of_speech
from relata.syntax.lemmas import lemma

SOURCE = "PropBank frame files (https://github.com/propbank/propbank-frames), CC BY-SA 4.0"

_TOLD = re.compile(rb"<example.*?</example>|<note>.*?</note>", re.DOTALL)
"""What says nothing of rolesets and is not always well-formed."""

_LIGHT = "l"
_LIGHT_VERB = "LV"
_SEEN = 2
"""How often a word must evoke a roleset in training data to be one of its aliases."""


@dataclass(frozen=True, slots=True)
class FrameEntry:
    """A roleset as the frame files have it: numbers of its roles, words that evoke it by part of speech."""

    name: str
    numbers: str
    aliases: tuple[tuple[str, str], ...]


def read_frame_files(archive: Path) -> Iterator[FrameEntry]:
    """The rolesets of all frame files in an archive (`.tar`, packed or not), the first of each name."""
    seen: set[str] = set()
    with tarfile.open(archive) as tar:
        for member in tar:
            file = tar.extractfile(member) if member.name.endswith(".xml") else None
            if file is None:
                continue
            try:
                root = ElementTree.fromstring(_TOLD.sub(b"", file.read()))
            except ElementTree.ParseError as error:
                raise FormatError(f"{member.name}: no well-formed XML: {error}", archive) from None
            for roleset in root.iter("roleset"):
                entry = _entry(roleset)
                if entry.name not in seen:
                    seen.add(entry.name)
                    yield entry


def table_lines(entries: Iterable[FrameEntry], documents: Iterable[Document]) -> list[str]:
    """The table, with the rolesets of light verbs and with what documents have twice and frame files not."""
    aliases: dict[str, set[tuple[str, str]]] = {}
    numbers: dict[str, str] = {}
    for entry in (*entries,):
        numbers[entry.name] = entry.numbers
        aliases[entry.name] = {alias for alias in entry.aliases if alias[0] in (VERB, NOUN, ADJECTIVE)}
        for kind, word in entry.aliases:
            if kind == _LIGHT:
                light = f"{word}.{_LIGHT_VERB}"
                numbers.setdefault(light, "")
                aliases.setdefault(light, set()).add((VERB, word))
    known = Rolesets(_lines(numbers, aliases))
    for (word, kind, name), count in _evoked(documents).items():
        if count >= _SEEN and known.get(name) not in known.candidates(word, kind):
            numbers.setdefault(name, "")
            aliases.setdefault(name, set()).add((kind, word))
    return list(_lines(numbers, aliases))


def _entry(roleset: ElementTree.Element) -> FrameEntry:
    numbers = {role.get("n", "") for role in roleset.iter("role")}
    found = [(alias.get("pos", ""), (alias.text or "").strip().lower()) for alias in roleset.iter("alias")]
    aliases = dict.fromkeys((kind, re.split(r"[_ ]", word)[0]) for kind, word in found if word)
    return FrameEntry(roleset.get("id", ""), "".join(sorted(filter(str.isdecimal, numbers))), tuple(aliases))


def _evoked(documents: Iterable[Document]) -> Counter[tuple[str, str, str]]:
    """How often a word of a part of speech evokes a roleset."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for document in documents:
        for proposition in document.propositions:
            token = document.tokens[proposition.predicate.indices[0]]
            if proposition.roleset and (kind := part_of_speech(token.tag)):
                counts[lemma(token.form, token.tag), kind, proposition.roleset] += 1
    return counts


def _lines(numbers: Mapping[str, str], aliases: Mapping[str, Iterable[tuple[str, str]]]) -> Iterator[str]:
    for name in sorted(numbers):
        own = name.rpartition(".")[0].split("_")[0]
        words = sorted(kind if word == own else f"{kind}:{word}" for kind, word in aliases[name])
        yield f"{name}\t{numbers[name]}\t{' '.join(words)}"
