"""What notebooks show by itself."""

from __future__ import annotations

from importlib import import_module


class Shown:
    """A result that a notebook shows as HTML.

    Only `jamfold.views.notebook` knows how that looks.  It is loaded when a
    notebook asks, so the modules below the views import nothing upward.
    """

    def _repr_html_(self) -> str:
        return str(import_module("jamfold.views.notebook").as_html(self))
