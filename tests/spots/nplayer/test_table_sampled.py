"""Tables by sampled deals: deal by deal against a plain recursion, and against what is exact."""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from jamfold.betting.hand import Node, TableHand
from jamfold.betting.posts import BlindLevel
from jamfold.betting.terms import PayoffTerms
from jamfold.cards import Rank
from jamfold.cards.counting.classes import hand_classes
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, SIX_PLUS, Game
from jamfold.cards.strength.boards import number_boards
from jamfold.cards.strength.showdown import number_hands, strength_tables
from jamfold.cases.table import TableRequest
from jamfold.class_tables.low_rank import class_basis
from jamfold.core.errors import SituationError
from jamfold.core.storage.checkpoints import MAX_CHECKPOINTS
from jamfold.spots.nplayer import search
from jamfold.spots.nplayer.certificate import Certificate, certify, held_out_gains
from jamfold.spots.nplayer.exact import evaluate_table
from jamfold.spots.nplayer.kernels import (
    CHANCE,
    CHANCE_CHANCE,
    COLUMNS,
    FOLD,
    GAIN_GAIN,
    add_hands,
    deal_gains,
)
from jamfold.spots.nplayer.result import table_result
from jamfold.spots.nplayer.sampler import Dealer, Sampler, hand_text, rare_hands, seatings
from jamfold.spots.nplayer.search import (
    AVERAGE,
    FIGURES,
    RUNS,
    JamFoldSearch,
    SearchProgress,
    kept_run,
    measure_table,
    run_item,
    sample_table,
    search_state,
)
from jamfold.spots.nplayer.tree import make_tree
from jamfold.valuation.fees import Rake
from jamfold.valuation.prizes import Prizes
from tests import naive
from tests.prize_terms import prize_terms

SMALL = replace(SIX_PLUS, name="small-six-plus", lowest_rank=Rank(7))
PRIZES = prize_terms(3, Prizes((5.0, 3.0, 2.0)))


@pytest.fixture(autouse=True)
def _small_game(monkeypatch: pytest.MonkeyPatch, counted_clock: None) -> None:
    monkeypatch.setitem(GAMES, SMALL.name, SMALL)


def places_of(strengths: list[int]) -> list[int]:
    better = sorted(set(strengths), reverse=True)
    return [better.index(one) for one in strengths]


@dataclass
class Plain:
    """One deal in one seating, followed action by action."""

    hand: TableHand
    classes: list[int]
    high: list[int]
    low: list[int] | None
    strategy: dict[Node, NDArray[np.float64]]
    sums: dict[Node, NDArray[np.float64]] = field(default_factory=dict)

    def follow(self, at: int, in_: tuple[int, ...], chance: float) -> NDArray[np.float64]:
        """What every position has in the mean; on the way what jamming gains at each node."""
        hand = self.hand
        if at == hand.n or (at == hand.n - 1 and not in_):
            places = places_of([self.high[hand.order.index(seat)] for seat in in_])
            lows: list[int | None] | None = None
            if self.low is not None:
                held = [self.low[hand.order.index(seat)] for seat in in_]
                lows = [None if one < 0 else sum(other > one for other in held) for one in held]
            return np.array(hand.values_after(in_, places, lows))[list(hand.order)]
        node = Node(hand.order[at], in_)
        action = hand.action(node)
        if action is not None:
            return self.follow(at + 1, (*in_, node.seat) if action else in_, chance)
        jams = float(self.strategy[node][self.classes[at]])
        jam = self.follow(at + 1, (*in_, node.seat), chance * jams)
        fold = self.follow(at + 1, in_, chance * (1 - jams))
        self.sums[node] = chance * np.array([jam[at] - fold[at], 1.0, fold[at]])
        mean: NDArray[np.float64] = jams * jam + (1 - jams) * fold
        return mean


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "hand"),
    [
        (
            HOLDEM,
            TableHand(
                (9.0, 12.0, 7.0, 20.0), BlindLevel((1.0, 2.0), ante=0.5), PayoffTerms(Rake(percent=5, cap=1))
            ),
        ),
        (HOLDEM, TableHand((9.0, 12.0, 1.0, 20.0, 15.0), BlindLevel((1.0, 2.0), ante=1))),
        (
            HOLDEM,
            TableHand((9.0, 3.0, 7.0), BlindLevel((1.0, 2.0), bb_ante=1), PRIZES),
        ),
        (OMAHA_HILO, TableHand((9.0, 12.0, 7.0), BlindLevel((1.0, 2.0)), max_allin=3)),
    ],
)
def test_every_deal_by_a_plain_recursion(game: Game, hand: TableHand) -> None:
    classes, tree, rng = hand_classes(game), make_tree(game, hand), np.random.default_rng(5)
    strategy = rng.random((len(hand.nodes), classes.n))
    strategy[0] = np.round(strategy[0])  # branches that are not wanted
    response = rng.random(strategy.shape)
    count, shown = 6, 3
    tuples, boards = Dealer(game, hand.n).deal(count, shown, [3])
    gains, moments = np.zeros(strategy.shape), np.zeros((*strategy.shape, COLUMNS))
    by_deal = np.empty((count, 2, hand.n))
    rows = np.repeat(np.arange(classes.n), classes.sizes)
    seating = seatings(hand.n)
    deal_gains(
        tree, strength_tables(game), number_hands(game, classes.hands), rows, tuples,
        number_boards(game, boards), seating, strategy, response, game.split_low, gains, moments, by_deal,
        rare_hands(game, hand),
    )  # fmt: skip
    number = {node: at for at, node in enumerate(hand.nodes)}
    expected, each = np.zeros((*strategy.shape, 3)), np.zeros_like(by_deal)
    part = 1 / (len(seating) * shown)
    for at, board in enumerate(boards.tolist()):
        deal = at // shown
        for seats in seating:
            cards = [classes.hands[tuples[deal, one]].tolist() for one in seats]
            player = Plain(
                hand,
                [int(rows[tuples[deal, one]]) for one in seats],
                [naive.best_high(game, one, board) for one in cards],
                [naive.best_low(game, one, board) for one in cards] if game.split_low else None,
                {node: strategy[row] for node, row in number.items()},
            )
            each[deal, 0] += player.follow(0, (), 1.0) * part
            for node, three in player.sums.items():
                place = hand.order.index(node.seat)
                row, held = number[node], player.classes[place]
                expected[row, held] += three * part
                each[deal, 1, place] += three[0] * part * (response[row, held] - strategy[row, held])
    seen = np.stack([gains, moments[:, :, CHANCE], moments[:, :, FOLD]], axis=2)
    assert seen == pytest.approx(expected, abs=1e-12)
    assert by_deal == pytest.approx(each, abs=1e-9)
    alone = np.zeros_like(gains)
    deal_gains(
        tree, strength_tables(game), number_hands(game, classes.hands), rows, tuples,
        number_boards(game, boards), seating, strategy, response, game.split_low, alone,
        np.zeros((0, 0, COLUMNS)), by_deal, rare_hands(game, hand),
    )  # fmt: skip
    assert alone == pytest.approx(gains)


@pytest.mark.parametrize(("game", "seats"), [(SIX_PLUS, 3), (HOLDEM, 10), (OMAHA_HILO, 9)])
def test_deals_are_whole_and_alike(game: Game, seats: int) -> None:
    classes, count, shown = hand_classes(game), 4_000, 12
    tuples, boards = Dealer(game, seats).deal(count, shown, [1])
    hands = classes.hands[tuples].reshape(count, 1, -1)
    cards = np.concatenate([np.repeat(hands, shown, axis=1), boards.reshape(count, shown, -1)], axis=2)
    ordered = np.sort(cards.reshape(count * shown, -1), axis=1)
    assert (np.diff(ordered.astype(np.int64), axis=1) > 0).all()  # no card twice
    for seen in (hands, boards):
        counts = np.bincount(seen.ravel(), minlength=game.deck[-1] + 1)[game.deck[0] :]
        share = seen.size / len(game.deck)
        assert np.abs(counts - share).max() < 6 * np.sqrt(share)
    other = Dealer(game, seats).deal(count, shown, [2])
    assert (other[0] != tuples).any()


def test_seatings_give_each_hand_each_seat_alike() -> None:
    for seats in range(2, 11):
        table = seatings(seats)
        for row in table:
            assert sorted(row) == list(range(seats))
        counts = [[int((table[:, place] == one).sum()) for one in range(seats)] for place in range(seats)]
        assert len({count for row in counts for count in row}) == 1


def test_exact_values_lie_where_the_sample_says(shared_tables: Path) -> None:
    hand = TableHand((20.0, 30.0, 25.0), BlindLevel((1.0, 2.0)))
    strategy = np.random.default_rng(2).random((6, 36))
    exact = evaluate_table(SMALL, hand, strategy)
    found = measure_table(SMALL, hand, strategy, seconds=1.0)
    fresh = found.certificate
    assert found.strategy == pytest.approx(strategy)
    assert np.abs(fresh.values - exact.values).max() < 5 * fresh.values_error.max()
    # With gains as large the best responses are soon known.
    assert np.abs(fresh.gains - exact.gains).max() < 5 * fresh.gains_error.max()
    assert (fresh.bounds > exact.gains).all()
    assert fresh.reach == pytest.approx(exact.reach, abs=0.01)
    assert fresh.folds == pytest.approx(exact.folds, abs=1e-9)  # chips: what is left is left
    off = (fresh.margins - exact.margins) / fresh.margins_error
    assert np.abs(off).max() < 6
    assert 0.7 < off.std() < 1.5  # few deals on a busy machine: wider than normal


def test_what_folding_is_worth_for_prizes(shared_tables: Path) -> None:
    hand = TableHand((20.0, 30.0, 25.0), BlindLevel((1.0, 2.0)), PRIZES)
    strategy = np.random.default_rng(3).random((6, 36))
    exact = evaluate_table(SMALL, hand, strategy)
    fresh = measure_table(SMALL, hand, strategy, seconds=1.0).certificate
    assert fresh.folds == pytest.approx(exact.folds, abs=0.02)
    assert fresh.folds.mean(axis=1) == pytest.approx(exact.folds.mean(axis=1), abs=0.002)
    # The last to act knows both: the value of the hand is that of its classes.
    for seat in range(3):
        mine = [row for row, node in enumerate(hand.nodes) if node.seat == seat]
        if hand.order[0] == seat:
            sizes = hand_classes(SMALL).sizes
            worth = exact.folds[mine[0]] + strategy[mine[0]] * exact.margins[mine[0]]
            assert worth @ sizes / sizes.sum() == pytest.approx(exact.values[seat])


@pytest.mark.long
def test_the_stated_bound_holds(shared_tables: Path) -> None:
    """Of 20 runs with other seeds the exact gain lies above the bound in two at most."""
    hand = TableHand((20.0, 20.0, 20.0), BlindLevel((1.0, 2.0)))
    held = 0
    for seed in range(20):
        found = sample_table(SMALL, hand, seconds=0.2, seed=seed)
        exact = evaluate_table(SMALL, hand, found.strategy)
        held += bool((exact.gains <= found.certificate.bounds).all())
        assert found.deals > found.certificate.deals > 0
    assert held >= 18


@pytest.mark.long
def test_what_is_gained_at_least_and_at_most(shared_tables: Path) -> None:
    """Against every deal: of 20 measurements two at most lie outside; the estimate is not too high."""
    hand = TableHand((20.0, 20.0, 20.0), BlindLevel((1.0, 2.0)))
    strategy = sample_table(SMALL, hand, seconds=0.3).strategy
    exact = evaluate_table(SMALL, hand, strategy).gains
    inside, off = 0, []
    for seed in range(20):
        fresh = measure_table(SMALL, hand, strategy, seconds=0.1, seed=seed).certificate
        inside += bool((fresh.least <= exact).all() and (exact <= fresh.bounds).all())
        off.append((fresh.gains - exact) / fresh.gains_error)
        assert (fresh.least <= fresh.gains).all()
    assert inside >= 18
    assert np.mean(off) < 0.5
    assert np.max(off) < 5


def test_each_fold_is_valued_by_the_other_nine(shared_tables: Path) -> None:
    """Against sums by hand; a response that is chosen on half of the deals is another one."""
    sampler = Sampler(SMALL, TableHand((20.0, 20.0, 20.0), BlindLevel((1.0, 2.0))), 0)
    rng = np.random.default_rng(4)
    strategy, known = rng.random((6, 36)), rng.normal(size=sampler.shape)
    folds = [rng.normal(size=sampler.shape) for _ in range(10)]
    expected = np.zeros(3)
    for node in range(6):
        for one in range(36):
            for fold in range(10):
                others = known[node, one] + sum(folds[k][node, one] for k in range(10) if k != fold)
                change = float(others > 0) - strategy[node, one]
                expected[sampler.tree.depth[node]] += folds[fold][node, one] * change
    assert held_out_gains(sampler, strategy, known, folds) == pytest.approx(expected)


@pytest.mark.long
def test_looks_that_may_end_a_search_share_what_may_be_wrong(
    shared_tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who stops at the first good certificate has chosen it: the chances to be wrong are 5% together."""
    told: list[float] = []

    def seen(*values: Any) -> Certificate:
        told.append(values[5])
        return certify(*values)

    monkeypatch.setattr(search, "certify", seen)
    hand = TableHand((20.0,) * 3, BlindLevel((1.0, 2.0)))
    sample_table(SMALL, hand, seconds=8.0, gain=1e-6)
    assert len(told) > 1
    assert told[:2] == pytest.approx([1 - 0.05 / 2, 1 - 0.05 / 6])
    assert sum(1 - one for one in told) < 0.05
    told.clear()
    sample_table(SMALL, hand, seconds=0.2)
    assert told == [0.95]


@pytest.mark.long
def test_more_deals_gain_less(shared_tables: Path) -> None:
    hand = TableHand((20.0, 20.0, 20.0), BlindLevel((1.0, 2.0)))
    heard: list[SearchProgress] = []
    found = sample_table(SMALL, hand, seconds=3.0, on_search=heard.append)
    assert evaluate_table(SMALL, hand, found.strategy).gains.max() < 0.05
    assert found.certificate.values.sum() == pytest.approx(60)
    assert [going.deals for going in heard] == sorted({going.deals for going in heard})
    assert heard[-1].gains.max() < 0.5
    assert heard[-1].percent == pytest.approx(found.certificate.percent, abs=10)
    soon = sample_table(SMALL, hand, seconds=60.0, gain=1.0)
    assert soon.certificate.bounds.max() <= 1.0
    assert soon.seconds < 60.0


class CutError(Exception):
    """What a user's interruption is to the search."""


@pytest.mark.long
def test_what_is_cut_off_goes_on(shared_tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = TableHand((20.0,) * 4, BlindLevel((1.0, 2.0)))
    words: list[str] = []

    def cut(stage: str, share: float) -> None:
        words.append(stage)
        if len(words) > 25:
            raise CutError

    with pytest.raises(CutError):
        table_result(SMALL, hand, seconds=60.0, progress=cut)
    with kept_run(SMALL, hand, 0) as keeper:
        assert keeper.is_kept
        kept = keeper.load()
        with kept_run(SMALL, hand, 0) as second:
            assert not second.is_kept  # another one at the same
    assert kept is not None
    steps, seconds, *_ = kept[FIGURES].tolist()
    assert steps == 26
    assert 0 < seconds < 60
    with kept_run(SMALL, hand, 1) as keeper:
        assert keeper.is_kept
        assert keeper.load() is None  # another seed
    began: list[int] = []
    monkeypatch.setattr(search, "_TELLING", 0.0)
    answer = table_result(
        SMALL, hand, seconds=seconds + 0.5, on_search=lambda going: began.append(going.deals)
    )
    assert began[0] == 27 * 400
    assert answer.deals > began[-1]
    assert not list(RUNS.folder.glob("*.npy"))  # over


def omaha_search(seats: int) -> JamFoldSearch:
    hand = TableHand((11.7,) * seats, BlindLevel((0.5, 1.0)))
    return JamFoldSearch(Sampler(OMAHA, hand, 0))


def test_a_fit_takes_noise_off_gains_and_little_else() -> None:
    search, rng, basis = omaha_search(3), np.random.default_rng(1), class_basis(OMAHA)
    assert basis is not None
    root = np.sqrt(hand_classes(OMAHA).sizes)
    smooth = rng.normal(size=(6, basis.shape[1])) @ basis.T * root
    noise, rough = (0.01 * rng.normal(size=smooth.shape) * root for _ in range(2))
    for rest, left in ((np.zeros_like(rough), 0.1), (rough, 0.8), (100 * rough, 1.01)):
        gains = smooth + rest
        search.restore(search_state(gains, gains + noise, 1, 0.0, *(0.01**2 * root.size,) * 6))
        errors = (search.fitted() - gains) / root
        assert np.sqrt((errors**2).mean()) < left * 0.01


@pytest.mark.long
def test_nine_seats_of_omaha_settle_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Under the gun 13% of hands are played; without a fit it was 22% even after 60 steps."""

    def percent() -> float:
        table = omaha_search(9)
        for _ in range(20):
            table.step()
        return float(table.progress().percent[0])

    assert 12 < percent() < 18
    monkeypatch.setattr(search, "class_basis", lambda _: None)
    assert percent() > 28


@pytest.mark.long
def test_a_damaged_run_begins_anew(shared_tables: Path) -> None:
    hand = TableHand((20.0,) * 4, BlindLevel((1.0, 2.0)))
    item = run_item(SMALL, hand, 0)
    average = np.full((14, 36), 0.25)
    with kept_run(SMALL, hand, 0) as keeper:
        assert keeper.is_kept
        keeper.save(search_state(average, average, 5, 1.0, *np.zeros(14)))
        found = keeper.load()
        assert found is not None
        assert (found[AVERAGE] == average).all()
        item.path.write_bytes(item.path.read_bytes()[:-9])
        assert keeper.load() is None
    assert table_result(SMALL, hand, seconds=0.2).deals > 0


def test_the_newest_runs_are_kept(shared_tables: Path) -> None:
    average = np.zeros((14, 36))
    for seed in range(MAX_CHECKPOINTS + 3):
        with kept_run(SMALL, TableHand((20.0,) * 4, BlindLevel((1.0, 2.0))), seed) as keeper:
            assert keeper.is_kept
            keeper.save(search_state(average, average, 1, 1.0, *np.zeros(14)))
    assert len(list(RUNS.folder.glob("*.json"))) == MAX_CHECKPOINTS
    assert len(list(RUNS.folder.glob("*.npy"))) == 3 * MAX_CHECKPOINTS


def test_what_is_not_sampled() -> None:
    deep = TableHand((50.0,) * 4, BlindLevel((1.0, 2.0)))
    with pytest.raises(SituationError, match="time must be above zero"):
        sample_table(HOLDEM, deep, seconds=0)
    with pytest.raises(SituationError, match="gain must be above zero"):
        sample_table(HOLDEM, deep, gain=0)
    with pytest.raises(SituationError, match="At most 5 may be all-in"):
        sample_table(HOLDEM, TableHand((50.0,) * 7, BlindLevel((1.0, 2.0)), max_allin=6))
    with pytest.raises(SituationError, match="1 ranges for 14 decisions"):
        measure_table(HOLDEM, deep, np.ones((1, 169)))


def test_a_hand_for_prizes_keeps_the_text_under_which_its_search_is_kept() -> None:
    question = TableRequest(stacks=(80, 95), prizes=(50, 30, 20), table=(100, 40), bounty=(10,))
    heads = {"heads": [10.0] * 4, "progressive": 0.0, "future": "chip-share"}
    free = {"percent": 0.0, "cap": None, "drop": 0.0, "jackpot": 0.0, "always": False, "rakeback": 0.0}
    assert json.loads(hand_text(question.hand)) == {
        "stacks": [80.0, 95.0], "blinds": [5.0, 10.0], "ante": 0.0, "bb_ante": 0.0, "folded": 0.0,
        "rake": free, "max_allin": None, "whole_chips": False, "model": "malmuth-harville",
        "prizes": {"amounts": [50.0, 30.0, 20.0], "percent": False}, "others": [100.0, 40.0],
        "bounties": heads,
    }  # fmt: skip


def test_two_hands_of_a_class_in_one_deal_are_one_observation() -> None:
    """Their gains hang together, so their sum is squared: else standard errors are too small."""
    mine_of = np.array([[[0.5, 2.0, 1.0], [0.25, 1.0, 0.5], [1.0, 3.0, 0.0]]])
    gains, moments = np.zeros((1, 2)), np.zeros((1, 2, COLUMNS))
    add_hands(mine_of, np.array([1, 1, 0]), gains, moments)
    assert gains.tolist() == [[3.0, 3.0]]
    assert moments[0, 1, GAIN_GAIN] == 9.0
    assert moments[0, 1, CHANCE_CHANCE] == 0.75**2
