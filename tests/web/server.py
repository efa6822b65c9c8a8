"""The real server as a process of its own, and plain HTTP to it."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import subprocess
import sys
import threading
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.interrupts import heard

_COMMAND = "import sys; from jamfold.cli.main import main; sys.exit(main(sys.argv[1:]))"
_LINK = re.compile(r"(http://127\.0\.0\.1:\d+/)\?token=([\w-]+)")
LINKS: dict[str, str] = {}
"""The start link of each server, by its address."""
PATIENCE = float(os.environ.get("JAMFOLD_TEST_PATIENCE", "120"))
"""Seconds until a test gives up; compiling and building may take a while."""


class Server:
    """`jamfold web` on a free port, with its own data folder."""

    def __init__(self, data_folder: str) -> None:
        own = {"JAMFOLD_DATA": data_folder} if data_folder else {}
        with heard():
            self._process = subprocess.Popen(
                [sys.executable, "-c", _COMMAND, "web", "--port", "0", "--no-open"],
                env={**os.environ, **own, "PYTHONPATH": os.pathsep.join(sys.path)},
                stderr=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                text=True,
            )
        assert self._process.stderr is not None
        self.lines: list[str] = []
        found = None
        while found is None:
            line = self._process.stderr.readline()
            if not line:
                raise AssertionError("the server did not start: " + "".join(self.lines))
            self.lines.append(line)
            found = _LINK.search(line)
        self.address, self.token = found.groups()
        self.own = {"Authorization": f"Bearer {self.token}"}
        """The header of whoever started it."""
        LINKS[self.address] = found[0]
        self.port = int(urlsplit(self.address).port or 0)
        threading.Thread(target=self.lines.extend, args=(self._process.stderr,), daemon=True).start()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def worker(self, *, that_builds: bool = False) -> int:
        """The process that answers short questions, or the gentle one that builds."""
        threads = [*Path(f"/proc/{self._process.pid}/task").glob("*/children")]
        if not threads:
            pytest.skip("this system does not tell the children of a process")
        workers = [
            int(child)
            for thread in threads
            for child in thread.read_text().split()
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
        ]
        assert workers, "there is no worker process"
        return sorted(workers, key=lambda pid: os.getpriority(os.PRIO_PROCESS, pid))[-that_builds]

    def close(self) -> int:
        """End it as Ctrl-C does, and give its exit code."""
        self._process.send_signal(signal.SIGINT)
        try:
            return self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> tuple[int, dict[str, str], bytes]:
        """One request with the token, unless the headers have an authorization: status, headers, body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        given = {**self.own, **(headers or {})}
        connection.putrequest(method, path, skip_host="Host" in given, skip_accept_encoding=True)
        if body is not None and "Transfer-Encoding" not in given:
            given.setdefault("Content-Length", str(len(body)))
        for name, value in given.items():
            if value or name != "Authorization":
                connection.putheader(name, value)
        connection.endheaders()
        if body is not None:
            with contextlib.suppress(OSError):  # refused before it was read
                connection.send(body)
        answer = connection.getresponse()
        content = answer.read()
        connection.close()
        return answer.status, {name.lower(): value for name, value in answer.getheaders()}, content

    def post(self, path: str, values: Any, **headers: str) -> tuple[int, Any]:
        """JSON there and back; the answer to a question is waited for, unless its path says how long."""
        body = json.dumps(values).encode()
        if path.startswith("/api/") and "?" not in path:
            path += "?wait=60"
        status, _, content = self.ask("POST", path, body, {"Content-Type": "application/json", **headers})
        return status, json.loads(content)

    def open(self, address: str) -> Any:
        """The answer at a whole address, for those who run no script."""
        return urllib.request.urlopen(urllib.request.Request(address, headers=self.own))

    def get(self, path: str) -> tuple[int, Any]:
        """JSON back."""
        status, _, content = self.ask("GET", path)
        return status, json.loads(content)
