"""Sessions that need environments of their own: `nox -s tests-3.13`, `nox -s lowest`, `nox -s lock`.

They are not part of a change's tests: `.ci/run` is, and `.ci/schedule` runs these.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
import tomllib
from pathlib import Path

import nox

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
LOCK = "requirements.lock"
FAST = (
    "tests/formats",
    "tests/scoring",
    "tests/batch",
    "tests/parsing",
    "tests/model",
    "tests/cli/test_parse.py",
)

nox.options.sessions = ("tests",)


@nox.session(python=PYTHONS)
def tests(session: nox.Session) -> None:
    """Run the tests on a version of Python."""
    session.install(".[test]")
    session.run("pytest", *session.posargs)


@nox.session(python=PYTHONS[0])
def lowest(session: nox.Session) -> None:
    """Run the tests with the lowest versions that pyproject.toml allows."""
    session.install(".[test]", *(f"{name}=={version}" for name, version in _lower_bounds().items()))
    session.run("pytest", *(session.posargs or FAST))


@nox.session(python=PYTHONS[-1])
def highest(session: nox.Session) -> None:
    """Run the tests with the newest versions, previews of them included."""
    session.install("--upgrade", "--pre", "--upgrade-strategy", "eager", ".[test]")
    session.run("pytest", *(session.posargs or FAST))


@nox.session(python=PYTHONS[0])
def lock(session: nox.Session) -> None:
    """Write requirements.lock: a version and the hashes of all its files for each dependency."""
    session.install("pip-tools")
    options = ("--generate-hashes", "--allow-unsafe", "--strip-extras", "--no-header", "--no-annotate")
    places = ("--no-emit-index-url", "--no-emit-find-links", "--no-emit-trusted-host")
    session.run("pip-compile", "--quiet", *options, *places, "--output-file", LOCK, "pyproject.toml")


@nox.session(python=PYTHONS[0])
def locked(session: nox.Session) -> None:
    """Install what requirements.lock says and nothing else, and parse a text."""
    session.install("--require-hashes", "-r", LOCK)
    session.install("--no-deps", ".")
    session.run("relata", "parse", "examples/article.txt")


@nox.session(python=PYTHONS[0])
def sbom(session: nox.Session) -> None:
    """Write the bill of materials (CycloneDX) of requirements.lock to build/sbom.json."""
    session.install("cyclonedx-bom")
    Path("build").mkdir(exist_ok=True)
    options = ("--pyproject", "pyproject.toml", "--output-reproducible", "--of", "JSON")
    session.run("cyclonedx-py", "requirements", *options, "-o", "build/sbom.json", LOCK)


@nox.session(python=PYTHONS[0])
def audit(session: nox.Session) -> None:
    """Look for known vulnerabilities of the versions in requirements.lock."""
    session.install("pip-audit")
    session.run("pip-audit", "--require-hashes", "--disable-pip", "-r", LOCK)


@nox.session(python=PYTHONS[0])
def wheel(session: nox.Session) -> None:
    """Build the wheel twice, from copies without git history, and compare the two bit for bit."""
    session.install("hatchling")
    digests = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as place:
            tree = Path(place) / "tree"
            shutil.copytree(".", tree, ignore=shutil.ignore_patterns(".git", ".nox", "__pycache__", "build"))
            with session.chdir(tree):
                session.run("hatchling", "build", "-t", "wheel", silent=True)
            (file,) = (tree / "dist").glob("*.whl")
            digests.append(hashlib.sha256(file.read_bytes()).hexdigest())
            Path("build").mkdir(exist_ok=True)
            shutil.copy(file, "build")
    if digests[0] != digests[1]:
        session.error(f"two builds differ: {digests}")
    session.log(f"build/{file.name}: {digests[0]}")


@nox.session(python=PYTHONS[0])
def fuzz(session: nox.Session) -> None:
    """Feed readers and the service with broken inputs for an hour, or as the arguments say."""
    session.install(".[test,server]")
    seed = str(int.from_bytes(os.urandom(4)))
    session.run("python", "-m", "tests.fuzz", *(session.posargs or ("--seconds", "3600", "--seed", seed)))


def _lower_bounds() -> dict[str, str]:
    """Return the lowest version of each dependency, by name."""
    project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
    matches = (re.match(r"([\w.-]+)\S*?>=([\d.]+)", line) for line in project["dependencies"])
    return {match[1]: match[2] for match in matches if match is not None}
