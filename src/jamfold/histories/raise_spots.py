"""Spots of an open that was jammed over, solved in pieces of neighbours."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator, Mapping, Sequence
from typing import NamedTuple

from jamfold.errors import SituationError
from jamfold.games import Game, find_game
from jamfold.hand.posts import BlindLevel
from jamfold.hand.raises import Raises, raise_tree
from jamfold.hand.terms import CHIPS
from jamfold.hand.two_seats import Situation
from jamfold.histories.pieces import is_small, solve_in_chunks, split_into_chunks
from jamfold.histories.turns import PlayerDecision
from jamfold.progress import Progress
from jamfold.solver.payoffs import ClassGame
from jamfold.solver.tree import EMPTY, chances_at
from jamfold.solver.tree_exact import TreeSolution, TreeSolver
from jamfold.spots.solving import load_payoffs
from jamfold.spots.terms import SpotPayoffs, spot_payoffs
from jamfold.spots.tree_solving import make_tree

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
        posted = turn.posted(turn.big_blind)
        level = posted.level
        chips = (*posted.stacks, level.blinds[0], level.ante, level.bb_ante, level.dead)
        return cls(turn.spot.game, " ".join(f"{one:.12g}" for one in (*chips, turn.raised / turn.big_blind)))

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
        first, second, small, ante, bb_ante, dead, raised = map(float, key.chips.split())
        situation = Situation.at((first, second), BlindLevel((small, 1.0), ante, bb_ante, dead))
        try:
            points = raise_tree(situation, Raises(open=(raised,), jam=False))
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
