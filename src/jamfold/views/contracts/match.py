"""The contracts of matches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from jamfold.cards import format_cards
from jamfold.practice.match.lines import SMALL
from jamfold.practice.match.results import Estimate, MatchResult
from jamfold.practice.match.session import FOLDS, PLAYS, WAITS, Outcome, Session, Turn
from jamfold.views.contracts.base import Contract, Pair
from jamfold.views.played import outcome_lines, shown, turn_words


@dataclass(frozen=True, kw_only=True)
class EstimateContract(Contract):
    """What the first player wins, in big blinds a hand."""

    mean_bb: float
    deviation_bb: float
    """Standard deviation of a hand; for duplicate of a deal played both ways round."""
    interval_bb: Pair
    """95 %; sampled, from the deals of this match."""

    @classmethod
    def of(cls, one: Estimate) -> Self:
        """The contract of an estimate."""
        return cls(mean_bb=one.mean, deviation_bb=one.deviation, interval_bb=one.interval)


@dataclass(frozen=True, kw_only=True)
class MatchContract(Contract):
    """A match of two players; the first one's results, in big blinds a hand."""

    game: str
    stacks: Pair
    """Of small and big blind in chips."""
    blinds: Pair
    antes: Pair
    first: str
    second: str
    seed: int | None
    """Of the deals; null, as the next entries, where nothing was played."""
    deals: int | None
    """Played both ways round."""
    hands: int | None
    raw: EstimateContract | None
    """Hand by hand; null where there are fewer than two hands."""
    duplicate: EstimateContract | None
    """By deals played both ways round; null where there are fewer than two."""
    without_luck: EstimateContract | None
    """The same deals with less luck (AIVAT with values of the equilibrium)."""
    exact_bb: float | None
    """Where both players' ranges are known."""
    off_model: tuple[int, int] | None
    """Hands in which the first, the second player limped or raised less than all-in."""
    off_model_bb: float | None
    """What the first player won in them together."""
    lost_by: str | None
    """Who has lost the match by a wrong line, by being slow or by leaving."""
    reason: str | None

    @classmethod
    def of(cls, result: MatchResult) -> Self:
        """The contract of a match."""
        definition, match = result.definition, result.match
        forfeit = None if match is None else match.forfeit
        return cls(
            game=definition.game.name,
            stacks=definition.stacks,
            blinds=definition.blinds,
            antes=definition.antes,
            first=result.names[0],
            second=result.names[1],
            seed=None if match is None else match.seed,
            deals=None if match is None else len(match.pairs),
            hands=None if match is None else len(match.hands),
            raw=_estimate(result.raw),
            duplicate=_estimate(result.duplicate),
            without_luck=_estimate(result.reduced),
            exact_bb=result.exact,
            off_model=None if match is None else (match.off_model(0), match.off_model(1)),
            off_model_bb=None if match is None else match.off_model_won / definition.situation.big_blind,
            lost_by=None if forfeit is None else forfeit.name,
            reason=None if forfeit is None else forfeit.sentence,
        )


def _estimate(one: Estimate | None) -> EstimateContract | None:
    return None if one is None else EstimateContract.of(one)


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
