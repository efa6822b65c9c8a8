"""``jamfold winchance``: a Hold'em hand on the flop against opponents who fold weak holdings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from jamfold.cli.common import JsonOption, check_target, print_json, say
from jamfold.errors import ChanceError

if TYPE_CHECKING:
    from jamfold.cards import Card
    from jamfold.equities.flops.distribution import FlopDistribution
    from jamfold.equities.flops.folding import Folding
    from jamfold.equities.winning_chance import Chance, Money, WinningChance

_QUANTILES = (1, 5, 10, 20, 25, 30, 40, 50, 60, 70, 75, 80, 90, 95, 99)
_BINS = 100
_DEALS, _SEED = 200_000, 0


class _Folds(NamedTuple):
    """The three ways to say who folds, None where not given, and what a share is a share of."""

    below: str | None
    share: str | None
    curve: str | None
    of: str | None


def winchance(
    hand: Annotated[str | None, typer.Argument(help='Two cards, such as "As Kd".')] = None,
    flop: Annotated[
        str | None, typer.Option("--flop", help='Three cards, such as "Kh 7d 2c".', metavar="CARDS")
    ] = None,
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
    """The winning chance of a Hold'em hand on the flop, against opponents who fold weak holdings.

    With --distribution: how raw strength is spread over all hands and flops;
    --fold-below T then gives the share below T, --fold-share Q the threshold.
    """
    folds = _Folds(fold_below, fold_share, fold_curve, share_of)
    if sum(way is not None for way in folds[:3]) > 1:
        raise ChanceError("Give one of --fold-below, --fold-share and --fold-curve.")
    if share_of is not None and (fold_share is None or share_of not in ("all", "flop")):
        raise ChanceError("--share-of is all or flop, and goes with --fold-share.")
    if distribution:
        if any(given is not None for given in (hand, flop, opponents, share_of, pot, call, deals, seed)):
            raise ChanceError("--distribution is about all hands: give no hand, flop, opponents or pot.")
        _show_distribution(folds, out, as_json)
        return
    if hand is None or flop is None:
        raise ChanceError('Give a hand and a flop, such as "As Kd" --flop "Kh 7d 2c", or --distribution.')
    if out is not None:
        raise ChanceError("--out plots the distribution: it goes with --distribution.")
    if (pot is None) != (call is None):
        raise ChanceError("--pot and --call go together.")
    money = None if pot is None or call is None else (pot, call)
    sample = (_DEALS if deals is None else deals, _SEED if seed is None else seed)
    found = _answer(hand, flop, 1 if opponents is None else opponents, folds, money, sample)
    if as_json:
        print_json(result_values(found))
    else:
        _print(found)


def _answer(
    hand: str,
    flop: str,
    opponents: int,
    folds: _Folds,
    money: tuple[float, float] | None,
    sample: tuple[int, int],
) -> WinningChance:
    from jamfold.equities.flops.strength import read_flop, read_hand
    from jamfold.equities.winning_chance import check_numbers, winning_chance

    board = read_flop(flop)
    cards = read_hand(hand, board)
    check_numbers(opponents, money, *sample)  # before a distribution is built
    return winning_chance(cards, board, opponents, _folding(folds, board), money, *sample)


def _folding(folds: _Folds, flop: tuple[Card, ...]) -> Folding | None:
    """What was said about folding."""
    from jamfold.equities.flops import folding
    from jamfold.equities.flops.distribution import Spread
    from jamfold.equities.flops.strength import flop_strengths

    if folds.below is not None:
        return folding.fold_below(folds.below)
    if folds.curve is not None:
        return folding.fold_curve(folds.curve)
    if folds.share is None:
        return None
    folding.read_share(folds.share, "share that folds")
    on_flop = folds.of == "flop"
    spread = Spread.of(flop_strengths(flop).points) if on_flop else _load_distribution().spread
    return folding.fold_share(folds.share, spread)


def _load_distribution() -> FlopDistribution:
    from jamfold.cli.building import build_progress
    from jamfold.equities.flops.distribution import load_distribution

    with build_progress("Strength on the flop") as progress:
        return load_distribution(progress)


def result_values(found: WinningChance) -> dict[str, Any]:
    """What --json prints."""
    from jamfold.cards import format_cards

    raw, against, answers = found.raw, found.against, found.answers
    return {
        "hand": format_cards(found.hand),
        "flop": format_cards(found.flop),
        "opponents": found.opponents,
        "raw": {"win": raw.win, "tie": raw.tie, "lose": raw.lose, "equity": raw.equity},
        "folding": None if found.folding is None else found.folding.text,
        "threshold": None if found.folding is None else found.folding.threshold,
        "against": None if against is None else _chance_values(against),
        "against_one": None if found.one is None else _chance_values(found.one),
        "power_rule": found.power_rule,
        "answers": {
            "one_folds": answers.folds,
            "everybody_folds": answers.everybody_folds,
            "share": answers.share,
            "standard_error": answers.standard_error,
        },
        "money": None if found.money is None else _money_values(found.money),
        "seed": None if found.opponents == 1 else found.seed,
    }


def _chance_values(chance: Chance) -> dict[str, Any]:
    return {
        "equity": chance.equity,
        "win_chance": chance.win,
        "tie_chance": chance.tie,
        "lose_chance": chance.lose,
        "exact": chance.deals is None,
        "standard_error": chance.standard_error,
        "deals": chance.deals,
    }


def _money_values(money: Money) -> dict[str, Any]:
    return {
        "pot": money.pot,
        "call": money.call,
        "fold": 0.0,
        "continue": money.go_on,
        "standard_error": money.standard_error,
        "all_stay": money.all_stay,
        "break_even_share": money.needed_share,
        "break_even_threshold": money.threshold.threshold,
        "break_even_folds": money.threshold_folds,
    }


def _print(found: WinningChance) -> None:
    from jamfold.cards import format_cards

    raw, answers, one = found.raw, found.answers, found.one
    typer.echo(f"{format_cards(found.hand, ' ')} on {format_cards(found.flop, ' ')}")
    _line("raw strength", raw.equity, f"win {raw.win:,}, tie {raw.tie:,}, lose {raw.lose:,}; exact")
    if found.folding is not None:
        typer.echo(f"opponents fold {found.folding.text}")
        _line("one folds", answers.folds, "exact, given your cards")
    if one is None:
        typer.echo("Nobody stays: the pot is yours.")
    elif found.folding is not None or found.opponents > 1:
        _line("against one", one.equity, _outcomes(one))
    if found.opponents > 1 and one is not None:
        if found.against is None:
            typer.echo(f"{found.opponents} opponents cannot all hold such holdings, or hardly ever do.")
        else:
            _line(f"against {found.opponents}", found.against.equity, _outcomes(found.against))
        _line("power rule", found.power_rule or 0.0, f"against one, to the power {found.opponents}")
    if found.folding is not None and one is not None:
        if found.opponents > 1:
            _line("all fold", answers.everybody_folds, "sampled")
        _line("share of pot", answers.share, f"when each may fold{_error(answers.standard_error)}")
    if found.money is not None:
        _print_money(found.money)


def _line(name: str, share: float, note: str) -> None:
    typer.echo(f"{name:14} {100 * share:9.4f} %   {note}")


def _outcomes(chance: Chance) -> str:
    parts = f"win {100 * chance.win:.4f} %, tie {100 * chance.tie:.4f} %, lose {100 * chance.lose:.4f} %"
    if chance.deals is None:
        return f"{parts}; exact"
    return f"{parts}; {chance.deals:,} deals{_error(chance.standard_error)}"


def _error(error: float) -> str:
    return f", standard error {100 * error:.4f} %" if error else ""


def _print_money(money: Money) -> None:
    from jamfold.equities.flops.strength import POINTS

    error = f" (standard error {money.standard_error:.4f})" if money.standard_error else ""
    typer.echo(f"pot {money.pot:g}, {money.call:g} to call")
    typer.echo(f"folding        {0:+.4f}")
    typer.echo(f"going on       {money.go_on:+.4f}{error}")
    if money.all_stay is not None and money.all_stay != money.go_on:
        typer.echo(f"if all stay    {money.all_stay:+.4f}")
    typer.echo(f"break-even     {100 * money.needed_share:.4f} % of the pot")
    cut, folds = money.threshold.cut, 100 * money.threshold_folds
    if cut == 0:
        where = "going on pays even if nobody folds"
    elif cut > POINTS:
        where = "going on pays only if everybody folds"
    else:
        strength = 100 * money.threshold.threshold
        where = f"going on pays if they fold below {strength:.4f} % ({folds:.2f} % of holdings) or more"
    typer.echo(f"               {where}")


def _show_distribution(folds: _Folds, out: Path | None, as_json: bool) -> None:
    from jamfold.equities.flops import folding
    from jamfold.equities.flops.figure import save_figure, text_histogram
    from jamfold.spots.convergence import check_figure

    if out is not None:
        check_target(check_figure(out))
    if folds.share is not None:
        folding.read_share(folds.share, "share that folds")
    asked = None if folds.share is not None else _folding(folds, ())
    states = _load_distribution()
    spread = states.spread
    if folds.share is not None:
        asked = folding.fold_share(folds.share, spread)
    share = None if asked is None else spread.share_folding(asked.stays)
    if out is not None:
        threshold = None if asked is None else asked.threshold
        save_figure(spread, out, [] if threshold is None or share is None else [(threshold, share)])
        say(f"Saved to {out}.")
    if as_json:
        answer = (
            None if asked is None else {"folding": asked.text, "threshold": asked.threshold, "share": share}
        )
        print_json(_distribution_values(states, answer))
        return
    typer.echo(text_histogram(spread), nl=False)
    typer.echo(f"{spread.total:,} states, {len(states.weights):,} distinct; quantiles:")
    for percent, strength in _quantiles(states):
        typer.echo(f"{percent:3d} % are below {100 * strength:8.4f} %")
    if asked is not None and share is not None:
        typer.echo(f"opponents fold {asked.text}: {100 * share:.4f} % of all hands on flops")


def _quantiles(states: FlopDistribution) -> list[tuple[int, float]]:
    """Percentages, and the strengths below which so many states lie."""
    from fractions import Fraction

    from jamfold.equities.flops.strength import POINTS

    return [(percent, states.spread.cut(Fraction(percent, 100)) / POINTS) for percent in _QUANTILES]


def _distribution_values(states: FlopDistribution, answer: dict[str, Any] | None) -> dict[str, Any]:
    from jamfold.equities.flops.strength import POINTS

    spread = states.spread
    return {
        "states": spread.total,
        "distinct": len(states.weights),
        "mean": spread.sum_of_points / (POINTS * spread.total),
        "lowest": int(spread.levels[0]) / POINTS,
        "highest": int(spread.levels[-1]) / POINTS,
        "quantiles": [{"share": percent / 100, "strength": value} for percent, value in _quantiles(states)],
        "histogram": spread.histogram(_BINS).tolist(),
        "answer": answer,
        "built_seconds": states.record["built_seconds"],
    }
