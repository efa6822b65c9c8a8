// The strategy page on a running jamfold: charts are solved when they are asked for, and it explains.

import { FEWEST, MOST, folded, rangeMenu } from "./explorer.js";
import { FACTS } from "./facts.js";
import { Game, PLAYS, SEATS, SEAT_NAMES, button, choice, download, element, labelled, list, paragraph, percent, press, signed, small } from "./game.js";
import { ask, askHere, bundledChart, needs, restHere, stop, waitsFor, HERE } from "./host.js";
import { doubtOf, parseNumber } from "./numbers.js";
import { writeSpot } from "./share.js";

const settings = JSON.parse(document.getElementById("settings").textContent);
const MOST_CHARTS = 12;
const FILES = { "csv?position=sb": "Small blind (CSV)", "csv?position=bb": "Big blind (CSV)", "spot.json": "Spot (JSON)" };
const PAUSE = 350; // milliseconds that nothing changes before jamfold is asked
const HEAD_START = 150; // milliseconds that this browser has before jamfold is asked
const NEEDS = "This needs the equity table. Build it with the button above.";
const BESIDE = "Shown: precomputed, exact. Explanations and ranges are approximate.";
const PLAIN = ["blind_sb", "blind_bb", "ante", "bb_ante", "dead"];
const POSITIONS = { jam: "sb", call: "bb" };
const RAISES = ["open", "raises", "limit", "jam"];
const SIZES = { "jam or fold": {}, "open 2": { open: "2bb" }, "open 2.5": { open: "2.5bb" }, "pot-limit": { limit: "pot" } };
const STACKS = ["stack_sb", "stack_bb"];
const NO_STACK = "Enter the stack in chips or in big blinds (12.5bb).";
const JAM_OR_FOLD = "This works for jam or fold only. Remove the raises.";
const COARSE = { step: 0.5, tree: 1 }; // the stacks of a chart that this browser solves
const OF_A_SPOT = ["hand", "outline", "solve", "compare"];
const AS_BLINDS = /^\s*\d*\.?\d+\s*bb\s*$/i; // an ante such as 1bb: chips from then on, as the buttons write it
const ANTES = { None: {}, "10%": { ante: 0.1 }, "12.5%": { ante: 0.125 }, "BB": { bb_ante: 1 } };

// The words of an address as JSON values; kinds come from the questions themselves.
function values(level) {
  const parsed = {};
  for (const [name, text] of level) {
    if (STACKS.includes(name)) continue;
    const { kind, whole, place } = settings.fields[name];
    if (kind === "pair") (parsed[whole] = parsed[whole] || [...settings.usual[whole]])[place] = text;
    else parsed[name] = kind === "list" ? text.split(/\s+/) : kind === "flag" ? text === "1" : kind === "number" && !Number.isNaN(+text) ? +text : text;
  }
  return parsed;
}

// Both stacks where prizes make them count, in the file that solves; null where both play for the smaller one.
function uneven(level) {
  const stacks = STACKS.map((name) => level.get(name));
  return !HERE.report && level.has("prizes") && stacks.every(Boolean) && stacks[0] !== stacks[1] ? stacks : null;
}

function spot(explorer) {
  const stack = `${explorer.game.text(explorer.k)}bb`;
  return { game: explorer.game.game, stacks: uneven(explorer.level) || [stack, stack], ...values(explorer.level) };
}

function spotAddress(explorer, path) {
  const stack = `${explorer.game.text(explorer.k)}bb`;
  const words = new URLSearchParams([["game", explorer.state.game], ...STACKS.map((name) => [name, stack]), ...explorer.level]);
  return `${path}${path.includes("?") ? "&" : "?"}${words}`;
}

// The picture of what is seen: one spot, or all seats of a table at its stack.
function pictureAddress(explorer) {
  const { seats, stack } = explorer.state;
  if (seats === FEWEST) return spotAddress(explorer, `${HERE.report}.png`);
  return `${spotAddress(explorer, "/charts.png")}&${new URLSearchParams({ seats, low: stack, high: stack })}`;
}

const hasRaises = (level) => Boolean(level.get("open") || level.get("limit"));

const isApproximate = (name) => HERE.approximates && settings.games.find((game) => game.name === name).many;

// The finest steps of stacks: trees take longer, those of many classes longest.
function finest(name, level) {
  if (!hasRaises(level)) return isApproximate(name) ? 1 : HERE.finest;
  return settings.games.find((game) => game.name === name).many ? 1 : HERE.finestTree;
}

// Whether a stack is on the grid that the page walks through, in steps of so many big blinds.
const isOn = (stack, step) => stack >= 1 && stack <= 25 && Math.abs(stack / step - Math.round(stack / step)) < 1e-6;

const gridWith = (stack, step) => (isOn(stack, step) ? { step } : { step, also: stack });

export const source = {
  games: settings.games,
  example: "K7o, AA$ds, 22+, 15%",
  mark: HERE.mark,
  solves: true, // stacks that no chart has
  levels: [...Object.keys(settings.fields), ...(HERE.report ? [] : STACKS)],
  charts: new Map(),
  boxes: new Map(), // the charts that come with the program, by game and level
  unbuilt: new Set(), // games of whose table nobody has agreed that it is built: nothing is asked that needs it
  rough: new Set(), // those of them with approximate answers: only what has none is not asked
  agreed: new Set(), // what may be built: see `build`
  turn: 0,
  quick: false, // whether this browser has solved what is seen
  lasting: "", // what is said as long as a level is seen
  refused: "", // why nothing is shown of the address
  answers: new Map(),
  coming: new Map(), // what is on its way, by the same keys
  buttons: [], // those that need a solved spot

  // Links of earlier pages name both stacks, and leave out the usual game.
  translate(words) {
    this.lasting = this.refused = "";
    const params = new URLSearchParams(words);
    const big = this.bigBlind(params);
    for (const name of ["ante", "bb_ante"].filter((field) => AS_BLINDS.test(params.get(field)))) params.set(name, +(parseFloat(params.get(name)) * big).toPrecision(12));
    if (!params.has("stack_sb") && !params.has("stack_bb")) return params;
    const blinds = (text) => (/bb$/i.test(text) ? parseNumber(text.slice(0, -2)) : parseNumber(text) / big);
    this.refused = ["bb_ante", ...STACKS].map((name) => params.get(name) || "").map((text) => doubtOf(text, !/bb$/i.test(text))).find(Boolean) || "";
    const [small, other] = STACKS.map((name) => blinds(params.get(name) || settings.usual.stacks[0]));
    // The big blind's ante is not the small blind's to match: equal stacks that leave both as much to win.
    const effective = Math.min(small + (blinds(params.get("bb_ante") || "0") || 0), other);
    this.refused ||= small > 0 && other > 0 ? "" : NO_STACK;
    if (this.refused) return params;
    params.set("stack", +effective.toFixed(6));
    if (effective !== Math.min(small, other)) {
      this.lasting = `Effective stack ${+effective.toFixed(2)} bb: the small blind (${+small.toFixed(2)} bb) does not post the big blind ante.`;
    }
    if (!params.has("game")) params.set("game", settings.usual.game);
    if (uneven(params)) this.lasting = `The small blind has ${+small.toFixed(2)} bb, the big blind ${+other.toFixed(2)} bb.`;
    else for (const name of STACKS) params.delete(name);
    return params;
  },

  bigBlind: (level) => parseFloat(level.get("blind_bb")) || settings.usual.blinds[1],

  key: (name, level, seats) => `${seats} ${name}?${level}`,

  // The chart out of the box of this game and level; null where there is none.
  async bundled(name, level) {
    const rest = new URLSearchParams(level);
    rest.delete("bb_ante");
    const place = ["0", `${this.bigBlind(level)}`].indexOf(`${parseFloat(level.get("bb_ante")) || 0}`);
    if (`${rest}` || place < 0) return null;
    const key = `${name} ${place}`;
    if (!this.boxes.has(key)) {
      const parts = await Promise.all([name, `${name}-bb-ante`].slice(0, place + 1).map(bundledChart));
      this.boxes.set(key, parts[0] && new Game(Object.assign({ isBundled: true }, ...parts)));
    }
    return this.boxes.get(key);
  },

  // What somebody agrees to: the table of a game; where more than chips counts it may take more than that.
  build: (name, level) => [...level.keys()].every((key) => PLAIN.includes(key)) ? name : `${name}?${level}`,

  // What has to be built first, with what there is without it; null where nothing is, or somebody has agreed.
  async needs(name, level) {
    const build = this.build(name, level);
    if (this.agreed.has(build)) return null;
    const needed = await needs(new URLSearchParams([...level, ["game", name]]));
    this.rough.delete(name);
    this.unbuilt.delete(name);
    if (needed.sentence) this[needed.isApproximable ? "rough" : "unbuilt"].add(name);
    if (!needed.sentence) this.agreed.add(build);
    return needed.sentence ? needed : null;
  },

  // Below the note: words and a button; without them nothing.
  offer(explorer, words, label, act) {
    this.offered = this.offered || element("p", { id: "offer", role: "status" });
    if (!this.offered.isConnected) explorer.note.after(this.offered);
    if (!words) return this.offered.replaceChildren();
    if (this.offered.firstChild && this.offered.firstChild.textContent === words) return undefined;
    return this.offered.replaceChildren(element("span", { textContent: words }), " ", button(label, act));
  },

  offerBuild(explorer, name, { sentence, isApproximable }, box) {
    if (!HERE.builds) {
      explorer.say(sentence);
      if (!box) explorer.giveUp(sentence);
      return;
    }
    const words = isApproximable
      ? `${box?.has(explorer.state.stack) ? "Shown: precomputed, exact. Explanations and ranges are approximate" : "Approximate"} until the equity table is built. ${sentence}`
      : box
      ? `Precomputed for every half big blind up to 25 bb. Other stacks, explanations and ranges need the equity table. ${sentence}`
      : `This needs the equity table. ${sentence}`;
    this.offer(explorer, words, "Build table", async () => {
      if (isApproximable) {
        const body = { ...spot(explorer), method: "exact" };
        const hear = (job) => this.hear(explorer, job, { step: 1 }, "the table");
        if (!(await ask("solve", body, hear).catch(() => null))) return; // stopped
        this.charts.clear();
      }
      this.agreed.add(this.build(name, explorer.level));
      this.unbuilt.delete(name);
      this.rough.delete(name);
      this.answers.clear();
      explorer.start();
      explorer.draw();
    });
    if (!box && !isApproximable) explorer.giveUp("");
  },

  // First what comes with the program, then the stack of the address alone, then more and more beside it.
  async load(explorer, name, level, show) {
    const turn = ++this.turn;
    const { stack } = explorer.state;
    const fine = finest(name, level);
    const key = `${this.key(name, level, FEWEST)} ${isOn(stack, fine) ? "" : stack}`;
    this.showLevel(explorer);
    if (this.refused) {
      if (explorer.game) explorer.wait();
      explorer.giveUp(this.refused);
      this.refused = "";
      return;
    }
    if (explorer.state.seats === FEWEST && this.charts.has(key)) {
      explorer.say(this.lasting);
      return show(this.charts.get(key));
    }
    const title = `${settings.games.find((game) => game.name === name).title}, ${+stack.toFixed(2)} bb`;
    if (!explorer.game) explorer.say(`Waiting for: ${title}.`);
    this.offer(explorer);
    if (explorer.state.seats > FEWEST) {
      const { SeatsView, loadSeats } = await import("./seats.js");
      this.table = this.table || new SeatsView(explorer, this);
      return turn === this.turn && loadSeats(this, explorer, name, level, show, title);
    }
    try {
      if (!this.agreed.has(this.build(name, level))) this.unbuilt.add(name); // until it is known that nothing is to be built
      const needs = this.needs(name, level);
      const box = await this.bundled(name, level);
      if (turn !== this.turn) return;
      if (box && box.has(stack) && !explorer.isRight()) {
        show(box);
        explorer.say(this.lasting || (isApproximate(name) ? BESIDE : ""));
      }
      const unbuilt = await needs;
      if (turn !== this.turn) return;
      const isRough = unbuilt?.isApproximable && !(box && box.has(stack)); // solved without the table
      if (unbuilt && !isRough) {
        if (box && explorer.game !== box) show(box); // the nearest stack, which is said
        return this.offerBuild(explorer, name, unbuilt, box);
      }
      if (box && explorer.game === box) explorer.draw();
      if (box && explorer.game === box && fine >= box.step) return; // there is nothing finer to come
      const stacks = uneven(level);
      const alone = { low: stack, high: stack, ...(stacks && { stacks }) };
      if (turn > 1 && !explorer.isRight()) {
        const soon = this.foresee(explorer, turn, show, { ...values(level), game: name }, alone);
        await Promise.race([soon, new Promise((done) => { setTimeout(done, HEAD_START); })]);
      }
      if (turn !== this.turn) return;
      const grids = [alone, ...(stacks || isRough || (box && isApproximate(name)) ? [] : [...new Set([1, fine])].map((step) => gridWith(stack, step)))];
      for (const grid of grids) {
        if (grid !== grids.at(-1) && explorer.isRight()) continue;
        const hear = (job) => turn === this.turn && this.hear(explorer, job, grid, title);
        const reply = await ask("explorer", { ...values(level), game: name, ...grid }, hear).catch((error) => {
          if (grid.low && !stacks && error.field === "raises") return null; // later raises need not come at every stack
          throw error;
        });
        if (!reply && turn === this.turn) continue;
        if (!reply) return;
        const chart = new Game(reply);
        if (grid.step === fine) this.keep(key, chart);
        if (grid === grids.at(-1) && turn > 1) restHere();
        if (turn !== this.turn) return;
        explorer.say(this.lasting);
        if (isRough) this.offerBuild(explorer, name, unbuilt, box);
        else this.offer(explorer);
        const more = chart.count - (explorer.isRight() ? explorer.game.count : 0);
        if (more > 0 || (explorer.game.quick && more === 0)) show(chart);
      }
    } catch (error) {
      if (turn !== this.turn) return;
      this.offer(explorer);
      if (error.field) {
        this.turn += 1; // jamfold is the judge of what is a spot: what this browser still solves is dropped
        if (explorer.game?.quick) explorer.wait();
      }
      this.fail(explorer, error);
    }
  },

  // What this browser solves by itself, until jamfold's own answer takes its place: the stack at once, others soon.
  async foresee(explorer, turn, show, body, alone) {
    if (!askHere || settings.games.find((game) => game.name === body.game).many) return;
    const { stack } = explorer.state;
    const solve = async (grid) => {
      const reply = await askHere("explorer", { ...body, ...grid }).catch(() => null);
      if (!reply || turn !== this.turn || (explorer.isRight() && !explorer.game.quick)) return false;
      show(new Game({ ...reply, quick: true }));
      return true;
    };
    const isSolved = await solve(alone);
    if (isSolved && !alone.stacks) solve(gridWith(stack, hasRaises(explorer.level) ? COARSE.tree : COARSE.step));
  },

  keep(key, chart) {
    this.charts.set(key, chart);
    if (this.charts.size > MOST_CHARTS) this.charts.delete(this.charts.keys().next().value);
  },

  hear(explorer, job, grid, title) {
    if (job.job && job.job === this.stopped) return; // runs on for a moment; jobs of the file have no number
    const status = explorer.game?.quick ? "Shown: browser result. Waiting" : explorer.game && explorer.game.isBundled ? "Shown: precomputed result. Waiting" : grid.step < 1 ? "Shown: whole stacks. Waiting" : explorer.game ? "Shown: this stack. Waiting" : "Waiting";
    explorer.say(`${status} for: ${waitsFor(job, title)}. ${job.progress.notice || ""}`);
    if (job.seconds > 1) this.offer(explorer, "This may take a while.", "Stop", () => this.stop(explorer, job));
  },

  async stop(explorer, job) {
    const name = explorer.state.game;
    this.stopped = job.job;
    await stop(job);
    this.agreed.delete(this.build(name, explorer.level));
    if (await this.needs(name, explorer.level)) explorer.start();
  },

  fail(explorer, error) {
    explorer.giveUp(error.message);
    this.form.querySelectorAll(".error").forEach((mark) => mark.remove());
    const field = error.field && this.form.elements.namedItem(error.field);
    if (!field) return;
    this.more.open = true;
    field.after(element("span", { className: "error", textContent: error.message }));
    field.focus();
  },

  controls(explorer) {
    const change = (names, parts) => {
      const level = new URLSearchParams(explorer.level);
      for (const name of names) level.delete(name);
      for (const [name, value] of Object.entries(parts)) level.set(name, value);
      explorer.setLevel(level);
    };
    this.antes = choice("antes", "Antes", ...Object.entries(ANTES).map(([title, parts]) => button(title, () => {
      const inChips = Object.entries(parts).map(([name, part]) => [name, +(part * this.bigBlind(explorer.level)).toPrecision(12)]);
      this.lasting = "";
      change(["ante", "bb_ante"], Object.fromEntries(inChips));
    })));
    const sizes = Object.entries(SIZES).map(([title, parts]) => new Option(title, JSON.stringify(parts)));
    this.sizes = element("select", { id: "sizes", name: "sizes", ariaLabel: "Raises before the all-in" }, ...sizes);
    this.sizes.onchange = () => {
      explorer.state.at = "";
      change(RAISES, JSON.parse(this.sizes.value));
    };
    return [labelled("Ante", this.antes), ...(settings.fields.open ? [labelled("Before the jam", this.sizes)] : [])];
  },

  // How many seats; from three on charts of positions, and no raises before the all-in.
  seats(explorer) {
    const numbers = Array.from({ length: MOST - FEWEST + 1 }, (_, k) => FEWEST + k);
    this.numbers = choice("seats", "Seats", ...numbers.map((seats) => button(seats, () => {
      if (seats > FEWEST) for (const name of RAISES) explorer.level.delete(name);
      explorer.go({ seats, at: "", seat: "" });
    }, { "aria-label": `${seats} seats` })));
    return labelled("Seats", this.numbers);
  },

  body: ({ state, level }) => ({ game: state.game, ...values(level) }),

  // A game of two seats as it is sent: its classes are those of every table.
  async base(name) {
    return (await bundledChart(name)) || ask("explorer", { game: name, low: 10, high: 10, step: 1 });
  },

  // The controls show the level of the address.
  showLevel(explorer) {
    const { state, level, pictures } = explorer;
    const { classList } = pictures.closest("#explorer");
    press(this.numbers, (place) => FEWEST + place === state.seats);
    classList.toggle("many", state.seats > FEWEST);
    classList.toggle("approximate", isApproximate(state.game)); // what needs the table is not there
    this.sizes.selectedIndex = Object.values(SIZES).findIndex((size) => RAISES.every((name) => (level.get(name) || "") === (size[name] || "")));
    const part = (name) => (parseFloat(level.get(name)) || 0) / this.bigBlind(level);
    const antes = Object.values(ANTES);
    press(this.antes, (place) => ["ante", "bb_ante"].every((name) => Math.abs((antes[place][name] || 0) - part(name)) < 1e-9));
    this.fill(explorer);
  },

  before(explorer) {
    this.why = element("section", { id: "why", "aria-live": "polite" });
    const steps = folded("Why, step by step", "steps", this.why);
    this.rule = element("div", { id: "rule-text" });
    const rule = folded("Short range", "rule", this.rule);
    rule.ontoggle = () => rule.open && explorer.game && this.tellRule(explorer);
    this.ruleBox = rule;
    return [steps, ...(HERE.can("outline") ? [rule] : [])];
  },

  after(explorer) {
    this.extras = HERE.extras(explorer, spot);
    return [this.makeComparison(explorer), ...this.extras.parts, this.makeMore(explorer)];
  },

  exact(explorer) {
    this.gains = element("div", { id: "gains" });
    const chip = { className: "chip", download: "" };
    this.files = Object.entries(HERE.report ? FILES : {}).map(([end, textContent]) => [end, element("a", { ...chip, textContent })]);
    const prove = button("Proof (JSON)", () => this.prove(explorer), { id: "prove", className: "chip" });
    if (HERE.report) this.buttons.push(prove);
    queueMicrotask(() => {
      const box = document.getElementById("exact");
      box.ontoggle = () => box.open && explorer.game && this.tellGains(explorer);
    });
    return [this.gains, ...(HERE.report ? [element("p", { className: "row" }, ...this.files.map(([, link]) => link), prove)] : [])];
  },

  // ---- What jamfold says of the spot that is seen, once it stays for a moment.

  afterDraw(explorer, k) {
    for (const control of this.buttons) control.disabled = false;
    this.quick = Boolean(explorer.game.quick);
    if (explorer.game.charts) {
      const seen = `${explorer.wantedKey} ${explorer.game.text(k)} ${explorer.game.chosen.at}`;
      if (seen !== this.seen) this.forget();
      this.seen = seen;
      if (explorer.picked?.ids.length === 1) waiting(this.why);
      return this.table.draw(k);
    }
    for (const [end, link] of this.files) link.href = spotAddress(explorer, `${HERE.report}.${end}`);
    const words = explorer.game.members && !explorer.game.tree ? this.wordsOf(explorer) : null;
    if (explorer.game.members) explorer.views.get(explorer.game).tell(words);
    const picked = explorer.picked;
    if (!picked || picked.ids.length > 1) fill(this.why, words && picked ? this.which(words, picked) : []);
    else this.tellWhy(explorer, true);
    const seen = JSON.stringify([spot(explorer), this.quick]);
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
    for (const region of [this.rule, this.gains, this.comparison]) fill(region, []);
    this.extras.forget();
    this.menu.renew();
  },

  waits(explorer) {
    clearTimeout(this.waiting);
    this.seen = null;
    this.forget();
    this.table?.setBusy(true);
    fill(this.why, explorer.state.hand ? [paragraph("…")] : []);
    this.why.setAttribute("aria-busy", "true");
    for (const [, link] of this.files) link.removeAttribute("href");
    for (const control of this.buttons) control.disabled = true;
  },

  settled(explorer) {
    if (!explorer.game) return;
    if (explorer.game.charts) return this.table.tellWhy(explorer.k);
    this.tellWhy(explorer);
    this.tellWords(explorer);
    if (this.ruleBox.open) this.tellRule(explorer);
    if (document.getElementById("exact").open) this.tellGains(explorer);
  },

  fillWhy(parts) { fill(this.why, parts); },

  // Asks whoever has solved what is seen, so that all figures are of one solution.
  ask(name, body, hear) {
    return this.quick && OF_A_SPOT.includes(name) ? askHere(name, body).catch(() => ask(name, body)) : ask(name, body, hear);
  },

  // The answer to a question, asked once; null while it is on its way, at whose end every `hear` is called.
  // Without one it is not asked now.
  lookUp(name, body, hear) {
    const key = JSON.stringify([name, body, this.quick && OF_A_SPOT.includes(name)]);
    if (hear && (this.unbuilt.has(body.game) || (name === "rule-card" && this.rough.has(body.game)))) return { error: NEEDS };
    if (hear && !this.answers.has(key)) {
      this.answers.set(key, null);
      const answer = this.ask(name, body).catch((error) => ({ error: error.message }));
      this.coming.set(key, answer.then((reply) => { this.answers.set(key, reply); this.coming.delete(key); }));
    }
    if (hear && this.coming.has(key)) this.coming.get(key).then(() => hear());
    return this.answers.get(key) || null;
  },

  // With `peek`, only what has been answered before.  The same below.
  tellWhy(explorer, peek = false) {
    const { picked, game } = explorer;
    if (!picked || picked.ids.length > 1) return;
    if (this.unbuilt.has(game.game)) return fill(this.why, []);
    const seats = picked.seat === "call" ? ["call", "jam"] : SEATS;
    const again = () => explorer.game === game && this.tellWhy(explorer, true);
    const answers = seats.map((seat) => this.lookUp("hand", { ...spot(explorer), id: picked.ids[0], position: POSITIONS[seat] }, peek ? null : again));
    if (answers.includes(null)) return waiting(this.why);
    const parts = seats.map((seat, place) => {
      const reply = answers[place];
      if (reply.error) return paragraph(reply.error, "error");
      const gain = reply.difference_bb ?? reply.difference_money;
      const size = gain === null ? "" : `, ${signed(gain, 3)} ${reply.difference_bb === null ? "money" : "bb"}`;
      const head = game.names || reply.nodes ? `Why, ${SEAT_NAMES[seat].toLowerCase()}` : `${SEAT_NAMES[seat]}: ${reply.advice}${size}`;
      return element("div", {}, element("h3", { textContent: head }), list(reply.words));
    });
    fill(this.why, parts);
  },

  outline(explorer, more, again) {
    return this.lookUp("outline", { ...spot(explorer), ...more }, again);
  },

  wordsOf(explorer) {
    const outline = this.outline(explorer, {}, null);
    if (!outline || outline.error) return null;
    const cells = (seat) => new Map(seat.cells.map((cell) => [cell.pattern.replace("/", ", "), cell]));
    return { jam: cells(outline.seats[0]), call: cells(outline.seats[1]) };
  },

  which(words, picked) {
    const lines = SEATS.map((seat) => [seat, words[seat].get(picked.words)]).filter(([, cell]) => cell && cell.words);
    const items = lines.map(([seat, cell]) => `${SEAT_NAMES[seat]} ${PLAYS[seat]}: ${cell.words} (correct for ${percent(cell.accuracy)} of these hands)`);
    return items.length ? [element("h3", { textContent: "Which hands" }), list(items)] : [];
  },

  tellWords(explorer) {
    if (!explorer.game.members || explorer.game.tree || !HERE.can("outline")) return;
    const { game } = explorer;
    this.outline(explorer, {}, () => explorer.game === game && explorer.draw());
  },

  tellRule(explorer, peek = false) {
    const { game } = explorer;
    const more = game.members ? { max_terms: 8 } : {};
    const outline = game.tree ? null : this.outline(explorer, more, peek ? null : () => explorer.game === game && this.tellRule(explorer, true));
    if (game.tree) return fill(this.rule, [JAM_OR_FOLD]);
    if (!outline) return waiting(this.rule, "Looking for a short range …");
    if (outline.error) return fill(this.rule, [paragraph(outline.error, "error")]);
    const parts = outline.seats.map((seat, place) => {
      const text = game.names ? seat.text.replace(/,/g, ", ") : seat.text.replace(/,(?![^([]*[)\]])/g, ",\n");
      const words = `Costs ${seat.cost.toFixed(4)} ${outline.unit} per hand dealt; ${seat.differs_percent.toFixed(2)}% of hands differ.`;
      return element("div", {}, element("h3", { textContent: `${SEAT_NAMES[SEATS[place]]} ${PLAYS[SEATS[place]]} with` }), element("p", { className: "range", textContent: text }), paragraph(words));
    });
    return fill(this.rule, parts);
  },

  headRule(explorer, again) {
    if (explorer.game.tree) return { error: JAM_OR_FOLD };
    return this.lookUp("rule-card", { game: explorer.game.game }, again);
  },

  tellGains(explorer, peek = false) {
    const { game } = explorer;
    const solution = this.lookUp("solve", spot(explorer), peek ? null : () => explorer.game === game && this.tellGains(explorer, true));
    if (!solution) return waiting(this.gains);
    if (solution.error) return fill(this.gains, [solution.error]);
    const isMoney = solution.epsilon_bb === null;
    const values = isMoney ? solution.value_money : solution.value_chips.map((value) => value / solution.unit_chips);
    const rows = [
      ["", "Small blind", "Big blind"],
      ...(solution.tree ? [] : [["jams / calls", ...[solution.jam_percent, solution.call_percent].map((share) => `${share.toFixed(4)}%`)]]),
      [`EV, ${isMoney ? "money" : "bb"}`, ...values.map((value) => signed(value, 6))],
      ["gain by deviating", ...(isMoney ? solution.gains_money : solution.gains_bb).map(small)],
    ];
    const cells = rows.map((row, place) => element("tr", {}, ...row.map((text, column) => element(!text || (place && column) ? "td" : "th", { textContent: text }))));
    return fill(this.gains, [...(solution.proved ? [paragraph(`${FACTS.proved}.`)] : []), element("table", { className: "thresholds" }, ...cells)]);
  },

  // A proof that anybody can check, made by this browser's solver.
  async prove(explorer) {
    const proof = await askHere("proof", spot(explorer)).catch((error) => error);
    if (proof.text) download(proof.name, proof.text, "application/json");
    explorer.say(proof.text ? `Saved ${proof.name}.` : proof.message);
  },

  // A range in the search box, read by jamfold.
  unknown(explorer, text) {
    const { game } = explorer;
    if (this.unbuilt.has(game.game)) return NEEDS;
    const body = { game: game.game, text, list_classes: true };
    const key = JSON.stringify(["range", body, false]);
    if (!this.answers.has(key)) {
      clearTimeout(this.typing);
      this.typing = setTimeout(() => this.lookUp("range", body, () => this.takeRange(explorer, text, game.game)), PAUSE);
      return "…";
    }
    const reply = this.answers.get(key);
    if (reply && !reply.error && !explorer.ranges.has(text)) queueMicrotask(() => this.takeRange(explorer, text, game.game));
    return reply && reply.error ? reply.error : "…";
  },

  takeRange(explorer, text, name) {
    if (!explorer.game || explorer.game.game !== name) return; // another game's classes
    const reply = this.lookUp("range", { game: name, text, list_classes: true }, null);
    if (!reply.error && reply.class_shares.length) {
      const shares = new Map(reply.class_shares);
      explorer.ranges.set(text, { ids: [...shares.keys()], words: text, shares });
    }
    if (explorer.state.hand !== text) return;
    explorer.draw();
    if (explorer.picked) explorer.write(true);
  },

  // ---- Beside another tool.

  makeComparison(explorer) {
    const choices = { jam: "Small blind's jamming range", call: "Big blind's calling range", csv: "CSV from another tool" };
    const available = Object.entries(choices).filter(([value]) => HERE.can(value));
    const kind = element("select", { id: "other-kind", "aria-label": "Compare what" }, ...available.map(([value, words]) => new Option(words, value)));
    const text = element("textarea", { id: "other-text", rows: 3, placeholder: `22+, A2s+, K9o+${HERE.can("csv") ? "   or lines of hand,jam,call" : ""}`, "aria-label": "Range or CSV" });
    this.menu = rangeMenu(text, () => settings.games.find((game) => game.name === explorer.state.game));
    this.comparison = element("div", { id: "other-answer", role: "status" });
    const compare = button("Compare", () => this.compare(explorer, kind.value, text.value), { id: "other-go" });
    this.buttons.push(compare);
    return folded(`Compare with a range${HERE.can("csv") ? " or a CSV file" : ""}`, "others", kind, text, this.menu, element("p", {}, compare), this.comparison);
  },

  // An answer that comes when another spot is seen, or another range is asked for, is dropped.
  async compare(explorer, kind, text) {
    if (this.unbuilt.has(explorer.state.game)) return fill(this.comparison, [NEEDS]);
    const turn = (this.comparing = {});
    const show = (parts) => turn === this.comparing && fill(this.comparison, parts);
    waiting(this.comparison);
    try {
      show(comparison(explorer.game.charts ? await this.table.compare(explorer.k, text) : await this.ask("compare", { ...spot(explorer), [kind]: text })));
    } catch (error) {
      show([paragraph(error.message, "error")]);
    }
  },

  // ---- More: everything else that can be said of a spot.

  makeMore(explorer) {
    this.form = document.getElementById("level");
    this.form.hidden = false;
    this.form.onsubmit = (event) => {
      event.preventDefault();
      this.submit(explorer);
    };
    this.form.querySelector("#plain").onclick = () => {
      this.lasting = "";
      explorer.setLevel(new URLSearchParams());
    };
    const copies = (words, id, address) => button(words, async () => {
      try {
        await navigator.clipboard.writeText(address());
        explorer.say("Link copied.");
      } catch {
        explorer.say("The browser blocked the clipboard. Copy the address from the address bar.");
      }
    }, { id });
    const short = () => writeSpot(explorer.address().slice(HERE.mark.length), source.bigBlind(explorer.level));
    const isFile = HERE.mark === "#";
    const links = [copies("Copy link", "copy", () => (isFile ? `${location.href.split("#")[0]}${short()}` : location.href))];
    if (!isFile) links.push(copies("Copy offline link", "copy-offline", () => `${settings.file}${short()}`));
    const saves = HERE.saves(explorer, spot);
    if (HERE.file) saves.push(button("Save as HTML file", () => this.send(explorer), { id: "send" }));
    if (HERE.picture) {
      const draw = async () => explorer.say(await HERE.picture(pictureAddress(explorer)));
      saves.unshift(button("Copy picture", draw, { id: "copy-picture" }));
    }
    this.buttons.push(...saves);
    this.more = folded(`More settings: ${settings.fields.open ? "raises, " : ""}unequal stacks, chips, rake, prizes`, "more", this.form);
    for (const control of [...links, ...saves]) control.classList.add("chip");
    const bar = matchMedia("(min-width: 901px)").matches && document.querySelector(".tabs .end"); // a phone's has no room
    const end = bar || explorer.more.appendChild(element("p", { className: "row" }));
    end.append(...links, ...saves);
    return this.more;
  },

  fill(explorer) {
    for (const name of this.levels) {
      const field = this.form && this.form.elements.namedItem(name);
      if (!field) continue;
      const value = explorer.level.get(name) ?? settings.fields[name]?.usual ?? "";
      if (field.type === "checkbox") field.checked = value === "1";
      else field.value = value;
    }
  },

  submit(explorer) {
    this.form.querySelectorAll(".error").forEach((mark) => mark.remove());
    const level = new URLSearchParams();
    for (const name of Object.keys(settings.fields)) {
      const field = this.form.elements.namedItem(name);
      const value = field.type === "checkbox" ? (field.checked ? "1" : "0") : field.value.trim();
      if (value && value !== settings.fields[name].usual) level.set(name, value);
    }
    const stacks = STACKS.map((name) => this.form.elements.namedItem(name).value.trim());
    const entered = stacks.filter(Boolean);
    if (HERE.report && entered.length === 2 && stacks[0] !== stacks[1] && level.has("prizes")) {
      location.assign(`${HERE.tables}?${new URLSearchParams({ game: explorer.state.game, seats: 2, stacks: stacks.join(" ") })}&${level}`);
      return;
    }
    const words = new URLSearchParams(level);
    if (entered.length) STACKS.forEach((name, place) => words.set(name, stacks[place] || entered[0]));
    const stack = parseFloat(this.translate(words).get("stack"));
    const why = this.refused || NO_STACK;
    this.refused = "";
    if (entered.length && !(stack > 0)) return explorer.say(why);
    if (entered.length === 2 && stacks[0] !== stacks[1] && !this.lasting) this.lasting = `Effective stack: ${+stack.toFixed(2)} bb.`;
    if (stack > 0) explorer.state.stack = stack;
    if (uneven(words)) STACKS.forEach((name) => level.set(name, words.get(name)));
    explorer.setLevel(level);
  },

  async send(explorer) {
    if (this.unbuilt.has(explorer.state.game) || this.rough.has(explorer.state.game)) return explorer.say(NEEDS);
    try {
      explorer.say("Writing the file …");
      const body = { ...values(explorer.level), ...gridWith(explorer.state.stack, finest(explorer.state.game, explorer.level)), games: [explorer.state.game] };
      const file = await ask(HERE.file, body, (job) => explorer.say(`Writing the file. Waiting for: ${waitsFor(job, "its stacks")}.`));
      download(file.name, file.text, "text/html");
      explorer.say(`Saved ${file.name}: all stacks, works offline.`);
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
  region.replaceChildren(paragraph(words));
}

// Where another source differs, dearest first.
function comparison(reply) {
  return reply.seats.map((seat) => {
    const cost = seat.cost_bb ?? seat.cost_money;
    const head = `${seat.title || (seat.position === "sb" ? SEAT_NAMES.jam : SEAT_NAMES.call)}: ${seat.apart_percent.toFixed(2)}% of hands differ; cost ${cost.toFixed(4)} per hand`;
    const items = seat.hands.map((hand) => element("li", { textContent: `${hand.name}: ${percent(hand.played)} here, ${percent(hand.other_played)} there, costs ${(hand.cost_bb ?? hand.cost_money).toFixed(4)}` }));
    return element("div", {}, element("h3", { textContent: head }), element("ul", { className: "close" }, ...items));
  });
}
