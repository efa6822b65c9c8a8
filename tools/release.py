"""Check that everything that names the version names the same one.

python -m tools.release           the version of the package
python -m tools.release v0.3.0    and that it is the tag's
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
_PLACES = {
    "src/jamfold/core/version.py": r'^__version__ = "(.+)"$',
    "CITATION.cff": r"^version: (.+)$",
    "CHANGELOG.md": r"^## (\d\S+) - ",
}


def versions() -> dict[str, str]:
    """Return by file the version that it names first; empty where it names none."""
    found = {}
    for name, pattern in _PLACES.items():
        match = re.search(pattern, (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE)
        found[name] = match[1] if match else ""
    return found


def faults(tag: str = "") -> Iterator[str]:
    """Yield a sentence for each place that names another version than the package, or than the tag."""
    wanted = tag.removeprefix("v") or versions()["src/jamfold/core/version.py"]
    for name, version in versions().items():
        if version != wanted:
            yield f"{name} names version {version or 'none'}, not {wanted}."
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    if tag and re.search(rf"^## {re.escape(wanted)} - unreleased$", text, re.MULTILINE):
        yield f"CHANGELOG.md has no date for {wanted}."


def main() -> int:
    """Print what is wrong; 1 if anything is."""
    found = list(faults(sys.argv[1] if len(sys.argv) > 1 else ""))
    sys.stdout.write("".join(f"{fault}\n" for fault in found))
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
