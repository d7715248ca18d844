from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

PARENT = """
import multiprocessing, time
from relata.batch.processes import settle

def work():
    settle()
    print("settled", flush=True)
    time.sleep(100)

if __name__ == "__main__":
    worker = multiprocessing.get_context("spawn").Process(target=work)
    worker.start()
    worker.join()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="processes are killed in another way there")
def test_workers_of_a_killed_process_end(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == "settled\n"

        parent.send_signal(signal.SIGKILL)

        parent.communicate(timeout=30)  # which a worker that lives on would keep open
