"""The stub that editors and type checkers read has every public name, with its signature and its help."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, get_overloads, get_type_hints

import pytest

import jamfold
from jamfold.cases.python.names import GROUPS, HOMES, PAGES
from tools.stubs import stub


@pytest.fixture(scope="module")
def public() -> dict[str, Any]:
    """The names that the stub defines; it is Python, so what it imports must exist."""
    names: dict[str, Any] = {"__name__": "stub"}
    exec(compile(f"from __future__ import annotations\n{stub()}", "__init__.pyi", "exec"), names)  # noqa: S102
    return names


def definitions(public: dict[str, Any], name: str) -> Sequence[Any]:
    """Return the overloads of a function, or the function alone."""
    key: Any = SimpleNamespace(__module__="stub", __qualname__=name)
    return get_overloads(key) or [public[name]]


def parts(function: Any) -> list[tuple[Any, ...]]:
    """Return the parameters and the type of the result, with types as text."""
    signature = inspect.signature(function)
    parameters = [
        (one.name, one.kind, one.default, str(one.annotation)) for one in signature.parameters.values()
    ]
    return [*parameters, (str(signature.return_annotation),)]


def test_stub_has_every_public_name(public: dict[str, Any]) -> None:
    exported = {name for name in dir(jamfold) if not name.startswith("__")} | {"__version__"}
    assert exported <= set(public)
    for name in exported - set(HOMES):
        assert public[name] is getattr(jamfold, name), name


def test_stub_has_the_signatures_and_the_help(public: dict[str, Any]) -> None:
    for name in HOMES:
        function = getattr(jamfold, name)
        first, last = definitions(public, name)[0], definitions(public, name)[-1]  # the first has the help
        assert get_type_hints(last), name  # every name in the types is imported
        assert parts(last) == parts(function), name
        help_text = inspect.getdoc(function) or ""
        if name in GROUPS[PAGES]:
            help_text = help_text.partition("\n\nParameters")[0]
        assert (inspect.getdoc(first) or "").strip() == help_text, name
