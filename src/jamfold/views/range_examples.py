"""How ranges are written, by example, for people who type their first one."""

from __future__ import annotations

from jamfold.games import Game

CLASSIC = (
    ("AA", "a pair"),
    ("TT+", "pairs from tens up"),
    ("JJ-88", "pairs from jacks down to eights"),
    ("AKs", "suited"),
    ("AKo", "offsuit"),
    ("AK", "both"),
    ("ATs+", "ATs, AJs, AQs, AKs: the lower card climbs"),
    ("KTs-K8s", "all between"),
    ("AsKh", "one hand"),
    ("15%", "the best 15 % by equity against a random hand"),
    ("5%-15%", "the best 15 % without the best 5 %"),
    ("AA@100,AKs@50", "AA always, AKs half of the time: all parts have weights, or none"),
    ("88+,ATs+,AJo+,KQs", "several parts, with commas"),
    ("random", "every hand"),
)
"""Texts in the notation of two cards, with what they mean."""
GENERIC = (
    ("AA", "two aces or more, any other cards"),
    ("AAKK", "these ranks in any suits"),
    ("AA$ds", "aces double-suited: behind $ stand filters"),
    ("$ss", "one suit twice"),
    ("(AA,KK)$ds", "aces or kings, double-suited"),
    ("AxKx", "an ace and a king of one suit: w x y z are suits"),
    ("RRON", "exactly one pair: other letters are ranks"),
    ("KQJT-T987", "the shape slides down: KQJT, QJT9, JT98, T987"),
    ("$0g", "rundowns without a gap; $1g and $2g with gaps"),
    ("AA!AAA", "exactly two aces: ! takes away"),
    ("AK:$ds", "both must hold: an ace, a king, double-suited"),
    ("[A,K]QJ", "one card out of a list"),
    ("AsKsQhJh", "one hand"),
    ("15%", "the best 15 % by equity against a random hand"),
    ("AA@100,KK$ds@50", "several parts, with commas; @50 is half of the time"),
    ("*", "every hand"),
)
"""Texts in the notation of four cards."""


def range_examples(game: Game) -> tuple[tuple[str, str], ...]:
    """Texts of ranges of a game, each with what it means."""
    return CLASSIC if game.has_classic_notation else GENERIC
