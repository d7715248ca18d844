from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from relata.batch import files as files_module
from relata.batch import parts as parts_module
from relata.batch.parts import ShardPiece, ShardTask
from relata.formats import conll2016, jsonl
from tests.cli.conftest import REPOSITORY, Outcome, Relata, heed_interrupts
from tests.toy_model import save_rule_model

Parse = partial[Outcome]

TEXT = "We left because it rained. All got wet.\n"
BARE = "note: arguments are bare, as in the shared task's data (--conventions model: as the model learned)\n"
OTHER_SENSES = (
    "note: senses are not those of the shared task, whose scorer rejects others (--senses conll2016)\n"
)
TASK_SENSES = "note: senses are those of the shared task (--senses model: as the model learned)\n"
AS_LEARNED = (
    "note: arguments are as in the model's training data (--conventions conll2016: bare, as in the task's)\n"
)


@pytest.fixture
def parse(relata: Relata, rule_model: Path) -> Parse:
    """`relata parse` with the toy model."""
    return partial(relata, "parse", "--model", rule_model)


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A directory of texts."""
    (tmp_path / "corpus" / "more").mkdir(parents=True)
    (tmp_path / "corpus" / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "corpus" / "b.txt").write_text("Even though it rained we sat.", encoding="utf-8")
    (tmp_path / "corpus" / "more" / "a.txt").write_text("Nothing.", encoding="utf-8")
    return tmp_path / "corpus"


def piped(text: bytes, *arguments: str | Path) -> Outcome:
    command = [sys.executable, "-m", "relata", "parse", *map(str, arguments)]
    done = subprocess.run(command, input=text, capture_output=True, cwd=REPOSITORY)
    assert b"Traceback" not in done.stderr
    return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())


def test_text_shows_sentences_with_their_parts_set_off(parse: Parse, corpus: Path) -> None:
    done = parse(corpus / "a.txt")

    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "a: 10 words, 2 sentences, 2 relations\n\n"
        "Explicit  Contingency.Cause.Reason  99%\n"
        "    [We left]1 <because> [it rained]2.\n\n"
        "Implicit  Contingency.Cause.Result  83%\n"
        "    [We left because it rained]1. [All got wet]2.\n\n"
    )


def test_standard_input_is_read_and_json_lines_are_written(rule_model: Path) -> None:
    done = piped(TEXT.encode(), "--format", "jsonl", "--model", rule_model)

    document = jsonl.loads(done.out)
    assert (done.code, document.id, document.text) == (0, "stdin", TEXT)
    assert [str(relation.type) for relation in document.relations] == ["Explicit", "Implicit"]


def test_json_lines_can_come_in_by_standard_input(rule_model: Path) -> None:
    lines = '{"text": "We left because it rained."}\n{"id": "b", "text": ""}\n'

    done = piped(lines.encode(), "-", "--from", "jsonl", "--format", "jsonl", "--model", rule_model)

    assert [jsonl.loads(line).id for line in done.out.splitlines()] == ["stdin-1", "b"]


def test_json_is_one_list(parse: Parse, corpus: Path) -> None:
    done = parse(corpus, "--format", "json")

    assert [document["id"] for document in json.loads(done.out)] == ["a", "b", "more-a"]


def test_printed_json_is_read_by_other_commands(
    parse: Parse, relata: Relata, corpus: Path, tmp_path: Path
) -> None:
    printed = tmp_path / "x.json"
    printed.write_text(parse(corpus, "--format", "json").out, encoding="utf-8")

    stats = relata("stats", printed, "--format", "json")
    converted = relata("convert", printed, tmp_path / "x.jsonl", "--to", "jsonl")
    again = parse(printed, "--format", "json")

    assert (stats.code, converted.code, again.code) == (0, 0, 0), stats.err + converted.err + again.err
    assert json.loads(stats.out)["documents"] == 3
    lines = (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines()
    assert list(map(json.loads, lines)) == json.loads(printed.read_text(encoding="utf-8"))
    assert again.out == printed.read_text(encoding="utf-8")


def test_a_fault_in_printed_json_is_named_with_line_and_field(
    parse: Parse, relata: Relata, corpus: Path, tmp_path: Path
) -> None:
    printed = tmp_path / "x.json"
    text = parse(corpus, "--format", "json").out.replace('"language": "en"', '"language": 1')
    printed.write_text(text, encoding="utf-8")

    done = relata("stats", printed)

    assert (done.code, done.err) == (2, f"error: {printed}:2: language: expected a string, got an integer\n")


def test_patterns_are_expanded(parse: Parse, corpus: Path) -> None:
    done = parse(corpus / "?.txt", "--format", "json")

    assert [document["id"] for document in json.loads(done.out)] == ["a", "b"]


def test_documents_keep_their_tokens(parse: Parse, tmp_path: Path) -> None:
    line = json.dumps(
        {
            "format": "relata/1",
            "id": "x",
            "language": "en",
            "text": "We leftbecause it",
            "sentences": [{"tokens": [{"span": span} for span in ([0, 2], [3, 7], [7, 14], [15, 17])]}],
        }
    )
    (tmp_path / "x.jsonl").write_text(line, encoding="utf-8")

    done = parse(tmp_path / "x.jsonl", "--format", "jsonl")

    assert [str(relation.connective) for relation in jsonl.loads(done.out).relations] == ["because"]


def test_a_corpus_of_the_task_gives_output_that_can_be_scored(
    parse: Parse, relata: Relata, examples: Path, tmp_path: Path
) -> None:
    done = parse(
        examples / "conll2016", "--format", "conll2016", "--out", tmp_path / "run", "--senses", "conll2016"
    )

    scored = relata("score", "conll2016", examples / "conll2016", tmp_path / "run", "--format", "json")
    assert (done.code, scored.code) == (0, 0)
    names = sorted(path.name for path in (tmp_path / "run").iterdir())
    assert names == [".relata", ".relata-lock", "output.json"]


def test_given_connectives_are_kept(parse: Parse, examples: Path, tmp_path: Path) -> None:
    done = parse(examples / "conll2016", "--given", "connectives", "--format", "conll2016")

    (tmp_path / "output.json").write_text(done.out, encoding="utf-8")
    gold = conll2016.read(examples / "conll2016")
    found = conll2016.read(examples / "conll2016", relations=tmp_path / "output.json")
    for theirs, ours in zip(gold, found, strict=True):
        wanted = {each.connective for each in theirs.relations if each.explicit}
        assert {each.connective for each in ours.relations} == wanted
        assert all(each.explicit for each in ours.relations)


def test_given_arguments_suit_the_sense_only_task(
    parse: Parse, relata: Relata, examples: Path, tmp_path: Path
) -> None:
    gold, run = examples / "conll2016", tmp_path / "run"

    done = parse(gold, "--given", "arguments", "--format", "conll2016", "--senses", "conll2016", "--out", run)

    scored = relata("score", "conll2016", gold, run, "--supplementary", "--format", "json")
    assert (done.code, done.err, scored.code) == (0, f"{run}: 1 written\n", 0)


def test_relations_without_senses_are_enough_for_the_sense_only_task(
    parse: Parse, relata: Relata, examples: Path, tmp_path: Path
) -> None:
    blind = tmp_path / "blind"
    blind.mkdir()
    for name in ("parses.json", "relations-no-senses.json", "raw"):
        (blind / name).symlink_to(examples / "conll2016" / name)

    parse(blind, "--given", "arguments", "--format", "conll2016", "--senses", "conll2016", "--out", tmp_path)

    gold = examples / "conll2016"
    assert relata("score", "conll2016", gold, tmp_path / "output.json", "--supplementary").code == 0


def test_texts_become_a_data_set_of_the_task(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    done = parse(corpus, "--format", "conll2016", "--out", tmp_path / "out")

    documents = list(conll2016.read(tmp_path / "out"))
    assert done.code == 0
    assert [document.id for document in documents] == ["a", "b", "more-a"]
    assert [len(document.relations) for document in documents] == [2, 1, 0]


def test_a_corpus_that_was_parsed_can_be_scored_against_itself(
    parse: Parse, relata: Relata, examples: Path, tmp_path: Path
) -> None:
    gold = tmp_path / "gold.jsonl"
    relata("convert", examples / "conll2016", gold, "--to", "jsonl")
    parse(gold, "--format", "conll2016", "--out", tmp_path / "run")

    scored = relata("score", "conll2016", gold, tmp_path / "run", "--senses", "pdtb3-l2")

    assert scored.code == 0
    assert "Explicit connectives" in scored.out


@pytest.mark.parametrize(
    ("inputs", "options", "arg2", "note"),
    [
        (["text"], (), [6, 7], BARE + TASK_SENSES),
        (["text"], ("--senses", "conll2016"), [6, 7], BARE),
        (["text"], ("--senses", "conll2016", "--conventions", "model"), [5, 6, 7], AS_LEARNED),
        (["text"], ("--senses", "model", "--conventions", "model"), [5, 6, 7], AS_LEARNED + OTHER_SENSES),
        (["data set"], (), [6, 7], BARE + TASK_SENSES),
        (["data set"], ("--senses", "model"), [6, 7], BARE + OTHER_SENSES),
        (["data set"], ("--conventions", "model"), [5, 6, 7], AS_LEARNED + TASK_SENSES),
        (["data set", "text"], (), [6, 7], BARE + TASK_SENSES),
        (["corpus"], (), [5, 6, 7], AS_LEARNED + TASK_SENSES),
        (["corpus"], ("--senses", "conll2016"), [6, 7], BARE),
    ],
)
@pytest.mark.parametrize("name", ["wsj_2300", "a"])
def test_output_for_the_task_has_its_senses_and_bare_arguments_unless_the_input_has_others(
    parse: Parse,
    tmp_path: Path,
    name: str,
    inputs: list[str],
    options: tuple[str, ...],
    arg2: list[int],
    note: str,
) -> None:
    (tmp_path / f"{name}.txt").write_text("All got wet. However, we left.", encoding="utf-8")
    paths = {
        "text": tmp_path / f"{name}.txt",
        "data set": tmp_path / "set",
        "corpus": tmp_path / f"{name}.jsonl",
    }
    parse(paths["text"], "--format", "conll2016", "--out", paths["data set"])
    paths["corpus"].write_text(parse(paths["text"], "--format", "jsonl").out, encoding="utf-8")

    done = parse(*(paths[kind] for kind in inputs), "--format", "conll2016", *options)

    relations = [json.loads(line) for line in done.out.splitlines()]
    assert (done.code, done.err) == (0, note)
    assert [(found["DocID"], found["Arg2"]["TokenList"]) for found in relations] == [(name, arg2)] * len(
        inputs
    )


@pytest.mark.parametrize(
    ("options", "arg2"), [((), ", we left"), (("--conventions", "conll2016"), "we left")]
)
def test_other_outputs_have_the_arguments_of_the_model_without_a_note(
    parse: Parse, tmp_path: Path, options: tuple[str, ...], arg2: str
) -> None:
    (tmp_path / "wsj_2300.txt").write_text("All got wet. However, we left.", encoding="utf-8")
    parse(tmp_path / "wsj_2300.txt", "--format", "conll2016", "--out", tmp_path / "set")

    done = parse(tmp_path / "set", "--format", "json", "--senses", "conll2016", *options)

    (document,) = json.loads(done.out)
    assert (done.err, [relation["arg2"]["text"] for relation in document["relations"]]) == ("", [arg2])


def test_an_input_that_is_not_there_has_no_note_on_arguments(parse: Parse, tmp_path: Path) -> None:
    assert "note" not in parse(tmp_path / "missing", "--format", "conll2016").err


def test_components_run_alone(parse: Parse, corpus: Path) -> None:
    done = parse(corpus / "a.txt", "--only", "connectives", "--format", "json")

    (relation,) = json.loads(done.out)[0]["relations"]
    assert (relation["connective"]["text"], relation["arg1"]["text"], relation["senses"]) == (
        "because",
        "",
        [],
    )


def test_unlikely_relations_are_left_out(parse: Parse, corpus: Path) -> None:
    done = parse(corpus / "a.txt", "--min-score", "0.9", "--format", "json")

    assert len(json.loads(done.out)[0]["relations"]) == 1


def test_each_input_has_its_output(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    done = parse(corpus, "--format", "jsonl", "--out", tmp_path / "out")

    assert (done.code, done.out, done.err) == (0, "", f"{tmp_path / 'out'}: 3 written\n")
    names = sorted(path.name for path in (tmp_path / "out").glob("*.jsonl"))
    assert names == ["a.jsonl", "b.jsonl", "more-a.jsonl"]


def test_text_goes_to_files_too(parse: Parse, corpus: Path) -> None:
    parse(corpus, "--out", corpus / "out")
    again = parse(corpus, "--out", corpus / "out")  # outputs below the input are no input

    assert (corpus / "out" / "b.txt").read_text(encoding="utf-8").startswith("b: 7 words")
    assert again.err == f"{corpus / 'out'}: 0 written, 3 there already\n"


def test_processes_give_the_same_as_one(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    (corpus / "zh.txt").write_text("因为下雨，所以我们走了。", encoding="utf-8")
    one = parse(corpus, "--format", "json")

    two = parse(corpus, "--format", "json", "--jobs", "2")

    assert (two.code, two.out, two.err) == (0, one.out, one.err)
    assert "zh: Chinese text, read as English: 1" in two.err


def test_finished_outputs_are_not_redone(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    parse(corpus, "--format", "jsonl", "--out", out)
    (out / "b.jsonl").unlink()
    os.utime(out / "a.jsonl", (0, 0))

    done = parse(corpus, "--format", "jsonl", "--out", out)

    assert done.err == f"{out}: 1 written, 2 there already\n"
    assert (out / "a.jsonl").stat().st_mtime == 0


@pytest.mark.parametrize("format", ["jsonl", "text", "conll2016"])
def test_a_damaged_output_is_made_again(parse: Parse, corpus: Path, tmp_path: Path, format: str) -> None:
    out = tmp_path / "out"
    parse(corpus, "--format", format, "--out", out)
    damaged = out / {"jsonl": "a.jsonl", "text": "a.txt", "conll2016": "parses.json"}[format]
    content = damaged.read_bytes()
    damaged.write_bytes(content[:-20])

    done = parse(corpus, "--format", format, "--out", out)

    assert f"{damaged}: not as it was written, damaged or edited; it is made again" in done.err
    assert damaged.read_bytes() == content


def test_a_second_run_on_the_same_output_is_refused(parse: Parse, rule_model: Path, tmp_path: Path) -> None:
    lines = [json.dumps({"id": str(number), "text": TEXT}) for number in range(40)]
    (tmp_path / "many.jsonl").write_text("\n".join(lines), encoding="utf-8")
    os.mkfifo(tmp_path / "never.txt")  # nobody writes to it: the first run waits
    out = tmp_path / "out"
    arguments = (tmp_path / "many.jsonl", "--format", "jsonl", "--out", out)
    command = [sys.executable, "-m", "relata", "parse", "--model", *map(str, (rule_model, *arguments))]

    with subprocess.Popen([*command, tmp_path / "never.txt"]) as process:
        wait_for(lambda: finished_shards(out))
        done = parse(*arguments)
        process.kill()

    message = f"error: {out}: another run is writing there; wait for it, or name another --out\n"
    assert (done.code, done.err) == (2, message)
    assert parse(*arguments).code == 0
    assert len(list(jsonl.read(out / "many.jsonl"))) == 40


@pytest.mark.parametrize("length", [245, 250, 251])
def test_long_file_names_stop_nothing(parse: Parse, corpus: Path, tmp_path: Path, length: int) -> None:
    (corpus / f"{'x' * length}.txt").write_text(TEXT, encoding="utf-8")
    (corpus / f"{'y' * (length - 2)}.jsonl").write_text('{"text": "One."}', encoding="utf-8")

    done = parse(corpus, "--format", "jsonl", "--out", tmp_path / "out")

    assert (done.code, done.err) == (0, f"{tmp_path / 'out'}: 5 written\n")
    ids = {document.id for path in (tmp_path / "out").glob("*.jsonl") for document in jsonl.read(path)}
    assert {"a", "b", "more-a", "x" * length} < ids


def test_a_long_id_is_refused_for_a_data_set(parse: Parse, tmp_path: Path) -> None:
    lines = [json.dumps({"id": id, "text": TEXT}) for id in ("a", "x" * 256)]
    (tmp_path / "many.jsonl").write_text("\n".join(lines), encoding="utf-8")

    done = parse(tmp_path / "many.jsonl", "--format", "conll2016", "--out", tmp_path / "out")

    assert done.code == 2
    assert "expected a document id of at most 255 bytes" in done.err
    assert [document.id for document in conll2016.read(tmp_path / "out")] == ["a"]


def test_forced_outputs_are_redone(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    parse(corpus, "--format", "jsonl", "--out", tmp_path)

    done = parse(corpus, "--format", "jsonl", "--out", tmp_path, "--force")

    assert done.err == f"{tmp_path}: 3 written\n"


def test_an_input_that_has_changed_is_redone(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    parse(corpus, "--format", "jsonl", "--out", tmp_path)
    later = time.time() + 60
    os.utime(corpus / "b.txt", (later, later))

    done = parse(corpus, "--format", "jsonl", "--out", tmp_path)

    assert done.err == f"{tmp_path}: 1 written, 2 there already\n"


def test_another_input_of_the_same_name_is_parsed(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    os.utime(corpus / "more" / "a.txt", (0, 0))
    parse(corpus / "a.txt", "--out", tmp_path / "out")

    done = parse(corpus / "more" / "a.txt", "--out", tmp_path / "out")

    assert done.err == f"{tmp_path / 'out'}: 1 written\n"
    assert (tmp_path / "out" / "a.txt").read_text(encoding="utf-8").startswith("a: 2 words")


def test_an_input_that_is_read_in_another_format_is_parsed(parse: Parse, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"text": "One."}', encoding="utf-8")
    parse(tmp_path / "x.jsonl", "--out", tmp_path / "out")

    done = parse(tmp_path / "x.jsonl", "--out", tmp_path / "out", "--from", "text")

    warning, written = done.err.splitlines()
    assert "looks like JSON, parsed as plain text" in warning
    assert written == f"{tmp_path / 'out'}: 1 written"


def test_an_older_input_in_the_place_of_another_is_parsed(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    parse(corpus, "--out", tmp_path / "out")
    (corpus / "a.txt").write_text("Nothing.", encoding="utf-8")
    os.utime(corpus / "a.txt", (0, 0))

    done = parse(corpus, "--out", tmp_path / "out")

    assert done.err == f"{tmp_path / 'out'}: 1 written, 2 there already\n"
    assert (tmp_path / "out" / "a.txt").read_text(encoding="utf-8").startswith("a: 2 words")


def test_standard_input_is_parsed_each_time(rule_model: Path, tmp_path: Path) -> None:
    for text in (b"Nothing.", TEXT.encode()):
        done = piped(text, "--out", tmp_path / "out", "--model", rule_model)
        assert done.err == f"{tmp_path / 'out'}: 1 written\n"

    assert (tmp_path / "out" / "stdin.txt").read_text(encoding="utf-8").startswith("stdin: 10 words")


def test_a_part_of_a_corpus_is_no_text(parse: Parse, examples: Path) -> None:
    parses = examples / "conll2016" / "parses.json"

    done = parse(parses)

    assert (done.code, done.out) == (2, "")
    assert f"{parses}: a part of CoNLL-2016 data; expected the name of its directory" in done.err


def test_a_corpus_that_has_changed_is_redone(parse: Parse, examples: Path, tmp_path: Path) -> None:
    gold = tmp_path / "gold"
    shutil.copytree(examples / "conll2016", gold)
    arguments = (gold, "--format", "conll2016", "--out", gold / "new")  # outputs below the input are no input
    parse(*arguments)
    again = parse(*arguments)
    os.utime(gold / "parses.json", (0, 0))

    assert again.err == f"{BARE}{TASK_SENSES}{gold / 'new'}: 0 written, 1 there already\n"
    assert parse(*arguments).err == f"{BARE}{TASK_SENSES}{gold / 'new'}: 1 written\n"


def test_parts_of_another_input_are_not_gone_on_with(
    parse: Parse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files_module._Output, "finish", lambda _: None)  # as a kill just before the end
    for name, text in (("one", "One."), ("two", "Two.")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.jsonl").write_text(json.dumps({"id": "a", "text": text}), encoding="utf-8")
    out = tmp_path / "out"
    parse(tmp_path / "one" / "x.jsonl", "--format", "jsonl", "--out", out)
    monkeypatch.undo()

    parse(tmp_path / "two" / "x.jsonl", "--format", "jsonl", "--out", out)

    assert [document.text for document in jsonl.read(out / "x.jsonl")] == ["Two."]


def test_what_an_earlier_run_with_other_options_left_is_redone(
    parse: Parse, corpus: Path, tmp_path: Path
) -> None:
    parse(corpus, "--format", "jsonl", "--out", tmp_path)
    parse(corpus / "a.txt", "--format", "jsonl", "--out", tmp_path, "--min-score", "0.5", "--force")

    done = parse(corpus, "--format", "jsonl", "--out", tmp_path, "--min-score", "0.5")

    assert done.err == f"{tmp_path}: 2 written, 1 there already\n"


def test_a_damaged_receipt_only_costs_time(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    parse(corpus, "--format", "jsonl", "--out", tmp_path)
    receipt = tmp_path / ".relata" / "receipts" / "b.json"
    receipt.write_bytes(receipt.read_bytes()[:-20])
    (tmp_path / ".relata" / "run.json").write_bytes(b"{")

    done = parse(corpus, "--format", "jsonl", "--out", tmp_path)

    assert (done.code, done.err) == (0, f"{tmp_path}: 1 written, 2 there already\n")


def test_outputs_of_two_runs_do_not_mix(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    parse(corpus, "--format", "jsonl", "--out", tmp_path)

    done = parse(corpus, "--format", "jsonl", "--out", tmp_path, "--min-score", "0.5")

    assert done.code == 2
    assert "holds outputs of another run (with another min_score); --force replaces them" in done.err


def test_a_killed_run_goes_on_where_it_was(
    parse: Parse, rule_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [json.dumps({"id": str(number), "text": TEXT * 10}) for number in range(96)]
    (tmp_path / "many.jsonl").write_text("\n".join(lines), encoding="utf-8")
    os.mkfifo(tmp_path / "never.txt")  # nobody writes to it: the run cannot end before it is killed
    out = tmp_path / "out"
    arguments = (tmp_path / "many.jsonl", "--format", "jsonl", "--out", out)
    command = [sys.executable, "-m", "relata", "parse", "--model", *map(str, (rule_model, *arguments))]

    with subprocess.Popen([*command, tmp_path / "never.txt"]) as process:
        wait_for(lambda: len(finished_shards(out)) >= 2)
        process.send_signal(signal.SIGKILL)
    parts = out / ".relata" / "parts" / "many"
    damaged = parts / "part-00000.jsonl.zst"
    damaged.write_bytes(damaged.read_bytes()[:-1])
    intact = 32 * (len(finished_shards(out)) - 1)
    parsed: list[int] = []
    monkeypatch.setattr(parts_module.TaskParser, "__call__", counting(parsed))

    done = parse(*arguments)

    assert done.code == 0
    assert [document.id for document in jsonl.read(out / "many.jsonl")] == [str(n) for n in range(96)]
    assert (parsed[0], sum(parsed)) == (32, 96 - intact)


def counting(parsed: list[int]) -> Callable[[parts_module.TaskParser, ShardTask], ShardPiece]:
    """Function of a worker that counts the records that it parses."""
    parse_task = parts_module.TaskParser.__call__

    def counted(parser: parts_module.TaskParser, task: ShardTask) -> ShardPiece:
        parsed.append(len(task.records))
        return parse_task(parser, task)

    return counted


def test_nothing_but_outputs_and_their_receipts_stays(parse: Parse, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(json.dumps({"text": TEXT}), encoding="utf-8")
    (tmp_path / "y.txt").write_text(TEXT, encoding="utf-8")

    parse(tmp_path / "x.jsonl", tmp_path / "y.txt", "--format", "text", "--out", out := tmp_path / "out")

    files = [file.relative_to(out).as_posix() for file in out.rglob("*") if file.is_file()]
    receipts = [".relata/receipts/x.json", ".relata/receipts/y.json"]
    assert sorted(files) == [".relata-lock", *receipts, ".relata/run.json", "x.txt", "y.txt"]


def test_a_file_that_no_run_made_is_not_replaced(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    out.mkdir()
    (out / "a.txt").write_text("precious", encoding="utf-8")

    done = parse(corpus, "--out", out)

    message = "exists, and no run here made it; name another --out, or replace it with --force"
    assert (done.code, done.err) == (2, f"error: {out}/a.txt: {message}\n")
    assert (out / "a.txt").read_text(encoding="utf-8") == "precious"
    assert parse(corpus, "--out", out, "--force").err == f"{out}: 3 written\n"


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way there")
def test_a_text_that_kills_its_process_is_a_fault(
    parse: Parse, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, text in enumerate([TEXT, "deadly", TEXT]):
        (tmp_path / f"{number}.txt").write_text(text, encoding="utf-8")
    monkeypatch.setattr(files_module, "TaskParser", DeadlyParser)

    done = parse(tmp_path, "--jobs", "2", "--out", out := tmp_path / "out")

    assert done.code == 2
    assert "error: 1: a process ended before its time, with exit code -9" in done.err
    assert sorted(file.name for file in out.glob("*.txt")) == ["0.txt", "2.txt"]


class DeadlyParser(parts_module.TaskParser):
    """Parser that a text kills, as a lack of memory does."""

    def __call__(self, task: ShardTask) -> ShardPiece:
        if any(record.text == "deadly" for record in task.records):
            os.kill(os.getpid(), signal.SIGKILL)
        return super().__call__(task)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupt_ends_the_work_and_keeps_what_is_done(
    rule_model: Path, tmp_path: Path, jobs: str
) -> None:
    lines = [json.dumps({"id": str(number), "text": TEXT * 10}) for number in range(2000)]
    (tmp_path / "many.jsonl").write_text("\n".join(lines), encoding="utf-8")
    arguments = (tmp_path / "many.jsonl", "--format", "jsonl", "--out", tmp_path / "out", "--jobs", jobs)
    command = [sys.executable, "-m", "relata", "parse", "--model", *map(str, (rule_model, *arguments))]

    with subprocess.Popen(
        command, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=heed_interrupts
    ) as process:
        wait_for(lambda: finished_shards(tmp_path / "out"))
        os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it: to all processes
        assert process.stderr is not None
        err = process.stderr.read()

    assert (process.returncode, err.strip()) == (130, b"")
    assert finished_shards(tmp_path / "out")


def finished_shards(out: Path) -> list[Path]:
    """Receipts of parts of outputs that are not complete."""
    return list((out / ".relata" / "parts").glob("*/receipts/*.json"))


def wait_for(condition: object) -> None:
    for _ in range(6000):
        if condition():  # type: ignore[operator]
            return
        time.sleep(0.005)
    raise AssertionError("nothing happened in half a minute")


def test_what_cannot_be_read_is_reported_and_the_rest_parsed(
    parse: Parse, corpus: Path, tmp_path: Path
) -> None:
    (corpus / "binary.txt").write_bytes(b"\x89PNG\xff")

    done = parse(tmp_path / "missing.txt", corpus, "--format", "jsonl", "--out", tmp_path / "out")

    assert done.code == 2
    assert done.err.splitlines() == [
        f"error: {tmp_path / 'missing.txt'}: cannot be read: No such file or directory",
        f"error: {corpus / 'binary.txt'}:1: expected UTF-8, found byte 0x89",
        f"{tmp_path / 'out'}: 3 written",
        "error: 2 of the inputs could not be read; the rest is done",
    ]


def test_a_pattern_goes_on_past_what_cannot_be_read(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    (corpus / "aa").mkdir()
    (corpus / "ab.txt").symlink_to(corpus / "nowhere")

    done = parse(corpus / "[ab]*", "--format", "jsonl", "--out", tmp_path / "out")

    assert (done.code, done.err.splitlines()) == (
        2,
        [
            f"error: {corpus / 'aa'}: expected a corpus, or files to parse: "
            "*.txt, *.jsonl, *.conllu, *.pdf, *.docx, *.html, *.htm, *.xhtml",
            f"error: {corpus / 'ab.txt'}: cannot be read: No such file or directory",
            f"{tmp_path / 'out'}: 2 written",
            "error: 2 of the inputs could not be read; the rest is done",
        ],
    )


def test_links_of_a_directory_that_lead_nowhere_are_reported(parse: Parse, corpus: Path) -> None:
    (corpus / "aa.txt").symlink_to(corpus / "nowhere")
    (corpus / "more" / "loop.txt").symlink_to(corpus / "more" / "loop.txt")

    done = parse(corpus, "--format", "jsonl", "--out", corpus / "out")

    assert (done.code, done.err.splitlines()) == (
        2,
        [
            f"error: {corpus / 'aa.txt'}: cannot be read: No such file or directory",
            f"error: {corpus / 'more' / 'loop.txt'}: cannot be read: Too many levels of symbolic links",
            f"{corpus / 'out'}: 3 written",
            "error: 2 of the inputs could not be read; the rest is done",
        ],
    )


def test_faulty_lines_are_reported_and_the_others_parsed(parse: Parse, tmp_path: Path) -> None:
    lines = [
        '{"text": "One."}',
        "{",
        '{"text": 3}',
        '{"id": [], "text": ""}',
        '{"id": "x-1", "text": ""}',
        "{}",
    ]
    (tmp_path / "x.jsonl").write_text("\n".join(lines), encoding="utf-8")

    done = parse(tmp_path / "x.jsonl", "--format", "jsonl")

    assert (done.code, len(done.out.splitlines())) == (2, 1)
    assert [line.partition(str(tmp_path))[2] for line in done.err.splitlines()[:-1]] == [
        "/x.jsonl:2: broken JSON at column 2: Expecting property name enclosed in double quotes",
        "/x.jsonl:3: text: expected a string, got an integer",
        "/x.jsonl:4: id: expected an integer or a string, got a list",
        "/x.jsonl:5: id: 'x-1' comes twice",
        "/x.jsonl:6: text: is missing",
    ]


def test_faults_of_outputs_that_are_there_are_reported_again(parse: Parse, tmp_path: Path) -> None:
    source, out = tmp_path / "x.jsonl", tmp_path / "out"
    source.write_text('not json\n{"text": "I left."}\n', encoding="utf-8")
    first = parse(source, "--format", "jsonl", "--out", out)
    (tmp_path / "y.txt").write_text(TEXT, encoding="utf-8")

    for _ in range(2):
        done = parse(source, tmp_path / "y.txt", "--format", "jsonl", "--out", out)
        assert (done.code, done.err.splitlines()[0]) == (2, first.err.splitlines()[0])
        assert "1 there already" in done.err or "2 there already" in done.err
        assert "error: 1 of the inputs could not be read; the rest is done" in done.err


def test_faults_that_were_put_right_are_forgotten(parse: Parse, tmp_path: Path) -> None:
    source, out = tmp_path / "x.jsonl", tmp_path / "out"
    source.write_text('not json\n{"text": "I left."}\n', encoding="utf-8")
    parse(source, "--format", "jsonl", "--out", out)
    source.write_text('{"text": "I left."}\n', encoding="utf-8")

    done = parse(source, "--format", "jsonl", "--out", out)

    assert (done.code, done.err) == (0, f"{out}: 1 written\n")
    assert parse(source, "--format", "jsonl", "--out", out).code == 0


def test_documents_that_a_corpus_lacks_are_reported_again(
    parse: Parse, examples: Path, tmp_path: Path
) -> None:
    gold = tmp_path / "gold"
    shutil.copytree(examples / "conll2016", gold)
    parses = json.loads((gold / "parses.json").read_text(encoding="utf-8"))
    parses[min(parses)]["sentences"] = 3
    (gold / "parses.json").write_text(json.dumps(parses), encoding="utf-8")
    arguments = (gold, "--format", "conll2016", "--out", tmp_path / "out")
    first = parse(*arguments)

    again = parse(*arguments)

    assert (first.code, again.code) == (2, 2)
    assert again.err == first.err.replace("1 written", "0 written, 1 there already")


def test_a_document_in_another_language_is_reported(parse: Parse, examples: Path) -> None:
    done = parse(examples / "conll2016-zh", examples / "article.txt", "--format", "json")

    assert done.code == 2
    assert "gy_0001: the document is in 'zh', the model for 'en'" in done.err
    assert [document["id"] for document in json.loads(done.out)] == ["article"]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(
    ("option", "complaint"),
    [
        (("--only", "roles"), "was not trained for 'roles'"),
        (("--senses", "pdtb3-l2"), "no mapping from tedcdb to pdtb3-l2"),
    ],
)
def test_what_the_model_of_a_language_cannot_do_is_told_of_its_documents(
    relata: Relata, corpus: Path, option: tuple[str, str], complaint: str, jobs: str
) -> None:
    (corpus / "aa.txt").write_text("因为下雨，所以我们走了。", encoding="utf-8")

    done = relata("parse", corpus, "--format", "json", "--jobs", jobs, *option)

    first, last = done.err.splitlines()
    assert (done.code, last) == (2, "error: 1 of the inputs could not be read; the rest is done")
    assert first.startswith("error: aa: ")
    assert complaint in first
    assert [document["id"] for document in json.loads(done.out)] == ["a", "b", "more-a"]


def test_a_line_tells_its_language(relata: Relata, tmp_path: Path) -> None:
    lines = [
        {"id": "a", "text": "OK，好", "language": "en"},
        {"id": "b", "text": "OK", "language": "zh"},
        {"id": "c", "text": "Oui.", "language": "fr"},
        {"id": "d", "text": "OK", "language": 3},
        {"id": "e", "text": "好。", "language": None},
    ]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")

    done = relata("parse", tmp_path / "x.jsonl", "--format", "jsonl")
    english = relata("parse", tmp_path / "x.jsonl", "--format", "jsonl", "--language", "en")

    found = [json.loads(line) for line in done.out.splitlines()]
    assert done.code == 2
    assert [(each["id"], each["language"]) for each in found] == [("a", "en"), ("b", "zh"), ("e", "zh")]
    assert "error: c: no model for texts in 'fr' is installed; installed: en, zh" in done.err
    assert f"error: {tmp_path / 'x.jsonl'}:4: language: expected a string" in done.err
    assert {json.loads(line)["language"] for line in english.out.splitlines()} == {"en"}


@pytest.mark.parametrize("text", ["", " \n\t", "\n" * 100_000, "Word", "\ufeff", "a\x00b because c\x00"])
def test_odd_texts_get_an_honest_result(rule_model: Path, text: str) -> None:
    done = piped(text.encode(), "--format", "jsonl", "--model", rule_model)

    assert (done.code, done.err) == (0, "")
    assert jsonl.loads(done.out).text == text


def test_control_characters_do_not_reach_a_reader(rule_model: Path) -> None:
    done = piped(b"We \x1b[31mleft because it\x07 rained.", "--model", rule_model)

    assert "\x1b" not in done.out
    assert "\x07" not in done.out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--given", "connectives"], "is plain text, which has no relations"),
        (["--only", "senses"], "--only senses goes with --given arguments"),
        (["--only", "connectives", "--format", "conll2008"], "--format conll2008 shows nothing of what it"),
        (["--only", "roles", "--format", "conll2016"], "--format conll2016 shows nothing of what it finds"),
        (["--senses", "pdtb9"], "no sense inventory 'pdtb9'"),
        (["--model", "xx"], "no model 'xx'; installed: "),
        (["--from", "conll2016"], "expected a directory with parses.json"),
        (["--jobs", "0"], "--jobs"),
        (["--min-score", "2"], "--min-score"),
        (["--min-score", "nan"], "'nan' is not a number"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    parse: Parse, examples: Path, arguments: list[str], complaint: str
) -> None:
    done = parse(examples / "article.txt", *arguments)

    assert (done.code, done.out) == (2, "")
    assert complaint in done.err


def test_given_relations_have_to_be_there(parse: Parse, examples: Path, tmp_path: Path) -> None:
    (tmp_path / "parses.json").symlink_to(examples / "conll2016" / "parses.json")

    done = parse(tmp_path, "--given", "arguments")

    assert done.code == 2
    assert "expected relations.json or relations-no-senses.json" in done.err


def test_outputs_do_not_go_where_inputs_are(parse: Parse, corpus: Path) -> None:
    done = parse(corpus, "--out", corpus, "--force")

    assert done.code == 2
    assert "is the directory of an input; expected another one" in done.err
    assert (corpus / "a.txt").read_text(encoding="utf-8") == TEXT


def test_outputs_do_not_replace_inputs(parse: Parse, corpus: Path) -> None:
    done = parse(corpus / "a.txt", "--out", corpus, "--force")

    assert done.code == 2
    assert "would be replaced by its output" in done.err
    assert (corpus / "a.txt").read_text(encoding="utf-8") == TEXT


def test_inputs_of_one_name_are_refused(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    done = parse(corpus / "a.txt", corpus / "more" / "a.txt", "--out", tmp_path / "out")

    assert done.code == 2
    same = f"{corpus / 'a.txt'} and {corpus / 'more' / 'a.txt'} are both called 'a'"
    assert f"{same}; name a directory above them" in done.err


def test_files_of_one_name_in_a_directory_stay_apart(parse: Parse, tmp_path: Path) -> None:
    corpus = tmp_path / "corpus"
    (corpus / "x").mkdir(parents=True)
    for name in ("same.txt", "x-a.txt", "x/a.txt", "x--a.txt.txt"):
        (corpus / name).write_text("One.", encoding="utf-8")
    (corpus / "same.jsonl").write_text('{"text": "One."}', encoding="utf-8")

    done = parse(corpus, "--format", "json", "--out", tmp_path / "out")

    names = sorted(path.name for path in (tmp_path / "out").glob("[!.]*"))
    assert done.code == 0
    assert names == ["same.jsonl.json", "same.txt.json", "x--a.txt-.json", "x--a.txt.json", "x-a.txt.json"]


def test_a_data_set_is_written_from_one_directory(parse: Parse, examples: Path, tmp_path: Path) -> None:
    done = parse(
        examples / "conll2016", examples / "article.txt", "--format", "conll2016", "--out", tmp_path / "out"
    )

    assert done.code == 2
    assert "takes one CoNLL-2016 directory at a time" in done.err


def test_what_can_be_no_file_stays_out_of_a_data_set(parse: Parse, tmp_path: Path) -> None:
    lines = [
        '{"id": "../x", "text": "One."}',
        '{"id": "z", "text": "\\ud800"}',
        '{"id": "y", "text": ""}',
        '{"id": "w", "text": "Two."}',
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(lines), encoding="utf-8")

    done = parse(tmp_path / "in.jsonl", "--format", "conll2016", "--out", tmp_path / "out")

    assert done.code == 2
    assert "expected a document id that can name a file, got '../x'" in done.err
    assert "z: half a surrogate pair, which UTF-8 cannot hold" in done.err
    assert [document.id for document in conll2016.read(tmp_path / "out")] == ["y", "w"]


@pytest.mark.parametrize("place", ["", "nothing/*.txt", "a**"])
def test_nothing_to_parse_is_said(parse: Parse, tmp_path: Path, place: str) -> None:
    done = parse(tmp_path / place)

    assert done.code == 2
    expected = ("expected a corpus, or files to parse: *.txt", "no file fits this pattern", "Invalid pattern")
    assert any(message in done.err for message in expected)


def test_an_empty_name_is_not_the_current_directory(parse: Parse, corpus: Path) -> None:
    done = parse("", corpus / "b.txt", "--format", "json")

    assert (done.code, done.err.splitlines()[0]) == (
        2,
        "error: '': expected the name of a file, a directory or a pattern",
    )
    assert [document["id"] for document in json.loads(done.out)] == ["b"]


def test_an_output_directory_that_cannot_be_made_is_named(parse: Parse, corpus: Path, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file", encoding="utf-8")

    done = parse(corpus, "--out", tmp_path / "out")

    assert done.code == 2
    assert "cannot be written" in done.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_is_said(rule_model: Path, corpus: Path) -> None:
    command = [sys.executable, "-m", "relata", "parse", str(corpus), "--model", str(rule_model)]

    with open("/dev/full", "wb") as full:  # noqa: PTH123
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)

    assert (done.returncode, done.stderr) == (
        2,
        "error: standard output: No space left on device\n",
    )


def test_a_damaged_model_is_refused_with_the_name_of_the_file(
    parse: Parse, corpus: Path, tmp_path: Path
) -> None:
    model = save_rule_model(tmp_path / "model")
    (model / "heads.npz").write_bytes(b"nothing")

    for jobs in ("1", "2"):
        done = parse(corpus, "--model", model, "--jobs", jobs)
        assert done.code == 2
        assert done.err == f"error: {model}/heads.npz: damaged, its sha256 is not the one in manifest.json\n"


def test_without_input_on_a_terminal_there_is_help(rule_model: Path) -> None:
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "relata", "parse", "--model", str(rule_model)]
    done = subprocess.run(command, stdin=follower, capture_output=True, text=True)
    os.close(leader)
    os.close(follower)

    assert done.returncode == 2
    assert "name a text to parse, or feed one to standard input" in done.stderr


def test_a_terminal_gets_colours(rule_model: Path, corpus: Path) -> None:
    import pty

    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "relata", "parse", str(corpus / "a.txt"), "--model", str(rule_model)]
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(command, stdout=follower, env=environment) as process:
        os.close(follower)
        shown = b""
        while process.poll() is None or not shown:
            try:
                shown += os.read(leader, 65536)
            except OSError:  # the other side is closed
                break
    os.close(leader)

    assert "\x1b[3;36mWe left\x1b[0m" in shown.decode()
    assert "\x1b[4;33mbecause\x1b[0m" in shown.decode()
