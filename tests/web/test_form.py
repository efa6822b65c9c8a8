"""What stands in forms and links, made from questions."""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import parse_qsl

import pytest

from jamfold.cards.games import GAMES
from jamfold.cases.spots import SolveRequest, SpotRequest
from jamfold.core.display import in_bb
from jamfold.core.errors import JamfoldError
from jamfold.views.formats import game_titles
from jamfold.views.html import element
from jamfold.web.jobs import Job, JobBoard
from jamfold.web.page.form import in_labels
from jamfold.web.page.layout import PageState
from jamfold.web.pages import audit, icm, tournament
from jamfold.web.pages.flop import read_address


def test_address_round_trip() -> None:
    spot = SpotRequest(
        game="six-plus", stacks=(80.5, 120.0), blinds=(1.0, 2.0), ante=0.25, dead=3.0,
        method="fictitious-play", iterations=50,
    )  # fmt: skip
    assert SpotRequest.from_strings(dict(parse_qsl(spot.to_query_string()))) == spot
    assert SpotRequest.from_strings(spot.to_strings()) == spot
    assert SpotRequest().to_query_string() == ""
    assert SpotRequest.from_strings({"nonsense": "1", "game": "holdem"}).to_query_string() == "game=holdem"
    assert SolveRequest.of(spot).spot == spot


def test_usual_inputs() -> None:
    spot = SpotRequest.from_strings({})
    assert (spot.game, spot.stacks, spot.blinds, spot.iterations) == ("omaha", (100, 100), (5, 10), None)
    assert SpotRequest.from_strings({"ante": "", "dead": " "}) == spot


def test_stacks_in_big_blinds() -> None:
    spot = SpotRequest.from_strings(
        {"stack_sb": "12.5bb", "stack_bb": "20 BB", "ante": "0.1bb", "blind_bb": "8"}
    )
    assert spot.stacks == (100, 160)
    assert spot.ante == pytest.approx(0.8)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"game": "chess"}, "game"),
        ({"stack_sb": "lots"}, "stack_sb"),
        ({"stack_bb": "-1bb"}, "stack_bb"),
        ({"blind_sb": "nan"}, "blind_sb"),
        ({"blind_bb": "-1"}, "blind_bb"),
        ({"ante": "-1"}, "ante"),
        ({"bb_ante": "x"}, "bb_ante"),
        ({"dead": "inf"}, "dead"),
        ({"method": "guess"}, "method"),
        ({"method": "fictitious-play", "iterations": "x"}, "iterations"),
        ({"jam_range": "22+", "call_range": "22+"}, "jam_range"),
        ({"jam_range": "22+", "method": "fictitious-play"}, "method"),
    ],
)
def test_a_sentence_stands_at_its_field(values: dict[str, Any], field: str) -> None:
    with pytest.raises(JamfoldError) as error:
        SolveRequest.from_strings(values)
    assert error.value.field == field


def test_games() -> None:
    assert set(game_titles()) == {name for name, game in GAMES.items() if game.is_on_pages}
    assert list(game_titles())[:2] == ["omaha", "omaha-hilo"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"own": "Jh Th", "flop": "Qh9h2c"}, {"hand": "Jh Th", "flop": "Qh9h2c", "way": ""}),
        ({"way": "below"}, {"way": "fold_below"}),
        (
            {"way": "share", "fold_share": "2", "of": "flop"},
            {"way": "fold_share", "fold_share": "2", "share_of": "flop"},
        ),
        ({"fold_curve": "0:1"}, {"fold_curve": "0:1", "way": "fold_curve"}),
    ],
)
def test_old_names_of_the_flop_page(old: dict[str, str], new: dict[str, str]) -> None:
    assert read_address(old) == new


def test_options_in_sentences_are_labels() -> None:
    sentence = "Give --call-range or --jam-range (--rake, --fold-share)."
    assert in_labels(sentence, SolveRequest) == (
        "Give “Big blind calls with” or “Small blind jams with” (“Rake”, “Fold share”)."
    )


@pytest.mark.parametrize("open_", [True, False])
def test_there_is_one_way_to_stop(open_: bool) -> None:
    """A part that is answered without a button is stopped at its status, any other by its button."""
    for chips, buttons in (("100", 0), ("1000", 1)):
        view = PageState(tournament.PAGE, tournament.PAGE.usual_texts() | {"chips": chips}, JobBoard())
        view.read("")
        for name in ("tournament", "needs"):
            job = Job(name, view.questions[name], state="running" if open_ else "done", started=1.0)
            job.result = {"html": "", "summary": {}}
            view.jobs[name] = job
        view.jobs["tournament"].result = None
        button = view.button("tournament", "Solve") or ""
        status = view.status("tournament") + view.status("needs")
        assert bool(button) == bool(buttons)
        assert (button + status).count(">Stop</button>") == (1 if open_ else 0)
        assert status.count(" so far") <= 1


def test_an_error_of_what_runs_is_told() -> None:
    """Other than of what nobody has begun."""
    texts = icm.PAGE.texts([("depth", "many")])
    board = JobBoard()
    view = PageState(icm.PAGE, texts, board)
    view.read("")
    assert view.errors == {}
    begun = PageState(icm.PAGE, icm.PAGE.usual_texts(), board)
    begun.read("")
    board._jobs["1"] = Job("1", begun.questions["fgs"], state="running")
    view.read("")
    assert view.errors == {"depth": "The depth must be a whole number, not 'many'."}


def test_audit_opens_with_the_seats_of_its_sample() -> None:
    assert audit.PAGE.usual_texts()["seats"] == audit._SAMPLE["seats"] == "2"
    old = [("ranges", "btn: 22+\nbb after btn: AA")]  # of a page that opened with three
    assert audit.PAGE.texts(old)["seats"] == "3"
    assert audit.PAGE.texts([("ranges", "sb: 22+")])["seats"] == "2"


def test_no_page_tells_of_a_button_that_it_lacks() -> None:
    view = PageState(tournament.THREE, tournament.THREE.usual_texts(), JobBoard())
    view.read("")
    page = tournament.THREE.body(view)
    assert "press" not in page
    assert "when the tournament is solved" in page


def test_raw_numbers_are_not_shown() -> None:
    raw = "K5o@87.03829547231612 gains 1.87e-20 bb, 1.25e-05 at most"
    shown = "K5o@87.04 gains <0.000000001 bb, 0.000013 at most"
    assert element("p", raw, title=raw) == f'<p title="{escape(shown)}">{escape(shown)}</p>'
    assert raw in element("textarea", raw)  # what is copied is exact
    assert raw in element("button", "Copy", data_copy=raw)
    assert in_bb(13.55666) == "13.56 bb"
    assert [in_bb(one) for one in (10.0, 12.5, 0.125, 1 / 3)] == ["10 bb", "12.5 bb", "0.125 bb", "0.333 bb"]
