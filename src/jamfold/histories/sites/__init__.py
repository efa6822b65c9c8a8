"""One reader per site: how it begins a hand, and how its lines become actions at the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from jamfold.histories.replay import HandReplay
from jamfold.histories.sites import (
    betonline,
    cake,
    fulltilt,
    ignition,
    ipoker,
    kingsclub,
    merge,
    ohh,
    pacific,
    partypoker,
    phh,
    pkr,
    pokerstars,
    unibet,
    winamax,
    wpn,
)


@dataclass(frozen=True)
class Reader:
    """How one site's hands are found and read."""

    site: str
    start: str
    """Regular expression of a hand's beginning, tried at the beginning of lines.

    It, or each of its alternatives, begins with a plain character, which is what makes it fast.
    """
    read_lines: Callable[[list[str], HandReplay], None] | None = None
    read_text: Callable[[str, HandReplay, str], None] | None = None
    """read_lines, read_text: Tells the table one hand, of its lines without blanks at their ends, or of its
    whole text and the opening before it; one of the two."""
    start_lines: int = 1
    """How many lines `start` looks at: of two that begin at one place, the one that sees more is right."""


SUMMARY = "summary"
"""The reader whose chunks are summaries of tournaments: they hold no hand."""
_SUMMARIES = (
    r"Winamax Poker - Tournament summary",
    *(
        rf"{room} [^\n#]{{0,20}}(?:Tournament|Turnier|Tournoi|Torneo|Torneio) #\d"
        for room in (pokerstars.SITE, "Full Tilt", *pokerstars.OTHERS)
    ),
    *(rf"{word} (?:de )?PokerStars [^\n\d]{{0,4}}\d" for word in ("Tournoi", "Torneo", "Torneio")),
    r"\*\*{4} [^\n*]{0,40}Tournament Summary",
    r"Full ?Tilt ?Poker[^\n#]{0,8} Tournament",
    r"Tournament #\d+, [^\n]*\nBuy-in",
)

READERS: dict[str, Reader] = {
    SUMMARY: Reader("", "|".join(_SUMMARIES)),
    "pokerstars": Reader(pokerstars.SITE, pokerstars.START, pokerstars.read),
    **{
        name.split()[0].lower(): Reader(name, rf"{name} [^\n#]{{0,40}}#\d", pokerstars.read)
        for name in pokerstars.OTHERS
    },
    "ggpoker": Reader(pokerstars.GGPOKER, pokerstars.START_GGPOKER, pokerstars.read_ggpoker),
    "winamax": Reader(winamax.SITE, winamax.START, winamax.read),
    "pacific": Reader(pacific.SITE, pacific.START, pacific.read),
    "party": Reader(partypoker.SITE, partypoker.START_2019, partypoker.read_2019, start_lines=2),
    "partypoker": Reader(partypoker.SITE, partypoker.START, partypoker.read),
    "fulltilt": Reader(fulltilt.SITE, fulltilt.START, fulltilt.read),
    "fulltilt_2016": Reader(fulltilt.SITE, r"Full Tilt (?:Rush )?Hand #\d", pokerstars.read),
    "wpn": Reader(wpn.SITE, wpn.START, wpn.read),
    "winning": Reader(wpn.SITE, wpn.START_2018, wpn.read_2018),
    "ignition": Reader(ignition.SITE, ignition.START, ignition.read),
    "betonline": Reader(betonline.SITE, betonline.START, betonline.read),
    "cake": Reader(cake.SITE, cake.START, cake.read),
    "kingsclub": Reader(kingsclub.SITE, kingsclub.START, kingsclub.read),
    "unibet": Reader(unibet.SITE, unibet.START, unibet.read),
    "pkr": Reader(pkr.SITE, pkr.START, pkr.read),
    "ipoker": Reader(ipoker.SITE, ipoker.START, read_text=ipoker.read),
    "ipoker_session": Reader(ipoker.SITE, ipoker.START_SESSION),
    "merge": Reader(merge.SITE, merge.START, read_text=merge.read),
    "merge_head": Reader(merge.SITE, merge.START_HEAD),
    "phh": Reader(phh.SITE, phh.START, read_text=phh.read),
    "phh_alone": Reader(phh.SITE, phh.START_ALONE, read_text=phh.read),
    "ohh": Reader(ohh.SITE, ohh.START, read_text=ohh.read),
}
"""Readers by name; the name of a reader is that of its group in the search for beginnings."""
SITES = frozenset(reader.site for reader in READERS.values() if reader.site)
