"""Rules to carry in the head, matches, the trainer's cards, and played hands read from files.

Class tables are built first if they are missing, and read once; neither is part of a figure.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

import jamfold
from benchmarks.report import report
from jamfold.cards.games import GAMES
from jamfold.cases.answers import run_case
from jamfold.cases.answers.match import player_of
from jamfold.cases.answers.watch import Observer
from jamfold.cases.match import MatchRequest
from jamfold.cases.training import TrainNextRequest
from jamfold.core.progress import ignore_progress
from jamfold.histories.importer import import_histories
from jamfold.histories.store import HistoryStore
from jamfold.practice.matches.player import BotPlayer
from jamfold.practice.matches.referee import log_lines, play_match
from jamfold.practice.point_rules.report import find_rule, known_rule, report_rule

_FEATURES = 5
_DEALS = 2_000
_COPIES = 20


def main() -> None:
    """A rule looked for and one measured; a match; cards of the trainer; the match's log imported."""
    for name in ("holdem", "six-plus"):
        jamfold.solve(name, stacks=(100, 100))
    started = time.perf_counter()
    found = find_rule(GAMES["six-plus"], most=_FEATURES)
    seconds = time.perf_counter() - started
    note = f"mean gain {100 * found.mean_gain_bb:.2f} bb per 100 hands over {len(found.rows)} stacks"
    report(f"a rule of {_FEATURES} numbers looked for, Six-Plus", seconds, 300.0, note)
    rule = known_rule(GAMES["holdem"])
    started = time.perf_counter()
    known = report_rule(rule)
    seconds = time.perf_counter() - started
    note = f"exact, mean gain {100 * known.mean_gain_bb:.2f} bb per 100 hands; beside Chen and SAGE"
    report(f"a rule measured at {len(known.rows)} stacks, Texas Hold'em", seconds, None, note)

    question = MatchRequest(game="holdem", deals=_DEALS, opponent_call="25%")
    players = [player_of(question, "", call, Observer()) for call in ("", "25%")]
    assert all(isinstance(one, BotPlayer) for one in players)
    started = time.perf_counter()
    match = play_match(question.definition, (players[0], players[1]), _DEALS, 1, ignore_progress)
    seconds = time.perf_counter() - started
    hands = len(match.hands)
    report(f"a match of {hands:,} hands over lines", seconds, None, f"{hands / seconds:,.0f} hands a second")

    started = time.perf_counter()
    run_case(TrainNextRequest(game="holdem", mode="close", seed=1), Observer())
    report(
        "the trainer's cards of Texas Hold'em",
        time.perf_counter() - started,
        None,
        "25 stacks and more, exact",
    )

    text = "".join(log_lines(match))
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{copy}.phhs" for copy in range(_COPIES)]
        for copy, path in enumerate(paths):
            path.write_text(text.replace("hand = ", f"hand = {copy + 1}0000"), encoding="utf-8")
        with HistoryStore(Path(folder) / "h.db") as store:
            started = time.perf_counter()
            done = import_histories(paths, store)
            seconds = time.perf_counter() - started
    read = done.counts.hands
    report(f"{read:,} hands imported (PHH)", seconds, None, f"{read / seconds:,.0f} hands a second")


if __name__ == "__main__":
    main()
