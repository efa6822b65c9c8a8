"""Presentation: words, tables, files, figures, HTML and JSON; the only code that prints or draws.

HTML fragments of results are the same on pages, in notebooks and in files.

The JSON of commands and of the API is a contract.  Keys may be added, never renamed or given another meaning.
Numbers named ``*_bb`` are chips divided by the big blind; ``*_chips`` and EVs without a unit are net chips
from the start of the hand; ``*_percent`` go from 0 to 100; other shares and frequencies from 0 to 1.  Unknown
numbers are null.
"""

from __future__ import annotations
