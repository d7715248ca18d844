from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.cli.conftest import REPOSITORY, Relata
from tests.training.conftest import WITHOUT_TORCH, make_encoder, try_few_thresholds


@pytest.fixture(scope="module")
def encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_encoder(tmp_path_factory.mktemp("encoders") / "tiny", "Bert", type_vocab_size=2)


@pytest.fixture(autouse=True)
def _few_thresholds(monkeypatch: pytest.MonkeyPatch) -> None:
    if find_spec("sklearn"):
        try_few_thresholds(monkeypatch)


def arguments(encoder: Path, examples: Path, out: Path) -> list[str]:
    given = {
        "--train": examples / "conll2016",
        "--dev": examples / "conll2016",
        "--encoder": encoder,
        "--out": out,
    }
    options = [str(part) for option in given.items() for part in option]
    return ["train", "discourse", *options, "--epochs", "4", "--tolerance", "100"]


def digests(model: Path) -> dict[str, str]:
    found: dict[str, str] = json.loads((model / "manifest.json").read_text(encoding="utf-8"))["files"]
    return {name: found[name] for name in ("encoder.onnx", "heads.npz")}


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way there")
def test_a_training_that_was_killed_goes_on_to_the_same_model(
    relata: Relata, encoder: Path, examples: Path, tmp_path: Path
) -> None:
    torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
    whole = relata(*arguments(encoder, examples, tmp_path / "whole"))
    latest = tmp_path / "parts.checkpoints" / "latest.pt"
    started = subprocess.Popen(
        [sys.executable, "-m", "relata", *arguments(encoder, examples, tmp_path / "parts")],
        cwd=REPOSITORY,
        env=os.environ | {"OMP_NUM_THREADS": str(torch.get_num_threads())},  # sums depend on their number
        stderr=subprocess.DEVNULL,
    )
    while started.poll() is None and not latest.exists():
        time.sleep(0.01)
    started.send_signal(signal.SIGKILL)
    started.wait()

    parts = relata(*arguments(encoder, examples, tmp_path / "parts"))

    assert (whole.code, parts.code) == (0, 0)
    assert "going on from" in parts.err
    assert digests(tmp_path / "parts") == digests(tmp_path / "whole")
    assert "strict F1" in parts.out


def test_faults_are_one_line(relata: Relata, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason=WITHOUT_TORCH)

    outcome = relata("train", "discourse", "--data", tmp_path / "nowhere", "--out", tmp_path / "model")

    assert outcome.code == 2
    assert outcome.err.startswith("error: ")
    assert len(outcome.err.splitlines()) == 1


def test_what_training_began_with_counts_only_if_it_is_named(
    relata: Relata, encoder: Path, examples: Path, tmp_path: Path
) -> None:
    outcome = relata(*arguments(encoder, examples, tmp_path / "model"), "--average-start")

    assert (outcome.code, "--average-start needs --start" in outcome.err) == (2, True)


def test_silver_documents_in_another_language_are_refused(
    relata: Relata, encoder: Path, examples: Path, tmp_path: Path
) -> None:
    chinese = tmp_path / "chinese.jsonl"
    parsed = relata("parse", REPOSITORY / "examples" / "article.zh.txt", "--format", "jsonl")
    chinese.write_text(parsed.out, encoding="utf-8")

    outcome = relata(*arguments(encoder, examples, tmp_path / "model"), "--silver", chinese)

    assert outcome.code == 2
    assert "expected documents in 'en' (--language), article.zh is in 'zh'" in outcome.err


def test_a_model_is_not_overwritten_unless_asked(relata: Relata, tmp_path: Path) -> None:
    outcome = relata("train", "discourse", "--data", tmp_path, "--out", tmp_path)

    assert outcome.code == 2
    assert f"{tmp_path} exists; --force replaces it" in outcome.err


def test_without_torch_the_extra_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    command = import_module("relata.cli.train")
    monkeypatch.setattr("relata.cli.options.find_spec", lambda name: None)

    outcome = CliRunner().invoke(
        command.train, ["discourse", "--data", str(tmp_path), "--out", str(tmp_path / "m")]
    )

    message = 'training needs torch, transformers, onnx, sklearn: pip install "relata-nlp[train]"'
    assert str(outcome.exception) == message


def test_a_model_is_tuned_to_other_data(
    relata: Relata, encoder: Path, examples: Path, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason=WITHOUT_TORCH)
    first = relata(*arguments(encoder, examples, tmp_path / "first"))
    data = ["--train", str(examples / "conll2016"), "--dev", str(examples / "conll2016")]

    done = relata("train", "tune", str(tmp_path / "first"), *data, "--out", str(tmp_path / "tuned"))

    assert (first.code, done.code) == (0, 0), first.err + done.err
    assert digests(tmp_path / "tuned")["encoder.onnx"] == digests(tmp_path / "first")["encoder.onnx"]
    assert "strict F1" in done.out


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (["nowhere", "--data", "x"], "no model 'nowhere'"),
        (["en"], "name what to tune to"),
        (["en", "--data", "nowhere"], "nowhere: cannot be read"),
    ],
)
def test_what_cannot_be_tuned_is_told_in_a_line(
    relata: Relata, tmp_path: Path, given: list[str], told: str
) -> None:
    pytest.importorskip("torch", reason=WITHOUT_TORCH)

    done = relata("train", "tune", *given, "--out", str(tmp_path / "model"))

    assert done.code == 2
    assert told in done.err
    assert "Traceback" not in done.err
    assert not (tmp_path / "model").exists()


def test_a_training_that_begins_with_no_model_is_refused(
    relata: Relata, encoder: Path, examples: Path, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason=WITHOUT_TORCH)

    done = relata(*arguments(encoder, examples, tmp_path / "model"), "--start", "missing.pt")

    assert done.code == 2
    assert "no model 'missing.pt'" in done.err


def test_export_is_told_what_to_choose_settings_by(relata: Relata, tmp_path: Path) -> None:
    done = relata("train", "export", tmp_path / "best.pt", "--out", tmp_path / "model")
    assert done.code == 2
    assert "name what to choose its settings by: --data, --sentences, or both" in done.err


def test_a_card_tells_a_command_without_the_folders_of_a_machine() -> None:
    told = import_module("relata.cli.train")._portable
    given = [
        "train",
        "--checkpoints",
        "/tmp/here",
        "--data",
        "/home/me/gdtb",
        "--out=/tmp/m",
        "--start",
        "en",
    ]
    assert [*told(given)] == ["train", "--data", "gdtb", "--out=m", "--start", "en"]
    assert [*told(["--checkpoints=/tmp/here", "corpora/gdtb"])] == ["corpora/gdtb"]


def test_an_encoder_learns_from_texts_and_a_parser_begins_with_it(
    relata: Relata, examples: Path, tmp_path: Path
) -> None:
    pytest.importorskip("torch", reason=WITHOUT_TORCH)
    special = ("[CLS]", "[SEP]", "[UNK]", "[MASK]")
    tiny = make_encoder(tmp_path / "tiny", "Bert", special=special, type_vocab_size=2)
    texts = tmp_path / "texts.jsonl"
    assert relata("convert", examples / "conll2016", texts, "--to", "jsonl").code == 0
    line = texts.read_text(encoding="utf-8").splitlines()[0]
    documents = [json.dumps({**json.loads(line), "id": str(number)}) + "\n" for number in range(40)]
    texts.write_text("".join(documents), encoding="utf-8")

    learned = relata("train", "encoder", "--texts", texts, "--encoder", tiny, "--out", tmp_path / "mine")
    trained = relata(*arguments(tmp_path / "mine", examples, tmp_path / "model"))

    assert (learned.code, trained.code) == (0, 0), learned.err + trained.err
    card = (tmp_path / "model" / "CARD.md").read_text(encoding="utf-8")
    assert "tiny, then `relata train encoder --texts texts.jsonl" in card


def test_an_encoder_learns_from_plain_texts(relata: Relata, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason=WITHOUT_TORCH)
    special = ("[CLS]", "[SEP]", "[UNK]", "[MASK]")
    tiny = make_encoder(tmp_path / "tiny", "Bert", special=special, type_vocab_size=2)
    for number in range(40):
        text = tmp_path / "texts" / f"{number}.txt"
        text.parent.mkdir(exist_ok=True)
        text.write_text("If it rains then we stay.\n\nIt was wet, but we left.\n", encoding="utf-8")

    folder, chinese = (
        relata(
            "train",
            "encoder",
            "--texts",
            tmp_path / texts,
            *options,
            "--encoder",
            tiny,
            "--out",
            tmp_path / out,
        )
        for texts, out, options in (("texts", "mine", ()), ("texts/1.txt", "zh", ("--language", "zh")))
    )

    assert folder.code == 0, folder.err
    assert "40 passages" in folder.err
    assert (tmp_path / "mine" / "model.safetensors").exists()
    assert (chinese.code, "expected documents in 'zh' (--language), 1 is in 'en'" in chinese.err) == (2, True)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ([], "name what to learn from: --texts, --data, or both"),
        (["--texts", "examples/conll2016"], "too little text: "),
    ],
)
def test_an_encoder_that_cannot_learn_says_why(
    relata: Relata, encoder: Path, tmp_path: Path, options: list[str], complaint: str
) -> None:
    pytest.importorskip("torch", reason=WITHOUT_TORCH)

    outcome = relata("train", "encoder", *options, "--encoder", encoder, "--out", tmp_path / "mine")

    assert (outcome.code, complaint in outcome.err) == (2, True), outcome.err
    assert not (tmp_path / "mine").exists()
