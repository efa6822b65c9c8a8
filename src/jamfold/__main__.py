"""The command ``jamfold``, also ``python -m jamfold``: Ctrl-C is looked after before anything is loaded."""

from __future__ import annotations

import _signal  # type: ignore[import-not-found] # what `signal` dresses up: there at once
import _thread
import gc
import os
import sys
import time

INTERRUPTED = 130
_GARBAGE = 10_000
"""New objects between two looks for unused ones; of the usual 700, looks take 6% of a short command."""


def _leave(*_: object) -> None:
    """End at once: while modules load, and when all is said, there is nothing to tidy up."""
    os._exit(INTERRUPTED)


def _again(unraisable: sys.UnraisableHookArgs) -> None:
    """Repeat, a little later, a Ctrl-C that came where no exception can leave, as in a callback of LLVM."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        _thread.start_new_thread(_interrupt, ())
    else:
        sys.__unraisablehook__(unraisable)


def _interrupt() -> None:
    time.sleep(0.02)
    _thread.interrupt_main()


def main() -> int:
    """Run the command line of this process and give its exit code."""
    is_caught = _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler  # nohup and such ignore it
    if is_caught:
        _signal.signal(_signal.SIGINT, _leave)
        sys.unraisablehook = _again
    gc.set_threshold(_GARBAGE)
    from jamfold.cli.boundary import mend_streams
    from jamfold.cli.main import main as run

    mend_streams()
    try:
        if is_caught:
            _signal.signal(_signal.SIGINT, _signal.default_int_handler)
        code = run()
    except KeyboardInterrupt:  # between two lines of this function
        code = INTERRUPTED
    if is_caught:
        _signal.signal(_signal.SIGINT, _leave)
    if code == INTERRUPTED:
        _leave()  # and wait for no thread
    return code


if __name__ == "__main__":
    sys.exit(main())
