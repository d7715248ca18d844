"""The table of rolesets, built of PropBank's frame files and training data: `relata resources rolesets`."""

from __future__ import annotations

import re
import tarfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from relata.document import Document
from relata.document.relations import Proposition
from relata.errors import FormatError
from relata.roles.rolesets import ADJECTIVE, NOUN, VERB, Rolesets, part_of_speech
from relata.syntax.lemmas import lemma

_PROSE = re.compile(rb"<example.*?</example>|<note>.*?</note>", re.DOTALL)
"""Elements without rolesets, which are not always well-formed."""

_LIGHT = "l"
_LIGHT_VERB = "LV"
_SEEN = 2
"""Least count of a word's roleset in training data to be added to the table."""


@dataclass(frozen=True, slots=True)
class FrameEntry:
    """A roleset of the frame files: numbers of its roles, and the words that evoke it by part of speech."""

    name: str
    numbers: str
    aliases: tuple[tuple[str, str], ...]


def read_frame_files(archive: Path) -> Iterator[FrameEntry]:
    """Read the rolesets of all frame files in an archive (`.tar`, packed or not), the first of each name."""
    names: set[str] = set()
    try:
        with tarfile.open(archive) as tar:
            for member in tar:
                file = tar.extractfile(member) if member.name.endswith(".xml") else None
                for entry in _entries(file.read(), member.name, archive) if file else ():
                    if entry.name not in names:
                        names.add(entry.name)
                        yield entry
    except (tarfile.TarError, EOFError) as error:
        raise FormatError(f"expected an archive of frame files: {error}", archive) from None
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror or error}", archive) from None
    if not names:
        raise FormatError("expected frame files (.xml) with rolesets, found none", archive)


def _entries(text: bytes, name: str, archive: Path) -> Iterator[FrameEntry]:
    try:
        root = ElementTree.fromstring(_PROSE.sub(b"", text))
    except ElementTree.ParseError as error:
        raise FormatError(f"{name}: no well-formed XML: {error}", archive) from None
    for roleset in root.iter("roleset"):
        numbers = sorted(filter(str.isdecimal, {role.get("n", "") for role in roleset.iter("role")}))
        aliases = roleset.iter("alias")
        words = ((alias.get("pos", ""), (alias.text or "").strip().lower()) for alias in aliases)
        first_words = dict.fromkeys((kind, re.split(r"[_ ]", word)[0]) for kind, word in words if word)
        yield FrameEntry(roleset.get("id", ""), "".join(numbers), tuple(first_words))


def verbs(entries: Iterable[FrameEntry]) -> list[str]:
    """List the verbs of frame files."""
    words = {word for entry in entries for kind, word in entry.aliases if kind == VERB}
    return sorted(filter(str.isalpha, words))


def table_lines(entries: Iterable[FrameEntry], documents: Iterable[Document], source: str) -> list[str]:
    """List the lines of the table; `source` names the training data and their licence.

    The table has the rolesets of the frame files, those of light verbs, and those that words of the documents
    evoke at least twice.
    """
    aliases: dict[str, set[tuple[str, str]]] = {}
    numbers: dict[str, str] = {}
    for entry in entries:
        numbers[entry.name] = entry.numbers
        aliases[entry.name] = {alias for alias in entry.aliases if alias[0] in (VERB, NOUN, ADJECTIVE)}
        for kind, word in entry.aliases:
            if kind == _LIGHT:
                light = f"{word}.{_LIGHT_VERB}"
                numbers.setdefault(light, "")
                aliases.setdefault(light, set()).add((VERB, word))
    frame_files = Rolesets(_lines(numbers, aliases))
    evocations = Counter(
        (word, part, proposition.roleset)
        for word, tag, proposition in _predicates(documents)
        if proposition.roleset and (part := part_of_speech(tag))
    )
    for (word, kind, name), count in evocations.items():
        if count >= _SEEN and frame_files.get(name) not in frame_files.candidates(word, kind):
            numbers.setdefault(name, "")
            aliases.setdefault(name, set()).add((kind, word))
    return [
        "# Rolesets of the PropBank frame files (https://github.com/propbank/propbank-frames), CC BY-SA 4.0; "
        "under the same licence",
        f"# and of light verbs and training data ({source})",
        "# roleset, numbers of its roles, words that evoke it: v, n, j alone are the roleset's own word",
        *_lines(numbers, aliases),
    ]


def agreement(table: Rolesets, documents: Iterable[Document]) -> dict[str, list[bool]]:
    """Compare the rolesets of predicates with the table's candidates for their words."""
    correct: dict[str, list[bool]] = {
        "lemma of verbs as in the roleset": [],
        "roleset among the candidates": [],
        "roleset the only candidate": [],
    }
    same_lemma, candidate, single = correct.values()
    for word, tag, proposition in _predicates(documents):
        roleset = proposition.roleset or ""
        names = [entry.name for entry in table.candidates(word, part_of_speech(tag))]
        candidate.append(roleset in names)
        single.append(names == [roleset])
        if part_of_speech(tag) == VERB:
            same_lemma.append(roleset.rpartition(".")[0].split("_")[0] == word)
    return correct


def _predicates(documents: Iterable[Document]) -> Iterator[tuple[str, str | None, Proposition]]:
    """Iterate over propositions with the lemma and the tag of their predicates."""
    for document in documents:
        for proposition in document.propositions:
            token = document.tokens[proposition.predicate.indices[0]]
            yield lemma(token.form, token.tag), token.tag, proposition


def _lines(numbers: Mapping[str, str], aliases: Mapping[str, Iterable[tuple[str, str]]]) -> Iterator[str]:
    for name in sorted(numbers):
        verb = name.rpartition(".")[0].split("_")[0]
        words = sorted(kind if word == verb else f"{kind}:{word}" for kind, word in aliases[name])
        yield f"{name}\t{numbers[name]}\t{' '.join(words)}"
