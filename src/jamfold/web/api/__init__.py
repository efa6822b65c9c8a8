"""The JSON API beside the pages; its OpenAPI document is at /api/openapi.json.

A request waits for its result for `wait` seconds and then gives the job as it
stands; GET /api/jobs/{job} tells the rest.  Bad input is answered with 422 and
the sentence that the command line prints.
"""

from __future__ import annotations

from jamfold.web.api.serving import add_api

__all__ = ["add_api"]
