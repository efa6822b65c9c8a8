"""Solved spots of three to ten seats, as they are kept beside the hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from jamfold.arrays import FloatArray
from jamfold.hand.hand import TableHand
from jamfold.hand.posts import ANTES, BlindLevel
from jamfold.hand.terms import PayoffTerms
from jamfold.histories.editions import keep, kept
from jamfold.histories.room_terms import terms_of, terms_text
from jamfold.histories.store import HistoryStore

_SURE = 1.96
_ERRORS_OF_MODEL = 2.0
"""As `TableResult.close` has it."""


class TableKey(NamedTuple):
    """A spot: the game; stacks by seat, the small blind and all antes of its level, in big blinds; terms."""

    game: str
    chips: str

    @classmethod
    def of(cls, game: str, hand: TableHand, terms: PayoffTerms) -> TableKey:
        level = hand.level
        chips = (*hand.stacks, level.blinds[0], *(getattr(level, name) for name in ANTES))
        words = " ".join(f"{one / level.big_blind:.12g}" for one in chips)
        return cls(game, f"{words} {terms_text(terms)}".strip())

    @property
    def hand(self) -> TableHand:
        """The hand, in big blinds."""
        words, terms = terms_of(self.chips)
        chips = [float(word) for word in words.split()]
        *stacks, small = chips[: -len(ANTES)]
        antes = dict(zip(ANTES, chips[-len(ANTES) :], strict=True))
        return TableHand(tuple(stacks), BlindLevel((small, 1.0), **antes), terms)


class TableAnswer(NamedTuple):
    """A solved spot; arrays of shape (decisions, classes), big blinds."""

    gain: float
    """What a seat gains at most; where not every deal was counted with 95 %."""
    played: FloatArray
    margins: FloatArray
    errors: FloatArray | None
    """The margins' errors: the model's, or standard errors; none where every deal was counted."""
    seconds: float
    """How long a search by sampled deals took; 0 where there was none."""

    @property
    def is_modelled(self) -> bool:
        """Whether the model says what the margins are."""
        return self.errors is not None and not self.seconds

    def error_margin(self, place: tuple[int, int]) -> float:
        """Margins up to this are not told from none, whatever is better."""
        return float(self.error_margins[place])

    @property
    def error_margins(self) -> FloatArray:
        """The same of all decisions and classes; nan where nothing is known.

        The model is as far from the game as its errors say, whatever few deals certify of a seat's gain.
        """
        if self.errors is None:
            return np.zeros_like(self.margins)
        return _ERRORS_OF_MODEL * self.errors if self.is_modelled else self.gain + _SURE * self.errors


def kept_answers(store: HistoryStore, wanted: Iterable[TableKey]) -> dict[TableKey, TableAnswer]:
    """Those of the wanted spots that are kept; each is read by its key, for there may be thousands."""
    answers: dict[TableKey, TableAnswer] = {}
    for key in wanted:
        columns = "gain, seconds, played, margins, errors"
        row = kept(store.base, "table_spot", columns, "game = ? AND chips = ?", key).fetchone()
        if row is None:
            continue
        gain, seconds, *blobs = row
        shape = len(key.hand.nodes), -1
        played, margins, *errors = (np.frombuffer(data, dtype="<f8").reshape(shape) for data in blobs if data)
        answers[key] = TableAnswer(gain, played, margins, errors[0] if errors else None, seconds)
    return answers


def kept_answer(store: HistoryStore, key: TableKey) -> TableAnswer | None:
    return kept_answers(store, (key,)).get(key)


def kept_seconds(store: HistoryStore) -> dict[TableKey, float]:
    """For how long the kept spots were searched by sampled deals; 0 where that was not needed."""
    rows = kept(store.base, "table_spot", "game, chips, seconds")
    return {TableKey(game, chips): seconds for game, chips, seconds in rows}


def keep_answers(store: HistoryStore, answers: Mapping[TableKey, TableAnswer]) -> None:
    rows = [
        (*key, one.gain, *map(_blob, (one.played, one.margins, one.errors)), one.seconds)
        for key, one in answers.items()
    ]
    store.keep(lambda base: keep(base, "table_spot", rows))


def _blob(data: FloatArray | None) -> bytes:
    return b"" if data is None else data.astype("<f8").tobytes()
