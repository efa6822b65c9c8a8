"""The trainer in words, and its pictures on the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jamfold.spots.strategy import Seat

if TYPE_CHECKING:
    from jamfold.practice.trainer.asking import Asked
    from jamfold.practice.trainer.judging import MarkedRange, Verdict
    from jamfold.practice.trainer.three import ThreeAsked, ThreeVerdict
    from jamfold.views.contracts.training import (
        MarkedContract,
        RuleSaysContract,
        TrainScoreContract,
        VerdictContract,
    )

SEAT_WORDS = {Seat.SMALL_BLIND: "Small blind", Seat.BIG_BLIND: "Big blind"}
SHOWN = 12
"""Hands of a marked range that the terminal lists."""


def spot_words(asked: Asked) -> str:
    """The spot in words: ``Small blind, 9.5 bb``."""
    from jamfold.practice.trainer.answers import level_text

    stack = min(asked.stacks)
    told = "" if asked.seat is Seat.SMALL_BLIND else ", the small blind jams"
    level = level_text(asked.blinds[0] / asked.blinds[1], asked.ante, asked.bb_ante, asked.dead)
    return f"{SEAT_WORDS[asked.seat]}, {stack:.6g} bb{f', {level}' if level else ''}{told}"


def verdict_words(verdict: Verdict) -> str:
    """Right or wrong, both EVs, and what it cost."""
    hand = verdict.explanation.hand
    playing = verdict.explanation.seat.action.value
    return _told(playing, verdict, hand.ev_allin_bb, hand.ev_fold_bb)


def three_words(asked: ThreeAsked, verdict: ThreeVerdict) -> str:
    """The same at a table of three."""
    return _told(asked.playing, verdict, verdict.ev_play, verdict.ev_fold)


def _told(playing: str, verdict: Verdict | ThreeVerdict, play: float, fold: float) -> str:
    play, fold = (round(value, 9) + 0.0 for value in (play, fold))  # no minus before 0
    evs = f"{playing} {play:+.4f} bb, fold {fold:+.4f}"
    if verdict.free:
        return f"Right: {playing} and fold are equally good ({evs})."
    if verdict.right:
        return f"Right: {evs}; it gains {abs(verdict.margin):.4f} bb."
    return f"Wrong, costs {verdict.loss:.4f} bb: {evs}."


def marked_words(marked: MarkedRange) -> str:
    """How far a marked range is from the equilibrium."""
    return (
        f"{marked.wrong_percent:.2f} % of hands are wrong: {marked.percent:.2f} % marked, "
        f"{marked.right_percent:.2f} % in equilibrium; costs {1000 * marked.loss:.2f} mbb a hand."
    )


def again_words(one: VerdictContract) -> str:
    """When the card comes again; empty if it is none."""
    if one.days is None:
        return ""
    if one.days < 1 / 24:
        when = f"{max(1, round(one.days * 1440))} min"
    else:
        when = f"{one.days:.0f} days" if one.days >= 1.5 else f"{max(1, round(one.days * 24))} h"
    return f"Comes again in {when} ({one.rating})."


def rule_words(rule: RuleSaysContract) -> str:
    """What the rule says."""
    needed = "any points" if rule.needed is None else f"{rule.needed} points"
    cost = f"costs {rule.loss_bb:.4f} bb here" if rule.loss_bb > 0 else "is right here"
    return (
        f"The rule says {rule.action}: {rule.points} points, from {needed} on at {rule.s:g} bb; that {cost}."
    )


def wrong_lines(one: MarkedContract) -> list[str]:
    """The dearest hands of a marked range."""
    lines = [
        f"  {wrong.name}: {wrong.best}, {'marked' if wrong.marked >= 0.5 else 'not marked'}; "
        f"{1000 * wrong.loss_bb:.3f} mbb"
        for wrong in one.wrong[:SHOWN]
    ]
    left = len(one.wrong) - SHOWN
    return lines + ([f"  and {left:,} more"] if left > 0 else [])


def square_lines(played: list[list[float]], names: list[list[str]], marked: str) -> list[str]:
    """A square of hands: ``#`` played, ``+`` sometimes, ``.`` folded; the hand itself in brackets."""
    lines = []
    for row, shares in zip(names, played, strict=True):
        cells = []
        for name, share in zip(row, shares, strict=True):
            sign = "#" if share >= 0.995 else "." if share < 0.005 else "+"
            cells.append(f"[{sign}]" if name == marked else f" {sign} ")
        lines.append("  " + "".join(cells).rstrip())
    return lines


def score_line(score: TrainScoreContract) -> str:
    """The score in one line."""
    total = score.total
    if not total.decisions:
        return "No answers yet."
    text = (
        f"{score.right} of {total.decisions} right ({score.right_percent:.1f} %), "
        f"{total.error_rate_mbb:.1f} mbb a decision"
    )
    if total.interval_mbb is not None:
        text += " (95 % interval {:.1f} to {:.1f})".format(*total.interval_mbb)
    return f"{text}; {score.streak} right in a row, at most {score.best_streak}."


def picture_lines(verdict: Verdict) -> list[str]:
    """The seat's range as a square of hands, this one in brackets; nothing where hands fill no square."""
    from jamfold.ranges.grid import class_label, grid_cells, has_grid

    game = verdict.spot.game
    if not has_grid(game):
        return []
    cells = grid_cells(game)
    places = sorted({row for row, _ in cells})
    strategy = verdict.spot.strategy(verdict.explanation.seat)
    ids = [[cells[row, column] for column in places] for row in places]
    played = [[float(strategy.played[k]) for k in row] for row in ids]
    return square_lines(
        played, [[class_label(game, k) for k in row] for row in ids], verdict.explanation.name
    )
