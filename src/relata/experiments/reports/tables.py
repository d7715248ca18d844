"""Tables as plain text, Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "±": r"$\pm$",
    "χ²": r"$\chi^2$",
}


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of text under a header; the first column goes to the left, the others to the right.

    The signature below them says what was computed.
    """

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    notes: Sequence[str] = ()
    signature: str = ""

    @property
    def below(self) -> list[str]:
        """The lines under the rows."""
        return [*self.notes, *filter(None, [self.signature])]

    def text(self) -> str:
        """Aligned columns."""
        widths = [max(map(len, column)) for column in zip(self.header, *self.rows, strict=True)]
        lines = [self.title, ""]
        for row in (self.header, *self.rows):
            cells = [
                cell.rjust(width) if place else cell.ljust(width)
                for place, (cell, width) in enumerate(zip(row, widths, strict=True))
            ]
            lines.append(f"  {'  '.join(cells)}".rstrip())
        return "\n".join([*lines, *(["", *self.below] if self.below else [])]) + "\n"

    def markdown(self) -> str:
        """A table of GitHub's Markdown."""
        rules = ["---", *["---:"] * (len(self.header) - 1)]
        rows = [_row(map(_escaped, row)) for row in self.rows]
        notes = ["", *(f"{_escaped(note)}  " for note in self.notes)] if self.notes else []
        signature = ["", f"`{self.signature}`"] if self.signature else []
        return (
            "\n".join(
                [
                    f"### {_escaped(self.title)}",
                    "",
                    _row(map(_escaped, self.header)),
                    _row(rules),
                    *rows,
                    *notes,
                    *signature,
                ]
            )
            + "\n"
        )

    def latex(self) -> str:
        """A table with booktabs."""
        columns = "l" + "r" * (len(self.header) - 1)
        signature = [rf"\par\smallskip{{\tiny\ttfamily {_breakable(self.signature)}}}"] * bool(self.signature)
        notes = " ".join(_latex(note) + ("" if note.endswith(".") else ".") for note in self.notes)
        return "\n".join(
            [
                r"\begin{table}",
                r"\centering",
                rf"\begin{{tabular}}{{{columns}}}",
                r"\toprule",
                _line(self.header),
                r"\midrule",
                *map(_line, self.rows),
                r"\bottomrule",
                r"\end{tabular}",
                *signature,
                rf"\caption{{{_latex(self.title)}.{' ' + notes if notes else ''}}}",
                r"\end{table}",
                "",
            ]
        )


def _row(cells: object) -> str:
    return f"| {' | '.join(cells)} |"  # type: ignore[arg-type]


def _escaped(text: str) -> str:
    return text.replace("|", r"\|")


def _line(cells: Sequence[str]) -> str:
    return " & ".join(map(_latex, cells)) + r" \\"


def _latex(text: str) -> str:
    escaped = "".join(_LATEX.get(character, character) for character in text.replace("χ²", "\0"))
    return escaped.replace("\0", _LATEX["χ²"])


def _breakable(signature: str) -> str:
    """A signature that may go on in the next line after each of its parts."""
    return _latex(signature).replace(_LATEX["|"], rf"{_LATEX['|']}\allowbreak{{}}")
