"""Trees of raises: which sizes are legal where, and what is refused."""

from __future__ import annotations

import pytest

from jamfold.betting.hand import TableHand
from jamfold.betting.posts import BlindLevel, acting_order
from jamfold.betting.raises import Raises, TreeSpec, raise_tree, table_tree
from jamfold.betting.two_seats import Situation
from jamfold.core.errors import SituationError


def deep(stack: float, ante: float = 0.0, dead: float = 0.0) -> Situation:
    return Situation((stack, stack), (0.5, 1.0), (ante, ante), dead)


def actions(situation: Situation, raises: Raises) -> list[str]:
    """Every decision in a line: ``sb raise 2, bb: fold, jam``."""
    lines = []
    for point in raise_tree(situation, raises):
        before = [f"{['sb', 'bb'][seat]} {action.text(1.0)}" for seat, action in point.after]
        does = ", ".join(action.text(1.0) for action in point.actions)
        lines.append(f"{', '.join([*before, ['sb', 'bb'][point.seat]])}: {does}")
    return lines


def test_jam_or_fold() -> None:
    assert actions(deep(10), Raises()) == ["sb: fold, jam", "sb jam, bb: fold, call"]


@pytest.mark.parametrize("size", [10.0, 12.0, "10x"])
def test_a_size_of_the_stack_or_more_is_the_jam(size: float | str) -> None:
    assert actions(deep(10), Raises(open=(size,))) == actions(deep(10), Raises())


def test_sizes_of_one_name_are_one() -> None:
    assert actions(deep(10), Raises(open=(2.0, 2.0000001))) == actions(deep(10), Raises(open=(2.0,)))


def test_one_open() -> None:
    assert actions(deep(10), Raises(open=(2.0,))) == [
        "sb: fold, raise 2, jam",
        "sb raise 2, bb: fold, jam",
        "sb raise 2, bb jam, sb: fold, call",
        "sb jam, bb: fold, call",
    ]


def test_without_a_jam() -> None:
    assert actions(deep(10), Raises(open=(2.0,), jam=False)) == [
        "sb: fold, raise 2",
        "sb raise 2, bb: fold, jam",
        "sb raise 2, bb jam, sb: fold, call",
    ]


def test_pot_limit() -> None:
    """3, 9, 27 without antes; a jam is one that the pot allows."""
    assert actions(deep(27), Raises(limit="pot")) == [
        "sb: fold, raise 3",
        "sb raise 3, bb: fold, raise 9",
        "sb raise 3, bb raise 9, sb: fold, jam",
        "sb raise 3, bb raise 9, sb jam, bb: fold, call",
    ]
    assert actions(deep(2.5), Raises(limit="pot")) == actions(deep(2.5), Raises())
    assert actions(deep(3), Raises(limit="pot")) == actions(deep(3), Raises())


def test_pot_counts_antes_and_dead_money() -> None:
    assert actions(deep(20, ante=0.125, dead=0.5), Raises(limit="pot"))[0] == "sb: fold, raise 3.75"


def test_a_later_size_is_left_out_where_it_is_illegal() -> None:
    lines = actions(deep(20), Raises(open=(2.0, 5.0), later=(6.0,)))
    assert "sb raise 2, bb: fold, raise 6, jam" in lines
    assert "sb raise 5, bb: fold, jam" in lines


def test_relative_sizes() -> None:
    assert "sb raise 2.5, bb raise 7.5, sb: fold, jam" in actions(deep(25), Raises(("2.5x",), ("3x",)))


def test_short_blind_has_no_raises() -> None:
    short = Situation((100, 0.8), (0.5, 1.0))
    assert actions(short, Raises(open=(2.0,))) == ["sb: fold, jam", "sb jam, bb: fold, call"]


def test_unequal_stacks_raise_within_the_shorter() -> None:
    assert actions(Situation((30, 4), (0.5, 1.0)), Raises(open=(2.0, 5.0))) == actions(
        deep(4), Raises(open=(2.0,))
    )


@pytest.mark.parametrize(
    ("raises", "field", "words"),
    [
        (Raises(open=(1.5,)), "open", "The minimum is 2 bb"),
        (Raises(open=(0.5,)), "open", "The minimum is 2 bb"),
        (Raises(open=(3.0,), later=(4.0,)), "raises", "The minimum is 5 bb"),
        (Raises(open=(3.5,), limit="pot"), "open", "exceeds the pot limit of 3 bb"),
        (Raises(open=(2.0,), later=(6.0, 20.0, 50.0)), "raises", "somebody is all-in after"),
    ],
)
def test_illegal_raises(raises: Raises, field: str, words: str) -> None:
    with pytest.raises(SituationError, match=words) as told:
        raise_tree(deep(20), raises)
    assert told.value.field == field


@pytest.mark.parametrize(
    ("raises", "text"),
    [
        (Raises(open=(2.0, 2.5), later=(6.0, 12.0)), "opens to 2 and 2.5 bb, later raises to 6, then 12 bb"),
        (Raises(open=(2.0, "pot"), later=("3x",)), "opens to 2 bb and the pot, later raises to 3x"),
        (Raises(limit="pot"), "pot-limit"),
    ],
)
def test_raises_in_words(raises: Raises, text: str) -> None:
    assert raises.in_measure(10.0).text(10.0) == text


def test_later_raises_come_behind_an_open() -> None:
    with pytest.raises(SituationError, match="need an open size"):
        Raises(later=(6.0,))


def betting(seats: int, *, stacks: tuple[float, ...] = (), max_allin: int = 10) -> TreeSpec:
    blinds = (0.5, 1.0, *[0.0] * (seats - 2))
    return TreeSpec(acting_order(seats), blinds, stacks or (20.0,) * seats, 0.0, 1.0, max_allin)


@pytest.mark.parametrize(
    ("seats", "counts"),
    [(2, (4, 4, 4)), (3, (14, 14, 14)), (4, (36, 36, 34)), (6, (176, 161, 125)), (9, (1514, 872, 494))],
)
def test_decisions_of_a_table(seats: int, counts: tuple[int, ...]) -> None:
    """With one open size: all, and behind at most three, two players who are all-in, as published."""
    trees = [table_tree(betting(seats, max_allin=most), Raises(open=(2.0,))) for most in (10, 4, 3)]
    assert tuple(map(len, trees)) == counts


@pytest.mark.parametrize("seats", range(3, 7))
@pytest.mark.parametrize(
    "stacks", [(20.0,) * 6, (0.4, 3.0, 20.0, 1.0, 0.0, 7.0), (5.0, 0.7, 9.0, 2.0, 3.0, 1.0)]
)
def test_without_sizes_the_decisions_are_those_of_jam_or_fold(seats: int, stacks: tuple[float, ...]) -> None:
    hand = TableHand(tuple(max(one, 0.1) for one in stacks[:seats]), BlindLevel((0.5, 1.0), ante=0.1))
    one = TreeSpec(
        hand.order,
        tuple(p.blind for p in hand.paid),
        hand.stacks_behind,
        hand.dead_total,
        1.0,
        hand.most_allin,
    )
    nodes = [(point.seat, tuple(seat for seat, _ in point.after)) for point in table_tree(one, Raises())]
    assert sorted(nodes) == sorted((node.seat, node.all_in_before) for node in hand.nodes)


def test_three_seats_with_one_open() -> None:
    names, lines = ("sb", "bb", "btn"), []
    for point in table_tree(betting(3), Raises(open=(2.0,), jam=False)):
        before = [f"{names[seat]} {action.text(1.0)}" for seat, action in point.after]
        lines.append(
            f"{', '.join([*before, names[point.seat]])}: {', '.join(a.text(1.0) for a in point.actions)}"
        )
    assert sorted(lines) == [
        "btn raise 2, bb jam, btn: fold, call",
        "btn raise 2, bb: fold, jam",
        "btn raise 2, sb jam, bb call, btn: fold, call",
        "btn raise 2, sb jam, bb: fold, call",
        "btn raise 2, sb jam, btn: fold, call",
        "btn raise 2, sb: fold, jam",
        "btn: fold, raise 2",
        "sb raise 2, bb jam, sb: fold, call",
        "sb raise 2, bb: fold, jam",
        "sb: fold, raise 2",
    ]


def test_a_raise_is_the_jam_where_nobody_has_more() -> None:
    """The big blind has 1.5: a raise to 2 of the small blind puts them all-in, one of the button does not."""
    tree = table_tree(betting(3, stacks=(20.0, 1.5, 20.0)), Raises(open=(2.0,)))
    kinds = {(point.seat, len(point.after)): [a.kind for a in point.actions] for point in tree}
    assert kinds[2, 0] == ["fold", "raise", "jam"]
    assert kinds[0, 0] == ["fold", "jam"]


def test_a_raiser_whom_nobody_can_raise_is_in() -> None:
    """The button has raised to 3; the short small blind is all-in for 2, the big blind folds."""
    tree = table_tree(betting(3, stacks=(2.0, 20.0, 20.0)), Raises(open=(3.0,)))
    point = next(one for one in tree if one.seat == 1 and [a.kind for _, a in one.after] == ["raise", "jam"])
    end = point.ends[0]
    assert end is not None
    assert set(end.in_) == {0, 2}
    assert end.put_in == (2.0, 1.0, 3.0)
