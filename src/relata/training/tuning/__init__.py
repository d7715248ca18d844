"""Tuning on development data: temperatures, thresholds, calibration and classifiers."""
