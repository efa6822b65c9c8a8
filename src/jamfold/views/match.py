"""Matches in words: results of two players, and hands between a person and a known player."""

from __future__ import annotations

from collections.abc import Sequence

from jamfold.practice.match.bot import BotRun
from jamfold.practice.match.results import Estimate, MatchResult
from jamfold.practice.match.session import Outcome
from jamfold.shown import plural
from jamfold.views.histories import printable


def match_lines(one: MatchResult) -> list[str]:
    """What was played, and what the first player wins by each count."""
    asked, match = one.definition, one.match
    stacks, blinds = (" / ".join(f"{chips:,}" for chips in pair) for pair in (asked.stacks, asked.blinds))
    lines = [f"{one.first} against {one.second}: {asked.game.name}, stacks {stacks}, blinds {blinds}."]
    if any(asked.antes):
        lines[0] = f"{lines[0][:-1]}, antes {' / '.join(f'{chips:,}' for chips in asked.antes)}."
    if one.exact is not None:
        lines.append(f"Exact: the first player wins {one.exact:+.6f} bb a hand, seats changing.")
    if match is not None:
        hands, deals = plural(match.n_hands, "hand"), plural(match.deals, "deal")
        lines.append(f"{hands}, {deals} both ways round, seed {match.seed}.")
        if any(match.off_model):
            first, second = match.off_model
            lines.append(
                f"Limps and small raises: {first:,} of the first player, {second:,} of the second, "
                f"in which the first won {match.off_model_bb:+.2f} bb in all."
            )
    counts = (
        ("raw", one.raw, "a hand"),
        ("duplicate", one.duplicate, "a deal"),
        ("less luck", one.reduced, "a hand"),
    )
    lines += [_estimate_line(name, estimate, unit) for name, estimate, unit in counts if estimate is not None]
    return [printable(line) for line in lines]


def _estimate_line(name: str, one: Estimate, unit: str) -> str:
    low, high = one.interval
    return (
        f"{name:9}  {one.mean:+.4f} bb a hand (95 % interval {low:+.4f} to {high:+.4f}; "
        f"standard deviation {one.deviation:.3f} bb {unit})"
    )


def bot_line(one: BotRun) -> str:
    return f"{plural(one.hands, 'hand')} played; the opponent left jam or fold in {one.off_model:,}."


def session_line(outcomes: Sequence[Outcome]) -> str:
    hands = len(outcomes)
    won, luckless = sum(one.won_bb for one in outcomes), sum(one.luckless_bb for one in outcomes)
    cost = sum(one.cost_bb for one in outcomes)
    return (
        f"{plural(hands, 'hand')}: {won:+.2f} bb, {luckless:+.2f} with less luck; "
        f"your choices cost {cost:.3f} bb against the equilibrium."
    )
