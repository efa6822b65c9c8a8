"""What the words mean, and the page that shows the routes of the API."""

from __future__ import annotations

import json
import re
from html import unescape

import pytest

from tests.web.axe import violations
from tests.web.browser import Browser
from tests.web.server import Server


def test_the_words_and_the_limits(server: Server) -> None:
    _, _, content = server.ask("GET", "/about")
    text = content.decode()
    for word in ("Jam", "Call", "Value", "Best response", "How exact", "Indifferent", "bb"):
        assert f"<dt>{word}</dt>" in text
    assert "commit or fold" in text
    assert 'href="/api"' in text


def test_every_route_of_the_api_with_a_request_that_works(server: Server) -> None:
    _, _, content = server.ask("GET", "/api")
    text = unescape(content.decode())
    document = server.get("/api/openapi.json")[1]
    told = {
        (path, method.upper()): request["summary"]
        for path, methods in document["paths"].items()
        for method, request in methods.items()
    }
    rows = re.findall(r"<code>(GET|POST|DELETE) ([^<]*)</code></th><td>([^<]*)\.</td><td>(.*?)</td>", text)
    assert {(path, method): words for method, path, words, _ in rows} == told
    assert 'href="/api/openapi.json"' in text
    bodies = {
        path: re.search("<code>(.*)</code>", body) for method, path, _, body in rows if method == "POST"
    }
    assert all(bodies.values())
    body = bodies["/api/icm"]
    assert body is not None
    assert server.post("/api/icm", json.loads(body[1]))[0] == 200


@pytest.mark.smoke
@pytest.mark.parametrize("path", ["about", "api"])
def test_both_are_read_on_a_phone(browser: Browser, server: Server, path: str) -> None:
    browser.look(390, 844)
    browser.driver.get(f"{server.address}{path}")
    assert browser.driver.execute_script("return document.documentElement.scrollWidth") <= 390
    assert violations(browser, dark=True) == []
