"""The corrected scores of small random analyses: against plain enumeration, and what must always hold."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from relata.scoring.conll2016 import TABLES, Counts, Record, Table
from relata.scoring.conll2016.corrected import score_corrected
from relata.scoring.conll2016.result import RunTables

CUTOFF = Fraction("0.7")
LABELS = ("Cause.Reason", "Cause.Result", "Contrast")
HEADS = {"because": (0,), "days after": (1,), "if then": (0, 1)}

Records = list[Record]
Pairs = list[tuple[int, int]]


@st.composite
def relations(draw: st.DrawFn, senses: tuple[str, ...], most_senses: int) -> Record:
    text = draw(st.sampled_from(list(HEADS)))
    start = draw(st.integers(0, 2))
    explicit = draw(st.booleans())
    spans = st.sets(st.integers(0, 4), min_size=1, max_size=5)
    return Record(
        doc_id=draw(st.sampled_from("ab")),
        type="Explicit" if explicit else draw(st.sampled_from(["Implicit", "EntRel"])),
        senses=tuple(draw(st.lists(st.sampled_from(senses), min_size=1, max_size=most_senses, unique=True))),
        arg1=tuple(sorted(draw(spans))),
        arg2=tuple(sorted(draw(spans))),
        connective=tuple(range(start, start + len(text.split()))) if explicit else (),
        connective_text=text if explicit else "",
    )


def analyses(senses: tuple[str, ...], most_senses: int) -> st.SearchStrategy[Records]:
    return st.lists(relations(senses, most_senses), max_size=5)


golds = analyses((*LABELS, "Cause", "Unlisted"), 2)
listed_golds = analyses(LABELS, 2)
predictions = analyses(LABELS, 1)


def scored(gold: Records, predicted: Records) -> RunTables:
    return score_corrected(gold, predicted, LABELS, CUTOFF)


def tables(result: RunTables) -> Iterator[Table]:
    yield from result.strict.values()
    yield from result.partial.values()


def figures(result: RunTables) -> list[tuple[float, float, float]]:
    """Precision, recall and F1 of every measure of every table."""
    return [
        (counts.precision, counts.recall, counts.f1)
        for table in tables(result)
        for counts in table.measures.values()
    ]


# --- the specification, written down once more, by enumeration ------------------------------------


def matchings(edges: Pairs) -> Iterator[Pairs]:
    if not edges:
        yield []
        return
    (i, j), *rest = edges
    yield from matchings(rest)
    for others in matchings([(k, m) for k, m in rest if k != i and m != j]):
        yield [(i, j), *others]


def edges(gold: Records, predicted: Records, fits: Callable[[Record, Record], bool]) -> Pairs:
    return [
        (i, j)
        for i, g in enumerate(gold)
        for j, p in enumerate(predicted)
        if g.doc_id == p.doc_id and fits(g, p)
    ]


def most(gold: Records, predicted: Records, fits: Callable[[Record, Record], bool]) -> Counts:
    largest = max(map(len, matchings(edges(gold, predicted, fits))))
    return Counts(largest, len(predicted), len(gold))


def listed(gold: Record) -> list[str]:
    return [sense for sense in gold.senses if sense in LABELS]


def right(gold: Record, predicted: Record) -> bool:
    """Sense of a label, or above the one predicted."""
    sense = predicted.senses[0]
    return sense in listed(gold) or ("Cause" in gold.senses and sense.startswith("Cause."))


def token_f1(one: tuple[int, ...], other: tuple[int, ...]) -> Fraction:
    return Fraction(2 * len({*one} & {*other}), len(one) + len(other))


def same_connective(gold: Record, predicted: Record) -> bool:
    head = {gold.connective[place] for place in HEADS[gold.connective_text]}
    return head <= {*predicted.connective} <= {*gold.connective}


def best_alignment(gold: Records, predicted: Records, weight: Callable[[Record, Record], Fraction]) -> Pairs:
    def rank(pairs: Pairs) -> tuple[Fraction, int, int, Pairs]:
        weights = [weight(gold[i], predicted[j]) for i, j in pairs]
        correct = sum(right(gold[i], predicted[j]) for i, j in pairs)
        return -sum(weights, Fraction()), -len(pairs), -correct, sorted(pairs)

    candidates = edges(gold, predicted, lambda g, p: weight(g, p) > 0)
    return min(map(rank, matchings(candidates)))[3]


def tallied(hits: list[str], wrong: list[str], missed: list[str]) -> dict[str, Counts]:
    found, more, fewer = Counter(hits), Counter(wrong), Counter(missed)
    return {
        sense: Counts(found[sense], found[sense] + more[sense], found[sense] + fewer[sense])
        for sense in {*found, *more, *fewer}
    }


def strict_parser(gold: Records, predicted: Records) -> dict[str, Counts]:
    """By sense; documents and spans are told apart by going through all groups."""
    hits, wrong, missed = list[str](), list[str](), list[str]()
    for key in {(r.doc_id, r.arg1, r.arg2) for r in gold + predicted}:
        own = [r for r in gold if (r.doc_id, r.arg1, r.arg2) == key]
        found = [r for r in predicted if (r.doc_id, r.arg1, r.arg2) == key]
        pairs = min(
            (-len(chosen), -sum(bool(listed(own[i])) for i, _ in chosen), sorted(chosen))
            for chosen in matchings(edges(own, found, right))
        )[2]
        hits += [found[j].senses[0] for _, j in pairs]
        alone = [g for i, g in enumerate(own) if i not in dict(pairs)]
        missed += [listed(g)[0] for g in alone if listed(g)]
        rest = [p.senses[0] for j, p in enumerate(found) if j not in {j for _, j in pairs}]
        errors = sum(bool(listed(g)) for g in alone)
        wrong += rest[:errors] + rest[len(alone) :]
    return tallied(hits, wrong, missed)


def partial_parser(gold: Records, predicted: Records, pairs: Pairs) -> dict[str, Counts]:
    partner = dict(pairs)
    taken = set(partner.values())
    hits, wrong, missed = list[str](), list[str](), list[str]()
    wrong += [p.senses[0] for j, p in enumerate(predicted) if j not in taken]
    for i, g in enumerate(gold):
        guess = predicted[partner[i]].senses[0] if i in partner else None
        if guess and right(g, predicted[partner[i]]):
            hits.append(guess)
        elif listed(g):
            missed.append(listed(g)[0])
            wrong += [guess] if guess else []
    return tallied(hits, wrong, missed)


def enumerated(gold: Records, predicted: Records) -> tuple[Table, Table]:
    """The strict and the partial table of these records."""
    conn_gold, conn_predicted = ([r for r in side if r.type == "Explicit"] for side in (gold, predicted))
    by_sense = strict_parser(gold, predicted)
    strict = Table(
        parser=sum(by_sense.values(), Counts()),
        arg1=most(gold, predicted, lambda g, p: g.arg1 == p.arg1),
        arg2=most(gold, predicted, lambda g, p: g.arg2 == p.arg2),
        both=most(gold, predicted, lambda g, p: (g.arg1, g.arg2) == (p.arg1, p.arg2)),
        connective=most(conn_gold, conn_predicted, same_connective),
        senses=by_sense,
    )

    def enough(value: Fraction) -> Fraction:
        return value if value >= CUTOFF else Fraction(0)

    def mean(g: Record, p: Record) -> Fraction:
        one, other = token_f1(g.arg1, p.arg1), token_f1(g.arg2, p.arg2)
        return enough((one + other) / 2) if one and other else Fraction(0)

    def both(g: Record, p: Record) -> Fraction:
        one, other = enough(token_f1(g.arg1, p.arg1)), enough(token_f1(g.arg2, p.arg2))
        return (one + other) / 2 if one and other else Fraction(0)

    def found(pairs: Pairs) -> Counts:
        return Counts(len(pairs), len(predicted), len(gold))

    by_sense = partial_parser(gold, predicted, best_alignment(gold, predicted, mean))
    return strict, Table(
        parser=sum(by_sense.values(), Counts()),
        arg1=found(best_alignment(gold, predicted, lambda g, p: enough(token_f1(g.arg1, p.arg1)))),
        arg2=found(best_alignment(gold, predicted, lambda g, p: enough(token_f1(g.arg2, p.arg2)))),
        both=found(best_alignment(gold, predicted, both)),
        senses=dict.fromkeys(LABELS, Counts()) | by_sense,
    )


@pytest.mark.parametrize("name", TABLES)
@given(gold=golds, predicted=predictions)
@settings(deadline=None)
def test_scores_are_those_of_plain_enumeration(name: str, gold: Records, predicted: Records) -> None:
    parts = {"All": {True, False}, "Explicit only": {True}, "Non-explicit only": {False}}[name]
    strict, partial = enumerated(
        *([r for r in side if (r.type == "Explicit") in parts] for side in (gold, predicted))
    )

    result = scored(gold, predicted)

    assert (result.strict[name], result.partial[name]) == (strict, partial)


# --- what must always hold -------------------------------------------------------------------------


@given(golds, predictions)
@settings(deadline=None)
def test_every_figure_lies_between_0_and_1(gold: Records, predicted: Records) -> None:
    assert all(0 <= value <= 1 for values in figures(scored(gold, predicted)) for value in values)


@given(golds, predictions)
@settings(deadline=None)
def test_partial_scoring_finds_no_fewer_spans_than_strict_scoring(gold: Records, predicted: Records) -> None:
    result = scored(gold, predicted)

    for name in TABLES:
        strict, partial = result.strict[name], result.partial[name]
        assert strict.arg1.tp <= partial.arg1.tp
        assert strict.arg2.tp <= partial.arg2.tp
        assert strict.both.tp <= partial.both.tp


@given(listed_golds, predictions, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_predictions_changes_no_figure(
    gold: Records, predicted: Records, rng: random.Random
) -> None:
    shuffled = rng.sample(predicted, len(predicted))

    assert figures(scored(gold, shuffled)) == figures(scored(gold, predicted))


@given(listed_golds)
@settings(deadline=None)
def test_a_gold_standard_is_perfect_against_itself(gold: Records) -> None:
    predicted = [replace(record, senses=record.senses[:1]) for record in gold]

    assert all(values == (1.0, 1.0, 1.0) for values in figures(scored(gold, predicted)))


@given(golds, predictions, st.sampled_from(LABELS), st.sampled_from(["Explicit", "Implicit"]))
@settings(deadline=None)
def test_a_prediction_that_shares_no_token_raises_no_figure(
    gold: Records, predicted: Records, sense: str, type: str
) -> None:
    stray = Record("a", type, (sense,), (90, 91), (92, 93), (94,) if type == "Explicit" else ())

    before, after = scored(gold, predicted), scored(gold, [*predicted, stray])

    assert all(
        new <= old
        for olds, news in zip(figures(before), figures(after), strict=True)
        for old, new in zip(olds, news, strict=True)
    )


@given(golds, predictions)
@settings(deadline=None)
def test_the_counts_of_senses_add_up_to_the_parser_counts(gold: Records, predicted: Records) -> None:
    for table in tables(scored(gold, predicted)):
        assert sum(table.senses.values(), Counts()) == table.parser


@given(golds, predictions)
@settings(deadline=None)
def test_documents_are_scored_apart(gold: Records, predicted: Records) -> None:
    parts = [
        scored([r for r in gold if r.doc_id == name], [r for r in predicted if r.doc_id == name])
        for name in "ab"
    ]

    whole = [table.measures for table in tables(scored(gold, predicted))]

    for one, other, both in zip(tables(parts[0]), tables(parts[1]), whole, strict=True):
        assert {name: one.measures[name] + other.measures[name] for name in both} == both
