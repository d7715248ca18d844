"""Inventories of syntax: the labels of dependencies in the CoNLL-2008 task, and a model's tags and labels."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DEPREL_DESCRIPTIONS = {
    "ADV": "general adverbial",
    "AMOD": "modifier of an adjective or adverb",
    "APPO": "apposition",
    "BNF": "benefactor (for) in dative shift",
    "CONJ": "second conjunct, below the conjunction",
    "COORD": "coordination",
    "DEP": "unclassified",
    "DIR": "adverbial of direction",
    "DTV": "dative (to) in dative shift",
    "EXT": "adverbial of extent",
    "EXTR": "extraposed element",
    "HMOD": "part of a hyphenated word, below its head",
    "HYPH": "hyphen, below the part before it",
    "IM": "infinitive, below its marker (to)",
    "LGS": "logical subject of a passive verb",
    "LOC": "adverbial or modifier of place",
    "MNR": "adverbial of manner",
    "NAME": "link inside a name",
    "NMOD": "modifier of a nominal",
    "OBJ": "object",
    "OPRD": "predicative complement of a raising or control verb",
    "P": "punctuation",
    "PMOD": "modifier of a preposition",
    "POSTHON": "posthonorific modifier of a name",
    "PRD": "predicative complement",
    "PRN": "parenthetical",
    "PRP": "adverbial of purpose or reason",
    "PRT": "particle of a verb",
    "PUT": "complement of the verb put",
    "ROOT": "root",
    "SBJ": "subject",
    "SUB": "subordinated clause, below its subordinator",
    "SUFFIX": "possessive suffix",
    "TITLE": "title of a name",
    "TMP": "adverbial or modifier of time",
    "VC": "verb chain",
    "VOC": "vocative",
}
"""Meanings of the atomic labels of dependencies in the CoNLL-2008 task."""


@dataclass(frozen=True, slots=True)
class SyntaxLabels:
    """The tags and dependency labels of a model, in the order of its heads."""

    tags: tuple[str, ...]
    deprels: tuple[str, ...]

    @classmethod
    def of(cls, labels: Mapping[str, Any]) -> SyntaxLabels | None:
        """Read the labels of a manifest; None for a model without syntax."""
        if "tags" not in labels:
            return None
        return cls(tuple(labels["tags"]), tuple(labels["deprels"]))

    def as_dict(self) -> dict[str, list[str]]:
        """Return the labels as a manifest holds them."""
        return {"tags": list(self.tags), "deprels": list(self.deprels)}
