"""Model files made to do harm: they run no code, read no other file, and take no memory."""

from __future__ import annotations

import io
import pickle
import zipfile
from contextlib import suppress
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from relata.errors import ModelError
from relata.model import arrays, package
from relata.model.arrays import read_arrays
from relata.model.onnx_file import check_onnx
from relata.model.package import FILES, MANIFEST, ModelPackage
from tests.toy_model import save_rule_model


class Harm:
    """Object whose unpickling writes a file."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Path.touch, (Path(self.target),)  # type: ignore[return-value]


def test_heads_that_are_a_pickle_do_not_run(tmp_path: Path) -> None:
    harm = np.array([Harm(tmp_path / "harm")], dtype=object)
    np.savez(tmp_path / "heads.npz", x=harm)
    (tmp_path / "pickle.npz").write_bytes(pickle.dumps(Harm(tmp_path / "harm")))

    for name in ("heads.npz", "pickle.npz"):
        with pytest.raises(ModelError, match="no arrays that numpy reads"):
            read_arrays(tmp_path / name)
    assert not (tmp_path / "harm").exists()


def npy(shape: str, data: bytes = b"", kind: str = "<f4") -> bytes:
    header = f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}".encode().ljust(117) + b"\n"
    return b"\x93NUMPY\x01\x00" + len(header).to_bytes(2, "little") + header + data


@pytest.mark.parametrize(
    ("member", "reason"),
    [
        (npy("(1000000000000,)"), r"the shape \(1000000000000,\) does not fit"),
        (npy("(-2, -2)", bytes(8)), "does not fit"),
        (npy("(2,)", bytes(8), "|O8"), "expected numbers"),
        (npy("(2,)", bytes(16), "<c8"), "expected numbers"),
        (npy("(2,)", bytes(8))[:60], "no arrays that numpy reads"),
        (npy("__import__('os').system('true')"), "no arrays that numpy reads"),
        (b"text", "no arrays that numpy reads"),
    ],
)
def test_arrays_that_are_not_what_they_say_are_refused(tmp_path: Path, member: bytes, reason: str) -> None:
    with zipfile.ZipFile(tmp_path / "heads.npz", "w") as archive:
        archive.writestr("x.npy", member)

    with pytest.raises(ModelError, match=reason):
        read_arrays(tmp_path / "heads.npz")


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "MOST_BYTES", 1 << 20)
    with zipfile.ZipFile(tmp_path / "heads.npz", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x.npy", npy("(500000,)", bytes(2_000_000)))
    monkeypatch.setattr(zipfile.ZipFile, "open", None)

    with pytest.raises(ModelError, match="expected at most 4096 arrays of 1 MB in all, got 1 of 1 MB"):
        read_arrays(tmp_path / "heads.npz")


@pytest.mark.parametrize("name", [MANIFEST, *FILES])
def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    model = save_rule_model(tmp_path / "model")
    monkeypatch.setitem(package._MOST_BYTES, name, 10)

    with pytest.raises(ModelError, match=rf"{name}: larger than the 0 MB that are read"):
        ModelPackage.peek(model)


def graph(*nodes: onnx.NodeProto, numbers: onnx.TensorProto | None = None) -> onnx.GraphProto:
    value = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1])
    return helper.make_graph(nodes, "g", [value], [value], [numbers] if numbers else [])


def elsewhere() -> onnx.TensorProto:
    tensor = TensorProto(name="t", data_type=TensorProto.FLOAT, dims=[1], data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="../secret")
    return tensor


PLAIN = helper.make_node("Identity", ["x"], ["y"])
FOREIGN = helper.make_node("Run", ["x"], ["y"], domain="evil")


@pytest.mark.parametrize(
    ("content", "opsets", "reason"),
    [
        (graph(PLAIN), {"": 21}, "operator sets: expected ai.onnx 17, got ai.onnx 21"),
        (graph(PLAIN), {"": 17, "com.microsoft": 1}, "got ai.onnx 17, com.microsoft 1"),
        (graph(FOREIGN), {"": 17}, "an operator of 'evil'"),
        (graph(PLAIN, numbers=elsewhere()), {"": 17}, "numbers in another file"),
        (graph(helper.make_node("Constant", [], ["y"], value=elsewhere())), {"": 17}, "in another file"),
        (
            graph(helper.make_node("If", ["x"], ["y"], then_branch=graph(FOREIGN))),
            {"": 17},
            "an operator of 'evil'",
        ),
    ],
)
def test_an_encoder_with_foreign_operators_or_files_is_refused(
    tmp_path: Path, content: onnx.GraphProto, opsets: dict[str, int], reason: str
) -> None:
    imports = [helper.make_opsetid(domain, version) for domain, version in opsets.items()]
    model = helper.make_model(content, opset_imports=imports)
    (tmp_path / "encoder.onnx").write_bytes(model.SerializeToString())

    with pytest.raises(ModelError, match=reason):
        check_onnx(tmp_path / "encoder.onnx")


def test_functions_and_deep_graphs_are_refused(tmp_path: Path) -> None:
    opset = helper.make_opsetid("", 17)
    model = helper.make_model(graph(PLAIN), opset_imports=[opset])
    model.functions.append(helper.make_function("f", "F", ["x"], ["y"], [PLAIN], [opset]))
    deep = graph(PLAIN)
    for _ in range(9):
        deep = graph(helper.make_node("If", ["x"], ["y"], then_branch=deep))
    nested = helper.make_model(deep, opset_imports=[opset])

    for content, reason in ((model, "functions of its own"), (nested, "at most 8 graphs")):
        (tmp_path / "encoder.onnx").write_bytes(content.SerializeToString())
        with pytest.raises(ModelError, match=reason):
            check_onnx(tmp_path / "encoder.onnx")


def test_damaged_encoders_are_refused_as_models(tmp_path: Path) -> None:
    data = (save_rule_model(tmp_path / "model") / "encoder.onnx").read_bytes()
    path = tmp_path / "encoder.onnx"
    random = np.random.default_rng(7)
    for _ in range(300):
        content = bytearray(data)
        content[random.integers(len(data))] = random.integers(256)
        path.write_bytes(content[: random.integers(len(data))])
        with suppress(ModelError):
            check_onnx(path)


def test_the_reader_of_fields_agrees_with_the_library(tmp_path: Path) -> None:
    content = io.BytesIO()
    onnx.save_model(onnx.load(save_rule_model(tmp_path / "model") / "encoder.onnx"), content)
    (tmp_path / "encoder.onnx").write_bytes(content.getvalue())

    check_onnx(tmp_path / "encoder.onnx")
