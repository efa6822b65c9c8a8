"""What the computing process sends to the page of tournaments of two and of three players."""

from __future__ import annotations

from typing import Any

from jamfold.cards import RANK_NAMES
from jamfold.questions.tournaments import (
    ThreeFileRequest,
    TournamentFileRequest,
)
from jamfold.ranges.grid import class_label, grid_cells, has_grid
from jamfold.ranges.patterns import Pattern, pattern_matrix
from jamfold.tournaments.three_keeping import ThreeTournament
from jamfold.tournaments.tournament import Tournament
from jamfold.views.columns import columns_csv
from jamfold.views.contracts.tournaments import ThreeTournamentContract
from jamfold.views.figures import encoded
from jamfold.views.json import to_text
from jamfold.views.rows import Responses
from jamfold.views.tournament import (
    three_columns,
    tournament_text,
)
from jamfold.views.tournament_figures import save_figure


def _tournament_file(question: TournamentFileRequest, answer: Tournament) -> dict[str, str]:
    """The tournament as text, a picture in base64."""
    if question.format in ("png", "svg"):
        return encoded(f"tournament.{question.format}", lambda path: save_figure(answer, path))
    return {"text": tournament_text(answer, question.format)}


def state_values(answer: Tournament, hand: int, sb_chips: int) -> dict[str, Any]:
    """One state as pages show it: a square of classes, or shares of families."""
    row, k = answer.place(hand, sb_chips)
    chances = {"jam": answer.jam[row, k - 1], "call": answer.call[row, k - 1]}
    values: dict[str, Any] = {
        "hand": row + 1,
        "sb_chips": sb_chips,
        "bb_chips": answer.schedule.chips - sb_chips,
        "winning": float(answer.winning[row, k]),
        "jam_percent": float(answer.jam_percent[row, k - 1]),
        "call_percent": float(answer.call_percent[row, k - 1]),
        "ranks": None,
        "squares": None,
        "families": None,
    }
    if has_grid(answer.game):
        cells = [class_id for _, class_id in sorted(grid_cells(answer.game).items())]
        values["ranks"] = RANK_NAMES[::-1][: answer.game.n_ranks]
        values["squares"] = {
            seat: [
                {"id": one, "hand": class_label(answer.game, one), "played": float(played[one])}
                for one in cells
            ]
            for seat, played in chances.items()
        }
        return values
    sizes = answer.classes.sizes

    def shares(pattern: Pattern, name: str, level: int) -> dict[str, Any]:
        hands = sizes[pattern.ids]
        played = {seat: float(each[pattern.ids] @ hands / hands.sum()) for seat, each in chances.items()}
        share = float(hands.sum()) / answer.game.n_hands
        return {"name": name, "level": level, "share": share, **played}

    values["families"] = [
        line
        for row in pattern_matrix(answer.game).rows
        for line in (
            shares(row, row.name, 0),
            *(shares(cell, suits, 1) for suits, cell in row.cells.items()),
        )
    ]
    return values


def _three_file(question: ThreeFileRequest, answer: ThreeTournament) -> dict[str, str]:
    if question.format == "csv":
        return {"text": columns_csv(three_columns(answer))}
    return {"text": to_text(ThreeTournamentContract.of(answer)) + "\n"}


RESPONSES: Responses = {TournamentFileRequest: _tournament_file, ThreeFileRequest: _three_file}
