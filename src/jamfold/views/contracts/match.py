"""The contracts of matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from jamfold.cards import format_cards
from jamfold.counting.classes import hand_classes
from jamfold.practice.match.lines import BIG, SMALL
from jamfold.practice.match.no_limit_hand import HandState
from jamfold.practice.match.session import FOLDS, PLAYS, WAITS, Outcome, PendingDecision, Session
from jamfold.ranges.grid import class_label
from jamfold.views.contracts.base import Contract
from jamfold.views.html import ALWAYS
from jamfold.views.played import CLOSE, outcome_lines, shown, turn_words

Action = Literal["jam", "call", "fold"]
Best = Literal["jam", "call", "fold", "either"]


@dataclass(frozen=True, kw_only=True)
class ChipsContract(Contract):
    """What stands on the table; big blinds."""

    pot_bb: float
    """All that was posted and bet."""
    behind_bb: float
    opponent_behind_bb: float
    """behind_bb, opponent_behind_bb: What the person and the opponent have left."""
    bet_bb: float
    opponent_bet_bb: float
    """bet_bb, opponent_bet_bb: What they have in front, blinds counted, antes not."""

    @classmethod
    def of(cls, standing: HandState, position: int) -> Self:
        """The chips of a person at a position, the opponent at the other."""
        asked, both = standing.definition, (position, 1 - position)
        big_blind = asked.situation.big_blind
        bets = [standing.spent[one] for one in both]
        antes = [standing.ante(one) for one in both]
        stacks = [asked.stacks[0 if one == SMALL else 1] for one in both]
        behind = [
            (stack - ante - bet) / big_blind for stack, ante, bet in zip(stacks, antes, bets, strict=True)
        ]
        return cls(
            pot_bb=(sum(bets) + sum(antes)) / big_blind,
            behind_bb=behind[0],
            opponent_behind_bb=behind[1],
            bet_bb=bets[0] / big_blind,
            opponent_bet_bb=bets[1] / big_blind,
        )


@dataclass(frozen=True, kw_only=True)
class PlayedContract(Contract):
    """How a hand of a person ended."""

    number: int
    """From 1."""
    position: Literal["sb", "bb"]
    cards: str
    hand: str
    """What players call them."""
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
    action: Action | None
    """What the person did; null where there was nothing to decide, as the next two."""
    best: Best | None
    opponent_action: Action | None
    """Null where nobody asked the opponent."""
    chips: ChipsContract
    """At the end, before anybody takes them."""
    words: tuple[str, ...]

    @classmethod
    def of(cls, outcome: Outcome) -> Self:
        """The contract of the end of a hand."""
        hand = outcome.hand
        small = hand.small == 0
        mine, other = (hand.deal.small, hand.deal.big) if small else (hand.deal.big, hand.deal.small)
        game, end = outcome.standing.definition.game, outcome.standing
        action, opponent_action = _actions(outcome)
        return cls(
            number=hand.number + 1,
            position="sb" if small else "bb",
            cards=shown(mine),
            hand=class_label(game, hand_classes(game).index(mine)),
            opponent_cards=shown(other) if hand.called else None,
            board=format_cards(hand.deal.board) if hand.called else None,
            won_bb=outcome.won_bb,
            without_luck_bb=outcome.luckless_bb,
            equilibrium_chance=outcome.chance,
            cost_bb=outcome.cost_bb,
            action=action,
            best=_best(outcome, action),
            opponent_action=opponent_action,
            chips=ChipsContract.of(end, SMALL if small else BIG),
            words=tuple(outcome_lines(outcome)),
        )


def _actions(outcome: Outcome) -> tuple[Action | None, Action | None]:
    """What the person and the opponent did, where they decided."""
    hand = outcome.hand
    first: Action = "jam" if hand.jammed else "fold"
    second: Action | None = None if not hand.jammed else "call" if hand.called else "fold"
    return (first, second) if hand.small == 0 else (second, first)


def _best(outcome: Outcome, action: Action | None) -> Best | None:
    """What the equilibrium does; either where it does both and neither costs anything."""
    if action is None or outcome.chance is None:
        return None
    if outcome.cost_bb > CLOSE:
        return "fold" if action != "fold" else "jam" if outcome.hand.small == 0 else "call"
    return "either" if 1 - ALWAYS < outcome.chance < ALWAYS else action


@dataclass(frozen=True, kw_only=True)
class TurnContract(Contract):
    """The hand that a person has to play."""

    number: int
    """From 1."""
    position: Literal["sb", "bb"]
    cards: str
    jammed: bool
    """Whether the small blind has jammed, in the big blind."""
    chips: ChipsContract
    choices: dict[str, str]
    """What may be done, with the letter that tells it; "next hand" where the opponent has folded."""
    words: str

    @classmethod
    def of(cls, turn: PendingDecision) -> Self:
        """The contract of a hand."""
        return cls.pick(
            turn,
            number=turn.number + 1,
            position="sb" if turn.position == SMALL else "bb",
            cards=shown(turn.cards),
            chips=ChipsContract.of(turn.standing, turn.position),
            choices=_choices(turn),
            words=turn_words(turn),
        )


def _choices(turn: PendingDecision) -> dict[str, str]:
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
