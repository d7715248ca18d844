from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from relata.errors import ModelError, RelataWarning
from relata.formats.discogem import ANNOTATIONS, SPLITS
from relata.model.inputs import InputBuilder
from relata.model.model import Model
from relata.model.package import ModelPackage
from relata.parsing.loading import load
from relata.training.data.corpus import RelationCorpus, read_part
from tests.training.conftest import EXAMPLES, WITHOUT_TORCH, make_encoder, try_few_thresholds
from tests.training.test_discogem import HEADER

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)

from relata.batch.progress import Progress
from relata.training.data.corpus import TrainingData
from relata.training.data.instances import SENSE
from relata.training.export import onnx_export
from relata.training.export.card import source_commit
from relata.training.loop import distillation
from relata.training.loop.trainer import Recipe
from relata.training.network.encoders import pretrained
from relata.training.network.trained_model import load_checkpoint
from relata.training.session import Session, TrainingInputs, bf16_pays
from tests.training.test_trainer import Silent

RECIPE = Recipe(epochs=2)
LENIENT = 100.0


@pytest.fixture(scope="module")
def corpus() -> RelationCorpus:
    part = read_part(EXAMPLES)
    fiction = (replace(document, metadata={"genre": "fiction"}) for document in part.documents)
    return RelationCorpus(part, replace(part, documents=tuple(fiction)))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory, corpus: RelationCorpus, tiny_encoder: Path) -> Path:
    """A folder with a trained model and its checkpoints."""
    folder = tmp_path_factory.mktemp("session")
    new = Session(TrainingData(corpus), "en", folder / "model", "MIT", "relata train ...", LENIENT)
    new.train(folder / "checkpoints", RECIPE, Silent(), TrainingInputs(encoder=str(tiny_encoder)))
    return folder


@pytest.fixture(autouse=True)
def _few_thresholds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Speed up the trainings of single tests; that of `place` tries all thresholds."""
    try_few_thresholds(monkeypatch)


@pytest.fixture
def package(place: Path) -> ModelPackage:
    return ModelPackage.load(place / "model")


@pytest.mark.filterwarnings("ignore:.*with more than 20:relata.errors.DataWarning")
def test_a_trained_model_parses(place: Path, corpus: RelationCorpus) -> None:
    parser = load(place / "model")

    assert any(parser(document.text).relations for document in corpus.dev.documents)


def test_the_manifest_says_how_the_model_was_made(package: ModelPackage, tiny_encoder: Path) -> None:
    training = package.manifest["training"]

    assert (training["seed"], training["encoder"]) == (1, str(tiny_encoder))
    assert training["data"]["train"]["relations"] == 16
    assert training["recipe"]["epochs"] == 2
    assert package.manifest["resources"] == [f"encoder {tiny_encoder}", "corpus examples/conll2016"]


def test_the_manifest_has_scores_by_genre_and_calibration(package: ModelPackage) -> None:
    evaluation = package.manifest["evaluation"]

    assert evaluation["genres"]["fiction"] == package.manifest["scores"]
    assert set(evaluation["calibration"]) == {"tag", "anchor", "kind", "explicit_sense", "sense"}
    assert {len(curve) for curve in package.manifest["settings"]["calibration"].values()} == {2}


def test_the_card_tells_it_all(package: ModelPackage) -> None:
    card = package.card()

    assert card.startswith("# Model, en\n")
    for title in ("Relations", "By genre", "Calibration", "Training"):
        assert f"\n## {title}\n" in card
    assert (
        f"| end to end on raw text, strict F1 | {package.manifest['scores']['raw strict F1']:.2f} |  |"
        in card
    )


def test_heads_are_kept_in_half_precision_but_for_layers_that_decide(place: Path) -> None:
    with np.load(place / "model" / "heads.npz") as arrays:
        layers = {name.rpartition(".")[0] for name in arrays.files if arrays[name].dtype == np.float32}
        assert layers == {"tags", "anchors", "explicit_sense.out", "site_kind.out", "sense.out"}
        assert {arrays[name].dtype for name in arrays.files} == {np.dtype(np.float16), np.dtype(np.float32)}
        assert not [name for name in arrays.files if name.startswith(("extra", "encoder"))]


def test_an_exported_model_computes_what_torch_does(place: Path) -> None:
    from relata.training.export.export import running
    from relata.training.network.trained_model import load_trained

    exported, exact = (
        Model.load(place / "model"),
        running(load_trained(place / "checkpoints" / "best.pt"), "en", {}),
    )
    tokens = read_part(EXAMPLES).documents[0].tokens
    input = exact.builder.window(tokens, range(20))

    states = exported.encoder(input), exact.encoder(input)

    assert np.abs(states[0] - states[1]).mean() < 0.05
    assert exported.builder.window(tokens, range(20)) == input


def test_a_checkpoint_is_exported_alone(place: Path, corpus: RelationCorpus, tmp_path: Path) -> None:
    new = Session(TrainingData(corpus), "en", tmp_path / "model", "MIT", "relata train export", LENIENT)

    found = new.export(place / "checkpoints" / "best.pt", Silent())

    assert (
        found.manifest["files"]["heads.npz"]
        == ModelPackage.load(place / "model").manifest["files"]["heads.npz"]
    )
    assert found.manifest["training"]["command"] == "relata train ..."


def test_an_exported_model_that_lost_much_is_written_with_a_warning(
    place: Path, corpus: RelationCorpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from relata.training.export import export

    scores = {"strict F1": 50.0, "partial F1": 0.0, "criterion": 0.0}
    monkeypatch.setattr(export, "evaluate", lambda *_: dict(scores))
    new = Session(TrainingData(corpus), "en", tmp_path / "model", "MIT", "")

    with pytest.warns(RelataWarning, match=r"model: .* than 0.5 points .*: strict F1 50.00 to \d"):
        new.export(place / "checkpoints" / "best.pt", Silent())

    assert ModelPackage.load(tmp_path / "model").senses


def test_weights_that_stay_floats_are_refused(
    place: Path, corpus: RelationCorpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(onnx_export, "_MOST_IN_FLOATS", 1)
    new = Session(TrainingData(corpus), "en", tmp_path / "model", "MIT", "")

    with pytest.raises(ModelError, match="could not be brought to 8 bits"):
        new.export(place / "checkpoints" / "best.pt", Silent())


def only_with(corpus: RelationCorpus, sense: str, name: str | None = None) -> RelationCorpus:
    """The relations of a corpus that have a sense, under another name if one is given."""
    parts = (
        replace(
            part,
            documents=tuple(
                document.with_relations(
                    replace(each, senses=(name or sense,))
                    for each in document.relations
                    if each.sense == sense
                )
                for document in part.documents
            ),
        )
        for part in (corpus.train, corpus.dev)
    )
    return RelationCorpus(*parts)


def test_a_start_keeps_the_senses_that_the_data_lack(
    place: Path, corpus: RelationCorpus, tmp_path: Path
) -> None:
    known = ModelPackage.load(place / "model").senses
    few = TrainingData(only_with(corpus, known[0]))
    new = Session(few, "en", tmp_path / "model", "MIT", "", LENIENT)

    package = new.train(
        tmp_path / "after", RECIPE, Silent(), TrainingInputs(start=place / "checkpoints" / "best.pt")
    )

    assert len(known) > 1
    assert package.senses == known


@pytest.mark.parametrize("suffix", ["+SpeechAct", ".Unheard-of"])
def test_senses_that_a_model_lacks_widen_its_heads(
    place: Path, corpus: RelationCorpus, tmp_path: Path, suffix: str
) -> None:
    known = ModelPackage.load(place / "model").senses
    new_sense = known[0] + suffix
    new = Session(
        TrainingData(only_with(corpus, known[0], new_sense)), "en", tmp_path / "model", "MIT", "", LENIENT
    )
    start = place / "checkpoints" / "best.pt"
    still = Recipe(epochs=1, learning_rate=0, head_learning_rate=0)

    with pytest.warns(RelataWarning) as warned:
        package = new.train(tmp_path / "after", still, Silent(), TrainingInputs(start=start))

    (line,) = {str(each.message) for each in warned if "lacks" in str(each.message)}
    assert re.search(
        rf"best\.pt: \d+ relations .* 1 senses .*: {re.escape(new_sense)} \(\d+, like {known[0]}\)$", line
    )
    assert package.senses == (*known, new_sense)
    weight = load_checkpoint(tmp_path / "after" / "best.pt")["state"]["sense.out.weight"]
    assert torch.equal(weight[-1], weight[0])


def test_a_checkpoint_is_not_exported_for_senses_that_it_lacks(
    place: Path, corpus: RelationCorpus, tmp_path: Path
) -> None:
    known = ModelPackage.load(place / "model").senses
    other = TrainingData(only_with(corpus, known[0], "Unheard.Of"))
    new = Session(other, "en", tmp_path / "model", "MIT", "", LENIENT)

    with pytest.raises(ModelError, match=r"best\.pt: knows no sense 'Unheard\.Of', which the data have"):
        new.export(place / "checkpoints" / "best.pt", Silent())


def test_a_teacher_of_another_kind_teaches_and_is_asked_once(
    place: Path, corpus: RelationCorpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoder = make_encoder(
        tmp_path / "encoder", "Roberta", special=("<s>", "</s>", "<unk>"), type_vocab_size=1
    )
    new = Session(TrainingData(corpus), "en", tmp_path / "model", "MIT", "", LENIENT)
    teacher = place / "checkpoints" / "best.pt"
    inputs = TrainingInputs(encoder=str(encoder), teachers=(teacher, place / "model"))

    first = new.train(tmp_path / "checkpoints", RECIPE, Silent(), inputs)
    monkeypatch.setattr(distillation, "soft_targets", None)  # calling that would fail
    second = new.train(tmp_path / "checkpoints", RECIPE, Silent(), inputs)

    assert first.manifest["files"] == second.manifest["files"]
    assert {"teacher checkpoints/best.pt", "teacher model"} <= {*first.manifest["resources"]}


def test_a_teacher_of_other_senses_is_refused(
    place: Path, corpus: RelationCorpus, tmp_path: Path, tiny_encoder: Path
) -> None:
    from relata.training.network import trained_model as checkpoints

    teacher = tmp_path / "teacher.pt"
    content = checkpoints.load_checkpoint(place / "checkpoints" / "best.pt")
    checkpoints.save_checkpoint(
        {**content, "senses": [f"other {sense}" for sense in content["senses"]]}, teacher
    )
    new = Session(TrainingData(corpus), "en", tmp_path / "model", "MIT", "", LENIENT)

    with pytest.raises(ModelError, match="none of its senses is in the training data"):
        new.train(
            tmp_path / "checkpoints",
            RECIPE,
            Silent(),
            TrainingInputs(encoder=str(tiny_encoder), teachers=(teacher,)),
        )


def test_discogem_adds_to_the_extra_senses(
    corpus: RelationCorpus, tmp_path: Path, tiny_encoder: Path
) -> None:
    (tmp_path / ANNOTATIONS).write_text(
        f"{HEADER}\nimplicit,novel,river,one,result,It rained.,All was wet.\n"
    )
    (tmp_path / SPLITS).write_text("itemid,split\none,train\n")
    new = Session(TrainingData(corpus), "en", tmp_path / "model", "MIT", "", LENIENT)

    package = new.train(
        tmp_path / "checkpoints",
        Recipe(epochs=1),
        Silent(),
        TrainingInputs(encoder=str(tiny_encoder), discogem=tmp_path),
    )

    assert f"discogem {tmp_path.name}" in package.manifest["resources"]


def test_teachers_are_asked_about_extra_relations(
    place: Path, corpus: RelationCorpus, tmp_path: Path, tiny_encoder: Path
) -> None:
    rows = [f"{part}\tIt rained .\tAll was wet .\t1>2\tcausal" for part in ("train", "train", "dev")]
    pairs = tmp_path / "pairs.tsv"
    pairs.write_text("\n".join(["split\targ_a\targ_b\tdirection\tlabel", *rows]))
    new = Session(TrainingData(corpus), "en", tmp_path / "model", "MIT", "", LENIENT)
    teacher, progress = place / "checkpoints" / "best.pt", Silent()

    package = new.train(
        tmp_path / "checkpoints",
        Recipe(epochs=1, silver_share=1.0),
        progress,
        TrainingInputs(encoder=str(tiny_encoder), teachers=(teacher,), pairs=pairs),
    )

    builder = InputBuilder(pretrained(str(tiny_encoder), "en").tokenizer)
    unmarked = len(list(new.data.unmarked_instances(builder)))
    annotated = sum(item.task == SENSE for item in new.data.instances(builder, None))
    counts = {task: int(count) for count, task in re.findall(r"(\d+) (sense|extra)\b", progress.lines[0])}
    assert counts == {"extra": unmarked + 2, "sense": annotated + unmarked + 2}
    assert "pairs pairs.tsv" in package.manifest["resources"]


def test_silver_documents_add_to_the_extra_senses_alone(
    corpus: RelationCorpus, tmp_path: Path, tiny_encoder: Path
) -> None:
    gold, silver = TrainingData(corpus), TrainingData(corpus, silver=replace(corpus.dev, source="analysed"))
    builder = InputBuilder(pretrained(str(tiny_encoder), "en").tokenizer)

    extra = [len(list(data.unmarked_instances(builder))) for data in (gold, silver)]
    items = [len(list(data.instances(builder, None))) for data in (gold, silver)]

    assert extra[1] == 2 * extra[0] > 0
    assert items[1] == items[0]


def test_teachers_are_asked_about_silver_documents(
    place: Path, corpus: RelationCorpus, tmp_path: Path, tiny_encoder: Path
) -> None:
    teacher = place / "checkpoints" / "best.pt"
    said: dict[str, list[str]] = {}
    for name, silver in (("without", None), ("with", replace(corpus.dev, source="analysed"))):
        new = Session(TrainingData(corpus, silver=silver), "en", tmp_path / name, "MIT", "", LENIENT)
        progress = Silent()
        new.train(
            tmp_path / f"{name}.checkpoints",
            Recipe(epochs=1, silver_share=1.0),
            progress,
            TrainingInputs(encoder=str(tiny_encoder), teachers=(teacher,)),
        )
        said[name] = progress.lines

    counts = [
        [int(found) for found in re.findall(r"(\d+) (?:tags|explicit|site)", said[name][0])]
        for name in ("without", "with")
    ]
    assert counts[1] == [2 * count for count in counts[0]] != []


def test_a_model_tells_of_silver_documents(
    corpus: RelationCorpus, tmp_path: Path, tiny_encoder: Path
) -> None:
    data = TrainingData(corpus, silver=replace(corpus.dev, source="analysed"))
    new = Session(data, "en", tmp_path / "model", "MIT", "", LENIENT)

    package = new.train(
        tmp_path / "checkpoints", Recipe(epochs=1), Silent(), TrainingInputs(encoder=str(tiny_encoder))
    )

    assert "corpus analysed" in package.manifest["resources"]
    assert "analysed" in (tmp_path / "model" / "CARD.md").read_text()


def test_bfloat16_is_for_processors_that_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for capabilities, expected in (({"avx512_bf16": True}, True), ({"avx512_f": True}, False), ({}, False)):
        monkeypatch.setattr(torch.cpu, "get_capabilities", lambda given=capabilities: given, raising=False)
        assert bf16_pays() is expected


def test_outside_a_checkout_no_commit_is_known(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import relata

    monkeypatch.setattr(relata, "__file__", str(tmp_path / "__init__.py"))

    assert source_commit() == "unknown"


@pytest.mark.filterwarnings("ignore::relata.errors.DataWarning")  # a model that knows nothing sees crowds
def test_a_chinese_model_is_trained_and_parses(tmp_path: Path, tiny_encoder: Path) -> None:
    part = read_part(EXAMPLES.with_name("conll2016-zh"))
    new = Session(
        TrainingData(RelationCorpus(part, part)), "zh", tmp_path / "model", "MIT", "relata train ...", LENIENT
    )

    package = new.train(
        tmp_path / "checkpoints", Recipe(epochs=1), Silent(), TrainingInputs(encoder=str(tiny_encoder))
    )

    assert package.language == "zh"
    assert package.manifest["evaluation"]["whole_label_set"] == "conll2016-zh"
    (document, *_) = load(package.path).pipe(part.documents)
    assert document.tokens is part.documents[0].tokens


def test_the_example_of_the_docs_gives_a_session_what_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: ModelPackage
) -> None:
    page = (EXAMPLES.parents[1] / "docs" / "explain" / "training.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page.partition("## From Python")[2], re.DOTALL)
    (tmp_path / "gdtb").mkdir()
    for part in ("train", "dev"):
        (tmp_path / "gdtb" / part).symlink_to(EXAMPLES)
    asked = []

    def train(own: Session, folder: Path, recipe: Recipe, progress: Progress) -> ModelPackage:
        asked.append((own.data.sources, folder, recipe.epochs))
        return package

    monkeypatch.setattr(Session, "train", train)
    monkeypatch.chdir(tmp_path)
    exec(compile(example, "training.md", "exec"), {})
    assert asked == [(["examples/conll2016"], Path("checkpoints"), 3)]
