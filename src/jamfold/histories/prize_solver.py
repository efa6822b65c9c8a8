"""Losses of decisions in prizes, by the equilibrium in prizes at each decision's own stacks.

With two players left, a chip is worth (p1 - p2) / all chips and the equilibrium is that of chips.  With
more, stacks are worth their ICM equity (Malmuth-Harville) and the blinds have an equilibrium of their own,
so a decision may be right in chips and wrong in prizes.  The table is assumed to hold all remaining players.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from jamfold.betting.terms import PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import find_game
from jamfold.class_tables.outcome_build import outcome_notice
from jamfold.core.errors import JamfoldError
from jamfold.core.progress import Progress
from jamfold.histories.decisions import PlayerDecision
from jamfold.histories.grading import NEVER_ASKED, RatedDecision, loss_of
from jamfold.histories.solved_answers import Missing, Numbers, Solved, find_answers
from jamfold.histories.spot_solver import code_in, factored_answer
from jamfold.histories.store import HistoryStore
from jamfold.solver.exact import solve_exact
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.utility import PrizeUtility

MOST_SPOTS = 1000
"""Limit of spots solved for a report, in addition to stored ones."""

CAPPED = "stacks that are not all in play"
NOT_BUILT = "tables of ties not built"
NOT_SOLVED = "spot for prizes not solved yet"
NO_MODEL = "more players than the model takes"


class PrizeKey(NamedTuple):
    """A spot in prizes: game; chips, blinds, antes, dead money of the two; other stacks; prizes."""

    game: str
    chips: str
    others: str
    prizes: str

    @property
    def text(self) -> str:
        return " | ".join(self)


@dataclass(frozen=True)
class PrizeLosses:
    """Losses in prizes of decisions in tournaments."""

    losses: dict[int, float]
    left_out: Counter[str]
    """Number of decisions without a loss in prizes by reason."""


def judge_prizes(
    store: HistoryStore,
    decisions: Sequence[RatedDecision],
    prizes: Prizes,
    progress: Progress,
    most: int = MOST_SPOTS,
) -> PrizeLosses:
    """Return the losses in prizes of the decisions in tournaments.

    Raises HistoryError if the answers cannot be written.
    """
    left_out: Counter[str] = Counter()
    places: dict[PrizeKey, list[int]] = {}
    losses: dict[int, float] = {}
    for k, decision in enumerate(decisions):
        turn = decision.turn
        if not turn.tournament:
            continue
        if turn.players == 2 and not _away(turn):
            first, second = (*prizes.amounts, 0.0)[:2]
            losses[k] = decision.loss * turn.big_blind * (first - second) / sum(turn.stacks)
            continue
        key = prize_key(turn, prizes)
        if isinstance(key, str):
            left_out[key] += 1
        else:
            places.setdefault(key, []).append(k)
    hands = {k: code_in(*decisions[k].holding) for same_spot in places.values() for k in same_spot}
    unsolved: dict[str, str] = {}

    def solve(missing: Missing) -> Solved:
        solved, built = 0, dict[str, bool]()
        for k, key in enumerate(sorted(key for key in places if key.text in missing)):
            if key.game not in built:
                built[key.game] = _is_built(key.game)
            unsolved[key.text] = NOT_BUILT if not built[key.game] else NOT_SOLVED if solved >= most else ""
            if not unsolved[key.text]:
                progress("prizes", k / len(missing))
                margins = _solve(key, prizes, missing[key.text], progress)
                solved += 1
                if margins is None:
                    unsolved[key.text] = NO_MODEL
                else:
                    yield key.text, margins

    values = {key.text: {hands[k] for k in same_spot} for key, same_spot in places.items()}
    answers = find_answers(store, "prize", values, 1, solve)
    for key, same_spot in places.items():
        for k in same_spot:
            (margin,) = answers[key.text].get(hands[k], (None,))
            if margin is None:
                left_out[unsolved[key.text]] += 1
            elif math.isnan(margin):
                left_out[NEVER_ASKED] += 1
            else:
                losses[k] = loss_of(margin, decisions[k].plays)
    return PrizeLosses(losses, left_out)


def _away(turn: PlayerDecision) -> bool:
    """Return whether a player at the table was not dealt in."""
    return bool(turn.all_stacks.partition("|")[2])


def prize_key(turn: PlayerDecision, prizes: Prizes) -> PrizeKey | str:
    """Return the spot of a decision in prizes, or why there is none."""
    dealt, _, away = turn.all_stacks.partition("|")
    opponents = [_left(word) for word in dealt.split()[2:]] + [int(word) for word in away.split()]
    if 0 in opponents:
        return CAPPED
    amounts = prizes.amounts[: 2 + len(opponents)]
    numbers = (*turn.stacks, turn.small_blind, turn.big_blind, *turn.antes, turn.dead - sum(turn.antes))
    key = PrizeKey(
        turn.spot.game,
        " ".join(map(str, numbers)),
        " ".join(map(str, sorted(opponents))),
        " ".join(f"{amount:.12g}" for amount in amounts),
    )
    situation = situation_of(key)
    if abs(situation.s - turn.spot.s) > 1e-9 or abs(situation.b - turn.spot.b) > 1e-9:
        return CAPPED
    return key


def _left(word: str) -> int:
    """Return the chips left after a fold: ``800-10`` had 800 and posted 10."""
    stack, _, posted = word.partition("-")
    return int(stack) - int(posted or 0)


def situation_of(key: PrizeKey) -> Situation:
    first, second, small, big, *antes, dead = map(float, key.chips.split())
    return Situation((first, second), (small, big), (antes[0], antes[1]), dead)


def terms_of(key: PrizeKey, prizes: Prizes) -> PayoffTerms:
    opponents = tuple(map(float, key.others.split()))
    own = Prizes(tuple(map(float, key.prizes.split())), prizes.percent)
    return PayoffTerms(utility=PrizeUtility(own, opponents))


def _is_built(name: str) -> bool:
    """Return whether the table of ties exists or is quick to build."""
    return outcome_notice(find_game(name)) is None


def _solve(
    key: PrizeKey, prizes: Prizes, hands: Collection[int], progress: Progress
) -> dict[int, Numbers] | None:
    """Return the gains of playing hands (`code_in`) over folding, in prizes; of calling, given the jam.

    None if the model takes fewer players.
    """
    game = find_game(key.game)
    try:
        played = spot_payoffs(situation_of(key), terms_of(key, prizes), split=game.split_low)
    except JamfoldError:
        return None
    solution = solve_exact(load_payoffs(game, progress, planes=played.stakes.needs_planes), played.stakes)
    return {hand: (factored_answer(solution, hand, played.factors)[1],) for hand in hands}
