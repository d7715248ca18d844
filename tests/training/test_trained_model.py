from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from relata.errors import ModelError
from relata.model.model import Model
from relata.model.package import ENCODER, ModelPackage
from relata.parsing.loading import installed
from relata.training.data.corpus import RelationCorpus, read_part
from tests.training.conftest import EXAMPLES, WITHOUT_TORCH

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)

from relata.training.data.corpus import TrainingData
from relata.training.loop.trainer import Recipe
from relata.training.network.trained_model import encoder_weights, load_trained
from relata.training.session import Session, TrainingInputs
from relata.training.tuning.folding import LAYERS
from tests.training.conftest import make_encoder, try_few_thresholds
from tests.training.test_trainer import Silent

CORPUS = RelationCorpus(read_part(EXAMPLES), read_part(EXAMPLES))


def session(out: Path) -> Session:
    return Session(TrainingData(CORPUS), "en", out, "MIT", "relata train ...", tolerance=100.0)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a model whose embeddings are large enough to be rounded, and its checkpoints."""
    folder = tmp_path_factory.mktemp("packages")
    sizes = {"hidden_size": 64, "intermediate_size": 128, "max_position_embeddings": 1700}
    encoder = make_encoder(folder / "encoder", "Bert", type_vocab_size=2, **sizes)
    session(folder / "model").train(
        folder / "checkpoints", Recipe(epochs=1), Silent(), TrainingInputs(encoder=str(encoder))
    )
    return folder


@pytest.fixture(autouse=True)
def _few_thresholds(monkeypatch: pytest.MonkeyPatch) -> None:
    try_few_thresholds(monkeypatch)


def test_a_package_has_the_weights_that_it_was_made_of(place: Path) -> None:
    exact = load_trained(place / "checkpoints" / "best.pt").model.state_dict()

    found = load_trained(place / "model").model.state_dict()

    assert found.keys() == exact.keys()
    for name, weights in exact.items():
        layer, _, part = name.rpartition(".")
        if layer in LAYERS.values():  # divided by a temperature, its bias shifted by the frequency of senses
            directions = torch.stack([found[name].flatten(), weights.flatten()])
            assert part == "bias" or float(torch.corrcoef(directions)[0, 1]) > 0.999, name
        elif not name.startswith("extra_sense."):  # which no package has
            # Rounded weights make up for each other's errors, so they may be off by several steps, and random
            # ones, which read little that differs, by more; weights of other layers would be off by over 1.
            assert float((found[name] - weights).norm()) <= 0.15 * float(weights.norm()) + 1e-6, name


@pytest.mark.parametrize("path", installed().values(), ids=installed())
def test_what_is_shipped_can_be_trained_on(path: Path) -> None:
    from transformers import BertConfig, BertModel

    weights = encoder_weights(path / ENCODER)
    words, hidden = weights["embeddings.word_embeddings.weight"].shape
    layers = sum(each.endswith("query.weight") for each in weights)
    config = BertConfig(
        vocab_size=words,
        hidden_size=hidden,
        num_hidden_layers=layers,
        num_attention_heads=12,
        intermediate_size=len(weights["encoder.layer.0.intermediate.dense.weight"]),
    )
    encoder = BertModel(config, add_pooling_layer=False).eval()
    encoder.load_state_dict(weights)
    model = Model.load(path)
    input = model.builder.window(CORPUS.dev.documents[0].tokens, range(30))

    with torch.no_grad():
        found = encoder(torch.tensor([input.pieces]), token_type_ids=torch.tensor([input.types]))

    states = model.encoder(input)
    assert np.linalg.norm(found.last_hidden_state[0].numpy() - states) < 0.1 * np.linalg.norm(states)


def test_a_training_begins_with_all_that_a_package_knows(place: Path, tmp_path: Path) -> None:
    recipe = Recipe(epochs=1, learning_rate=1e-9, head_learning_rate=1e-9)

    new = session(tmp_path / "model").train(
        tmp_path / "c", recipe, Silent(), TrainingInputs(start=place / "model")
    )

    models = [Model.load(place / "model"), Model.load(new.path)]
    input = models[0].builder.window(CORPUS.dev.documents[0].tokens, range(20))
    before, after = (model.encoder(input) for model in models)
    assert np.abs(before - after).mean() < 0.05
    assert "It began with: `model`, the package of `relata train ...`" in new.card()


def test_a_narrowed_model_can_be_trained_on(place: Path, tmp_path: Path) -> None:
    still = {"epochs": 1, "learning_rate": 1e-9, "head_learning_rate": 1e-9}

    narrow = session(tmp_path / "narrow").train(
        tmp_path / "c", Recipe(**still, width=40), Silent(), TrainingInputs(start=place / "model")
    )
    again = session(tmp_path / "again").train(
        tmp_path / "d", Recipe(**still), Silent(), TrainingInputs(start=narrow.path)
    )

    assert narrow.size < ModelPackage.load(place / "model").size
    for package in (narrow, again):
        assert package.manifest["training"]["architecture"]["intermediate_size"] == 40
        weights = load_trained(package.path).model.state_dict()
        assert weights["encoder.encoder.layer.0.output.dense.weight"].shape == (64, 40)


def test_a_package_needs_no_pretrained_encoder(place: Path) -> None:
    (place / "encoder").rename(place / "elsewhere")
    try:
        load_trained(place / "model")
    finally:
        (place / "elsewhere").rename(place / "encoder")


def test_an_older_package_on_another_encoder_is_refused(
    place: Path, tiny_encoder: Path, tmp_path: Path
) -> None:
    older = shutil.copytree(place / "model", tmp_path / "older")
    manifest = json.loads((older / "manifest.json").read_text())
    del manifest["training"]["architecture"]
    (older / "manifest.json").write_text(json.dumps(manifest))

    with pytest.raises(ModelError, match=r"encoder\.onnx: its weights are not those of a model on"):
        load_trained(older, str(tiny_encoder))


def test_tuning_leaves_the_encoder_as_it_is(place: Path, tmp_path: Path) -> None:
    package = ModelPackage.load(place / "model")

    found = session(tmp_path / "tuned").tune(package.path, Silent())

    files = (package.manifest["files"], found.manifest["files"])
    assert files[0]["encoder.onnx"] == files[1]["encoder.onnx"]
    assert found.manifest["scores"].keys() == package.manifest["scores"].keys()
    assert found.manifest["training"]["tuned"]["command"] == "relata train ..."
    assert "before quantisation" not in found.card()
    assert "Tuned anew: `relata train ...`" in found.card()


def test_tuning_does_not_depend_on_an_earlier_threshold_of_connectives(place: Path, tmp_path: Path) -> None:
    package = ModelPackage.load(place / "model")
    odd = tmp_path / "odd"
    odd.mkdir()
    for name in package.manifest["files"]:
        (odd / name).write_bytes((package.path / name).read_bytes())
    settings = {**package.manifest["settings"], "connective_threshold": 0.99}
    text = json.dumps({**package.manifest, "settings": settings})
    (odd / "manifest.json").write_text(text, encoding="utf-8")

    first, second = (
        session(tmp_path / f"tuned {model.name}").tune(model, Silent()) for model in (package.path, odd)
    )

    assert first.manifest["settings"] == second.manifest["settings"]


def test_data_with_senses_that_a_model_does_not_know_are_refused(place: Path, tmp_path: Path) -> None:
    first = CORPUS.train.documents[0]
    odd = first.with_relations(replace(each, senses=("Odd.Sense",)) for each in first.relations)
    data = TrainingData(RelationCorpus(replace(CORPUS.train, documents=(odd,)), CORPUS.dev))
    new = replace(session(tmp_path / "tuned"), data=data)

    with pytest.raises(ModelError, match=r"model: knows no sense 'Odd\.Sense', which the data have"):
        new.tune(place / "model", Silent())


def test_what_tuning_is_not_told_stays(place: Path, tmp_path: Path) -> None:
    new = replace(session(tmp_path / "tuned"), data=TrainingData())

    found = new.tune(place / "model", Silent())

    before = ModelPackage.load(place / "model").manifest
    assert {name: found.manifest[name] for name in ("settings", "scores", "labels")} == {
        name: before[name] for name in ("settings", "scores", "labels")
    }
