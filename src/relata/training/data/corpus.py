"""What a model is trained on: the documents of a corpus, in a training and a development part."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from relata.document import Document
from relata.errors import FormatError, OnError, RelataError, strict
from relata.formats import detect, reader
from relata.formats.pdtb.v3 import section_folder
from relata.scoring.conll2016.records import fingerprint, records

_TRAIN_SECTIONS = tuple(f"{section:02}/" for section in range(2, 22))
_DEV_SECTIONS = ("22/",)


@dataclass(frozen=True, slots=True)
class Part:
    """Annotated documents, and where they are from."""

    source: str
    documents: tuple[Document, ...]

    @property
    def relations(self) -> int:
        return sum(len(document.relations) for document in self.documents)

    @property
    def propositions(self) -> int:
        return sum(len(document.propositions) for document in self.documents)

    @property
    def tokens(self) -> int:
        return sum(len(document.tokens) for document in self.documents)

    @property
    def fingerprint(self) -> str:
        """A short digest of texts and relations."""
        digest = hashlib.sha256(fingerprint(records(self.documents)).encode())
        for document in self.documents:
            digest.update(f"{document.id}\0{document.text}\0".encode("utf-8", "surrogatepass"))
        return digest.hexdigest()[:16]

    def as_dict(self) -> dict[str, str | int]:
        """What a manifest says of it."""
        return {
            "source": self.source,
            "documents": len(self.documents),
            "tokens": self.tokens,
            "relations": self.relations,
            "propositions": self.propositions,
            "fingerprint": self.fingerprint,
        }


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents to train on, and documents to select and calibrate on."""

    train: Part
    dev: Part


def read_corpus(
    data: Path | None,
    train: Path | None = None,
    dev: Path | None = None,
    *,
    language: str = "en",
    on_error: OnError = strict,
) -> Corpus:
    """A corpus of any format that holds relations, in one language."""
    corpus = _read_corpus(data, train, dev, on_error)
    for part in (corpus.train, corpus.dev):
        check_language(part, language)
    return corpus


def check_language(part: Part, language: str) -> None:
    """Refuses documents in another language."""
    for document in part.documents:
        if document.language != language:
            found = f"{document.id} is in {document.language!r}"
            raise FormatError(f"expected documents in {language!r} (--language), {found}", part.source)


def _read_corpus(data: Path | None, train: Path | None, dev: Path | None, on_error: OnError) -> Corpus:
    """The corpus that paths name.

    `data` has folders train and dev, or is a PDTB with the sections of the Wall Street Journal, which are
    split as the CoNLL-2016 task did: 02 to 21 to train on, 22 for development. `train` and `dev` go before.
    """
    if train and dev:
        return Corpus(read_part(train, on_error=on_error), read_part(dev, on_error=on_error))
    if data is None:
        raise RelataError("expected --data, or --train and --dev")
    folders = train or data / "train", dev or data / "dev"
    if all(folder.is_dir() for folder in folders):
        return Corpus(*(read_part(folder, on_error=on_error) for folder in folders))
    if detect(data) not in {"pdtb2", "pdtb3"}:
        raise FormatError("expected folders train and dev, or a PDTB with the WSJ sections", data)
    whole = read_part(data, on_error=on_error)
    return Corpus(_sections(whole, _TRAIN_SECTIONS, data), _sections(whole, _DEV_SECTIONS, data))


def read_part(path: Path, *, on_error: OnError = strict) -> Part:
    """All documents of a directory or a file, which must hold relations."""
    return _checked(
        Part("/".join(path.resolve().parts[-2:]), tuple(reader(detect(path))(path, on_error=on_error))), path
    )


def _sections(whole: Part, folders: tuple[str, ...], path: Path) -> Part:
    documents = tuple(document for document in whole.documents if section_folder(document.id) in folders)
    names = " to ".join(sorted({folders[0][:2], folders[-1][:2]}))
    return _checked(Part(f"{whole.source}, sections {names}", documents), path)


def _checked(part: Part, path: Path) -> Part:
    if not part.relations:
        raise FormatError(f"expected annotated relations to train with, found none in {part.source}", path)
    return part
