"""CoNLL-U: the text, the columns, the way back, and what is refused."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata import DiscourseRelation, Document, Proposition, RelationType, Tokens
from relata.errors import FormatError, Lenient, UnsupportedWarning
from relata.formats import conllu

ENGLISH = """\
# newdoc id = letter
# global.Entity = GRP-etype
# meta::author = Ann = Bee
# meta::date =\x20
# newpar
# sent_id = letter-1
# text = I'd stay, but it's late.
1-2 I'd _ _ _ _ _ _ _ _
1 I I PRON PRP Case=Nom 3 nsubj 3:nsubj _
2 'd would AUX MD _ 3 aux 3:aux _
3 stay stay VERB VB VerbForm=Inf 0 root 0:root SpaceAfter=No
4 , , PUNCT , _ 7 punct 7:punct _
5 but but CCONJ CC _ 7 cc 7:cc Conn=B-conn
6-7 it's _ _ _ _ _ _ _ _
6 it it PRON PRP _ 8 nsubj 8:nsubj _
7 's be AUX VBZ _ 8 cop 8:cop _
7.1 far far ADJ JJ _ _ _ 8:conj CopyOf=8
8 late late ADJ JJ Degree=Pos 3 conj 3:conj SpaceAfter=No
9 . . PUNCT . _ 3 punct 3:punct _

#no blank after the hash
# sent_id = letter-2
1 Bye bye INTJ UH _ 0 root 0:root SpaceAfter=No

# newpar id = p2
# text = Ann
1 Ann Ann PROPN NNP _ 0 root 0:root _

# newdoc id = note
# text = Wait!
1 Wait wait VERB VB _ 0 root _ SpaceAfter=No
2 ! ! PUNCT . _ 1 punct _ _

"""
CHINESE = """\
# text = 因为下雨，我们走了。
1 因为 因为 ADP IN _ 2 case _ SpaceAfter=No
2 下雨 下雨 VERB VV _ 5 advcl _ SpaceAfter=No
3 ， ， PUNCT , _ 5 punct _ SpaceAfter=No
4 我们 我们 PRON PRP _ 5 nsubj _ SpaceAfter=No
5 走 走 VERB VV _ 0 root _ SpaceAfter=No
6 了 了 AUX AS _ 5 aux _ SpaceAfter=No
7 。 。 PUNCT . _ 5 punct _ SpaceAfter=No

"""
WORD = "1 so so ADV RB _ 0 root _ _\n"


def saved(folder: Path, content: str, name: str = "corpus.conllu") -> Path:
    """A file with this content, where blanks of rows stand for tabs."""
    path = folder / name
    lines = (line if line.startswith("#") else line.replace(" ", "\t") for line in content.split("\n"))
    path.write_text("\n".join(lines), encoding="utf-8", newline="")
    return path


def read(folder: Path, content: str) -> list[Document]:
    return list(conllu.read(saved(folder, content)))


def read_one(folder: Path, content: str) -> Document:
    (document,) = read(folder, content)
    return document


class TestText:
    def test_white_space_follows_the_words(self, tmp_path: Path) -> None:
        assert read(tmp_path, ENGLISH)[0].text == "I'd stay, but it's late. Bye\n\nAnn"

    def test_chinese_needs_no_blanks(self, tmp_path: Path) -> None:
        document = read_one(tmp_path, CHINESE)

        assert (document.text, document.language) == ("因为下雨，我们走了。", "zh")

    def test_sentences_are_apart_by_a_blank(self, tmp_path: Path) -> None:
        assert read_one(tmp_path, f"{WORD}\n{WORD}").text == "so so"

    def test_sentences_join_if_no_space_follows(self, tmp_path: Path) -> None:
        assert read_one(tmp_path, f"{CHINESE}{CHINESE}").text == "因为下雨，我们走了。" * 2

    def test_spaces_after_are_taken_as_they_are(self, tmp_path: Path) -> None:
        content = (
            "# text = so so so so\n"
            r"1 so _ _ _ _ _ _ _ SpacesAfter=\s\t"
            "\n"
            r"2 so _ _ _ _ _ _ _ X=1|SpacesAfter=\n\r\p\\"
            "\n3 so|\\so _ _ _ _ _ _ _ SpaceAfter=No\n"
        )

        assert (
            read_one(tmp_path, content.replace("# text = so so so so\n", "")).text == "so \tso\n\r|\\so|\\so"
        )

    def test_spaces_after_a_paragraph_are_taken_as_they_are(self, tmp_path: Path) -> None:
        content = "1 so _ _ _ _ _ _ _ SpacesAfter=\\s\n\n# newpar\n1 so _ _ _ _ _ _ _ _\n"

        assert read_one(tmp_path, content).text == "so so"

    def test_every_word_has_the_offsets_of_its_form(self, tmp_path: Path) -> None:
        for document in read(tmp_path, ENGLISH):
            assert [document.text[token.begin : token.end] for token in document.tokens] == [
                token.form for token in document.tokens
            ]

    def test_words_that_do_not_spell_their_multiword_token_share_its_place(self, tmp_path: Path) -> None:
        content = (
            "1-2 du _ _ _ _ _ _ _ _\n1 de _ _ _ _ _ _ _ _\n2 le _ _ _ _ _ _ _ _\n3 pain _ _ _ _ _ _ _ _\n"
        )

        tokens = read_one(tmp_path, content).tokens

        assert [(token.begin, token.end, token.form) for token in tokens] == [
            (0, 2, "de"),
            (0, 2, "le"),
            (3, 7, "pain"),
        ]

    def test_white_space_in_the_text_comment_does_not_matter(self, tmp_path: Path) -> None:
        assert read_one(tmp_path, "# text =  so \n" + WORD).text == "so"

    def test_paragraphs_go_from_word_to_word(self, tmp_path: Path) -> None:
        assert read(tmp_path, ENGLISH)[0].paragraphs == ((0, 28), (30, 33))

    def test_without_newpar_there_are_no_paragraphs(self, tmp_path: Path) -> None:
        assert read_one(tmp_path, WORD).paragraphs == ()

    def test_what_stands_before_the_first_newpar_is_a_paragraph(self, tmp_path: Path) -> None:
        assert read_one(tmp_path, f"{WORD}\n# newpar\n{WORD}").paragraphs == ((0, 2), (4, 6))

    def test_other_comments_on_paragraphs_start_none(self, tmp_path: Path) -> None:
        assert read_one(tmp_path, f"# newpar_block = p\n{WORD}").paragraphs == ()


class TestLayers:
    def test_columns_are_those_of_the_words(self, tmp_path: Path) -> None:
        token = read(tmp_path, ENGLISH)[0].tokens[2]

        assert (token.lemma, token.upos, token.tag, token.feats) == ("stay", "VERB", "VB", "VerbForm=Inf")
        assert (token.head, token.deprel, token.deps, token.misc) == (0, "root", "0:root", "SpaceAfter=No")

    def test_underscores_are_nothing(self, tmp_path: Path) -> None:
        token = read(tmp_path, ENGLISH)[0].tokens[3]

        assert (token.feats, token.misc) == (None, None)

    def test_columns_of_underscores_are_absent(self, tmp_path: Path) -> None:
        tokens = read_one(tmp_path, "1 so _ _ _ _ _ _ _ _\n").tokens

        assert (dict(tokens.columns), tokens.heads) == ({}, None)

    def test_a_single_unknown_head_is_none(self, tmp_path: Path) -> None:
        tokens = read_one(tmp_path, "1 so _ _ _ _ _ _ _ _\n2 so _ _ _ _ 1 _ _ _\n").tokens

        assert [token.head for token in tokens] == [None, 1]

    def test_a_sentence_keeps_comments_and_rows_that_are_no_words(self, tmp_path: Path) -> None:
        first, second, _ = read(tmp_path, ENGLISH)[0].sentences

        assert second.comments == ("#no blank after the hash", "sent_id = letter-2")
        assert [row.split("\t")[0] for row in first.nonwords] == ["1-2", "6-7", "7.1"]

    def test_documents_are_named_by_newdoc(self, tmp_path: Path) -> None:
        assert [document.id for document in read(tmp_path, ENGLISH)] == ["letter", "note"]

    def test_a_file_without_newdoc_is_one_document_of_its_name(self, tmp_path: Path) -> None:
        assert read_one(tmp_path, f"{WORD}\n{WORD}").id == "corpus"

    def test_documents_without_id_are_numbered(self, tmp_path: Path) -> None:
        documents = read(tmp_path, f"# newdoc\n{WORD}\n# newdoc\n{WORD}")

        assert [document.id for document in documents] == ["corpus-1", "corpus-2"]

    def test_older_names_of_documents_are_understood(self, tmp_path: Path) -> None:
        assert read_one(tmp_path, f"# newdoc_id = talk_1927_en\n{WORD}").id == "talk_1927_en"

    def test_what_stands_under_newdoc_is_metadata(self, tmp_path: Path) -> None:
        assert read(tmp_path, ENGLISH)[0].metadata == {
            "global.Entity": "GRP-etype",
            "author": "Ann = Bee",
            "date": "",
        }

    def test_all_files_of_a_directory_are_read(self, tmp_path: Path) -> None:
        saved(tmp_path, WORD, "b.conllu")
        saved(tmp_path, WORD, "a.conllu")

        assert [document.id for document in conllu.read(tmp_path)] == ["a", "b"]


class TestWayBack:
    @pytest.mark.parametrize(
        "content",
        [
            ENGLISH,
            CHINESE,
            f"{WORD}\n{WORD}\n",
            f"# newdoc\n{WORD}\n# newdoc\n{WORD}\n",
            f"# newdoc_id = talk\n# meta::a = 1\n{WORD}\n",
            f"# sent_id = 1\n# newdoc id = x\n# meta::a = 1\n# meta::a = 2\n{WORD}\n",
            f"# newdoc id = x\n# meta::global.a = 1\n{WORD}\n",
            f"# newdoc id = x\n# meta::a = b\rc\n{WORD}\n",
            f"# # text\n#\n# \n{WORD}\n",
            f"0.1 because _ _ _ _ _ _ _ _\n{WORD}1.1 as _ _ _ _ _ _ _ _\n1.2 if _ _ _ _ _ _ _ _\n\n",
        ],
    )
    def test_what_was_read_is_written_byte_for_byte(self, tmp_path: Path, content: str) -> None:
        path = saved(tmp_path, content)

        conllu.write(conllu.read(path), tmp_path / "corpus2.conllu")

        assert (tmp_path / "corpus2.conllu").read_bytes() == path.read_bytes()

    def test_blank_lines_more_than_one_are_accepted(self, tmp_path: Path) -> None:
        assert len(read_one(tmp_path, f"\n\n{WORD}\n\n{WORD}").sentences) == 2

    def test_a_first_document_without_newdoc_stays_without(self, tmp_path: Path) -> None:
        path = saved(tmp_path, f"{WORD}\n# newdoc id = b\n{WORD}\n")
        before = path.read_bytes()

        conllu.write(list(conllu.read(path)), path)

        assert path.read_bytes() == before

    def test_a_missing_last_line_end_is_added(self, tmp_path: Path) -> None:
        path = saved(tmp_path, WORD.rstrip("\n"))

        conllu.write(conllu.read(path), path)

        assert path.read_text() == WORD.replace(" ", "\t") + "\n"

    def test_crlf_and_byte_order_mark_are_accepted(self, tmp_path: Path) -> None:
        path = saved(tmp_path, ENGLISH)
        expected = list(conllu.read(path))

        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))

        assert list(conllu.read(path)) == expected

    def test_a_document_goes_by_its_new_name(self, tmp_path: Path) -> None:
        document = replace(read(tmp_path, ENGLISH)[1], id="memo")

        conllu.write([document], tmp_path / "new.conllu")

        assert "# newdoc id = memo\n# text" in (tmp_path / "new.conllu").read_text()

    def test_new_metadata_are_written(self, tmp_path: Path) -> None:
        document = replace(read_one(tmp_path, WORD), metadata={"genre": "a\nnote"})

        conllu.write([document], tmp_path / "new.conllu")

        assert (
            (tmp_path / "new.conllu")
            .read_text()
            .startswith("# newdoc id = corpus\n# meta::genre = a note\n1")
        )

    def test_documents_without_name_get_one_if_there_are_more(self, tmp_path: Path) -> None:
        documents = [replace(read_one(tmp_path, WORD), id=name) for name in ("a", "b")]

        conllu.write(documents, tmp_path / "new.conllu")

        assert list(conllu.read(tmp_path / "new.conllu")) == [
            replace(document, comments=((f"newdoc id = {document.id}",),)) for document in documents
        ]

    def test_two_documents_of_a_name_are_refused(self, tmp_path: Path) -> None:
        document = read_one(tmp_path, WORD)

        with pytest.raises(FormatError, match="'corpus' comes twice"):
            conllu.write([document, document], tmp_path / "new.conllu")

        assert not (tmp_path / "new.conllu").exists()

    @pytest.mark.parametrize(
        "folder", ["ud-english-ewt", "ud-chinese/gsd-v1.3-train", "ud-chinese/gsdsimp", "gdtb/dev"]
    )
    def test_real_corpora_are_written_byte_for_byte(self, shared: Path, tmp_path: Path, folder: str) -> None:
        files = sorted((shared / "data" / folder).glob("*.conllu"))
        assert files
        for file in files[:5]:
            conllu.write(conllu.read(file), tmp_path / file.name)

            assert (tmp_path / file.name).read_bytes() == file.read_bytes(), file


class TestOtherFormats:
    """Documents that have not been CoNLL-U before."""

    TEXT = "  It rained.\nSo we left!\n\n\tNobody\xa0minded (much)"

    def document(self) -> Document:
        offsets = [(2, 4), (5, 11), (11, 12), (13, 15), (16, 18), (19, 23), (23, 24)]
        offsets += [(27, 33), (34, 40), (41, 42), (42, 46), (46, 47)]
        return Document(
            "rain",
            "en",
            Tokens(
                self.TEXT,
                offsets,
                sentence_starts=[0, 3, 3, 7],
                forms=[
                    "It",
                    "rained",
                    ".",
                    "So",
                    "we",
                    "left",
                    "!",
                    "Nobody",
                    "minded",
                    "-LRB-",
                    "much",
                    "-RRB-",
                ],
            ),
            paragraphs=((2, 24), (27, 47)),
        )

    def test_the_text_comes_back(self, tmp_path: Path) -> None:
        with pytest.warns(UnsupportedWarning):
            conllu.write([self.document()], tmp_path / "new.conllu")

        (back,) = conllu.read(tmp_path / "new.conllu")
        assert (back.id, back.text) == ("rain", self.TEXT[2:])

    def test_paragraphs_and_sentences_come_back(self, tmp_path: Path) -> None:
        with pytest.warns(UnsupportedWarning):
            conllu.write([self.document()], tmp_path / "new.conllu")

        (back,) = conllu.read(tmp_path / "new.conllu")
        assert back.paragraphs == ((0, 22), (25, 45))
        assert [sentence.comments[-2:] for sentence in back.sentences] == [
            ("sent_id = rain-1", "text = It rained."),
            ("sent_id = rain-3", "text = So we left!"),
            ("sent_id = rain-4", "text = Nobody\xa0minded (much)"),
        ]

    def test_what_is_left_out_is_said(self, tmp_path: Path) -> None:
        document = self.document()
        span = document.tokens.span([0])
        full = replace(
            document,
            trees=("(S)", None, None, "(S)"),
            relations=(DiscourseRelation(RelationType.NOREL, span, span),),
            propositions=(Proposition(span),) * 2,
        )
        lost = (
            r"CoNLL-U cannot hold: propositions \(2 propositions\), constituent trees \(2 sentences\), "
            r"no tokens \(1 sentences\), forms that differ from the text \(2 tokens\), "
            r"discourse relations \(1 relations\)"
        )

        with pytest.warns(UnsupportedWarning, match=lost):
            conllu.write([full], tmp_path / "new.conllu")

    def test_text_outside_tokens_is_left_out_and_said(self, tmp_path: Path) -> None:
        document = Document("rain", "en", Tokens(".START so * far", [(7, 9), (12, 15)]))

        with pytest.warns(UnsupportedWarning, match=r"text outside tokens \(1 documents\)"):
            conllu.write([document], tmp_path / "new.conllu")

        assert next(conllu.read(tmp_path / "new.conllu")).text == "so far"

    def test_a_document_without_tokens_is_left_out_and_said(self, tmp_path: Path) -> None:
        with pytest.warns(UnsupportedWarning, match=r"no sentences \(1 documents\)"):
            conllu.write([Document("rain", "en", Tokens("", []))], tmp_path / "new.conllu")

    def test_empty_tokens_and_breaks_in_tokens_do_not_break_rows(self, tmp_path: Path) -> None:
        document = Document("rain", "en", Tokens("so\tfar", [(0, 0), (0, 6)]))

        conllu.write([document], tmp_path / "new.conllu")

        assert [token.form for token in next(conllu.read(tmp_path / "new.conllu")).tokens] == ["_", "so far"]

    @given(
        st.lists(
            st.tuples(
                st.text("ab因_|\\=", min_size=1, max_size=4).filter(lambda form: form.strip("_")),
                st.sampled_from(["", " ", "\n", "\n\n", " \t", "\r\n"]),
                st.sampled_from(["", "sentence", "paragraph"]),
            ),
            min_size=1,
        )
    )
    def test_any_text_comes_back(
        self, tmp_path_factory: pytest.TempPathFactory, words: list[tuple[str, str, str]]
    ) -> None:
        text, offsets, sentences, paragraphs = "", [], [0], [0]
        for form, space, begins in words:
            if begins and offsets:
                sentences.append(len(offsets))
            if begins == "paragraph" and offsets:
                paragraphs.append(len(text))
            offsets.append((len(text), len(text) + len(form)))
            text += form + space
        text = text[: offsets[-1][1]]
        document = Document(
            "any", "en", Tokens(text, offsets, sentence_starts=sentences), tuple((n, n) for n in paragraphs)
        )
        path = tmp_path_factory.mktemp("any") / "any.conllu"

        conllu.write([document], path)

        (back,) = conllu.read(path)
        assert (back.text, list(back.tokens.begins), list(back.tokens.sentence_starts)) == (
            text,
            list(document.tokens.begins),
            sentences,
        )
        assert [begin for begin, _ in back.paragraphs] == paragraphs


class TestFaults:
    @pytest.mark.parametrize(
        ("content", "fault"),
        [
            ("", "corpus.conllu: expected sentences, found none"),
            ("1 so _ _ _ _ _ _ _\n", ":1: expected 10 fields between tabs, found 9"),
            (f"{WORD}# late\n", ":2: expected 10 fields between tabs, found 1"),
            ("1  so _ _ _ _ _ _ _\n", ":1: FORM: expected a value, or _ for none"),
            (f"# sent_id = 1\n{WORD}3 so _ _ _ _ _ _ _ _\n", ":3: ID: expected 2, found '3'"),
            ("0 so _ _ _ _ _ _ _ _\n", ":1: ID: expected 1, found '0'"),
            ("x so _ _ _ _ _ _ _ _\n", ":1: ID: expected 1, found 'x'"),
            ("01 so _ _ _ _ _ _ _ _\n", ":1: ID: expected 1, found '01'"),
            ("2-3 so _ _ _ _ _ _ _ _\n", ":1: ID: expected 1, found '2-3'"),
            ("1-0 so _ _ _ _ _ _ _ _\n", ":1: ID: expected 1, found '1-0'"),
            (f"1-2 so _ _ _ _ _ _ _ _\n{WORD}", ":1: ID: 1-2 goes beyond the 1 words"),
            (
                f"1-1 so _ _ _ _ _ _ _ _\n0.1 a _ _ _ _ _ _ _ _\n{WORD}",
                ":2: ID: 0.1 is repeated or out of order",
            ),
            ("0.1 a _ _ _ _ _ _ _ _\n" * 2 + WORD, ":2: ID: 0.1 is repeated or out of order"),
            ("0.1 a _ _ _ _ _ _ _ _\n", ":1: expected a sentence, found no word"),
            ("# a comment\n", ":2: expected a sentence, found no word"),
            (f"{WORD}2 so _ _ _ _ 3 _ _ _\n", ":2: HEAD: expected 0 to 2 or _, found '3'"),
            ("0.1 a _ _ _ _ _ _ _ _\n1 so _ _ _ _ -1 _ _ _\n", ":2: HEAD: expected 0 to 1 or _, found '-1'"),
            ("1 so _ _ _ _ root _ _ _\n", ":1: HEAD: expected 0 to 1 or _, found 'root'"),
            ("1 so _ _ _ _ 00 _ _ _\n", ":1: HEAD: expected 0 to 1 or _, found '00'"),
            (f"# text = So it is.\n{WORD}", ":2: text: the words give 'so', the comment 'So it is.'"),
            (f"# text = so it\n{WORD}", ":2: text: the words give 'so', the comment 'so it'"),
            (f"# newdoc id = a\n{WORD}\n# newdoc id = a\n{WORD}", ":5: newdoc: a second document 'a'"),
            (
                "1 __ _ _ _ _ _ _ _ _\n2 _ _ _ _ _ _ _ _ _\n",
                "the text of document 'corpus' is masked (_): restore",
            ),
        ],
    )
    def test_a_fault_is_named_with_its_place(self, tmp_path: Path, content: str, fault: str) -> None:
        with pytest.raises(FormatError) as caught:
            read(tmp_path, content)

        assert fault in str(caught.value)

    def test_the_document_with_a_fault_is_skipped_and_the_others_are_kept(self, tmp_path: Path) -> None:
        lenient = Lenient()
        path = saved(tmp_path, f"# newdoc id = a\n{WORD}\nx\n\n# newdoc id = b\n{WORD}")

        documents = list(conllu.read(path, on_error=lenient))

        assert ([document.id for document in documents], len(lenient.faults)) == (["b"], 1)

    def test_the_document_with_a_line_in_another_encoding_is_skipped(self, tmp_path: Path) -> None:
        lenient = Lenient()
        path = saved(tmp_path, f"# newdoc id = a\n{WORD}\n# newdoc id = b\n{WORD}")
        path.write_bytes(path.read_bytes().replace(b"\tso\t", b"\t\xe9\t", 1))

        documents = list(conllu.read(path, on_error=lenient))

        assert [document.id for document in documents] == ["b"]
        assert [fault.message for fault in lenient.faults] == ["expected UTF-8, found byte 0xe9"]

    def test_a_file_that_cannot_be_read_is_skipped(self, tmp_path: Path) -> None:
        lenient = Lenient()
        saved(tmp_path, WORD)
        (tmp_path / "absent.conllu").symlink_to("nowhere")

        documents = list(conllu.read(tmp_path, on_error=lenient))

        assert ([document.id for document in documents], len(lenient.faults)) == (["corpus"], 1)

    @pytest.mark.parametrize("row", ["", "x", "1-2", "1-2\tab", "1" * 5000 + "-2" + "\t_" * 9])
    def test_rows_that_are_none_are_not_written(self, tmp_path: Path, row: str) -> None:
        document = replace(read_one(tmp_path, WORD), nonwords=((row,),))

        with pytest.raises(FormatError, match=r"nonwords: expected a row of CoNLL-U"):
            conllu.write([document], tmp_path / "out.conllu")

    def test_a_directory_without_files_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match=r"expected a directory with \.conllu files"):
            list(conllu.read(tmp_path))

    def test_a_missing_file_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match="cannot be read: No such file"):
            list(conllu.read(tmp_path / "absent.conllu"))

    def test_a_word_of_underscores_is_no_mask(self, tmp_path: Path) -> None:
        assert read_one(tmp_path, f"{WORD}2 ___ _ _ _ _ _ _ _ _\n").text == "so ___"

    @given(seed=st.integers())
    def test_damaged_files_are_read_or_refused(
        self, tmp_path_factory: pytest.TempPathFactory, seed: int
    ) -> None:
        chance = random.Random(seed)
        path = saved(tmp_path_factory.mktemp("fuzz"), ENGLISH + CHINESE)
        data = bytearray(path.read_bytes())
        for _ in range(chance.randint(1, 4)):
            place = chance.randrange(len(data))
            end = place + chance.choice([0, 1, 1, 9])
            data[place:end] = chance.choice(
                [b"", b"\t", b"\n", b"-", b".", b"9", b"_", b"#", b"\xff", b"\r", b"99999999999"]
            )
        path.write_bytes(data)

        try:
            documents = list(conllu.read(path))
        except FormatError:
            return
        conllu.write(documents, path)
        assert list(conllu.read(path)) == documents
