"""The JSON API of the local server; its OpenAPI document is at /api/openapi.json.

A request waits for its result for `wait` seconds and then returns the unfinished job; GET /api/jobs/{job}
gives its progress and result.  Bad input is answered with 422 and the sentence that the command line
prints.
"""

from __future__ import annotations

from jamfold.web.api.routes import add_api

__all__ = ["add_api"]
