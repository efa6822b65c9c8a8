"""Make a static site for any web host: the offline solver, the strategies of Hold'em and Six-Plus, the docs.

python -m tools.site FOLDER    the docs are in FOLDER/docs already (make site)
"""

from __future__ import annotations

import sys
from pathlib import Path

from jamfold.cli.main import main as jamfold

_PAGES = {
    "solver.html": (("export", "app"), "Solve", "any stack, antes, rake, prizes and ranges, in your browser"),
    "strategies.html": (("export", "page"), "Look up", "who jams and who calls, at every stack"),
}
_HEAD = """<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>jamfold</title></head>
<body><main><h1>jamfold</h1><p>Exact jam or fold for poker with a short stack.</p>
"""
_FOOT = "<p>A study tool: many card rooms forbid such help during play.</p></main></body></html>\n"


def main() -> int:
    """Write the pages and the start page; gives the exit code."""
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, (words, _, _) in _PAGES.items():
        code = jamfold([*words, "--out", str(folder / name)])
        if code:
            return code
    links = [*((name, title, text) for name, (_, title, text) in _PAGES.items())]
    links.append(("docs/index.html", "Read", "the documentation"))
    items = "".join(f'<li><a href="{address}">{title}</a>: {text}</li>\n' for address, title, text in links)
    (folder / "index.html").write_text(f"{_HEAD}<ul>\n{items}</ul>\n{_FOOT}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
