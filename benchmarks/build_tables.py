"""Makes the tables of English that the package ships: lemmas, then rolesets.

    python benchmarks/build_tables.py lemmas CORPORA
    python benchmarks/build_tables.py rolesets CORPORA SENTENCES

CORPORA has the folders `propbank-frames`, `ud-english-ewt` and `gdtb`; SENTENCES is what
`prepare_sentences.py` makes. Both tables are learned from training parts. They go to
`src/relata/syntax/lemmas.tsv` and `src/relata/roles/rolesets.tsv`; then the agreement with the
development parts is printed.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from relata.formats import jsonl
from relata.formats.files import read_lines
from relata.resources import frame_files, lemma_table
from relata.resources.frame_files import SOURCE, FrameEntry
from relata.roles.rolesets import VERB, Rolesets, part_of_speech
from relata.syntax import lemmas

SOURCES = Path(__file__).parents[1] / "src" / "relata"
WITH_ROLES = ("wsj.jsonl", "ewt.jsonl")
LEFT_OUT = frozenset(("ADD", "CD", "FW", "GW", "LS", "NFP", "SYM"))
"""Tags of words that are their own lemmas, or no words."""


def main() -> None:
    """Makes one of the tables and measures it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    tables = parser.add_subparsers(dest="table", required=True)
    for name in ("lemmas", "rolesets"):
        command = tables.add_parser(name)
        command.add_argument("corpora", type=Path)
        if name == "rolesets":
            command.add_argument("sentences", type=Path)
    options = parser.parse_args()
    (archive,) = (options.corpora / "propbank-frames").glob("*.tar*")
    entries = list(frame_files.read_frame_files(archive))
    if options.table == "lemmas":
        make_lemmas(options.corpora, entries)
    else:
        make_rolesets(options.sentences, entries)


def make_lemmas(corpora: Path, entries: Iterable[FrameEntry]) -> None:
    """Writes the table of the lemmatizer and prints how often it is right."""
    verbs = {word for entry in entries for kind, word in entry.aliases if kind == "v" and word.isalpha()}
    files = (file for files in conllu_files(corpora, "train").values() for file in files)
    seen = Counter(word for file in files for word in words(file))
    learned = {word: count for word, count in seen.items() if word[1] not in LEFT_OUT}
    head = [
        "# Lemmas of English, learned from UD English EWT (CC BY-SA 4.0) and GUM / GDTB (CC BY 4.0)",
        "# tag, ending (^ and a whole word), characters cut off, characters put there",
    ]
    lines = [*head, *lemma_table.table_lines(lemma_table.learn(learned, sorted(verbs)))]
    write(SOURCES / "syntax" / "lemmas.tsv", lines)
    rules = lemmas.parse_table(lines)
    for corpus, files in conllu_files(corpora, "dev").items():
        right, verbal = Share(), Share()
        for form, tag, wanted in (word for file in files for word in words(file)):
            found = lemmas.apply_rules(form.lower(), rules.get(tag, {})) == wanted.lower()
            right.add(found)
            if tag.startswith("VB"):
                verbal.add(found)
        print(f"{corpus} dev: lemmas {right}, of verbs {verbal}")


def make_rolesets(sentences: Path, entries: Iterable[FrameEntry]) -> None:
    """Writes the table of rolesets and prints how often the right one is among a word's candidates."""
    train = (document for name in WITH_ROLES for document in jsonl.read(sentences / "train" / name))
    head = [
        f"# Rolesets of the {SOURCE}; under the same licence",
        "# and of light verbs and training data (PropBank's annotation of WSJ and EWT, CC BY-SA 4.0)",
        "# roleset, numbers of its roles, words that evoke it: v, n, j alone are the roleset's own word",
    ]
    lines = [*head, *frame_files.table_lines(entries, train)]
    write(SOURCES / "roles" / "rolesets.tsv", lines)
    table = Rolesets(lines)
    for name in WITH_ROLES:
        same, known, single = Share(), Share(), Share()
        for document in jsonl.read(sentences / "dev" / name):
            for proposition in document.propositions:
                token = document.tokens[proposition.predicate.indices[0]]
                word, wanted = lemmas.lemma(token.form, token.tag), proposition.roleset or ""
                candidates = [each.name for each in table.candidates(word, part_of_speech(token.tag))]
                known.add(wanted in candidates)
                single.add(candidates == [wanted])
                if part_of_speech(token.tag) == VERB:
                    same.add(wanted.rpartition(".")[0].split("_")[0] == word)
        print(
            f"{name} dev: lemma of verbs as in the roleset {same}, roleset a candidate {known}, only {single}"
        )


class Share:
    """How many of how many."""

    def __init__(self) -> None:
        self.right = self.all = 0

    def add(self, right: bool) -> None:
        """Counts one."""
        self.right += right
        self.all += 1

    def __str__(self) -> str:
        return f"{self.right:,} of {self.all:,} ({self.right / max(1, self.all):.2%})"


def conllu_files(corpora: Path, part: str) -> dict[str, list[Path]]:
    """The files of a part, by corpus."""
    return {
        "EWT": [corpora / "ud-english-ewt" / f"en_ewt-ud-{part}.conllu"],
        "GDTB": sorted((corpora / "gdtb" / part).glob("*.conllu")),
    }


def words(path: Path) -> Iterator[tuple[str, str, str]]:
    """Forms with tags and lemmas; parts of words that a blank splits have none."""
    for _, line in read_lines(path):
        fields = line.split("\t")
        if len(fields) == 10 and fields[0].isdecimal() and (fields[2] != "_" or fields[1] == "_"):
            yield fields[1], fields[4], fields[2]


def write(path: Path, lines: list[str]) -> None:
    """Writes a table and says how large it is."""
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{path}: {len(lines):,} lines, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
