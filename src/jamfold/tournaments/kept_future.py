"""Future hands that were cut off, kept: the same question goes on behind the last hand that was solved.

In the folder ``future-runs`` lie what the hands are worth that are solved already, with a record that says
game, rules, hand and depth (see `jamfold.kept.begun`).
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from jamfold.games import Game
from jamfold.hand.hand import TableHand
from jamfold.hand.seats import FEWEST_SEATS, MOST_SEATS
from jamfold.kept.begun import ResumableWork, find_checkpoint
from jamfold.kept.checkpoint import Checkpoint
from jamfold.kept.item import Artifact
from jamfold.spots.table.streams import hand_text
from jamfold.tables.class_table import rules_of
from jamfold.tournaments.future import ERRORS, GAINS, STEERING, VALUES, forms
from jamfold.tournaments.sampled_future import Sampling

METHOD = 2
"""Counts changes of what a kept search means: those of another number are foreign."""
FUTURES = ResumableWork("future-runs", "begun future hands", "jamfold fgs", (VALUES, STEERING, ERRORS, GAINS))
_PERIOD = 1.0
"""Seconds between two writes."""


def future_item(
    game: Game, hand: TableHand, depth: int, hands: int, sampling: Sampling | None = None
) -> Artifact:
    asked = hand_text(hand)
    identity = {"game": game.name, "rules": rules_of(game), "method": METHOD, "hand": asked, "depth": depth}
    text = f"{asked} {depth}"
    if sampling is not None:
        identity |= {"seconds": sampling.seconds, "seed": sampling.seed}
        text += f" {sampling.seconds:g} {sampling.seed}"
    name = f"{game.name}-{hand.n}-{depth}"
    return FUTURES.item(name, text, _title(hand.n), identity, forms(hands, hand.n))


def begun_futures(game: Game) -> list[Artifact]:
    """All future hands of a game that were cut off."""
    return [
        item
        for seats in range(FEWEST_SEATS, MOST_SEATS + 1)
        for item in FUTURES.items(f"{game.name}-{seats}-*", _title(seats), {"game": game.name})
    ]


def _title(seats: int) -> str:
    return f"begun future hands of {seats} seats"


def kept_future(
    game: Game, hand: TableHand, depth: int, hands: int, sampling: Sampling | None = None
) -> AbstractContextManager[Checkpoint]:
    """Where hands are kept; `sampling` where deals are sampled."""
    return find_checkpoint(future_item(game, hand, depth, hands, sampling), period=_PERIOD)
