"""The grammar files, and syntax errors as sentences."""

from __future__ import annotations

from collections import deque
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from jamfold.errors import RangeError

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

MAX_TEXT = 4_000_000
"""Characters; the longest text that `format_range` writes stays below."""
MAX_DEPTH = 50
"""Parentheses inside one another."""

_SHOWN = 40


def parse_tree(name: str, text: str) -> Tree[Token]:
    """The parse tree of a text by the grammar file ``name``.lark.

    Raises
    ------
    RangeError
        If the text does not follow the grammar, or is too long or nested too deeply.
    """
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    _check_bounds(text)
    try:
        return _grammar(name).parse(text)
    except UnexpectedInput as error:
        # At the end of the text lark reports the token $END at the position of the last one.
        token = error.token if isinstance(error, UnexpectedToken) else None
        at_end = token is not None and token.type == "$END"
        position = len(text) if at_end else error.pos_in_stream or 0
    if position >= len(text):
        raise RangeError(f"The range '{shorten(text)}' ends too early.")
    raise RangeError(
        f"'{shorten(text[position:], 20)}' in the range '{shorten(text)}' is not understood "
        f"({name} notation)."
    )


def shorten(text: str, length: int = _SHOWN) -> str:
    """A text for a sentence: one line, not too long."""
    line = " ".join(text[: 4 * length].split())
    return line if len(line) <= length else line[: length - 3] + "..."


def tokens_of(tree: Tree[Token]) -> list[Token]:
    """The tokens below a node, in order; no recursion."""
    from lark import Token

    found: list[Token] = []
    waiting: deque[Tree[Token] | Token] = deque([tree])
    while waiting:
        node = waiting.popleft()
        if isinstance(node, Token):
            found.append(node)
        else:
            waiting.extendleft(reversed(node.children))
    return found


def _check_bounds(text: str) -> None:
    if not text.strip():
        raise RangeError("The range is empty: write * for all hands.")
    if len(text) > MAX_TEXT:
        raise RangeError(
            f"The range '{shorten(text)}' has {len(text):,} characters: at most {MAX_TEXT:,} are read."
        )
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth > MAX_DEPTH:
            raise RangeError(
                f"The range '{shorten(text)}' has more than {MAX_DEPTH} parentheses inside one another."
            )


@cache
def _grammar(name: str) -> Lark:
    from lark import Lark

    path = Path(__file__).with_name(f"{name}.lark")
    return Lark(path.read_text(encoding="utf-8"), parser="lalr", maybe_placeholders=False)
