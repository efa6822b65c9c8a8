"""Colours of squares: read on any screen, told apart without colour vision."""

from __future__ import annotations

import re

import pytest

from jamfold.web.pages.heat import luminance, shade_of


def of(fill: float) -> tuple[float, float]:
    """Luminance of a cell and contrast of its ink, as WCAG 2 defines them."""
    colour, ink = shade_of(fill)
    cell = luminance(*map(int, re.findall(r"\d+", colour)))
    text = {"#fff": 1.0, "#000": 0.0}[ink]
    return cell, (max(cell, text) + 0.05) / (min(cell, text) + 0.05)


def test_luminance() -> None:
    assert luminance(0, 0, 0) == 0
    assert luminance(255, 255, 255) == pytest.approx(1)
    assert luminance(255, 0, 0) == pytest.approx(0.2126)


def test_every_shade_is_read() -> None:
    assert min(of(k / 500)[1] for k in range(1, 501)) >= 4.5


def test_shades_darken_steadily() -> None:
    shades = [of(k / 100)[0] for k in range(1, 101)]
    assert shades == sorted(shades, reverse=True)
