"""Measure the explorer on a generated corpus: building the index, first view, facets, searches.

    python benchmarks/explore_corpus.py                    # 100,000 documents
    python benchmarks/explore_corpus.py --documents 5000

Prints seconds to build, megabytes on the disk, and milliseconds of each view as JSON and as a page: the
first time after opening the index, and the median of five. Times are those of the processor, which other
work on the machine does not change.
"""

from __future__ import annotations

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from relata import DiscourseRelation, Document, RelationType, Tokens
from relata.explorer.corpus import CorpusIndex
from relata.explorer.index import IndexedDocument, build
from relata.explorer.pages import html_page
from relata.explorer.query import Query
from relata.explorer.views import view
from relata.view.model import show_document

SENSES = {
    "because": "Contingency.Cause.Reason",
    "so": "Contingency.Cause.Result",
    "but": "Comparison.Concession.Arg2-as-denier",
    "and": "Expansion.Conjunction",
    "then": "Temporal.Asynchronous.Precedence",
    "when": "Temporal.Synchronous",
    "if": "Contingency.Condition.Arg2-as-cond",
    "for example": "Expansion.Instantiation.Arg2-as-instance",
}
GENRES = ("news", "letters", "fiction", "speech", "essay")

VIEWS: dict[str, tuple[str, dict[str, str]]] = {
    "first view": ("search", {}),
    "facets of a type": ("search", {"type": "Explicit"}),
    "facets of a sense and a score": ("search", {"sense": "Contingency", "least": "0.5"}),
    "search: a rare word": ("search", {"q": "word4711"}),
    "search: a frequent word": ("search", {"q": "word3"}),
    "search: a tag": ("search", {"q": "tag:VBD because", "genre": "news"}),
    "concordance by Arg1": ("concordance", {"sort": "arg1"}),
    "concordance of a sense by left context": ("concordance", {"sort": "left", "sense": "Comparison"}),
    "frequencies by genre": ("frequencies", {"columns": "genre"}),
    "groups compared": ("compare", {"by": "genre", "one": "news", "other": "fiction"}),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--documents", type=int, default=100_000)
    number = parser.parse_args().documents
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "index.sqlite"
        start = time.process_time()
        build(place, documents(number), "state", "generated")
        seconds = time.process_time() - start
        corpus = CorpusIndex(place)
        print(f"{corpus.documents:,} documents, {corpus.words:,} words, {corpus.relations:,} relations")
        print(f"built in {seconds:.0f} s, {place.stat().st_size / 1e6:,.0f} MB")
        for name in VIEWS:
            report(place, name)


def report(place: Path, name: str) -> None:
    """Print the times of a view."""
    view_name, parameters = VIEWS[name]
    corpus = CorpusIndex(place)

    def record() -> object:
        return view(corpus, view_name, parameters)

    first = milliseconds(record)
    again = statistics.median(milliseconds(record) for _ in range(5))
    page = milliseconds(lambda: html_page(corpus, view(corpus, view_name, parameters)))
    facets = milliseconds(lambda: corpus.facets(Query.of(parameters)))
    print(
        f"{name:40} first {first:6.0f} ms  median {again:6.0f} ms  page {page:6.0f} ms  "
        f"facets alone {facets:5.0f} ms"
    )


def documents(number: int) -> Iterator[IndexedDocument]:
    """Yield documents of 8 sentences with 8 relations, with words of a long-tailed vocabulary."""
    draw = random.Random(0)
    for index in range(number):
        forms: list[str] = []
        starts: list[int] = []
        spans: list[tuple[range, range, range, str]] = []
        for _ in range(8):
            starts.append(len(forms))
            connective = draw.choice(list(SENSES))
            left, right = draw.randint(4, 9), draw.randint(4, 9)
            begin = len(forms)
            middle = begin + left
            end = middle + len(connective.split())
            forms += words(draw, left) + connective.split() + words(draw, right) + ["."]
            spans.append((range(begin, middle), range(middle, end), range(end, end + right), connective))
        tokens = Tokens.of_words(forms, sentence_starts=starts).annotate(
            lemma=forms, tag=[draw.choice(("NN", "VBD", "IN", "DT")) for _ in forms]
        )
        relations = tuple(
            DiscourseRelation(
                RelationType.EXPLICIT if draw.random() < 0.6 else RelationType.IMPLICIT,
                tokens.span(arg1),
                tokens.span(arg2),
                (SENSES[word],),
                connective=tokens.span(connective),
                score=round(draw.random(), 3),
            )
            for arg1, connective, arg2, word in spans
        )
        document = Document(
            f"document{index}", "en", tokens, relations=relations, metadata={"genre": draw.choice(GENRES)}
        )
        yield IndexedDocument("generated", show_document(document))


def words(draw: random.Random, number: int) -> list[str]:
    return [f"word{int(draw.paretovariate(0.7))}" for _ in range(number)]


def milliseconds(action: Callable[[], object]) -> float:
    start = time.process_time()
    action()
    return 1000 * (time.process_time() - start)


if __name__ == "__main__":
    main()
