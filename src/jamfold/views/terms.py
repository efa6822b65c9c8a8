"""What is taken from pots and what chips are worth, in a few words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from jamfold.hand.extras import ExtraTerms
from jamfold.hand.terms import PayoffTerms
from jamfold.worth.bounties import NO_FUTURE
from jamfold.worth.fees import ROYAL, Fees, Jackpot
from jamfold.worth.rake import Rake
from jamfold.worth.utility import PrizeUtility, TournamentUtility, Utility

FEW_AMOUNTS = 12
"""Prizes, stacks or heads that are written out."""


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
    words = f"prizes {_grouped(prizes.amounts)}{unit} by {utility.model}"
    if utility.others:
        words += f", others {_others(utility.others)}"
    if utility.bounties is not None:
        heads = _grouped(utility.bounties.heads)
        future = "nothing" if utility.bounties.future == NO_FUTURE else "by chips"
        onto = f"{100 * utility.bounties.progressive:g} % progressive"
        words += f", bounties {heads} ({onto}, later ones {future})"
    return words


def _others(stacks: Sequence[float]) -> str:
    """Chips of the other players; of many different ones how many, the least and the most."""
    if len(set(stacks)) <= FEW_AMOUNTS:
        return _grouped(stacks)
    return f"{len(stacks):,} with {min(stacks):g} to {max(stacks):,g} chips"


def _grouped(amounts: Sequence[float]) -> str:
    """Amounts in their order; of many equal ones together as one, and not all."""
    if len(amounts) <= FEW_AMOUNTS:
        return " ".join(f"{amount:g}" for amount in amounts)
    groups = [(len(list(equal)), amount) for amount, equal in groupby(amounts)]
    texts = [f"{amount:g}" if count == 1 else f"{count:,} x {amount:g}" for count, amount in groups]
    more = f" and {len(texts) - FEW_AMOUNTS:,} more" if len(texts) > FEW_AMOUNTS else ""
    return " ".join(texts[:FEW_AMOUNTS]) + more


def extras_text(terms: PayoffTerms, big_blind: float) -> str:
    """Fees and jackpot in big blinds; empty if there are none."""
    fees, jackpot, parts = terms.fees, terms.jackpot, []
    for fee, words in (
        (fees.dealt, "each hand dealt"),
        (fees.all_in, "each all-in"),
        (fees.showdown, "each showdown"),
    ):
        if fee:
            parts.append(f"fee {fee / big_blind:.6g} bb a player for {words}")
    if parts and fees.rakeback:
        parts.append(f"{fees.rakeback:g} % back")
    if fees.fortune:
        parts.append(f"{fees.fortune / big_blind:.6g} bb won by being all-in")
    if jackpot is not None:
        rare = "royal flushes" if jackpot.rule == ROYAL else "straight flushes"
        parts.append(f"jackpot {jackpot.size / big_blind:,.6g} bb for {rare} with two hole cards")
    return ", ".join(parts)


def terms_words(terms: ExtraTerms) -> str:
    """Terms as they are told outside, in a few words."""
    fee, jackpot = terms.fee, terms.jackpot
    fees = Fees(fee.dealt, fee.all_in, fee.showdown, terms.fortune, terms.rakeback)
    won = None if jackpot is None else Jackpot(jackpot.rule, jackpot.size)
    words = (extras_text(PayoffTerms(fees=fees, jackpot=won), 1.0), rake_text(Rake(**(terms.rake or {}))))
    return "; ".join(word for word in words if word) or "chips alone"


def about_lines(terms: PayoffTerms) -> list[str]:
    """Where the terms are known from, and what is assumed."""
    about = terms.about
    if about is None:
        return []
    return [f"{about.room}, {about.date}: {about.source}.", *(f"Assumed: {one}." for one in about.assumed)]
