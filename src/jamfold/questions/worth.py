"""What chips are worth: prizes, the other players, bounties and rake, asked wherever a hand is; and ICM."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from jamfold.errors import WorthError, at_field
from jamfold.hand.terms import Terms
from jamfold.questions.amounts import AmountsQuestion
from jamfold.questions.entries import Question
from jamfold.questions.fields import Amount, AmountList, entry
from jamfold.worth.bounties import CHIP_SHARE, FUTURES, Bounties
from jamfold.worth.icm import check_table
from jamfold.worth.models import MALMUTH_HARVILLE, MODELS, find_model
from jamfold.worth.numbers import read_number
from jamfold.worth.prizes import Prizes
from jamfold.worth.rake import Rake
from jamfold.worth.utility import PrizeUtility

PANEL = "Prizes and rake"
"""The heading of all that a hand is played for."""


@dataclass(frozen=True, kw_only=True)
class PrizesQuestion(Question):
    """A question about players who play for prizes."""

    prizes: AmountList = entry(
        (),
        "What the places pay, from the first on: money, or percentages as 50%.",
        metavar="PRIZE",
        panel=PANEL,
    )
    model: str = entry(
        MALMUTH_HARVILLE,
        f"The stack model: {', '.join(MODELS)}.",
        label="stack model",
        metavar="MODEL",
        choices=MODELS,
        panel=PANEL,
    )

    def __post_init__(self) -> None:
        """Read the model by any spelling, and the prizes."""
        if isinstance(self.model, str):
            object.__setattr__(self, "model", find_model(self.model))
        super().__post_init__()
        if self.prizes:
            self.paid()

    def paid(self) -> Prizes:
        """The prizes.

        Raises
        ------
        WorthError
            If they are none.
        """
        return Prizes.read(self._amounts(), heads=self._heads())

    def _amounts(self) -> AmountList:
        """What the places pay."""
        return self.prizes

    def _heads(self) -> float:
        """The money on heads."""
        return 0.0


@dataclass(frozen=True, kw_only=True)
class BountiesQuestion(PrizesQuestion):
    """A question about players who play for prizes and for one another's heads."""

    bounty: AmountList = entry(
        (),
        "Money on the head of every player: one number for all, or one for each.",
        metavar="MONEY",
        panel=PANEL,
    )
    progressive: float = entry(
        0.0,
        "Progressive bounties: the share of a head that goes on the winner's own, such as 0.5.",
        label="progressive share",
        metavar="SHARE",
        least=0,
        most=1,
        panel=PANEL,
    )
    heads: str = entry(
        CHIP_SHARE,
        "What heads that stay on the table are worth: chip-share (their money by chips) or none.",
        label="heads that stay",
        metavar="MODEL",
        choices=FUTURES,
        panel=PANEL,
    )

    def __post_init__(self) -> None:
        """There is no share of bounties that are not there."""
        super().__post_init__()
        if self.progressive and not self.bounty:
            raise WorthError("A progressive share is of bounties: give them, too.", field="progressive")

    def on_heads(self, players: int) -> Bounties | None:
        """The bounties of so many players; None without.

        Raises
        ------
        WorthError
            If they are none, or not as many as players.
        """
        if not self.bounty:
            return None
        heads = tuple(
            read_number(value, f"bounty of player {k}", "bounty") for k, value in enumerate(self.bounty, 1)
        )
        return Bounties(heads * players if len(heads) == 1 else heads, self.progressive, self.heads)

    def _heads(self) -> float:
        heads = self.on_heads(2)
        return 0.0 if heads is None else heads.pool


@dataclass(frozen=True, kw_only=True)
class RakeQuestion(AmountsQuestion):
    """A question about pots that the house may take a part of."""

    rake: float = entry(
        0.0,
        "Percent of a pot that the house takes at a showdown.",
        metavar="PERCENT",
        least=0,
        panel=PANEL,
    )
    cap: Amount | None = entry(None, "The most that percentage takes.", metavar="CHIPS", panel=PANEL)
    drop: Amount = entry(0.0, "A fixed drop besides, from each pot.", metavar="CHIPS", panel=PANEL)
    jackpot: Amount = entry(
        0.0, "A jackpot drop besides.", label="jackpot drop", metavar="CHIPS", panel=PANEL
    )
    drop_always: bool = entry(
        False,
        "Rake and drops also from pots without a showdown.",
        label="rake of every pot",
        panel=PANEL,
    )
    rakeback: float = entry(
        0.0, "Percent of rake and drop given back.", metavar="PERCENT", least=0, panel=PANEL
    )

    def __post_init__(self) -> None:
        """Check that a house may take it, and keep every amount in chips."""
        super().__post_init__()
        rake = self.rake_rule
        for name, value in {"cap": rake.cap, "drop": rake.drop, "jackpot": rake.jackpot}.items():
            object.__setattr__(self, name, value)

    @property
    def rake_rule(self) -> Rake:
        """The rake."""
        cap = None if self.cap is None else self._amount("cap")
        return Rake(
            percent=self.rake,
            cap=cap,
            drop=self._amount("drop"),
            jackpot=self._amount("jackpot"),
            always=self.drop_always,
            rakeback=self.rakeback,
        )


@dataclass(frozen=True, kw_only=True)
class OthersQuestion(AmountsQuestion, BountiesQuestion):
    """A question about players in a hand, and the others at their table who are out of it."""

    table: AmountList = entry(
        (),
        "Chips that the other players, who are out of the hand, have left.",
        label="stacks of the other players",
        metavar="CHIPS",
        panel=PANEL,
    )

    def __post_init__(self) -> None:
        """Keep every stack in chips."""
        super().__post_init__()
        object.__setattr__(self, "table", self._others())

    def _others(self) -> tuple[float, ...]:
        """Chips of the other players."""
        return tuple(
            read_number(self._chips(value), f"stack of other player {k}", "table")
            for k, value in enumerate(self.table, 1)
        )


@dataclass(frozen=True, kw_only=True)
class WorthQuestion(RakeQuestion, OthersQuestion):
    """A question about a hand, with what its ends are worth.

    Nothing given means chips: a cash game without rake.
    """

    def terms_for(self, seats: int) -> Terms:
        """What is taken from pots of so many seats, and what their chips are worth."""
        if not self._amounts():
            for name, words in (("table", "stacks of the other players"), ("bounty", "bounties")):
                if getattr(self, name):
                    raise WorthError(f"The {words} count with prizes only: give them, too.", field=name)
            return Terms(self.rake_rule)
        others = self._others()
        heads = self.on_heads(seats + len(others))
        with at_field("table"):
            utility = PrizeUtility(self.paid(), others, self.model, heads, seats)
        return Terms(self.rake_rule, utility)


@dataclass(frozen=True, kw_only=True)
class IcmQuestion(BountiesQuestion):
    """What stacks are worth in prizes (ICM), and how much an all-in of every pair must win.

    Bubble factor: what a lost all-in costs over what a won one gains, for the chips that both
    can lose. Risk premium: the equity needed above 50 %.
    """

    name: ClassVar[str] = "icm"
    typed: ClassVar[str] = "stacks"

    stacks: AmountList = entry(
        (), "Stacks of all players who are in: chips, or big blinds as 12bb.", metavar="CHIPS"
    )
    names: tuple[str, ...] = entry(
        (), "Names of the players, for pictures, in the order of the stacks.", remote=True, longest=40
    )

    def __post_init__(self) -> None:
        """Stacks and prizes are needed, and fit each other."""
        super().__post_init__()
        if not self.stacks:
            raise WorthError(
                "There are no players: give their stacks, such as 5000 3000 2000.", field="stacks"
            )
        check_table(self.chips, self.paid(), self.model, self.on_heads(len(self.stacks)))

    @property
    def chips(self) -> tuple[float, ...]:
        """The stacks."""
        stacks: tuple[Any, ...] = self.stacks
        if all(isinstance(value, str) and value.lower().endswith("bb") for value in stacks):
            stacks = tuple(value[:-2] for value in stacks)  # only how they compare counts
        return tuple(
            read_number(value, f"stack of player {k}", "stacks") for k, value in enumerate(stacks, 1)
        )

    @property
    def title(self) -> str:
        """How many stacks."""
        return f"ICM of {len(self.stacks):,} stacks"


@dataclass(frozen=True, kw_only=True)
class IcmFileQuestion(IcmQuestion):
    """What stacks are worth, as a file."""

    name: ClassVar[str] = "icm-file"
    format: str = entry("csv", "The format.", choices=("csv", "json"))
