"""The terms that played hands are judged by: a room's, what is said of them, or what each hand says."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from shlex import quote
from typing import Any

from jamfold.betting.rooms import RoomTable, table_of
from jamfold.cases.history_reports import JudgedRequest
from jamfold.cases.rooms import HandsAtRoomRequest
from jamfold.cases.spots import TreeRequest
from jamfold.core.errors import HistoryError
from jamfold.histories.room_solver import MARKING, RoomReport, Rooms, RoomTerms, hands_of
from jamfold.histories.sites import SITES


def rooms_of(question: HandsAtRoomRequest) -> tuple[Rooms, str]:
    """By whose terms hands are judged, and the condition of SQL on those that are asked about.

    Raises SituationError or WorthError if there is no such room, or what is given makes no terms.
    """
    own, named = question.own_terms, question.room_table if question.is_in_room else None
    if named is not None:
        _terms(question, named, named.game or "holdem", named.blinds or _ANY_BLINDS)
    elif own:
        TreeRequest(room=_CHECKED, **own)  # what is given is looked at before any hand is

    @cache
    def find(game: str, small: float, big: float) -> RoomTerms | None:
        room = named or table_of(MARKING, game, big)
        return None if room is None else _terms(question, room, game, (small, big))

    return Rooms(find, named is not None), "1" if named is None else hands_of(named, SITES)


def check_terms_used(question: HandsAtRoomRequest, rooms: Sequence[RoomReport]) -> None:
    """What is said of terms is of some hand. Raises HistoryError if no hand is at a table with terms."""
    own = question.own_terms
    if own and not question.is_in_room and not any(room.terms is not None for room in rooms):
        raise HistoryError(
            "No hand is marked as all-in or fold. Name the room's table with --room.",
            field=next(iter(own)),
        )


_ANY_BLINDS = (0.5, 1.0)
_CHECKED = "gg-holdem-0.10"
"""A table that knows everything, for what is given without a room."""


def _terms(
    question: HandsAtRoomRequest, room: RoomTable, game: str, blinds: tuple[float, float]
) -> RoomTerms:
    """Return the terms of a room's table, with the request's own terms."""
    own, file = question.own_terms, question.room_file
    spot = TreeRequest(game=game, room=room.name, room_file=file, blinds=blinds, **own)
    words = []
    if file is not None:
        words.append(f"--room-file {quote(file.name if _is_hidden(question) else str(file))}")
    words += [
        f"--room {room.name}",
        *(_option(name, value) for name, value in own.items() if value is not False),
    ]
    return RoomTerms(room.name, spot.terms.in_bb(blinds[1]), " ".join(words))


def _is_hidden(question: HandsAtRoomRequest) -> bool:
    """Return whether folders of this machine are hidden."""
    return isinstance(question, JudgedRequest) and question.anonymise


def _option(name: str, value: Any) -> str:
    """Format a command-line option; a switch has no value."""
    option = f"--{name.replace('_', '-')}"
    if isinstance(value, bool):
        return option
    return f"{option} {value:.12g}" if isinstance(value, float) else f"{option} {value}"
