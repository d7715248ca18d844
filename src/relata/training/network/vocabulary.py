"""Vocabularies of BERT's kind, without the pieces that no text is cut into."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import cast

import torch
from tokenizers import Tokenizer
from torch import nn

from relata.model.tokenizer import WordPiece
from relata.training.network.encoders import Pretrained

_SPECIAL = re.compile(r"\[[^\]]+\]|<[^>]+>")
"""Names of special pieces and of places for them, which inputs contain by their numbers."""


def prune_vocabulary(base: Pretrained) -> Pretrained:
    """Remove the pieces that no text is cut into from an encoder's vocabulary and embeddings.

    The vocabulary of Chinese BERT has each character twice, at the begin of a word and inside one, but its
    tokenizer makes each character a word. Other kinds of tokenizers stay as they are.
    """
    settings = json.loads(base.tokenizer.to_str())
    if not WordPiece.reads(settings):
        return base
    vocabulary: dict[str, int] = settings["model"]["vocab"]
    added = {token["content"]: token["id"] for token in settings["added_tokens"]}
    possible = _PossiblePieces(base.tokenizer, settings["model"]["continuing_subword_prefix"])
    numbers = {
        number for piece, number in vocabulary.items() if _SPECIAL.fullmatch(piece) or piece in possible
    }
    kept = sorted(numbers | set(added.values()))
    embedding = cast(nn.Embedding, base.encoder.get_input_embeddings())
    if len(kept) == embedding.num_embeddings:
        return base
    renumbered = {old: new for new, old in enumerate(kept)}
    settings["model"]["vocab"] = {
        piece: renumbered[old] for piece, old in vocabulary.items() if old in renumbered
    }
    for token in settings["added_tokens"]:
        token["id"] = renumbered[token["id"]]
    settings["post_processor"] = None  # inputs get their special pieces from `InputBuilder`
    weights = embedding.weight.detach()[torch.tensor(kept)]
    padding = renumbered.get(cast(int, embedding.padding_idx))
    pruned = nn.Embedding.from_pretrained(weights, freeze=False, padding_idx=padding)
    base.encoder.set_input_embeddings(pruned)
    base.encoder.config.vocab_size = len(kept)
    return replace(base, tokenizer=Tokenizer.from_str(json.dumps(settings)))


class _PossiblePieces:
    """Pieces that a text may be cut into, judged by what normalisation leaves of their characters."""

    def __init__(self, tokenizer: Tokenizer, prefix: str) -> None:
        self._tokenizer = tokenizer
        self._prefix = prefix
        self._words: dict[str, list[str]] = {}

    def __contains__(self, piece: str) -> bool:
        inside = piece.startswith(self._prefix)
        characters = piece.removeprefix(self._prefix) if inside else piece
        if len(characters) == 1 and not inside and self._around(characters) == ["a", characters, "a"]:
            return True
        return all(self._around(character) == [f"a{character}a"] for character in characters)

    def _around(self, character: str) -> list[str]:
        """Cut a character between two letters into words."""
        if character not in self._words:
            normalized = self._tokenizer.normalizer.normalize_str(f"a{character}a")
            cut = self._tokenizer.pre_tokenizer.pre_tokenize_str(normalized)
            self._words[character] = [word for word, _ in cut]
        return self._words[character]
