"""Folders that tests read from."""

from pathlib import Path

TESTS = Path(__file__).parent
REPOSITORY = TESTS.parent
