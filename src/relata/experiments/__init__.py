"""The field's evaluation protocols: label sets, splits, baselines, statistics, runs and reports."""
