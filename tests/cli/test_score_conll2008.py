"""`relata score conll2008`: tables, JSON and the official program's text, in processes of their own."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import REPOSITORY, Outcome, Relata
from tests.conll2008_files import DOG, put, sentence

GOLD, RUN = (REPOSITORY / "examples" / "conll2008" / f"{name}.conll08" for name in ("gold", "run"))
EXPECTED = REPOSITORY / "tests" / "fixtures" / "conll2008"
NO_FRAMES = sentence("The DT 2 NMOD _\ndog NN 3 SBJ _\nbarks VBZ 0 ROOT _")


def scored(relata: Relata, *options: str) -> Outcome:
    return relata("score", "conll2008", GOLD, RUN, *options)


def test_tables_in_a_pipe_are_plain_and_signed(relata: Relata) -> None:
    done = scored(relata)
    assert (done.code, done.err) == (0, "")
    assert "labeled attachment (LAS)         39  42  92.86" in done.out
    assert "Nonprojective links: 1 in the gold, none in the system" in done.out
    assert done.out.splitlines()[-1].startswith("conll2008|mode:corrected|punct:yes|su:no|pred:sense|gold:")


def test_json_has_all_counts_and_tables(relata: Relata) -> None:
    found = json.loads(scored(relata, "--format", "json").out)
    assert found["measures"]["Labeled macro F1"] == 87.6115
    assert found["classes"]["nominal"]["labeled"] == {
        "correct": 2,
        "system": 2,
        "gold": 5,
        "precision": 100.0,
        "recall": 40.0,
        "f1": 57.1429,
    }
    assert found["tables"]["argument"]["VB* + A1"]["gold"] == 7
    assert "sentences" not in found


def test_json_has_sentences_if_asked_for(relata: Relata) -> None:
    found = json.loads(scored(relata, "--format", "json", "--sentences").out)
    assert [each["both"] for each in found["sentences"]] == [7, 5, 8, 9, 10]


@pytest.mark.parametrize(
    ("options", "file"),
    [((), "summary"), (("-p",), "summary.p"), (("--support",), "summary.u"), (("-b",), "summary.b")],
)
def test_mode_official_has_the_layout_of_the_official_program(
    relata: Relata, options: tuple[str, ...], file: str
) -> None:
    done = scored(relata, "--mode", "official", *options)
    assert (done.code, done.err) == (0, "")
    assert done.out == (EXPECTED / f"{file}.txt").read_text(encoding="utf-8")


def test_mode_official_prints_a_golden_case_byte_for_byte(relata: Relata, shared: Path) -> None:
    case = shared / "golden" / "conll2008" / "scorer" / "11_su_all_correct"
    done = relata(
        "score", "conll2008", case / "gold.conll", case / "system.conll", "--mode", "official", "-u"
    )
    assert done.out == (case / "expected.q.u.txt").read_text(encoding="utf-8")


def test_tables_are_shown_by_name(relata: Relata) -> None:
    done = scored(relata, "--by", "deprel", "--by", "direction")
    titles = [line for line in done.out.splitlines() if line.startswith("By ")]
    assert titles == ["By label", "By label, with the head", "By direction of the head"]


def test_all_tables_have_the_layout_of_the_official_report(relata: Relata) -> None:
    files = (file.relative_to(REPOSITORY) for file in (GOLD, RUN))
    done = relata("score", "conll2008", *files, "--mode", "official", "--by", "all")
    assert done.out == (EXPECTED / "report.txt").read_text(encoding="utf-8")


def test_lemmas_are_counted_with_strict_pred(relata: Relata, tmp_path: Path) -> None:
    system = put(tmp_path, DOG.replace("bark.01", "woof.01"), "system.conll")
    done = relata("score", "conll2008", put(tmp_path, DOG), system, "--strict-pred")
    assert "Predicates with another lemma than in the gold: 1" in done.out


def test_the_official_program_s_fall_exits_1_with_its_output(relata: Relata, tmp_path: Path) -> None:
    files = put(tmp_path, DOG, "gold.conll"), put(tmp_path, NO_FRAMES, "system.conll")
    done = relata("score", "conll2008", *files, "--mode", "official")
    assert done.code == 1
    assert done.out.endswith("\n  SEMANTIC SCORES: \n")
    assert done.err.splitlines()[-1].startswith("error: the official program stops here, dividing by zero")


def test_no_predicates_are_noted_and_scored_in_corrected_mode(relata: Relata, tmp_path: Path) -> None:
    files = put(tmp_path, DOG, "gold.conll"), put(tmp_path, NO_FRAMES, "system.conll")
    done = relata("score", "conll2008", *files)
    assert done.code == 0
    assert "system.conll: no predicates; what would be divided by their number is given as 0" in done.err


def test_ill_formed_trees_are_warned_of(relata: Relata, tmp_path: Path) -> None:
    system = put(tmp_path, DOG.replace("\t3\tSBJ", "\t1\tSBJ"), "system.conll")
    done = relata("score", "conll2008", put(tmp_path, DOG), system)
    assert done.code == 0
    assert "system.conll:1: heads that form no tree" in done.err
    assert "Nonprojective links: not scored, 1 system sentences are no trees" in done.out


FAULTS = {
    "ragged": (DOG.replace("\tA0", ""), "system.conll:2: expected 12 fields"),
    "ids": (DOG.replace("\n2\t", "\n5\t"), "system.conll:2: ID: expected 2, found '5'"),
    "head": (DOG.replace("\t2\tNMOD", "\tzwei\tNMOD"), "system.conll:1: HEAD: expected the ID of a token"),
    "column": (
        DOG.replace("bark.01", "_"),
        "system.conll:1: expected 11 fields (11, and 0 for predicates), found 12",
    ),
    "tokens": (NO_FRAMES.replace("\n3\t", "\n\n1\t"), "system.conll:1: expected 3 tokens, as at"),
    "empty": ("", "gold.conll:1: a sentence that the other side does not have"),
    "NUL": (DOG.replace("dog", "d\0g"), "system.conll:2: expected text, found NUL"),
    "control": (DOG.replace("\t2\tNMOD", "\t\x1b[2J\tNMOD"), r"found '\x1b[2J'"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_line_and_exit_2(relata: Relata, tmp_path: Path, fault: str) -> None:
    content, message = FAULTS[fault]
    files = put(tmp_path, DOG, "gold.conll"), put(tmp_path, content, "system.conll")
    done = relata("score", "conll2008", *files)
    assert (done.code, done.out, len(done.err.splitlines())) == (2, "", 1)
    assert message in done.err


def test_a_file_that_is_not_there_is_named(relata: Relata, tmp_path: Path) -> None:
    done = relata("score", "conll2008", put(tmp_path, DOG), tmp_path / "absent.conll")
    assert done.code == 2
    assert done.err.endswith("absent.conll: cannot be read: No such file or directory\n")


def test_lenient_scores_the_rest_and_exits_1(relata: Relata, tmp_path: Path) -> None:
    files = (
        put(tmp_path, DOG * 2, "gold.conll"),
        put(tmp_path, DOG.replace("\n2\t", "\n5\t") + DOG, "system.conll"),
    )
    done = relata("score", "conll2008", *files, "--lenient", "--format", "json")
    assert done.code == 1
    assert json.loads(done.out)["exact"]["sentences"] == 1
    assert "1 item skipped" in done.err


def test_strict_pred_does_not_go_with_mode_official(relata: Relata) -> None:
    done = scored(relata, "--mode", "official", "--strict-pred")
    assert done.code == 2
    assert "--strict-pred does not go with --mode official" in done.err


def test_a_terminal_gets_drawn_tables() -> None:
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "relata", "score", "conll2008", str(GOLD), str(RUN)]
    environment = os.environ | {"COLUMNS": "160", "TERM": "xterm"}
    subprocess.run(command, stdout=slave, stderr=slave, cwd=REPOSITORY, env=environment, check=True)
    os.close(slave)
    assert "─" in os.read(master, 1 << 16).decode(errors="ignore")
    os.close(master)


def test_parts_are_scored_apart_and_together(relata: Relata, tmp_path: Path) -> None:
    other = tmp_path / "brown.conll08"
    other.write_text(GOLD.read_text("utf-8"), "utf-8")
    done = relata("score", "conll2008", GOLD, RUN, "--also", GOLD, other, "--format", "json")
    content = json.loads(done.out)
    parts = [content["parts"][str(path)]["measures"]["Labeled F1"] for path in (RUN, other)]
    assert parts[1] == 100.0
    assert parts[0] < content["measures"]["Labeled F1"] < parts[1]
    text = relata("score", "conll2008", GOLD, RUN, "--also", GOLD, other).out
    assert text.startswith("Parts")
    brown = tmp_path / "test.brown.closed.GOLD"
    brown.write_text(GOLD.read_text("utf-8"), "utf-8")
    text = relata("score", "conll2008", GOLD, RUN, "--also", brown, other).out
    assert "\n  test.brown " in text
    refused = relata("score", "conll2008", GOLD, RUN, "--also", GOLD, other, "--mode", "official")
    assert (refused.code, "--also does not go with --mode official" in refused.err) == (2, True)
