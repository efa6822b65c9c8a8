"""Every page without JavaScript: its form is answered, and keeps what was typed."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import urlencode

import pytest

from tests.web.server import Server
from tests.web.test_beside_a_build import answers, shown

TYPED: dict[str, dict[str, str | list[str]]] = {
    "/charts": {"high": "6"},
    "/audit": {"game": "holdem", "seats": "2", "ranges": "sb: 22+,A2+; bb after sb: 55+,A9+"},
    "/flop": {"hand": "Jh Th"},
    "/flop/jam": {"flop": "9s 8s 2s"},
    "/equity": {"game": "holdem", "p": ["AA", "KK"]},
    "/histories": {"sample": "1"},
    "/histories/opponents": {"sample": "1", "least": "5"},
    "/icm": {"stacks": ["5", "3", "2"]},
    "/play": {"seed": "4"},
    "/table": {"seats": "2", "stack": "7bb"},
    "/tournament": {"game": "holdem", "chips": "40"},
    "/tournament/three": {},
    "/videopoker": {"deal": "As Ks Qs Js 2d"},
    "/videopoker/practice": {},
}
"""What somebody types, by page."""
BEGUN = {"/tournament": "tournament", "/videopoker/practice": "judge"}
"""The main button where the answer is none of a moment."""


class Form(HTMLParser):
    """What a browser sends of the form of a page: fields by name, what is checked, the buttons beside."""

    def __init__(self) -> None:
        super().__init__()
        self.action, self.inside, self.select = "", False, ""
        self.pairs: list[tuple[str, str]] = []
        self.buttons: list[tuple[str, str]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        words = {name: text or "" for name, text in attrs}
        name = words.get("name", "")
        if tag == "form":
            self.inside = words.get("id") == "form"
            self.action = words["action"] if self.inside else self.action
        elif not self.inside or words.get("form"):
            return
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select and ("selected" in words or not self._has(self.select)):
            self.pairs = [pair for pair in self.pairs if pair[0] != self.select]
            self.pairs.append((self.select, words.get("value", "")))
        elif tag == "textarea":
            self.pairs.append((name, ""))
        elif tag == "input" and name and (words.get("type") != "checkbox" or "checked" in words):
            self.pairs.append((name, words.get("value", "")))
        elif tag == "button" and name:
            self.buttons.append((name, words.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        self.inside = self.inside and tag != "form"
        self.select = "" if tag == "select" else self.select

    def handle_data(self, data: str) -> None:
        if (
            self.inside
            and self.pairs
            and self.get_starttag_text()
            and "<textarea" in str(self.get_starttag_text())
        ):
            self.pairs[-1] = (self.pairs[-1][0], self.pairs[-1][1] + data)

    def _has(self, name: str) -> bool:
        return any(name == one for one, _ in self.pairs)


def form_of(page: str) -> Form:
    form = Form()
    form.feed(page)
    return form


@pytest.mark.parametrize("path", [*TYPED])
def test_the_form_answers(server: Server, path: str) -> None:
    form = form_of(shown(server, path))
    assert form.action == path
    typed = [
        (name, one)
        for name, text in TYPED[path].items()
        for one in ([text] if isinstance(text, str) else text)
    ]
    kept = [pair for pair in form.pairs if pair[0] not in TYPED[path]]
    button = [("go", BEGUN[path])] if path in BEGUN else []
    page = shown(server, f"{path}?{urlencode([*kept, *typed, *button])}")
    assert answers(page), path
    assert 'class="error"' not in page
    again = form_of(page)
    for pair in typed:
        assert pair in again.pairs or pair[0] in ("sample", "ranges"), pair  # of other forms


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/equity", {"game": "holdem", "p": "A?", "board": "Ts 9s 2d"}),
        ("/icm", {"stacks": "x", "prizes": "70 30"}),
        ("/table", {"stacks": "8bb much 9bb", "prizes": "50 30"}),
        ("/flop", {"hand": "Jx", "flop": "Qh 9h 2c"}),
        ("/tournament", {"chips": "none", "blind_sb": "10", "blind_bb": "20"}),
        ("/charts", {"low": "x", "high": "12"}),
        ("/videopoker", {"deal": "As As", "pays": "full-house:8"}),
    ],
)
def test_nothing_typed_is_lost_by_an_error(server: Server, path: str, words: dict[str, str]) -> None:
    page = shown(server, f"{path}?{urlencode(words)}")
    assert 'class="error"' in page
    pairs = form_of(page).pairs
    for name, text in words.items():
        held = [" ".join(one.split()) for known, one in pairs if known == name]
        assert name == "pays" or text in held, (name, held)


def test_the_strategy_page_asks_the_tables(server: Server) -> None:
    _, _, content = server.ask("GET", "/")
    _, _, inside = content.decode().partition("<noscript>")
    form = inside.partition("</noscript>")[0]
    assert 'action="/table"' in form
    assert 'name="stack"' in form
    assert answers(shown(server, "/table?game=holdem&stack=9bb&seats=2"))


def test_a_restarted_server_shows_what_was_typed(server: Server) -> None:
    """All that was typed stands in the address, so that a server without a memory shows it."""
    page = shown(server, "/table?game=holdem&seats=3&stack=9bb&job=0123456789abcdef")
    assert ("stack", "9bb") in form_of(page).pairs


def test_sentences_about_options_name_fields(server: Server) -> None:
    page = shown(server, "/charts?game=holdem&overcalls=1")
    assert "--" not in "".join(re.findall(r'class="error"[^>]*>([^<]*)<', page))
    assert "need a table. Add “" in page
