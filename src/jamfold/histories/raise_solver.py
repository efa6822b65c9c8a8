"""Decisions around opens that were jammed over, solved in chunks and graded in the tree played.

The margin of a decision is its gain over folding: for an open with best play after it, for the jam over it,
and for the call of that jam.  Trees have no limps or flat calls, so the small blind's loss is a lower bound,
and an open counts only if it was jammed over.  Trees are in chips: if a card room's terms matter, nothing is
graded.  Answers are stored by spot and class.
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
from jamfold.core.display import former_name
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
from jamfold.histories.statistics import Cell, Costs, cells_by
from jamfold.histories.store import HistoryStore
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.solution import FREE_MARGIN
from jamfold.solver.tree import EMPTY, chances_at
from jamfold.solver.tree_exact import TreeSolution, TreeSolver
from jamfold.spots.payoffs import SpotPayoffs, spot_payoffs
from jamfold.spots.solve import load_payoffs
from jamfold.spots.tree_solve import make_tree

_CHUNK = 256
"""Spots per chunk; its first spot is solved without a start, which takes as long as 30 others."""
_MANY = 500
"""Smallest number of spots of small games that pays for processes."""
UNUSED = 1e-8
"""Share of hands: a smaller opening range is solver noise."""


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
        """Sort key that puts similar spots next to each other."""
        chips = [float(word) for word in self.chips.split()]
        return self.game, (*chips[2:], min(chips[:2]), *chips)


RaiseQuery = tuple[int, int]
"""The decision's index in `NAMES`, and the class."""


class RaiseAnswer(NamedTuple):
    """The equilibrium for a class at a decision, in big blinds."""

    gain: float
    """Largest gain of a seat in the tree by leaving the equilibrium."""
    played: float
    """Frequency of not folding."""
    margin: float
    """Gain over folding; NaN if the class never reaches the decision, or nobody opens: then the equilibrium
    does not determine later play."""


class OpenSpot(NamedTuple):
    """A solved tree: open or fold; jam over the open or fold; call or fold."""

    payoffs: ClassGame
    played: SpotPayoffs
    solved: TreeSolution

    def answer(self, place: int, class_id: int) -> RaiseAnswer:
        tree, plans, sums = self.solved.tree, self.solved.plans, self.solved.sums
        turn = tree.turns[place]
        (sequence,), arrival = turn.actions, float(chances_at(turn, plans[turn.seat])[class_id])
        added = float(self.solved.evaluation.best[turn.seat].actions[place // 2][0, class_id])
        # A class that never gets here by its own play takes the best action.
        going = float(plans[turn.seat][sequence, class_id]) / arrival if arrival > 0.0 else float(added > 0.0)
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
    """Solver of opens of one game, each started from the previous solution."""

    def __init__(self, game: Game, payoffs: ClassGame) -> None:
        self._game, self._payoffs, self._trees = game, payoffs, TreeSolver(payoffs)

    def solve(self, key: RaiseKey) -> OpenSpot | None:
        """Solve the tree of one open size without the open-jam; None if the open is the jam, or illegal.

        In chips the open covers the jam (`solver.tree_covered`): an equilibrium without the jam is also one
        with it, and determines play after the open.
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


class OpenChunk(NamedTuple):
    """Similar spots of one game, sorted: their chips and queries."""

    game: str
    spots: tuple[tuple[str, tuple[RaiseQuery, ...]], ...]


OpenAnswers = tuple[RaiseKey, list[tuple[RaiseQuery, RaiseAnswer]]]


def solve_opens(
    requests: Mapping[RaiseKey, Sequence[RaiseQuery]], progress: Progress
) -> Generator[OpenAnswers, None, None]:
    """Solve spots in the order of `RaiseKey.order`; the list of answers is empty if there is no tree.

    Raises TableError if a class table cannot be built here.
    """
    chunks: dict[bool, list[OpenChunk]] = {True: [], False: []}
    games = sorted({key.game for key in requests})
    for name in games:
        keys = sorted((key for key in requests if key.game == name), key=lambda key: key.order)
        parts = split_into_chunks([(key.chips, tuple(requests[key])) for key in keys], _CHUNK)
        chunks[is_small(find_game(name))] += [OpenChunk(name, tuple(part)) for part in parts]
    for small, group in chunks.items():
        for name in dict.fromkeys(chunk.game for chunk in group):
            load_payoffs(find_game(name), progress)
        spread = small and sum(len(chunk.spots) for chunk in group) >= _MANY
        yield from solve_in_chunks(_solve_chunk, group, spread=spread)


def _solve_chunk(chunk: OpenChunk) -> Iterator[OpenAnswers]:
    payoffs = load_payoffs(find_game(chunk.game))
    solver = OpenSolver(find_game(chunk.game), payoffs)
    for chips, queries in chunk.spots:
        key = RaiseKey(chunk.game, chips)
        spot = solver.solve(key)
        yield key, [] if spot is None else [(query, spot.answer(*query)) for query in queries]


WORST = 20
_STAGE = "raises that were jammed over"
ROOM_DECIDES = "the room's terms decide, and opens are judged by chips alone"
NAMES = ("sb opens", "bb jams over an open", "sb answers a jam over their open")

RaiseRequest = tuple[RaiseKey, int, int]
"""A spot, the index of the decision, the class."""


@dataclass(frozen=True)
class RaiseReport:
    """Losses of a player's decisions around opens that were jammed over."""

    total: Cell
    by_decision: tuple[Cell, ...]
    spots: int
    largest_gain: float
    """Largest gain of a seat in any spot by leaving the equilibrium, big blinds."""
    judged: tuple[RatedDecision, ...]
    """All graded decisions, costliest first."""
    left_out: Counter[str]
    """Number of decisions without a grade by reason."""
    opens: Counter[str]
    """Number of opens, graded or not, by the reason why jam/fold grading leaves them out."""

    @property
    def worst(self) -> tuple[RatedDecision, ...]:
        return tuple(decision for decision in self.judged[:WORST] if decision.mistake)

    @property
    def stored_decisions(self) -> int:
        """Number of decisions, graded or not."""
        return self.total.decisions + self.left_out.total()

    known = former_name("stored_decisions")


def judge_raises(
    store: HistoryStore,
    turns: Iterable[PlayerDecision],
    max_s: float,
    progress: Progress,
    rooms: Rooms = NO_ROOMS,
) -> RaiseReport | None:
    """Grade decisions by the equilibrium of their trees; None if there are none.

    Leaves out decisions at tables of rooms whose terms matter.
    Raises HistoryError if the answers cannot be written; TableError if a class table cannot be built here.
    """
    left_out: Counter[str] = Counter()
    opens: Counter[str] = Counter()
    gradable: list[tuple[PlayerDecision, Holding, RaiseRequest]] = []
    for turn in turns:
        reason = ungradable_reason(turn, max_s) or (ROOM_DECIDES if rooms.decide(turn) else "")
        if turn.place == OPEN:
            opens[DEEPER if reason == DEEPER else Reason.RAISE.value] += 1
        if reason:
            left_out[reason] += 1
        else:
            holding = holding_of(turn)
            gradable.append((turn, holding, (RaiseKey.of(turn), turn.place, holding[1])))
    if not gradable and not left_out:
        return None
    answers = _find(store, dict.fromkeys(query for _, _, query in gradable), progress)
    graded = []
    for turn, holding, query in gradable:
        answer = answers.get(query)
        if answer is None:
            left_out[Reason.RAISE.value] += 1
        elif math.isnan(answer.margin):
            left_out[NEVER_ASKED] += 1
        else:
            margin = 0.0 if abs(answer.margin) <= FREE_MARGIN else answer.margin
            loss = loss_of(margin, turn.act != "fold")
            graded.append(RatedDecision(turn, holding, margin, answer.played, loss, loss, loss))
    graded.sort(key=lambda decision: (-decision.loss, decision.turn.file, decision.turn.line))
    return RaiseReport(
        Costs.of(graded).cell("all"),
        cells_by(graded, lambda decision: NAMES[decision.turn.place], NAMES),
        len({query[0] for _, _, query in gradable if query in answers}),
        max((answer.gain for answer in answers.values()), default=0.0),
        tuple(graded),
        left_out,
        opens,
    )


def _find(
    store: HistoryStore, requests: Iterable[RaiseRequest], progress: Progress
) -> dict[RaiseRequest, RaiseAnswer]:
    """Return stored and new answers, and store new ones; illegal raises have none."""
    values: dict[str, dict[int, RaiseRequest]] = {}
    for request in requests:
        key, *query = request
        values.setdefault(" ".join(key), {})[_code(*query)] = request

    def solve(missing: Missing) -> Solved:
        if not missing:
            return
        progress(_STAGE, 0.0)
        queries: dict[RaiseKey, list[RaiseQuery]] = {}
        for text, codes in missing.items():
            for key, place, class_id in (values[text][code] for code in codes):
                queries.setdefault(key, []).append((place, class_id))
        with closing(solve_opens(queries, progress)) as solved:
            for k, (key, solutions) in enumerate(solved):
                yield " ".join(key), {_code(*query): answer for query, answer in solutions}
                progress(_STAGE, (k + 1) / len(missing))

    answers = find_answers(store, "raise", values, len(RaiseAnswer._fields), solve)
    return {
        values[key][code]: RaiseAnswer(*numbers)
        for key, numbers_by_code in answers.items()
        for code, numbers in numbers_by_code.items()
        if code in values[key]
    }


def _code(place: int, class_id: int) -> int:
    return 3 * class_id + place
