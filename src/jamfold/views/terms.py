"""What is taken from pots and what chips are worth, in a few words."""

from __future__ import annotations

from jamfold.worth.bounties import NO_FUTURE
from jamfold.worth.rake import Rake
from jamfold.worth.utility import PrizeUtility, TournamentUtility, Utility


def rake_text(rake: Rake) -> str:
    """What the house takes; empty if nothing."""
    if rake.is_free:
        return ""
    parts = []
    if rake.percent:
        most = "" if rake.cap is None else f", at most {rake.cap:g}"
        parts.append(f"rake {rake.percent:g} %{most}")
    if rake.drop:
        parts.append(f"drop {rake.drop:g}")
    if rake.jackpot:
        parts.append(f"jackpot drop {rake.jackpot:g}")
    where = "from every pot" if rake.always else "from pots with a showdown"
    back = f", {rake.rakeback:g} % back" if rake.rakeback else ""
    return f"{', '.join(parts)} {where}{back}"


def utility_text(utility: Utility) -> str:
    """Prizes, model and the other players; empty for chips."""
    if isinstance(utility, TournamentUtility):
        return f"a solved tournament of {(len(utility.winning) - 1) * utility.unit:,g} chips"
    if not isinstance(utility, PrizeUtility):
        return ""
    prizes = utility.prizes
    unit = " %" if prizes.percent else ""
    words = f"prizes {' '.join(f'{amount:g}' for amount in prizes.amounts)}{unit} by {utility.model}"
    if utility.others:
        words += f", others {' '.join(f'{chips:g}' for chips in utility.others)}"
    if utility.bounties is not None:
        heads = " ".join(f"{head:g}" for head in utility.bounties.heads)
        future = "nothing" if utility.bounties.future == NO_FUTURE else "by chips"
        onto = f"{100 * utility.bounties.progressive:g} % progressive"
        words += f", bounties {heads} ({onto}, later ones {future})"
    return words
