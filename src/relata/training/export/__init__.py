"""Export: from trained weights to an ONNX package of eight-bit weights."""
