"""Arguments and the words that head them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from relata.formats.propbank.frames import Attached, Filler, Frame, Syntax, attach, predications, role_name


def syntax(*rows: str) -> Syntax:
    """Rows such as "sold VBD 0 ROOT"."""
    _, tags, heads, labels = zip(*(row.split() for row in rows), strict=True)
    return Syntax([int(head) for head in heads], labels, tags)


SOLD = syntax(
    "He PRP 2 SBJ", "sold VBD 0 ROOT", "1,214 CD 4 NMOD", "cars NNS 2 OBJ", "in IN 2 LOC", "May NNP 5 PMOD"
)


def attached(found: Syntax, *fillers: Filler, nominal: bool = False) -> list[Attached]:
    return list(attach(Frame(1, "sell.01", fillers, nominal=nominal), found))


def test_the_head_of_an_argument_is_the_word_whose_head_is_outside() -> None:
    assert attached(SOLD, Filler("A1", ((2, 3),))) == [Attached("A1", 3, (2, 3))]


def test_an_argument_with_several_heads_is_split() -> None:
    assert attached(SOLD, Filler("A1", ((2, 3, 4, 5),))) == [
        Attached("A1", 3, (2, 3)),
        Attached("C-A1", 4, (4, 5)),
    ]


def test_pieces_of_which_one_heads_the_others_are_merged() -> None:
    held = syntax("talks NNS 2 SBJ", "were VBD 0 ROOT", "held VBN 2 VC", "to TO 1 NMOD", "chew VB 4 IM")
    assert attached(held, Filler("A1", ((0,), (3, 4)))) == [Attached("A1", 0, (0, 3, 4))]


def test_pieces_that_are_not_below_each_other_continue_the_first() -> None:
    assert attached(SOLD, Filler("A1", ((0,), (4, 5)))) == [
        Attached("A1", 0, (0,)),
        Attached("C-A1", 4, (4, 5)),
    ]


def test_punctuation_heads_nothing_where_there_is_a_word() -> None:
    found = syntax("He PRP 2 SBJ", "ran VBD 0 ROOT", ", , 2 P", "fast RB 2 MNR", ". . 2 P")
    assert attached(found, Filler("AM-MNR", ((2, 3),))) == [Attached("AM-MNR", 3, (2, 3))]
    assert attached(found, Filler("AM-ADV", ((2,),))) == [Attached("AM-ADV", 2, (2,))]


def test_words_that_nombank_takes_together_are_headed_by_the_last_noun() -> None:
    found = syntax("the DT 4 NMOD", "human JJ 4 NMOD", "rights NNS 4 NMOD", "discussion NN 0 ROOT")
    pieces = Filler("A1", ((1,), (2,)))
    assert attached(found, pieces, nominal=True) == [Attached("A1", 2, (1, 2))]


def test_a_token_keeps_the_first_of_two_roles() -> None:
    assert attached(SOLD, Filler("A1", ((3,),)), Filler("A2", ((2, 3),))) == [Attached("A1", 3, (3,))]


def test_a_token_is_one_predicate() -> None:
    frames = [Frame(1, "sell.01"), Frame(1, "sell.02"), Frame(0, "he.01")]
    found = predications(frames, SOLD, ["He", "sold"])
    assert [(each.predicate, each.roleset) for each in found] == [(0, "he.01"), (1, "sell.01")]


def test_a_support_chain_uses_predicates_that_are_there() -> None:
    walks = syntax("took VBD 0 ROOT", "dozens NNS 1 OBJ", "of IN 2 NMOD", "walks NNS 3 PMOD")
    frames = [Frame(1, "dozen.01", (Filler("A1", ((2, 3),)),)), Frame(3, "walk.01", support=(0, 1, 2))]
    found = predications(frames, walks, ["took", "Dozens", "of", "walks"])
    assert [(each.roleset, [(item.role, item.head) for item in each.arguments]) for each in found] == [
        ("dozen.01", [("A1", 2), ("SU", 0)]),
        ("of.SU", [("SU", 1)]),
        ("walk.01", [("SU", 2)]),
    ]


@st.composite
def sentences(draw: DrawFn) -> Syntax:
    """Any tree over some words."""
    size = draw(st.integers(1, 8))
    order = draw(st.permutations(range(1, size + 1)))
    heads = {order[0]: 0}
    for place, word in enumerate(order[1:], start=1):
        heads[word] = order[draw(st.integers(0, place - 1))]
    labels = draw(st.lists(st.sampled_from(("P", "OBJ")), min_size=size, max_size=size))
    return Syntax([heads[word] for word in range(1, size + 1)], labels, ["NN"] * size)


@given(st.data(), sentences(), st.booleans())
def test_heads_are_in_the_argument_and_no_token_is_lost(
    data: st.DataObject, found: Syntax, nominal: bool
) -> None:
    places = st.integers(0, len(found.heads) - 1)
    whole = sorted(data.draw(st.sets(places, min_size=1)))
    cut = data.draw(st.integers(0, len(whole)))
    pieces = tuple(tuple(piece) for piece in (whole[:cut], whole[cut:]) if piece)
    shares = attached(found, Filler("A1", pieces), nominal=nominal)
    assert all(share.head in share.tokens for share in shares)
    assert sorted(place for share in shares for place in share.tokens) == whole
    assert [share.role for share in shares] == ["A1"] + ["C-A1"] * (len(shares) - 1)


@pytest.mark.parametrize(
    ("label", "role"),
    [
        ("ARG0", "A0"),
        ("ARG5", "A5"),
        ("ARGA", "AA"),
        ("ARGM-TMP", "AM-TMP"),
        ("ARGM", "AM"),
        ("ARG2-with", "A2"),
        ("ARG1-DSP", "A1"),
        ("C-ARG1-DSP", "C-A1"),
        ("R-ARGM-LOC", "R-AM-LOC"),
        ("ARGM-PRP", "AM-PRP"),
        ("V", None),
        ("C-V", None),
        ("rel", None),
    ],
)
def test_labels_of_propbank_become_roles_of_the_task(label: str, role: str | None) -> None:
    assert role_name(label) == role
