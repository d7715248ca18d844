"""What is scored, and how predicates are compared."""

from __future__ import annotations

from dataclasses import dataclass

from relata.errors import ScoringError

MODES = ("corrected", "official")


@dataclass(frozen=True, slots=True)
class Options:
    """How to score: `official` reproduces the task's program with its defects, `corrected` has none of them.

    `punctuation` and `support` say whether punctuation (in syntax) and support chains (in semantics) count.
    With `strict_pred` the sense is all that follows the last dot of PRED, and differing lemmas are counted.
    """

    mode: str = "corrected"
    punctuation: bool = True
    support: bool = False
    strict_pred: bool = False

    def __post_init__(self) -> None:
        if self.mode not in MODES:
            raise ScoringError(f"no mode {self.mode!r}; expected one of {', '.join(MODES)}")
        if self.official and self.strict_pred:
            raise ScoringError(
                "mode official compares senses in its own way; strict_pred goes with corrected"
            )

    @property
    def official(self) -> bool:
        return self.mode == "official"

    @property
    def signature(self) -> dict[str, str]:
        """The options by name, as they stand in signatures."""
        return {
            "mode": self.mode,
            "punct": "yes" if self.punctuation else "no",
            "su": "yes" if self.support else "no",
            "pred": "strict" if self.strict_pred else "sense",
        }


CORRECTED = Options()
"""The default."""
