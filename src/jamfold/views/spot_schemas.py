"""JSON contracts of solved spots and of hands looked up in them."""

from __future__ import annotations

from typing import Any, Literal, Self

from jamfold.betting.ends import ExtraTerms
from jamfold.betting.raises import Raises
from jamfold.ranges.grid import class_label
from jamfold.spots.analysis import Explanation, Exploit
from jamfold.spots.hand_lists import LookupResult, RangeReport
from jamfold.spots.nplayer.seat_decisions import HandDecisions
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import HandAtNode, HandReport
from jamfold.spots.trees import NodeReport, TreeSpot
from jamfold.views.convergence import epsilons, unit_text
from jamfold.views.formats import Contract, Counts, Intervals, MaybePair, Pair
from jamfold.views.sentences import advice_text, decision_lines, explanation_lines


class Certificate(Contract):
    """The exactness of a solution."""

    exact: bool
    """Whether epsilon is below 1e-9 of the unit: big blinds with antes, or the prize pool."""
    epsilon_bb: float | None
    """Half the sum of both players' gains by best responses; one alone gains at most twice that.
    Null with prizes, like all fields in chips or bb except chips won."""
    epsilon_chips: float | None
    gains_bb: MaybePair
    """Gains of small and big blind by a best response."""
    epsilon_money: float | None
    gains_money: MaybePair
    """Gains in money; null without prizes."""
    iterations: int


class SpotContract(Certificate):
    """A spot, with the exactness of its solution; pairs are small and big blind."""

    game: str
    stacks: Pair
    """Chips before anything is posted."""
    blinds: Pair
    antes: Pair
    """Antes due: the ante of each player, plus the big-blind ante."""
    dead: float
    ante: float
    """The ante due from each player."""
    bb_ante: float
    """The big-blind ante, due for the whole table."""
    antes_posted: Pair
    """Antes actually posted: no more than the stack, and of equal antes no more than the other can post."""
    blinds_posted: Pair
    """Blinds actually posted: no more than the stack left after antes."""
    utility: dict[str, Any]
    """The value of chips: name and parameters."""
    rake: dict[str, Any] | None
    """The rake; null without rake."""

    @classmethod
    def of_spot(cls, spot: SpotSolution, **more: Any) -> Self:
        """Return the contract of a spot; subclasses pass their further fields."""
        terms = spot.terms
        return cls.pick(
            spot,
            spot.situation,
            spot.extras,
            game=spot.game.name,
            antes_posted=spot.situation.posted,
            utility=terms.utility.as_dict(),
            rake=terms.rake_values,
            **more,
        )


class ConvergenceContract(SpotContract):
    """How an algorithm converged to an equilibrium."""

    unit: str
    """The unit of epsilon: bb, the money of the prizes, or chips."""
    epsilons: tuple[float, ...]
    """Epsilon after each iteration."""

    @classmethod
    def of(cls, answer: SpotSolution, in_chips: bool = False) -> Self:
        values = tuple(epsilons(answer, in_chips=in_chips))
        return cls.of_spot(answer, unit=unit_text(answer, in_chips=in_chips), epsilons=values)


class TreeContract(Contract):
    """The raises of a tree; it has no limps or flat calls.

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
        """Return the contract of raises; `big` is the big blind in their unit."""

        def sizes(listed: tuple[float | str, ...]) -> tuple[float | str, ...]:
            return tuple(size if isinstance(size, str) else size / big for size in listed)

        limit: Any = raises.limit or None
        return cls(open=sizes(raises.open), raises=sizes(raises.later), limit=limit, jam=raises.jam)

    @classmethod
    def of_spot(cls, spot: SpotSolution) -> Self | None:
        """Return the contract of a spot's raises; None if there is only jam or fold."""
        return cls.of(spot.raises, spot.situation.big_blind) if isinstance(spot, TreeSpot) else None


class ListedSpotContract(SpotContract):
    """The spot of a list of hands."""

    tree: TreeContract | None
    """The raises of the tree; null if there is only jam or fold."""


class SolveContract(SpotContract):
    """A solved spot; pairs are small and big blind."""

    effective_stack: float
    """Each player's chips at risk, after antes."""
    unit_chips: float
    """The unit B of s and b, in chips."""
    s: float
    """Effective stack in units of B."""
    b: float
    """Small blind in units of B."""
    method: Literal["exact", "approximate", "fictitious-play", "best-response"]
    error_bb: float | None
    """The most either player, or the responder to a range, gains by deviating, with 95%, if the method is
    approximate; else null."""
    error_from: Literal["bound"] | None
    """The source of `error_bb`, a bound for this spot; else null."""
    jam_percent: float
    call_percent: float
    value_bb: float
    """The small blind's value; the big blind's is the dead money less that."""
    value_chips: Pair
    post_ev_bb: MaybePair
    """The EVs of best responses to the other's strategy."""
    post_ev_chips: MaybePair
    value_money: MaybePair
    """The average value of both players' chips after the hand; null without prizes."""
    post_ev_money: MaybePair
    mixed: Counts
    """Classes that are played sometimes."""
    free: Counts
    """Classes for which both actions are right."""
    seconds: float
    proved: bool = False
    """Whether the equilibrium is known in exact fractions, so both gains are zero."""
    against: Exploit | None = None
    """The best response to a range, if the request has one."""
    tree: TreeContract | None = None
    """The raises of the tree; null if there is only jam or fold."""
    nodes: tuple[NodeReport, ...] | None = None
    """The decisions of such a tree.  Then `jam_percent` is of jams without a raise before, `call_percent` of
    calls of such jams."""
    terms: ExtraTerms | None = None
    """Fees, jackpots and all-in prizes outside the pot; null without any."""
    fees_paid: Pair | None = None
    jackpot_won: Pair | None = None
    fortune_won: Pair | None = None
    """fees_paid, jackpot_won, fortune_won: averages in big blinds per hand; null without `terms`."""

    @classmethod
    def of(cls, answer: SpotSolution | Exploit) -> Self:
        spot = answer.spot if isinstance(answer, Exploit) else answer
        approximate = spot.solution.approximate
        error = spot.gains_bb[answer.seat.place] if isinstance(answer, Exploit) else max(spot.gains_bb)
        return cls.of_spot(
            spot,
            terms=spot.extra_terms,
            unit_chips=spot.situation.unit,
            error_bb=error if approximate and spot.currency == "chips" else None,
            error_from="bound" if approximate else None,
            effective_stack=spot.situation.effective_stack,
            against=answer if isinstance(answer, Exploit) else None,
            tree=TreeContract.of_spot(spot),
        )


class HandRow(Contract):
    """One class of a strategy; values are null if the big blind has no decision."""

    id: int
    cards: str
    representative: str
    size: int
    """The number of hands in the class."""
    position: Literal["sb", "bb"]
    played: float
    """The frequency of jamming (sb) or calling (bb)."""
    ev_allin: float | None
    """EV in chips; the big blind's is after a jam.  Null with prizes."""
    ev_fold: float | None
    difference: float | None
    """All-in minus fold."""
    ev_allin_bb: float | None
    ev_fold_bb: float | None
    difference_bb: float | None
    advice: str
    """The advice, which begins with jam, call, fold, indifferent, no decision or never asked; in a tree with
    the first action."""
    name: str
    """The name of the class."""
    ev_allin_money: float | None
    """EV in money; null without prizes."""
    ev_fold_money: float | None
    difference_money: float | None
    least: float | None = None
    """The smallest frequency in any equilibrium; null if unknown, as proofs are for chips only."""
    most: float | None = None
    """The largest frequency in any equilibrium."""
    nodes: tuple[HandAtNode, ...] | None = None
    """The class at every decision of the seat, if the tree has raises; then `played` is the frequency of not
    folding at the first of them, and EVs are those of jamming first in."""

    @classmethod
    def of(cls, hand: HandReport, name: str) -> Self:
        return cls.pick(
            hand,
            name=name,
            position=hand.seat.value,
            advice=advice_text(hand),
            nodes=hand.nodes or None,
            **_evs(hand),
        )


def _evs(hand: HandReport) -> dict[str, float | None]:
    chips = hand.currency == "chips"
    names = ("ev_allin", "ev_fold", "difference")
    values = {name: getattr(hand, name) for name in names}
    return {name: values[name] if chips else None for name in names} | {
        f"{name}_money": None if chips else values[name] for name in names
    }


class LookedUpContract(HandRow, Certificate):
    """One hand of a solved spot."""

    kind: Literal["hand"] = "hand"
    game: str

    @classmethod
    def looked_up(cls, answer: LookupResult) -> Self:
        game = answer.spot.game
        row = HandRow.of(answer.hand, class_label(game, answer.hand.id))
        return cls.pick(row, answer.spot, game=game.name)


class HandContract(LookedUpContract):
    """One hand of a solved spot, and the reasons for its play.

    Values are null if the opponent never plays, or if there is no limit.
    """

    s: float
    """Effective stack in units of B."""
    b: float
    unit_chips: float
    chance_called: float | None = None
    """sb: the probability that a jam is called."""
    chance_jammed: float | None = None
    """bb: the probability that the small blind jams."""
    equity: float | None
    """Share of the pot against the other's range."""
    ev_called: float | None
    """EV of the showdown, in bb; null with prizes."""
    ev_called_money: float | None
    break_even_equity: float | None
    break_even_stack: float | None
    """The largest s at which the action is right against the same range."""
    break_even_chips: float | None
    """This stack in chips, before antes and blinds."""
    break_even_bb: float | None
    any_stack: bool
    """Whether the action is right at every stack."""
    played_stacks: Intervals | None
    """The stacks of a chart at which the hand is played; null without a chart."""
    free_stacks: Intervals | None
    words: tuple[str, ...]
    """The reasons, in sentences."""

    @classmethod
    def explained(cls, explanation: Explanation, spot: SpotSolution) -> Self:
        chance = {"sb": "chance_called", "bb": "chance_jammed"}[explanation.seat.value]
        return cls.pick(
            HandRow.of(explanation.hand, explanation.name),
            explanation,
            spot,
            game=spot.game.name,
            unit_chips=spot.situation.unit,
            words=tuple(explanation_lines(explanation)),
            **{chance: explanation.chance},
            ev_called=explanation.ev_called if spot.currency == "chips" else None,
            ev_called_money=explanation.ev_called if spot.currency == "money" else None,
        )


class TreeHandContract(LookedUpContract):
    """One hand of a tree of raises, with the EV of every action at its decisions."""

    words: tuple[str, ...]
    """A sentence for each decision."""


class RangeHandsContract(Certificate):
    """Several classes looked up together: a part of a hand, or a range."""

    kind: Literal["range"] = "range"
    game: str
    text: str
    position: Literal["sb", "bb"]
    classes: int
    combinations: int
    percent: float
    """Percent of all hands."""
    played: float
    """The share of these hands that is played."""
    warnings: tuple[str, ...]
    """Warnings of input that was probably not meant."""
    hands: tuple[HandRow, ...]
    """The classes, most played first; at most 200."""

    @classmethod
    def of(cls, report: RangeReport) -> Self:
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
"""One hand in the API."""


def looked_up_contract(answer: LookupResult | RangeReport) -> LookedUpContract | RangeHandsContract:
    """Return the contract of a looked-up hand without the reasons, or of a range."""
    if isinstance(answer, RangeReport):
        return RangeHandsContract.of(answer)
    return LookedUpContract.looked_up(answer)


def hand_contract(answer: Any) -> HandContract | TreeHandContract | RangeHandsContract | HandDecisions:
    """Return the contract of a looked-up hand or range; a hand at a table is its own contract."""
    if isinstance(answer, HandDecisions):
        return answer
    if isinstance(answer, RangeReport):
        return RangeHandsContract.of(answer)
    if isinstance(answer, LookupResult):
        words = tuple(decision_lines(answer.hand))
        return TreeHandContract.pick(LookedUpContract.looked_up(answer), words=words)
    return HandContract.explained(answer, answer.spot)
