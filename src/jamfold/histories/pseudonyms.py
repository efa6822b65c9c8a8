"""Pseudonyms: names, hand numbers and files as an export may show them.

A pseudonym is a keyed hash, so that it is the same in every export of one
database and cannot be found by hashing a list of names.  The key is random,
never leaves the database, and goes with its last hand.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b

from jamfold.core.storage.folder import given_name
from jamfold.histories.schema import StoredHandRow
from jamfold.histories.store import HistoryStore

_BYTES = 5


@dataclass(frozen=True)
class Mask:
    """What names, hand numbers and files are shown as; as they are without a key."""

    key: bytes = b""

    def player(self, site: str, name: str) -> str:
        """A player, told apart by site and name."""
        return self._masked("player", name, site) if name else ""

    def hand(self, site: str, hand_id: str) -> str:
        return self._masked("hand", hand_id, site)

    def file(self, path: str) -> str:
        return self._masked("file", path) if self.key else given_name(path)

    def day(self, day: str) -> str:
        """A day; with the cards the date would tell which hand it was."""
        return self._masked("day", day) if day else ""

    def tournament(self, site: str, number: str) -> str:
        """A tournament's number; empty in cash games."""
        return self._masked("tournament", number, site) if number else ""

    def row(self, row: StoredHandRow) -> StoredHandRow:
        if not self.key:
            return row
        site = row.site
        return row._replace(
            hand_id=self.hand(site, row.hand_id),
            key="",
            day=self.day(row.day),
            played_at=None,
            tournament=self.tournament(site, row.tournament),
            hero=self.player(site, row.hero),
            sb_name=self.player(site, row.sb_name),
            bb_name=self.player(site, row.bb_name),
        )

    def _masked(self, kind: str, text: str, site: str = "") -> str:
        return _pseudonym(self.key, kind, f"{site}\n{text}") if self.key else text


@lru_cache(1 << 16)
def _pseudonym(key: bytes, kind: str, text: str) -> str:
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=_BYTES, key=key, person=kind.encode())
    return f"{kind}-{digest.hexdigest()}"


def mask_of(store: HistoryStore, anonymise: bool) -> Mask:
    """The mask of a database; its key is made when it is first asked for.

    Raises HistoryError if the kept hands cannot be written.
    """
    if not anonymise:
        return Mask()
    if store.read_only:  # without a key the pseudonyms are those of this time alone
        row = store.base.execute("SELECT key FROM secret").fetchone()
        return Mask(bytes(row[0]) if row else os.urandom(32))
    with store.writing() as base:
        row = base.execute("SELECT key FROM secret").fetchone()
        if row is None:
            row = (os.urandom(32),)
            base.execute("INSERT INTO secret VALUES (?)", row)
    return Mask(bytes(row[0]))
