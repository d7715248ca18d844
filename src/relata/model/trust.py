"""Trust in models: released ones by digests in this code, those of users by signatures with their keys.

The manifest of a model has the digests of its files, so whoever vouches for the manifest vouches for all.
A signature is a file beside the manifest. Your public keys are files in a folder of yours, to which signing
adds the key that it used; copy it to trust your models on other machines.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from msgspec import Struct

from relata.errors import FormatError, ModelError, RelataError, optional_module
from relata.formats.files import replace_text
from relata.formats.json_lines import convert
from relata.model.package import MANIFEST, ModelPackage
from relata.model.released import RELEASED

SIGNATURE = "signature.json"
KEYS = "RELATA_KEYS"
"""Environment variable with the folder of public keys, in place of `~/.config/relata/keys`."""
RELEASE, YOURS, UNKNOWN = "released", "yours", "unknown"
_ALGORITHM = "Ed25519"
_PREFIX = b"relata-model-signature/1\n"
_KEY_BYTES, _SIGNATURE_BYTES = 32, 64


class _ModelFolder(Protocol):
    @property
    def path(self) -> Path: ...


class _SignatureRecord(Struct):
    algorithm: str
    key: str
    signature: str


@dataclass(frozen=True, slots=True)
class Trust:
    """Who vouches for a model: "released", "yours" or "unknown", and by which key or why not."""

    kind: str
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.kind} ({self.detail})" if self.detail else self.kind


def trust_in(package: _ModelFolder) -> Trust:
    """Find out who vouches for a model; refuse a signature that is not one of its manifest.

    >>> from relata.parsing.loading import find
    >>> str(trust_in(ModelPackage.peek(find("en"))))
    'released'
    """
    manifest = _read(package.path / MANIFEST)
    if hashlib.sha256(manifest).hexdigest() in RELEASED:
        return Trust(RELEASE)
    path = package.path / SIGNATURE
    if not path.exists():
        return Trust(UNKNOWN)
    key, signature = _signature(path)
    name = _key_name(key)
    if not (keys_folder() / f"{name}.pub").exists():
        return Trust(UNKNOWN, f"signed with key {name}, which is not among yours")
    try:
        ed25519: Any = optional_module("cryptography.hazmat.primitives.asymmetric.ed25519", extra="sign")
    except RelataError as error:
        return Trust(UNKNOWN, f"signed with key {name}; {error}")
    invalid = optional_module("cryptography.exceptions", extra="sign").InvalidSignature
    try:
        ed25519.Ed25519PublicKey.from_public_bytes(key).verify(signature, _PREFIX + manifest)
    except invalid:
        raise ModelError(f"{path}: no signature of this {MANIFEST}, which has changed since") from None
    return Trust(YOURS, f"key {name}")


def sign_model(folder: str | Path, key: str | Path) -> Path:
    """Sign the manifest of a model with a private key of Ed25519; return the file of the signature.

    The public key joins yours, so that the model is "yours" from now on.
    """
    package = ModelPackage.load(folder)
    private = _private_key(Path(key))
    public = private.public_key().public_bytes_raw()
    signature = private.sign(_PREFIX + _read(package.path / MANIFEST))
    record = {"algorithm": _ALGORITHM, "key": public.hex(), "signature": signature.hex()}
    target = package.path / SIGNATURE
    replace_text(target, [json.dumps(record, indent=2) + "\n"])
    replace_text(keys_folder() / f"{_key_name(public)}.pub", [f"{_ALGORITHM} {public.hex()}\n"])
    return target


def keys_folder() -> Path:
    """Return the folder of your public keys."""
    settings = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(os.environ.get(KEYS) or Path(settings) / "relata" / "keys")


def _private_key(path: Path) -> Any:
    serialization = optional_module("cryptography.hazmat.primitives.serialization", extra="sign")
    ed25519 = optional_module("cryptography.hazmat.primitives.asymmetric.ed25519", extra="sign")
    if not path.exists():
        command = f"openssl genpkey -algorithm ed25519 -out {path}"
        raise RelataError(f"no key at {path}; make one: {command}")
    data = _read(path)
    try:
        key = serialization.load_pem_private_key(data, password=None)
    except (ValueError, TypeError):
        key = None
    if not isinstance(key, ed25519.Ed25519PrivateKey):
        raise FormatError("expected a private key of Ed25519 in PEM, without a password", path)
    return key


def _signature(path: Path) -> tuple[bytes, bytes]:
    """Read the public key and the signature of a file."""
    try:
        record = convert(json.loads(_read(path)), _SignatureRecord, path, 1)
        key, signature = bytes.fromhex(record.key), bytes.fromhex(record.signature)
    except (ValueError, RecursionError, FormatError) as error:
        raise ModelError(f"{path}: no signature: {error}") from None
    if record.algorithm != _ALGORITHM or len(key) != _KEY_BYTES or len(signature) != _SIGNATURE_BYTES:
        raise ModelError(f"{path}: expected a key and a signature of {_ALGORITHM}")
    return key, signature


def _key_name(public: bytes) -> str:
    return hashlib.sha256(public).hexdigest()[:16]


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", path) from None
