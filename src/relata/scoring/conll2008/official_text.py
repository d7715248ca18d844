"""What the official program prints, to the byte: its summary and its lines by sentence.

Sums are done in the order in which that program does them, so that they round alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from relata.scoring.conll2008.measures import harmonic, macro, micro
from relata.scoring.conll2008.official_tables import report
from relata.scoring.conll2008.tally import Counts

if TYPE_CHECKING:
    from relata.scoring.conll2008.score import Score
    from relata.scoring.conll2008.semantics import Dependencies


def aborts(score: Score) -> bool:
    """Whether the program divides by zero: no predicates on a side, or nothing right of them."""
    return not score.syntax.words or not score.semantics.labeled.total.tp


def render(score: Score, tables: tuple[str, ...], *, sentences: bool) -> str:
    """The lines by sentence if asked for, the summary, and tables of the report."""
    lines = [*(_sentence_lines(score) if sentences else ()), *_summary(score)]
    if tables and not aborts(score):
        lines += report(score, tables)
    return "".join(f"{line}\n" for line in lines)


def _sentence_lines(score: Score) -> Iterator[str]:
    yield "     Sent.          Attachment      Correct        Scoring          "
    yield "    ID Tokens  -   Unlab. Lab.   HEAD HEAD+DEPREL   tokens   - - - -"
    yield f"  {'=' * 76}"
    for sentence in score.sentences:
        found = sentence.attachment
        unlabeled, labeled = "   NaN", "   NaN"
        if found.words:
            unlabeled = f"{_accuracy(found.head, found.words):6.2f}"
            labeled = f"{_accuracy(found.both, found.words):6.2f}"
        counts = f"{found.head:4}    {found.both:4}        {found.words:4}"
        yield f"  {sentence.number:4} {sentence.tokens:4}    0  {unlabeled} {labeled}  {counts}    0 0 0 0"
    yield ""
    yield ""


def _summary(score: Score) -> Iterator[str]:
    syntax, exact = score.syntax, score.exact
    yield "  SYNTACTIC SCORES:"
    if not syntax.words:
        return
    yield f"  Labeled   attachment score: {_attached(syntax.both, syntax.words)}"
    yield f"  Unlabeled attachment score: {_attached(syntax.head, syntax.words)}"
    yield f"  Label accuracy score:       {_attached(syntax.label, syntax.words)}"
    yield f"  Exact syntactic match:      {_share(exact.syntactic, exact.sentences)}"
    yield ""
    yield "  SEMANTIC SCORES: "
    if aborts(score):
        return
    yield from _semantic_lines(score)
    yield ""
    yield from _macro_lines(score)
    yield ""
    yield from _micro_lines(score)
    yield ""
    yield from _support_lines(score)
    yield ""


def _semantic_lines(score: Score) -> Iterator[str]:
    for name, found in (("Labeled", score.semantics.labeled), ("Unlabeled", score.semantics.unlabeled)):
        precision, recall = _rates(found.total)
        right = _sum(found, "tp")
        yield _line(f"{name} precision", f"{right} / {_sum(found, 'pred')} * 100 = {precision:.2f} %")
        yield _line(f"{name} recall", f"{right} / {_sum(found, 'gold')} * 100 = {recall:.2f} %")
        yield _line(f"{name} F1", f"{harmonic(precision, recall):.2f} ")
    whole = score.semantics.propositions
    yield _line("Proposition precision", _share(whole.tp, whole.pred))
    yield _line("Proposition recall", _share(whole.tp, whole.gold))
    yield _line("Proposition F1", f"{harmonic(*_rates(whole)):.2f} ")
    yield _line("Exact semantic match", _share(score.exact.semantic, score.exact.semantic_sentences))


def _macro_lines(score: Score) -> Iterator[str]:
    syntax, semantics = score.syntax, score.semantics
    yield "  OVERALL MACRO SCORES (Wsem = 0.50):"
    for name, right, found in (
        ("Labeled", syntax.both, semantics.labeled),
        ("Unlabeled", syntax.head, semantics.unlabeled),
    ):
        attachment = _accuracy(right, syntax.words)
        precision, recall = (macro(attachment, rate) for rate in _rates(found.total))
        yield _line(f"{name} macro precision", f"{precision:.2f} %")
        yield _line(f"{name} macro recall", f"{recall:.2f} %")
        yield _line(f"{name} macro F1", f"{harmonic(precision, recall):.2f} %")
    yield _line("Exact overall match", _share(score.exact.overall, score.exact.sentences))


def _micro_lines(score: Score) -> Iterator[str]:
    syntax, semantics = score.syntax, score.semantics
    yield "  OVERALL MICRO SCORES:"
    for kind, right, found in (
        ("labeled", syntax.both, semantics.labeled),
        ("unlabeled", syntax.head, semantics.unlabeled),
    ):
        name = kind.capitalize()
        precision, recall = _rates(micro(score, kind))
        correct = _sum(found, "tp", right)
        system, gold = (_sum(found, side, syntax.words) for side in ("pred", "gold"))
        yield _line(f"{name} micro precision", f"{correct} / {system} * 100 = {precision:.2f} %")
        yield _line(f"{name} micro recall", f"{correct} / {gold} * 100 = {recall:.2f} %")
        yield _line(f"{name} micro F1", f"{harmonic(precision, recall):.2f} ")


def _support_lines(score: Score) -> Iterator[str]:
    if score.options.support:
        yield "  Note: NOT skipping SU predicates and arguments"
        return
    yield "  Note: skipped SU predicates and arguments"
    for side, said in ((score.gold, "in gold output"), (score.system, "is system output")):
        skipped = f"{side.skipped_predicates} SU predicates and {side.skipped_arguments} SU arguments"
        yield f"  \tSkipped {skipped} {said}"


def _line(name: str, value: str) -> str:
    return f"  {name + ':':28}{value}"


def _attached(right: int, words: int) -> str:
    return f"{right} / {words} * 100 = {_accuracy(right, words):.2f} %"


def _share(right: int, total: int) -> str:
    return f"{right} / {total} * 100 = {right * 100 / total:.2f} %"


def _sum(found: Dependencies, side: str, *before: int) -> str:
    parts = (*before, getattr(found.arguments, side), getattr(found.predicates, side))
    return f"({' + '.join(map(str, parts))})"


def _accuracy(right: int, words: int) -> float:
    """The program subtracts the errors from 100, which may round otherwise."""
    return 100 - (words - right) * 100 / words


def _rates(counts: Counts) -> tuple[float, float]:
    """Precision and recall in per cent."""
    return counts.tp * 100 / counts.pred, counts.tp * 100 / counts.gold
