"""Factors on a cluster: the same bytes as here, whatever becomes of workers; and what cannot be, said."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import socketserver
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from jamfold.cards import Rank
from jamfold.cards.games import GAMES, HOLDEM, OMAHA, OMAHA_HILO, Game
from jamfold.cases.answers import run_case
from jamfold.cases.answers.watch import Observer
from jamfold.cases.batch import BatchRequest
from jamfold.cases.spots import SolveRequest
from jamfold.class_tables.factored import cluster as clusters
from jamfold.class_tables.factored import cluster_blocks, cluster_worker
from jamfold.class_tables.factored.blocks import block_list
from jamfold.class_tables.factored.cluster import Cluster
from jamfold.class_tables.factored.cluster_worker import WorkerInfo
from jamfold.class_tables.factored.factors import center_item, load_factors, shared_store
from jamfold.class_tables.margins import load_sums, on_cluster
from jamfold.core.errors import ClusterError, UnavailableError
from jamfold.core.storage.drafts import write_item
from jamfold.core.storage.folder import DATA_VARIABLE
from jamfold.spots.solve import load_payoffs
from tests.command_line import Runner
from tests.loose import solve

if TYPE_CHECKING:
    from distributed import LocalCluster

pytestmark = pytest.mark.slow  # workers are processes, started from another thread
SMALL_OMAHA = replace(OMAHA, name="small-omaha", lowest_rank=Rank(7))
TWO_HILO = replace(OMAHA_HILO, name="two-hilo", hole_cards=2)
SMALL_THREE = replace(OMAHA, name="small-three", lowest_rank=Rank(7), hole_cards=3)


@pytest.fixture(autouse=True)
def _small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    for game in (SMALL_OMAHA, SMALL_THREE):
        monkeypatch.setitem(GAMES, game.name, game)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(capsys)


def start(folder: Path, n_workers: int, **more: Any) -> LocalCluster:
    """Workers in processes of their own, with their own data folder."""
    from distributed import LocalCluster

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(DATA_VARIABLE, str(folder))
        return LocalCluster(
            n_workers=n_workers,
            threads_per_worker=1,
            memory_limit=more.pop("memory_limit", 0),
            dashboard_address=":0",
            silence_logs="CRITICAL",
            **more,
        )


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalCluster]:
    """A cluster of two workers with one data folder."""
    with start(tmp_path_factory.mktemp("workers"), 2) as cluster:
        yield cluster


def some_weights(n: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Dense ones, one class, and a few."""
    rng = np.random.default_rng(23)
    weights = np.zeros((5, n), dtype=np.int64)
    weights[:3] = rng.integers(-9, 10, (3, n))
    for row, used in zip(weights[3:], (1, 6), strict=True):
        row[rng.permutation(n)[:used]] = rng.integers(1, 10, used)
    return weights


@pytest.mark.long
def test_sums_and_solutions_are_the_same_bytes(two: LocalCluster, data_folder: Path) -> None:
    local = load_factors(SMALL_OMAHA)
    weights = some_weights(local.classes.n)
    here = solve(SMALL_OMAHA, (80, 80), (5, 10)).solution
    with on_cluster(two.scheduler_address):
        there: Any = load_sums(SMALL_OMAHA)
        assert there.row_sums.tobytes() == local.row_sums.tobytes()
        assert np.array_equal(there.margins.product(weights), local.sums.product(weights))
        solved = solve(SMALL_OMAHA, (80, 80), (5, 10)).solution
        assert type(load_payoffs(SMALL_OMAHA).margins) is type(local.sums)
    assert solved.x.tobytes() == here.x.tobytes()
    assert solved.y.tobytes() == here.y.tobytes()
    assert (solved.value, solved.epsilon) == (here.value, here.epsilon)
    assert not list(data_folder.glob("tables/*.blocks"))  # they are with the workers
    assert type(load_payoffs(SMALL_OMAHA).margins) is not type(local.sums)  # the table again


@pytest.mark.long
def test_spots_of_a_file_solved_by_a_cluster(two: LocalCluster, tmp_path: Path, run: Runner) -> None:
    """The bytes of processes here; a worker that dies costs its row of spots, which another solves."""
    spots = tmp_path / "spots.csv"
    lines = [f"six-plus,{40 + k}" for k in range(50)]
    spots.write_text("\n".join(["game,stack", *lines, "six-plus,-1"]) + "\n", encoding="utf-8")
    here, there = tmp_path / "here.json", tmp_path / "there.json"
    run.good("batch", spots, "--out", here, "--processes", "1")
    told = run("batch", spots, "--out", there, "--cluster", two.scheduler_address).err
    assert "50 spots solved, 1 invalid line (" in told
    assert there.read_bytes() == here.read_bytes()

    question = BatchRequest(file=str(spots), out=tmp_path / "killed.json", cluster=two.scheduler_address)
    killed: list[int] = []

    class Kills(Observer):
        """Kills a worker after the first row."""

        def on_stage(self, stage: str, share: float) -> None:
            """Once."""
            if not killed:
                killed.append(next(iter(two.workers.values())).process.pid)
                os.kill(killed[0], signal.SIGKILL)

    expected = run_case(replace(question, out=here, cluster=None, processes=1), Observer())
    assert run_case(question, Kills()) == expected
    assert killed


@pytest.mark.long
def test_a_killed_worker_costs_its_blocks_only(tmp_path: Path, data_folder: Path) -> None:
    """SIGKILL: once while blocks are made, once between products; nannies start others."""
    local = load_factors(SMALL_THREE)
    weights = some_weights(local.classes.n)
    expected = local.sums.product(weights)
    with start(tmp_path / "workers", 3) as cluster, on_cluster(cluster.scheduler_address):
        victims = [nanny.process.pid for nanny in cluster.workers.values()]

        def kill(stage: str, share: float) -> None:
            if share > 0.3 and len(victims) == 3:
                os.kill(victims.pop(), signal.SIGKILL)

        there: Any = load_sums(SMALL_THREE, kill)
        assert len(victims) == 2
        assert there.row_sums.tobytes() == local.row_sums.tobytes()
        assert np.array_equal(there.margins.product(weights), expected)
        os.kill(victims.pop(), signal.SIGKILL)
        assert np.array_equal(there.margins.product(weights), expected)


@pytest.mark.long
def test_damaged_blocks_of_a_worker_are_made_anew(data_folder: Path) -> None:
    """In this process, which is all that a worker is to them."""
    local = load_factors(SMALL_THREE)
    cluster_worker._opened.clear()
    everything = tuple(range(len(block_list(SMALL_THREE))))
    given = (local.sums._suit_grid, local.sums._suit_links.total, some_given(local.sums._suit_links.total))
    expected = cluster_worker.sum_local_blocks(SMALL_THREE, everything, 2, *given)
    folder = shared_store(SMALL_THREE).folder
    files = sorted(folder.glob("*.npy"))
    assert len(files) == len(everything)
    whole = [path.read_bytes() for path in files]
    files[0].write_bytes(whole[0][:-3])
    changed = bytearray(whole[1])
    changed[-5] ^= 8
    files[1].write_bytes(changed)
    files[2].unlink()
    cluster_worker._opened.clear()
    assert cluster_worker.holdings(SMALL_THREE).kept == set(everything[1:2] + everything[3:])  # by size alone
    assert np.array_equal(cluster_worker.sum_local_blocks(SMALL_THREE, everything, 1, *given), expected)
    assert [path.read_bytes() for path in files] == whole
    assert cluster_worker.holdings(SMALL_THREE).opened == set(everything)
    cluster_worker._opened.clear()


def test_what_a_cluster_keeps_is_listed_and_removed(data_folder: Path, run: Runner) -> None:
    store, item = shared_store(SMALL_OMAHA), center_item(SMALL_OMAHA)
    assert "for a cluster" not in run("tables", "list").err
    for number in (0, 2):
        store.write(number, np.zeros(block_list(SMALL_OMAHA)[number].values, dtype=np.int32))
    write_item(item, {name: np.zeros(form.shape, form.dtype) for name, form in item.array_specs.items()}, 1.0)
    assert f"Blocks of small-omaha for a cluster: 2, {store.bytes_of({0, 2}) / 1e6:,.1f} MB" in (
        run("tables", "list").err
    )
    rows = json.loads(run.good("tables", "list", "--json"))
    assert [(row["game"], row["kind"]) for row in rows] == [("small-omaha", "factors for clusters")]
    assert run.good("tables", "verify") == "small-omaha.cluster: good\n"
    assert "Removed small-omaha." in run("tables", "remove", "--all").err
    assert {path.suffix for path in (data_folder / "tables").iterdir()} <= {".lock"}


def some_given(n_links: int) -> np.ndarray[Any, np.dtype[np.int32]]:
    return np.random.default_rng(1).integers(-9, 10, (n_links, 2), dtype=np.int32)


class PretendClient:
    """Workers in this process that die and join by chance, with what Dask's client offers."""

    def __init__(self, rng: random.Random) -> None:
        self.rng, self.names = rng, iter(range(1000))
        self.threads = {self.name(): rng.randint(1, 3) for _ in range(rng.randint(1, 4))}
        self.folders = {name: f"folder {rng.randint(0, 2)}" for name in self.threads}
        self.on_disk: dict[str, set[int]] = {}

    def name(self) -> str:
        return f"worker {next(self.names)}"

    def nthreads(self) -> dict[str, int]:
        if self.rng.random() < 0.15:
            name = self.name()
            self.threads[name], self.folders[name] = (
                self.rng.randint(1, 3),
                f"folder {self.rng.randint(0, 2)}",
            )
        if self.rng.random() < 0.15 and len(self.threads) > 1:
            del self.threads[self.rng.choice(sorted(self.threads))]
        return self.threads

    def run(self, function: Any, *_: Any, workers: list[str], **__: Any) -> dict[str, Any]:
        assert function in (cluster_worker.holdings, cluster_worker.forget_input)
        return {
            worker: WorkerInfo(
                "host", self.folders[worker], frozenset(self.on_disk.get(self.folders[worker], ())),
                frozenset(), 10**12, None,
            )
            for worker in workers
        }  # fmt: skip

    def submit(
        self, function: Any, numbers: Any, threads: int, *_: Any, workers: list[str], **__: Any
    ) -> Any:
        (worker,) = workers
        assert threads == self.threads[worker]
        return PretendFuture(self, worker, numbers)

    def scatter(self, given: list[Any], **_: Any) -> Any:
        return [PretendFuture(self, "", one) for one in given]

    def cancel(self, futures: Any, **_: Any) -> None:
        pass


class PretendFuture:
    def __init__(self, client: PretendClient, worker: str, numbers: Any) -> None:
        self.client, self.worker, self.numbers = client, worker, numbers

    @property
    def status(self) -> str:
        """What was given to all is lost now and then."""
        return "finished" if self.worker or self.client.rng.random() < 0.8 else "lost"

    def result(self, timeout: float) -> Any:
        if self.worker not in self.client.threads or self.client.rng.random() < 0.1:
            raise TimeoutError
        folder = self.client.folders[self.worker]
        self.client.on_disk.setdefault(folder, set()).update(self.numbers)
        return np.full((1, 1), sum(2**number for number in self.numbers))


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_every_block_counts_once_whatever_becomes_of_workers(seed: int) -> None:
    rng = random.Random(seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(clusters, "_MOST_LOSSES", 10**9)
        patch.setattr(Cluster, "_check_versions", lambda *_: None)
        patch.setattr(
            Cluster, "_finished", lambda _, running: rng.sample(list(running), rng.randint(0, len(running)))
        )
        patch.setattr(time, "sleep", lambda _: None)
        cluster = Cluster("localhost:1")
        cluster._client = PretendClient(rng)  # type: ignore[assignment]
        blocks = cluster_blocks.ClusterBlocks(SMALL_THREE, cluster)
        n = len(block_list(SMALL_THREE))
        shares: list[float] = []
        blocks.prepare(lambda _, share: shares.append(share))
        assert shares == sorted(shares)
        for _ in range(3):
            found = blocks.sums(None, 1, np.zeros((1, 1)))  # type: ignore[arg-type]
            assert found.tolist() == [[2**n - 1]]


@pytest.mark.long
def test_a_scheduler_that_has_forgotten_a_task(two: LocalCluster) -> None:
    """As it does when the input of a task goes with a worker: the task is handed out again."""
    cluster = Cluster(two.scheduler_address)
    finished, forgotten = cluster._finished, list[Any]()

    def forget_first(running: Any) -> list[Any]:
        if not forgotten:
            forgotten.extend(running)
            cluster._connected().cancel(forgotten, force=True)
        return finished(running)

    def hand_out(waiting: set[int], workers: Any, _: Any) -> Any:
        return [(next(iter(workers)), (number,)) for number in sorted(waiting)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cluster, "_finished", forget_first)
        done = {numbers: result for _, numbers, result in cluster.perform(square, {1, 2, 3}, hand_out)}
    cluster.close()
    assert len(forgotten) == 3
    assert done == {(1,): 1, (2,): 4, (3,): 9}


def square(numbers: tuple[int, ...], _: int) -> int:
    return numbers[0] ** 2


@pytest.mark.parametrize(
    "address",
    ["", "nowhere", "localhost", "tcp://localhost", "tcp://localhost:0", "localhost:99999", "http://localhost:8786",
     "localhost:87x6", "two words:8786", "tcp://host:8786/path", "[::1:8786"],
)  # fmt: skip
def test_addresses_that_are_none(address: str, run: Runner) -> None:
    assert f"'{address}' is not a cluster address. Write tcp://HOST:PORT." in run.bad(
        "solve", "--cluster", address
    )


@pytest.mark.parametrize(
    "address", ["localhost:8786", "tcp://10.0.0.7:1", "tls://a-b.example:65535", "[::1]:8786"]
)
def test_addresses(address: str) -> None:
    assert Cluster(f" {address} ").address == address


def test_a_cluster_that_is_not_there(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_CONNECT_SECONDS", 0.3)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens
        address = f"tcp://127.0.0.1:{taken.getsockname()[1]}"
        for words in (("solve",), ("chart", "--game", "holdem"), ("hand", "AsAhKsKh")):
            assert run.bad(*words, "--cluster", address).startswith(f"There is no cluster at {address}: ")


def test_something_else_at_the_address(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "_CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as other:
        address = f"127.0.0.1:{other.getsockname()[1]}"
        assert f"There is no cluster at {address}" in run.bad("solve", "--cluster", address)


def test_a_web_server_at_the_address(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it sends was taken for the size of a message: there was not enough memory for that."""
    monkeypatch.setattr(clusters, "_CONNECT_SECONDS", 1.0)

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.sendall(b"HTTP/1.0 400 Bad request\r\n\r\n" + b"<!DOCTYPE HTML>" * 100)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.server_address[1]}"
        told = run.bad("solve", "--cluster", address)
        assert told == f"There is no cluster at {address}: what answers is not a Dask scheduler."
        server.shutdown()


def test_an_encrypted_address_without_settings(run: Runner) -> None:
    told = run.bad("solve", "--cluster", "tls://127.0.0.1:8786")
    assert "needs a certificate, its key and an authority" in told


def test_the_extra_that_is_missing(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = run.bad("solve", "--cluster", "localhost:8786")
    assert told == "A cluster needs the package distributed: pip install 'jamfold[cluster]'."


def test_a_cluster_without_workers(run: Runner, tmp_path: Path) -> None:
    with start(tmp_path, 0) as cluster:
        address = cluster.scheduler_address
        assert run.bad("solve", "--cluster", address) == f"The cluster at {address} has no workers."


def test_other_versions(two: LocalCluster, run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    address = two.scheduler_address
    with monkeypatch.context() as patch:
        patch.setattr(clusters, "__version__", "9.9")
        told = run.bad("solve", "--cluster", address)
        assert "has jamfold 0." in told
        assert told.endswith("and this program 9.9: they must be the same.")
    with monkeypatch.context() as patch:
        patch.setattr("platform.python_version", lambda: "3.99.1")
        assert "and this program 3.99: they must be the same." in run.bad("solve", "--cluster", address)
    monkeypatch.setattr(clusters, "source_key", lambda *_: "other")
    told = run.bad("solve", "--cluster", address)
    assert "The worker tcp://127.0.0.1:" in told
    assert "from other sources than this program." in told


def test_workers_with_too_little_room(
    two: LocalCluster, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused() -> str:
        with on_cluster(two.scheduler_address), pytest.raises(ClusterError) as caught:
            load_sums(TWO_HILO)
        return str(caught.value)

    with monkeypatch.context() as patch:
        patch.setattr(Cluster, "memory_limits", lambda self: dict.fromkeys(self.workers(), 10**8))
        told = refused()
        assert "may use 0.10 GB of memory and needs" in told
        assert told.endswith("GB: start it with --memory-limit 0.")
    real = cluster_blocks._check_room

    def scarce(what: str) -> Callable[..., None]:
        little: Any = {what: 10**6}

        def check(game: Game, workers: dict[str, WorkerInfo], *rest: Any) -> None:
            real(game, {name: replace(about, **little) for name, about in workers.items()}, *rest)

        return check

    for what, sentence in (
        ("disk_bytes", "GB of disk in"),
        ("memory_bytes", "GB of memory, and 0.00 GB are free"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(cluster_blocks, "_check_room", scarce(what))
            told = refused()
            assert told.startswith(f"The workers on {socket.gethostname()} need ")
            assert sentence in told


def test_what_a_worker_cannot_do_is_its_sentence(data_folder: Path) -> None:
    def fail(error: Exception) -> Exception:
        return clusters._worker_error("tcp://10.0.0.7:1", error)

    told = fail(UnavailableError("The block 3 cannot be opened now."))
    assert str(told) == "The worker tcp://10.0.0.7:1 cannot do its part: The block 3 cannot be opened now."
    assert "too little memory" in str(fail(MemoryError()))
    assert "cannot load jamfold" in str(fail(ModuleNotFoundError("No module named 'jamfold'")))
    assert isinstance(fail(AssertionError()), AssertionError)


def test_ties_apart_are_refused() -> None:
    """Before anybody connects."""
    with on_cluster("localhost:1"), pytest.raises(ClusterError, match="does not count ties"):
        load_payoffs(HOLDEM, planes=True)


@pytest.mark.long
def test_commands_with_a_cluster_read_no_table_here(
    two: LocalCluster, run: Runner, data_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the cluster has it")

    monkeypatch.setattr("jamfold.class_tables.margins.load_table", refuse)
    monkeypatch.setattr("jamfold.class_tables.margins.load_factors", refuse)
    chosen = ("--game", "holdem", "--cluster", two.scheduler_address)
    assert "Small blind JAMS 58.3%" in run.good("solve", *chosen)
    assert "JAM" in run.good("hand", "K7o", *chosen)


@pytest.mark.long
def test_no_page_and_no_request_can_name_a_cluster() -> None:
    from pydantic import ValidationError

    from jamfold.web.schemas import request_model

    assert SolveRequest.from_strings({"cluster": "tcp://127.0.0.1:8786"}).cluster is None
    assert "cluster" not in SolveRequest(cluster="tcp://127.0.0.1:8786").to_query_string()
    with pytest.raises(ValidationError, match="cluster"):
        request_model(SolveRequest)(cluster="tcp://127.0.0.1:8786")
