"""Models of implicit relations, with `fit` and `predict`."""
