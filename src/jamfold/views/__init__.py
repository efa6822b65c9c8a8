"""Presentation: words, tables, files, figures, HTML and JSON; the only code that prints or draws.

HTML fragments of results are the same on a page, in a notebook and in a file that is sent.

What commands print as JSON and the API answers is a contract.  Keys may be added, never renamed or given
another meaning.  Numbers named ``*_bb`` are chips divided by the big blind; ``*_chips`` and EVs without a
unit are chips, net results from the start of the hand; ``*_percent`` go from 0 to 100; other shares and
chances from 0 to 1.  Unknown numbers are null.
"""

from __future__ import annotations
