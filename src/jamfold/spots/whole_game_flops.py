"""A tighter upper bound of the whole game: the big blind may also jam the flop.

The big blind's plan, a strategy of the whole game:

- It calls a jam or folds.
- It jams over a limp or checks; it folds to the smallest raise, jams over it or calls.  After a check or a
  call the big blind is first to act on the flop and jams (a *lead*) or gives up: it checks and folds to
  every bet.
- It jams over any larger raise or folds, by a strategy of its own.

The best response is exact: it calls jams or folds, before the flop and on each, and after a flop that is
given up it wins the pot at most.  Among the larger raises a smaller one risks less for the same answers, so
none is worth more than the smallest raise with these answers.  So the best-response value is an upper bound
for every plan of the big blind.

Discounted CFR+ [1]_ [2]_ searches for the plan over all hands on all flops, in 32 bits.  Then the plan is
rounded, and its best-response value is summed in integers.  At 5 big blinds, on 120 flops, the gap is 0.0044
after 100 iterations and 0.0042 after 200 and 400; without the discounts 0.0049 after 100.  With raises of a
limp to 2 or 3 big blinds and leads after them it was 0.0765 at 8 big blinds, without them 0.0769.

References
----------
.. [1] O. Tammelin, "Solving large imperfect information games using CFR+", 2014.
.. [2] N. Brown, T. Sandholm, "Solving imperfect-information games via discounted regret minimization", 2019.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.distribution import flop_classes
from jamfold.calculator.flops.flop_margins import FlopMargins, add_flop, meet_flop
from jamfold.cards.games import Game
from jamfold.class_tables.class_table import rules_of
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.jit import kernel
from jamfold.core.parallel import in_parallel
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.checkpoints import ResumableWork, find_checkpoint
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.items import Artifact
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.tree_rational import RationalStrategy

PARTS, LEVELS = 1000, 15
"""PARTS, LEVELS: Units of the rounded frequencies before the flop, and of leads on it."""
ITERATIONS = 120
METHOD = 1
"""The version of the search, part of the identity of its checkpoints."""
_PERIOD = 30.0
_FLOPS = 16
"""Flops per task; starting a task takes as long as one flop."""
_FEW = 1000
"""With more classes, sums read this number of rows at a time, and no matrix is in floating point."""
STAYS = {"limp": 0, "raise": 2}
"""The big blind's answer that sees the flop, by the small blind's action; 1 is to jam, or to call a jam."""
Singles = NDArray[np.float32]
Numbers = NDArray[Any]
"""float64, or exact: Fraction and int as objects."""


def end_chips(situation: Situation) -> dict[str, Fraction]:
    """Return the chips of each player behind an action, with half of the dead money; "other" is a raise."""
    live, (small, big), dead = situation.exact_chips
    put_in = {"fold": small, "limp": big, "raise": 2 * big, "other": 2 * big, "jam": live}
    return {name: chips + dead / 2 for name, chips in put_in.items()}


def first_actions(situation: Situation) -> tuple[str, ...]:
    """Return the small blind's actions except fold and jam; empty if the big blind is all-in by its blind."""
    live, (_, big), _ = situation.exact_chips
    return ("limp", "raise", "other") if live > 2 * big else ("limp",) if live > big else ()


def action_values(
    chips: Mapping[str, Any],
    answers: Mapping[str, Numbers],
    sums: Callable[[Numbers], tuple[Numbers, Numbers]],
    choose: Callable[[str, Numbers, Numbers], Numbers],
    flop_gains: Callable[[str, Numbers], Numbers],
    stays: Mapping[str, int] = STAYS,
) -> list[Numbers]:
    """Return the values of the small blind's actions except fold, by the big blind's answers, shape (n,).

    `sums` returns the number of hands of a range against each class, and the margin against them; `choose`
    the value of a jam over an action from those of folding and calling; `flop_gains` the gain over always
    winning the pot if a range sees the flop.
    """
    values = []
    for name, rows in answers.items():
        met, won = sums(rows[1])
        value = won * chips["jam"]
        if name != "jam":
            value = choose(name, met * -chips[name], value)
        if name != "limp":
            value = value + sums(rows[0])[0] * chips["limp"]
        if name in stays:
            stay = rows[stays[name]]
            value = value + sums(stay)[0] * chips[name] + flop_gains(name, stay)
        values.append(value)
    return values


@dataclass(frozen=True, eq=False)
class FlopPlan:
    """The big blind's plan in integers."""

    answers: Mapping[str, IntArray]
    """Frequencies in units of 1 / `PARTS` by the small blind's action, shape (answers, n): fold or check, jam
    or call a jam, call the smallest raise."""
    leads: Mapping[str, NDArray[np.uint8]]
    """Lead frequencies after a limp and a raise in units of 1 / `LEVELS`, shape (classes of all flops,)."""


@dataclass(frozen=True, eq=False)
class FlopBound:
    """An upper bound with flops; see `whole_game.UpperBound`."""

    plan: FlopPlan
    value: Fraction
    """The small blind's best-response value, in units of B."""
    costs: FloatArray
    """The loss per hand by folding a class that should be played or the reverse, in bb, shape (n,)."""
    leads: Mapping[str, float]
    """The big blind's frequency of leading on flops after a limp and a raise, in [0, 1]."""

    @property
    def answers(self) -> dict[str, RationalStrategy]:
        """The big blind's frequencies of jamming over each action, calling a ``jam``, and a ``call``."""
        strategies = {name: _strategy(rows[1]) for name, rows in self.plan.answers.items()}
        if "raise" in strategies:
            strategies["call"] = _strategy(self.plan.answers["raise"][2])
        return strategies

    def otherwise(self, gap: Fraction) -> FloatArray:
        """Return the largest frequency of each error in a strategy worth L, shape (n,); gap in big blinds."""
        most = np.divide(float(gap), self.costs, out=np.ones_like(self.costs), where=self.costs > 0)
        return np.minimum(most, 1.0)


def _strategy(parts: IntArray) -> RationalStrategy:
    chances = {i: Fraction(int(parts[i]), PARTS) for i in np.flatnonzero(parts).tolist()}
    return RationalStrategy.from_chances(parts == PARTS, chances)


def flop_bound(
    payoffs: ClassGame,
    flops: FlopMargins,
    situation: Situation,
    plan: FlopPlan,
    progress: Progress = ignore_progress,
) -> FlopBound:
    """Return the bound that a plan proves: the best-response value, summed in integers."""
    chips, counts = end_chips(situation), payoffs.counts.astype(object)
    classes = np.arange(payoffs.n_classes)
    met = payoffs.placements.block(classes, classes).astype(np.int64)
    won, scale = payoffs.margins[:].astype(np.int64), payoffs.margin_scale

    def sums(parts: IntArray) -> tuple[Numbers, Numbers]:
        return (met @ parts).astype(object), (won @ parts).astype(object) * Fraction(1, scale)

    def flop_gains(name: str, stay: IntArray) -> Numbers:
        total = _flop_gains(flops, stay, plan.leads[name], chips[name], chips["jam"], progress)
        return np.asarray(total / counts)

    answers = {name: plan.answers[name] for name in (*first_actions(situation), "jam")}
    values = action_values(chips, answers, sums, lambda name, *ends: np.maximum(*ends), flop_gains)
    play, fold = np.max(np.stack(values), axis=0), -chips["fold"] * PARTS * payoffs.n_opponent_hands
    unit = PARTS * payoffs.n_opponent_hands * payoffs.n_hands * chips["limp"]
    gains = counts * (play - fold)
    value = (fold * payoffs.n_hands + sum(np.maximum(gains, 0))) / unit
    leads = {name: _lead_share(flops, plan, name) for name in plan.leads}
    costs = abs(gains) * situation.exact_units[0] / unit
    return FlopBound(plan, value, costs.astype(float), leads)


def plan_texts(plan: FlopPlan, flops: FlopMargins, game: Game) -> dict[str, Any]:
    """Return a plan as JSON of a proof: leads by hand of each flop, two frequencies a byte, compressed."""
    classes = flop_classes(game)
    answers = {name: rows.tolist() for name, rows in plan.answers.items()}
    leads = {}
    for name, levels in plan.leads.items():
        of_hands = levels[flops.starts[:-1, None] + flops.of].ravel()
        packed = zlib.compress((of_hands[::2] << 4 | of_hands[1::2]).tobytes(), 9)
        leads[name] = base64.b64encode(packed).decode()
    return {"answers": answers, "flops": [classes.name(k) for k in range(classes.n)], "leads": leads}


def _lead_share(flops: FlopMargins, plan: FlopPlan, name: str) -> float:
    seen = np.repeat(flops.weights, np.diff(flops.starts)) * flops.sizes
    seen *= plan.answers[name][STAYS[name]][flops.kinds]
    return float(seen @ plan.leads[name].astype(np.int64)) / max(LEVELS * float(seen.sum()), 1)


def _flop_gains(
    flops: FlopMargins,
    stay: IntArray,
    leads: NDArray[np.uint8],
    put: Fraction,
    live: Fraction,
    progress: Progress,
) -> NDArray[np.object_]:
    """Return the gain of all hands of each class over always winning the pot, in 1 / `PARTS`, shape (n,)."""
    unit = put.denominator * live.denominator
    pot, all_in = int(put * unit) * flops.runouts, int(live * unit)
    totals = np.zeros(len(stay), dtype=object)

    def sum_flop(flop: int) -> tuple[IntArray, IntArray]:
        states = slice(flops.starts[flop], flops.starts[flop + 1])
        amounts = stay[flops.kinds[states]] * leads[states].astype(np.int64)
        won, met = np.empty_like(amounts), np.empty_like(amounts)
        add_flop(flops, flop, amounts, won, met)
        return won, met

    for flop, (won, met) in enumerate(in_parallel(sum_flop, range(len(flops.weights)))):
        kinds = flops.kinds[flops.starts[flop] : flops.starts[flop + 1]]
        pots = met.astype(object) * pot
        gains = np.maximum(won.astype(object) * all_in + pots, 0) - 2 * pots
        np.add.at(totals, kinds, gains * int(flops.weights[flop]))
        progress("best response on all flops", flop / len(flops.weights))
    return np.asarray(totals * Fraction(1, unit * flops.runouts * flops.boards * LEVELS))


@kernel
def play_flop(
    flops: FlopMargins,
    flop: int,
    reach: Singles,
    action: Singles,
    own: Singles,
    regrets: Singles,
    put: float,
    live: float,
    leads: bool,
    values: FloatArray,
) -> None:
    """Add the gains of a player on a flop to row ``flop`` of the values, and update its regrets.

    The big blind's gain is over giving up, the small blind's over always winning the pot.

    Parameters
    ----------
    reach, action
        The opponent's reach probabilities of the flop, shape (n,), and frequencies of jamming or calling
        there, shape (classes,).
    own, regrets
        Frequencies of jamming or calling, shape (classes,), and regrets, shape (2, classes); both updated.
    put, live
        Chips of each player before the flop and all-in, with half of the dead money.
    leads
        Whether the player is the big blind, who jams; otherwise the small blind, who calls.
    values
        Sums by flop and class before the flop, shape (flops, n); updated.
    """
    first, n = flops.starts[flop], flops.starts[flop + 1] - flops.starts[flop]
    reaches, amounts = np.empty(n, dtype=np.float32), np.empty(n, dtype=np.float32)
    won, met = np.empty_like(reaches), np.empty_like(reaches)
    for i in range(n):
        reaches[i] = reach[flops.kinds[first + i]]
        amounts[i] = reaches[i] * action[first + i]
    add_flop(flops, flop, amounts, won, met)
    if leads:
        meet_flop(flops, flop, reaches.copy(), reaches)
    for i in range(n):
        state = first + i
        chance, pot = own[state], 2 * reaches[i] - met[i] if leads else met[i]
        gain = live * won[i] / flops.runouts + put * pot
        total = chance * gain if leads else chance * gain - 2 * put * met[i]
        values[flop, flops.kinds[state]] += flops.weights[flop] * total
        act = max(regrets[0, state] + (1 - chance) * gain, 0.0)
        wait = max(regrets[1, state] - chance * gain, 0.0)
        regrets[0, state], regrets[1, state] = act, wait
        own[state] = act / (act + wait) if act + wait > 0 else 0.5


def range_sums(payoffs: ClassGame) -> Callable[[FloatArray], tuple[FloatArray, FloatArray]]:
    """Return what computes the number of hands of a range against each class, and the margin against them."""
    classes, margins = np.arange(payoffs.n_classes), payoffs.margins
    if payoffs.n_classes <= _FEW:
        met = payoffs.placements.block(classes, classes).astype(float)
        won = margins[:].astype(float) / payoffs.margin_scale
        return lambda chances: (met @ chances, won @ chances)

    def sum_parts(chances: FloatArray) -> tuple[FloatArray, FloatArray]:
        parts = np.rint(chances * PARTS).astype(np.int64)
        met, won = payoffs.placements.new_sum(), np.zeros_like(parts)
        met.add(classes, parts)
        if isinstance(margins, np.ndarray):
            for k in range(0, len(won), _FEW):
                won[k : k + _FEW] = margins[k : k + _FEW] @ parts
        else:
            margins.add_rows(classes, parts * payoffs.counts, won)
            won //= -payoffs.counts
        return met.values() / PARTS, won / (PARTS * payoffs.margin_scale)

    return sum_parts


class FlopSearch:
    """The search for both strategies; its whole state is in ``arrays``.

    Rows of ``regrets``, ``chances`` and ``means`` are the actions of all decisions before the flop; the other
    arrays have a row for flops after a limp, and one for flops after a raise.
    """

    def __init__(
        self, payoffs: ClassGame, flops: Any, situation: Situation, stays: Mapping[str, int] = STAYS
    ) -> None:
        self._payoffs, self._sums, self._stays = payoffs, range_sums(payoffs), stays
        self._flops = flops
        self._chips = {name: float(value) for name, value in end_chips(situation).items()}
        self._first = first_actions(situation)
        self._lines = [name for name in self._first if name in stays]
        self._rows: dict[tuple[str, int], slice] = {}
        sizes = {("first", 0): 2 + len(self._first), **{(name, 0): 2 for name in self._first}, ("jam", 1): 2}
        sizes |= {(name, 1): 3 if stays.get(name) == 2 else 2 for name in self._first}
        start, chances = 0, []
        for key, size in sizes.items():
            self._rows[key], start = slice(start, start + size), start + size
            chances += [1 / size] * size
        n, states, lines = payoffs.n_classes, len(flops.kinds), len(self._lines)
        first = np.tile(np.array(chances)[:, None], n)
        self.arrays = {
            "done": np.zeros(1),
            "regrets": np.zeros_like(first),
            "chances": first,
            "means": np.zeros_like(first),
        }
        for name in ("call", "lead"):
            self.arrays[f"{name}s"] = np.full((lines, states), 0.5, dtype=np.float32)
            self.arrays[f"{name}_regrets"] = np.zeros((lines, 2, states), dtype=np.float32)
        self.arrays["mean_leads"] = np.zeros((lines, states), dtype=np.float32)

    @property
    def done(self) -> int:
        """The number of iterations done."""
        return int(self.arrays["done"][0])

    def step(self) -> None:
        """Update the small blind, then the big blind, and add the big blind's strategy to its average."""
        count = self.done + 1.0
        weight, discount = count**2, count**1.5 / (count**1.5 + 1)
        for name in ("regrets", "call_regrets", "lead_regrets"):
            self.arrays[name] *= discount
        self._step_small()
        self._step_big()
        means, chances = self.arrays["means"], self.arrays["chances"]
        means += weight * chances
        for k, name in enumerate(self._lines):
            stay = (weight * self._chances(name, 1)[self._stays[name]]).astype(np.float32)
            self.arrays["mean_leads"][k] += stay[self._flops.kinds] * self.arrays["leads"][k]
        self.arrays["done"] += 1

    def plan(self) -> FlopPlan:
        """Return the average strategy of the big blind, in integers."""
        answers, leads = {}, {}
        for name in (*self._first, "jam"):
            ends = np.rint(PARTS * np.cumsum(self.mean(name, 1), axis=0)).astype(np.int64)
            answers[name] = np.diff(ends, axis=0, prepend=0)
        for k, name in enumerate(self._lines):
            stay = self.arrays["means"][self._rows[name, 1]][self._stays[name]]
            stay = stay.astype(np.float32)[self._flops.kinds]
            chances = np.divide(self.arrays["mean_leads"][k], stay, out=np.zeros_like(stay), where=stay > 0)
            leads[name] = np.rint(LEVELS * np.minimum(chances, 1)).astype(np.uint8)
        return FlopPlan(answers, leads)

    def mean(self, name: str, seat: int) -> FloatArray:
        """Return the average frequencies of a decision's actions, shape (actions, n)."""
        rows = self.arrays["means"][self._rows[name, seat]]
        return np.asarray(rows / rows.sum(axis=0))

    def _chances(self, name: str, seat: int) -> FloatArray:
        return self.arrays["chances"][self._rows[name, seat]]

    def _learn(self, name: str, seat: int, values: list[FloatArray]) -> FloatArray:
        """Return the expected value of the actions, then set their frequencies by regret matching."""
        rows = self._rows[name, seat]
        regrets, chances = self.arrays["regrets"][rows], self.arrays["chances"][rows]
        actions = np.stack(values)
        mean: FloatArray = (chances * actions).sum(axis=0)
        regrets[:] = np.maximum(regrets + actions - mean, 0)
        total = regrets.sum(axis=0)
        chances[:] = np.where(total > 0, regrets / np.where(total > 0, total, 1), 1 / len(actions))
        return mean

    def _step_small(self) -> None:
        values = action_values(
            self._chips,
            {name: self._chances(name, 1) for name in (*self._first, "jam")},
            self._sums,
            lambda name, *ends: self._learn(name, 0, [*ends]),
            lambda name, stay: self._flop(name, stay, leads=False),
            self._stays,
        )
        fold = -self._chips["fold"] * self._payoffs.n_opponent_hands
        self._learn("first", 0, [np.full(self._payoffs.n_classes, fold), *values])

    def _step_big(self) -> None:
        chips, sums, first = self._chips, self._sums, self._chances("first", 0)
        for k, name in enumerate((*self._first, "jam"), 1):
            reach = first[k]
            call = np.ones_like(reach) if name == "jam" else self._chances(name, 0)[1]
            jam = chips[name] * sums(reach * (1 - call))[0] + chips["jam"] * sums(reach * call)[1]
            met = sums(reach)[0]
            values = [-chips["limp"] * met, jam]
            if name in self._stays:
                after = self._flop(name, reach, leads=True) - chips[name] * met
                values = [after, jam] if name == "limp" else [*values, after]
            self._learn(name, 1, values)

    def _flop(self, name: str, reach: FloatArray, *, leads: bool) -> FloatArray:
        """Return the gain of a hand of each class on the flop; update the frequencies there (`play_flop`)."""
        flops, k = self._flops, self._lines.index(name)
        values, reached = np.zeros((len(flops.weights), len(reach))), reach.astype(np.float32)
        own, other = ("lead", "call") if leads else ("call", "lead")
        keys = f"{other}s", f"{own}s", f"{own}_regrets"
        actions, chances, regrets = (self.arrays[key][k] for key in keys)

        def play(first: int) -> None:
            for flop in range(first, min(first + _FLOPS, len(values))):
                chips = self._chips[name], self._chips["jam"]
                play_flop(flops, flop, reached, actions, chances, regrets, *chips, leads, values)

        for _ in in_parallel(play, range(0, len(values), _FLOPS)):
            pass
        return np.asarray(values.sum(axis=0) / (self._payoffs.counts * flops.boards))


_ARRAYS = "done regrets chances means calls call_regrets leads lead_regrets mean_leads"
SEARCHES = ResumableWork(
    "bounds-runs",
    "bounds with flops",
    "bounds with flops, begun or done",
    "jamfold bounds --flops",
    tuple(_ARRAYS.split()),
)


def search_item(game: Game, situation: Situation, search: FlopSearch) -> Artifact:
    """Return the artifact that stores a search."""
    text = repr(situation.exact_chips)
    identity = {"game": game.name, "rules": rules_of(game), "method": METHOD, "chips": text}
    forms = {name: ArraySpec(array.dtype.str, array.shape) for name, array in search.arrays.items()}
    return SEARCHES.item(game.name, text, identity, forms)


def search_plan(
    game: Game,
    payoffs: ClassGame,
    flops: FlopMargins,
    situation: Situation,
    progress: Progress = ignore_progress,
) -> FlopPlan:
    """Search for the big blind's plan; an interrupted search resumes, and a finished one stays stored."""
    search = FlopSearch(payoffs, flops, situation)
    with find_checkpoint(search_item(game, situation, search), period=_PERIOD) as checkpoint:
        search.arrays = checkpoint.load() or search.arrays
        while search.done < ITERATIONS:
            progress(f"iteration {search.done + 1} of {ITERATIONS}", search.done / ITERATIONS)
            search.step()
            checkpoint.save(search.arrays, at_once=search.done == ITERATIONS)
    return search.plan()
