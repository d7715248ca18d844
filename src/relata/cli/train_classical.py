"""`relata train classical`: the systems of the shared task, trained on a user's own data."""

from __future__ import annotations

import time
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Annotated

import click

from relata.batch.progress import Progress
from relata.cli.console import emit, emit_table
from relata.cli.options import Named, reading, reads_corpora, require_absent, takes
from relata.cli.train_options import CorpusOptions
from relata.errors import RelataError

if TYPE_CHECKING:
    from relata.baselines.saved import SavedSystem


@dataclass(frozen=True, kw_only=True)
class ClassicalOptions(CorpusOptions):
    """A system of the shared task, with its corpus, its resources and its syntax."""

    system: Annotated[str, "System by its name; `relata experiment list` shows them.", Named("name")] = (
        "classical"
    )
    resource: Annotated[
        tuple[str, ...],
        "Lexical resource: brown=PATH, vectors=PATH, verbnet=PATH, mpqa=PATH, opinion=PATH, inquirer=PATH; "
        "brown or inquirer alone for an installed package; may be repeated.",
        Named("kind[=path]"),
    ] = ()
    syntax: Annotated[
        str | None, "Model that adds tags and dependencies to documents without trees.", Named("name|dir")
    ] = None


@click.command(short_help="Train a system of the shared task.")
@takes(ClassicalOptions)
@reads_corpora
def classical(options: ClassicalOptions) -> None:
    """Train a parser of the CoNLL-2016 participants' kind: linear models, trees, chains, small networks.

    Needs `pip install "relata-nlp[experiments]"`, networks [train]. The corpus needs constituent trees in
    English (GDTB and CoNLL-2016 have some, --trees joins those of a treebank); Chinese needs none.
    `relata experiment list` shows the systems.

    conll2008-transition and conll2008-graph find dependencies, predicates and roles; their corpus needs
    dependencies, and propositions for roles: CoNLL-2008 data, or what `relata resources sentences` writes.

    \b
    Examples:
      relata train classical --system lin2014 --data gdtb/ --out my-lin
      relata train classical --train conll16-train/ --dev conll16-dev/ --out my-parser
      relata train classical --system ecnucs --data ted-cdb/ --syntax zh --out my-zh
      relata parse conll16-blind/ --model my-parser --format conll2016 --out run
      relata train classical --system conll2008-graph --train train.conll08 --out my-graph
      relata parse test.conll08 --model my-graph --format conll2008
    """
    missing = [name for name in ("sklearn", "scipy") if find_spec(name) is None]
    if missing:
        raise RelataError('classical systems need scikit-learn: pip install "relata-nlp[experiments]"')
    require_absent(options.out, force=options.force)
    from relata import __version__
    from relata.baselines import ClassicalParser, preset
    from relata.baselines.dependencies import SENTENCE_SYSTEMS
    from relata.baselines.resources import read_resources
    from relata.baselines.saved import SavedSystem

    if options.system in SENTENCE_SYSTEMS:
        _train_sentences(options)
        return
    system = preset(options.system)
    lexicons = read_resources(options.resource)
    with reading(lenient=options.lenient) as on_error:
        from relata.training.data.corpus import read_training_part

        part = read_training_part(options.data, options.train, on_error=on_error)
    language = part.documents[0].language
    documents = part.documents
    if options.syntax:
        from relata.parsing.classical import with_syntax
        from relata.parsing.loading import load_syntax

        bare = with_syntax(documents, load_syntax(options.syntax))
        documents = tuple(Progress().follow(bare, "documents", total=len(documents)))
    begin = time.process_time()
    parser = ClassicalParser(system.of_language(language), lexicons)
    parser.fit(documents, Progress().follow)
    saved = SavedSystem.save(
        options.out,
        parser,
        system=options.system,
        language=language,
        version=__version__,
        training={"data": {"train": part.as_dict()}, "seconds": round(time.process_time() - begin)},
        syntax=options.syntax,
    )
    _show(saved)


def _train_sentences(options: ClassicalOptions) -> None:
    """Train a system of CoNLL-2008 on documents with trees, and roles if there are any."""
    from relata import __version__
    from relata.baselines.dependencies import SentenceSystem
    from relata.baselines.saved import SavedSystem
    from relata.training.data.corpus import CorpusPart, read_sources, training_path

    if options.resource or options.syntax:
        raise click.UsageError(f"{options.system} takes no --resource and no --syntax")
    with reading(lenient=options.lenient) as on_error:
        path = training_path(options.data, options.train)
        sources = read_sources(path, on_error=on_error, single=True).values()
    documents = tuple(document for source in sources for document in source.documents)
    part = CorpusPart("/".join(path.resolve().parts[-2:]), documents)
    begin = time.process_time()
    system = SentenceSystem(options.system).fit(documents, Progress().follow)
    saved = SavedSystem.save(
        options.out,
        system,
        system=options.system,
        language=documents[0].language,
        version=__version__,
        training={"data": {"train": part.as_dict()}, "seconds": round(time.process_time() - begin)},
    )
    finds = "trees and roles" if system.has_roles else "trees (the corpus has no roles)"
    emit(f"{saved.path}: {options.system}, {saved.language}, {saved.size / 1e6:.1f} MB: {finds}")
    emit(f"track: {saved.record.track}")


def _show(saved: SavedSystem) -> None:
    """Print the stages of a saved system, its resources and its track."""
    record = saved.record
    stages = record.stages.stages() if record.stages else {}
    rows = [(name, str(stage), ", ".join(stage.features)) for name, stage in stages.items()]
    title = f"{saved.path}: {record.system}, {record.language}, {saved.size / 1e6:.1f} MB"
    emit_table(title, ("stage", "learner", "features"), rows, text_columns=3)
    for resource in record.resources:
        emit(f"{resource.kind}: {resource.source}, {resource.words} words, {resource.track} track")
    emit(f"track: {record.track}")
