"""Kept hands read again from the files they stand in, for what no row of theirs holds: every action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from jamfold.histories.decode import pieces_of_text
from jamfold.histories.masks import Mask
from jamfold.histories.reader import read_pieces
from jamfold.histories.records import Hand, Problem, ProblemKind
from jamfold.histories.sources import UNPACKING, source_named, why_unpacked
from jamfold.histories.store import HistoryStore


def hands_again(store: HistoryStore, mask: Mask) -> Iterator[Hand | Problem]:
    """The kept hands, whole, by file and line; a problem for each file that no longer has all of its own."""
    files = store.base.execute("SELECT id, path FROM file WHERE hands > 0 ORDER BY path").fetchall()
    for number, path in files:
        rows = store.base.execute("SELECT hash FROM hand WHERE file = ?", (number,))
        wanted = {bytes(row[0]) for row in rows}
        reason = ""
        try:
            with source_named(Path(path)).open() as stream:
                for hand in read_pieces(pieces_of_text(stream), path):
                    if isinstance(hand, Hand) and hand.digest in wanted:
                        wanted.discard(hand.digest)
                        yield _masked(hand, mask)
        except UNPACKING as error:
            reason = f": {why_unpacked(error)}"
        if wanted:
            name = mask.file(path)
            are = "is" if len(wanted) == 1 else "are"
            sentence = f"{len(wanted):,} of the kept hands {are} no longer in '{name[:200]}'{reason}."
            yield Problem(name, 0, ProblemKind.FILE, sentence)


def _masked(hand: Hand, mask: Mask) -> Hand:
    if not mask.key:
        return hand
    seats = tuple(seat._replace(name=mask.player(hand.site, seat.name)) for seat in hand.seats)
    return replace(
        hand,
        hand_id=mask.hand(hand.site, hand.hand_id),
        key="",
        day="",
        played_at=None,
        tournament=mask.tournament(hand.site, hand.tournament),
        seats=seats,
    )
