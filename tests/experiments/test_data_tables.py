"""Tables of labels, sizes and transitions, beside what papers counted."""

from __future__ import annotations

import pytest

pytest.importorskip("sklearn", reason="needs the extra [experiments]")

from relata.experiments.data_tables import (
    labels_table,
    shares_table,
    sizes_table,
    split_notes,
    transitions,
    transitions_table,
)
from relata.experiments.published import published_labels, published_sizes

ROWS = [
    {"document": document, "label": label}
    for document, label in (("a", "X"), ("a", None), ("a", "X"), ("a", "X"), ("b", "Y"), ("b", "X"))
]


def config(**counts: int) -> dict[str, object]:
    """PDTB-2 with the label counts of table 8, except these, and the parts of the split lin."""
    published = published_labels("pdtb2", "pdtb2-L2", "all")
    assert published is not None
    labels = published.counts | {f"Temporal.{name}": count for name, count in counts.items()}
    return {
        "data": {"format": "pdtb2", "source": "x", "instances": 16000, "types": ["Implicit"]},
        "labels": {"name": "pdtb2-L2", "counts": labels, "dropped": {}},
        "policies": {"training": "all"},
        "split": {
            "name": "lin",
            "sizes": [[13366, 515, 766]],
            "labels": dict.fromkeys(("train", "dev", "test"), labels),
            "instance_level": False,
        },
    }


def test_label_counts_are_checked() -> None:
    table = labels_table(config())
    assert table.rows[1] == ["Comparison.Contrast", "2120", "2120"]
    assert table.notes[-1] == "instances by label: as in Kim et al. 2020, table 8"
    table = labels_table(config(Synchrony=250))
    assert table.notes[-1].endswith(
        "not as in Kim et al. 2020, table 8: Temporal.Synchrony 250 (published: 251)"
    )


def test_sizes_are_checked() -> None:
    assert sizes_table([config()]).rows == [["pdtb2-L2, lin", "13366", "515", "766"]]
    assert sizes_table([config()]).notes[-1] == "pdtb2-L2, lin: as in Kim et al. 2020, table 6"
    (note,) = split_notes(config())
    assert note.endswith("13366 / 515 / 766, as in Kim et al. 2020, table 6")


def test_shares_stand_side_by_side() -> None:
    first = config() | {"policies": {"training": "first"}}
    table = shares_table([first, first | {"split": first["split"] | {"name": "ji"}}])  # type: ignore[operator]
    assert table.header == ["label", "lin train", "lin test", "ji train", "ji test"]
    assert table.rows[-1] == ["total", "16316", "16316", "16316", "16316"]
    assert table.rows[1][1] == "2120 (12.99%)"
    assert "Contrast 2120 (published: 1600)" in table.notes[1]


def test_counts_of_the_papers_add_up() -> None:
    parts = {"train": 12763, "test": 761}
    for part, total in parts.items():
        table = published_labels("pdtb2", "pdtb2-L2", "first", "lin", part)
        assert table is not None
        assert sum(table.counts.values()) == total
    second, third = (published_labels("pdtb3", name, "all") for name in ("pdtb3-L2", "pdtb3-L2+L3"))
    assert second is not None
    assert third is not None
    assert sum(second.counts.values()) == sum(third.counts.values())
    sizes = published_sizes("pdtb3", "L1", "all", "ji")
    assert sizes is not None
    assert sizes.counts == {"train": 17854, "dev": 1647, "test": 1471}


def test_transitions_stay_inside_a_document() -> None:
    assert transitions(("X", "Y"), ROWS).tolist() == [[1, 0, 1], [1, 0, 0], [1, 0, 0], [4, 1, 1]]


def test_base_rates_are_shares_of_all_relations() -> None:
    rows = transitions_table(("X", "Y"), ROWS).rows
    assert [list(row) for row in rows] == [
        ["X", "50.0", "0.0"],
        ["Y", "100.0", "0.0"],
        ["(other)", "100.0", "0.0"],
        ["any", "66.7", "16.7"],
    ]
    assert transitions_table(("Z",), ROWS[:1]).rows[0] == ["Z", ""]  # nothing follows it
