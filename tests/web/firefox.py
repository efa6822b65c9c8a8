"""Headless Firefox, driven by WebDriver BiDi over its own socket: there is no need of geckodriver."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

PATIENCE = 60
_NAMES = ("firefox-esr", "firefox")
_SETTINGS = {
    "browser.shell.checkDefaultBrowser": False,
    "browser.aboutConfig.showWarning": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.proxy.type": 1,  # a proxy that is not there: there is no network
    "network.proxy.http": "127.0.0.1",
    "network.proxy.http_port": 9,
    "network.proxy.ssl": "127.0.0.1",
    "network.proxy.ssl_port": 9,
    "network.proxy.socks": "127.0.0.1",
    "network.proxy.socks_port": 9,
    "network.proxy.allow_hijacking_localhost": True,
}


def why_no_firefox() -> str:
    """Why there is no Firefox to test with; empty if there is one."""
    try:
        import websocket  # noqa: F401 -- comes with selenium
    except ImportError:
        return "no websocket-client: pip install selenium"
    return "" if _program() else "no Firefox here: install the package firefox-esr"


def _program() -> str | None:
    return next((path for path in map(shutil.which, _NAMES) if path), None)


class Firefox:
    """One Firefox without a network; `open`, `run` and `press` as the tests of both browsers need them."""

    def __init__(self) -> None:
        import websocket

        self._folder = tempfile.TemporaryDirectory(prefix="jamfold-firefox-", ignore_cleanup_errors=True)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});" for name, value in _SETTINGS.items()]
        (Path(self._folder.name) / "user.js").write_text("\n".join(lines), encoding="utf-8")
        words = ["--headless", "--no-remote", "--profile", self._folder.name, "--remote-debugging-port", "0"]
        self._process = subprocess.Popen(
            [str(_program()), *words, "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self._process.stderr is not None
        lines_said = (re.search(r"listening on (ws://\S+)", line) for line in self._process.stderr)
        found = next((match for match in lines_said if match), None)
        assert found is not None, "Firefox opens no socket"
        self._socket = websocket.create_connection(f"{found[1]}/session", PATIENCE, suppress_origin=True)
        self._number = 0
        self._ask("session.new", capabilities={})
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **parameters: Any) -> Any:
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while (answer := json.loads(self._socket.recv())).get("id") != self._number:
            pass
        assert answer["type"] == "success", answer
        return answer["result"]

    def open(self, address: str) -> None:
        """Open an address anew, also where only what is behind its # differs."""
        for place in ("about:blank", address):
            self._ask("browsingContext.navigate", context=self._context, url=place, wait="complete")

    def run(self, expression: str) -> Any:
        """What an expression of the page gives, promises awaited."""
        done = self._ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify(await ({expression})))()",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert done["type"] == "success", done
        value = done["result"].get("value")
        return None if value is None else json.loads(value)

    def press(self, keys: Sequence[str]) -> None:
        """Press keys, one after the other."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        source = {"type": "key", "id": "keyboard", "actions": actions}
        self._ask("input.performActions", context=self._context, actions=[source])

    def quit(self) -> None:
        """End it, and forget what it has stored."""
        self._ask("browser.close")
        self._socket.close()
        self._process.wait(PATIENCE)
        self._folder.cleanup()
