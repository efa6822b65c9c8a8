"""Commands from rows: what a row has, its command can print and write."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from jamfold.cases.python.names import question_of
from jamfold.cases.view_spec import ViewSpec, call, view_spec_of
from jamfold.cli.request_command import (
    JsonOption,
    RequestCommand,
    RequestT,
    run_in_terminal,
    with_request_options,
)
from jamfold.core.errors import QuestionError
from jamfold.core.storage.whole_files import check_target, write_lines_whole
from jamfold.views.formats import columns_csv
from jamfold.views.terminal import plain_text, print_json, print_status, show

_JSON, _CSV, _FULL = "as_json", "as_csv", "full"
FullOption = Annotated[bool, typer.Option("--full", help="Show all digits.")]


def format_option(words: str, formats: Sequence[str]) -> Any:
    """Return the option ``--format`` of a command: a format among these, which a shell completes."""

    def check(form: str) -> str:
        if form not in formats:
            raise QuestionError(f"Unknown format '{form[:40]}': the formats are {', '.join(formats)}.")
        return form

    return typer.Option(
        "--format", help=words, metavar="FORMAT", callback=check, autocompletion=lambda: formats
    )


def file_option(option: str, words: str) -> Any:
    """Return an option of a command that names a file."""
    return typer.Option(option, help=words, metavar="FILE")


def show_or_save(result: Any, out: Path | None) -> None:
    """Print a text, its lines or a sheet, or write it to the file `out`."""
    is_text = isinstance(result, str | Iterator)
    lines = [result] if isinstance(result, str) else result
    if out is not None:
        write_lines_whole(out, lines if is_text else [plain_text(result)])
        print_status(f"Saved to {out}.")
    elif is_text:
        for line in lines:
            typer.echo(line, nl=False)
    else:
        show(result)


def command(question: type[RequestT], *, of_group: bool = False) -> Callable[..., None]:
    """The command of a question that is shown as its row says; `of_group`: of a group without a word."""
    row = view_spec_of(question)

    def run(request: RequestT, ctx: typer.Context | None = None, **options: Any) -> None:
        if ctx is None or ctx.invoked_subcommand is None:
            run_row(row, request, **options)

    context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=typer.Context)
    run.__signature__ = inspect.Signature(  # type: ignore[attr-defined]
        [
            inspect.Parameter("made", inspect.Parameter.POSITIONAL_ONLY),
            *([context] if of_group else []),
            *_options(row),
        ]
    )
    return with_request_options(question, *row.omitted_fields)(run)


def add_commands(app: typer.Typer, group: str, words: str) -> None:
    """Add commands of a group that are shown as their rows say, by the words that name them."""
    for word in words.split():
        app.command(word, cls=RequestCommand)(command(question_of(f"{group}_{word}")))


def run_row(
    row: ViewSpec,
    question: Any,
    *,
    as_json: bool = False,
    as_csv: bool = False,
    full: bool = False,
    **files: Any,
) -> Any:
    """Answer a question, write the files that are named, and print; gives the answer."""
    if as_json and as_csv:
        raise QuestionError("Use --csv or --json, not both.")
    files_to_write = [(kind, path) for kind in row.files for path in _paths(files[_name(kind.option)])]
    for kind, path in files_to_write:
        call(kind.check, path=path)
        check_target(path, ending=kind.ending)
    answer = run_in_terminal(question)
    for sentence in row.notes(answer):
        print_status(sentence)
    for kind, path in files_to_write:
        call(kind.write, question=question, answer=answer, path=path)
        print_status(f"Saved to {path}.")
    if as_json or as_csv or not any(kind.suppresses_output for kind, _ in files_to_write):
        show_answer(row, question, answer, as_json=as_json, as_csv=as_csv, full=full)
    return answer


def show_answer(
    row: ViewSpec,
    question: Any,
    answer: Any,
    *,
    as_json: bool = False,
    as_csv: bool = False,
    full: bool = False,
) -> None:
    if as_json:
        print_json(row.values(question, answer))
    elif as_csv and row.columns:
        columns = call(row.columns, question=question, answer=answer)
        typer.echo(columns_csv(columns), nl=False)
    elif (text := row.render(question, answer, full=full)) is not None:
        show(text)


def _paths(value: Path | list[Path] | None) -> list[Path]:
    return value if isinstance(value, list) else [] if value is None else [value]


def _name(option: str) -> str:
    return option.removeprefix("--").replace("-", "_")


def _options(row: ViewSpec) -> Iterator[inspect.Parameter]:
    if row.columns:
        yield _parameter(_CSV, Annotated[bool, typer.Option("--csv", help=row.csv_help)], default=False)
    for kind in row.files:
        file_type: Any = list[Path] if kind.many else Path
        annotation = Annotated[file_type | None, file_option(kind.option, kind.help)]
        yield _parameter(_name(kind.option), annotation, None)
    if row.full:
        yield _parameter(_FULL, FullOption, default=False)
    if row.has_values:
        yield _parameter(_JSON, JsonOption, default=False)


def _parameter(name: str, annotation: Any, default: Any) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
