"""The command ``jamfold``, also ``python -m jamfold``: nothing is loaded before Ctrl-C is looked after."""

from __future__ import annotations

import os
import signal
import sys


def _leave(*_: object) -> None:
    """End at once: before the first and after the last command line there is nothing to tidy up."""
    os._exit(130)


def main() -> int:
    """Run the command line of this process and give its exit code."""
    catches = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if catches:
        signal.signal(signal.SIGINT, _leave)
    from jamfold.cli.boundary import mend_streams
    from jamfold.cli.main import main as run

    mend_streams()
    if not catches:
        return run()
    try:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        return run()
    finally:
        signal.signal(signal.SIGINT, _leave)


if __name__ == "__main__":
    sys.exit(main())
