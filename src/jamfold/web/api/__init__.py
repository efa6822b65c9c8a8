"""The JSON API of the local server; its OpenAPI document is at /api/openapi.json."""
