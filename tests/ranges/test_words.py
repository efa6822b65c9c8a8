"""Ordinary words are no ranges: any word is letters of cards in generic notation, and none may be read so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from jamfold.cards.games import GAMES, Game
from jamfold.core.errors import RangeError
from jamfold.ranges import parse_range
from jamfold.ranges.reading.spoken import in_notation, tidy

WORDS = Path(__file__).with_name("ordinary_words.txt").read_text(encoding="utf-8").split()
PHRASES = ["good hands", "my range", "no one", "some aces", "all in", "the nuts", "I call", "AA and most"]
NOTATION = """
AA AA!AAA RRON AxAyxy AxKx AxKy KQJT-T987 TT+ 664- T8+ [A,K,Q] [A-J] [As,Kh] AA$ds (AA,KK)$ds $0g$ss AA@10,KK
AARR sshh xxyy wxyz AAxx AKs AKo AKQJ JT98 JT98ds JT98r RRRO RROO RONP BBEF AANN aar akr rron aks aaxx
axkx askd As Kh A h x RxRyOxNy Axy AKss AAKK:0.5,QQ sAA AK,QQ!JT $B$B 10987 A234 A$np top15% 5%-10% kqjt
"""


def refuses(text: str, game: Game) -> str:
    """The sentence with which a text is refused; empty if it is read."""
    try:
        if game.hole_cards > 4:  # their 2,598,960 hands are of no use here
            in_notation(tidy(text), game)
        else:
            parse_range(text, game)
    except RangeError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_no_ordinary_word_is_a_range(game: Game) -> None:
    for word in [*WORDS, *PHRASES]:
        for text in {word, word.capitalize(), word.upper()}:
            said = refuses(text, game)
            assert said, (game.name, text)
            assert "id you mean" in said or "Try " in said or "has" in said or "no hand" in said, said


@pytest.mark.parametrize("word", ["none", "empty", "nothing", "0%", "no hands"])
@pytest.mark.parametrize("game", ["holdem", "six-plus", "omaha", "omaha-hilo", "omaha-5-short"])
def test_words_for_no_hand(game: str, word: str) -> None:
    for text in {word, word.upper(), word.capitalize()}:
        held = parse_range(text, game)
        assert not held.combinations
        assert held.warnings == ("No hand fits this range.",)


@pytest.mark.parametrize("word", ["all", "any", "every", "random", "*", "100%", "any two", "every hand"])
@pytest.mark.parametrize("game", ["holdem", "six-plus", "omaha", "omaha-hilo", "omaha-5-short"])
def test_words_for_all_hands(game: str, word: str) -> None:
    for text in {word, word.upper(), word.capitalize()}:
        assert parse_range(text, game).combinations == GAMES[game].n_hands


def test_words_stand_in_both_notations_and_in_expressions() -> None:
    assert not parse_range("none", "omaha", "generic").combinations
    assert parse_range("any", "omaha", "generic").combinations == GAMES["omaha"].n_hands
    assert parse_range("AA!none", "omaha") == parse_range("AA:any", "omaha") == parse_range("AA", "omaha")


def test_letters_in_the_order_of_notation_are_ranges() -> None:
    for text in NOTATION.split():
        assert parse_range(text, "omaha", order=range(16432)).combinations, text


def test_what_the_docs_show_is_read() -> None:
    """The first column of the table of generic terms."""
    text = Path(__file__, "../../../docs/ranges.md").resolve().read_text(encoding="utf-8")
    table = text.split("| text | Omaha hands |")[1].split("\n\n")[0]
    cells = [cell for line in table.splitlines()[2:] for cell in re.findall(r"`([^`]+)`", line.split("|")[1])]
    assert len(cells) > 15
    for cell in cells:
        assert parse_range(cell, "omaha").combinations, cell
        assert parse_range(cell.lower().replace("$NP", "$np"), "omaha").combinations, cell


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("king", "did you mean KKxx (kings), or K?"),
        ("rundwn", "did you mean rundown, $0g?"),
        ("nothin", "did you mean nothing?"),
        ("fold", "none for no hand, or * for all"),
        ("call", "none for no hand, or * for all"),
    ],
)
def test_a_word_is_answered_with_what_was_meant(word: str, meant: str) -> None:
    assert meant in refuses(word, GAMES["omaha"])


@pytest.mark.parametrize(
    ("text", "game", "combinations", "weighted"),
    [
        ("AA,KK,AKs:0.75", "holdem", 16, 15),
        ("[50]AA,KK[/50],QQ", "holdem", 18, 12),
        ("[50]AA KK, 99-77[/50]", "holdem", 30, 15),
        ("[25.5]aces[/25.5]", "holdem", 6, 1.53),
        ("[25]AA,KK[/25],[50]QQ[/50]", "holdem", 18, 6),
        ("AA@50, 77", "holdem", 12, 9),
        ("22:0.5,33:0.5,44", "holdem", 18, 12),
        ("AA:0.5,KK:1", "omaha", 13886, 6961 + 6961 / 2 - 36 / 2),
        ("[50](AA,KK)$ds[/50],JJ@100", "omaha", 8671, 6961 + 1710 / 2),
        ("AK:0.5,AKs", "holdem", 16, 10),
    ],
)
def test_a_part_without_a_weight_has_all_of_it(
    text: str, game: str, combinations: int, weighted: float
) -> None:
    held = parse_range(text, game)
    assert held.combinations == combinations
    assert held.weighted_combinations == pytest.approx(weighted)
