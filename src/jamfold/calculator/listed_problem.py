"""Problems of hands listed card by card: players, board and dead cards of a `ListedGame`, and tables.

A hand is its known cards in the order they were dealt and ``*`` for each unknown one; cards missing at the
end are unknown too.  Several hands, with commas between them, may have weights: ``AsKs@50,QhQd``.  The
tables are those of combinations of listed hands on a board.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod
from typing import ClassVar, NamedTuple

import numpy as np

from jamfold.calculator.equity_games import ListedGame, Pot
from jamfold.calculator.problem import check_single_hands, disjoint_tuples, parse_table_cards
from jamfold.cards import card_mask, format_cards, parse_cards
from jamfold.cards.strength.listed import Part, listed_tables
from jamfold.cards.strength.rankings import FiveCardRanking
from jamfold.cards.strength.showdown import MOST_PLAYERS, Hands, StrengthTables
from jamfold.core.arrays import FloatArray, IntArray
from jamfold.core.errors import EquityError, error_field
from jamfold.core.progress import Progress
from jamfold.ranges.reading.classic import check_commas
from jamfold.ranges.reading.spoken import ALL_WORDS, NO_WORDS
from jamfold.ranges.weights import check_weights, parse_weight

UNKNOWN = "*"
_WEIGHT = re.compile(r"@\s*\d{1,3}(\.\d{0,12})?|:\s*\d?(\.\d{0,12})?", re.ASCII)
_MOST_TUPLES = 5_000_000
_MOST_HANDS = 20_000  # in board games a hand's tables take 25 kB


@dataclass(frozen=True)
class ListedPlayer:
    """One player's hands."""

    text: str
    """As it was written."""
    hands: tuple[tuple[int, ...], ...]
    """The known cards of each, ascending; all of the same number."""
    weights: tuple[float, ...]
    """Weights of the hands, in (0, 1]."""
    warnings: ClassVar[tuple[str, ...]] = ()
    uses_order: ClassVar[bool] = False
    """warnings, uses_order: As of an `EquityPlayer`; a list of hands has neither."""

    @property
    def n_known(self) -> int:
        return len(self.hands[0])

    def combinations(self, game: ListedGame, n_taken: int) -> int:
        """Hands the player can hold if ``n_taken`` other cards are on the board or dead."""
        left = len(game.deck) - self.n_known - n_taken
        return len(self.hands) * comb(max(0, left), game.private_cards - self.n_known)


@dataclass(frozen=True)
class ListedProblem:
    """A checked calculation; ``progress`` is called with a text and the share of the work that is done."""

    game: ListedGame
    players: tuple[ListedPlayer, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    progress: Progress

    @property
    def unknown(self) -> tuple[int, ...]:
        """Unknown private cards of each player."""
        return tuple(self.game.private_cards - player.n_known for player in self.players)

    @property
    def n_left(self) -> int:
        """Number of cards that are in no known hand, not on the board, and not dead."""
        n_known = sum(player.n_known for player in self.players) + len(self.board) + len(self.dead)
        return len(self.game.deck) - n_known

    @property
    def n_boards(self) -> int:
        """Boards per combination of hands; one without cards where the game has no board."""
        return comb(self.n_left - sum(self.unknown), self.game.board_cards - len(self.board))

    @property
    def combinations(self) -> list[int]:
        """The number of hands that each player can hold."""
        n_taken = len(self.board) + len(self.dead)
        return [player.combinations(self.game, n_taken) for player in self.players]

    @property
    def n_tuples(self) -> int:
        """Combinations of listed hands, at most."""
        return prod(len(player.hands) for player in self.players)


def parse_listed(
    game: ListedGame, players: Sequence[object], board: str, dead: str, progress: Progress | None
) -> ListedProblem:
    """Parse and check the players, the board and the dead cards.

    Raises JamfoldError if a text is invalid or the deck is too small; its ``field`` is "players", "board",
    "dead", or "player1", "player2", ...
    """
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise EquityError(
            f"An equity needs 2 to {MOST_PLAYERS} players, not {len(players)}. Put spaces between: AA KK.",
            field="players",
        )
    if board.strip() and not game.has_board:
        raise EquityError(f"{game.title} has no board. Remove '{board.strip()[:40]}'.", field="board")
    on_board, dead_cards = parse_table_cards(game, board, dead, game.boards)
    holdings: list[ListedPlayer] = []
    for k, text in enumerate(players, 1):
        with error_field(f"player{k}"):
            holdings.append(parse_listed_player(game, text, (*on_board, *dead_cards)))
    needed = len(holdings) * game.private_cards + game.board_cards + len(dead_cards)
    if needed > len(game.deck):
        parts = ["the board"] * game.has_board + ["the dead cards"] * bool(dead_cards)
        holders = " and ".join([f"{len(holdings)} players", *parts])
        raise EquityError(f"{holders} need {needed} cards: the deck has {len(game.deck)}.")
    check_single_hands(
        (k, player.text, player.hands[0]) for k, player in enumerate(holdings, 1) if len(player.hands) == 1
    )
    silent = progress or (lambda stage, share: None)
    problem = ListedProblem(game, tuple(holdings), on_board, dead_cards, silent)
    listed = sum(len(player.hands) for player in holdings)
    if listed > _MOST_HANDS:
        raise EquityError(f"The lists have {listed:,} hands: at most {_MOST_HANDS:,} are taken.")
    if problem.n_tuples > _MOST_TUPLES:
        raise EquityError(
            f"The lists make {problem.n_tuples:,} combinations of hands: at most {_MOST_TUPLES:,} are taken."
        )
    return problem


def parse_listed_player(game: ListedGame, text: object, blockers: Sequence[int]) -> ListedPlayer:
    """A player's hands.

    Raises RangeError, CardError or EquityError if the text lists no hands of the game, or ``blockers`` leave
    none of them.
    """
    if not isinstance(text, str):
        raise EquityError(f"Hands of {game.title} are written card by card, not as a range.")
    if text.strip().lower() in {*NO_WORDS, "0%"}:
        raise EquityError(f"'{text.strip()}' is not a hand. Every player needs one.")
    texts = _split(check_commas(UNKNOWN if text.strip().lower() in {*ALL_WORDS, "100%"} else text))
    hands = [_parse_hand(game, re.split("[@:]", hand_text)[0], text) for hand_text in texts]
    weights = [_parse_weight(hand_text) for hand_text in texts]
    check_weights(zip(hands, texts, weights, strict=True))
    if len({len(hand) for hand in hands}) > 1:
        raise EquityError(f"The hands of '{text.strip()[:60]}' have different numbers of known cards.")
    best: dict[tuple[int, ...], float] = {}
    for hand, weight in zip(hands, weights, strict=True):
        if not set(hand) & set(blockers):
            best[hand] = max(weight, best.get(hand, 0.0))
    if not best:
        shared = sorted({card for hand in hands for card in hand} & set(blockers))
        raise EquityError(
            f"'{text.strip()[:60]}' holds {format_cards(shared)}, which is on the board or dead."
        )
    return ListedPlayer(text.strip(), tuple(best), tuple(best.values()))


def _split(text: str) -> list[str]:
    """The hands of a text: commas separate hands, or cards if each part is one card."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    is_one = all(len(part.replace("10", "T")) <= 2 for part in parts)
    return [text.replace(",", " ").strip()] if is_one else parts


def _parse_weight(text: str) -> float:
    sign = re.search("[@:]", text)
    weight = text[sign.start() :].strip() if sign else ""
    if weight and not _WEIGHT.fullmatch(weight):
        raise EquityError(
            f"'{weight[1:].strip()[:40]}' after the {weight[0]} in '{text[:60]}' is not a weight. Write 1 "
            "to 100 after @, or 0 to 1 after a colon."
        )
    return parse_weight(weight)


def _parse_hand(game: ListedGame, hand: str, text: str) -> tuple[int, ...]:
    """The known cards of one hand, ascending."""
    excerpt = text.strip()[:60]
    cards = parse_cards(hand.replace(UNKNOWN, " ").strip())
    stars = hand.count(UNKNOWN)
    many = len(cards) + stars
    if not many:
        raise EquityError(f"There is no hand in '{excerpt}'. Write the known cards, * for unknown ones.")
    if game.has_board and stars:
        raise EquityError(
            f"'{excerpt}' has unknown cards. In {game.title}, enter all {game.private_cards} cards of a hand."
        )
    if many > game.private_cards or (game.has_board and many < game.private_cards):
        cards_of = "1 card" if many == 1 else f"{many} cards"
        raise EquityError(f"'{excerpt}' has {cards_of}: a hand of {game.title} has {game.private_cards}.")
    for card in cards:
        if card not in game.deck:
            raise EquityError(
                f"The card {format_cards([card])} in '{excerpt}' is not in the deck of {game.title}."
            )
    return tuple(sorted(int(card) for card in cards))


class Tuples(NamedTuple):
    """Combinations of listed hands without a common card: rows (t, players) and the products of weights."""

    rows: IntArray
    weights: FloatArray

    @classmethod
    def of(cls, problem: ListedProblem) -> Tuples:
        """All of them. Raises EquityError if there is none."""
        hands = [player.hands for player in problem.players]
        masks = [np.array(list(map(card_mask, own)), dtype=np.uint64) for own in hands]
        return cls(*disjoint_tuples(masks, [np.array(player.weights) for player in problem.players]))


def beside_board(problem: ListedProblem, tuples: Tuples) -> tuple[StrengthTables, Hands, IntArray]:
    """Tables of all listed hands, the hands in them, and the combinations by their numbers there."""
    game = problem.game
    hands = [hand for player in problem.players for hand in player.hands]
    sizes = [0, *(len(player.hands) for player in problem.players[:-1])]
    high, *low = (pot_part(pot) for pot in game.pots)
    tables, numbered = listed_tables(game, np.array(hands, dtype=np.uint8), high, low[0] if low else None)
    return tables, numbered, tuples.rows + np.cumsum(sizes)


def pot_part(pot: Pot) -> Part:
    """What wins a pot of a game with a board, whose rankings are all of five cards."""
    if not isinstance(pot.ranking, FiveCardRanking):
        raise TypeError(pot)
    return pot.ranking, pot.used
