"""The card of a model: what it is, what it was made of, how well it does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from relata.training.evaluation import MEASURES, RAW_MEASURES

_EXPLAINED = {
    "connective F1": "connectives, exact span, F1",
    "explicit Arg1": "Arg1 of gold connectives, exact, F1",
    "explicit Arg2": "Arg2 of gold connectives, exact, F1",
    "explicit both": "both arguments of gold connectives, exact, F1",
    "explicit order": "of these arguments, if both spans are right, labelled the right way round, accuracy",
    "explicit sense": "sense of explicit relations with gold arguments, accuracy",
    "implicit sense": "sense of implicit relations with gold arguments, accuracy",
    "non-explicit sense": "sense of implicit and AltLex relations with gold arguments, accuracy",
    "strict F1": "end to end on gold words and sentences, strict F1",
    "partial F1": "end to end on gold words and sentences, partial F1",
    "raw strict F1": "end to end on raw text, strict F1",
    "raw partial F1": "end to end on raw text, partial F1",
}


def card_of(manifest: Mapping[str, Any]) -> str:
    """The card of a model by its manifest, in Markdown."""
    training, evaluation = manifest["training"], manifest["evaluation"]
    sections = {
        f"Discourse model, {manifest['language']}": (
            "Finds discourse relations as the Penn Discourse TreeBank has them: connectives, both arguments,"
            " senses, and relations without connective between adjacent sentences and inside them.\n\n"
            + _list(
                {
                    "Senses": f"{len(manifest['labels']['senses'])} of the training data",
                    "Licence": manifest["licence"],
                    "Track": f"{manifest['track']} (in the sense of the CoNLL-2016 shared task)",
                    "Resources": "; ".join(manifest["resources"]),
                }
            )
        ),
        "Scores": (
            f"On {_part(training['data']['dev'])}; label set {evaluation['label_set']}{_whole(evaluation)},"
            " corrected CoNLL-2016 measures, in per cent. Epoch, temperatures and thresholds were chosen on"
            " these documents.\n\n"
            + _scores(manifest["scores"], evaluation["exact"])
            + f"\n\n    {evaluation['command']}"
        ),
        "By genre": _genres(evaluation["genres"]),
        "Calibration": (
            "Expected calibration error of each head in per cent (ten bins), without and with temperature;"
            " each half of the data is measured with the temperature of the other.\n\n"
            + _calibration(evaluation["calibration"])
        ),
        "Training": _list(
            {
                "Data": _part(training["data"]["train"]),
                "Encoder": training["encoder"],
                "Command": f"`{training['command']}`",
                "Seed": training["seed"],
                "Versions": ", ".join(f"{name} {version}" for name, version in training["versions"].items()),
                "Source": f"commit {training['commit']}",
            }
        ),
    }
    return "\n\n".join(f"## {title}\n\n{text}" for title, text in sections.items() if text)[1:] + "\n"


def table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _list(items: Mapping[str, Any]) -> str:
    return "\n".join(f"- {name}: {value}" for name, value in items.items())


def _part(part: Mapping[str, Any]) -> str:
    counts = ", ".join(f"{part[name]:,} {name}" for name in ("documents", "tokens", "relations"))
    return f"{part['source']} ({counts}; fingerprint {part['fingerprint']})"


def _scores(scores: Mapping[str, float], exact: Mapping[str, float]) -> str:
    rows = [
        (_EXPLAINED[name], f"{scores[name]:.2f}", f"{exact[name]:.2f}" if name in exact else "")
        for name in (*MEASURES, *RAW_MEASURES)
        if name in scores
    ]
    return table(("measure", "this model", "before quantisation"), rows)


def _whole(evaluation: Mapping[str, Any]) -> str:
    """The label set of whole analyses, if it is another one."""
    whole = evaluation["whole_label_set"]
    return "" if whole == evaluation["label_set"] else f", end to end {whole}"


def _genres(genres: Mapping[str, Mapping[str, float]]) -> str:
    if not genres:
        return ""
    names = list(next(iter(genres.values())))
    rows = [(genre, *(f"{scores[name]:.1f}" for name in names)) for genre, scores in genres.items()]
    return table(("genre", *names), rows)


def _calibration(heads: Mapping[str, Mapping[str, float]]) -> str:
    rows = [
        (
            name,
            f"{each['temperature']:.2f}",
            f"{each['error_before']:.1f}",
            f"{each['error']:.1f}",
            str(each["count"]),
        )
        for name, each in heads.items()
    ]
    return table(("head", "temperature", "error without", "error with", "cases"), rows)
