"""``python -m jamfold``."""

from __future__ import annotations

import sys

from jamfold.cli.main import main

sys.exit(main())
