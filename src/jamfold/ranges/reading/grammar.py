"""The generic notation's grammar: which letters are terms, terms as card patterns, and warnings.

The grammar files build terms (cards, variables, lists, spans, filters), and syntax errors become sentences.
A text that probably did not mean what it says is read as written, with a warning.

Every letter is a rank, a suit or a variable there, so any word short enough can be read as cards: ``fold``
is three ranks and a diamond.  Letters are notation only in the order in which ranges are written:

- capital ranks with small suits: at least two capitals and a small letter, as in ``AxAyxy`` or ``AKs``
- cards with a suit each (``askd``), ranks alone (``kqjt``), suits alone, variables in order (``xxyz``)
- ranks from high to low, then variables R, O, N, P in this order, then suits: ``aar``, ``RRON``, ``aaxx``
- a doubled letter before a doubled one or two others: ``BBEE``, ``AANN``, ``BBEF``
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from jamfold.cards import N_RANKS, N_SUITS, RANK_NAMES, SUIT_NAMES, make_card
from jamfold.cards.games import Game
from jamfold.core.arrays import BoolArray
from jamfold.core.display import plural
from jamfold.core.errors import RangeError
from jamfold.ranges.grid import HandTable
from jamfold.ranges.reading.patterns import ALL_CARDS, CardPattern, rank_cards, suit_cards
from jamfold.ranges.syntax import (
    NOTHING,
    SUIT_VARIABLES,
    Both,
    Card,
    Choice,
    Either,
    Everything,
    Filtered,
    Item,
    Node,
    Part,
    Percent,
    Span,
    Term,
    Without,
    format_card,
    format_node,
    parse_card,
)

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

_RUN = re.compile(r"(?<![\w$*\]])[A-Za-z]+(?![\w*\[])")
"""Letters that no digit, list or filter belongs to."""
_APART = re.compile(r"(?<![A-Za-z0-9])([A-Za-z0-9])\s+(?=[A-Za-z0-9](?![A-Za-z0-9]))")
"""The blank between two single letters: ``R R O N``."""
_TOP = re.compile(r"top\s*\d", re.IGNORECASE)
_MIXED = re.compile(r"(?=.*[a-z]).+[A-Z].*", re.DOTALL)
_CARDS = re.compile(r"[akqjtr][shdcwxyz]|([akqjtronp][shdcwxyz]){2,}[wxyz]*")
_RANKS = re.compile(r"[akqjt]+")
_FALLING = "a*k*q*j*t*"
_IN_ORDER = re.compile(
    rf"(?=[a-z]){_FALLING}(r+(o+(n+p*)?)?)?([wxyz]{{2,}})?|[akqjt][wxyz]+"
    rf"|(?=[akqjt]{{2}}){_FALLING}([shdc]+|[wxyz]|o)"
)
_VARIABLES = re.compile(r"x+(y+(z+w*)?)?|w+x+(y+z*)?")
"""Suit variables in the order in which they are named."""


def find_word(text: str) -> str:
    """The first run of letters in a term that is no notation; empty if there is none."""
    for run in _RUN.findall(_TOP.sub("", _APART.sub(r"\1", text))):
        if not _is_notation(run):
            return str(run)
    return ""


def _is_notation(run: str) -> bool:
    small = run.lower()
    if _MIXED.fullmatch(run):
        return True
    variables = "".join(sorted((letter for letter in small if letter in SUIT_VARIABLES), key=small.index))
    if variables and not _VARIABLES.fullmatch(variables):
        return False
    counts = [len(list(group)) for _, group in groupby(run)]
    is_grouped = len(counts) == len(set(small))
    if _RANKS.fullmatch(small):
        return is_grouped or run.isupper()
    if {*small} <= {*SUIT_NAMES, *SUIT_VARIABLES} or _CARDS.fullmatch(small) or _IN_ORDER.fullmatch(small):
        return True
    is_of_ranks = is_grouped and not {*small} & {*SUIT_NAMES, *SUIT_VARIABLES}
    return is_of_ranks and (counts in ([2, 1, 1], [2, 2]) or (run.isupper() and counts == [len(run)] > [1]))


RANKS = frozenset(RANK_NAMES)
SUITS = frozenset(SUIT_NAMES)
LISTS = {
    "$B": "AKQJ",
    "$M": "T987",
    "$Z": "65432",
    "$L": "A8765432",
    "$W": "A5432",
    "$R": "AKQJT",
    "$F": "KQJ",
    "$N": "KQJT9",
}
"""The list macros and their ranks."""


def patterns_of(term: Term, table: HandTable) -> tuple[CardPattern, ...]:
    """The patterns of a term.

    Raises RangeError if it has more cards than a hand, a card twice, or a rank that the deck lacks.
    """
    text, hole_cards = format_node(term)[:40], table.game.hole_cards
    if len(term.cards) > hole_cards:
        raise RangeError(
            f"'{text}' has {plural(len(term.cards), 'card')}: a hand of {table.game.title} has {hole_cards}."
        )
    plain = [card for card in term.cards if isinstance(card, Card)]
    for card in plain:
        if card.rank in RANKS and card.suit in SUITS and plain.count(card) > 1:
            raise RangeError(f"The card {format_card(card)} appears twice in '{text}'.")
    named_ranks = sum(rank_cards(table.rank(rank, text)) for rank in {card.rank for card in plain} & RANKS)
    named_suits = sum(suit_cards(SUIT_NAMES.index(suit)) for suit in {card.suit for card in plain} & SUITS)
    patterns = []
    for part in term.cards:
        pattern = _pattern(part, table, text)
        cards = pattern.cards
        cards &= ~named_ranks if pattern.rank_variable else ALL_CARDS
        cards &= ~named_suits if pattern.suit_variable else ALL_CARDS
        patterns.append(CardPattern(cards, pattern.rank_variable, pattern.suit_variable))
    return tuple(sorted(patterns))


def _pattern(card: Card | Choice, table: HandTable, text: str) -> CardPattern:
    variable = ""
    if isinstance(card, Choice):
        cards = 0
        for item in card.items:
            cards |= _item_cards(item, table, text)
    elif card.rank in LISTS:
        ranks = [RANK_NAMES.index(name) for name in LISTS[card.rank]]
        cards = sum(rank_cards(rank) for rank in ranks if rank >= table.game.lowest_rank)
    elif card.rank in RANKS:
        cards = rank_cards(table.rank(card.rank, text))
    else:
        cards, variable = ALL_CARDS, card.rank.strip("*")
    if card.suit in SUITS:
        return CardPattern(cards & suit_cards(SUIT_NAMES.index(card.suit)), variable)
    return CardPattern(cards, variable, card.suit)


def _item_cards(item: Item, table: HandTable, text: str) -> int:
    first, last = item
    if first.suit != last.suit or first.suit in {*SUIT_VARIABLES} or first.rank not in RANKS | {""}:
        raise RangeError(
            f"'{format_card(first)}' in '{text}' does not fit a list of ranks, suits, cards or rank spans."
        )
    if first != last and not {first.rank, last.rank} <= RANKS:
        raise RangeError(f"'{format_card(first)}-{format_card(last)}' in '{text}' is no span of ranks.")
    cards = suit_cards(SUIT_NAMES.index(first.suit)) if first.suit else ALL_CARDS
    if first.rank:
        low, high = sorted(table.rank(card.rank, text) for card in item)
        cards &= sum(rank_cards(rank) for rank in range(low, high + 1))
    return cards


def slide(span: Span, table: HandTable) -> Iterator[Term]:
    """The terms of a span.

    Raises RangeError if there is no rank to slide, or the ends have not the same shape.
    """
    text = format_node(span)[:40]
    ranks = [_sliding_rank(card, table, text) for card in span.first.cards]
    moving = [rank for rank in ranks if rank is not None]
    if not moving:
        raise RangeError(f"There is no rank to slide in '{text}'.")
    if span.last is not None:
        steps = _distance(span.first, span.last, table, text)
    elif span.direction > 0:
        steps = N_RANKS - 1 - max(moving)
    else:
        steps = int(table.game.lowest_rank) - min(moving)
    sign = 1 if steps >= 0 else -1
    for step in range(0, steps + sign, sign):
        yield Term(tuple(_moved(card, step) for card in span.first.cards))


def _sliding_rank(card: Card | Choice, table: HandTable, text: str) -> int | None:
    if isinstance(card, Choice) or card.rank in LISTS:
        raise RangeError(f"A list cannot slide: '{text}'.")
    return int(table.rank(card.rank, text)) if card.rank in RANKS else None


def _moved(card: Card | Choice, step: int) -> Card | Choice:
    if isinstance(card, Card) and card.rank in RANKS:
        return Card(RANK_NAMES[RANK_NAMES.index(card.rank) + step], card.suit)
    return card


def _distance(first: Term, last: Term, table: HandTable, text: str) -> int:
    """Ranks from one end of a span to the other."""
    steps = set()
    same = len(first.cards) == len(last.cards)
    for card, other in zip(first.cards, last.cards, strict=False):
        a, b = _sliding_rank(card, table, text), _sliding_rank(other, table, text)
        if a is None or b is None:
            same &= card == other
        else:
            same &= card.suit == other.suit
            steps.add(b - a)
    if not same or len(steps) > 1:
        raise RangeError(f"'{text}' is not a valid span. Every rank must move by the same distance.")
    return steps.pop()


@cache
def filter_classes(name: str, table: HandTable) -> BoolArray:
    """The classes that pass a filter such as ``$ds``, bool of shape (n,).

    Raises RangeError if no hand of the game can.
    """
    hole, cards = table.game.hole_cards, table.classes.representatives
    ranks = np.sort(cards // N_SUITS, axis=1).astype(np.int64)
    rank_counts = np.stack([(ranks == rank).sum(axis=1) for rank in range(N_RANKS)], axis=1)
    pairs_of_suits = [(cards % N_SUITS == suit).sum(axis=1) for suit in range(N_SUITS)]
    suit_counts = np.sort(np.stack(pairs_of_suits, axis=1), axis=1)[:, ::-1]
    word = name[1:].lower()
    if word == "np":
        return np.asarray(rank_counts.max(axis=1) < 2)
    if word == "nt":
        return np.asarray(rank_counts.max(axis=1) < 3)
    if word.endswith("g"):
        gaps = ranks[:, -1] - ranks[:, 0] - (hole - 1)
        return np.asarray((rank_counts.max(axis=1) < 2) & (gaps == int(word[0])))
    needed = [2, 2, *[1] * (hole - 4)] if word == "ds" else [2, *[1] * (hole - 2)]
    if sum(needed) > hole:
        raise RangeError(f"'{name}' needs four cards: a hand of {table.game.title} has {hole}.")
    if len(needed) > N_SUITS:
        raise RangeError(f"'{name}' has no hand in {table.game.title}: with {hole} cards, more suits repeat.")
    needed += [0] * (N_SUITS - len(needed))
    return np.asarray((suit_counts == np.array(needed)).all(axis=1))


def exact_hand(patterns: tuple[CardPattern, ...], hole_cards: int) -> tuple[list[int], bool] | None:
    """Return the single hand or class of a full term: cards ascending, and whether it is a class.

    None without a unique hand, or if two patterns allow the same single card.
    """
    if len(patterns) < hole_cards:
        return None
    cards = {pattern.cards.bit_length() - 1 for pattern in patterns}
    if all(pattern.cards.bit_count() == 1 for pattern in patterns):
        return (sorted(cards), False) if len(cards) == hole_cards else None
    cards = set()
    for pattern in patterns:
        rank = (pattern.cards.bit_length() - 1) // N_SUITS
        if not pattern.suit_variable or pattern.cards != rank_cards(rank):
            return None
        cards.add(int(make_card(rank, SUIT_VARIABLES.index(pattern.suit_variable))))
    return (sorted(cards), True) if len(cards) == hole_cards else None


def full_ranks(patterns: tuple[CardPattern, ...], hole_cards: int) -> tuple[int, ...] | None:
    """The ranks, high to low, of a term that names the rank of every card and no suit."""
    ranks = [(pattern.cards.bit_length() - 1) // N_SUITS for pattern in patterns]
    if len(patterns) < hole_cards or any(
        pattern.cards != rank_cards(rank) for pattern, rank in zip(patterns, ranks, strict=True)
    ):
        return None
    return tuple(sorted(ranks, reverse=True))


MAX_TEXT = 1_000_000
"""Characters."""
MAX_DEPTH = 50
"""Parentheses inside one another."""

_SHOWN = 40
EXAMPLES = {"classic": "TT+, AJs+, KQo or 15%", "generic": "AA$ds, KK, KQJT-T987 or 15%"}


def parse_tree(text: str) -> Tree[Token]:
    """The parse tree of a text in classic notation.

    Raises RangeError if the text does not follow the grammar, or is too long.
    """
    return cast("Tree[Token]", _parse("classic", text))


def parse_parts(text: str) -> tuple[Part, ...]:
    """The parts of a text in generic notation.

    Raises RangeError if the text does not follow the grammar, or is too long or nested too deeply.
    """
    return cast("tuple[Part, ...]", _parse("generic", text))


def _parse(name: str, text: str) -> object:
    from lark.exceptions import UnexpectedInput, UnexpectedToken

    _check_bounds(text)
    try:
        return _grammar(name).parse(text)
    except UnexpectedInput as error:
        # At the end of the text lark reports the token $END at the position of the last one.
        at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        position = len(text) if at_end else cast("int", error.pos_in_stream)
    if not text[position:].strip():
        raise RangeError(f"The range '{shorten(text)}' is incomplete.")
    # A word is named as a whole, also where only its end is wrong.
    position -= len(cast("re.Match[str]", re.search(r"[\w.]*$", text[:position]))[0])
    raise RangeError(
        f"'{shorten(text[position:], 20)}' in the range '{shorten(text)}' is not understood. "
        f"Try {EXAMPLES[name]}."
    )


def shorten(text: str, length: int = _SHOWN) -> str:
    """A text for a sentence: one line, not too long."""
    line = " ".join(text[: 4 * length].split())
    return line if len(line) <= length else line[: length - 3] + "..."


def _check_bounds(text: str) -> None:
    if not text.strip():
        raise RangeError("The range is empty. For all hands, type *.")
    if len(text) > MAX_TEXT:
        raise RangeError(
            f"The range '{shorten(text)}' has {len(text):,} characters: at most {MAX_TEXT:,} are read."
        )
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth > MAX_DEPTH:
            raise RangeError(
                f"The range '{shorten(text)}' has more than {MAX_DEPTH} parentheses inside one another."
            )


@cache
def _grammar(name: str) -> Lark:
    from lark import Lark

    grammar = Path(__file__).with_name(f"{name}.lark").read_text(encoding="utf-8")
    build = _Build() if name == "generic" else None
    # ASCII: \d and letters in either case are these and no others (K is also the sign for Kelvin).
    return Lark(grammar, parser="lalr", maybe_placeholders=False, transformer=build, g_regex_flags=re.ASCII)


class _Build:
    """What lark calls for each rule while it parses generic notation; lists of alternatives stay flat."""

    def start(self, parts: list[Part]) -> tuple[Part, ...]:
        return tuple(parts)

    def part(self, children: list[Any]) -> Part:
        return Part(children[0], "".join(children[1:]))

    def either(self, parts: list[Node]) -> Node:
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def conjunction(self, parts: list[Node]) -> Node:
        return parts[0] if len(parts) == 1 else Both(tuple(parts))

    def without(self, parts: list[Node]) -> Node:
        return parts[0] if len(parts) == 1 else Without(tuple(parts))

    def filtered(self, children: list[Any]) -> Filtered:
        return Filtered(children[0], tuple(str(word) for word in children[1:]))

    def filters(self, words: list[Token]) -> Filtered:
        return Filtered(Everything(), tuple(str(word) for word in words))

    def climb(self, children: list[Any]) -> Span:
        return Span(children[0], None, 1)

    def descend(self, children: list[Any]) -> Span:
        return Span(children[0], None, -1)

    def span(self, children: list[Any]) -> Span:
        return Span(children[0], children[2])

    def percent(self, words: list[Token]) -> Percent:
        return Percent(tuple(str(word) for word in words[::2]))

    def everything(self, _words: list[Token]) -> Everything:
        return Everything()

    def nothing(self, _words: list[Token]) -> Node:
        return NOTHING

    def term(self, cards: list[Card | Choice]) -> Term:
        return Term(tuple(cards))

    def card(self, words: list[Token]) -> Card:
        return parse_card(words[0])

    def named_choice(self, words: list[Token]) -> Card:
        return Card(words[0].upper(), "".join(words[1:]).lower())

    def choice(self, children: list[Any]) -> Choice:
        items = [child for child in children if isinstance(child, Item)]
        return Choice(tuple(items), "".join(children[len(items) :]).lower())

    def item(self, words: list[Token]) -> Item:
        return Item(parse_card(words[0]), parse_card(words[-1]))


_BLANK = re.compile(r"[\w*\]]\s+[\w*\[]")
"""A blank between two cards."""
_CLEAR = re.compile(r"(?:(?:10|[2-9TJQKA])[shdc]|[\s+-])+|.*%.*", re.IGNORECASE)
"""Written hands and percentages, which may hold blanks."""


def traps(text: str, parts: Iterable[Part], game: Game) -> Iterator[str]:
    """Sentences about blanks, suits and "any cards" as they are written elsewhere."""
    for piece in dict.fromkeys(re.split(r"[,:!()@]", text)):
        if _BLANK.search(piece) and not _CLEAR.fullmatch(piece):
            yield f"'{shorten(piece)}' is one term: a space does not separate terms. Write a comma for 'or'."
    for part in parts:
        for term in dict.fromkeys(_terms(part.node)):
            yield from _of_term(term, game.hole_cards)


def _terms(node: Node) -> Iterator[Term]:
    match node:
        case Term():
            yield node
        case Span(first):
            yield first
        case Filtered(source):
            yield from _terms(source)
        case Either(parts) | Both(parts) | Without(parts):
            for part in parts:
                yield from _terms(part)


def _of_term(term: Term, hole_cards: int) -> Iterator[str]:
    """Traps behind named ranks without suits: AKs, AKo, AAxx."""
    cards = [card if isinstance(card, Card) else Card("[]") for card in term.cards]
    named = list(takewhile(lambda card: card.rank in RANKS and not card.suit, cards))
    if not named or named == cards:
        return
    ranks, (last, *rest) = "".join(card.rank for card in named), cards[len(named) :]
    text = f"In generic notation '{format_node(term)}' asks for"
    suits = "".join(card.suit for card in cards)
    if last.rank in RANKS and last.suit == "s" and not rest:
        suited = "".join(rank + "x" for rank in ranks + last.rank)
        yield f"{text} the card {format_card(last)}; suited is {suited}."
    elif last == Card("O") and len(named) == 2 and not rest:
        yield f"{text} a third card of another rank; offsuit is {ranks[0]}x{ranks[1]}y."
    elif (
        last.rank in RANKS
        and {card.rank for card in rest} == {""}
        and {*suits} <= {*SUIT_VARIABLES}
        and len(ranks + last.rank + suits) >= hole_cards
    ):
        ranks += last.rank
        yield (
            f"In generic notation w, x, y and z are suits, so '{format_node(term)}' is not {ranks} "
            f"with any other cards: that is {ranks}."
        )
