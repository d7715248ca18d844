"""The run-time of the models: word pieces, an ONNX encoder, and heads in numpy."""
