"""Modules under the names that they had before 0.3; those of the documentation stay until 0.4."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_PACKAGES = {
    "counting": "cards.counting",
    "flops": "calculator.flops",
    "hand": "betting",
    "spots.table": "spots.nplayer",
    "strength": "cards.strength",
    "tables": "class_tables",
    "tournaments": "spots.tournaments",
    "videopoker": "calculator.videopoker",
    "worth": "valuation",
}
_MODULES = {
    "errors": "core.errors",
    "games": "cards.games",
    "shown": "core.display",
    "flops.answers": "calculator.flops.winning_chance",
    "spots.comparison": "spots.analysis",
    "spots.exploit": "spots.analysis",
    "spots.explain": "spots.analysis",
    "spots.lookup": "spots.strategy",
    "spots.solving": "spots.solve",
    "spots.stacks": "spots.stack_grid",
    "spots.table.sampled": "spots.nplayer.search",
    "spots.table.searches": "spots.nplayer.search",
    "spots.tree": "spots.trees",
    "spots.tree_files": "spots.tree_solve",
    "worth.pots": "valuation.settlement",
    "worth.rake": "valuation.fees",
}


def present_name(name: str) -> str | None:
    """Return the present name of a module of jamfold; None if it never had another."""
    _, _, inside = name.partition("jamfold.")
    if inside in _MODULES:
        return f"jamfold.{_MODULES[inside]}"
    for former, package in _PACKAGES.items():
        if inside == former or inside.startswith(f"{former}."):
            return f"jamfold.{package}{inside.removeprefix(former)}"
    return None


class FormerModules(MetaPathFinder, Loader):
    """Finds a module under its former name: it is the same module."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of jamfold that has another name now."""
        if not fullname.startswith("jamfold.") or (present := present_name(fullname)) is None:
            return None
        module = import_module(present)
        return ModuleSpec(fullname, self, loader_state=(module, module.__spec__))

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module itself."""
        module: ModuleType = spec.loader_state[0]
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module back its own specification, which importing replaced."""
        assert module.__spec__ is not None
        module.__spec__ = module.__spec__.loader_state[1]
