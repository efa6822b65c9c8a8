"""``jamfold completion``: what may be typed next, for shells.

A shell runs ``jamfold`` with the words so far, and with `VARIABLE`, which holds the word that is being typed
behind a colon. Each line of the answer is a word, a tab, and what it means. Commands and options come from
the command line itself, values of options from the questions.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from jamfold.betting.rooms import rooms
from jamfold.cards.games import GAMES
from jamfold.cases.fields import FieldSpec
from jamfold.cases.python.names import HOMES, question_of
from jamfold.cases.table import AOF, PRESETS
from jamfold.cli.commands import PANELS, help_line, load_command
from jamfold.core.errors import QuestionError
from jamfold.core.storage.contents import PARTS
from jamfold.core.storage.whole_files import write_atomically
from jamfold.valuation.prizes import payouts
from jamfold.views.terminal import print_status

VARIABLE = "_JAMFOLD_COMPLETE"
_BASH = """_jamfold() {
    local IFS=$'\\n' lines
    local before=("${COMP_WORDS[@]:1:COMP_CWORD-1}")
    lines=($(_JAMFOLD_COMPLETE=":${COMP_WORDS[COMP_CWORD]#=}" jamfold "${before[@]}" 2>/dev/null))
    COMPREPLY=("${lines[@]%%$'\\t'*}")
}
complete -o default -F _jamfold jamfold
"""
_ZSH = """#compdef jamfold
_jamfold() {
    local -a lines
    lines=("${(@f)$(_JAMFOLD_COMPLETE=":$words[CURRENT]" jamfold "${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
    lines=("${(@)lines//$'\\t'/:}")
    [[ -n "$lines" ]] && _describe jamfold lines || _files
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _jamfold "$@"; else compdef _jamfold jamfold; fi
"""
_FISH = """function __jamfold
    set -l word (commandline -ct)
    set -l words (commandline -opc)
    set -e words[1]
    env _JAMFOLD_COMPLETE=":$word" jamfold $words 2>/dev/null
end
complete --command jamfold --arguments '(__jamfold)'
"""
_POWERSHELL = """Register-ArgumentCompleter -Native -CommandName jamfold -ScriptBlock {
    param($word, $ast, $cursor)
    $words = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
    if ($word) { $words = @($words | Select-Object -SkipLast 1) }
    $env:_JAMFOLD_COMPLETE = ":$word"
    jamfold @words 2>$null | ForEach-Object {
        $value, $help = $_ -split "`t"
        $tip = if ($help) { $help } else { $value }
        [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $tip)
    }
    Remove-Item Env:_JAMFOLD_COMPLETE
}
"""
SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH, "powershell": _POWERSHELL}
_HOMES = {
    "bash": "~/.local/share/bash-completion/completions/jamfold",
    "zsh": "~/.zfunc/_jamfold",
    "fish": "~/.config/fish/completions/jamfold.fish",
    "powershell": "~/.config/powershell/jamfold.ps1",
}
_LOADED = {
    "bash": "New terminals load it with bash-completion; without that, add 'source {path}' to ~/.bashrc.",
    "zsh": "It is loaded if ~/.zshrc has 'fpath+=~/.zfunc' before 'autoload -Uz compinit && compinit'.",
    "fish": "New terminals load it.",
    "powershell": "Add '. {path}' to the file that $PROFILE names.",
}


ShellArgument = Annotated[
    str,
    typer.Argument(help=f"{', '.join(SCRIPTS)}; yours unless given.", metavar="SHELL", show_default=False),
]
InstallOption = Annotated[bool, typer.Option("--install", help="Save it where the shell looks for it.")]


def completion(shell: ShellArgument = "", install: InstallOption = False) -> None:
    """Print or install the completion of commands for a shell.

    Commands, options, games, rooms and presets are completed in bash, zsh, fish and PowerShell.
    """
    name = (shell or Path(os.environ.get("SHELL", "")).name).lower()
    if name not in SCRIPTS:
        raise QuestionError(f"Name the shell: {', '.join(SCRIPTS)}.", field="shell")
    if not install:
        typer.echo(SCRIPTS[name], nl=False)
        return
    path = Path(_HOMES[name]).expanduser()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, SCRIPTS[name])
    print_status(f"Saved to {path}. {_LOADED[name].format(path=path)}")


def print_candidates(words: Sequence[str]) -> None:
    """Print what may follow the words of a command line, a line each."""
    word = os.environ[VARIABLE].removeprefix(":")
    for value, meaning in candidates([one for one in words if one != "="], word).items():
        if value.startswith(word) and value:
            typer.echo(f"{value}\t{meaning}" if meaning else value)


def candidates(words: Sequence[str], word: str) -> Mapping[str, str]:
    """Return by word what it means, of all that may follow `words`; `word` is what is begun."""
    path, rest = list(words[:1]), list(words[1:])
    if not path or path == ["help"]:
        return {name: help_line(name) for names in PANELS.values() for name in names.split()}
    if path == ["completion"]:
        return dict.fromkeys(SCRIPTS, "")
    if not any(path[0] in names.split() for names in PANELS.values()):
        return {}
    command = load_command(path[0])
    commands: Mapping[str, Any] = getattr(command, "commands", {})
    if rest and rest[0] in commands:
        path.append(rest.pop(0))
        command, commands = commands[path[1]], {}
    options = {name: one for one in command.params for name in one.opts if name.startswith("-")}
    fields = _fields("_".join(path).replace("-", "_"))
    option = next((one for one in reversed(rest) if one.startswith("--")), "")
    if option and option in options and not options[option].is_flag:
        values = _values(option, fields)
        if rest[-1] == option or (
            (options[option].metavar or "").endswith(" ..") and not word.startswith("-")
        ):
            return values
    if word.startswith("-"):
        return {name: (one.help or "").replace("\\[", "[") for name, one in options.items()}
    own = {name: one.get_short_help_str(80) for name, one in commands.items()} if not rest else {}
    return own | dict(_words_alone(fields, options))


def _fields(name: str) -> Mapping[str, FieldSpec]:
    """The fields of the question that a command asks; of others nothing."""
    return question_of(name).field_specs() if name in HOMES else {}


def _words_alone(fields: Mapping[str, FieldSpec], options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What may stand without an option."""
    if "game" in fields or "--game" in options or "--games" in options:
        yield from _games()
    for name in ("preset", *(one.name for one in fields.values() if one.entry.positional)):
        if name in fields:
            yield from _of_field(fields[name]).items()


def _values(option: str, fields: Mapping[str, FieldSpec]) -> Mapping[str, str]:
    """What an option may be."""
    name = option.removeprefix("--").replace("-", "_")
    if name in ("game", "games", "other_game"):
        return dict(_games())
    named = (one for one in fields.values() if option == one.entry.option or name == one.name)
    return next((_of_field(one) for one in named), {})


def _games() -> Iterator[tuple[str, str]]:
    return ((game.name, game.title) for game in GAMES.values())


def _of_field(field: FieldSpec) -> Mapping[str, str]:
    """What a field may be, as far as it can be listed."""
    if field.name == "preset":
        return (
            {AOF: ""} | {name: preset.words for name, preset in PRESETS.items()} | dict.fromkeys(rooms(), "")
        )
    listed = {"room": [*rooms()], "prizes": [*payouts()], "parts": [*PARTS]}
    names = listed.get(field.name, [*field.entry.choices])
    return dict.fromkeys((name for name in names if name), "")
