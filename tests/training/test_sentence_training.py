from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from relata.document import Document, Tokens
from relata.document.relations import Argument, Proposition
from relata.formats import jsonl
from relata.model.heads import BiaffinePairs as RunTimePairs
from relata.model.heads import Weights
from relata.model.package import ModelPackage
from relata.parsing.loading import load
from relata.roles.parser import possible_rolesets
from relata.training.data.corpus import CorpusPart, RelationCorpus
from tests.training.conftest import WITHOUT_TORCH, try_few_thresholds

torch = pytest.importorskip("torch", reason=WITHOUT_TORCH)
pytest.importorskip("transformers", reason=WITHOUT_TORCH)

from relata.errors import FormatError, ModelError, RelataError
from relata.evaluation.sentences import bare
from relata.model.inputs import InputBuilder
from relata.training.constituents import ConstituentRecipe, train_constituents
from relata.training.data.corpus import SentenceCorpus, TrainingData, read_sentences, with_syntax
from relata.training.data.instances import sentence_instances
from relata.training.data.sentences import IGNORED, SentenceLabels, SentenceTargets
from relata.training.loop.trainer import Recipe
from relata.training.network.encoders import pretrained
from relata.training.network.heads import BiaffineLayer
from relata.training.session import Session, TrainingInputs
from tests.training.test_trainer import Silent

LENIENT = 100.0


@pytest.fixture(scope="module")
def parsed(document: Document) -> Document:
    """The document with trees and three propositions, the last two as if of one verb."""
    tokens = document.tokens.annotate(
        heads=[3, 3, 6, 6, 6, 0, 6, 2, 0, 2, 2, 4, 5, 2, 2, 0, 2, 2],
        tag=["NN", "NN", "VB", "NN", "NN", "VB", "."] * 2 + ["NN", "VB", "NN", "."],
        deprel=["DEP", "DEP", "DEP", "DEP", "DEP", "ROOT", "P"] * 2 + ["DEP", "ROOT", "DEP", "P"],
        lemma=[{"left": "leave", "was": "leave"}.get(token.form, token.form) for token in document.tokens],
    )
    rains = Proposition(
        tokens.span([2]),
        "rain.01",
        (Argument("A0", tokens.span([1]), 1), Argument("A1", tokens.span([0]), 0)),
    )
    left = Proposition(tokens.span([8]), "leave.02", (Argument("A0", tokens.span([7]), 7),))
    again = Proposition(tokens.span([15]), "leave.01", (Argument("A1", tokens.span([14]), 14),))
    return replace(document, tokens=tokens, propositions=(rains, left, again))


@pytest.fixture(scope="module")
def sentences(parsed: Document) -> SentenceCorpus:
    part = CorpusPart("toy", (parsed,))
    return SentenceCorpus({"toy": part}, {"toy": part})


@pytest.fixture(scope="module")
def first(
    sentences: SentenceCorpus, tiny_encoder: Path, tmp_path_factory: pytest.TempPathFactory
) -> ModelPackage:
    """A model that has learned its sentences by heart."""
    folder = tmp_path_factory.mktemp("sentences")
    session = Session(TrainingData(None, sentences), "en", folder / "first", "MIT", "first", LENIENT)
    recipe = Recipe(epochs=60, patience=60, head_learning_rate=5e-3, average=1)
    return session.train(folder / "before", recipe, Silent(), TrainingInputs(encoder=str(tiny_encoder)))


@pytest.fixture(autouse=True)
def _few_thresholds(monkeypatch: pytest.MonkeyPatch) -> None:
    try_few_thresholds(monkeypatch)


def test_targets_are_places_in_the_window(parsed: Document, tiny_encoder: Path) -> None:
    labels = SentenceLabels.of([parsed])
    targets = SentenceTargets(labels)
    builder = InputBuilder(pretrained(str(tiny_encoder)).tokenizer)

    (instance,) = sentence_instances(parsed, builder, targets)

    assert instance.syntax is not None
    assert instance.syntax.heads[:9] == [2, 2, 5, 5, 5, 5, 5, 8, 8]
    assert [labels.syntax.tags[tag] for tag in instance.syntax.tags[:3]] == ["NN", "NN", "VB"]
    assert instance.roles is not None
    assert [place for place, own in enumerate(instance.roles.predicates) if own] == [2, 8, 15]
    second = instance.roles.frames[1]
    assert second.roles[:7] == [IGNORED] * 7
    assert labels.roles is not None
    assert labels.roles.roles[second.roles[7]] == "A0"
    assert possible_rolesets(parsed.tokens[8])[second.right] == "leave.02"


def test_a_document_without_propositions_is_no_counter_evidence(document: Document, parsed: Document) -> None:
    targets = SentenceTargets(SentenceLabels.of([parsed]))

    assert targets.roles(document, range(5)) is None
    assert targets.syntax(document, range(5)) is None


def test_trees_are_laid_onto_the_documents_that_have_relations(document: Document, parsed: Document) -> None:
    (merged,) = with_syntax([document], [parsed])

    assert merged.relations == document.relations
    assert merged.tokens == parsed.tokens
    assert merged.propositions == parsed.propositions
    (other,) = with_syntax(
        [document], [Document(parsed.id, "en", Tokens("All was wet .", [(0, 3), (4, 7), (8, 11), (12, 13)]))]
    )
    assert other is document


def test_scores_of_pairs_are_the_same_at_run_time() -> None:
    torch.manual_seed(3)
    pairs = BiaffineLayer(5, 4).eval()
    torch.nn.init.normal_(pairs.weight)
    words = torch.randn(1, 7, 256)
    first, second = pairs.projections(words, words)
    arrays = {name: array.detach().numpy() for name, array in pairs.state_dict().items()}
    own = RunTimePairs(Weights(arrays, "toy"), 4)
    states = words[0].numpy()

    np.testing.assert_allclose(
        own.all(own.first(states), own.second(states)), pairs.all_pairs(first, second)[0].detach(), atol=1e-4
    )
    np.testing.assert_allclose(
        own.each(own.first(states), own.second(states)),
        pairs.aligned_pairs(first, second)[0].detach(),
        atol=1e-4,
    )


def test_a_model_of_sentences_alone_parses(first: ModelPackage, parsed: Document) -> None:
    found = load(first.path)(bare(parsed))
    assert [token.head for token in found.tokens] == [token.head for token in parsed.tokens]
    assert [each.predicate.text for each in found.propositions] == ["rains", "left", "was"]
    assert first.manifest["scores"]["toy LAS"] == 100
    assert "labelled attachment" in first.card()
    with pytest.raises(ModelError, match="not trained for 'explicit'"):
        load(first.path, only="explicit")


def test_sentences_and_relations_are_learned_together(
    sentences: SentenceCorpus, document: Document, tmp_path: Path, tiny_encoder: Path
) -> None:
    part = CorpusPart("toy", (document,))
    data = TrainingData(RelationCorpus(part, part), sentences)
    first = Session(
        TrainingData(RelationCorpus(part, part)), "en", tmp_path / "first", "MIT", "first", LENIENT
    )
    first.train(tmp_path / "before", Recipe(epochs=1), Silent(), TrainingInputs(encoder=str(tiny_encoder)))
    new = Session(data, "en", tmp_path / "model", "MIT", "second", LENIENT)

    package = new.train(
        tmp_path / "checkpoints",
        Recipe(epochs=1, discourse_share=0.5),
        Silent(),
        TrainingInputs(start=tmp_path / "before" / "best.pt"),
    )

    assert package.manifest["training"]["before"]["command"] == "first"
    assert {"strict F1", "toy LAS", "toy semantic F1"} <= package.manifest["scores"].keys()
    assert "It began with: `best.pt`" in package.card()
    assert load(tmp_path / "model")("we left because it rained .").tokens[0].tag


def test_a_model_of_sentences_learns_relations_and_keeps_trees_and_roles(
    first: ModelPackage, document: Document, parsed: Document, tmp_path: Path
) -> None:
    part = CorpusPart("toy", (document,))
    data = TrainingData(RelationCorpus(part, part))
    new = Session(data, "en", tmp_path / "model", "MIT", "second", LENIENT)
    progress = Silent()

    package = new.train(tmp_path / "after", Recipe(epochs=5), progress, TrainingInputs(start=first.path))

    assert package.senses
    assert package.manifest["labels"]["tags"] == first.manifest["labels"]["tags"]
    assert package.manifest["scores"]["agreement with first LAS"] > 90
    assert (
        "no --sentences: learning the tags, trees and roles that first finds in the corpus" in progress.lines
    )
    found = load(tmp_path / "model")(bare(parsed))
    assert [each.predicate.text for each in found.propositions] == ["rains", "left", "was"]


def test_a_finished_model_learns_constituents_and_keeps_the_rest(
    first: ModelPackage, parsed: Document, tmp_path: Path
) -> None:
    words = [[*(token.form for token in sentence)] for sentence in parsed.sentences]
    trees = tuple(
        f"( (S (NP (X {first})) (VP {' '.join(f'(X {word})' for word in rest)})))" for first, *rest in words
    )
    part = CorpusPart("trees", (replace(parsed, trees=trees),))
    corpus = SentenceCorpus({"trees": part}, {"trees": part})
    recipe = ConstituentRecipe(epochs=80, learning_rate=5e-3)

    package = train_constituents(first.path, corpus, tmp_path / "model", recipe, "third", Silent())

    assert package.manifest["labels"]["constituents"] == ["NP", "S", "VP"]
    assert package.manifest["scores"]["trees constituents"] == 100
    assert "`third` (commit " in package.card()
    found = load(tmp_path / "model", disable=())(bare(parsed))
    assert [re.sub(r"\(\S+ ([^()]+\))", r"(X \1", tree or "") for tree in found.trees] == list(trees)
    assert [each.predicate.text for each in found.propositions] == ["rains", "left", "was"]
    before, after = first.heads(), package.heads()
    assert all((after[name] == array).all() for name, array in before.items())


def test_a_corpus_without_brackets_teaches_no_constituents(
    first: ModelPackage, sentences: SentenceCorpus, tmp_path: Path
) -> None:
    with pytest.raises(RelataError, match="expected documents with trees to learn from, found none"):
        train_constituents(first.path, sentences, tmp_path / "model", ConstituentRecipe(), "third", Silent())


def test_a_corpus_has_a_file_for_each_source(parsed: Document, tmp_path: Path) -> None:
    for part in ("train", "dev"):
        (tmp_path / part).mkdir()
        jsonl.write([parsed], tmp_path / part / "toy.jsonl")

    corpus = read_sentences(tmp_path)

    assert list(corpus.train) == ["toy"]
    assert corpus.documents[0].propositions == parsed.propositions


def test_a_corpus_without_trees_is_refused(document: Document, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected a folder with a file or folder for each source"):
        read_sentences(tmp_path)
    (tmp_path / "train").mkdir()
    with pytest.raises(FormatError, match="found none"):
        read_sentences(tmp_path)
    jsonl.write([document], tmp_path / "train" / "toy.jsonl")
    with pytest.raises(FormatError, match="sentences with heads"):
        read_sentences(tmp_path)
