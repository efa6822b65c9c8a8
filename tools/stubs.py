"""The stub: what editors and type checkers read of the package's functions, with types and help.

The functions are derived from the questions when they are first used, so no source file has their signatures.
``python -m tools.stubs`` writes them to ``src/jamfold/__init__.pyi``, which is not in git.  A build or an
installation (``hatch_build.py``) and ``make lint`` do it too.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import get_args, get_origin

import jamfold
from jamfold.cases.answers import result_types
from jamfold.cases.python.functions import function_of
from jamfold.cases.python.names import GROUPS, PAGES, question_of

TARGET = Path(__file__).parents[1] / "src" / "jamfold" / "__init__.pyi"
PLAIN = {"solve": ("call_range", "jam_range")}
"""Where the first type is the answer unless one of these is given."""
HEAD = '''"""{doc}"""

# Written by python -m tools.stubs from the questions: change those, not this.

from collections.abc import Callable, Mapping, Sequence
from typing import Any, overload

'''
USED = {
    "Game": "jamfold.cards.games",
    "ListedGame": "jamfold.calculator.equity_games",
    "Amount": "jamfold.cases.python.kinds",
    "Amounts": "jamfold.cases.python.kinds",
    "File": "jamfold.cases.python.kinds",
    "Texts": "jamfold.cases.python.kinds",
    "ResultTuple": "jamfold.core.display",
}


def stub() -> str:
    """The whole stub."""
    doc = (jamfold.__doc__ or "").strip().partition("\n")[0]
    homes: dict[str, str] = vars(jamfold)["_HOMES"]
    lines = [f"from {home} import {name} as {name}" for name, home in sorted(homes.items())]
    lines += ["from jamfold.core.version import __version__ as __version__"]
    names = [name for group in GROUPS.values() for name in group]
    results = {kind.__name__: kind.__module__ for name in names for kind in _results(name)}
    used = {name: home for name, home in (results | USED).items() if name not in homes}
    lines += [f"from {home} import {name}" for name, home in sorted(used.items())]
    functions = [
        text
        for title, group in GROUPS.items()
        for text in (f"# {title}\n", *map("\n".join, map(_function, group)))
    ]
    return HEAD.format(doc=doc) + "\n".join(lines) + "\n\n" + "\n".join(functions)


def _results(name: str) -> Iterator[type]:
    """The classes that a function may give."""
    for kind in result_types(question_of(name)):
        kinds = (
            [one for one in get_args(kind) if isinstance(one, type)] if get_origin(kind) is tuple else [kind]
        )
        yield from (one for one in kinds if one.__module__ != "builtins")


def _function(name: str) -> Iterator[str]:
    """One function; twice, where the answer is of one type unless something is given."""
    function = function_of(name)
    signature = inspect.signature(function)
    doc = inspect.getdoc(function) or ""
    if name in GROUPS[PAGES]:
        doc = doc.partition("\n\nParameters")[0]
    doc = indent(f'"""{doc}\n"""', "    ").replace("\\", "\\\\")
    if name in PLAIN:
        yield "@overload"
        yield _head(name, signature, str(signature.return_annotation).partition(" | ")[0], PLAIN[name])
        yield doc
        yield "@overload"
        yield _head(name, signature, str(signature.return_annotation)) + " ..."
        return
    yield _head(name, signature, str(signature.return_annotation))
    yield doc


def _head(name: str, signature: inspect.Signature, result: str, never: tuple[str, ...] = ()) -> str:
    lines: list[str] = []
    named = False
    for one in signature.parameters.values():
        if one.kind is one.KEYWORD_ONLY and not named:
            lines, named = [*lines, "    *,"], True
        kind = "None" if one.name in never else str(one.annotation)
        default = "" if one.default is one.empty else f" = {one.default!r}"
        lines.append(f"    {one.name}: {kind}{default},")
    return "\n".join([f"def {name}(", *lines, f") -> {result}:"])


def write_stub() -> None:
    TARGET.write_text(stub(), encoding="utf-8")


if __name__ == "__main__":
    write_stub()
