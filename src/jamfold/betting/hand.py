"""A hand at a table of two to ten seats: posts, the order of decisions, and terminal payoffs.

Each seat acts once, in the order of `seats`: jam or fold, call or fold once somebody is all-in.  In a tree
with `raises` a seat may act again.

A seat is in without a decision if it has no chips left, or if nobody who is in, or can still come in, has put
in more than its post.  Behind `max_allin` players who are all-in everybody else folds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

from jamfold.betting.posts import (
    FEWEST_SEATS,
    MOST_SEATS,
    BlindLevel,
    PostedChips,
    acting_order,
    chips_of,
    pay,
    seat_names,
)
from jamfold.betting.raises import (
    JAM_OR_FOLD,
    BettingState,
    ListedRaises,
    Raises,
    TreeSpec,
    raise_tree,
    table_tree,
)
from jamfold.betting.terms import CHIPS, PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import Game
from jamfold.core.display import former_name, json_fields
from jamfold.core.errors import SituationError, WorthError
from jamfold.valuation.prizes import Prizes
from jamfold.valuation.settlement import distribute_pots, make_pots
from jamfold.valuation.utility import Currency, PrizeUtility

MOST_ALLIN = 3
MOST_COUNTED = 3
"""Default limit of players all-in at tables of more than four."""

NO_EXTRAS_WITH_RAISES = "Per-hand fees and jackpots work for jam or fold only. Remove the raises."


class Node(NamedTuple):
    """A decision: the seat, and the seats that are all-in before it, in the order of acting.

    In a tree with raises, one action at a decision: it has a node for each action but folding.
    """

    seat: int
    all_in_before: tuple[int, ...]
    history: tuple[str, ...] = ()
    """The actions before, in a tree with raises: ``raise 2``, ``jam``, ``call``."""
    action_text: str = ""
    """The action, in a tree with raises."""

    @property
    def action(self) -> str:
        """The action of playing a hand: ``jam`` or ``call``, or ``raise 2``."""
        return self.action_text or ("call" if self.all_in_before else "jam")

    def before(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return the names of the seats before it, with their actions in a tree with raises."""
        seats = [names[seat] for seat in self.all_in_before]
        if not self.action_text:
            return tuple(seats)
        return tuple(f"{seat} {act}" for seat, act in zip(seats, self.history, strict=True))


@json_fields("seat stack", schema="SeatContract")
class SeatStack(NamedTuple):
    """A seat and its chips before anything is posted."""

    seat: str
    stack: float


@lru_cache(1 << 10)
def _rivals(seats: int, node: Node) -> tuple[int, ...]:
    order = acting_order(seats)
    return (*node.all_in_before, *order[order.index(node.seat) + 1 :])


@dataclass(frozen=True)
class TableHand:
    """A hand before anything is posted, in chips.

    Raises SituationError if there are fewer than two or more than ten seats, a stack is zero, or blinds or
    antes are invalid; WorthError if the terms are for another number of seats.
    """

    stacks: tuple[float, ...]
    """Chips of every seat: small blind, big blind, ..., cutoff, button."""
    level: BlindLevel
    """Blinds and antes; dead money of players who are out of the hand belongs to the main pot."""
    terms: PayoffTerms = CHIPS
    """What the house takes, and the value of chips."""
    max_allin: int | None = None
    """The most players all-in, including those put all-in by a blind or ante; None for no limit up to four
    seats, and three beyond."""
    whole_chips: bool = False
    """Whether pots are split in whole chips, odd ones from the left of the button on; else exactly."""
    raises: Raises = JAM_OR_FOLD
    """Raises before the all-in; jam or fold if every raise would be the jam."""

    def __post_init__(self) -> None:
        """Check everything that does not depend on cards."""
        if not FEWEST_SEATS <= self.n <= MOST_SEATS:
            seats = "1 seat" if self.n == 1 else f"{self.n} seats"
            raise SituationError(
                f"Tables have {FEWEST_SEATS} to {MOST_SEATS} seats, not {seats}.", field="stacks"
            )
        for name, stack in zip(self.names, self.stacks, strict=True):
            chips_of(stack, f"stack of {name}", "stacks")
        if self.max_allin is not None and not 2 <= self.max_allin <= self.n:
            raise SituationError(
                f"Max players all-in must be 2 to {self.n} at a table of {self.n}, not {self.max_allin}.",
                field="max_allin",
            )
        utility = self.in_prizes
        if utility is not None and utility.seats != self.n:
            raise WorthError(f"The prizes are for {utility.seats} seats, not {self.n}.", field="prizes")
        if self.raises and self.terms.has_extras:
            raise SituationError(NO_EXTRAS_WITH_RAISES, field="open" if self.raises.open else "limit")
        if not self.raises:
            object.__setattr__(self, "raises", JAM_OR_FOLD)
            return
        self._check_raises()
        if not any(action.kind == "raise" for point in self.points for action in point.actions):
            object.__setattr__(self, "raises", JAM_OR_FOLD)
        elif self.raises.limit and self.n > FEWEST_SEATS and len(set(self.stacks_behind)) > 1:
            raise SituationError(
                "Pot limit with three or more seats needs equal chips behind the antes. Enter equal stacks, "
                "or remove the limit.",
                field="limit",
            )

    def _check_raises(self) -> None:
        """Reject raises at a table of three or more where a seat is all-in by its posts."""
        if self.n == FEWEST_SEATS:
            return
        for name, behind, paid in zip(self.names, self.stacks_behind, self.paid, strict=True):
            if behind <= paid.blind:
                raise SituationError(
                    f"With raises, no seat may be all-in from its ante or blind, as {name} is. Enter a "
                    "larger stack, or remove the raises.",
                    field="open" if self.raises.open else "limit",
                )

    @property
    def n(self) -> int:
        return len(self.stacks)

    @property
    def names(self) -> tuple[str, ...]:
        return seat_names(self.n)

    @property
    def seats(self) -> tuple[SeatStack, ...]:
        return tuple(map(SeatStack, self.names, self.stacks))

    @property
    def in_prizes(self) -> PrizeUtility | None:
        """The value of chips in prizes; None if chips count as chips."""
        utility = self.terms.utility
        return utility if isinstance(utility, PrizeUtility) else None

    @property
    def other_stacks(self) -> tuple[float, ...]:
        """Chips of the other players, who are out of the hand."""
        return () if self.in_prizes is None else self.in_prizes.others

    @property
    def most_allin(self) -> int:
        """The most players all-in."""
        if self.max_allin is not None:
            return self.max_allin
        return self.n if self.n <= MOST_ALLIN + 1 else MOST_ALLIN

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of acting."""
        return acting_order(self.n)

    @property
    def big_blind(self) -> float:
        return self.level.big_blind

    @property
    def prizes(self) -> Prizes | None:
        """Payouts by place; None if chips count as chips."""
        return self.terms.utility.prizes

    @property
    def unit(self) -> Currency:
        """The unit of values: chips or money."""
        return self.terms.currency

    @property
    def pool(self) -> float | None:
        """The sum of prizes and bounties; None for chips."""
        return self.terms.utility.pool

    @cached_property
    def paid(self) -> tuple[PostedChips, ...]:
        """The chips that every seat actually posts."""
        return pay(self.level.posts(self.n), self.stacks)

    @cached_property
    def posted(self) -> tuple[float, ...]:
        """Antes and blinds of every seat, without posts for the table."""
        return tuple(paid.ante + paid.blind for paid in self.paid)

    @cached_property
    def all_in(self) -> tuple[float, ...]:
        return tuple(stack - paid.table for stack, paid in zip(self.stacks, self.paid, strict=True))

    @cached_property
    def stacks_behind(self) -> tuple[float, ...]:
        """Every seat's stack after all posts but the blinds."""
        return tuple(chips - paid.ante for chips, paid in zip(self.all_in, self.paid, strict=True))

    others = former_name("other_stacks")
    behind = former_name("stacks_behind")
    worth_of = former_name("values_at")

    @property
    def dead_total(self) -> float:
        return self.level.dead + sum(paid.table + paid.ante for paid in self.paid)

    @property
    def situation(self) -> Situation:
        """The heads-up situation; the hand must have two seats."""
        assert self.n == FEWEST_SEATS
        return Situation.at((self.stacks[0], self.stacks[1]), self.level)

    def action(self, node: Node) -> bool | None:
        """Return whether a seat without a decision is in; None if it has a decision."""
        own, rivals = self.posted[node.seat], self.rivals(node)
        if self.all_in[node.seat] <= own:
            return True
        if rivals and max(self.all_in[rival] for rival in rivals) <= own:
            return True
        still = self.order[self.order.index(node.seat) + 1 :]
        posted_all = sum(self.all_in[seat] <= self.posted[seat] for seat in still)
        return False if len(node.all_in_before) + posted_all >= self.most_allin else None

    def jams_before(self, node: Node) -> int:
        """Return how many seats chose to go in before a node; the posts of others may be all they have."""
        seats = node.all_in_before
        return sum(self.action(Node(seat, seats[:place])) is not True for place, seat in enumerate(seats))

    def rivals(self, node: Node) -> tuple[int, ...]:
        """Return the seats that are all-in before a decision or act behind it."""
        return _rivals(self.n, node)

    @property
    def points(self) -> tuple[BettingState, ...]:
        """The decisions of the tree with raises; empty if there is only jam or fold."""
        if not self.raises:
            return ()
        if self.n == FEWEST_SEATS:
            return raise_tree(self.situation, self.raises)
        blinds = tuple(paid.blind for paid in self.paid)
        betting = TreeSpec(
            self.order, blinds, self.stacks_behind, self.dead_total, self.big_blind,
            self.most_allin,
        )  # fmt: skip
        return table_tree(betting, self.raises)

    @property
    def tree(self) -> ListedRaises | None:
        """The raises of the tree; None if there is only jam or fold."""
        return self.raises.listed(self.big_blind) if self.raises else None

    @property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """By node of a tree with raises, the indices of its decision in `points` and of its action."""
        return tuple(
            (number, action)
            for number, point in enumerate(self.points)
            for action in range(1, len(point.actions))
        )

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All reachable decisions in the order of acting; see `Node` for trees with raises."""
        if self.raises:
            points, big = self.points, self.big_blind
            return tuple(
                Node(
                    points[number].seat,
                    tuple(seat for seat, _ in points[number].after),
                    tuple(act.text(big) for _, act in points[number].after),
                    points[number].actions[action].text(big),
                )
                for number, action in self.lines
            )
        return tuple(node for node in self._nodes() if self.action(node) is None)

    def _nodes(self) -> Iterator[Node]:
        """Yield all reachable nodes, with or without a decision, except the big blind's first in."""
        histories: list[tuple[int, ...]] = [()]
        for seat in self.order:
            following: list[tuple[int, ...]] = []
            for after in histories:
                if seat == 1 and not after:
                    continue  # the big blind has won
                node = Node(seat, after)
                yield node
                action = self.action(node)
                following += [after] if action is not True else []
                following += [(*after, seat)] if action is not False else []
            histories = following

    def chips_after(
        self,
        in_: Sequence[int],
        places: Sequence[int],
        lows: Sequence[int | None] | None = None,
        bets: Sequence[float] | None = None,
    ) -> tuple[float, ...]:
        """Return all seats' chips after the hand, including rakeback and fees, but no jackpot.

        Parameters
        ----------
        in_
            The seats that are in at the end; if empty, the big blind has won.
        places
            Their places at the showdown, in the same order, 0 for the best.
        lows
            In Hi/Lo their places for the low, None without a low.
        bets
            Bets of seats that folded, without antes; None takes their blinds.
        """
        folded = self.posted
        if bets is not None:
            folded = tuple(paid.ante + chips for paid, chips in zip(self.paid, bets, strict=True))
        live = [seat in in_ or (not in_ and seat == 1) for seat in range(self.n)]
        put_in = [self.all_in[seat] if seat in in_ else folded[seat] for seat in range(self.n)]
        pots = make_pots(put_in, live, sum((paid.table for paid in self.paid), 0.0) + self.level.dead)
        by_seat = [self.n] * self.n
        for seat, place in zip(in_, places, strict=True):
            by_seat[seat] = place
        by_low: list[int | None] | None = None
        if lows is not None:
            by_low = [None] * self.n
            for seat, low in zip(in_, lows, strict=True):
                by_low[seat] = low
        showdown = len(in_) > 1
        got = distribute_pots(
            pots, by_seat, rake=self.terms.rake, showdown=showdown,
            first_seat=0 if self.n > 2 else 1, whole_chips=self.whole_chips, low_places=by_low,
        )  # fmt: skip
        after = []
        for seat, chips in enumerate(got):
            table = self.paid[seat].table
            paid = put_in[seat] - pots.returned[seat] + table
            back = self.terms.rake.returned(pots.total, showdown=showdown, contributed=paid)
            left = self.stacks[seat] - put_in[seat] - table
            net = self.terms.fees.net(all_in=seat in in_, showdown=showdown and seat in in_)
            after.append(left + chips + back + net)
        return tuple(after)

    def values_after(
        self,
        in_: Sequence[int],
        places: Sequence[int],
        lows: Sequence[int | None] | None = None,
        bets: Sequence[float] | None = None,
    ) -> tuple[float, ...]:
        """Return all seats' values after the hand: chips, or prize money; parameters as in `chips_after`."""
        after = self.chips_after(in_, places, lows, bets)
        utility = self.in_prizes
        if self.n == FEWEST_SEATS or utility is None or utility.bounties is None:
            return self.values_at(after)
        return utility.values(self.stacks, after, self._head_winners(in_, places))

    def _head_winners(self, in_: Sequence[int], places: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """Return by seat the winners of its last pot among those who cover it: they share its bounty."""
        winners = {}
        for seat in in_:
            rivals = [
                (place, other)
                for other, place in zip(in_, places, strict=True)
                if other != seat and self.all_in[other] >= self.all_in[seat]
            ]
            winners[seat] = tuple(other for place, other in rivals if place == min(rivals)[0])
        return winners

    def values_at(self, after: tuple[float, ...]) -> tuple[float, ...]:
        """Return the value of these chips after the hand to every seat: chips, or prize money."""
        return self.terms.utility.values(self.stacks, after)


def is_exactly_solvable(game: Game, hand: TableHand) -> bool:
    """Whether every deal of a table can be counted.

    That takes two seats, or three in a game with a three-way table.  Heads-up Hi/Lo tables hold shares of the
    pot, from which odd chips do not follow.
    """
    if hand.n == 2:
        return not (game.split_low and hand.whole_chips)
    return hand.n == MOST_COUNTED and game.has_threeway_table


# Former names, until 0.4.
Hand, Seated, is_counted = TableHand, SeatStack, is_exactly_solvable
for _former, _name in (("after", "all_in_before"), ("acts", "history"), ("does", "action_text")):
    setattr(Node, _former, former_name(_name))
