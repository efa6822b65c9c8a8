"""The layout of every page, navigation bar, tabs and foot, and a page's questions, jobs and answers.

A page is built from the texts of an address: the questions that they make, and the jobs that answer them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from starlette.datastructures import FormData

from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import AmountList
from jamfold.core.display import capitalized
from jamfold.core.errors import JamfoldError
from jamfold.views.html import FONT_FILE, Html, element, join_html
from jamfold.web.jobs import DONE, FAILED, OPEN_STATES, RUNNING, Job, JobBoard
from jamfold.web.page.form import chip, error_line, field, hidden, in_labels

PLACES: dict[str, dict[str, str]] = {
    "Strategy": {"/": "Strategies", "/charts": "Charts"},
    "Tables": {"/table": "Tables", "/audit": "Audit"},
    "Tournaments": {
        "/icm": "ICM",
        "/tournament": "Heads-up tournament",
        "/tournament/three": "Three-player tournament",
    },
    "Equity": {"/equity": "Equity", "/flop/jam": "Jam on a flop", "/flop": "Flop equity"},
    "My hands": {"/histories": "Report", "/histories/opponents": "Opponents"},
    "Practice": {"/train": "Drill", "/play": "Play"},
    "Video poker": {"/videopoker": "Pay tables and holds", "/videopoker/practice": "Practice"},
}
"""The pages of each place; the bar links to the first."""
ICON = "data:image/svg+xml," + quote(
    files("jamfold.web").joinpath("static", "favicon.svg").read_text("utf-8").strip(), " =:/'"
)
"""The favicon, inline in the page: as a file it is twice as large to transfer."""
ASSETS = "/assets"
FONT = f"{ASSETS}/{FONT_FILE.name}"
STYLES = (f"{ASSETS}/look.css", f"{ASSETS}/result.css", "/static/page.css")
_FOOT = (
    "Study tool: many card rooms forbid such help during play. Everything runs on this machine. Nothing "
    "is sent anywhere. "
)


FONT_LINK = element("link", rel="preload", as_="font", type="font/woff2", href=FONT, crossorigin=True)
"""The font loads with the styles, so that no text moves."""
MANIFEST_LINK = element("link", rel="manifest", href="/static/app.webmanifest", crossorigin="use-credentials")
"""The manifest with which a browser installs the pages; it needs the cookie of the start link."""


_SEARCH = element(
    "form",
    element("label", "Find a hand", for_="search", class_="unseen", data_key="/"),
    element(
        "input", type="search", id="search", name="hand", placeholder="K7o, 22+, 15%", autocomplete="off"
    ),
    id="find",
    action="/",
    role="search",
)
"""The strategy page shows what is typed."""


def bar(path: str, end: Html | None = None) -> Html:
    """The header of every page: brand, the seven places, and `end` or the search for a hand."""
    links = [
        element("a", name, href=next(iter(pages)), aria_current="page" if path in pages else None)
        for name, pages in PLACES.items()
    ]
    return join_html(
        element("a", "jamfold", class_="brand", href="/"),
        element("nav", links, id="places", popover="auto", aria_label="Places"),
        end or _SEARCH,
        element("button", "Menu", class_="menu", type="button", popovertarget="places"),
    )


def tabs(path: str, *end: str) -> Html:
    """Links to the pages of a path's place, with `end` at the end of the row."""
    pages = next((pages for pages in PLACES.values() if path in pages), {})
    links = [
        element("a", name, href=address, aria_current="page" if address == path else None)
        for address, name in pages.items()
    ]
    return element(
        "div", links if len(pages) > 1 else None, element("span", *end, class_="end"), class_="tabs"
    )


def foot() -> Html:
    theme = element("button", "Light / dark", class_="theme", type="button")
    links = element("a", "About", href="/about"), element("a", "API", href="/api"), theme
    return element("footer", element("span", _FOOT), links, class_="foot")


def notice(title: str, *inside: Html) -> Html:
    """The content of a page that only says why there is no other."""
    box = element("section", element("h1", title), *inside, class_="card")
    return element("main", box, id="content", class_="page", tabindex="-1")


def document(
    path: str, title: str, main: Html, *, again: str = "", head: Html | None = None, picture: str = ""
) -> str:
    """A whole page around its `main` element; without scripts it reloads as `again` after a second.

    `head` holds additional styles and scripts; "Skip to content" leads to the id `picture`.
    """
    refresh = element("meta", http_equiv="refresh", content=f"1;url={again}") if again else None
    whole = join_html(
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{title} · jamfold"),
        element("link", rel="icon", href=ICON),
        FONT_LINK,
        MANIFEST_LINK,
        [element("link", rel="stylesheet", href=style) for style in STYLES],
        element("script", src="/static/page.js"),
        element("noscript", refresh),
        head,
    )
    body = join_html(
        element("a", "Skip to content", class_="skip", href=f"#{picture or 'content'}"),
        element("header", bar(path), class_="top"),
        main,
        foot(),
    )
    return f'<!doctype html>\n<html lang="en-GB"><head>{whole}</head><body>{body}</body></html>'


GO, STOP, JOB = "go", "stop", "job"
"""URL parameters: start a part, stop a job, and the job that was last started or stopped."""
Texts = dict[str, str]
_SELDOM = "1500"
"""Milliseconds between two requests for the state of a long job."""


def always(question: CaseRequest) -> bool:
    """`PageRequest.quick` of a part that is always quick."""
    return True


def with_words(address: str, words: str) -> str:
    """Return an address with more words behind those that it has."""
    return f"{address}{'&' if '?' in address else '?'}{words}"


class PageRequest(NamedTuple):
    """A request of a page, one of its parts.

    Attributes
    ----------
    question
        Its type.
    quick
        Whether it is answered at once, also while the user types; otherwise a button starts it.
    after
        The part whose answer it needs.
    unless
        The part whose answer, unless empty, is the reason why it is not quick, such as a table to build.
    read
        Makes the request from the texts of the page in place of ``question.from_strings``; may return None.
    of
        Makes the request from the texts and the answer to ``after``, in place of ``read``.
    bound
        Fields that name the answer it belongs to, so that links to files carry them too; if one of them is
        refused, that answer is gone and is computed anew when its button is pressed.
    at
        The page's names of fields, if not those of the request.
    hides_errors
        Whether another part shows its errors.
    stopped
        The notice shown after it was stopped.
    by_job
        Whether its job alone holds the request, which is not read again from the texts.
    changed_by
        Names of parts that change its answer: it is requested again after they end.
    starts_automatically
        Whether it starts by itself in this state of the page, and continues in the background even after
        the page is closed. Once it was stopped or has failed, a button starts it.
    """

    question: type[CaseRequest]
    quick: Callable[[Any], bool] = lambda question: False
    after: str = ""
    unless: str = ""
    read: Callable[[Texts], CaseRequest | None] | None = None
    of: Callable[[Texts, Any], CaseRequest | None] | None = None
    bound: tuple[str, ...] = ()
    at: Mapping[str, str] = {}
    hides_errors: bool = False
    stopped: str = "Stopped."
    by_job: bool = False
    changed_by: tuple[str, ...] = ()
    starts_automatically: Callable[[PageState], bool] | None = None


def needs_part(
    question: type[CaseRequest], part: str, read: Callable[[Texts], CaseRequest | None] | None = None
) -> PageRequest:
    """The part that says what has to be built before another one is answered."""
    return PageRequest(question, quick=always, read=read, hides_errors=True, changed_by=(part,))


Words = list[tuple[str, str]]
PostTaker = Callable[[JobBoard, Words, FormData], Awaitable[str]]


class Page(NamedTuple):
    """A page.

    Attributes
    ----------
    path, title
        Its path and its heading.
    parts
        Its requests by name, as in `PageState` and the URL parameter ``go``.
    body
        Renders the form and the answers.
    usual
        Initial texts of fields, if not the defaults of the requests.
    own
        Names of texts that are in no request, such as names of players.
    files
        Requests whose answers are files, by ending; or functions that make them from the texts.
    posts
        Starts the jobs of a second form, ``posted``, which sends files and long texts by POST, and returns
        the address that shows them.
    tidy
        Normalizes incoming texts: old names, pasted text.
    settled
        Returns the texts that the address keeps.
    asked
        Returns the texts from which requests are made.
    on_answers
        Changes the texts of a page after its requests are answered.
    written
        Functions that write a file from the first part's result, by ending.
    elsewhere
        Returns the address to redirect to; empty for none.
    picture
        The id that "Skip to content" leads to, past a long form.
    is_narrow
        Whether it is one centred column.
    """

    path: str
    title: str
    parts: Mapping[str, PageRequest]
    body: Callable[[PageState], Html]
    usual: Mapping[str, str] = {}
    own: tuple[str, ...] = ()
    files: Mapping[str, type[CaseRequest] | Callable[[Texts], CaseRequest]] = {}
    posts: PostTaker | None = None
    tidy: Callable[[Texts], Texts] = lambda texts: texts
    settled: Callable[[Texts], Texts] = lambda texts: texts
    asked: Callable[[Texts], Texts] = lambda texts: texts
    on_answers: Callable[[PageState], None] = lambda view: None
    written: Mapping[str, Callable[[Any], str]] = {}
    elsewhere: Callable[[Mapping[str, str]], str] = lambda words: ""
    picture: str = ""
    is_narrow: bool = False

    def depth(self, part: str) -> int:
        """The number of parts that must be answered before this one."""
        before = [name for name in (self.parts[part].after, self.parts[part].unless) if name]
        return 1 + max(map(self.depth, before)) if before else 0

    def usual_texts(self) -> Texts:
        """The initial texts of the fields."""
        texts: Texts = {}
        for part in reversed([part for part in self.parts.values() if not part.by_job]):
            texts |= part.question.default_strings()
        return {**texts, **dict.fromkeys(self.own, ""), **self.usual}

    def texts(self, pairs: Sequence[tuple[str, str]]) -> Texts:
        """The texts of the fields: those of an address, one line for each repetition, or the initial ones."""
        values: Texts = {}
        for name, text in pairs:
            values[name] = f"{values[name]}\n{text}" if name in values else text
        usual = self.usual_texts()
        tidied = self.tidy(values)
        return usual | {name: text for name, text in tidied.items() if name in usual}

    def address(self, texts: Mapping[str, str]) -> str:
        """The address of these texts, without initial texts unless a room sets others."""
        fields = {
            name: spec for part in self.parts.values() for name, spec in part.question.field_specs().items()
        }

        def line(name: str, text: str) -> str:
            is_list = name in fields and fields[name].kind == AmountList
            return " ".join(text.split()) if is_list else text

        usual = self.usual_texts()
        at_room = self.tidy({"room": texts["room"]}) if texts.get("room") else {}
        lines = {name: line(name, text) for name, text in self.settled({**texts}).items()}
        changed = {
            name: text
            for name, text in lines.items()
            if text != line(name, usual[name]) or (text and text != at_room.get(name, text))
        }
        words = urlencode(
            [
                (name, token)
                for name, text in changed.items()
                for token in (text.split("\n") if name in self.own else [text])
            ]
        )
        return f"{self.path}?{words}" if words else self.path


class PageState:
    """The state of a page: texts, errors by field, jobs by part; renders pieces of its body."""

    def __init__(self, page: Page, texts: Texts, board: JobBoard) -> None:
        self.page, self.texts, self._board = page, texts, board
        self.errors: Texts = {}
        self.questions: dict[str, CaseRequest] = {}
        self.jobs: dict[str, Job] = {}
        self.placed: set[str] = set()
        self.bound: Texts = {}

    def read(self, started: str) -> None:
        """Make the requests; errors are shown only if somebody waits for an answer.

        These are errors of the first part, of quick parts, and of those that a button has started.
        """
        for k, (name, part) in enumerate(self.page.parts.items()):
            if part.of is not None or (part.by_job and name != started):
                continue
            try:
                question = (part.read or part.question.from_strings)(self.page.asked(self.texts))
            except JamfoldError as error:
                is_open = bool(self._board.jobs(part.question.name, *OPEN_STATES))
                if k == 0 or part.quick is always or name == started or is_open:
                    self.refuse(name, error.field, str(error))
            else:
                if question is not None:
                    self.questions[name] = question

    def read_after(self, name: str) -> None:
        """Make the request of a part that depends on the answer of another."""
        part = self.page.parts[name]
        if part.of is None:
            return
        try:
            question = part.of(self.page.asked(self.texts), self.result(part.after))
        except JamfoldError as error:
            self.refuse(name, error.field, str(error))
            return
        if question is not None:
            self.questions[name] = question
            self.bound |= {bound_name: str(getattr(question, bound_name)) for bound_name in part.bound}

    def is_quick(self, name: str) -> bool:
        """Whether a part is answered without a button."""
        part, question = self.page.parts[name], self.questions.get(name)
        needs = self.result(part.unless) if part.unless else {"sentence": ""}
        is_free = needs is not None and not needs["sentence"]
        return question is not None and is_free and part.quick(question)

    def refuse(self, part: str, field: str, sentence: str) -> None:
        """Store an error of a part at its field; the first error of a field stays."""
        spec = self.page.parts[part]
        if not spec.hides_errors:
            words = in_labels(sentence, spec.question)
            self.errors.setdefault(spec.at.get(field, field) or part, words)

    def error(self, name: str) -> Html | None:
        """The sentence at a field that the body makes itself."""
        self.placed.add(name)
        return error_line(name, self.errors.get(name, ""))

    def fields(self, part: str, *names: str, **labels: str) -> Html:
        """Fields of a part's request."""
        return join_html(*(self._field(part, name, labels.get(name, "")) for name in names))

    def choice(self, part: str, name: str, label: str, choices: Mapping[str, str]) -> Html:
        """A menu of choices with their labels."""
        return join_html(self._field(part, name, label, choices))

    def _field(
        self, part: str, name: str, label: str, choices: Mapping[str, str] | None = None
    ) -> list[Html]:
        spec = self.page.parts[part].question.field_specs()[name]
        self.placed.update(part_name for part_name, _ in spec.parts)
        warnings = [request.warnings[name] for request in self.questions.values() if name in request.warnings]
        words = in_labels(warnings[0], self.page.parts[part].question) if warnings else ""
        notes = [element("p", words, class_="note")] if words else []
        return [*field(spec, self.texts, self.errors, label, choices), *notes]

    def seat_links(self) -> Html:
        """The number of seats as a segmented control of links that keep all other texts."""
        now, anew = self.texts["seats"] or "2", {name: "" for name in ("node",) if name in self.texts}
        fewest = self.page.usual_texts()["seats"] and "2"  # pages without seats are heads-up
        counts = {count: fewest if count == "2" else count for count in map(str, range(2, 11))}
        addresses = {n: self.page.address(self.texts | anew | {"seats": text}) for n, text in counts.items()}
        links = [chip(n, address, is_current=n == now, class_=None) for n, address in addresses.items()]
        return join_html(self.segments("Seats", links, self.error("seats")), self.hidden("seats"))

    @staticmethod
    def segments(label: str, links: list[Html], error: Html | None = None) -> Html:
        """A labelled segmented control, each choice a link."""
        track = element("div", links, class_="choice", role="group", aria_label=label)
        return element("div", element("span", label, class_="label"), track, error)

    def folded(self, title: str, inside: Html, *names: str, part: str = "") -> Html:
        """Fields folded away unless one of them was changed or has an error, or `part` has started."""
        usual = self.page.usual_texts()
        is_open = any(self.texts[name] != usual[name] or name in self.errors for name in names)
        return element(
            "details",
            element("summary", title),
            element("div", inside, class_=None if part else "fields"),
            open=is_open or part in self.jobs or part in self.errors,
            id=f"more-{part}" if part else None,
        )

    def fold(self, part: str, title: str, *names: str) -> Html:
        """Fields of a part's request, folded away unless one of them was changed or has an error."""
        specs = self.page.parts[part].question.field_specs()
        texts = [text for name in names for text, _ in specs[name].parts]
        return self.folded(title, self.fields(part, *names), *texts)

    def link(self, words: str, **texts: str) -> Html:
        """A link to the same page with other texts, marked if the page has them already."""
        is_current = all(" ".join(self.texts[name].split()) == text for name, text in texts.items())
        return chip(words, self.page.address(self.texts | texts), is_current=is_current)

    def hidden(self, *names: str) -> Html:
        """Texts that the form keeps and does not show."""
        return join_html(*(hidden(name, self.texts[name]) for name in names))

    def result(self, part: str) -> Any:
        """The answer to a part; None before there is one."""
        job = self.jobs.get(part)
        return job.result if job is not None and job.state == DONE else None

    def outcome(self, part: str) -> Html:
        """The status of a part and its answer."""
        return join_html(self.status(part), self.answer(part))

    def step(self, part: str, lead: str, fields: Html | None = None, *more: Html, start: str = "") -> Html:
        """A part with all that belongs to it: what it is for, its fields, the button `start`, its outcome."""
        return join_html(
            element("p", lead, class_="note"),
            element("div", fields, class_="fields") if fields else None,
            *more,
            element("div", self.button(part, start), class_="row") if start else None,
            self.outcome(part),
        )

    def answer(self, part: str, waiting: str = "") -> Html:
        """The fragment of a part's answer; before that, `waiting`."""
        result, job = self.result(part), self.jobs.get(part)
        is_held = result is None and (job is not None or part not in self.questions)
        inside = element("p", waiting, class_="note") if waiting else None
        if result is not None:
            inside = Html(result["html"])
        return element("div", inside, id=f"{part}-answer", data_hold=is_held, aria_live="polite")

    def status(self, part: str) -> Html:
        """A line on the job of a part: its stage and progress, or why there is no answer."""
        job = self.jobs.get(part)
        inside: Html | None = None
        if job is not None and job.open:
            if self._shows_progress(part):
                inside = join_html(
                    self._ahead(job), element("span", _doing(job)), _progress(job), self._chip(part, job)
                )
        elif job is not None and job.state not in (DONE, FAILED):
            inside = join_html(element("span", self.page.parts[part].stopped), self._chip(part, job))
        elif part in self.errors:
            inside = self.error(part)
        return element(
            "div",
            inside,
            id=f"{part}-status",
            class_="status",
            role="status",
            data_job=None if job is None else job.id,
            data_follow=self._followed(part),
        )

    def _shows_progress(self, part: str) -> bool:
        """Whether a part shows its progress: one that hides errors leaves that to another open one."""
        speakers = (name for name, job in self.jobs.items() if job.open and name != part)
        return not (self.page.parts[part].hides_errors and any(speakers))

    def _followed(self, part: str) -> str | bool:
        """How the script follows the job of a part: False, True for at once, or milliseconds."""
        job = self.jobs.get(part)
        if job is None or not job.open:
            return False
        return _SELDOM if self.runs_in_background(part) else True

    def runs_in_background(self, part: str) -> bool:
        """Whether a part continues in the background."""
        return self.page.parts[part].starts_automatically is not None

    @property
    def follow(self) -> str | bool:
        """How the script follows the page: the most frequent of what its jobs need."""
        modes = [self._followed(part) for part in self.jobs]
        return True if True in modes else _SELDOM if _SELDOM in modes else False

    def _chip(self, part: str, job: Job) -> Html | None:
        """A button that stops or repeats a part without a start button, once it takes a second."""
        spec = self.page.parts[part]
        if not (spec.by_job or self.is_quick(part)):
            return None
        if job.open:
            is_long = job.seconds > 1 and not job.stopping
            return element("button", "Stop", class_="chip", name=STOP, value=job.id) if is_long else None
        return None if spec.by_job else element("button", "Again", class_="chip", name=GO, value=part)

    def _ahead(self, job: Job) -> Html | None:
        """The job ahead, with a button to stop it."""
        ahead = self._board.before(job)
        if not ahead:
            return None
        first = ahead[0]
        words = f"Waiting for: {first.question.title}{_left(first)}"
        stop = element("button", "Stop that job", class_="chip", name=STOP, value=first.id)
        return join_html(element("span", words), stop)

    def button(self, part: str, words: str) -> Html | None:
        """Return the button that starts a part, and stops it while it runs.

        None if the part is answered without a button: its status then has those to stop and repeat it.
        """
        job = self.jobs.get(part)
        if self.is_quick(part) and not (job is not None and job.gone):
            return None
        if job is not None and job.open:
            return element("button", "Stop", id=part, class_="go stop", name=STOP, value=job.id)
        return element("button", words, id=part, class_="go", name=GO, value=part)

    def file_row(self, **names: str) -> Html:
        """A row of `files`."""
        return element("p", self.files(**names), class_="row")

    def files(self, **names: str) -> Html:
        """Links to the files of the answer, by ending; a picture can be copied too."""
        words = self.page.address(self.texts | self.bound).partition("?")[2]
        links = [
            element("a", name, class_="chip", href=f"{self.page.path}.{kind}?{words}", download=True)
            for kind, name in names.items()
        ]
        if "png" in names:
            picture = f"{self.page.path}.png?{words}"
            attributes = {"type": "button", "class_": "chip scripted", "data_picture": picture}
            links.append(element("button", "Copy picture", **attributes))
        return join_html(links)


def _doing(job: Job) -> str:
    """The stage of a job in words."""
    if job.stopping:
        return "Stopping …"
    silent = "computing" if job.state == RUNNING else "waiting for the computing process"
    stage = job.progress.get("notice") or job.progress.get("stage") or silent
    done = f", {100 * job.share:.0f}% done" if job.share else ""
    if not done and job.seconds >= 2:
        done = f", {job.seconds:.0f} s so far"
    if "iteration" in job.progress:
        done = f"{_iterated(job.progress)}{done}"
    return capitalized(f"{stage}{done}{_left(job)} …")


def _iterated(values: Mapping[str, Any]) -> str:
    """The progress of an iterative solve."""
    of = f" of {values['iterations']:,}" if values.get("iterations") else ""
    return (
        f": iteration {values['iteration']:,}{of}, jams {values['jam_percent']:.2f}%, "
        f"calls {values['call_percent']:.2f}%, still {values['epsilon']:.3g} {values['unit']} to gain"
    )


def _left(job: Job) -> str:
    return "" if job.seconds_left is None else f", about {duration(job.seconds_left)} left"


def _progress(job: Job) -> Html | None:
    return element("progress", value=f"{job.share:.3f}", max="1", aria_label="Done") if job.share else None


def duration(seconds: float) -> str:
    return f"{max(0.0, seconds):.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
