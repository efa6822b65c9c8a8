"""The best rule found for a game and stacks, beside published orderings; rules that come with the program."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from jamfold.errors import RuleError
from jamfold.games import Game
from jamfold.practice.rules.features import features, find_feature
from jamfold.practice.rules.losses import Losses
from jamfold.practice.rules.measure import RuleRow, measure_with, rule_stakes, solve_stacks
from jamfold.practice.rules.orderings import orderings
from jamfold.practice.rules.rule import Rule, Threshold
from jamfold.practice.rules.search import MOST_FEATURES, RuleSearch, SearchBudget
from jamfold.practice.rules.sweep import Sweep, sweep_scores
from jamfold.practice.rules.text import parse_rule, rule_text
from jamfold.progress import Progress, ignore_progress
from jamfold.shown import DisplayableResult, json_fields
from jamfold.solver.payoffs import ClassGame
from jamfold.spots.solving import load_payoffs

STACKS = (2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 12.0, 15.0, 20.0, 25.0)
"""Where rules are looked for unless stacks are given, big blinds."""
SECONDS = 300.0
_SOLVED = 0.05
_FOUND = 0.95


@json_fields(
    "threshold.s jam_from=threshold.jam_points call_from=threshold.call_points gain_bb",
    schema="OrderingRowContract",
)
@dataclass(frozen=True)
class OrderingRow:
    """A published ordering at one stack, with the thresholds that are best for it."""

    threshold: Threshold
    """In points of the system."""
    gain_bb: float
    """What both best responses gain together."""


@json_fields("name thresholds=rows", schema="OrderingContract")
@dataclass(frozen=True)
class ComparedRule:
    """A published ordering beside the rule."""

    name: str
    rows: tuple[OrderingRow, ...]


@json_fields("feature weight words", schema="ScoreContract")
class RuleScore(NamedTuple):
    """Points for something seen of a hand."""

    feature: str
    weight: int
    words: str
    """What the points are for; each of it where it can stand several times."""


@json_fields(
    "rule.game score thresholds=rows mean_gain_bb orderings=compared finished toml seconds",
    schema="RuleContract",
)
@dataclass(frozen=True)
class RuleReport(DisplayableResult):
    """A rule: points, from how many on a hand is played at every stack, and what that costs."""

    rule: Rule
    """The rule."""
    rows: tuple[RuleRow, ...]
    """It at every of its stacks."""
    compared: tuple[ComparedRule, ...] = ()
    """Published orderings at the same stacks."""
    cut: bool = False
    """Whether time was up before the search was through."""
    seconds: float = 0.0
    """How long it took."""

    @property
    def score(self) -> tuple[RuleScore, ...]:
        return tuple(
            RuleScore(name, weight, find_feature(self.rule.game, name).words)
            for name, weight in self.rule.score
        )

    @property
    def finished(self) -> bool:
        """Whether the search was through before its time was up; true where there was none."""
        return not self.cut

    @property
    def toml(self) -> str:
        """The rule as `rule check` reads it."""
        return rule_text(self.rule)

    @property
    def mean_gain_bb(self) -> float:
        """The mean of `gain_bb` over the stacks."""
        return sum(row.gain_bb for row in self.rows) / len(self.rows)


def usual_features(game: Game) -> int:
    """How many numbers a rule has unless it is said: a split pot wants more."""
    return 8 if game.split_low else 5


def known_rule(game: Game) -> Rule:
    """The best rule known of a game; it comes with the program. Raises RuleError if none is known."""
    file = files(__package__).joinpath("known", f"{game.name}.toml")
    if not file.is_file():
        raise RuleError(f"No rule of {game.title} comes with the program: look for one.", field="known")
    return parse_rule(file.read_text(encoding="utf-8"), file.name, game)


def known_rules(game: Game) -> list[Rule]:
    """All rules of a game that come with the program, of any number of features."""
    folder = files(__package__).joinpath("known")
    names = [f"{game.name}{size}.toml" for size in ("", *(f"-{k}" for k in range(1, MOST_FEATURES + 1)))]
    texts = [(name, folder.joinpath(name)) for name in names]
    return [
        parse_rule(file.read_text(encoding="utf-8"), name, game) for name, file in texts if file.is_file()
    ]


def report_rule(rule: Rule, progress: Progress = ignore_progress) -> RuleReport:
    """A given rule at its stacks, beside published orderings.

    Raises TableError if the class table cannot be built here.
    """
    begun = time.perf_counter()
    payoffs = load_payoffs(rule.game, progress)
    solutions = solve_stacks(payoffs, rule.stacks, progress)
    rows = measure_with(rule, payoffs, solutions)
    return RuleReport(
        rule, rows, compare(rule.game, payoffs, rule.stacks), seconds=time.perf_counter() - begun
    )


def find_rule(
    game: Game,
    stacks: Sequence[float] = STACKS,
    most: int | None = None,
    *,
    seconds: float = SECONDS,
    effort: SearchBudget | None = None,
    progress: Progress = ignore_progress,
) -> RuleReport:
    """The best rule found with so many numbers or fewer: the least mean gain of both best responses.

    A rule that comes with the program stays unless another is better in the mean and nowhere
    more than 2 % worse.  Raises SolverError if a stack is none; TableError if the class table cannot be built
    here.

    Parameters
    ----------
    game
        The game.
    stacks
        In big blinds, ascending, all different.
    most
        Features, `usual_features` unless given.
    seconds
        When time is up, the best rule so far is given, and `cut` says so.
    effort
        How wide the search is: the wider, the faster the game.
    progress
        Hears what is done; may raise to end the work.
    """
    begun = time.perf_counter()
    stakes = [rule_stakes(s) for s in stacks]
    payoffs = load_payoffs(game, progress)
    solutions = solve_stacks(payoffs, stacks, lambda stage, share: progress(stage, _SOLVED * share))
    weights = np.full(len(stacks), 1.0 / len(stacks))
    losses = Losses.of(payoffs, solutions, weights)
    effort = effort or (NARROW if game.has_many_classes else WIDE)
    search = RuleSearch(game, payoffs, stakes, losses, weights, effort, seconds)
    most = usual_features(game) if most is None else most
    search.run(most, lambda stage, share: progress(stage, _SOLVED + (_FOUND - _SOLVED) * share))
    found = search.choose(most, [rule.score for rule in known_rules(game)])
    order = list(features(game))
    score = tuple(sorted(found.terms, key=lambda term: order.index(term[0])))
    rule = Rule(game, score, tuned(found.sweep, stacks))
    progress("published orderings", _FOUND)
    rows = measure_with(rule, payoffs, solutions)
    compared = compare(game, payoffs, stacks)
    return RuleReport(rule, rows, compared, search.cut, time.perf_counter() - begun)


WIDE = SearchBudget(beam=80, swapped=25, measured=80, passes=6)
"""For 169 classes: less than a minute."""
NARROW = SearchBudget(beam=6, swapped=2, measured=4, passes=2)
"""For 16,432 classes: a few minutes."""


def compare(game: Game, payoffs: ClassGame, stacks: Sequence[float]) -> tuple[ComparedRule, ...]:
    """The published orderings of a game, thresholds tuned."""
    stakes = [rule_stakes(s) for s in stacks]
    compared = []
    for one in orderings(game):
        sweep = sweep_scores(payoffs, stakes, one.scores)
        gains = sweep.best(0)[2].tolist()
        rows = tuple(OrderingRow(row, gain) for row, gain in zip(tuned(sweep, stacks), gains, strict=True))
        compared.append(ComparedRule(one.name, rows))
    return tuple(compared)


def tuned(sweep: Sweep, stacks: Sequence[float]) -> tuple[Threshold, ...]:
    """The best thresholds at every stack; what plays every hand is "any"."""
    jams, calls, _ = sweep.best(0)
    last = sweep.thresholds.size - 1

    def points(row: int) -> int | None:
        return None if row == last else int(sweep.thresholds[row])

    return tuple(
        Threshold(s, points(jam), points(call))
        for s, jam, call in zip(stacks, jams.tolist(), calls.tolist(), strict=True)
    )
