"""What a player types first: five examples, help of groups, words by position."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from jamfold.cases.meant_game import is_of_two_cards, meant_game
from jamfold.cases.spots import SpotRequest
from jamfold.cli.commands import load_command
from jamfold.cli.main import app
from tests.command_line import Runner
from tests.toy_table import toy_payoffs

HOLDEM = ("--game", "holdem")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    monkeypatch.setattr("jamfold.spots.solve.load_payoffs", toy_payoffs)
    return Runner(capsys)


def test_the_help_begins_with_five_commands(run: Runner) -> None:
    lines = run.good("--help").split("Options")[0].splitlines()
    examples = [line.split()[1:] for line in lines if line.strip().startswith("$ jamfold ")]
    assert [words[1] for words in examples] == ["solve", "hand", "table", "icm", "web"]


@pytest.mark.parametrize("group", ["history", "videopoker", "tables", "export"])
def test_a_group_alone_shows_its_help(run: Runner, group: str) -> None:
    assert run.good(group) == run.good(group, "--help")


def test_brackets_stand_in_a_help(run: Runner) -> None:
    text = run.good("rule", "check", "--help")
    assert "[score]" in text
    assert "[[thresholds]]" in text


def values(run: Runner, *words: object) -> dict[str, Any]:
    """The JSON of a command, without times."""
    told: dict[str, Any] = json.loads(run.good(*words, "--json"))
    told.pop("seconds", None)
    return told


def test_one_stack_is_both(run: Runner) -> None:
    both = values(run, "solve", *HOLDEM, "--stacks", 80, 80)
    for words in (("--stacks", "8bb"), ("--stacks=8bb",), ("--stacks", "8bb", "80"), ("8bb",), ("80", "8bb")):
        assert values(run, "solve", *HOLDEM, *words) == both
    for text in ("8bb --stacks 9bb", "--stacks 9bb 9bb 8bb"):
        assert run.bad("solve", *HOLDEM, *text.split()) == (
            "'8bb' is one stack too many. Write one stack for both players, or the small and the big "
            "blind's, with or without --stacks."
        )
    assert "two amounts" in run.bad("solve", *HOLDEM, "8bb", "9bb", "10bb")


@pytest.mark.parametrize(
    ("text", "name"), [("K7o", "K7o"), ("77", "77"), ("AhKd", "AhKd"), ("A♠ K♠", "AsKs")]
)
def test_a_hand_of_two_cards_is_of_holdem(run: Runner, text: str, name: str) -> None:
    told = values(run, "hand", text)
    assert told["cards"] == name
    assert told == values(run, "hand", text, *HOLDEM)
    assert values(run, "hand", "--stacks", "10bb", text) == told


@pytest.mark.parametrize("text", ["AKQJ", "AhKdQcJs", "Ah Kd Qc Js", "AA$ds", "AAKK", "AA,AAxx", "fold"])
def test_other_words_are_of_no_game(text: str) -> None:
    assert not is_of_two_cards(text)
    assert meant_game([text, "AA"]) == meant_game([]) == "omaha"


@pytest.mark.parametrize(
    "words",
    [
        ("range", "AA,KK"),
        ("range", "AKs AQs"),
        ("range", "AA:0.5,KK:1"),
        ("range", "15%"),
        ("equity", "QQ:0.5,KK", "AK"),
        ("hand", "77", "10bb"),
        ("hand", "AK", "10bb"),
        ("explain", "K7", "o", "10bb", "--no-sweep"),
        ("solve", "10bb", "--call-range", "22+,A2+"),
        ("hands", "10bb", "--range", "AA", "--top", "3"),
        ("compare", "10bb", "--jam", "22+", "--top", "1"),
        ("audit", "sb: AA", "--seats", "2", "--stack", "10bb"),
    ],
)
def test_a_range_of_two_cards_means_holdem(run: Runner, words: tuple[str, ...]) -> None:
    """By one rule, and the answer says so."""
    told = run.good(*words)
    assert "Texas Hold'em" in told
    assert "Omaha" not in told


def test_a_hand_is_explained_by_position(run: Runner) -> None:
    told = run.good("explain", "K7o", "--no-sweep", "--stacks", "10bb")
    assert told == run.good("explain", "--hand", "K7o", *HOLDEM, "--no-sweep")


def test_stacks_of_icm_by_position(run: Runner) -> None:
    prizes = ("--prizes", 50, 30, 20)
    told = values(run, "icm", "--stacks", 5000, 3000, 2000, *prizes)
    assert values(run, "icm", 5000, 3000, 2000, *prizes) == told
    assert values(run, "icm", "50bb", "30bb", "20bb", *prizes)["values"] == pytest.approx(told["values"])
    assert "'20bb'" in run.bad("icm", 5000, 3000, "20bb", *prizes)


def test_a_bare_tournament_builds_nothing(run: Runner) -> None:
    assert run.bad("tournament") == (
        "Choose a game: --game holdem (seconds) or --game omaha (builds a table of 1.1 GB first)."
    )


def test_few_chips_at_blinds_that_nobody_named(run: Runner) -> None:
    """One big blind can be meant, so it is solved; a player who means ten is asked."""
    asked = "10 chips are 1 bb at blinds 5/10: did you mean 10bb?"
    assert asked in run("solve", *HOLDEM, "--stacks", 10, 10).err
    assert asked in run("solve", *HOLDEM, "10").err
    assert "1 chip is 0.1 bb at blinds 5/10: did you mean 1bb?" in run("solve", *HOLDEM, "8bb", "1").err
    silent = (
        *(("10 bb",), ("--stacks", "10 bb"), ("--stacks", "12/10 bb"), ("--stacks", "1bb")),
        *(("--stacks", 100, 26), ("--stacks", 10, "--blinds", 5, 10)),
    )
    for words in silent:
        assert "did you mean" not in run("solve", *HOLDEM, *words).err


def test_a_small_fee_at_blinds_that_nobody_named(run: Runner) -> None:
    fee = ("--fee-on", "dealt", "--fee")
    asked = "0.2 chips are 0.02 bb at blinds 5/10: did you mean 0.2bb?"
    assert asked in run("solve", *HOLDEM, "8bb", *fee, 0.2).err
    for words in ((*fee, 1), (*fee, "0.2bb"), ("--room", "gg-holdem-0.10", "--fee", 0.02)):
        assert "did you mean" not in run("solve", *HOLDEM, *words).err


@pytest.mark.parametrize("words", [("12 bb",), ("12", "BB"), ("--stacks", "12 bb")])
def test_a_blank_before_bb_is_no_second_stack(run: Runner, words: tuple[str, ...]) -> None:
    assert values(run, "solve", *HOLDEM, *words) == values(run, "solve", *HOLDEM, "12bb")


def test_a_decimal_comma_is_not_left_out(run: Runner) -> None:
    """10,5 bb was 105 bb."""
    assert run.bad("solve", *HOLDEM, "10,5bb") == "'10,5bb' has a decimal comma: write 10.5bb."
    assert "write 0.500" in run.bad("solve", *HOLDEM, "8bb", "--ante", "0,500")
    assert "write 1.5" in run.bad("solve", *HOLDEM, "8bb", "--rake", "1,5")
    assert values(run, "solve", *HOLDEM, "--stacks", "1,000.0")["stacks"] == [1000, 1000]


def test_blinds_in_big_blinds(run: Runner) -> None:
    told = values(run, "solve", *HOLDEM, "10bb", "--blinds", "0.5bb", "1bb")
    assert (told["stacks"], told["blinds"]) == ([10, 10], [0.5, 1])
    said = run.bad("solve", *HOLDEM, "10bb", "--blinds", "5", "x")
    assert said == "The big blind must be a number of chips, not 'x'."


@pytest.mark.slow
@pytest.mark.parametrize("command", ["hand", "explain"])
def test_big_blinds_behind_a_hand_are_the_stacks(run: Runner, command: str) -> None:
    assert (
        run.good(command, "K7o", "8bb").splitlines()[:2]
        == run.good(command, "K7o", "--stacks", "8bb").splitlines()[:2]
    )
    assert values(run, "hand", "10 9s 8bb") == values(run, "hand", "T9s", "--stacks", "8bb")


def test_a_batch_without_results_names_the_option(run: Runner, tmp_path: Path) -> None:
    """It was a TypeError and its traceback."""
    spots = tmp_path / "spots.csv"
    spots.write_text("game,stack_sb,stack_bb\nholdem,100,100\n")
    assert run.bad("batch", spots) == "Missing option '--out'."


@pytest.mark.parametrize("text", ["AKsuited", "AK suited", "AK-suited", "aks"])
def test_suited_in_any_spelling_is_of_holdem(run: Runner, text: str) -> None:
    assert values(run, "hand", text) == values(run, "hand", "AKs", *HOLDEM)


@pytest.mark.parametrize("command", ["hand", "explain"])
def test_two_ranks_without_a_game_are_of_holdem(run: Runner, command: str) -> None:
    """It was a list of Omaha, after a minute of building."""
    if command == "hand":
        told = run.good(command, "10 9")
        assert told.startswith("JAMS  100%   10 9 in the small blind: 16 combos\nTexas Hold'em, 10 bb,")
    else:
        assert (
            run.bad(command, "10 9") == "'10 9' is 16 combos of 2 hands. Enter one hand, such as T9s or T9o."
        )


def test_two_players_by_the_word_between_them(run: Runner) -> None:
    told = values(run, "equity", "AhKh", "QcQd", *HOLDEM)
    assert values(run, "equity", "AhKh", "vs", "QcQd") == told
    assert values(run, "equity", "AhKh vs. QcQd") == told
    assert run.good("equity", "AhKh", "random", "--deals", 10, "--seed", 1).count("1,225") == 0


@pytest.mark.long
@pytest.mark.parametrize(("text", "hands"), [("AKs,22+", 82), ("A2s+", 48), ("K7o", 12), ("AKsuited", 4)])
def test_ranges_of_two_cards_are_of_holdem(run: Runner, text: str, hands: int) -> None:
    told = values(run, "range", text)
    assert (told["game"], told["combinations"]) == ("holdem", hands)
    assert values(run, "range", "AA", "omaha")["game"] == "omaha"


@pytest.mark.parametrize(
    "words",
    [("8bb", "holdem"), ("holdem", "8bb"), ("8", "bb", "nlhe"), ("8/8bb", "texas", "holdem")],
)
def test_a_game_without_its_option(run: Runner, words: tuple[str, ...]) -> None:
    assert values(run, "solve", *words) == values(run, "solve", *HOLDEM, "--stacks", "8bb")
    for command in ("hands", "outline"):
        assert run.good(command, *words) == run.good(command, *HOLDEM, "--stacks", "8bb")


def test_a_game_behind_other_options(run: Runner) -> None:
    told = values(run, "solve", *HOLDEM, "--stacks", "8bb", "--blinds", 1, 2, "--prizes", 60, 40)
    assert values(run, "solve", "--stacks", "8bb", "holdem", "--blinds", "1/2", "--prizes", "60/40") == told
    assert values(run, "solve", "8bb", "--prizes", 60, 40, "holdem", "--blinds", 1, 2) == told
    assert run.bad("solve", "holdem", "10bb", "--game", "omaha") == (
        "The small blind's stack must be a number of chips, not 'holdem'."
    )


@pytest.mark.parametrize(
    "stacks",
    [
        ("5k", "3k", "2k"),
        ("5000;3000;2000",),
        ("5000/3000/2000",),
        ("50/30/20bb",),
        ("5K", "3000", "2.0k"),
    ],
)
def test_stacks_as_players_write_them(run: Runner, stacks: tuple[str, ...]) -> None:
    told = values(run, "icm", 5000, 3000, 2000, "--prizes", "50/30/20%")
    assert values(run, "icm", *stacks, "--prizes", "50%", "30%", "20%")["values"] == told["values"]


def test_stacks_of_a_table_and_of_future_hands_by_position(run: Runner) -> None:
    words = ("--game", "six-plus", "--blinds", 1, 2, "--prizes", 60, 40)
    told = values(run, "fgs", "--stacks", 10, 8, *words, "--depth", 1)
    assert values(run, "fgs", "10/8", *words, "--depth", 1) == told
    assert values(run, "table", "10", "8", *words) == values(run, "table", "--stacks", "5/4bb", *words)


def test_an_ante_in_percent_is_a_share_of_the_big_blind(run: Runner) -> None:
    for option in ("--ante", "--bb-ante"):
        told = values(run, "solve", "8bb", *HOLDEM, option, "1")
        assert values(run, "solve", "8bb", *HOLDEM, option, "10%") == told
    assert "not 'x%'" in run.bad("solve", "8bb", *HOLDEM, "--ante", "x%")


@pytest.mark.parametrize(
    ("text", "hands"),
    [
        ("Axs", 48), ("Kxo", 144), ("10xs", 48), ("suited connectors", 48), ("connectors", 192),
        ("suited connectors and pairs", 126), ("A-K", 16), ("A K suited", 4), ("22 or 33", 12),
        ("broadways", 190),
    ],
)  # fmt: skip
def test_words_of_ranges(run: Runner, text: str, hands: int) -> None:
    assert values(run, "range", text, *HOLDEM)["combinations"] == hands


@pytest.mark.parametrize(("text", "hands"), [("A5s-A2s", 16), ("A2s-A9s,KQ", 48), ("22+,A2s+", 126)])
def test_spans_of_suited_hands_are_of_holdem(run: Runner, text: str, hands: int) -> None:
    told = values(run, "range", text)
    assert (told["game"], told["combinations"]) == ("holdem", hands)


def test_stacks_and_seat_beside_a_hand(run: Runner) -> None:
    told = values(run, "hand", "K7o", "--stacks", "8bb", "--as", "bb")
    for words in (("K7o", "8bb", "bb"), ("8bb", "K7o", "BB"), ("K7o", "bb", "--stacks", "8bb")):
        assert values(run, "hand", *words) == told
    assert run.good("hand", "AKs,AQs").splitlines()[1].startswith("Texas Hold'em")
    assert "such as K7o" in run.bad("hand", "8bb")
    for command in ("hand", "explain"):
        assert "Did you mean K7o 10bb?" in run.bad(command, "K7o", 10)
        assert "Did you mean AhKd 12.5bb?" in run.bad(command, "AhKd", "12.5")


def test_three_cards_behind_two_hands_are_the_board(run: Runner) -> None:
    told = values(run, "equity", "AhAd", "KcKs", *HOLDEM, "--board", "Kd7h2c")
    assert values(run, "equity", "AhAd", "vs", "KcKs", "Kd7h2c") == told


def test_what_is_missing_is_told_with_an_example(run: Runner) -> None:
    """A range of nothing but a game was a TypeError and its traceback."""
    assert run.bad("range", "holdem").startswith("range needs text: A range, such as")
    assert "Enter stacks (8bb 10bb 12bb)" in run.bad("table", "holdem")
    assert "such as 5000 3000 2000" in run.bad("icm", "--prizes", 5)
    assert "spaces between: AA KK" in run.bad("equity", "AA,KK")


@pytest.mark.parametrize("prizes", [("$50", "$30"), ("50\u20ac", "30\u20ac"), ("$50", 30)])
def test_money_may_have_its_sign(run: Runner, prizes: tuple[object, ...]) -> None:
    assert values(run, "icm", 5, 3, "--prizes", *prizes) == values(run, "icm", 5, 3, "--prizes", 50, 30)


def test_a_preset_stands_where_stacks_do(run: Runner) -> None:
    words = ("--game", "six-plus", "--seats", 2, "--prizes", 1)
    assert values(run, "table", "spin", *words) == values(run, "table", "--preset", "spin", *words)


def test_two_amounts_in_big_blinds_apart_by_a_comma(run: Runner) -> None:
    assert values(run, "solve", "9bb,8bb", *HOLDEM) == values(run, "solve", "9bb", "8bb", *HOLDEM)


@pytest.mark.parametrize("words", [("holdem",), ("train", "10bb"), ("history", "10bb"), ("rule", "10bb")])
def test_an_unknown_command_tells_where_to_look(run: Runner, words: tuple[str, ...]) -> None:
    group = " ".join(("jamfold", *words[:-1]))
    assert run.bad(*words) == f"No such command '{words[-1]}'. See {group} --help."
    assert run.bad("slove") == "No such command 'slove'. Did you mean 'solve'?"
    assert "jamfold equity --help" in run.bad("equity")


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        (("table", "--players", 3), "See jamfold table --help."),
        (("solve", "--stack", "10bb"), "Did you mean --stacks?"),
        (
            ("videopoker", "analyse", "--table", "job"),
            "See jamfold videopoker analyse --help.",
        ),
        (("plyers",), "See jamfold --help."),
        (("explain", "K7o", "--no-swep"), "Did you mean --no-sweep or --sweep?"),
        (("tables", "buidl"), "Did you mean 'build'?"),
    ],
)
def test_only_near_names_are_suggested(run: Runner, words: tuple[object, ...], advice: str) -> None:
    """`--players` suggested `--drop-always`, and `--stack` suggested `--jackpot`."""
    message = run.bad(*words)
    assert message.startswith("No such ")
    assert message.endswith(f". {advice}")


def commands(group: Any, *path: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Return the paths and objects of all commands."""
    for name in group.commands:
        one = group.commands[name] if path else load_command(name)
        yield (*path, name), one
        if hasattr(one, "commands"):
            yield from commands(one, *path, name)


COMMANDS = dict(commands(typer.main.get_group(app)))


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_an_option_without_its_value(run: Runner, path: tuple[str, ...]) -> None:
    """The next option was taken as the value, or the words ended in an IndexError."""
    for option in COMMANDS[path].params:
        if option.param_type_name == "option" and not option.is_flag:
            name = option.opts[0]
            for words in ((name,), (name, name, "35"), (name, "--help")):
                assert run.bad(*path, *words) == (
                    f"{name} needs a value. See jamfold {' '.join(path)} --help."
                )


def test_a_file_where_none_is_taken(run: Runner) -> None:
    """A file behind --csv was an unknown game or stack."""
    assert run.bad("chart", "--csv", "f.csv") == "--csv takes no file. Save what it prints: --csv > f.csv."
    assert run.bad("icm", 5, 3, "--prizes", 3, "--json", "f.json").endswith("--json > f.json.")
    assert run.bad("history", "export", "x.csv").endswith("(x.csv). Did you mean --out x.csv?")


@pytest.mark.parametrize("stack", ["10bbs", "10 bbs", "10 big blinds", "10 Big Blinds"])
def test_spellings_of_big_blinds(run: Runner, stack: str) -> None:
    assert "10 bb" in run.good("solve", *HOLDEM, *stack.split())
    assert "10 bb" in run.good("hand", "K7o", stack)
    assert SpotRequest(ante=stack.replace("10", "1")).ante == 10


def test_two_stacks_behind_a_hand(run: Runner) -> None:
    """The second was read as a part of the range."""
    assert "small blind 10 bb, big blind 12 bb" in run.good("hand", "AKo", "10bb", "12bb")


def test_opposites_are_refused(run: Runner) -> None:
    """The last of them was taken."""
    found: list[Any] = [(("solve", "10bb"), "--exact", "--approximate")]
    for path, one in COMMANDS.items():
        found += [
            (path, *option.opts, *option.secondary_opts) for option in one.params if option.secondary_opts
        ]
    assert (("equity",), "--exact", "--sampled") in found
    for path, first, second in found:
        assert run.bad(*path, second, first) == f"Use {first} or {second}, not both."


@pytest.mark.parametrize(
    "words",
    [
        ("{}",),
        ("solve", "--{}"),
        ("solve", "--from", "{}"),
        ("table", "spin", "--profile", "{}"),
        ("equity", "{}", "AA"),
    ],
)
@pytest.mark.parametrize("name", ["x" * 5000, "x y " * 1250])
def test_a_long_name_is_shortened(run: Runner, words: tuple[str, ...], name: str) -> None:
    assert len(run.bad(*(word.format(name) for word in words))) < 400


@pytest.mark.parametrize(
    "words",
    [
        ("audit", "--stacks", "10bb", "10bb"),
        ("table", "spin", "--profile"),
        ("hand", "AKs", "--from"),
        ("compare", "10bb", "--csv"),
        ("batch", "--out", "done.csv"),
        ("bot", "--port", 1, "--definition"),
        ("rule", "check"),
        ("train", "import"),
    ],
)
def test_a_missing_file_is_reported_first(
    run: Runner, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...]
) -> None:
    """`audit` announced a table of 1.1 GB before it looked for the file."""
    monkeypatch.setattr("jamfold.cases.answers.resolve", None)
    assert run.bad(*words, "missing.zip") == "Cannot read 'missing.zip': No such file or directory."


def test_a_saved_solution_is_a_file(run: Runner, tmp_path: Path) -> None:
    """A pipe was waited for without end."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", "/dev/zero"):
        assert "it is a device or a pipe, which may never end" in run.bad("hand", "AKs", "--from", path)


@pytest.mark.parametrize("command", ["chart", "tournament"])
def test_a_number_where_only_a_game_stands_needs_its_option(run: Runner, command: str) -> None:
    """It was an unknown game."""
    assert run.bad(command, "10bb") == (
        f"'10bb' needs an option: {command} takes only a game without one. See jamfold {command} --help."
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("table", "--seconds", "1,5"), "The seconds of sampling: '1,5' has a decimal comma: write 1.5."),
        (("table", "--seed", "x"), "The seed must be a whole number, not 'x'."),
        (("chart", "--top", "3,5"), "--top must be a whole number, not '3,5'."),
        (("chart", "--at", "3,5"), "'3,5' after --at has a decimal comma: write 3.5."),
        (("audit", "--hands", "x"), "--hands must be a whole number, not 'x'."),
        (("chart", "--blind", "sb"), "The small blind must be a number, not 'sb'."),
    ],
)
def test_a_number_that_is_none(run: Runner, words: tuple[str, ...], sentence: str) -> None:
    """They were told to enter a valid number, with neither their own nor the one to write."""
    assert run.bad(*words) == sentence


def test_groups_behind_the_name_of_a_game(run: Runner) -> None:
    """The second group was taken for a game, or for the hand."""
    for words in (("chart", "holdem"), ("hand", "K7o", "10bb")):
        assert "need prizes" in run.bad(*words, "--envelopes", "1x1000", "5x200")
        assert "5 payouts for 2" in run.bad(*words, "--prizes", "2x100", "3x50")


def test_advice_names_the_command(run: Runner) -> None:
    assert "argument(s) (5). See jamfold history hands --help" in run.bad("history", "hands", 5)
    assert "See jamfold rule features --help." in run.bad("rule", "features", 99)
