"""One reader per site: how it begins a hand, and how its lines are told to the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jamfold.histories.sites import (
    fulltilt,
    ggpoker,
    ignition,
    ipoker,
    ohh,
    pacific,
    party,
    partypoker,
    phh,
    pokerstars,
    winamax,
    winning,
    wpn,
)
from jamfold.histories.table import Table


@dataclass(frozen=True)
class Reader:
    """How one site's hands are found and read."""

    site: str
    """Its name in records."""
    start: str
    """Regular expression of a hand's beginning, tried at the beginning of lines."""
    read_lines: Callable[[list[str], Table], None] | None = None
    read_text: Callable[[str, Table, str], None] | None = None
    """read_lines, read_text: Tells the table one hand, of its lines without blanks at their ends, or of its
    whole text and the opening before it; one of the two."""
    opening: str = ""
    """The reader whose chunk before the hands belongs to all of them; empty if none."""


READERS: dict[str, Reader] = {
    "pokerstars": Reader(pokerstars.SITE, pokerstars.START, pokerstars.read),
    **{
        name.split()[0].lower(): Reader(name, rf"{name} [^\n#]{{0,40}}#\d", pokerstars.read)
        for name in pokerstars.OTHERS
    },
    "ggpoker": Reader(ggpoker.SITE, ggpoker.START, ggpoker.read),
    "winamax": Reader(winamax.SITE, winamax.START, winamax.read),
    "pacific": Reader(pacific.SITE, pacific.START, pacific.read),
    "party": Reader(party.SITE, party.START, party.read),
    "partypoker": Reader(partypoker.SITE, partypoker.START, partypoker.read),
    "fulltilt": Reader(fulltilt.SITE, fulltilt.START, fulltilt.read),
    "wpn": Reader(wpn.SITE, wpn.START, wpn.read),
    "winning": Reader(winning.SITE, winning.START, winning.read),
    "ignition": Reader(ignition.SITE, ignition.START, ignition.read),
    "ipoker": Reader(ipoker.SITE, ipoker.START, read_text=ipoker.read, opening="ipoker_session"),
    "ipoker_session": Reader(ipoker.SITE, ipoker.START_SESSION),
    "phh": Reader(phh.SITE, phh.START, read_text=phh.read),
    "phh_alone": Reader(phh.SITE, phh.START_ALONE, read_text=phh.read),
    "ohh": Reader(ohh.SITE, ohh.START, read_text=ohh.read),
}
"""Readers by name; the name of a reader is that of its group in the search for beginnings."""
