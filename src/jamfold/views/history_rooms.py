"""By whose terms played hands at rooms' tables are judged, in words."""

from __future__ import annotations

from collections.abc import Sequence

from jamfold.shown import plural
from jamfold.views.contracts.history_parts import RoomHandsContract
from jamfold.views.history_words import LIMITS
from jamfold.views.terms import terms_words


def room_lines(rooms: Sequence[RoomHandsContract]) -> list[str]:
    """By whose terms hands at rooms' tables are judged, and what is assumed of them."""
    lines = []
    for one in rooms:
        hands = plural(one.hands, "hand")
        if one.terms is None:
            lines.append(f"At all-in or fold whose terms are not known, judged by chips alone: {hands}.")
            continue
        fees = "" if not one.fees_bb else f"; {one.fees_bb:,.2f} bb of fees in these hands"
        lines.append(f"At {one.room} ({one.terms.date}): {hands}, judged by {terms_words(one.terms)}{fees}.")
        lines += [f"Assumed at {one.room}: {sentence}." for sentence in one.assumed]
    return lines


def limits_of(rooms: Sequence[RoomHandsContract]) -> str:
    """What the rating says, and what not."""
    if all(one.terms is None for one in rooms):
        return LIMITS
    return LIMITS.replace("Rake and bounties", "But for the terms of rooms' tables rake and bounties")
