"""What functions take, for annotations: one name for each kind of value."""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

Amount = float | str
"""Chips or money as a number, or as text: ``12.5bb``, ``50%``."""
Amounts = Amount | Iterable[Amount]
"""Several: a list, tuple or array, or a text separated by spaces."""
File = str | PathLike[str]
"""The name of a file."""
Texts = File | Iterable[File]
"""One text or name of a file, or several."""
