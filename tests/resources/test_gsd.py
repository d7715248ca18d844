"""UD Chinese GSD v1.3 to UD v2: one small tree for each thing that differs."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from relata.document import Document
from relata.errors import RelataError
from relata.formats import conllu
from relata.resources.gsd import convert

_UPOS = {
    **dict.fromkeys(("VV", "VC", "BB"), "VERB"),
    **dict.fromkeys(("NN", "NNB"), "NOUN"),
    **dict.fromkeys(("DEC", "DEV", "SFN", "PFA", "AS"), "PART"),
    **dict.fromkeys(("UH", "FW"), "X"),
}
_UPOS |= {"NNP": "PROPN", "PRP": "PRON", "JJ": "ADJ", "RB": "ADV", "CD": "NUM", "DT": "DET", "IN": "ADP"}
_UPOS |= {"CC": "CONJ", "MD": "AUX"}


def v1(folder: Path, words: str) -> Document:
    """A sentence whose words are written as form/tag/head/label, with a blank between them."""
    rows = []
    for number, word in enumerate(words.split(), start=1):
        form, tag, head, label = word.split("/")
        feats = {"得": "Case=Comp", "acl:relcl": "Case=Rel", "case:dec": "Case=Gen"}
        feature = feats.get(form) or (feats.get(label, "_") if tag == "DEC" else "_")
        rows.append((str(number), form, "_", _UPOS.get(tag, "PUNCT"), tag, feature, head, label, "_", "_"))
    file = folder / "v1.conllu"
    file.write_text("\n".join(map("\t".join, rows)) + "\n\n", encoding="utf-8")
    return next(iter(conllu.read(file)))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "雨/NN/2/nsubj 停/VV/7/dep ,/,/7/punct 風/NN/5/nsubj 起/VV/7/dep ,/,/7/punct "
            "走/VV/0/root ././7/punct",
            "雨/NN/2/nsubj 停/VV/0/root ，/,/5/punct 风/NN/5/nsubj 起/VV/2/parataxis ，/,/7/punct "
            "走/VV/2/parataxis 。/./2/punct",
            id="the first of clauses in a row leads",
        ),
        pytest.param(
            "下雨/VV/3/acl ,/,/3/punct 走/VV/0/root 了/UH/3/discourse 嗎/UH/3/discourse",
            "下雨/VV/3/advcl ，/,/1/punct 走/VV/0/root 了/UH/3/discourse 吗/UH/3/discourse:sp",
            id="adverbial clauses, and particles of questions",
        ),
        pytest.param(
            "他/PRP/2/nsubj 叫/VV/0/root 「/``/2/punct 小/PFA/5/case:pref 貓/NN/2/dobj 」/''/2/punct",
            "他/PRP/2/nsubj 叫/VV/0/root “/``/5/punct 小/PFA/5/case 猫/NN/2/obj ”/''/5/punct",
            id="quotes hang on what they enclose",
        ),
        pytest.param(
            "變/VV/4/cop 得/DEV/4/mark 很/RB/4/advmod 大/JJ/0/root",
            "变/VV/0/root 得/DEV/1/compound:ext 很/RB/4/advmod 大/JJ/1/xcomp",
            id="a verb leads its complement",
        ),
        pytest.param(
            "校長/NN/3/appos 王/NNP/3/nmod 安/NNP/4/nsubj 來/VV/0/root",
            "校长/NN/4/nsubj 王/NNP/1/appos 安/NNP/2/flat:name 来/VV/0/root",
            id="names and appositions are led by the first",
        ),
        pytest.param(
            "對/IN/4/det 書/NN/1/nmod 的/DEC/1/case:dec 愛/NN/0/root",
            "对/IN/4/case 书/NN/4/nmod 的/DEC/4/case 爱/NN/0/root",
            id="a preposition is a leaf",
        ),
        pytest.param(
            "兩/CD/2/nummod 座/NNB/3/nmod 門/NN/0/root",
            "两/CD/3/nummod 座/NNB/1/clf 门/NN/0/root",
            id="a classifier hangs on its numeral",
        ),
        pytest.param(
            "這/DT/2/det 座/NNB/3/nmod 門/NN/0/root",
            "这/DT/2/det 座/NNB/3/clf 门/NN/0/root",
            id="a classifier without numeral hangs on the noun",
        ),
        pytest.param(
            "一/CD/2/nummod 年/NNB/4/nmod 的/DEC/2/case:dec 課/NN/0/root",
            "一/CD/2/nummod 年/NNB/4/nmod 的/DEC/2/case 课/NN/0/root",
            id="a measure before 的 is no classifier",
        ),
        pytest.param(
            "把/BB/3/aux:caus 門/NN/3/dobj 關/VV/0/root 上/VV/3/mark",
            "把/BB/2/case 门/NN/3/obl:patient 关/VV/0/root 上/VV/3/mark",
            id="an object before its verb",
        ),
        pytest.param(
            "門/NN/3/nsubjpass 被/BB/3/auxpass 關/VV/0/root 了/AS/3/case:aspect",
            "门/NN/3/nsubj:pass 被/BB/3/aux:pass 关/VV/0/root 了/AS/3/aux",
            id="passive and aspect",
        ),
        pytest.param(
            "慢/JJ/3/acl 地/DEV/3/mark 走/VV/0/root",
            "慢/JJ/3/advcl 地/DEV/1/mark:adv 走/VV/0/root",
            id="the marker of an adverb",
        ),
        pytest.param(
            "貓/NN/0/root 和/CC/1/cc 狗/NN/1/conj",
            "猫/NN/0/root 和/CC/3/cc 狗/NN/1/conj",
            id="a conjunction stands with what follows",
        ),
        pytest.param(
            "他/PRP/3/det 的/DEC/1/case:dec 書/NN/5/nsubj 不/RB/5/neg 賣/VV/0/root",
            "他/PRP/3/det 的/DEC/1/case 书/NN/5/nsubj 不/RB/5/advmod 卖/VV/0/root",
            id="possessors and negation",
        ),
        pytest.param(
            "桌/NN/3/nmod 上/IN/1/acl 放/VV/5/acl:relcl 的/DEC/3/acl:relcl 書/NN/0/root",
            "桌/NN/3/obl 上/IN/1/case 放/VV/5/acl:relcl 的/DEC/3/mark:rel 书/NN/0/root",
            id="postpositions, obliques and relative clauses",
        ),
        pytest.param(
            "電視/NN/2/case:suff 台/SFN/4/nsubj 是/VC/4/cop 家/NN/0/root",
            "电视/NN/2/compound 台/SFN/4/nsubj 是/VC/4/cop 家/NN/0/root",
            id="suffixes head compounds",
        ),
    ],
)
def test_tree_becomes_what_v2_asks_for(tmp_path: Path, before: str, after: str) -> None:
    tokens = convert(v1(tmp_path, before)).tokens
    assert [f"{token.form}/{token.tag}/{token.head}/{token.deprel}" for token in tokens] == after.split()


def test_blanks_stand_between_latin_words_only(tmp_path: Path) -> None:
    document = convert(v1(tmp_path, "看/VV/0/root Game/FW/1/dobj Boy/FW/2/foreign 吧/UH/1/discourse"))
    assert document.text == "看Game Boy吧\n"


def test_part_of_speech_follows_from_tag_and_label(tmp_path: Path) -> None:
    words = "但/RB/5/mark 他/PRP/5/nsubj 是/VC/5/cop 第一/CD/5/nummod 人/NN/0/root 的/UH/5/discourse"
    tokens = convert(v1(tmp_path, words)).tokens
    assert [token.upos for token in tokens] == ["SCONJ", "PRON", "AUX", "NUM", "NOUN", "PART"]
    assert tokens[3].feats == "NumType=Ord"


@pytest.mark.parametrize("words", ["一/CD/2/nummod 二/CD/1/nummod", "一/CD/0/root 二/CD/0/root"])
def test_words_that_form_no_tree_are_refused(tmp_path: Path, words: str) -> None:
    with pytest.raises(RelataError, match="v1, sentence 1: its words form no tree"):
        convert(v1(tmp_path, words))


def test_words_without_annotation_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RelataError, match="v1, sentence 1, word 1: expected a tag"):
        convert(v1(tmp_path, "一/CD/0/_"))


def _shares(documents: list[Document], column: str) -> dict[str, float]:
    counts = Counter(value for document in documents for value in document.tokens.columns[column])
    return {str(value): count / counts.total() for value, count in counts.items()}


def test_converted_treebank_looks_like_v2(shared: Path, tmp_path: Path) -> None:
    place, target = shared / "data/ud-chinese", tmp_path / "train.conllu"
    source = place / "gsd-v1.3-train/zh-ud-train.conllu"
    command = [sys.executable, "-m", "relata", "resources", "gsd"]
    assert subprocess.run([*command, source, target], check=False).returncode == 0
    again = subprocess.run([*command, source, target], check=False, capture_output=True, text=True)
    assert (again.returncode, again.stderr.count("exists; --force replaces it")) == (2, 1)
    found, gold = list(conllu.read(target)), list(conllu.read(place / "gsdsimp"))
    assert sum(len(document.sentences) for document in found) == 3997
    for column in ("deprel", "upos"):
        ours, theirs = _shares(found, column), _shares(gold, column)
        assert {label for label, share in ours.items() if share > 0.0002} - set(theirs) == set()
        # of half the sum of differences, what two samples of one treebank differ by
        assert sum(abs(ours.get(label, 0) - theirs.get(label, 0)) for label in ours | theirs) / 2 < 0.035
