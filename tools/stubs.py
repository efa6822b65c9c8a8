"""What editors and type checkers read of the package's face: every function with its types and its help.

The functions are derived from the questions when they are first used, so nothing of them stands in a source
file.  This writes what they are into ``src/jamfold/__init__.pyi``; a test tells when it is old.

    python -m tools.stubs

``docs/library.md`` is written with it: the same functions by task, short signatures first.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from textwrap import indent
from typing import get_args, get_origin

import jamfold
from jamfold.answers import result_types
from jamfold.python.functions import function_of
from jamfold.python.names import GROUPS, PAGES, question_of

TARGET = Path(__file__).parents[1] / "src" / "jamfold" / "__init__.pyi"
REFERENCE = TARGET.parents[2] / "docs" / "library.md"
REFERENCE_HEAD = """# All functions

Each is a question of the command line or of the page; [python.md](python.md) tells what they share. What
stands in the brackets is taken without a name, everything else, here `more`, by its name. What answers have
in common comes last.

```{eval-rst}
.. autofunction:: jamfold.ask
```
"""
REFERENCE_TAIL = """## Answers, and what is no question

```{eval-rst}
.. autoclass:: jamfold.shown.DisplayableResult
   :members: to_dict, to_columns
.. autoclass:: jamfold.shown.ResultTuple
.. autofunction:: jamfold.parse_range
.. autofunction:: jamfold.evaluate
.. autofunction:: jamfold.load_solution
.. autofunction:: jamfold.load_pay_table
.. autofunction:: jamfold.load_table
.. autofunction:: jamfold.on_cluster
```

Ranges, solutions, charts and the other objects stand among the [modules](modules.md).
"""
PLAIN = {"solve": ("call_range", "jam_range")}
"""Where the first type is the answer unless one of these is given."""
HEAD = '''"""{doc}"""

# Written by python -m tools.stubs from the questions: change those, not this.

from collections.abc import Callable, Mapping, Sequence
from typing import Any, overload

'''
USED = {
    "Game": "jamfold.games",
    "ListedGame": "jamfold.calculator.games",
    "Amount": "jamfold.python.kinds",
    "Amounts": "jamfold.python.kinds",
    "File": "jamfold.python.kinds",
    "Texts": "jamfold.python.kinds",
    "ResultTuple": "jamfold.shown",
}


def stub() -> str:
    """The whole stub."""
    doc = (jamfold.__doc__ or "").strip().partition("\n")[0]
    homes: dict[str, str] = vars(jamfold)["_HOMES"]
    lines = [f"from {home} import {name} as {name}" for name, home in sorted(homes.items())]
    lines += ["from jamfold._version import __version__ as __version__"]
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


def reference() -> str:
    """The page of the documentation that has all functions, in the order of tasks."""
    parts = [REFERENCE_HEAD]
    for title, group in GROUPS.items():
        functions = "\n".join(f".. autofunction:: jamfold.{name}{_short(name)}" for name in group)
        parts.append(f"## {title}\n\n```{{eval-rst}}\n{functions}\n```\n")
    return "\n".join([*parts, REFERENCE_TAIL])


def _short(name: str) -> str:
    """What is taken without a name; what has one stands below it."""
    parameters = inspect.signature(function_of(name)).parameters.values()
    leading = [one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD]
    return f"({', '.join([*leading, '**more'])})"


def main() -> None:
    """Write both."""
    TARGET.write_text(stub(), encoding="utf-8")
    REFERENCE.write_text(reference(), encoding="utf-8")


if __name__ == "__main__":
    main()
