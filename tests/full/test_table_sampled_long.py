"""Tables by sampled deals: bounds that hold on a hundred times more deals, published ranges, killed runs."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import PayoffTerms
from jamfold.cards import Rank
from jamfold.cards.games import HOLDEM, SIX_PLUS
from jamfold.spots.nplayer import certificate
from jamfold.spots.nplayer.exact import evaluate_table
from jamfold.spots.nplayer.result import table_result
from jamfold.spots.nplayer.search import measure_table, sample_table
from jamfold.valuation.fees import Fees

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))


@pytest.mark.parametrize("whole", [False, True], ids=["hands for all seats", "all hands"])
def test_bounds_hold_of_exact_gains(
    monkeypatch: pytest.MonkeyPatch, counted_clock: None, whole: bool
) -> None:
    """Of 20 searches, some hardly begun, exact gains lie within both bounds at all seats in 17 at least."""
    monkeypatch.setattr(certificate, "is_more_informative", lambda _: whole)
    hand = TableHand((10.0,) * 3, BlindLevel((0.5, 1.0)))
    above, below = 0, 0
    for seed in range(20):
        strategy = sample_table(SIX_PLUS, hand, seconds=0.05 * (1 + seed), seed=seed).strategy
        exact = evaluate_table(SIX_PLUS, hand, strategy).gains
        found = measure_table(SIX_PLUS, hand, strategy, seconds=2.0, seed=seed).certificate
        assert exact.max() < found.bounds.max() < 3 * exact.max() + 0.01
        above += bool((exact > found.bounds).any())
        below += bool((exact < found.least).any())
    assert above <= 2
    assert below <= 3


def test_four_seats_of_holdem_as_a_trial_has_them() -> None:
    """Percent of a trial with a gain of 0.002 to 0.005 bb a seat; such ranges are no farther apart."""
    hand = TableHand((8.0,) * 4, BlindLevel((0.5, 1.0)))
    found = table_result(HOLDEM, hand, seconds=60, gain=0.005)
    assert found.bounds.max() < 0.01
    percent = dict(zip(found.nodes, found.percent.tolist(), strict=True))
    trial = {
        Node(2, ()): 28.8,
        Node(3, ()): 34.2,
        Node(0, ()): 60.2,
        Node(1, (2,)): 23.5,
        Node(1, (3,)): 27.7,
        Node(1, (0,)): 42.0,
    }
    for node, share in trial.items():
        assert percent[node] == pytest.approx(share, abs=4), node
    assert found.values.sum() == pytest.approx(32)


@pytest.mark.usefixtures("counted_clock")
def test_a_fee_at_showdowns_as_a_trial_has_it() -> None:
    """0.2 bb, 10 bb: percent of a trial that told no gain, within four points.

    As near to equilibrium as this, ranges are not much farther apart; that is too wide to tell the fee.
    """
    fees = PayoffTerms(fees=Fees(showdown=0.2))
    found = table_result(HOLDEM, TableHand((10.0,) * 4, BlindLevel((0.5, 1.0)), fees), seconds=60, gain=0.003)
    assert found.bounds.max() < 0.05
    percent = dict(zip(found.nodes, found.percent.tolist(), strict=True))
    assert percent[Node(2, ())] == pytest.approx(24, abs=4)
    assert percent[Node(1, (2,))] == pytest.approx(15.5, abs=4)


@pytest.mark.usefixtures("interrupts")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_killed_run_goes_on(how: signal.Signals, tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "jamfold",
        "table",
        "--game",
        "six-plus",
        "--seats",
        "5",
        "--stack",
        "8bb",
        "--max-allin",
        "4",
    ]
    environment = os.environ | {"JAMFOLD_DATA": str(tmp_path)}
    with subprocess.Popen(
        [*command, "--seconds", "600"],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        deadline = time.monotonic() + 120
        while not list((tmp_path / "table-runs").glob("*.json")):
            assert time.monotonic() < deadline
            assert process.poll() is None
            time.sleep(0.2)
        process.send_signal(how)
        _, printed = process.communicate()
    assert "Traceback" not in printed
    kept = [json.loads(path.read_text()) for path in (tmp_path / "table-runs").glob("*.json")]
    assert [record["game"] for record in kept] == ["six-plus"]
    ended = subprocess.run(
        [*command, "--seconds", "12", "--json"], env=environment, capture_output=True, text=True, check=True
    )
    answer = json.loads(ended.stdout)
    assert answer["seconds"] == pytest.approx(12, abs=4)  # what was killed had ten of them
    assert not list((tmp_path / "table-runs").glob("*.npy"))
