"""The question what a hand makes on a board."""

from __future__ import annotations

from dataclasses import MISSING

from jamfold.calculator.equity_games import CALCULATOR_GAMES, LISTED_GAMES, ListedGame, find_calculator_game
from jamfold.cards import Card, format_cards, parse_cards
from jamfold.cards.games import BOARD_CARDS, GAMES, Game, canonical_name
from jamfold.cards.strength.rankings import EIGHT_OR_BETTER, Ranking, high
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import request_field
from jamfold.cases.view_spec import RESULT, ViewSpec
from jamfold.core.errors import CardError, error_field

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
