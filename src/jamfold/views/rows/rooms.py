"""How tables of card rooms are listed."""

from __future__ import annotations

from jamfold.betting.rooms import RoomTable
from jamfold.questions.rooms import RoomsRequest
from jamfold.views.rooms import rooms_columns, rooms_sheet
from jamfold.views.rows import ViewSpec

ROWS = (
    ViewSpec(
        RoomsRequest,
        tuple[RoomTable, ...],
        view=rooms_sheet,
        columns=lambda _, answer: rooms_columns(answer),
        csv_help="Print CSV, a line per table.",
        examples=({}, {"search": "omaha"}),
    ),
)
