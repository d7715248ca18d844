"""Significance between systems in columns: counts by sentence, whose sums give the task's measures."""

from __future__ import annotations

import pytest

from relata.errors import ScoringError
from relata.scoring.conll2008 import Options, read_pairs, score_files
from relata.scoring.conll2008.comparison import compare_files, sentence_counts, statistics
from relata.scoring.significance import Resampling
from tests.paths import REPOSITORY

GOLD, RUN = (REPOSITORY / "examples" / "conll2008" / f"{name}.conll08" for name in ("gold", "run"))


@pytest.mark.parametrize("weight", [0.5, 0.2])
def test_summed_counts_give_the_measures_of_the_scorer(weight: float) -> None:
    options = Options(semantic_weight=weight)
    counts = sentence_counts(read_pairs(GOLD, RUN, options), options).sum(axis=0)
    expected = score_files(GOLD, RUN, options=options).measures
    found = {name: 100 * float(statistic(counts)) for name, statistic in statistics(weight).items()}
    assert found == pytest.approx({name: expected[name] for name in found}, abs=1e-4)
    assert set(expected) - set(found) == {"Normalised SRL"}


def test_the_weight_of_semantics_is_that_of_the_macro_scores() -> None:
    scores = [score_files(GOLD, RUN, options=Options(semantic_weight=weight)) for weight in (0, 1)]
    syntax, semantics = (score.measures["Labeled macro precision"] for score in scores)
    assert syntax == scores[0].measures["Labeled attachment score"]
    assert semantics == scores[1].measures["Labeled precision"]
    assert "wsem:0" in scores[0].signature
    with pytest.raises(ScoringError, match="from 0 to 1"):
        Options(semantic_weight=2)


def test_systems_are_compared_over_sentences() -> None:
    found = compare_files(GOLD, [RUN, GOLD], plan=Resampling(trials=200))
    assert (found.unit, found.measure) == ("sentences", "Labeled macro F1")
    contrast = found.systems[str(GOLD)].contrast
    assert contrast is not None
    assert contrast.difference > 0
