"""Whether what experiments need is installed."""

from __future__ import annotations

from importlib.util import find_spec

from relata.errors import ProtocolError

_NEEDED = {
    "sklearn": "scikit-learn",
    "scipy": "scipy",
    "statsmodels": "statsmodels",
    "matplotlib": "matplotlib",
}


def check_installed() -> None:
    """Refuses to go on without the libraries of the extra [experiments]."""
    if missing := [package for module, package in _NEEDED.items() if find_spec(module) is None]:
        raise ProtocolError(f'experiments need {", ".join(missing)}: pip install "relata-nlp[experiments]"')
