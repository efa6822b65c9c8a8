"""Examples of range notation by game, with their meanings."""

from __future__ import annotations

from itertools import pairwise

from jamfold.calculator.equity_games import ListedGame
from jamfold.cards import RANK_NAMES
from jamfold.cards.games import Game

CLASSIC = (
    ("AA", "a pair"),
    ("TT+", "pairs from tens up"),
    ("JJ-88", "pairs from jacks down to eights"),
    ("AKs", "suited"),
    ("AKo", "offsuit"),
    ("AK", "both"),
    ("ATs+", "ATs, AJs, AQs, AKs: the lower card climbs"),
    ("KTs-K8s", "all from KTs to K8s"),
    ("AsKh", "one hand"),
    ("15%", "the best 15% by equity against a random hand"),
    ("5%-15%", "the best 15% without the best 5%"),
    ("AA,AKs@50", "AA always, AKs half of the time; [50]AKs[/50] is the same"),
    ("88+,ATs+,AJo+,KQs", "several parts, with commas"),
    ("random", "every hand"),
)
"""Texts in two-card notation, with their meanings."""
_SINGLE_SUITED = "$ss"
GENERIC = (
    ("AA", "two aces or more, any other cards"),
    ("AAKK", "these ranks in any suits"),
    ("AA$ds", "double-suited aces: $ adds a filter"),
    (_SINGLE_SUITED, "one suit twice"),
    ("(AA,KK)$ds", "aces or kings, double-suited"),
    ("AxKx", "an ace and a king of one suit: w x y z are suits"),
    ("RRON", "exactly one pair: other letters are ranks"),
    ("KQJT-T987", "the shape slides down: KQJT, QJT9, JT98, T987"),
    ("$0g", "rundowns without a gap; $1g and $2g with gaps"),
    ("AA!AAA", "exactly two aces: ! excludes hands"),
    ("AK:$ds", "all at once: an ace, a king, double-suited"),
    ("[A,K]QJ", "one card from a list"),
    ("AsKsQhJh", "one hand"),
    ("15%", "the best 15% by equity against a random hand"),
    ("AA,KK$ds@50", "several parts, with commas; @50 is half of the time"),
    ("*", "every hand"),
)
"""Texts in four-card notation, with their meanings."""
_SHAPES = (
    ("AA", "aces"),
    ("KK", "kings"),
    ("QQ", "queens"),
    ("JJ-99", "jacks to nines"),
    ("88-{lowest}{lowest}", "lower pairs"),
    ("RRNN", "two pairs"),
    ("$0g", "rundowns, no gap"),
    ("$1g", "rundowns, one gap"),
    ("$2g", "rundowns, two gaps"),
    ("$R$R$R$R", "four broadway cards"),
    ("Ax*x", "an ace and its suit"),
)
"""Rank patterns of four cards and more, with their meanings."""
_PRESETS = (
    ("10%", "top 10%"),
    ("20%", "top 20%"),
    ("40%", "top 40%"),
    ("{lowest}{lowest}+", "any pair"),
    ("A{lowest}+", "any ace"),
    ("A{lowest}s+", "suited aces"),
    ("TT+,AT+,KT+,QT+,JT", "broadways"),
    ("{connectors}", "suited connectors"),
    ("*", "any two cards"),
)
_GENERIC_PRESETS = (
    ("10%", "top 10%"),
    ("20%", "top 20%"),
    ("40%", "top 40%"),
    ("RR", "any pair"),
    ("A", "any ace"),
    ("AA", "aces"),
    ("$ds", "double-suited"),
    ("$R$R$R$R", "four broadways"),
    ("$0g,$1g", "rundowns, at most one gap"),
    ("*", "any hand"),
)
"""Well-known ranges by name, for games with more than two hole cards."""
_LOW_SHAPES = (("A2", "ace, two"), ("A3", "ace, three"), ("A23", "ace, two, three"))
_SUITS = {"": "any suits", "$ds": "double-suited", _SINGLE_SUITED: "single-suited"}

CARDS = (
    ("**Kd", "third street: two unknown cards and the king of diamonds"),
    ("AcKd9h8s", "the known cards; the rest are dealt in every possible way"),
    ("Ac2d,Ac3d", "one of these hands, with commas"),
    ("Ac2d,Ac3d@50", "the second hand half as often"),
)
"""Hands without a board: stud and draw."""
WHOLE_HANDS = (
    ("{hand}", "one hand, all cards known"),
    ("{hands}", "several hands with commas; @50 is half of the time"),
)
"""Hands with a board that are written card by card."""


def listed_examples(game: ListedGame) -> tuple[tuple[str, str], ...]:
    """Return texts of hands written card by card, with their meanings."""
    if not game.has_board:
        return CARDS
    texts = {"hand": game.example_hand, "hands": game.example_range}
    return tuple((text.format(**texts), means) for text, means in WHOLE_HANDS)


def range_examples(game: Game | ListedGame) -> tuple[tuple[str, str], ...]:
    """Return texts of ranges of a game, with their meanings."""
    if isinstance(game, ListedGame):
        return listed_examples(game)
    if game.has_classic_notation:
        return CLASSIC
    if game.has_single_suited_hands:
        return GENERIC
    return tuple(example for example in GENERIC if example[0] != _SINGLE_SUITED)


def range_shapes(game: Game) -> tuple[tuple[str, str], ...]:
    """Return rank patterns of a game of four cards or more, with their meanings."""
    lowest = RANK_NAMES[game.lowest_rank]
    shapes = tuple((text.format(lowest=lowest), means) for text, means in _SHAPES)
    return shapes + _LOW_SHAPES if game.split_low else shapes


def range_suits(game: Game) -> dict[str, str]:
    """Return suit filters to append to ranks, with their meanings."""
    return {
        text: means
        for text, means in _SUITS.items()
        if text != _SINGLE_SUITED or game.has_single_suited_hands
    }


def range_presets(game: Game) -> tuple[tuple[str, str], ...]:
    """Return well-known ranges of a game, with their names."""
    ranks = RANK_NAMES[game.lowest_rank :]
    connectors = ",".join(f"{high}{low}s" for low, high in pairwise(ranks))
    if not game.has_square_of_classes:
        return _GENERIC_PRESETS + (_LOW_SHAPES[:1] if game.split_low else ())
    return tuple((text.format(lowest=ranks[0], connectors=connectors), words) for text, words in _PRESETS)
