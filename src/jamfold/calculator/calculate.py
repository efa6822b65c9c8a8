"""The equity calculator: chooses the exact method that is fast enough, or samples.

The first line that fits is taken::

    | players | board | method |
    |---|---|---|
    | few pairs of hands | none | the decomposition, hand against hand (`matchup`) |
    | few combinations of hands | any | all boards for each combination (`showdown`) |
    | two, one of them a union of classes | none | the class table (`two_ranges`) |
    | two ranges | three cards or more | all boards, card removal by inclusion-exclusion (`two_ranges`) |
    | anything else | any | sampled, with standard errors (`deals`) |
    | the same, ranges that block one another | any | sampled with weights (`deals`) |

Games whose hands are written card by card (`equity_games`) have methods of their own: `listed_methods`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jamfold.calculator import methods
from jamfold.calculator.equity_games import ListedGame, find_calculator_game
from jamfold.calculator.listed_methods import listed_exact, listed_sample
from jamfold.calculator.listed_problem import parse_listed
from jamfold.calculator.problem import EquityProblem, parse_problem
from jamfold.calculator.results import EquityResult
from jamfold.cards.games import Game
from jamfold.class_tables import Progress
from jamfold.core.errors import EquityError, error_field
from jamfold.ranges import HandRange

MOST_DEALS = 10**10
_MOST_PAIRS = 2_000  # hand against hand, about a millisecond each
_MOST_SHOWDOWNS = 300_000_000  # players x boards x combinations, some 10 ns each
_MOST_COMBINATIONS = 1_000_000
_FEW_PER_HAND = 20  # sorting a hand into the others costs as much as about 20 pairs of hands
_MOST_COMBINATIONS_PATIENT = 20_000_000


def equity(
    game: str | Game | ListedGame,
    players: Sequence[str | HandRange],
    board: str = "",
    dead: str = "",
    *,
    exact: bool | None = None,
    deals: int | None = None,
    error: float | None = None,
    seed: int | None = None,
    notation: str | None = None,
    outcomes: bool = False,
    progress: Progress | None = None,
    notice: Callable[[str], None] | None = None,
) -> EquityResult:
    """Pot shares of two to nine players.

    Parameters
    ----------
    game
        The rules, by name or as an object; those of `equity_games.LISTED_GAMES` have hands card by card.
    players
        Hands, parts of hands, or ranges, as text or as `HandRange`.
    board, dead
        Board cards (0, 3, 4 or 5) and cards that nobody can hold.
    exact
        True: only exact methods, however long they take; False: sample; None: exact
        where that takes seconds.
    deals, error
        Number of deals to sample, or the standard error at which sampling stops.
    seed
        Seed of the deals; drawn and reported if None.
    notation
        ``classic`` or ``generic``; the game's own if None.
    outcomes
        Build missing outcome planes where wins and ties need them; otherwise use those that exist or
        take seconds.
    progress
        Called with a text and the share of the work done.
    notice
        Called with a sentence before a long build.

    Raises
    ------
    JamfoldError
        If a text or a number is invalid, or no deal is possible; ``field`` is the parameter at fault
        ("player1", "player2", ... among the players).
    """
    with error_field("game"):
        rules = find_calculator_game(game) if isinstance(game, str) else game
    wants_sample = _check_options(exact, deals, error, seed)
    if isinstance(rules, ListedGame):
        if notation is not None:
            raise EquityError(
                f"Hands of {rules.title} are written card by card, without a notation.", field="notation"
            )
        listed = parse_listed(rules, players, board, dead, progress)
        counted = None if wants_sample else listed_exact(listed, exact is True)
        return listed_sample(listed, deals, error, seed) if counted is None else counted
    problem = parse_problem(rules, players, board, dead, notation, progress)
    result = None if wants_sample else _exact(problem, exact is True, outcomes, notice)
    return methods.sample(problem, deals, error, seed) if result is None else result


def _check_options(exact: bool | None, deals: int | None, error: float | None, seed: int | None) -> bool:
    if deals is not None and not 1 <= deals <= MOST_DEALS:
        raise EquityError(
            f"The number of deals must be from 1 to {MOST_DEALS:,}, not {deals}.", field="deals"
        )
    if error is not None and not 1e-7 <= error < 1:
        raise EquityError(
            f"The standard error must be between 0.0000001 and 1, not {error:g}.", field="error"
        )
    if deals is not None and error is not None:
        raise EquityError("Enter a number of deals or an error, not both.", field="error")
    if seed is not None and not 0 <= seed < 2**63:
        raise EquityError(f"The seed must be a whole number from 0 to 2^63 - 1, not {seed}.", field="seed")
    sampled = deals is not None or error is not None
    if exact and sampled:
        raise EquityError(
            "An exact result has no deals and no error. Remove one of these options.",
            field="error" if deals is None else "deals",
        )
    return sampled or exact is False


def _exact(
    problem: EquityProblem, patient: bool, outcomes: bool, notice: Callable[[str], None] | None
) -> EquityResult | None:
    """Return the exact result, or None if it takes too long and ``patient`` is False."""
    two, fresh = len(problem.players) == 2, not problem.board and not problem.dead
    if two and fresh and problem.n_tuples <= _MOST_PAIRS:
        return methods.by_pairs(problem)
    if (
        two
        and problem.board
        and not problem.game.split_low
        and problem.n_tuples > _FEW_PER_HAND * problem.n_hands
    ):
        return methods.by_sorted_boards(problem)
    showdowns = problem.n_tuples * problem.n_boards * len(problem.players)
    if problem.n_tuples <= _MOST_COMBINATIONS and showdowns <= _MOST_SHOWDOWNS:
        return methods.by_boards(problem)
    if two and fresh and any(player.hand_range.is_class_union for player in problem.players):
        return methods.by_class_table(problem, outcomes, notice)
    if two and problem.board:
        return methods.by_sorted_boards(problem)
    if patient and problem.n_tuples > _MOST_COMBINATIONS_PATIENT:
        raise EquityError(
            f"An exact result would need {problem.n_tuples:,} combinations of hands. "
            "Remove --exact to sample."
        )
    return methods.by_boards(problem) if patient else None
