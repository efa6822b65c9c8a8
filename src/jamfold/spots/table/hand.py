"""A hand at a table of two to ten seats: who posts what, who decides when, what the ends are worth.

Seats go from the button's left round: small blind, big blind, ..., cutoff, button; heads-up the small blind
is the button.  The player after the big blind acts first, the blinds last; each acts once: jam or fold, call
or fold once somebody is all-in.  Antes are posted first, then blinds, each at most what the stack holds.

No decision has, and is in, who has no chips left, or whose post nobody can raise: everybody who is in or may
still come in has put in no more.  Behind `max_allin` players who are all-in everybody else folds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from jamfold.errors import SituationError, WorthError
from jamfold.worth.models import MALMUTH_HARVILLE, check_model
from jamfold.worth.numbers import MAX_CHIPS, checked
from jamfold.worth.pots import make_pots, shared_out
from jamfold.worth.prizes import Prizes
from jamfold.worth.rake import Rake
from jamfold.worth.settling import settled

FEWEST_SEATS, MOST_SEATS = 2, 10
MOST_ALLIN = 3
"""Players all-in at most, at tables of more than four, unless another number is asked for."""

_EARLY = ("utg", "utg1", "utg2", "mp")
_LATE = ("lj", "hj", "co", "btn")
_ROUNDING = 1e-12


class Node(NamedTuple):
    """A decision: the seat, and the seats that are all-in before it, in the order of acting."""

    seat: int
    after: tuple[int, ...]


def seat_names(seats: int) -> tuple[str, ...]:
    """The names of the seats, from the button's left round."""
    middle = seats - 2
    late = middle if middle <= 3 else 3 if middle == 4 else 4
    return ("sb", "bb", *_EARLY[: middle - late], *_LATE[len(_LATE) - late :])


@dataclass(frozen=True)
class TableHand:
    """A hand before anything is posted, in chips.

    Attributes
    ----------
    stacks
        Chips of every seat: small blind, big blind, ..., cutoff, button.
    blinds
        (small blind, big blind).
    ante
        What every seat posts.
    bb_ante
        What the big blind posts besides, dead money of the main pot.
    rake
        What the house takes.
    prizes
        What the places pay; None where chips are chips.
    model
        What stacks are worth in prizes, see `worth.models`.
    max_allin
        Players all-in at most; None for as many as there are seats up to four, three beyond.
    whole_chips
        Pots are divided in whole chips, odd ones from the first seat left of the button; else exactly.

    Raises
    ------
    SituationError
        If there are fewer than two or more than ten seats, a stack is nothing, or blinds or antes
        make no hand.
    WorthError
        If there are more prizes than players, the model takes fewer players, or prizes are raked.
    """

    stacks: tuple[float, ...]
    blinds: tuple[float, float]
    ante: float = 0.0
    bb_ante: float = 0.0
    rake: Rake = field(default_factory=Rake)
    prizes: Prizes | None = None
    model: str = MALMUTH_HARVILLE
    max_allin: int | None = None
    whole_chips: bool = False

    def __post_init__(self) -> None:
        """Check that this is a hand."""
        if not FEWEST_SEATS <= self.n <= MOST_SEATS:
            seats = "1 seat" if self.n == 1 else f"{self.n} seats"
            raise SituationError(
                f"A table has {FEWEST_SEATS} to {MOST_SEATS} seats, not {seats}.", field="stacks"
            )
        for name, stack in zip(self.names, self.stacks, strict=True):
            _chips(stack, f"stack of {name}", "stacks", above_zero=True)
        small, big = self.blinds
        _chips(big, "big blind", "blinds", above_zero=True)
        _chips(small, "small blind", "blinds")
        _chips(self.ante, "ante", "ante")
        _chips(self.bb_ante, "big-blind ante", "bb_ante")
        if small > big:
            raise SituationError(
                f"The small blind ({small:g}) is larger than the big blind ({big:g}).", field="blinds"
            )
        if self.max_allin is not None and not 2 <= self.max_allin <= self.n:
            raise SituationError(
                f"At most {self.max_allin} all-in at a table of {self.n}: give 2 to {self.n}.",
                field="max_allin",
            )
        if self.prizes is not None:
            self.prizes.check_players(self.n)
            check_model(self.model, self.n)
            if not self.rake.is_free:
                raise WorthError("A hand for prizes is not raked: leave out one of both.", field="rake")

    @property
    def n(self) -> int:
        """The seats."""
        return len(self.stacks)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return seat_names(self.n)

    @property
    def most_allin(self) -> int:
        """Players all-in at most."""
        if self.max_allin is not None:
            return self.max_allin
        return self.n if self.n <= MOST_ALLIN + 1 else MOST_ALLIN

    @property
    def order(self) -> tuple[int, ...]:
        """The seats in the order of acting."""
        return (*range(2, self.n), 0, 1)

    @property
    def unit(self) -> str:
        """What values count: chips or money."""
        return "chips" if self.prizes is None else "money"

    @cached_property
    def dead(self) -> float:
        """The big-blind ante, as much of it as is there."""
        return min(self.bb_ante, self.stacks[1] - min(self.ante, self.stacks[1]))

    @cached_property
    def posted(self) -> tuple[float, ...]:
        """Antes and blinds of every seat, without the big-blind ante."""
        posts = [min(self.ante, stack) for stack in self.stacks]
        posts[0] += min(self.blinds[0], self.stacks[0] - posts[0])
        posts[1] += min(self.blinds[1], self.stacks[1] - posts[1] - self.dead)
        return tuple(posts)

    @cached_property
    def all_in(self) -> tuple[float, ...]:
        """What every seat has put in when it is all-in."""
        return tuple(stack - (self.dead if seat == 1 else 0.0) for seat, stack in enumerate(self.stacks))

    def action(self, node: Node) -> bool | None:
        """Whether a seat without a decision is in; None where it decides."""
        seat, after = node
        mine = self.posted[seat]
        if self.all_in[seat] <= mine:
            return True
        later = self.order[self.order.index(seat) + 1 :]
        most = max((*(self.all_in[one] for one in after), *(self.all_in[one] for one in later)), default=0.0)
        if (after or later) and most <= mine:
            return True
        return False if len(after) >= self.most_allin else None

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """All decisions that can be reached, in the order of acting."""
        return tuple(node for node in self._nodes() if self.action(node) is None)

    def _nodes(self) -> Iterator[Node]:
        """All nodes that can be reached but the last one behind nobody, decided or not."""
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
        self, in_: Sequence[int], places: Sequence[int], lows: Sequence[int | None] | None = None
    ) -> tuple[float, ...]:
        """Everybody's chips after the hand, rakeback included.

        Parameters
        ----------
        in_
            The seats that are in at the end; nobody: the big blind has won.
        places
            Their places at the showdown, in the same order, 0 for the best.
        lows
            In a split pot their places for the low, None for none.
        """
        live = [seat in in_ or (not in_ and seat == 1) for seat in range(self.n)]
        put_in = [self.all_in[seat] if seat in in_ else self.posted[seat] for seat in range(self.n)]
        pots = make_pots(put_in, live, self.dead)
        by_seat = [self.n] * self.n
        for seat, place in zip(in_, places, strict=True):
            by_seat[seat] = place
        by_low: list[int | None] | None = None
        if lows is not None:
            by_low = [None] * self.n
            for seat, low in zip(in_, lows, strict=True):
                by_low[seat] = low
        showdown = len(in_) > 1
        got = shared_out(
            pots, by_seat, rake=self.rake, showdown=showdown,
            first_seat=0 if self.n > 2 else 1, whole_chips=self.whole_chips, low_places=by_low,
        )  # fmt: skip
        after = []
        for seat, chips in enumerate(got):
            paid = put_in[seat] - pots.returned[seat] + (self.dead if seat == 1 else 0.0)
            back = self.rake.returned(pots.total, showdown=showdown, contributed=paid)
            left = self.stacks[seat] - put_in[seat] - (self.dead if seat == 1 else 0.0)
            after.append(left + chips + back)
        return tuple(after)

    def values_after(
        self, in_: Sequence[int], places: Sequence[int], lows: Sequence[int | None] | None = None
    ) -> tuple[float, ...]:
        """What everybody has after the hand: chips, or money by the prizes; parameters as `chips_after`."""
        after = self.chips_after(in_, places, lows)
        if self.prizes is None:
            return after
        rounding = _ROUNDING * sum(self.stacks)
        left = [0.0 if abs(chips) <= rounding else chips for chips in after]
        return settled(self.stacks, left, self.prizes.amounts, self.model)


def _chips(value: float, what: str, name: str, *, above_zero: bool = False) -> None:
    try:
        checked(value, what, name, MAX_CHIPS)
    except WorthError as error:
        raise SituationError(str(error), field=name) from None
    if above_zero and value == 0:
        raise SituationError(f"The {what} must be above zero.", field=name)
