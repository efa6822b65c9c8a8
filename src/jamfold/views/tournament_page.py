"""What the computing process sends to the page of the heads-up tournament."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from jamfold.questions.entries import Question
from jamfold.questions.tournaments import (
    TournamentFileQuestion,
    TournamentQuestion,
    TournamentStateQuestion,
)

if TYPE_CHECKING:
    from jamfold.ranges.patterns import Pattern
    from jamfold.tournaments.tournament import Tournament


def _tournament(question: TournamentQuestion, answer: Tournament) -> dict[str, Any]:
    """The contract, and what the page says about it."""
    from jamfold.views.contracts.tournaments import TournamentContract
    from jamfold.views.tournament import title_text, tournament_lines

    return {
        "summary": TournamentContract.of(answer),
        "title": title_text(answer),
        "lines": tournament_lines(answer),
        "hands": len(answer.winning),
    }


def _tournament_state(question: TournamentStateQuestion, answer: Tournament) -> dict[str, Any]:
    return state_values(answer, question.hand, question.sb_chips)


def _tournament_file(question: TournamentFileQuestion, answer: Tournament) -> dict[str, str]:
    """The tournament as text, a picture in base64."""
    if question.format in ("png", "svg"):
        from jamfold.views.figures import encoded
        from jamfold.views.tournament_figures import save_figure

        return encoded(f"tournament.{question.format}", lambda path: save_figure(answer, path))
    from jamfold.views.tournament import tournament_text

    return {"text": tournament_text(answer, question.format)}


def state_values(answer: Tournament, hand: int, sb_chips: int) -> dict[str, Any]:
    """One state as pages show it: a square of classes, or shares of families."""
    from jamfold.ranges.grid import class_label, grid_cells, has_grid

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
        from jamfold.cards import RANK_NAMES

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
    from jamfold.ranges.patterns import pattern_matrix

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


TOURNAMENT_RESPONSES: dict[type[Question], Callable[[Any, Any], Any]] = {
    TournamentQuestion: _tournament,
    TournamentStateQuestion: _tournament_state,
    TournamentFileQuestion: _tournament_file,
}
