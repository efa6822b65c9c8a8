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

_SOLVE = [
    sys.executable, "-m", "jamfold", "tournament-three", "--game", "six-plus", "--chips", "35",
    "--blinds", "5", "10", "--prizes", "50%", "30%", "20%", "--json",
]  # fmt: skip
_KILLS = 6


def test_killed_it_ends_in_the_same_bytes(data_folder: Path) -> None:
    """SIGKILL and SIGINT in turn, at random moments of the time that a run takes."""
    environment, rng = {**os.environ, "JAMFOLD_DATA": str(data_folder)}, random.Random(6)

    def run(seconds: float | None, number: int = 0) -> int:
        with subprocess.Popen(
            _SOLVE, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as process:
            try:
                return process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.send_signal((signal.SIGKILL, signal.SIGINT)[number % 2])
                return process.wait()

    assert run(None) == 0  # compiles, too
    (item,) = kept_three([SIX_PLUS])
    item.remove()
    begun = time.monotonic()
    assert run(None) == 0
    whole = time.monotonic() - begun
    expected, kills = _answer(item), 0
    item.remove()
    for number in range(_KILLS):
        kills += run(rng.uniform(0.3, 0.7) * whole, number) != 0
    assert kills
    assert run(None) == 0
    assert _answer(item) == expected
    assert not list(item.folder.glob("*begun*"))


def _answer(item: Artifact) -> dict[str, str]:
    """The checksums of all arrays but the figures, among which is the time."""
    sha256 = item.verify().record.sha256
    return {name: checksum for name, checksum in sha256.items() if name != "figures"}
