// The strategy page on a running jamfold: charts are solved when they are asked for, and it explains.

import { Explorer, folded } from "./explorer.js";
import { Game, PLAYS, SEATS, SEAT_NAMES, element, percent, signed } from "./game.js";

const settings = JSON.parse(document.getElementById("settings").textContent);
const FINEST = 0.1;
const MOST_CHARTS = 12;
const PAUSE = 350; // milliseconds that nothing changes before jamfold is asked
const POSITIONS = { jam: "sb", call: "bb" };
const ANTES = { "no ante": {}, "10 %": { ante: 0.1 }, "12.5 %": { ante: 0.125 }, "big-blind ante": { bb_ante: 1 } };

// ---- Asking the API.

export async function ask(name, body, hear = () => {}) {
  let answer = await fetch(`/api/${name}?wait=0`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  let job = await answer.json();
  while (answer.ok && (job.state === "queued" || job.state === "running")) {
    hear(job);
    answer = await fetch(`/api/jobs/${job.job}?wait=0.4`);
    job = await answer.json();
  }
  if (job.error || !answer.ok) throw Object.assign(new Error(job.error || "jamfold does not answer."), { field: job.field });
  return job.result;
}

// The words of an address as JSON values; kinds come from the questions themselves.
function values(level) {
  const found = {};
  for (const [name, text] of level) {
    const { kind, whole, place } = settings.fields[name];
    if (kind === "pair") (found[whole] = found[whole] || [...settings.usual[whole]])[place] = text;
    else found[name] = kind === "list" ? text.split(/\s+/) : kind === "flag" ? text === "1" : kind === "number" ? +text : text;
  }
  return found;
}

const timeLeft = (seconds) => (seconds === null ? "" : seconds > 90 ? `, ${Math.round(seconds / 60)} min left` : `, ${Math.ceil(seconds)} s left`);

// What a job waits for: what is computed before it, or how far it is itself.
export function waitsFor(job, title) {
  const before = job.waiting_for.map((one) => `${one.title}${timeLeft(one.seconds_left)}`);
  if (before.length) return before.join("; then ");
  const { stage, share } = job.progress;
  return `${title}${stage ? `: ${stage}, ${percent(share || 0, 0)}` : ""}${timeLeft(job.seconds_left)}`;
}

function spot(explorer, k) {
  const stack = `${explorer.game.text(k)}bb`;
  return { game: explorer.game.game, stacks: [stack, stack], ...values(explorer.level) };
}

function spotAddress(explorer, path) {
  const words = new URLSearchParams({ game: explorer.state.game });
  const stack = `${explorer.game.text(explorer.game.nearest(explorer.state.stack))}bb`;
  words.set("stack_sb", stack);
  words.set("stack_bb", stack);
  for (const [name, value] of explorer.level) words.append(name, value);
  return `${path}?${words}`;
}

// Whether a stack is on the grid that the page walks through, in steps of so many big blinds.
const isOn = (stack, step) => stack >= 1 && stack <= 25 && Math.abs(stack / step - Math.round(stack / step)) < 1e-6;

const gridWith = (stack, step) => (isOn(stack, step) ? { step } : { step, also: stack });

const source = {
  games: settings.games,
  example: "K7o, AKQJ, AA$ds, 15 %, cards, 22+ ...  ( / )",
  mark: "/?",
  levels: Object.keys(settings.fields),
  charts: new Map(),
  turn: 0,
  lasting: "", // what is said as long as a level is seen
  answers: new Map(),

  // Links of earlier pages name both stacks, and leave out the usual game.
  translate(words) {
    this.lasting = "";
    if (!words.has("stack_sb") && !words.has("stack_bb")) return words;
    const given = new URLSearchParams(words);
    const big = this.bigBlind(given);
    const blinds = (text) => (/bb$/i.test(text) ? parseFloat(text) : parseFloat(String(text).replace(/,/g, "")) / big);
    const [small, other] = ["stack_sb", "stack_bb"].map((name) => blinds(given.get(name) || settings.usual.stacks[0]));
    // The big blind's ante is not the small blind's to match: equal stacks that leave both as much to win.
    const each = Math.min(small + blinds(given.get("bb_ante") || "0"), other);
    given.set("stack", +each.toFixed(6));
    if (each !== Math.min(small, other)) {
      this.lasting = `The small blind has ${+small.toFixed(4)} bb and does not post the big blind's ante: as if both had ${+each.toFixed(4)} bb.`;
    }
    if (!given.has("game")) given.set("game", settings.usual.game);
    return given;
  },

  bigBlind: (level) => parseFloat(level.get("blind_bb")) || settings.usual.blinds[1],

  key: (name, level) => `${name}?${level}`,

  // First the stack of the address alone, then more and more beside it.
  async load(explorer, name, level, show) {
    const turn = ++this.turn;
    const { stack } = explorer.state;
    const known = `${this.key(name, level)} ${isOn(stack, FINEST) ? "" : stack}`;
    this.showAntes(explorer);
    if (this.charts.has(known)) {
      explorer.say(this.lasting);
      show(this.charts.get(known));
      return;
    }
    const title = `${settings.games.find((one) => one.name === name).title}, ${stack} bb`;
    if (!explorer.game) explorer.say(`Waiting for: ${title}.`);
    try {
      for (const grid of [{ low: stack, high: stack }, ...[1, FINEST].map((step) => gridWith(stack, step))]) {
        const hear = (job) => turn === this.turn && this.hear(explorer, job, grid, title);
        const chart = new Game(await ask("explorer", { ...values(level), game: name, ...grid }, hear));
        if (grid.step === FINEST) this.keep(known, chart);
        if (turn !== this.turn) return;
        explorer.say(this.lasting);
        if (!explorer.isRight() || chart.count > explorer.game.count) show(chart);
      }
    } catch (error) {
      if (turn === this.turn) this.fail(explorer, error);
    }
  },

  keep(known, chart) {
    this.charts.set(known, chart);
    if (this.charts.size > MOST_CHARTS) this.charts.delete(this.charts.keys().next().value);
  },

  hear(explorer, job, grid, title) {
    const there = grid.step === FINEST ? "Whole stacks are there; waiting" : grid.step ? "This stack is there; waiting" : "Waiting";
    explorer.say(`${there} for: ${waitsFor(job, title)}. ${job.progress.notice || ""}`);
  },

  fail(explorer, error) {
    explorer.giveUp(error.message);
    this.form.querySelectorAll(".error").forEach((one) => one.remove());
    const field = error.field && this.form.elements.namedItem(error.field);
    if (!field) return;
    this.more.open = true;
    field.after(element("span", { className: "error", textContent: error.message }));
    field.focus();
  },

  controls(explorer) {
    this.antes = element("div", { className: "choice antes", role: "group", "aria-label": "Antes" });
    for (const [title, parts] of Object.entries(ANTES)) {
      const button = element("button", { type: "button", textContent: title });
      button.addEventListener("click", () => {
        const level = new URLSearchParams(explorer.level);
        for (const name of ["ante", "bb_ante"]) level.delete(name);
        for (const [name, part] of Object.entries(parts)) level.set(name, +(part * this.bigBlind(level)).toPrecision(12));
        this.lasting = "";
        explorer.setLevel(level);
      });
      this.antes.append(button);
    }
    return [this.antes];
  },

  showAntes(explorer) {
    const { level } = explorer;
    const big = this.bigBlind(level);
    const parts = ["ante", "bb_ante"].map((name) => (parseFloat(level.get(name)) || 0) / big);
    [...this.antes.children].forEach((button, place) => {
      const { ante = 0, bb_ante: whole = 0 } = Object.values(ANTES)[place];
      const here = Math.abs(ante - parts[0]) < 1e-9 && Math.abs(whole - parts[1]) < 1e-9;
      button.setAttribute("aria-pressed", String(here));
    });
    this.fill(explorer);
  },

  before(explorer) {
    this.why = element("section", { id: "why", "aria-live": "polite" });
    this.rule = element("div", { id: "rule-text" });
    const rule = folded("A short range", "rule", this.rule);
    rule.addEventListener("toggle", () => rule.open && explorer.game && this.tellRule(explorer));
    this.ruleBox = rule;
    return [this.why, rule];
  },

  after(explorer) {
    return [this.others(explorer), this.makeMore(explorer)];
  },

  exact(explorer) {
    this.gains = element("div", { id: "gains" });
    this.report = element("a", { textContent: "The whole report: iterations, curve, every number" });
    queueMicrotask(() => {
      const box = document.getElementById("exact");
      box.addEventListener("toggle", () => box.open && explorer.game && this.tellGains(explorer));
    });
    return [this.gains, element("p", {}, this.report)];
  },

  // ---- What jamfold says of the spot that is seen, once it stays for a moment.

  drawn(explorer, k) {
    this.report.href = spotAddress(explorer, "/solve");
    this.compareButton.disabled = this.sendButton.disabled = false;
    const words = explorer.game.members ? this.wordsOf(explorer, k) : null;
    if (explorer.game.members) explorer.views.get(explorer.game).tell(words);
    const picked = explorer.picked;
    if (!picked || picked.ids.length > 1) fill(this.why, words && picked ? this.which(words, picked) : []);
    else this.tellWhy(explorer, k, true);
    const seen = JSON.stringify(spot(explorer, k));
    if (seen !== this.seen) {
      this.seen = seen;
      this.forget();
      if (this.ruleBox.open) this.tellRule(explorer, true);
      if (document.getElementById("exact").open) this.tellGains(explorer, true);
    }
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.settled(explorer), PAUSE);
  },

  // What was said of the spot before is taken away.
  forget() {
    this.comparing = null;
    for (const region of [this.rule, this.gains, this.told]) fill(region, []);
  },

  waits(explorer) {
    clearTimeout(this.waiting);
    this.seen = null;
    this.forget();
    fill(this.why, explorer.state.hand ? [element("p", { className: "small", textContent: "…" })] : []);
    this.why.setAttribute("aria-busy", "true");
    this.report.removeAttribute("href");
    this.compareButton.disabled = this.sendButton.disabled = true;
  },

  settled(explorer) {
    if (!explorer.game) return;
    const k = explorer.game.nearest(explorer.state.stack);
    this.tellWhy(explorer, k);
    this.tellWords(explorer, k);
    if (this.ruleBox.open) this.tellRule(explorer);
    if (document.getElementById("exact").open) this.tellGains(explorer);
  },

  // The answer to a question, asked once; null while it is on its way.  Without `hear` it is not asked now.
  known(name, body, hear) {
    const key = JSON.stringify([name, body]);
    if (hear && !this.answers.has(key)) {
      this.answers.set(key, null);
      ask(name, body).then(
        (answer) => this.answers.set(key, answer),
        (error) => this.answers.set(key, { error: error.message }),
      ).then(() => hear());
    }
    return this.answers.get(key) || null;
  },

  // With `peek`, only what has been answered before.  The same below.
  tellWhy(explorer, k, peek = false) {
    const { picked, game } = explorer;
    if (!picked || picked.ids.length > 1) return;
    const seats = picked.seat === "call" ? ["call", "jam"] : SEATS;
    const again = () => explorer.game === game && this.tellWhy(explorer, game.nearest(explorer.state.stack), true);
    const answers = seats.map((seat) => this.known("hand", { ...spot(explorer, k), id: picked.ids[0], position: POSITIONS[seat] }, peek ? null : again));
    if (answers.includes(null)) {
      waiting(this.why);
      return;
    }
    const parts = seats.map((seat, place) => {
      const told = answers[place];
      if (told.error) return element("p", { className: "error", textContent: told.error });
      const gain = told.difference_bb ?? told.difference_money;
      const size = gain === null ? "" : `, ${signed(gain, 3)} ${told.difference_bb === null ? "money" : "bb"}`;
      const lines = told.words.map((line) => element("li", { textContent: line }));
      const head = game.names ? `Why, ${SEAT_NAMES[seat].toLowerCase()}` : `${SEAT_NAMES[seat]}: ${told.advice}${size}`;
      return element("div", {}, element("h3", { textContent: head }), element("ul", { className: "why" }, ...lines));
    });
    fill(this.why, parts);
  },

  outline(explorer, k, more, again) {
    return this.known("outline", { ...spot(explorer, k), ...more }, again);
  },

  wordsOf(explorer, k) {
    const told = this.outline(explorer, k, {}, null);
    if (!told || told.error) return null;
    const cells = (seat) => new Map(seat.cells.map((one) => [one.pattern.replace("/", ", "), one]));
    return { jam: cells(told.seats[0]), call: cells(told.seats[1]) };
  },

  // Which hands of a cell are played, in words.
  which(words, picked) {
    const lines = SEATS.map((seat) => [seat, words[seat].get(picked.words)]).filter(([, cell]) => cell && cell.words);
    const items = lines.map(([seat, cell]) => element("li", { textContent: `${SEAT_NAMES[seat]} ${PLAYS[seat]}: ${cell.words} (right for ${percent(cell.accuracy)} of them)` }));
    return items.length ? [element("h3", { textContent: "Which" }), element("ul", { className: "why" }, ...items)] : [];
  },

  tellWords(explorer, k) {
    if (!explorer.game.members) return;
    const { game } = explorer;
    this.outline(explorer, k, {}, () => explorer.game === game && explorer.draw());
  },

  tellRule(explorer, peek = false) {
    const { game } = explorer;
    const k = game.nearest(explorer.state.stack);
    const more = game.members ? { max_terms: 8 } : {};
    const told = this.outline(explorer, k, more, peek ? null : () => explorer.game === game && this.tellRule(explorer, true));
    if (!told) return waiting(this.rule, "Looking for few words …");
    if (told.error) return fill(this.rule, [element("p", { className: "error", textContent: told.error })]);
    const parts = told.seats.map((seat, place) => {
      const text = game.names ? seat.text.replace(/,/g, ", ") : seat.text.replace(/,(?![^([]*[)\]])/g, ",\n");
      const words = `Costs ${seat.cost.toFixed(4)} ${told.unit} a hand dealt; plays ${seat.differs_percent.toFixed(2)} % of hands differently.`;
      return element("div", {}, element("h3", { textContent: `${SEAT_NAMES[SEATS[place]]} ${PLAYS[SEATS[place]]} with` }), element("p", { className: "range", textContent: text }), element("p", { className: "small", textContent: words }));
    });
    return fill(this.rule, parts);
  },

  headRule(explorer, again) {
    return this.known("rule-card", { game: explorer.game.game }, again);
  },

  tellGains(explorer, peek = false) {
    const { game } = explorer;
    const k = game.nearest(explorer.state.stack);
    const told = this.known("solve", spot(explorer, k), peek ? null : () => explorer.game === game && this.tellGains(explorer, true));
    if (!told) return waiting(this.gains);
    if (told.error) return fill(this.gains, [told.error]);
    const rows = [
      ["small blind could still gain", told.gains_bb?.[0] ?? told.gains_money?.[0]],
      ["big blind could still gain", told.gains_bb?.[1] ?? told.gains_money?.[1]],
      ["epsilon, half of both", told.epsilon_bb ?? told.epsilon_money],
      ["stack s, dead money b, in units", `${told.s ?? "–"}, ${told.b ?? "–"}`],
      ["unit, chips", told.unit_chips],
    ];
    const items = rows.filter(([, value]) => value !== undefined && value !== null);
    const lines = items.map(([name, value]) => element("li", { textContent: `${name}: ${typeof value === "number" ? +value.toPrecision(3) : value}` }));
    return fill(this.gains, [element("ul", { className: "why" }, ...lines)]);
  },

  // A range in the search box, read by jamfold.
  unknown(explorer, text) {
    const { game } = explorer;
    const body = { game: game.game, text, list_classes: true };
    const key = JSON.stringify(["range", body]);
    if (!this.answers.has(key)) {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.known("range", body, () => this.takeRange(explorer, text, game.game)), PAUSE);
      return "…";
    }
    const told = this.answers.get(key);
    if (told && !told.error && !explorer.ranges.has(text)) queueMicrotask(() => this.takeRange(explorer, text, game.game));
    return told && told.error ? told.error : "…";
  },

  takeRange(explorer, text, name) {
    if (!explorer.game || explorer.game.game !== name) return; // another game's classes
    const told = this.known("range", { game: name, text, list_classes: true }, null);
    if (!told.error && told.class_shares.length) {
      const shares = new Map(told.class_shares);
      explorer.ranges.set(text, { ids: [...shares.keys()], words: text, shares });
    }
    if (explorer.state.hand !== text) return;
    explorer.draw();
    if (explorer.picked) explorer.write(true);
  },

  // ---- Beside another tool.

  others(explorer) {
    const choices = { jam: "Small blind jams with", call: "Big blind calls with", csv: "CSV of another tool" };
    const kind = element("select", { id: "other-kind" }, ...Object.entries(choices).map(([value, words]) => new Option(words, value)));
    kind.setAttribute("aria-label", "What is compared");
    const text = element("textarea", { id: "other-text", rows: 3, placeholder: "22+, A2s+, K9o+   or lines of hand,jam,call" });
    text.setAttribute("aria-label", "Range or CSV to compare");
    this.told = element("div", { id: "other-answer", role: "status" });
    this.compareButton = element("button", { type: "button", textContent: "Compare", id: "other-go" });
    this.compareButton.addEventListener("click", () => this.compare(explorer, kind.value, text.value));
    return folded("Compare with a range or another tool", "others", kind, text, element("p", {}, this.compareButton), this.told);
  },

  // An answer that comes when another spot is seen, or another range is asked for, is dropped.
  async compare(explorer, kind, text) {
    const turn = (this.comparing = {});
    const show = (parts) => turn === this.comparing && fill(this.told, parts);
    waiting(this.told);
    const k = explorer.game.nearest(explorer.state.stack);
    try {
      show(comparison(await ask("compare", { ...spot(explorer, k), [kind]: text })));
    } catch (error) {
      show([element("p", { className: "error", textContent: error.message })]);
    }
  },

  // ---- More: everything else that can be said of a spot.

  makeMore(explorer) {
    this.form = document.getElementById("level");
    this.form.hidden = false;
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit(explorer);
    });
    this.form.querySelector("#plain").addEventListener("click", () => {
      this.lasting = "";
      explorer.setLevel(new URLSearchParams());
    });
    const copy = element("button", { type: "button", textContent: "Copy link", id: "copy" });
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(location.href);
      explorer.say("The link to this is in the clipboard.");
    });
    const send = element("button", { type: "button", textContent: "Save as one HTML file", id: "send" });
    send.addEventListener("click", () => this.send(explorer));
    this.sendButton = send;
    this.more = folded("More: unequal stacks, blinds in chips, rake, prizes", "more", this.form);
    return element("div", {}, this.more, element("p", { className: "row" }, copy, send));
  },

  fill(explorer) {
    for (const name of this.levels) {
      const field = this.form && this.form.elements.namedItem(name);
      if (!field) continue;
      const value = explorer.level.get(name);
      if (field.type === "checkbox") field.checked = value === "1";
      else field.value = value ?? settings.fields[name].usual;
    }
  },

  submit(explorer) {
    this.form.querySelectorAll(".error").forEach((one) => one.remove());
    const level = new URLSearchParams();
    for (const name of this.levels) {
      const field = this.form.elements.namedItem(name);
      const value = field.type === "checkbox" ? (field.checked ? "1" : "") : field.value.trim();
      if (value && value !== settings.fields[name].usual) level.set(name, value);
    }
    const stacks = ["stack_sb", "stack_bb"].map((name) => this.form.elements.namedItem(name).value.trim());
    const given = stacks.filter(Boolean);
    if (given.length === 2 && stacks[0] !== stacks[1] && level.has("prizes")) {
      location.assign(`/solve?${new URLSearchParams({ game: explorer.state.game, stack_sb: stacks[0], stack_bb: stacks[1] })}&${level}`);
      return undefined;
    }
    const words = new URLSearchParams(level);
    if (given.length) ["stack_sb", "stack_bb"].forEach((name, place) => words.set(name, stacks[place] || given[0]));
    const stack = parseFloat(this.translate(words).get("stack"));
    if (given.length && !(stack > 0)) return explorer.say("A stack is chips, or big blinds as 12.5bb.");
    if (given.length === 2 && stacks[0] !== stacks[1] && !this.lasting) this.lasting = `Both play for the smaller stack: ${+stack.toFixed(4)} bb.`;
    if (stack > 0) explorer.state.stack = stack;
    return explorer.setLevel(level);
  },

  async send(explorer) {
    try {
      explorer.say("Writing the file …");
      const body = { ...values(explorer.level), ...gridWith(explorer.state.stack, FINEST), games: [explorer.state.game] };
      const file = await ask("page-file", body, (job) => explorer.say(`Writing the file; waiting for: ${waitsFor(job, "its stacks")}.`));
      const link = element("a", { href: URL.createObjectURL(new Blob([file.text], { type: "text/html" })), download: file.name });
      link.click();
      URL.revokeObjectURL(link.href);
      explorer.say(`${file.name}: it holds every stack, and needs no network.`);
    } catch (error) {
      explorer.say(error.message);
    }
  },

  printed: (explorer) => (explorer.game ? [explorer.game] : []),
};

// Parts of a region that are right, or nothing to be read until they come; its height stays meanwhile.
function fill(region, parts) {
  region.style.minHeight = "";
  region.setAttribute("aria-busy", "false");
  region.replaceChildren(...parts);
}

function waiting(region, words = "…") {
  region.style.minHeight = `${region.offsetHeight}px`;
  region.setAttribute("aria-busy", "true");
  region.replaceChildren(element("p", { className: "small", textContent: words }));
}

// Where another source differs, dearest first.
function comparison(told) {
  return told.seats.map((seat) => {
    const cost = seat.cost_bb ?? seat.cost_money;
    const head = `${seat.position === "sb" ? SEAT_NAMES.jam : SEAT_NAMES.call}: ${seat.apart_percent.toFixed(2)} % of hands differ, costs ${cost.toFixed(4)} a hand`;
    const items = seat.hands.map((hand) => element("li", { textContent: `${hand.name}: ${percent(hand.played)} here, ${percent(hand.other_played)} there, costs ${(hand.cost_bb ?? hand.cost_money).toFixed(4)}` }));
    return element("div", {}, element("h3", { textContent: head }), element("ul", { className: "close" }, ...items));
  });
}

document.querySelector(".theme")?.addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  localStorage.setItem("jamfold-theme", dark ? "light" : "dark");
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
const theme = localStorage.getItem("jamfold-theme");
if (theme) document.documentElement.dataset.theme = theme;

// The trainer, when it is open first, does not wait for charts that nobody looks at.
const begin = () => new Explorer(document.getElementById("explorer"), source);
if (location.hash === "#train") addEventListener("jamfold-explore", begin, { once: true });
else begin();
