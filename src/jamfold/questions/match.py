"""Questions of matches: two players and a referee, one bot alone, and a person against one."""

from __future__ import annotations

import secrets
from dataclasses import MISSING, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from jamfold.errors import MatchError
from jamfold.questions.chips import LevelQuestion
from jamfold.questions.entries import Question
from jamfold.questions.fields import Amounts, entry
from jamfold.questions.hands import parse_held
from jamfold.questions.memory import Memory
from jamfold.questions.spots import SpotQuestion
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jamfold.practice.match.bot import BotRun, Player
    from jamfold.practice.match.definition import Definition
    from jamfold.practice.match.referee import Side
    from jamfold.practice.match.results import MatchResult
    from jamfold.practice.match.session import Session
    from jamfold.spots.strategy import Seat

USUAL_DEALS = 1000
_SEED = {"metavar": "N", "least": 0, "most": 2**53}
EQUILIBRIUM = "equilibrium"
RULE = "rule"
MOST_HANDS = 2000
"""Of one session that is told in one question."""
_PORT = {"metavar": "PORT", "least": 1, "most": 65535, "local": True}

_sessions: Memory[Question, Session] = Memory(8)


@dataclass(frozen=True, kw_only=True)
class MatchSpotQuestion(LevelQuestion):
    """A question about hands of two that begin with the same chips, and a player whose ranges are known."""

    lane: ClassVar[str] = "solving"
    lasting: ClassVar[bool] = False

    stacks: Amounts = entry(
        (100.0, 100.0),
        "Chips of small and big blind, with which every hand begins; 12.5bb for big blinds.",
        metavar="SB BB",
        parts=(("stack_sb", "Small blind's stack"), ("stack_bb", "Big blind's stack")),
    )
    jam: str = entry(
        "",
        "What the player jams, in place of the equilibrium: a range, or rule for the point rule.",
        label="Player jams with",
        metavar="R",
    )
    call: str = entry(
        "",
        "What the player calls with, in place of the equilibrium: a range, or rule.",
        label="Player calls with",
        metavar="R",
    )

    def __post_init__(self) -> None:
        """Keep every amount in chips, whole ones."""
        super().__post_init__()
        spot = self.spot
        for name in ("stacks", "blinds", "ante", "bb_ante"):
            object.__setattr__(self, name, getattr(spot, name))
        self.definition  # noqa: B018 -- bad chips are told at once

    @property
    def spot(self) -> SpotQuestion:
        """The spot that every hand begins with."""
        names = ("game", "stacks", "blinds", "ante", "bb_ante")
        return SpotQuestion(**{name: getattr(self, name) for name in names})

    @property
    def definition(self) -> Definition:
        """What is played for.

        Raises
        ------
        MatchError
            If the chips make no match.
        """
        from jamfold.practice.match.definition import Definition

        return Definition.of(self.rules, self.spot.situation)

    def player(self, jam: str, call: str, watch: Watch, prefix: str = "") -> Player:
        """The player with these ranges, or the known rule's, those of the equilibrium where none is given.

        Raises
        ------
        RangeError
            If a text is no range of whole classes.
        """
        from jamfold.practice.match.bot import Player
        from jamfold.spots.strategy import Seat

        texts = {f"{prefix}jam": jam, f"{prefix}call": call}
        given = [
            self._range(text, seat, watch, name)
            for seat, (name, text) in zip(Seat, texts.items(), strict=True)
        ]
        jams, calls = given
        if jams is None or calls is None:
            solution = self.spot.solved(watch).solution
            jams = solution.x if jams is None else jams
            calls = solution.y if calls is None else calls
        words = [f"{name} {text[:40]}" for name, text in (("jam", jam), ("call", call)) if text]
        return Player(", ".join(words) or EQUILIBRIUM, self.rules, jams, calls)

    def _range(self, text: str, seat: Seat, watch: Watch, name: str) -> NDArray[np.float64] | None:
        """The weight of every class; None where nothing is said."""
        if text.strip().lower() == RULE:
            from jamfold.practice.rules.find import known_rule

            rule = known_rule(self.rules)
            played = rule.played(rule.near(self.spot.situation.s), seat)
            return played.astype("float64")
        return parse_held(text, self.rules, watch, field=name).class_weights if text else None

    def session(self, seed: int, watch: Watch) -> Session:
        """Hands between a person and the player.

        Raises
        ------
        RangeError
            If a text is no range.
        """
        from jamfold.practice.match.results import Baseline
        from jamfold.practice.match.session import Session

        opponent = self.player(self.jam, self.call, watch)
        return Session(self.definition, opponent, Baseline(self.spot.solved(watch)), seed)


@dataclass(frozen=True, kw_only=True)
class MatchQuestion(MatchSpotQuestion):
    """Play a match of two players: every deal twice, with the seats changed.

    Two players whose ranges are known get the exact value, and play only if a number of deals is
    given.  With --port the second player is another program, over the lines of the Annual Computer
    Poker Competition; what it wins is told raw, by deals, and with less luck.
    """

    name: ClassVar[str] = "match"

    deals: int | None = entry(
        None,
        f"Deals to play, each twice; {USUAL_DEALS:,} against a program, else none.",
        label="number of deals",
        metavar="N",
        least=1,
        most=200_000,
    )
    seed: int = entry(1, "The same number deals the same hands.", **_SEED)
    opponent_jam: str = entry("", "What the second player jams.", metavar="R")
    opponent_call: str = entry("", "What the second player calls with.", metavar="R")
    port: int | None = entry(None, "The second player connects to this port of this machine.", **_PORT)
    first_port: int | None = entry(None, "The first player does so, too, to this one.", **_PORT)
    seconds: float = entry(
        10.0, "What a player has for a move.", metavar="SECONDS", least=0.05, most=3600, local=True
    )
    wait: float = entry(
        60.0,
        "How long programs are waited for.",
        label="time to wait",
        metavar="SECONDS",
        least=0.05,
        most=86_400,
        local=True,
    )

    def __post_init__(self) -> None:
        """A player has ranges or a port."""
        super().__post_init__()
        for port, ranges, field in (
            (self.port, self.opponent_jam or self.opponent_call, "port"),
            (self.first_port, self.jam or self.call, "first_port"),
        ):
            if port is not None and ranges:
                raise MatchError("A player has ranges or a port, not both.", field=field)
        if self.port is not None and self.port == self.first_port:
            raise MatchError(f"Both players have port {self.port}: give each his own.", field="port")

    def answer(self, watch: Watch) -> MatchResult:
        """The exact value, or what was played.

        Raises
        ------
        MatchError
            If a port cannot be used, or nobody connects.
        RangeError
            If a text is no range.
        """
        from jamfold.practice.match.bot import Player
        from jamfold.practice.match.referee import play_match
        from jamfold.practice.match.results import Baseline, MatchResult, exact_value, make_result

        first: Side = self.first_port or self.player(self.jam, self.call, watch)
        second: Side = self.port or self.player(self.opponent_jam, self.opponent_call, watch, "opponent_")
        known = [side if isinstance(side, Player) else None for side in (first, second)]
        if self.deals is None and isinstance(first, Player) and isinstance(second, Player):
            value = exact_value(self.definition, first, second)
            return MatchResult(self.definition, (first.name, second.name), exact=value)
        spot = self.spot.solved(watch)  # before the clock of a move runs
        match = play_match(
            self.definition,
            (first, second),
            self.deals or USUAL_DEALS,
            self.seed,
            watch.stage,
            watch.notice,
            seconds=self.seconds,
            wait=self.wait,
        )
        return make_result(match, Baseline(spot), (known[0], known[1]), watch.stage)


@dataclass(frozen=True, kw_only=True)
class BotQuestion(MatchSpotQuestion):
    """Play at a dealer of this machine: the equilibrium, or ranges.

    The dealer speaks the lines of the Annual Computer Poker Competition, 2.0.0.  Where the opponent
    limps or raises less than all-in, the bot jams its calling range, and else checks or folds.
    """

    name: ClassVar[str] = "bot"

    port: int = entry(MISSING, "Where the dealer listens on this machine.", **_PORT)
    seed: int = entry(1, "The same number draws the same actions of hands that are mixed.", **_SEED)
    file: Path | None = entry(
        None,
        "A game definition, in place of game and chips.",
        option="--definition",
        label="game definition",
        metavar="FILE",
        local=True,
    )

    @classmethod
    def of_values(cls, values: dict[str, object]) -> BotQuestion:  # type: ignore[override]
        """As every question; a game definition has its own game and chips.

        Raises
        ------
        MatchError
            If both are given, or the file holds none.
        """
        chips = ("game", "stacks", "blinds", "ante", "bb_ante")
        path = values.get("file")
        if not isinstance(path, Path):
            return super().of_values(values)
        if values.keys() & set(chips):
            raise MatchError(
                "A game definition has its own game and chips: leave those options out.", field="definition"
            )
        from jamfold.practice.match.definition import read_definition

        found = read_definition(path)
        each, extra = min(found.antes), found.antes[1] - found.antes[0]
        if extra < 0:
            raise MatchError(
                "The small blind's ante is larger than the big blind's: such hands are not solved here.",
                field="definition",
            )
        given = (found.game.name, found.stacks, found.blinds, each, extra)
        return super().of_values(values | dict(zip(chips, given, strict=True)))

    def answer(self, watch: Watch) -> BotRun:
        """What the bot has seen, when the dealer leaves.

        Raises
        ------
        MatchError
            If nobody listens, or the dealer sends what is no line of this game.
        """
        from jamfold.practice.match.bot import play_at

        player = self.player(self.jam, self.call, watch)
        watch.stage("playing", 0.0)
        return play_at(self.port, player, self.definition, self.seed)


@dataclass(frozen=True, kw_only=True)
class PlayQuestion(MatchSpotQuestion):
    """Play against the equilibrium, or against ranges: j and f, c and f, q to leave.

    The seats change from hand to hand.
    """

    name: ClassVar[str] = "play"

    hands: int | None = entry(
        None, "Stop after so many hands.", label="number of hands", metavar="N", least=1
    )
    seed: int | None = entry(
        None, "The same number deals the same hands.", shown="new ones every time", **_SEED
    )

    def answer(self, watch: Watch) -> Session:
        """The hands to be played.

        Raises
        ------
        RangeError
            If a text is no range.
        """
        return self.session(secrets.randbelow(2**32) if self.seed is None else self.seed, watch)


@dataclass(frozen=True, kw_only=True)
class PlayHandQuestion(MatchSpotQuestion):
    """Play hand by hand against the equilibrium, or against ranges: the last hand's end, and the next one.

    The seats change from hand to hand. What is asked tells all that was done; the same seed deals the
    same hands.
    """

    name: ClassVar[str] = "play-hand"

    seed: int = entry(1, "The same number deals the same hands.", **_SEED)
    done: str = entry(
        "",
        "What was done so far, a letter a hand: p plays (jams or calls), f folds, - had nothing to decide.",
        label="hands so far",
        metavar="LETTERS",
        longest=MOST_HANDS,
    )

    def __post_init__(self) -> None:
        """Letters are known."""
        super().__post_init__()
        strange = self.done.strip("pf-")[:1]
        if strange:
            raise MatchError(f"A hand is p, f or -, not '{strange}'.", field="done")

    def answer(self, watch: Watch) -> Session:
        """The session after what was done.

        Raises
        ------
        MatchError
            If a letter does not belong to its hand.
        RangeError
            If a text is no range.
        """
        begun = replace(self, done="")
        return _sessions.get(begun, lambda: self.session(self.seed, watch)).after(self.done)
