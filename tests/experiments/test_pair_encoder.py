"""Encoders of several architectures: the layout of a pair, and the piece that the classifier reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from relata.experiments.systems import Schedule
from tests.experiments.toy import toy_dataset, toy_instance
from tests.training.conftest import WITHOUT_TORCH, make_encoder

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("sklearn", reason="needs the extra [experiments]")

from tokenizers import Tokenizer
from tokenizers.processors import TemplateProcessing

from relata.experiments.data import ArgumentPair
from relata.experiments.models.pair_encoder import PairEncoder

SHORT = Schedule(1, 1e-3, batch_size=4, patience=1)
XLNET: dict[str, Any] = {"d_model": 32, "n_layer": 1, "n_head": 2, "d_inner": 64, "pad_token_id": 0}
INSTANCES = toy_dataset(2, 3).instances
PAIR = toy_instance("x:0", arg1="it was wet", arg2="we left")


@pytest.fixture(scope="module")
def encoders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Encoders of one layer, whose tokenizers have no template."""
    folder = tmp_path_factory.mktemp("families")
    roberta, xlnet = ("<s>", "</s>", "<unk>"), ("<cls>", "<sep>", "<unk>")
    return {
        "bert": make_encoder(folder / "bert", "Bert", type_vocab_size=2),
        "roberta": make_encoder(folder / "roberta", "Roberta", roberta, type_vocab_size=1, pad_token_id=0),
        "xlnet": make_encoder(folder / "xlnet", "XLNet", xlnet, **XLNET),
    }


def fitted(encoder: Path, span: str = "both", seed: int = 0) -> PairEncoder:
    return PairEncoder(str(encoder), span, seed, SHORT).fit(INSTANCES, list("ababab"))


def with_template(encoder: Path, folder: Path, pair: str, special: Iterable[str]) -> Path:
    """A copy of an encoder whose tokenizer joins pairs by a template."""
    tokenizer = Tokenizer.from_file(str(encoder / "tokenizer.json"))
    ids = [(piece, tokenizer.token_to_id(piece)) for piece in special]
    tokenizer.post_processor = TemplateProcessing(single="$A", pair=pair, special_tokens=ids)
    folder.mkdir()
    for file in encoder.iterdir():
        (folder / file.name).write_bytes(file.read_bytes())
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


@pytest.mark.parametrize(
    ("family", "span", "pieces", "types"),
    [
        ("bert", "both", "[CLS] it was wet [SEP] we [UNK] [SEP]", [0, 0, 0, 0, 0, 1, 1, 1]),
        ("roberta", "both", "<s> it was wet </s> </s> we <unk> </s>", [0] * 9),
        ("xlnet", "both", "it was wet <sep> we <unk> <sep> <cls>", [0, 0, 0, 0, 1, 1, 1, 2]),
        ("xlnet", "arg1", "it was wet <sep> <cls>", [0, 0, 0, 0, 2]),
        ("bert", "arg2", "[CLS] we [UNK] [SEP]", [0] * 4),
    ],
)
def test_each_family_has_its_own_layout(
    encoders: dict[str, Path], family: str, span: str, pieces: str, types: list[int]
) -> None:
    encoded = fitted(encoders[family], span)._encoded(PAIR)
    assert encoded.tokens == pieces.split()
    assert encoded.type_ids == types


def test_the_template_of_the_tokenizer_goes_first(encoders: dict[str, Path], tmp_path: Path) -> None:
    odd = with_template(encoders["bert"], tmp_path / "odd", "$B [SEP] $A [CLS]", ("[CLS]", "[SEP]"))
    assert fitted(odd)._encoded(PAIR).tokens == ["we", "[UNK]", "[SEP]", "it", "was", "wet", "[CLS]"]


@pytest.mark.parametrize(("family", "place"), [("bert", 0), ("roberta", 0), ("xlnet", -1)])
def test_the_classifier_reads_the_piece_of_its_architecture(
    encoders: dict[str, Path], family: str, place: int
) -> None:
    """The gradient of the scores goes to one state of the last layer alone."""
    model = fitted(encoders[family])
    states = []

    def remember(_module: object, _inputs: object, output: Any) -> None:
        state = output.last_hidden_state
        state.retain_grad()
        states.append(state)

    network: Any = model.network_
    network.model.base_model.register_forward_hook(remember)
    network.eval()
    long = toy_instance("x:1", arg1="it was wet and they was wet", arg2="we was wet")
    network(*model._batch([model._encoded(pair) for pair in (PAIR, long)])).sum().backward()
    reached = states[0].grad.abs().sum(dim=2) > 0
    expected = torch.zeros_like(reached)
    expected[:, place] = True
    assert reached.tolist() == expected.tolist()


@pytest.mark.parametrize("family", ["bert", "roberta", "xlnet"])
def test_answers_do_not_depend_on_the_padding(encoders: dict[str, Path], family: str) -> None:
    model = fitted(encoders[family])
    long = toy_instance("x:1", arg1="it was wet and they was wet", arg2="we was wet so it is")
    alone = [model.answers([pair])[0] for pair in (PAIR, long)]
    assert [answer.score for answer in model.answers([PAIR, long])] == pytest.approx(
        [answer.score for answer in alone], abs=1e-5
    )


@pytest.mark.parametrize("family", ["bert", "roberta", "xlnet"])
def test_long_arguments_are_cut(encoders: dict[str, Path], family: str) -> None:
    long: ArgumentPair = toy_instance("x:1", arg1="it was wet " * 400, arg2="we was wet " * 400)
    model = fitted(encoders[family])
    assert 500 < len(model._encoded(long)) <= 512
    assert len(model.answers([long])) == 1


def test_the_best_of_the_evaluated_states_is_used(
    encoders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six examples in batches of four are two steps an epoch: with one of three, epochs do not matter."""
    from relata.experiments.models.classifiers import DevelopmentPart

    steps: list[int] = []
    evaluated: list[int] = []
    monkeypatch.setattr(PairEncoder, "_step", lambda *_: steps.append(1))
    monkeypatch.setattr(DevelopmentPart, "accuracy", lambda *_: evaluated.append(len(steps)) or 0.5)
    schedule = Schedule(10, 1e-3, batch_size=4, patience=2, evaluation_steps=3)
    dev = DevelopmentPart(INSTANCES, [("a",)] * 6)
    PairEncoder(str(encoders["bert"]), schedule=schedule).fit(INSTANCES, list("ababab"), dev)
    assert evaluated == [3, 6, 9]
    evaluated.clear(), steps.clear()
    schedule = Schedule(2, 1e-3, batch_size=4, patience=2, evaluation_steps=500)
    PairEncoder(str(encoders["bert"]), schedule=schedule).fit(INSTANCES, list("ababab"), dev)
    assert evaluated == [4]  # at the end, at least
