"""What players play for in a tournament: prizes, bounties, and the rest of the field."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from math import fsum
from pathlib import Path
from typing import Any, Self

from jamfold.cases.entries import AmountsRequest, CaseRequest
from jamfold.cases.fields import AmountList, request_field
from jamfold.core.errors import WorthError
from jamfold.core.storage.whole_files import read_limited
from jamfold.valuation.bounties import CHIP_SHARE, FUTURES, Bounties
from jamfold.valuation.models import MALMUTH_HARVILLE, MODELS, find_model
from jamfold.valuation.numbers import read_number
from jamfold.valuation.prizes import (
    MOST_PLACES,
    MOST_PLAYERS,
    Prizes,
    named_prizes,
    read_payouts,
    split_groups,
)
from jamfold.valuation.spread import EQUAL, SPREADS, one_by_one, spread_around

PANEL = "Prizes and rake"
"""The heading of all that a hand is played for."""
_LARGEST_FILE = 50_000_000


def from_file(
    values: Mapping[str, Any], name: str, read: Callable[[str], Iterable[str]]
) -> Mapping[str, Any]:
    """The values of a question, those of a list read from the file that is named in its place.

    Raises WorthError if both are given, or the file cannot be read.
    """
    field = f"{name}_file"
    path = values.get(field)
    if path is None:
        return values
    if values.get(name):
        raise WorthError(f"Enter {name} or a file of them, not both.", field=field)
    text = read_limited(Path(path), WorthError, field=field, most=_LARGEST_FILE)
    rest = {other: value for other, value in values.items() if other != field}
    return {**rest, name: tuple(read(text.decode("utf-8-sig", "replace")))}


class PrizesRequest(CaseRequest):
    """A question about players who play for prizes."""

    prizes: AmountList = request_field(
        (),
        "Payouts from first place down: money (50 30 20), shares (50% 30% 20%), 5x100 for five equal ones, "
        "or a preset: sng (50/30/20), sng-6 (65/35), double-or-nothing, pokerstars-spin-10x.",
        metavar="PRIZE",
        panel=PANEL,
    )
    model: str = request_field(
        MALMUTH_HARVILLE,
        f"The stack model: {', '.join(MODELS)}.",
        label="stack model",
        metavar="MODEL",
        choices=MODELS,
        panel=PANEL,
    )

    prizes_file: Path | None = request_field(
        None,
        "Read the payouts from a file, with lines such as '1st $5,000' or '4-6 12.5%'.",
        label="file of prizes",
        metavar="FILE",
        cli_only=True,
        panel=PANEL,
    )

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Self:
        """As every question; a file holds the prizes."""
        return super().from_json(from_file(values, "prizes", read_payouts))

    def __post_init__(self) -> None:
        """Read the model by any spelling, and the prizes."""
        if isinstance(self.model, str):
            self._set(model=find_model(self.model))
        if comma := re.search(r"[\d,]+[x×*][\d,]*,\d[\d,]*", str(self.prizes)):
            raise WorthError(
                f"'{comma[0][:40]}': write payouts without thousands separators, such as 2x1000.",
                field="prizes",
            )
        super().__post_init__()
        if self.prizes:
            words = " ".join(map(str, self.prizes))
            if len(self.prizes) == 1 or not re.search(r"\d", words):
                self._set(prizes=named_prizes(words))
            if any(isinstance(prize, str) for prize in self.prizes):
                groups = split_groups(list(map(str, self.prizes)), "prizes", MOST_PLACES)
                self._set(prizes=tuple(prize for n, prize in groups for _ in range(n)))
            self.paid()

    @property
    def warnings(self) -> dict[str, str]:
        """Prizes that rise with worse places; a stack model without prizes."""
        if self.model != MALMUTH_HARVILLE and not self._amounts():
            sentence = "--model changes nothing without prizes. Add them, such as --prizes 50 30 20."
            return super().warnings | {"model": sentence}
        sentence = self.paid().warning if self.prizes else ""
        return super().warnings | ({"prizes": sentence} if sentence else {})

    def paid(self) -> Prizes:
        """The prizes. Raises WorthError if there are none."""
        return Prizes.read(self._amounts(), heads=self._heads())

    def _amounts(self) -> AmountList:
        """What the places pay."""
        return self.prizes

    def _heads(self) -> float:
        """The money on heads."""
        return 0.0


class BountiesRequest(PrizesRequest):
    """A question about players who play for prizes and for one another's heads."""

    bounty: AmountList = request_field(
        (), "Bounties: one amount for all players, or one per player.", metavar="MONEY", panel=PANEL
    )
    progressive: float = request_field(
        0.0,
        "PKO: share of each bounty that is added to the winner's own, e.g. 0.5.",
        label="PKO share added to the winner's bounty",
        metavar="SHARE",
        minimum=0,
        maximum=1,
        panel=PANEL,
    )
    envelopes: tuple[str, ...] = request_field(
        (),
        "Mystery bounties left, e.g. 1x1000 5x200 50x20. Each bounty counts as their average.",
        label="envelopes",
        metavar="NxMONEY",
        panel=PANEL,
    )
    heads: str = request_field(
        CHIP_SHARE,
        "Value of bounties still in play: chip-share (in proportion to chips) or none.",
        label="value of remaining bounties",
        metavar="MODEL",
        choices=FUTURES,
        panel=PANEL,
    )

    def __post_init__(self) -> None:
        """There is no share of bounties that are not there, and one kind of them."""
        super().__post_init__()
        self._set(envelopes=tuple(" ".join(self.envelopes).split()))
        if self.envelopes and (self.bounty or self.progressive):
            raise WorthError(
                "Mystery bounties cannot be combined with other bounties. Remove the bounty and the PKO "
                "share.",
                field="envelopes",
            )
        if self.progressive and not self.bounty:
            raise WorthError("A PKO share needs bounties. Enter them as well.", field="progressive")

    @property
    def warnings(self) -> dict[str, str]:
        """A value of bounties that are not there."""
        ignored = self.heads != CHIP_SHARE and not self.bounty and not self.envelopes
        sentence = "--heads changes nothing without bounties. Add them, such as --bounty 10."
        return super().warnings | ({"heads": sentence} if ignored else {})

    def bounty_amounts(self, players: int) -> Bounties | None:
        """Return the bounties of the players; None without bounties.

        Raises WorthError if they are invalid, or not one for each player.
        """
        if self.envelopes:
            return self._mystery(players)
        if not self.bounty:
            return None
        heads = tuple(
            read_number(value, f"bounty of player {k}", "bounty") for k, value in enumerate(self.bounty, 1)
        )
        return Bounties(heads * players if len(heads) == 1 else heads, self.progressive, self.heads)

    def _mystery(self, players: int) -> Bounties:
        """Each head is worth the mean envelope: which of those that are left is drawn depends on nobody."""
        groups = split_groups(self.envelopes, "envelopes", MOST_PLAYERS)
        count = sum(number for number, _ in groups)
        if count < players:
            left = "is 1 envelope" if count == 1 else f"are {count} envelopes"
            raise WorthError(
                f"There {left} for {players} players. Enter all that are left.", field="envelopes"
            )
        places = len(self._amounts())
        if 2 < players > places:
            raise WorthError(
                f"Mystery bounties start in the money: {players} players are left but only {places} places "
                "pay.",
                field="envelopes",
            )
        money = fsum(number * read_number(amount, "envelope", "envelopes") for number, amount in groups)
        return Bounties((money / count,) * players, 0.0, self.heads)

    def _heads(self) -> float:
        if self.envelopes:
            return 1.0  # some money: how much is known with the players
        heads = self.bounty_amounts(2)
        return 0.0 if heads is None else heads.pool


class FieldRequest(AmountsRequest):
    """A request about a tournament with players at other tables."""

    field: tuple[str, ...] = request_field(
        (),
        "Players at other tables, grouped by stack, e.g. 1800x25bb 40x60bb.",
        label="rest of the field",
        metavar="NxSTACK",
        panel=PANEL,
    )
    spread: str = request_field(
        EQUAL,
        f"Distribution of the stacks in one such group around their mean: {', '.join(SPREADS)}.",
        label="spread of the field",
        metavar="MODEL",
        choices=SPREADS,
        panel=PANEL,
    )

    def __post_init__(self) -> None:
        """Groups may be one text, separated by spaces."""
        super().__post_init__()
        self._set(field=tuple(" ".join(self.field).split()))
        if self.spread != EQUAL and len(self.field) != 1:
            raise WorthError(
                "A spread needs exactly one group. Enter the players left and their mean stack, such as "
                "1800x25bb.",
                field="spread",
            )
        assert self.field_groups is not None

    @cached_property
    def field_groups(self) -> tuple[tuple[int, float], ...]:
        """Players and chips of each group. Raises WorthError if a text is no group."""
        groups = split_groups(self.field, "field", MOST_PLAYERS)
        chips = [
            (players, read_number(self._chips(stack), f"stack in '{text}'", "field"))
            for text, (players, stack) in zip(self.field, groups, strict=True)
        ]
        return tuple(chips) if self.spread == EQUAL else spread_around(*chips[0], self.spread)

    @property
    def field_stacks(self) -> tuple[float, ...]:
        """Chips of every player at other tables."""
        return one_by_one(self.field_groups)
