from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from tests.training.conftest import WITHOUT_TORCH, make_encoder

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)
onnx = pytest.importorskip("onnx", reason=WITHOUT_TORCH)

from relata.model.encoder import Encoder
from relata.model.inputs import Input, InputBuilder
from relata.training.export import onnx_export
from relata.training.export.onnx_export import export_encoder
from relata.training.network.encoders import (
    DEFAULTS,
    DefaultEncoder,
    EncoderError,
    Pretrained,
    described,
    pretrained,
    rebuilt,
)
from relata.training.network.model import encoded

FAMILIES = {
    "Bert": {"type_vocab_size": 2},
    "Roberta": {"special": ("<s>", "</s>", "<unk>"), "type_vocab_size": 1},
    "DistilBert": {"dim": 32, "n_layers": 1, "n_heads": 2, "hidden_dim": 64},
    "MPNet": {"special": ("<s>", "</s>", "[UNK]")},
}
INPUT = Input(pieces=[1, 8, 9, 10, 2, 11, 12, 2], types=[0, 0, 0, 0, 0, 1, 1, 1])
LARGE = 3
"""The column of an encoder that is made larger than the others."""


def test_an_encoder_is_loaded_by_its_folder(tiny_encoder: Path) -> None:
    found = pretrained(str(tiny_encoder))

    assert found.name == str(tiny_encoder)
    assert found.encoder.config.hidden_size == 32
    assert found.encoder.pooler is None


def test_markers_that_a_tokenizer_lacks_are_added(tiny_encoder: Path, tmp_path: Path) -> None:
    from tokenizers import Tokenizer

    folder = make_encoder(tmp_path / "bare", "Bert")
    text = Tokenizer.from_file(str(folder / "tokenizer.json")).to_str()
    (folder / "tokenizer.json").write_text(text.replace("[unused1]", "alpha").replace("[unused2]", "beta"))

    found = pretrained(str(folder))

    assert found.encoder.get_input_embeddings().num_embeddings == found.tokenizer.get_vocab_size()
    assert found.tokenizer.token_to_id("[unused2]") == found.tokenizer.get_vocab_size() - 1


def test_a_vocabulary_is_enough_of_a_tokenizer(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "old", "Bert")
    pieces = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[unused1]", "[unused2]", "rain", "##ed"]
    (folder / "vocab.txt").write_text("\n".join(pieces), encoding="utf-8")
    (folder / "tokenizer.json").unlink()

    found = pretrained(str(folder))

    assert found.tokenizer.encode("Rained", add_special_tokens=False).tokens == ["rain", "##ed"]


def test_pieces_of_bytes_are_those_of_words_behind_a_blank(tmp_path: Path) -> None:
    from tokenizers import Tokenizer, models, pre_tokenizers

    folder = make_encoder(tmp_path / "bytes", "Roberta", special=("<s>", "</s>", "<unk>"), type_vocab_size=1)
    pieces = ["<s>", "</s>", "<unk>", "[unused1]", "[unused2]", "i", "t", "\u0120", "it", "\u0120it"]
    merges = [("i", "t"), ("\u0120", "it")]
    tokenizer = Tokenizer(
        models.BPE({piece: at for at, piece in enumerate(pieces)}, merges, unk_token="<unk>")
    )
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.save(str(folder / "tokenizer.json"))

    found = pretrained(str(folder))

    assert found.tokenizer.encode("it", add_special_tokens=False).tokens == ["\u0120it"]


def test_an_encoder_is_rebuilt_from_what_a_checkpoint_keeps(tiny_encoder: Path) -> None:
    first = pretrained(str(tiny_encoder))

    second = rebuilt(first.name, first.config, first.tokenizer.to_str())

    second.encoder.load_state_dict(first.encoder.state_dict())  # or the shapes would differ
    assert second.tokenizer.get_vocab() == first.tokenizer.get_vocab()


@pytest.mark.parametrize("family", FAMILIES)
def test_encoders_of_all_families_are_exported(family: str, tmp_path: Path) -> None:
    found = pretrained(str(make_encoder(tmp_path / "encoder", family, **FAMILIES[family])))
    InputBuilder(found.tokenizer)

    assert _likeness(found, tmp_path, [INPUT]) > 0.99


def test_embeddings_are_rounded_each_by_itself(
    tiny_encoder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = pretrained(str(tiny_encoder))
    with torch.no_grad():
        found.encoder.embeddings.word_embeddings.weight[5] *= 1000  # a word that is not among the input's
    monkeypatch.setattr(onnx_export, "_MOST_IN_FLOATS", 600)

    assert _likeness(found, tmp_path, [INPUT]) > 0.99


def test_a_large_column_does_not_drown_the_others(tiny_encoder: Path, tmp_path: Path) -> None:
    found = pretrained(str(tiny_encoder))
    attention = found.encoder.encoder.layer[0].attention.self
    with torch.no_grad():
        found.encoder.embeddings.LayerNorm.weight[LARGE] *= 100
        for layer in (attention.query, attention.key, attention.value):
            layer.weight[:, LARGE] /= 100
            layer.weight *= 30

    unprepared, prepared = (_likeness(found, tmp_path, samples) for samples in ([], [INPUT]))

    assert 1 - prepared < (1 - unprepared) / 2


def test_layers_that_read_the_same_are_one(tiny_encoder: Path, tmp_path: Path) -> None:
    found = pretrained(str(tiny_encoder))

    export_encoder(found.encoder, tmp_path / "encoder.onnx", [INPUT])

    kinds = Counter(node.op_type for node in onnx.load(tmp_path / "encoder.onnx").graph.node)
    # Query, key and value; what attention gives; both layers behind it, of which one reads its rows scaled.
    layers = found.encoder.config.num_hidden_layers
    assert kinds["MatMulInteger"] == 4 * layers
    assert kinds["ReduceMax"] == layers


def test_an_encoder_is_exported_the_same_again(tiny_encoder: Path, tmp_path: Path) -> None:
    found = pretrained(str(tiny_encoder))
    found.encoder.train()  # with dropout, were it not for the export

    for name in ("one", "other"):
        export_encoder(found.encoder, tmp_path / name, [INPUT])

    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert found.encoder.training


def _likeness(base: Pretrained, folder: Path, samples: list[Input]) -> float:
    """How like the states of an exported encoder are to the exact ones; 1 is the same."""
    export_encoder(base.encoder, folder / "encoder.onnx", samples)
    states = Encoder(folder / "encoder.onnx", threads=1)(INPUT)
    pieces, types = torch.tensor([INPUT.pieces]), torch.tensor([INPUT.types])
    with torch.no_grad():
        exact = encoded(base.encoder.eval(), pieces, torch.ones_like(pieces), types)[0]
    others = [column for column in range(exact.shape[1]) if column != LARGE]
    return float(
        torch.nn.functional.cosine_similarity(torch.tensor(states)[:, others], exact[:, others]).min()
    )


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match="no such folder"):
        pretrained(str(tmp_path / "nowhere"))


def test_a_folder_without_an_encoder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match=f"no encoder {tmp_path}"):
        pretrained(str(tmp_path))


def test_what_is_no_plain_encoder_is_refused(tmp_path: Path) -> None:
    sizes = {"d_model": 32, "num_layers": 1, "num_heads": 2, "d_kv": 16, "d_ff": 64}
    folder = make_encoder(tmp_path / "t5", "T5", **sizes)

    with pytest.raises(EncoderError, match="is no plain encoder"):
        pretrained(str(folder))


def test_a_tokenizer_without_special_pieces_is_refused(tmp_path: Path) -> None:
    folder = make_encoder(tmp_path / "odd", "Bert", special=("<begin>", "<end>", "[UNK]"))

    with pytest.raises(EncoderError, match=r"cannot be used: the tokenizer has no \[CLS\]"):
        pretrained(str(folder))


def test_the_default_encoder_has_to_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = DefaultEncoder("no-such-package==1.0", "no_such_package", "model", "free", {})
    monkeypatch.setitem(DEFAULTS, "zh", absent)

    with pytest.raises(EncoderError, match=r"no-deps no-such-package==1.0`, or name another one"):
        pretrained(None, "zh")


def test_the_default_encoder_has_to_be_the_pinned_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, tiny_encoder: Path
) -> None:
    package = tmp_path / "fake_encoder"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "model").symlink_to(tiny_encoder)
    monkeypatch.syspath_prepend(tmp_path)
    fake = DefaultEncoder("fake-encoder==1.0", "fake_encoder", "model", "free", {"config.json": "0" * 64})
    monkeypatch.setitem(DEFAULTS, "en", fake)

    with pytest.raises(EncoderError, match=r"config.json is not the file of fake-encoder==1.0"):
        pretrained()


def test_a_tokenizer_reads_what_its_vocabulary_lacks_as_what_it_has(tmp_path: Path) -> None:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

    folder = make_encoder(tmp_path / "characters", "Bert")
    pieces = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[unused1]",
        "[unused2]",
        "ted",
        "\u6f14",
        "\u300c",
        "\u300d",
    ]
    tokenizer = Tokenizer(models.WordPiece({piece: at for at, piece in enumerate(pieces)}, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=False)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.save(str(folder / "tokenizer.json"))

    found = pretrained(str(folder)).tokenizer.encode("\u201cTED\u6f14\u201d\u2014", add_special_tokens=False)

    assert found.tokens == ["\u300c", "ted", "\u6f14", "\u300d", "[UNK]"]


def test_the_terms_of_default_encoders_are_known() -> None:
    assert described(DEFAULTS["zh"].package).endswith("(for non-commercial research by its card)")
    assert described("roberta-base") == "roberta-base"
