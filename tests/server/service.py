"""A process of `relata serve`, and a client that talks to it."""

from __future__ import annotations

import http.client
import json
import re
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Thread
from typing import Any


@dataclass(frozen=True)
class Answer:
    """Status, headers and body of an answer."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        message: str = self.json["error"]
        return message


class Service:
    """A process of `relata serve`, and requests to it."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "relata", "serve", "--port", "0", "--no-browser", *arguments]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        self.log: list[str] = []
        for line in self.process.stderr:
            self.log.append(line)
            if match := re.search(r":(\d+): ready", line):
                self.port = int(match[1])
                self._reading = Thread(target=self.log.extend, args=(self.process.stderr,))
                self._reading.start()
                return
        raise AssertionError("".join(self.log))

    def end(self) -> int:
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(timeout=30)
        self._reading.join()
        assert self.process.stderr is not None
        self.process.stderr.close()
        return code

    def request(
        self, method: str, path: str, body: str | bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        content = body.encode() if isinstance(body, str) else body
        connection.request(method, path, content or None, dict(headers or {}))
        response = connection.getresponse()
        fields = {name.lower(): value for name, value in response.getheaders()}
        answer = Answer(response.status, fields, response.read())
        connection.close()
        return answer

    def post(self, path: str, body: str | bytes, headers: Mapping[str, str]) -> Answer:
        return self.request("POST", path, body, headers)

    def form(self, path: str, headers: Mapping[str, str] | None = None, **files: tuple[str, bytes]) -> Answer:
        parts = b"".join(
            f'--edge\r\ncontent-disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode()
            + content
            + b"\r\n"
            for field, (name, content) in files.items()
        )
        kind = {"content-type": "multipart/form-data; boundary=edge", **(headers or {})}
        return self.post(path, parts + b"--edge--\r\n", kind)
