"""What the API is asked, as its document describes it.

Only the shape is checked here; what numbers and texts mean is checked where the
command line checks it, so that the sentences are the same.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictFloat, StrictInt

from jamfold.games import GAMES
from jamfold.web.inputs import METHODS, SpotInputs

Chips = StrictFloat | StrictInt
_CARDS = "Cards such as 'Ah Kd Qs Jc' or 'AhKdQsJc'."


def _request(*examples: dict[str, Any]) -> ConfigDict:
    """Entries that are not known are refused; the examples work as they stand."""
    return ConfigDict(extra="forbid", json_schema_extra={"examples": list(examples)})


class SpotRequest(BaseModel):
    """A spot, as the options of `jamfold solve` describe it.  Amounts are chips."""

    model_config = _request(
        {"game": "holdem", "stacks": [100, 100], "blinds": [5, 10]},
        {"game": "six-plus", "stacks": [80, 120], "blinds": [5, 10], "ante": 2, "dead": 4},
        {"game": "holdem", "method": "fictitious-play", "iterations": 50},
    )

    game: str = Field("omaha", description="The game.", json_schema_extra={"enum": list(GAMES)})
    stacks: tuple[Chips, Chips] = Field((100, 100), description="Chips of small and big blind.")
    blinds: tuple[Chips, Chips] = Field((5, 10), description="Small and big blind.")
    ante: Chips = Field(0, description="Ante of each player.")
    bb_ante: Chips = Field(0, description="Ante of the big blind for the whole table.")
    dead: Chips = Field(0, description="Blinds and antes of players who have folded.")
    method: str = Field("exact", description="The method.", json_schema_extra={"enum": list(METHODS)})
    iterations: StrictInt | None = Field(
        None, description="Iterations of fictitious-play, 100 unless given; 1 to 1,000,000."
    )

    def inputs(self) -> SpotInputs:
        """The checked inputs."""
        return SpotInputs(
            self.game, *self.stacks, *self.blinds, self.ante, self.bb_ante, self.dead, self.method,
            self.iterations,
        ).check()  # fmt: skip


class HandRequest(SpotRequest):
    """One hand of a spot: its cards, or the id of its class."""

    model_config = _request(
        {"game": "holdem", "cards": "Ah 5d"}, {"game": "six-plus", "id": 7, "position": "bb"}
    )

    cards: str | None = Field(None, description=_CARDS)
    id: StrictInt | None = Field(None, description="A class by its id instead.")
    position: str = Field(
        "sb", description="sb: jam or fold; bb: call or fold.", json_schema_extra={"enum": ["sb", "bb"]}
    )


class EquityRequest(BaseModel):
    """An equity calculation, as the options of `jamfold equity` describe it."""

    model_config = _request(
        {"game": "holdem", "players": ["AsAh", "KsKh"]},
        {"game": "omaha-hilo", "players": ["AsAh2s3h", "8s7h6d5c"], "board": "4d 9c Kd"},
        {"game": "holdem", "players": ["22+", "A2+", "KQ"], "deals": 10000, "seed": 1},
    )

    players: list[str] = Field(
        description="Two to nine hands, parts of hands, or ranges.",
        json_schema_extra={"minItems": 2, "maxItems": 9},
    )
    game: str = Field("omaha", description="The game.", json_schema_extra={"enum": list(GAMES)})
    board: str = Field("", description="3, 4 or 5 board cards, or none.")
    dead: str = Field("", description="Cards nobody can hold.")
    exact: StrictBool | None = Field(None, description="true: exact; false: sampled; else exact where fast.")
    deals: StrictInt | None = Field(None, description="Sample so many deals.")
    error: StrictFloat | StrictInt | None = Field(
        None, description="Sample until every standard error is at most this."
    )
    seed: StrictInt | None = Field(None, description="Seed of the deals.")
    notation: Literal["classic", "generic"] | None = Field(None, description="The game's own unless given.")


class PayTableRequest(BaseModel):
    """A pay table, by name or as TOML text, and a deal if its holds are wanted."""

    model_config = _request(
        {"table": "Jacks or Better 9/6"}, {"table": "Jacks or Better 9/6", "deal": "Ah Kh Qh 2c 2d"}
    )

    table: str | None = Field(None, description="The name of a shipped pay table.")
    toml: str | None = Field(None, description="The text of a pay table instead.")
    deal: str | None = Field(None, description="Five cards: gives all 32 holds.")
