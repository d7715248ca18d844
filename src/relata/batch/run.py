"""Parsing into files: which outputs there are to make, what is left of them to do, and doing it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import click

from relata import __version__
from relata.batch.outputs import Target, Writer, claim
from relata.batch.resume import Ledger, state_of
from relata.batch.sources import TEXT, Source, Text
from relata.batch.workers import Plan, parse_all
from relata.cli.console import progress
from relata.document import Document
from relata.errors import FormatError, RelataError
from relata.model.package import ModelPackage
from relata.parsing.loading import find, installed

OnFault = Callable[[RelataError], None]
Work = tuple[Target, list[Source]]
"""An output, and what goes into it."""


def parse_to_files(
    sources: Sequence[Source],
    plan: Plan,
    jobs: int,
    form: str,
    out: Path,
    on_fault: OnFault,
    *,
    force: bool,
) -> None:
    """Parses sources into a directory; outputs of the same inputs that are there are left as they are."""
    work = list(_outputs(sources, form, out))
    claim(out, _signature(plan, form), force=force)
    ledger = Ledger(out)
    left = _left(work, out, ledger, force=force)

    def report(target: Target, error: RelataError) -> None:
        ledger.add_fault(target.name, str(error))
        on_fault(error)

    for message in (each for target, _ in work for each in ledger.faults(target.name)):
        on_fault(RelataError(message))
    order: deque[Target] = deque()
    outcomes = parse_all(_items(left, order, report), plan, jobs)
    with Writer() as writer:
        for outcome in progress(outcomes, "documents", total=_size(left)):
            target = order.popleft()
            if isinstance(outcome, RelataError):
                report(target, outcome)
            else:
                writer.add(target, outcome)
    for target, _ in left:
        if not target.finished:  # all of it was in the journal of a run that was killed
            target.finish()
    written = sum(target.finished for target, _ in left)
    done = len(work) - len(left)
    skipped = f", {done} there already" if done else ""
    click.echo(f"{out}: {written} written{skipped}", err=True)


def _outputs(sources: Sequence[Source], form: str, out: Path) -> Iterator[Work]:
    """The outputs to make; refused where they would meet each other or an input."""
    if any(out.resolve() == source.root.resolve() for source in sources):
        raise click.UsageError(f"--out: {out} is the directory of an input; expected another one")
    first: dict[str, Source] = {}
    for source in sources:
        if (other := first.setdefault(source.id, source)) is not source:
            raise click.UsageError(
                f"{other.path} and {source.path} are both called {source.id!r}; name a directory above them"
            )
    if form == "conll2016":
        corpora = [source for source in sources if source.format == "conll2016"]
        if corpora and len(sources) > 1:
            raise click.UsageError("--format conll2016 --out takes one CoNLL-2016 directory at a time")
        yield Target(out, "output", "conll2016" if corpora else "dataset"), list(sources)
        return
    for source in sources:
        target = Target(out, source.id, form, single=source.format == TEXT)
        if target.path.resolve() == source.path.resolve():
            raise click.UsageError(f"{source.path} would be replaced by its output; expected another --out")
        yield target, [source]


def _signature(plan: Plan, form: str) -> dict[str, object]:
    """What outputs depend on beside the inputs."""
    return {
        "relata": __version__,
        "model": _fingerprint(plan.model),
        "format": form,
        "only": sorted(plan.only),
        "disable": sorted(plan.disable),
        "given": plan.given,
        "senses": plan.senses,
        "min_score": plan.min_score,
        "conventions": plan.conventions,
    }


def _fingerprint(model: str | None) -> str:
    """What tells a model from others; without a name, what tells all that are installed."""
    places = installed().values() if model is None else [find(model)]
    return " ".join(ModelPackage.peek(place).fingerprint for place in places)


def _left(work: Iterable[Work], out: Path, ledger: Ledger, *, force: bool) -> list[Work]:
    """The outputs that are not there; those of other inputs, or of what inputs were before, are removed."""
    states = {target.name: state_of(own, without=out) for target, own in work}
    for target, _ in work:
        if force or not ledger.has(target.name, states[target.name]):
            target.forget()
    left = [(target, own) for target, own in work if not target.finished]
    ledger.begin({target.name: states[target.name] for target, _ in left})
    return left


def _items(
    todo: Iterable[Work], order: deque[Target], report: Callable[[Target, RelataError], None]
) -> Iterator[Text | Document]:
    """What is left to parse; `order` tells where each of it goes."""
    for target, sources in todo:
        on_fault = partial(report, target)
        before = target.parsed()
        ids: set[str] = set()
        for source in sources:
            for item in source.read(on_fault):
                if item.id in ids:
                    on_fault(FormatError(f"document id {item.id!r} comes twice", source.path))
                elif target.takes(item, on_fault) and item.id not in before:
                    order.append(target)
                    yield item
                ids.add(item.id)


def _size(todo: Iterable[Work]) -> int | None:
    """How many documents there are, if that is known before they are read."""
    sources = [source for _, own in todo for source in own]
    return len(sources) if all(source.format == TEXT for source in sources) else None
