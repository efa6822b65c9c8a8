"""Draw the packages: ``python -m tools.packages docs/images/packages.svg``.

The layers are those of the import contract in pyproject.toml, from the user down; the purpose of a
package is the first sentence of its docstring.
"""

from __future__ import annotations

import argparse
import ast
from html import escape
from pathlib import Path

from tools.house import layers_of

_WIDTH, _LAYER, _GAP, _MARGIN = 860, 54, 10, 16
_STYLE = (
    "text{font-family:system-ui,sans-serif;fill:#1c2733}"
    ".package{font-weight:600;font-size:15px}.what{font-size:12px;fill:#47566a}"
    "rect{fill:#eef2f7;stroke:#9fb0c4}"
    "@media(prefers-color-scheme:dark){text{fill:#e6edf5}.what{fill:#a9b8ca}rect{fill:#1d2733;stroke:#4b5c70}}"
)


def purpose_of(root: Path, module: str) -> str:
    """Return the first paragraph of the docstring of a package or module, without its full stop."""
    place = root / "src" / Path(*module.split("."))
    path = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split()).rstrip(".")


def packages_picture(root: Path) -> str:
    """Return the layers as SVG, one box for each package; imports go from a layer to those below it."""
    layers = [[name.strip() for name in layer.split("|")] for layer in layers_of(root)]
    boxes = []
    for number, layer in enumerate(layers):
        top = _MARGIN + number * (_LAYER + _GAP)
        width = (_WIDTH - 2 * _MARGIN - _GAP * (len(layer) - 1)) / len(layer)
        for place, module in enumerate(layer):
            left = _MARGIN + place * (width + _GAP)
            what = purpose_of(root, module)
            longest = int((width - 16) / 6.6)
            shown = what if len(what) <= longest else what[: longest - 1].rstrip(" ,;:") + "…"
            boxes.append(
                f'<g><title>{escape(what)}</title><rect x="{left:.1f}" y="{top}" width="{width:.1f}" '
                f'height="{_LAYER}" rx="6"/><text class="package" x="{left + 12:.1f}" y="{top + 22}">'
                f"{escape(module.removeprefix('jamfold.'))}</text>"
                f'<text class="what" x="{left + 12:.1f}" y="{top + 41}">{escape(shown)}</text></g>'
            )
    height = 2 * _MARGIN + len(layers) * (_LAYER + _GAP) - _GAP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img" '
        f'aria-label="The packages of jamfold; imports go down"><style>{_STYLE}</style>\n'
        + "\n".join(boxes)
        + "\n</svg>\n"
    )


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.parse_args().file.write_text(packages_picture(Path(__file__).parents[1]), encoding="utf-8")


if __name__ == "__main__":
    main()
