"""Check of the packages that experiments need."""

from __future__ import annotations

from importlib.util import find_spec

from relata.errors import ProtocolError

_SAME_NAME = ("matplotlib", "scipy", "statsmodels", "tabulate")
_PACKAGES = {name: name for name in _SAME_NAME} | {"sklearn": "scikit-learn"}


def check_installed() -> None:
    """Refuse to run without the packages of the extra [experiments]."""
    if missing := [package for module, package in _PACKAGES.items() if find_spec(module) is None]:
        raise ProtocolError(f'experiments need {", ".join(missing)}: pip install "relata-nlp[experiments]"')
