"""The players of kept hands, by their numbers."""

from __future__ import annotations

import sqlite3

_MOST = 50_000
"""Names remembered: 5 MB; a million hands of many rooms hold hundreds of thousands."""


_NUMBER = """INSERT INTO player VALUES (NULL, ?, ?)
    ON CONFLICT (site, name) DO UPDATE SET name = excluded.name RETURNING id"""
"""One statement for new and known ones: a file of many names spends a third of its writing on them."""


class SitePlayers(dict[str, int | None]):
    """The numbers of a site's players by name, who are kept from now on; None where there is no name.

    A dict with `__missing__`, as `money.Coins`: nearly all have come before.
    """

    def __init__(self, base: sqlite3.Connection, site: str) -> None:
        super().__init__({"": None})
        self._base, self._site = base, site

    def __missing__(self, name: str) -> int:
        ((number,),) = self._base.execute(_NUMBER, (self._site, name)).fetchall()
        self[name] = int(number)
        return int(number)


class Players(dict[str, SitePlayers]):
    """The players of sites; those that came lately are remembered."""

    def __init__(self, base: sqlite3.Connection) -> None:
        super().__init__()
        self._base = base

    def __missing__(self, site: str) -> SitePlayers:
        players = self[site] = SitePlayers(self._base, site)
        return players

    def trim(self) -> None:
        """Remember nobody where too many are remembered."""
        if sum(map(len, self.values())) > _MOST:
            self.clear()
