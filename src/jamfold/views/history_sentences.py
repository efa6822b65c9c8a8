"""Words of reports on played hands that pages say, too."""

from __future__ import annotations

SEAT_WORDS = {"sb": "small blind", "bb": "big blind", "btn": "button"}
CELL_HEADS = ("n", "mistakes", "bb lost", "bb/100", "95 %")
NO_ADVICE = "Nothing is sure to be gained by leaving the equilibrium."
LIMITS = (
    "The rating compares with the equilibrium of jam or fold at each decision's own stacks; "
    "no result enters it. In the small blind limping or raising less may be better still, so their loss is "
    "at least this. Rake and bounties are left out."
)


def seat_words(seat: str, last_post: str) -> str:
    """A seat of the last two; with a straddle or a blind on the button they are no blinds."""
    if not last_post:
        return SEAT_WORDS[seat]
    return last_post if seat == "bb" else f"before the {last_post}"
