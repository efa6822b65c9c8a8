"""The players of kept hands, by their numbers."""

from __future__ import annotations

import sqlite3

_MOST = 50_000
"""Names remembered: 5 MB; a million hands of many rooms hold hundreds of thousands."""


class Players:
    """The numbers of players, by site and name; those that came lately are remembered."""

    def __init__(self, base: sqlite3.Connection) -> None:
        self._base = base
        self._numbers: dict[str, dict[str, int]] = {}
        self._count = 0

    def number(self, site: str, name: str) -> int | None:
        """Of a player, who is kept from now on; None where there is no name."""
        if not name:
            return None
        names = self._numbers.get(site)
        if names is None:
            names = self._numbers[site] = {}
        number = names.get(name)
        if number is None:
            self._base.execute("INSERT OR IGNORE INTO player VALUES (NULL, ?, ?)", (site, name))
            row = self._base.execute(
                "SELECT id FROM player WHERE site = ? AND name = ?", (site, name)
            ).fetchone()
            if self._count >= _MOST:
                self.clear()
                names = self._numbers[site] = {}
            number = names[name] = int(row[0])
            self._count += 1
        return number

    def clear(self) -> None:
        """Remember nobody."""
        self._numbers.clear()
        self._count = 0
