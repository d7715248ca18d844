"""Label sets and policies for several senses."""

from __future__ import annotations

import pickle

import pytest

from relata.errors import ProtocolError
from relata.experiments.labels import LABEL_SETS, Policy, Senses, label_counts, label_set

REASON, RESULT = "Contingency.Cause.Reason", "Contingency.Cause.Result"
CONJUNCTION, DETAIL = "Expansion.Conjunction", "Expansion.Level-of-detail.Arg2-as-detail"
FOUR: Senses = ((REASON, CONJUNCTION), (DETAIL, "Temporal.Synchronous"))


def only(*senses: str) -> Senses:
    return senses, ()


@pytest.mark.parametrize(
    ("policy", "chosen"),
    [
        (Policy.FIRST, (REASON,)),
        (Policy.FIRST_OF_EACH, (REASON, DETAIL)),
        (Policy.ALL, (REASON, CONJUNCTION, DETAIL, "Temporal.Synchronous")),
    ],
)
def test_a_policy_chooses_among_four_fields(policy: Policy, chosen: tuple[str, ...]) -> None:
    assert tuple(policy.choose(FOUR)) == chosen


def test_a_relation_with_senses_of_the_second_connective_alone_has_a_first_sense() -> None:
    assert tuple(Policy.FIRST.choose(((), (REASON,)))) == (REASON,)


@pytest.mark.parametrize(
    ("name", "size"),
    [("L1", 4), ("pdtb2-L2", 11), ("pdtb3-L2", 14), ("pdtb3-L2+L3", 18), ("pdtb2-L2+EntRel", 12)],
)
def test_published_sets_have_their_sizes(name: str, size: int) -> None:
    assert len(set(label_set(name).labels)) == size


def test_senses_are_cut_to_the_level_of_the_set() -> None:
    assert label_set("L1").label(REASON) == "Contingency"
    assert label_set("pdtb3-L2").label(REASON) == "Contingency.Cause"
    assert label_set("pdtb3-L2+L3").label(REASON) == REASON


def test_a_sense_without_direction_has_no_label_where_directions_replace_it() -> None:
    assert label_set("pdtb3-L2+L3").label("Contingency.Cause") is None


def test_belief_is_a_label_of_its_own() -> None:
    assert label_set("pdtb3-L2").label("Contingency.Cause+Belief.Reason+Belief") == "Contingency.Cause+Belief"


def test_labels_of_a_relation_come_once() -> None:
    labels = label_set("pdtb3-L2")
    assert labels.labels_of(((REASON, RESULT), (CONJUNCTION,)), Policy.ALL) == (
        "Contingency.Cause",
        CONJUNCTION,
    )


def test_a_derived_set_has_what_comes_more_often() -> None:
    data = [only(REASON)] * 2 + [only(RESULT)] + [only(CONJUNCTION)] * 2
    labels = label_set("L2:2", data)
    assert labels.labels == ("Contingency.Cause",)
    assert labels.dropped == {CONJUNCTION: 2}


def test_derivation_counts_labels_under_the_policy() -> None:
    data = [((REASON,), (CONJUNCTION,))] * 2
    assert label_set("L2:1", data, Policy.ALL).labels == ("Contingency.Cause", CONJUNCTION)
    assert label_set("L2:1", data, Policy.FIRST).labels == ("Contingency.Cause",)


def test_directions_replace_a_sense_if_both_are_frequent() -> None:
    skewed = [only(REASON)] * 3 + [only(RESULT)]
    assert label_set("L2+L3:1", skewed).labels == ("Contingency.Cause",)
    assert label_set("L2+L3:1", [*skewed, only(RESULT)]).labels == (REASON, RESULT)


def test_entrel_is_a_label_only_if_asked_for() -> None:
    data = [only("EntRel")] * 5 + [only(CONJUNCTION)] * 5
    assert label_set("L2:1", data).labels == (CONJUNCTION,)
    assert label_set("L2:1+EntRel", data).labels == (CONJUNCTION, "EntRel")


def test_a_published_set_says_what_it_drops() -> None:
    data = [only("Comparison.Similarity"), only("Comparison.Similarity"), only("Expansion.Disjunction")]
    assert dict(label_set("pdtb3-L2", data).dropped) == {
        "Comparison.Similarity": 2,
        "Expansion.Disjunction": 1,
    }


def test_label_counts_are_in_the_order_of_the_set() -> None:
    data = [((REASON,), (CONJUNCTION,)), only(RESULT)]
    found = label_counts(label_set("L1"), data, Policy.ALL)
    assert list(found.items()) == [("Comparison", 0), ("Contingency", 2), ("Expansion", 1), ("Temporal", 0)]


def test_a_sense_inventory_is_a_label_set() -> None:
    assert len(label_set("conll2016-en").labels) == 15


@pytest.mark.parametrize("name", ["L3", "L2:", "L2:-1", "L2:many", "", "+EntRel+EntRel", "pdtb3-L2+EntRelX"])
def test_an_unknown_set_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(ProtocolError, match=r"no label set .* expected one of L1, pdtb2-L2"):
        label_set(name)


def test_a_threshold_that_nothing_reaches_is_refused() -> None:
    with pytest.raises(ProtocolError, match=r"L2:5: no sense of the data comes that often"):
        label_set("L2:5", [only(REASON)])


def test_every_name_is_explained() -> None:
    assert all(LABEL_SETS.values())


def test_a_label_set_goes_to_other_processes() -> None:
    labels = label_set("pdtb3-L2", [only("Comparison.Similarity")])
    assert pickle.loads(pickle.dumps(labels)) == labels


@pytest.mark.parametrize(
    ("sense", "covered"),
    [
        ("Contingency.Cause.Reason", True),
        ("Expansion.Exception", True),
        ("Expansion.Exception.Arg1-as-excpt", True),
        ("Expansion", False),
        ("Foo", False),
    ],
)
def test_senses_of_the_data_are_covered_with_or_without_a_label(sense: str, covered: bool) -> None:
    others = ["Expansion.Exception.Arg2-as-excpt", "Expansion.Conjunction"]
    assert label_set("pdtb3-L2").covers(sense, others) is covered
