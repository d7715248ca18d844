"""Mutation tests: faults put into scorers and formats, one at a time, which their tests must notice.

    python -m tests.mutation                                  # scorers and formats; many hours
    python -m tests.mutation src/relata/scoring/score.py --tests tests/scoring/test_significance.py
    python -m tests.mutation src/relata/structured/assignment.py --most 40 --seed 3

A mutant is a copy of the source with one operator, number, condition or call changed. It survives if the
tests of its room pass. Survivors are listed; the exit code is 1 if fewer than 85 % are killed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.paths import REPOSITORY

LEAST_KILLED = 0.85
ROOMS = {"src/relata/scoring": "tests/scoring", "src/relata/formats": "tests/formats"}
_SECONDS = 600

_COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


@dataclass(frozen=True)
class Mutant:
    """Source of a module with one fault in it."""

    path: Path
    line: int
    change: str
    source: str

    def __str__(self) -> str:
        return f"{self.path.relative_to(REPOSITORY)}:{self.line}: {self.change}"


def mutants(path: Path) -> Iterator[Mutant]:
    """Yield the mutants of a module; annotations, docstrings and messages stay as they are."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for place, node in enumerate(_nodes(tree)):
        for number in range(len(_changes(node))):
            copied = copy.deepcopy(tree)
            changed = list(_nodes(copied))[place]
            before = ast.unparse(node).partition("\n")[0]
            _changes(changed)[number]()
            after = ast.unparse(changed).partition("\n")[0]
            yield Mutant(path, getattr(node, "lineno", 0), f"{before}  ->  {after}", ast.unparse(copied))


def _nodes(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that can be changed, in order, without annotations and what is raised."""
    for name, value in ast.iter_fields(tree):
        if name in {"annotation", "returns", "decorator_list", "exc", "msg"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not (
                isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child)
            ):
                yield child
                yield from _nodes(child)


def _changes(node: ast.AST) -> list[Callable[[], None]]:
    """Functions that change a node in place."""

    def put(name: str, value: object) -> Callable[[], None]:
        return lambda: setattr(node, name, value)

    match node:
        case ast.Compare(ops=[operator]) if type(operator) in _COMPARISONS:
            return [put("ops", [_COMPARISONS[type(operator)]()])]
        case ast.BinOp(op=operator) if type(operator) in _OPERATORS and not isinstance(
            node.left, ast.Constant
        ):
            return [put("op", _OPERATORS[type(operator)]())]
        case ast.BoolOp(op=operator):
            return [put("op", ast.Or() if isinstance(operator, ast.And) else ast.And())]
        case ast.Constant(value=bool(value)):
            return [put("value", not value)]
        case ast.Constant(value=int(value)):
            return [put("value", value + 1)]
        case ast.Continue():
            return [put("__class__", ast.Break)]
        case ast.Return(value=ast.expr()):
            return [put("value", ast.Constant(None))]
        case ast.AugAssign(op=operator) if type(operator) in _OPERATORS:
            return [put("op", _OPERATORS[type(operator)]())]
        case ast.Expr(value=ast.Call()):
            return [put("value", ast.Constant(None))]
        case ast.IfExp(test=test) | ast.If(test=test):
            return [put("test", _negated(test))]
    return []


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def survives(mutant: Mutant, source: Path, tests: list[str]) -> bool:
    """Run the tests on a copy of the source that has the fault; true if they pass."""
    target = source / mutant.path.relative_to(REPOSITORY / "src")
    before = target.read_bytes()
    target.write_text(mutant.source, encoding="utf-8")
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            command, cwd=REPOSITORY, env=environment, capture_output=True, timeout=_SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        return False
    finally:
        target.write_bytes(before)
    return done.returncode == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument(
        "modules", nargs="*", type=Path, help="modules to change [default: scoring and formats]"
    )
    parser.add_argument("--tests", action="append", help="tests to run [default: those of the room]")
    parser.add_argument("--most", type=int, help="mutants, drawn at random [default: all]")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    modules = [path.resolve() for path in options.modules] or [
        path for room in ROOMS for path in sorted((REPOSITORY / room).rglob("*.py"))
    ]
    chosen = [mutant for path in modules for mutant in mutants(path)]
    if options.most is not None and options.most < len(chosen):
        chosen = random.Random(options.seed).sample(chosen, options.most)
    with tempfile.TemporaryDirectory() as place:
        source = Path(place) / "src"
        shutil.copytree(REPOSITORY / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
        survivors = []
        for number, mutant in enumerate(chosen, start=1):
            if survives(mutant, source, options.tests or _tests_of(mutant.path)):
                survivors.append(mutant)
                print(f"survives: {mutant}", flush=True)
            if number % 20 == 0:
                print(f"{number} of {len(chosen)}, {len(survivors)} survive", flush=True)
    killed = 1 - len(survivors) / max(len(chosen), 1)
    print(f"{len(chosen)} mutants of {len(modules)} modules, {killed:.1%} killed")
    sys.exit(killed < LEAST_KILLED)


def _tests_of(path: Path) -> list[str]:
    """Tests of the room of a module: of its own package if it has some there."""
    relative = path.relative_to(REPOSITORY / "src" / "relata")
    places = [
        REPOSITORY / "tests" / parent
        for parent in relative.parents
        if (REPOSITORY / "tests" / parent).is_dir()
    ]
    return [str(places[0].relative_to(REPOSITORY))]


if __name__ == "__main__":
    main()
