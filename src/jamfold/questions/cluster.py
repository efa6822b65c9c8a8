"""Where the sums of a game are computed: here, or on a cluster."""

from __future__ import annotations

from dataclasses import dataclass

from jamfold.questions.entries import Question
from jamfold.questions.fields import entry


@dataclass(frozen=True, kw_only=True)
class ClusterQuestion(Question):
    """A question whose sums a cluster may compute.

    The address is asked for on the command line alone: whoever connects to a scheduler trusts it with
    code and data, so no page and no request may name one to the server.
    """

    cluster: str | None = entry(
        None,
        "Let the workers of this Dask cluster hold the factors of the game and add them up: tcp://HOST:PORT.",
        metavar="ADDRESS",
        local=True,
    )
