"""Seats round the drawn table."""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest

from jamfold.views.felt import felt, is_button, place, seat_words


@pytest.mark.parametrize("seats", range(2, 11))
def test_seats_go_round_clockwise_with_the_button_below(seats: int) -> None:
    places = [place(k, seats) for k in range(seats)]
    (button,) = (k for k in range(seats) if is_button(k, seats))
    assert places[button] == pytest.approx((0, 1), abs=1e-9)
    for first, second in zip(places, places[1:] + places[:1], strict=True):
        turned = math.atan2(*first[::-1]), math.atan2(*second[::-1])
        assert 0.3 < (turned[1] - turned[0]) % math.tau < math.pi + 1e-9
    assert all(math.dist(one, other) > 0.45 for one, other in combinations(places, 2))


@pytest.mark.parametrize("seats", range(2, 11))
def test_what_is_below_a_seat_is_under_no_ring(seats: int) -> None:
    seat = {"stack": "12.5 bb", "opens": 40.0, "title": "", "value": "\u22120.01 bb", "value_words": ""}
    solved = seat | {"decisions": 1, "does": "jams"}
    drawn = felt([solved | {"name": f"s{k}"} for k in range(seats)], ["Hold'em"])
    numbers = r'="([\d.]+)"'
    rings = re.findall(f'<circle cx{numbers} cy{numbers} r{numbers} class="ring"', drawn)
    below = re.findall(f'<text x{numbers} y{numbers} class="below">([^<]+)<', drawn)
    assert len(rings) == len(below) == seats
    for x, y, words in below:
        half, line = 14 * 0.52 * len(words) / 2, float(y)  # of letters that are 14 pixels high
        for across, down, radius in rings:
            apart = max(abs(float(across) - float(x)) - half, 0)
            above = max(float(down) - line - 3, line - 10 - float(down), 0)
            assert math.hypot(apart, above) > float(radius) + 4


def test_what_stands_on_a_seat() -> None:
    seat = {"name": "btn", "stack": "8 bb", "opens": None}
    drawn = felt([{"name": "sb", "stack": "<8> bb", "opens": None}, seat], ["Hold'em"])
    assert ">BTN</text>" in drawn
    assert "&lt;8&gt; bb" in drawn
    assert "<a " not in drawn
    assert "style=" not in drawn
    assert seat_words(seat) == "BTN, 8 bb"
    solved = seat | {
        "title": "Button", "opens": 40.0, "value": "+0.2 bb", "value_words": "a hand", "decisions": 1,
        "does": "jams",
    }  # fmt: skip
    drawn = felt([solved], ["Button"], "btn", lambda one: f"/table?node={one['name']}")
    assert 'href="/table?node=btn"' in drawn
    assert 'stroke-dasharray="40.00 200"' in drawn  # the ring is as long as what is opened
    assert ">8 bb · +0.2 bb</text>" in drawn
    assert seat_words(solved) == "Button, stack 8 bb, +0.2 bb a hand, jams 40.0% first in, 1 decision"
    assert "a hand, raises 40.0% first in" in seat_words(solved | {"does": "raises"})
