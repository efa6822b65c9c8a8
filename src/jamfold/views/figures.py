"""Figures as files, SVG or PNG: the name is checked before long work, equal figures are equal files."""

from __future__ import annotations

import base64
import io
import tempfile
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jamfold.core.errors import FigureError
from jamfold.core.storage.whole_files import check_target, write_atomically

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

ENDINGS = (".svg", ".png")
SHEETS = (*ENDINGS, ".pdf")
_UNDATED = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


def check_figure(path: Path, endings: tuple[str, ...] = ENDINGS) -> Path:
    """Return the path if a figure can be written there.

    Raises FigureError if its ending is not in `endings` or Matplotlib, an extra, is not installed.
    """
    _check_installed()
    if path.suffix.lower() not in endings:
        raise FigureError(f"The figure '{path.name[:60]}' must end in {' or '.join(endings)}.")
    return path


def _check_installed() -> None:
    try:
        spec = find_spec("matplotlib")
    except ValueError:  # sys.modules has something without a spec under that name
        spec = None
    if spec is None:
        raise FigureError("Figures need the package matplotlib: pip install 'jamfold[figures]'.", field="out")


def check_picture(path: Path) -> None:
    """Check the name of a figure, and that a file can be written there."""
    check_target(check_figure(path))


def check_page(path: Path) -> None:
    """Check the name of a page, and that a file can be written there."""
    if path.suffix.lower() not in (".html", ".htm"):
        raise FigureError(f"The file '{path.name[:60]}' must end in .html.")
    check_target(path)


# Few commands draw, and Matplotlib takes 0.3 s to load: only these functions load it, when called.


def new_figure(**values: Any) -> Figure:
    """Return a new figure; `values` are Matplotlib's own arguments."""
    _check_installed()
    from matplotlib.figure import Figure

    return Figure(**values)


def rectangle(corner: tuple[float, float], width: float, height: float, **values: Any) -> Rectangle:
    """Return a rectangle to add to a figure; `values` are Matplotlib's own arguments."""
    from matplotlib.patches import Rectangle

    return Rectangle(corner, width, height, **values)


def draw_rulers(*pictures: Axes) -> None:
    """Draw pale lines over curves, without a frame at the top and at the right."""
    for axes in pictures:
        axes.grid(visible=True, alpha=0.3)
        axes.spines[["top", "right"]].set_visible(False)


def write_middle(target: Axes | Figure, x: float, y: float, text: str, **values: Any) -> None:
    """Write a text around a place of axes or a figure; `values` are Matplotlib's own arguments."""
    target.text(x, y, text, ha="center", va="center", **values)


def write_figure(figure: Figure, path: Path, dpi: int = 150, *, endings: tuple[str, ...] = ENDINGS) -> Path:
    """Write a figure in the format of the ending, which must be in `endings`.

    Raises FigureError if the ending is unknown or the file cannot be written.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    kind = check_figure(path, endings).suffix.lower().lstrip(".")
    FigureCanvasAgg(figure)
    picture = io.BytesIO()
    with rc_context({"svg.hashsalt": "jamfold"}):
        figure.savefig(picture, format=kind, dpi=dpi, metadata=_UNDATED.get(kind))
    write_atomically(path, picture.getvalue(), FigureError)
    return path


def write_pages(figures: Iterable[Figure], path: Path) -> Path:
    """Write figures as the pages of a PDF. Raises FigureError if the file cannot be written."""
    from matplotlib.backends.backend_pdf import PdfPages

    pages = io.BytesIO()
    with PdfPages(pages, metadata=_UNDATED["pdf"]) as document:
        for figure in figures:
            document.savefig(figure)
    write_atomically(path, pages.getvalue(), FigureError)
    return path


def encoded(name: str, save: Callable[[Path], object]) -> dict[str, str]:
    """Draw a figure with `save` and return it in base64, by its name."""
    with tempfile.TemporaryDirectory(prefix="jamfold-") as folder:
        path = Path(folder) / name
        save(path)
        return {"base64": base64.b64encode(path.read_bytes()).decode("ascii")}
