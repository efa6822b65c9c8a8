"""Point rules: points for features of a hand, thresholds by stack, and their TOML format.

In TOML ``[score]`` has the points by feature and ``[[thresholds]]`` the points needed by stack.

>>> rule = parse_rule('''
... game = "holdem"
... [score]
... ranks-ace-18 = 1
... pair = 20
... [[thresholds]]
... s = 10
... jam_from = 17
... call_from = "any"
... ''')
>>> rule.score
(('ranks-ace-18', 1), ('pair', 20))
>>> print(rule.thresholds[0].call_from)
None
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, Literal

import numpy as np

from jamfold.cards.games import OMAHA, Game, find_game
from jamfold.core.arrays import BoolArray, IntArray
from jamfold.core.errors import RuleError
from jamfold.practice.point_rules.features import find_feature
from jamfold.solver.stakes import MAX_STACK
from jamfold.spots.strategy import Seat

LARGEST_WEIGHT = 1000
LARGEST_THRESHOLD = 1_000_000
MOST_STACKS = 1000
ANY: Final = "any"
"""Written instead of a threshold if every hand is played."""
Points = int | Literal["any"]


def _require(condition: object, sentence: str) -> None:
    """Raise RuleError with the sentence unless the condition holds."""
    if not condition:
        raise RuleError(sentence, field="rule")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@dataclass(frozen=True)
class Threshold:
    """The points from which on hands are played at one stack; None if every hand is.

    Raises RuleError if a number is invalid.
    """

    s: float
    """Effective stack in big blinds, small blind 1/2, no ante."""
    jam_from: int | None
    call_from: int | None
    """jam_from, call_from: thresholds in points."""

    @property
    def jam_points(self) -> Points:
        return ANY if self.jam_from is None else self.jam_from

    @property
    def call_points(self) -> Points:
        return ANY if self.call_from is None else self.call_from

    def __post_init__(self) -> None:
        """Check that the stack covers a big blind and thresholds are integers from 0 on."""
        s: object = self.s  # any value of a file
        is_number = isinstance(s, int | float) and not isinstance(s, bool) and math.isfinite(s)
        _require(is_number, f"The stack s must be a number, not '{str(s)[:40]}'.")
        is_stack = 1 <= self.s <= MAX_STACK
        _require(is_stack, f"The stack s must be 1 to {MAX_STACK:,.0f} big blinds, not {self.s:g}.")
        object.__setattr__(self, "s", float(self.s))
        for name in ("jam_from", "call_from"):
            points = getattr(self, name)
            if points is None:
                continue
            where = f"{name} at s = {self.s:g}"
            words = f"must be a whole number or '{ANY}', not '{str(points)[:40]}'."
            _require(_is_whole(points), f"{where} {words}")
            _require(points >= 0, f"{where} is negative: {points}. Thresholds are 0 or more, or '{ANY}'.")
            _require(points <= LARGEST_THRESHOLD, f"{where} is above {LARGEST_THRESHOLD:,}.")

    def points(self, seat: Seat) -> int | None:
        return self.jam_from if seat is Seat.SMALL_BLIND else self.call_from


@dataclass(frozen=True)
class Rule:
    """One score for both seats and all stacks, with its thresholds.

    Raises RuleError if a feature is unknown or repeated, points are not integers, or stacks are missing or
    repeated.
    """

    game: Game
    """The game of the rule."""
    score: tuple[tuple[str, int], ...]
    """(feature, points), at least one."""
    thresholds: tuple[Threshold, ...]
    """Ascending stacks, at least one."""

    def __post_init__(self) -> None:
        """Check features, points and stacks; sort by stack."""
        _require(self.score, "The rule has no points. [score] needs lines such as suited = 3.")
        for name, weight in self.score:
            find_feature(self.game, name)
            of = f"The points of '{name}' must be"
            _require(_is_whole(weight), f"{of} a whole number, not '{str(weight)[:40]}'.")
            _require(abs(weight) <= LARGEST_WEIGHT, f"{of} within {LARGEST_WEIGHT:,}, not {weight:,}.")
        names = [name for name, _ in self.score]
        for name in names:
            _require(names.count(name) == 1, f"The feature '{name}' appears twice.")
        _require(
            self.thresholds,
            "The rule has no stacks: give each as [[thresholds]] with s, jam_from and call_from.",
        )
        _require(len(self.thresholds) <= MOST_STACKS, f"The rule has more than {MOST_STACKS:,} stacks.")
        ordered = tuple(sorted(self.thresholds, key=lambda threshold: threshold.s))
        for threshold, other in pairwise(ordered):
            _require(threshold.s != other.s, f"The stack s = {threshold.s:g} appears twice.")
        object.__setattr__(self, "thresholds", ordered)

    @property
    def stacks(self) -> tuple[float, ...]:
        return tuple(threshold.s for threshold in self.thresholds)

    @cached_property
    def scores(self) -> IntArray:
        """The points of every class, shape (n,)."""
        return sum_scores(self.game, self.score)

    def near(self, s: float) -> Threshold:
        """Return the thresholds of the stack nearest by ratio; of two equally near, the smaller's."""
        return min(self.thresholds, key=lambda threshold: (abs(math.log(threshold.s / s)), threshold.s))

    def played(self, threshold: Threshold, seat: Seat) -> BoolArray:
        """Return which classes a seat plays, shape (n,)."""
        points = threshold.points(seat)
        if points is None:
            return np.ones(self.scores.size, dtype=np.bool_)
        return np.asarray(self.scores >= points)


def sum_scores(game: Game, score: tuple[tuple[str, int], ...]) -> IntArray:
    """Return the points of every class, shape (n,); raises RuleError if the game lacks a feature."""
    features = [(find_feature(game, name), weight) for name, weight in score]
    total = np.zeros(features[0][0].values.size, dtype=np.int64) if features else np.zeros(0, dtype=np.int64)
    for feature, weight in features:
        total += weight * feature.values
    return total


MAX_CHARACTERS = 100_000
_SECTIONS = ("game", "score", "thresholds")
_ENTRIES = ("s", "jam_from", "call_from")


def parse_rule(text: str, source: str = "the rule", game: Game | None = None) -> Rule:
    """Parse a rule in TOML; `game` is used if the text does not say it, Omaha if that is None.

    `source` is the name of the text in errors.  Raises RuleError, with a sentence that names what is wrong,
    if the text is not a rule.
    """
    _require(len(text) <= MAX_CHARACTERS, f"A rule has at most {MAX_CHARACTERS:,} characters.")
    try:
        values = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        is_syntax = isinstance(error, tomllib.TOMLDecodeError)
        reason = error if is_syntax else "a number is too long, or brackets are nested too deeply"
        raise RuleError(f"'{source}' is not a TOML file: {reason}.", field="rule") from None
    for name in values:
        words = f"Unknown entry '{name[:40]}' in '{source}': a rule has {', '.join(_SECTIONS)}."
        _require(name in _SECTIONS, words)
    rules = _game(values, game)
    score, thresholds = values.get("score", {}), values.get("thresholds", [])
    _require(isinstance(score, dict), "[score] must have points by feature, such as suited = 3.")
    is_list = isinstance(thresholds, list) and all(isinstance(threshold, dict) for threshold in thresholds)
    _require(is_list, "Stacks are given as [[thresholds]] with s, jam_from and call_from.")
    parsed = tuple(_threshold(threshold, k) for k, threshold in enumerate(thresholds, 1))
    return Rule(rules, tuple(score.items()), parsed)


def _game(values: dict[str, Any], game: Game | None) -> Game:
    name = values.get("game")
    if name is None:
        return game or OMAHA
    if not isinstance(name, str):
        raise RuleError('The game of the rule must be its name, such as "omaha".', field="rule")
    rule_game = find_game(name)
    if game is not None and game != rule_game:
        raise RuleError(f"The rule is for {rule_game.name}, not for {game.name}.", field="game")
    return rule_game


def _threshold(values: dict[str, Any], place: int) -> Threshold:
    for name in values:
        words = f"Unknown entry '{name[:40]}' in [[thresholds]] {place}: they have {', '.join(_ENTRIES)}."
        _require(name in _ENTRIES, words)
    where = f"[[thresholds]] {place}" + (f" (s = {values['s']})"[:40] if "s" in values else "")
    for name in _ENTRIES:
        _require(name in values, f"In {where}, {'the stack s' if name == 's' else name} is missing.")
    points = (None if values[name] == ANY else values[name] for name in _ENTRIES[1:])
    return Threshold(values["s"], *points)


def rule_text(rule: Rule) -> str:
    """Format a rule as TOML, from which `parse_rule` restores it."""
    lines = [f'game = "{rule.game.name}"', "", "[score]"]
    lines += [f"{name} = {weight}" for name, weight in rule.score]
    for threshold in rule.thresholds:
        least = (threshold.jam_from, threshold.call_from)
        jam, call = (f'"{ANY}"' if points is None else str(points) for points in least)
        lines += ["", "[[thresholds]]", f"s = {threshold.s:.12g}", f"jam_from = {jam}", f"call_from = {call}"]
    return "\n".join(lines) + "\n"
