"""Decisions around opens that were jammed over, solved in pieces and graded in the tree played.

The margin of a turn is what it adds over folding: for an open with the best play after it, for the jam over
it, and for the call of that jam.  Limps and flat calls are in no tree, so the small blind's loss is a lower
bound, and an open counts only where it was jammed over.  The trees are in chips: where the terms of a card
room matter, nothing is graded.  Answers are stored by spot and class.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import NamedTuple

from jamfold.betting.raises import Raises, raise_tree
from jamfold.betting.terms import CHIPS
from jamfold.cards.games import Game, find_game
from jamfold.core.errors import SituationError
from jamfold.core.progress import Progress
from jamfold.histories.decisions import PlayerDecision, situation_in
from jamfold.histories.grading import (
    DEEPER,
    NEVER_ASKED,
    RatedDecision,
    holding_of,
    loss_of,
    ungradable_reason,
)
from jamfold.histories.room_solver import NO_ROOMS, Rooms
from jamfold.histories.solved_answers import Missing, Solved, find_answers
from jamfold.histories.spot_finder import OPEN, Reason
from jamfold.histories.spot_solver import Holding, is_small, solve_in_chunks, split_into_chunks
from jamfold.histories.statistics import Cell, cells_by, make_cell
from jamfold.histories.store import HistoryStore
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import FREE_MARGIN
from jamfold.solver.tree import EMPTY, chances_at
from jamfold.solver.tree_exact import TreeSolution, TreeSolver
from jamfold.spots.payoffs import SpotPayoffs, spot_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.spots.tree_solve import make_tree

_PIECE = 256
"""Spots from one that is solved anew, which takes as long as 30, to the next."""
_MANY = 500
"""Spots of small games that are worth a process."""
UNUSED = 1e-8
"""Of all hands: below, an open is noise of the solver."""


class RaiseKey(NamedTuple):
    """A spot: the game; both stacks, small blind, antes, dead money and the open, in big blinds."""

    game: str
    chips: str

    @classmethod
    def of(cls, turn: PlayerDecision) -> RaiseKey:
        chips = turn.posted(turn.big_blind).text
        return cls(turn.spot.game, f"{chips} {turn.raised / turn.big_blind:.12g}")

    @property
    def order(self) -> tuple[str, Sequence[float]]:
        """Neighbours beside each other."""
        chips = [float(word) for word in self.chips.split()]
        return self.game, (*chips[2:], min(chips[:2]), *chips)


RaiseQuery = tuple[int, int]
"""The place of a decision, and the class."""


class RaiseAnswer(NamedTuple):
    """What the equilibrium says about a class at a decision, in big blinds."""

    gain: float
    """What a seat could gain in the tree by leaving the equilibrium."""
    played: float
    """Chance of going on."""
    margin: float
    """What the action adds over folding; nan where the class never comes to that, or nobody opens so: the
    equilibrium says nothing then of what follows."""


class OpenSpot(NamedTuple):
    """A solved tree: to open or fold; to jam over that or fold; to call or fold."""

    payoffs: ClassGame
    played: SpotPayoffs
    solved: TreeSolution

    def answer(self, place: int, class_id: int) -> RaiseAnswer:
        """What a class does at a decision."""
        tree, plans, sums = self.solved.tree, self.solved.plans, self.solved.sums
        turn = tree.turns[place]
        (sequence,), here = turn.actions, float(chances_at(turn, plans[turn.seat])[class_id])
        added = float(self.solved.evaluation.best[turn.seat].actions[place // 2][0, class_id])
        # Who never comes here by their own play does what would be best.
        going = float(plans[turn.seat][sequence, class_id]) / here if here > 0.0 else float(added > 0.0)
        let_in = 1.0
        if turn.other != EMPTY:
            let_in = (
                float(sums[1 - turn.seat][turn.other].placements[class_id]) / self.payoffs.n_opponent_hands
            )
        margin = math.nan
        if let_in > 0.0 and self.payoffs.share(plans[0][0]) >= UNUSED:
            margin = self.played.factors[turn.seat] * added / let_in
        return RaiseAnswer(max(self.played.gains(self.solved.evaluation.gains)), going, margin)


class OpenSolver:
    """Solves opens of one game one after another, each from the one before."""

    def __init__(self, game: Game, payoffs: ClassGame) -> None:
        self._game, self._payoffs, self._trees = game, payoffs, TreeSolver(payoffs)

    def solve(self, key: RaiseKey) -> OpenSpot | None:
        """The tree of that size without the jam beside it; none where the open is the jam, or is not legal.

        In chips the jam is covered by the open (`solver.tree_covered`): an equilibrium without it is one with
        it, and says what is right behind the open, too.
        """
        situation = situation_in(key.chips)
        try:
            points = raise_tree(situation, Raises(open=(float(key.chips.split()[-1]),), jam=False))
        except SituationError:
            return None
        if points[0].actions[-1].kind != "raise":
            return None
        played = spot_payoffs(situation, CHIPS, split=self._game.split_low)
        solved = self._trees.solve(make_tree(points, situation, CHIPS, played))
        return OpenSpot(self._payoffs, played, solved)


class OpenPiece(NamedTuple):
    """Neighbours of one game, sorted: their chips, and what is asked of each."""

    game: str
    spots: tuple[tuple[str, tuple[RaiseQuery, ...]], ...]


OpenAnswers = tuple[RaiseKey, list[tuple[RaiseQuery, RaiseAnswer]]]


def solve_opens(
    wanted: Mapping[RaiseKey, Sequence[RaiseQuery]], progress: Progress
) -> Generator[OpenAnswers, None, None]:
    """What is asked of spots, by `RaiseKey.order`; nothing of what is no tree.

    Raises TableError if a class table cannot be built here.
    """
    pieces: dict[bool, list[OpenPiece]] = {True: [], False: []}
    games = sorted({key.game for key in wanted})
    for name in games:
        keys = sorted((key for key in wanted if key.game == name), key=lambda key: key.order)
        parts = split_into_chunks([(key.chips, tuple(wanted[key])) for key in keys], _PIECE)
        pieces[is_small(find_game(name))] += [OpenPiece(name, tuple(some)) for some in parts]
    for small, some in pieces.items():
        for name in dict.fromkeys(piece.game for piece in some):
            load_payoffs(find_game(name), progress)
        spread = small and sum(len(piece.spots) for piece in some) >= _MANY
        yield from solve_in_chunks(_solve_piece, some, spread=spread)


def _solve_piece(piece: OpenPiece) -> Iterator[OpenAnswers]:
    payoffs = load_payoffs(find_game(piece.game))
    solver = OpenSolver(find_game(piece.game), payoffs)
    for chips, asked in piece.spots:
        key = RaiseKey(piece.game, chips)
        spot = solver.solve(key)
        yield key, [] if spot is None else [(one, spot.answer(*one)) for one in asked]


WORST = 20
_STAGE = "raises that were jammed over"
ROOM_DECIDES = "the room's terms decide, and opens are judged by chips alone"
NAMES = ("sb opens", "bb jams over an open", "sb answers a jam over their open")

Wanted = tuple[RaiseKey, int, int]
"""A spot, the place of the decision, the class."""


@dataclass(frozen=True)
class RaiseReport:
    """What a player's decisions around opens that were jammed over cost."""

    total: Cell
    by_decision: tuple[Cell, ...]
    """total, by_decision: Cells."""
    spots: int
    """How many different ones were looked at."""
    largest_gain: float
    """What a seat could gain in any of them by leaving the equilibrium, big blinds."""
    judged: tuple[RatedDecision, ...]
    """All of them, the dearest first."""
    left_out: Counter[str]
    """Decisions that are not judged, by reason."""
    opens: Counter[str]
    """Opens, judged or not, by the reason for which jam or fold leaves them out."""

    @property
    def worst(self) -> tuple[RatedDecision, ...]:
        return tuple(decision for decision in self.judged[:WORST] if decision.mistake)

    @property
    def known(self) -> int:
        """Judged or not."""
        return self.total.decisions + self.left_out.total()


def judge_raises(
    store: HistoryStore,
    turns: Iterable[PlayerDecision],
    max_s: float,
    progress: Progress,
    rooms: Rooms = NO_ROOMS,
) -> RaiseReport | None:
    """Turns beside the equilibrium of their trees; none where there are none.

    Those at tables of rooms whose terms decide are left out.
    Raises HistoryError if the answers cannot be written; TableError if a class table cannot be built here.
    """
    left_out: Counter[str] = Counter()
    opens: Counter[str] = Counter()
    known: list[tuple[PlayerDecision, Holding, Wanted]] = []
    for turn in turns:
        reason = ungradable_reason(turn, max_s) or (ROOM_DECIDES if rooms.decide(turn) else "")
        if turn.place == OPEN:
            opens[DEEPER if reason == DEEPER else Reason.RAISE.value] += 1
        if reason:
            left_out[reason] += 1
        else:
            holding = holding_of(turn)
            known.append((turn, holding, (RaiseKey.of(turn), turn.place, holding[1])))
    if not known and not left_out:
        return None
    answers = _find(store, dict.fromkeys(asked for _, _, asked in known), progress)
    judged = []
    for turn, holding, asked in known:
        answer = answers.get(asked)
        if answer is None:
            left_out[Reason.RAISE.value] += 1
        elif math.isnan(answer.margin):
            left_out[NEVER_ASKED] += 1
        else:
            margin = 0.0 if abs(answer.margin) <= FREE_MARGIN else answer.margin
            loss = loss_of(margin, turn.act != "fold")
            judged.append(RatedDecision(turn, holding, margin, answer.played, loss, loss, loss))
    judged.sort(key=lambda decision: (-decision.loss, decision.turn.file, decision.turn.line))
    return RaiseReport(
        make_cell("all", judged),
        cells_by(judged, lambda decision: NAMES[decision.turn.place], NAMES),
        len({asked[0] for _, _, asked in known if asked in answers}),
        max((answer.gain for answer in answers.values()), default=0.0),
        tuple(judged),
        left_out,
        opens,
    )


def _find(store: HistoryStore, wanted: Iterable[Wanted], progress: Progress) -> dict[Wanted, RaiseAnswer]:
    """The answers, stored ones and new ones, which are stored; what is no legal raise has none."""
    values: dict[str, dict[int, Wanted]] = {}
    for one in wanted:
        key, *query = one
        values.setdefault(" ".join(key), {})[_code(*query)] = one

    def solve(missing: Missing) -> Solved:
        if not missing:
            return
        progress(_STAGE, 0.0)
        queries: dict[RaiseKey, list[RaiseQuery]] = {}
        for text, codes in missing.items():
            for key, place, class_id in (values[text][code] for code in codes):
                queries.setdefault(key, []).append((place, class_id))
        with closing(solve_opens(queries, progress)) as solved:
            for k, (key, found) in enumerate(solved):
                yield " ".join(key), {_code(*query): answer for query, answer in found}
                progress(_STAGE, (k + 1) / len(missing))

    answers = find_answers(store, "raise", values, len(RaiseAnswer._fields), solve)
    return {
        values[key][code]: RaiseAnswer(*numbers)
        for key, some in answers.items()
        for code, numbers in some.items()
        if code in values[key]
    }


def _code(place: int, class_id: int) -> int:
    """A decision and a class as one number."""
    return 3 * class_id + place
