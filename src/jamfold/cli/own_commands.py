"""Commands with code of their own, such as ``batch``, ``web`` and ``mcp``.

``jamfold batch`` solves many spots of a file, ``rule`` finds or measures a point rule to memorise, ``web``
opens the local page, ``mcp`` serves assistants, ``winchance`` gives a hand's chance on the flop against
opponents who fold weak holdings, ``hands`` lists a strategy, ``tournament`` solves a heads-up tournament at
every stack, ``export`` writes pages as files to send, one that shows and one that solves, ``tables``
builds, lists, verifies, removes and reads what is kept, and ``history`` is about played hands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from jamfold.cases.batch import BatchRequest
from jamfold.cases.entries import CaseRequest
from jamfold.cases.explorer import AppRequest, PageFileRequest
from jamfold.cases.flops import ChanceRequest, DistributionRequest
from jamfold.cases.hands import HandsRequest
from jamfold.cases.histories import HistoryExportRequest, HistoryImportRequest
from jamfold.cases.installation import TablesListRequest, TablesShowRequest
from jamfold.cases.rules import RuleRequest
from jamfold.cases.tournaments import TournamentRequest
from jamfold.cases.view_spec import resolve, view_spec_of
from jamfold.cli.commands import GROUPS
from jamfold.cli.request_command import (
    AskingGroup,
    HelpfulGroup,
    JsonOption,
    OutOption,
    RequestCommand,
    completions_of,
    run_in_terminal,
    with_request_options,
)
from jamfold.cli.rows import add_commands, command, file_option, format_option, run_row, show_or_save
from jamfold.core.display import plural
from jamfold.core.errors import ChanceError, ClassError, HistoryError, TableError, TournamentError, WebError
from jamfold.core.storage.whole_files import check_target, write_atomically
from jamfold.histories.sources import changes
from jamfold.views.figures import check_figure, check_page
from jamfold.views.terminal import ProgressDisplay, print_json, print_status, show


@with_request_options(BatchRequest)
def batch(question: BatchRequest) -> None:
    try:
        with ProgressDisplay("Batch") as display:
            solved = resolve("views.batch:perform")(question, display)
    except KeyboardInterrupt:
        print_status("The same command continues where this one stopped.")
        raise
    print_status(resolve("views.batch:batch_line")(solved, question.out))


rule_app = typer.Typer(cls=AskingGroup, invoke_without_command=True)
rule_app.callback()(command(RuleRequest, of_group=True))
add_commands(rule_app, "rule", "check features")


PortOption = Annotated[
    int, typer.Option("--port", help="The port on this machine; 0 takes a free one.", metavar="N")
]
NoOpenOption = Annotated[bool, typer.Option("--no-open", help="Do not open a browser.")]


WatchOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--watch",
        help="Folder of hand histories. New hands are imported as they are written.",
        metavar="DIR",
    ),
]


def web(port: PortOption = 8477, no_open: NoOpenOption = False, watch: WatchOption = None) -> None:
    """Open the web interface in your browser.

    The page is served to this machine only, under 127.0.0.1.
    """
    folders = [str(path.resolve()) for path in watch or ()]
    for folder in watch or ():
        if not folder.exists():
            raise HistoryError(f"'{folder}' cannot be watched: there is no such folder.")
    resolve("web.serve:serve")(port, open_browser=not no_open, say=print_status, watched=folders)


RootOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--root", help="A folder whose hand histories may be read; none unless given.", metavar="DIR"
    ),
]


def mcp(
    http: Annotated[bool, typer.Option("--http", help="Serve on 127.0.0.1, with a token.")] = False,
    port: PortOption = 8478,
    root: RootOption = None,
) -> None:
    """Offer the solver to assistants over the Model Context Protocol (MCP).

    An assistant starts this command and talks to it over its pipe; with --http it connects to this machine.
    """
    for folder in root or ():
        if not folder.is_dir():
            raise HistoryError(f"'{folder}' cannot be read: there is no such folder.", field="root")
    try:
        server = import_module("jamfold.web.mcp_server")
    except ModuleNotFoundError:
        raise WebError("Assistants need the extra 'mcp': pip install 'jamfold[mcp]'.") from None
    if http:
        server.serve_http(port, root or (), print_status)
    else:
        server.serve_pipe(root or ())


DistributionOption = Annotated[
    bool, typer.Option("--distribution", help="Hand strength of all hands on all flops.")
]
FigureOption = Annotated[Path | None, file_option("--out", "Plot the distribution, .svg or .png.")]


@with_request_options(ChanceRequest)
def winchance(
    question: ChanceRequest,
    distribution: DistributionOption = False,
    out: FigureOption = None,
    as_json: JsonOption = False,
) -> None:
    """Calculate your win probability on a flop when opponents fold weak hands.

    With --distribution: how hand strength is spread over all hands and flops;
    --fold-below T then gives the share below T, --fold-share Q the threshold.
    """
    if distribution:
        _show_distribution(question, out, as_json)
        return
    if out is not None:
        raise ChanceError("--out plots the distribution. Add --distribution.")
    if not question.hand or not question.flop:
        raise ChanceError('Give a hand and a flop, such as "As Kd" --flop "Kh 7d 2c", or --distribution.')
    run_row(view_spec_of(ChanceRequest), question, as_json=as_json)


def _show_distribution(question: ChanceRequest, out: Path | None, as_json: bool) -> None:
    spread = DistributionRequest.of(question)
    if question != ChanceRequest.of(spread) or question.share_of is not None:
        raise ChanceError("--distribution covers all hands. Remove hand, flop, opponents, player and pot.")
    run_row(view_spec_of(DistributionRequest), spread, as_json=as_json, out=out)


FORMATS = ("table", "csv", "json", "range")

FormatOption = Annotated[
    str,
    format_option("table, csv, json, or range: what is played, as text (four cards: near it).", FORMATS),
]
EveryClassOption = Annotated[
    bool,
    typer.Option(
        "--every-class", help="With --format range: four cards exactly, as a list of classes with chances."
    ),
]
TermsOption = Annotated[
    int | None,
    typer.Option("--terms", help="With --format range: most terms for four cards (default 40).", metavar="N"),
]


@with_request_options(HandsRequest, *view_spec_of(HandsRequest).omitted_fields)
def hands(
    question: HandsRequest,
    form: FormatOption = "table",
    as_json: JsonOption = False,
    terms: TermsOption = None,
    every_class: EveryClassOption = False,
    out: OutOption = None,
) -> None:
    form = "json" if as_json else form
    if (every_class or terms is not None) and form != "range":
        raise ClassError(f"{'--every-class' if every_class else '--terms'} goes with --format range.")
    check_target(out)
    answer = run_in_terminal(question)
    for warning in answer.warnings:
        print_status(f"Warning: {warning}")
    if form == "table":
        show_or_save(resolve("views.verdicts:hands_view")(answer, question.top), out)
        return
    solution = resolve("spots.solution:SpotSolution").of(answer.strategy)
    print_status(resolve("views.sentences:certificate_text")(solution))
    if form == "range":
        text, note = resolve("views.ranges:list_text")(answer, terms, every_class=every_class)
        if note:
            print_status(note)
    else:
        text = resolve("views.spots:hands_csv" if form == "csv" else "views.spots:hands_json")(answer)
    show_or_save(text, out)


_STATE_FORMATS = ("table", "csv", "ranges", "json")

HandOption = Annotated[
    int, typer.Option("--hand", help="With levels: the hand whose stacks the table shows.", metavar="N")
]
StateFormatOption = Annotated[
    str, format_option("table, json, or csv of the states (csv), the ranges (ranges).", _STATE_FORMATS)
]
EveryHandOption = Annotated[
    bool, typer.Option("--every-class", help="Print JSON with every four-card hand and its frequency.")
]
PlotOption = Annotated[
    Path | None, file_option("--plot", "Draw winning chance and ranges by stack, .png or .svg.")
]


@with_request_options(TournamentRequest)
def tournament(
    question: TournamentRequest,
    hand: HandOption = 1,
    form: StateFormatOption = "table",
    as_json: JsonOption = False,
    every_class: EveryHandOption = False,
    plot: PlotOption = None,
    out: OutOption = None,
) -> None:
    form = "json" if as_json else form
    if every_class and form != "json":
        raise TournamentError("--every-class goes with --format json: --format ranges has all classes.")
    if hand < 1:
        raise TournamentError(f"Hands are counted from 1; there is no hand {hand}.")
    if hand > (last := question.schedule.n_hands):
        raise TournamentError(f"--hand must be at most {last}, not {hand}: later hands have the same blinds.")
    if plot is not None:
        check_target(check_figure(plot))
    check_target(out)
    solved = run_in_terminal(question)
    if plot is not None:
        resolve("views.tournament_html:save_figure")(solved, plot)
        print_status(f"Saved to {plot}.")
    if form == "table":
        result = resolve("views.tournaments:tournament_sheet")(solved, hand)
    else:
        result = resolve("views.tournaments:tournament_text")(solved, form, every_class=every_class)
    show_or_save(result, out)


export_app = typer.Typer(cls=HelpfulGroup, help=GROUPS["export"])

PageOption = Annotated[
    Path | None, file_option("--out", "The file, ending in .html (default: named by itself).")
]


@export_app.command("app", cls=RequestCommand)
@with_request_options(AppRequest)
def app_command(question: AppRequest, out: PageOption = None) -> None:
    _write(out or Path(question.file_name), question, "views.offline_app:app_file")


@export_app.command("page", cls=RequestCommand)
@with_request_options(PageFileRequest, "cluster")
def page(question: PageFileRequest, out: PageOption = None) -> None:
    _write(out or Path(question.file_name), question, "views.explorer_page:page_file")


def _write(path: Path, question: CaseRequest, make: str) -> None:
    """Write a page; what is no name of one is refused before it is made."""
    check_page(path)
    text: str = resolve(make)(run_in_terminal(question))
    write_atomically(path, text)
    print_status(f"Saved to {path} ({len(text.encode()) / 1000:,.0f} kB).")


tables_app = typer.Typer(cls=HelpfulGroup, help=GROUPS["tables"])

GamesOption = Annotated[
    list[str] | None,
    typer.Option(
        "--game",
        help="A game; may be repeated.",
        metavar="GAME",
        autocompletion=lambda: completions_of(TablesShowRequest.field_specs()["game"]),
    ),
]


@tables_app.command("build", cls=RequestCommand)
def build(
    game: GamesOption = None,
    outcomes: Annotated[
        bool, typer.Option("--outcomes", help="Also outcome tables: wins, ties and pot shares.")
    ] = False,
    threeway: Annotated[
        bool,
        typer.Option("--threeway", help="Also three-way tables, for games that have them, with --outcomes."),
    ] = False,
) -> None:
    """Build missing or damaged tables, for all games or the ones given.

    A build that was cut off goes on where it was.  Omaha comes with Omaha Hi/Lo.
    """
    resolve("cli.stored_tables:build_tables")(game, outcomes=outcomes, threeway=threeway)


@tables_app.command("list", cls=RequestCommand)
@with_request_options(TablesListRequest)
def list_(question: TablesListRequest, as_json: JsonOption = False) -> None:
    answer = run_row(view_spec_of(TablesListRequest), question, as_json=as_json)
    if not as_json:
        class_tables = sum(table.kind == "class table" for table in answer.tables)
        resolve("cli.stored_tables:say_stored")(class_tables)


@tables_app.command("verify", cls=RequestCommand)
def verify(game: GamesOption = None) -> None:
    """Verify all checksums; exits with code 1 if anything is damaged."""
    resolve("cli.stored_tables:verify_tables")(game)


@tables_app.command("remove", cls=RequestCommand)
def remove(
    game: GamesOption = None,
    everything: Annotated[bool, typer.Option("--all", help="Remove what is stored for all games.")] = False,
) -> None:
    """Delete a game's tables, stored results and unfinished builds."""
    if bool(game) == everything:
        raise TableError("Say which table to remove: --game GAME, or --all.")
    resolve("cli.stored_tables:remove_tables")(game, everything=everything)


add_commands(tables_app, "tables", "show")


_FAILED = 1
_EXPORT_FORMATS = ("csv", "json", "phh", "ohh")

history_app = typer.Typer(cls=HelpfulGroup, help=GROUPS["history"])

ExportFormatOption = Annotated[
    str,
    format_option(
        "csv or json; or phh or ohh: hands as they were played, read again from their files.", _EXPORT_FORMATS
    ),
]
KeepReadingOption = Annotated[
    bool, typer.Option("--watch", help="Keep reading new hands as they are written, until Ctrl-C.")
]
StrictOption = Annotated[bool, typer.Option("--strict", help="Exit with code 1 on any problem.")]


@history_app.command("import", cls=RequestCommand)
@with_request_options(HistoryImportRequest)
def import_(
    question: HistoryImportRequest,
    strict: StrictOption = False,
    watch: KeepReadingOption = False,
    as_json: JsonOption = False,
) -> None:
    if watch and strict:
        raise HistoryError("Use --watch or --strict, not both.")
    if watch and (absent := next((path for path in question.paths if not Path(path).exists()), "")):
        raise HistoryError(
            f"'{absent[:100]}' cannot be watched: there is no such file or folder.", field="paths"
        )
    row = view_spec_of(HistoryImportRequest)
    looks = changes(question.paths)
    next(looks)  # what changes while the import runs is new
    answer = run_row(row, question, as_json=as_json)
    counts = answer.counts
    if watch:
        _watch(question, looks, as_json=as_json)
    elif not counts.hands + counts.duplicates and (answer.problems or not counts.summaries):
        raise HistoryError("No hands could be read. See jamfold history problems.")
    elif strict and answer.problems:
        raise typer.Exit(_FAILED)


def _watch(question: HistoryImportRequest, looks: Iterator[list[Path]], *, as_json: bool) -> None:
    """Read files as they change, until Ctrl-C."""
    row, hands = view_spec_of(HistoryImportRequest), 0
    print_status(
        f"Watching {', '.join(question.paths)}: new hands are read as they are written, Ctrl-C ends."
    )
    try:
        for file in chain.from_iterable(looks):
            request = replace(question, paths=(str(file),))
            answer = run_in_terminal(request)
            hands += answer.counts.hands
            if as_json:
                print_json(row.values(request, answer))
            else:
                show(resolve("views.history_import:watched_line")(file, answer))
    except KeyboardInterrupt:
        print_status(f"Watch ended; added {plural(hands, 'hand')}.")


add_commands(history_app, "history", "hands players problems explain report tables opponents")


@history_app.command("export", cls=RequestCommand)
@with_request_options(HistoryExportRequest)
def export(question: HistoryExportRequest, form: ExportFormatOption = "csv", out: OutOption = None) -> None:
    check_target(out)
    lines = resolve("views.history_files:export_lines")(run_in_terminal(question), form, print_status)
    show_or_save(lines, out)


add_commands(history_app, "history", "forget repair")
