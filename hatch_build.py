"""The build hook: write the stub of the package, which is not in git, before a wheel or sdist is made."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class StubHook(BuildHookInterface):
    """Writes ``src/jamfold/__init__.pyi`` from the sources that are being packed or installed."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the stub; Hatchling calls this before it collects files, for editable installs too."""
        sys.path[:0] = [self.root, str(Path(self.root, "src"))]
        from tools.stubs import write_stub

        write_stub()
        if self.target_name == "wheel" and version != "editable":
            # Tools for assistants offer the chapters of the documentation.
            chapters = sorted(Path(self.root, "docs").glob("*.md"))
            build_data["force_include"].update({str(one): f"jamfold/docs/{one.name}" for one in chapters})
