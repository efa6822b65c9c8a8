"""Strategy lists: readable, short, and exactly valued."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from jamfold.calculator.videopoker import Strategy, analyse_pay_table, build_strategy, load_pay_table
from jamfold.calculator.videopoker.analysis import lay_out
from jamfold.calculator.videopoker.contest import as_runs, find_contest, find_lines, find_order, worth
from jamfold.calculator.videopoker.deck import Deck, hold_masks, parse_deal
from jamfold.calculator.videopoker.holds import deal_report
from jamfold.calculator.videopoker.paytable import parse_pay_table
from jamfold.calculator.videopoker.shapes import DEALT, ShapeReader
from jamfold.calculator.videopoker.strategy import holds_by_list
from jamfold.core.errors import PayTableError


@pytest.fixture(scope="module")
def jacks() -> Strategy:
    return build_strategy("JoB 9/6")


def test_jacks_or_better_is_short_and_good(jacks: Strategy) -> None:
    assert len(jacks.lines) <= 40
    assert 0 <= jacks.loss < Fraction(1, 10_000)
    assert jacks.perfect_return == analyse_pay_table("JoB 9/6").expected_return
    assert jacks.lines[-1].text == "no card: draw five"
    assert sum(line.share for line in jacks.lines) == pytest.approx(1, abs=1e-12)
    values = sum(line.share * line.ev for line in jacks.lines if line.ev is not None)
    assert values == pytest.approx(float(jacks.expected_return), rel=1e-12)


def _play(strategy: Strategy, deal: tuple[int, ...], made: str) -> int:
    """The mask that the list tells a player to hold, found line by line and shape by shape."""
    reader = ShapeReader(strategy.table)
    titles = [name.title for name in strategy.table.names if name.name == made]
    masks = hold_masks()
    held = [[card for i, card in enumerate(deal) if mask >> i & 1] for mask in masks]
    offered = [None, *(reader.shape(cards) for cards in held[1:])]
    for line in strategy.lines:
        for shape in line.shapes:
            if shape.stem == DEALT and shape.detail in titles:
                return masks[0]
            if shape in offered:
                return masks[offered.index(shape)]
    raise AssertionError("the last line fits every deal")


@pytest.mark.long
@pytest.mark.parametrize("name", ["JoB 9/6", "Deuces Full Pay"])
def test_the_kernel_plays_by_the_list(name: str) -> None:
    plays_by_the_list(name)


def plays_by_the_list(name: str) -> None:
    """Deals played by hand, from the top of the list down."""
    strategy = build_strategy(name)
    paid = lay_out(strategy.table)
    contest = find_contest(paid)
    holds, _ = holds_by_list(contest, find_lines(contest, 40))
    deals = paid.counts.classes.deals
    for i in random.Random(name).sample(range(len(deals)), 500):
        deal = tuple(deals[i].tolist())
        assert holds[i] == _play(strategy, deal, deal_report(paid, deal).made)


@pytest.mark.slow
def test_the_exact_return_by_hand_over_all_classes() -> None:
    """A two-line list, so short that all 134,459 classes can be played by rule."""
    strategy = build_strategy("JoB 9/6", max_lines=2)
    paid = lay_out(strategy.table)
    evs = paid.all_holds()
    classes = paid.counts.classes
    covered = {shape.detail for shape in strategy.lines[0].shapes}
    assert [line.text for line in strategy.lines][-1] == "no card: draw five"
    assert strategy.lines[0].shapes[0].stem == "a high pair"
    total = 0
    for deal, weight, ev in zip(classes.deals.tolist(), classes.weights.tolist(), evs, strict=True):
        ranks = [card // 4 for card in deal]
        mask = 0
        for high in (12, 11, 10, 9):
            if ranks.count(high) == 2 and not mask:
                mask = sum(1 << i for i in range(5) if ranks[i] == high)
            if ranks.count(high) > 2 and not mask:
                mask = sum(1 << i for i in [i for i in range(5) if ranks[i] == high][:2])
        total += weight * int(ev[mask])
    assert covered == {""}
    assert strategy.expected_return == Fraction(total, classes.weights.sum() * strategy.table.deck.unit)


def test_lines_that_may_change_places_stand_by_value(jacks: Strategy) -> None:
    texts = [line.text for line in jacks.lines]
    assert texts.index("three of a kind") < texts.index("two pair") < texts.index("a high pair")


@pytest.mark.long
def test_more_lines_are_never_worse() -> None:
    losses = [build_strategy("Bonus 8/5", lines).loss for lines in (1, 10, 40)]
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < Fraction(1, 10_000)


def test_the_last_line_alone_is_to_draw_five() -> None:
    strategy = build_strategy("JoB 9/6", 1)
    paid = lay_out(strategy.table)
    deals = strategy.table.deck.n_deals
    weighted = int(paid.counts.classes.weights @ paid.all_holds()[:, 0])
    assert [line.text for line in strategy.lines] == ["no card: draw five"]
    assert strategy.expected_return == Fraction(weighted, deals * strategy.table.deck.unit)


@pytest.mark.long
def test_no_single_move_gains() -> None:
    """The search stops where taking one shape out and putting it back elsewhere cannot help."""
    contest = find_contest(lay_out(load_pay_table("JoB 9/6")))
    order = [label for run in find_order(contest, 1_000) for label in run]
    value = worth(contest, [order])
    for label in order[:-1]:
        rest = [other for other in order if other != label]
        for place in range(len(rest)):
            moved = [*rest[:place], label, *rest[place:]]
            assert worth(contest, as_runs(contest, moved)) <= value + 5e-9


def test_a_table_that_pays_nothing_has_a_list_too() -> None:
    table = load_pay_table("JoB 9/6")
    text = "[pays]\n" + "\n".join(f"{name.name} = 0" for name in table.names)
    strategy = build_strategy(parse_pay_table(text, "nothing.toml"))
    assert (strategy.loss, len(strategy.lines)) == (Fraction(0), 1)


def test_bad_number_of_lines() -> None:
    with pytest.raises(PayTableError, match="at least one line, not 0"):
        build_strategy("JoB 9/6", 0)


@pytest.mark.parametrize(
    ("table", "held", "stem", "detail"),
    [
        ("JoB 9/6", "Ah Kh Qh Th", "4 to a royal flush", "A K Q T"),
        ("JoB 9/6", "9h 8h 7h", "3 to a straight flush", "no high, no gaps"),
        ("JoB 9/6", "Jh 9h 8h", "3 to a straight flush", "one high, one gap"),
        ("JoB 9/6", "4h 3h 2h", "3 to a straight flush", "no high, one gap"),
        ("JoB 9/6", "Ah 3h 2h", "3 to a straight flush", "one high, two gaps"),
        ("JoB 9/6", "Ah 9h 4h 2h", "4 to a flush", "one high"),
        ("JoB 9/6", "9h 8c 7d 6s", "4 to an outside straight", "no high"),
        ("JoB 9/6", "Ah Kc Qd Js", "four high cards of different suits", "A K Q J"),
        ("JoB 9/6", "Ah Kc Qd Ts", "4 to an inside straight", "three high"),
        ("JoB 9/6", "Kh Jc", "two high cards of different suits", "K J"),
        ("JoB 9/6", "Kh Kc", "a high pair", ""),
        ("JoB 9/6", "Th Tc", "a low pair", ""),
        ("JoB 9/6", "Kh Kc 4h 4c", "two pair", ""),
        ("DDB 9/6", "Ah Ac As 3h", "three of a kind and one other", "aces, kicker that pays"),
        ("DDB 9/6", "3h 3c 3s", "three of a kind", "2-4"),
        ("Deuces Full Pay", "2h 7c 7d", "one deuce and a pair", ""),
        ("Deuces Full Pay", "2h 2c", "two deuces alone", ""),
        ("Deuces Full Pay", "2h Ac 5c 4c", "one deuce and 4 to a straight flush", "three gaps"),
        ("Joker K+ 20/7/5", "Joker Kc", "joker and one high card", "K"),
        ("Double Joker 9/5/4", "Joker Joker 9c", "two jokers and one card", "9"),
        ("JoB 9/6", "", "no card: draw five", ""),
    ],
)
def test_shapes(table: str, held: str, stem: str, detail: str) -> None:
    pay_table = load_pay_table(table)
    shape = ShapeReader(pay_table).shape(parse_deal(held, Deck(2, False), None))
    assert (shape.stem, shape.detail) == (stem, detail)
