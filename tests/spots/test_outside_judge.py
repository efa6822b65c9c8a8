"""Equities in all games of another library, as it counted them."""

from __future__ import annotations

import pytest

from jamfold.calculator.calculate import equity
from jamfold.calculator.equity_games import CALCULATOR_GAMES
from tests.published_values import Row, rows

COUNTED = rows("poker_equity.csv")


@pytest.mark.slow
@pytest.mark.parametrize("row", COUNTED, ids=lambda row: f"{row['game']} {row['hands']} {row['board']}")
def test_equities_of_poker_equity(row: Row) -> None:
    result = equity(row["game"], row["hands"].split(), row["board"], row["dead"], exact=True)
    assert result.exact
    assert [player.equity for player in result.players] == pytest.approx(
        [float(share) for share in row["equities"].split()], abs=1e-12, rel=0
    )
    deals = int(row["deals"])
    assert result.counted == deals
    for name in ("win", "tie"):
        counts = [round((getattr(player, name) or 0.0) * deals) for player in result.players]
        assert counts == [int(count) for count in row[f"{name}s"].split()]


def test_every_game_that_both_have_is_judged() -> None:
    assert {row["game"] for row in COUNTED} <= set(CALCULATOR_GAMES)
    assert len({row["game"] for row in COUNTED}) == 15
