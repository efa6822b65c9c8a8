"""What must be built before more of a player's decisions can be judged."""

from __future__ import annotations

from jamfold.histories import prizes, tables
from jamfold.histories.report import UnbuiltCount
from jamfold.shown import plural
from jamfold.views.contracts.history_reports import ReportContract
from jamfold.views.titles import game_titles

REMEDIES = {
    tables.NOT_BUILT: "Tables of three are judged after: jamfold tables build --threeway",
    tables.NOT_SOLVED: "More spots of three: --tables N, or ask again.",
    prizes.NOT_BUILT: "Prizes are told after: jamfold tables build --outcomes",
    prizes.NOT_SOLVED: "More spots for prizes are solved each time you ask.",
}
"""What the command line says to do, by the reason for which decisions are not judged."""


def remedy_lines(report: ReportContract) -> list[str]:
    """The commands after which more can be judged."""
    build = "jamfold tables build --game"
    lines = [f"{waiting_words(one)}: {build} {one.game}. {one.build}" for one in report.waiting]
    left = [*(report.threes.left_out if report.threes else ()), *report.prizes_left_out]
    return lines + [REMEDIES[one.reason] for one in left if one.reason in REMEDIES]


def waiting_words(one: UnbuiltCount) -> str:
    """How many decisions of a game need a table."""
    title = game_titles().get(one.game, one.game)
    return f"{plural(one.decisions, f'{title} decision')} {'needs' if one.decisions == 1 else 'need'} a table"
