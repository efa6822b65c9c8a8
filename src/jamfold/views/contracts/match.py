"""The contracts of matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from jamfold.cards import format_cards
from jamfold.practice.match.lines import SMALL
from jamfold.practice.match.session import FOLDS, PLAYS, WAITS, Outcome, Session, Turn
from jamfold.views.contracts.base import Contract
from jamfold.views.played import outcome_lines, shown, turn_words


@dataclass(frozen=True, kw_only=True)
class PlayedContract(Contract):
    """How a hand of a person ended."""

    number: int
    """From 1."""
    position: Literal["sb", "bb"]
    cards: str
    opponent_cards: str | None
    """Where both were shown; null else, as the board."""
    board: str | None
    won_bb: float
    without_luck_bb: float
    """The same with less luck (AIVAT with values of the equilibrium)."""
    equilibrium_chance: float | None
    """How often the equilibrium plays the hand; null where there was nothing to decide."""
    cost_bb: float
    """What the choice gives away against the equilibrium."""
    words: tuple[str, ...]

    @classmethod
    def of(cls, outcome: Outcome) -> Self:
        """The contract of the end of a hand."""
        hand = outcome.hand
        small = hand.small == 0
        mine, other = (hand.deal.small, hand.deal.big) if small else (hand.deal.big, hand.deal.small)
        return cls(
            number=hand.number + 1,
            position="sb" if small else "bb",
            cards=shown(mine),
            opponent_cards=shown(other) if hand.called else None,
            board=format_cards(hand.deal.board) if hand.called else None,
            won_bb=outcome.won_bb,
            without_luck_bb=outcome.luckless_bb,
            equilibrium_chance=outcome.chance,
            cost_bb=outcome.cost_bb,
            words=tuple(outcome_lines(outcome)),
        )


@dataclass(frozen=True, kw_only=True)
class TurnContract(Contract):
    """The hand that a person has to play."""

    number: int
    """From 1."""
    position: Literal["sb", "bb"]
    cards: str
    jammed: bool
    """Whether the small blind has jammed, in the big blind."""
    choices: dict[str, str]
    """What may be done, with the letter that tells it; "next hand" where the opponent has folded."""
    words: str

    @classmethod
    def of(cls, turn: Turn) -> Self:
        """The contract of a hand."""
        return cls.pick(
            turn,
            number=turn.number + 1,
            position="sb" if turn.position == SMALL else "bb",
            cards=shown(turn.cards),
            choices=_choices(turn),
            words=turn_words(turn),
        )


def _choices(turn: Turn) -> dict[str, str]:
    if not turn.decides:
        return {"next hand": WAITS}
    return {"jam" if turn.position == SMALL else "call": PLAYS, "fold": FOLDS}


@dataclass(frozen=True, kw_only=True)
class PlayContract(Contract):
    """A person against a known player, hand by hand."""

    game: str
    opponent: str
    done: str
    """What the person did, a letter a hand; the next question adds one."""
    hands: int
    won_bb: float
    without_luck_bb: float
    cost_bb: float
    """What all choices give away against the equilibrium; exact."""
    last: PlayedContract | None
    turn: TurnContract

    @classmethod
    def of(cls, session: Session) -> Self:
        """The contract of a session."""
        ended = session.outcomes
        return cls.pick(
            session,
            game=session.definition.game.name,
            opponent=session.opponent.name,
            hands=len(ended),
            won_bb=sum(one.won_bb for one in ended),
            without_luck_bb=sum(one.luckless_bb for one in ended),
            cost_bb=sum(one.cost_bb for one in ended),
            last=PlayedContract.of(ended[-1]) if ended else None,
            turn=TurnContract.of(session.turn()),
        )
