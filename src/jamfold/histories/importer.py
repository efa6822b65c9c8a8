"""Import of histories file by file, and rereading of stored hands with all their actions.

Hands are located here, parsed in other processes and stored here.  A stored row lacks the full list of
actions, so `reread_hands` reads the original file again.
"""

from __future__ import annotations

import gc
import marshal
import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, fields, replace
from functools import partial
from hashlib import blake2b
from io import BufferedIOBase
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO, cast

from jamfold.core.display import DisplayableResult, json_fields
from jamfold.core.parallel import Processes, cores
from jamfold.core.progress import Progress, ignore_progress
from jamfold.histories.pseudonyms import Mask
from jamfold.histories.reading import (
    LINE_ENDS,
    PIECE,
    Chunk,
    Work,
    pieces_of_text,
    read_pieces,
    wide_encoding,
    works_of,
)
from jamfold.histories.records import Hand, Problem, ProblemKind
from jamfold.histories.schema import StoredHandRow, read_works
from jamfold.histories.sources import UNPACKING, Source, source_named, sources_of, why_unpacked
from jamfold.histories.store import FROM_ITS_START, Counts, FileState, HistoryStore, ResumePoint, SiteCounts

BATCH = 256
"""Hands sent to a process at once, about 200 kB; 64 and 1,024 were slower by a tenth."""

EDITION = b"9"
"""Part of a file's hash; raise it when readers change, so that files are read again."""

SINGLE_PROCESS = 8_000_000
"""Bytes up to which starting other processes does not pay."""

_HELD = 6
"""Recent pieces of a file in memory: more than the longest hand."""
_LOOK = 20_000


_OF_ONE_HAND = re.compile(r"'[^']*'|\d[\d.,]*")


@dataclass(frozen=True)
class ReasonCount:
    """A reason why hands could not be read, without the details of a hand, and their number."""

    reason: str
    hands: int


@dataclass(frozen=True)
class FileCounts:
    """Counts of a file: new hands, and all that were stored before or could not be read."""

    file: str
    hands: int
    duplicates: int
    conflicts: int
    unreadable: int
    outside: int
    """New hands outside the model."""
    decisions: int
    """New hands in which the small blind jammed or folded."""
    summaries: int
    """Summaries of tournaments, which are skipped."""


_OF_A_FILE = [field.name for field in fields(FileCounts)][1:]


@json_fields(
    "files counts.hands counts.duplicates counts.conflicts counts.unreadable counts.outside "
    "counts.decisions counts.choices counts.warnings counts.summaries problems "
    "sites reasons by_file",
    schema="ImportContract",
)
@dataclass(frozen=True)
class ImportReport(DisplayableResult):
    """Counts and problems of an import."""

    files: int
    counts: Counts
    problems: tuple[Problem, ...]
    sites: tuple[SiteCounts, ...] = ()
    """Stored hands of these files by site."""
    reasons: tuple[ReasonCount, ...] = ()
    by_file: tuple[FileCounts, ...] = ()
    """Files that could be opened, in reading order."""


class _Hashing(BufferedIOBase):
    """A stream that hashes what is read, since a file may grow meanwhile.

    The last megabytes stay in memory: the start of the last hand is known only once it is read.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._hash, self.seen = stream, blake2b(digest_size=16, key=EDITION), 0
        self._held = deque[bytes]()
        self._is_wide = False

    def read(self, size: int | None = -1, /) -> bytes:
        data = self._stream.read(-1 if size is None else size)
        if data:
            self._is_wide = self._is_wide or (not self.seen and bool(wide_encoding(data)))
            self._held.append(data)
            self.seen += len(data)
        if len(self._held) > _HELD:
            self._hash.update(self._held.popleft())
        return data

    def skip(self, size: int) -> bytes:
        """Read up to `size` bytes from the start; return the hash of all that was read."""
        while self.seen < size and self.read(min(PIECE, size - self.seen)):
            pass
        while self._held:
            self._hash.update(self._held.popleft())
        return self._hash.digest()

    def start(self, line: int, lines: int) -> ResumePoint:
        """Return the resume point at a line that has `lines` line ends after it."""
        recent = b"".join(self._held)
        ends, cut = list[int](), len(recent)
        while cut and len(ends) < lines + 3:  # one more, as the cut may split a line end
            cut = max(0, cut - _LOOK)
            ends = [end.end() for end in LINE_ENDS.finditer(recent, cut)]
        ends = [0, *ends] if not cut else ends
        if self._is_wide or lines >= len(ends):
            return FROM_ITS_START
        before = ends[-1 - lines]
        value = self._hash.copy()
        value.update(recent[:before])
        return ResumePoint(value.digest(), self.seen - len(recent) + before, line)


def import_histories(
    paths: Iterable[Path], store: HistoryStore, progress: Progress = ignore_progress, processes: int = 0
) -> ImportReport:
    """Read files into the store, each in one transaction; stored files are skipped if unchanged.

    `processes` read, 0 means the number of cores; small files use none.
    """
    chosen = list(sources_of(paths))
    size = sum(source.size for source in chosen if isinstance(source, Source))
    done, counts, problems, sites = 0, Counts(), [], dict[str, SiteCounts]()
    by_file: list[FileCounts] = []
    with ExitStack() as stack:
        pool = None
        if (processes or cores()) > 1 and size > SINGLE_PROCESS:
            pool = stack.enter_context(Processes(processes or cores(), _begin))
        for source in chosen:
            if isinstance(source, Problem):
                problems.append(source)
                continue
            stage = f"reading {Path(source.name).name}"
            progress(stage, done / max(1, size))

            def on_read(seen: int, stage: str = stage, source: Source = source, done: int = done) -> None:
                progress(stage, min(1.0, (done + min(seen, source.size)) / max(1, size)))

            report = _import_file(source, store, pool, on_read)
            done += source.size
            if isinstance(report, Problem):
                problems.append(report)
                continue
            file_counts = report[0]
            by_file.append(FileCounts(source.name, *(getattr(file_counts, name) for name in _OF_A_FILE)))
            counts = counts.plus(file_counts)
            problems += report[1]
            for site_counts in store.by_site(source.full):
                sites[site_counts.site] = sites.get(site_counts.site, SiteCounts(site_counts.site)).plus(
                    site_counts
                )
    return ImportReport(
        len(by_file), counts, tuple(problems), tuple(sites.values()), _reasons(problems), tuple(by_file)
    )


def _reasons(problems: Iterable[Problem]) -> tuple[ReasonCount, ...]:
    """Count the reasons why hands could not be read, without details of hands; most frequent first."""
    reasons = Counter(
        _OF_ONE_HAND.sub("...", problem.sentence.partition(": ")[2] or problem.sentence)
        if problem.sentence.startswith("Hand ")
        else _OF_ONE_HAND.sub("...", problem.sentence)
        for problem in problems
        if problem.kind is ProblemKind.UNREADABLE
    )
    return tuple(ReasonCount(reason, hands) for reason, hands in reasons.most_common())


def _import_file(
    source: Source, store: HistoryStore, pool: ProcessPoolExecutor | None, on_read: Callable[[int], None]
) -> tuple[Counts, list[Problem]] | Problem:
    """Import a file, or its new part; return a problem if it cannot be opened or unpacked."""
    name, full = source.name, source.full
    try:
        state = store.file_state(full)
        start = FROM_ITS_START if state is None else _new_of(source, state)
        if state is not None and start is None:
            return state.counts, _named(store.problems(full), name)
        start = start or FROM_ITS_START
        since = start.line
        with source.open() as stream, store.adding(full, since) as adding:
            hashing = _Hashing(stream)
            hashing.skip(start.size)
            last: list[Work] = []
            works = works_of(pieces_of_text(cast(BinaryIO, hashing)), name, since or 1)
            for rows in _read_all(works, name, pool, last):
                adding.add(rows)
                on_read(hashing.seen)
            if last and not last[0].opening:  # a preamble belongs to all hands
                start = hashing.start(last[0].chunk.line, last[0].chunk.text.count("\n"))
            adding.start, adding.digest = start, hashing.skip(0)
    except UNPACKING as error:
        return Problem(name, 0, ProblemKind.FILE, f"'{name}' cannot be read: {why_unpacked(error)}.")
    counts, problems = adding.counts, list(store.problems(full))
    if state is not None and since:
        whole = (store.file_state(full) or state).counts
        counts = counts._replace(
            duplicates=counts.duplicates + state.counts.duplicates,
            conflicts=whole.conflicts,
            unreadable=whole.unreadable,
            warnings=whole.warnings,
            summaries=whole.summaries,
        )
    return counts, _named(problems, name)


def _new_of(source: Source, state: FileState) -> ResumePoint | None:
    """Return where to resume reading a file; None if it is unchanged."""
    with source.open() as stream:
        hashing = _Hashing(stream)
        same = hashing.skip(state.start.size) == state.start.digest and state.start.line > 0
        while hashing.read(PIECE):
            pass
        if hashing.skip(0) == state.digest:
            return None
    return state.start if same else FROM_ITS_START


def _named(problems: Iterable[Problem], name: str) -> list[Problem]:
    return [replace(problem, file=name) for problem in problems]


def _read_all(
    works: Iterator[Work | Problem], name: str, pool: ProcessPoolExecutor | None, last: list[Work]
) -> Iterator[list[StoredHandRow | Problem]]:
    """Read rows and problems in file order, and put the last hand that was located into `last`.

    The pool reads a few batches ahead of the writer.
    """
    queue: deque[Future[bytes] | list[StoredHandRow | Problem]] = deque()
    ahead = 0 if pool is None else 3 * cores()
    while batch := list(islice(works, BATCH)):
        problems: list[StoredHandRow | Problem] = [entry for entry in batch if isinstance(entry, Problem)]
        hands = [entry for entry in batch if not isinstance(entry, Problem)]
        last[:] = hands[-1:] or last
        if pool is None:
            queue.append(_rows(read_works(hands, name)))
        else:
            plain = marshal.dumps([(*chunk, opening) for chunk, opening in hands])
            queue.append(pool.submit(_read_plain, plain, name))
        queue.append(problems)
        while len(queue) > 2 * ahead:
            yield _result(queue.popleft())
    while queue:
        yield _result(queue.popleft())


def _result(entry: Future[bytes] | list[StoredHandRow | Problem]) -> list[StoredHandRow | Problem]:
    return entry if isinstance(entry, list) else _rows(marshal.loads(entry.result()))


def _rows(plain: Iterable[tuple[Any, ...]]) -> list[StoredHandRow | Problem]:
    return [_row(values) if len(values) == _COLUMNS else _problem(*values) for values in plain]


_COLUMNS = len(StoredHandRow._fields)
_row: Callable[[tuple[Any, ...]], StoredHandRow] = partial(tuple.__new__, StoredHandRow)
"""Like `_make` without the check of the length, in a third of the time."""


def _problem(file: str, line: int, kind: str, sentence: str) -> Problem:
    return Problem(file, line, ProblemKind(kind), sentence)


def _begin() -> None:
    """Set up a worker: hands leave no reference cycles, and searching for them took 3% of the time."""
    gc.freeze()
    gc.set_threshold(50_000)


def _read_plain(works: bytes, name: str) -> bytes:
    """Call `read_works` with marshalled plain tuples: pickled named tuples take four times as long."""
    named = [Work(Chunk(reader, line, text), opening) for reader, line, text, opening in marshal.loads(works)]
    return marshal.dumps(read_works(named, name))


def reread_hands(store: HistoryStore, mask: Mask) -> Iterator[Hand | Problem]:
    """Read all stored hands again, by file and line; a problem for each file that lacks some of its hands."""
    files = store.base.execute("SELECT id, path FROM file WHERE hands > 0 ORDER BY path").fetchall()
    for number, path in files:
        rows = store.base.execute("SELECT hash FROM hand WHERE file = ?", (number,))
        missing = {bytes(row[0]) for row in rows}
        reason = ""
        try:
            with source_named(Path(path)).open() as stream:
                for hand in read_pieces(pieces_of_text(stream), path):
                    if isinstance(hand, Hand) and hand.digest in missing:
                        missing.discard(hand.digest)
                        yield _masked(hand, mask)
        except UNPACKING as error:
            reason = f": {why_unpacked(error)}"
        if missing:
            name = mask.file(path)
            are = "is" if len(missing) == 1 else "are"
            sentence = f"{len(missing):,} of the stored hands {are} no longer in '{name[:200]}'{reason}."
            yield Problem(name, 0, ProblemKind.FILE, sentence)


def _masked(hand: Hand, mask: Mask) -> Hand:
    if not mask.key:
        return hand
    seats = tuple(seat._replace(name=mask.player(hand.site, seat.name)) for seat in hand.seats)
    return replace(
        hand,
        hand_id=mask.hand(hand.site, hand.hand_id),
        key="",
        day="",
        played_at=None,
        tournament=mask.tournament(hand.site, hand.tournament),
        seats=seats,
    )
