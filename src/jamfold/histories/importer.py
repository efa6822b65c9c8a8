"""Imports histories: finds hands here, reads them in other processes, keeps them here, file by file."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import blake2b
from io import BufferedIOBase
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from jamfold.histories.chunks import Chunk
from jamfold.histories.decode import PIECE, pieces_of_text
from jamfold.histories.reader import Work, works_of
from jamfold.histories.records import Problem, ProblemKind
from jamfold.histories.rows import Row, read_works
from jamfold.histories.sources import UNPACKING, Source, sources_of, why_unpacked
from jamfold.histories.store import Counts, HistoryStore, SiteCounts
from jamfold.parallel import Processes, cores
from jamfold.progress import Progress, silent
from jamfold.shown import Shown, outward

BATCH = 256
"""Hands sent to a process at once: some 200 kB; 64 and 1,024 were slower by a tenth."""

EDITION = b"4"
"""Part of a file's hash: to be raised when readers read more or otherwise, so that files are read again."""

ALONE = 8_000_000
"""Bytes up to which other processes are not worth their start."""


Plain = tuple[Any, ...] | Problem
"""A row on its way between processes."""


_OF_ONE_HAND = re.compile(r"'[^']*'|\d[\d.,]*")


@dataclass(frozen=True)
class ReasonCount:
    """Why hands could not be read, in a sentence without what is of one hand, and how many."""

    reason: str
    hands: int


@outward(
    "files counts.hands counts.duplicates counts.conflicts counts.unreadable counts.outside "
    "counts.decisions counts.choices counts.warnings problems sites reasons",
    schema="ImportContract",
)
@dataclass(frozen=True)
class ImportReport(Shown):
    """What came of an import."""

    files: int
    counts: Counts
    problems: tuple[Problem, ...]
    sites: tuple[SiteCounts, ...] = ()
    """Hands of these files that are kept, by the site that wrote them."""
    reasons: tuple[ReasonCount, ...] = ()


class _Hashing(BufferedIOBase):
    """A stream that knows the hash of what was read of it: a file may grow meanwhile."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self.hash, self.seen = stream, blake2b(digest_size=16, key=EDITION), 0

    def read(self, size: int | None = -1, /) -> bytes:
        data = self._stream.read(-1 if size is None else size)
        self.hash.update(data)
        self.seen += len(data)
        return data


def import_histories(
    paths: Iterable[Path], store: HistoryStore, progress: Progress = silent, processes: int = 0
) -> ImportReport:
    """Read files into the store, each in one transaction; files that are there unchanged are not read again.

    Parameters
    ----------
    processes
        Processes that read beside this one; 0 for as many as there are cores, none for small files.
    """
    chosen = list(sources_of(paths))
    size = sum(source.size for source in chosen if isinstance(source, Source))
    done, counts, problems, sites = 0, Counts(), [], dict[str, SiteCounts]()
    with ExitStack() as stack:
        pool = None
        if (processes or cores()) > 1 and size > ALONE:
            pool = stack.enter_context(Processes(processes or cores()))
        read = 0
        for source in chosen:
            if isinstance(source, Problem):
                problems.append(source)
                continue
            progress(f"reading {Path(source.name).name}", done / max(1, size))
            report = _import_file(source, store, pool, _Share(progress, source, done, max(1, size)))
            done += source.size
            if isinstance(report, Problem):
                problems.append(report)
                continue
            read += 1
            counts = counts.plus(report[0])
            problems += report[1]
            for one in store.by_site(source.full):
                sites[one.site] = sites.get(one.site, SiteCounts(one.site)).plus(one)
    return ImportReport(read, counts, tuple(problems), tuple(sites.values()), _reasons(problems))


def _reasons(problems: Iterable[Problem]) -> tuple[ReasonCount, ...]:
    """Why hands could not be read, the most frequent reason first: sentences without what is of one hand."""
    reasons = Counter(
        _OF_ONE_HAND.sub("...", problem.sentence.partition(": ")[2] or problem.sentence)
        if problem.sentence.startswith("Hand ")
        else _OF_ONE_HAND.sub("...", problem.sentence)
        for problem in problems
        if problem.kind is ProblemKind.UNREADABLE
    )
    return tuple(ReasonCount(reason, hands) for reason, hands in reasons.most_common())


class _Share:
    """Tells how far the whole import is from how far a file is."""

    def __init__(self, progress: Progress, source: Source, done: int, total: int) -> None:
        self._progress, self._stage = progress, f"reading {Path(source.name).name}"
        self._done, self._size, self._total = done, source.size, total

    def at(self, seen: int) -> None:
        """So many bytes of the file are read."""
        self._progress(self._stage, min(1.0, (self._done + min(seen, self._size)) / self._total))


def _import_file(
    source: Source, store: HistoryStore, pool: ProcessPoolExecutor | None, share: _Share
) -> tuple[Counts, list[Problem]] | Problem:
    """One file; a problem if it cannot be opened or unpacked."""
    name, full = source.name, source.full
    try:
        known = store.known(full, _hash_of(source))
        if known is not None:
            return known, [replace(problem, file=name) for problem in store.problems(full)]
        with source.open() as stream, store.adding(full) as adding:
            hashing = _Hashing(stream)
            works = works_of(pieces_of_text(cast(BinaryIO, hashing)), name)
            for k, one in enumerate(_read_all(works, name, pool)):
                adding.add(one)
                if k % BATCH == 0:
                    share.at(hashing.seen)
            adding.digest = hashing.hash.digest()
    except UNPACKING as error:
        return Problem(name, 0, ProblemKind.FILE, f"'{name}' cannot be read: {why_unpacked(error)}.")
    return adding.counts, [replace(problem, file=name) for problem in adding.problems]


def _hash_of(source: Source) -> bytes:
    value = blake2b(digest_size=16, key=EDITION)
    with source.open() as stream:
        while data := stream.read(PIECE):
            value.update(data)
    return value.digest()


def _read_all(
    works: Iterator[Work | Problem], name: str, pool: ProcessPoolExecutor | None
) -> Iterator[Row | Problem]:
    """Rows and problems in the order of the file; read in the pool, a few batches ahead of the writer."""
    queue: deque[Future[list[Plain]] | list[Row | Problem]] = deque()
    ahead = 0 if pool is None else 3 * cores()
    while batch := list(islice(works, BATCH)):
        problems: list[Row | Problem] = [one for one in batch if isinstance(one, Problem)]
        hands = [one for one in batch if not isinstance(one, Problem)]
        if pool is None:
            queue.append(read_works(hands, name))
        else:
            queue.append(pool.submit(_read_plain, [(*chunk, opening) for chunk, opening in hands], name))
        queue.append(problems)
        while len(queue) > 2 * ahead:
            yield from _result(queue.popleft())
    while queue:
        yield from _result(queue.popleft())


def _result(entry: Future[list[Plain]] | list[Row | Problem]) -> list[Row | Problem]:
    if isinstance(entry, list):
        return entry
    return [one if isinstance(one, Problem) else Row._make(one) for one in entry.result()]


def _read_plain(works: list[tuple[str, int, str, str]], name: str) -> list[Plain]:
    """As `read_works`, of and in plain tuples: named ones take three times as long between processes."""
    named = [Work(Chunk(reader, line, text), opening) for reader, line, text, opening in works]
    return [one if isinstance(one, Problem) else tuple(one) for one in read_works(named, name)]
