"""Training data: corpora, instances and batches."""
