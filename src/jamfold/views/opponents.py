"""Opponents compared with the equilibrium, and advice against them: contracts, words, terminal, HTML."""

from __future__ import annotations

from typing import Self

import numpy as np

from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import Game, find_game
from jamfold.cases.histories import HistoryOpponentsRequest
from jamfold.histories.filters import depth_of
from jamfold.histories.opponents import Advice, Opponent
from jamfold.ranges.writing.format import format_classes
from jamfold.views.formats import SEAT_WORDS, Contract, Pair
from jamfold.views.history_import import printable
from jamfold.views.history_report import dead_words
from jamfold.views.sheet import Heads, Sheet, Table, on_page, on_terminal, text, words


class AdviceContract(Contract):
    """The advice against an opponent; gains over the equilibrium are in big blinds per hand dealt."""

    seat: str
    """The seat that the advice is for."""
    s: float
    b: float
    """s and b of the spot, one in the middle of the opponent's."""
    live_bb: float
    dead_bb: float
    """live_bb, dead_bb: what each can lose after the antes, and all antes and dead blinds."""
    plays: float
    """The share of all hands that the advice jams or calls."""
    equilibrium_plays: float
    gain_low: float
    gain_high: float
    """gain_low, gain_high: gains at the ends of the interval of the opponent's frequency."""
    worst: float
    """The smallest gain over the interval."""
    exploitability: float
    """The loss of the advice against a best response, compared with the equilibrium."""
    more: str
    """Hands played where the equilibrium folds; empty in four-card games with thousands of classes."""
    fewer: str
    """Hands folded where the equilibrium plays."""

    @classmethod
    def of(cls, advice: Advice, opponent: Opponent) -> Self:
        game = find_game(opponent.habit.key.game)
        texts = {name: _classes_text(game, getattr(advice, name)) for name in ("more", "fewer")}
        habit = opponent.habit
        dead = 2.0 * max(0.0, habit.unit_bb - 1.0)
        live = habit.unit_bb * habit.spot.s - dead / 2
        return cls.pick(advice, habit.spot, live_bb=live, dead_bb=dead, **texts)


def _classes_text(game: Game, classes: tuple[int, ...]) -> str:
    """Format classes as a range; empty in games with many classes."""
    if not classes or game.has_many_classes:
        return ""
    weights = np.zeros(hand_classes(game).n)
    weights[list(classes)] = 1.0
    return format_classes(game, weights)


class OpponentContract(Contract):
    """An opponent's frequency of playing in a seat at some stacks."""

    player: str
    site: str
    game: str
    seat: str
    """sb: they jam; bb: they call a jam."""
    depth: str
    """The group of stacks, s, of the median spot."""
    stack: str
    """The smaller stack before anything is posted, in big blinds."""
    chances: int
    plays: int
    limps: int
    raises: int
    folds: int
    frequency: float
    """``plays`` divided by ``chances``."""
    equilibrium: float
    """The equilibrium's frequency in the same spots."""
    mean: float
    """Mean of the posterior, whose prior is the equilibrium with the weight of ten chances."""
    interval: Pair
    """95% interval of the posterior."""
    advice: AdviceContract | None
    """Null to play the equilibrium: with fewer than 20 chances, or no certain gain."""

    @classmethod
    def of(cls, opponent: Opponent) -> Self:
        habit = opponent.habit
        return cls.pick(
            habit,
            habit.key,
            player=habit.key.name,
            depth=depth_of(habit.spot.s),
            folds=habit.chances - habit.plays - habit.limps - habit.raises,
            frequency=habit.observed,
            interval=(habit.low, habit.high),
            advice=None if opponent.advice is None else AdviceContract.of(opponent.advice, opponent),
        )


NO_ADVICE = "No safe exploit: stay with the equilibrium."
_NOTHING = 1e-9


def opponent_contracts(answer: tuple[Opponent, ...]) -> tuple[OpponentContract, ...]:
    return tuple(map(OpponentContract.of, answer))


def opponents_sheet(_: HistoryOpponentsRequest | None, answer: tuple[Opponent, ...]) -> Sheet:
    """Return habits compared with the equilibrium, and what to do about each."""
    opponents = opponent_contracts(answer)
    rows = list(map(opponent_texts, opponents))
    advised = [[*row, advice_words(opponent)] for row, opponent in zip(rows, opponents, strict=True)]
    lines = [printable(line) for opponent in opponents for line in advice_lines(opponent)]
    return Sheet(
        parts=(
            on_terminal(Table(OPPONENT_HEADS, rows, is_flush=True)),
            on_page(Table((*OPPONENT_HEADS, text("what to do")), advised)),
            *(lines or [NO_ADVICE]),
        )
    )


OPPONENT_HEADS: Heads = (
    *words("player", "site", "seat"), "stack, bb", "n", "plays", "equilibrium", "95%", "limps", "raises",
)  # fmt: skip


def opponent_texts(habit: OpponentContract) -> list[str]:
    low, high = habit.interval
    cells = (
        habit.player, habit.site, SEAT_WORDS[habit.seat], habit.stack, f"{habit.chances:,}",
        f"{habit.frequency:.0%}", f"{habit.equilibrium:.0%}", f"{low:.0%} to {high:.0%}",
        f"{habit.limps:,}", f"{habit.raises:,}",
    )  # fmt: skip
    return [printable(cell) for cell in cells]


def advice_words(opponent: OpponentContract) -> str:
    """Return the advice against an opponent, for a table cell."""
    advice = opponent.advice
    if advice is None:
        return "the equilibrium"
    action = "jam" if advice.seat == "sb" else "call"
    return (
        f"{action} {advice.plays:.0%} instead of {advice.equilibrium_plays:.0%}: at least "
        f"{advice.worst:+.4f} bb/hand, exploitable for {advice.exploitability:.4f} bb"
    )


def advice_lines(opponent: OpponentContract) -> list[str]:
    """Return the advice against an opponent with its risk; empty if the equilibrium remains best."""
    advice = opponent.advice
    if advice is None:
        return []
    action = "jam" if advice.seat == "sb" else "call"
    left = " left" if advice.dead_bb > _NOTHING else ""
    stack = f"{advice.live_bb:.4g} bb{left}{dead_words(advice.dead_bb, 'dead money')}"
    spot = f"Against {opponent.player} in the {SEAT_WORDS[opponent.seat]} at {stack}"
    ends = f"{advice.gain_low:+.4f} and {advice.gain_high:+.4f} at the ends of the 95% interval"
    first = (
        f"{spot}: {action} {advice.plays:.1%} instead of {advice.equilibrium_plays:.1%}: gains at least "
        f"{advice.worst:+.4f} bb/hand ({ends}); exploitable for {advice.exploitability:.4f} bb."
    )
    lines = [first]
    lines += [f"  {action} also {advice.more}"] if advice.more else []
    lines += [f"  fold {advice.fewer}"] if advice.fewer else []
    return lines
