"""Questions of the calculator: equities, what a player's text means, what a range is."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import MISSING, dataclass
from typing import TYPE_CHECKING, ClassVar

from jamfold.calculator.games import CALCULATOR_GAMES, LISTED_GAMES, ListedGame, find_calculator_game
from jamfold.errors import RangeError, at_field
from jamfold.games import GAMES, Game
from jamfold.questions.chips import GameQuestion
from jamfold.questions.entries import Question
from jamfold.questions.fields import entry
from jamfold.questions.hands import parse_held
from jamfold.questions.spots import SpotQuestion
from jamfold.questions.watching import Watch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from jamfold.calculator.problem import Player
    from jamfold.calculator.results import EquityResult
    from jamfold.ranges import HandRange

Rules = Game | ListedGame
"""The rules of a game of the calculator."""
NOTATIONS = ("classic", "generic")
ORDERS = {
    "equity": "equity against a random hand",
    "equilibrium": "gain of going all-in in the equilibrium of the spot",
}


def rules_of(game: str) -> Rules:
    """The rules of a game of the calculator by its name, for pages.

    Raises
    ------
    GameError
        If no game has that name.
    """
    return find_calculator_game(game)


@dataclass(frozen=True, kw_only=True)
class KnownCardsQuestion(Question):
    """A question of the calculator beside known cards."""

    game: str = entry(
        "omaha",
        f"The game: {', '.join(name for name in GAMES if name not in LISTED_GAMES)}; "
        f"with hands written card by card: {', '.join(LISTED_GAMES)}.",
        metavar="GAME",
    )
    board: str = entry("", "3, 4 or 5 board cards; 1 in Courchevel.", metavar="CARDS")
    dead: str = entry("", "Cards nobody can hold.", label="dead cards", metavar="CARDS")
    notation: str | None = entry(
        None, "classic or generic; the game's own unless given.", choices=NOTATIONS, metavar="NOTATION"
    )

    def __post_init__(self) -> None:
        """Keep the game by its own name."""
        super().__post_init__()
        object.__setattr__(self, "game", find_calculator_game(self.game).name)

    @property
    def rules(self) -> Rules:
        """The game."""
        return CALCULATOR_GAMES[self.game]


@dataclass(frozen=True, kw_only=True)
class EquityQuestion(KnownCardsQuestion):
    """Equities of two to nine players, exact where that takes seconds, else sampled.

    Ctrl-C ends sampling with the deals drawn so far.
    """

    name: ClassVar[str] = "equity"
    lane: ClassVar[str] = "counting"

    players: tuple[str, ...] = entry(
        MISSING,
        'Two to nine hands ("AsKsQh2d"), parts of hands or ranges ("AA$ds,KK", "22+"); in stud and draw '
        'the known cards, * for an unknown one ("**Kd").',
        metavar="PLAYERS",
        positional=True,
    )
    exact: bool | None = entry(
        None, "Exact, however long it takes, or sampled; exact where it is fast unless given.",
        option="--exact/--sampled",
    )  # fmt: skip
    deals: int | None = entry(None, "Sample N deals.", label="number of deals", metavar="N")
    error: float | None = entry(
        None,
        "Sample until every standard error is at most E, such as 0.001.",
        label="standard error",
        metavar="E",
    )
    seed: int | None = entry(None, "Seed of the deals.", metavar="S")
    outcomes: bool = entry(
        False,
        "Tell wins and ties of ranges before the flop apart, also where that needs a build first.",
        label="wins and ties",
    )

    def answer(self, watch: Watch) -> EquityResult:
        """The shares of the pot."""
        from jamfold.calculator.calculate import equity

        return equity(
            self.rules,
            self.players,
            self.board,
            self.dead,
            exact=self.exact,
            deals=self.deals,
            error=self.error,
            seed=self.seed,
            notation=self.notation,
            outcomes=self.outcomes,
            progress=watch.stage,
            notice=watch.notice,
        )


@dataclass(frozen=True)
class PlayerMeaning:
    """What one player's text means beside the known cards."""

    combinations: int
    share: float
    warnings: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class PlayerQuestion(KnownCardsQuestion):
    """What one player's text means, as it is typed."""

    name: ClassVar[str] = "player"

    text: str = entry(MISSING, "A hand, a part of a hand, or a range.")

    def answer(self, watch: Watch) -> PlayerMeaning:
        """How many hands the text means."""
        from jamfold.calculator.problem import parse_known_cards, parse_player
        from jamfold.ranges import best_first
        from jamfold.tables.sums import kept_row_sums

        game = self.rules
        known: list[int] = []
        for name, what in (("board", "board"), ("dead", "dead cards")):
            with at_field(name):
                known += parse_known_cards(game, getattr(self, name), what)
        if isinstance(game, ListedGame):
            return _listed_meaning(game, self.text, known)
        with at_field("text"):
            player: Player = parse_player(
                game, self.text, known, self.notation, order=lambda: best_first(kept_row_sums(game))
            )
        count = len(player.rows)
        return PlayerMeaning(count, count / game.n_hands, player.warnings)


def _listed_meaning(game: ListedGame, text: str, known: list[int]) -> PlayerMeaning:
    from jamfold.calculator.listed.problem import parse_listed_player

    with at_field("text"):
        player = parse_listed_player(game, text, known)
    many = player.combinations(game, len(known))
    return PlayerMeaning(many, many / game.n_hands, ())


@dataclass(frozen=True)
class RangeMeaning:
    """What a range text means.

    Attributes
    ----------
    held
        The range.
    canonical
        Its shortest text; None if there is none in the notation.
    order
        What percentages go by, if there are any.
    hands
        Random hands of it, if asked for.
    classes
        Every class of it with the share that is meant, if asked for.
    """

    held: HandRange
    canonical: str | None
    order: str
    hands: tuple[str, ...]
    classes: tuple[tuple[int, float], ...] | None = None


@dataclass(frozen=True, kw_only=True)
class RangeQuestion(SpotQuestion):
    """Read a range: its combinations, classes, share of all hands, and shortest text."""

    name: ClassVar[str] = "range"
    lane: ClassVar[str] = "counting"

    text: str = entry(
        MISSING, 'A range, such as "22+,A2s+" or "AA$ds,KK:xxyy".', metavar="TEXT", positional=True
    )
    notation: str | None = entry(
        None, "classic or generic.", choices=NOTATIONS, metavar="NOTATION",
        shown="classic for two hole cards, else generic",
    )  # fmt: skip
    order: str = entry(
        "equity",
        "What percentages go by: equity (against a random hand) or equilibrium "
        "(gain of going all-in; the spot is given by --stacks, --blinds, ..., --as).",
        choices=tuple(ORDERS),
        metavar="ORDER",
    )
    position: str = entry("sb", "The seat whose equilibrium orders the hands.", option="--as",
                          choices=("sb", "bb"), label="seat", metavar="sb|bb")  # fmt: skip
    sample: int = entry(0, "Show N random hands of the range.", least=0, metavar="N", label="sample")
    seed: int = entry(0, "Seed of the sample.", least=0, metavar="S")
    list_classes: bool = entry(False, "Tell every class of it by its id, with the share that is meant.")

    def answer(self, watch: Watch) -> RangeMeaning:
        """The range and its canonical text."""
        from jamfold.ranges import format_range, parse_range

        def by_equilibrium() -> NDArray[np.int64]:
            from jamfold.ranges import best_first

            return best_first(self.solved(watch).strategy(self.position).margin)

        if self.order == "equity":
            held = parse_held(self.text, self.rules, watch, self.notation)
        else:
            with at_field("text"):
                held = parse_range(self.text, self.rules, self.notation, by_equilibrium)
        canonical: str | None = None
        try:
            canonical = format_range(held, self.notation)
        except RangeError as error:
            held = held.with_notes((*held.warnings, str(error)), held.uses_order)
        hands = tuple(held.sample(self.sample, self.seed)) if self.sample else ()
        shares = held.class_shares
        classes = tuple((int(one), float(shares[one])) for one in shares.nonzero()[0])
        return RangeMeaning(held, canonical, self.order, hands, classes if self.list_classes else None)


@dataclass(frozen=True, kw_only=True)
class PaintedQuestion(GameQuestion):
    """A range of two-card hands as cells of their square, and its shortest text."""

    name: ClassVar[str] = "painted"

    text: str = entry(MISSING, "A range of two-card hands.")

    def __post_init__(self) -> None:
        """Only hands of two cards have a square."""
        super().__post_init__()
        if not self.rules.has_square_of_classes:
            raise RangeError(f"Hands of {self.rules.title} have no square.", field="game")

    def answer(self, watch: Watch) -> RangeMeaning:
        """The range, and its shortest text where there is one."""
        from jamfold.ranges import format_range

        held = parse_held(self.text, self.rules, watch)
        with suppress(RangeError):
            return RangeMeaning(held, format_range(held), "equity", ())
        return RangeMeaning(held, None, "equity", ())
