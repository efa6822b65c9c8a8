"""Figures as files, SVG or PNG: the name is checked before long work, equal figures are equal files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from jamfold.errors import FigureError

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ENDINGS = (".svg", ".png")


def check_figure(path: Path) -> Path:
    """The path itself, if a figure can be written under that name.

    Raises
    ------
    FigureError
        If its ending is neither .svg nor .png.
    """
    if path.suffix.lower() not in ENDINGS:
        raise FigureError(f"The figure '{path.name[:60]}' must end in {' or '.join(ENDINGS)}.")
    return path


def write_figure(figure: Figure, path: Path, dpi: int = 150) -> Path:
    """Write a figure in the format of the ending.

    Raises
    ------
    FigureError
        If the ending is unknown or the file cannot be written.
    """
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    check_figure(path)
    FigureCanvasAgg(figure)
    try:
        with rc_context({"svg.hashsalt": "jamfold"}):
            figure.savefig(path, dpi=dpi, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
    except OSError as error:
        raise FigureError(f"Cannot write '{path}': {error.strerror or error}.") from None
    return path
