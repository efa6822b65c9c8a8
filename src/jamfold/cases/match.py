"""Questions of matches: two players and a referee, one bot alone, and a person against one."""

from __future__ import annotations

from dataclasses import MISSING
from pathlib import Path

from jamfold.betting.posts import POSTED
from jamfold.cases.chips import LevelRequest
from jamfold.cases.fields import Amounts, request_field
from jamfold.cases.spots import SpotRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import MatchError
from jamfold.practice.matches.game import Definition, read_definition

USUAL_DEALS = 1000
_SEED = {"metavar": "N", "minimum": 0, "maximum": 2**53}
EQUILIBRIUM = "equilibrium"
RULE = "rule"
MOST_HANDS = 2000
"""Most hands of a session in one request."""
_PORT = {"metavar": "PORT", "minimum": 1, "maximum": 65535, "cli_only": True}


class MatchSpotRequest(LevelRequest):
    """A question about hands of two that begin with the same chips, and a player whose ranges are known."""

    positional_field = "stacks"
    queue = "solving"
    is_cacheable = False

    stacks: Amounts = request_field(
        (100.0, 100.0),
        "Stacks at the start of every hand: one for both (10bb) or SB BB (12.5bb 9bb), or chips.",
        metavar="BOTH|SB BB",
        default_text="10bb",
        part_names=(("stack_sb", "Small blind's stack"), ("stack_bb", "Big blind's stack")),
    )
    jam: str = request_field(
        "",
        "Player's jamming range instead of the equilibrium, or rule for the point rule.",
        label="Player jams with",
        metavar="R",
    )
    call: str = request_field(
        "",
        "Player's calling range instead of the equilibrium, or rule.",
        label="Player calls with",
        metavar="R",
    )

    def __post_init__(self) -> None:
        """Keep every amount in chips, whole ones."""
        super().__post_init__()
        spot = self.spot
        self._set(**{name: getattr(spot, name) for name in ("stacks", *POSTED)})
        self.definition  # noqa: B018 -- reports bad chips at once

    @property
    def spot(self) -> SpotRequest:
        """The spot that every hand begins with."""
        return SpotRequest.of(self)

    @property
    def definition(self) -> Definition:
        """What is played for. Raises MatchError if the chips make no match."""
        return Definition.of(self.rules, self.spot.situation)


class MatchRequest(MatchSpotRequest):
    """Run a match between two strategies, every deal played from both seats.

    Two players with known ranges get the exact value, and play only if a number of deals is given.
    With --port the second player is another program that speaks the protocol of the Annual Computer
    Poker Competition; its winnings are printed raw, by deals, and luck-adjusted.
    """

    hand_texts = ("jam", "call", "opponent_jam", "opponent_call")
    answered_by = "cases.answers.match:match"
    title_text = "hands of {0.rules.title}"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.matches:match_lines(answer)",
        examples=(
            {"game": "holdem", "opponent_call": "25%"},
            {"game": "holdem", "stacks": ["8bb", "8bb"], "jam": "22+,A2+", "deals": 20},
        ),
    )

    deals: int | None = request_field(
        None,
        f"Deals to play, each from both seats; {USUAL_DEALS:,} against a program, else none.",
        label="number of deals",
        metavar="N",
        minimum=1,
        maximum=200_000,
    )
    seed: int = request_field(1, "Random seed of the deals.", **_SEED)
    opponent_jam: str = request_field("", "Second player's jamming range, or rule.", metavar="R")
    opponent_call: str = request_field("", "Second player's calling range, or rule.", metavar="R")
    port: int | None = request_field(
        None, "The second player connects to this port of this machine.", **_PORT
    )
    first_port: int | None = request_field(None, "The first player connects to this port.", **_PORT)
    seconds: float = request_field(
        10.0, "Time for each action.", metavar="SECONDS", minimum=0.05, maximum=3600, cli_only=True
    )
    wait: float = request_field(
        60.0,
        "How long to wait for programs to connect.",
        label="time to wait",
        metavar="SECONDS",
        minimum=0.05,
        maximum=86_400,
        cli_only=True,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for port, ranges, field in (
            (self.port, self.opponent_jam or self.opponent_call, "port"),
            (self.first_port, self.jam or self.call, "first_port"),
        ):
            if port is not None and ranges:
                raise MatchError("A player takes ranges or a port, not both.", field=field)
        if self.port is not None and self.port == self.first_port:
            raise MatchError(f"Both players have port {self.port}. Use two different ports.", field="port")


class BotRequest(MatchSpotRequest):
    """Connect to a local ACPC dealer and play the equilibrium or given ranges.

    The dealer uses the protocol of the Annual Computer Poker Competition, 2.0.0.  If the opponent limps or
    raises less than all-in, the bot jams its calling range and otherwise checks or folds.
    """

    hand_texts = ("jam", "call")
    answered_by = "cases.answers.match:bot"
    view_spec = ViewSpec(contract=RESULT, view="views.matches:bot_line(answer)")

    port: int = request_field(MISSING, "Port of the dealer on this machine.", **_PORT)
    seed: int = request_field(1, "Random seed of actions with mixed hands.", **_SEED)
    file: Path | None = request_field(
        None,
        "Game definition file, instead of game and chips.",
        option="--definition",
        label="game definition",
        metavar="FILE",
        cli_only=True,
        reads=True,
    )

    @classmethod
    def from_json(cls, values: dict[str, object]) -> BotRequest:  # type: ignore[override]
        """As every question; a game definition has its own game and chips.

        Raises MatchError if both are given, or the file holds none.
        """
        chips = ("game", "stacks", *POSTED)
        path = values.get("file")
        if not isinstance(path, Path):
            return super().from_json(values)
        if values.keys() & set(chips):
            raise MatchError(
                "A game definition has its own game and chips. Remove those options.", field="definition"
            )
        definition = read_definition(path)
        level = definition.situation.level
        if definition.antes[0] > level.ante:
            raise MatchError(
                "The small blind's ante is larger than the big blind's. Such hands cannot be solved.",
                field="definition",
            )
        from_definition = (
            definition.game.name,
            definition.stacks,
            *(getattr(level, name) for name in POSTED),
        )
        return super().from_json(values | dict(zip(chips, from_definition, strict=True)))


class PlayRequest(MatchSpotRequest):
    """Play hands against the equilibrium or against given ranges.

    The seats change from hand to hand.
    """

    name = "play"
    hand_texts = ("jam", "call")
    answered_by = "cases.answers.match:play"

    hands: int | None = request_field(
        None, "Stop after this many hands.", label="number of hands", metavar="N", minimum=1
    )
    seed: int | None = request_field(
        None,
        "Random seed of the deals.",
        default_text="new hands every time",
        **_SEED,
    )


class PlayHandRequest(MatchSpotRequest):
    """Play hand by hand against the equilibrium or ranges: the end of the last hand, and the next one.

    The seats change from hand to hand. A request has all actions so far; the same seed deals the
    same hands.
    """

    hand_texts = ("jam", "call")
    answered_by = "cases.answers.match:play_hand"
    title_text = "hands of {0.rules.title}"
    view_spec = ViewSpec(
        contract="views.matches:PlayContract",
        fragment="views.matches:play_fragment",
        examples=({"game": "holdem", "seed": 4, "done": "p"},),
    )

    seed: int = request_field(1, "Random seed of the deals.", **_SEED)
    done: str = request_field(
        "",
        "Actions so far, one letter per hand: p plays (jams or calls), f folds, - had no decision.",
        label="hands so far",
        metavar="LETTERS",
        max_length=MOST_HANDS,
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        strange = self.done.strip("pf-")[:1]
        if strange:
            raise MatchError(f"An action is p, f or -, not '{strange}'.", field="done")
