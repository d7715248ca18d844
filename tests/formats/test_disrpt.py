"""DISRPT: relations in .rels, connectives in .tok and .conllu, and the way back."""

from __future__ import annotations

import random
import warnings
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata import DiscourseRelation, Document, RelationType, Span, Tokens
from relata.errors import FormatError, Lenient, UnsupportedWarning
from relata.formats import conllu, disrpt

HEADER = (
    "doc\tunit1_toks\tunit2_toks\tunit1_txt\tunit2_txt\tu1_raw\tu2_raw\ts1_toks\ts2_toks\tunit1_sent\tunit2_sent"
    "\tdir\trel_type\torig_label\tlabel"
)
OLDER_HEADER = (
    "doc\tunit1_toks\tunit2_toks\tunit1_txt\tunit2_txt\ts1_toks\ts2_toks\tunit1_sent\tunit2_sent"
    "\tdir\torig_label\tlabel"
)
CONLLU = """\
# newdoc id = storm
# meta::genre = letter
# newpar
# sent_id = storm-1
# text = Although it wasn't dry, we left.
1 Although although SCONJ IN _ 5 mark 5:mark Conn=B-conn
2 it it PRON PRP _ 5 nsubj 5:nsubj Conn=O
3-4 wasn't _ _ _ _ _ _ _ _
3 was be AUX VBD _ 5 cop 5:cop Conn=O
4 n't not PART RB _ 5 advmod 5:advmod Conn=O
5 dry dry ADJ JJ _ 8 advcl 8:advcl Conn=O|SpaceAfter=No
5.1 out out ADV RB _ _ _ 5:advmod CopyOf=8
6 , , PUNCT , _ 5 punct 5:punct Conn=O
7 we we PRON PRP _ 8 nsubj 8:nsubj Conn=O
8 left leave VERB VBD _ 0 root 0:root Conn=O|Note=1|SpaceAfter=No
9 . . PUNCT . _ 8 punct 8:punct Conn=O

# sent_id = storm-2
# text = Then Ann and, in fact, Bee got wet as well
1 Then then ADV RB _ 9 advmod 9:advmod Conn=B-conn
2 Ann Ann PROPN NNP _ 9 nsubj 9:nsubj Conn=O
3 and and CCONJ CC _ 8 cc 8:cc Conn=O|SpaceAfter=No
4 , , PUNCT , _ 6 punct 6:punct Conn=O
5 in in ADP IN _ 6 case 6:case Conn=B-conn
6 fact fact NOUN NN _ 8 obl 8:obl Conn=I-conn|SpaceAfter=No
7 , , PUNCT , _ 6 punct 6:punct Conn=O
8 Bee Bee PROPN NNP _ 2 conj 2:conj Conn=O
9 got get VERB VBD _ 0 root 0:root Conn=O
10 wet wet ADJ JJ _ 9 xcomp 9:xcomp Conn=O
11 as as ADV RB _ 9 advmod 9:advmod Conn=B-conn
12 well well ADV RB _ 11 fixed 11:fixed Conn=I-conn

# newdoc id = calm
# sent_id = calm-1
# text = All was dry.
1 All all DET DT _ 3 nsubj 3:nsubj Conn=O
2 was be AUX VBD _ 3 cop 3:cop Conn=O
3 dry dry ADJ JJ _ 0 root 0:root Conn=O|SpaceAfter=No
4 . . PUNCT . _ 3 punct 3:punct Conn=O

""".replace(" ", "\t")
CONLLU = "\n".join(line.replace("\t", " ") if line.startswith("#") else line for line in CONLLU.split("\n"))
FIRST = "Although it was n't dry , we left ."
SECOND = "Then Ann and , in fact , Bee got wet as well"
CONCESSION = (
    f"storm\t2-5\t7-8\tit was n't dry\twe left\tit wasn't dry\twe left\t1-9\t1-9\t{FIRST}\t{FIRST}"
    "\t1<2\texplicit\tcomparison.concession.arg1-as-denier\tconcession"
)
CONJUNCTION = (
    f"storm\t1-9\t11,17-19\t{FIRST}\tAnn <*> Bee got wet"
    "\tAlthough it wasn't dry, we left.\tAnn <*> Bee got wet"
    f"\t1-9\t10-21\t{FIRST}\t{SECOND}\t1<2\timplicit\texpansion.conjunction\texpansion.conjunction"
)
RELS = f"{HEADER}\n{CONCESSION}\n{CONJUNCTION}\n"
TOK = "\n".join(
    ["# newdoc id = storm"]
    + [
        f"{id}\t{form}\t_\t_\t_\t_\t_\t_\t_\t{misc}"
        for id, form, misc in [
            ("1", "Although", "Conn=B-conn"),
            ("2", "it", "Conn=O"),
            ("3-4", "wasn't", "_"),
            ("3", "was", "Conn=O"),
            ("4", "n't", "Conn=O"),
            ("5", "dry", "Conn=O"),
            ("6", ",", "Conn=O"),
            ("7", "we", "Conn=O"),
            ("8", "left", "Conn=O"),
            ("9", ".", "Conn=O"),
            ("10", "Then", "Conn=B-conn"),
            ("11", "Ann", "Conn=O"),
            ("12", "and", "Conn=O"),
            ("13", ",", "Conn=O"),
            ("14", "in", "Conn=B-conn"),
            ("15", "fact", "Conn=I-conn"),
            ("16", ",", "Conn=O"),
            ("17", "Bee", "Conn=O"),
            ("18", "got", "Conn=O"),
            ("19", "wet", "Conn=O"),
            ("20", "as", "Conn=B-conn"),
            ("21", "well", "Conn=I-conn"),
        ]
    ]
    + ["", "# newdoc id = calm"]
    + [
        f"{n}\t{form}\t_\t_\t_\t_\t_\t_\t_\tConn=O"
        for n, form in enumerate(["All", "was", "dry", "."], start=1)
    ]
    + ["", ""]
)


def corpus(folder: Path, name: str = "eng.pdtb.storm_dev", **files: str) -> Path:
    """A directory with the files that are given by suffix, or with all three."""
    for suffix, content in (files or {"tok": TOK, "conllu": CONLLU, "rels": RELS}).items():
        (folder / f"{name}.{suffix}").write_text(content, encoding="utf-8", newline="")
    return folder


def first_relation(folder: Path, row: str, header: str = HEADER) -> DiscourseRelation:
    path = corpus(folder, conllu=CONLLU, rels=f"{header}\n{row}\n")
    return next(disrpt.read(path)).relations[0]


def changed(column: str, value: str, row: str = CONCESSION, header: str = HEADER) -> str:
    fields = row.split("\t")
    fields[header.split("\t").index(column)] = value
    return "\t".join(fields)


def older(row: str) -> str:
    """A row as it stood before 2024."""
    names = HEADER.split("\t")
    return "\t".join(
        value for name, value in zip(names, row.split("\t"), strict=True) if name in OLDER_HEADER.split("\t")
    )


def arguments(document: Document) -> list[tuple[Span, Span]]:
    return [(relation.arg1, relation.arg2) for relation in document.relations]


class TestReading:
    def test_documents_have_their_relations(self, tmp_path: Path) -> None:
        documents = list(disrpt.read(corpus(tmp_path)))

        assert [(document.id, len(document.relations)) for document in documents] == [
            ("storm", 2),
            ("calm", 0),
        ]

    @pytest.mark.parametrize(("suffix", "sentences"), [(".tok", 1), (".conllu", 2), (".rels", 2)])
    def test_a_file_is_read_with_its_companions(self, tmp_path: Path, suffix: str, sentences: int) -> None:
        document = next(disrpt.read(corpus(tmp_path) / f"eng.pdtb.storm_dev{suffix}"))

        assert (len(document.sentences), len(document.relations)) == (sentences, 2)

    def test_relations_can_stand_on_tok_alone(self, tmp_path: Path) -> None:
        document = next(disrpt.read(corpus(tmp_path, tok=TOK, rels=RELS)))

        assert document.relations[1].arg2.indices == (10, 16, 17, 18)

    def test_tokens_need_no_relations(self, tmp_path: Path) -> None:
        assert [document.relations for document in disrpt.read(corpus(tmp_path, tok=TOK))] == [(), ()]

    def test_all_corpora_of_a_directory_are_read(self, tmp_path: Path) -> None:
        corpus(tmp_path, "b", tok=TOK)
        corpus(tmp_path, "a", conllu=CONLLU.replace("storm", "wind").replace("calm", "sun"))

        assert [document.id for document in disrpt.read(tmp_path)] == ["wind", "sun", "storm", "calm"]

    def test_units_are_arguments(self, tmp_path: Path) -> None:
        relation = first_relation(tmp_path, CONJUNCTION)

        assert (relation.arg1.text, relation.arg2.text) == (
            "Although it wasn't dry, we left.",
            "Ann Bee got wet",
        )

    @pytest.mark.parametrize(
        ("direction", "sense", "arg1"),
        [
            ("1<2", "contingency.cause.reason", "it wasn't dry"),
            ("1>2", "contingency.cause.reason", "we left"),
            ("1>2", "contingency.cause.result", "it wasn't dry"),
            ("1<2", "contingency.cause+speechact.result+speechact", "we left"),
            ("1>2", "comparison.concession.arg1-as-denier;temporal.synchronous", "it wasn't dry"),
            ("1<2", "temporal.synchronous;contingency.cause.result", "it wasn't dry"),
        ],
    )
    def test_the_arrow_points_to_arg1_unless_the_sense_makes_arg1_depend(
        self, tmp_path: Path, direction: str, sense: str, arg1: str
    ) -> None:
        row = changed("dir", direction, changed("orig_label", sense))

        assert first_relation(tmp_path, row).arg1.text == arg1

    @pytest.mark.parametrize(("direction", "arg1"), [("1<2", "it wasn't dry"), ("1>2", "we left")])
    def test_in_older_files_the_arrow_always_points_to_arg1(
        self, tmp_path: Path, direction: str, arg1: str
    ) -> None:
        row = older(changed("dir", direction, changed("orig_label", "Contingency.Cause.Result")))

        assert first_relation(tmp_path, row, OLDER_HEADER).arg1.text == arg1

    def test_the_label_is_the_sense_and_the_original_label_an_extra(self, tmp_path: Path) -> None:
        relation = first_relation(tmp_path, CONCESSION)

        assert relation.senses == ("concession",)
        assert relation.extras == {"orig_label": "comparison.concession.arg1-as-denier"}

    def test_all_original_senses_are_kept_if_the_label_is_the_first(self, tmp_path: Path) -> None:
        row = changed("label", "a.b", changed("orig_label", "a.b;c.d"))

        assert first_relation(tmp_path, row).senses == ("a.b", "c.d")

    def test_an_empty_label_is_no_sense(self, tmp_path: Path) -> None:
        assert first_relation(tmp_path, changed("label", "", changed("orig_label", ""))).senses == ()

    @pytest.mark.parametrize("type", RelationType)
    def test_types_are_told_in_any_case(self, tmp_path: Path, type: RelationType) -> None:
        assert first_relation(tmp_path, changed("rel_type", type.lower())).type is type
        assert first_relation(tmp_path, changed("rel_type", type.upper())).type is type

    def test_without_types_they_are_unknown(self, tmp_path: Path) -> None:
        assert first_relation(tmp_path, older(CONCESSION), OLDER_HEADER).type is RelationType.UNKNOWN

    def test_what_does_not_follow_from_the_relation_is_an_extra(self, tmp_path: Path) -> None:
        row = changed("u1_raw", "it was not dry", CONJUNCTION)

        assert first_relation(tmp_path, row).extras == {"u1_raw": "it was not dry"}

    def test_columns_may_come_in_any_order_with_others_between(self, tmp_path: Path) -> None:
        relation = first_relation(
            tmp_path, "1<2\tmine\tx\t7-8\t2-5\tstorm", "dir\tnote\tlabel\tunit2_toks\tunit1_toks\tdoc"
        )

        assert (relation.arg1.text, relation.senses, relation.extras) == (
            "it wasn't dry",
            ("x",),
            {"note": "mine"},
        )

    def test_rows_may_come_in_another_order_than_documents(self, tmp_path: Path) -> None:
        calm = changed("unit1_toks", "1", changed("unit2_toks", "3", changed("doc", "calm")))
        path = corpus(
            tmp_path, conllu=CONLLU, rels=f"{HEADER}\n{calm}\n{CONCESSION}\n{calm}\n{CONJUNCTION}\n"
        )

        assert [len(document.relations) for document in disrpt.read(path)] == [2, 2]

    @pytest.mark.parametrize(
        ("name", "language"),
        [("zho.pdtb.x", "zh"), ("deu.pdtb.pcc", "deu"), ("mine", "en"), ("eng.rst.x", "en")],
    )
    def test_the_language_is_that_of_the_corpus_name(self, tmp_path: Path, name: str, language: str) -> None:
        assert next(disrpt.read(corpus(tmp_path, name, tok=TOK))).language == language


class TestConnectives:
    def texts(self, folder: Path, misc: list[str]) -> list[str]:
        rows = "".join(f"{n}\tw{n}\t_\t_\t_\t_\t_\t_\t_\t{value}\n" for n, value in enumerate(misc, start=1))
        (document,) = disrpt.read(corpus(folder, tok=rows) / "eng.pdtb.storm_dev.tok")
        return [span.text for span in disrpt.connectives(document)]

    def test_connectives_are_spans_of_the_document(self, tmp_path: Path) -> None:
        document = next(disrpt.read(corpus(tmp_path)))

        assert list(map(str, disrpt.connectives(document))) == ["Although", "Then", "in fact", "as well"]

    @pytest.mark.parametrize(
        "misc",
        [
            ["Conn=O", "Conn=B-conn", "Conn=I-conn"],
            ["_", "Seg=B-conn", "Seg=I-conn"],
            ["_", "Seg=B-Conn", "X=1|Seg=I-Conn"],
        ],
    )
    def test_labels_of_all_years_are_understood(self, tmp_path: Path, misc: list[str]) -> None:
        assert self.texts(tmp_path, misc) == ["w2 w3"]

    def test_two_beginnings_are_two_connectives(self, tmp_path: Path) -> None:
        assert self.texts(tmp_path, ["Conn=B-conn", "Conn=B-conn"]) == ["w1", "w2"]

    def test_a_continuation_of_nothing_is_no_connective(self, tmp_path: Path) -> None:
        assert self.texts(tmp_path, ["Conn=I-conn", "Conn=O", "Conn=B-conn", "Conn=O", "Conn=I-conn"]) == [
            "w3"
        ]

    @pytest.mark.parametrize("misc", ["_", "Seg=B-seg", "BeginSeg=Yes", "XConn=B-conn"])
    def test_other_notes_are_no_connectives(self, tmp_path: Path, misc: str) -> None:
        assert self.texts(tmp_path, [misc]) == []


class TestWayBack:
    @pytest.mark.parametrize(
        "rels",
        [
            RELS,
            f"{HEADER}\n",
            f"{HEADER}\n{changed('rel_type', 'unknown')}\n",
            f"{HEADER}\n{changed('dir', '1>2')}\n{changed('label', '')}\n",
            f"{HEADER}\n{changed('unit1_toks', '2-3,4-5', changed('unit1_txt', 'it was <*> not dry'))}\n",
            f"{HEADER}\n{changed('unit1_toks', '7-8', changed('unit2_toks', '2-5'))}\n",
            f"{HEADER}\n{changed('unit1_toks', '2-8', changed('unit2_toks', '2-5'))}\n",
            f"{HEADER}\n{changed('orig_label', 'a;b', changed('label', 'a'))}\n",
            f"{OLDER_HEADER}\n{older(CONCESSION)}\n{older(CONJUNCTION)}\n",
        ],
    )
    @pytest.mark.parametrize("tokens", [{"conllu": CONLLU}, {"tok": TOK}])
    def test_relations_are_written_byte_for_byte(
        self, tmp_path: Path, rels: str, tokens: dict[str, str]
    ) -> None:
        path = corpus(tmp_path, **tokens, rels=rels)

        disrpt.write(disrpt.read(path), tmp_path / "new" / "out.rels")

        assert (tmp_path / "new" / "out.rels").read_text(encoding="utf-8") == rels

    @pytest.mark.parametrize(("suffix", "content"), [(".tok", TOK), (".conllu", CONLLU)])
    def test_tokens_are_written_byte_for_byte(self, tmp_path: Path, suffix: str, content: str) -> None:
        path = corpus(tmp_path, **{suffix[1:]: content})

        disrpt.write(disrpt.read(path), tmp_path / "new" / f"out{suffix}")

        assert (tmp_path / "new" / f"out{suffix}").read_text(encoding="utf-8") == content

    def test_a_directory_gets_all_three_files(self, tmp_path: Path) -> None:
        disrpt.write(disrpt.read(corpus(tmp_path)), tmp_path / "out")

        files = {file.name: file.read_text(encoding="utf-8") for file in (tmp_path / "out").iterdir()}
        assert files == {"out.tok": TOK, "out.conllu": CONLLU, "out.rels": RELS}

    def test_what_was_written_is_read_as_before(self, tmp_path: Path) -> None:
        documents = list(disrpt.read(corpus(tmp_path)))

        disrpt.write(documents, tmp_path / "out")

        assert list(disrpt.read(tmp_path / "out")) == documents

    def test_chinese_units_have_no_blanks_in_raw_text(self, tmp_path: Path) -> None:
        words = ["因为", "下", "大", "雨", "，", "我们", "走", "了"]
        offsets, begin = [], 0
        for word in words:
            offsets.append((begin, begin + len(word)))
            begin += len(word)
        tokens = Tokens("".join(words), offsets)
        relation = DiscourseRelation(
            RelationType.IMPLICIT, tokens.span([5, 6, 7]), tokens.span([1, 3]), ("Causation",)
        )

        disrpt.write([Document("雨", "zh", tokens, relations=(relation,))], tmp_path / "out.rels")

        sentence = " ".join(words)
        row = f"雨\t2,4\t6-8\t下 <*> 雨\t我们 走 了\t下<*>雨\t我们走了\t1-8\t1-8\t{sentence}\t{sentence}"
        assert (tmp_path / "out.rels").read_text(encoding="utf-8") == (
            f"{HEADER}\n{row}\t1>2\timplicit\tCausation\tCausation\n"
        )


class TestOtherFormats:
    """Documents that have not been DISRPT before."""

    def document(self) -> Document:
        text = "(If it rains, then we go)"
        offsets = [(0, 1), (1, 3), (4, 6), (7, 12), (12, 13), (14, 18), (19, 21), (22, 24), (24, 25)]
        tokens = Tokens(text, offsets, forms=["-LRB-", "If", "it", "rains", ",", "then", "we", "go", "-RRB-"])
        explicit = DiscourseRelation(
            RelationType.EXPLICIT,
            tokens.span([6, 7]),
            tokens.span([2, 3]),
            ("Contingency.Condition",),
            connective=tokens.span([1, 5]),
        )
        return Document("plan", "en", tokens, relations=(explicit,))

    def test_the_pieces_of_connectives_are_marked(self, tmp_path: Path) -> None:
        with pytest.warns(UnsupportedWarning):
            disrpt.write([self.document()], tmp_path / "out")

        (back,) = disrpt.read(tmp_path / "out")
        assert list(map(str, disrpt.connectives(back))) == ["If", "then"]

    def test_the_text_comes_back(self, tmp_path: Path) -> None:
        with pytest.warns(UnsupportedWarning):
            disrpt.write([self.document()], tmp_path / "out")

        (back,) = disrpt.read(tmp_path / "out")
        assert (back.text, back.relations[0].arg2.text) == ("(If it rains, then we go)", "it rains")

    def test_both_files_have_the_same_words(self, tmp_path: Path) -> None:
        with pytest.warns(UnsupportedWarning):
            disrpt.write([self.document()], tmp_path / "out")

        forms = [
            [token.form for token in document.tokens]
            for suffix in (".tok", ".conllu")
            for document in conllu.read(tmp_path / "out" / f"out{suffix}")
        ]
        assert forms[0] == forms[1]

    def test_connectives_of_relations_replace_labels_of_tokens(self, tmp_path: Path) -> None:
        document = next(disrpt.read(corpus(tmp_path, conllu=CONLLU)))
        span = document.tokens.span
        predicted = DiscourseRelation(RelationType.EXPLICIT, span([0]), span([1]), connective=span([7, 8]))

        with pytest.warns(UnsupportedWarning):
            disrpt.write([document.with_relations([predicted])], tmp_path / "out")

        (back,) = disrpt.read(tmp_path / "out")
        assert list(map(str, disrpt.connectives(back))) == ["left."]
        assert back.tokens[7].misc == "Conn=B-conn|Note=1|SpaceAfter=No"

    def test_connectives_of_other_types_are_not_marked(self, tmp_path: Path) -> None:
        document = self.document()
        altlex = replace(document.relations[0], type=RelationType.ALTLEX)

        with pytest.warns(UnsupportedWarning):
            disrpt.write([document.with_relations([altlex])], tmp_path / "out")

        assert [token.misc for token in next(disrpt.read(tmp_path / "out" / "out.tok")).tokens] == [
            "Conn=O"
        ] * 9

    def test_what_is_left_out_is_said(self, tmp_path: Path) -> None:
        document = self.document()
        span = document.tokens.span([4])
        full = replace(
            document.relations[0],
            inserted="x",
            punctuation=span,
            sup1=span,
            sup2=span,
            score=0.5,
            provenance="me",
            id=3,
            extras={"attribution": "Wr"},
        )
        empty = replace(document.relations[0], arg1=document.tokens.span([]))

        with pytest.warns(UnsupportedWarning) as caught:
            disrpt.write([document.with_relations([full, full, empty])], tmp_path / "out")

        assert str(caught[0].message) == (
            "DISRPT cannot hold: forms that differ from the text (2 tokens), "
            "whose connective it is (2 relations), inserted connective (2 relations), "
            "punctuation (2 relations), Sup1 (2 relations), Sup2 (2 relations), score (2 relations), "
            "provenance (2 relations), id (2 relations), extras (2 relations), "
            "no Arg1 or no Arg2 (1 relations)"
        )
        assert caught[0].filename == __file__

    def test_tok_alone_says_what_it_is_not_for(self, tmp_path: Path) -> None:
        document = next(disrpt.read(corpus(tmp_path, conllu=CONLLU, rels=RELS)))
        lost = (
            r"syntax and metadata in .tok \(1 documents\), discourse relations without .rels \(2 relations\)"
        )

        with pytest.warns(UnsupportedWarning, match=lost):
            disrpt.write([document], tmp_path / "out.tok")

    def test_types_are_lost_in_a_file_that_began_without(self, tmp_path: Path) -> None:
        path = corpus(tmp_path, conllu=CONLLU, rels=f"{OLDER_HEADER}\n{older(CONCESSION)}\n")
        document = next(disrpt.read(path))
        typed = replace(document.relations[0], type=RelationType.ENTREL, senses=())

        with pytest.warns(UnsupportedWarning, match=r"type \(1 relations\)"):
            disrpt.write([document.with_relations([*document.relations, typed])], tmp_path / "out.rels")

        assert (tmp_path / "out.rels").read_text().splitlines()[2].endswith("\tEntRel")

    def test_a_document_without_tokens_is_left_out_and_said(self, tmp_path: Path) -> None:
        with pytest.warns(UnsupportedWarning, match=r"no sentences \(1 documents\)"):
            disrpt.write([Document("empty", "en", Tokens("", []))], tmp_path / "out")

    def test_two_documents_of_a_name_are_refused(self, tmp_path: Path) -> None:
        document = next(disrpt.read(corpus(tmp_path, tok=TOK)))

        with pytest.raises(FormatError, match="'storm' comes twice"):
            disrpt.write([document, document], tmp_path / "out")

        assert not (tmp_path / "out").exists()

    def test_what_utf_8_cannot_hold_is_refused(self, tmp_path: Path) -> None:
        document = Document("half", "en", Tokens("\ud83d", [(0, 1)]))

        with pytest.raises(FormatError, match="out: half a surrogate pair"):
            disrpt.write([document], tmp_path / "out")


class TestFaults:
    @pytest.mark.parametrize(
        ("row", "fault"),
        [
            ("storm\t1-2", ":2: expected 15 fields between tabs, found 2"),
            (
                changed("unit1_toks", "2-22"),
                ":2: unit1_toks: expected ascending tokens (3-5,8) of 1 to 21, found '2-22'",
            ),
            (changed("unit1_toks", "0"), "unit1_toks: expected ascending tokens"),
            (
                changed("unit2_toks", "5-3"),
                ":2: unit2_toks: expected ascending tokens (3-5,8) of 1 to 21, found '5-3'",
            ),
            (changed("unit2_toks", "3-5,5"), "unit2_toks: expected ascending tokens"),
            (changed("unit2_toks", "8,3"), "unit2_toks: expected ascending tokens"),
            (changed("unit2_toks", ""), "unit2_toks: expected ascending tokens"),
            (changed("unit2_toks", "all"), "unit2_toks: expected ascending tokens"),
            (changed("dir", "2>1"), ":2: dir: expected 1<2 or 1>2, found '2>1'"),
            (
                changed("rel_type", "x"),
                ":2: rel_type: expected one of explicit, implicit, altlex, altlexc, entrel",
            ),
            (
                changed("doc", "gale"),
                "doc: relations of a document 'gale' that is not in eng.pdtb.storm_dev.conllu",
            ),
        ],
    )
    def test_a_fault_in_a_row_is_named_with_its_place(self, tmp_path: Path, row: str, fault: str) -> None:
        path = corpus(tmp_path, conllu=CONLLU, rels=f"{HEADER}\n{row}\n")

        with pytest.raises(FormatError) as caught:
            list(disrpt.read(path))

        assert fault in str(caught.value)

    @pytest.mark.parametrize(
        ("rels", "fault"),
        [
            ("", "eng.pdtb.storm_dev.rels: expected a header, found nothing"),
            ("doc\tunit1_toks\n", ":1: expected a header with unit2_toks, dir, label"),
            (f"{HEADER}\tdoc\n", ":1: expected a header that names each column once"),
        ],
    )
    def test_a_fault_in_the_header_is_named(self, tmp_path: Path, rels: str, fault: str) -> None:
        with pytest.raises(FormatError) as caught:
            list(disrpt.read(corpus(tmp_path, conllu=CONLLU, rels=rels)))

        assert fault in str(caught.value)

    def test_faulty_rows_are_skipped_and_the_others_are_kept(self, tmp_path: Path) -> None:
        rows = [changed("dir", "?"), "storm", CONJUNCTION, "", changed("doc", "gale")]
        lenient = Lenient()

        first, _ = disrpt.read(
            corpus(tmp_path, conllu=CONLLU, rels="\n".join([HEADER, *rows])), on_error=lenient
        )

        assert (len(first.relations), [error.line for error in lenient.faults]) == (1, [3, 2, None])

    def test_a_file_of_relations_without_a_header_is_skipped(self, tmp_path: Path) -> None:
        lenient = Lenient()

        documents = list(disrpt.read(corpus(tmp_path, conllu=CONLLU, rels="no header"), on_error=lenient))

        assert [document.relations for document in documents] == [(), ()]
        assert [fault.line for fault in lenient.faults] == [1]

    def test_relations_without_tokens_are_skipped(self, tmp_path: Path) -> None:
        lenient = Lenient()
        corpus(tmp_path, "eng.pdtb.a_dev", rels=RELS)

        documents = list(disrpt.read(corpus(tmp_path, conllu=CONLLU, rels=RELS), on_error=lenient))

        assert (len(documents), len(lenient.faults)) == (2, 1)

    def test_a_file_of_relations_that_is_named_must_be_there(self, tmp_path: Path) -> None:
        path = corpus(tmp_path, conllu=CONLLU) / "eng.pdtb.storm_dev.rels"

        with pytest.raises(FormatError, match=r"storm_dev\.rels: cannot be read: No such file"):
            list(disrpt.read(path))

    def test_relations_need_tokens(self, tmp_path: Path) -> None:
        expected = (
            r"eng.pdtb.storm_dev.rels: expected eng.pdtb.storm_dev.conllu or eng.pdtb.storm_dev.tok beside it"
        )

        with pytest.raises(FormatError, match=expected):
            list(disrpt.read(corpus(tmp_path, rels=RELS)))

    def test_masked_text_is_refused(self, tmp_path: Path) -> None:
        masked = "\n".join(
            "\t".join([row.split("\t")[0], "_" * 3, *row.split("\t")[2:]]) if "\t" in row else row
            for row in TOK.split("\n")
        )

        with pytest.raises(
            FormatError, match=r"the text of document 'storm' is masked \(_\): restore it first"
        ):
            list(disrpt.read(corpus(tmp_path, tok=masked)))

    def test_a_directory_without_files_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match=r"expected a directory with \.tok, \.conllu, \.rels files"):
            list(disrpt.read(tmp_path))

    def test_another_suffix_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match=r"a\.txt: expected one of the suffixes"):
            list(disrpt.read(tmp_path / "a.txt"))

    @pytest.mark.parametrize("suffix", [".tok", ".rels"])
    def test_a_missing_file_is_refused(self, tmp_path: Path, suffix: str) -> None:
        with pytest.raises(FormatError, match=r"a\.(tok: cannot be read|rels: expected a\.conllu)"):
            list(disrpt.read(tmp_path / f"a{suffix}"))

    @given(seed=st.integers(), suffix=st.sampled_from(["conllu", "tok", "rels", "rels"]))
    def test_damaged_files_are_read_or_refused(
        self, tmp_path_factory: pytest.TempPathFactory, seed: int, suffix: str
    ) -> None:
        chance = random.Random(seed)
        files = {"rels": RELS, "tok" if suffix == "tok" else "conllu": TOK if suffix == "tok" else CONLLU}
        path = corpus(tmp_path_factory.mktemp("fuzz"), **files)
        damaged = path / f"eng.pdtb.storm_dev.{suffix}"
        data = bytearray(damaged.read_bytes())
        for _ in range(chance.randint(1, 3)):
            place = chance.randrange(len(data))
            data[place : place + chance.choice([0, 1, 1, 9])] = chance.choice(
                [b"", b"\t", b"\n", b"-", b",", b"9", b"_", b"=", b"\xff", b"<*>", b"99999999999"]
            )
        damaged.write_bytes(data)

        try:
            documents = list(disrpt.read(path))
        except FormatError:
            return
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UnsupportedWarning)  # a damaged header makes columns of its own
            disrpt.write(documents, path / "out")
        assert list(map(arguments, disrpt.read(path / "out"))) == list(map(arguments, documents))
