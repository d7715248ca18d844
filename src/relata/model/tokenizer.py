"""BERT's word pieces: what the library `tokenizers` makes of words, without the library.

It would take more room than all of the models, with what it requires.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from relata.model.characters import CHINESE, CONTROL, MARKS, NO_BLANKS, PUNCTUATION

_PARTS = {"model": "WordPiece", "pre_tokenizer": "BertPreTokenizer"}
_SPELLING = "BertNormalizer"
_REPLACEMENT = 0xFFFD


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a text, by their numbers."""

    ids: list[int]


class WordPiece:
    """Cuts the words of a text into the longest pieces of a vocabulary; a word that has no such is unknown.

    `settings` are the content of a `tokenizer.json`, of which `reads` tells whether it is of this kind.
    """

    def __init__(self, settings: Mapping[str, Any]) -> None:
        model = settings["model"]
        self._vocabulary: dict[str, int] = dict(model["vocab"])
        self._longest = max(map(len, self._vocabulary))
        self._unknown = self._vocabulary[model["unk_token"]]
        self._inside = str(model["continuing_subword_prefix"])
        self._most = int(model["max_input_chars_per_word"])
        self._spelling = _Spelling(settings["normalizer"])
        self._blanks = _Table(_apart)
        added = settings["added_tokens"]
        self._added = {token["content"]: int(token["id"]) for token in added}
        self._written = {token["content"]: int(token["id"]) for token in added if not token["normalized"]}
        self._spelt = {
            self._spelling(token["content"]): int(token["id"]) for token in added if token["normalized"]
        }
        self._find_written, self._find_spelt = _finder(self._written), _finder(self._spelt)

    @staticmethod
    def reads(settings: Mapping[str, Any]) -> bool:
        """Whether a tokenizer's settings are those of BERT's, whatever its vocabulary."""
        kinds = {part: (settings.get(part) or {}).get("type") for part in _PARTS}
        if kinds != _PARTS or any(token["single_word"] for token in settings["added_tokens"]):
            return False
        *before, last = _steps(settings.get("normalizer") or {})
        return last.get("type") == _SPELLING and all(map(_replaces, before))

    def encode(self, sequence: str, *, add_special_tokens: bool) -> Pieces:
        """The pieces of a text; those at the ends of an input are not added here."""
        if add_special_tokens:
            raise ValueError("the pieces at the ends of an input depend on what it is for")
        return Pieces(list(self._ids(sequence)))

    def token_to_id(self, token: str) -> int | None:
        """The number of a piece."""
        return self._added.get(token, self._vocabulary.get(token))

    def _ids(self, text: str) -> Iterator[int]:
        # Every second part is a token that was added to the vocabulary, and is found wherever it stands.
        for place, part in enumerate(self._find_written.split(text)):
            if place % 2:
                yield self._written[part]
                continue
            for inner, own in enumerate(self._find_spelt.split(self._spelling(part))):
                if inner % 2:
                    yield self._spelt[own]
                    continue
                for word in own.translate(self._blanks).split(" "):
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
    """How words are spelt in the vocabulary: without control characters, accents, capitals, as it is set."""

    def __init__(self, normalizer: Mapping[str, Any]) -> None:
        *before, settings = _steps(normalizer)
        self._replaced = [(str(step["pattern"]["String"]), str(step["content"])) for step in before]
        self._clean = bool(settings["clean_text"])
        self._chinese = bool(settings["handle_chinese_chars"])
        self._lower = bool(settings["lowercase"])
        strip = settings["strip_accents"]
        self._strip = self._lower if strip is None else bool(strip)
        self._first, self._second = _Table(self._cleaned), _Table(self._plain)

    def __call__(self, text: str) -> str:
        for mark, other in self._replaced:
            text = text.replace(mark, other)
        text = text.translate(self._first)
        return (unicodedata.normalize("NFD", text) if self._strip else text).translate(self._second)

    def _cleaned(self, code: int) -> str:
        character = chr(code)
        if self._clean and (code in (0, _REPLACEMENT) or code in CONTROL):
            return ""
        if self._clean and character.isspace():
            return " "
        return f" {character} " if self._chinese and code in CHINESE else character

    def _plain(self, code: int) -> str:
        if self._strip and code in MARKS:
            return ""
        return chr(code).lower() if self._lower else chr(code)


def _steps(normalizer: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What a normalizer does, one thing after the other."""
    return list(normalizer["normalizers"]) if normalizer.get("type") == "Sequence" else [normalizer]


def _replaces(step: Mapping[str, Any]) -> bool:
    """Whether a step puts one text for another."""
    return step.get("type") == "Replace" and "String" in step.get("pattern", {})


class _Table(dict[int, str]):
    """What becomes of characters, by their code points; each is looked up once."""

    def __init__(self, rule: Callable[[int], str]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, code: int) -> str:
        found = self[code] = self._rule(code)
        return found


def _apart(code: int) -> str:
    """A character with blanks around it, if it is a word by itself."""
    character = chr(code)
    if character.isspace() and character not in NO_BLANKS:
        return " "
    return f" {character} " if code in PUNCTUATION else character


def _finder(tokens: Iterable[str]) -> re.Pattern[str]:
    """Finds tokens in text, the longest that begin first; without any, nothing."""
    longest_first = sorted(filter(None, tokens), key=len, reverse=True)
    return re.compile(f"({'|'.join(map(re.escape, longest_first)) or '(?!)'})")
