"""The text of the official program, to the byte: its summary, its lines by sentence, tables of its report.

Sums are done in the order in which that program does them, so that they round alike. Sections of the report
whose content depends on the order of its hash tables (contexts, frame confusions, specific errors) are left
out, and rows of equal frequency stand in the order in which they came up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from relata.scoring.conll2008.analysis import WEIGHT
from relata.scoring.conll2008.result import DependencyScore, macro
from relata.scoring.conll2008.semantics import SemanticDependencies
from relata.scoring.conll2008.syntax import Attachment
from relata.scoring.score import Counts, harmonic_mean

_RULE = f"\n  {'=' * 80}\n"
_TAG_RULE = "  -----------+-------+-------+------+-------+------+-------+-------"
_TAG_HEADERS = {
    "accuracy": (
        "  Accuracy   | words | right |   %  | right |   %  | both  |   %",
        "             |       | head  |      |  dep  |      | right |",
    ),
    "error rate": (
        "  Error      | words | head  |   %  |  dep  |   %  | both  |   %",
        "  Rate       |       | err   |      |  err  |      | wrong |",
    ),
}
_SYNTACTIC = {
    "deprel": ("of DEPREL\n", "deprel"),
    "attachment": ("of DEPREL + ATTACHMENT\n", "deprel"),
    "direction": ("of binned HEAD direction\n", "direction"),
    "distance": ("of binned HEAD distance\n", "distance"),
}
_SEMANTIC = {
    "predicate": (
        "for LABELED semantic dependencies to ROOT\n  (i.e., predicate identification and classification)",
        "PPOSS",
    ),
    "predicate-unlabeled": (
        "for UNLABELED semantic dependencies to ROOT\n  (i.e., predicate identification)",
        "PPOSS",
    ),
    "argument": (
        "for non-ROOT semantic dependencies\n  (i.e., identification and classification of arguments)",
        "PPOSS(pred) + ARG",
    ),
}
TABLES = ("tag", *_SYNTACTIC, *_SEMANTIC)
"""The names of the tables, in the order of the report."""


def aborts(score: DependencyScore) -> bool:
    """Test whether the program divides by zero: no predicates on a side, or nothing right of them."""
    return not score.syntax.words or not score.semantics.labeled.total.tp


def official_text(score: DependencyScore, tables: tuple[str, ...] = (), *, sentences: bool = False) -> str:
    """Format the output of the program: its summary, and tables of its report.

    With `sentences` a line for each of them goes first. Where the program stops, so does the text.
    """
    lines = [*(_sentence_lines(score) if sentences else ()), *_summary(score)]
    if tables and not aborts(score):
        lines += _report(score, tables)
    return "".join(f"{line}\n" for line in lines)


def _sentence_lines(score: DependencyScore) -> Iterator[str]:
    yield "     Sent.          Attachment      Correct        Scoring          "
    yield "    ID Tokens  -   Unlab. Lab.   HEAD HEAD+DEPREL   tokens   - - - -"
    yield f"  {'=' * 76}"
    for sentence in score.sentences:
        attachment = sentence.attachment
        words = attachment.words
        rights = (attachment.head, attachment.both)
        shares = " ".join(_padded(_accuracy(right, words) if words else math.nan, 6) for right in rights)
        counts = f"{attachment.head:4}    {attachment.both:4}        {words:4}"
        yield f"  {sentence.number:4} {sentence.tokens:4}    0  {shares}  {counts}    0 0 0 0"
    yield ""
    yield ""


def _summary(score: DependencyScore) -> Iterator[str]:
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
    for lines in (_semantic_lines, _macro_lines, _micro_lines, _support_lines):
        yield from lines(score)
        yield ""


def _kinds(score: DependencyScore) -> Iterator[tuple[str, int, SemanticDependencies]]:
    """Kinds of scores with the number of right links and the counts of semantic dependencies."""
    yield "Labeled", score.syntax.both, score.semantics.labeled
    yield "Unlabeled", score.syntax.head, score.semantics.unlabeled


def _semantic_lines(score: DependencyScore) -> Iterator[str]:
    for name, _, semantic in _kinds(score):
        yield from _rate_lines(name, semantic, semantic.total)
    propositions = score.semantics.propositions
    yield _line("Proposition precision", _share(propositions.tp, propositions.pred))
    yield _line("Proposition recall", _share(propositions.tp, propositions.gold))
    yield _line("Proposition F1", f"{harmonic_mean(*_rates(propositions)):.2f} ")
    yield _line("Exact semantic match", _share(score.exact.semantic, score.exact.semantic_sentences))


def _macro_lines(score: DependencyScore) -> Iterator[str]:
    yield "  OVERALL MACRO SCORES (Wsem = 0.50):"
    for name, right, semantic in _kinds(score):
        attachment = _accuracy(right, score.syntax.words)
        precision, recall = (macro(attachment, rate, WEIGHT) for rate in _rates(semantic.total))
        yield _line(f"{name} macro precision", f"{precision:.2f} %")
        yield _line(f"{name} macro recall", f"{recall:.2f} %")
        yield _line(f"{name} macro F1", f"{harmonic_mean(precision, recall):.2f} %")
    yield _line("Exact overall match", _share(score.exact.overall, score.exact.sentences))


def _micro_lines(score: DependencyScore) -> Iterator[str]:
    yield "  OVERALL MICRO SCORES:"
    for name, right, semantic in _kinds(score):
        links = Counts(right, score.syntax.words, score.syntax.words)
        yield from _rate_lines(f"{name} micro", semantic, score.micro(name.lower()), links)


def _rate_lines(
    name: str, semantic: SemanticDependencies, total: Counts, syntactic: Counts | None = None
) -> Iterator[str]:
    """Lines of precision, recall and F1, with the summands of their counts."""
    parts = [part for part in (syntactic, semantic.arguments, semantic.predicates) if part]
    right, system, gold = (
        " + ".join(str(getattr(part, side)) for part in parts) for side in ("tp", "pred", "gold")
    )
    precision, recall = _rates(total)
    yield _line(f"{name} precision", f"({right}) / ({system}) * 100 = {precision:.2f} %")
    yield _line(f"{name} recall", f"({right}) / ({gold}) * 100 = {recall:.2f} %")
    yield _line(f"{name} F1", f"{harmonic_mean(precision, recall):.2f} ")


def _support_lines(score: DependencyScore) -> Iterator[str]:
    if score.options.support:
        yield "  Note: NOT skipping SU predicates and arguments"
        return
    yield "  Note: skipped SU predicates and arguments"
    for side, output in ((score.gold, "in gold output"), (score.system, "is system output")):
        skipped = f"{side.skipped_predicates} SU predicates and {side.skipped_arguments} SU arguments"
        yield f"  \tSkipped {skipped} {output}"


def _line(name: str, value: str) -> str:
    return f"  {name + ':':28}{value}"


def _attached(right: int, words: int) -> str:
    return f"{right} / {words} * 100 = {_accuracy(right, words):.2f} %"


def _share(right: int, total: int) -> str:
    return f"{right} / {total} * 100 = {right * 100 / total:.2f} %"


def _accuracy(right: int, words: int) -> float:
    """Accuracy in per cent: the program subtracts the errors from 100, which may round otherwise."""
    return 100 - (words - right) * 100 / words


def _rates(counts: Counts) -> tuple[float, float]:
    """Precision and recall in per cent."""
    return counts.tp * 100 / counts.pred, counts.tp * 100 / counts.gold


def _report(score: DependencyScore, tables: tuple[str, ...]) -> Iterator[str]:
    """Lines of these tables under the headings of the report."""
    files = f"results in {score.system.name}\n  vs. gold standard {score.gold.name}:\n"
    syntactic = [name for name in _SYNTACTIC if name in tables]
    if syntactic or "tag" in tables:
        yield _RULE
        yield f"  Evaluation of the syntactic {files}"
        yield f"  Number of non-scoring tokens: {score.unscored}\n"
    if "tag" in tables:
        yield from _tag_table("accuracy", score.syntax, score.tags)
        yield from _tag_table("error rate", score.syntax, score.tags)
    for name in syntactic:
        yield from _count_table(*_SYNTACTIC[name], score.tables[name])
        yield "\n"
    semantic = [name for name in _SEMANTIC if name in tables]
    if semantic:
        yield _RULE
        yield f"  Evaluation of the semantic {files}"
    for name in semantic:
        yield from _count_table(*_SEMANTIC[name], score.tables[name], f1=True)


def _tag_table(kind: str, total: Attachment, tags: Mapping[str, Attachment]) -> Iterator[str]:
    """Lines of the heads and labels by tag: right ones in the table of accuracy, else wrong ones."""

    def row(tag: str, attachment: Attachment) -> str:
        words, rights = attachment.words, (attachment.head, attachment.label, attachment.both)
        shares = [(right, _accuracy(right, words)) for right in rights]
        if kind != "accuracy":
            head, label, either = (words - right for right in rights)
            shares = [(wrong, wrong * 100 / words) for wrong in (head, label, head + label - either)]
        cells = " | ".join(f"{count:5} | {share:3.0f}%" for count, share in shares)
        return f"  {tag:10} | {words:5} | {cells}"

    yield f"  The overall {kind} and its distribution over PPOSS tags\n"
    yield from (_TAG_RULE, *_TAG_HEADERS[kind], _TAG_RULE, row("total", total), _TAG_RULE)
    yield from (row(tag, attachment) for tag, attachment in tags.items())
    yield f"{_TAG_RULE}\n\n"


def _count_table(title: str, key: str, rows: Mapping[str, Counts], *, f1: bool = False) -> Iterator[str]:
    """Lines of precision and recall; with F1 there is a rule below them."""
    width = max(15, len(key))
    rule_end, header_end = ("|--------|", "|     F1 | ") if f1 else ("", "")
    rule = f"  {'-' * width}-+------+---------+--------+------------+---------------{rule_end}"
    yield f"  Precision and recall {title}"
    yield rule
    yield f"  {key:{width}} | gold | correct | system | recall (%) | precision (%) {header_end}"
    yield rule
    for name, counts in rows.items():
        recall, precision = _rate(counts.tp, counts.gold), _rate(counts.tp, counts.pred)
        cells = f"  {name:{width}} | {counts.gold:4} | {counts.tp:7} | {counts.pred:6}"
        rates = f"{_padded(recall, 10)} | {_padded(precision, 13)}"
        yield f"{cells} | {rates}{f' | {_f1(precision, recall)} |' if f1 else ''}"
    if f1:
        yield f"{rule}\n"


def _f1(precision: float, recall: float) -> str:
    """F1 of the rounded precision and recall, as the program has it; none if one of them is 0 or none."""
    precision, recall = float(f"{precision:.2f}"), float(f"{recall:.2f}")
    return _padded(2 * precision * recall / (precision + recall) if precision and recall else math.nan, 6)


def _rate(right: int, total: int) -> float:
    return right * 100 / total if total else math.nan


def _padded(value: float, width: int) -> str:
    return f"{'NaN':>{width}}" if math.isnan(value) else f"{value:{width}.2f}"
