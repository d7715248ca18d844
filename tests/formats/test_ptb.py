"""Penn Treebank files as documents, with and without PropBank and NomBank."""

from __future__ import annotations

import lzma
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from relata.document import Document
from relata.errors import DataWarning, FormatError, Lenient, UnsupportedWarning
from relata.formats import ptb
from relata.formats.ptb import read
from tests.documents import blank_document
from tests.paths import REPOSITORY

FIXTURE = REPOSITORY / "examples" / "treebank"


@pytest.fixture
def harbour() -> Document:
    """The first document of the fixture, without propositions."""
    return next(read(FIXTURE))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the fixture to be spoiled."""
    return Path(shutil.copytree(FIXTURE, tmp_path / "corpus"))


def roles(document: Document, roleset: str) -> list[tuple[str, str, str]]:
    """Role, span and head word of the arguments of a predicate."""
    (found,) = [each for each in document.propositions if each.roleset == roleset]
    return [(each.role, each.span.text, document.tokens.form(each.head or 0)) for each in found.arguments]


def test_files_below_a_directory_are_documents() -> None:
    assert [(document.id, len(document.sentences)) for document in read(FIXTURE)] == [
        ("harbour", 5),
        ("quay", 1),
    ]


def test_a_file_is_a_document() -> None:
    (document,) = read(FIXTURE / "wsj" / "00" / "quay.mrg")
    assert (document.id, document.language) == ("quay", "en")


def test_tokens_have_tags_and_dependencies(harbour: Document) -> None:
    rows = [(token.form, token.tag, token.head, token.deprel) for token in harbour.sentences[2]]
    assert rows == [
        ("Tickets", "NNS", 2, "SBJ"),
        ("were", "VBD", 0, "ROOT"),
        ("sold", "VBN", 2, "VC"),
        ("by", "IN", 3, "LGS"),
        ("two", "CD", 6, "NMOD"),
        ("agents", "NNS", 4, "PMOD"),
        (".", ".", 2, "P"),
    ]


def test_the_text_is_the_words_with_blanks(harbour: Document) -> None:
    assert harbour.sentences[2].text == "Tickets were sold by two agents ."


def test_brackets_and_slashes_are_decoded(harbour: Document) -> None:
    assert [token.form for token in harbour.sentences[4]][5:8] == ["(", "badly", ")"]
    assert [token.tag for token in harbour.sentences[4]][5:8] == ["(", "RB", ")"]
    (quay,) = read(FIXTURE / "wsj" / "00" / "quay.mrg")
    assert quay.text == "Berg paid 1/2 crown ."


def test_trees_are_kept_on_one_line(harbour: Document) -> None:
    assert harbour.sentences[3].tree == (
        "( (S (NP-SBJ (NNP Ann)) (VP (VBD took) (NP (NP (NNS dozens)) (PP (IN of) (NP (NNS walks))))) (. .)))"
    )


def test_pointers_become_propositions() -> None:
    document = next(read(FIXTURE, propbank=FIXTURE / "prop.txt"))
    assert [each.roleset for each in document.propositions] == [
        "build.01",
        "sink.01",
        "expect.01",
        "buy.01",
        "sell.01",
        "take.01",
    ]


def test_a_chain_gives_the_argument_and_its_relative_pronoun() -> None:
    document = next(read(FIXTURE, propbank=FIXTURE / "prop.txt"))
    assert roles(document, "build.01") == [
        ("A0", "Berg", "Berg"),
        ("A1", "The old ferry", "ferry"),
        ("R-A1", "that", "that"),
    ]


def test_an_argument_with_two_heads_is_split() -> None:
    document = next(read(FIXTURE, propbank=FIXTURE / "prop.txt"))
    assert roles(document, "expect.01") == [
        ("A0", "Islanders", "Islanders"),
        ("A1", "the company", "company"),
        ("C-A1", "to buy a diesel-driven boat", "to"),
    ]


def test_an_empty_category_stands_for_its_antecedent() -> None:
    document = next(read(FIXTURE, propbank=FIXTURE / "prop.txt"))
    assert roles(document, "sell.01") == [("A1", "Tickets", "Tickets"), ("A0", "by two agents", "by")]


def test_support_chains_run_from_the_nominal_outwards() -> None:
    document = next(read(FIXTURE, nombank=FIXTURE / "nombank.txt"))
    assert roles(document, "walk.01") == [("A0", "Ann", "Ann"), ("SU", "of", "of")]
    assert roles(document, "of.SU") == [("SU", "dozens", "dozens")]
    assert roles(document, "dozens.SU") == [("SU", "took", "took")]


def test_words_that_nombank_takes_together_are_headed_by_the_last_noun() -> None:
    document = next(read(FIXTURE, nombank=FIXTURE / "nombank.txt"))
    assert roles(document, "discussion.01") == [("A1", "human rights", "rights")]


def test_propbank_and_nombank_go_together_in_text_order() -> None:
    document = next(read(FIXTURE, propbank=FIXTURE / "prop.txt", nombank=FIXTURE / "nombank.txt"))
    fourth = [each.roleset for each in document.propositions if each.predicate.indices[0] in range(27, 33)]
    assert fourth == ["take.01", "dozens.SU", "of.SU", "walk.01"]


def test_predicates_have_lemmas() -> None:
    document = next(read(FIXTURE, propbank=FIXTURE / "prop.txt"))
    assert [token.lemma for token in document.sentences[2]] == [None, None, "sell", None, None, None, None]


def test_columns_say_the_same_as_pointers() -> None:
    pointed = next(read(FIXTURE, propbank=FIXTURE / "prop.txt"))
    columns = next(read(FIXTURE, propbank=FIXTURE / "propbank.gold_conll"))
    for roleset in ("build.01", "sink.01"):
        assert sorted(roles(columns, roleset)) == sorted(roles(pointed, roleset))


def test_columns_split_words_at_hyphens() -> None:
    document = next(read(FIXTURE, propbank=FIXTURE / "propbank.gold_conll"))
    rows = [(token.form, token.tag, token.head, token.deprel) for token in document.sentences[1]][6:11]
    assert rows == [
        ("a", "DT", 11, "NMOD"),
        ("diesel", "NN", 10, "HMOD"),
        ("-", "HYPH", 8, "HYPH"),
        ("driven", "VBN", 11, "NMOD"),
        ("boat", "NN", 6, "OBJ"),
    ]
    assert "a diesel-driven boat" in document.sentences[1].text
    assert roles(document, "drive.02") == [("A2", "diesel", "diesel"), ("A1", "boat", "boat")]


def test_a_skeleton_without_words_takes_those_of_the_tree(copied: Path) -> None:
    whole = (copied / "propbank.gold_conll").read_text(encoding="utf-8").split("\n\n")[0]
    rows = [line.split("\t") for line in whole.splitlines()]
    masked = "\n".join("\t".join([*row[:3], "[WORD]", *row[4:]]) for row in rows)
    skeleton = copied / "prop.gold_skel"
    skeleton.write_text(f"{masked}\n\n", encoding="utf-8")
    document = next(read(copied, propbank=skeleton))
    assert roles(document, "sink.01") == [
        ("A1", "The old ferry that Berg built", "ferry"),
        ("AM-TMP", "yesterday", "yesterday"),
    ]


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (
            "wsj/00/harbour.mrg 0 5 gold build.01 vd--a 5:0-rel 40:1-ARG0",
            "there is no terminal 40: the tree has 10",
        ),
        ("wsj/00/harbour.mrg 0 50 gold build.01 vd--a 5:0-rel", "there is no terminal 50: the tree has 10"),
        (
            "wsj/00/harbour.mrg 0 6 gold build.01 vd--a 6:0-rel",
            "terminal 6 is an empty category, no predicate",
        ),
        (
            "wsj/00/harbour.mrg 0 5 gold build.01 vd--a 5:0-rel 4:9-ARG0",
            "nothing is 9 levels above terminal 4",
        ),
        ("wsj/00/harbour.mrg 8 5 gold build.01 vd--a 5:0-rel", "there is no such sentence: harbour has 5"),
        (
            "wsj/00/harbour.mrg 0 5 gold build vd--a 5:0-rel",
            "expected a roleset, such as join.01, found 'build'",
        ),
        ("wsj/00/harbour.mrg 0 5 gold build.01 active 5:0-rel", "expected an inflection of five letters"),
        ("wsj/00/harbour.mrg 0 5 gold build.01", "expected file, sentence, terminal, annotator, roleset"),
        (
            "wsj/00/harbour.mrg x 5 gold build.01 vd--a 5:0-rel",
            "expected the number of a sentence, found 'x'",
        ),
        ("wsj/00/harbour.mrg 0 ٥ gold build.01 vd--a 5:0-rel", "expected the number of a terminal"),
        (
            "wsj/00/harbour.mrg 0 5 gold build.01 vd--a 5:0",
            "expected a pointer with a label, such as 0:2-ARG0",
        ),
        (
            "wsj/00/harbour.mrg 0 5 gold build.01 vd--a 5:0,-rel",
            "expected terminal:height in the pointer '5:0,-rel'",
        ),
    ],
)
def test_a_pointer_that_misses_is_refused_with_file_and_line(tmp_path: Path, line: str, fault: str) -> None:
    prop = tmp_path / "prop.txt"
    prop.write_text(f"\n{line}\n", encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        list(read(FIXTURE / "wsj" / "00" / "harbour.mrg", propbank=prop))
    assert str(caught.value).startswith(f"{prop}:2: {fault}")


def test_lenient_reading_leaves_out_pointers_that_miss(tmp_path: Path) -> None:
    prop = tmp_path / "prop.txt"
    good = (FIXTURE / "prop.txt").read_text(encoding="utf-8")
    prop.write_text(f"{good}wsj/00/harbour.mrg 0 5 gold x.01 vd--a 77:0-rel\nnonsense\n", encoding="utf-8")
    lenient = Lenient()
    (document,) = read(FIXTURE / "wsj" / "00" / "harbour.mrg", propbank=prop, on_error=lenient)
    assert (len(document.propositions), len(lenient.faults)) == (6, 2)


def test_pointers_to_other_documents_are_counted(tmp_path: Path) -> None:
    prop = tmp_path / "prop.txt"
    prop.write_text("wsj/00/other.mrg 0 5 gold x.01 vd--a 5:0-rel\n", encoding="utf-8")
    with pytest.warns(DataWarning, match="documents that are not in the treebank: 1"):
        list(read(FIXTURE, propbank=prop))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("diesel\tNN", "steam\tNN", "11: the words are not those of the tree: expected 'diesel-driven'"),
        ("\t0\t3\t", "\t0\t4\t", "4: TOKEN: expected 3, found '4'"),
        ("(SBAR(WHNP*)", "(SBAR(WHNP)", r"4: PARSE: expected one \* among brackets"),
        ("(TOP(S(NP(NP*", "(TOP(S(NP(NP(X*", "1: PARSE: the tree that begins here is not closed"),
        ("\t(R-ARG1*)", "\t(R-ARG1*", "4: the argument R-ARG1 is not closed"),
        ("sink\tsink.01", "sink\t-", "1: expected a column for each of 1 predicates, found 2"),
        ("\t*\t(ARGM-TMP*)", "\t(ARGM-TMP*)", "8: expected 10 fields, as in the row before, found 9"),
        ("\t-\t-\t(ARG1*\t(ARG1*\n", "\n", "1: expected at least 8 fields, found 6"),
        ("(TOP(S(NP(NP*", "(X)(TOP(S(NP(NP*", "1: PARSE: expected a word or constituents"),
        ("(TOP(S(NP(NP*", "(TOP*)(TOP(S(NP(NP*", r"1: PARSE: expected one \* among brackets"),
        ("(NP*))\t-", "(NP*)))\t-", "1: PARSE: a closing bracket that no opening one belongs to"),
        ("(ARGM-TMP*)", "ARGM-TMP", r"8: expected \* with labels in brackets, found 'ARGM-TMP'"),
        ("\t(V*)\n", "\t(V*))\n", "7: a bracket is closed that was not opened"),
    ],
)
def test_columns_with_a_fault_are_refused(copied: Path, old: str, new: str, fault: str) -> None:
    file = copied / "propbank.gold_conll"
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FormatError, match=f"gold_conll:{fault}"):
        list(read(copied, propbank=file))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "harbour.mrg: expected trees, found none"),
        ("(S (NN a))\n(S (-NONE- *))", "harbour.mrg:2: expected words in the tree, found none"),
        ("(S (NN a)", "harbour.mrg:1: the tree that begins here is not closed"),
        ("(())", "harbour.mrg:1: expected a word or constituents"),
    ],
)
def test_a_file_with_a_fault_is_refused(copied: Path, text: str, fault: str) -> None:
    (copied / "wsj" / "00" / "harbour.mrg").write_text(text, encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        list(read(copied))
    assert fault in str(caught.value)


def test_lenient_reading_skips_the_document_with_a_fault(copied: Path) -> None:
    (copied / "wsj" / "00" / "harbour.mrg").write_text("(S (NN a)", encoding="utf-8")
    lenient = Lenient()
    assert [document.id for document in read(copied, on_error=lenient)] == ["quay"]
    assert len(lenient.faults) == 1


def test_a_directory_without_trees_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"expected a directory with \.mrg, \.parse"):
        list(ptb.read(tmp_path))


def test_a_path_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="cannot be read"):
        list(read(tmp_path / "absent.mrg"))


def test_propositions_of_the_sample_are_those_of_the_scorer_s_golden_cases(
    shared: Path, tmp_path: Path
) -> None:
    """Roles as an independent program reduced PropBank's spans to heads, but A1-DSP, which is A1 here."""
    packed = shared / "data" / "propbank-wsj-sample" / "wsj_0001-0149.gold_conll.xz"
    columns = tmp_path / "wsj.gold_conll"
    columns.write_bytes(lzma.decompress(packed.read_bytes()))
    found: dict[str, Links] = {}
    for document in read(shared / "data" / "ptb-wsj-sample" / "combined", propbank=columns):
        links = document_links(document)
        for sentence in document.sentences:
            words = " ".join(document.tokens.form(index) for index in sentence.range)
            found[words] = links.get(sentence.index, set())
    wanted = golden_links(shared / "golden" / "conll2008" / "scorer" / "10_mixed_300" / "gold.conll")
    same = sum(found.get(words) == links for words, links in wanted.items())
    assert same / len(wanted) > 0.99


Links = set[tuple[int, int, str]]
"""Predicate, head of the argument, role; places are counted from 0 in a sentence."""


def document_links(document: Document) -> dict[int, Links]:
    """The roles of a document by sentence."""
    links: dict[int, Links] = {}
    for proposition in document.propositions:
        (predicate,) = proposition.predicate.indices
        sentence = document.tokens.sentence_of(predicate)
        start = document.tokens.sentence_starts[sentence]
        links.setdefault(sentence, set()).update(
            (predicate - start, (each.head or 0) - start, each.role) for each in proposition.arguments
        )
    return links


def golden_links(path: Path) -> dict[str, Links]:
    """The roles of a CoNLL-2008 file by the words of the sentence."""
    links: dict[str, Links] = {}
    for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
        rows = [line.split("\t") for line in block.splitlines()]
        predicates = [place for place, row in enumerate(rows) if row[10] != "_"]
        links[" ".join(row[5] for row in rows)] = {
            (place, head, row[column].replace("-DSP", ""))
            for column, place in enumerate(predicates, start=11)
            for head, row in enumerate(rows)
            if row[column] != "_"
        }
    return links


def test_trees_come_back_from_files(tmp_path: Path) -> None:
    trees = ("(TOP (S (NP (PRP It)) (VP (VBD rained)) (. .)))", None)
    document = replace(blank_document("It rained .", "We left ."), id="rain", trees=trees)

    with pytest.warns(UnsupportedWarning, match=r"sentences without a tree \(1 sentences\)"):
        ptb.write([document], tmp_path / "trees")

    (again,) = ptb.read(tmp_path / "trees")
    assert (again.id, again.trees) == ("rain", trees[:1])
