"""One player's side of a solved spot: how often each class is played, what it earns, what to do.

"Played" is the chance of jamming as the small blind, of calling the jam as the
big blind.  The big blind's EVs are those after the small blind has jammed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from jamfold.cards import format_cards
from jamfold.errors import SituationError
from jamfold.ranges.grid import class_label
from jamfold.shown import Shown
from jamfold.solver.solution import FREE_MARGIN

if TYPE_CHECKING:
    from jamfold.spots.solution import SpotSolution


class Position(StrEnum):
    """The two players."""

    SMALL_BLIND = "sb"
    BIG_BLIND = "bb"

    @classmethod
    def parse(cls, name: str) -> Position:
        """The position of a name, ``sb`` or ``bb``.

        Raises
        ------
        SituationError
            If it is neither.
        """
        try:
            return cls(name.strip().lower())
        except ValueError:
            raise SituationError(f"The position must be sb or bb, not '{name[:40]}'.") from None

    @property
    def action(self) -> str:
        """What playing a hand is called here."""
        return "jam" if self is Position.SMALL_BLIND else "call"


@dataclass(frozen=True, eq=False)
class SeatStrategy(Shown):
    """The strategy of one player; arrays of shape (n,), one entry per class.

    Attributes
    ----------
    spot
        The solved spot.
    position
        Whose strategy this is.
    """

    spot: SpotSolution
    position: Position

    @property
    def decides(self) -> bool:
        """Whether the player has a choice at all."""
        situation = self.spot.situation
        if self.position is Position.SMALL_BLIND:
            return situation.small_blind_decides
        return situation.big_blind_decides

    @property
    def played(self) -> NDArray[np.float64]:
        """Chance of jamming or calling, in [0, 1]."""
        solution = self.spot.solution
        return solution.x if self.position is Position.SMALL_BLIND else solution.y

    @property
    def ev_allin_bb(self) -> NDArray[np.float64]:
        """EV of jamming or calling in units of B; nan where the big blind is never asked."""
        solution = self.spot.solution
        return solution.ev_jam if self.position is Position.SMALL_BLIND else solution.ev_call

    @property
    def ev_fold_bb(self) -> float:
        """EV of folding in units of B."""
        return -self.spot.situation.b if self.position is Position.SMALL_BLIND else -1.0

    @property
    def margin_bb(self) -> NDArray[np.float64]:
        """EV of jamming or calling minus EV of folding, in units of B."""
        solution = self.spot.solution
        return solution.margin_jam if self.position is Position.SMALL_BLIND else solution.margin_call

    @cached_property
    def ev_allin(self) -> NDArray[np.float64]:
        """EV of jamming or calling in chips, from the start of the hand."""
        situation = self.spot.situation
        return situation.unit * self.ev_allin_bb + self._offset

    @property
    def ev_fold(self) -> float:
        """EV of folding in chips, from the start of the hand."""
        return self.spot.situation.unit * self.ev_fold_bb + self._offset

    @cached_property
    def margin(self) -> NDArray[np.float64]:
        """EV of jamming or calling minus EV of folding, in chips."""
        return self.spot.situation.unit * self.margin_bb

    def to_columns(self) -> dict[str, NDArray[Any]]:
        """The strategy as columns, one row per class; pandas and polars take it as it is.

        ``played`` is in [0, 1], the EVs and ``difference`` are in chips.

        >>> import jamfold
        >>> columns = jamfold.solve("holdem").strategy("sb").to_columns()
        >>> list(columns)
        ['id', 'hand', 'cards', 'size', 'played', 'ev_allin', 'ev_fold', 'difference']
        """
        classes = self.spot.classes
        return {
            "id": np.arange(classes.n),
            "hand": np.array([class_label(self.spot.game, i) for i in range(classes.n)]),
            "cards": np.array([format_cards(hand) for hand in classes.representatives.tolist()]),
            "size": classes.sizes,
            "played": self.played,
            "ev_allin": self.ev_allin,
            "ev_fold": np.full(classes.n, self.ev_fold),
            "difference": self.margin,
        }

    @property
    def _offset(self) -> float:
        """Chips that the player wins beyond B times his value."""
        situation = self.spot.situation
        if self.position is Position.SMALL_BLIND:
            return situation.chips_small_blind(0.0)
        return situation.chips_big_blind(0.0)

    def advice(self, class_id: int) -> str:
        """What to do with a class, in plain words.

        Begins with ``jam``, ``call``, ``fold``, ``indifferent``, ``no decision``
        or ``never asked``.
        """
        if not self.decides:
            return "no decision: all chips at risk are in the pot already"
        margin, played = self.margin_bb[class_id], float(self.played[class_id])
        action = self.position.action
        if np.isnan(margin):
            return "never asked: the small blind does not jam against this hand"
        if abs(margin) < FREE_MARGIN:
            return f"indifferent: both are right (this solution {action}s {100 * played:.4g} %)"
        best = action if margin > 0 else "fold"
        if 0.0 < played < 1.0:
            return f"{best} (this solution {action}s {100 * played:.4g} %)"
        return best
