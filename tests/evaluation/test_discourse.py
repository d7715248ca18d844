from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.evaluation.discourse import (
    MEASURES,
    RAW_MEASURES,
    Analysed,
    analyse,
    criterion,
    measure,
    measure_genres,
    order_counts,
)
from relata.evaluation.labels import Scheme, label_set_of, scheme_of
from relata.model.model import Model
from relata.scoring.conll2016 import Counts
from relata.segmentation import Segments
from tests.documents import blank_document
from tests.toy_model import edit_manifest, save_rule_model

SCHEME = Scheme("pdtb3-l2", "pdtb3-l2")


@pytest.fixture(scope="module")
def model(rule_model: Path) -> Model:
    return Model.load(rule_model)


@pytest.fixture
def perfect(document: Document) -> Analysed:
    """A document that was understood completely."""
    gold = document.with_relations(
        replace(relation, id=number) for number, relation in enumerate(document.relations)
    )
    return Analysed(gold, gold, gold, gold, gold, gold, gold)


def test_what_is_understood_completely_scores_full_marks(perfect: Analysed) -> None:
    assert measure([perfect], SCHEME) == dict.fromkeys((*MEASURES, *RAW_MEASURES), 100.0)


def test_a_connective_of_other_words_is_none(perfect: Analysed) -> None:
    explicit, *others = perfect.gold.relations
    tokens = perfect.gold.tokens
    part = perfect.gold.with_relations([replace(explicit, connective=tokens.span([0])), *others])

    found = measure([replace(perfect, parsed=part)], SCHEME)

    assert found["connective F1"] == 0


def test_arguments_are_measured_where_connectives_are_given(perfect: Analysed) -> None:
    explicit, *others = perfect.gold.relations
    part = perfect.gold.with_relations([replace(explicit, arg2=perfect.gold.tokens.span([1])), *others])

    found = measure([replace(perfect, with_connectives=part)], SCHEME)

    assert (found["explicit Arg1"], found["explicit Arg2"], found["explicit both"]) == (100, 0, 0)


def test_senses_are_measured_by_type_and_second_level(perfect: Analysed) -> None:
    explicit, inside, between = perfect.gold.relations
    parts = (
        explicit,
        replace(inside, senses=("Contingency.Cause.Result",)),  # another sense of the same second level
        replace(between, senses=("Expansion.Conjunction",)),
    )

    found = measure([replace(perfect, with_arguments=perfect.gold.with_relations(parts))], SCHEME)

    assert (found["explicit sense"], found["implicit sense"]) == (100, 50)


def test_types_are_found_in_the_sense_only_task(perfect: Analysed) -> None:
    """A wrong EntRel costs a point there, and none where types are given."""
    *others, between = perfect.gold.relations
    entity = replace(between, type=RelationType.ENTREL, senses=())

    found = measure([replace(perfect, task=perfect.gold.with_relations([*others, entity]))], SCHEME)

    assert found["non-explicit sense"] == 100
    assert found["non-explicit sense-only F1"] < found["sense-only F1"] < 100


def test_relations_that_have_no_sense_do_not_count(perfect: Analysed) -> None:
    tokens = perfect.gold.tokens
    hypophora = DiscourseRelation(RelationType.HYPOPHORA, tokens.span([0, 1]), tokens.span([4]))
    more = perfect.gold.with_relations([*perfect.gold.relations, hypophora])

    assert measure([replace(perfect, whole=more)], SCHEME)["strict F1"] == 100


def test_a_model_analyses_documents_with_and_without_help(model: Model, document: Document) -> None:
    (found,) = analyse(model, [document], SCHEME, raw=True)

    assert found.with_connectives.relations[0].connective == document.relations[0].connective
    assert len(found.with_arguments.relations) == 3
    assert found.raw is not None
    assert found.raw.tokens is found.gold.tokens


def test_raw_text_is_optional(model: Model, document: Document) -> None:
    assert set(measure(list(analyse(model, [document], SCHEME)), SCHEME)) == set(MEASURES)


def test_blanks_between_chinese_words_are_not_in_the_raw_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    edit_manifest(path := save_rule_model(tmp_path / "model"), language="zh")
    read: list[str] = []

    def segment(text: str) -> Segments:
        read.append(text)
        words = tuple(word.span() for word in re.finditer(r"[a-z]+|.", text))
        return Segments(text, words, (0,), ((0, len(text)),))

    monkeypatch.setattr("relata.parsing.parser.segmenter", lambda language: segment)
    document = replace(blank_document("我 走 because 雨 。"), language="zh")

    (found,) = analyse(Model.load(path), [document], SCHEME, raw=True)

    assert read == ["我走because雨。"]
    assert found.raw is not None
    assert found.raw.tokens is document.tokens
    assert [str(each.connective) for each in found.raw.relations] == ["because"]


def test_genres_are_measured_apart(perfect: Analysed) -> None:
    fiction = replace(perfect.gold, metadata={"genre": "fiction"})
    missed = replace(perfect, gold=fiction, whole=fiction.with_relations(()))

    found = measure_genres([perfect, missed], SCHEME)

    assert list(found) == ["fiction"]
    assert found["fiction"]["strict F1"] == 0


def test_the_criterion_is_a_mean() -> None:
    assert criterion(dict.fromkeys(MEASURES, 50.0) | {"strict F1": 0.0}) == 40


@pytest.mark.parametrize(
    ("senses", "expected"),
    [
        (("Contingency.Cause.Reason", "Expansion.Level-of-detail.Arg2-as-detail"), "pdtb3-l2"),
        (("Comparison.Contrast.Juxtaposition", "Temporal.Synchrony"), "pdtb2-l2"),
        (("Contingency.Cause.Reason", "Expansion.Restatement"), "conll2016-en"),
        (("Causation", "Temporal"), "conll2016-zh"),
        (("Contingency.Cause.Reason", "Expansion.Progression.Arg2-as-progr"), "tedcdb-l2"),
    ],
)
def test_the_label_set_follows_the_senses(senses: tuple[str, ...], expected: str) -> None:
    assert label_set_of(senses) == expected


def test_whole_analyses_in_chinese_are_scored_on_the_senses_of_the_task(document: Document) -> None:
    scheme = scheme_of({"Contingency.Cause.Reason", "Comparison.Similarity", "Expansion.Manner"}, "zh")
    other = replace(document.relations[0], senses=("Comparison.Similarity",))

    gold = scheme.gold(document.with_relations([*document.relations, other]))

    assert (scheme.senses, scheme.relations, scheme.asked) == ("pdtb3-l2", "conll2016-zh", "conll2016")
    assert [relation.sense for relation in gold.relations] == ["Causation"] * 3


def test_data_of_the_task_are_scored_as_they_are(document: Document) -> None:
    scheme = scheme_of({"Causation", "Temporal"}, "zh")

    assert scheme == Scheme("conll2016-zh", "conll2016-zh")
    assert scheme.asked is None
    assert scheme.gold(document) is document


def test_the_order_of_arguments_is_measured_where_both_spans_are_right(perfect: Analysed) -> None:
    explicit, *others = perfect.gold.relations
    turned = replace(explicit, arg1=explicit.arg2, arg2=explicit.arg1)
    wrong = replace(explicit, arg1=perfect.gold.tokens.span([6]), connective=perfect.gold.tokens.span([2]))
    gold = perfect.gold.with_relations([explicit, wrong])

    assert order_counts([(gold, gold)]) == Counts(2, 2, 2)
    assert order_counts([(gold, gold.with_relations([turned, *others]))]) == Counts(0, 1, 1)
