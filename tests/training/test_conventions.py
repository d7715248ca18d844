from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import relata
from relata.errors import ModelError, PipelineError
from relata.model.inputs import InputBuilder, conventions_mark, piece_number
from relata.model.model import Model
from relata.model.package import ModelPackage, conventions_number
from relata.model.settings import Settings
from relata.training.data.corpus import RelationCorpus, read_part
from tests.training.conftest import EXAMPLES, WITHOUT_TORCH, try_few_thresholds

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)

from relata.training.data.corpus import TrainingData
from relata.training.loop.trainer import Recipe
from relata.training.network.encoders import add_conventions, pretrained
from relata.training.network.trained_model import load_trained
from relata.training.session import Session, TrainingInputs
from tests.training.test_trainer import Silent

LENIENT = 100.0


@pytest.fixture(scope="module")
def data() -> TrainingData:
    part = read_part(EXAMPLES)
    corpus = RelationCorpus(part, part, "gdtb")
    other = replace(part, documents=part.documents[:1])
    return TrainingData(corpus, also=(RelationCorpus(other, other, "pdtb"),))


@pytest.fixture(scope="module")
def package(data: TrainingData, tmp_path_factory: pytest.TempPathFactory, tiny_encoder: Path) -> ModelPackage:
    """A model of two conventions."""
    folder = tmp_path_factory.mktemp("conventions")
    with pytest.MonkeyPatch.context() as patch:
        try_few_thresholds(patch)
        new = Session(data, "en", folder / "model", "MIT", "", LENIENT)
        inputs = TrainingInputs(encoder=str(tiny_encoder))
        return new.train(folder / "checkpoints", Recipe(epochs=1), Silent(), inputs)


def test_instances_open_with_the_mark_of_their_corpus(data: TrainingData, tiny_encoder: Path) -> None:
    base = pretrained(str(tiny_encoder), "en")
    add_conventions(base, [1])

    items = list(data.instances(InputBuilder(base.tokenizer), None, ("gdtb", "pdtb")))

    opened = {(item.input.conventions, item.input.pieces[0]) for item in items}
    assert opened == {(number, piece_number(base.tokenizer, conventions_mark(number))) for number in (0, 1)}


def test_new_conventions_begin_like_the_first_ones(tiny_encoder: Path) -> None:
    base = pretrained(str(tiny_encoder), "en")

    add_conventions(base, [1])

    rows = [piece_number(base.tokenizer, conventions_mark(number)) for number in (0, 1)]
    weights = base.encoder.get_input_embeddings().weight[rows]
    assert rows[0] != rows[1]
    assert torch.equal(weights[0], weights[1])


def test_a_model_names_its_conventions_and_has_settings_for_each(package: ModelPackage) -> None:
    settings, scores = package.manifest["settings"], package.manifest["scores"]

    assert package.conventions == ("gdtb", "pdtb")
    assert settings["conventions"].keys() == {"pdtb"}
    assert {"strict F1", "pdtb strict F1"} <= scores.keys()
    assert "By the conventions pdtb, on " in package.card()


def test_conventions_are_chosen_when_a_text_is_parsed(package: ModelPackage) -> None:
    by_default, gdtb, pdtb = (
        relata.load(package.path, conventions=name) for name in ("model", "gdtb", "pdtb,conll2016")
    )

    assert by_default._model.builder._opening == gdtb._model.builder._opening == "[CLS]"
    assert pdtb._model.builder._opening == conventions_mark(1)
    with pytest.raises(PipelineError, match="no conventions 'mine'; there is model, conll2016, gdtb, pdtb"):
        relata.load(package.path, conventions="mine")
    with pytest.raises(PipelineError, match="a text is read by one of gdtb, pdtb"):
        relata.load(package.path, conventions="gdtb,pdtb")


def test_a_training_adds_conventions_to_those_of_a_model(
    package: ModelPackage, data: TrainingData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    try_few_thresholds(monkeypatch)
    assert data.discourse is not None
    mine = TrainingData(replace(data.discourse, conventions="mine"))
    new = Session(mine, "en", tmp_path / "model", "MIT", "", LENIENT)

    added = new.train(tmp_path / "ck", Recipe(epochs=1), Silent(), TrainingInputs(start=package.path))

    assert added.conventions == ("gdtb", "pdtb", "mine")
    assert load_trained(tmp_path / "ck" / "best.pt").conventions == added.conventions


def test_a_model_without_names_goes_by_the_folder_of_its_data(package: ModelPackage) -> None:
    labels = {name: value for name, value in package.manifest["labels"].items() if name != "conventions"}
    training = {**package.manifest["training"], "data": {"train": {"source": "gdtb/train"}}}

    old = replace(package, manifest={**package.manifest, "labels": labels, "training": training})

    assert old.conventions == ("gdtb",)
    with pytest.raises(ModelError, match="no conventions 'pdtb'; the model knows gdtb"):
        conventions_number("pdtb", old.conventions)


def test_settings_of_conventions_go_before_those_of_the_model() -> None:
    written = {"anchor_threshold": 0.3, "conventions": {"pdtb": {"anchor_threshold": 0.7}}}

    found = [Settings.of(written, "here", name).anchor_threshold for name in ("", "gdtb", "pdtb")]

    assert found == [0.3, 0.3, 0.7]
    with pytest.raises(ModelError, match=r"settings\.speed: no setting of this version"):
        Settings.of({"conventions": {"pdtb": {"speed": 9}}}, "here", "pdtb")


def test_tuning_to_one_of_several_conventions_leaves_the_others(
    package: ModelPackage, data: TrainingData, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    try_few_thresholds(monkeypatch)

    tuned = Session(TrainingData(data.also[0]), "en", tmp_path / "model", "", "").tune(package.path, Silent())

    before, after = (dict(each.manifest["settings"]) for each in (package, tuned))
    assert before.pop("conventions").keys() == after.pop("conventions").keys()
    assert before == after
    assert Model.load(tuned.path).weights.arrays.keys() == Model.load(package.path).weights.arrays.keys()
