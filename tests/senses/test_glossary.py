"""The glossary has a definition and examples for every sense that a model or a scorer names."""

from __future__ import annotations

import re

import pytest

from relata.errors import SenseError
from relata.senses import inventory
from relata.senses.glossary import GlossaryEntry, glossary_entry

SENSES = [
    (name, sense)
    for name in ("pdtb3-l3", "tedcdb-l3", "conll2016-en", "conll2016-zh")
    for sense in inventory(name)
]


@pytest.mark.parametrize(("name", "sense"), SENSES)
def test_every_sense_has_a_definition_and_examples_in_both_languages(name: str, sense: str) -> None:
    entry = glossary_entry(sense, name)
    assert entry.definition.endswith(".")
    assert entry.definition_zh.endswith("。")
    assert re.search(r"[一-鿿]", entry.chinese)
    assert not re.search(r"[一-鿿]", entry.english)
    for example in (entry.english, entry.chinese):
        assert example.count("[") == 2
        assert "]1" in example
        assert "]2" in example


@pytest.mark.parametrize(("name", "sense"), SENSES)
def test_examples_show_a_connective_unless_the_relation_has_none(name: str, sense: str) -> None:
    entry = glossary_entry(sense, name)
    without = sense == "EntRel" or sense.startswith("Expansion.Background")
    assert ("<" in entry.english) != without
    assert ("<" in entry.chinese) != without


def test_a_sense_means_the_same_in_two_inventories_unless_one_defines_it_anew() -> None:
    assert glossary_entry("Expansion.Conjunction", "tedcdb") == glossary_entry("Expansion.Conjunction")
    assert glossary_entry("Comparison.Contrast", "conll2016-en") != glossary_entry("Comparison.Contrast")


def test_no_sense_is_defined_twice_in_the_same_words() -> None:
    entries = {sense: glossary_entry(sense) for sense in inventory("pdtb3-l3")}
    assert len({entry.definition for entry in entries.values()}) == len(entries)
    assert all(isinstance(entry, GlossaryEntry) for entry in entries.values())


def test_an_unknown_sense_is_refused() -> None:
    with pytest.raises(SenseError, match="pdtb3 has no sense"):
        glossary_entry("Expansion.Anything")


def test_a_level_without_entries_is_refused() -> None:
    with pytest.raises(SenseError, match="no entry for 'Contingency'"):
        glossary_entry("Contingency", "pdtb3-l1")
