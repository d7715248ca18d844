"""`relata resources`: tables and training data, built of the examples."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from relata.formats import jsonl
from tests.cli.conftest import Relata

FRAMES = """<frameset><predicate lemma="sink">
<roleset id="sink.01" name="go under"><aliases><alias pos="v">sink</alias></aliases>
<roles><role n="0"/><role n="1"/></roles></roleset>
</predicate></frameset>"""

GSD = """1\t風\t_\tNOUN\tNN\t_\t2\tnsubj\t_\t_
2\t起\t_\tVERB\tVV\t_\t0\troot\t_\t_

"""


@pytest.fixture
def frames(tmp_path: Path) -> Path:
    """An archive of one frame file."""
    path = tmp_path / "frames.tar.xz"
    with tarfile.open(path, "w:xz") as tar:
        info = tarfile.TarInfo("frames/sink.xml")
        info.size = len(FRAMES)
        tar.addfile(info, io.BytesIO(FRAMES.encode()))
    return path


@pytest.fixture
def sentences(relata: Relata, examples: Path, tmp_path: Path) -> Path:
    """The training data of the example treebank."""
    trees = examples / "treebank" / "wsj"
    columns = examples / "treebank" / "propbank.gold_conll"
    out = tmp_path / "sentences"
    done = relata(
        "resources", "sentences", out, "--trees", trees, "--propbank", columns, "--dev-from", "quay"
    )
    assert (done.code, done.err) == (0, "")
    assert "left out: 4 sentences of which PropBank says nothing\n" in done.out
    return out


def test_sentences_are_parted_by_document(sentences: Path) -> None:
    names = {path.relative_to(sentences).as_posix(): path for path in sentences.rglob("*.jsonl")}
    documents = {name: [document.id for document in jsonl.read(path)] for name, path in names.items()}
    assert documents == {
        "train/wsj.jsonl": ["harbour"],
        "train/wsj-unsplit.jsonl": ["harbour-unsplit"],
        "dev/wsj.jsonl": [],
        "dev/wsj-unsplit.jsonl": ["quay-unsplit"],
    }


def test_lemmas_are_learned_and_measured(
    relata: Relata, sentences: Path, frames: Path, tmp_path: Path
) -> None:
    train, out = sentences / "train" / "wsj.jsonl", tmp_path / "lemmas.tsv"
    done = relata("resources", "lemmas", train, "--frames", frames, "--dev", train, "--out", out)
    assert (done.code, done.err) == (0, "")
    lines = out.read_text(encoding="utf-8").splitlines()
    assert lines[0] == "# Lemmas of English, learned from wsj.jsonl"
    assert "VBD\t^sank\t3\tink" in lines
    assert done.out.startswith(f"{out}: {len(lines):,} lines")
    assert f"Agreement with {train}" in done.out


def test_a_dictionary_is_built(relata: Relata, examples: Path, tmp_path: Path) -> None:
    out = tmp_path / "words.tsv"
    done = relata(
        "resources", "words", examples / "conll2008" / "gold.conll08", "--out", out, "--source", "us"
    )
    assert done.code == 0, done.err
    lines = out.read_text("utf-8").splitlines()
    assert lines[0] == "# Words of English with their usual tags, from us"
    assert "market\tNN" in lines


def test_rolesets_come_from_frame_files_and_data(
    relata: Relata, sentences: Path, frames: Path, tmp_path: Path
) -> None:
    train, out = sentences / "train" / "wsj.jsonl", tmp_path / "rolesets.tsv"
    done = relata("resources", "rolesets", frames, "--data", train, "--dev", train, "--out", out)
    assert (done.code, done.err) == (0, "")
    lines = out.read_text(encoding="utf-8").splitlines()
    assert lines[1] == "# and of light verbs and training data (wsj.jsonl)"
    assert "sink.01\t01\tv" in lines
    assert "roleset among the candidates" in done.out


def test_gsd_becomes_version_2(relata: Relata, tmp_path: Path) -> None:
    source, target = tmp_path / "v1.conllu", tmp_path / "v2.conllu"
    source.write_text(GSD, encoding="utf-8")
    assert relata("resources", "gsd", source, target).code == 0
    assert "1\t风\t_\tNOUN\tNN\t_\t2\tnsubj" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("sentences", "out"), "name a corpus: --trees, --web-propbank or --gdtb"),
        (("sentences", "out", "--propbank", "x.gold_conll"), "--propbank needs --trees"),
        (("sentences", "out", "--web-text", "ud"), "--web-propbank and --web-text need each other"),
        (("sentences", "examples", "--trees", "x"), "examples exists; --force replaces it"),
        (("lemmas", "x.conllu", "--out", "README.md"), "README.md exists; --force replaces it"),
        (("rolesets", "x.tar", "--out", "README.md"), "README.md exists; --force replaces it"),
        (("gsd", "x.conllu", "README.md"), "README.md exists; --force replaces it"),
    ],
)
def test_commands_are_refused_with_the_reason(relata: Relata, arguments: tuple[str, ...], fault: str) -> None:
    done = relata("resources", *arguments)
    assert done.code == 2
    assert f"Error: {fault}\n" in done.err


def test_faulty_sources_are_named(relata: Relata, examples: Path, tmp_path: Path) -> None:
    missing, out = tmp_path / "missing", tmp_path / "out"
    empty = tmp_path / "empty"
    empty.mkdir()
    article = examples / "conll2016"  # has no lemmas
    for arguments, fault in (
        (("lemmas", missing, "--out", out), f"{missing}: cannot be read"),
        (("lemmas", article, "--out", out), f"{article}: expected words with tags and lemmas, found none"),
        (("rolesets", missing, "--out", out), f"{missing}: cannot be read"),
        (("gsd", missing, out), f"{missing}: cannot be read"),
        (("sentences", out, "--trees", empty), f"{empty}: expected a directory with .mrg"),
        (
            ("sentences", out, "--web-propbank", empty, "--web-text", empty),
            f"{empty}: expected one file *_train.gold_conll*, found 0",
        ),
    ):
        done = relata("resources", *arguments)
        assert done.code == 2
        assert done.err.startswith(f"error: {fault}")
        assert not list(tmp_path.rglob("*.jsonl"))
