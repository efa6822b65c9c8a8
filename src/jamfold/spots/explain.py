"""Why a hand is played: how often it is called, what it wins then, and where it breaks even.

With q the chance to be called and w the share of the pot won then, on average,

    jamming        (1 - q) + q s (2 w - 1)     folding -b
    calling a jam  s (2 w - 1)                 folding -1

in units of B.  So II calls when w is at least (s - 1) / (2 s), at any s when w
is at least one half.  Against the same opponent's range the stack up to which
an action is right follows from q and w; in equilibrium the opponent's range
moves with the stack, which a chart tells (`played_stacks`).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import inf, isfinite, isnan, nan
from typing import Any

import numpy as np

from jamfold.counting.classes import ClassId
from jamfold.ranges.grid import class_label
from jamfold.spots import solve as solving
from jamfold.spots.charts import Chart, Interval
from jamfold.spots.lookup import HandReport, report
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Position


@dataclass(frozen=True)
class Explanation:
    """One hand of a solved spot, taken apart.  Chances and equities in [0, 1], EVs and stacks in B.

    Attributes
    ----------
    hand
        The report of the hand: EVs, advice.
    name
        What players call the class.
    s, b
        The game.
    chance
        sb: chance to be called after jamming; bb: chance that the small blind
        jams.  Both given the cards in this hand.
    equity
        Share of the pot won when called, or against the jam; nan if that never
        happens.
    ev_called
        EV of the showdown, s (2 equity - 1).
    break_even_equity
        The equity from which on the action is right: 0 if it always is; nan if
        the opponent never comes.
    break_even_stack
        The s up to which the action is right against the same range; inf if at
        any.
    break_even_chips
        The same as a stack in chips before antes and blinds.
    played_stacks, free_stacks
        The stacks of a chart at which the hand is played in equilibrium, and
        where it is indifferent; None without a chart.
    """

    hand: HandReport
    name: str
    s: float
    b: float
    chance: float
    equity: float
    ev_called: float
    break_even_equity: float
    break_even_stack: float
    break_even_chips: float
    played_stacks: tuple[Interval, ...] | None
    free_stacks: tuple[Interval, ...] | None

    @property
    def position(self) -> Position:
        """Whose hand it is."""
        return Position(self.hand.position)

    def as_dict(self) -> dict[str, Any]:
        """The explanation as JSON keeps it; nan and inf become null."""
        values = asdict(self)
        del values["hand"]
        chance = "chance_called" if self.position is Position.SMALL_BLIND else "chance_jammed"
        values[chance] = values.pop("chance")
        flat = self.hand.as_dict() | values
        return {
            name: None if isinstance(value, float) and not isfinite(value) else value
            for name, value in flat.items()
        } | {"any_stack": self.break_even_stack == inf, "words": sentences(self)}


def explain(spot: SpotSolution, hand: HandReport, chart: Chart | None = None) -> Explanation:
    """Take one hand of a solved spot apart.

    Parameters
    ----------
    spot
        The solution; exact or not, as its certificate says.
    hand
        A hand of it, from `SpotSolution.hand`.
    chart
        A chart of the same game and small blind, for the stacks at which the
        hand is played in equilibrium.

    Raises
    ------
    TableError
        If the class table cannot be built here.
    """
    seat, class_id = Position(hand.position), ClassId(hand.id)
    chance, equity = chance_and_equity(spot, seat, class_id)
    s, b = spot.s, spot.b
    if seat is Position.SMALL_BLIND:
        needed, limit = _jam_break_even(s, b, chance, equity)
    else:
        needed, limit = _call_break_even(s, equity)
    situation = spot.situation
    posted = situation.posted[0 if seat is Position.SMALL_BLIND else 1]
    return Explanation(
        hand=hand,
        name=class_label(spot.game, class_id),
        s=s,
        b=b,
        chance=chance,
        equity=equity,
        ev_called=s * (2 * equity - 1),
        break_even_equity=needed,
        break_even_stack=limit,
        break_even_chips=limit * situation.unit - situation.dead_total / 2 + posted,
        played_stacks=None if chart is None else chart.intervals(seat, class_id),
        free_stacks=None if chart is None else chart.free_intervals(seat, class_id),
    )


def explain_class(spot: SpotSolution, seat: Position, class_id: ClassId) -> Explanation:
    """Take one class of a solved spot apart; as `explain`."""
    return explain(spot, report(spot.strategy(seat), class_id))


def chance_and_equity(spot: SpotSolution, seat: Position, class_id: ClassId) -> tuple[float, float]:
    """Chance that the opponent plays against a class, and its share of the pot then (nan if never)."""
    payoffs = solving.load_payoffs(spot.game)
    other = spot.solution.y if seat is Position.SMALL_BLIND else spot.solution.x
    everyone = np.arange(payoffs.n_classes)
    placed = float(payoffs.placements.block(np.array([class_id]), everyone)[0] @ other)
    if placed == 0.0:
        return 0.0, nan
    margin = float(payoffs.margins[class_id].astype(np.float64) @ other) / payoffs.margin_scale
    return placed / payoffs.n_opponent_hands, (1.0 + margin / placed) / 2.0


def calling_condition(s: float) -> float:
    """The winning chance from which on II calls at effective stack s: (s - 1) / (2 s)."""
    return (s - 1.0) / (2.0 * s)


def _jam_break_even(s: float, b: float, chance: float, equity: float) -> tuple[float, float]:
    """Equity from which on jamming beats folding, and s up to which it does."""
    if chance == 0.0:
        return nan, inf
    stolen = 1.0 - chance + b  # what jamming gains over folding as long as nobody calls
    needed = max(0.0, 0.5 - stolen / (2.0 * chance * s))
    return needed, inf if equity >= 0.5 else stolen / (chance * (1.0 - 2.0 * equity))


def _call_break_even(s: float, equity: float) -> tuple[float, float]:
    """Equity from which on calling beats folding, and s up to which it does."""
    if isnan(equity):
        return nan, inf
    return calling_condition(s), inf if equity >= 0.5 else 1.0 / (1.0 - 2.0 * equity)


def sentences(found: Explanation) -> list[str]:
    """The explanation in plain words, one sentence or two per line."""
    lines = _jam_words(found) if found.position is Position.SMALL_BLIND else _call_words(found)
    if found.played_stacks is not None:
        lines.append(_chart_words(found))
    return lines


def _jam_words(found: Explanation) -> list[str]:
    hand, q, w = found.hand, found.chance, found.equity
    folds = f"Folding costs the small blind, {-found.b:+.4f} bb."
    if q == 0.0:
        return ["Nobody calls, so every jam wins 1 bb.", folds, _verdict(found)]
    called = f"{found.ev_called:+.4f} bb"
    parts = f"{100 * (1 - q):.2f} % x 1 bb + {100 * q:.2f} % x ({called})"
    lines = [
        f"The big blind calls {100 * q:.2f} % of the time, given these cards.",
        f"When called, the hand wins {100 * w:.2f} % of the pot on average, which is worth {called}.",
        f"Jamming earns {parts} = {hand.ev_allin_bb:+.4f} bb.",
        folds,
        _verdict(found),
    ]
    if found.break_even_equity > 0:
        lines.append(f"Jamming needs an equity of {100 * found.break_even_equity:.2f} % when called.")
    else:
        lines.append("Folds alone pay for the jam: it would be right with no equity at all.")
    return [*lines, _limit_words(found, "calling")]


def _call_words(found: Explanation) -> list[str]:
    hand, w = found.hand, found.equity
    if isnan(w):
        return ["The small blind never jams against these cards, so the hand is never asked."]
    if found.s <= 1.0:
        return [f"All chips at risk are in by the blind: the hand wins {100 * w:.2f} % and never folds."]
    return [
        f"The small blind jams {100 * found.chance:.2f} % of the time, given these cards.",
        f"Against that range the hand wins {100 * w:.2f} % of the pot on average.",
        f"Calling earns {found.s:.4g} x (2 x {w:.4f} - 1) = {hand.ev_allin_bb:+.4f} bb; folding costs -1 bb.",
        _verdict(found),
        f"Calling is right from an equity of (s - 1) / (2 s) = {100 * found.break_even_equity:.2f} % on.",
        _limit_words(found, "jamming"),
    ]


def _verdict(found: Explanation) -> str:
    gain = found.hand.difference_bb
    action = found.position.action
    if found.hand.advice.startswith(("no decision", "never asked", "indifferent")):
        return f"{found.hand.advice[0].upper()}{found.hand.advice[1:]}."
    better, worse = (action, "fold") if gain > 0 else ("fold", action)
    return f"So {better}: it is {abs(gain):.4f} bb better than to {worse}."


def _limit_words(found: Explanation, range_word: str) -> str:
    action, limit = "jamming" if found.position is Position.SMALL_BLIND else "calling", found.break_even_stack
    if limit == inf:
        return f"{action.capitalize()} is right against this {range_word} range at any stack."
    return f"Against this same {range_word} range, {action} is right up to {limit:.2f} bb."


def _chart_words(found: Explanation) -> str:
    assert found.played_stacks is not None
    past = "jammed" if found.position is Position.SMALL_BLIND else "played"
    if not found.played_stacks:
        return f"In equilibrium the hand is not {past} at any stack of the chart."
    runs = ", ".join(f"{lo:g}" if lo == hi else f"{lo:g} to {hi:g}" for lo, hi in found.played_stacks)
    return f"In equilibrium, with both ranges moving with the stack, it is {past} at {runs} bb."
