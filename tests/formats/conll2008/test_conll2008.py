"""CoNLL-2008 columns: what is read, what is written, what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from relata.document import Document, Tokens
from relata.document.relations import Argument, Proposition
from relata.errors import DataWarning, FormatError, Lenient, UnsupportedWarning
from relata.formats import conll2008, conllu, jsonl
from tests.conll2008_files import DOG, GOLDEN_CASES, TREE, put, sentence
from tests.paths import REPOSITORY

EXAMPLES = REPOSITORY / "examples" / "conll2008"
SPLIT = (
    "1\tNew\tnew\tNNP\tNNP\tNew\tnew\tNNP\t2\tNAME\n"
    "2\tYork-based\tyork-based\tJJ\tVBN\tYork\tyork\tNNP\t4\tHMOD\n"
    "3\t_\t_\t_\t_\t-\t-\tHYPH\t2\tHYPH\n"
    "4\t_\t_\t_\t_\tbased\tbase\tVBN\t5\tNMOD\n"
    "5\tfirms\tfirm\tNNS\tNNS\tfirms\tfirm\tNNS\t0\tROOT\n"
)
SUPPORT = sentence("""
    Ana      NNP 2 SBJ  _          A0 _  _  A0
    made     VBD 0 ROOT make.01    _  SU _  _
    plenty   NN  2 OBJ  plenty.SU  A1 _  SU _
    of       IN  3 NMOD of.SU      _  _  _  SU
    promises NNS 4 PMOD promise.01 _  _  _  _
""")


def read(place: Path, content: str | bytes) -> Document:
    return next(conll2008.read(put(place, content)))


def rewritten(place: Path, document: Document) -> str:
    target = place / "out.conll08"
    conll2008.write([document], target)
    return target.read_text(encoding="utf-8")


def with_analysis(text: str) -> str:
    """Rows of a sentence without predicates."""
    return "".join(f"{line}\t_\n" for line in text.splitlines()) + "\n"


# What is read.


def test_tokens_are_the_split_ones_with_their_columns(tmp_path: Path) -> None:
    token = read(tmp_path, with_analysis(SPLIT)).tokens[3]
    assert (token.form, token.lemma, token.tag, token.head, token.deprel) == (
        "based",
        "base",
        "VBN",
        5,
        "NMOD",
    )


def test_the_text_is_the_forms_with_split_words_in_one_piece(tmp_path: Path) -> None:
    assert read(tmp_path, with_analysis(SPLIT) + DOG).text == "New York-based firms The dog barks"


def test_a_word_that_its_parts_do_not_spell_leaves_them_apart(tmp_path: Path) -> None:
    text = with_analysis(SPLIT).replace("York-based", "Yorkbased")
    assert read(tmp_path, text).text == "New York - based firms"


def test_what_is_said_of_the_unsplit_word_is_in_misc(tmp_path: Path) -> None:
    document = read(tmp_path, with_analysis(SPLIT))
    assert [token.misc for token in document.tokens] == [
        "GPOS=NNP",
        "FORM=York-based|LEMMA=york-based|GPOS=JJ|PPOS=VBN|SpaceAfter=No",
        "FORM=_|SpaceAfter=No",
        "FORM=_",
        "GPOS=NNS",
    ]


def test_sentences_follow_blank_lines(tmp_path: Path) -> None:
    assert [len(each) for each in read(tmp_path, DOG + TREE).sentences] == [3, 6]


def test_propositions_have_predicate_roleset_and_roles(tmp_path: Path) -> None:
    first, second = read(tmp_path, DOG + TREE).propositions[1:]
    assert (first.predicate.text, first.roleset) == ("wants", "want.01")
    assert {role: span.text for role, span in first.roles.items()} == {"A0": "He", "A1": "tree"}
    assert [(each.role, each.head) for each in second.arguments] == [("A0", 3)]


def test_an_underscore_that_is_a_word_is_told_by_its_split_form(tmp_path: Path) -> None:
    text = DOG.replace("dog", "_")
    document = read(tmp_path, text)
    assert document.text == "The _ barks"
    assert rewritten(tmp_path, document) == text


def test_fields_may_be_apart_by_any_blanks_and_tabs(tmp_path: Path) -> None:
    assert read(tmp_path, DOG.replace("\t", "  \t ")).tokens == read(tmp_path, DOG).tokens


def test_a_no_break_space_is_part_of_a_field(tmp_path: Path) -> None:
    assert read(tmp_path, DOG.replace("dog", "hot\u00a0dog")).tokens[1].form == "hot\u00a0dog"


def test_a_document_bears_the_name_of_its_file(tmp_path: Path) -> None:
    assert next(conll2008.read(put(tmp_path, DOG, "wsj_0001.conll"))).id == "wsj_0001"


def test_a_directory_is_read_file_by_file(tmp_path: Path) -> None:
    put(tmp_path, TREE, "b.conll")
    put(tmp_path, DOG, "a.conll08")
    put(tmp_path, "no", "a.txt")
    assert [document.id for document in conll2008.read(tmp_path)] == ["a", "b"]


def test_a_directory_without_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"expected a directory with \.conll08 or \.conll files"):
        list(conll2008.read(tmp_path))


def test_a_test_file_has_tokens_alone(tmp_path: Path) -> None:
    given = "".join("\t".join(row.split("\t")[:8]) + "\n" for row in DOG.splitlines() if row) + "\n"
    document = read(tmp_path, given)
    assert (document.tokens.heads, document.propositions) == (None, ())
    assert rewritten(tmp_path, document) == given


def test_a_head_that_is_not_known_is_none(tmp_path: Path) -> None:
    text = DOG.replace("\t2\tNMOD", "\t_\t_")
    document = read(tmp_path, text)
    assert document.tokens[0].head is None
    assert rewritten(tmp_path, document) == text


@pytest.mark.parametrize("content", [b"\xef\xbb\xbf" + DOG.encode(), DOG.replace("\n", "\r\n").encode()])
def test_a_byte_order_mark_and_crlf_are_accepted(tmp_path: Path, content: bytes) -> None:
    assert rewritten(tmp_path, read(tmp_path, content)) == DOG


# The open track.

OPEN = "O\tO\tnoun.animal\t2\tNMOD\nO\tB-PER\t_\t3\tSUB\nO\tO\tverb.sound\t0\tROOT\n\n"


def test_the_open_track_is_read_beside_and_written_back(tmp_path: Path) -> None:
    beside = put(tmp_path, OPEN, "a.open")
    document = next(conll2008.read(put(tmp_path, DOG), open_track=beside))
    assert document.tokens[1].misc == "GPOS=NN|CONLL2003=O|BBN=B-PER|MALT_HEAD=3|MALT_DEPREL=SUB"
    conll2008.write([document], tmp_path / "out.conll08", open_track=tmp_path / "out.open")
    assert (tmp_path / "out.open").read_text(encoding="utf-8") == OPEN
    assert (tmp_path / "out.conll08").read_text(encoding="utf-8") == DOG


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (OPEN.replace("\tB-PER", ""), r"a\.open:2: expected 5 fields, found 4"),
        (
            OPEN.replace("O\tO\tverb.sound\t0\tROOT\n", ""),
            r"a\.open:1: expected 3 rows, as the sentence has, found 2",
        ),
        (OPEN + OPEN, r"a\.open:5: expected as many lines as .*a\.conll08 has"),
        ("", r"a\.open:1: expected as many lines as"),
        (OPEN.replace("B-PER", "B\0"), r"a\.open:2: expected text, found NUL"),
    ],
)
def test_an_open_track_that_does_not_fit_is_refused(tmp_path: Path, content: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        list(conll2008.read(put(tmp_path, DOG), open_track=put(tmp_path, content, "a.open")))


def test_a_sentence_whose_open_track_is_faulty_is_skipped_by_the_lenient(tmp_path: Path) -> None:
    beside = put(tmp_path, OPEN.replace("B-PER\t", "") + OPEN, "a.open")
    lenient = Lenient()
    (document,) = conll2008.read(put(tmp_path, DOG + DOG), open_track=beside, on_error=lenient)
    assert (len(document.sentences), len(lenient.faults)) == (1, 1)


def test_the_open_track_goes_with_one_file(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected a file: the open track goes with one"):
        list(conll2008.read(tmp_path, open_track=tmp_path / "a.open"))
    with pytest.raises(FormatError, match="expected a file"):
        conll2008.write([], tmp_path / "out", open_track=tmp_path / "a.open")


def test_an_open_track_that_is_not_asked_for_is_said_to_be_lost(tmp_path: Path) -> None:
    document = next(conll2008.read(put(tmp_path, DOG), open_track=put(tmp_path, OPEN, "a.open")))
    with pytest.warns(UnsupportedWarning, match=r"open track \(3 tokens\)"):
        conll2008.write([document], tmp_path / "out.conll08")


# Support chains.


def test_support_chains_are_kept(tmp_path: Path) -> None:
    document = read(tmp_path, SUPPORT)
    rolesets = [each.roleset for each in document.propositions]
    assert rolesets == ["make.01", "plenty.SU", "of.SU", "promise.01"]
    assert rewritten(tmp_path, document) == SUPPORT


def test_strip_su_removes_pseudo_predicates_with_their_columns_and_su_cells(tmp_path: Path) -> None:
    stripped = conll2008.strip_su(read(tmp_path, SUPPORT))
    assert rewritten(tmp_path, stripped) == sentence("""
        Ana      NNP 2 SBJ  _          A0 A0
        made     VBD 0 ROOT make.01    _  _
        plenty   NN  2 OBJ  _          A1 _
        of       IN  3 NMOD _          _  _
        promises NNS 4 PMOD promise.01 _  _
    """)


# Faults.

ROWS = DOG.splitlines()
FAULTS = {
    "too few fields": (DOG.replace(ROWS[1], "2\tdog\t_"), r":2: expected at least 8 fields, found 3"),
    "ids that skip": (DOG.replace("\n2\t", "\n3\t"), r":2: ID: expected 2, found '3'"),
    "ids that go on": (DOG + DOG.replace("1\tThe", "4\tThe"), r":5: ID: expected 1, found '4'"),
    "head outside": (DOG.replace("\t2\tNMOD", "\t4\tNMOD"), r":1: HEAD: expected 0 to 3, found 4"),
    "head below 0": (DOG.replace("\t2\tNMOD", "\t-1\tNMOD"), r":1: HEAD: expected 0 to 3, found -1"),
    "head no number": (DOG.replace("\t2\tNMOD", "\t²\tNMOD"), r":1: HEAD: expected the ID of a token, or 0"),
    "a cell too many": (
        DOG.replace("\tA0", "\tA0\t_"),
        r":2: expected 12 fields \(11, and 1 for predicates\), found 13",
    ),
    "a column without its predicate": (DOG.replace("bark.01", "_"), r":1: expected 11 fields .*, found 12"),
    "NUL": (DOG.replace("dog", "d\0g"), r":2: expected text, found NUL"),
}
SHORT = {
    "a cell too few": (DOG.replace("\tA0", ""), r":2: expected 12 fields .*, found 11"),
    "a predicate without its column": (
        TREE.replace("\tA0\tA0", "\tA0").replace("\t_\n", "\n"),
        r":1: expected 13 fields \(11, and 2 for predicates\), found 12",
    ),
    "a row without analysis": (DOG.replace("\t2\tNMOD\t_\t_", ""), r":1: expected 12 fields .*, found 8"),
}


@pytest.mark.parametrize("fault", [*FAULTS, *SHORT])
def test_a_fault_is_named_with_its_line(tmp_path: Path, fault: str) -> None:
    content, message = (FAULTS | SHORT)[fault]
    with pytest.raises(FormatError, match=r"a\.conll08" + message):
        read(tmp_path, content)


@pytest.mark.parametrize("fault", FAULTS)
def test_lenient_skips_the_sentence(tmp_path: Path, fault: str) -> None:
    lenient = Lenient()
    (document,) = conll2008.read(put(tmp_path, FAULTS[fault][0] + TREE), on_error=lenient)
    assert len(lenient.faults) == 1
    assert document.sentences[-1].text == "He wants the tree felled ."
    assert len(document.propositions) == 2 + (fault == "ids that go on")


@pytest.mark.parametrize("fault", SHORT)
def test_lenient_reads_missing_cells_as_empty_and_counts_them(tmp_path: Path, fault: str) -> None:
    lenient = Lenient()
    with pytest.warns(DataWarning, match="sentences with missing cells, read as _: 1"):
        (document,) = conll2008.read(put(tmp_path, SHORT[fault][0]), on_error=lenient)
    assert len(lenient.faults) == 1
    assert document.propositions


def test_a_missing_cell_is_no_argument(tmp_path: Path) -> None:
    with pytest.warns(DataWarning):
        (document,) = conll2008.read(put(tmp_path, SHORT["a cell too few"][0]), on_error=Lenient())
    assert document.propositions[0].arguments == ()


@pytest.mark.filterwarnings("ignore::relata.errors.DataWarning")
@pytest.mark.parametrize("content", ["", "\n\n\n"])
def test_a_file_without_sentences_is_refused(tmp_path: Path, content: str) -> None:
    with pytest.raises(FormatError, match=r"a\.conll08: expected sentences, found none"):
        read(tmp_path, content)


def test_other_encodings_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"a\.conll08:2: expected UTF-8, found byte 0xe9"):
        read(tmp_path, DOG.replace("dog", "dóg").encode("latin-1").replace(b"\xf3", b"\xe9"))


def test_masked_text_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"the text is masked \(_\)"):
        read(tmp_path, DOG.replace("The", "_").replace("dog", "_").replace("barks", "_"))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (DOG.rstrip("\n") + "\n", "no blank line at the end: 1"),
        (DOG.rstrip("\n"), "no blank line at the end: 1"),
        (f"\n{DOG}\n{DOG}".replace("\n\n\n", "\n\n\n\n"), "blank lines too many: 3"),
    ],
)
def test_odd_blank_lines_are_put_right_and_counted(tmp_path: Path, content: str, said: str) -> None:
    with pytest.warns(DataWarning, match=said):
        document = read(tmp_path, content)
    assert rewritten(tmp_path, document) == DOG * len(document.sentences)


@pytest.mark.parametrize(
    "heads", [("2", "1"), ("0", "3"), ("1", "3")], ids=["cycle", "two roots", "own head"]
)
def test_heads_that_form_no_tree_are_kept_and_counted(tmp_path: Path, heads: tuple[str, str]) -> None:
    text = DOG + DOG.replace("\t2\tNMOD", f"\t{heads[0]}\tNMOD").replace("\t3\tSBJ", f"\t{heads[1]}\tSBJ")
    with pytest.warns(DataWarning, match=r"a\.conll08:5: sentences whose heads form no tree.*: 1"):
        document = read(tmp_path, text)
    assert rewritten(tmp_path, document) == text


# What is written.


def test_several_documents_in_one_file_lose_where_they_begin(tmp_path: Path) -> None:
    first, second = read(tmp_path, DOG), replace(read(tmp_path, TREE), id="b")
    with pytest.warns(UnsupportedWarning, match=r"where documents begin \(1 documents\)"):
        conll2008.write([first, second], tmp_path / "out.conll08")
    assert (tmp_path / "out.conll08").read_text(encoding="utf-8") == DOG + TREE


def test_a_path_without_suffix_becomes_a_directory_with_a_file_for_each(tmp_path: Path) -> None:
    documents = [read(tmp_path, DOG), replace(read(tmp_path, TREE), id="b")]
    conll2008.write(documents, tmp_path / "out")
    assert list(conll2008.read(tmp_path / "out")) == documents


def test_documents_without_tokens_are_left_out_of_a_directory(tmp_path: Path) -> None:
    with pytest.warns(UnsupportedWarning, match=r"no sentences \(1 documents\)"):
        conll2008.write([Document("none", "en", Tokens("", [])), read(tmp_path, DOG)], tmp_path / "out")
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["a.conll08"]


def test_a_document_that_says_nothing_of_gold_tags_has_none(tmp_path: Path) -> None:
    tokens = Tokens("It rains", [(0, 2), (3, 8)], tag=("PRP", "VBZ"), lemma=("it", "rain"))
    assert rewritten(tmp_path, Document("a", "en", tokens)) == (
        "1\tIt\tit\t_\tPRP\tIt\tit\tPRP\n2\trains\train\t_\tVBZ\trains\train\tVBZ\n\n"
    )


def proposition(
    tokens: Tokens, predicate: list[int], *arguments: Argument, roleset: str | None = "x.01"
) -> Proposition:
    return Proposition(tokens.span(predicate), roleset, arguments)


def predicate_columns(place: Path, tokens: Tokens, *propositions: Proposition) -> list[list[str]]:
    text = rewritten(place, Document("a", "en", tokens, propositions=propositions))
    return [line.split("\t")[10:] for line in text.splitlines() if line]


WORDS = Tokens(
    "a b c d", [(0, 1), (2, 3), (4, 5), (6, 7)], sentence_starts=[0, 3], lemma=("A", None, "C", "D")
)


def test_a_predicate_without_roleset_gets_its_lemma_without_a_sense(tmp_path: Path) -> None:
    found = predicate_columns(
        tmp_path,
        WORDS,
        *(proposition(WORDS, [n], roleset=none) for n, none in enumerate((None, "", "_", " "))),
    )
    assert [row[0] for row in found] == ["A.", "b.", "C.", "D."]


def test_columns_stand_in_the_order_of_predicates(tmp_path: Path) -> None:
    late = proposition(WORDS, [2], Argument("A1", WORDS.span([0]), 0), roleset="late.01")
    early = proposition(WORDS, [1], Argument("A0", WORDS.span([0])), roleset="early.01")
    assert predicate_columns(tmp_path, WORDS, late, early)[0] == ["_", "A0", "A1"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([Argument("A0", WORDS.span([0, 1]), 1)], r"tokens beside the head \(1 arguments\)"),
        ([Argument("A0", WORDS.span([0, 1]))], r"no role, or no head in the sentence \(1 arguments\)"),
        ([Argument("A0", WORDS.span([3]), 3)], r"no role, or no head in the sentence \(1 arguments\)"),
        ([Argument("", WORDS.span([0]), 0)], r"no role, or no head in the sentence \(1 arguments\)"),
        (
            [Argument("A0", WORDS.span([0]), 0), Argument("A1", WORDS.span([0]), 0)],
            r"second role of a token \(1 arguments\)",
        ),
    ],
)
def test_arguments_that_cells_cannot_hold_are_counted(
    tmp_path: Path, arguments: list[Argument], said: str
) -> None:
    with pytest.warns(UnsupportedWarning, match=said):
        predicate_columns(tmp_path, WORDS, proposition(WORDS, [2], *arguments))


@pytest.mark.parametrize(
    ("propositions", "said"),
    [
        (
            [proposition(WORDS, [0]), proposition(WORDS, [0])],
            r"second predicate on a token \(1 propositions\)",
        ),
        ([proposition(WORDS, [0, 1])], r"predicate of several tokens \(1 propositions\)"),
        ([proposition(WORDS, [])], r"no predicate \(1 propositions\)"),
        ([replace(proposition(WORDS, [0]), score=0.5)], r"score \(1 propositions\)"),
    ],
)
def test_propositions_that_columns_cannot_hold_are_counted(
    tmp_path: Path, propositions: list[Proposition], said: str
) -> None:
    with pytest.warns(UnsupportedWarning, match=said):
        predicate_columns(tmp_path, WORDS, *propositions)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"comments": (("sent_id = 1",),)}, r"comments \(1 documents\)"),
        ({"nonwords": (("1-2\tab" + "\t_" * 8,),)}, r"rows that are no words \(1 documents\)"),
        ({"trees": ("(S)",)}, r"constituent trees \(1 sentences\)"),
        ({"metadata": {"genre": "news"}}, r"metadata \(1 documents\)"),
        ({"language": "zh"}, r"language \(1 documents\)"),
        ({"paragraphs": ((0, 3),)}, r"paragraphs \(1 documents\)"),
        ({"tokens": Tokens("a  b", [(0, 1), (3, 4)])}, r"text \(1 documents\)"),
        ({"tokens": Tokens("ab", [(0, 1), (1, 2)])}, r"text \(1 documents\)"),
        ({"tokens": Tokens("a b", [(0, 1), (2, 3)], forms=("a", "B"))}, r"text \(1 documents\)"),
        ({"tokens": Tokens("a b", [(0, 1), (2, 3)], upos=("X", "X"))}, r"upos \(1 documents\)"),
        ({"tokens": Tokens("a b", [(0, 1), (2, 3)], misc=("Conn=O", None))}, r"MISC \(1 tokens\)"),
        (
            {"tokens": Tokens("a b", [(0, 1), (2, 3)], heads=(0, 7))},
            r"heads outside the sentence \(1 tokens\)",
        ),
        ({"tokens": Tokens("a b", [(0, 3)])}, r"white space or NUL in fields \(1 tokens\)"),
        ({"tokens": Tokens("a \ud800", [(0, 1), (2, 3)])}, r"half a surrogate pair \(1 tokens\)"),
    ],
)
def test_what_files_have_no_place_for_is_counted(
    tmp_path: Path, change: dict[str, object], said: str
) -> None:
    document = Document("a", "en", Tokens("a b", [(0, 1), (2, 3)]))
    with pytest.warns(UnsupportedWarning, match=said):
        rewritten(tmp_path, replace(document, **change))  # type: ignore[arg-type]


# Round trips.


@pytest.mark.parametrize("name", ["gold", "run"])
def test_the_examples_come_back_byte_for_byte(tmp_path: Path, name: str) -> None:
    file = EXAMPLES / f"{name}.conll08"
    assert rewritten(tmp_path, next(conll2008.read(file))) == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("padded", [0, 1, 2], ids=["on the first part", "on the last part", "at the end"])
def test_unsplit_words_come_back_wherever_they_are_padded(tmp_path: Path, padded: int) -> None:
    rows = [row.split("\t") for row in with_analysis(SPLIT).splitlines() if row]
    orders = [[0, 1, 2, 3, 4], [0, 2, 3, 1, 4], [0, 1, 4, 2, 3]]
    unsplit = [rows[n][1:5] for n in orders[padded]]
    text = "".join("\t".join([row[0], *unsplit[n], *row[5:]]) + "\n" for n, row in enumerate(rows)) + "\n"
    assert rewritten(tmp_path, read(tmp_path, text)) == text


def test_json_lines_hold_all_of_it(tmp_path: Path) -> None:
    document = next(conll2008.read(EXAMPLES / "gold.conll08"))
    jsonl.write([document], tmp_path / "out.jsonl")
    assert list(jsonl.read(tmp_path / "out.jsonl")) == [document]


def test_conllu_holds_all_but_the_propositions(tmp_path: Path) -> None:
    document = next(conll2008.read(EXAMPLES / "gold.conll08"))
    with pytest.warns(UnsupportedWarning, match=r"propositions \(12 propositions\)"):
        conllu.write([document], tmp_path / "gold.conllu")
    (back,) = conllu.read(tmp_path / "gold.conllu")
    assert back.tokens == document.tokens


@pytest.mark.filterwarnings("ignore::relata.errors.DataWarning")
@pytest.mark.parametrize("case", GOLDEN_CASES)
@pytest.mark.parametrize("side", ["gold", "system"])
def test_golden_files_come_back_byte_for_byte(shared: Path, tmp_path: Path, case: str, side: str) -> None:
    file = shared / "golden" / "conll2008" / "scorer" / case / f"{side}.conll"
    expected = file.read_text(encoding="utf-8")
    if case == "16_extra_blank_lines":
        expected = expected.replace("\n\n\n", "\n\n")
    elif not expected.endswith("\n\n"):
        expected += "\n"
    assert rewritten(tmp_path, next(conll2008.read(file))) == expected
