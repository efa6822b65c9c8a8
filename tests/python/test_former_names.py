"""Names of documented modules before they had those of the field."""

from __future__ import annotations

import importlib
import importlib.util
import json
import subprocess
import sys

import numpy as np
import pytest

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import SIX_PLUS
from jamfold.core.former_modules import FormerModules
from jamfold.ranges import format_range, parse_range
from jamfold.spots.solve import solve_situation
from jamfold.valuation.pairs import all_in_ends

FORMER = {
    "errors": {"at_field": "error_field"},
    "flops.answers": {"Answers": "OpponentResponses"},
    "games": {"named_game": "game_by_alias", "own_name": "canonical_name"},
    "hand.hand": {"Hand": "TableHand", "Seated": "SeatStack", "is_counted": "is_exactly_solvable"},
    "hand.two_seats": {"shown_down": "showdown_chips", "folded": "fold_chips"},
    "shown": {"Shown": "DisplayableResult", "Several": "ResultTuple"},
    "solver.exact": {"Pace": "IterationSchedule", "STEADY": "DEFAULT_SCHEDULE", "Start": "InitialAverages"},
    "solver.payoffs": {"Payoffs": "ClassGame", "Plane": "OutcomeCounts"},
    "spots.strategy": {"Solved": "SolvedSpot"},
    "spots.table.sampled": {"Keeper": "CheckpointStore", "unheard": "ignore_search_progress"},
    "tables": {"BuildNeeds": "BuildCost", "build_needs": "estimate_build"},
    "worth.pairs": {"Ends": "AllInOutcomes"},
    "worth.pots": {"shared_out": "distribute_pots"},
    "worth.settlement": {"settled": "settle_after_hand"},
}
DOCUMENTED = {
    "_version": "core.version",
    "answers.watch": "cases.answers.watch",
    "counting.classes": "cards.counting.classes",
    "counting.removal": "cards.counting.removal",
    "errors": "core.errors",
    "flops.answers": "calculator.flops.winning_chance",
    "flops.fold_rules": "calculator.flops.fold_rules",
    "flops.winning_chance": "calculator.flops.winning_chance",
    "games": "cards.games",
    "hand.hand": "betting.hand",
    "hand.two_seats": "betting.two_seats",
    "python.kinds": "cases.python.kinds",
    "questions.spots": "cases.spots",
    "shown": "core.display",
    "spots.comparison": "spots.analysis",
    "spots.explain": "spots.analysis",
    "spots.exploit": "spots.analysis",
    "spots.lookup": "spots.strategy",
    "spots.solving": "spots.solve",
    "spots.stacks": "spots.stack_grid",
    "spots.table.exact": "spots.nplayer.exact",
    "spots.table.profile": "spots.nplayer.profile",
    "spots.table.result": "spots.nplayer.result",
    "spots.table.sampled": "spots.nplayer.search",
    "tables.build": "class_tables.build",
    "tables.matchup": "class_tables.matchup",
    "tables.threeway": "class_tables.threeway_build",
    "spots.tournaments.certificate": "spots.tournaments.heads_up",
    "tournaments.certificate": "spots.tournaments.heads_up",
    "tournaments.chips_play": "spots.tournaments.tournament",
    "tournaments.future": "spots.tournaments.future",
    "tournaments.hand_sums": "spots.tournaments.hand_sums",
    "tournaments.heads_up": "spots.tournaments.heads_up",
    "tournaments.levels": "spots.tournaments.blind_levels",
    "tournaments.three_keeping": "spots.tournaments.stored_three_players",
    "tournaments.three_players": "spots.tournaments.three_players",
    "tournaments.tournament": "spots.tournaments.tournament",
    "videopoker.analysis": "calculator.videopoker.analysis",
    "videopoker.bankroll": "calculator.videopoker.bankroll",
    "videopoker.holds": "calculator.videopoker.holds",
    "videopoker.paytable": "calculator.videopoker.paytable",
    "videopoker.strategy": "calculator.videopoker.strategy",
    "worth.bounties": "valuation.bounties",
    "worth.icm": "valuation.icm",
    "worth.models": "valuation.models",
    "worth.pairs": "valuation.pairs",
    "worth.pots": "valuation.settlement",
    "worth.prizes": "valuation.prizes",
    "worth.rake": "valuation.fees",
    "worth.settlement": "valuation.settlement",
    "worth.utility": "valuation.utility",
}
"""Modules that had another name in 0.2, documented ones among them."""


@pytest.mark.parametrize("module", FORMER)
def test_modules_keep_them(module: str) -> None:
    found = importlib.import_module(f"jamfold.{module}")
    for former, name in FORMER[module].items():
        assert getattr(found, former) is getattr(found, name)


def test_results_keep_them() -> None:
    situation = Situation((10.0, 10.0), (0.5, 1.0))
    assert (situation.live, situation.decides) == (situation.effective_stack, situation.has_decision)
    node = Node(1, (0,), ("jam",), "call")
    assert [getattr(node, name) for name in ("after", "acts", "does")] == [(0,), ("jam",), "call"]
    strategy = solve_situation(SIX_PLUS, situation).strategy()
    assert (strategy.played == strategy.frequency).all()
    assert (strategy.asked == strategy.reach_probability).all()
    assert strategy.at_nodes(0) == strategy.decisions_of(0)
    assert strategy.played_for is strategy.payoffs
    assert TableHand.behind.__doc__ == "The former name of `stacks_behind`."
    assert TableHand.others.__doc__ == "The former name of `other_stacks`."


def test_arguments_keep_them() -> None:
    held = parse_range("TT+", SIX_PLUS)
    assert format_range(held=held) == "TT+"  # type: ignore[call-arg]
    ends = [
        all_in_ends((10, 12), (50, 30), "malmuth-harville", **{name: (5,)})  # type: ignore[arg-type]
        for name in ("others", "other_stacks")
    ]
    assert np.array_equal(ends[0].win, ends[1].win, equal_nan=True)


def modules_now(*statements: str) -> list[list[str]]:
    """Run statements in a fresh process; return each module's name and that of its specification."""
    lines = ["import sys, json", *statements]
    lines += ["found = [[one.__name__, one.__spec__.name] for one in (sys.modules[name] for name in NAMES)]"]
    lines += ["assert all(sys.modules[name] is sys.modules[sys.modules[name].__name__] for name in NAMES)"]
    lines += ["print(json.dumps(found))"]
    run = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True)
    found: list[list[str]] = json.loads(run.stdout)
    return found


@pytest.mark.parametrize("first", ["former", "present"])
def test_documented_modules_are_found_by_former_names(first: str) -> None:
    """Each is the module of today, whichever name is imported first; its own specification stays."""
    present = [f"jamfold.{name}" for name in DOCUMENTED.values()]
    former = [f"jamfold.{name}" for name in DOCUMENTED]
    order = [*former, *present] if first == "former" else [*present, *former]
    imports = [f"import {name}" for name in order]
    assert modules_now(f"NAMES = {former}", *imports) == [[name, name] for name in present]


def test_threads_that_import_at_once_get_the_same_module() -> None:
    """Several former names of one module, at the same time, leave its specification as it was."""
    names = [f"jamfold.spots.{name}" for name in ("comparison", "exploit", "explain", "analysis")]
    found = modules_now(
        "from concurrent.futures import ThreadPoolExecutor",
        "from importlib import import_module",
        "sys.setswitchinterval(1e-6)",
        f"NAMES = {names}",
        "with ThreadPoolExecutor(8) as pool: modules = list(pool.map(import_module, NAMES * 8))",
        "assert len(set(map(id, modules))) == 1",
    )
    assert found == [["jamfold.spots.analysis"] * 2] * 4


def test_two_former_names_imported_in_turns_keep_the_specification() -> None:
    """The worst moments for threads: each begins before the other has ended."""
    finder = FormerModules()
    names = [f"jamfold.spots.{name}" for name in ("exploit", "explain")]
    own = importlib.import_module("jamfold.spots.analysis").__spec__
    for order in ((0, 1), (1, 0)):
        modules, loaders = [], []
        for name in names:
            spec = finder.find_spec(name)
            assert spec
            assert spec.loader
            modules.append(importlib.util.module_from_spec(spec))
            loaders.append(spec.loader)
        for number in order:
            loaders[number].exec_module(modules[number])
        assert modules[0] is modules[1]
        assert modules[0].__spec__ is own


@pytest.mark.parametrize(
    "name", ["worth.nonsense", "hand.nonsense", "spots.table.nonsense", "errors.nonsense", "nonsense"]
)
def test_an_unknown_module_is_reported_as_written(name: str) -> None:
    with pytest.raises(ModuleNotFoundError, match=f"'jamfold.{name}'") as caught:
        importlib.import_module(f"jamfold.{name}")
    assert caught.value.name == f"jamfold.{name}"
