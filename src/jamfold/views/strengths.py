"""What a hand makes, on the terminal."""

from __future__ import annotations

from jamfold.answers.strengths import HandStrength
from jamfold.strength.made_hands import MadeHand


def strength_text(answer: HandStrength) -> str:
    """The game and the cards, then each hand with its rank."""
    board = f" on {answer.board}" if answer.board else ""
    lines = [f"{answer.game.title}: {answer.hand}{board}"]
    lines += _lines("high", answer.high) + _lines("low", answer.low)
    if answer.lacks_low:
        lines.append("low    none")
    return "\n".join(lines)


def _lines(label: str, made: MadeHand | None) -> list[str]:
    if made is None:
        return []
    better = "no rank is better" if not made.better else f"{made.better:,} better"
    return [
        f"{label:6} {made.name}: {made.cards}",
        f"       rank {made.rank:,} of {made.ranks:,} from the best, {better}",
    ]
