"""Models whose parts do not fit, or hold no numbers: one line, no nonsense."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from relata import load
from relata.errors import ModelError
from tests.toy_model import (
    Floats,
    edit_file,
    rule_heads,
    save_rule_model,
    save_sentence_model,
    sentence_heads,
)

TEXT = "We left because it rained. All got wet."


def save_heads(path: Path, arrays: dict[str, Floats]) -> Path:
    content = io.BytesIO()
    np.savez(content, **arrays)
    edit_file(path, "heads.npz", content.getvalue())
    return path


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_heads_without_numbers_are_refused(value: float, tmp_path: Path) -> None:
    arrays = rule_heads()
    arrays["tags.bias"][0] = value

    with pytest.raises(ModelError, match=r"heads\.npz: tags\.bias: expected finite numbers"):
        load(save_heads(save_rule_model(tmp_path / "model"), arrays))


def test_an_encoder_without_numbers_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.toy_model.WORDS", {"because": (0,)})
    monkeypatch.setattr("numpy.zeros", lambda *shape, **kind: np.full(*shape, np.nan, **kind))
    path = save_rule_model(tmp_path / "broken")
    monkeypatch.undo()
    edit_file(
        good := save_rule_model(tmp_path / "model"), "encoder.onnx", (path / "encoder.onnx").read_bytes()
    )

    with pytest.raises(ModelError, match=r"the encoder gives numbers that are not finite"):
        load(good)(TEXT)


def test_the_heads_of_another_encoder_are_refused(tmp_path: Path) -> None:
    arrays = rule_heads()
    name = "tag_words.mix.weight"
    arrays[name] = np.concatenate((arrays[name], np.zeros((len(arrays[name]), 2), np.float32)), axis=1)

    with pytest.raises(ModelError, match=r"tag_words\.mix\.weight: made for 37 numbers, gets 36"):
        load(save_heads(save_rule_model(tmp_path / "model"), arrays))(TEXT)


def test_a_layer_that_does_not_fit_the_one_below_is_refused(tmp_path: Path) -> None:
    arrays = rule_heads()
    arrays["site_kind.out.weight"] = arrays["site_kind.out.weight"][:, :-1]

    with pytest.raises(ModelError, match=r"site_kind\.out\.weight: made for 35 numbers, gets 36"):
        load(save_heads(save_rule_model(tmp_path / "model"), arrays))(TEXT)


def test_pairs_that_do_not_fit_their_sides_are_refused(tmp_path: Path) -> None:
    arrays = rule_heads() | sentence_heads()
    arrays["syntax.arcs.weight"] = arrays["syntax.arcs.weight"][:, :-1]

    with pytest.raises(
        ModelError, match=r"syntax\.arcs\.weight: expected 1x14x14 numbers, got \(1, 13, 14\)"
    ):
        load(save_heads(save_sentence_model(tmp_path / "model"), arrays))
