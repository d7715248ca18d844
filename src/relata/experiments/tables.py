"""Report tables as plain text, Markdown and LaTeX, and the files of a report."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import Any

from relata.formats.files import replace_text

_LATEX: dict[str, str | int | None] = {
    **{character: f"\\{character}" for character in "&%$#_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
}
_BAR = r"\textbar{}"


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows of text under a header; the first column is aligned left, the others right.

    The signature below the rows states the settings of the figures.
    """

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()
    signature: str = ""

    @property
    def below(self) -> list[str]:
        """Lines under the rows."""
        return [*self.notes, *filter(None, [self.signature])]

    def text(self) -> str:
        """Return aligned columns."""
        lines = [line.rstrip() for line in indent(self._grid("plain"), "  ").splitlines()]
        return "\n".join([self.title, "", *lines, *(["", *self.below] if self.below else [])]) + "\n"

    def markdown(self) -> str:
        """Return a table of GitHub's Markdown."""
        parts = [f"### {_escaped(self.title)}", self._grid("pipe", _escaped)]
        if self.notes:
            parts.append("\n".join(f"{_escaped(note)}  " for note in self.notes))
        if self.signature:
            parts.append(f"`{self.signature}`")
        return "\n\n".join(parts) + "\n"

    def latex(self) -> str:
        """Return a table with booktabs."""
        notes = " ".join(_latex(note) + ("" if note.endswith(".") else ".") for note in self.notes)
        lines = [r"\begin{table}", r"\centering", _with_symbols(self._grid("latex_booktabs"))]
        if self.signature:  # a line may break after each of its parts
            parts = _latex(self.signature).replace(_BAR, rf"{_BAR}\allowbreak{{}}")
            lines.append(rf"\par\smallskip{{\tiny\ttfamily {parts}}}")
        caption = f"{_latex(self.title)}. {notes}".rstrip()
        return "\n".join([*lines, rf"\caption{{{caption}}}", r"\end{table}", ""])

    def _grid(self, form: str, escape: Callable[[str], str] = str) -> str:
        from tabulate import tabulate

        grid: str = tabulate(
            [[escape(cell) for cell in row] for row in self.rows],
            [escape(name) for name in self.header],
            tablefmt=form,
            disable_numparse=True,
            colalign=("left", *["right"] * (len(self.header) - 1)) if self.rows else None,
        )
        return grid


def write_report(
    folder: Path, text: str, markdown: Iterable[str], latex: Iterable[str], figures: Mapping[str, Any]
) -> Iterator[Path]:
    """Write a report in three forms, and its figures as JSON; yield the paths."""
    forms = {"txt": text, "md": "\n".join(markdown), "tex": "\n".join(latex)}
    forms["json"] = json.dumps(figures, ensure_ascii=False, indent=2) + "\n"
    for suffix, content in forms.items():
        path = folder / f"report.{suffix}"
        replace_text(path, [content])
        yield path


def _escaped(text: str) -> str:
    return text.replace("|", r"\|")


def _latex(text: str) -> str:
    return _with_symbols(text.translate(str.maketrans(_LATEX)))


def _with_symbols(text: str) -> str:
    """Replace the symbols that tabulate leaves as they are."""
    return text.replace("χ²", r"$\chi^2$").replace("±", r"$\pm$").replace("|", _BAR)
