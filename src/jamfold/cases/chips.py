"""What questions share: a game, blinds and antes, both players' chips, raises, where sums are computed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

from jamfold.betting.posts import ANTES, POSTED, WORDS, BlindLevel
from jamfold.betting.raises import POT, TIMES, Raises, Size, raise_tree
from jamfold.betting.terms import PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.cards.games import GAMES, Game, canonical_name, find_game
from jamfold.cases.entries import AmountsRequest, CaseRequest
from jamfold.cases.fields import (
    IN_BB,
    Amount,
    AmountList,
    Amounts,
    in_chips,
    request_field,
    share_of_big_blind,
    split_amounts,
)
from jamfold.cases.worth import WorthRequest
from jamfold.core.errors import SituationError, error_field
from jamfold.valuation.numbers import read_number


class GameRequest(CaseRequest):
    """A question about a game."""

    positional_field = "game"

    game: str = request_field("omaha", f"The game: {', '.join(GAMES)}.", metavar="GAME")

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set(game=find_game(self.game).name)

    @classmethod
    def names_game(cls, word: str) -> bool:
        return canonical_name(word) in GAMES

    @property
    def rules(self) -> Game:
        return GAMES[self.game]


class LevelRequest(AmountsRequest, GameRequest):
    """A question with blinds and antes; amounts may be in big blinds."""

    blinds: Amounts = request_field(
        (5.0, 10.0),
        "Small and big blind, in chips.",
        metavar="SB BB",
        part_names=(("blind_sb", "Small blind"), ("blind_bb", "Big blind")),
    )
    ante: Amount = request_field(0.0, "Ante per player, e.g. 0.1bb.", label="Ante, each", metavar="CHIPS")
    bb_ante: Amount = request_field(0.0, "Big blind ante, e.g. 1bb.", label="Big-blind ante", metavar="CHIPS")

    def __post_init__(self) -> None:
        """Blinds that are both in big blinds count in them: a chip is one then."""
        blinds: Any = self.blinds
        if isinstance(blinds, str):
            blinds = tuple(split_amounts(blinds))
            self._set(blinds=blinds)
        self._set(**{name: share_of_big_blind(getattr(self, name)) for name in ANTES})
        texts = [str(blind).strip().lower() for blind in blinds] if isinstance(blinds, tuple) else []
        if texts and all(text.endswith(IN_BB) for text in texts):
            self._set(blinds=tuple(text.removesuffix(IN_BB) for text in texts))
        super().__post_init__()

    @property
    def level(self) -> BlindLevel:
        """Blinds and antes, with dead money if any. Raises SituationError if they are invalid."""
        blinds: Any = self.blinds
        if isinstance(blinds, tuple | list):
            blinds = self._chips_of_both(blinds, "blind")
        names = [name for name in WORDS if name in self.field_specs()]
        return BlindLevel(blinds, **{name: self._chips(getattr(self, name), name) for name in names})

    def _keep_level(self) -> BlindLevel:
        """Keep the numbers of the level in chips."""
        level = self.level
        names = {*POSTED, *WORDS} & self.field_specs().keys()
        self._set(**{name: getattr(level, name) for name in names})
        return level

    def _chips(self, value: Any, field: str = "") -> Any:
        """An amount in chips; what is no amount stays as it is, to be refused by its name."""
        try:
            with error_field(field):
                return in_chips(value, lambda: read_number(self.blinds[1], "big blind", "blinds"))
        except (IndexError, KeyError, TypeError):  # blinds that are no pair
            return value

    def _chips_of_both(self, values: Sequence[Any], field: str) -> tuple[Any, ...]:
        """Return the amounts of small and big blind in chips."""
        return tuple(self._chips(value, f"{field}_{'bb' if k else 'sb'}") for k, value in enumerate(values))


class TwoPlayersRequest(WorthRequest, LevelRequest):
    """A question about the two players who are left in a hand, and what they play for."""

    dead: Amount = request_field(
        0.0, "Dead money from players who folded, e.g. 1.5bb.", label="Dead money", metavar="CHIPS"
    )

    def __post_init__(self) -> None:
        """Check that what they play for makes sense."""
        super().__post_init__()
        assert self.terms is not None

    @property
    def terms(self) -> PayoffTerms:
        """What is taken from pots, and what chips are worth."""
        return self.terms_for(2)


class ChipsRequest(TwoPlayersRequest):
    """A question about two players' chips."""

    positional_field = "stacks"

    stacks: Amounts = request_field(
        (100.0, 100.0),
        "Stacks before blinds and antes: one for both (10bb) or SB BB (12.5bb 9bb), or chips.",
        metavar="BOTH|SB BB",
        default_text="10bb",
        part_names=(("stack_sb", "Small blind's stack"), ("stack_bb", "Big blind's stack")),
    )

    def __post_init__(self) -> None:
        """Keep every amount in chips; a text of one amount is both stacks."""
        texts: Any = self.stacks
        if isinstance(texts, str):
            words = split_amounts(texts)
            self._set(stacks=tuple(words * 2 if len(words) == 1 else words))
        super().__post_init__()
        level, stacks = self._keep_level(), self.stacks
        if isinstance(stacks, tuple | list):
            stacks = self._chips_of_both(stacks, "stack")
        self._set(stacks=Situation.at(stacks, level).stacks)  # type: ignore[arg-type]

    @property
    def situation(self) -> Situation:
        return Situation.at(self.stacks, self.level)  # type: ignore[arg-type]


class ClusterRequest(CaseRequest):
    """A question whose sums a cluster may compute.

    Only the command line takes the address: a client trusts a scheduler with code and data, so no page and no
    API request may name one to the server.
    """

    cluster: str | None = request_field(
        None, "Compute on a Dask cluster, tcp://HOST:PORT.", metavar="ADDRESS", cli_only=True
    )


RAISES = "Raises before the all-in"
"""The heading of their sizes."""
_MULTIPLE = re.compile(r"(\d{1,6}\.?\d{0,6}|\.\d{1,6})x", re.IGNORECASE | re.ASCII)
_TWICE = 2.0


class SizesRequest(LevelRequest):
    """A question in which raises before the all-in may be listed; nobody limps or flat-calls."""

    open: AmountList = request_field(
        (),
        "Open sizes (raise to), e.g. 2.2bb, 2.5x, pot or chips. Without any: jam or fold.",
        metavar="SIZE",
        panel=RAISES,
    )
    raises: AmountList = request_field(
        (),
        "Sizes of the 3-bet, the 4-bet and so on: 6bb, 3x (the previous raise), pot or chips.",
        label="later raises",
        metavar="SIZE",
        panel=RAISES,
    )
    limit: str | None = request_field(
        None,
        "Betting limit: pot. Raises without a size are pot-sized.",
        metavar="LIMIT",
        choices=(POT,),
        panel=RAISES,
    )
    jam: bool = request_field(
        True,
        "Allow jams next to smaller raises.",
        label="jams next to raises",
        option="--jam/--no-jam",
        panel=RAISES,
    )

    def __post_init__(self) -> None:
        """Keep sizes in chips."""
        super().__post_init__()
        for name in ("open", "raises"):
            self._set(**{name: tuple(self._size(size, name) for size in getattr(self, name))})
        assert self.sizes is not None

    def _size(self, value: Any, name: str) -> Size:
        """Convert a size to chips; relative sizes stay text."""
        text = value.strip().lower() if isinstance(value, str) else ""
        if text == POT or _MULTIPLE.fullmatch(text):
            return text
        chips = self._chips(value)
        if isinstance(chips, str):
            raise SituationError(
                f"'{chips[:40]}' is not a raise size. Use 2.2bb, 3x, pot or chips.", field=name
            )
        return read_number(chips, f"{self.field_specs()[name].label} size", name)

    @property
    def sizes(self) -> Raises:
        return Raises(self.open, self.raises, self.limit or "", self.jam)


class RaisesRequest(SizesRequest, ChipsRequest):
    """A question about a spot in which raises before the all-in may be listed."""

    def __post_init__(self) -> None:
        """Refuse sizes that are no legal raise."""
        super().__post_init__()
        if self.sizes:
            raise_tree(self.situation, self.sizes)

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """As every question; the last of several sizes is the stack where no other word says it.

        ``--open 2bb 10bb`` is an open to 2 bb with stacks of 10: nobody lists two opens so far apart.
        """
        if not values.keys() & {"stacks", "saved"}:
            for name in ("raises", "open"):
                sizes = str(values.get(name) or "").split()
                if len(sizes) > 1 and (name == "raises" or _far_apart(*sizes[-2:])):
                    values = {**values, name: " ".join(sizes[:-1]), "stacks": sizes[-1]}
                    break
                if sizes:
                    break
        return super().from_cli(values)


def _far_apart(size: str, last: str) -> bool:
    """Return whether the last amount is at least twice the one before."""
    try:
        small, large = (float(amount.lower().removesuffix("bb")) for amount in (size, last))
    except ValueError:
        return last != POT and not last.endswith(TIMES)
    return large >= _TWICE * small
