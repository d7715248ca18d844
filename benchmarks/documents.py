"""How many relations of a text are found again in the PDF, Word and HTML files that hold it.

    python benchmarks/documents.py TEXTS.jsonl [...] [--count 6] [--words 250 1500] [--chromium PATH]

Each of the first texts of each file (objects with a "text", blank lines between paragraphs) is printed by
Chromium on one column with running heads and on two columns with hyphens, and written as Word and HTML. A
relation is found again if type, sense, connective and both arguments are the same but for blanks.
"""

from __future__ import annotations

import argparse
import html
import subprocess
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

import relata
from relata.document import Document
from relata.extraction import extract
from relata.formats.json_lines import read_objects
from relata.parsing.multilingual import MultilingualParser
from relata.segmentation import detect_language

COLUMNS = "body{columns:2;text-align:justify;hyphens:auto;font:10pt serif}h1{font-size:14pt}"
OPTIONS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]


def main() -> None:
    """Write and read the documents, and print the shares."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("texts", type=Path, nargs="+")
    parser.add_argument("--count", type=int, default=6)
    parser.add_argument("--words", type=int, nargs=2, default=(250, 1500))
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    given = parser.parse_args()
    nlp = relata.load(disable=("syntax", "roles"))
    same: defaultdict[tuple[str, str], int] = defaultdict(int)
    total: Counter[str] = Counter()
    for path in given.texts:
        for text in islice(texts(path, *given.words), given.count):
            paragraphs = [" ".join(paragraph.split()) for paragraph in text.split("\n\n")]
            expected = facts(nlp("\n\n".join(paragraphs)))
            language = detect_language(text)
            total[language] += expected.total()
            for kind, found in relations(paragraphs, language, given.chromium, nlp):
                same[language, kind] += (expected & found).total()
            print(language, paragraphs[0][:50], expected.total(), flush=True)
    for (language, kind), count in same.items():
        print(f"{language}  {kind:12} {count} of {total[language]}  {count / total[language]:.1%}")


def texts(path: Path, fewest: int, most: int) -> Iterator[str]:
    """Yield texts of these numbers of words; two Chinese characters count as a word."""
    for _, value in read_objects(path, on_error=lambda _: None):
        text = value["text"]
        words = len(text) / 2 if detect_language(text) == "zh" else len(text.split())
        if fewest <= words <= most:
            yield text


def relations(
    paragraphs: list[str], language: str, chromium: str, nlp: MultilingualParser
) -> Iterator[tuple[str, Counter[tuple[str, ...]]]]:
    """Yield the relations of each kind of document."""
    writers: dict[str, Callable[[Path], Path]] = {
        "PDF": lambda folder: write_pdf(folder, paragraphs, language, chromium, ""),
        "PDF columns": lambda folder: write_pdf(folder, paragraphs, language, chromium, COLUMNS),
        "Word": lambda folder: write_word(folder, paragraphs),
        "HTML": lambda folder: write_html(folder, paragraphs, language, ""),
    }
    with TemporaryDirectory() as folder:
        for kind, write in writers.items():
            yield kind, facts(nlp(extract(write(Path(folder))).text))


def facts(document: Document) -> Counter[tuple[str, ...]]:
    """Return relations as comparable facts, without blanks, which lines and columns change."""
    parts = ((item.connective, item.arg1, item.arg2) for item in document.relations)
    words = (tuple("".join(span.text.split()) if span else "" for span in spans) for spans in parts)
    return Counter(
        (str(item.type), item.sense or "", *spans)
        for item, spans in zip(document.relations, words, strict=True)
    )


def write_html(folder: Path, paragraphs: list[str], language: str, style: str) -> Path:
    """Write a page with a heading and paragraphs."""
    body = "".join(f"<p>{html.escape(paragraph)}</p>" for paragraph in paragraphs[1:])
    path = folder / "text.html"
    path.write_text(
        f"<!doctype html><html lang={language}><meta charset=utf-8><title>A text</title>"
        f"<style>{style}</style><h1>{html.escape(paragraphs[0])}</h1>{body}</html>",
        encoding="utf-8",
    )
    return path


def write_pdf(folder: Path, paragraphs: list[str], language: str, chromium: str, style: str) -> Path:
    """Print a page with Chromium, with its running heads and page numbers."""
    page, target = write_html(folder, paragraphs, language, style), folder / "text.pdf"
    profile = f"--user-data-dir={folder / 'profile'}"
    command = [chromium, *OPTIONS, profile, f"--print-to-pdf={target}", page.as_uri()]
    subprocess.run(command, check=True, capture_output=True)
    return target


def write_word(folder: Path, paragraphs: list[str]) -> Path:
    """Write a Word file with a heading and paragraphs."""
    import docx

    document = docx.Document()
    document.add_heading(paragraphs[0])
    for paragraph in paragraphs[1:]:
        document.add_paragraph(paragraph)
    document.save(str(folder / "text.docx"))
    return folder / "text.docx"


if __name__ == "__main__":
    main()
