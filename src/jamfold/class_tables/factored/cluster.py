"""A cluster of workers: connection, version checks, and tasks that survive the loss of a worker.

The only file that imports Dask (`distributed`, of the extra ``cluster``), on first use of a cluster.
`cluster_worker` is the code that workers run, `cluster_blocks` assigns the blocks to them.

Anyone who reaches a scheduler can run any code on its workers, and a scheduler can answer with any
object: an address is as powerful as a program.  So it comes from the command line or from Python,
never from a page.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import platform
import re
import socket
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jamfold.core.errors import ClusterError, JamfoldError
from jamfold.core.version import __version__

if TYPE_CHECKING:
    from distributed import Client, Future

    Task = tuple[str, tuple[int, ...]]

_CONNECT_SECONDS = 10.0
_LOOK_SECONDS = 1.0
"""How long a dead worker may go unnoticed; a finished task is heard of at once."""
_FETCH_SECONDS = 20.0
_MOST_LOSSES = 5
"""Times that one block may be lost with its worker: then the block ends workers, for want of memory."""
_LOST = OSError, TimeoutError, CancelledError, asyncio.CancelledError
"""How Dask says that a worker, or what lay on it, went away: `asyncio` has a class of its own for it."""
_ADDRESS = re.compile(r"((?:tcp|tls)://)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9_.-]+):(\d{1,5})")
_SAME = ("jamfold", "distributed")
"""Packages that must be of one version everywhere."""
PACKAGE = Path(__file__).parents[2]
_IMPORT = re.compile(r"^\s*(?:from|import)\s+([\w.]+)(?:\s+import\s+(\([^)]*\)|.*))?", re.MULTILINE)


class Shared:
    """A value that is sent to all workers once, apart from their tasks, and again if it is lost."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.sent: Future[Any] | None = None


class Cluster:
    """A cluster by the address of its scheduler; connects on first use.

    Raises ClusterError if the address is invalid.

    Parameters
    ----------
    address
        ``tcp://host:port``, ``tls://host:port``, or ``host:port``.

    Attributes
    ----------
    loaded
        Objects that this process has built with it, by owner; cleared on `close`.
    """

    def __init__(self, address: str) -> None:
        self.address = address.strip()
        match = _ADDRESS.fullmatch(self.address)
        if match is None or not 0 < int(match[3]) < 65_536:
            raise ClusterError(
                f"'{self.address[:60]}' is not a cluster address. Write tcp://HOST:PORT.",
                field="cluster",
            )
        self.loaded: dict[Any, Any] = {}
        self._client: Client | None = None
        self._known: set[str] = set()

    def close(self) -> None:
        """Leave the cluster; its workers keep their blocks."""
        self.loaded.clear()
        self._known.clear()
        if self._client is not None:
            self._client.close()
            self._client = None

    def workers(self) -> dict[str, int]:
        """The threads of all connected workers, all of this program's version, by address.

        Raises ClusterError if the cluster is unreachable, has no workers, or one of another version.
        """
        client = self._connected()
        try:
            threads = dict(client.nthreads())
        except (*_LOST, RuntimeError) as error:
            raise self._gone() from error
        if not threads:
            raise ClusterError(f"The cluster at {self.address} has no workers.", field="cluster")
        if new := threads.keys() - self._known:
            self._check_versions(client, new)
            self._known |= new
        return threads

    def tell(self, function: Callable[..., Any], *args: Any, workers: Iterable[str]) -> dict[str, Any]:
        """Call a short function on these workers at once and return its results, by worker still connected.

        Raises ClusterError if it fails on one of them.
        """
        replies = self._connected().run(function, *args, workers=list(workers), on_error="return")
        results = {}
        for worker, value in replies.items():
            if isinstance(value, OSError):  # its connection broke
                continue
            if isinstance(value, Exception):
                raise _worker_error(worker, value)
            results[worker] = value
        return results

    def memory_limits(self) -> dict[str, int]:
        """The bytes that workers may use before they are stopped; 0 for those without a limit."""
        workers = self._connected().scheduler_info()["workers"]
        return {name: int(about.get("memory_limit") or 0) for name, about in workers.items()}

    def perform(
        self,
        function: Callable[..., Any],
        blocks: Collection[int],
        hand_out: Callable[[set[int], Mapping[str, int], Counter[str]], Iterable[Task]],
        inputs: Sequence[Any] = (),
    ) -> Iterator[tuple[str, tuple[int, ...], Any]]:
        """Do work on every block, once each, even if workers are lost on the way.

        Raises ClusterError if the cluster goes away, a block is lost again and again, or a worker cannot do
        the work.

        Parameters
        ----------
        function
            Called on a worker with block numbers, its threads, and the ``inputs``.
        blocks
            Their numbers.
        hand_out
            Assigns blocks to workers now, from the waiting blocks, the threads of the connected workers,
            and the number of tasks that each has.

        Yields
        ------
        Worker, blocks and result of each finished task.  The blocks of a task that is lost with its
        worker wait again.
        """
        client = self._connected()
        waiting, running = set(blocks), dict[Any, "Task"]()
        losses: Counter[int] = Counter()

        def lose(future: Future[Any]) -> None:
            worker, numbers = running.pop(future)
            losses.update(numbers)
            if max(losses.values()) > _MOST_LOSSES:
                raise ClusterError(
                    f"The cluster at {self.address} lost block {numbers[0]} {_MOST_LOSSES + 1} times, last "
                    f"with {worker}. Its log says why; lack of memory is the usual reason.",
                    field="cluster",
                )
            waiting.update(numbers)
            client.cancel([future], force=True)

        try:
            while waiting or running:
                workers = self.workers()
                for future in [task for task, (worker, _) in running.items() if worker not in workers]:
                    lose(future)
                if waiting and all(self._send(value) for value in inputs if isinstance(value, Shared)):
                    arguments = [value.sent if isinstance(value, Shared) else value for value in inputs]
                    busy = Counter(worker for worker, _ in running.values())
                    for worker, numbers in hand_out(waiting, workers, busy):
                        future = client.submit(
                            function, numbers, workers[worker], *arguments,
                            workers=[worker], allow_other_workers=False, pure=False,
                        )  # fmt: skip
                        running[future] = worker, numbers
                        waiting.difference_update(numbers)
                for future in self._finished(running):
                    try:
                        result = self._result(future, running[future][0])
                    except _LOST:
                        lose(future)
                        continue
                    yield *running.pop(future), result
        finally:
            with suppress(*_LOST, RuntimeError):
                client.cancel(list(running), force=True)

    def _connected(self) -> Client:
        if self._client is None:
            self._client = self._connect()
        return self._client

    def _connect(self) -> Client:
        try:
            from distributed import Client
        except ImportError as error:
            raise ClusterError(
                "A cluster needs the package distributed: pip install 'jamfold[cluster]'.", field="cluster"
            ) from error
        # `perform` reports the loss of workers; Dask's own warnings would repeat it.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        for name in ("distributed.client", "distributed.core", "distributed.comm"):
            logging.getLogger(name).setLevel(logging.CRITICAL)
        try:
            self._check_security()
            with ThreadPoolExecutor(1) as thread:  # a notebook has a loop of its own in this one
                thread.submit(asyncio.run, _greet(self.address)).result()
            return Client(self.address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except ClusterError:
            raise
        except Exception as error:  # what is no scheduler sends anything, which Dask takes for sizes
            raise self._unconnected() from error

    def _unconnected(self) -> ClusterError:
        """What is said where nobody greets as a scheduler does."""
        host, _, port = self.address.rpartition("/")[2].rpartition(":")
        reason = f"no answer within {_CONNECT_SECONDS:.0f} seconds"
        with suppress(OSError):
            socket.create_connection((host.strip("[]"), int(port)), _LOOK_SECONDS).close()
            reason = "what answers is not a Dask scheduler"
        return ClusterError(f"There is no cluster at {self.address}: {reason}.", field="cluster")

    def _check_security(self) -> None:
        """Refuse an encrypted connection without what it needs, for Dask fails at it in many ways."""
        from distributed.security import Security

        if self.address.startswith("tls://") and not Security().get_tls_config_for_role("client").get("cert"):
            raise ClusterError(
                f"{self.address} needs a certificate, its key and an authority. Set tls.client.cert, "
                "tls.client.key and tls.ca-file under distributed.comm in Dask's settings.",
                field="cluster",
            )

    def _gone(self) -> ClusterError:
        return ClusterError(f"The cluster at {self.address} is gone.", field="cluster")

    def _send(self, shared_table: Shared) -> bool:
        """Send a value to all workers; return False if one of them was lost meanwhile."""
        if shared_table.sent is not None and shared_table.sent.status == "finished":
            return True
        try:
            (shared_table.sent,) = self._connected().scatter([shared_table.value], broadcast=True, hash=False)
        except _LOST:
            time.sleep(_LOOK_SECONDS / 10)  # until the scheduler or `workers` notices
            return False
        return True

    def _finished(self, running: Collection[Any]) -> list[Any]:
        """Finished tasks; empty after a timeout."""
        from distributed import wait

        if running:
            # A scheduler forgets tasks whose inputs were lost with a worker: `_result` raises for each.
            with suppress(*_LOST), self._connected().as_current():
                wait(list(running), timeout=_LOOK_SECONDS, return_when="FIRST_COMPLETED")
        else:
            time.sleep(_LOOK_SECONDS / 10)
        return [task for task in running if task.status != "pending"]

    def _result(self, future: Future[Any], worker: str) -> Any:
        from distributed import KilledWorker

        try:
            return future.result(timeout=_FETCH_SECONDS)
        except _LOST:
            raise
        except KilledWorker as error:
            raise TimeoutError from error
        except Exception as error:
            raise _worker_error(worker, error) from error

    def _check_versions(self, client: Client, new: Collection[str]) -> None:
        """Raise ClusterError for a scheduler or workers whose results could differ or be unreadable."""
        versions: Any = client.get_versions(packages=["jamfold"])
        own = {**versions["client"]["packages"], "jamfold": __version__}
        parts = [("scheduler", versions["scheduler"])]
        parts += [(f"worker {name}", about) for name, about in versions["workers"].items() if name in new]
        for name, about in parts:
            packages = about["packages"] if about else {}
            _compare(name, "Python", _minor(packages.get("python")), _minor(platform.python_version()))
            _compare(name, "NumPy", _major(packages.get("numpy")), _major(own.get("numpy")))
            for package in _SAME:
                _compare(name, package, packages.get(package), own.get(package))
        for worker, key in self.tell(sources, workers=new).items():
            if key != sources():
                raise ClusterError(
                    f"The worker {worker} runs jamfold {__version__} from other sources than this program.",
                    field="cluster",
                )


async def _greet(address: str) -> None:
    """Exchange greetings with a scheduler; without it Dask's client waits for ever for another program's.

    Raises OSError or TimeoutError if there is none.
    """
    from distributed.comm.core import connect
    from distributed.security import Security

    about = Security().get_connection_args("client")
    async with asyncio.timeout(_CONNECT_SECONDS):
        comm = await connect(address, timeout=_CONNECT_SECONDS, **about)
    comm.abort()


def sources() -> str:
    """A hash of all code that works on blocks."""
    return source_key(Path(__file__).parent / "cluster_worker.py", PACKAGE)


def source_key(path: Path, package: Path) -> str:
    """A hash of a source file and of all files of the package that it imports, directly or not."""
    files, waiting = {path}, [path]
    while waiting:
        new = _imports(waiting.pop(), package) - files
        files |= new
        waiting += new
    sources = {str(file.relative_to(package)): _source(file) for file in files}
    return hashlib.sha256(repr(sorted(sources.items())).encode()).hexdigest()[:16]


@cache
def _source(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def _imports(path: Path, package: Path) -> set[Path]:
    modules: set[str] = set()
    for module, names in _IMPORT.findall(_source(path)):
        if module.split(".")[0] == package.name:
            modules |= {module, *(f"{module}.{name}" for name in re.findall(r"\w+", names))}
    places = [package.joinpath(*module.split(".")[1:]) for module in modules]
    files = [file for place in places for file in (place.with_suffix(".py"), place / "__init__.py")]
    return {file for file in files if file.is_file()}


def _compare(name: str, package: str, other: str | None, own: str | None) -> None:
    if other != own:
        has = f"{package} {other}" if other else f"no {package}"
        raise ClusterError(
            f"The {name} has {has}, and this program {own}: they must be the same.", field="cluster"
        )


def _minor(version: str | None) -> str | None:
    return ".".join(version.split(".")[:2]) if version else None


def _major(version: str | None) -> str | None:
    return version.split(".", maxsplit=1)[0] if version else None


def _worker_error(worker: str, error: Exception) -> Exception:
    """Return a worker's error as a ClusterError if it has a sentence, else unchanged."""
    if isinstance(error, JamfoldError):
        return ClusterError(f"The worker {worker} cannot do its part: {error}", field="cluster")
    if isinstance(error, MemoryError):
        return ClusterError(f"The worker {worker} has too little memory for its part.", field="cluster")
    if isinstance(error, ImportError):
        return ClusterError(f"The worker {worker} cannot load jamfold: {error}.", field="cluster")
    return error
