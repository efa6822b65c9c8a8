"""Texts of hands with a straddle or a blind on the button, in PokerStars' form."""

from __future__ import annotations

SIX = "6+ Hold'em No Limit (Button Blind $0.20 - Ante $0.20  USD)"
PLAIN = "Hold'em No Limit ($0.10/$0.20 USD)"
NAMES = ("Ada", "Bea", "Cleo", "Dora", "Hero")
CARDS = {"Hero": "[Kc 8d]"}


def text(game: str, stacks: tuple[int, ...], posts: list[str], acts: list[str], button: int = 1) -> str:
    """A hand that everybody but one has folded; stacks in cents, by seat."""
    names = (*NAMES[: len(stacks) - 1], "Hero")
    seats = [f"Seat {k + 1}: {name} (${stacks[k] / 100:.2f} in chips)" for k, name in enumerate(names)]
    lines = [
        f"PokerStars Hand #41:  {game} - 2024/05/06 07:08:09 ET",
        f"Table 'Elm' 6-max Seat #{button} is the button",
        *seats,
        *posts,
        "*** HOLE CARDS ***",
        "Dealt to Hero [Kc 8d]",
        *acts,
        "*** SUMMARY ***",
        "Total pot $1 | Rake $0",
    ]
    return "\n".join(lines) + "\n"


def last_two() -> list[str]:
    """One of each, all folded to the last two."""
    straddled = ["Ada: posts small blind $0.10", "Bea: posts big blind $0.20", "Hero: posts straddle $0.40"]
    antes = [f"{name}: posts the ante $0.20" for name in ("Ada", "Bea", "Hero")]
    return [
        text(
            PLAIN,
            (400, 500, 600),
            straddled,
            ["Ada: folds", "Bea: raises $4.60 to $5 and is all-in", "Hero: folds"],
        ),
        text(
            SIX, (400, 500, 600), [*antes, "Hero: posts button blind $0.20"], ["Ada: folds", "Bea: folds"], 3
        ),
    ]
