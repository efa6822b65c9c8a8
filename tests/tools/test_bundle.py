"""The bundle for desktop clients: a zip with a manifest and a server that answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from jamfold import __version__
from tools.bundle import write_bundle


@pytest.mark.long
def test_a_bundle_holds_manifest_and_server(tmp_path: Path) -> None:
    write_bundle(tmp_path / "one.mcpb")
    write_bundle(tmp_path / "two.mcpb")
    assert (tmp_path / "one.mcpb").read_bytes() == (tmp_path / "two.mcpb").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.mcpb") as bundle:
        bundle.extractall(tmp_path / "bundle")
    folder = tmp_path / "bundle"
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["version"] == __version__
    assert {"solve", "icm"} <= {tool["name"] for tool in manifest["tools"]}
    assert (folder / manifest["server"]["entry_point"]).exists()
    needs = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert {"mcp", "numpy"} <= {need.partition(">")[0] for need in needs}
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    command = [sys.executable, "server.py", "version"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, env=env)
    assert done.stdout == f"jamfold {__version__}\n", done.stderr
