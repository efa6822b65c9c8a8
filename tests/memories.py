"""Answers that a process remembers, forgotten."""

from __future__ import annotations

import sys

from jamfold.cases.answers.memory import ResultCache


def forget_everything() -> None:
    """Empty every `ResultCache` of the answers that have been loaded."""
    for name, module in sys.modules.copy().items():  # at once: threads of other tests may still import
        if name.startswith("jamfold.cases.answers."):
            for memory in vars(module).copy().values():
                if isinstance(memory, ResultCache):
                    memory._values.clear()
