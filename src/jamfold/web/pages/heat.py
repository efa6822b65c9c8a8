"""Squares of two-card hands as HTML: buttons that tell about themselves on hover and focus."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import count
from typing import Any

from jamfold.web.pages.frame import percent, signed

_numbers = count()
_ALWAYS = 0.995
_HINT = "Point at a hand, or walk with the arrow keys; a click looks it up."
_SHADES = ((253, 231, 140), (143, 205, 122), (60, 160, 140), (45, 105, 142), (62, 38, 110))
"""Light yellow over green to dark violet."""


def square(
    cells: Sequence[dict[str, Any]], width: int, label: str, *, shade: bool = False, hint: str = _HINT
) -> str:
    """A square of cells with a line of text below.

    Each cell has ``hand``, ``fill`` in [0, 1], ``words`` for the line, and perhaps
    ``small``, a second line, and ``apart``, whether it is outlined; ``id`` for clicks.
    """
    tip = f"tip{next(_numbers)}"
    buttons = []
    for k, cell in enumerate(cells):
        fill = min(1.0, max(0.0, cell["fill"]))
        apart = " data-apart" if cell.get("apart") else ""
        small = f"<small>{escape(cell['small'])}</small>" if cell.get("small") else ""
        buttons.append(
            f'<button type="button" {_look(fill, shade=shade)}{apart} '
            f'tabindex="{0 if k == 0 else -1}" data-id="{cell["id"]}" '
            f'data-words="{escape(cell["words"])}" aria-label="{escape(cell["words"])}">'
            f"{escape(cell['hand'])}{small}</button>"
        )
    kind = "heat shade" if shade else "heat"
    return (
        f'<div class="{kind}" role="group" aria-label="{escape(label)}" data-width="{width}" '
        f'data-tip="{tip}" style="grid-template-columns:repeat({width},minmax(0,1fr))">{"".join(buttons)}'
        f'</div><p class="tip" id="{tip}">{hint}</p>'
    )


def _look(fill: float, *, shade: bool) -> str:
    """Style and class of a cell."""
    if shade:
        colour, ink = shade_of(fill)
        return f'style="--c:{colour};--t:{ink}"'
    kind = "full" if fill > _ALWAYS else "mixed" if fill > 1 - _ALWAYS else ""
    return f'style="--p:{fill:.4f}" class="{kind}"'


def shade_of(fill: float) -> tuple[str, str]:
    """A colour from light to dark with steadily falling lightness, and the ink that is read on it."""
    if fill <= 0:
        return "var(--fold)", "var(--fold-ink)"
    place = fill * (len(_SHADES) - 1)
    k = min(int(place), len(_SHADES) - 2)
    parts = [low + (high - low) * (place - k) for low, high in zip(_SHADES[k], _SHADES[k + 1], strict=True)]
    red, green, blue = (round(part) for part in parts)
    light = luminance(red, green, blue)
    return f"rgb({red},{green},{blue})", "#fff" if 1.05 / (light + 0.05) > (light + 0.05) / 0.05 else "#000"


def ramp() -> str:
    """All shades, as a gradient of CSS."""
    return f"linear-gradient(to right,{','.join('rgb({},{},{})'.format(*shade) for shade in _SHADES)})"


def scale(low: str, high: str, nothing: str = "") -> str:
    """What the shades mean: the lightest, the darkest, and what has none."""
    none = f'<span><i style="background:var(--fold)"></i>{escape(nothing)}</span>' if nothing else ""
    return (
        f'<div class="legend scale">{none}<span>{escape(low)} '
        f'<i class="ramp" style="background:{ramp()}"></i> {escape(high)}</span></div>'
    )


def luminance(red: int, green: int, blue: int) -> float:
    """Relative luminance of an sRGB colour as WCAG 2 defines it, 0 black to 1 white."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (red / 255, green / 255, blue / 255)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def strategy_cells(cells: Sequence[dict[str, Any]], action: str) -> list[dict[str, Any]]:
    """Cells of a strategy: filled as far as the hand is played."""
    return [
        cell
        | {
            "fill": cell["played"],
            "small": f"{100 * cell['played']:.0f}%" if 0.005 < cell["played"] < 0.995 else "",
            "words": (
                f"{cell['hand']} ({cell['size']} hands): {action}s {percent(cell['played'])} of the time, "
                f"EV all-in {signed(cell['ev_allin'])}, EV fold {signed(cell['ev_fold'])}, "
                f"difference {signed(cell['difference'])} {cell['unit']}. Advice: {cell['advice']}."
            ),
        }
        for cell in cells
    ]


def legend(action: str, *, apart: float = 0.0) -> str:
    """What the colours of a strategy mean, and the outline where one is drawn."""
    outline = f'<span><i class="apart"></i>apart by {percent(apart, 0)} or more</span>' if apart else ""
    return (
        '<div class="legend">'
        f'<span><i style="background:var(--play)"></i>{action}</span>'
        '<span><i class="some"></i>mixed; the bar says how often</span>'
        f'<span><i style="background:var(--fold)"></i>fold</span>{outline}</div>'
    )
