"""Feed-forward layers are narrowed by what they read, and find nearly the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.training.conftest import WITHOUT_TORCH, make_encoder

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)

from relata.model.inputs import Input
from relata.training.export.compression import cut_layers, narrow
from relata.training.network.encoders import EncoderError, Pretrained, pretrained, rebuilt
from relata.training.network.model import encoded

INPUTS = [Input(pieces=[place * step % 23 for place in range(20)], types=[0] * 20) for step in (1, 3, 5)]


def states(base: Pretrained) -> torch.Tensor:
    """What an encoder makes of the inputs."""
    pieces, types = (torch.tensor([getattr(each, name) for each in INPUTS]) for name in ("pieces", "types"))
    with torch.no_grad():
        return encoded(base.encoder.eval(), pieces, torch.ones_like(pieces), types)


def test_columns_that_others_make_up_for_can_go(tiny_encoder: Path) -> None:
    base = pretrained(str(tiny_encoder))
    feed = base.encoder.encoder.layer[0]
    width = base.encoder.config.intermediate_size
    with torch.no_grad():  # the second half of the columns finds what the first half does
        feed.intermediate.dense.weight[width // 2 :] = feed.intermediate.dense.weight[: width // 2]
        feed.intermediate.dense.bias[width // 2 :] = feed.intermediate.dense.bias[: width // 2]
    before = states(base)

    narrow(base.encoder, width // 2, INPUTS)

    assert feed.intermediate.dense.weight.shape[0] == feed.output.dense.weight.shape[1] == width // 2
    assert torch.allclose(states(base), before, atol=0.01)


def test_less_is_lost_than_without_choosing(tiny_encoder: Path) -> None:
    base, plain = pretrained(str(tiny_encoder)), pretrained(str(tiny_encoder))
    exact = states(base)
    width = base.encoder.config.intermediate_size // 2

    narrow(base.encoder, width, INPUTS)
    for layer in plain.encoder.encoder.layer:
        layer.intermediate.dense.weight = torch.nn.Parameter(layer.intermediate.dense.weight[:width])
        layer.intermediate.dense.bias = torch.nn.Parameter(layer.intermediate.dense.bias[:width])
        layer.output.dense.weight = torch.nn.Parameter(layer.output.dense.weight[:, :width])

    lost, lost_plainly = (float((states(each) - exact).norm()) for each in (base, plain))
    assert lost < lost_plainly / 3


def test_a_narrow_encoder_is_rebuilt_by_its_configuration(tiny_encoder: Path) -> None:
    base = pretrained(str(tiny_encoder))
    base.encoder.train()

    narrow(base.encoder, 16, INPUTS)

    again = rebuilt(base.name, base.config, base.tokenizer.to_str())
    again.encoder.load_state_dict(base.encoder.state_dict())
    assert base.encoder.training
    assert torch.equal(states(again), states(base))


def test_the_same_width_changes_nothing(tiny_encoder: Path) -> None:
    base = pretrained(str(tiny_encoder))
    before = states(base)

    narrow(base.encoder, base.encoder.config.intermediate_size, INPUTS)

    assert torch.equal(states(base), before)


def test_layers_are_not_widened(tiny_encoder: Path) -> None:
    with pytest.raises(EncoderError, match=r"a width of 9999 is not to be had: .* are 64 wide"):
        narrow(pretrained(str(tiny_encoder)).encoder, 9999, INPUTS)


def test_an_encoder_that_is_built_otherwise_is_refused(tmp_path: Path) -> None:
    sizes = {"dim": 32, "n_layers": 1, "n_heads": 2, "hidden_dim": 48}  # and an intermediate_size without use
    base = pretrained(str(make_encoder(tmp_path / "other", "DistilBert", **sizes)))

    with pytest.raises(EncoderError, match="not built as others are"):
        narrow(base.encoder, 16, INPUTS)
    del base.encoder.config.intermediate_size
    with pytest.raises(EncoderError, match="not built as others are"):
        narrow(base.encoder, 16, INPUTS)


def test_the_lowest_layers_are_left(tmp_path: Path) -> None:
    base = pretrained(str(make_encoder(tmp_path / "three", "Bert", num_hidden_layers=3, type_vocab_size=2)))
    pieces = torch.tensor([INPUTS[0].pieces])
    with torch.no_grad():
        second = base.encoder.eval()(pieces, output_hidden_states=True).hidden_states[2]

    cut_layers(base.encoder, 2)

    assert torch.equal(states(base)[:1], second)
    rebuilt(base.name, base.config, base.tokenizer.to_str()).encoder.load_state_dict(
        base.encoder.state_dict()
    )


def test_layers_that_are_not_there_are_refused(tiny_encoder: Path) -> None:
    base = pretrained(str(tiny_encoder))

    with pytest.raises(EncoderError, match="2 layers are not to be had: the encoder has 1"):
        cut_layers(base.encoder, 2)
