"""Tests side by side: a file stays with one worker, and a worker that dies costs one test, not the run.

pytest-xdist's own scheduler hands out the test that killed a worker once more, and files that were done;
a worker that gets nothing but such a file never asks again, and the run never ends.
"""

from __future__ import annotations

from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController


class FileScheduling(LoadFileScheduling):  # type: ignore[misc] # xdist has no types
    """Files in the order of the items."""

    def remove_node(self, node: WorkerController) -> str | None:
        """Take a worker out; if it died, its other tests go to others.  Return the test that it died of."""
        units: dict[str, dict[str, bool]] = self.assigned_work.pop(node)
        died_of = next((test for unit in units.values() for test, done in unit.items() if not done), None)
        if died_of is None:
            return None
        for scope, unit in units.items():
            if died_of in unit:
                unit[died_of] = True
            if not all(unit.values()):
                self.workqueue[scope] = unit
        for other in self.assigned_work:
            self._reschedule(other)
        return died_of

    def _reschedule(self, node: WorkerController) -> None:
        """Hand out files until a worker has enough: it runs a test only when it knows the next one."""
        while not node.shutting_down and self._pending_of(self.assigned_work[node]) <= 2:
            super()._reschedule(node)
