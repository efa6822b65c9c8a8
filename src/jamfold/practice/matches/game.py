"""The definition of a match, game, blinds, antes and stacks, as text that bots can read.

The format is that of the Annual Computer Poker Competition for heads-up no-limit, the big blind first.  It
has two extensions: `ante` if there are antes, and `game`, since the deck and the number of hole cards do
not distinguish Omaha from Hi/Lo.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from jamfold.betting.two_seats import Situation
from jamfold.cards.games import GAMES, Game, find_game
from jamfold.core.errors import JamfoldError, MatchError
from jamfold.practice.matches.protocol import ROUNDS, STREETS

Chips = tuple[int, int]

_FIRST, _LAST = "GAMEDEF", "END GAMEDEF"
_MOST_CHIPS = 10**9
_LONGEST = 10_000


@dataclass(frozen=True)
class Definition:
    """The definition of a match; pairs are of the small and the big blind, in whole chips.

    Raises MatchError if chips are not whole, or one of the players has no decision.
    """

    game: Game
    """The rules."""
    stacks: Chips
    """Stacks before posting, at the start of every hand."""
    blinds: Chips
    antes: Chips = (0, 0)
    """blinds, antes: chips that the two players post."""

    def __post_init__(self) -> None:
        """Check that both players have a decision."""
        if max(*self.stacks, *self.blinds, *self.antes) > _MOST_CHIPS:
            raise MatchError(f"A match is played with stacks up to {_MOST_CHIPS:,} chips.", field="stack_sb")
        if not all(self.situation.has_decision) or self.situation.posted != self.antes:
            raise MatchError(
                f"The stacks ({self.stacks[0]} and {self.stacks[1]}) do not exceed the big blind and antes, "
                "so one player has no decision.",
                field="stack_sb",
            )

    @classmethod
    def of(cls, game: Game, situation: Situation) -> Definition:
        """Return the definition of a situation; raises MatchError if it has dead money or no decision."""
        if situation.dead:
            raise MatchError("A match has two players, so nobody leaves dead money.", field="dead")
        pairs = [_whole(pair) for pair in (situation.stacks, situation.blinds, situation.antes)]
        return cls(game, *pairs)

    @cached_property
    def situation(self) -> Situation:
        """The spot at the start of every hand."""
        return Situation(self.stacks, self.blinds, self.antes)

    @cached_property
    def limits(self) -> Chips:
        """The most that small and big blind can bet over a hand: stacks less antes."""
        first, second = self.situation.behind
        return int(first), int(second)

    @property
    def live(self) -> int:
        """L, what each of the two can lose in addition to the ante."""
        return int(self.situation.effective_stack)

    @property
    def text(self) -> str:
        """The game definition; `parse_definition` reads it."""
        rows = [
            "nolimit",
            "numPlayers = 2",
            f"numRounds = {ROUNDS}",
            f"stack = {_reversed(self.stacks)}",
            f"blind = {_reversed(self.blinds)}",
            *([f"ante = {_reversed(self.antes)}"] if any(self.antes) else []),
            "firstPlayer = 2 1 1 1",
            "numSuits = 4",
            f"numRanks = {self.game.n_ranks}",
            f"numHoleCards = {self.game.hole_cards}",
            f"numBoardCards = 0 {' '.join(map(str, STREETS))}",
            f"game = {self.game.name}",
        ]
        return "\n".join([_FIRST, *rows, _LAST, ""])


def parse_definition(text: str) -> Definition:
    """Parse a definition.

    Without `game`, a full deck is Hold'em with two hole cards and Omaha with four, and a deck from the six up
    is Six-Plus.  Raises MatchError if the text is not a game definition of heads-up no-limit.
    """
    entries = _entries(text)
    if "nolimit" not in entries or entries.get("numplayers") != "2":
        raise MatchError("The game definition is not two-player no-limit.")
    fixed = {"numrounds": str(ROUNDS), "firstplayer": "2 1 1 1", "numsuits": "4", "numboardcards": "0 3 1 1"}
    for name, required in fixed.items():
        if entries.get(name, required) != required:
            raise MatchError(f"The game definition has {name} = {entries[name][:40]}, not {required}.")
    cards = entries.get("numranks", "13"), entries.get("numholecards", "2")
    playable = [game for game in GAMES.values() if game.has_class_table]
    games = [game for game in playable if (str(game.n_ranks), str(game.hole_cards)) == cards]
    try:
        choice = [find_game(entries["game"])] if "game" in entries else games[:1]
        if not set(choice) & set(games):
            words = f"{cards[0]} ranks and {cards[1]} hole cards"
            raise MatchError(f"The game definition has {words}: no such game.")
        names = ("stack", "blind", "ante") if "ante" in entries else ("stack", "blind")
        return Definition(choice[0], *(_chips(entries, name) for name in names))
    except JamfoldError as error:
        raise MatchError(str(error)) from None


def read_definition(path: Path) -> Definition:
    """Read a definition from a file; raises MatchError if it cannot be read or is not a definition."""
    try:
        with path.open(encoding="utf-8") as stream:
            text = stream.read(_LONGEST)
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise MatchError(f"Cannot read '{path}': {reason}.", field="definition") from None
    return parse_definition(text)


def _entries(text: str) -> dict[str, str]:
    """Return the values of rows by name in lower case; empty if a row has no value."""
    rows = [row.strip() for row in text.splitlines()]
    rows = [row for row in rows if row and not row.startswith("#")]
    if len(rows) < 2 or rows[0].upper() != _FIRST or rows[-1].upper() != _LAST:
        raise MatchError(f"The game definition does not begin with {_FIRST} and end with {_LAST}.")
    entries: dict[str, str] = {}
    for row in rows[1:-1]:
        name, _, value = row.partition("=")
        name = name.strip().lower()
        if name in entries:
            raise MatchError(f"The game definition has {name[:40]} twice.")
        entries[name] = " ".join(value.split())
    return entries


def _chips(entries: dict[str, str], name: str) -> Chips:
    words = entries.get(name, "").split()
    if len(words) != 2 or not all(word.isascii() and word.isdecimal() and len(word) < 12 for word in words):
        raise MatchError(f"The game definition needs {name} = two numbers of chips, the big blind's first.")
    return int(words[1]), int(words[0])


def _whole(pair: tuple[float, float]) -> Chips:
    for chips in pair:
        if not float(chips).is_integer():
            raise MatchError(
                f"Matches use whole chips, not {chips:g}. Enter all amounts in a smaller unit.",
                field="stacks",
            )
    return int(pair[0]), int(pair[1])


def _reversed(pair: Chips) -> str:
    return f"{pair[1]} {pair[0]}"
