"""The layout of every page, navigation bar, tabs and foot, and a page's questions, jobs and answers.

A page is built from the texts of an address: the questions that they make, and the jobs that answer them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

from jamfold.cases.entries import CaseRequest
from jamfold.cases.fields import AmountList
from jamfold.core.errors import JamfoldError
from jamfold.views.html import FONT_FILE, Html, element, join_html
from jamfold.web.jobs import DONE, FAILED, OPEN_STATES, RUNNING, Job, JobBoard
from jamfold.web.page.form import capital, error_line, field, in_labels

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
"""The pages of each place; the first is where the bar leads."""
ICON = "data:image/svg+xml," + quote(
    files("jamfold.web").joinpath("static", "favicon.svg").read_text("utf-8").strip(), " =:/'"
)
"""The picture of a tab stands in the page: a file of its own weighs twice as much on its way."""
ASSETS = "/assets"
FONT = f"{ASSETS}/{FONT_FILE.name}"
STYLES = (f"{ASSETS}/look.css", f"{ASSETS}/result.css", "/static/page.css")
_FOOT = (
    "Study tool: many card rooms forbid such help during play. Everything runs on this machine. Nothing "
    "is sent anywhere. "
)


FONT_LINK = element("link", rel="preload", as_="font", type="font/woff2", href=FONT, crossorigin=True)
"""The font is asked for with the styles, so that no word moves when it comes."""
MANIFEST_LINK = element("link", rel="manifest", href="/static/app.webmanifest", crossorigin="use-credentials")
"""What a browser installs the pages by; it is asked for with the cookie of whoever started the server."""


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
    """Brand, the seven places and what stands at the end, else the search for a hand: every page's header."""
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
    """The pages of the place of a path, and what stands at the end of their row."""
    pages = next((pages for pages in PLACES.values() if path in pages), {})
    links = [
        element("a", name, href=address, aria_current="page" if address == path else None)
        for address, name in pages.items()
    ]
    return element(
        "div", links if len(pages) > 1 else None, element("span", *end, class_="end"), class_="tabs"
    )


def foot() -> Html:
    """The foot of every page."""
    theme = element("button", "Light / dark", class_="theme", type="button")
    links = element("a", "About", href="/about"), element("a", "API", href="/api"), theme
    return element("footer", element("span", _FOOT), links, class_="foot")


def document(
    path: str, title: str, main: Html, *, again: str = "", head: Html | None = None, picture: str = ""
) -> str:
    """A whole page around its `main` element; where no script runs it goes to `again` after a second.

    `head` holds styles and scripts of a page that is a program; the keyboard skips to the id `picture`.
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
        element(
            "a",
            "Skip to content",
            class_="skip",
            href=f"#{picture or 'content'}",
        ),
        element("header", bar(path), class_="top"),
        main,
        foot(),
    )
    return f'<!doctype html>\n<html lang="en-GB"><head>{whole}</head><body>{body}</body></html>'


GO, STOP, JOB = "go", "stop", "job"
"""Words of an address: begin a part, stop a job, and the job that was begun or stopped last."""
Texts = dict[str, str]
_SELDOM = "1500"
"""Milliseconds between two looks at what goes on for minutes."""


def always(question: CaseRequest) -> bool:
    """A part that is quick whatever is asked."""
    return True


class PageRequest(NamedTuple):
    """A question on a page.

    Attributes
    ----------
    question
        Its type.
    quick
        Whether it is answered at once and while somebody types, of the question; else a button begins it.
    after
        The part that must be answered before it is asked.
    unless
        The part that says, if anything, why it is not quick: what must be built first.
    read
        Makes it of the texts of the page, where ``question.from_strings`` does not; None if nothing is asked.
    of
        Makes it of the texts and of the answer to ``after``, in the place of ``read``.
    bound
        Its fields that say to which answer it belongs, so that links to files name them too; where one of
        them is refused that answer is gone, and is computed anew when its button is pressed.
    at
        The page's names of fields, where they are not the question's.
    is_silent
        Whether another part tells what is wrong.
    stopped
        What is said when it was stopped.
    by_job
        Whether its job alone tells what was asked: it is asked when it is begun, and not read again.
    changed_by
        Names of parts that change what is answered: what was known before they were done is asked again.
    begins
        Whether it begins by itself, as the page stands, and goes on beside all else, also where the page is
        left: nobody waits for it. Once it was stopped, or has failed, a button begins it.
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


class Page(NamedTuple):
    """A page.

    Attributes
    ----------
    path, title
        Its address, and its heading.
    parts
        Its questions, by the names that `PageState` and ``go`` know them by.
    body
        Form and answers.
    usual
        Texts of fields at first, where they are not the questions' own defaults.
    own
        Names of texts that no question asks for, such as names of players.
    files
        Questions whose answers are files, by ending; or what makes them of the texts.
    posts
        Whether there is a second form, ``posted``, which sends files and long texts here by POST.
    tidy
        Changes texts as they come: old names, what was pasted.
    settled
        The texts that an address keeps.
    on_answers
        Changes the texts of a page by what has been answered.
    written
        Files that are written of the first part's contract, by ending.
    elsewhere
        The address that shows these words of an address, where it is another one.
    picture
        The id of what the keyboard skips to, past a long form.
    is_narrow
        Whether it is one column, in the middle of the window.
    tab
        The path of the page whose tab is marked, if it has none itself.
    """

    path: str
    title: str
    parts: Mapping[str, PageRequest]
    body: Callable[[PageState], Html]
    usual: Mapping[str, str] = {}
    own: tuple[str, ...] = ()
    files: Mapping[str, type[CaseRequest] | Callable[[Texts], CaseRequest]] = {}
    posts: bool = False
    tidy: Callable[[Texts], Texts] = lambda texts: texts
    settled: Callable[[Texts], Texts] = lambda texts: texts
    on_answers: Callable[[PageState], None] = lambda view: None
    written: Mapping[str, Callable[[Any], str]] = {}
    elsewhere: Callable[[Mapping[str, str]], str] = lambda words: ""
    picture: str = ""
    is_narrow: bool = False
    tab: str = ""

    def depth(self, part: str) -> int:
        """How many parts must be answered before this one."""
        before = [name for name in (self.parts[part].after, self.parts[part].unless) if name]
        return 1 + max(map(self.depth, before)) if before else 0

    def usual_texts(self) -> Texts:
        """What fields hold at first."""
        texts: Texts = {}
        for part in reversed([part for part in self.parts.values() if not part.by_job]):
            texts |= part.question.default_strings()
        return {**texts, **dict.fromkeys(self.own, ""), **self.usual}

    def texts(self, pairs: Sequence[tuple[str, str]]) -> Texts:
        """What fields hold: words of an address, one a line where a name comes again, else the usual ones."""
        values: Texts = {}
        for name, text in pairs:
            values[name] = f"{values[name]}\n{text}" if name in values else text
        usual = self.usual_texts()
        tidied = self.tidy(values)
        return usual | {name: text for name, text in tidied.items() if name in usual}

    def address(self, texts: Mapping[str, str]) -> str:
        """The address of these texts, without the usual ones, if they are a room's, too."""
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
    """A page as it stands: texts, errors by field, jobs by part; pieces of its body."""

    def __init__(self, page: Page, texts: Texts, board: JobBoard) -> None:
        self.page, self.texts, self._board = page, texts, board
        self.errors: Texts = {}
        self.questions: dict[str, CaseRequest] = {}
        self.jobs: dict[str, Job] = {}
        self.placed: set[str] = set()
        self.bound: Texts = {}

    def read(self, started: str) -> None:
        """Make the questions; sentences about those that are none are shown where somebody waits for them.

        That is for the first and for quick parts, and for those that a button has begun.
        """
        for k, (name, part) in enumerate(self.page.parts.items()):
            if part.of is not None or (part.by_job and name != started):
                continue
            try:
                question = (part.read or part.question.from_strings)(self.texts)
            except JamfoldError as error:
                is_open = bool(self._board.jobs(part.question.name, *OPEN_STATES))
                if k == 0 or part.quick is always or name == started or is_open:
                    self.refuse(name, error.field, str(error))
            else:
                if question is not None:
                    self.questions[name] = question

    def read_after(self, name: str) -> None:
        """Make the question of a part that belongs to the answer of another."""
        part = self.page.parts[name]
        if part.of is None:
            return
        try:
            question = part.of(self.texts, self.result(part.after))
        except JamfoldError as error:
            self.refuse(name, error.field, str(error))
            return
        if question is not None:
            self.questions[name] = question
            self.bound |= {bound_name: str(getattr(question, bound_name)) for bound_name in part.bound}

    def is_quick(self, name: str) -> bool:
        """Whether a part is answered without being begun."""
        part, question = self.page.parts[name], self.questions.get(name)
        needs = self.result(part.unless) if part.unless else {"sentence": ""}
        is_free = needs is not None and not needs["sentence"]
        return question is not None and is_free and part.quick(question)

    def refuse(self, part: str, field: str, sentence: str) -> None:
        """Keep the sentence of a part at its field, the first one of each."""
        spec = self.page.parts[part]
        if not spec.hides_errors:
            words = in_labels(sentence, spec.question)
            self.errors.setdefault(spec.at.get(field, field) or part, words)

    def error(self, name: str) -> Html | None:
        """The sentence at a field that the body makes itself."""
        self.placed.add(name)
        return error_line(name, self.errors.get(name, ""))

    def fields(self, part: str, *names: str, **labels: str) -> Html:
        """Fields of a part's question, one after the other."""
        return join_html(*(self._field(part, name, labels.get(name, "")) for name in names))

    def choice(self, part: str, name: str, label: str, choices: Mapping[str, str]) -> Html:
        """A field of some words, by their names for people."""
        return join_html(self._field(part, name, label, choices))

    def _field(
        self, part: str, name: str, label: str, choices: Mapping[str, str] | None = None
    ) -> list[Html]:
        spec = self.page.parts[part].question.field_specs()[name]
        self.placed.update([part_name for part_name, _ in spec.entry.part_names] or [name])
        warnings = [request.warnings[name] for request in self.questions.values() if name in request.warnings]
        words = in_labels(warnings[0], self.page.parts[part].question) if warnings else ""
        notes = [element("p", words, class_="note")] if words else []
        return [*field(spec, self.texts, self.errors, label, choices), *notes]

    def seat_links(self) -> Html:
        """The number of seats as a segmented control of links, which keep what else is entered."""
        now, anew = self.texts["seats"], {name: "" for name in ("node",) if name in self.texts}
        links = [
            element(
                "a",
                count,
                href=self.page.address(self.texts | anew | {"seats": count}),
                aria_current="true" if now == count else None,
            )
            for count in map(str, range(2, 11))
        ]
        return self.segments("Seats", links, self.error("seats"))

    @staticmethod
    def segments(label: str, links: list[Html], error: Html | None = None) -> Html:
        """A labelled segmented control, each choice a link."""
        track = element("div", links, class_="choice", role="group", aria_label=label)
        return element("div", element("span", label, class_="label"), track, error)

    def folded(self, title: str, inside: Html, *names: str, part: str = "") -> Html:
        """Fields that are folded away unless one of them is not as usual, or wrong, or a part is begun."""
        usual = self.page.usual_texts()
        is_open = any(self.texts[name] != usual[name] or name in self.errors for name in names)
        return element(
            "details",
            element("summary", title),
            element("div", inside, class_=None if part else "fields"),
            open=is_open or part in self.jobs or part in self.errors,
            id=f"more-{part}" if part else None,
        )

    def link(self, words: str, **texts: str) -> Html:
        """A link to the same page with other texts, marked where they stand already."""
        is_current = all(" ".join(self.texts[name].split()) == text for name, text in texts.items())
        address = self.page.address(self.texts | texts)
        return element("a", words, class_="chip", href=address, aria_current="true" if is_current else None)

    def solved(self, question: type[CaseRequest]) -> list[CaseRequest]:
        """What has been asked and answered of a type since the program began."""
        return [job.question for job in self._board.jobs(question.name, DONE)]

    def result(self, part: str) -> Any:
        """The answer to a part; None as long as there is none."""
        job = self.jobs.get(part)
        return job.result if job is not None and job.state == DONE else None

    def answer(self, part: str, waiting: str = "") -> Html:
        """The fragment of a part's answer; `waiting` stands there until something was asked."""
        result, job = self.result(part), self.jobs.get(part)
        is_held = result is None and (job is not None or part not in self.questions)
        inside = element("p", waiting, class_="note") if waiting else None
        if result is not None:
            inside = Html(result["html"])
        return element("div", inside, id=f"{part}-answer", data_hold=is_held, aria_live="polite")

    def status(self, part: str) -> Html:
        """A line on the job of a part: what it waits for or does, how far it is; why there is no answer."""
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
        """Return whether a part says how far it is: a silent one leaves that to another that is open."""
        speakers = (name for name, job in self.jobs.items() if job.open and name != part)
        return not (self.page.parts[part].hides_errors and any(speakers))

    def _followed(self, part: str) -> str | bool:
        """Whether the job of a part is looked at again: at once, or in so many milliseconds."""
        job = self.jobs.get(part)
        if job is None or not job.open:
            return False
        return _SELDOM if self.runs_in_background(part) else True

    def runs_in_background(self, part: str) -> bool:
        """Whether a part goes on beside all else."""
        return self.page.parts[part].starts_automatically is not None

    @property
    def follow(self) -> str | bool:
        """Whether the page is looked at again: what the nearest of its jobs needs."""
        modes = [self._followed(part) for part in self.jobs]
        return True if True in modes else _SELDOM if _SELDOM in modes else False

    def _chip(self, part: str, job: Job) -> Html | None:
        """Stop, and again, for a part that no button begins, once it takes a second."""
        spec = self.page.parts[part]
        if not (spec.by_job or self.is_quick(part)):
            return None
        if job.open:
            is_long = job.seconds > 1 and not job.stopping
            return element("button", "Stop", class_="chip", name=STOP, value=job.id) if is_long else None
        return None if spec.by_job else element("button", "Again", class_="chip", name=GO, value=part)

    def _ahead(self, job: Job) -> Html | None:
        """What a job waits for, which can be stopped."""
        ahead = self._board.before(job)
        if not ahead:
            return None
        first = ahead[0]
        words = f"Waits for: {first.question.title}{_left(first)}"
        stop = element("button", "Stop that", class_="chip", name=STOP, value=first.id)
        return join_html(element("span", words), stop)

    def button(self, part: str, words: str) -> Html | None:
        """Return the button that begins a part, and stops it while it runs.

        None where the part is answered without it: then its status has what stops it, and begins it again.
        """
        job = self.jobs.get(part)
        if self.is_quick(part) and not (job is not None and job.gone):
            return None
        if job is not None and job.open:
            return element("button", "Stop", id=part, class_="go stop", name=STOP, value=job.id)
        return element("button", words, id=part, class_="go", name=GO, value=part)

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
    """What a job does or waits for, in words."""
    if job.stopping:
        return "Stopping …"
    silent = "computing" if job.state == RUNNING else "waiting for the computing process"
    stage = job.progress.get("notice") or job.progress.get("stage") or silent
    done = f", {100 * job.share:.0f}% done" if job.share else ""
    if not done and job.seconds >= 2:
        done = f", {job.seconds:.0f} s so far"
    if "iteration" in job.progress:
        done = f"{_iterated(job.progress)}{done}"
    return capital(f"{stage}{done}{_left(job)} …")


def _iterated(values: Mapping[str, Any]) -> str:
    """How far a solve is that goes from iteration to iteration."""
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
    """Seconds as people say them."""
    return f"{max(0.0, seconds):.0f} s" if seconds < 90 else f"{seconds / 60:.0f} min"
