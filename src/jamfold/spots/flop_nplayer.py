"""Tables of three or more seats on a dealt flop: sampled deals, and a bound on every seat's gain."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from jamfold.betting.ends import ExtraTerms, terms_contract
from jamfold.betting.hand import TableHand
from jamfold.calculator.flops.flop_hands import Alike, FlopHands, alike_sets, flop_hands
from jamfold.cards import Card, format_cards
from jamfold.cards.games import Game
from jamfold.core.arrays import FloatArray
from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.progress import Progress, ignore_progress
from jamfold.spots.nplayer.certificate import Certificate
from jamfold.spots.nplayer.result import SPOT
from jamfold.spots.nplayer.search import SampledTable, SearchProgress, ignore_search_progress, sample_table


@dataclass(frozen=True)
class FlopDecision:
    """A decision on the flop."""

    seat: str
    after: tuple[str, ...]
    """The seats that are all-in before it, in the order of acting."""
    action: str
    """``jam`` or ``call``."""
    reach: float
    """The reach probability, without card removal."""
    percent: float
    """Percent of all hands that are played here."""


@dataclass(frozen=True)
class FlopTableHand:
    """A hand, and all that are equivalent to it by suits on this flop."""

    hand: str
    size: int
    """The number of these hands."""
    strategy: tuple[float, ...]
    """The frequency of playing it at each decision."""


@json_fields(
    f"board=board_text {SPOT} terms decisions "
    "values=certificate.values values_error=certificate.values_error gains=certificate.gains "
    "gains_error=certificate.gains_error gains_least=certificate.least gains_bound=certificate.bounds "
    "deals unit=hand.unit seconds hands"
)
@dataclass(frozen=True, eq=False)
class FlopTable(DisplayableResult):
    """Strategies of all seats on a flop, and their certificate on fresh deals.

    Lists by seat go from the button's left round; values and gains are in chips, or prize money.
    """

    game: Game
    hand: TableHand
    board: tuple[Card, ...]
    """The flop."""
    seed: int
    found: SampledTable

    @property
    def board_text(self) -> str:
        return format_cards(self.board)

    @property
    def certificate(self) -> Certificate:
        return self.found.certificate

    @property
    def terms(self) -> ExtraTerms | None:
        """Fees, jackpots and all-in prizes outside the pot; null without any."""
        return terms_contract(self.hand.terms, self.hand.big_blind)

    @property
    def deals(self) -> int:
        """The number of sampled deals, with those of the certificate."""
        return self.found.deals

    @property
    def seconds(self) -> float:
        return self.found.seconds

    @property
    def decisions(self) -> list[FlopDecision]:
        """All decisions, in the order of every hand's strategy."""
        names, measured = self.hand.names, self.certificate
        return [
            FlopDecision(names[node.seat], node.before(names), node.action, float(reach), float(percent))
            for node, reach, percent in zip(self.hand.nodes, measured.reach, measured.percent, strict=True)
        ]

    @cached_property
    def _alike(self) -> tuple[FlopHands, Alike]:
        hands = flop_hands(self.board, self.game)
        return hands, alike_sets(hands, hands.suits)[0]

    @property
    def n_hands(self) -> int:
        return len(self._alike[0].places)

    @property
    def hands(self) -> list[FlopTableHand]:
        """All classes of hands, from high cards to low."""
        hands, alike = self._alike
        rows = zip(
            alike.representatives.tolist(), alike.sizes.tolist(), self.strategy.T.tolist(), strict=True
        )
        return [FlopTableHand(hands.name(hand), size, tuple(chances)) for hand, size, chances in rows][::-1]

    @property
    def strategy(self) -> FloatArray:
        """Frequencies by node of the hand and class of hands, ascending: shape (nodes, classes)."""
        return self.found.strategy


def solve_flop_table(
    game: Game,
    hand: TableHand,
    flop: tuple[Card, ...],
    *,
    seconds: float = 30.0,
    gain: float | None = None,
    seed: int = 0,
    progress: Progress = ignore_progress,
    on_search: Callable[[SearchProgress], None] = ignore_search_progress,
) -> FlopTable:
    """Solve a hand on a flop by sampled deals; parameters and errors as in `sample_table`."""
    result = sample_table(
        game, hand, seconds=seconds, gain=gain, seed=seed, flop=flop, progress=progress, on_search=on_search
    )
    return FlopTable(game, hand, flop, seed, result)
