"""`python -m relata` is the same as `relata`."""

from relata.cli import main

if __name__ == "__main__":
    main()
