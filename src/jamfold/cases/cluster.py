"""Where the sums of a game are computed: here, or on a cluster."""

from __future__ import annotations

from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import request_field


class ClusterRequest(CaseRequest):
    """A question whose sums a cluster may compute.

    Only the command line takes the address: a client trusts a scheduler with code and data, so no page and no
    API request may name one to the server.
    """

    cluster: str | None = request_field(
        None, "Compute on a Dask cluster, tcp://HOST:PORT.", metavar="ADDRESS", cli_only=True
    )
