"""Models small enough to be written by hand, made without torch: one that follows rules, and random ones.

The encoder of the rule model knows some words. A piece's state says what kind of word it begins, of which
kind the next piece is, and how much of each kind the input has. The heads read off that:

- "because", "however", "if", "even" begin a connective, "though" goes on with it, "then" is a second part;
- before a connective stands Arg1, behind it Arg2; full stops are in neither; "because" gives a reason, "lest"
  a purpose, every other connective a concession;
- adjacent sentences make an Implicit conjunction; a result, if there is the word "wet", a purpose with
  "hoping"; with "same" an EntRel, with "?" a Hypophora, with "meaning" an AltLex, which is that word, and
  with "unrelated" nothing;
- "having" begins the second argument of a relation inside its sentence.

Where it knows sentences, too, all words are below the full stop; "wet" is a predicate, and the word "because"
its cause.
"""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper

from relata.model.package import ModelPackage

Floats = npt.NDArray[np.float32]

SPECIAL = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[unused1]", "[unused2]")
CONNECTIVE, SECOND, INSIDE, STOP, QUESTION, SAME, ANCHOR, ALTLEX, REASON, UNRELATED, WET, GOAL = range(12)
KINDS = 12
WORDS: dict[str, tuple[int, ...]] = {
    "because": (CONNECTIVE, REASON),
    "lest": (CONNECTIVE, GOAL),
    "however": (CONNECTIVE,),
    "if": (CONNECTIVE,),
    "even": (CONNECTIVE,),
    "though": (INSIDE,),
    "then": (SECOND,),
    ".": (STOP,),
    "?": (STOP, QUESTION),
    "same": (SAME,),
    "having": (ANCHOR,),
    "meaning": (ALTLEX,),
    "unrelated": (UNRELATED,),
    "wet": (WET,),
    "hoping": (GOAL,),
}
SENSES = (
    "Comparison.Concession.Arg2-as-denier",
    "Contingency.Cause.Reason",
    "Contingency.Cause.Result",
    "Contingency.Purpose.Arg2-as-goal",
    "Expansion.Conjunction",
)
BRACKET_LABELS = ("NP", "S", "S+VP", "VP")
HIDDEN = 3 * KINDS
_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789,;:!'\"-()"


def save_rule_model(path: Path, **settings: float) -> Path:
    """The model that follows rules, as a package."""
    embeddings = np.zeros((len(_vocabulary()), KINDS), dtype=np.float32)
    for word, kinds in WORDS.items():
        embeddings[_vocabulary()[word], list(kinds)] = 1
    return _save(path, embeddings, rule_heads(), SENSES, settings)


def save_sentence_model(path: Path, arrays: Mapping[str, Floats] | None = None, **settings: float) -> Path:
    """The same with trees and propositions, and with more arrays in its heads file."""
    embeddings = np.zeros((len(_vocabulary()), KINDS), dtype=np.float32)
    for word, kinds in WORDS.items():
        embeddings[_vocabulary()[word], list(kinds)] = 1
    heads = rule_heads() | sentence_heads() | dict(arrays or {})
    return _save(path, embeddings, heads, SENSES, settings, SENTENCE_LABELS)


def save_random_model(path: Path, seed: int) -> Path:
    """A model with random numbers in it, which finds something everywhere."""
    random = np.random.default_rng(seed)
    embeddings = random.normal(size=(len(_vocabulary()), KINDS)).astype(np.float32)
    shapes = rule_heads() | sentence_heads()
    heads = {name: random.normal(size=array.shape).astype(np.float32) for name, array in shapes.items()}
    return _save(path, embeddings, heads, SENSES, {}, SENTENCE_LABELS)


def save_bracket_model(path: Path, seed: int) -> Path:
    """The model with trees and propositions, and a head for constituents with random numbers in it."""
    random = np.random.default_rng(seed)
    size, side, labels = 64, 8, len(BRACKET_LABELS)
    shapes: dict[str, tuple[int, ...]] = {"words.shapes.weight": (6, 16), "words.marked.weight": (2, 16)}
    shapes |= {"context.norm.weight": (size,), "context.norm.bias": (size,)}
    shapes |= {"spans.weight": (1, side + 1, side + 1), "labels.weight": (labels, side + 1, side + 1)}
    layers = {"words.mix": (size, 2 * HIDDEN + 32), "context.sides": (3 * size, size)}
    layers |= {"context.out": (size, size)}
    layers |= {
        f"{name}.{place}": (side, size) for name in ("spans", "labels") for place in ("first", "second")
    }
    for name, shape in layers.items():
        shapes |= {f"{name}.weight": shape, f"{name}.bias": shape[:1]}
    heads = {
        f"constituents.{name}": random.normal(size=shape).astype(np.float32) for name, shape in shapes.items()
    }
    save_sentence_model(path, heads)
    manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    edit_manifest(path, labels=manifest["labels"] | {"constituents": list(BRACKET_LABELS)})
    return path


def rule_heads() -> dict[str, Floats]:
    """The arrays of the rule model's heads, by the names of the trained ones."""
    arrays: dict[str, Floats] = {}
    for name in ("tag_words", "explicit_arguments.words", "site_arguments.words"):
        arrays |= _word_states(name)
    tags = np.zeros((5, _MIXED), dtype=np.float32)
    tags[1, CONNECTIVE] = tags[2, INSIDE] = tags[3, SECOND] = 1
    arrays |= _linear("tags", tags, [2, 0, 0, 0, -9])
    arrays |= _linear("anchors", _row(ANCHOR, 1), [-10])
    arrays |= _linear("altlex", _row(ALTLEX, 1), [-10])
    for name in ("explicit_arguments", "site_arguments"):
        emit = np.zeros((3, _MIXED), dtype=np.float32)
        emit[0, [_MARKED, STOP]] = 1
        arrays |= _linear(f"{name}.emit", emit, [0, 2.05, 2])
        leave, enter = np.zeros((2, 9, _MIXED), dtype=np.float32)
        leave[_change(0, 1), _MARKED] = -3  # behind a connective no Arg1 begins,
        enter[_change(2, 0), _MARKED] = -3  # and no Arg2 stands before it
        enter[_change(1, 2), ANCHOR] = 2
        apart = [-10.0 if change in (_change(1, 2), _change(2, 1)) else 0.0 for change in range(9)]
        arrays |= _linear(f"{name}.leave", leave, apart) | _linear(f"{name}.enter", enter, [0] * 9)
    kinds = np.zeros((5, HIDDEN), dtype=np.float32)
    for label, kind in enumerate((UNRELATED, None, ALTLEX, SAME, QUESTION)):
        if kind is not None:
            kinds[label, 2 * KINDS + kind] = 999
    arrays |= _linear("site_kind.out", kinds, [0, 3, 0, 0, 0])
    senses = np.zeros((len(SENSES), HIDDEN), dtype=np.float32)
    senses[2, 2 * KINDS + WET] = senses[3, 2 * KINDS + GOAL] = 999
    arrays |= _linear("sense.out", senses, [0, 0, 0, 0, 5])
    mix = 20 * np.eye(HIDDEN, HIDDEN + 2 * _MIXED, dtype=np.float32)
    arrays |= _linear("explicit_sense.mix", mix, [0] * HIDDEN)
    explicit = np.zeros((len(SENSES), HIDDEN), dtype=np.float32)
    explicit[1, KINDS + REASON] = explicit[3, KINDS + GOAL] = 0.45
    return arrays | _linear("explicit_sense.out", explicit, [4, 0, 0, 0, 0])


def sentence_heads() -> dict[str, Floats]:
    """The arrays of the heads for sentences."""
    arrays = _word_states("syntax.words") | _word_states("roles.words")
    tags = np.zeros((3, _MIXED), dtype=np.float32)
    tags[1, WET] = tags[2, STOP] = 1
    arrays |= _linear("syntax.tags", tags, [1, 0, 0])
    arrays |= _pairs("syntax.arcs", {(0, _CONSTANT, STOP): 1})
    arrays |= _pairs("syntax.deprels", {(0, _CONSTANT, _CONSTANT): 1, (1, STOP, _CONSTANT): 1})
    arrays |= _linear("roles.predicates", _row(WET, 1), [-10])
    arrays |= _linear("roles.rolesets.query", np.ones((2, _MIXED), dtype=np.float32), [1, 1])
    arrays["roles.rolesets.vectors.weight"] = np.array([[0, 0], [1, 1]], dtype=np.float32)
    arrays["roles.rolesets.numbers.weight"] = np.zeros((25, 2), dtype=np.float32)
    return arrays | _pairs("roles.pairs", {(0, _CONSTANT, _CONSTANT): 1, (2, _CONSTANT, REASON): 1}, 3)


_MARKED = KINDS
_MIXED = KINDS + 1
_CONSTANT = _MIXED

SENTENCE_LABELS = {
    "tags": ["NN", "JJ", "."],
    "deprels": ["DEP", "ROOT"],
    "roles": ["_", "A1", "AM-CAU"],
    "rolesets": ["wet.01"],
}


def _pairs(
    name: str, scores: Mapping[tuple[int, int, int], float], labels: int | None = None
) -> dict[str, Floats]:
    """Pairs whose words are read as they are: scores by label, by a place of the first and of the second."""
    size = labels or 1 + max(label for label, _, _ in scores)
    weight = np.zeros((size, _MIXED + 1, _MIXED + 1), dtype=np.float32)
    for place, score in scores.items():
        weight[place] = score
    same = np.eye(_MIXED, dtype=np.float32)
    return {
        f"{name}.weight": weight,
        **_linear(f"{name}.first", same, [0] * _MIXED),
        **_linear(f"{name}.second", same, [0] * _MIXED),
    }


def _word_states(name: str) -> dict[str, Floats]:
    """Twenty for each kind that the first piece is of, and for a mark: a gelu leaves that as it is."""
    mix = np.zeros((_MIXED, 2 * HIDDEN + 32), dtype=np.float32)
    mix[range(KINDS), range(KINDS)] = 20
    mix[_MARKED, 2 * HIDDEN + 16] = 20
    marked = np.zeros((2, 16), dtype=np.float32)
    marked[1, 0] = 1
    shapes = np.zeros((6, 16), dtype=np.float32)
    return {
        f"{name}.shapes.weight": shapes,
        f"{name}.marked.weight": marked,
        **_linear(f"{name}.mix", mix, [0] * _MIXED),
    }


def _linear(name: str, weight: Floats, bias: list[float]) -> dict[str, Floats]:
    return {f"{name}.weight": weight, f"{name}.bias": np.array(bias, dtype=np.float32)}


def _row(place: int, value: float) -> Floats:
    row = np.zeros((1, _MIXED), dtype=np.float32)
    row[0, place] = value
    return row


def _change(before: int, after: int) -> int:
    return 3 * before + after


def _vocabulary() -> dict[str, int]:
    pieces = [*SPECIAL, *WORDS, *_LETTERS, *(f"##{letter}" for letter in _LETTERS)]
    return {piece: number for number, piece in enumerate(dict.fromkeys(pieces))}


def tokenizer_settings(pieces: Iterable[str]) -> dict[str, Any]:
    """The `tokenizer.json` of BERT's tokenizer with these pieces."""
    return {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {
            "type": "BertNormalizer",
            "clean_text": True,
            "handle_chinese_chars": True,
            "strip_accents": None,
            "lowercase": True,
        },
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "post_processor": None,
        "decoder": None,
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {piece: number for number, piece in enumerate(pieces)},
        },
    }


def _encoder(embeddings: Floats) -> bytes:
    """States are [own kind, next piece's kind, mean of all kinds]."""
    ints = {"zero": [0], "one": [1], "far": [2**31], "axis": [1], "pads": [0, 0, 0, 0, 1, 0]}
    constants = [
        numpy_helper.from_array(np.array(value, dtype=np.int64), name) for name, value in ints.items()
    ]
    nodes = [
        helper.make_node("Gather", ["embeddings", "input_ids"], ["own"]),
        helper.make_node("Slice", ["own", "one", "far", "axis"], ["rest"]),
        helper.make_node("Pad", ["rest", "pads"], ["next"]),
        helper.make_node("ReduceMean", ["own"], ["mean"], axes=[1], keepdims=1),
        helper.make_node("Shape", ["own"], ["shape"]),
        helper.make_node("Expand", ["mean", "shape"], ["means"]),
        helper.make_node("Concat", ["own", "next", "means"], ["states"], axis=2),
    ]
    names = ("input_ids", "attention_mask", "token_type_ids")
    graph = helper.make_graph(
        nodes,
        "toy",
        [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "pieces"]) for name in names],
        [helper.make_tensor_value_info("states", TensorProto.FLOAT, ["batch", "pieces", HIDDEN])],
        [numpy_helper.from_array(embeddings, "embeddings"), *constants],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(model)
    return bytes(model.SerializeToString())


def _save(
    path: Path,
    embeddings: Floats,
    heads: Mapping[str, Floats],
    senses: tuple[str, ...],
    settings: Mapping[str, float],
    sentences: Mapping[str, list[str]] | None = None,
) -> Path:
    arrays = io.BytesIO()
    np.savez(arrays, **heads)
    manifest: dict[str, Any] = {
        "language": "en",
        "version": "0.0",
        "labels": {"senses": list(senses), **(sentences or {})},
        "settings": dict(settings),
        "training": {"data": {"corpus": "none: written by hand"}},
        "scores": {"dev": {"connective f1": 12.345}},
        "licence": "MIT",
        "track": "closed",
        "resources": [{"name": "rules", "licence": "MIT"}],
    }
    files = {
        "encoder.onnx": _encoder(embeddings),
        "tokenizer.json": json.dumps(tokenizer_settings(_vocabulary())).encode(),
        "heads.npz": arrays.getvalue(),
        "CARD.md": b"# A toy\n\nIt follows rules.\n",
    }
    return ModelPackage.save(path, files, manifest).path


def edit_manifest(path: Path, **changes: Any) -> None:
    """Changes fields of a package's manifest, as an ill-willed hand would."""
    manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    (path / "manifest.json").write_text(json.dumps(manifest | changes), encoding="utf-8")


def edit_file(path: Path, name: str, content: bytes) -> None:
    """Puts other content into a package, with the sha256 that goes with it."""
    (path / name).write_bytes(content)
    manifest = json.loads((path / "manifest.json").read_text(encoding="utf-8"))
    edit_manifest(path, files=manifest["files"] | {name: hashlib.sha256(content).hexdigest()})
