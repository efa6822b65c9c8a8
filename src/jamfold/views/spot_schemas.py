"""JSON contracts of solved spots and of hands looked up in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, Self

from jamfold.betting.ends import ExtraTerms
from jamfold.betting.raises import Raises
from jamfold.cases.answers.lookups import LookupResult, RangeReport
from jamfold.ranges.grid import class_label
from jamfold.spots.analysis import Explanation, Exploit
from jamfold.spots.nplayer.seat_decisions import HandDecisions
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import HandAtNode, HandReport
from jamfold.spots.trees import NodeReport, TreeSpot
from jamfold.views.convergence import epsilons, unit_text
from jamfold.views.schema import Contract, Counts, Intervals, MaybePair, Pair
from jamfold.views.sentences import advice_text, decision_lines, explanation_lines


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
    def of(cls, answer: SpotSolution, in_chips: bool = False) -> Self:
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
    """Allow jams next to smaller raises."""

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
    method: Literal["exact", "approximate", "fictitious-play", "best-response"]
    error_bb: float | None
    """What either player gains at most by deviating, with 95%, by the approximate method, or the one who
    answers a range; else null."""
    error_from: Literal["bound"] | None
    """Where `error_bb` comes from: a bound for this very spot; else null."""
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
    against: Exploit | None = None
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
        extras, approximate = spot.extras, spot.solution.approximate
        error = spot.gains_bb[answer.seat.place] if isinstance(answer, Exploit) else max(spot.gains_bb)
        return cls.of_spot(
            spot,
            terms=spot.extra_terms,
            fees_paid=None if extras is None else extras.fees_paid,
            jackpot_won=None if extras is None else extras.jackpot_won,
            fortune_won=None if extras is None else extras.fortune_won,
            unit_chips=spot.situation.unit,
            error_bb=error if approximate and spot.currency == "chips" else None,
            error_from="bound" if approximate else None,
            effective_stack=spot.situation.effective_stack,
            against=answer if isinstance(answer, Exploit) else None,
            tree=TreeContract.of_spot(spot),
        )


@dataclass(frozen=True, kw_only=True)
class HandRow(Contract):
    """One class of a strategy; null where the big blind is never asked."""

    id: int
    cards: str
    representative: str
    size: int
    """Hands in the class."""
    position: Literal["sb", "bb"]
    played: float
    """Chance of jamming (sb) or calling (bb)."""
    ev_allin: float | None
    """Chips; for the big blind after a jam.  Null where money is played for."""
    ev_fold: float | None
    difference: float | None
    """All-in minus fold."""
    ev_allin_bb: float | None
    ev_fold_bb: float | None
    difference_bb: float | None
    advice: str
    """What to do; it begins with jam, call, fold, indifferent, no decision or never asked, in a tree with the
    first action."""
    name: str
    """What players call the class."""
    ev_allin_money: float | None
    """EVs in money, null where chips are played for."""
    ev_fold_money: float | None
    difference_money: float | None
    least: float | None = None
    """How seldom it is played in any equilibrium; null where that is not known: only chips are proved."""
    most: float | None = None
    """How often it is played in any equilibrium."""
    nodes: tuple[HandAtNode, ...] | None = None
    """What the class does at every decision of the seat, where there are raises before the all-in; then
    `played` is the chance not to fold at the first of them, and EVs are those of jamming first in."""

    @classmethod
    def of(cls, hand: HandReport, name: str) -> Self:
        """The contract of a class in a list."""
        return cls.pick(
            hand,
            name=name,
            position=hand.seat.value,
            advice=advice_text(hand),
            nodes=hand.nodes or None,
            **_evs(hand),
        )


def _evs(hand: HandReport) -> dict[str, float | None]:
    """EVs in chips, or in money."""
    chips = hand.currency == "chips"
    names = ("ev_allin", "ev_fold", "difference")
    values = {name: getattr(hand, name) for name in names}
    return {name: values[name] if chips else None for name in names} | {
        f"{name}_money": None if chips else values[name] for name in names
    }


@dataclass(frozen=True, kw_only=True)
class LookedUpContract(HandRow, Certificate):
    """One hand of a solved spot."""

    kind: Literal["hand"] = "hand"
    game: str

    @classmethod
    def looked_up(cls, answer: LookupResult) -> Self:
        """The contract of a hand without the reasons."""
        hand, spot = answer.hand, answer.spot
        name = class_label(spot.game, hand.id)
        words = advice_text(hand)
        return cls.pick(
            hand,
            spot,
            name=name,
            game=spot.game.name,
            position=hand.seat.value,
            advice=words,
            nodes=hand.nodes or None,
            **_evs(hand),
        )


@dataclass(frozen=True, kw_only=True)
class HandContract(LookedUpContract):
    """One hand of a solved spot, and why it is played as it is.

    Null: the other player never comes, or there is no limit.
    """

    s: float
    """Effective stack in units of the theory."""
    b: float
    unit_chips: float
    chance_called: float | None = None
    """sb: chance to be called."""
    chance_jammed: float | None = None
    """bb: chance that the small blind jams."""
    equity: float | None
    """Share of the pot against the other's range."""
    ev_called: float | None
    """EV of the showdown, bb; null where money is played for."""
    ev_called_money: float | None
    break_even_equity: float | None
    break_even_stack: float | None
    """Up to which s the action is right against the same range."""
    break_even_chips: float | None
    """The same as a stack in chips before antes and blinds."""
    break_even_bb: float | None
    any_stack: bool
    """Whether it is right at any stack."""
    played_stacks: Intervals | None
    """The stacks of a chart at which the hand is played, if a chart was made."""
    free_stacks: Intervals | None
    words: tuple[str, ...]
    """Why, in sentences."""

    @classmethod
    def explained(cls, explanation: Explanation, spot: SpotSolution) -> Self:
        """The contract of one hand."""
        seat = explanation.seat.value
        chance = {"sb": "chance_called", "bb": "chance_jammed"}[seat]
        return cls.pick(
            explanation,
            explanation.hand,
            spot,
            game=spot.game.name,
            unit_chips=spot.situation.unit,
            position=seat,
            advice=advice_text(explanation.hand),
            nodes=None,
            words=tuple(explanation_lines(explanation)),
            **{chance: explanation.chance},
            **_evs(explanation.hand),
            ev_called=explanation.ev_called if spot.currency == "chips" else None,
            ev_called_money=explanation.ev_called if spot.currency == "money" else None,
        )


@dataclass(frozen=True, kw_only=True)
class TreeHandContract(LookedUpContract):
    """One hand of a tree of raises, and what every action earns at its decisions."""

    words: tuple[str, ...]
    """A sentence for each decision."""

    @classmethod
    def of_tree(cls, answer: LookupResult) -> Self:
        """The contract of a hand in a tree."""
        words = tuple(decision_lines(answer.hand))
        return cls.pick(LookedUpContract.looked_up(answer), words=words)


@dataclass(frozen=True, kw_only=True)
class RangeHandsContract(Certificate):
    """Several classes that were looked up together: a part of a hand, or a range."""

    kind: Literal["range"] = "range"
    game: str
    text: str
    position: Literal["sb", "bb"]
    classes: int
    combinations: int
    percent: float
    """Of all hands."""
    played: float
    """The share of these hands that is played."""
    warnings: tuple[str, ...]
    """What was probably not meant."""
    hands: tuple[HandRow, ...]
    """The classes, most played first; at most 200."""

    @classmethod
    def of(cls, report: RangeReport) -> Self:
        """The contract of a range that was looked up."""
        spot = report.spot
        rows = tuple(
            HandRow.of(hand, class_label(spot.game, hand.id)) for hand in report.hands.reports(0, MOST_ROWS)
        )
        return cls.pick(
            spot,
            report.held,
            report,
            game=spot.game.name,
            position=report.hands.strategy.seat.value,
            classes=report.held.n_classes,
            hands=rows,
        )


MOST_ROWS = 200


HandAnswer = HandContract | TreeHandContract | LookedUpContract | RangeHandsContract
"""One hand as the API gives it."""


def looked_up_contract(answer: LookupResult | RangeReport) -> LookedUpContract | RangeHandsContract:
    """The contract of a looked-up hand without the reasons, or of a range."""
    if isinstance(answer, RangeReport):
        return RangeHandsContract.of(answer)
    return LookedUpContract.looked_up(answer)


def hand_contract(answer: Any) -> HandContract | TreeHandContract | RangeHandsContract | HandDecisions:
    """The contract of a looked-up hand or range; a hand at a table stands for itself."""
    if isinstance(answer, HandDecisions):
        return answer
    if isinstance(answer, RangeReport):
        return RangeHandsContract.of(answer)
    if isinstance(answer, LookupResult):
        return TreeHandContract.of_tree(answer)
    return HandContract.explained(answer, answer.spot)
