"""How tournaments of two and of three players are shown."""

from __future__ import annotations

from typing import Any

from jamfold.core.storage.whole_files import write_atomically
from jamfold.questions.tournaments import (
    ThreeFileRequest,
    ThreeNeedsRequest,
    ThreeStateRequest,
    ThreeTournamentRequest,
    TournamentFileRequest,
    TournamentRequest,
    TournamentStateRequest,
)
from jamfold.spots.tournaments.stored_three_players import ThreeTournament
from jamfold.views.figures import check_page
from jamfold.views.rows import FileOption, ViewSpec
from jamfold.views.tournament_html import (
    map_file,
    needs_fragment,
    needs_text,
    state_fragment,
    state_values,
    three_page,
    three_state_fragment,
    tournament_page,
)
from jamfold.views.tournaments import (
    ThreeTournamentContract,
    TournamentContract,
    states_columns,
    three_columns,
    three_sheet,
    three_state,
    tournament_sheet,
)


def _row(question: ThreeTournamentRequest, answer: ThreeTournament) -> int:
    """The state that is shown: the one that is asked for, else the most equal stacks."""
    return answer.equal if question.row is None else question.row


def _three_view(question: ThreeTournamentRequest, answer: ThreeTournament) -> Any:
    return three_sheet(answer, _row(question, answer))


ROWS = (
    ViewSpec(
        TournamentRequest,
        TournamentContract,
        view=lambda _, answer: tournament_sheet(answer),
        columns=lambda _, answer: states_columns(answer),
        fragment=tournament_page,
        examples=(
            {"game": "holdem", "chips": 20, "blinds": [1, 2]},
            {"game": "six-plus", "chips": 12, "levels": "2 x 1/2/0; rest x 2/4/1"},
        ),
    ),
    ViewSpec(
        TournamentStateRequest,
        values_of=lambda question, answer: state_values(answer, question.hand, question.sb_chips),
        fragment=state_fragment,
    ),
    ViewSpec(TournamentFileRequest, payload_module="tournament_html"),
    ViewSpec(
        ThreeTournamentRequest,
        ThreeTournamentContract,
        view=_three_view,
        columns=lambda _, answer: three_columns(answer),
        csv_help="Print CSV, a line per state, with full precision.",
        files=(
            FileOption(
                "--html",
                "Write one HTML file with a triangle of all stacks to point at.",
                lambda question, answer, path: write_atomically(
                    path, map_file(answer, _row(question, answer))
                ),
                check_page,
            ),
        ),
        omitted_fields=("levels",),
        fragment=three_page,
        examples=({"game": "six-plus", "chips": 40, "blinds": [10, 20], "prizes": ["60%", "40%"]},),
    ),
    ViewSpec(ThreeNeedsRequest, values_of=lambda _, answer: needs_text(answer), fragment=needs_fragment),
    ViewSpec(
        ThreeStateRequest,
        values_of=lambda question, answer: three_state(answer, _row(question, answer)),
        fragment=three_state_fragment,
    ),
    ViewSpec(ThreeFileRequest, payload_module="tournament_html"),
)
