"""How well a model analyses sentences with given words: tags, dependencies, predicates, rolesets and roles.

python benchmarks/evaluate_sentences.py en sentences/dev

DATA has a file or a folder for each source (wsj.jsonl, ewt.conll08), in a format that holds heads.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from relata.cli.console import emit_table, warnings_as_lines
from relata.evaluation.sentences import measure_sentences
from relata.model.model import Model
from relata.parsing.loading import find
from relata.training.data.corpus import read_sources


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("model", help='a model\'s directory, or the name of an installed one ("en")')
    parser.add_argument("data", type=Path, help="a folder with a file or a folder for each source")
    parser.add_argument("--json", action="store_true", help="print JSON")
    given = parser.parse_args()
    sources = read_sources(given.data)
    measures = measure_sentences(Model.load(find(given.model)), sources)
    if given.json:
        print(json.dumps(measures, indent=2))
        return
    rows = [(name, f"{value:.2f}") for name, value in measures.items()]
    emit_table(f"{given.model} on {given.data}", ("measure", ""), rows)


if __name__ == "__main__":
    with warnings_as_lines():
        main()
