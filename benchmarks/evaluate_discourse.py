"""How well a discourse model does on annotated documents: the table of its card, and the same by genre.

python benchmarks/evaluate_discourse.py src/relata/models/en gdtb/dev pdtb=wsj-pdtb3/dev.jsonl
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import perf_counter

from relata.batch.progress import Progress
from relata.cli.console import emit_table, warnings_as_lines
from relata.discourse.argument_style import MODEL
from relata.evaluation.discourse import analyse, measure, measure_genres
from relata.evaluation.labels import Scheme, scheme_of
from relata.model.model import Model
from relata.parsing.loading import find
from relata.segmentation import segmenter
from relata.training.data.corpus import read_part


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("model", help='a model\'s directory, or the name of an installed one ("en")')
    parser.add_argument(
        "data",
        nargs="+",
        help="annotated documents, in any format that Relata reads;\n"
        "pdtb=PATH for those that are to be read by the model's conventions pdtb",
    )
    parser.add_argument(
        "--senses",
        help="label set [default: level 2 of the model's senses; end to end in Chinese, the shared task's]",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, an object for each corpus")
    given = parser.parse_args()
    model = Model.load(find(given.model))
    scheme = scheme_of(model.package.senses, model.package.language)
    if given.senses:
        scheme = Scheme(given.senses, given.senses)
    for data in given.data:
        name, _, path = data.rpartition("=")
        evaluate(model, Path(path), name or MODEL, scheme, as_json=given.json)


def evaluate(model: Model, data: Path, conventions: str, scheme: Scheme, *, as_json: bool) -> None:
    """Print the measures of a model on one corpus."""
    part = read_part(data)
    raw = segmenter(model.package.language) is not None
    begun = perf_counter()
    analyses = analyse(model, part.documents, scheme, raw=raw, conventions=conventions)
    found = list(Progress().follow(analyses, "documents"))
    seconds = perf_counter() - begun
    measures, genres = measure(found, scheme), measure_genres(found, scheme)
    if as_json:
        content = {
            "data": part.as_dict(),
            "conventions": conventions,
            "label_set": scheme.senses,
            "whole_label_set": scheme.relations,
            "all": measures,
            "genres": genres,
        }
        print(json.dumps(content, indent=2))
        return
    shown = [("all", measures), *genres.items()]
    rows = [(name, *(f"{value:.2f}" for value in values.values())) for name, values in shown]
    size = f"{len(part.documents)} documents, {part.relations} relations"
    by = "" if conventions == MODEL else f", conventions {conventions}"
    emit_table(
        f"{part.source}: {size}{by}, {scheme.senses}, end to end {scheme.relations}, {seconds:.0f} s",
        ("", *measures),
        rows,
    )


if __name__ == "__main__":
    with warnings_as_lines():
        main()
