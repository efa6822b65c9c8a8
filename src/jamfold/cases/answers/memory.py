"""What has been computed once and may be asked for again, such as solved spots."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from jamfold.cases.answers.watch import Observer

_PATIENCE = 0.2  # seconds
Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class ResultCache(Generic[Key, Value]):
    """The latest values by their keys; several threads may ask, and one of them makes a value.

    Parameters
    ----------
    most
        How many values are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[Key, Value] = OrderedDict()
        self._making: dict[Key, threading.Lock] = {}
        self._lock = threading.Lock()

    def get(self, key: Key, make: Callable[[], Value], watch: Observer | None = None) -> Value:
        """The value of a key, made now if it is not there; what fails leaves nothing behind.

        Where another thread makes it, `watch` may end the waiting.
        """
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key]
            turn = self._making.setdefault(key, threading.Lock())
        while not turn.acquire(timeout=_PATIENCE):
            if watch is not None:
                watch.on_stage("waiting for the same request, which is already running", 0.0)
        try:
            with self._lock:
                if key in self._values:
                    return self._values[key]
            try:
                value = make()
            finally:
                with self._lock:
                    self._making.pop(key, None)
            with self._lock:
                self._values[key] = value
                while len(self._values) > self._most:
                    self._values.popitem(last=False)
            return value
        finally:
            turn.release()

    def get_if_present(self, key: Key) -> Value | None:
        """The value of a key if it is there; nothing is made."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)
