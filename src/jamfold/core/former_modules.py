"""Modules under the names that they had before 0.3; those of the documentation stay until 0.4."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from importlib.abc import Loader  # it loads much that nothing else here needs

_PACKAGES = {
    "answers": "cases.answers",
    "counting": "cards.counting",
    "flops": "calculator.flops",
    "hand": "betting",
    "python": "cases.python",
    "questions": "cases",
    "spots.table": "spots.nplayer",
    "strength": "cards.strength",
    "tables": "class_tables",
    "tournaments": "spots.tournaments",
    "videopoker": "calculator.videopoker",
    "worth": "valuation",
}
_MODULES = {
    "_version": "core.version",
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
    "tables.threeway": "class_tables.threeway_build",
    "spots.tournaments.certificate": "spots.tournaments.heads_up",
    "tournaments.certificate": "spots.tournaments.heads_up",
    "tournaments.chips_play": "spots.tournaments.tournament",
    "tournaments.levels": "spots.tournaments.blind_levels",
    "tournaments.three_keeping": "spots.tournaments.stored_three_players",
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


class FormerModules:
    """Finds a module under its former name: it is the same module.

    Finders run under the import lock of the whole process, so the module is imported by the loader.
    """

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Find a module of jamfold that has another name now."""
        if not fullname.startswith("jamfold.") or (present := present_name(fullname)) is None:
            return None
        return ModuleSpec(fullname, cast("Loader", _Loader(present)))


class _Loader:
    """Hands over the module of a present name, and leaves its specification as it was.

    Importing replaces the specification for a moment. Another thread may import another former name of
    the module in that moment, so the own one is read through the loader that replaced it.
    """

    def __init__(self, present: str) -> None:
        self.present = present
        self.own_spec: ModuleSpec | None = None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """Return the module itself. Raises ModuleNotFoundError, by the former name, if there is none."""
        try:
            module = import_module(self.present)
        except ModuleNotFoundError as error:
            if error.name != self.present:
                raise
            raise ModuleNotFoundError(f"No module named {spec.name!r}", name=spec.name) from None
        loader: object = module.__spec__ and module.__spec__.loader
        self.own_spec = loader.own_spec if isinstance(loader, _Loader) else module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give the module back its own specification."""
        module.__spec__ = self.own_spec
