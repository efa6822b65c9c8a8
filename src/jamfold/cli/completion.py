"""``jamfold completion``: shells complete commands, options, games, rooms and presets.

The scripts are Typer's own: a shell starts ``jamfold`` with `VARIABLE` set, and Typer answers from the
command line. What a field may be is said here.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from subprocess import CalledProcessError
from typing import Annotated

import typer
from typer.completion import Shells, get_completion_script  # type: ignore[attr-defined]
from typer.completion import install as install_script  # type: ignore[attr-defined]

from jamfold.betting.rooms import rooms
from jamfold.cards.games import GAMES
from jamfold.cases.fields import FieldSpec
from jamfold.cases.table import AOF, PRESETS
from jamfold.core.errors import QuestionError
from jamfold.core.storage.folder import PARTS
from jamfold.valuation.prizes import payouts
from jamfold.views.terminal import print_status

VARIABLE = "_JAMFOLD_COMPLETE"
SHELLS = [shell.value for shell in Shells]

ShellArgument = Annotated[
    str,
    typer.Argument(
        help=f"{', '.join(SHELLS)}; yours unless given.",
        metavar="SHELL",
        show_default=False,
        autocompletion=lambda: SHELLS,
    ),
]
InstallOption = Annotated[bool, typer.Option("--install", help="Save it where the shell looks for it.")]


def completion(shell: ShellArgument = "", install: InstallOption = False) -> None:
    """Print or install the completion of commands for a shell.

    Commands, options, games, rooms and presets are completed in bash, zsh, fish and PowerShell.
    """
    name = (shell or Path(os.environ.get("SHELL", "")).name).lower()
    if name not in SHELLS:
        raise QuestionError(f"Name the shell: {', '.join(SHELLS)}.", field="shell")
    if not install:
        typer.echo(get_completion_script(prog_name="jamfold", complete_var=VARIABLE, shell=name))
        return
    if shutil.which(name) is None:
        raise QuestionError(f"{name} is not installed here.", field="shell")
    try:
        _, path = install_script(name, "jamfold", VARIABLE)
    except (OSError, CalledProcessError) as error:
        raise QuestionError(f"The completion of {name} cannot be saved: {error}.", field="shell") from None
    print_status(f"Saved to {path}. New terminals load it.")


def field_words(field: FieldSpec) -> Mapping[str, str]:
    """Return the words that a field may take, each with its meaning; empty if they cannot be listed."""
    if field.name in ("game", "games", "other_game"):
        return {game.name: game.title for game in GAMES.values()}
    if field.name == "preset":
        presets = {name: preset.words for name, preset in PRESETS.items()}
        return {AOF: ""} | presets | dict.fromkeys(rooms(), "")
    listed = {"room": [*rooms()], "prizes": [*payouts()], "parts": [*PARTS]}
    return {name: "" for name in listed.get(field.name, [*field.entry.choices]) if name}
