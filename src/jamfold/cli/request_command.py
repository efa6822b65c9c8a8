"""Commands from questions: options, their help and their defaults stand in the questions alone."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_args

import typer
from typer.core import TyperCommand, TyperGroup

from jamfold.cards.games import GAMES, canonical_name
from jamfold.cases.answers import run_case
from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import Amount, AmountList, Amounts, FieldSpec, split_amounts
from jamfold.core.errors import QuestionError
from jamfold.views.terminal import ProgressDisplay, print_status

RequestT = TypeVar("RequestT", bound=CaseRequest)

JsonOption = Annotated[bool, typer.Option("--json", help="Output JSON with full precision.")]
OutOption = Annotated[Path | None, typer.Option("--out", help="Write to a file instead.", metavar="FILE")]

_MANY = " .."
"""After the metavar of an option that takes any number of words."""
_TWO = "SB BB"
"""How the metavar of two amounts ends; of ``BOTH|SB BB`` one may stand for both."""
_PAIR = re.compile(r"([2-9])\1")
_WORDS, _STACKS = "typed_words", "typed_stacks"
"""The arguments that say what an option says, too: a text, or amounts."""
_CHIPS = re.compile(r"\d{1,9}(\.\d{1,9})?", re.ASCII)
_FEW = 2.5
"""Big blinds: 25 chips at blinds 5/10; and 1 to 25 big blinds are the stacks to jam or fold with."""
_SMALL_FEE = 0.04
"""Big blinds: 0.4 chips at blinds 5/10; rooms take 0.05 and more of a player and hand."""
_ONE = r"(\d+[x×*])?[\d.][\d.,;]*(e-?\d+)?k?(%|bb|x)?"
_NUMBER = re.compile(rf"-?{_ONE}(/{_ONE})*[,;]?", re.IGNORECASE)
_METHODS = ("--exact", "--approximate")
"""Short for the method of that name."""
_BB = "bb"
_GROUPS = ("history", "rule", "tables", "train")
_GAME_NAMES = ("game", "games")


class _WithGames:
    """A command that a shell completes by games too, where it takes one: ``train holdem``."""

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """What Typer finds, and games."""
        games = (
            param.shell_complete(ctx, incomplete) for param in ctx.command.params if param.name in _GAME_NAMES
        )
        return [*super().shell_complete(ctx, incomplete), *next(games, ())]  # type: ignore[misc]


class RequestCommand(_WithGames, TyperCommand):
    """A command in which an option may have any number of words: ``--stacks 5000 3000 2000``.

    The words up to the next option are one for the parser; where a command also takes words without
    an option, only those that look like numbers; of what one word says for both players, at most two.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join the words of lists, then parse."""
        take_as_typed(self.get_params(ctx))
        args = _with_games(self.params, args)
        _check_values(ctx, args)
        only_numbers = any(
            param.param_type_name == "argument" and param.name != _STACKS for param in self.params
        )
        return list(super().parse_args(ctx, _joined(self.params, args, only_numbers=only_numbers)))


class AskingGroup(_WithGames, TyperGroup):
    """A group that is itself a command with such options; other words name its commands."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Join the numbers of lists, then parse."""
        take_as_typed(self.get_params(ctx))
        args = _with_games(self.params, args, self.commands)
        _check_values(ctx, args)
        return list(super().parse_args(ctx, _joined(self.params, args, only_numbers=True)))


class _AsTyped:
    """Takes nothing, texts and paths as they are typed; Typer loads Pydantic even for these, 0.05 s."""

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        kind = _AS_TYPED.get(param.type_descriptor.annotation)
        is_many = param.multiple or param.nargs == -1
        if value is None:
            return [] if is_many else None
        if kind is None:
            param._runtime_param = None  # noqa: SLF001 -- Typer makes its own anew
            return param.get_runtime_param().coerce(value, param=param, ctx=ctx)
        return [kind(item) for item in value] if is_many else kind(value)


_AS_TYPED: dict[Any, type] = {str: str, list[str]: str, Path: Path, list[Path]: Path}


def take_as_typed(parameters: Iterable[Any]) -> None:
    """Let what needs no conversion be taken as it is; another version of Typer may not look there."""
    for param in parameters:
        param._runtime_param = _AsTyped()  # noqa: SLF001
        param.display_type = lambda ctx: ""  # help has no types: a metavar says what to write


class HelpfulGroup(TyperGroup):
    """A group that shows its help where it is named alone, which is no error."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Ask for the help, or parse without what converts values."""
        take_as_typed(self.get_params(ctx))
        return list(super().parse_args(ctx, args or ["--help"]))


def _check_values(ctx: Any, words: Sequence[str]) -> None:
    """Raise QuestionError if an option has no value, as last word or before another, or two are opposites."""
    if ctx.resilient_parsing:  # a shell completes it
        return
    options = [param for param in ctx.command.params if param.param_type_name == "option"]
    opposites = [(*option.opts, *option.secondary_opts) for option in options if option.secondary_opts]
    for spellings in (_METHODS, *opposites):
        if {*spellings} <= {*words}:
            raise QuestionError(f"Use {' or '.join(spellings)}, not both.")
    needy = {spelling for option in options if not option.is_flag for spelling in option.opts}
    arguments = {param.name for param in ctx.command.params if param.param_type_name == "argument"}
    for word, after in zip(words, [*words, "--"][1:], strict=True):
        if word == "--" or (isinstance(ctx.command, TyperGroup) and word in ctx.command.commands):
            return
        is_file = after.endswith(word.replace("--", ".")) and arguments <= {_WORDS, _STACKS}
        if word in {"--csv", "--json"} - needy and is_file:
            raise QuestionError(f"{word} takes no file. Save what it prints: {word} > {after[:40]}.")
        if word in needy and after.startswith("--"):
            raise QuestionError(
                f"{word} needs a value. See {ctx.command_path} --help.",
                field=word.strip("-").replace("-", "_"),
            )


def _with_games(parameters: Sequence[Any], words: list[str], commands: Collection[str] = ()) -> list[str]:
    """The words of a command line, games under the option that names them: ``train holdem``.

    A command with words of its own reads them itself; ``--game`` is ``--games`` where a command has several.
    """
    options = {
        spelling: param for param in parameters for spelling in param.opts if spelling.startswith("--")
    }
    spelling = _GAMES if _GAMES in options else "--game"
    if spelling not in options or any(param.param_type_name == "argument" for param in parameters):
        return words
    expanded: list[str] = []
    for k, word in enumerate(words):
        if word == "--" or word in commands:
            return [*expanded, *words[k:]]
        option, equals, value = word.partition("=")
        before = options.get(expanded[-1]) if expanded else None
        if option == "--game":
            expanded.append(f"{spelling}{equals}{value}")
        elif canonical_name(word) in GAMES and (before is None or before.is_flag):
            expanded += [spelling, word]
        else:
            expanded.append(word)
    return expanded


def _joined(parameters: Sequence[Any], words: Sequence[str], *, only_numbers: bool) -> list[str]:
    """The words of a command line, those of each option with several as one."""
    lists, pairs = (
        {spelling for param in parameters if (param.metavar or "").endswith(end) for spelling in param.opts}
        for end in (_MANY, _TWO)
    )
    spellings = {spelling for param in parameters for spelling in param.opts}
    if "--method" in spellings:
        words = [
            f"--method={word[2:]}" if word in _METHODS and word not in spellings else word for word in words
        ]
    return join_lists(_with_bb(words), lists, pairs, only_numbers=only_numbers)


def _with_bb(words: Sequence[str]) -> list[str]:
    """The words of a command line, those that say bb of the number before them: ``--stack 8 bb``."""
    joined: list[str] = []
    for word in words:
        before = joined[-1] if joined else ""
        if word.lower() == _BB and _CHIPS.fullmatch(before) and not _PAIR.fullmatch(before):
            joined[-1] += word
        else:
            joined.append(word)
    return joined


_GAMES = "--games"
"""The option that lists games."""


def join_lists(
    words: Sequence[str], lists: Collection[str], pairs: Collection[str] = (), *, only_numbers: bool
) -> list[str]:
    """The words of a command line, those of each option in `lists` as one; in `pairs`, two at most.

    A pocket pair behind a stack in big blinds is a hand, not the second stack: ``--stacks 10bb 77``; a game
    ends a list that is not one of games.
    """
    joined: list[str] = []
    name, taking = "", 0
    for k, word in enumerate(words):
        if word == "--":
            return [*joined, *words[k:]]
        is_game = name != _GAMES and canonical_name(word) in GAMES
        is_value = bool(_NUMBER.fullmatch(word)) or not (only_numbers or word.startswith("-") or is_game)
        if taking > 0 and is_value and not (only_numbers and _is_pair_behind(word, joined[-1])):
            has_values = joined[-1] not in (*lists, *pairs)
            joined[-1:] = [f"{joined[-1]} {word}"] if has_values else [joined[-1], word]
            taking -= 1 + word.count("/")
            continue
        joined.append(word)
        name, *value = word.split("=", 1)
        taking = len(words) if name in lists else 2 if name in pairs else 0
        taking -= len(value)
    return _once(joined, lists)


def _once(words: Sequence[str], lists: Collection[str]) -> list[str]:
    """The words with each option of a list once: what is given again goes on with what was given before."""
    joined: list[str] = []
    places: dict[str, int] = {}
    for word in words:
        name, equals, value = word.partition("=")
        before = joined[-1] if joined else ""
        if before in lists and places.get(before, len(joined)) != len(joined):
            joined.pop()
            joined[places[before]] += f" {word}"
        elif equals and name in lists:
            if name in places:
                joined[places[name]] += f" {value}"
            else:
                places[name] = len(joined)
                joined.append(word)
        else:
            if before in lists:
                places[before] = len(joined)
            joined.append(word)
    return joined


def _is_pair_behind(word: str, before: str) -> bool:
    return bool(_PAIR.fullmatch(word)) and before.lower().endswith("bb")


def with_request_options(
    question: type[RequestT], *leave: str
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a function of a question and of options about its view into a command.

    The first parameter of the function is the question; its other parameters are the options that
    only a command has.  The names in `leave` are not asked for.
    """

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        own = list(inspect.signature(function, eval_str=True).parameters.values())[1:]
        fields = [
            spec
            for spec in question.field_specs().values()
            if not spec.entry.web_only and spec.name not in leave
        ]
        options = {name: option for field in fields for name, option in _options(field).items()}
        first, *more = [field.name for field in fields if field.entry.positional] or [""]
        if more:  # several arguments: the last alone takes any number of words
            options[first] = options[first].replace(annotation=_one_word(options[first].annotation))
        is_group = any(spec.annotation is typer.Context for spec in own)  # its words are names of commands
        if question.positional_field in question.field_specs() and not is_group:
            typed = _typed(question.field_specs()[question.positional_field], question)
            options[typed.name] = typed
        parameters = [option for option in options.values() if _is_argument(option)] + [
            option for option in (*options.values(), *own) if not _is_argument(option)
        ]

        @functools.wraps(function)
        def command(**values: Any) -> None:
            typed_values = {name: values.pop(name) for name in options}
            _take_game(question, typed_values)
            request = _make(question, fields, typed_values)
            for doubt in confirmations(request, typed_values):
                print_status(doubt)
            function(request, **values)

        command.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
            [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in parameters]
        )
        command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        command.__doc__ = _paragraphs(_plain(function.__doc__ or question.__doc__ or ""))
        return command

    return decorate


def run_in_terminal(question: CaseRequest) -> Any:
    """The answer to a question, with its progress on stderr."""
    with ProgressDisplay(question.title) as display:
        return run_case(question, display)


def _make(question: type[RequestT], fields: list[FieldSpec], typed_values: dict[str, Any]) -> RequestT:
    values: dict[str, Any] = {}
    typed = " ".join(typed_values.pop(_WORDS, None) or typed_values.pop(_STACKS, None) or ())
    if typed and typed_values[question.positional_field] is not None:
        spec = question.field_specs()[question.positional_field]
        sentence = f"'{typed[:40]}' says the {spec.label} a second time. Remove it, or {_spelling(spec)}."
        if spec.name == "stacks" and Ellipsis not in get_args(spec.kind):  # of two players
            sentence = (
                f"'{typed[:40]}' is one stack too many. Write one stack for both players, or the small "
                "and the big blind's, with or without --stacks."
            )
        raise QuestionError(sentence, field=question.positional_field)
    if typed and question.positional_field == "game" and _NUMBER.fullmatch(typed.split()[0]):
        raise QuestionError(
            f"'{typed[:40]}' needs an option: {_command(question)} takes only a game without one. "
            f"See jamfold {_command(question)} --help.",
            field="game",
        )
    if typed:
        typed_values[question.positional_field] = typed
    for field in fields:
        if field.nested:
            changes = {name: typed_values[f"{field.name}_{name}"] for name in _nested(field)}
            changes = {name: value for name, value in changes.items() if value is not None}
            if changes:
                values[field.name] = changes
            continue
        value = typed_values[field.name]
        if field.entry.positional and field.kind is str and isinstance(value, list):
            value = " ".join(value) or None
        if value is not None and value != []:
            values[field.name] = value
        elif field.required:
            raise QuestionError(f"{_command(question)} needs {field.label}: {field.help}", field=field.name)
    return question.from_cli(values)


def _command(question: type[CaseRequest]) -> str:
    """Return the words of a command: those of a group have its name first, as in ``rule features``."""
    group, _, command = question.name.partition("-")
    return f"{group} {command}" if group in _GROUPS else question.name


def _take_game(question: type[CaseRequest], values: dict[str, Any]) -> None:
    """Take a game, of one word or two, out of the words without an option: ``solve 10bb holdem``."""
    arguments = (
        _WORDS,
        _STACKS,
        *(spec.name for spec in question.field_specs().values() if spec.entry.positional),
    )
    for name in arguments:
        words = values.get(name)
        if values.get("game") is not None or not isinstance(words, list):
            continue
        for begin, end in [(k, k + n) for n in (2, 1) for k in range(len(words) + 1 - n)]:
            if all(words[begin:end]) and question.names_game(" ".join(words[begin:end])):
                values["game"], words[begin:end] = " ".join(words[begin:end]), []
                break


def confirmations(question: CaseRequest, values: Mapping[str, Any]) -> Iterator[str]:
    """What is asked back: warnings; few chips at blinds that nobody has named, which are rather big blinds.

    They are solved as they stand, since so short a stack can be meant.
    """
    yield from question.warnings.values()
    blinds = question.field_specs().get("blinds")
    if blinds is None or values.get("blinds") or getattr(question, "blinds", None) != blinds.default:
        return
    small, big = (float(blind) for blind in blinds.default)
    for name, few in (("stacks", _FEW * big), ("stack", _FEW * big), ("fee", _SMALL_FEE * big)):
        words = split_amounts(str(values.get(name) or ""))
        least = min((word for word in words if _CHIPS.fullmatch(word)), key=float, default="0")
        if 0 < float(least) <= few:
            seats = f", or --seats {least} --stack {words[-1]}" if _says_seats(question, words) else ""
            chips = "chip is" if float(least) == 1 else "chips are"
            yield (
                f"{least} {chips} {float(least) / big:g} bb at blinds {small:g}/{big:g}: "
                f"did you mean {least}bb{seats}?"
            )


def _says_seats(question: CaseRequest, words: Sequence[str]) -> bool:
    """Return whether two stacks may be a number of seats and the stack of each: ``table 3 8bb``."""
    field = question.field_specs().get("seats")
    return field is not None and len(words) == 2 and words[0] in map(str, range(2, 11))


def _nested(field_spec: FieldSpec) -> dict[str, FieldSpec]:
    return {name: field for name, field in field_spec.kind.field_specs().items() if not field.entry.cli_only}


def _options(spec: FieldSpec, prefix: str = "") -> dict[str, inspect.Parameter]:
    """The parameters of a field; those of a question in it begin with its name."""
    if spec.nested:
        return {
            f"{spec.name}_{name}": parameter
            for name, field in _nested(spec).items()
            for parameter in _options(field, f"{spec.name}-").values()
        }
    spelling = f"--{prefix}{spec.name}".replace("_", "-") if prefix else _spelling(spec)
    name = f"{prefix}{spec.name}".replace("-", "_")
    kind: Any = {Amount: str, Amounts: str, AmountList: str, tuple[str, ...]: list[str]}.get(
        spec.kind, spec.kind
    )
    help_text = _plain(f"Second spot. {spec.entry.help}" if prefix else spec.help)
    kind = str if kind in (int, float) and spec.entry.metavar else kind  # the question reads 1,500 and 5%
    if spec.entry.positional:
        required = spec.required
        info = typer.Argument(
            help=help_text, metavar=spec.entry.metavar or None, autocompletion=lambda: completions_of(spec)
        )
        kind = list[str]
        annotation = Annotated[kind if required else kind | None, info]  # type: ignore[valid-type]
        default = inspect.Parameter.empty if required else None
    else:
        metavar = None if spec.kind is bool else spec.entry.metavar or spec.name.upper()
        if spec.kind in (AmountList, tuple[str, ...]):
            metavar = f"{spec.entry.metavar}{_MANY}"
        annotation = Annotated[
            kind | None,
            typer.Option(
                spelling,
                help=help_text,
                metavar=metavar,
                show_default=False,
                rich_help_panel=spec.entry.panel or None,
                autocompletion=lambda: completions_of(spec),
            ),
        ]
        default = inspect.Parameter.empty if spec.required else None
    parameter = inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )
    return {name: parameter}


def completions_of(field: FieldSpec) -> list[tuple[str, str]]:
    """What a shell may complete a field to, each with what it means."""
    return list(import_module("jamfold.cli.completion").field_words(field).items())


def _one_word(annotation: Any) -> Any:
    """The annotation of an argument that is one word in place of a list."""
    return Annotated[str, *annotation.__metadata__]


def _typed(spec: FieldSpec, question: type[CaseRequest]) -> inspect.Parameter:
    """The words without an option, which say what an option says too, and a game."""
    completed = [field for name, field in question.field_specs().items() if name in (*_GAME_NAMES, spec.name)]
    info = typer.Argument(
        help=f"{_plain(spec.entry.help).rstrip('.')}; as {_spelling(spec)}.",
        metavar=_plain(spec.entry.metavar),
        autocompletion=lambda: [word for field in completed for word in completions_of(field)],
    )
    return inspect.Parameter(
        _WORDS if spec.kind is str else _STACKS,
        inspect.Parameter.KEYWORD_ONLY,
        default=None,
        annotation=Annotated[list[str] | None, info],
    )


def _spelling(field: FieldSpec) -> str:
    return field.entry.option or f"--{field.name}".replace("_", "-")


def _plain(text: str) -> str:
    """A text whose brackets are shown in a help, not taken for markup."""
    return text.replace("[", r"\[")


def _paragraphs(text: str) -> str:
    """A text with one line per paragraph: Typer keeps the line breaks of all but the first."""
    return "\n\n".join(" ".join(part.split()) for part in inspect.cleandoc(text).split("\n\n"))


def _is_argument(parameter: inspect.Parameter) -> bool:
    """Whether a parameter is written without an option."""
    return any(
        isinstance(part, typer.models.ArgumentInfo)
        for part in getattr(parameter.annotation, "__metadata__", ())
    )
