"""How well a discourse model does on annotated documents: the table of its card, and the same by genre.

python benchmarks/evaluate_discourse.py src/relata/models/en gdtb/dev
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import perf_counter

from relata.batch.progress import Progress
from relata.cli.console import emit_table, warnings_as_lines
from relata.evaluation.discourse import analyse, measure, measure_genres
from relata.evaluation.labels import Scheme, scheme_of
from relata.model.model import Model
from relata.parsing.loading import find
from relata.segmentation import segmenter
from relata.training.data.corpus import read_part


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("model", help='a model\'s directory, or the name of an installed one ("en")')
    parser.add_argument("data", type=Path, help="annotated documents, in any format that Relata reads")
    parser.add_argument(
        "--senses",
        help="label set [default: level 2 of the model's senses; end to end in Chinese, the shared task's]",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    model = Model.load(find(given.model))
    language = model.package.language
    scheme = scheme_of(model.package.senses, language)
    if given.senses:
        scheme = Scheme(given.senses, given.senses)
    part = read_part(given.data)
    begun = perf_counter()
    found = list(
        Progress().follow(
            analyse(model, part.documents, scheme, raw=segmenter(language) is not None), "documents"
        )
    )
    seconds = perf_counter() - begun
    measures, genres = measure(found, scheme), measure_genres(found, scheme)
    if given.json:
        print(
            json.dumps(
                {
                    "data": part.as_dict(),
                    "label_set": scheme.senses,
                    "whole_label_set": scheme.relations,
                    "all": measures,
                    "genres": genres,
                },
                indent=2,
            )
        )
        return
    shown = [("all", measures), *genres.items()]
    rows = [(name, *(f"{value:.2f}" for value in values.values())) for name, values in shown]
    size = f"{len(part.documents)} documents, {part.relations} relations"
    emit_table(
        f"{part.source}: {size}, {scheme.senses}, end to end {scheme.relations}, {seconds:.0f} s",
        ("", *measures),
        rows,
    )


if __name__ == "__main__":
    with warnings_as_lines():
        main()
