"""Training of the segmenter of Chinese text."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from relata.document import Document
from relata.errors import FormatError
from relata.segmentation.blanks import segment
from relata.segmentation.tagging import WordTagger
from relata.training import segmenter

TEXT = """我们 昨天 去 北京 。
他们 昨天 去 上海 。
我们 今天 去 上海 ， 他们 去 北京 。
朋友们 1998年 来 北京 。
"""


def corpus(folder: Path, text: str = TEXT) -> Path:
    """A corpus in the layout of TED-CDB with a training and a development part."""
    for part in ("train", "dev"):
        (folder / part).mkdir(parents=True)
        (folder / part / "a.raw").write_text(text, encoding="utf-8")
        (folder / part / "a.pdtb").write_text("", encoding="utf-8")
    (folder / "words.txt").write_text("北京 10 ns\n上海 9 ns\nA座 8 n\n一 7\n", encoding="utf-8")
    return folder


def relata(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "relata", "train", "segmenter", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True)


def test_command_learns_words_and_gives_the_same_file_again(tmp_path: Path) -> None:
    place = corpus(tmp_path / "corpus")
    files = [tmp_path / "one.npz", tmp_path / "two.npz"]
    for file in files:
        run = relata("--data", place, "--lexicon", place / "words.txt", "--out", file)
        assert (run.returncode, run.stderr) == (0, "")
        assert "100.00" in run.stdout
    assert files[0].read_bytes() == files[1].read_bytes()
    text = "他们1998年去北京"
    words = [text[begin:end] for begin, end in WordTagger.load(files[0]).words(text, 0, len(text))]
    assert words == ["他们", "1998年", "去", "北京"]


def test_file_that_exists_is_not_replaced(tmp_path: Path) -> None:
    (tmp_path / "out.npz").write_bytes(b"")
    run = relata("--data", tmp_path, "--out", tmp_path / "out.npz")
    assert run.returncode == 2
    assert "exists; --force replaces it" in run.stderr


def test_corpus_that_is_not_there_is_one_clear_line(tmp_path: Path) -> None:
    run = relata("--data", tmp_path / "none", "--out", tmp_path / "out.npz")
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "Traceback" not in run.stderr


def test_line_of_a_lexicon_without_frequency_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("北京 10\n上海\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"words.txt:2: expected a word, a blank and its frequency"):
        segmenter.read_lexicon(file, 10)


def test_lexicon_holds_the_commonest_words_of_chinese_characters(tmp_path: Path) -> None:
    file = corpus(tmp_path / "corpus") / "words.txt"
    assert list(segmenter.read_lexicon(file, 1)) == list(segmenter.hashed(["北京"]))
    assert len(segmenter.read_lexicon(file, 10)) == 2


def test_score_counts_words_that_are_right_from_begin_to_end() -> None:
    document = Document("a", "zh", segment("我们 去 北京").tokens())
    lexicon = segmenter.hashed([])
    recipe = segmenter.SegmenterRecipe(rows=1 << 10)
    other = Document("b", "zh", segment("我们 去 北 京").tokens())
    tagger = segmenter.train(list(segmenter.stretches([other], lexicon, recipe.rows)), lexicon, recipe)
    assert segmenter.word_f1(tagger, [document]) == pytest.approx(200 * 2 / (3 + 4))
