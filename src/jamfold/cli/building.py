"""Progress of table builds."""

from __future__ import annotations

from jamfold.views.progress import build_progress as build_progress
