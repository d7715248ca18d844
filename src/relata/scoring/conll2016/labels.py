"""The setting of a scoring run: mode, language, cutoff, and the label set that relations are scored on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from relata import senses
from relata.document.relations import RelationType
from relata.errors import ScoringError
from relata.formats.conll2016 import relations
from relata.scoring.conll2016.records import Record
from relata.segmentation import detect_language

MODES = ("corrected", "official")

TASK = {"en": "conll2016-en", "zh": "conll2016-zh"}
"""The label sets of the shared task, by language."""

SCHEMES = (*TASK.values(), "pdtb2", "pdtb3", "tedcdb")
"""The inventories that data are annotated with."""

TYPES = tuple(str(name) for name in RelationType if name is not RelationType.NOREL)
"""The types of relations; NoRel marks their absence."""

_LANGUAGES = {name: language for language, name in TASK.items()}
_ENTREL = "EntRel"


@dataclass(frozen=True, slots=True)
class LabelSet:
    """Labels that count, in their order, and the types that predictions may have.

    Senses are truncated to the labels, except those of the shared task, which are taken as they stand. With
    `partial`, a sense above a label ("Comparison") is accepted as well.
    """

    name: str
    labels: tuple[str, ...]
    types: tuple[str, ...]
    truncates: bool
    partial: bool = False

    def label(self, sense: str) -> str:
        """Truncate a sense to its label; a sense outside stays as it is."""
        return (senses.inventory(self.name).truncate(sense) if self.truncates else None) or sense

    def accepts(self, sense: str) -> bool:
        """Test whether a sense is a label or falls under one; with `partial`, also if it is above one."""
        above = self.partial and any(label.startswith(f"{sense}.") for label in self.labels)
        return above or self.label(sense) in self.labels

    def complaint(self, sense: str) -> str:
        """Explain why a sense is not accepted, with the inventories that have it."""
        homes = [name for name in SCHEMES if sense in senses.inventory(name)]
        home = f", a sense of {' and '.join(homes)}" if homes else ""
        return f"{relations.expected(f'a sense of {self.name}', sense)}{home}"

    def applied(self, records: Iterable[Record]) -> list[Record]:
        """Replace the senses of records by their labels, without repetitions."""
        if not self.truncates:
            return list(records)
        return [
            replace(record, senses=tuple(dict.fromkeys(map(self.label, record.senses)))) for record in records
        ]


def label_set(name: str) -> LabelSet:
    """Build the label set of an inventory; EntRel is always in it, because the task scores it as a sense."""
    labels = senses.inventory(name).labels
    if name in _LANGUAGES:
        return LabelSet(name, labels, tuple(map(str, relations.TYPES)), truncates=False)
    return LabelSet(name, labels if _ENTREL in labels else (*labels, _ENTREL), TYPES, truncates=True)


def inventory(language: str) -> tuple[str, ...]:
    """List the senses of the shared task in a language, in its order."""
    return senses.inventory(TASK[language]).labels


@dataclass(frozen=True, slots=True)
class Setting:
    """Options of a scoring run; `notes` warn about guesses and misfits."""

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
    """Choose the setting for a gold standard; the official mode takes language and labels from it alone."""
    for name, value, known in (("language", language, (None, *TASK)), ("mode", mode, MODES)):
        if value not in known:
            raise ScoringError(f"no {name} {value!r}; expected one of {', '.join(filter(None, known))}")
    try:
        fits = 0 < Fraction(str(cutoff)) <= 1
    except (ValueError, ZeroDivisionError):
        fits = False
    if not fits:
        raise ScoringError(f"the cutoff must be a number above 0 and at most 1, got {str(cutoff)!r}")
    return (_official if mode == "official" else _corrected)(gold, language, senses, str(cutoff))


def official_language(gold: Iterable[Record]) -> str:
    """Guess the language as the official program does: EntRel counts as English, a draw as Chinese."""
    english, chinese = frozenset(inventory("en")), frozenset(inventory("zh"))
    votes = Counter("en" if r.sense in english else "zh" if r.sense in chinese else "" for r in gold)
    return "en" if votes["en"] > votes["zh"] else "zh"


def _official(gold: Sequence[Record], language: str | None, senses: str | None, cutoff: str) -> Setting:
    if senses is not None and senses not in _LANGUAGES:
        raise ScoringError(
            f"mode official knows the task's own senses only, not {senses}; use mode corrected"
        )
    gold_language = official_language(gold)
    wanted = language or _LANGUAGES.get(senses or "", gold_language)
    note = f"mode official takes the language from the gold, which makes it {gold_language}, not {wanted}"
    notes = () if wanted == gold_language else (note,)
    return Setting("official", gold_language, label_set(TASK[gold_language]), cutoff, notes)


def _corrected(gold: Sequence[Record], language: str | None, senses: str | None, cutoff: str) -> Setting:
    notes: list[str] = []
    language = language or _guess_language(gold, senses)
    if language is None:
        notes.append("the senses of the gold do not tell its language; English is assumed")
    labels = replace(label_set(senses or TASK[language or "en"]), partial=True)
    return Setting("corrected", language or "en", labels, cutoff, (*notes, *_misfit(gold, labels)))


def _guess_language(gold: Sequence[Record], name: str | None) -> str | None:
    """Guess the language by the task's senses, or by connectives for another label set."""
    if name is not None:
        text = " ".join(record.connective_text for record in gold)
        return _LANGUAGES.get(name) or detect_language(text)
    english, chinese = frozenset(inventory("en")), frozenset(inventory("zh"))
    votes = ((sense in english) - (sense in chinese) for record in gold for sense in record.senses)
    surplus = sum(votes)
    return None if surplus == 0 else "en" if surplus > 0 else "zh"


def _misfit(gold: Sequence[Record], labels: LabelSet) -> list[str]:
    """Warn if most of the gold has no sense of the label set, with one that fits."""
    share = _share(gold, labels.accepts)
    if share > 0.5:
        return []
    shares = {name: _share(gold, senses.inventory(name).__contains__) for name in SCHEMES}
    best = max(shares, key=lambda name: shares[name])
    hint = f"; the senses {best} fit {shares[best]:.0%} of it" if shares[best] > 0.5 else ""
    return [f"only {share:.0%} of the gold relations have a sense of {labels.name}{hint}"]


def _share(gold: Sequence[Record], accepts: Callable[[str], bool]) -> float:
    """Compute the share of the gold with at least one accepted sense."""
    accepted = set(filter(accepts, {sense for record in gold for sense in record.senses}))
    return sum(not accepted.isdisjoint(record.senses) for record in gold) / len(gold) if gold else 1.0
