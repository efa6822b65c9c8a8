"""Questions of the calculator: equities, what a text means or a range is, what a hand makes on a board."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING
from typing import Any, Self

from jamfold.calculator.equity_games import CALCULATOR_GAMES, LISTED_GAMES, ListedGame, find_calculator_game
from jamfold.cards import Card, format_cards, parse_cards
from jamfold.cards.games import BOARD_CARDS, GAMES, HOLDEM, Game, canonical_name
from jamfold.cards.strength.rankings import EIGHT_OR_BETTER, Ranking, high
from jamfold.cases.chips import GameRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import request_field
from jamfold.cases.meant_game import meant_game
from jamfold.cases.spots import SpotRequest
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import CardError, RangeError, error_field

Rules = Game | ListedGame
"""The rules of a game of the calculator."""
_VERSUS = re.compile(r"(?:^|\s+)(?:vs?\.?|versus|against)(?:\s+|$)", re.IGNORECASE)
_TOP = re.compile(r"\btop\n", re.IGNORECASE)
_BOARD = re.compile(r"(?:(?:10|[2-9TJQKA])[cdhs]\s*){3,5}", re.IGNORECASE)
_LONGEST = 40
"""Characters of a player in the title of an equity."""
NOTATIONS = ("classic", "generic")
ORDERS = {
    "equity": "equity against a random hand",
    "equilibrium": "gain of going all-in in the equilibrium of the spot",
}


class KnownCardsRequest(CaseRequest):
    """A calculator request with known cards."""

    game: str = request_field(
        "omaha",
        f"The game: {', '.join(name for name in GAMES if name not in LISTED_GAMES)}; "
        f"with hands written card by card: {', '.join(LISTED_GAMES)}.",
        metavar="GAME",
    )
    board: str = request_field("", "3, 4 or 5 board cards; 1 in Courchevel.", metavar="CARDS")
    dead: str = request_field("", "Cards nobody can hold.", label="dead cards", metavar="CARDS")
    notation: str | None = request_field(
        None, "classic or generic; else the game's own.", choices=NOTATIONS, metavar="NOTATION"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        self._set(game=find_calculator_game(self.game).name)

    @classmethod
    def names_game(cls, word: str) -> bool:
        return canonical_name(word) in CALCULATOR_GAMES

    @property
    def rules(self) -> Rules:
        return CALCULATOR_GAMES[self.game]


class EquityRequest(KnownCardsRequest):
    """Calculate equities for two to nine hands or ranges.

    Ctrl-C ends sampling with the deals drawn so far.
    """

    queue = "counting"
    hand_texts = ("players",)
    answered_by = "cases.answers.pot_shares:pot_shares"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.equities:equity_view(answer)",
        notes_of="views.formats:warnings_of(answer)",
        fragment="views.equities:equity_fragment",
        examples=(
            {"game": "holdem", "players": ["AsAh", "KsKh"]},
            {"game": "omaha-hilo", "players": ["AsAh2s3h", "8s7h6d5c"], "board": "4d 9c Kd"},
            {"game": "holdem", "players": ["22+", "A2+", "KQ"], "deals": 10000, "seed": 1},
        ),
    )

    players: tuple[str, ...] = request_field(
        MISSING,
        'Two to nine hands ("AsKsQh2d"), parts of hands or ranges ("AA$ds,KK", "22+"); in stud and draw '
        'the known cards, * for an unknown one ("**Kd").',
        metavar="PLAYERS",
        positional=True,
    )
    exact: bool | None = request_field(
        None, "Compute exactly, however long it takes, or sample; else exact if that is fast.",
        option="--exact/--sampled",
    )  # fmt: skip
    deals: int | None = request_field(None, "Sample N deals.", label="number of deals", metavar="N")
    error: float | None = request_field(
        None,
        "Sample until every standard error is at most E, such as 0.001.",
        label="standard error",
        metavar="E",
    )
    seed: int | None = request_field(None, "Seed of the deals.", metavar="S")
    outcomes: bool = request_field(
        False,
        "Report wins and ties of ranges before the flop separately, even if that needs a build first.",
        label="wins and ties",
    )

    @classmethod
    def from_cli(cls, values: Mapping[str, Any]) -> Self:
        """As every question; ``AA vs KK`` are two players, and cards behind hands of Hold'em a board."""
        lines = _TOP.sub("top ", "\n".join(values.get("players", ()))).split("\n")
        players = [part.strip() for line in lines for part in _VERSUS.split(line) if part.strip()]
        if not values.keys() & {"game", "notation"}:
            *hands, last = players or [""]
            if (
                len(hands) > 1
                and not values.get("board")
                and _BOARD.fullmatch(last)
                and meant_game(hands) == HOLDEM.name
            ):
                values, players = {**values, "board": last}, hands
        return super().from_cli({**values, "players": tuple(players)})

    @property
    def title(self) -> str:
        players = " against ".join(text[:_LONGEST] for text in self.players)
        board = f" on {self.board}" if self.board else ""
        return f"equity of {players}{board}"


class PlayerRequest(KnownCardsRequest):
    """Parse one player's text while it is typed."""

    hand_texts = ("text",)
    answered_by = "cases.answers.equities:player_meaning"
    view_spec = ViewSpec(contract=RESULT, fragment="views.equities:player_fragment")

    text: str = request_field(MISSING, "A hand, a part of a hand, or a range.")


class RangeRequest(SpotRequest):
    """Parse a range: combos, share of all hands, shortest form."""

    positional_field = ""
    queue = "counting"
    hand_texts = ("text",)
    answered_by = "cases.answers.equities:range_meaning"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.equities:range_text_view(answer)",
        notes_of="views.formats:warnings_of(answer.held)",
        omitted_fields=("method", "iterations", "cluster"),
        examples=(
            {"game": "holdem", "text": "22+, A2s+"},
            {"game": "six-plus", "text": "15%", "list_classes": True},
        ),
    )

    text: str = request_field(
        MISSING, 'A range, such as "22+,A2s+" or "AA$ds,KK:xxyy".', metavar="TEXT", positional=True
    )
    notation: str | None = request_field(
        None, "classic or generic.", choices=NOTATIONS, metavar="NOTATION",
        default_text="classic for two hole cards, else generic",
    )  # fmt: skip

    order: str = request_field(
        "equity",
        "Order of hands for percentages: equity (against a random hand) or equilibrium (gain of going "
        "all-in in the spot of --stacks, --blinds, ..., --as).",
        choices=tuple(ORDERS),
        metavar="ORDER",
    )
    position: str = request_field("sb", "Seat whose equilibrium orders the hands.", option="--as",
                          choices=("sb", "bb"), label="seat", metavar="sb|bb")  # fmt: skip
    sample: int = request_field(
        0, "Show N random hands of the range.", minimum=0, metavar="N", label="sample"
    )
    seed: int = request_field(0, "Seed of the sample.", minimum=0, metavar="S")
    list_classes: bool = request_field(False, "List the classes of the range by id, each with its share.")


class PaintedRequest(GameRequest):
    """Show a range of two-card hands as cells of the grid, with its shortest text."""

    hand_texts = ("text",)
    answered_by = "cases.answers.equities:painted"
    view_spec = ViewSpec(payload="views.equities:painted_payload")

    text: str = request_field(MISSING, "A range of two-card hands.")

    def __post_init__(self) -> None:
        """Only hands of two cards have a square."""
        super().__post_init__()
        if not self.rules.has_square_of_classes:
            raise RangeError(f"Hands of {self.rules.title} have no square.", field="game")


_FLOP = 3
_GAME_BY_CARDS = {2: "holdem", 3: "pineapple-lazy", 4: "omaha", 5: "omaha-5", 6: "omaha-6"}
_STUD = "stud"


class StrengthRequest(CaseRequest):
    """Show what a hand makes on a board: five cards, category, rank, and the low.

    A board is a flop, a flop and a turn, or all five cards; stud and draw have none. Ranks count from
    the best hand, 1: a full deck has 7,462, the 36 cards of Six-Plus 1,404, and there are 56 lows.
    """

    answered_by = "cases.answers.strengths:strength"
    view_spec = ViewSpec(
        contract=RESULT,
        view="views.equities:strength_text(answer)",
        examples=(
            {"hand": "JsTh8c3c", "board": "9c2d7d9s9d"},
            {"game": "omaha-hilo", "hand": "As2sKdQh", "board": "3c4d8h"},
            {"game": "badugi", "hand": "Ac2d3h4s"},
        ),
    )

    hand: str = request_field(MISSING, 'The hole cards, such as "JsTh8c3c".', metavar="HAND", positional=True)
    board: str = request_field(
        "", 'Three to five board cards: "9c2d7d9s9d".', metavar="BOARD", positional=True
    )
    game: str = request_field(
        "",
        f"The game: {', '.join(dict.fromkeys([*GAMES, *LISTED_GAMES]))}.",
        metavar="GAME",
        default_text="by the hole cards: 2 holdem, 3 pineapple-lazy, 4 omaha, 5 omaha-5, 6 omaha-6; "
        "stud without a board",
    )

    def __post_init__(self) -> None:
        """Check the cards; without a game, infer it from their number."""
        super().__post_init__()
        with error_field("hand"):
            hole = parse_cards(self.hand)
        with error_field("board"):
            board = parse_cards(self.board)
        is_stud = not board and len(hole) >= BOARD_CARDS
        default_game = _STUD if is_stud else _GAME_BY_CARDS.get(len(hole), _STUD)
        self._set(game=find_calculator_game(self.game or default_game).name)
        rules = self.rules
        least = rules.hole_cards if rules.has_board else max(max(used) for _, used in self.pots)
        if not least <= len(hole) <= rules.hole_cards:
            many = f"{least} to {rules.hole_cards}" if least < rules.hole_cards else str(least)
            raise CardError(
                f"A hand of {rules.title} has {many} cards, '{self.hand[:60]}' has {len(hole)}.", field="hand"
            )
        if not rules.has_board and board:
            raise CardError(f"{rules.title} has no board. Remove '{self.board[:40]}'.", field="board")
        if rules.has_board and not _FLOP <= len(board) <= BOARD_CARDS:
            raise CardError(
                f"A hand of {rules.title} needs a board of 3, 4 or 5 cards, such as 9c2d7d: "
                f"{len(board) or 'none'} given.",
                field="board",
            )
        for field, cards in (("hand", hole), ("board", board)):
            for card in cards:
                if card not in rules.deck:
                    message = f"The card {format_cards([card])} is not in the deck of {rules.title}."
                    raise CardError(message, field=field)
        if shared := set(hole) & set(board):
            raise CardError(f"{format_cards(sorted(shared))} is in the hand and on the board.", field="board")

    @classmethod
    def names_game(cls, word: str) -> bool:
        return canonical_name(word) in CALCULATOR_GAMES

    @property
    def rules(self) -> Game | ListedGame:
        return CALCULATOR_GAMES[self.game]

    @property
    def pots(self) -> list[tuple[Ranking, tuple[int, ...]]]:
        """What wins each pot, and how many hole cards may play for it."""
        rules = self.rules
        if isinstance(rules, ListedGame):
            return [(pot.ranking, pot.used) for pot in rules.pots]
        rankings = [high(rules.order), *[EIGHT_OR_BETTER] * rules.split_low]
        return [(ranking, rules.hole_used) for ranking in rankings]

    @property
    def cards(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        return parse_cards(self.hand), parse_cards(self.board)
