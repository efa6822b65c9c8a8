"""The report on point rules: the best rule for a game, bundled rules, and published point systems.

The published systems were made for other purposes (full tables, limit play), so their own advice is not
evaluated here, only how well their ordering of hands works for jam or fold, at each stack with its best
thresholds.  Written from the published descriptions:

Chen: L. Krieger, "Hold'em Excellence" (1995), chapter on Bill Chen's formula: high card A 10,
K 8, Q 7, J 6, others half their rank; a pair counts twice, at least 5; suited +2; less 1, 2, 4
for one, two, three ranks between the cards and 5 for more (the ace is high); +1 for none or
one between below a queen; halves are rounded up.

SAGE: L. Jones and J. Kittock, "Sit and Go Endgame" (Card Player, 2006): twice the high card plus
the low one, A 15; pair +22; suited +2.

Hutchison: E. Hutchison's point count for Omaha (www.hutchisonpoker.com, 1997): a suit with two or more
cards by its highest card A 8, K 6, Q 5, J 4, T or 9 3, 8 2, others 1, less 2 with more than two
of a suit; pairs AA 18, KK 16, QQ 14, JJ 13, TT 12, 99 10, 88 8, others 7, none with three of a rank;
four, three or two ranks with no more than three gaps 25, 18, 8, less 2 a gap, at most 6, less 4
where an ace is among them.  Read here as the best such set of ranks, the ace high or low.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from itertools import combinations
from typing import NamedTuple

import numpy as np

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import HOLDEM, OMAHA, Game
from jamfold.core.arrays import IntArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.errors import RuleError
from jamfold.core.progress import Progress, ignore_progress
from jamfold.practice.point_rules.evaluation import (
    Losses,
    RuleRow,
    Sweep,
    measure_with,
    rule_stakes,
    solve_stacks,
    sweep_scores,
)
from jamfold.practice.point_rules.features import HandFeatures, features, find_feature
from jamfold.practice.point_rules.rule import Rule, Threshold, parse_rule, rule_text
from jamfold.practice.point_rules.search import MOST_FEATURES, RuleSearch, SearchBudget
from jamfold.solver.payoffs import ClassGame
from jamfold.spots.solve import load_payoffs

_ACE = 14
_CHEN_HIGH = {14: 20, 13: 16, 12: 14, 11: 12}
_CHEN_GAPS = (0, 2, 4, 8)
_SUITS = {14: 8, 13: 6, 12: 5, 11: 4, 10: 3, 9: 3, 8: 2}
_PAIRS = {14: 18, 13: 16, 12: 14, 11: 13, 10: 12, 9: 10, 8: 8}
_SETS = {4: 25, 3: 18, 2: 8}


def orderings(game: Game) -> dict[str, IntArray]:
    """Return the points of every class, shape (n,), by the name of each system published for a game."""
    seen = HandFeatures(hand_classes(game).representatives.astype(np.int64))
    pips, suits = seen.pips.tolist(), (seen.cards % 4).tolist()
    published = _PUBLISHED.get(game.name, {})
    return {name: np.array(list(map(points, pips, suits))) for name, points in published.items()}


def chen(pips: list[int], suits: list[int]) -> int:
    """Return Chen's points; pips are high to low."""
    high, low = pips
    halves = _CHEN_HIGH.get(high, high)
    if high == low:
        halves = max(2 * halves, 10)
    else:
        gap = high - low - 1
        halves -= _CHEN_GAPS[gap] if gap < len(_CHEN_GAPS) else 10
        halves += 2 if gap <= 1 and high < 12 else 0
    halves += 4 if suits[0] == suits[1] else 0
    return -(-halves // 2)


def sage(pips: list[int], suits: list[int]) -> int:
    high, low = (15 if pip == _ACE else pip for pip in pips)
    return 2 * high + low + (22 if high == low else 0) + (2 if suits[0] == suits[1] else 0)


def hutchison(pips: list[int], suits: list[int]) -> int:
    """Return Hutchison's points for Omaha."""
    total = 0
    for suit in set(suits):
        tops = [pip for pip, suit_of in zip(pips, suits, strict=True) if suit_of == suit]
        if len(tops) >= 2:
            total += _SUITS.get(max(tops), 1) - (2 if len(tops) > 2 else 0)
    if max(map(pips.count, pips)) < 3:
        total += sum(_PAIRS.get(pip, 7) for pip in set(pips) if pips.count(pip) == 2)
    return total + _straights(set(pips))


def _straights(ranks: set[int]) -> int:
    best = 0
    low = {1 if rank == _ACE else rank for rank in ranks}
    for pips_held in (ranks, low):
        for size, points in _SETS.items():
            for chosen in combinations(sorted(pips_held), size):
                gaps = chosen[-1] - chosen[0] + 1 - size
                if gaps <= 3:
                    ace = 4 if chosen[0] == 1 or chosen[-1] == _ACE else 0
                    best = max(best, points - 2 * gaps - ace)
    return best


_PUBLISHED: dict[str, dict[str, Callable[[list[int], list[int]], int]]] = {
    HOLDEM.name: {"Chen": chen, "SAGE": sage},
    OMAHA.name: {"Hutchison": hutchison},
}


STACKS = (2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 12.0, 15.0, 20.0, 25.0)
"""The default stacks of a search for rules, in big blinds."""
SECONDS = 300.0
_SOLVED = 0.05
_FOUND = 0.95


@json_fields(
    "threshold.s jam_from=threshold.jam_points call_from=threshold.call_points gain_bb",
    schema="OrderingRowContract",
)
@dataclass(frozen=True)
class OrderingRow:
    """A published ordering at one stack, with its best thresholds."""

    threshold: Threshold
    """The thresholds in points of the system."""
    gain_bb: float
    """The sum of both best responses' gains."""


@json_fields("name thresholds=rows", schema="OrderingContract")
@dataclass(frozen=True)
class ComparedRule:
    """A published ordering compared with the rule."""

    name: str
    rows: tuple[OrderingRow, ...]


@json_fields("feature weight words", schema="ScoreContract")
class RuleScore(NamedTuple):
    """Points for a feature of a hand."""

    feature: str
    weight: int
    words: str
    """What earns the points; "each" if it can occur several times."""


@json_fields(
    "rule.game score thresholds=rows mean_gain_bb orderings=compared finished toml seconds",
    schema="RuleContract",
)
@dataclass(frozen=True)
class RuleReport(DisplayableResult):
    """A rule: points, thresholds by stack, and their cost."""

    rule: Rule
    rows: tuple[RuleRow, ...]
    """The rule at each of its stacks."""
    compared: tuple[ComparedRule, ...] = ()
    """Published orderings at the same stacks."""
    finished: bool = True
    """Whether the search finished in time; true if there was none."""
    seconds: float = 0.0
    """Time of the search."""

    @property
    def score(self) -> tuple[RuleScore, ...]:
        return tuple(
            RuleScore(name, weight, find_feature(self.rule.game, name).words)
            for name, weight in self.rule.score
        )

    @property
    def toml(self) -> str:
        """The rule as TOML, which `rule check` reads."""
        return rule_text(self.rule)

    @property
    def mean_gain_bb(self) -> float:
        """The mean of `gain_bb` over the stacks."""
        return sum(row.gain_bb for row in self.rows) / len(self.rows)


def usual_features(game: Game) -> int:
    """Default number of features of a rule; a split pot needs more."""
    return 8 if game.split_low else 5


def known_rule(game: Game) -> Rule:
    """Return the best bundled rule of a game; raises RuleError if there is none."""
    for rule in _bundled(game, ("",)):
        return rule
    raise RuleError(f"jamfold has no built-in rule for {game.title}. Search for one.", field="known")


def known_rules(game: Game) -> list[Rule]:
    """Return all bundled rules of a game, of any number of features."""
    return list(_bundled(game, ("", *(f"-{k}" for k in range(1, MOST_FEATURES + 1)))))


def _bundled(game: Game, sizes: Iterable[str]) -> Iterator[Rule]:
    for size in sizes:
        file = files(__package__).joinpath("known", f"{game.name}{size}.toml")
        if file.is_file():
            yield parse_rule(file.read_text(encoding="utf-8"), file.name, game)


def report_rule(rule: Rule, progress: Progress = ignore_progress) -> RuleReport:
    """Evaluate a rule at its stacks, with published orderings.

    Raises TableError if the class table cannot be built here.
    """
    started = time.perf_counter()
    payoffs = load_payoffs(rule.game, progress)
    solutions = solve_stacks(payoffs, rule.stacks, progress)
    rows = measure_with(rule, payoffs, solutions)
    return RuleReport(
        rule, rows, compare(rule.game, payoffs, rule.stacks), seconds=time.perf_counter() - started
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
    """Find the best rule of at most ``most`` features: the smallest mean gain of both best responses.

    A bundled rule stays unless another is better on average and at no stack more than 2% worse.  Raises
    SolverError if a stack is invalid; TableError if the class table cannot be built here.

    Parameters
    ----------
    stacks
        Stacks in big blinds, ascending, all different.
    most
        The most features; None takes `usual_features`.
    seconds
        Time limit; the best rule so far is returned, with `finished` false.
    effort
        Width of the search; None takes a wider one for games that are faster to evaluate.
    """
    started = time.perf_counter()
    stakes = [rule_stakes(s) for s in stacks]
    payoffs = load_payoffs(game, progress)
    solutions = solve_stacks(payoffs, stacks, lambda stage, share: progress(stage, _SOLVED * share))
    weights = np.full(len(stacks), 1.0 / len(stacks))
    losses = Losses.of(payoffs, solutions, weights)
    effort = effort or (NARROW if game.has_many_classes else WIDE)
    search = RuleSearch(game, payoffs, stakes, losses, weights, effort, seconds)
    most = usual_features(game) if most is None else most
    search.run(most, lambda stage, share: progress(stage, _SOLVED + (_FOUND - _SOLVED) * share))
    result = search.choose(most, [rule.score for rule in known_rules(game)])
    order = list(features(game))
    score = tuple(sorted(result.terms, key=lambda term: order.index(term[0])))
    rule = Rule(game, score, tuned(result.sweep, stacks))
    progress("published orderings", _FOUND)
    rows = measure_with(rule, payoffs, solutions)
    compared = compare(game, payoffs, stacks)
    return RuleReport(rule, rows, compared, not search.cut, time.perf_counter() - started)


WIDE = SearchBudget(beam=80, swapped=25, measured=80, passes=6)
"""For 169 classes: less than a minute."""
NARROW = SearchBudget(beam=6, swapped=2, measured=4, passes=2)
"""For 16,432 classes: a few minutes."""


def compare(game: Game, payoffs: ClassGame, stacks: Sequence[float]) -> tuple[ComparedRule, ...]:
    """Return the published orderings of a game with their best thresholds."""
    stakes = [rule_stakes(s) for s in stacks]
    compared = []
    for name, scores in orderings(game).items():
        sweep = sweep_scores(payoffs, stakes, scores)
        gains = sweep.best(0)[2].tolist()
        rows = tuple(OrderingRow(row, gain) for row, gain in zip(tuned(sweep, stacks), gains, strict=True))
        compared.append(ComparedRule(name, rows))
    return tuple(compared)


def tuned(sweep: Sweep, stacks: Sequence[float]) -> tuple[Threshold, ...]:
    """Return the best thresholds at every stack; None if every hand is played."""
    jams, calls, _ = sweep.best(0)
    last = sweep.thresholds.size - 1

    def points(row: int) -> int | None:
        return None if row == last else int(sweep.thresholds[row])

    return tuple(
        Threshold(s, points(jam), points(call))
        for s, jam, call in zip(stacks, jams.tolist(), calls.tolist(), strict=True)
    )
