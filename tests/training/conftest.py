"""What training is tried on: a few sentences that the rule model understands, and encoders of one layer."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tokenizers import Tokenizer, models, normalizers

from tests.paths import REPOSITORY

if TYPE_CHECKING:
    from relata.training.network.encoders import Pretrained

EXAMPLES = REPOSITORY / "examples" / "conll2016"
WITHOUT_TORCH = "needs the extra [train]: torch and transformers are absent"


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> None:
    """Threads that wait for each other are what takes time where there is so little to compute."""
    if find_spec("torch"):
        import torch

        torch.set_num_threads(1)


@pytest.fixture(scope="session")
def tiny_encoder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a BERT of one layer that knows a few words."""
    return make_encoder(tmp_path_factory.mktemp("encoders") / "tiny", "Bert", type_vocab_size=2)


@pytest.fixture
def masking_encoder(tmp_path: Path) -> Path:
    """The same, but its tokenizer has a mask."""
    special = ("[CLS]", "[SEP]", "[UNK]", "[MASK]")
    return make_encoder(tmp_path / "masking", "Bert", special=special, type_vocab_size=2)


@pytest.fixture
def base(masking_encoder: Path) -> Pretrained:
    """The encoder with a mask, loaded."""
    from relata.training.network.encoders import pretrained

    return pretrained(str(masking_encoder))


def try_few_thresholds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave one choice of each threshold: a tiny training spends most of its time on choosing."""
    for name, values in {"_ANCHOR": (0.5,), "_LOWER": (1.0,), "_RELATION": (0.2,)}.items():
        monkeypatch.setattr(f"relata.training.tuning.thresholds.{name}", values)


def make_encoder(
    folder: Path, family: str, special: tuple[str, ...] = ("[CLS]", "[SEP]", "[UNK]"), **config: Any
) -> Path:
    """Writes an encoder of a family of transformers ("Bert") with random weights."""
    torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
    transformers = pytest.importorskip("transformers", reason=WITHOUT_TORCH)
    tokenizer = word_tokenizer(*special)
    sizes = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 64}
    settings = getattr(transformers, f"{family}Config")(
        vocab_size=tokenizer.get_vocab_size(), **sizes | config
    )
    torch.manual_seed(7)
    transformers.utils.logging.disable_progress_bar()
    getattr(transformers, f"{family}Model")(settings).save_pretrained(folder)
    tokenizer.save(str(folder / "tokenizer.json"))
    return folder


def word_tokenizer(*special: str) -> Tokenizer:
    """A tokenizer that knows a few words; all others are the third special piece."""
    words = "a all and as because but he if in is it of since so the then they to was we wet when , ."
    pieces = ["[PAD]", *special, "[unused1]", "[unused2]", *words.split()]
    tokenizer = Tokenizer(
        models.WordLevel({piece: at for at, piece in enumerate(pieces)}, unk_token=special[2])
    )
    tokenizer.normalizer = normalizers.Lowercase()
    return tokenizer
