"""Three seats and more on a flop that is dealt first: sampled deals, and a bound on every seat's gain."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    """The chance that the hand comes here, hands as if dealt apart."""
    percent: float
    """Of the hands dealt, how many are played here."""


@dataclass(frozen=True)
class FlopTableHand:
    """One hand, and all that differ from it by suits which the flop does not tell apart."""

    hand: str
    size: int
    """How many hands these are."""
    strategy: tuple[float, ...]
    """The chance to play it at each decision, once it comes there."""


@json_fields(
    f"board=board_text {SPOT} terms decisions "
    "values=certificate.values values_error=certificate.values_error gains=certificate.gains "
    "gains_error=certificate.gains_error gains_least=certificate.least gains_bound=certificate.bounds "
    "deals unit=hand.unit seconds hands"
)
@dataclass(frozen=True, eq=False)
class FlopTable(DisplayableResult):
    """Strategies of all seats on a flop and what fresh deals say of them.

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
        """What is paid and won outside the pot; null where there is nothing, at no room."""
        return terms_contract(self.hand.terms, self.hand.big_blind)

    @property
    def deals(self) -> int:
        """Deals sampled, those of the certificate among them."""
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
        """All kinds of hands, from the cards from high to low."""
        return list(self._hands())

    def _hands(self) -> Iterator[FlopTableHand]:
        hands, alike = self._alike
        for k in range(len(alike.sizes) - 1, -1, -1):
            name = hands.name(int(alike.representatives[k]))
            yield FlopTableHand(name, int(alike.sizes[k]), tuple(self.strategy[:, k].tolist()))

    @property
    def strategy(self) -> FloatArray:
        """Chances by node of the hand and kind of hands, ascending: shape (nodes, kinds)."""
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
    """Sample the jam/fold game of a hand on a flop; ``seconds``, ``gain`` and ``seed`` as `sample_table`.

    Raises SituationError as that.
    """
    result = sample_table(
        game, hand, seconds=seconds, gain=gain, seed=seed, flop=flop, progress=progress, on_search=on_search
    )
    return FlopTable(game, hand, flop, seed, result)
