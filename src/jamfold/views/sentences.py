"""Sentences on solved spots: rake, the value of chips, how a hand is played and why."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import isnan

from jamfold.betting.ends import ExtraTerms
from jamfold.betting.terms import PayoffTerms
from jamfold.betting.two_seats import Situation
from jamfold.core.display import capitalized, in_bb, plural
from jamfold.ranges.weights import EQUITY_ORDER
from jamfold.solver.solution import BEST_RESPONSE
from jamfold.spots.analysis import Explanation, Exploit
from jamfold.spots.solution import SpotSolution
from jamfold.spots.strategy import Advice, HandAtNode, HandReport, Seat
from jamfold.spots.trees import TreeSpot
from jamfold.spots.whole_game_gaps import packed_gap
from jamfold.valuation.bounties import NO_FUTURE
from jamfold.valuation.fees import ROYAL, Fees, Jackpot, Rake
from jamfold.valuation.utility import PrizeUtility, TournamentUtility, Utility
from jamfold.views.formats import format_bound, with_unit

FEW_AMOUNTS = 12
"""The most prizes, stacks or bounties that are written out."""


def rake_text(rake: Rake) -> str:
    if rake.is_free:
        return ""
    parts = []
    if rake.percent:
        most = "" if rake.cap is None else f", at most {rake.cap:g}"
        parts.append(f"rake {rake.percent:g}%{most}")
    if rake.drop:
        parts.append(f"drop {rake.drop:g}")
    if rake.jackpot:
        parts.append(f"jackpot drop {rake.jackpot:g}")
    where = "from every pot" if rake.always else "from pots with a showdown"
    back = f", {rake.rakeback:g}% back" if rake.rakeback else ""
    return f"{', '.join(parts)} {where}{back}"


def utility_text(utility: Utility) -> str:
    if isinstance(utility, TournamentUtility):
        return f"a solved tournament of {(len(utility.winning) - 1) * utility.unit:,g} chips"
    if not isinstance(utility, PrizeUtility):
        return ""
    prizes = utility.prizes
    unit = "%" if prizes.percent else ""
    words = f"prizes {_grouped(prizes.amounts)}{unit} by {utility.model}"
    if utility.others:
        words += f", others {_other_stacks(utility.others)}"
    if utility.bounties is not None:
        heads = _grouped(utility.bounties.heads)
        future = "nothing" if utility.bounties.future == NO_FUTURE else "by chips"
        onto = f"{100 * utility.bounties.progressive:g}% progressive"
        words += f", bounties {heads} ({onto}, later ones {future})"
    return words


def _other_stacks(stacks: Sequence[float]) -> str:
    """Return the other players' chips; if there are many different stacks, their number and range."""
    if len(set(stacks)) <= FEW_AMOUNTS:
        return _grouped(stacks)
    return f"{len(stacks):,} with {min(stacks):g} to {max(stacks):,g} chips"


def _grouped(amounts: Sequence[float]) -> str:
    """Return amounts in order, with runs of equal amounts grouped, shortened if there are many."""
    if len(amounts) <= FEW_AMOUNTS:
        return " ".join(f"{amount:g}" for amount in amounts)
    groups = [(len(list(equal)), amount) for amount, equal in groupby(amounts)]
    texts = [f"{amount:g}" if count == 1 else f"{count:,} x {amount:g}" for count, amount in groups]
    more = f" and {len(texts) - FEW_AMOUNTS:,} more" if len(texts) > FEW_AMOUNTS else ""
    return " ".join(texts[:FEW_AMOUNTS]) + more


def extras_text(terms: PayoffTerms, big_blind: float) -> str:
    fees, jackpot, parts = terms.fees, terms.jackpot, []
    for fee, words in (
        (fees.dealt, "each hand dealt"),
        (fees.all_in, "each all-in"),
        (fees.showdown, "each showdown"),
    ):
        if fee:
            parts.append(f"fee {fee / big_blind:.6g} bb a player for {words}")
    if parts and fees.rakeback:
        parts.append(f"{fees.rakeback:g}% back")
    if fees.fortune:
        parts.append(f"{fees.fortune / big_blind:.6g} bb won by being all-in")
    if jackpot is not None:
        rare = "royal flushes" if jackpot.rule == ROYAL else "straight flushes"
        parts.append(f"jackpot {jackpot.size / big_blind:,.6g} bb for {rare} with two hole cards")
    return ", ".join(parts)


def terms_words(terms: ExtraTerms) -> str:
    fee, jackpot = terms.fee, terms.jackpot
    fees = Fees(fee.dealt, fee.all_in, fee.showdown, terms.fortune, terms.rakeback)
    won = None if jackpot is None else Jackpot(jackpot.rule, jackpot.size)
    words = (extras_text(PayoffTerms(fees=fees, jackpot=won), 1.0), rake_text(Rake(**(terms.rake or {}))))
    return "; ".join(word for word in words if word) or "chips alone"


def about_lines(terms: PayoffTerms) -> list[str]:
    """Return the source of the terms, and what is assumed."""
    about = terms.about
    if about is None:
        return []
    return [f"{about.room}, {about.date}: {about.source}.", *(f"Assumed: {text}." for text in about.assumed)]


SEAT_NAMES = {Seat.SMALL_BLIND: "small blind", Seat.BIG_BLIND: "big blind"}
BOTH_SEATS = ("", *SEAT_NAMES.values())
"""Heads of a table with both players' numbers."""
PAST = {Seat.SMALL_BLIND: "jammed", Seat.BIG_BLIND: "called"}
DOING = {Seat.SMALL_BLIND: "jamming", Seat.BIG_BLIND: "calling"}
"""PAST, DOING: forms of each seat's action."""
NO_DECISION = "Nobody has a decision: all chips at risk are already in."
NOT_IN_THE_TREE = "The tree has no limps or flat calls"
_ROUNDING = 1e-12
_LEAST = 1e-4
"""Smaller gains count as equal."""
_SEEN = 5e-5
"""The smallest frequency that is mentioned."""


def spot_text(spot: SpotSolution) -> str:
    situation = spot.situation
    parts = [spot.game.title, *chips_texts(situation)]
    if not spot.terms.plain:
        parts.append(terms_text(spot.terms, situation.big_blind))
    if isinstance(spot, TreeSpot):
        parts.append(spot.raises.text(situation.big_blind))
    return ", ".join(parts)


def chips_texts(situation: Situation) -> list[str]:
    """Return stacks, blinds, antes and dead money in chips."""
    stacks = situation.stacks
    parts = ["stacks {:g} and {:g} ({:.4g} bb)".format(*stacks, min(stacks) / situation.big_blind)]
    parts.append("blinds {:g}/{:g}".format(*situation.blinds))
    if any(situation.posted):
        parts.append("antes {:g} and {:g}".format(*situation.posted))
    if situation.dead:
        parts.append(f"dead money {situation.dead:g}")
    return parts


def tree_lines(spot: TreeSpot) -> list[str]:
    """Return remarks on a tree: equal actions, and what is not in the tree."""
    lines = []
    for node in spot.nodes:
        after = f" after {', '.join(node.after)}" if node.after else ""
        player = f"{SEAT_NAMES[Seat(node.seat)].capitalize()}{after}"
        for name, by in node.same.items():
            if name != "jam":
                lines.append(f"{player}: {name} is never better than {by}.")
                continue
            played = name if node.percent[name] else by
            lines.append(f"{player}: jamming and raise-calling ({by}) have the same EV; shown as {played}.")
    if "jam" in spot.nodes[0].actions and not spot.raised_percent:
        lines.append("The small blind jams or folds: smaller raises add nothing to jam or fold here.")
    lines.append(f"{NOT_IN_THE_TREE}, so the EV shown for small raises is an upper bound.")
    return lines


def terms_text(terms: PayoffTerms, big_blind: float) -> str:
    texts = rake_text(terms.rake), utility_text(terms.utility), extras_text(terms, big_blind)
    return ", ".join(part for part in texts if part)


def theory_text(spot: SpotSolution) -> str:
    """Return the game that the solver solved, in a sentence."""
    if isinstance(spot, TreeSpot):
        live = spot.situation.effective_stack / spot.situation.big_blind
        return (
            f"Computed over {plural(len(spot.points), 'decision')}, in sequence; every all-in is a showdown "
            f"for {in_bb(live)} of each player."
        )
    if spot.solution.stakes.cancels:
        return f"Normalised game: s = {spot.s:.6g}, b = {spot.b:.6g}, unit {spot.situation.unit:g} chips."
    ties = ", ties included" if spot.solution.stakes.needs_planes else ""
    zero_sum = spot.solution.stakes.exchange is not None
    kind = "the game is zero-sum" if zero_sum else "the game is not zero-sum"
    return f"Computed from the prize value of every outcome{ties}; {kind}."


PROVED = "Exact equilibrium, proved in integer arithmetic: neither player can gain by deviating"
"""The certificate of an exact solution of two players."""


def certificate_text(spot: SpotSolution, half: str = "epsilon") -> str:
    """Say in a sentence how exact the strategies are; `half` is the name of half of both gains."""
    if spot.proved:
        return f"{PROVED}; {plural(spot.iterations, 'iteration')} in {spot.seconds:.2f} s."
    measure, gains = spot.measure, spot.payoffs.gains(spot.solution.gains)
    if spot.method == BEST_RESPONSE:
        kind = "Exact best response to the range"
    elif spot.exact:
        kind = "Equilibrium, exact to rounding"
    elif spot.solution.approximate:
        kind = f"Approximate, {spot.bound_text}"
    else:
        kind = f"Within {measure.text(max(gains), '.3g')} of equilibrium ({spot.method})"
    first, second = (measure.text(gain, ".3g") for gain in gains)
    return (
        f"{kind}: by deviating, the small blind can gain {first}, the big blind {second} ({half} "
        f"{measure.text(sum(gains) / 2, '.3g')}); {plural(spot.iterations, 'iteration')} in "
        f"{spot.seconds:.2f} s."
    )


WHOLE_GAME = (
    "Jam or fold is an equilibrium of the whole game here, limps and flops included.",
    (
        "In the whole of no-limit {game}, limps and flops included, no small-blind strategy earns more than "
        "{gap} bb per hand above jam or fold here."
    ),
    "The tree's opens are not advice there: their gain is not proved.",
)
"""Proved bounds of the gain in the whole game: none, or at most a bound; and what stays open in a tree."""


def whole_game_text(spot: SpotSolution) -> str | None:
    """Say what is proved about jam or fold in the whole game; None if no bound is bundled."""
    is_covered = spot.exact and spot.terms.plain and spot.method != BEST_RESPONSE
    gap = packed_gap(spot.game, spot.situation) if is_covered else None
    if gap is None or (isinstance(spot, TreeSpot) and spot.raises.limit):
        return None
    advice = f" {WHOLE_GAME[2]}" if gap and isinstance(spot, TreeSpot) else ""
    return f"{whole_game_sentence(spot.game.title, gap)}{advice}"


def whole_game_sentence(game: str, gap: float) -> str:
    """Say in one sentence what is proved about a spot; `gap` is 0 only if no gain is possible."""
    return WHOLE_GAME[gap > 0].format(game=game, gap=format_bound(gap))


def exactness_text(spot: SpotSolution, *, is_same: bool = False) -> str:
    """Say in a line how exact the strategies are; `is_same`: all equilibria play the same here."""
    gain = max(spot.payoffs.gains(spot.solution.gains)) / spot.measure.divisor
    bound = with_unit(f"{max(gain, _LEAST):.2g}", spot.measure.unit)
    if spot.proved:
        words = (
            "Exact, and the same in every equilibrium" if is_same else "Exact: nobody can gain by deviating"
        )
    elif spot.method == BEST_RESPONSE:
        words = "Exact best response to the range"
    elif spot.exact:
        words = f"Exact to rounding: no deviation gains more than {bound}"
    elif spot.solution.approximate:
        words = f"Approximate: {spot.bound_text}"
    else:
        words = f"Within {bound} of equilibrium by {spot.method}, {plural(spot.iterations, 'iteration')}"
    return f"{words} ({spot.seconds:.2f} s)."


def answer_text(answer: SpotSolution | Exploit, full: bool = False) -> str:
    """Say how exact a solution, or a best response to a range, is: in a line, or with the gains."""
    spot = answer.spot if isinstance(answer, Exploit) else answer
    if isinstance(answer, Exploit) and spot.solution.approximate:
        return f"Approximate: {answer.bound_text} ({spot.seconds:.2f} s)."
    return certificate_text(spot) if full else exactness_text(spot)


def effective_text(spot: SpotSolution) -> str:
    """Return a sentence on chips that are never at risk; empty if there are none."""
    situation = spot.situation
    first, second = situation.uncalled
    player, rest = ("small blind", first) if first else ("big blind", second)
    if rest <= _ROUNDING * sum(situation.stacks):
        return ""
    antes = " after antes" if any(situation.posted) else ""
    stack, left = (in_bb(chips / situation.big_blind) for chips in (situation.effective_stack, rest))
    return f"Effective stack: {stack}{antes}. {left} of the {player}'s chips cannot be called."


def decision_text(spot: SpotSolution) -> str:
    """Return a sentence on players without a decision; empty if both have one."""
    jams, calls = spot.situation.has_decision
    if not jams:
        return NO_DECISION
    return "" if calls else "The big blind never folds: all chips at risk are already in."


def exploit_lines(exploit: Exploit) -> list[str]:
    seat, hand_range = exploit.seat, exploit.held
    responder, other = SEAT_NAMES[seat], SEAT_NAMES[seat.other]
    jams = seat is Seat.SMALL_BLIND
    action, opponent_action = ("jams", "calls with") if jams else ("calls with", "jams")
    played, usual = (spot.strategy(seat).played_percent for spot in (exploit.spot, exploit.equilibrium))
    order = f" (by {EQUITY_ORDER})" if hand_range.uses_order else ""
    unit = "chips" if exploit.spot.currency == "chips" else exploit.spot.measure.unit
    return [
        (
            f"The {other} {opponent_action} {hand_range.percent:.4f}%{order}. "
            f"Best response: the {responder} {action} {played:.4f}% (in equilibrium {usual:.4f}%)."
        ),
        (
            f"The best response gains {with_unit(f'{exploit.gain:.6f}', unit)} over the equilibrium "
            f"strategy. The range costs the {other} {with_unit(f'{exploit.cost_of_range:.6f}', unit)}."
        ),
        (
            f"Risk: against the {other}'s best counter-strategy, this response earns "
            f"{with_unit(f'{exploit.risk:.6f}', unit)} less than equilibrium."
        ),
    ]


def advice_text(hand: HandReport) -> str:
    """Return the advice for a hand, then why."""
    if hand.nodes:
        return "; ".join(map(_node_advice, hand.nodes))
    action = hand.seat.action
    chances = f"this solution {action}s {100 * hand.played:.4g}%"
    if hand.advice is Advice.NO_DECISION:
        return "no decision: all chips at risk are already in"
    if hand.advice is Advice.NEVER_ASKED:
        return "never asked: the small blind does not jam against this hand"
    if hand.advice is Advice.INDIFFERENT:
        return f"indifferent: both actions are correct ({chances})"
    return f"{hand.advice} ({chances})" if 0.0 < hand.played < 1.0 else str(hand.advice)


def span_text(hand: HandReport) -> str:
    """Say how all equilibria play a hand, in a sentence; empty if that is unknown."""
    if hand.least is None or hand.most is None or hand.advice is Advice.NO_DECISION:
        return ""
    action = "jam" if hand.seat is Seat.SMALL_BLIND else "call"
    if hand.least == hand.most:
        always = {0.0: "Fold", 1.0: action.capitalize()}
        if hand.least in always:
            return f"{always[hand.least]} in every equilibrium."
        return f"{action.capitalize()} it {100 * hand.least:.4g}% of the time in every equilibrium."
    least, most = (f"{100 * chance:.4g}%" for chance in (hand.least, hand.most))
    return f"Other equilibria {action} it between {least} and {most} of the time."


def _node_advice(node: HandAtNode) -> str:
    """Return a hand's play at a decision: ``raise 2``, ``after bb jam: call 40%, fold 60%``."""
    does = node_does(node)
    return f"after {', '.join(node.after)}: {does}" if node.after else does


def node_does(node: HandAtNode) -> str:
    """Return a hand's play at a decision, without the actions before."""
    played = {name: chance for name, chance in node.chances.items() if chance}
    return " or ".join(
        name if chance == 1.0 else f"{name} {100 * chance:.4g}%" for name, chance in played.items()
    )


def decision_lines(hand: HandReport) -> list[str]:
    """Explain a hand's play in a tree by the EV of every action at each of its decisions."""
    return [_decision_line(hand, node) for node in hand.nodes]


def _decision_line(hand: HandReport, node: HandAtNode) -> str:
    often = f"{100 * node.reach:.4g}% of the time" if node.reach else "never with this hand"
    when = f"After {', '.join(node.after)}, {often}" if node.after else "First in"
    evs = {name: ev for name, ev in node.evs.items() if ev is not None}
    ordered = sorted(evs, key=lambda name: (-node.chances[name], -evs[name]))
    worth = ", ".join(f"{name} {hand.measure.text(evs[name], '+.4f')}" for name in ordered)
    message = f"{when}: {node_does(node)}." + (f" Worth: {worth}." if worth else "")
    return " ".join([message, *_reasons(hand, node)])


def reason_lines(hand: HandReport) -> list[str]:
    """Return by decision the opponent's responses to every action, and the equity at showdown."""
    reasons = [(", ".join(node.after), _reasons(hand, node)) for node in hand.nodes]
    return [
        f"{f'After {after}' if after else 'First in'}: {' '.join(lines)}" for after, lines in reasons if lines
    ]


def _reasons(hand: HandReport, node: HandAtNode) -> list[str]:
    other = SEAT_NAMES[Seat.BIG_BLIND if hand.seat is Seat.SMALL_BLIND else Seat.SMALL_BLIND]
    lines = []
    for name in dict.fromkeys([*node.answers, *node.equities]):
        answers, equity = node.answers.get(name, {}), node.equities.get(name)
        if answers:
            shares = ", ".join(
                f"{_does(action)} {100 * chance:.2f}%"
                for action, chance in answers.items()
                if chance >= _SEEN
            )
            lines.append(f"Against {_noun(name)} the {other} {shares}.")
        if equity is not None:
            called = " that is called" if answers else ""
            needed = "" if node.needed is None else f"; it needs {100 * node.needed:.2f}%"
            lines.append(f"A {name}{called} wins {100 * equity:.2f}% of the pot{needed}.")
    return lines


def _noun(action: str) -> str:
    """Return an action as a noun: ``a jam``, ``a raise to 6``."""
    return f"a {action}".replace("raise", "raise to")


def _does(action: str) -> str:
    """Return an action as a verb: ``folds``, ``raises to 6``."""
    return action.replace("raise", "raises to") if action.startswith("raise") else f"{action}s"


def explanation_lines(explanation: Explanation) -> list[str]:
    """Explain why a hand is played, in plain words, one or two sentences per line."""
    jams = explanation.seat is Seat.SMALL_BLIND
    lines = _jam_lines(explanation) if jams else _call_lines(explanation)
    if span := span_text(explanation.hand):
        lines.append(span)
    if explanation.played_stacks is not None:
        lines.append(_chart_text(explanation))
    return lines


def _jam_lines(explanation: Explanation) -> list[str]:
    hand, q = explanation.hand, explanation.chance
    measure = hand.measure
    stolen = measure.text(explanation.spot.payoffs.ends[0].opponent_folds, ".5g")
    folding = f"Folding: {measure.text(hand.ev_fold, '+.4f')}."
    if q == 0.0:
        return [f"Nobody calls, so the jam wins {stolen}.", folding, _verdict(explanation)]
    called = with_unit(f"{explanation.ev_called:+.4f}", measure.unit)
    share = f"{100 * explanation.equity:.2f}%"
    lines = [
        f"The big blind calls {100 * q:.2f}% of the time (with your cards removed).",
        f"When called, you have {share} equity, an EV of {called}.",
        (
            f"EV of a jam: {100 * (1 - q):.2f}% × {stolen} + {100 * q:.2f}% × ({called}) = "
            f"{measure.text(hand.ev_allin, '+.4f')}."
        ),
        folding,
        _verdict(explanation),
    ]
    if not explanation.situation.has_decision[0]:
        return lines
    if explanation.break_even_equity > 0:
        lines.append(f"{_needed_text(explanation)} when called.")
    else:
        lines.append("Fold equity alone makes this jam profitable; you need no equity when called.")
    if isnan(explanation.break_even_stack):
        return lines
    return [*lines, _limit_text(explanation, "calling")]


def _call_lines(explanation: Explanation) -> list[str]:
    hand, equity, situation = explanation.hand, explanation.equity, explanation.situation
    if isnan(equity):
        return ["The small blind never jams here, so you never face this decision."]
    if not situation.has_decision[1]:
        return [f"The blind is all-in, so there is nothing to decide. Equity: {100 * equity:.2f}%."]
    reads = (
        f"The small blind jams {100 * explanation.chance:.2f}% of the time (with your cards removed).",
        f"Your equity against that range is {100 * equity:.2f}%.",
    )
    if not explanation.spot.solution.stakes.cancels:
        measure = hand.measure
        return [
            *reads,
            (
                f"EV of a call: {measure.text(hand.ev_allin, '+.4f')}; folding: "
                f"{measure.text(hand.ev_fold, '+.4f')}."
            ),
            _verdict(explanation),
            f"{_needed_text(explanation)}.",
        ]
    bb = situation.big_blind
    pot = (2 * situation.effective_stack + situation.dead_total) / bb
    spent = (situation.effective_stack + situation.posted[1]) / bb
    price = (situation.effective_stack - situation.big_blind) / bb
    return [
        *reads,
        (
            f"EV of a call: {100 * equity:.2f}% × {pot:.5g} bb - {spent:.5g} bb = {hand.ev_allin_bb:+.4f} "
            f"bb; folding: {hand.ev_fold_bb:+.4f} bb."
        ),
        _verdict(explanation),
        (
            f"You call {price:.5g} bb to win a pot of {pot:.5g} bb, so you need "
            f"{100 * explanation.break_even_equity:.2f}% equity."
        ),
        _limit_text(explanation, "jamming"),
    ]


def _verdict(explanation: Explanation) -> str:
    hand = explanation.hand
    if hand.advice not in (Advice.JAM, Advice.CALL, Advice.FOLD):
        words = advice_text(hand)
        return f"{capitalized(words)}."
    worse = DOING[explanation.seat] if hand.advice is Advice.FOLD else "folding"
    better = hand.measure.text(abs(hand.difference), "+.4f")
    return f"{str(hand.advice).capitalize()}: {better} compared with {worse}."


def _needed_text(explanation: Explanation) -> str:
    """Say which equity an action needs; approximate if a tie is not worth half a win."""
    if not explanation.break_even_equity <= 1:  # also if it is NaN
        return "No equity is enough"
    about = "about " if explanation.spot.solution.stakes.n_planes else ""
    return f"You need {about}{100 * explanation.break_even_equity:.2f}% equity"


def _limit_text(explanation: Explanation, range_word: str) -> str:
    action = explanation.seat.action
    if explanation.any_stack:
        return f"Against this {range_word} range, {action} at any stack."
    return f"Against this {range_word} range, {action} up to {explanation.break_even_bb:.2f} bb."


def _chart_text(explanation: Explanation) -> str:
    assert explanation.played_stacks is not None
    action = explanation.seat.action
    if not explanation.played_stacks:
        return f"In equilibrium it is never a {action} at the stacks of the chart."
    runs = ", ".join(f"{lo:g}" if lo == hi else f"{lo:g} to {hi:g}" for lo, hi in explanation.played_stacks)
    return f"In equilibrium it is a {action} at {runs} bb."
