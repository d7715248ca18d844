"""Options of commands that read treebanks: annotation laid onto trees, and words split at hyphens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import click

from relata.cli.options import reader_of
from relata.errors import OnError

if TYPE_CHECKING:
    from relata.document import Document
    from relata.formats import CorpusReader
    from relata.formats.propbank.frames import ArgumentCounts
    from relata.syntax.hyphenation import WordSplitter

PropbankOption = Annotated[Path | None, "PropBank for a treebank (ptb): prop.txt, its folder, or columns."]
NombankOption = Annotated[Path | None, "NomBank for a treebank (ptb): nombank.1.0 or its folder."]
NamesOption = Annotated[Path | None, "BBN's entity types for a treebank (ptb): names inside noun phrases."]
SplitOption = Annotated[bool, "Split words at hyphens and slashes, as CoNLL-2008 does."]
DictionaryOption = Annotated[
    tuple[Path, ...], "Dictionary to split by (COMLEX, NOMLEX, words); may be repeated [default: ours]."
]


@dataclass(frozen=True, slots=True)
class TreebankOptions:
    """Annotation to lay onto a treebank, and dictionaries by which words are split, if they are."""

    propbank: Path | None = None
    nombank: Path | None = None
    names: Path | None = None
    split: bool = False
    dictionaries: tuple[Path, ...] = ()

    def reader(
        self, format: str, relations: Path | None = None, counts: ArgumentCounts | None = None
    ) -> CorpusReader:
        """Return the reader of a format with these options; `counts` sums up the arguments of a treebank."""
        if self.dictionaries and not self.split:
            raise click.UsageError("--dictionary goes with --split")
        if format == "ptb":
            return partial(self._treebank, counts)
        if self.propbank or self.nombank or self.names:
            raise click.UsageError("--propbank, --nombank and --names go with ptb sources")
        read = reader_of(format, relations)
        return partial(self._split_documents, read) if self.split else read

    def _treebank(
        self, counts: ArgumentCounts | None, path: str | Path, *, on_error: OnError
    ) -> Iterator[Document]:
        from relata.formats import ptb

        return ptb.read(
            path,
            propbank=self.propbank,
            nombank=self.nombank,
            names=self.names,
            splitter=self._splitter(on_error),
            counts=counts,
            on_error=on_error,
        )

    def _splitter(self, on_error: OnError) -> WordSplitter | None:
        if not self.split:
            return None
        from relata.syntax.hyphenation import english, with_dictionaries

        return with_dictionaries(self.dictionaries, on_error=on_error) if self.dictionaries else english()

    def _split_documents(
        self, read: CorpusReader, path: str | Path, *, on_error: OnError
    ) -> Iterator[Document]:
        from relata.syntax.splitting import with_split_words

        splitter = self._splitter(on_error)
        for document in read(path, on_error=on_error):
            english = splitter is not None and document.language == "en"
            yield with_split_words(document, splitter) if english and splitter else document
