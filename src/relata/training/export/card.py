"""The card of a model: its purpose, data, training and scores."""

from __future__ import annotations

import platform
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

import relata

_LIBRARIES = ("torch", "transformers", "tokenizers", "onnx", "onnxruntime", "numpy")

_EXPLAINED = {
    "connective F1": "connectives, exact span, F1",
    "explicit Arg1": "Arg1 of gold connectives, exact, F1",
    "explicit Arg2": "Arg2 of gold connectives, exact, F1",
    "explicit both": "both arguments of gold connectives, exact, F1",
    "explicit order": "of these arguments, if both spans are right, labelled the right way round, accuracy",
    "explicit sense": "sense of explicit relations with gold arguments, accuracy",
    "implicit sense": "sense of implicit relations with gold arguments, accuracy",
    "non-explicit sense": "sense of implicit and AltLex relations with gold arguments, accuracy",
    "sense-only F1": "sense-only task (arguments given, types found), all relations, F1",
    "non-explicit sense-only F1": "sense-only task, relations without connective, with EntRel, F1",
    "strict F1": "end to end on gold words and sentences, strict F1",
    "partial F1": "end to end on gold words and sentences, partial F1",
    "raw strict F1": "end to end on raw text, strict F1",
    "raw partial F1": "end to end on raw text, partial F1",
}

_OF_SENTENCES = {
    "tags": "tags, accuracy",
    "UAS": "unlabelled attachment",
    "LAS": "labelled attachment",
    "constituents": "constituents, labelled F1 (evalb)",
    "predicate F1": "predicates, F1",
    "roleset": "rolesets of the predicates that were found, accuracy",
    "semantic F1": "labelled semantic F1 (CoNLL-2008)",
    "verbal F1": "labelled semantic F1 of verbal predicates",
    "nominal F1": "labelled semantic F1 of nominal predicates",
    "macro F1": "labelled macro F1 (CoNLL-2008)",
}

_LABELS = ("senses", "conventions", "tags", "deprels", "constituents", "roles", "rolesets")


def card_of(manifest: Mapping[str, Any]) -> str:
    """Write the card of a model from its manifest, in Markdown."""
    evaluation = manifest["evaluation"]
    sections = {
        f"Model, {manifest['language']}": _about(manifest),
        "Relations": _relations(manifest),
        "By genre": _genres(evaluation["genres"]),
        "Calibration": _calibration(evaluation["calibration"], evaluation.get("shown", {})),
        "Sentences": _sentences(manifest),
        "Training": _training(manifest["training"]),
    }
    return "\n\n".join(f"## {title}\n\n{text}" for title, text in sections.items() if text)[1:] + "\n"


def source_commit() -> str:
    """Return the commit of the running source, marked if files differ from it; "unknown" without git."""
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"],
            cwd=Path(relata.__file__).parent,
            capture_output=True,
            text=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


def library_versions() -> dict[str, str]:
    """Return the versions of Relata, Python and the libraries that results depend on."""
    versions = {"relata": relata.__version__, "python": platform.python_version()}
    return versions | {name: version(name) for name in _LIBRARIES}


def _about(manifest: Mapping[str, Any]) -> str:
    labels = manifest["labels"]
    found = []
    if labels["senses"]:
        found.append(
            "Finds discourse relations as the Penn Discourse TreeBank has them: connectives, both arguments,"
            " senses, and relations without connective between adjacent sentences and inside them."
        )
    if "tags" in labels:
        trees = ", constituents" if "constituents" in labels else ""
        roles = ", predicates with their rolesets and roles" if "roles" in labels else ""
        found.append(f"Inside sentences: tags, dependencies{trees}{roles}.")
    facts = {
        name.capitalize(): f"{len(labels[name])} of the training data" for name in _LABELS if name in labels
    }
    facts |= {
        "Licence": manifest["licence"],
        "Track": f"{manifest['track']} (in the sense of the CoNLL-2016 shared task)",
        "Resources": "; ".join(manifest["resources"]),
    }
    return " ".join(found) + "\n\n" + _list(facts)


def _relations(manifest: Mapping[str, Any]) -> str:
    training, evaluation = manifest["training"], manifest["evaluation"]
    if "label_set" not in evaluation:
        return ""
    whole = evaluation["whole_label_set"]
    apart = f" (whole analyses: {whole})" if whole != evaluation["label_set"] else ""
    return (
        f"On {_part(training['data']['dev'])}; label set {evaluation['label_set']}{apart}, corrected"
        " CoNLL-2016 measures, in per cent. Epoch, temperatures and thresholds were chosen on these"
        " documents.\n\n"
        + _scores(_EXPLAINED, manifest["scores"], evaluation["exact"])
        + f"\n\n    {evaluation['command']}"
        + "".join(
            f"\n\nBy the conventions {name}, on {_part(corpus['dev'])}:\n\n"
            + _scores(
                {f"{name} {measure}": text for measure, text in _EXPLAINED.items()},
                manifest["scores"],
                evaluation["exact"],
            )
            for name, corpus in training["data"].get("also", {}).items()
        )
    )


def _sentences(manifest: Mapping[str, Any]) -> str:
    training, evaluation = manifest["training"], manifest["evaluation"]
    parts = training["data"].get("sentences", {}).get("dev", {})
    if not parts:
        return ""
    explained = {
        f"{source} {measure}": f"{source}: {text}"
        for source in parts
        for measure, text in _OF_SENTENCES.items()
    }
    return (
        "Words and sentences are given, all else is found; in per cent.\n\n"
        + _list({source: _part(part) for source, part in parts.items()})
        + "\n\n"
        + _scores(explained, manifest["scores"], evaluation["exact"])
        + "\n\n    python benchmarks/evaluate_sentences.py MODEL SENTENCES/dev"
    )


def _training(training: Mapping[str, Any]) -> str:
    data = training["data"]
    parts = [data["train"]] if "train" in data else []
    parts += [corpus["train"] for corpus in data.get("also", {}).values()]
    parts += data.get("sentences", {}).get("train", {}).values()
    parts += [data["silver"]] if "silver" in data else []
    facts = {
        "Data": "; ".join(map(_part, parts)),
        "Encoder": training["encoder"],
        "Command": f"`{training['command']}`",
        "Seed": training["seed"],
        "Versions": ", ".join(f"{name} {version}" for name, version in training["versions"].items()),
        "Source": f"commit {training['commit']}",
    }
    if "rewritten" in training:
        facts["Rewritten for relata-model/2"] = f"`{training['rewritten']}`"
    if "constituents" in training:
        head = training["constituents"]
        facts["Constituents"] = f"`{head['command']}` (commit {head['commit']}), with the encoder as it is"
    if "tuned" in training:
        tuned = training["tuned"]
        facts["Tuned anew"] = f"`{tuned['command']}` (commit {tuned['commit']})"
    if "before" in training:
        facts["It began with"] = "; which began with ".join(_before(training))
    return _list(facts)


def _before(training: Mapping[str, Any]) -> Iterator[str]:
    """Describe the trainings that a model began with, the last first."""
    while before := training.get("before"):
        kind = "the checkpoint best.pt" if training["start"].endswith(".pt") else "the package"
        yield (
            f"`{training['start']}`, {kind} of `{before['command']}`"
            f" (commit {before['commit']}, seed {before['seed']})"
        )
        training = before


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Draw a table in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _list(items: Mapping[str, Any]) -> str:
    return "\n".join(f"- {name}: {value}" for name, value in items.items())


def _part(part: Mapping[str, Any]) -> str:
    names = ("documents", "tokens", "relations", "propositions")
    counts = ", ".join(f"{part[name]:,} {name}" for name in names if part.get(name))
    return f"{part['source']} ({counts}; fingerprint {part['fingerprint']})"


def _scores(explained: Mapping[str, str], scores: Mapping[str, float], exact: Mapping[str, float]) -> str:
    rows = [
        (text, f"{scores[name]:.2f}", f"{exact[name]:.2f}" if name in exact else "")
        for name, text in explained.items()
        if name in scores
    ]
    columns = 3 if exact else 2  # a model that was tuned anew has no figures of its own before quantisation
    header = ("measure", "this model", "before quantisation")
    return table(header[:columns], [row[:columns] for row in rows])


def _genres(genres: Mapping[str, Mapping[str, float]]) -> str:
    if not genres:
        return ""
    names = list(next(iter(genres.values())))
    rows = [(genre, *(f"{scores[name]:.1f}" for name in names)) for genre, scores in genres.items()]
    return table(("genre", *names), rows)


def _calibration(heads: Mapping[str, Mapping[str, float]], shown: Mapping[str, Any]) -> str:
    if not heads:
        return ""
    rows = [
        (
            name,
            f"{head['temperature']:.2f}",
            f"{head['error_before']:.1f}",
            f"{head['error']:.1f}",
            str(head["count"]),
        )
        for name, head in heads.items()
    ]
    return (
        "Expected calibration error of each head in per cent (ten bins), without and with its temperature,"
        " which is folded into its weights; each half of the data is measured with the temperature of the"
        " other.\n\n"
        + table(("head", "temperature", "error without", "error with", "cases"), rows)
        + "".join(
            f"\n\nProbabilities as they are shown, {_SHOWN[name]}: error {part['error']:.1f}"
            f" ({part['count']} cases; the curves were fitted to the same documents)."
            for name, part in shown.items()
        )
    )


_SHOWN = {
    "relations": "that a relation is right as a whole",
    "senses": "that the sense of a relation with gold arguments is right",
}
