"""What a search for a tournament of three goes on from: all that steers it."""

from __future__ import annotations

from jamfold.kept.files import Form

VALUES, PLAYED, FOUND, SWEEPS = "values", "played", "found", "sweeps"


def steering(values: tuple[int, ...], strategies: tuple[int, ...]) -> dict[str, Form]:
    """The arrays of its checkpoint, by the shapes of values and strategies.

    VALUES and PLAYED are those of the last sweep; hands go on from its strategies, others can end at
    another equilibrium.  FOUND are strategies of the sweep at hand, NaN for the states that are to come.
    SWEEPS are the last change of a value, and how many sweeps are done.
    """
    played = Form("<f8", strategies)
    return {VALUES: Form("<f8", values), PLAYED: played, FOUND: played, SWEEPS: Form("<f8", (2,))}
