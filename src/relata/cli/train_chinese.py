"""`relata train segmenter`: the segmenter of Chinese text."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import click

from relata.cli.console import emit_table
from relata.cli.options import PATH, reading, require_absent, takes


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmenterOptions:
    """The data and settings of the training of a segmenter."""

    data: Annotated[Path, "Segmented corpus: folders train and dev in it."]
    also: Annotated[tuple[Path, ...], "More segmented text to train on; may be repeated.", PATH] = ()
    lexicon: Annotated[Path | None, "Words and frequencies, a word a line [default: jieba's]."] = None
    out: Annotated[Path, "File of the segmenter (.npz)."]
    force: Annotated[bool, "Replace OUT if it exists."] = False
    seed: Annotated[int, "Seed of random numbers."] = 1
    epochs: Annotated[int, "Epochs.", click.IntRange(min=1)] = 6


@click.command(short_help="Train the segmenter of Chinese text.")
@takes(SegmenterOptions)
def segmenter(options: SegmenterOptions) -> None:
    """Train the segmenter of Chinese text, which finds the ends of words.

    The corpora may be in any format that Relata reads. The same data, lexicon and seed give the same file.

    \b
    Example:
      relata train segmenter --data ted-cdb/ --out chinese.npz
    """
    out = options.out
    require_absent(out, force=options.force)
    from relata.training.segmenter import SegmenterRecipe, train_segmenter

    recipe = SegmenterRecipe(options.seed, options.epochs)
    with reading(lenient=False) as on_error:
        tagger, f1 = train_segmenter(options.data, options.also, options.lexicon, recipe, on_error)
    tagger.save(out)
    emit_table(f"{out}: {out.stat().st_size / 1e6:.1f} MB", ("on dev", ""), [("word F1", f"{f1:.2f}")])
