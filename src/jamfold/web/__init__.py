"""The local web page: pages and a JSON API in one process, all computing in another."""
