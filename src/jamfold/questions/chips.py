"""What questions share: a game, blinds and antes, both players' chips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from jamfold.games import GAMES, Game, find_game
from jamfold.questions.amounts import AmountsQuestion, in_chips
from jamfold.questions.entries import Question
from jamfold.questions.fields import Amount, Amounts, entry
from jamfold.questions.worth import WorthQuestion
from jamfold.spots.situation import Situation


@dataclass(frozen=True, kw_only=True)
class GameQuestion(Question):
    """A question about a game."""

    game: str = entry("omaha", f"The game: {', '.join(GAMES)}.", metavar="GAME")

    def __post_init__(self) -> None:
        """Keep the game by its own name."""
        super().__post_init__()
        object.__setattr__(self, "game", find_game(self.game).name)

    @property
    def rules(self) -> Game:
        """The game."""
        return GAMES[self.game]


@dataclass(frozen=True, kw_only=True)
class LevelQuestion(AmountsQuestion, GameQuestion):
    """A question with blinds and antes; amounts may be in big blinds."""

    blinds: Amounts = entry(
        (5.0, 10.0),
        "Small and big blind in chips.",
        metavar="SB BB",
        parts=(("blind_sb", "Small blind"), ("blind_bb", "Big blind")),
    )
    ante: Amount = entry(0.0, "Ante of each player.", label="Ante, each", metavar="CHIPS")
    bb_ante: Amount = entry(
        0.0, "Ante of the big blind for the whole table.", label="Big-blind ante", metavar="CHIPS"
    )

    def _chips(self, value: Any) -> Any:
        """An amount in chips; what is no amount stays as it is, to be refused by its name."""
        try:
            return in_chips(value, lambda: float(self.blinds[1]))
        except (TypeError, ValueError):
            return value


@dataclass(frozen=True, kw_only=True)
class TwoPlayersQuestion(WorthQuestion, LevelQuestion):
    """A question about the two players who are left in a hand, and what they play for."""

    dead: Amount = entry(
        0.0, "Blinds and antes of players who have folded.", label="Dead money", metavar="CHIPS"
    )


@dataclass(frozen=True, kw_only=True)
class ChipsQuestion(TwoPlayersQuestion):
    """A question about two players' chips."""

    stacks: Amounts = entry(
        (100.0, 100.0),
        "Chips of small and big blind before anything is posted; 12.5bb for big blinds.",
        metavar="SB BB",
        parts=(("stack_sb", "Small blind's stack"), ("stack_bb", "Big blind's stack")),
    )

    def __post_init__(self) -> None:
        """Keep every amount in chips."""
        super().__post_init__()
        names = ("stacks", "blinds")
        pairs = {
            name: tuple(map(self._chips, value))
            if isinstance(value := getattr(self, name), tuple | list)
            else value
            for name in names
        }
        ante, bb_ante, dead = (self._chips(value) for value in (self.ante, self.bb_ante, self.dead))
        situation = Situation.from_antes(pairs["stacks"], pairs["blinds"], ante, bb_ante, dead)
        values = {
            "stacks": situation.stacks,
            "blinds": situation.blinds,
            "ante": float(ante),
            "bb_ante": float(bb_ante),
            "dead": situation.dead,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    @property
    def situation(self) -> Situation:
        """The chips."""
        return Situation.from_antes(self.stacks, self.blinds, self.ante, self.bb_ante, self.dead)  # type: ignore[arg-type]

    def differs_from(self, other: ChipsQuestion) -> str:
        """What is different from another spot, in words."""
        changed = [text for name, text in self._words().items() if text != other._words()[name]]
        return ", ".join(changed) or "the same spot"

    def _words(self) -> dict[str, str]:
        return {
            "game": self.rules.title,
            "stacks": "stacks {:.12g}/{:.12g}".format(*self.stacks),
            "blinds": "blinds {:.12g}/{:.12g}".format(*self.blinds),
            "ante": f"ante {self.ante:.12g}",
            "bb_ante": f"big-blind ante {self.bb_ante:.12g}",
            "dead": f"dead money {self.dead:.12g}",
        } | self._worth_words()

    def _worth_words(self) -> dict[str, str]:
        """Prizes and rake by entry."""
        texts, asked = self.texts(), WorthQuestion.asked()
        return {
            name: f"{one.label} {texts[name]}" if texts[name] not in ("", "0") else f"no {one.label}"
            for name, one in asked.items()
        }
