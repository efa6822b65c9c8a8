"""Words shared by reports on played hands, on the terminal and on pages."""

from __future__ import annotations

SEAT_WORDS = {"sb": "small blind", "bb": "big blind", "btn": "button"}
CELL_HEADS = ("n", "mistakes", "bb lost", "bb/100", "95%")
NO_ADVICE = "No safe exploit: stay with the equilibrium."
LIMITS = (
    "Each decision is rated against the jam/fold equilibrium at its actual stacks; results do not count. "
    "In the small blind, limping or a smaller raise may be better still, so the true loss can be larger. "
    "Rake and bounties are ignored."
)


def seat_words(seat: str, last_post: str) -> str:
    """Return the name of one of the last two seats, which a straddle or button blind makes no blinds."""
    if not last_post:
        return SEAT_WORDS[seat]
    return last_post if seat == "bb" else f"before the {last_post}"


def per_100(mbb: float) -> str:
    """Format a loss in mbb per decision as bb per 100 decisions."""
    return f"{mbb / 10:.2f}"
