"""Contracts of spots: their solutions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self

from jamfold.hand.extras import ExtraTerms
from jamfold.hand.raises import Raises
from jamfold.spots.exploit import Exploit
from jamfold.spots.solution import SpotSolution
from jamfold.spots.tree import NodeReport, TreeSpot
from jamfold.views.contracts.base import Contract, Counts, MaybePair, Pair
from jamfold.views.convergence import epsilons, unit_text


@dataclass(frozen=True, kw_only=True)
class Certificate(Contract):
    """How good a solution is."""

    exact: bool
    """Whether epsilon is below 1e-9 of the unit: big blinds with antes, or the prize pool."""
    epsilon_bb: float | None
    """Half of what both players together could still gain; one alone gains at most twice that.
    Null where money is played for, as all that is named chips or bb, but for what is won in chips."""
    epsilon_chips: float | None
    gains_bb: MaybePair
    """What the small blind alone and the big blind alone could still gain by best responses."""
    epsilon_money: float | None
    gains_money: MaybePair
    """The same where prizes are played for, else null."""
    iterations: int


@dataclass(frozen=True, kw_only=True)
class AgainstContract(Contract):
    """A best response to a range, beside the equilibrium; for the player who answers."""

    responder: Literal["sb", "bb"]
    range_percent: float
    best_bb: float | None
    """What the best response earns against the range.  Null where money is played for, as all in
    big blinds and chips; then the same stands in money."""
    equilibrium_strategy_bb: float | None
    """What the equilibrium strategy earns against the range."""
    equilibrium_value_bb: float | None
    """What the equilibrium is worth."""
    gain_bb: float | None
    """What the best response earns more than the equilibrium strategy."""
    cost_of_range_bb: float | None
    """What the range costs its player, compared with the equilibrium."""
    risk_bb: float | None
    """What is given up, compared with the equilibrium, when the other answers best."""
    best_chips: float | None
    equilibrium_strategy_chips: float | None
    equilibrium_value_chips: float | None
    gain_chips: float | None
    cost_of_range_chips: float | None
    risk_chips: float | None
    best_money: float | None
    equilibrium_strategy_money: float | None
    equilibrium_value_money: float | None
    gain_money: float | None
    cost_of_range_money: float | None
    risk_money: float | None

    @classmethod
    def of(cls, exploit: Exploit) -> Self:
        """The contract of an answer to a range."""
        values = {
            "best": exploit.best,
            "equilibrium_strategy": exploit.staying,
            "equilibrium_value": exploit.equilibrium_value,
            "gain": exploit.gain,
            "cost_of_range": exploit.cost_of_range,
            "risk": exploit.risk,
        }
        big_blind, chips = exploit.spot.situation.big_blind, exploit.spot.currency == "chips"
        return cls(
            responder=exploit.seat.value,
            range_percent=exploit.held.percent,
            **{f"{name}_chips": value if chips else None for name, value in values.items()},
            **{f"{name}_bb": value / big_blind if chips else None for name, value in values.items()},
            **{f"{name}_money": None if chips else value for name, value in values.items()},
        )


@dataclass(frozen=True, kw_only=True)
class SpotContract(Certificate):
    """What a spot is, and how good its solution; pairs are small and big blind."""

    game: str
    stacks: Pair
    """Chips before anything is posted."""
    blinds: Pair
    antes: Pair
    """What both are asked for: the ante of each, and the big blind's besides."""
    dead: float
    ante: float
    """What each of both is asked for."""
    bb_ante: float
    """What the big blind is asked for besides, for the table."""
    antes_posted: Pair
    """What they really post: no more than their stacks, and of an equal ante no more than the other can."""
    blinds_posted: Pair
    """What they really post of the blinds: no more than is left behind the antes."""
    utility: dict[str, Any]
    """What chips are worth: name and parameters."""
    rake: dict[str, Any] | None
    """What is taken from pots; null if nothing is."""

    @classmethod
    def of_spot(cls, spot: SpotSolution, **more: Any) -> Self:
        """The contract of a spot; of a subclass with its other entries."""
        terms = spot.terms
        return cls.pick(
            spot,
            spot.situation,
            game=spot.game.name,
            antes_posted=spot.situation.posted,
            utility=terms.utility.as_dict(),
            rake=terms.rake_values,
            **more,
        )


@dataclass(frozen=True, kw_only=True)
class ConvergenceContract(SpotContract):
    """How fictitious play came nearer to an equilibrium."""

    unit: str
    """What epsilon is counted in: bb, the money of the prizes, or chips."""
    epsilons: tuple[float, ...]
    """Epsilon after each iteration."""

    @classmethod
    def of(cls, answer: SpotSolution, *, in_chips: bool = False) -> Self:
        values = tuple(epsilons(answer, in_chips=in_chips))
        return cls.of_spot(answer, unit=unit_text(answer, in_chips=in_chips), epsilons=values)


@dataclass(frozen=True, kw_only=True)
class TreeContract(Contract):
    """The raises that a tree lists; limping and flat calls are not in it.

    Sizes are raise-to in big blinds, without antes, or texts: ``3x`` the last raise, ``pot``.
    """

    open: tuple[float | str, ...]
    raises: tuple[float | str, ...]
    """The size of the second raise, of the third, ..."""
    limit: Literal["pot"] | None
    jam: bool
    """Whether a jam stands beside smaller raises."""

    @classmethod
    def of(cls, raises: Raises, big: float) -> Self:
        """The contract of raises, with the big blind in their measure."""

        def sizes(listed: tuple[float | str, ...]) -> tuple[float | str, ...]:
            return tuple(size if isinstance(size, str) else size / big for size in listed)

        limit: Any = raises.limit or None
        return cls(open=sizes(raises.open), raises=sizes(raises.later), limit=limit, jam=raises.jam)

    @classmethod
    def of_spot(cls, spot: SpotSolution) -> Self | None:
        """The contract of a spot's raises; None where everybody jams or folds."""
        return cls.of(spot.raises, spot.situation.big_blind) if isinstance(spot, TreeSpot) else None


@dataclass(frozen=True, kw_only=True)
class ListedSpotContract(SpotContract):
    """The spot of a list of hands."""

    tree: TreeContract | None
    """The raises that are listed; null where everybody jams or folds."""


@dataclass(frozen=True, kw_only=True)
class SolveContract(SpotContract):
    """A solved spot; pairs are small and big blind."""

    effective_stack: float
    """Chips at risk of each player, after antes."""
    unit_chips: float
    """Chips of the unit B of the theory's s and b."""
    s: float
    """Effective stack in units of B."""
    b: float
    """Small blind in units of B."""
    method: Literal["exact", "fictitious-play", "best-response"]
    jam_percent: float
    call_percent: float
    value_bb: float
    """For the small blind; the big blind has the dead money less that."""
    value_chips: Pair
    post_ev_bb: MaybePair
    """What best responses against the other's strategy earn."""
    post_ev_chips: MaybePair
    value_money: MaybePair
    """What the chips of both are worth after the hand, on average; null without prizes."""
    post_ev_money: MaybePair
    mixed: Counts
    """Classes that are played sometimes."""
    free: Counts
    """Classes for which both actions are right."""
    seconds: float
    proved: bool = False
    """Whether the equilibrium is known in fractions, in which both gains are zero."""
    against: AgainstContract | None = None
    """If a range was answered: what that earns."""
    tree: TreeContract | None = None
    """The raises that are listed; null where everybody jams or folds."""
    nodes: tuple[NodeReport, ...] | None = None
    """The decisions of such a tree.  Then `jam_percent` and `call_percent` are those of a jam without a raise
    before it, and of the call of that jam."""
    terms: ExtraTerms | None = None
    """What is paid and won outside the pot; null where there is nothing, at no room."""
    fees_paid: Pair | None = None
    jackpot_won: Pair | None = None
    fortune_won: Pair | None = None
    """fees_paid, jackpot_won, fortune_won: In the mean, big blinds a hand; null without `terms`."""

    @classmethod
    def of(cls, answer: SpotSolution | Exploit) -> Self:
        """The contract of a solve."""
        spot = answer.spot if isinstance(answer, Exploit) else answer
        extras = spot.extras
        return cls.of_spot(
            spot,
            terms=spot.extra_terms,
            fees_paid=None if extras is None else extras.fees_paid,
            jackpot_won=None if extras is None else extras.jackpot_won,
            fortune_won=None if extras is None else extras.fortune_won,
            unit_chips=spot.situation.unit,
            effective_stack=spot.situation.effective_stack,
            against=AgainstContract.of(answer) if isinstance(answer, Exploit) else None,
            tree=TreeContract.of_spot(spot),
        )
