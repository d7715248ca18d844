"""Patterns of text that parsers often analyse wrongly, with what a careful reader would accept.

`patterns/en.toml` and `patterns/zh.toml` have the cases. A case has its `pattern` and `text`, and any of
these claims: a relation with this `connective` (or of this `type`), one of these `senses` and one of these
texts as `arg1` and `arg2`; `no_connective`, words that are no connectives; `not_alone`, texts that are no
whole argument; `never`, texts that stand in no argument; `whole`, names that no argument cuts. Punctuation
at the edges of arguments and the words of the connective do not count, nor do capitals.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

import relata
from relata.discourse.argument_style import with_bare_arguments
from relata.document import Document, Span
from relata.document.relations import DiscourseRelation
from relata.parsing.loading import installed
from tests.paths import TESTS

LEAST_CASES = 40
LEAST_SHARE = 0.8
"""Share of the cases of a language that are to be analysed as a reader would."""

Case = dict[str, Any]


def cases(language: str) -> list[Case]:
    """The cases of a language."""
    path = TESTS / "shipped" / "patterns" / f"{language}.toml"
    found: list[Case] = tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    return found


@pytest.mark.parametrize("language", ["en", "zh"])
def test_most_patterns_are_analysed_as_a_reader_would(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if language not in installed():
        pytest.skip(f"this copy of Relata has no model {language!r}")
    parse = relata.load(language, disable=("roles",))
    every = cases(language)

    failed = [
        (case, faults) for case in every if (faults := list(faults_of(case, parse(case["text"].strip("\n")))))
    ]

    with capsys.disabled():
        print(f"\n{language}: {len(every) - len(failed)} of {len(every)} patterns")
        for case, faults in failed:
            print(f"  {case['pattern']}: {' / '.join(case['text'].split(chr(10)))}: {'; '.join(faults)}")
    assert len(every) >= LEAST_CASES
    assert len(failed) <= (1 - LEAST_SHARE) * len(every)


def faults_of(case: Case, document: Document) -> Iterator[str]:
    """The claims of a case that an analysis does not fulfil."""
    relations = list(map(with_bare_arguments, document.relations))
    if "connective" in case or "type" in case:
        named = [relation for relation in relations if _is_named(case, relation)]
        if not any(_fits(case, relation, document.language) for relation in named):
            wanted = " ".join(_listed(case.get("connective", case.get("type"))))
            yield f"{wanted}: {'; '.join(map(_shown, named)) or 'not found'}"
    for relation in relations:
        connective = _plain(relation.connective)
        if relation.explicit and connective in map(_plain, case.get("no_connective", ())):
            yield f"a connective: {connective}"
        for argument in (relation.arg1, relation.arg2):
            if _plain(argument) in map(_plain, case.get("not_alone", ())):
                yield f"alone: {argument.text}"
            for text in case.get("never", ()):
                if _overlaps(argument, text, document.text):
                    yield f"{text} in {argument.text}"
            for name in case.get("whole", ()):
                if _cuts(argument, name, document.text):
                    yield f"{name} cut: {argument.text}"


def _is_named(case: Case, relation: DiscourseRelation) -> bool:
    if "connective" in case:
        connectives = map(_plain, _listed(case["connective"]))
        return relation.explicit and _plain(relation.connective) in connectives
    return str(relation.type) == case["type"]


def _fits(case: Case, relation: DiscourseRelation, language: str) -> bool:
    sense = any(map(relation.sense.startswith, case.get("senses", ("",)))) if relation.senses else False
    arguments = relation.arg1, relation.arg2
    # Arguments go by meaning in Chinese, so that the first in the text may be either.
    orders = [arguments, arguments[::-1]] if language == "zh" else [arguments]
    return sense and any(
        all(
            key not in case or _plain(argument) in map(_plain, case[key])
            for key, argument in zip(("arg1", "arg2"), order, strict=True)
        )
        for order in orders
    )


def _overlaps(argument: Span, text: str, whole: str) -> bool:
    """Test if a word of an argument is part of one of a text's occurrences."""
    return any(_inside(argument, *place) for place in _places(text, whole))


def _cuts(argument: Span, name: str, whole: str) -> bool:
    """Test if an argument has a part of a name without the rest."""
    return any(0 < _inside(argument, *place) < len(name) for place in _places(name, whole))


def _inside(argument: Span, begin: int, end: int) -> int:
    """Count the characters of an argument between two offsets."""
    return sum(max(0, min(end, stop) - max(begin, start)) for start, stop in argument.pieces)


def _places(text: str, whole: str) -> Iterator[tuple[int, int]]:
    begin = whole.find(text)
    while begin >= 0:
        yield begin, begin + len(text)
        begin = whole.find(text, begin + 1)


def _listed(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _plain(text: Span | str | None) -> str:
    """Return letters and digits alone, in lower case, words separated by a blank if they are Latin."""
    words = "".join(
        each.lower() if each.isalnum() or each in "'’" else " " for each in str(text or "")
    ).split()
    return " ".join(words) if any("a" <= each <= "z" for word in words for each in word) else "".join(words)


def _shown(relation: DiscourseRelation) -> str:
    return f"{relation.sense} [{relation.arg1.text} | {relation.arg2.text}]"
