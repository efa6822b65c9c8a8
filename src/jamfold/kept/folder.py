"""The folder of everything that jamfold keeps."""

from __future__ import annotations

import os
from pathlib import Path

DATA_VARIABLE = "JAMFOLD_DATA"
FOLDER_SIGN = "\N{DIVISION SLASH}"
"""What stands for a slash in names of files that a browser hands over."""


def data_folder() -> Path:
    """The folder for everything jamfold keeps: $JAMFOLD_DATA, or the user's data folder."""
    chosen = os.environ.get(DATA_VARIABLE)
    if chosen:
        return Path(chosen)
    import platformdirs

    return platformdirs.user_data_path("jamfold", appauthor=False)
