"""Makes the training data of the sentence parser out of the corpora: JSON Lines, one label scheme.

    python benchmarks/prepare_sentences.py CORPORA OUT

CORPORA has the folders `ptb-wsj-sample`, `propbank-wsj-sample`, `propbank-ewt`, `ud-english-ewt` and `gdtb`.
OUT gets `train` and `dev`, each with

- `wsj.jsonl`: the documents that PropBank's columns annotate, words split as there, with roles;
- `wsj-unsplit.jsonl`: all documents, the treebank's own words, no roles;
- `ewt.jsonl`: with roles;
- `gdtb.jsonl`: no roles.

WSJ 0001 to 0129 is to train on, 0130 to 0149 for development; the others have parts of their own.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from relata.document import Document
from relata.formats import jsonl
from relata.resources import sentence_data as data

FIRST_FOR_DEVELOPMENT = "wsj_0130"


def main() -> None:
    """Writes the files and says what was left out."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("corpora", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    trees = options.corpora / "ptb-wsj-sample" / "combined"
    (columns,) = (options.corpora / "propbank-wsj-sample").glob("*.gold_conll*")
    report = data.Report()
    unsplit = list(data.treebank(trees))
    wsj = list(data.treebank_with_roles(trees, columns, report))
    for part in ("train", "dev"):
        place = options.out / part
        place.mkdir(parents=True, exist_ok=True)
        (ewt,) = (options.corpora / "propbank-ewt").glob(f"*_{part}.gold_conll*")
        universal = options.corpora / "ud-english-ewt" / f"en_ewt-ud-{part}.conllu"
        jsonl.write(of_part(wsj, part), place / "wsj.jsonl")
        jsonl.write(of_part(unsplit, part), place / "wsj-unsplit.jsonl")
        jsonl.write(data.web_treebank(ewt, universal, report), place / "ewt.jsonl")
        jsonl.write(data.discourse_treebank(options.corpora / "gdtb" / part, report), place / "gdtb.jsonl")
    for reason, count in report.left_out.items():
        print(f"left out: {count:,} {reason}")


def of_part(documents: Iterable[Document], part: str) -> Iterator[Document]:
    """The documents of WSJ that are to train on, or the others."""
    return (document for document in documents if (document.id < FIRST_FOR_DEVELOPMENT) == (part == "train"))


if __name__ == "__main__":
    main()
