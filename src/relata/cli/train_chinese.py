"""`relata train segmenter`: the segmenter of Chinese text."""

from __future__ import annotations

from pathlib import Path

import click

from relata.cli.console import emit_table
from relata.cli.options import PATH, reading
from relata.errors import RelataError
from relata.formats import detect, reader


@click.command(short_help="Train the segmenter of Chinese text.")
@click.option("--data", type=PATH, required=True, help="Segmented corpus: folders train and dev in it.")
@click.option("--also", type=PATH, multiple=True, help="More segmented text to train on; may be repeated.")
@click.option("--lexicon", type=PATH, help="Words and their frequencies, a word a line [default: jieba's].")
@click.option("--out", type=PATH, required=True, help="File of the segmenter (.npz).")
@click.option("--force", is_flag=True, help="Replace OUT if it exists.")
@click.option("--seed", type=int, default=1, show_default=True, help="Where chance begins.")
@click.option("--epochs", type=click.IntRange(min=1), default=6, show_default=True, help="Epochs.")
def segmenter(
    data: Path,
    also: tuple[Path, ...],
    lexicon: Path | None,
    out: Path,
    force: bool,
    seed: int,
    epochs: int,
) -> None:
    """Train the segmenter of Chinese text: where words end.

    The corpora may be in any format that Relata reads. The same data, lexicon and seed give the same file.

    \b
    Example:
      relata train segmenter --data ted-cdb/ --out chinese.npz
    """
    if out.exists() and not force:
        raise click.UsageError(f"{out} exists; --force replaces it")
    from relata.training import segmenter as training

    with reading(lenient=False) as on_error:
        parts = [
            tuple(reader(detect(place))(place, on_error=on_error))
            for place in (data / "train", data / "dev", *also)
        ]
    recipe = training.Recipe(seed=seed, epochs=epochs)
    words = training.read_lexicon(lexicon or training.jieba_lexicon(), recipe.lexicon_words)
    examples = [
        stretch for part in (parts[0], *parts[2:]) for stretch in training.stretches(part, words, recipe.rows)
    ]
    if not examples:
        raise RelataError(f"expected segmented Chinese text to train with, found none in {data}")
    tagger = training.train(examples, words, recipe)
    tagger.save(out)
    score = training.word_f1(tagger, parts[1])
    emit_table(f"{out}: {out.stat().st_size / 1e6:.1f} MB", ("on dev", ""), [("word F1", f"{score:.2f}")])
