"""Verdicts, pictures and score of the trainer on the terminal, and its cards as a deck for Anki."""

from __future__ import annotations

import zipfile
from typing import BinaryIO

from jamfold.cases.answers.training import TrainExport
from jamfold.cases.training_kept import TrainExportRequest
from jamfold.core.display import plural
from jamfold.histories.statistics import Cell
from jamfold.practice.training.cards import Card, FlashcardDeck
from jamfold.practice.training.grading import RuleAdvice
from jamfold.practice.training.log import TrainingRepair, TrainingScore, write_lines
from jamfold.ranges.grid import class_label, has_grid, square_rows
from jamfold.spots.analysis import Explanation
from jamfold.spots.strategy import Seat
from jamfold.views.formats import FileContract, csv_text, per_100
from jamfold.views.sheet import Sheet, Table, words
from jamfold.views.training_schemas import SEAT_WORDS, MarkedContract, VerdictContract

SHOWN = 12
"""Number of hands of a marked range on the terminal."""
DAYS = 14
"""Number of days on the terminal; the file has all answers."""


def repair_text(answer: TrainingRepair) -> str:
    answers = plural(answer.answers, "answer")
    if not answer.fault:
        return f"The file is intact: {answers}."
    return f"The file {answer.fault}: {answers} saved; renamed to '{answer.aside}'."


def imported_text(added: int, answers: int) -> str:
    return f"{added:,} of {answers:,} answers are new."


def forgotten_text(answers: int) -> str:
    return f"Deleted {plural(answers, 'answer')}."


def export_contract(question: TrainExportRequest, answer: TrainExport) -> FileContract:
    name = f"jamfold-training{f'-{question.game}' if question.game else ''}.{answer.format}"
    return FileContract(name=name, text="".join(write_lines(answer.answers, answer.format)))


def again_words(verdict: VerdictContract) -> str:
    """Say when the card is due again; empty if it is not a card."""
    if verdict.days is None:
        return ""
    if verdict.days < 1 / 24:
        when = f"{max(1, round(verdict.days * 1440))} min"
    else:
        when = f"{verdict.days:.0f} days" if verdict.days >= 1.5 else f"{max(1, round(verdict.days * 24))} h"
    return f"Next in {when}."


def rule_words(rule: RuleAdvice, playing: str) -> str:
    """Say what the point rule advises, and what that costs."""
    needed = "anything" if rule.needed is None else f"from {rule.needed}"
    cost = f"costs {rule.loss:.4f} bb here" if rule.loss > 0 else "is right here"
    threshold = f"at {rule.s:g} bb {playing} {needed}"
    return f"The rule says {rule.action}: {rule.points} points; {threshold}. That {cost}."


def wrong_lines(marked: MarkedContract) -> list[str]:
    """List the most expensive hands of a marked range."""
    lines = [
        f"  {wrong.name}: {wrong.best}, {'marked' if wrong.marked >= 0.5 else 'not marked'}; "
        f"{wrong.loss:.4f} bb"
        for wrong in marked.wrong[:SHOWN]
    ]
    left = len(marked.wrong) - SHOWN
    return lines + ([f"  and {left:,} more"] if left > 0 else [])


def picture_lines(explanation: Explanation) -> list[str]:
    """Return the range as a square: ``#`` played, ``+`` sometimes, ``.`` folded, this hand in brackets.

    Empty if hands do not fill a square.
    """
    game, lines = explanation.spot.game, []
    if not has_grid(game):
        return []
    played = explanation.spot.strategy(explanation.seat).frequency
    for row in square_rows(game):
        cells = []
        for class_id in row:
            sign = "#" if played[class_id] >= 0.995 else "." if played[class_id] < 0.005 else "+"
            is_hand = class_label(game, class_id) == explanation.name
            cells.append(f"[{sign}]" if is_hand else f" {sign} ")
        lines.append(f"  {''.join(cells)}".rstrip())
    return lines


def score_line(score: TrainingScore) -> str:
    total = score.total
    if not total.decisions:
        return "No answers yet."
    text = (
        f"{score.right} of {total.decisions} right ({score.right_percent:.1f}%), "
        f"{per_100(total.rate_mbb)} bb lost per 100 decisions"
    )
    if total.interval_mbb is not None:
        text += " (95% interval {} to {})".format(*map(per_100, total.interval_mbb))
    return f"{text}; {score.streak} right in a row, at most {score.best_streak}."


def score_view(score: TrainingScore) -> Sheet:
    lines: list[str | Table] = [score_line(score)]
    if score.rule_decisions:
        lines.append(
            f"The built-in rule would have lost {per_100(score.rule_mbb)} bb per 100 "
            f"decisions where you lost {per_100(score.rule_own_mbb)} "
            f"({plural(score.rule_decisions, 'decision')})."
        )
    if score.ranges:
        lines.append(
            f"{plural(score.ranges, 'range')} marked, {100 * score.range_loss:.2f} bb lost per 100 hands."
        )
    if score.cards:
        lines.append(f"{plural(score.cards, 'card')} learned, {score.due:,} due.")
    for title, cells in (
        ("By seat", score.by_seat),
        ("By stack, bb", score.by_stack),
        ("By day", score.by_day[-DAYS:]),
    ):
        if cells:
            lines.append(_table(title, cells))
    return Sheet(parts=lines)


def _table(title: str, cells: tuple[Cell, ...]) -> Table:
    rows = []
    for cell in cells:
        interval = "" if cell.interval_mbb is None else "{} to {}".format(*map(per_100, cell.interval_mbb))
        rows.append(
            [cell.name, f"{cell.decisions:,}", f"{cell.mistakes:,}", per_100(cell.rate_mbb), interval]
        )
    return Table((*words(title), "decisions", "mistakes", "bb per 100", "95% interval"), rows)


# ---- Anki.

_WIDTH, _HEIGHT, _LEFT, _TOP = 460, 220, 52, 14
_BLUE = "#0069b4"
_MOST_BB = 1.0
"""Larger margins, in big blinds, are drawn at the edge."""


def write_anki(deck: FlashcardDeck, stream: BinaryIO) -> int:
    """Write a ZIP file for Anki, with ``deck.csv`` and pictures in ``media``; return the number of cards.

    Anki reads ``deck.csv`` by *File, Import*, and expects the pictures in its folder ``collection.media``.
    The first field of a note never changes, so a second import updates it.
    """
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        rows = []
        for card in deck.cards:
            name = f"jamfold-{card.key.game}-{_slug(card.key.level)}{card.key.seat}-{card.key.hand}.svg"
            _add(archive, f"media/{name}", card_picture(deck, card))
            rows.append(_note(deck, card, name))
        _add(archive, "deck.csv", _csv(deck, rows))
        _add(archive, "README.txt", _README)
    return len(deck.cards)


_README = """Copy the pictures in 'media' into Anki's folder collection.media (Tools, Check Media,
View Files), then import deck.csv (File, Import). The deck and the columns are named in the file.
"""


def _add(archive: zipfile.ZipFile, name: str, text: str) -> None:
    """Add a file with a fixed date, so that the same cards give the same bytes."""
    archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text.encode(), zipfile.ZIP_DEFLATED)


def _slug(level: str) -> str:
    return "".join(c if c.isalnum() or c == "." else "-" for c in f"{level} ") if level else ""


def _csv(deck: FlashcardDeck, rows: list[tuple[str, str, str, str]]) -> str:
    title = f"jamfold::{deck.chart.game.title}{f', {deck.level}' if deck.level else ''}"
    head = f"#separator:Comma\n#html:true\n#deck:{title}\n#columns:Id,Front,Back,Tags\n#tags column:4\n"
    return head + csv_text(rows)


def _note(deck: FlashcardDeck, card: Card, picture: str) -> tuple[str, str, str, str]:
    seat = Seat(card.key.seat)
    level = f", {card.key.level}" if card.key.level else ""
    text = f"up to which stack do you {seat.action.value} <b>{card.key.hand}</b>?"
    front = f"{deck.chart.game.title}{level}<br>{SEAT_WORDS[seat]}: {text}"
    back = f"{stack_words(deck, card)}<br><img src='{picture}'>"
    return (" ".join(card.key), front, back, f"jamfold {card.key.game} {seat.value}")


def stack_words(deck: FlashcardDeck, card: Card) -> str:
    seat = Seat(card.key.seat)
    plays = f"{seat.action.value}s"
    runs = deck.chart.intervals(seat, card.class_id)
    low, high = deck.chart.stacks[0], deck.chart.stacks[-1]
    if not runs:
        return f"Never {seat.action.value} it from {low:g} to {high:g} bb"
    if runs[0][0] <= low and len(runs) == 1:
        return f"{plays.capitalize()} it up to {runs[0][1]:g} bb" + (
            " at least" if runs[0][1] == high else ""
        )
    return f"{plays.capitalize()} it at " + ", ".join(f"{low:g} to {high:g}" for low, high in runs) + " bb"


def card_picture(deck: FlashcardDeck, card: Card) -> str:
    """Draw the gain of playing a hand over folding by stack as SVG; blue where it is played."""
    seat = Seat(card.key.seat)
    margins = deck.margins(seat)[:, card.class_id]
    low, high = deck.chart.stacks[0], deck.chart.stacks[-1]

    def x(stack: float) -> float:
        return _LEFT + (_WIDTH - _LEFT - 10) * (stack - low) / (high - low)

    def y(gain: float) -> float:
        return _TOP + (_HEIGHT - 2 * _TOP - 24) * (0.5 - max(-1.0, min(1.0, gain / _MOST_BB)) / 2)

    pairs = zip(deck.chart.stacks, margins.tolist(), strict=True)
    line = " ".join(f"{x(stack):.1f},{y(gain):.1f}" for stack, gain in pairs if gain == gain)
    bands = "".join(
        f"<rect x='{x(first):.1f}' y='{_TOP}' width='{max(2.0, x(last) - x(first)):.1f}' "
        f"height='{y(-1) - y(1):.1f}' fill='{_BLUE}' opacity='.18'/>"
        for first, last in deck.chart.intervals(seat, card.class_id)
    )
    ticks = "".join(
        _text(x(stack), _HEIGHT - 18, "middle", f"{stack}") for stack in range(5, int(high) + 1, 5)
    )
    sides = "".join(_text(_LEFT - 6, y(gain) + 4, "end", f"{gain:+g}") for gain in (-1, 0, 1))
    words = f"stack, big blinds; {card.key.hand}: bb gained over folding"
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {_WIDTH} {_HEIGHT}' width='{_WIDTH}' "
        f"height='{_HEIGHT}' font-family='sans-serif' font-size='12'>"
        f"<rect width='100%' height='100%' fill='#fff'/>{bands}"
        f"<path d='M{_LEFT} {y(0):.1f}H{_WIDTH - 10}' stroke='#555'/>"
        f"<polyline points='{line}' fill='none' stroke='{_BLUE}' stroke-width='2.5'/>"
        f"{ticks}{sides}{_text((_LEFT + _WIDTH) / 2, _HEIGHT - 3, 'middle', words)}</svg>"
    )


def _text(x: float, y: float, anchor: str, words: str) -> str:
    return f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}'>{words}</text>"
