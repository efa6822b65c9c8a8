"""Commands that can be copied: the options of a request, and the hints at the end of a terminal's output."""

from __future__ import annotations

import shlex

from rich.text import Text

from jamfold.cases.entries import CaseRequest
from jamfold.views.sheet_terminal import WIDTH


def option_words(question: CaseRequest, *left_out: str) -> str:
    """Return the options of this request, without default values and the fields `left_out`."""
    texts, usual = question.to_strings(), question.default_strings()
    words: list[str] = []
    for field in question.field_specs().values():
        entry = field.entry
        names = [name for name, _ in entry.part_names] or [field.name]
        values = [texts.get(name, "") for name in names]
        is_usual = not any(values) or values == [usual[name] for name in names]
        if is_usual or field.nested or field.name in left_out or entry.positional or entry.web_only:
            continue
        option, _, off = (entry.option or f"--{field.name.replace('_', '-')}").partition("/")
        is_flag = field.kind is bool
        words += [off if values == ["0"] else option] if is_flag else [option, *values]
    return shlex.join(words)


def hint_line(**hints: str) -> Text:
    """Return the last line: further topics, each with the command to type; empty commands are left out."""
    parts = [f"{topic.replace('_', ' ')}: {how}" for topic, how in hints.items() if how]
    line = "    ".join(parts)
    return Text(
        line if len(line) <= WIDTH else "\n".join(parts), style="dim", no_wrap=True, overflow="ignore"
    )
