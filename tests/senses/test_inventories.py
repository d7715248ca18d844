"""Sense inventories, spellings and mappings."""

from __future__ import annotations

import csv
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from relata.document import Document, Tokens
from relata.document.relations import DiscourseRelation, RelationType
from relata.errors import SenseError
from relata.senses import NAMES, closest_inventory, inventory, map_senses, mapping, normalise, truncate
from relata.senses.mappings import mapping_tables

ENGLISH, CHINESE = "conll2016-en", "conll2016-zh"


def test_conll2016_inventories_have_the_order_of_the_task() -> None:
    assert inventory(ENGLISH).labels[:3] == (
        "Temporal.Asynchronous.Precedence",
        "Temporal.Asynchronous.Succession",
        "Temporal.Synchrony",
    )
    assert (len(inventory(ENGLISH)), inventory(ENGLISH).labels[-1]) == (15, "EntRel")
    assert inventory(CHINESE).labels == tuple(sorted(inventory(CHINESE).labels))
    assert len(inventory(CHINESE)) == 10


@pytest.mark.parametrize(
    ("name", "size"),
    [("pdtb2-l1", 4), ("pdtb2-l2", 16), ("pdtb2", 44), ("pdtb3-l1", 4), ("pdtb3-l2", 23), ("tedcdb-l2", 25)],
)
def test_inventory_has_the_labels_of_its_level(name: str, size: int) -> None:
    assert len(set(inventory(name))) == size


def test_third_level_keeps_senses_that_end_above_it() -> None:
    labels = inventory("pdtb3-l3").labels
    assert "Temporal.Synchronous" in labels
    assert "Contingency.Cause.Reason" in labels
    assert "Contingency.Cause" not in labels


def test_unknown_inventory_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(
        SenseError, match=r"no sense inventory 'pdtb4'; expected one of conll2016-en, .*pdtb3-l2"
    ):
        inventory("pdtb4")


def test_levels_and_parents_follow_the_hierarchy() -> None:
    pdtb3 = inventory("pdtb3")
    assert pdtb3.level("Contingency.Cause+Belief.Reason+Belief") == 3
    assert pdtb3.parent("Contingency.Cause+Belief.Reason+Belief") == "Contingency.Cause+Belief"
    assert pdtb3.parent("Contingency") is None


def test_node_above_a_label_has_a_level_though_it_is_no_label() -> None:
    english = inventory(ENGLISH)
    assert "Contingency.Cause" not in english
    assert english.level("Contingency.Cause") == 2


def test_level_of_an_unknown_sense_is_refused() -> None:
    with pytest.raises(SenseError, match=r"pdtb3 has no sense 'Expansion.List'"):
        inventory("pdtb3").level("Expansion.List")


@pytest.mark.parametrize(
    ("label", "under"),
    [
        ("Comparison.Contrast.Juxtaposition", "Comparison.Contrast"),
        ("Expansion.Alternative.Chosen alternative", "Expansion.Alternative.Chosen alternative"),
        ("Expansion.Alternative.Conjunctive", "Expansion.Alternative"),
        ("Contingency.Cause", None),
        ("Comparison", None),
    ],
)
def test_inventory_truncates_to_the_most_specific_label(label: str, under: str | None) -> None:
    assert inventory(ENGLISH).truncate(label) == under


def test_truncate_cuts_to_a_level() -> None:
    assert truncate("Contingency.Cause.Reason", 1) == "Contingency"
    assert truncate("Contingency", 3) == "Contingency"
    with pytest.raises(ValueError, match="count from 1"):
        truncate("Contingency", 0)


@pytest.mark.parametrize(
    ("written", "name", "meant"),
    [
        ("Cmparison.Concession", "pdtb3", "Comparison.Concession"),
        ("Contingency.Cause.Reason ", "pdtb3", "Contingency.Cause.Reason"),
        ("Contingency.Cause+belief.Reason+belief", "pdtb3", "Contingency.Cause+Belief.Reason+Belief"),
        (
            "Contingency.Negative-condition.Arg2-as-negcond",
            "pdtb3",
            "Contingency.Negative-condition.Arg2-as-negCond",
        ),
        ("Expansion.Exception.Arg1-as-except", "pdtb3", "Expansion.Exception.Arg1-as-excpt"),
        ("TEMPORAL:Asynchronous:Precedence", "tedcdb", "Temporal.Asynchronous.Precedence"),
        ("Contingency.Pragmatic Cause.Justification", "pdtb2", "Contingency.Pragmatic cause.Justification"),
        ("Temporal.Synchronous", "pdtb2", "Temporal.Synchrony"),
        ("arg2-as-detail", "pdtb3", "Expansion.Level-of-detail.Arg2-as-detail"),
    ],
)
def test_other_spelling_is_put_right(written: str, name: str, meant: str) -> None:
    assert normalise(written, name) == (meant, True)


def test_right_spelling_is_not_changed() -> None:
    assert normalise("Temporal.Synchronous", "pdtb3") == ("Temporal.Synchronous", False)


@pytest.mark.parametrize("label", ["", "Causation", "Expansion.List", "NegResult"])
def test_label_that_means_nothing_or_two_things_is_refused(label: str) -> None:
    with pytest.raises(SenseError, match="pdtb3 has no sense"):
        normalise(label, "pdtb3")


@pytest.mark.parametrize(("source", "target"), list(mapping_tables()))
def test_mapping_is_between_labels_that_exist_and_says_the_rest(source: str, target: str) -> None:
    found = mapping(source, target)
    rows = mapping_tables()[source, target].values()
    assert {item.label for counterparts in rows for item in counterparts} <= set(inventory(target))
    assert set(mapping_tables()[source, target]) <= set(inventory(source)) | set(inventory("tedcdb"))
    assert set(found.rows) | set(found.unmapped) == set(inventory(source))
    assert not set(found.rows) & set(found.unmapped)
    assert all(found.apply(label) is None for label in found.unmapped)


@pytest.mark.parametrize(
    ("label", "english", "chinese"),
    [
        ("Temporal.Synchronous", "Temporal.Synchrony", "Temporal"),
        ("Temporal.Asynchronous.Succession", "Temporal.Asynchronous.Succession", "Temporal"),
        ("Contingency.Cause.Reason", "Contingency.Cause.Reason", "Causation"),
        ("Contingency.Cause+Belief.Result+Belief", "Contingency.Cause.Result", "Causation"),
        ("Contingency.Cause.NegResult", None, "Causation"),
        ("Contingency.Condition.Arg1-as-cond", "Contingency.Condition", "Conditional"),
        ("Contingency.Condition+SpeechAct", "Contingency.Condition", "Conditional"),
        ("Contingency.Negative-condition.Arg1-as-negCond", None, "Conditional"),
        ("Contingency.Purpose.Arg2-as-goal", None, "Purpose"),
        ("Comparison.Contrast", "Comparison.Contrast", "Contrast"),
        ("Comparison.Concession.Arg2-as-denier", "Comparison.Concession", "Contrast"),
        ("Comparison.Similarity", None, None),
        ("Expansion.Conjunction", "Expansion.Conjunction", "Conjunction"),
        ("Expansion.Level-of-detail.Arg1-as-detail", "Expansion.Restatement", "Expansion"),
        ("Expansion.Equivalence", "Expansion.Restatement", "Expansion"),
        ("Expansion.Disjunction", "Expansion.Alternative", "Alternative"),
        ("Expansion.Substitution.Arg2-as-subst", "Expansion.Alternative.Chosen alternative", "Alternative"),
        ("Expansion.Instantiation.Arg2-as-instance", "Expansion.Instantiation", "Expansion"),
        ("Expansion.Exception.Arg2-as-excpt", "Expansion.Exception", None),
        ("Expansion.Manner.Arg1-as-manner", None, "Expansion"),
        ("Expansion.Progression.Arg2-as-progr", None, "Progression"),
        ("Undecided", None, None),
        ("EntRel", "EntRel", "EntRel"),
    ],
)
def test_pdtb3_senses_go_to_the_senses_of_the_task(
    label: str, english: str | None, chinese: str | None
) -> None:
    assert mapping("tedcdb", ENGLISH).apply(label) == english
    assert mapping("tedcdb", CHINESE).apply(label) == chinese


@pytest.mark.parametrize(
    ("label", "target"),
    [
        ("Expansion.List", "Expansion.Conjunction"),
        ("Contingency.Pragmatic cause.Justification", "Contingency.Cause.Reason"),
        ("Contingency.Pragmatic condition.Relevance", "Contingency.Condition"),
        ("Comparison.Pragmatic contrast", "Comparison.Contrast"),
        ("Comparison.Concession.Expectation", "Comparison.Concession"),
        ("Expansion.Alternative.Disjunctive", "Expansion.Alternative"),
        ("Expansion.Alternative.Chosen alternative", "Expansion.Alternative.Chosen alternative"),
        ("Contingency.Cause", None),
    ],
)
def test_pdtb2_senses_are_reduced_as_the_task_did(label: str, target: str | None) -> None:
    assert mapping("pdtb2", ENGLISH).apply(label) == target


def test_senses_that_both_pdtb_versions_define_alike_go_there_and_back() -> None:
    there, back = mapping("pdtb2", "pdtb3"), mapping("pdtb3", "pdtb2")
    moved = {label: back.apply(there.rows[label]) for label in there.rows}
    assert moved["Comparison.Concession.Expectation"] == "Comparison.Concession.Expectation"
    assert moved["Expansion.Restatement.Generalization"] == "Expansion.Restatement.Generalization"
    assert moved["Expansion.List"] == "Expansion.Conjunction"
    assert "Contingency.Pragmatic cause" in there.unmapped


def test_mapping_to_a_level_truncates() -> None:
    assert mapping("pdtb3", "pdtb3-l2").apply("Contingency.Cause.Reason") == "Contingency.Cause"
    assert mapping("pdtb3", "pdtb3").unmapped == ()


def test_mapping_that_does_not_exist_is_refused() -> None:
    with pytest.raises(SenseError, match="no mapping from conll2016-en to pdtb3"):
        mapping(ENGLISH, "pdtb3")


@pytest.mark.parametrize(
    ("labels", "name"),
    [
        (["Expansion.Conjunction", "Comparison.Contrast"], "pdtb3"),
        (["Conjunction", "Expansion", "EntRel"], CHINESE),
        (["Expansion.List", "Comparison.Contrast"], "pdtb2"),
        (["Expansion.Manner.Arg2-as-manner", "EntRel"], "pdtb3"),
        (["Expansion.Manner.Arg2-as-manner", "Expansion.Progression.Arg2-as-progr"], "tedcdb"),
    ],
)
def test_closest_inventory_knows_most_labels(labels: list[str], name: str) -> None:
    assert closest_inventory(labels) == name


def test_map_senses_drops_and_counts_relations_that_keep_no_sense() -> None:
    tokens = Tokens("It rained .", [(0, 2), (3, 9), (10, 11)])
    arguments = (tokens.span([0]), tokens.span([1]))
    relations = [
        DiscourseRelation(RelationType.EXPLICIT, *arguments, senses=("Contingency.Cause.Reason",)),
        DiscourseRelation(RelationType.IMPLICIT, *arguments, senses=("Expansion.Manner.Arg2-as-manner",)),
        DiscourseRelation(
            RelationType.IMPLICIT,
            *arguments,
            senses=("Comparison.Similarity", "Expansion.Equivalence"),
            second_senses=("Expansion.Level-of-detail.Arg2-as-detail", "Expansion.Conjunction"),
        ),
        DiscourseRelation(RelationType.NOREL, *arguments),
    ]
    document = Document("rain", "en", tokens, relations=tuple(relations))

    mapped, dropped = map_senses(document, mapping("pdtb3", ENGLISH))

    assert [relation.all_senses for relation in mapped.relations] == [
        ("Contingency.Cause.Reason",),
        ("Expansion.Restatement", "Expansion.Conjunction"),
        (),
    ]
    assert dropped == Counter({"Expansion.Manner.Arg2-as-manner": 1})


def test_every_inventory_can_be_asked_for() -> None:
    assert all(inventory(name).name == name for name in NAMES)


def _labels(shared: Path) -> Iterator[tuple[str, str]]:
    """All senses in the developers' corpora, with the inventory that they belong to."""
    data = shared / "data"
    for folder, name in (("gdtb", "pdtb3"), ("ted-cdb", "tedcdb")):
        for file in sorted((data / folder).glob("*/*.pdtb")):
            for row in file.read_text(encoding="utf-8").splitlines():
                fields = row.split("|")
                if fields[0] not in {"NoRel", "Hypophora"}:
                    yield from ((fields[place], name) for place in (8, 9, 11, 12) if fields[place])
    for language in ("en", "zh"):
        relations = data / f"conll2016-trial/{language}/relations.json"
        for line in relations.read_text(encoding="utf-8").splitlines():
            yield from ((sense, f"conll2016-{language}") for sense in json.loads(line)["Sense"])
    for lexicon, field, name in (
        ("en_dimlex/en_dimlex.xml", "pdtb2_relation", "pdtb2"),
        ("chinese-dimlex/chinese_dimlex.xml", "pdtb3_relation", "tedcdb"),
    ):
        text = (data / "lexicons" / lexicon).read_text(encoding="utf-8")
        yield from ((label, name) for label in re.findall(rf'{field}[^>]*?sense="([^"]*)"', text))
    crowd = data / "discogem/DiscoGeMcorpus_annotations_nonwide.noPDTB.csv"
    with crowd.open(encoding="utf-8-sig", newline="") as rows:
        yield from ((row["SemClass"], "pdtb3") for row in csv.DictReader(rows))


def test_labels_of_all_corpora_are_known(shared: Path) -> None:
    # "NoRel" as a sense is dirt of Implicit rows, "differentcon" says that annotators did not agree
    unknown = set()
    for label, name in set(_labels(shared)):
        try:
            normalise(label, name)
        except SenseError:
            unknown.add(label)
    assert unknown == {"NoRel", "differentcon"}
