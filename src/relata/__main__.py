"""The command `relata`, which is also `python -m relata`."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Run the command; end in one line if another project replaced or removed files of this one."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # while modules are imported, Ctrl-C just ends
    try:
        from relata import load  # noqa: F401, not there in the other project
        from relata.cli import main as run

        run()
    except ImportError as error:
        if (error.name or "").partition(".")[0] != "relata":
            raise
        from relata.errors import OTHER_PROJECT

        print(f"error: {OTHER_PROJECT}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
