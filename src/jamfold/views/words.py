"""What a solved spot is, in sentences."""

from __future__ import annotations

from jamfold.spots.solution import SpotSolution

_ROUNDING = 1e-12


def spot_text(spot: SpotSolution) -> str:
    """Game and situation in one line."""
    situation = spot.situation
    parts = [
        spot.game.title,
        "stacks {:g} and {:g}".format(*situation.stacks),
        "blinds {:g}/{:g}".format(*situation.blinds),
    ]
    if any(situation.posted):
        parts.append("antes {:g} and {:g}".format(*situation.posted))
    if situation.dead:
        parts.append(f"dead money {situation.dead:g}")
    return f"{', '.join(parts)}: s = {spot.s:.6g}, b = {spot.b:.6g}"


def effective_text(spot: SpotSolution) -> str:
    """A sentence on chips that are never at risk; empty if there are none."""
    situation = spot.situation
    first, second = situation.uncalled
    who, rest = ("small blind", first) if first else ("big blind", second)
    if rest <= _ROUNDING * sum(situation.stacks):
        return ""
    antes = " after antes" if any(situation.posted) else ""
    return (
        f"Stacks are reduced to the effective stack of {situation.live:g} chips{antes}: "
        f"{rest:g} chips of the {who} can never be called."
    )


def decision_text(spot: SpotSolution) -> str:
    """A sentence on players without a decision; empty if both have one."""
    if not spot.situation.small_blind_decides:
        return "Nobody has a decision: all chips at risk are in the pot already."
    if not spot.situation.big_blind_decides:
        return "The big blind never folds: all chips at risk are in by the blind."
    return ""
