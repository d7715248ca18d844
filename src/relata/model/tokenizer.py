"""BERT's word pieces, cut as the library `tokenizers` cuts them, without the library.

With what it requires, `tokenizers` would take more room than all of the models.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

_PARTS = {"model": "WordPiece", "pre_tokenizer": "BertPreTokenizer"}
_SPELLING = "BertNormalizer"
_REPLACEMENT = 0xFFFD
_NO_BLANKS = frozenset("\x1c\x1d\x1e\x1f")
"""Characters that are blanks in Python, but not in Unicode."""


@dataclass(frozen=True, slots=True)
class Pieces:
    """Word pieces of a text, by their numbers."""

    ids: list[int]


class WordPiece:
    """Cuts words into the longest pieces of a vocabulary; a word without such pieces is unknown.

    `settings` are the content of a `tokenizer.json` that `reads` accepts.
    """

    def __init__(self, settings: Mapping[str, Any]) -> None:
        model = settings["model"]
        self._vocabulary: dict[str, int] = dict(model["vocab"])
        self._longest = max(map(len, self._vocabulary))
        self._unknown = self._vocabulary[model["unk_token"]]
        self._inside = str(model["continuing_subword_prefix"])
        self._most = int(model["max_input_chars_per_word"])
        self._spelling = _Spelling(settings["normalizer"])
        punctuation = _character_class("punctuation")
        self._blanks = _TranslationTable(lambda code: _spaced(code, punctuation))
        added = settings["added_tokens"]
        self._added = {token["content"]: int(token["id"]) for token in added}
        self._written = {token["content"]: int(token["id"]) for token in added if not token["normalized"]}
        self._spelt = {
            self._spelling(token["content"]): int(token["id"]) for token in added if token["normalized"]
        }
        self._find_written, self._find_spelt = _finder(self._written), _finder(self._spelt)

    @staticmethod
    def reads(settings: Mapping[str, Any]) -> bool:
        """Test if a tokenizer's settings are those of BERT's kind, with any vocabulary."""
        kinds = {part: (settings.get(part) or {}).get("type") for part in _PARTS}
        if kinds != _PARTS or any(token["single_word"] for token in settings["added_tokens"]):
            return False
        *before, last = _steps(settings.get("normalizer") or {})
        return last.get("type") == _SPELLING and all(map(_is_replacement, before))

    def encode(self, sequence: str, *, add_special_tokens: bool) -> Pieces:
        """Cut a text into pieces, without the special pieces at the ends of an input."""
        if add_special_tokens:
            raise ValueError("the pieces at the ends of an input depend on what it is for")
        return Pieces(list(self._ids(sequence)))

    def token_to_id(self, token: str) -> int | None:
        """Look up the number of a piece."""
        return self._added.get(token, self._vocabulary.get(token))

    def _ids(self, text: str) -> Iterator[int]:
        # Every second part is a token that was added to the vocabulary, and is found wherever it stands.
        for index, part in enumerate(self._find_written.split(text)):
            if index % 2:
                yield self._written[part]
                continue
            for inner_index, inner in enumerate(self._find_spelt.split(self._spelling(part))):
                if inner_index % 2:
                    yield self._spelt[inner]
                    continue
                for word in inner.translate(self._blanks).split(" "):
                    yield from self._pieces(word)

    def _pieces(self, word: str) -> list[int]:
        if len(word) > self._most:
            return [self._unknown]
        pieces: list[int] = []
        start = 0
        while start < len(word):
            prefix = self._inside if start else ""
            for end in range(min(len(word), start + self._longest), start, -1):
                piece = self._vocabulary.get(prefix + word[start:end])
                if piece is not None:
                    break
            else:
                return [self._unknown]
            pieces.append(piece)
            start = end
        return pieces


class _Spelling:
    """Spelling of words in the vocabulary: without control characters, accents and capitals, if so set."""

    def __init__(self, normalizer: Mapping[str, Any]) -> None:
        *before, settings = _steps(normalizer)
        self._replacements = [(str(step["pattern"]["String"]), str(step["content"])) for step in before]
        self._clean = bool(settings["clean_text"])
        self._chinese = _character_class("chinese") if settings["handle_chinese_chars"] else None
        self._lower = bool(settings["lowercase"])
        strip = settings["strip_accents"]
        self._strip = self._lower if strip is None else bool(strip)
        self._control, self._marks = _character_class("control"), _character_class("marks")
        self._first, self._second = _TranslationTable(self._cleaned), _TranslationTable(self._plain)

    def __call__(self, text: str) -> str:
        for mark, replacement in self._replacements:
            text = text.replace(mark, replacement)
        text = text.translate(self._first)
        return (unicodedata.normalize("NFD", text) if self._strip else text).translate(self._second)

    def _cleaned(self, code: int) -> str:
        character = chr(code)
        if self._clean and (code in (0, _REPLACEMENT) or code in self._control):
            return ""
        if self._clean and character.isspace():
            return " "
        return f" {character} " if self._chinese and code in self._chinese else character

    def _plain(self, code: int) -> str:
        if self._strip and code in self._marks:
            return ""
        return chr(code).lower() if self._lower else chr(code)


class CharacterClass:
    """Class of characters, by ranges of their code points in hexadecimal.

    The classes are those of Unicode 8, as BERT's tokenizer has them. Each version of Python knows another
    Unicode; a model has to see the same pieces of a word on all of them.
    """

    def __init__(self, ranges: str) -> None:
        bounds = [bound.partition("-") for bound in ranges.split()]
        self._first = [int(low, 16) for low, _, _ in bounds]
        self._last = [int(high or low, 16) for low, _, high in bounds]

    def __contains__(self, code: int) -> bool:
        index = bisect(self._first, code) - 1
        return index >= 0 and code <= self._last[index]


@cache
def _character_class(name: str) -> CharacterClass:
    """Read a class of characters: control, marks, punctuation or chinese."""
    text = files("relata.model").joinpath("characters.tsv").read_text(encoding="utf-8")
    rows = dict(line.split("\t") for line in text.splitlines() if not line.startswith("#"))
    return CharacterClass(rows[name])


class _TranslationTable(dict[int, str]):
    """Replacements of characters by code point; the rule is applied once to each character."""

    def __init__(self, rule: Callable[[int], str]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, code: int) -> str:
        replacement = self[code] = self._rule(code)
        return replacement


def _steps(normalizer: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return list(normalizer["normalizers"]) if normalizer.get("type") == "Sequence" else [normalizer]


def _is_replacement(step: Mapping[str, Any]) -> bool:
    return step.get("type") == "Replace" and "String" in step.get("pattern", {})


def _spaced(code: int, punctuation: CharacterClass) -> str:
    """Put blanks around a character that is a word by itself."""
    character = chr(code)
    if character.isspace() and character not in _NO_BLANKS:
        return " "
    return f" {character} " if code in punctuation else character


def _finder(tokens: Iterable[str]) -> re.Pattern[str]:
    """Compile a pattern of tokens, the longest first; of none, a pattern that matches nothing."""
    longest_first = sorted(filter(None, tokens), key=len, reverse=True)
    return re.compile(f"({'|'.join(map(re.escape, longest_first)) or '(?!)'})")
