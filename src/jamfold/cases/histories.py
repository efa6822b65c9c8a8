"""Played hands: import histories, list what is kept and what could not be read, forget."""

from __future__ import annotations

from dataclasses import MISSING

from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import request_field
from jamfold.cases.rooms import RoomNameRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import QuestionError

STATUSES = ("decision", "other", "none", "outside")
ALL = "all"


class HistoryImportRequest(CaseRequest):
    """Import hands from hand-history files."""

    name = "history-import"
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

    name = "history-hands"
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

    name = "history-players"
    is_cacheable = False
    answered_by = "cases.answers.histories:history_players"
    view_spec = ViewSpec(contract=RESULT, view="views.history_import:players_sheet(answer)", examples=({},))


class HistoryProblemsRequest(CaseRequest):
    """List hands that could not be read, by file and line."""

    name = "history-problems"
    is_cacheable = False
    answered_by = "cases.answers.histories:history_problems"
    view_spec = ViewSpec(contract=RESULT, view="views.history_import:problem_lines(answer)", examples=({},))


class HistoryForgetRequest(CaseRequest):
    """Delete imported hands, by file or all."""

    name = "history-forget"
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

    name = "history-repair"
    is_cacheable = False
    queue = "reading"
    answered_by = "cases.answers.histories:history_repair"
    view_spec = ViewSpec(contract=RESULT, view="views.history_import:repair_lines(answer)")
