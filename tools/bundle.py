"""Make ``build/jamfold.mcpb``: a bundle that desktop clients install with a click.

    python -m tools.bundle [FILE]

A bundle is a zip of a manifest and the server. This one holds the package's sources and the names of what
it needs; the client installs these with uv when it is opened first.
"""

from __future__ import annotations

import json
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

from jamfold.core.version import __version__
from jamfold.web.mcp_tools import tool_description, tool_names

ROOT = Path(__file__).parents[1]
_MOMENT = (2026, 1, 1, 0, 0, 0)
_ENTRY = "from jamfold.__main__ import main\n\nraise SystemExit(main())\n"


def manifest() -> dict[str, Any]:
    """What the client reads first."""
    return {
        "manifest_version": "0.4",
        "name": "jamfold",
        "display_name": "jamfold",
        "version": __version__,
        "description": "Exact jam/fold (push/fold) equilibria, equities and ICM for poker.",
        "author": {"name": "jamfold authors"},
        "license": "MIT",
        "server": {
            "type": "uv",
            "entry_point": "server.py",
            "mcp_config": {
                "command": "uv",
                "args": ["run", "--directory", "${__dirname}", "server.py", "mcp"],
            },
        },
        "tools": [{"name": name, "description": tool_description(name)} for name in tool_names()],
        "compatibility": {"platforms": ["darwin", "linux", "win32"], "runtimes": {"python": ">=3.11"}},
    }


def files() -> dict[str, bytes]:
    """The files of the bundle by name."""
    found = {
        "manifest.json": json.dumps(manifest(), indent=2).encode(),
        "server.py": _ENTRY.encode(),
        "pyproject.toml": _project().encode(),
    }
    for path in sorted((ROOT / "src" / "jamfold").rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts:
            found[path.relative_to(ROOT / "src").as_posix()] = path.read_bytes()
    for path in sorted((ROOT / "docs").glob("*.md")):
        found[f"jamfold/docs/{path.name}"] = path.read_bytes()
    return found


def _project() -> str:
    """What uv installs: the versions that pyproject.toml allows, for the package and the extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["web"], *extras["mcp"]]
    needed = [need for need in needed if not need.startswith("jamfold")]
    return (
        f'[project]\nname = "jamfold-bundle"\nversion = "{__version__}"\nrequires-python = ">=3.11"\n'
        f"dependencies = {json.dumps(needed)}\n"
    )


def write_bundle(path: Path) -> None:
    """Write the bundle; the same sources give the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as bundle:
        for name, content in files().items():
            bundle.writestr(zipfile.ZipInfo(name, _MOMENT), content, zipfile.ZIP_DEFLATED, 9)


def main() -> int:
    """Write the bundle and say where."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "jamfold.mcpb"
    write_bundle(path)
    sys.stdout.write(f"{path} ({path.stat().st_size / 1e6:.1f} MB)\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
