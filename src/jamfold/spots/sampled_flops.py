"""Jams of the flop in games of four cards: the upper bound of the whole game, estimated on random flops.

The big blind's plan is that of `whole_game_flops`, but it answers every raise by jamming or folding.  A
search on a few flops finds its ranges before the flop.  On any flop the leads are the result of a fixed
number of iterations against the small blind's range of that search, over random run-outs.  So the plan is
defined on all flops, and the flops on which it is measured had no part in it.

There the best response is counted over all hands and run-outs.  The value of a limp is a mean over flops,
and the small blind's value a maximum of such means: the estimate is too high on average.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass
from math import comb, sqrt
from typing import NamedTuple

import numpy as np

from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.flop_hands import flop_hands
from jamfold.calculator.flops.flop_margins import kinds_of
from jamfold.calculator.flops.flop_payoffs import FlopSums
from jamfold.cards import Card
from jamfold.cards.games import Game
from jamfold.class_tables.class_table import rules_of
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.display import json_fields
from jamfold.core.progress import Progress, ignore_progress
from jamfold.core.storage.checkpoints import ResumableWork, find_checkpoint
from jamfold.core.storage.files import ArraySpec
from jamfold.core.storage.items import Artifact
from jamfold.solver.payoffs import ClassGame
from jamfold.spots.solve import low_rank_payoffs
from jamfold.spots.whole_game_flops import FlopSearch, action_values, end_chips, first_actions, range_sums

FLOPS = 96
"""The flops of the estimate."""
ITERATIONS = 50
_STAYS = {"limp": 0}
_TRAINING_FLOPS, _RUNOUTS, _LEAD_ITERATIONS = 8, 24, 12
_PERIOD = 30.0
_SEED = 45
_SURE = 1.96
"""Standard errors of a 95% interval."""


class _Flop:
    """A random flop: sums over its hands, by class."""

    def __init__(self, game: Game, number: int) -> None:
        self._rng = np.random.default_rng([_SEED, number])
        cards = sorted(self._rng.choice(np.array(game.deck), 3, replace=False).tolist())
        hands = flop_hands(tuple(map(Card, cards)), game)
        self.sums = FlopSums(hands, hands.suits, by_rank=False)
        self._sizes = self.sums.classes.sizes
        self.kinds = kinds_of(hands, self.sums.classes.representatives)

    def sampled(self) -> _Flop:
        """Return the flop with random run-outs only."""
        few = copy(self)
        few.sums = self.sums.sampled(_RUNOUTS, self._rng)
        return few

    def play(
        self,
        reach: FloatArray,
        action: FloatArray,
        own: FloatArray,
        regrets: FloatArray,
        chips: tuple[float, float],
        *,
        leads: bool,
    ) -> FloatArray:
        """Return the gains by class before the flop, and update frequencies and regrets: see `play_flop`."""
        put, live = chips
        reaches = reach[self.kinds].astype(float)
        met, won = self._met_and_won(reaches * action)
        pot = 2 * self.sums.disjoint(reaches) - met if leads else met
        gain = live * won + put * pot
        total = own * gain if leads else own * gain - 2 * put * met
        regrets[:] = np.maximum(regrets + np.stack([(1 - own) * gain, -own * gain]), 0)
        norms = regrets.sum(axis=0)
        own[:] = np.where(norms > 0, regrets[0] / np.where(norms > 0, norms, 1), 0.5)
        return self._by_class(total, len(reach))

    def gains(self, limps: FloatArray, stay: FloatArray, chips: tuple[float, float]) -> FloatArray:
        """Return the small blind's gains by class over always winning the pot, by a best response.

        The big blind, who holds `stay` after a check, leads against `limps`.
        """
        few, n = self.sampled(), len(self.kinds)
        call, lead = np.full((2, n), 0.5)
        call_regrets, lead_regrets, (leads, total) = np.zeros((2, n)), np.zeros((2, n)), np.zeros((2, n))
        for count in range(1, _LEAD_ITERATIONS + 1):
            for regrets in (call_regrets, lead_regrets):
                regrets *= count**1.5 / (count**1.5 + 1)
            few.play(stay, lead, call, call_regrets, chips, leads=False)
            few.play(limps, call, lead, lead_regrets, chips, leads=True)
            leads += count**2 * lead
            total += count**2
        put, live = chips
        met, won = self._met_and_won(stay[self.kinds] * leads / total)
        gains = np.maximum(live * won + put * met, 0) - 2 * put * met
        return self._by_class(gains, len(stay))

    def _by_class(self, gains: FloatArray, n: int) -> FloatArray:
        return np.bincount(self.kinds, gains * self._sizes, n).astype(float)

    def _met_and_won(self, amounts: FloatArray) -> tuple[FloatArray, FloatArray]:
        lost = self.sums.mix_rows(np.arange(len(amounts)), amounts * self._sizes)
        return self.sums.disjoint(amounts), -lost / (self._sizes * self.sums.scale)


class _Flops(NamedTuple):
    """Several flops, each with random run-outs only."""

    flops: list[_Flop]
    kinds: IntArray
    """The classes before the flop, flop by flop."""
    weight: float
    """What a hand counts on one of them."""


class _Search(FlopSearch):
    """The search on these flops, with limps only."""

    def _flop(self, name: str, reach: FloatArray, *, leads: bool) -> FloatArray:
        own, other = ("lead", "call") if leads else ("call", "lead")
        arrays = [self.arrays[key][0] for key in (f"{other}s", f"{own}s", f"{own}_regrets")]
        chips = self._chips[name], self._chips["jam"]
        total, end = np.zeros(len(reach)), 0
        for flop in self._flops.flops:
            start, end = end, end + len(flop.kinds)
            action, chances, regrets = (array[..., start:end] for array in arrays)
            total += flop.play(reach, action, chances, regrets, chips, leads=leads)
        return np.asarray(total * self._flops.weight / self._payoffs.counts)


def _weight(game: Game, flops: int) -> float:
    """Return what a hand counts on one of several flops: some of these hold cards of both hands."""
    return comb(len(game.deck), 3) / comb(len(game.deck) - 2 * game.hole_cards, 3) / flops


@json_fields("upper_bb gap_bb within_bb flops", schema="SampledBound")
@dataclass(frozen=True)
class SampledBound:
    """An estimate of the upper bound with jams of the flop."""

    upper_bb: float
    """The estimate, from the start of the hand; too high on average."""
    gap_bb: float
    """The estimate minus the lower bound."""
    within_bb: float
    """Half of its 95% interval."""
    flops: int
    """The number of random flops."""


def sampled_bound(
    game: Game,
    payoffs: ClassGame,
    situation: Situation,
    lower_bb: float,
    progress: Progress = ignore_progress,
) -> SampledBound:
    """Return the estimate at a situation; interrupted work resumes, and finished work stays stored.

    Raises TableError if there is too little memory.
    """
    chips = {name: float(value) for name, value in end_chips(situation).items()}
    names = (*first_actions(situation), "jam")
    jams, gains = _sample(game, payoffs, situation, names, progress)
    answers = {name: np.stack([1 - jam, jam]) for name, jam in zip(names, jams, strict=True)}
    values = action_values(
        chips,
        answers,
        range_sums(payoffs),
        lambda name, *ends: np.maximum(*ends),
        lambda name, stay: gains.mean(axis=0),
        _STAYS,
    )
    fold = np.full(payoffs.n_classes, -chips["fold"] * payoffs.n_opponent_hands)
    best = np.max([fold, *values], axis=0)
    weights = payoffs.counts / (payoffs.n_hands * payoffs.n_opponent_hands * chips["limp"])
    unit, offset = map(float, situation.exact_units)
    limped = np.where(values[names.index("limp")] == best, weights, 0)
    error = unit * float((gains @ limped).std(ddof=1)) / sqrt(FLOPS)
    upper = offset + unit * float(weights @ best)
    return SampledBound(upper, upper - lower_bb, _SURE * error, FLOPS)


def _sample(
    game: Game, payoffs: ClassGame, situation: Situation, names: tuple[str, ...], progress: Progress
) -> tuple[FloatArray, FloatArray]:
    """Return the big blind's jams over each action, or calls, and the gains after a limp, flop by flop."""
    ends, n = end_chips(situation), payoffs.n_classes
    shapes = {"done": (1,), "plan": (1 + len(names), n), "gains": (FLOPS, n)}
    with find_checkpoint(_item(game, situation, shapes), period=_PERIOD) as checkpoint:
        arrays = checkpoint.load()
        if arrays is None:
            arrays = {name: np.zeros(shape) for name, shape in shapes.items()}
            low_rank = payoffs if game.ranks_all_holdings else low_rank_payoffs(game)
            arrays["plan"] = _search(game, low_rank, situation, names, progress)
            checkpoint.save(arrays, at_once=True)
        limps, jams = arrays["plan"][0], arrays["plan"][1:]
        check = 1 - jams[names.index("limp")]
        for k in range(int(arrays["done"][0]), FLOPS):
            progress(f"best response on flop {k + 1} of {FLOPS}", k / FLOPS)
            flop = _Flop(game, _TRAINING_FLOPS + k)
            arrays["gains"][k] = flop.gains(limps, check, (float(ends["limp"]), float(ends["jam"])))
            arrays["done"] += 1
            checkpoint.save(arrays, at_once=k == FLOPS - 1)
    return jams, arrays["gains"] * _weight(game, 1) / payoffs.counts


def _search(
    game: Game, payoffs: ClassGame, situation: Situation, names: tuple[str, ...], progress: Progress
) -> FloatArray:
    """Return the small blind's limps and the big blind's jams over each action, or calls of a jam."""
    flops = []
    for k in range(_TRAINING_FLOPS):
        progress(f"sorting hands on flop {k + 1} of {_TRAINING_FLOPS}", k / _TRAINING_FLOPS)
        flops.append(_Flop(game, k).sampled())
    kinds = np.concatenate([flop.kinds for flop in flops])
    several = _Flops(flops, kinds, _weight(game, _TRAINING_FLOPS))
    search = _Search(payoffs, several, situation, _STAYS)
    while search.done < ITERATIONS:
        progress(f"iteration {search.done + 1} of {ITERATIONS}", search.done / ITERATIONS)
        search.step()
    return np.stack([search.mean("first", 0)[1], *(search.mean(name, 1)[1] for name in names)])


SAMPLES = ResumableWork(
    "bounds-samples",
    "bounds on sampled flops",
    "bounds on sampled flops, begun or done",
    "jamfold bounds --flops",
    ("done", "plan", "gains"),
)


def _item(game: Game, situation: Situation, shapes: dict[str, tuple[int, ...]]) -> Artifact:
    text = repr(situation.exact_chips)
    settings = [_SEED, FLOPS, ITERATIONS, _TRAINING_FLOPS, _RUNOUTS, _LEAD_ITERATIONS]
    identity = {"game": game.name, "rules": rules_of(game), "settings": settings, "chips": text}
    forms = {name: ArraySpec("<f8", shape) for name, shape in shapes.items()}
    return SAMPLES.item(game.name, text, identity, forms)
