from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from relata.model.windows import Rows


@given(st.lists(st.lists(st.tuples(st.integers(0, 9), st.floats(-1, 1, width=32)))))
def test_rows_come_back_in_the_order_of_windows(windows: list[list[tuple[int, float]]]) -> None:
    rows = Rows((np.int32, 1), (np.float32, 2))
    for window in windows:
        numbers = np.array([number for number, _ in window], np.int32)
        pairs = np.array([(value, -value) for _, value in window], np.float32).reshape(-1, 2)
        rows.append((numbers, pairs))

    numbers, pairs = rows.columns()

    whole = [row for window in windows for row in window]
    assert numbers.tolist() == [number for number, _ in whole]
    assert pairs.tolist() == [[value, -value] for _, value in whole]


def test_columns_can_be_changed_in_place() -> None:
    rows = Rows((np.int32, 1))
    rows.append((np.arange(3, dtype=np.int32),))

    (column,) = rows.columns()
    column[0] = 7

    assert column.tolist() == [7, 1, 2]
