"""Splits: who trains, who tunes, who is tested."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from relata.errors import ProtocolError
from relata.experiments.splits import (
    INSTANCE,
    NO_SECTION,
    PUBLISHED,
    SPLITS,
    Fold,
    sliding_windows,
    splitter,
)
from relata.experiments.tasks import check_labels, check_parts, folds_fingerprint, shared_documents

pytest.importorskip("sklearn", reason="needs the extra [experiments]")

SECTIONS = np.repeat(np.arange(25), 4)
LABELS = np.tile(["a", "b"], 50)


def sections_in(fold: Fold) -> tuple[set[int], set[int], set[int]]:
    return tuple(set(SECTIONS[part].tolist()) for part in fold.parts.values())  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("name", "train", "dev", "test"),
    [
        ("lin", range(2, 22), [22], [23]),
        ("ji", range(2, 21), [0, 1], [21, 22]),
        ("pk", range(2, 23), [0, 1], [23, 24]),
        ("conll", range(2, 22), [22], [23]),
        ("lin2009", range(2, 22), [], [23]),
        ("wang2010", range(2, 23), [], [23, 24]),
        ("louis2010", range(23), [], [23, 24]),
        ("li2014", range(2, 20), [], [20, 21, 22, 23, 24]),
        ("lei2018", range(2, 21), [0, 1, 23, 24], [21, 22]),
    ],
)
def test_published_splits_have_their_sections(
    name: str, train: list[int], dev: list[int], test: list[int]
) -> None:
    (fold,) = splitter(name).folds(LABELS, SECTIONS)
    assert sections_in(fold) == (set(train), set(dev), set(test))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("braud2015", "section 21 in train and in test, as it was published; lei2018 is the same"),
        ("park2012", "section 02 in train and in dev, as it was published; ji is the same"),
    ],
)
def test_published_splits_that_overlap_are_refused(name: str, message: str) -> None:
    with pytest.raises(ProtocolError, match=message):
        splitter(name).folds(LABELS, SECTIONS)


def test_a_published_split_is_written_as_in_the_paper() -> None:
    assert str(PUBLISHED["lei2018"]) == "train 02-20; dev 00-01, 23-24; test 21-22"


def test_the_sliding_window_starts_with_patterson_and_kehler() -> None:
    first, pk = next(sliding_windows()), PUBLISHED["pk"]
    assert first.parts == pk.parts


def test_the_sliding_window_tests_every_section_but_22_once() -> None:
    tested = Counter(section for window in sliding_windows() for section in window.parts["test"])
    assert tested == Counter(section for section in range(25) if section != 22)


def test_the_sliding_window_has_21_2_and_2_sections() -> None:
    sizes = {tuple(map(len, window.parts.values())) for window in sliding_windows()}
    assert sizes == {(21, 2, 2)}
    assert all(window.overlap is None for window in sliding_windows())


@pytest.mark.parametrize("name", ["instances-5+22", "instances-5+dev"])
def test_a_development_part_is_kept_apart_from_all_folds(name: str) -> None:
    parts = np.where(SECTIONS == 22, "dev", "train")
    groups = SECTIONS if name.endswith("22") else parts
    folds = splitter(name).folds(LABELS, groups)
    assert len(folds) == 5
    for fold in folds:
        assert set(SECTIONS[fold.dev].tolist()) == {22}
        assert not set(fold.dev.tolist()) & {*fold.train.tolist(), *fold.test.tolist()}
    tested = np.concatenate([fold.test for fold in folds])
    assert sorted(tested.tolist()) == np.flatnonzero(SECTIONS != 22).tolist()


def test_without_dev_part_a_balanced_tenth_is_kept_apart() -> None:
    folds = splitter("instances-5x2+dev").folds(LABELS, ["train"] * len(LABELS))
    assert len(folds) == 10
    assert {tuple(fold.dev.tolist()) for fold in folds} == {tuple(folds[0].dev.tolist())}
    assert Counter(LABELS[folds[0].dev].tolist()) == {"a": 5, "b": 5}


def test_a_development_section_that_the_data_lack_is_named() -> None:
    with pytest.raises(ProtocolError, match=r"split instances-5\+22 names sections that the data lack: 22"):
        splitter("instances-5+22").folds(LABELS, np.where(SECTIONS == 22, 0, SECTIONS))


def test_a_section_that_the_data_lack_is_named() -> None:
    kept = (SECTIONS != 0) & (SECTIONS != 22)
    with pytest.raises(ProtocolError, match="split ji names sections that the data lack: 00, 22"):
        splitter("ji").folds(LABELS[kept], SECTIONS[kept])


@pytest.mark.parametrize("name", ["lin", "sections-12", "random-sections-4"])
def test_data_without_sections_are_pointed_to_documents(name: str) -> None:
    with pytest.raises(ProtocolError, match="which the data lack; documents-12 is for such data"):
        splitter(name).folds(["a"] * 4, [NO_SECTION] * 4)


def test_document_folds_keep_documents_together_and_test_each_once() -> None:
    documents = np.repeat(np.arange(50), 2)
    folds = splitter("documents-5").folds(LABELS, documents)
    assert not any(shared_documents(fold, documents) for fold in folds)
    assert sorted(np.concatenate([fold.test for fold in folds])) == list(range(100))


def test_document_folds_tune_on_what_the_next_fold_tests() -> None:
    folds = splitter("documents-5").folds(LABELS, np.repeat(np.arange(50), 2))
    assert all(
        one.dev.tolist() == other.test.tolist()
        for one, other in zip(folds, [*folds[1:], folds[0]], strict=True)
    )


def test_document_folds_spread_labels() -> None:
    labels = np.repeat(["rare", *["often"] * 9], 12)
    folds = splitter("documents-4").folds(labels, np.arange(120))
    assert {Counter(labels[fold.test])["rare"] for fold in folds} == {3}


def test_instance_folds_have_equal_shares_of_labels() -> None:
    folds = splitter("instances-10").folds(LABELS, np.arange(100))
    assert all(Counter(LABELS[fold.test]) == {"a": 5, "b": 5} for fold in folds)
    assert all(len(fold.dev) == 0 for fold in folds)


def test_repeated_instance_folds_differ() -> None:
    folds = splitter("instances-5x2").folds(LABELS, np.arange(100))
    assert len(folds) == 10
    assert folds[0].test.tolist() != folds[5].test.tolist()


def test_random_sections_are_21_2_and_2() -> None:
    folds = splitter("random-sections-3").folds(LABELS, SECTIONS)
    assert [tuple(map(len, sections_in(fold))) for fold in folds] == [(21, 2, 2)] * 3
    assert len({folds_fingerprint([fold], list(map(str, range(100)))) for fold in folds}) == 3


def test_random_documents_keep_documents_together() -> None:
    documents = np.repeat([f"d{number}" for number in range(50)], 2)
    for fold in splitter("random-documents-3").folds(LABELS, documents):
        assert not shared_documents(fold, documents)
        assert (len(fold.dev), len(fold.test)) == (8, 8)


def test_given_parts_are_used() -> None:
    (fold,) = splitter("given").folds(["x"] * 4, ["train", "dev", "test", "train"])
    assert (fold.train.tolist(), fold.dev.tolist(), fold.test.tolist()) == ([0, 3], [1], [2])


def test_without_a_test_part_dev_is_tested() -> None:
    (fold,) = splitter("given").folds(["x"] * 2, ["train", "dev"])
    assert (fold.name, fold.dev.tolist(), fold.test.tolist()) == ("dev", [], [1])


def test_data_without_parts_are_refused() -> None:
    with pytest.raises(ProtocolError, match="needs data in parts"):
        splitter("given").folds(["x"], [""])


@pytest.mark.parametrize("name", ["documents-12", "instances-10", "random-sections-3"])
def test_the_same_seed_gives_the_same_folds(name: str) -> None:
    ids = list(map(str, range(100)))

    def digest(seed: int) -> str:
        return folds_fingerprint(splitter(name, seed).folds(LABELS, SECTIONS), ids)

    assert digest(1) == digest(1) != digest(2)


def test_the_fingerprint_knows_parts_not_order() -> None:
    ids = ["x", "y", "z"]
    one = Fold("1", np.array([0, 1]), np.array([], dtype=int), np.array([2]))
    turned = Fold("1", np.array([1, 0]), np.array([], dtype=int), np.array([2]))
    other = Fold("1", np.array([0]), np.array([1]), np.array([2]))
    assert (
        folds_fingerprint([one], ids) == folds_fingerprint([turned], ids) != folds_fingerprint([other], ids)
    )


def test_a_document_on_both_sides_is_refused_unless_instances_are_split() -> None:
    fold = Fold("7", np.array([0]), np.array([], dtype=int), np.array([1]))
    with pytest.raises(ProtocolError, match="fold 7: document wsj_2300 stands on both sides"):
        check_parts(fold, ["wsj_2300", "wsj_2300"], instance_level=False)
    check_parts(fold, ["wsj_2300", "wsj_2300"], instance_level=True)


def test_an_empty_test_part_is_refused() -> None:
    none = np.array([], dtype=int)
    with pytest.raises(ProtocolError, match="fold 1: no instance to test on"):
        check_parts(Fold("1", np.array([0]), none, none), ["d"], instance_level=False)


def test_a_label_without_training_instances_is_refused() -> None:
    fold = Fold("3", np.array([0]), np.array([], dtype=int), np.array([1]))
    with pytest.raises(ProtocolError, match="fold 3: no instance of B to train on"):
        check_labels(fold, [("A",), ("B",)], ["A", "B"])
    check_labels(fold, [("A", "B"), ("B",)], ["A", "B"])


@pytest.mark.parametrize("name", ["documents-10", "instances-10"])
def test_a_label_too_rare_for_the_folds_is_refused(name: str) -> None:
    labels = ["rare"] * 9 + ["often"] * 91
    with pytest.raises(ProtocolError, match=f"split {name}: rare comes 9 times, too few for 10 folds"):
        splitter(name).folds(labels, np.arange(100))


def test_more_folds_than_documents_are_refused() -> None:
    with pytest.raises(ProtocolError, match="needs at least 12 documents, the data have 2"):
        splitter("documents-12").folds(["a"] * 20, ["d", "e"] * 10)


@pytest.mark.parametrize("name", ["documents-2", "instances-1", "instances-3x0", "random-sections-0"])
def test_a_silly_number_of_folds_is_refused(name: str) -> None:
    with pytest.raises(ProtocolError, match=f"split {name}: expected a number from"):
        splitter(name)


@pytest.mark.parametrize("name", ["", "Lin", "documents", "documents-2x3", "sections-10"])
def test_an_unknown_split_is_refused_with_those_there_are(name: str) -> None:
    with pytest.raises(ProtocolError, match=r"no split .*; expected one of lin, ji, pk"):
        splitter(name)


def test_splits_without_instances_are_refused() -> None:
    with pytest.raises(ProtocolError, match="there are no instances"):
        splitter("instances-10").folds([], [])


def test_groups_are_asked_for() -> None:
    with pytest.raises(ProtocolError, match="goes by document: give each instance's as groups"):
        splitter("documents-12").split(["x"])


def test_scikit_learn_takes_a_splitter() -> None:
    from sklearn.dummy import DummyClassifier
    from sklearn.model_selection import cross_val_score

    scores = cross_val_score(
        DummyClassifier(), np.zeros((100, 1)), LABELS, groups=SECTIONS, cv=splitter("sections-12")
    )
    assert len(scores) == splitter("sections-12").get_n_splits() == 12


def test_every_name_is_explained() -> None:
    assert all(SPLITS.values())
    assert SPLITS["ji"].startswith("train 02-20; dev 00-01; test 21-22 (Pitler")


@given(
    st.lists(st.integers(0, 8), min_size=1, max_size=60),
    st.sampled_from(["documents-3", "random-documents-2", "instances-2"]),
    st.integers(0, 5),
)
def test_no_split_tests_what_it_trains_on(documents: list[int], name: str, seed: int) -> None:
    chosen = splitter(name, seed)
    try:
        folds = chosen.folds(["x"] * len(documents), documents)
    except ProtocolError:
        return
    for fold in folds:
        parts = [index for part in fold.parts.values() for index in part.tolist()]
        assert len(parts) == len(set(parts))
        if chosen.by != INSTANCE:
            assert not shared_documents(fold, documents)
