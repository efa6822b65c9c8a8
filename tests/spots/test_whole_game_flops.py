"""Bounds with flops: theorem on toy decks, sums against other code, the search, its proof, bad input."""

from __future__ import annotations

import base64
import json
import random
import subprocess
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.betting.two_seats import Situation
from jamfold.calculator.flops.distribution import flop_classes, flop_strengths
from jamfold.calculator.flops.flop_hands import flop_hands, flop_lookup
from jamfold.calculator.flops.flop_margins import FlopMargins, add_flop, load_margins
from jamfold.calculator.flops.flop_payoffs import Subsets
from jamfold.calculator.flops.showdowns import count_against
from jamfold.cards import Card
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import SIX_PLUS
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer, StopRequestedError
from jamfold.cases.charts import BoundsRequest
from jamfold.solver.payoffs import ClassGame
from jamfold.spots.solve import load_payoffs
from jamfold.spots.whole_game import Bounds, BoundsSolver, prove_bounds, whole_game_bounds
from jamfold.spots.whole_game_flops import (
    LEVELS,
    PARTS,
    SEARCHES,
    FlopPlan,
    FlopSearch,
    first_actions,
    flop_bound,
)
from tests.command_line import Runner
from tests.naive import high_value
from tests.no_limit import FOLD, PASS, Betting, begin
from tests.spots.test_proof import sealed
from tests.toy_whole_game import Strengths, toy_payoffs, whole_value

CHECKER = Path(__file__).parents[2] / "docs" / "check_flops.py"


def toy_flops(strengths: Strengths) -> FlopMargins:
    """The board card of a toy deck as its flop: a card each, one more on the table, no run-out."""
    n = len(strengths)
    margins, kinds = [], []
    for board in range(n):
        rest = np.delete(np.arange(n), board)
        kinds.append(rest)
        margins.append(np.sign(strengths[rest, None, board] - strengths[None, rest, board]))
    sizes = np.full(n, n - 1)
    return FlopMargins(
        np.concatenate([one.ravel() for one in margins]).astype(np.int16),
        np.concatenate([[0], np.cumsum(sizes)]),
        np.concatenate([[0], np.cumsum(sizes**2)]),
        np.ones(n, dtype=np.int64),
        np.ones(n * (n - 1), dtype=np.int64),
        np.concatenate(kinds),
        np.tile(np.arange(n - 1), n),
        np.tile(np.arange(n - 1, dtype=np.int16), (n, 1)),
        Subsets(np.zeros((n - 1, 1), dtype=np.uint16), np.ones(1, dtype=np.int64), 1, -1),
        1,
        n - 2,
    )


def random_plan(payoffs: ClassGame, flops: FlopMargins, situation: Situation, seed: int) -> FlopPlan:
    draw = np.random.default_rng(seed)
    answers = {}
    for name in (*first_actions(situation), "jam"):
        ends = np.sort(draw.integers(0, PARTS + 1, (2 if name == "raise" else 1, payoffs.n_classes)), axis=0)
        whole = np.full((1, payoffs.n_classes), PARTS)
        answers[name] = np.diff(np.concatenate([ends, whole]), axis=0, prepend=0)
    leads: dict[str, NDArray[np.uint8]] = {
        name: draw.integers(0, LEVELS + 1, len(flops.kinds), dtype=np.uint8)
        for name in ("limp", "raise")
        if name in answers
    }
    return FlopPlan(answers, leads)


def check_toy(seed: int) -> None:
    """Decks of 6 to 9 cards and two streets, solved whole with all sizes of a few: any plan bounds them."""
    draw = np.random.default_rng(seed)
    n, stack = int(draw.integers(6, 10)), int(draw.integers(3, 13))
    strengths = draw.integers(0, n, size=(n, n))
    every = np.arange(3, stack + 1)
    sizes = frozenset(draw.choice(every, size=min(2, len(every)), replace=False).tolist()) | {4}
    payoffs, flops, situation = (
        toy_payoffs(strengths),
        toy_flops(strengths),
        Situation((stack, stack), (1, 2)),
    )
    value = whole_value(strengths, begin(stack, (1, 2), 2), sizes)
    unit = situation.unit
    plans = [random_plan(payoffs, flops, situation, 3 * seed + k) for k in range(3)]
    at_random = [float(flop_bound(payoffs, flops, situation, plan).value) * unit for plan in plans]
    search = FlopSearch(payoffs, flops, situation)
    for _ in range(100):
        search.step()
    found = float(flop_bound(payoffs, flops, situation, search.plan()).value) * unit
    assert value - 1e-7 <= found < min(at_random)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_a_toy_deck_solved_whole_lies_below_the_bound(seed: int) -> None:
    check_toy(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6, 206))
def test_two_hundred_toy_decks_lie_below_the_bound(seed: int) -> None:
    check_toy(seed)


def test_a_search_comes_close_to_the_best_plan() -> None:
    """On a toy deck the value of the plans' game, by a linear program, is what the search ends at."""
    strengths = np.random.default_rng(7).integers(0, 8, size=(8, 8))
    payoffs, flops, situation = toy_payoffs(strengths), toy_flops(strengths), Situation((7, 7), (1, 2))
    search, found = FlopSearch(payoffs, flops, situation), []
    for count in (50, 450):
        for _ in range(count):
            search.step()
        found.append(flop_bound(payoffs, flops, situation, search.plan()).value)
    assert found[1] <= found[0]
    assert float(found[0] - found[1]) < 0.02


@pytest.fixture(scope="module")
def six_plus() -> FlopMargins:
    """All flops of Six-Plus, mapped from a folder of the whole run."""
    return load_margins(SIX_PLUS)


@pytest.mark.long
def test_margins_are_the_strengths_of_hands_on_every_flop(six_plus: FlopMargins) -> None:
    """Against a random hand: wins and losses counted by other code, and hands met."""
    classes = flop_classes(SIX_PLUS)
    for flop in range(0, classes.n, 23):
        n = int(six_plus.starts[flop + 1] - six_plus.starts[flop])
        won, met, ones = np.empty(n, dtype=np.int64), np.empty(n, dtype=np.int64), np.ones(n, dtype=np.int64)
        add_flop(six_plus, flop, ones, won, met)
        strengths = flop_strengths([Card(int(card)) for card in classes.representatives[flop]], SIX_PLUS)
        states = slice(six_plus.starts[flop], six_plus.starts[flop + 1])
        hands, sizes = six_plus.representatives[states], six_plus.sizes[states]
        assert (met == sizes * strengths.counts.opponents).all()
        assert (won == sizes * (strengths.points[hands] - strengths.counts.outcomes)).all()


@pytest.mark.long
def test_margins_of_a_range_are_those_of_its_pairs(six_plus: FlopMargins) -> None:
    """Some hands with some weights on a flop of two suits, each pair shown down on all run-outs."""
    classes = flop_classes(SIX_PLUS)
    flop = classes.index("AsKsTd")
    states = slice(six_plus.starts[flop], six_plus.starts[flop + 1])
    draw = np.random.default_rng(3)
    amounts = draw.integers(0, 4, states.stop - states.start)
    won, met = np.empty_like(amounts), np.empty_like(amounts)
    add_flop(six_plus, flop, amounts, won, met)
    board = tuple(Card(int(card)) for card in classes.representatives[flop])
    hands = flop_hands(board, SIX_PLUS)
    weights = amounts[six_plus.of[flop]]
    lookup = flop_lookup(board, SIX_PLUS)
    for k in (0, 17, 40):
        hand = int(six_plus.representatives[states][k])
        wins, losses = np.zeros(len(weights), dtype=np.int64), np.zeros(len(weights), dtype=np.int64)
        number = lookup.number(hands.cards[hand])
        count_against(lookup, number, wins, losses)
        apart = hands.masks[hand] & hands.masks == 0
        numbers = np.array([lookup.number(cards) for cards in hands.cards])
        margins = 2 * wins[numbers] + losses[numbers] - six_plus.runouts
        size = six_plus.sizes[states][k]
        assert met[k] == size * weights[apart].sum()
        assert won[k] == size * (margins * weights)[apart].sum()


@pytest.fixture
def flops_at_hand(shared_tables: Path, six_plus: FlopMargins, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables of the run, all flops of Six-Plus in memory, and a short search."""
    monkeypatch.setattr("jamfold.spots.whole_game.load_margins", lambda game, progress=None: six_plus)
    monkeypatch.setattr("jamfold.spots.whole_game_flops.ITERATIONS", 12)


def bounds(**values: Any) -> Bounds:
    """The answer of the command."""
    asked = BoundsRequest.from_json({"game": "six-plus", "flops": True, **values})
    answer = run_case(asked, Observer())
    assert isinstance(answer, Bounds)
    return answer


@pytest.mark.long
@pytest.mark.usefixtures("flops_at_hand")
def test_the_command_tightens_the_bound_with_limps(capsys: pytest.CaptureFixture[str]) -> None:
    run = Runner(capsys)
    told = json.loads(run.good("bounds", "10bb", "--game", "six-plus", "--flops", "--json"))
    plain = json.loads(run.good("bounds", "10bb", "--game", "six-plus", "--json"))
    assert told["flops"] is True
    assert told["lower"] == plain["lower"]
    assert told["upper_without_limps_bb"] == plain["upper_without_limps_bb"]
    assert 0.03 < told["gap_bb"] < 0.6 * plain["gap_bb"]
    first = told["upper_strategy"][0]
    assert all(0 <= first[name] <= 1 for name in ("jam_over_limp", "call_raise", "jam_over_larger"))
    out = " ".join(run.good("bounds", "10bb", "--game", "six-plus", "--flops").split())
    assert "jams the flop or gives up the pot" in out
    assert "of flops after a limp" in out


def test_what_a_fold_costs_is_in_big_blinds() -> None:
    """Who never defends leaves the blind and all dead money: 1.5 big blinds, where folding loses 1."""
    strengths = np.random.default_rng(7).integers(0, 8, size=(8, 8))
    payoffs, flops, situation = (
        toy_payoffs(strengths),
        toy_flops(strengths),
        Situation((7, 7), (1, 2), dead=2.0),
    )
    folds = {
        name: np.zeros((3 if name == "raise" else 2, 8), dtype=np.int64)
        for name in ("limp", "raise", "other", "jam")
    }
    for rows in folds.values():
        rows[0] = PARTS
    nothing = np.zeros(len(flops.kinds), dtype=np.uint8)
    bound = flop_bound(payoffs, flops, situation, FlopPlan(folds, {"limp": nothing, "raise": nothing}))
    assert bound.value == 1
    assert bound.costs.sum() == pytest.approx(2.5)
    assert bound.otherwise(Fraction(1, 10)) == pytest.approx(0.1 / bound.costs)


@pytest.mark.long
@pytest.mark.usefixtures("flops_at_hand")
def test_where_nothing_is_open_no_flop_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("jamfold.spots.whole_game.search_plan", pytest.fail)
    assert bounds(stacks="5bb").is_equilibrium
    assert bounds(stacks="0.8bb").is_equilibrium


@pytest.mark.long
@pytest.mark.usefixtures("flops_at_hand")
def test_a_search_that_was_cut_off_ends_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    situation = Situation((9.0, 9.0), (0.5, 1.0))
    whole = whole_game_bounds(SIX_PLUS, situation, flops=True)
    SEARCHES.items(SIX_PLUS.name)[0].remove()
    monkeypatch.setattr("jamfold.spots.whole_game_flops._PERIOD", 0.0)
    steps = []

    def stop(stage: str, share: float) -> None:
        steps.append(stage)
        if stage.startswith("iteration 6"):
            raise StopRequestedError

    with pytest.raises(StopRequestedError):
        whole_game_bounds(SIX_PLUS, situation, progress=stop, flops=True)
    steps.clear()
    again = whole_game_bounds(
        SIX_PLUS, situation, progress=lambda stage, share: steps.append(stage), flops=True
    )
    assert "iteration 5 of 12" not in steps
    assert "iteration 6 of 12" in steps
    assert again.solved.bounds == whole.solved.bounds


@pytest.fixture(scope="module")
def proof(six_plus: FlopMargins, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A proof of a plan at random, with antes and dead money; it needs no search."""
    situation = Situation((9.0, 14.0), (0.5, 1.0), (0.1, 0.6), 0.4)
    solver = BoundsSolver(SIX_PLUS)
    payoffs = load_payoffs(SIX_PLUS)
    solved = solver.solve(situation)
    bound = flop_bound(payoffs, six_plus, situation, random_plan(payoffs, six_plus, situation, 1))
    path = tmp_path_factory.mktemp("proof") / "flops.json"
    answer = Bounds(replace(solved, upper=(bound, solved.upper[1])), None, None)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("jamfold.spots.whole_game.load_margins", lambda game: six_plus)
        prove_bounds(answer, path)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def less_upper(spot: dict[str, Any]) -> None:
    spot["upper"] = str(Fraction(spot["upper"]) - Fraction(1, 10**12))


def other_lead(spot: dict[str, Any]) -> None:
    """One hand on one flop leads at another rate."""
    data = bytearray(zlib.decompress(base64.b64decode(spot["leads"]["limp"])))
    data[1000] ^= 1
    spot["leads"]["limp"] = base64.b64encode(zlib.compress(bytes(data))).decode()


def fewer_leads(spot: dict[str, Any]) -> None:
    data = zlib.decompress(base64.b64decode(spot["leads"]["raise"]))[:-1]
    spot["leads"]["raise"] = base64.b64encode(zlib.compress(data)).decode()


FORGERIES: tuple[tuple[Callable[[dict[str, Any]], Any], str], ...] = (
    (less_upper, "upper is "),
    (other_lead, "upper is "),
    (lambda spot: spot.update(lower="0"), "lower is "),
    (fewer_leads, "there is not one lead for each hand"),
    (lambda spot: spot["flops"].pop(), "some flops are missing"),
    (lambda spot: spot["flops"].append(spot["flops"][0]), "a flop appears twice"),
    (lambda spot: spot["answers"].pop("other"), "the keys of what"),
    (lambda spot: spot["leads"].pop("raise"), "the keys of what"),
    (lambda spot: spot["answers"]["limp"][0].__setitem__(0, 2000), "do not add up"),
    (lambda spot: spot["answers"]["jam"][0].__setitem__(0, -1), "an answer is not a chance"),
    (lambda spot: spot["answers"]["raise"].pop(), "answers are not those of all classes"),
)
CHECK_EACH = """
import sys
import check_bounds, check_flops

count, order, counted = check_flops.wins, check_flops.showdowns, {}

def wins(showdowns, weights, by_card):
    key = str(showdowns[2]), weights.tobytes()
    if key not in counted:
        counted[key] = count(order(*showdowns), weights, by_card)
    return counted[key]

check_flops.showdowns, check_flops.wins = lambda *given: given, wins
check_bounds.check_spot = check_flops.check_spot
for path in sys.argv[1:]:
    sys.argv = ["check_flops.py", path]
    try:
        check_bounds.run()
    except SystemExit as refused:
        print(refused)
"""
"""Checks several files, and counts a flop once for the same weights: forgeries differ in a few."""


@pytest.fixture(scope="module")
def verdicts(proof: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the checker says of the proof and of its forgeries, in a process without jamfold."""
    folder = tmp_path_factory.mktemp("forgeries")
    paths = [folder / f"{k}.json" for k in range(len(FORGERIES) + 1)]
    paths[0].write_text(sealed(proof), encoding="utf-8")
    for path, (forge, _) in zip(paths[1:], FORGERIES, strict=True):
        forged = json.loads(json.dumps(proof))
        forge(forged["spots"][0])
        path.write_text(sealed(forged), encoding="utf-8")
    words = [sys.executable, "-c", CHECK_EACH, *map(str, paths)]
    environment = {"PYTHONPATH": str(CHECKER.parent)}
    run = subprocess.run(words, capture_output=True, text=True, check=True, env=environment)
    return run.stdout.splitlines()


@pytest.mark.long
def test_the_checker_finds_the_same_bound_of_any_plan(proof: dict[str, Any], verdicts: list[str]) -> None:
    assert verdicts[0].startswith("PROVED by the margins of Six-Plus")
    for name in ("lower", "upper"):
        assert f" {proof['spots'][0][name]} " in verdicts[0]


@pytest.mark.long
@pytest.mark.parametrize("number", range(1, len(FORGERIES) + 1))
def test_a_forged_bound_with_flops_is_refused(number: int, verdicts: list[str]) -> None:
    assert "REFUSED" in verdicts[number]
    assert FORGERIES[number - 1][1] in verdicts[number]


@pytest.mark.long
def test_the_checker_is_a_program_without_jamfold(proof: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "forged.json"
    path.write_text(sealed(proof | {"spots": [proof["spots"][0] | {"lower": "0"}]}), encoding="utf-8")
    words = [sys.executable, str(CHECKER), str(path)]
    run = subprocess.run(words, capture_output=True, text=True, check=False, env={"PYTHONPATH": ""})
    assert (run.returncode, run.stdout) == (1, "")
    assert "REFUSED" in run.stderr


def test_the_checker_is_short() -> None:
    assert len(CHECKER.read_text(encoding="utf-8").splitlines()) <= 150


class RealFlops:
    """The real game of Six-Plus at 8 big blinds against a plan: cards are dealt, any size may be bet."""

    stack = 16
    situation = Situation((8.0, 8.0), (0.5, 1.0))

    def __init__(self, flops: FlopMargins) -> None:
        payoffs = load_payoffs(SIX_PLUS)
        search = FlopSearch(payoffs, flops, self.situation)
        for _ in range(15):
            search.step()
        self.flops, self.plan, self.classes = flops, search.plan(), hand_classes(SIX_PLUS)
        self.upper = float(flop_bound(payoffs, flops, self.situation, self.plan).value)
        rows = flop_classes(SIX_PLUS).representatives.tolist()
        self.number = {tuple(sorted(row)): k for k, row in enumerate(rows)}

    def level(self, line: str, hand: list[int], flop: list[int]) -> int:
        """The level of leading, on the flop with suits named as the plan has them."""
        for suits in permutations(range(4)):
            named = tuple(sorted(card - card % 4 + suits[card % 4] for card in flop))
            if named in self.number:
                moved = sorted(card - card % 4 + suits[card % 4] for card in hand)
                live: list[int] = [card for card in SIX_PLUS.deck if card not in named]
                i, j = (live.index(card) for card in moved)
                k = self.number[named]
                return int(
                    self.plan.leads[line][self.flops.starts[k] + self.flops.of[k, j * (j - 1) // 2 + i]]
                )
        raise AssertionError

    def big_blind(
        self, hand: list[int], flop: list[int], state: Betting, draw: random.Random, line: str
    ) -> int:
        """What the plan does; ``line`` is how the flop was reached."""
        facing = state.put[0] > state.put[1]
        if state.street == 1 and state.acted == 0 and draw.random() * LEVELS < self.level(line, hand, flop):
            return self.stack
        if state.street or state.put[1] > 2:
            return FOLD if facing else PASS
        to = state.put[0]
        name = "jam" if to == self.stack else "limp" if to == 2 else "raise" if to == 4 else "other"
        rows = self.plan.answers[name][:, self.classes.index(hand)]
        answer = draw.choices(range(len(rows)), weights=rows.tolist())[0]
        if answer == 1:
            return PASS if name == "jam" else self.stack
        return PASS if answer == 2 or name == "limp" else FOLD

    def hand(self, player: Callable[[Betting, random.Random], int], draw: random.Random) -> float:
        """What the small blind wins, in big blinds."""
        cards = draw.sample([int(card) for card in SIX_PLUS.deck], 9)
        mine, other, board = cards[:2], cards[2:4], cards[4:]
        state, line = begin(self.stack, (1, 2), 4), "limp"
        while not state.over:
            if state.street == 0:
                line = "limp" if state.put[0] == 2 else "raise"
            act = (
                player(state, draw)
                if state.seat == 0
                else self.big_blind(other, board[:3], state, draw, line)
            )
            state = state.after(act)
        if state.folded >= 0:
            return (state.put[1] if state.folded else -state.put[0]) / 2
        first, second = (high_value(SIX_PLUS, [*hand, *board]) for hand in (mine, other))
        return state.put[0] / 2 * ((first > second) - (first < second))


def any_action(state: Betting, draw: random.Random) -> int:
    return draw.choice([*state.actions()])


def thief(state: Betting, draw: random.Random) -> int:
    """Limps or raises little, folds to jams, and bets where it is checked to."""
    if state.put[1] == 16:
        return FOLD
    if state.street == 0:
        return draw.choice([PASS, 4, 5])
    return draw.choice([one for one in state.actions() if one != PASS] or [PASS])


@pytest.fixture(scope="module")
def real(six_plus: FlopMargins) -> RealFlops:
    return RealFlops(six_plus)


@pytest.mark.long
@pytest.mark.parametrize("player", [any_action, thief])
def test_no_deviator_earns_more_than_the_bound_with_flops(
    real: RealFlops, player: Callable[[Betting, random.Random], int]
) -> None:
    draw = random.Random(3)
    results = np.array([real.hand(player, draw) for _ in range(20_000)])
    assert results.mean() <= real.upper + 4 * results.std() / np.sqrt(len(results))
