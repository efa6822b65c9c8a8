"""Questions about hands of a solved spot: look one up, list those of a name or a range, explain one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import ClassError, at_field
from jamfold.games import Game
from jamfold.questions.charts import make_chart
from jamfold.questions.fields import entry
from jamfold.questions.spots import SeatQuestion
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    from jamfold.counting.classes import ClassId
    from jamfold.ranges import HandRange
    from jamfold.spots.charts import Chart
    from jamfold.spots.explain import Explanation
    from jamfold.spots.listing import HandList
    from jamfold.spots.lookup import HandReport
    from jamfold.spots.solution import SpotSolution

    Wanted = tuple[ClassId, str] | HandRange


@dataclass(frozen=True, kw_only=True)
class HandQuestion(SeatQuestion):
    """Look up one hand: how often it is played, EV all-in, EV fold, what to do.

    A hand is its cards (6hQd6cAc) or its name (K7o); a part of a hand or a range (K7, AKQJ,
    AA$ds) is answered with its list and how much of it is played.  EVs are net results from
    the start of the hand; for the big blind they are those after the small blind has jammed.
    """

    name: ClassVar[str] = "hand"

    cards: str | None = entry(
        None,
        "The cards, a name or a range: '6h Qd 6c Ac', K7o, AKQJ, AA$ds.",
        metavar="HAND",
        positional=True,
    )
    id: int | None = entry(None, "A class by its id instead.", metavar="ID")

    def __post_init__(self) -> None:
        """One hand, and a seat."""
        object.__setattr__(self, "cards", self.cards or None)
        super().__post_init__()
        number = self._id_in_text()
        if number is not None and self.id is None:
            object.__setattr__(self, "id", number)
            object.__setattr__(self, "cards", None)
        if (self.id is None) == (self.cards is None):
            raise ClassError("Give the cards of a hand or the id of a class, one of them.", field="hand")

    def _id_in_text(self) -> int | None:
        """The id in place of cards, ``#37`` or ``37``; digits that name a hand, as 77 does, are none."""
        text = (self.cards or "").strip()
        digits = text.removeprefix("#")
        if not (digits.isascii() and digits.isdigit() and len(digits) < 10):
            return None
        names_ranks = text == digits and len(digits) == self.rules.hole_cards and not set(digits) & set("01")
        return None if names_ranks else int(digits)

    def _wanted(self, game: Game) -> Wanted:
        """The class of the hand, or the range."""
        from jamfold.spots.lookup import parse_hand

        with at_field("hand"):
            return parse_hand(game, (self.cards or "") if self.id is None else self.id)

    def _solved_and_wanted(self, watch: Watch) -> tuple[SpotSolution, Wanted]:
        """A bad hand is told before anything is solved."""
        if self.saved is None:
            wanted = self._wanted(self.rules)
            return self.solved(watch), wanted
        spot = self.solved(watch)
        return spot, self._wanted(spot.game)

    def answer(self, watch: Watch) -> Explanation | RangeReport:
        """The hand with the reasons, or the list of the range."""
        from jamfold.spots.explain import explain

        spot, wanted = self._solved_and_wanted(watch)
        listed = self._listed(spot, wanted)
        return listed or explain(spot, self._report(spot, wanted), chart=self._chart(spot, watch))

    def _listed(self, spot: SpotSolution, wanted: Wanted) -> RangeReport | None:
        """The list of a range; None for one hand."""
        from jamfold.spots.listing import list_hands

        if isinstance(wanted, tuple):
            return None
        hands = list_hands(spot.strategy(self.seat), wanted.class_shares > 0, "played")
        return RangeReport(spot, self.cards or "", wanted, hands)

    def _report(self, spot: SpotSolution, wanted: Wanted) -> HandReport:
        """The report of one hand."""
        from jamfold.spots.lookup import class_report

        assert isinstance(wanted, tuple)
        return class_report(spot.strategy(self.seat), *wanted)

    def _chart(self, spot: SpotSolution, watch: Watch) -> Chart | None:
        """The chart that says at which stacks the hand is played; none here."""
        return None


@dataclass(frozen=True, kw_only=True)
class LookUpQuestion(HandQuestion):
    """Look up one hand: how often it is played, EV all-in, EV fold, what to do."""

    def answer(self, watch: Watch) -> LookedUp | RangeReport:  # type: ignore[override]
        """The hand without the reasons, for which no table is needed; or the list of the range."""
        spot, wanted = self._solved_and_wanted(watch)
        return self._listed(spot, wanted) or LookedUp(spot, self._report(spot, wanted))


@dataclass(frozen=True)
class LookedUp:
    """One hand of a solved spot."""

    spot: SpotSolution
    hand: HandReport


@dataclass(frozen=True)
class RangeReport:
    """Hands of several classes that were looked up together.

    Attributes
    ----------
    spot
        The solved spot.
    text
        What was asked for.
    held
        The range.
    hands
        Its classes, most played first.
    """

    spot: SpotSolution
    text: str
    held: HandRange
    hands: HandList

    @property
    def played(self) -> float:
        """The share of the range's hands that is played, in [0, 1]."""
        sizes = self.hands.strategy.classes.sizes * self.held.class_shares
        return float(self.hands.strategy.played @ sizes) / float(sizes.sum())


@dataclass(frozen=True, kw_only=True)
class ExplainQuestion(HandQuestion):
    """Explain one hand: chance to be called, equity, EVs, where it breaks even."""

    name: ClassVar[str] = "explain"
    lane: ClassVar[str] = "solving"

    cards: str | None = entry(None, "The cards or the name of the hand.", option="--hand", metavar="HAND")
    sweep: bool | None = entry(
        None,
        "Solve all stacks from 1 to 25 too, for those at which the hand is played.",
        option="--sweep/--no-sweep",
        shown="two-card games only",
    )

    def _chart(self, spot: SpotSolution, watch: Watch) -> Chart | None:
        sweep = not spot.game.has_many_classes if self.sweep is None else self.sweep
        if not sweep:
            return None
        from jamfold.spots.stacks import Level, StackGrid

        return make_chart(spot.game, StackGrid(), Level.of(spot.situation, spot.terms), watch)

    def answer(self, watch: Watch) -> Explanation:
        """The hand taken apart.

        Raises
        ------
        ClassError
            If hands of several classes are asked for.
        """
        from jamfold.spots.lookup import find_class

        if self.saved is None and self.cards is not None:
            with at_field("hand"):
                find_class(self.rules, self.cards)
        explanation = super().answer(watch)
        if isinstance(explanation, RangeReport):
            raise ClassError(f"'{self.cards}' is hands of several classes: explain one hand.", field="hand")
        return explanation
