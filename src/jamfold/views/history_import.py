"""Imports of played hands: JSON contracts, and what was read, what failed and what was solved."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Self

from jamfold.cases.answers.histories import KeptHands, StoredHand
from jamfold.cases.histories import HistoryImportRequest, HistoryTablesRequest
from jamfold.core.display import plural
from jamfold.histories.decisions import RatedPlayer
from jamfold.histories.importer import ImportReport
from jamfold.histories.multiway_solver import TablesSampled
from jamfold.histories.records import Problem
from jamfold.histories.store import HistoryRepair, SiteCounts
from jamfold.views.formats import Contract
from jamfold.views.html import Html, element
from jamfold.views.sheet import Heads, Sheet, Table, words


class HistoryHandContract(Contract):
    """A stored hand; amounts in chips or money, as the site wrote them."""

    file: str
    line: int
    hand_id: str
    site: str
    game: str
    limit: str
    status: str
    """decision, other (they limped or raised less), none, or outside."""
    reason: str
    """Why it is not a decision; empty if it is."""
    players: int
    day: str
    tournament: str
    currency: str
    hero: str
    sb_name: str
    bb_name: str
    sb_stack: float | None
    bb_stack: float | None
    """Before anything is posted; null if nobody posted the big blind."""
    small_blind: float
    big_blind: float
    sb_ante: float
    bb_ante: float
    """Antes posted, including dead blinds of the two players."""
    dead: float | None
    """d: posted by those who folded; null, as the next three, if there is no spot."""
    live: float | None
    """L: what each of the two players can still win or lose after the antes."""
    s: float | None
    b: float | None
    sb_decision: str
    bb_decision: str
    sb_cards: str
    bb_cards: str

    @classmethod
    def of(cls, hand: StoredHand) -> Self:
        row = hand.row

        def chips(coins: int | None) -> float | None:
            if coins is None:
                return None
            return coins / row.coin if coins % row.coin else coins // row.coin

        amounts = {
            name: chips(getattr(row, name))
            for name in ("small_blind", "big_blind", "sb_ante", "bb_ante", "dead", "live")
        }
        return cls.pick(
            row,
            file=hand.file,
            sb_stack=chips(row.sb_stack) if row.sb_name else None,
            bb_stack=chips(row.bb_stack) if row.bb_name else None,
            **amounts,
        )


FILES_SHOWN = 10
PROBLEMS_SHOWN = 20
"""Number of problems printed after an import; `history problems` prints all."""


def import_summary(answer: ImportReport) -> list[str]:
    counts = answer.counts
    files, jams = plural(answer.files, "file"), plural(counts.decisions, "jam/fold hand")
    rest = {"duplicate": counts.duplicates, "conflict": counts.conflicts}
    left_out = [plural(count, word) for word, count in rest.items() if count]
    left_out += [f"{counts.unreadable:,} unreadable"] if counts.unreadable else []
    outside = f"; {plural(counts.outside, 'hand')} outside the model" if counts.outside else ""
    choices = plural(counts.choices, "decision")
    skipped = "summary" if counts.summaries == 1 else "summaries"
    return [
        f"{plural(counts.hands, 'new hand')} from {files}{'; ' if left_out else ''}{', '.join(left_out)}.",
        f"{jams} with {choices} in the blinds{outside}.",
        *([f"{counts.summaries:,} tournament {skipped} skipped."] if counts.summaries else []),
        *(_site_line(site) for site in answer.sites if answer.files > 1),
        *_file_lines(answer),
    ]


def _file_lines(answer: ImportReport) -> list[str]:
    """Return lines on the files with unreadable hands, the most first; empty for a single file."""
    files = [file for file in answer.by_file if file.unreadable] if answer.files > 1 else []
    files.sort(key=lambda file: (-file.unreadable, file.file))
    lines = []
    for file in files[:FILES_SHOWN]:
        repeated = f", {plural(file.duplicates, 'duplicate')}" if file.duplicates else ""
        hands = plural(file.hands, "new hand") + repeated
        lines.append(f"  {printable(file.file)}: {hands}, {file.unreadable:,} unreadable.")
    if len(files) > FILES_SHOWN:
        lines.append(f"  ... and {plural(len(files) - FILES_SHOWN, 'more file')} with unreadable hands.")
    return lines


def _site_line(site: SiteCounts) -> str:
    hands = f"{plural(site.hands, 'hand')}, {plural(site.decisions, 'jam/fold hand')}"
    return f"  {site.site}: {hands}, {site.outside:,} outside."


def import_lines(answer: ImportReport) -> list[str]:
    lines = import_summary(answer)
    lines += [problem_line(problem) for problem in answer.problems[:PROBLEMS_SHOWN]]
    if len(answer.problems) > PROBLEMS_SHOWN:
        most = answer.reasons[:PROBLEMS_SHOWN]
        lines += [f"  {plural(count.hands, 'time')}: {printable(count.reason)}" for count in most]
        lines.append(
            f"... and {len(answer.problems) - PROBLEMS_SHOWN:,} more: run `jamfold history problems`."
        )
    return lines


def watched_line(file: Path, answer: ImportReport) -> str:
    """Say what is new in a watched file; its last hand may be half written."""
    counts = answer.counts
    hands = f"{plural(counts.hands, 'new hand')}, {plural(counts.decisions, 'jam/fold hand')}"
    unread = f"; {counts.unreadable:,} not readable so far" if counts.unreadable else ""
    return printable(f"{file.name}: {hands}{unread}.")


def sampled_line(question: HistoryTablesRequest, answer: TablesSampled) -> str:
    if not answer.spots:
        return "No table of four to ten is left to solve."
    left = (
        f" {plural(answer.left, 'spot')} {'is' if answer.left == 1 else 'are'} left." if answer.left else ""
    )
    sampled = (
        f" The model does not cover {answer.sampled:,} of them: sampled for {question.seconds:g} s each."
        if answer.sampled
        else ""
    )
    return (
        f"{plural(answer.spots, 'spot')} of four to ten seats solved, with "
        f"{plural(answer.decisions, 'decision')}: no seat gains more than {answer.largest_gain:.2g} bb "
        f"(95% for each spot).{sampled}{left}"
    )


def repair_lines(answer: HistoryRepair) -> list[str]:
    saved = f"{plural(answer.hands, 'hand')} of {plural(answer.files, 'file')}"
    if not answer.fault:
        return [f"The file is intact: {saved}."]
    return [
        f"The file {answer.fault}: {saved} saved, {answer.lost:,} lost; renamed to '{answer.aside}'.",
        "Import the files again: saved hands are skipped, lost hands are added back.",
    ]


def players_sheet(players: Sequence[RatedPlayer]) -> Sheet:
    rows = [[printable(player.name), player.site, f"{player.decisions:,}"] for player in players]
    return Sheet(parts=[Table((*words("player", "site"), "decisions"), rows, is_flush=True)])


def problem_line(problem: Problem) -> str:
    """Format a problem as one line that an editor can jump to."""
    place = f"{problem.file}:{problem.line}: " if problem.line else f"{problem.file}: "
    return printable(f"{place}{problem.sentence}")


def problem_lines(problems: Sequence[Problem]) -> list[str]:
    return list(map(problem_line, problems))


def printable(text: str) -> str:
    """Replace control characters: names and files may hold any text."""
    return "".join(sign if sign.isprintable() else "?" for sign in text)


def hand_contracts(answer: KeptHands) -> tuple[HistoryHandContract, ...]:
    return tuple(map(HistoryHandContract.of, answer.hands))


def hands_sheet(answer: KeptHands) -> Sheet:
    heads: Heads = (
        *words("hand", "site", "game"), "stack, bb",
        *words("small blind", "cards", "did", "big blind", "cards", "did", "note"),
    )  # fmt: skip
    rows = [
        map(printable, (
            hand.hand_id, hand.site, hand.game, _stack(hand), hand.sb_name, hand.sb_cards,
            hand.sb_decision, hand.bb_name, hand.bb_cards, hand.bb_decision, hand.reason,
        ))
        for hand in hand_contracts(answer)
    ]  # fmt: skip
    return Sheet(parts=[Table(heads, list(map(list, rows)), is_flush=True)])


def _stack(hand: HistoryHandContract) -> str:
    """Format the smaller stack of the two before posting, in big blinds; empty if there is no spot."""
    if hand.s is None or hand.sb_stack is None or hand.bb_stack is None:
        return ""
    return f"{min(hand.sb_stack, hand.bb_stack) / hand.big_blind:.4g}"


def forgotten_text(hands: int) -> str:
    return f"Deleted {plural(hands, 'hand')}."


PROBLEMS = 300
"""Number of problems listed on a page; the command line prints all."""


def import_fragment(question: HistoryImportRequest, answer: ImportReport) -> Html:
    """Return what an import read, then problems folded away, with file names but no temporary folders."""
    folders = {f"{PurePath(path).parent}{os.sep}" for path in question.paths}
    return element(
        "div",
        [element("p", line) for line in import_summary(answer)],
        _problems(list(map(problem_line, answer.problems[:PROBLEMS])), len(answer.problems), folders),
        class_="result",
    )


def _problems(lines: list[str], count: int, folders: set[str]) -> Html | None:
    if not count:
        return None
    for folder in folders:
        lines = [line.replace(folder, "") for line in lines]
    more = (
        f"... and {count - len(lines):,} more: run `jamfold history problems`." if count > len(lines) else ""
    )
    return element(
        "details",
        element("summary", plural(count, "problem")),
        element("ul", [element("li", line) for line in lines], class_="note"),
        element("p", more, class_="note"),
    )


def sampled_fragment(question: HistoryTablesRequest, answer: TablesSampled) -> Html:
    return element("p", sampled_line(question, answer), class_="note")
