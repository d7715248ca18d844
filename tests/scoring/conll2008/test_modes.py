"""The two modes agree wherever the official program has no defect."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from relata.scoring.conll2008 import DependencyScore, Options, score_files
from tests.conll2008_files import put, sentence

TAGS = st.sampled_from(("NN", "VBZ", "JJ", "WP", "."))
FORMS = st.sampled_from(("word", ".", "--", "$"))
LABELS = st.sampled_from(("SBJ", "OBJ", "P"))
PREDS = st.sampled_from(("_", "_", "x.01", "x.02", "y", "of.SU"))
ROLES = st.sampled_from(("_", "_", "A0", "A1", "SU"))


@st.composite
def texts(draw: DrawFn) -> tuple[str, str]:
    """A gold and a system with the same tokens."""
    gold = system = ""
    for _ in range(draw(st.integers(1, 3))):
        size = draw(st.integers(1, 5))
        words = [(draw(FORMS), draw(TAGS)) for _ in range(size)]
        gold += sentence(analysed(draw, words))
        system += sentence(analysed(draw, words))
    return gold, system


def analysed(draw: DrawFn, words: list[tuple[str, str]]) -> str:
    preds = [draw(PREDS) for _ in words]
    columns = sum(pred != "_" for pred in preds)
    return "\n".join(
        " ".join(
            [
                *word,
                str(draw(st.integers(0, len(words)))),
                draw(LABELS),
                pred,
                *(draw(ROLES) for _ in range(columns)),
            ]
        )
        for word, pred in zip(words, preds, strict=True)
    )


def scored(gold: str, system: str, options: Options) -> DependencyScore:
    with TemporaryDirectory() as place:
        files = (put(Path(place), text, name) for name, text in (("gold", gold), ("system", system)))
        return score_files(*files, options=options)


@settings(max_examples=60)
@given(texts(), st.booleans(), st.booleans())
def test_all_but_the_exact_semantic_match_is_the_same(
    pair: tuple[str, str], punctuation: bool, support: bool
) -> None:
    corrected, official = (
        scored(*pair, Options(mode, punctuation=punctuation, support=support))
        for mode in ("corrected", "official")
    )
    differing = {name for name, value in corrected.measures.items() if official.measures[name] != value}
    assert differing <= {"Exact semantic match"}
    assert (corrected.tables, corrected.tags) == (official.tables, official.tags)
    assert corrected.nonprojective == official.nonprojective
    assert corrected.gold.skipped_arguments == official.gold.skipped_arguments
    assert official.exact.semantic_sentences == corrected.exact.sentences + 1


@settings(max_examples=60)
@given(texts())
def test_gold_and_system_change_places_as_precision_and_recall_do(pair: tuple[str, str]) -> None:
    gold, system = pair
    there, back = scored(gold, system, Options()), scored(system, gold, Options())
    assert there.measures["Labeled precision"] == back.measures["Labeled recall"]
    assert there.measures["Unlabeled F1"] == back.measures["Unlabeled F1"]
    assert there.exact.overall == back.exact.overall


@settings(max_examples=60)
@given(texts())
def test_classes_and_tables_add_up(pair: tuple[str, str]) -> None:
    score = scored(*pair, Options())
    labelled = score.semantics.labeled
    predicates, arguments = score.tables["predicate"].values(), score.tables["argument"].values()
    assert sum(each.tp for each in predicates) == labelled.predicates.tp
    assert sum(each.gold for each in arguments) == labelled.arguments.gold
    assert sum(each.words for each in score.tags.values()) == score.syntax.words
    assert sum(each.both for each in score.tags.values()) == score.syntax.both
