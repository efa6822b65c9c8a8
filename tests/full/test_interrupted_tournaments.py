"""A tournament of three that is killed again and again ends in the bytes of an undisturbed one."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

from jamfold.cards.games import SIX_PLUS
from jamfold.core.storage.items import Artifact
from jamfold.spots.tournaments.stored_three_players import kept_three

_OFTEN = """
import signal, sys
from jamfold.__main__ import main
from jamfold.spots.tournaments import stored_three_players
stored_three_players._PERIOD = 0.0
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main())
"""
"""Jamfold that keeps all its steps: a run ended before it was killed twice, even at 0.2 seconds a step.
A job in the background of a shell ignores Ctrl-C, and so would jamfold if the tests are such a job.

The 36 states take five seconds; 15 took two, and beside other work ended before they were killed twice."""
_SOLVE = [
    sys.executable, "-c", _OFTEN, "tournament-three", "--game", "six-plus", "--chips", "50",
    "--blinds", "5", "10", "--prizes", "50%", "30%", "20%", "--json",
]  # fmt: skip
_KILLS = 4


def test_killed_it_ends_in_the_same_bytes(shared_tables: Path) -> None:
    """SIGKILL and SIGINT in turn, each soon after a run has kept something."""
    environment, rng = {**os.environ, "JAMFOLD_DATA": str(shared_tables)}, random.Random(6)

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen(_SOLVE, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    assert start().wait() == 0
    (item,) = kept_three([SIX_PLUS])
    expected, kills = _answer(item), 0
    item.remove()

    def last_kept() -> int:
        try:
            return max((path.stat().st_mtime_ns for path in item.folder.glob("*begun*")), default=0)
        except FileNotFoundError:  # renamed or removed since it was listed
            return 0

    for number in range(_KILLS):
        before, process = last_kept(), start()
        while process.poll() is None and last_kept() <= before:
            time.sleep(0.02)
        time.sleep(rng.random() / 20)
        process.send_signal((signal.SIGKILL, signal.SIGINT)[number % 2])
        kills += process.wait() != 0
    assert kills >= 2
    assert start().wait() == 0
    assert _answer(item) == expected
    assert not list(item.folder.glob("*begun*"))


def _answer(item: Artifact) -> dict[str, str]:
    """The checksums of all arrays but the figures, among which is the time."""
    sha256 = item.verify().record.sha256
    return {name: checksum for name, checksum in sha256.items() if name != "figures"}
