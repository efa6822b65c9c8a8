"""The trainer in words, and its pictures on the terminal."""

from __future__ import annotations

from math import isnan

from jamfold.practice.trainer.exercise import Exercise
from jamfold.practice.trainer.table_exercise import TableExercise, TableVerdict
from jamfold.practice.trainer.tree_exercise import TreeExercise, TreeGrade
from jamfold.practice.trainer.verdict import ExplainedVerdict, Grade, GradedRange
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.shown import in_bb
from jamfold.spots.strategy import Seat
from jamfold.views.table_words import decision_words

SEAT_WORDS = {Seat.SMALL_BLIND: "Small blind", Seat.BIG_BLIND: "Big blind"}


def spot_words(asked: Exercise) -> str:
    """The spot in words: ``Small blind, 9.5 bb``."""
    stack = min(asked.stacks)
    told = "" if asked.seat is Seat.SMALL_BLIND else ", the small blind jams"
    level = asked.level.bb_text()
    return f"{SEAT_WORDS[asked.seat]}, {in_bb(stack)}{f', {level}' if level else ''}{told}"


def tree_words(asked: TreeExercise) -> str:
    """A decision of a tree in words: ``Big blind, 15 bb, after sb raise 2``."""
    level = asked.spot.situation.level.in_bb.bb_text()
    after = f", after {', '.join(asked.after)}" if asked.after else ", first in"
    return f"{SEAT_WORDS[asked.seat]}, {in_bb(asked.stack)}{f', {level}' if level else ''}{after}"


def tree_verdict_words(asked: TreeExercise, verdict: TreeGrade) -> str:
    """Right or wrong, what it cost, and what every action earns, the best first."""
    ordered = sorted(asked.evs.items(), key=lambda one: -one[1])
    evs = ", ".join(f"{name} {round(ev, 9) + 0.0:+.4f}" for name, ev in ordered)
    if not verdict.right:
        return f"Wrong, costs {verdict.loss:.4f} bb: {evs} bb."
    others = [name for name in verdict.best if name != verdict.action]
    also = f" ({' and '.join(others)} as good)" if others else ""
    return f"Right{also}: {evs} bb."


def verdict_words(verdict: Grade, playing: str) -> str:
    """Right or wrong, both EVs, and what it cost."""
    play, fold = (round(value, 9) + 0.0 for value in (verdict.ev_play, verdict.ev_fold))  # no minus before 0
    evs = f"{playing} {play:+.4f} bb, fold {fold:+.4f}"
    if verdict.free:
        return f"Right: {playing} and fold are equally good ({evs})."
    if verdict.right:
        return f"Right: {evs}; it gains {abs(verdict.margin):.4f} bb."
    return f"Wrong, costs {verdict.loss:.4f} bb: {evs}."


def table_spot_words(asked: TableExercise) -> str:
    """A decision of a spot in words: ``Cutoff, first in, 6.5 bb, 5 seats``."""
    table = asked.table
    level = table.level.bb_text()
    words = f"{decision_words(table, asked.node)}, {asked.stack:.4g} bb, {table.n} seats"
    return f"{words}{f', {level}' if level else ''}"


def table_sample_words(asked: TableExercise) -> str:
    """The stacks of a spot, and how far from equilibrium its solution is."""
    stacks = " / ".join(f"{stack:.4g}" for stack in asked.table.stacks)
    known = asked.answer
    how = "By the model" if known.is_modelled else f"Deals are sampled, {known.seconds:g} s"
    return f"Stacks of sb, bb .. btn: {stacks} bb. {how}: no seat gains more than {known.gain:.2g} bb (95 %)."


def table_verdict_words(asked: TableExercise, verdict: TableVerdict) -> str:
    """Right or wrong, and what it cost, unless it is too close to call."""
    if isnan(verdict.sampled):
        return "Too close to call: the hand does not come here."
    worth = f"to {asked.playing} is worth {verdict.sampled:+.3f} bb beside a fold"
    if verdict.free:
        return f"Too close to call: {worth}, give or take {verdict.doubt:.3f}."
    about = f"{worth}, give or take {verdict.doubt:.3f}"
    return f"Right: {about}." if verdict.right else f"Wrong, costs {verdict.loss:.3f} bb: {about}."


def marked_words(marked: GradedRange) -> str:
    return (
        f"{marked.wrong_percent:.2f} % of hands are wrong: {marked.percent:.2f} % marked, "
        f"{marked.right_percent:.2f} % in equilibrium; costs {100 * marked.loss:.2f} bb per 100 hands."
    )


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


def picture_lines(verdict: ExplainedVerdict) -> list[str]:
    """The seat's range as a square of hands, this one in brackets; nothing where hands fill no square."""
    game = verdict.spot.game
    if not has_grid(game):
        return []
    cells = grid_cells(game)
    places = sorted({row for row, _ in cells})
    strategy = verdict.spot.strategy(verdict.explanation.seat)
    ids = [[cells[row, column] for column in places] for row in places]
    played = [[float(strategy.frequency[k]) for k in row] for row in ids]
    return square_lines(
        played, [[class_label(game, k) for k in row] for row in ids], verdict.explanation.name
    )
