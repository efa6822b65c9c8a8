"""Sentences of the trainer, and its pictures on the terminal."""

from __future__ import annotations

from math import isnan

from jamfold.core.display import in_bb
from jamfold.practice.training.exercises import Exercise, TableSpot
from jamfold.practice.training.grading import Decision, GradedDecision, GradedRange
from jamfold.ranges.grid import class_label, has_grid, square_rows
from jamfold.spots.analysis import Explanation
from jamfold.spots.strategy import Seat
from jamfold.views.table_sentences import decision_words

SEAT_WORDS = {Seat.SMALL_BLIND: "Small blind", Seat.BIG_BLIND: "Big blind"}


def spot_words(exercise: Exercise) -> str:
    """Return the spot in words: ``Small blind, 9.5 bb``."""
    stack = min(exercise.stacks)
    message = "" if exercise.seat is Seat.SMALL_BLIND else ", the small blind jams"
    level = exercise.level.bb_text()
    return f"{SEAT_WORDS[exercise.seat]}, {in_bb(stack)}{f', {level}' if level else ''}{message}"


def tree_words(decision: Decision) -> str:
    """Return a decision of a tree in words: ``Big blind, 15 bb, after sb raise 2``."""
    spot, report, node = decision.spot
    level = spot.situation.level.bb_text()
    after = f", after {', '.join(node.after)}" if node.after else ", first in"
    return f"{SEAT_WORDS[report.seat]}, {in_bb(decision.stack)}{f', {level}' if level else ''}{after}"


def tree_verdict_words(answer: GradedDecision) -> str:
    """Say right or wrong, what it cost, and the EV of every action, the best first."""
    ordered = sorted(answer.decision.evs.items(), key=lambda item: -item[1])
    evs = ", ".join(f"{name} {round(ev, 9) + 0.0:+.4f}" for name, ev in ordered)
    if not answer.right:
        return f"Wrong, costs {answer.loss:.4f} bb: {evs} bb."
    equal = [name for name in answer.best if name != answer.action]
    also = f" ({' and '.join(equal)} are as good)" if equal else ""
    return f"Right{also}: {evs} bb."


def verdict_words(answer: GradedDecision) -> str:
    """Say right or wrong, both EVs, and what it cost."""
    decision = answer.decision
    playing = decision.playing
    play, fold = (round(decision.evs[name], 9) + 0.0 for name in decision.actions)  # no minus before 0
    evs = f"{playing} {play:+.4f} bb, fold {fold:+.4f}"
    if answer.free:
        return f"Right: {playing} and fold are equally good ({evs})."
    if answer.right:
        return f"Right: {evs}; it gains {abs(decision.gains[playing]):.4f} bb."
    return f"Wrong, costs {answer.loss:.4f} bb: {evs}."


def three_words(decision: Decision) -> str:
    """Return a decision at a table of three in words: ``Button, first in, 8 bb each``."""
    hand = decision.spot.hand
    return f"{decision_words(hand, hand.nodes[decision.row])}, {in_bb(decision.stack)} each"


def table_spot_words(decision: Decision) -> str:
    """Return a decision of a spot in words: ``Cutoff, first in, 6.5 bb, 5 seats``."""
    table = decision.spot.key.hand
    level = table.level.bb_text()
    seat = decision_words(table, table.nodes[decision.row])
    return f"{seat}, {decision.stack:.4g} bb, {table.n} seats{f', {level}' if level else ''}"


def table_sample_words(spot: TableSpot) -> str:
    """Return the stacks of a spot, and how far from equilibrium its solution is."""
    key, answer = spot
    stacks = " / ".join(f"{stack:.4g}" for stack in key.hand.stacks)
    how = "By the model" if answer.is_modelled else f"Deals are sampled, {answer.seconds:g} s"
    return f"Stacks of sb, bb .. btn: {stacks} bb. {how}: no seat gains more than {answer.gain:.2g} bb (95%)."


def table_verdict_words(answer: GradedDecision) -> str:
    """Say right or wrong and what it cost, unless it is too close to call."""
    decision = answer.decision
    margin, doubt = decision.gains[decision.playing], decision.doubt
    if isnan(margin):
        return "Too close to call: the hand never gets here."
    about = f"to {decision.playing} is worth {margin:+.3f} bb compared with a fold, give or take {doubt:.3f}"
    if answer.free:
        return f"Too close to call: {about}."
    return f"Right: {about}." if answer.right else f"Wrong, costs {answer.loss:.3f} bb: {about}."


def marked_words(marked: GradedRange) -> str:
    return (
        f"You marked {marked.percent:.2f}% (equilibrium {marked.right_percent:.2f}%); "
        f"{marked.wrong_percent:.2f}% of hands are wrong, costing {100 * marked.loss:.2f} bb/100."
    )


def square_lines(played: list[list[float]], names: list[list[str]], marked: str) -> list[str]:
    """Return a square of hands: ``#`` played, ``+`` sometimes, ``.`` folded; the hand itself in brackets."""
    lines = []
    for row, shares in zip(names, played, strict=True):
        cells = []
        for name, share in zip(row, shares, strict=True):
            sign = "#" if share >= 0.995 else "." if share < 0.005 else "+"
            cells.append(f"[{sign}]" if name == marked else f" {sign} ")
        lines.append("  " + "".join(cells).rstrip())
    return lines


def picture_lines(explanation: Explanation) -> list[str]:
    """Return the seat's range as a square, this hand in brackets; empty if hands do not fill a square."""
    game = explanation.spot.game
    if not has_grid(game):
        return []
    ids = square_rows(game)
    strategy = explanation.spot.strategy(explanation.seat)
    played = [[float(strategy.frequency[k]) for k in row] for row in ids]
    return square_lines(played, [[class_label(game, k) for k in row] for row in ids], explanation.name)
