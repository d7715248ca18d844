"""Worker processes: what those that parse and those that run experiments have in common."""

from __future__ import annotations

import multiprocessing
import os
import signal
from threading import Thread


def settle() -> None:
    """Prepares a worker: Ctrl-C is for its parent to answer, and it ends when its parent is gone.

    A parent that is killed tells nobody: its workers would finish what may take many minutes.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
