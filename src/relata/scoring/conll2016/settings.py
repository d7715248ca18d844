"""What is scored on what: language, label set and cutoff, found where they are not given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from relata.errors import ScoringError
from relata.scoring.conll2016.labels import (
    SCHEMES,
    TASK,
    LabelSet,
    infer_language,
    label_set,
    official_language,
)
from relata.scoring.conll2016.records import Record
from relata.segmentation import detect_language
from relata.senses import inventory

MODES = ("corrected", "official")

_LANGUAGES = {name: language for language, name in TASK.items()}


@dataclass(frozen=True, slots=True)
class Setting:
    """How to score; `notes` say what was guessed, and what does not fit."""

    mode: str
    language: str
    labels: LabelSet
    cutoff: str
    notes: tuple[str, ...]

    @property
    def threshold(self) -> Fraction:
        """The cutoff as an exact number."""
        return Fraction(self.cutoff)


def setting(
    gold: Sequence[Record], *, mode: str, language: str | None, senses: str | None, cutoff: str | float
) -> Setting:
    """The setting for a gold standard; the official mode takes language and labels from it alone."""
    if language is not None and language not in TASK:
        raise ScoringError(f"no language {language!r}; expected one of {', '.join(TASK)}")
    cutoff = str(cutoff)
    _check_cutoff(cutoff)
    if mode == "official":
        return _official(gold, language, senses, cutoff)
    if mode == "corrected":
        return _corrected(gold, language, senses, cutoff)
    raise ScoringError(f"no mode {mode!r}; expected one of {', '.join(MODES)}")


def _official(gold: Sequence[Record], language: str | None, senses: str | None, cutoff: str) -> Setting:
    own = official_language(gold)
    if senses is not None and senses not in TASK.values():
        raise ScoringError(
            f"mode official knows the task's own senses only, not {senses}; use mode corrected"
        )
    given = language or _LANGUAGES.get(senses or "", own)
    other = f"mode official takes the language from the gold, which makes it {own}, not {given}"
    return Setting("official", own, label_set(TASK[own]), cutoff, () if given == own else (other,))


def _corrected(gold: Sequence[Record], language: str | None, senses: str | None, cutoff: str) -> Setting:
    notes: list[str] = []
    if language is None:
        language = _guess_language(gold, senses)
    if language is None:
        language = "en"
        notes.append("the senses of the gold do not tell its language; English is assumed")
    labels = label_set(senses or TASK[language])
    notes += _misfit(gold, labels)
    return Setting("corrected", language, labels, cutoff, tuple(notes))


def _guess_language(gold: Sequence[Record], senses: str | None) -> str | None:
    """The language of the task's senses, of which each has its own; other schemes leave it to connectives."""
    if senses is None:
        return infer_language(gold)
    text = " ".join(record.connective_text for record in gold)
    return _LANGUAGES.get(senses) or detect_language(text)


def _misfit(gold: Sequence[Record], labels: LabelSet) -> list[str]:
    """A warning if most of the gold has no sense of the label set, with one that is made for it."""
    share = _share(gold, labels.accepts)
    if share > 0.5:
        return []
    shares = {name: _share(gold, inventory(name).__contains__) for name in SCHEMES}
    best = max(shares, key=lambda name: shares[name])
    hint = f"; the senses {best} fit {shares[best]:.0%} of it" if shares[best] > 0.5 else ""
    return [f"only {share:.0%} of the gold relations have a sense of {labels.name}{hint}"]


def _share(gold: Sequence[Record], accepts: Callable[[str], bool]) -> float:
    """The share of the gold with at least one sense that is accepted."""
    accepted = set(filter(accepts, {sense for record in gold for sense in record.senses}))
    return sum(not accepted.isdisjoint(record.senses) for record in gold) / len(gold) if gold else 1.0


def _check_cutoff(cutoff: str) -> None:
    try:
        fits = 0 < Fraction(cutoff) <= 1
    except (ValueError, ZeroDivisionError):
        fits = False
    if not fits:
        raise ScoringError(f"the cutoff must be a number above 0 and at most 1, got {cutoff!r}")
