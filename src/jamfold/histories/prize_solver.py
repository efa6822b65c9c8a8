"""What decisions lose in prizes: the equilibrium of the prizes at each one's own stacks.

Of two who are left a chip is worth (p1 - p2) / all chips, and the equilibrium is that of chips.  Of more,
everybody's stack is worth what Malmuth and Harville's model says (`worth`), both blinds play for that, and
the small blind and the big blind have an equilibrium of their own: a decision may be right in chips and
wrong in prizes.  The players at the table are taken to be all who are left.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from jamfold.betting.terms import PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import find_game
from jamfold.class_tables.needs import outcome_notice
from jamfold.core.errors import JamfoldError
from jamfold.histories.decisions import SMALL, PlayerDecision
from jamfold.histories.grading import NEVER_ASKED, RatedDecision, loss_of
from jamfold.histories.solved_answers import keep, kept
from jamfold.histories.spot_solver import Progress
from jamfold.histories.store import HistoryStore
from jamfold.solver.exact import solve_exact
from jamfold.solver.solution import FREE_MARGIN
from jamfold.spots.payoffs import spot_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.utility import PrizeUtility

MOST_SPOTS = 1000
"""Spots solved for one report; kept ones are not counted."""

CAPPED = "stacks that are not all in play"
NOT_BUILT = "tables of ties not built"
NOT_SOLVED = "spot for prizes not solved yet"
NO_MODEL = "more players than the model takes"

_BATCH = 100


class PrizeKey(NamedTuple):
    """A spot in prizes: game; chips, blinds, antes, dead money of the two; chips of others; what is paid."""

    game: str
    chips: str
    others: str
    prizes: str

    @property
    def text(self) -> str:
        """As it is kept."""
        return " | ".join(self)


@dataclass(frozen=True)
class PrizeLosses:
    """What decisions in tournaments lost in prizes."""

    losses: dict[int, float]
    """By the place of the decision among those judged."""
    left_out: Counter[str]
    """Decisions whose prizes cannot be told, by reason."""


def judge_prizes(
    store: HistoryStore,
    judged: Sequence[RatedDecision],
    prizes: Prizes,
    progress: Progress,
    most: int = MOST_SPOTS,
) -> PrizeLosses:
    """What the decisions of tournaments among judged turns lost in prizes.

    Raises HistoryError if the answers cannot be written.
    """
    left_out: Counter[str] = Counter()
    wanted: dict[PrizeKey, list[int]] = {}
    losses: dict[int, float] = {}
    for k, one in enumerate(judged):
        turn = one.turn
        if not turn.tournament:
            continue
        if turn.players == 2 and not _away(turn):
            first, second = (*prizes.amounts, 0.0)[:2]
            losses[k] = one.loss * turn.big_blind * (first - second) / sum(turn.stacks)
            continue
        key = prize_key(turn, prizes)
        if isinstance(key, str):
            left_out[key] += 1
        else:
            wanted.setdefault(key, []).append(k)
    margins = _find(store, judged, wanted, prizes, most, left_out, progress)
    for key, some in wanted.items():
        for k in some:
            one = judged[k]
            margin = margins.get((key, *one.holding))
            if margin is None:
                continue  # counted where it was not solved
            if math.isnan(margin):
                left_out[NEVER_ASKED] += 1
            else:
                losses[k] = loss_of(margin, one.plays)
    return PrizeLosses(losses, left_out)


def _away(turn: PlayerDecision) -> bool:
    """Whether somebody is at the table who was not dealt in."""
    return bool(turn.all_stacks.partition("|")[2])


def prize_key(turn: PlayerDecision, prizes: Prizes) -> PrizeKey | str:
    """The spot of a turn in prizes, or why there is none."""
    dealt, _, away = turn.all_stacks.partition("|")
    others = [_left(word) for word in dealt.split()[2:]] + [int(word) for word in away.split()]
    if 0 in others:
        return CAPPED
    amounts = prizes.amounts[: 2 + len(others)]
    numbers = (*turn.stacks, turn.small_blind, turn.big_blind, *turn.antes, turn.dead - sum(turn.antes))
    key = PrizeKey(
        turn.spot.game,
        " ".join(map(str, numbers)),
        " ".join(map(str, sorted(others))),
        " ".join(f"{amount:.12g}" for amount in amounts),
    )
    situation = situation_of(key)
    if abs(situation.s - turn.spot.s) > 1e-9 or abs(situation.b - turn.spot.b) > 1e-9:
        return CAPPED
    return key


def _left(word: str) -> int:
    """Chips left of one who has folded: ``800-10`` had 800 and posted 10."""
    stack, _, posted = word.partition("-")
    return int(stack) - int(posted or 0)


def situation_of(key: PrizeKey) -> Situation:
    first, second, small, big, *antes, dead = map(float, key.chips.split())
    return Situation((first, second), (small, big), (antes[0], antes[1]), dead)


def terms_of(key: PrizeKey, prizes: Prizes) -> PayoffTerms:
    others = tuple(map(float, key.others.split()))
    own = Prizes(tuple(map(float, key.prizes.split())), prizes.percent)
    return PayoffTerms(utility=PrizeUtility(own, others))


Margins = dict[tuple[PrizeKey, str, int], float]
"""What playing a class in a seat gains over folding, in prizes; of calling, given the jam."""


def _find(
    store: HistoryStore,
    judged: Sequence[RatedDecision],
    wanted: Mapping[PrizeKey, Collection[int]],
    prizes: Prizes,
    most: int,
    left_out: Counter[str],
    progress: Progress,
) -> Margins:
    """The margins of turns, kept ones and new ones, which are kept."""
    margins = _kept(store, wanted)
    built: dict[str, bool] = {}
    solved, fresh = 0, Margins()
    for k, (key, some) in enumerate(sorted(wanted.items())):
        held = [judged[row].holding for row in some]
        holdings = {one for one in held if (key, *one) not in margins}
        if not holdings:
            continue
        if key.game not in built:
            built[key.game] = _is_built(key.game)
        reason = NOT_BUILT if not built[key.game] else NOT_SOLVED if solved >= most else ""
        if not reason:
            progress("prizes", k / len(wanted))
            own = _solve(key, prizes, holdings, progress)
            reason = NO_MODEL if own is None else ""
            fresh |= own or {}
            solved += 1
        if reason:
            left_out[reason] += sum(one in holdings for one in held)
        if len(fresh) >= _BATCH:
            _keep(store, fresh)
            margins |= fresh
            fresh = {}
    _keep(store, fresh)
    return margins | fresh


def _is_built(name: str) -> bool:
    """Whether what tells ties apart is there, or made in a moment."""
    return outcome_notice(find_game(name)) is None


def _solve(
    key: PrizeKey, prizes: Prizes, holdings: Collection[tuple[str, int]], progress: Progress
) -> Margins | None:
    """The margins of some classes at a spot; none where the model takes fewer players."""
    game = find_game(key.game)
    try:
        played = spot_payoffs(situation_of(key), terms_of(key, prizes), split=game.split_low)
    except JamfoldError:
        return None
    solution = solve_exact(load_payoffs(game, progress, planes=played.stakes.needs_planes), played.stakes)
    margins: Margins = {}
    for seat, one in holdings:
        margin = float(solution.margin_jam[one] if seat == SMALL else solution.margin_call[one])
        margin = 0.0 if abs(margin) <= FREE_MARGIN else margin
        margins[key, seat, one] = played.factors[0 if seat == SMALL else 1] * margin
    return margins


def _kept(store: HistoryStore, wanted: Mapping[PrizeKey, object]) -> Margins:
    keys = {key.text: key for key in wanted}
    rows = kept(store.base, "prize_answer", "chips, seat, class, margin")
    return {
        (keys[text], seat, one): math.nan if margin is None else margin
        for text, seat, one, margin in rows
        if text in keys
    }


def _keep(store: HistoryStore, margins: Margins) -> None:
    if margins:
        rows = [(key.text, seat, one, margin) for (key, seat, one), margin in margins.items()]
        store.keep(lambda base: keep(base, "prize_answer", rows))
