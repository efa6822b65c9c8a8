"""Played hands: import, list and forget them, report what they cost, and write them for others."""

from __future__ import annotations

from dataclasses import MISSING
from typing import Any

from jamfold.cards.games import find_game
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import AmountList, request_field
from jamfold.cases.rooms import HandsAtRoomRequest, RoomNameRequest
from jamfold.cases.view_spec import RESULT, FileOption, ViewSpec
from jamfold.core.errors import QuestionError
from jamfold.histories.filters import DEPTH_NAMES, MAX_S, DecisionFilter
from jamfold.valuation.prizes import Prizes

STATUSES = ("decision", "other", "none", "outside")
ALL = "all"


class HistoryImportRequest(CaseRequest):
    """Import hands from hand-history files."""

    is_cacheable = False
    queue = "reading"
    answered_by = "cases.answers.histories:history_import"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.history_import:import_lines(answer)",
        fragment="views.history_import:import_fragment",
    )

    paths: tuple[str, ...] = request_field(
        MISSING,
        "Histories of PokerStars, GGPoker, Winamax, 888poker, PartyPoker, Full Tilt, WPN, Ignition, iPoker, "
        "BetOnline, Unibet, KingsClub, Cake, Merge or PKR, or files in PHH or OHH; also compressed (.zip, "
        ".tar, .gz, .bz2, .xz), and folders with their subfolders.",
        metavar="FILE",
        positional=True,
        cli_only=True,
    )


class HistoryHandsRequest(RoomNameRequest):
    """List imported hands and how jamfold classifies them."""

    is_cacheable = False
    answered_by = "cases.answers.histories:history_hands"
    view_spec = ViewSpec(
        contract=RESULT,
        values_of="views.history_import:hand_contracts(answer)",
        view="views.history_import:hands_sheet(answer)",
        examples=({"status": "decision", "most": 100},),
    )

    status: str = request_field(
        ALL, f"Hands of one kind: {', '.join(STATUSES)}, or {ALL}.", metavar="KIND", choices=(*STATUSES, ALL)
    )
    site: str = request_field("", "Hands of one site, such as PokerStars.", metavar="SITE", max_length=40)
    game: str = request_field("", "Hands of one game, such as omaha.", metavar="GAME", max_length=40)
    room: str = request_field(
        "", "Hands of one room's table, named as in jamfold rooms.", metavar="NAME", max_length=60
    )
    most: int = request_field(0, "Most hands to list; 0 for all.", metavar="N", minimum=0)


class HistoryPlayersRequest(CaseRequest):
    """List players who can be rated (all hole cards known)."""

    is_cacheable = False
    answered_by = "cases.answers.histories:history_players"
    view_spec = ViewSpec(contract=RESULT, view="views.history_import:players_sheet(answer)", examples=({},))


class HistoryProblemsRequest(CaseRequest):
    """List hands that could not be read, by file and line."""

    is_cacheable = False
    answered_by = "cases.answers.histories:history_problems"
    view_spec = ViewSpec(contract=RESULT, view="views.history_import:problem_lines(answer)", examples=({},))


class HistoryForgetRequest(CaseRequest):
    """Delete imported hands, by file or all."""

    is_cacheable = False
    answered_by = "cases.answers.histories:history_forget"
    view_spec = ViewSpec(contract=RESULT, view="views.history_import:forgotten_text(answer.hands)")

    paths: tuple[str, ...] = request_field(
        (), "Files or folders whose imported hands are deleted; the files themselves stay.", metavar="FILE",
        positional=True, cli_only=True,
    )  # fmt: skip
    all: bool = request_field(False, "Delete the hands of all files.", cli_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if bool(self.paths) == self.all:
            raise QuestionError("Nothing selected. Name files to delete, or use --all.", field="paths")


class HistoryRepairRequest(CaseRequest):
    """Recover hands from a damaged database; the damaged file is renamed."""

    is_cacheable = False
    queue = "reading"
    answered_by = "cases.answers.histories:history_repair"
    view_spec = ViewSpec(contract=RESULT, view="views.history_import:repair_lines(answer)")


SEATS = ("sb", "bb", "btn")
_DEEPEST: dict[str, Any] = {
    "help": "Deepest stack at which decisions are rated, in big blinds adjusted for antes.",
    "label": "deepest stack",
    "metavar": "S",
    "minimum": 1,
    "maximum": 1000,
}
_OWNERS: dict[str, Any] = {
    "help": "Player to report on; otherwise the owners of the imported histories.",
    "metavar": "NAME",
    "max_length": 200,
}


class JudgedRequest(CaseRequest):
    """A request to grade decisions of stored hands."""

    queue = "reading"
    is_cacheable = False

    player: str = request_field("", "A player's name.", metavar="NAME", max_length=200)
    game: str = request_field(
        "", "Hands of one game, such as omaha; else all games.", metavar="GAME", max_length=40
    )
    seat: str = request_field(ALL, f"One seat: {' or '.join(SEATS)}; else {ALL}.", choices=(ALL, *SEATS))
    depth: str = request_field(
        ALL,
        f"Ante-adjusted stack group, bb: {', '.join(DEPTH_NAMES)}; else {ALL}.",
        label="stacks, s",
        choices=(ALL, *DEPTH_NAMES),
    )
    stack: str = request_field(
        ALL,
        f"Stack group before posting, bb: {', '.join(DEPTH_NAMES)}; else {ALL}.",
        label="stacks, bb",
        choices=(ALL, *DEPTH_NAMES),
    )
    max_s: float = request_field(MAX_S, **_DEEPEST)
    anonymise: bool = request_field(
        False,
        "Replace names, hand numbers, days and files with pseudonyms.",
        label="pseudonyms",
        option="--anonymise",
    )
    ready: bool = request_field(
        True,
        "Rate what can be rated at once and only count decisions that need a large table; or build it first.",
        label="without building",
        option="--ready/--build",
    )
    sample: bool = request_field(False, "Use the built-in sample hands.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.game:
            self._set(game=find_game(self.game).name)

    @property
    def scope(self) -> DecisionFilter:
        words = (self.seat, self.depth, self.stack)
        return DecisionFilter(self.game, self.max_s, *("" if word == ALL else word for word in words))


class HistoryReportRequest(HandsAtRoomRequest, JudgedRequest):
    """Report what your decisions cost: rating, leaks and costliest mistakes."""

    answered_by = "cases.answers.histories:history_report"
    view_spec = ViewSpec(
        contract="views.history_schemas:ReportContract",
        view="views.history_report:report_brief",
        full="views.history_report:report_brief",
        columns="views.history_files:report_columns(answer)",
        files=(
            FileOption(
                "--html",
                "Write one HTML file that needs no network.",
                "views.history_files:write_report(answer, path)",
                "views.figures:check_page(path)",
                suppresses_output=True,
            ),
        ),
        fragment="views.history_report_html:report_fragment",
        examples=(),
    )

    player: str = request_field("", **_OWNERS)
    prizes: AmountList = request_field(
        (),
        "Payouts of the tournaments from first place down, to show losses in money; or shares such as 50%.",
        metavar="PRIZE",
    )
    tables: int = request_field(
        40,
        "Most three-handed spots to solve, a second or two each, in addition to stored ones.",
        label="tables of three",
        metavar="N",
        minimum=0,
        maximum=100_000,
    )
    why: int | None = request_field(
        None, "Explain one mistake: 1 is the costliest.", metavar="N", minimum=1, cli_only=True
    )
    all: bool = request_field(False, "List all mistakes.", cli_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.prizes:
            Prizes.read(self.prizes)


class HistoryTablesRequest(HandsAtRoomRequest):
    """Solve your four- to ten-handed spots, for use in reports."""

    queue = "judging"
    is_cacheable = False
    answered_by = "cases.answers.histories:history_tables"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.history_import:sampled_line",
        fragment="views.history_import:sampled_fragment",
    )

    player: str = request_field("", **_OWNERS)
    seconds: float = request_field(
        20.0,
        "Most sampling time per spot, to certify it, or to search it where the model does not cover it. "
        "Spots already searched that long are skipped.",
        label="seconds per spot",
        metavar="T",
        minimum=0.5,
        maximum=86_400,
    )
    spots: int = request_field(
        30,
        "Most spots to solve, those with the most decisions first.",
        metavar="N",
        minimum=1,
        maximum=100_000,
    )
    max_s: float = request_field(MAX_S, **_DEEPEST)


class HistoryExplainRequest(HandsAtRoomRequest):
    """Review hands without importing them: best play and cost for every player."""

    queue = "reading"
    is_cacheable = False
    answered_by = "cases.answers.histories:history_explain"
    view_spec = ViewSpec(
        contract=RESULT,
        values_of="views.history_schemas:mistake_contracts(answer)",
        view="views.history_report:explained_lines(answer)",
        fragment="views.history_report_html:explained_fragment",
    )

    paths: tuple[str, ...] = request_field(
        ("-",), "Hand-history files; - for pasted or piped text.", metavar="FILE", positional=True,
        cli_only=True,
    )  # fmt: skip
    ready: bool = request_field(
        True,
        "Skip decisions that need a large table; or build it first.",
        label="without building",
        option="--ready/--build",
    )
    seconds: float = request_field(
        3.0,
        "Most sampling time for each table of four to ten, five tables at most; 0 skips them. Six seats "
        "take about 2 s more, nine seats 10 s.",
        label="seconds per spot",
        metavar="T",
        minimum=0,
        maximum=3600,
    )


FORMATS = ("html", "csv")


class HistoryReportFileRequest(HistoryReportRequest):
    """The report on a player, as a file."""

    view_spec = ViewSpec(payload="views.history_files:report_payload")

    format: str = request_field(
        "html", "The format: one page that needs no network, or every decision.", choices=FORMATS
    )


LEAST_CHANCES = 20


class HistoryOpponentsRequest(JudgedRequest):
    """Compare opponents with equilibrium and show how to exploit them."""

    answered_by = "cases.answers.histories:history_opponents"
    view_spec = ViewSpec(
        contract=RESULT,
        values_of="views.opponents:opponent_contracts(answer)",
        sheet="views.opponents:opponents_sheet",
        columns="views.history_files:opponents_columns(answer)",
        examples=(),
    )

    player: str = request_field("", "One opponent; all unless given.", metavar="NAME", max_length=200)
    least: int = request_field(
        LEAST_CHANCES,
        "Fewest opportunities in a seat and stack group to show an opponent; with fewer than "
        f"{LEAST_CHANCES} they are assumed to play the equilibrium.",
        metavar="N",
        minimum=1,
    )


class HistoryOpponentsFileRequest(HistoryOpponentsRequest):
    """Opponents as a CSV file."""

    view_spec = ViewSpec(payload="views.history_files:opponents_payload")


DECISIONS, HANDS = "decisions", "hands"


class HistoryExportRequest(CaseRequest):
    """Export rated decisions or hands for other programs."""

    name = "history-export"
    is_cacheable = False
    answered_by = "cases.answers.histories:history_export"

    what: str = request_field(
        DECISIONS,
        f"What to write: {DECISIONS} (everybody's, one line each) or {HANDS}.",
        label="content",
        metavar="WHAT",
        choices=(DECISIONS, HANDS),
    )
    anonymise: bool = request_field(False, "Replace names, hand numbers, days and files with pseudonyms.")
