"""Decisions around opens that were jammed over, judged in the tree of the size that was played.

The margin of a turn is what it adds over folding: of an open with the best play behind, of the jam over it,
of the call of that jam.  Limps and flat calls are in no tree, so the small blind's loss is a lower bound, and
an open counts where it was jammed over alone.  The trees are those of chips: where the terms of a room
decide, nothing is judged.  Answers are kept by spot and class.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from jamfold.errors import SituationError
from jamfold.games import find_game
from jamfold.hand.posts import Level
from jamfold.hand.raises import Raises
from jamfold.hand.terms import CHIPS
from jamfold.hand.two_seats import Situation
from jamfold.histories.answers import Holding
from jamfold.histories.decisions import Reason
from jamfold.histories.judged_turns import DEEPER, NEVER_ASKED, RatedTurn, holding_of, loss_of, why_not
from jamfold.histories.raise_acts import OPEN, OVER
from jamfold.histories.room_terms import NO_ROOMS, Rooms
from jamfold.histories.statistics import Cell, cells_by, make_cell
from jamfold.histories.store import HistoryStore
from jamfold.histories.turns import Turn
from jamfold.progress import Progress
from jamfold.solver.solution import FREE_MARGIN
from jamfold.spots.solving import load_payoffs
from jamfold.spots.strategy import Seat
from jamfold.spots.tree import TreeSpot
from jamfold.spots.tree_solving import Neighbours, solve_raises

EDITION = 3
"""Of the answers: kept ones of another edition are solved again."""
WORST = 20
UNUSED = 1e-6
"""Percent of all hands: below, an open is noise of the solver."""
ROOM_DECIDES = "the room's terms decide, and opens are judged by chips alone"
NAMES = ("sb opens", "bb jams over an open", "sb answers a jam over their open")


class RaiseKey(NamedTuple):
    """A spot: the game; both stacks, small blind, antes, dead money and the open, in big blinds."""

    game: str
    chips: str

    @classmethod
    def of(cls, turn: Turn) -> RaiseKey:
        posted = turn.posted(turn.big_blind)
        level = posted.level
        chips = (*posted.stacks, level.blinds[0], level.ante, level.bb_ante, level.dead)
        return cls(turn.spot.game, " ".join(f"{one:.12g}" for one in (*chips, turn.raised / turn.big_blind)))

    def solved(self, neighbours: Neighbours) -> TreeSpot:
        """The tree of that size; one in which the open takes the place of a jam that is worth as much.

        An equilibrium without a jam that a raise covers is one with it (`solver.tree_covered`), and says
        what is right behind the raise.  Raises SituationError if it is no legal raise.
        """
        first, second, small, ante, bb_ante, dead, raised = map(float, self.chips.split())
        situation = Situation.at((first, second), Level((small, 1.0), ante, bb_ante, dead))
        game, raises = find_game(self.game), Raises(open=(raised,))
        spot = solve_raises(game, situation, raises, CHIPS, neighbours=neighbours)
        if spot.raised_percent < UNUSED and any(
            name.startswith("raise") for name in spot.nodes[0].same.values()
        ):
            return solve_raises(game, situation, replace(raises, jam=False), CHIPS, neighbours=neighbours)
        return spot


class RaiseAnswer(NamedTuple):
    """What the equilibrium says about a class at a decision, in big blinds."""

    gain: float
    """What a seat could gain in the tree by leaving the equilibrium."""
    played: float
    """Chance of going on."""
    margin: float
    """What the action adds over folding; nan where the class never comes to that, or nobody opens so: the
    equilibrium says nothing then of what follows."""


Asked = tuple[RaiseKey, int, int]
"""A spot, the place of the decision, the class."""


@dataclass(frozen=True)
class AtRaises:
    """What a player's decisions around opens that were jammed over cost."""

    total: Cell
    by_decision: tuple[Cell, ...]
    """total, by_decision: Cells."""
    spots: int
    """How many different ones were looked at."""
    largest_gain: float
    """What a seat could gain in any of them by leaving the equilibrium, big blinds."""
    judged: tuple[RatedTurn, ...]
    """All of them, the dearest first."""
    left_out: Counter[str]
    """Decisions that are not judged, by reason."""
    opens: Counter[str]
    """Opens, judged or not, by the reason for which jam or fold leaves them out."""

    @property
    def worst(self) -> tuple[RatedTurn, ...]:
        return tuple(one for one in self.judged[:WORST] if one.mistake)

    @property
    def known(self) -> int:
        """Judged or not."""
        return self.total.decisions + self.left_out.total()


def judge_raises(
    store: HistoryStore, turns: Iterable[Turn], max_s: float, progress: Progress, rooms: Rooms = NO_ROOMS
) -> AtRaises | None:
    """Turns beside the equilibrium of their trees; none where there are none.

    Those at tables of rooms whose terms decide are left out.
    Raises HistoryError if the answers cannot be written; TableError if a class table cannot be built here.
    """
    left_out: Counter[str] = Counter()
    opens: Counter[str] = Counter()
    kept: list[tuple[Turn, Holding, Asked]] = []
    for turn in turns:
        reason = why_not(turn, max_s) or (ROOM_DECIDES if rooms.decide(turn) else "")
        if turn.place == OPEN:
            opens[DEEPER if reason == DEEPER else Reason.RAISE.value] += 1
        if reason:
            left_out[reason] += 1
        else:
            holding = holding_of(turn)
            kept.append((turn, holding, (RaiseKey.of(turn), turn.place, holding[1])))
    if not kept and not left_out:
        return None
    answers = _find(store, dict.fromkeys(asked for _, _, asked in kept), progress)
    judged = []
    for turn, holding, asked in kept:
        answer = answers.get(asked)
        if answer is None:
            left_out[Reason.RAISE.value] += 1
        elif math.isnan(answer.margin):
            left_out[NEVER_ASKED] += 1
        else:
            margin = 0.0 if abs(answer.margin) <= FREE_MARGIN else answer.margin
            loss = loss_of(margin, turn.act != "fold")
            judged.append(RatedTurn(turn, holding, margin, answer.played, loss, loss, loss))
    judged.sort(key=lambda one: (-one.loss, one.turn.file, one.turn.line))
    return AtRaises(
        make_cell("all", judged),
        cells_by(judged, lambda one: NAMES[one.turn.place], NAMES),
        len({asked[0] for _, _, asked in kept if asked in answers}),
        max((answer.gain for answer in answers.values()), default=0.0),
        tuple(judged),
        left_out,
        opens,
    )


def _find(store: HistoryStore, wanted: Mapping[Asked, None], progress: Progress) -> dict[Asked, RaiseAnswer]:
    """The answers, kept ones and new ones, which are kept; what is no legal raise has none."""
    rows = store.base.execute(
        "SELECT game, chips, place, class, gain, played, margin FROM raise_answer WHERE edition = ?",
        (EDITION,),
    )
    answers: dict[Asked, RaiseAnswer] = {}
    for game, chips, place, class_id, gain, played, margin in rows:
        asked = RaiseKey(game, chips), place, class_id
        if asked in wanted:
            answers[asked] = RaiseAnswer(gain, played, math.nan if margin is None else margin)
    missing: dict[RaiseKey, list[tuple[int, int]]] = {}
    for key, place, class_id in wanted:
        if (key, place, class_id) not in answers:
            missing.setdefault(key, []).append((place, class_id))
    fresh: dict[Asked, RaiseAnswer] = {}
    near: dict[str, Neighbours] = {}
    for k, key in enumerate(sorted(missing, key=_order)):
        progress("raises that were jammed over", k / len(missing))
        if key.game not in near:
            near[key.game] = Neighbours(load_payoffs(find_game(key.game), progress))
        try:
            spot = key.solved(near[key.game])
        except SituationError:
            continue
        for place, class_id in missing[key]:
            answer = _answer(spot, place, class_id)
            if answer is not None:
                fresh[key, place, class_id] = answer
    _keep(store, fresh)
    return answers | fresh


def _order(key: RaiseKey) -> tuple[str, Sequence[float]]:
    """Neighbours beside each other."""
    chips = [float(word) for word in key.chips.split()]
    return key.game, (*chips[2:], min(chips[:2]), *chips)


def _answer(spot: TreeSpot, place: int, class_id: int) -> RaiseAnswer | None:
    """What a class does at a decision; None where the open is the jam."""
    opens = [k for k, action in enumerate(spot.points[0].actions) if action.kind == "raise"]
    if not opens:
        return None
    number = 0
    if place != OPEN:
        number = spot.points[0].following[opens[0]] or 0
        if place != OVER:
            number = spot.points[number].following[-1] or 0
    name = spot.action_names(number)[opens[0] if place == OPEN else -1]
    seat = Seat.BIG_BLIND if place == OVER else Seat.SMALL_BLIND
    node = next(one for one in spot.at_nodes(seat, class_id) if one.after == spot.before(number))
    played, folded = node.evs[name], node.evs["fold"]
    used = spot.raised_percent >= UNUSED
    margin = math.nan if played is None or folded is None or not used else played - folded
    return RaiseAnswer(max(spot.gains_chips), 1.0 - node.chances["fold"], margin)


def _keep(store: HistoryStore, answers: Mapping[Asked, RaiseAnswer]) -> None:
    rows = [
        (*key, place, class_id, EDITION, gain, played, None if math.isnan(margin) else margin)
        for (key, place, class_id), (gain, played, margin) in answers.items()
    ]
    if rows:
        query = "INSERT OR REPLACE INTO raise_answer VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        store.keep(lambda base: base.executemany(query, rows))
