"""Lines of PropBank and NomBank files, and what their pointers lead to."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.errors import FormatError, Lenient
from relata.formats.propbank.frames import Filler, Frame
from relata.formats.propbank.pointers import (
    Instance,
    Terminals,
    parse_argument,
    read_nombank,
    read_propbank,
)
from relata.treebank import Tree, parse_trees
from tests.treebank.strategies import trees

RELATIVE = """( (NP (NP (DT the) (NN man)) (SBAR (WHNP-1 (WP who)) (S (NP-SBJ (-NONE- *T*-1)) (VP (VBD rowed)
              (ADVP (RB fast))))) ))"""


def instance(*arguments: str, terminal: int = 4, nominal: bool = False) -> Instance:
    """An instance in the first sentence of a document."""
    parsed = tuple(map(parse_argument, arguments))
    return Instance("d", 0, terminal, "row.01", parsed, 1, nominal)


def frame(tree: str, given: Instance, sizes: list[int] | None = None) -> Frame:
    (parsed,) = parse_trees(tree, "d.mrg")
    return Terminals(parsed, sizes).frame(given)


def test_a_line_of_propbank(tmp_path: Path) -> None:
    file = tmp_path / "prop.txt"
    file.write_text("wsj/00/wsj_0001.mrg 0 8 gold join.01 vf--a 0:2-ARG0 8:0-rel 9:1,12:0*3:1-ARG1\n")
    (found,) = read_propbank(file)
    assert (found.document, found.sentence, found.terminal, found.roleset) == ("wsj_0001", 0, 8, "join.01")
    assert [argument.label for argument in found.arguments] == ["ARG0", "rel", "ARG1"]
    assert [len(member) for member in found.arguments[2].chain] == [2, 1]


def test_newer_lines_have_a_lemma_too(tmp_path: Path) -> None:
    file = tmp_path / "prop.txt"
    file.write_text("a/b.parse 3 8 gold join-v join.01 ----- 8:0-rel\n\n")
    assert [(found.roleset, found.line) for found in read_propbank(file)] == [("join.01", 1)]


def test_a_line_of_nombank(tmp_path: Path) -> None:
    file = tmp_path / "nombank.1.0"
    file.write_text("wsj/00/wsj_0003.mrg 2 12 loss 1 12:0-rel 8:0,9:0-Support\n")
    (found,) = read_nombank(file)
    assert (found.roleset, found.nominal) == ("loss.01", True)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("a.mrg 0 1 loss", "expected file, sentence, terminal, lemma, sense and pointers, found 4 fields"),
        ("a.mrg 0 1 loss one 1:0-rel", "expected the number of a sense, such as 01, found 'one'"),
        ("a.mrg 0 1 loss 01 1-rel", "expected terminal:height in the pointer '1-rel'"),
    ],
)
def test_what_is_no_line_of_nombank_is_refused(tmp_path: Path, line: str, fault: str) -> None:
    file = tmp_path / "nombank.1.0"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        list(read_nombank(file))
    assert str(caught.value) == f"{file}:1: {fault}"


@pytest.mark.parametrize("mark", ["*", ";", "&"])
def test_all_marks_join_a_chain(mark: str) -> None:
    assert len(parse_argument(f"0:1{mark}3:0-ARG0").chain) == 2


@given(st.text(alphabet="0123456789:*,;&-ARGMrel ", max_size=20))
def test_any_pointer_is_read_or_refused(text: str) -> None:
    with suppress(ValueError):
        assert all(parse_argument(text).chain)


def test_an_antecedent_and_its_relative_pronoun() -> None:
    found = frame(RELATIVE, instance("4:0-rel", "3:1*2:1*0:1-ARG0"))
    assert found.fillers == (Filler("A0", ((0, 1),)), Filler("R-A0", ((2,),)))


def test_a_pronoun_alone_fills_the_role_itself() -> None:
    found = frame(RELATIVE, instance("4:0-rel", "3:1*2:1-ARG0"))
    assert found.fillers == (Filler("A0", ((2,),)),)


def test_a_trace_alone_leads_to_its_antecedent() -> None:
    found = frame(RELATIVE, instance("4:0-rel", "3:0-ARG0"))
    assert found.fillers == (Filler("A0", ((2,),)),)


def test_links_of_newer_data_extend_a_chain() -> None:
    found = frame(RELATIVE, instance("4:0-rel", "3:1-ARG0", "3:1*2:1*0:1-LINK-SLC"))
    assert found.fillers == (Filler("A0", ((0, 1),)), Filler("R-A0", ((2,),)))


def test_an_empty_category_without_antecedent_is_left_out() -> None:
    found = frame("((S (NP-SBJ (-NONE- *)) (VP (VB row))))", instance("1:0-rel", "0:1-ARG0", terminal=1))
    assert found.fillers == ()


def test_empty_categories_that_refer_in_a_circle_are_left_out() -> None:
    tree = "((S (NP-1 (-NONE- *-2)) (NP-2 (-NONE- *-1)) (VB row)))"
    assert frame(tree, instance("2:0-rel", "0:1-ARG0", terminal=2)).fillers == ()


def test_pieces_stay_apart() -> None:
    found = frame(RELATIVE, instance("4:0-rel", "0:1,5:1-ARG1"))
    assert found.fillers == (Filler("A1", ((0, 1), (4,))),)


def test_parts_of_a_hyphenated_word() -> None:
    tree = "((NP (DT the) (NN finger-pointing) (NN game)))"
    given_instance = instance("1:0-rel-H1", "1:0-ARG1-H0", "2:0-ARG0", terminal=1, nominal=True)
    found = frame(tree, given_instance, sizes=[1, 3, 1])
    assert found.predicate == 3
    assert found.fillers == (Filler("A1", ((1,),)), Filler("A0", ((4,),)))


def test_a_hyphenated_word_that_is_not_split_is_whole() -> None:
    tree = "((NP (DT the) (NN finger-pointing)))"
    found = frame(tree, instance("1:0-rel-H1", "1:0-ARG1-H0", terminal=1, nominal=True))
    assert (found.predicate, found.fillers) == (1, (Filler("A1", ((1,),)),))


def test_support_is_no_argument() -> None:
    tree = "((VP (VBD took) (NP (NP (NNS dozens)) (PP (IN of) (NP (NNS walks))))))"
    found = frame(tree, instance("3:0-rel", "0:0,1:0,2:0-Support", terminal=3, nominal=True))
    assert (found.fillers, found.support) == ((), (0, 1, 2))


addresses = st.builds("{}:{}".format, st.integers(0, 12), st.integers(0, 4))
chains = st.lists(addresses, min_size=1, max_size=3).flatmap(
    lambda items: st.sampled_from("*,;").map(lambda mark: mark.join(items))
)


@given(trees(), st.lists(st.builds("{}-{}".format, chains, st.sampled_from(["ARG0", "ARGM-TMP", "Support"]))))
def test_any_pointer_into_any_tree_leads_to_its_tokens_or_is_refused(made: Tree, pointers: list[str]) -> None:
    with suppress(ValueError):
        found = Terminals(made).frame(instance(*pointers, terminal=0))
        places = {place for filler in found.fillers for piece in filler.pieces for place in piece}
        assert places | set(found.support) <= set(range(len(made.tokens())))


def test_lenient_reading_notes_each_line(tmp_path: Path) -> None:
    file = tmp_path / "prop.txt"
    file.write_text("one\na/b.mrg 3 8 gold join.01 ----- 8:0-rel\ntwo\n", encoding="utf-8")
    lenient = Lenient()
    assert len(list(read_propbank(file, on_error=lenient))) == 1
    assert [fault.line for fault in lenient.faults] == [1, 3]
