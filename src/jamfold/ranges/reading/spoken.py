"""Translation of hands as players write and say them: ``k7 o``, ``10 9s``, ``JT98ds``, ``aces``.

Valid notation stays unchanged.  Words that notation would read as cards by accident (``king`` is a king with
three other ranks) are refused with a suggestion (`ranges.reading.grammar`).  The
search box of the strategy page reads the same in game.js; tests/views/hands.json is the table of cases
for both.
"""

from __future__ import annotations

import operator
import re
import unicodedata
from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache
from typing import NamedTuple

from jamfold.cards import RANK_NAMES, SUIT_NAMES
from jamfold.cards.games import Game
from jamfold.core.errors import RangeError
from jamfold.ranges.hand_range import Notation
from jamfold.ranges.reading.classic import split_groups, with_weight
from jamfold.ranges.reading.grammar import EXAMPLES, MAX_TEXT, find_word, shorten

_PLURAL_OF = {
    "2": "deuces", "3": "threes", "4": "fours", "5": "fives", "6": "sixes", "7": "sevens", "8": "eights",
    "9": "nines", "T": "tens", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces",
}  # fmt: skip
_PLURALS = {name: rank for rank, name in _PLURAL_OF.items()} | {"twos": "2", "treys": "3"}
_SINGULARS = {name.removesuffix("s").replace("sixe", "six"): rank for name, rank in _PLURALS.items()}
_PAIRS = ("pairs", "pair", "pp")
_BROADWAYS = ("broadway", "broadways")
_RUNDOWNS = ("rundown", "rundowns")
_ALL = ("any two", "any two cards", "any hand", "all hands", "every hand", "anything", "everything", "atc")
_NONE = ("no hand", "no hands", "no cards")
ALL_WORDS, NO_WORDS = ("random", "all", "any", "every"), ("none", "nothing", "empty")
PLAIN_WORDS = (*ALL_WORDS, *NO_WORDS)
"""All hands or none, in both grammars."""
_CONNECTORS = ("connectors", "connector")
_FILLING = ("pocket", "any", "all")
"""Words without meaning next to another."""
_SUITED, _OFFSUIT = ("suited", "s"), ("offsuit", "unsuited", "offsuited", "off suit", "off", "o")
_DOUBLE, _SINGLE = ("double suited", "ds"), ("single suited", "ss")
_RAINBOW = ("rainbow", "r")
_SHORT = ("s", "o", "ds", "ss", "r")
"""Words that need another before them: alone they are notation."""
_KINDS = {"ds": _DOUBLE, "ss": _SINGLE, "o": _OFFSUIT, "s": _SUITED, "r": _RAINBOW}
HAND_WORDS = {
    "plurals": _PLURALS,
    "all": ("*", *_ALL, *ALL_WORDS),
    "none": (*NO_WORDS, *_NONE),
    "pairs": _PAIRS,
    "broadways": _BROADWAYS,
    "connectors": _CONNECTORS,
    "rundowns": _RUNDOWNS,
    "filling": _FILLING,
    "kinds": {word: kind for kind, words in _KINDS.items() for word in words if word not in _SHORT},
}
"""The words by what they mean, for the scripts of pages."""

_RANK = "(?:10|[2-9TJQKA])"
_RANKS = re.compile(f"{_RANK}+", re.IGNORECASE)
_SUFFIXED = re.compile(f"({_RANK}{{2,}})(ds|ss|r)", re.IGNORECASE)
_WORD_BEHIND = re.compile(r"(?<=[2-9TJQKA0])(?=(?:un|off)?suit|off\b|double|single|rainbow)", re.IGNORECASE)
"""Position of a word attached to ranks: ``AKsuited``."""
_TWO_RANKS = re.compile(
    rf"({_RANK})\s*-?\s*({_RANK})\s*([so]?)\s*(\+?)(\s*[@:]\s*[\d.]+)?", re.IGNORECASE | re.ASCII
)
_ANY_CARDS = re.compile(rf"({_RANK}+)\s*(x+)", re.IGNORECASE)
_WITH_ANY = re.compile(rf"({_RANK})\s*x\s*([so])", re.IGNORECASE)
"""``Axs``: all suited aces."""
_CARDS = re.compile(rf"(?:{_RANK}\s*[cdhs]\s*,?\s*)+", re.IGNORECASE)
_SPLIT_CARD = re.compile(rf"({_RANK})\s+([cdhs])", re.IGNORECASE)
_SIGNS = str.maketrans("♣♦♥♠♧♢♡♤", SUIT_NAMES * 2, "\ufe0f")
_AND = re.compile(r"\s+(?:and|or|&)\s+", re.IGNORECASE)
_PARTS = re.compile(r"(@\s*[\d.]+|[,:!()])", re.ASCII)
_WEIGHT = re.compile(r"\s*@\s*[\d.]+\s*$", re.ASCII)
_WORD = re.compile(r"[A-Za-z][a-z]{2,}")
_CLOSE = 0.75
_LONGEST = 40
_LEAST_TYPED = 4
"""Fewest letters of a suggested word, as many is not any and call is not all."""


class Spoken(NamedTuple):
    """A part of a range, and its notation."""

    text: str
    notation: Notation


def tidy(text: str) -> str:
    """Replace suit signs by letters, and ``and`` and ``or`` by commas."""
    return _AND.sub(",", unicodedata.normalize("NFKC", text).translate(_SIGNS))


def tidy_hand(text: str) -> str:
    """Remove blanks inside cards from a search text."""
    plain = tidy(text).strip()
    if _CARDS.fullmatch(plain):
        return _SPLIT_CARD.sub(r"\1\2", plain)
    return plain


def _without_any(piece: str, game: Game) -> str:
    """Remove ``x`` for any card: ``AAxx`` is AA."""
    match = _ANY_CARDS.fullmatch(piece.strip())
    return match[1] if match and _length(match[1]) + len(match[2]) == game.hole_cards else piece


def in_notation(text: str, game: Game) -> tuple[Spoken, ...]:
    """Translate a text into parts of notation, nearly always one.

    Raises RangeError for words that only by accident are valid notation.
    """
    if len(text) > MAX_TEXT:  # refused by the grammar
        return (Spoken(text, Notation.of(game)),)
    if not game.has_classic_notation:
        parts = _PARTS.split(weighted(text, Notation.GENERIC).text)
        parts[::2] = [_generic(part, game) for part in parts[::2]]
        return (Spoken("".join(parts), Notation.GENERIC),)
    by_notation: dict[Notation, list[str]] = {}
    for weight, group in split_groups(text):
        for piece in group.split(",") if group or group == text else ():
            spoken = _classic(piece, game)
            by_notation.setdefault(spoken.notation, []).append(_in_group(spoken, weight).text)
    return tuple(Spoken(",".join(pieces), notation) for notation, pieces in by_notation.items())


def weighted(text: str, notation: Notation) -> Spoken:
    """Convert brackets with weights, ``[50]AA[/50]``, to weights of their parts."""
    groups = [(weight, group) for weight, group in split_groups(text) if group or group == text]
    return Spoken(
        ",".join(_in_group(Spoken(group, notation), weight).text for weight, group in groups), notation
    )


def _in_group(spoken: Spoken, weight: str) -> Spoken:
    """Give hands the weight of the brackets around them."""
    if not weight:
        return spoken
    is_classic = spoken.notation is Notation.CLASSIC
    return spoken._replace(
        text=with_weight(spoken.text, weight) if is_classic else f"({spoken.text}){weight}"
    )


def _classic(piece: str, game: Game) -> Spoken:
    """Translate a piece of a list for two hole cards."""
    weight = _WEIGHT.search(piece)
    if weight is not None:
        text, notation = _classic(piece[: weight.start()], game)
        return Spoken(text + weight[0], notation)
    plain = _without_any(piece, game).strip()
    any_other = _WITH_ANY.fullmatch(plain)
    if any_other:
        spoken = _suited(any_other[1].upper().replace("10", "T") * 2, any_other[2].lower())
        return spoken or Spoken(piece, Notation.CLASSIC)
    apart = _TWO_RANKS.fullmatch(plain)
    if apart:
        return Spoken("".join(part or "" for part in apart.groups()), Notation.CLASSIC)
    if _CARDS.fullmatch(plain) or _RANKS.fullmatch(plain):
        compact = "".join(plain.split())
        if _length(compact) <= 2:  # a rank or a card; more than two cards are several hands
            return Spoken(compact, Notation.GENERIC)
        return Spoken(compact if _length(compact) == 4 else piece, Notation.CLASSIC)
    spoken = _translate(_words(plain), _vocabulary(game))
    if spoken is not None:
        return spoken
    return Spoken(piece, Notation.CLASSIC)


def _generic(piece: str, game: Game) -> str:
    """Translate a piece into a term of generic notation."""
    piece = _without_any(piece, game)
    plain = piece.strip()
    suffixed = _SUFFIXED.fullmatch("".join(plain.split()))
    if suffixed and suffixed[2].lower() == "r" and _length(suffixed[1]) < game.hole_cards:
        suffixed = None  # a rank variable
    words = [suffixed[1], suffixed[2].lower()] if suffixed else _words(plain)
    spoken = _translate(words, _vocabulary(game))
    if spoken is not None:
        return spoken.text
    _refuse_accident(plain, game)
    return piece


def _words(text: str) -> list[str]:
    """Split a text into words; consecutive ranks are one word."""
    words: list[str] = []
    for word in _WORD_BEHIND.sub(" ", text.replace("-", " ")).split():
        if words and _RANKS.fullmatch(word) and _RANKS.fullmatch(words[-1]):
            words[-1] += word
        else:
            words.append(word)
    return words


def _length(ranks: str) -> int:
    """Return the number of cards in a text of ranks."""
    return len(ranks.replace("10", "T"))


class _Vocabulary(NamedTuple):
    """The words of a game: for hands, and for suffixes of hands."""

    hands: dict[str, Spoken]
    more: dict[str, str]


@cache
def _vocabulary(game: Game) -> _Vocabulary:
    lowest = RANK_NAMES[game.lowest_rank]
    generic, own = Notation.GENERIC, Notation.of(game)
    hands = {name: Spoken(rank * 2, own) for name, rank in _PLURALS.items() if rank >= lowest or rank > "9"}
    hands |= dict.fromkeys(_PAIRS, Spoken(f"{lowest}{lowest}+", own))
    hands |= dict.fromkeys(_ALL, Spoken("*", own)) | dict.fromkeys(_NONE, Spoken("none", own))
    hands |= dict.fromkeys(_BROADWAYS, Spoken("$R" * game.hole_cards, generic))
    if game.has_classic_notation:
        lows = RANK_NAMES[game.lowest_rank + 1] + lowest
        hands |= dict.fromkeys(_CONNECTORS, Spoken(f"AK-{lows}", own))
        hands |= dict.fromkeys(_SUITED[:1], Spoken("xx", generic))
        hands |= dict.fromkeys(_OFFSUIT[:-2], Spoken("RxOy", generic))
        more = dict.fromkeys(_SUITED, "s") | dict.fromkeys(_OFFSUIT, "o")
        return _Vocabulary(hands, more)
    hands |= dict.fromkeys(_RUNDOWNS, Spoken("$0g", generic))
    more = dict.fromkeys(_DOUBLE, "$ds") | dict.fromkeys(_SINGLE, "$ss")
    if game.hole_cards == len(SUIT_NAMES):
        more |= dict.fromkeys(_RAINBOW, ":wxyz")
    return _Vocabulary(hands, more)


def _translate(words: Sequence[str], vocabulary: _Vocabulary) -> Spoken | None:
    """Translate words such as ``double suited aces``; None if one of them is unknown."""
    base: Spoken | None = None
    added, at, is_said = "", 0, False
    while at < len(words):
        double, single = " ".join(words[at : at + 2]).lower(), words[at].lower()
        word = (
            double
            if at + 1 < len(words) and (double in vocabulary.hands or double in vocabulary.more)
            else single
        )
        at += word.count(" ") + 1
        is_alone = len(words) == word.count(" ") + 1
        if word in vocabulary.hands and (base is None and (word not in vocabulary.more or is_alone)):
            base, is_said = vocabulary.hands[word], True
        elif word in vocabulary.more and not added and not (is_alone and word in _SHORT):
            added, is_said = vocabulary.more[word], True
        elif _RANKS.fullmatch(word) and base is None:
            base = Spoken(word.upper().replace("10", "T"), Notation.GENERIC)
        elif word not in _FILLING or is_alone:
            return None
    return _with_more(base, added) if is_said else None


def _with_more(base: Spoken | None, added: str) -> Spoken | None:
    """Add a suffix to hands."""
    if not added:
        return base
    if added in ("s", "o"):
        return None if base is None else _suited(base.text, added)
    if added.startswith(":"):
        text = added[1:] if base is None else f"({base.text}{added})"
    else:
        text = f"{'' if base is None else base.text}{added}"
    return Spoken(text, Notation.GENERIC)


def _suited(ranks: str, kind: str) -> Spoken | None:
    """Return two ranks, or all hands with one (``suited aces``), suited or offsuit."""
    if "-" in ranks:  # a span, of connectors
        return Spoken(f"{ranks.replace('-', f'{kind}-')}{kind}", Notation.CLASSIC)
    if len(ranks) != 2 or not _RANKS.fullmatch(ranks):
        return None
    if ranks[0] != ranks[1]:
        return Spoken(ranks + kind, Notation.CLASSIC)
    same = "xx" if kind == "s" else "xy"
    return Spoken(f"({ranks[0]}:RO:{same})", Notation.GENERIC)


def _refuse_accident(text: str, game: Game) -> None:
    """Refuse a word that generic notation would read as cards. Raises RangeError if the text has one."""
    if text.lower() not in PLAIN_WORDS and (text.lower() in _SINGULARS or find_word(text)):
        raise RangeError(_not_understood(text, game))


def what_is_meant(text: str, game: Game) -> str:
    """Return the error message of a text of words; empty if it is not words."""
    for piece in text.split(","):
        words = _words(piece)
        is_said = [bool(_WORD.fullmatch(word)) and not _TWO_RANKS.fullmatch(word) for word in words]
        is_ranks = [bool(_RANKS.fullmatch(word)) for word in words]
        if _translate(words, _vocabulary(game)) is not None:
            continue
        if len(piece) > _LONGEST or not any(is_said) or not all(map(operator.or_, is_said, is_ranks)):
            continue
        return _not_understood(piece, game)
    return ""


def _not_understood(piece: str, game: Game) -> str:
    """Return the error message of words that are not hands."""
    word = " ".join(part for part in _words(piece) if part not in _FILLING).lower()
    usual = f"Try {EXAMPLES[Notation.of(game).value]}, none for no hand, or * for all."
    return f"'{shorten(piece)}' is not understood. {_near(word, game) or usual}"


def _near(word: str, game: Game) -> str:
    """Return a question that suggests the nearest word."""
    rank = _SINGULARS.get(word)
    if rank is not None:
        return f"did you mean {rank * 2}{'x' * (game.hole_cards - 2)} ({_PLURAL_OF[rank]}), or {rank}?"
    vocabulary = _vocabulary(game)
    if "suited" in word and not game.has_classic_notation:
        return "did you mean double suited, $ds, or single suited, $ss?"
    plain = (plain_word for plain_word in PLAIN_WORDS if len(plain_word) > _LEAST_TYPED)
    names = [*plain, *(hand for hand in (*vocabulary.hands, *vocabulary.more) if hand not in _SHORT)]
    near = get_close_matches(word, names, 1, _CLOSE)
    if not near:
        return ""
    meant = vocabulary.hands.get(near[0])
    text = f", {meant.text}" if meant and meant.notation is Notation.of(game) else ""
    return f"did you mean {near[0]}{text}?"
