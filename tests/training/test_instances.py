from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from relata.discourse.labels import CONNECTIVE_TAGS, SITE_KINDS
from relata.document import Document
from relata.document.relations import DiscourseRelation, RelationType
from relata.model.inputs import InputBuilder
from relata.model.model import Model
from relata.training.data.instances import (
    EXPLICIT,
    EXTRA,
    SENSE,
    SITE,
    TAGS,
    TrainingInstance,
    instance_digest,
    instances,
    senses_of,
    unmarked_instances,
)
from tests.documents import blank_document


@pytest.fixture(scope="module")
def builder(rule_model: Path) -> InputBuilder:
    return Model.load(rule_model).builder


def of_task(task: str, document: Document, builder: InputBuilder) -> list[TrainingInstance]:
    return [item for item in instances(document, builder) if item.task == task]


def test_the_parts_of_a_connective_are_tagged(document: Document, builder: InputBuilder) -> None:
    (window,) = of_task(TAGS, document, builder)

    tags = {word: CONNECTIVE_TAGS[tag] for word, tag in enumerate(window.labels or ()) if tag}

    assert tags == {0: "B", 3: "B2"}


def test_an_anchor_is_where_the_later_argument_inside_a_sentence_begins(
    document: Document, builder: InputBuilder
) -> None:
    (window,) = of_task(TAGS, document, builder)

    assert [word for word, anchor in enumerate(window.anchors or ()) if anchor] == [10]


def test_the_arguments_of_a_connective_are_labelled(document: Document, builder: InputBuilder) -> None:
    (explicit,) = of_task(EXPLICIT, document, builder)

    assert explicit.labels == [0, 2, 2, 0, 1, 1, 0]
    assert explicit.sense == "Contingency.Cause.Reason"


def test_an_argument_out_of_sight_leaves_the_sense_to_learn(builder: InputBuilder) -> None:
    document = blank_document("it rained .", "so .", "we .", "they .", "because we left .")
    tokens = document.tokens
    far = _explicit(
        document, arg1=tokens.span([0, 1]), arg2=tokens.span([10, 11]), connective=tokens.span([9])
    )

    (found,) = of_task(EXPLICIT, document.with_relations([far]), builder)

    assert (found.labels, found.sense) == (None, "Contingency.Cause.Reason")


def test_relations_without_connective_are_sites(document: Document, builder: InputBuilder) -> None:
    inside, first, second = of_task(SITE, document, builder)

    assert (inside.labels, inside.kind) == ([1, 1, 1, 2, 2, 2, 0], SITE_KINDS.index("Implicit"))
    assert (first.labels, first.kind) == (None, SITE_KINDS.index("none"))
    assert second.labels == [1, 1, 1, 1, 1, 1, 0, 2, 2, 2, 0]


def test_the_words_of_an_altlex_are_marked(document: Document, builder: InputBuilder) -> None:
    from dataclasses import replace

    *_, between = document.relations
    words = document.tokens.span([14])
    altlex = replace(between, type=RelationType.ALTLEXC, connective=words)

    *_, site = of_task(SITE, document.with_relations([altlex]), builder)

    assert site.kind == SITE_KINDS.index("AltLex")
    assert site.altlex == [0] * 7 + [1, 0, 0, 0]


def test_given_arguments_are_sense_instances(document: Document, builder: InputBuilder) -> None:
    found = of_task(SENSE, document, builder)

    assert [item.sense for item in found] == ["Contingency.Cause.Reason", "Contingency.Cause.Result"]
    assert found[0].input.words == [7, 8, 9, 10, 11, 12]


def test_unmarked_instances_leave_the_connective_out(document: Document, builder: InputBuilder) -> None:
    (found,) = unmarked_instances(document, builder)

    assert (found.task, found.input.words) == (EXTRA, [4, 5, 1, 2])


def test_unmarked_instances_leave_a_connective_out_that_is_part_of_an_argument(
    document: Document, builder: InputBuilder
) -> None:
    (explicit,) = (relation for relation in document.relations if relation.explicit)
    assert explicit.connective is not None
    with_connective = document.tokens.span([*explicit.arg2.indices, *explicit.connective.indices])
    chinese = replace(document, relations=(replace(explicit, arg2=with_connective),))

    (found,) = unmarked_instances(chinese, builder)

    assert found.input.words == [4, 5, 1, 2]


def test_a_view_builds_the_same_input_again(document: Document, builder: InputBuilder) -> None:
    found = [*instances(document, builder), *unmarked_instances(document, builder)]

    assert [item.view(builder) for item in found] == [item.input for item in found]


def test_senses_are_sorted_and_come_once(document: Document, builder: InputBuilder) -> None:
    assert senses_of(instances(document, builder)) == ("Contingency.Cause.Reason", "Contingency.Cause.Result")


def test_a_fingerprint_tells_other_targets(document: Document, builder: InputBuilder) -> None:
    items = list(instances(document, builder))
    before = instance_digest(items)

    items[-1].sense = "Expansion.Conjunction"

    assert instance_digest(items) != before


def _explicit(document: Document, **spans):  # type: ignore[no-untyped-def]
    from relata.document.relations import DiscourseRelation

    return DiscourseRelation(RelationType.EXPLICIT, senses=("Contingency.Cause.Reason",), **spans)


def test_an_entrel_inside_a_sentence_has_an_anchor_in_chinese(
    document: Document, builder: InputBuilder
) -> None:
    explicit, inside, between = document.relations
    entrel = replace(inside, type=RelationType.ENTREL, senses=())
    both = [replace(document, language=name, relations=(explicit, entrel, between)) for name in ("en", "zh")]

    anchors = [sum(window.anchors or ()) for each in both for window in of_task(TAGS, each, builder)]
    kinds = [SITE_KINDS[site.kind or 0] for site in of_task(SITE, both[1], builder)]

    assert anchors == [0, 1]
    assert "EntRel" in kinds


def test_a_relation_that_lacks_an_argument_has_no_anchor(document: Document, builder: InputBuilder) -> None:
    nothing = document.tokens.span([])
    bare = replace(document.relations[1], arg2=nothing)

    (window,) = of_task(TAGS, document.with_relations([bare]), builder)

    assert not any(window.anchors or ())


def test_commas_without_a_relation_are_sites_in_chinese(builder: InputBuilder) -> None:
    document = replace(blank_document("一 ， 二 ， 三 。"), language="zh")
    tokens = document.tokens
    inside = DiscourseRelation(RelationType.IMPLICIT, tokens.span([2]), tokens.span([4]), ("Expansion",))

    found = of_task(SITE, document.with_relations([inside]), builder)

    assert [(SITE_KINDS[item.kind or 0], item.labels) for item in found] == [
        ("Implicit", [0, 0, 1, 0, 2, 0]),
        ("none", None),
    ]
    assert of_task(SITE, replace(document, language="en"), builder) == []
