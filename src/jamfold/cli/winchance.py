"""``jamfold winchance``: a two-card hand on the flop against opponents who fold weak holdings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from jamfold.cli.common import JsonOption, check_target, print_json, say
from jamfold.errors import ChanceError

if TYPE_CHECKING:
    from jamfold.flop.distribution import FlopDistribution
    from jamfold.flop.folding import Ways
    from jamfold.flop.winning_chance import WinningChance
    from jamfold.games import Game

_DEALS, _SEED = 200_000, 0


def winchance(
    hand: Annotated[str | None, typer.Argument(help='Two cards, such as "As Kd".')] = None,
    flop: Annotated[
        str | None, typer.Option("--flop", help='Three cards, such as "Kh 7d 2c".', metavar="CARDS")
    ] = None,
    game: Annotated[
        str, typer.Option("--game", help="holdem, six-plus or six-plus-trips.", metavar="GAME")
    ] = "holdem",
    opponents: Annotated[
        int | None, typer.Option("--opponents", help="Their number, 1 (default) to 8.", metavar="N")
    ] = None,
    fold_below: Annotated[
        str | None,
        typer.Option("--fold-below", help="Holdings of less raw strength fold: 0.45 or 45%.", metavar="T"),
    ] = None,
    fold_share: Annotated[
        str | None,
        typer.Option("--fold-share", help="The weakest share of holdings folds: 0.3 or 30%.", metavar="Q"),
    ] = None,
    share_of: Annotated[
        str | None,
        typer.Option(
            "--share-of",
            help="What that is a share of: all (default), every hand on every flop, or this flop.",
            metavar="all|flop",
        ),
    ] = None,
    fold_curve: Annotated[
        str | None,
        typer.Option(
            "--fold-curve",
            help="Probability of folding by raw strength, straight between points: 0.3:1,0.5:0.5,0.7:0.",
            metavar="F",
        ),
    ] = None,
    pot: Annotated[
        float | None, typer.Option("--pot", help="What is in the middle, all bets included.", metavar="P")
    ] = None,
    call: Annotated[float | None, typer.Option("--call", help="The price of going on.", metavar="C")] = None,
    deals: Annotated[
        int | None,
        typer.Option("--deals", help=f"Deals sampled with 2 and more opponents ({_DEALS:,}).", metavar="N"),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", help=f"Seed of the sample ({_SEED}).", metavar="S")
    ] = None,
    distribution: Annotated[
        bool, typer.Option("--distribution", help="Raw strength of all hands on all flops.")
    ] = False,
    out: Annotated[
        Path | None, typer.Option("--out", help="Plot the distribution, .svg or .png.", metavar="FILE")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """The winning chance of a hand on the flop, against opponents who fold weak holdings.

    With --distribution: how raw strength is spread over all hands and flops;
    --fold-below T then gives the share below T, --fold-share Q the threshold.
    """
    from jamfold.flop.folding import Ways
    from jamfold.flop.lookup import flop_counts
    from jamfold.games import find_game

    rules = find_game(game)
    flop_counts(rules)  # refuses games that have no winning chance
    ways = Ways(fold_below, fold_share, fold_curve, share_of)
    if distribution:
        if any(given is not None for given in (hand, flop, opponents, share_of, pot, call, deals, seed)):
            raise ChanceError("--distribution is about all hands: give no hand, flop, opponents or pot.")
        _show_distribution(rules, ways, out, as_json)
        return
    if hand is None or flop is None:
        raise ChanceError('Give a hand and a flop, such as "As Kd" --flop "Kh 7d 2c", or --distribution.')
    if out is not None:
        raise ChanceError("--out plots the distribution: it goes with --distribution.")
    if (pot is None) != (call is None):
        raise ChanceError("--pot and --call go together.")
    money = None if pot is None or call is None else (pot, call)
    sample = (_DEALS if deals is None else deals, _SEED if seed is None else seed)
    answer = _answer(rules, hand, flop, 1 if opponents is None else opponents, ways, money, sample)
    if as_json:
        from jamfold.views.chance import chance_values

        print_json(chance_values(answer))
    else:
        _print(answer)


def _answer(
    game: Game,
    hand: str,
    flop: str,
    opponents: int,
    ways: Ways,
    money: tuple[float, float] | None,
    sample: tuple[int, int],
) -> WinningChance:
    from jamfold.flop.distribution import Spread
    from jamfold.flop.folding import parse_folding
    from jamfold.flop.lookup import flop_counts, parse_flop, parse_hand
    from jamfold.flop.strength import flop_strengths
    from jamfold.flop.winning_chance import check_numbers, winning_chance

    board = parse_flop(flop, game)
    cards = parse_hand(hand, board, game)
    check_numbers(opponents, money, *sample)  # before a distribution is built
    folding = parse_folding(
        ways,
        lambda: Spread.of(flop_strengths(board, game).points, flop_counts(game).scale),
        lambda: _load_distribution(game).spread,
    )
    return winning_chance(cards, board, opponents, folding, money, *sample, game)


def _load_distribution(game: Game) -> FlopDistribution:
    from jamfold.cli.building import build_progress
    from jamfold.flop.distribution import load_distribution

    with build_progress("Strength on the flop") as progress:
        return load_distribution(progress, game)


def _print(answer: WinningChance) -> None:
    from jamfold.cards import format_cards
    from jamfold.views.chance import chance_lines

    typer.echo(f"{format_cards(answer.hand, ' ')} on {format_cards(answer.flop, ' ')}")
    for name, value, note in chance_lines(answer):
        typer.echo(f"{name:14} {value:>11}   {note}".rstrip())


def _show_distribution(game: Game, ways: Ways, out: Path | None, as_json: bool) -> None:
    from jamfold.flop.folding import parse_folding
    from jamfold.views.chance import distribution_values, quantiles
    from jamfold.views.figures import check_figure
    from jamfold.views.flop_figure import save_figure, text_histogram

    if out is not None:
        check_target(check_figure(out))
    folding = parse_folding(ways, None, lambda: _load_distribution(game).spread)
    states = _load_distribution(game)
    spread = states.spread
    share = None if folding is None else spread.share_folding(folding.stays)
    if out is not None:
        threshold = None if folding is None else folding.threshold
        marked = [] if threshold is None or share is None else [(threshold, share)]
        save_figure(spread, out, marked, game)
        say(f"Saved to {out}.")
    if as_json:
        print_json(distribution_values(states, folding))
        return
    typer.echo(text_histogram(spread), nl=False)
    typer.echo(f"{spread.total:,} states, {len(states.weights):,} distinct; quantiles:")
    for percent, strength in quantiles(states):
        typer.echo(f"{percent:3d} % are below {100 * strength:8.4f} %")
    if folding is not None and share is not None:
        typer.echo(f"opponents fold {folding.text}: {100 * share:.4f} % of all hands on flops")
