"""The DISRPT scores, and what cannot be scored."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import relata
from relata.errors import FormatError, ScoringError
from relata.scoring.disrpt import DisrptScore, score
from relata.scoring.score import ZeroCounts

HEADER = "doc\tunit1_toks\tunit2_toks\tunit1_txt\tunit2_txt\tdir\torig_label\tlabel"
LABELS = {"B": "Conn=B-conn", "I": "Conn=I-conn", "O": "Conn=O", "_": "_", "S": "Seg=B-seg", "-": "Seg=O"}


def tokens(folder: Path, name: str, *documents: str) -> Path:
    """A file with a document for each word of labels."""
    path = folder / name
    lines: list[str] = []
    for number, labels in enumerate(documents):
        lines.append(f"# newdoc id = d{number}")
        lines += [
            f"{n}\tw{n}\t_\t_\t_\t_\t_\t_\t_\t{LABELS.get(label, label)}"
            for n, label in enumerate(labels, start=1)
        ]
        lines.append("")
    path.write_text("\n".join([*lines, ""]))
    return path


def score_of(folder: Path, gold: str, predicted: str) -> DisrptScore:
    return score(tokens(folder, "gold.tok", gold), tokens(folder, "predicted.tok", predicted))


def relations(folder: Path, name: str, labels: str, doc: str = "d") -> Path:
    """A file with a relation for each letter."""
    path = folder / name
    rows = [f"{doc}\t{n}\t{n + 1}\ta\tb\t1<2\t{label}\t{label}" for n, label in enumerate(labels, start=1)]
    path.write_text("\n".join([HEADER, *rows, ""]))
    return path


class TestConnectives:
    @pytest.mark.parametrize(
        ("gold", "predicted", "counts"),
        [
            ("OBIOB", "OBIOB", ZeroCounts(2, 2, 2)),
            ("OBIO", "OBOO", ZeroCounts(0, 1, 1)),
            ("BOBO", "BOOO", ZeroCounts(1, 1, 2)),
            ("BOOO", "BOBO", ZeroCounts(1, 2, 1)),
            ("BBOO", "BIOO", ZeroCounts(0, 1, 2)),
            ("OOOB", "OOOB", ZeroCounts(1, 1, 1)),
            ("OOBI", "OOBI", ZeroCounts(1, 1, 1)),
            ("OOOB", "OOOO", ZeroCounts(0, 0, 1)),
            ("OBOO", "IBOO", ZeroCounts(1, 1, 1)),
            ("OOBO", "IOBO", ZeroCounts(1, 1, 1)),
            ("OBOO", "OIOO", ZeroCounts(0, 0, 1)),
            ("OOOO", "OBOO", ZeroCounts(0, 1, 0)),
            ("OOOO", "OOOO", ZeroCounts(0, 0, 0)),
            ("OBOO", "____", ZeroCounts(0, 0, 1)),
        ],
    )
    def test_spans_count_if_they_are_the_same(
        self, tmp_path: Path, gold: str, predicted: str, counts: ZeroCounts
    ) -> None:
        assert score_of(tmp_path, gold, predicted).counts == counts

    def test_precision_recall_and_f1_come_from_the_counts(self, tmp_path: Path) -> None:
        assert score_of(tmp_path, "BOBOBOBO", "BOOBIOOO").measures == {
            "precision": 0.5,
            "recall": 0.25,
            "f1": 0.3333,
        }

    def test_nothing_found_scores_nothing(self, tmp_path: Path) -> None:
        assert score_of(tmp_path, "BO", "OO").measures == {"precision": 0.0, "recall": 0.0, "f1": 0.0}

    def test_a_connective_ends_with_its_document(self, tmp_path: Path) -> None:
        gold, predicted = (tokens(tmp_path, f"{name}.tok", "OB", "IO") for name in ("gold", "predicted"))

        assert score(gold, predicted).documents == {"d0": ZeroCounts(1, 1, 1), "d1": ZeroCounts(0, 0, 0)}

    def test_documents_are_those_of_the_gold_file(self, tmp_path: Path) -> None:
        gold = tokens(tmp_path, "gold.tok", "BO", "OB")
        predicted = tmp_path / "predicted.tok"
        predicted.write_text("\n".join(line for line in gold.read_text().split("\n") if line[:1] != "#"))

        assert score(gold, predicted).documents == {"d0": ZeroCounts(1, 1, 1), "d1": ZeroCounts(1, 1, 1)}

    def test_older_labels_and_other_rows_are_understood(self, tmp_path: Path) -> None:
        gold = tokens(tmp_path, "gold.tok", "BI")
        predicted = tmp_path / "predicted.conllu"
        predicted.write_text(
            "# sent_id = 1\n1-2\tw1w2\t_\t_\t_\t_\t_\t_\t_\t_\n"
            "1\tw1\tw\tX\tX\t_\t0\troot\t_\tA=1|Seg=B-Conn\n1.1\tw\t_\t_\t_\t_\t_\t_\t_\t_\n2\tw2\tw\tX\tX\t_\t1\tdep\t_\tSeg=I-Conn\n"
        )

        assert score(gold, predicted).counts == ZeroCounts(1, 1, 1)

    @given(st.data())
    def test_a_file_scored_on_itself_is_all_right(
        self, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
    ) -> None:
        labels = data.draw(st.text("BIO", min_size=1))
        folder = tmp_path_factory.mktemp("same")

        found = score_of(folder, labels, labels)

        assert found.counts == ZeroCounts(labels.count("B"), labels.count("B"), labels.count("B"))

    @given(st.data())
    def test_changing_sides_changes_precision_and_recall(
        self, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
    ) -> None:
        size = data.draw(st.integers(1, 12))
        one, other = (data.draw(st.text("BIO", min_size=size, max_size=size)) for _ in range(2))
        folder = tmp_path_factory.mktemp("sides")

        there, back = score_of(folder, one, other).counts, score_of(folder, other, one).counts

        assert (there.precision, there.recall, there.f1) == (back.recall, back.precision, back.f1)


class TestUnits:
    @pytest.mark.parametrize(
        ("gold", "predicted", "counts"),
        [
            ("S--S", "S--S", ZeroCounts(2, 2, 2)),
            ("S--S", "S-S-", ZeroCounts(1, 2, 2)),
            ("S--S", "----", ZeroCounts(0, 0, 2)),
            ("----", "S---", ZeroCounts(0, 1, 0)),
        ],
    )
    def test_beginnings_are_compared(
        self, tmp_path: Path, gold: str, predicted: str, counts: ZeroCounts
    ) -> None:
        found = score_of(tmp_path, gold, predicted)

        assert (found.task, found.counts) == ("units", counts)

    def test_older_labels_are_understood(self, tmp_path: Path) -> None:
        gold = tokens(tmp_path, "gold.tok", "S_")
        predicted = tmp_path / "predicted.tok"
        predicted.write_text(gold.read_text().replace("Seg=B-seg", "BeginSeg=Yes"))

        assert score(gold, predicted).counts == ZeroCounts(1, 1, 1)


class TestRelations:
    def test_accuracy_is_the_share_of_right_labels(self, tmp_path: Path) -> None:
        found = score(relations(tmp_path, "gold.rels", "aabc"), relations(tmp_path, "predicted.rels", "abbc"))

        assert found.measures == {"accuracy": 0.75}

    def test_labels_are_counted_one_by_one(self, tmp_path: Path) -> None:
        found = score(relations(tmp_path, "gold.rels", "aabc"), relations(tmp_path, "predicted.rels", "abbd"))

        assert found.labels == {
            "a": ZeroCounts(1, 1, 2),
            "b": ZeroCounts(1, 2, 1),
            "c": ZeroCounts(0, 0, 1),
            "d": ZeroCounts(0, 1, 0),
        }

    def test_pairs_of_labels_are_counted(self, tmp_path: Path) -> None:
        found = score(relations(tmp_path, "gold.rels", "aab"), relations(tmp_path, "predicted.rels", "abb"))

        assert found.confusion == {("a", "a"): 1, ("a", "b"): 1, ("b", "b"): 1}

    def test_documents_are_counted_one_by_one(self, tmp_path: Path) -> None:
        gold, predicted = (relations(tmp_path, f"{name}.rels", "ab") for name in ("gold", "predicted"))
        gold.write_text(gold.read_text().replace("d\t2", "e\t2"))
        predicted.write_text(predicted.read_text().replace("d\t2", "e\t2").replace("b\tb\n", "b\tx\n"))

        assert score(gold, predicted).documents == {"d": ZeroCounts(1, 1, 1), "e": ZeroCounts(0, 1, 1)}

    def test_columns_may_differ_between_the_files(self, tmp_path: Path) -> None:
        gold = relations(tmp_path, "gold.rels", "ab")
        predicted = tmp_path / "predicted.rels"
        predicted.write_text("label\tdir\tdoc\tunit1_toks\tunit2_toks\na\t1<2\td\t1\t2\nb\t1<2\td\t2\t3\n")

        assert score(gold, predicted).measures == {"accuracy": 1.0}

    def test_no_relations_score_nothing(self, tmp_path: Path) -> None:
        found = score(relations(tmp_path, "gold.rels", ""), relations(tmp_path, "predicted.rels", ""))

        assert found.measures == {"accuracy": 0.0}


class TestResult:
    def test_the_signature_says_what_was_scored(self, tmp_path: Path) -> None:
        one, other = score_of(tmp_path, "BO", "BO").signature, score_of(tmp_path, "BO", "OB").signature

        same = one.split("|")[2].removeprefix("gold:")
        assert one == f"disrpt|task:connectives|gold:{same}|pred:{same}|relata:{relata.__version__}"
        assert other.split("|")[2:4] == [f"gold:{same}", f"pred:{other.split('|')[3].removeprefix('pred:')}"]
        assert one != other

    def test_connectives_are_shown_as_a_table(self, tmp_path: Path) -> None:
        found = score_of(tmp_path, "BOBO", "BOOO")

        assert found.text() == (
            "            precision  recall      f1    gold    pred  correct\n"
            "connectives    1.0000  0.5000  0.6667       2       1        1\n" + found.signature
        )

    def test_relations_are_shown_by_label(self, tmp_path: Path) -> None:
        found = score(relations(tmp_path, "gold.rels", "aab"), relations(tmp_path, "predicted.rels", "abb"))

        assert found.text() == (
            "accuracy 0.6667 (2 of 3 relations)\n"
            "  precision  recall      f1    gold    pred  correct\n"
            "a    1.0000  0.5000  0.6667       2       1        1\n"
            "b    0.5000  1.0000  0.6667       1       2        1\n" + found.signature
        )

    def test_everything_is_ready_for_json(self, tmp_path: Path) -> None:
        found = score(relations(tmp_path, "gold.rels", "ab"), relations(tmp_path, "predicted.rels", "aa"))

        assert json.loads(json.dumps(found.as_dict())) == {
            "scorer": "disrpt",
            "signature": found.signature,
            "version": relata.__version__,
            "task": "relations",
            "measures": {"accuracy": 0.5},
            "counts": {"tp": 1, "pred": 2, "gold": 2, "precision": 0.5, "recall": 0.5, "f1": 0.5},
            "labels": {
                "a": {"tp": 1, "pred": 2, "gold": 1, "precision": 0.5, "recall": 1.0, "f1": 0.6667},
                "b": {"tp": 0, "pred": 0, "gold": 1, "precision": 0.0, "recall": 0.0, "f1": 0.0},
            },
            "confusion": [{"gold": "a", "pred": "a", "count": 1}, {"gold": "b", "pred": "a", "count": 1}],
            "documents": {"d": {"tp": 1, "pred": 2, "gold": 2, "precision": 0.5, "recall": 0.5, "f1": 0.5}},
        }


class TestFaults:
    def test_another_token_is_named_with_both_places(self, tmp_path: Path) -> None:
        gold = tokens(tmp_path, "gold.tok", "BOO")
        predicted = tmp_path / "predicted.tok"
        predicted.write_text(gold.read_text().replace("w2", "x"))

        with pytest.raises(
            ScoringError, match=r"predicted.tok:3: expected 'w2' as in \S*gold.tok:3, found 'x'"
        ):
            score(gold, predicted)

    def test_a_prediction_that_ends_early_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(ScoringError, match=r"predicted.tok: ends before 'w3' of \S*gold.tok:4"):
            score_of(tmp_path, "BOO", "BO")

    def test_a_prediction_that_goes_on_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(ScoringError, match=r"predicted.tok:4: 'w3' comes after the end of \S*gold.tok"):
            score_of(tmp_path, "BO", "BOO")

    def test_another_relation_is_named_with_both_places(self, tmp_path: Path) -> None:
        gold = relations(tmp_path, "gold.rels", "ab")
        predicted = relations(tmp_path, "predicted.rels", "ab", doc="e")

        with pytest.raises(
            ScoringError, match=r"predicted.rels:2: expected 'd 1 2' as in \S*:2, found 'e 1 2'"
        ):
            score(gold, predicted)

    def test_a_missing_relation_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(ScoringError, match=r"predicted.rels: ends before 'd 2 3' of \S*gold.rels:3"):
            score(relations(tmp_path, "gold.rels", "ab"), relations(tmp_path, "predicted.rels", "a"))

    @pytest.mark.parametrize("names", [("gold.tok", "predicted.rels"), ("gold.json", "predicted.json")])
    def test_files_that_do_not_belong_together_are_refused(
        self, tmp_path: Path, names: tuple[str, str]
    ) -> None:
        with pytest.raises(ScoringError, match=r"expected two \.rels files, or two of \.tok and \.conllu"):
            score(*(tmp_path / name for name in names))

    def test_tokens_without_labels_cannot_be_scored(self, tmp_path: Path) -> None:
        with pytest.raises(ScoringError, match=r"gold\.tok: no token is labelled with Conn= or Seg= in MISC"):
            score_of(tmp_path, "__", "BO")

    def test_a_row_of_another_width_is_refused(self, tmp_path: Path) -> None:
        gold = tokens(tmp_path, "gold.tok", "BO")
        gold.write_text(gold.read_text().replace("w2\t", ""))

        with pytest.raises(FormatError, match=r"gold.tok:3: expected 10 fields between tabs, found 9"):
            score(gold, gold)

    def test_a_missing_file_is_refused(self, tmp_path: Path) -> None:
        with pytest.raises(FormatError, match=r"predicted.rels: cannot be read: No such file"):
            score(relations(tmp_path, "gold.rels", "a"), tmp_path / "predicted.rels")
