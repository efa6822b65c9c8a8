"""What the API answers, as its document describes it; tests hold every answer to it.

Numbers named ``*_bb`` are in the unit of the spot, which is the big blind when there
are no antes and no dead money; ``*_chips`` in chips from the start of the hand;
``*_percent`` from 0 to 100; other shares and chances from 0 to 1.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Pair = tuple[float, float]
Counts = tuple[int, int]


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Progress(_Answer):
    """How far a job is; empty before it says so."""

    stage: str = Field("", description="What is being done, in words.")
    share: float = Field(0, description="The part of it that is done.", ge=0, le=1)
    iteration: int = Field(0, description="Of a solve: iterations done.")
    iterations: int | None = Field(None, description="Of how many; null if it takes what it needs.")
    jam_percent: float = 0
    call_percent: float = 0
    post_ev_chips: Pair = Field((0, 0), description="What best responses earn, small and big blind.")
    epsilon_bb: float = 0
    epsilon_chips: float = 0


class Certificate(_Answer):
    """How good a solution is."""

    exact: bool = Field(description="Whether epsilon is below 1e-9 bb.")
    epsilon_bb: float = Field(description="What either player could still gain, at most.")
    epsilon_chips: float
    iterations: int


class SolveResult(Certificate):
    """A solved spot; pairs are small and big blind."""

    game: str
    stacks: Pair
    blinds: Pair
    antes: Pair
    dead: float
    unit_chips: float = Field(description="Chips of the unit of *_bb numbers.")
    effective_stack: float = Field(description="Chips at risk of each player, after antes.")
    s: float = Field(description="Effective stack in units.")
    b: float = Field(description="Small blind in units.")
    method: Literal["exact", "fictitious-play"]
    jam_percent: float = Field(ge=0, le=100)
    call_percent: float = Field(ge=0, le=100)
    value_bb: float = Field(description="For the small blind; the big blind has the negative.")
    value_chips: Pair
    post_ev_bb: Pair = Field(description="What best responses against the other's strategy earn.")
    post_ev_chips: Pair
    mixed: Counts = Field(description="Classes that are played sometimes.")
    free: Counts = Field(description="Classes for which both actions are right.")
    seconds: float


class HandResult(Certificate):
    """One hand of a solved spot, and why it is played as it is.

    Null: the other player never comes, or there is no limit.
    """

    game: str
    id: int = Field(description="The class.")
    cards: str
    representative: str
    name: str = Field(description="What players call the class.")
    size: int = Field(description="Hands in the class.")
    position: Literal["sb", "bb"]
    played: float = Field(description="Chance of jamming (sb) or calling (bb).", ge=0, le=1)
    ev_allin: float | None = Field(description="Chips; for the big blind after a jam.")
    ev_fold: float
    difference: float | None = Field(description="All-in minus fold.")
    ev_allin_bb: float | None
    ev_fold_bb: float
    difference_bb: float | None
    advice: str
    s: float
    b: float
    chance_called: float | None = Field(None, description="sb: chance to be called.")
    chance_jammed: float | None = Field(None, description="bb: chance that the small blind jams.")
    equity: float | None = Field(description="Share of the pot against the other's range.")
    ev_called: float | None = Field(description="EV of the showdown, bb.")
    break_even_equity: float | None
    break_even_stack: float | None = Field(description="Up to which s the action is right, same range.")
    break_even_chips: float | None
    any_stack: bool = Field(description="Whether it is right at any stack.")
    played_stacks: None = Field(description="Told by `jamfold explain` only.")
    free_stacks: None = Field(description="Told by `jamfold explain` only.")
    words: list[str] = Field(description="Why, in sentences.")


class PlayerResult(_Answer):
    """One player's shares; null where the method does not tell."""

    text: str
    equity: float = Field(ge=0, le=1)
    win: float | None = Field(description="Chance of the whole pot alone.")
    tie: float | None = Field(description="Chance of a part of it.")
    standard_error: float = Field(description="Of the equity; 0 if exact.")
    combinations: int
    high: float | None = Field(None, description="Split pots: mean share of the high.")
    low: float | None = Field(None, description="Split pots: mean share of the low.")
    scoop: float | None = Field(None, description="Split pots: chance of the whole pot.")
    quartered: float | None = Field(None, description="Split pots: chance of less than half, not nothing.")


class EquityResult(_Answer):
    """Shares of the pot."""

    game: str
    board: str
    dead: str
    exact: bool
    method: str = Field(description="How it was done, in words.")
    boards: int | None = Field(description="Boards per combination of hands, if exact.")
    deals: int | None = Field(description="Deals, if sampled.")
    seed: int | None = Field(description="Seed of the deals.")
    players: list[PlayerResult]
    outcomes: list[int] | None = Field(
        description="Two exact hands: boards won, tied, lost; in split pots twelve: high won, tied, "
        "lost, by no low, low won, tied, lost."
    )
    warnings: list[str] = Field(description="What was probably not meant.")
    order: str | None = Field(description="What percentages in ranges go by.")


class PayTable(_Answer):
    """A shipped pay table."""

    name: str
    aliases: list[str]
    cards: int
    deuces_wild: bool
    deck: str = Field(description="The deck in words.")
    pays: dict[str, float] = Field(description="Coins per coin bet, by hand.")
    toml: str = Field(description="The table as a text that can be edited and sent back.")


class FinalHand(_Answer):
    """One final hand under perfect play."""

    hand: str
    name: str
    pays: float
    count: int = Field(description="Of all deals and draws.")
    share: float
    of_return: float = Field(description="Its part of the return, coins per coin bet.")


class PayTableResult(_Answer):
    """A pay table analysed, exactly."""

    name: str
    cards: int
    deck: str
    return_numerator: int
    return_denominator: int
    return_percent: float
    fraction: Counts = Field(description="The return in lowest terms.")
    variance: float = Field(description="Per hand, coins squared per coin bet.")
    hit_percent: float
    cost_per_1000: float = Field(description="Expected loss per 1,000 coins bet.")
    frequencies: dict[str, Counts] = Field(description="Count and number of all, by final hand.")
    rows: list[FinalHand]
    seconds: float


class Hold(_Answer):
    """One of the 32 holds."""

    mask: int = Field(description="Bit k: card k of the deal is held.", ge=0, le=31)
    cards: str
    numerator: int = Field(description="The exact expected pay is numerator / denominator.")
    denominator: int
    ev: float
    cost: float = Field(description="Against the best hold; 0 only if it is equally good.")


class HoldsResult(_Answer):
    """All holds of a deal, best first."""

    table: str
    deal: str
    made: str = Field(description="What the deal is as it stands.")
    best: list[int] = Field(description="Masks of the best holds.")
    holds: list[Hold]


class _Job(_Answer):
    job: str = Field(description="The number to ask for it by.")
    state: Literal["queued", "running", "done", "failed", "stopped"]
    progress: Progress
    seconds: float = Field(description="How long it has run.")
    seconds_left: float | None = Field(description="About how long it will take; null if not known.")
    error: str | None = Field(description="A sentence, if it has failed or was stopped.")


class SolveJob(_Job):
    """A solve; `result` is there when it is done."""

    kind: Literal["solve"]
    result: SolveResult | None


class HandJob(_Job):
    """A look-up of a hand; `result` is there when it is done."""

    kind: Literal["hand"]
    result: HandResult | None


class EquityJob(_Job):
    """An equity calculation; `result` is there when it is done."""

    kind: Literal["equity"]
    result: EquityResult | None


class PayTablesJob(_Job):
    """The list of pay tables; `result` is there when it is done."""

    kind: Literal["pay-tables"]
    result: list[PayTable] | None


class PayTableJob(_Job):
    """An analysis of a pay table; `result` is there when it is done."""

    kind: Literal["pay-table"]
    result: PayTableResult | None


class HoldsJob(_Job):
    """The holds of a deal; `result` is there when it is done."""

    kind: Literal["holds"]
    result: HoldsResult | None


KINDS = ("solve", "hand", "equity", "pay-tables", "pay-table", "holds")
VideoPokerJob = Annotated[PayTableJob | HoldsJob, Field(discriminator="kind")]
AnyJob = Annotated[
    SolveJob | HandJob | EquityJob | PayTablesJob | PayTableJob | HoldsJob, Field(discriminator="kind")
]


class ErrorAnswer(_Answer):
    """What went wrong, in one sentence."""

    error: str
    field: str | None = Field(
        description="The input that it is about, if there is one: game, stack_sb, ante, board, player2, ..."
    )
