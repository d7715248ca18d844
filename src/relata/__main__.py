"""The command `relata`, and `python -m relata`."""

from __future__ import annotations

import sys

ANOTHER_PROJECT = (
    "error: the installed package `relata` belongs to another project of the same name; "
    "run `pip uninstall relata relata-nlp`, then install relata-nlp again"
)


def main() -> None:
    """Run the command line, unless the files of another project called `relata` have replaced ours."""
    import relata

    if not hasattr(relata, "DiscourseRelation"):
        print(ANOTHER_PROJECT, file=sys.stderr)
        sys.exit(2)
    from relata.cli import main as run_command_line

    run_command_line()


if __name__ == "__main__":
    main()
