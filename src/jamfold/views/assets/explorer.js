// The strategy page: both seats side by side, a slider for the stack, a search box, one panel for a hand.
// `source` gives the games: those of a file at once, those of jamfold as they are solved.

import { walk } from "./frame.js";
import { SEATS, button, choice, colourKey, element, labelled, paragraph, percent, press, sampledWithin, search } from "./game.js";
import { doubtOf, parseNumber } from "./numbers.js";
import { action, handPanel, Pictures } from "./pictures.js";
import { readSpot } from "./share.js";

const FIRST_STACK = 10;
const RANK = /^[2-9TJQKA]$/i;
const WAYS = { played: "Frequency", ev: "EV vs. folding" };
const RANKED = "cards sorted by rank, highest first · row %: share of all hands · ";
const MOST_CHANGES = 15;
export const FEWEST = 2; // seats
export const MOST = 10;
const STEPS = { ArrowUp: 1, ArrowDown: -1 };
const SETTLED = 250; // milliseconds after which what is seen goes into the address

export class Explorer {
  constructor(root, source) {
    this.source = source;
    this.state = { game: source.games[0].name, stack: FIRST_STACK, hand: "", seat: "", by: "", vs: "", at: "", seats: 2 };
    this.level = new URLSearchParams();
    this.game = null;
    this.picked = null;
    this.views = new Map();
    this.frame = 0;
    this.make(root);
    for (const kind of ["popstate", "hashchange"]) addEventListener(kind, () => this.read());
    addEventListener("beforeprint", () => this.print());
    document.addEventListener("keydown", (event) => this.key(event));
    this.read();
  }

  make(root) {
    this.tabs = choice("games", "Game", ...this.source.games.map(({ name, title }) => button(title, () => this.go({ game: name, hand: "", seat: "", at: "" }), { "data-name": name })));
    this.box = element("input", { type: "search", id: "search", autocomplete: "off", spellcheck: false, placeholder: this.source.example, "aria-label": "Find a hand" });
    this.box.oninput = () => this.find(this.box.value);
    this.box.addEventListener("keydown", (event) => event.key === "Enter" && this.find(this.box.value)); // as a property, its false would undo the key
    this.box.onchange = this.box.onblur = () => { this.searching = false; };
    this.slider = element("input", { type: "range", min: 0, step: 1, id: "slider", "aria-label": "Stack in big blinds" });
    this.slider.oninput = () => this.slide(+this.slider.value);
    this.slider.onchange = () => this.settle();
    this.typed = element("input", { type: "text", id: "stack", autocomplete: "off", size: 5, "aria-label": "Stack: big blinds, or chips" });
    this.typed.onchange = () => this.type(this.typed.value);
    this.typed.onblur = () => { this.typed.value = this.state.stack; };
    this.typed.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (!step) return;
      event.preventDefault();
      this.step(step * (event.shiftKey ? 0.1 : 0.5));
    });
    const stack = element("span", { className: "stack" }, button("−", () => this.step(-0.5), { ariaLabel: "Half a big blind less" }), this.typed, "bb", button("+", () => this.step(0.5), { ariaLabel: "Half a big blind more" }));
    const ways = Object.entries(WAYS).map(([value, words]) => new Option(words, value));
    this.by = element("select", { id: "by", "aria-label": "Show in cells", onchange: () => this.go({ by: this.by.value }) }, ...ways);
    this.at = element("select", { id: "at", "aria-label": "Decision", onchange: () => this.go({ at: this.at.value }) });
    this.note = element("p", { className: "note", id: "note", role: "status" });
    this.wrong = element("p", { className: "error", id: "stack-error", role: "alert" }); // progress, which goes into the note, does not overwrite it
    const numbered = labelled("Stack", element("div", { className: "field-row" }, stack, this.slider));
    const row = element("div", { className: "row" }, labelled("Game", this.tabs), ...(this.source.seats ? [this.source.seats(this)] : []), numbered, ...this.source.controls(this), (this.decision = labelled("Decision", this.at)));
    this.decision.hidden = true;
    (document.getElementById("find") || row).append(this.box);
    this.pictures = element("div", { className: "pictures", id: "pictures" });
    this.hand = element("section", { className: "card", id: "hand", "aria-live": "polite", "aria-label": "Hand" });
    this.more = element("div", { className: "card more" });
    const side = element("div", { className: "side" }, this.hand, this.more);
    this.legend = element("p", { className: "legend" });
    const under = element("div", { className: "row" }, this.legend, this.by);
    this.whole = element("p", { className: "note", id: "whole-game" });
    const left = element("div", { className: "left" }, this.pictures, under, this.whole);
    const controls = element("div", { className: "controls" }, row, element("div", { className: "says" }, this.wrong, this.note));
    root.append(controls, element("div", { className: "both-sides" }, left, side));
    this.makeMore();
    controls.querySelectorAll(".choice").forEach((group) => walk(group));
  }

  makeMore() {
    this.vs = element("input", { type: "text", id: "vs", size: 5, autocomplete: "off", "aria-label": "Stack to compare with, in big blinds", onchange: () => this.compare(this.vs.value) });
    this.changes = element("div", { id: "changes" });
    const since = button("Use previous stack", () => this.compare(this.last === undefined ? "" : `${this.last}`), { id: "since" });
    const line = element("p", {}, "Other stack: ", this.vs, " bb ", since);
    this.compared = folded("Compare with another stack", "compare", line, this.changes);
    this.exact = element("div", { id: "exactness" });
    this.sheet = element("div", { id: "head-text" });
    this.head = folded("Rule of thumb", "head", this.sheet);
    this.head.ontoggle = () => this.drawRule();
    this.rules = new Map();
    this.more.append(...this.source.before(this), this.head, this.compared, ...this.source.after(this));
    this.more.append(folded("How exact", "exact", this.exact, ...this.source.exact(this)));
  }

  // ---- What is seen stands in the address; nothing else is kept.

  read() {
    const words = readSpot(location.hash, (words) => this.source.bigBlind?.(words) || 1) || new URLSearchParams(location.search.slice(1) || location.hash.slice(1));
    if (words.has("page")) return; // another page of the same file
    this.searching = false;
    const { state } = this;
    const names = this.source.games.map((game) => game.name);
    const params = this.source.translate(words);
    state.game = names.includes(params.get("game")) ? params.get("game") : names[0];
    state.stack = parseFloat(params.get("stack")) || FIRST_STACK;
    state.hand = params.get("hand") || "";
    state.seat = SEATS.includes(params.get("seat")) ? params.get("seat") : "";
    state.by = params.get("by") in WAYS ? params.get("by") : "";
    state.vs = params.get("vs") || "";
    state.at = params.get("at") || "";
    state.seats = this.source.seats && FEWEST <= +params.get("seats") && +params.get("seats") <= MOST ? +params.get("seats") : FEWEST;
    this.level = new URLSearchParams([...params].filter(([name]) => this.source.levels.includes(name)));
    if (this.compared && state.vs) this.compared.open = true;
    if (words.has("exact")) document.getElementById("exact").open = true;
    this.box.value = state.hand;
    this.start();
  }

  address() {
    const words = new URLSearchParams({ game: this.state.game, stack: this.state.stack });
    if (this.state.seats > FEWEST) words.set("seats", this.state.seats);
    for (const [name, value] of this.level) words.append(name, value);
    for (const name of ["hand", "seat", "by", "vs", "at"]) if (this.state[name]) words.set(name, this.state[name]);
    return `${this.source.mark}${words}`;
  }

  // Puts what is seen into the address: as a step that Back undoes, or in place of the last one.
  write(step) {
    clearTimeout(this.waiting);
    const current = `${location.search || location.hash}`;
    const address = this.address();
    if (current === address) return;
    history[step ? "pushState" : "replaceState"](null, "", address);
  }

  // ---- Steps.

  go(changes, step = true) {
    Object.assign(this.state, changes);
    this.write(step);
    if ("hand" in changes) this.box.value = this.state.hand;
    if ("game" in changes || "seats" in changes) this.start();
    else this.draw();
  }

  setLevel(level) {
    this.level = level;
    this.write(true);
    this.start();
  }

  slide(k) {
    if (!this.game) return;
    if (this.settled === undefined) this.settled = this.state.stack;
    this.state.stack = +this.game.text(k);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.settle(), SETTLED);
    this.typed.value = this.game.text(k);
    this.wrong.textContent = "";
    cancelAnimationFrame(this.frame);
    this.frame = requestAnimationFrame(() => this.draw());
  }

  settle() {
    if (this.settled !== undefined && this.settled !== this.state.stack) this.last = this.settled;
    this.settled = undefined;
    this.write(true);
    this.source.settled(this);
  }

  type(text) {
    const match = /^\s*(\d[\d.,]*)\s*(bb|chips|\/\s*\d[\d.,]*)?\s*$/i.exec(text);
    const unit = ((match && match[2]) || "bb").toLowerCase();
    const doubt = match && (doubtOf(match[1], unit !== "bb") || doubtOf(unit.slice(1)));
    const number = match && parseNumber(match[1]);
    const big = unit === "chips" ? this.source.bigBlind(this.level) : unit[0] === "/" ? parseNumber(unit.slice(1)) : 1;
    if (doubt || !(number / big > 0)) {
      if (text.trim()) this.wrong.textContent = doubt || `'${text.slice(0, 20)}' is not a stack. Enter 12.5, 12.5bb, 1250/100 or 125 chips.`;
      return;
    }
    this.wrong.textContent = "";
    const stack = +(number / big).toFixed(4);
    if (!this.game || (this.source.solves && !this.game.has(stack))) {
      if (this.game) this.last = this.state.stack;
      this.state.stack = stack;
      this.write(true);
      this.start();
      return;
    }
    this.sayNearest(number / big);
    this.slide(this.game.nearest(number / big));
    this.settle();
  }

  sayNearest(stack) {
    const near = this.game.text(this.game.nearest(stack));
    this.say(this.game.has(stack) ? "" : `${+stack.toFixed(2)} bb is not in this chart. Showing ${near} bb.`);
  }

  step(by) {
    const stack = +(this.state.stack + by).toFixed(4);
    if (stack > 0) this.type(`${stack}`);
  }

  compare(text) {
    const number = parseNumber(text.replace(/bb\s*$/i, ""));
    this.wrong.textContent = !text.trim() || number > 0 ? "" : doubtOf(text, false) || `'${text.slice(0, 20)}' is not a stack. Enter big blinds, such as 12.5.`;
    this.go({ vs: Number.isFinite(number) && number > 0 ? `${number}` : "" });
    this.compared.open = true;
  }

  pick({ ids, seat, words }) {
    if (!this.game) return;
    this.go({ hand: ids.length === 1 ? this.game.name(ids[0]) : words, seat: this.game.charts ? "" : seat });
  }

  find(text) {
    Object.assign(this.state, { hand: text.trim(), seat: "" });
    this.write(!this.searching); // all letters of a search are one step back
    this.searching = true;
    if (this.understood(text) || !text.trim()) this.box.value = text.trim();
    this.draw();
  }

  key(event) {
    const field = event.target instanceof Element && event.target.closest("input, textarea, select");
    // Behind a stack that is there already, and in a field that takes no fraction, the slash begins a search.
    const isDone = field === this.vs || (field === this.typed && parseFloat(field.value) === this.state.stack);
    const isTyping = field && !(event.key === "/" && isDone);
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey || !this.box.checkVisibility()) return;
    if (event.key === "/") event.preventDefault();
    else if (!RANK.test(event.key)) return; // which is typed into the box then
    this.box.focus();
    this.box.select();
  }

  // ---- What is shown.

  start() {
    const { game } = this.state;
    press(this.tabs, (_, { dataset }) => dataset.name === game);
    this.ranges = new Map();
    this.wantedKey = this.source.key(game, this.level, this.state.seats);
    if (!this.isRight()) this.wait();
    this.source.load(this, game, this.level, (loaded) => this.take(loaded));
  }

  // Whether what is shown is of the game, the level and the stack of the address.
  isRight() {
    return this.game !== null && this.shownKey === this.wantedKey && this.game.has(this.state.stack);
  }

  // The place of the stack that is seen.
  get k() { return this.game.nearest(this.state.stack); }

  // Nothing of the spot before is left to be read while another is solved.
  wait() {
    if (this.game) this.views.get(this.game).blank();
    if (this.drawnName !== this.state.game) {
      this.pictures.replaceChildren(paragraph("Solving …", "hint"));
    }
    this.game = this.picked = null;
    this.setBusy(true);
    for (const region of [this.legend, this.whole, this.changes, this.exact, this.sheet]) region.replaceChildren();
    this.source.waits(this);
    this.drawWaiting();
  }

  // There is nothing to wait for: `words` say why.
  giveUp(words) {
    this.say(words);
    if (this.game) return;
    this.setBusy(false);
    this.hand.replaceChildren(paragraph("No result.", "hint"));
  }

  setBusy(busy) {
    for (const region of [this.pictures, this.hand, this.changes, this.exact, this.sheet]) region.setAttribute("aria-busy", String(busy));
    this.pictures.classList.toggle("old", !this.game);
    this.pictures.inert = this.slider.disabled = this.at.disabled = !this.game;
  }

  drawWaiting() {
    const words = this.state.hand ? `${this.state.hand}: solving …` : "Solving …";
    this.hand.replaceChildren(paragraph(words, "hint"));
    if (document.activeElement !== this.typed) this.typed.value = this.state.stack;
  }

  take(game) {
    this.game = game;
    this.shownKey = this.wantedKey;
    this.drawnName = game.game;
    this.setBusy(false);
    if (!this.views.has(game)) this.views.set(game, new Pictures(game, (picked) => this.pick(picked)));
    this.pictures.replaceChildren(this.views.get(game).root);
    this.slider.max = game.count - 1;
    if (!game.has(this.state.stack)) this.sayNearest(this.state.stack);
    this.draw();
    this.source.settled(this);
  }

  say(text) { this.note.textContent = text; }

  // What a text means here: a cell of the matrix, a hand, or what jamfold has read for us.
  understood(text) {
    if (!this.game) return null;
    for (const cell of this.game.members ? this.game.members.keys() : []) {
      if (this.game.cellName(cell) === text) return { ids: this.game.members.get(cell), words: text };
    }
    return search(this.game, text) || (this.ranges && this.ranges.get(text)) || null;
  }

  draw() {
    const { game, state } = this;
    if (!game) return this.drawWaiting();
    const { k } = this;
    const by = state.by || (game.members ? "played" : "ev");
    const vs = state.vs ? game.nearest(parseFloat(state.vs)) : null;
    const hands = state.hand ? this.understood(state.hand) : null;
    this.picked = hands && { ...hands, seat: state.seat, filters: hands.ids.length > 1 && !state.seat };
    const view = this.views.get(game);
    this.drawDecisions();
    view.show(k, by, vs === k ? null : vs);
    view.mark(this.picked);
    this.slider.value = k;
    this.slider.setAttribute("aria-valuetext", `${+game.stack(k).toFixed(2)} big blinds`);
    if (document.activeElement !== this.typed) this.typed.value = game.text(k);
    this.by.value = by;
    if (document.activeElement !== this.vs) this.vs.value = state.vs;
    this.legend.replaceChildren(...legend(game, by, vs !== null));
    this.hand.replaceChildren(this.panel(k));
    this.exact.textContent = game.certificate(k);
    this.whole.textContent = game.wholeGame(k);
    this.drawChanges(k, vs);
    this.drawRule();
    return this.source.afterDraw(this, k);
  }

  drawDecisions() {
    const { game, state } = this;
    game.choose(state.at);
    this.decision.hidden = game.nodes.length < 1;
    if (this.listed !== game) {
      const options = game.nodes.map((node) => new Option(node.words || (node.at ? `${node.seat} after ${node.at}` : "all decisions"), node.at));
      this.at.replaceChildren(...options);
      this.listed = game;
    }
    this.at.value = game.nodes.some((node) => node.at === state.at) ? state.at : game.charts ? game.chosen.at : "";
  }

  panel(k) {
    if (this.picked) return handPanel(this.game, k, this.picked, (picked) => this.pick(picked));
    const words = this.state.hand ? this.source.unknown(this, this.state.hand) : "Click a hand, or press / to search.";
    return paragraph(words, "hint");
  }

  // The rule of the game, asked for once it is looked at; one kept while another stack is seen.
  async drawRule() {
    if (!this.game || !this.head.open || this.game.charts) return undefined;
    const { Rule, ruleSheet } = await import("./rule.js");
    const { game } = this; // another one may have come
    if (!game || !this.head.open) return undefined;
    if (!this.rules.has(game.game)) {
      const card = this.source.headRule(this, () => this.drawRule());
      if (!card || card.error) return this.sheet.replaceChildren(paragraph(card ? card.error : "Measuring the rule …", card ? "error" : "small"));
      this.rules.set(game.game, new Rule(card));
    }
    return this.sheet.replaceChildren(...ruleSheet(this.rules.get(game.game), game, this.k, this.picked));
  }

  // The hands or patterns that are played most differently at another stack.
  drawChanges(k, vs) {
    if (vs === null || vs === k) return this.changes.replaceChildren(paragraph("Enter a stack to see which hands change."));
    const { game } = this;
    const lists = game.pictureSeats.map((seat) => {
      const [chances, otherChances] = [game.chances(seat, k), game.chances(seat, vs)];
      const cells = this.views.get(game).cells[seat].map((cell) => {
        const [part, other] = [game.part(cell.ids, chances), game.part(cell.ids, otherChances)];
        return { ...cell, part, other, weight: Math.abs(part - other) * game.handsOf(cell.ids) };
      });
      const apart = cells.filter((cell) => cell.weight > 0).sort((a, b) => b.weight - a.weight);
      const items = apart.slice(0, MOST_CHANGES).map((cell) => {
        const parts =
          cell.ids.length > 1
            ? `${percent(cell.part, 0)} here, ${percent(cell.other, 0)} there`
            : `${action(game, k, cell.ids[0], seat)} here, ${action(game, vs, cell.ids[0], seat)} there`;
        return element("li", {}, button(cell.name, () => this.pick({ ids: cell.ids, seat, words: cell.name })), ` ${parts}`);
      });
      const more = apart.length > items.length ? ` Showing ${items.length} of ${apart.length}, the largest changes first.` : "";
      const share = `${percent(game.percent(seat, k) / 100)} here, ${percent(game.percent(seat, vs) / 100)} at ${game.text(vs)} bb${game.has(parseFloat(this.state.vs)) ? "" : ", the nearest stack in this chart"}.${more}`;
      return element("div", {}, element("h3", { textContent: game.seatTitle(seat) }), paragraph(share), element("ul", { className: "close" }, ...items));
    });
    return this.changes.replaceChildren(...lists);
  }

  // On paper, every game has a page of its own, at the stack that is seen.
  print() {
    for (const game of this.source.printed(this)) {
      if (!this.views.has(game)) this.views.set(game, new Pictures(game, (picked) => this.pick(picked)));
      const view = this.views.get(game);
      view.show(game.nearest(this.state.stack), this.by.value, null);
      if (view.root.parentElement !== this.pictures) {
        view.root.classList.add("paper");
        this.pictures.append(view.root);
      }
    }
    const after = () => {
      this.pictures.querySelectorAll(".paper").forEach((page) => { page.classList.remove("paper"); page.remove(); });
      this.draw();
    };
    addEventListener("afterprint", after, { once: true });
  }
}

export function folded(title, id, ...inside) {
  return element("details", { id }, element("summary", { textContent: title }), ...inside);
}

function legend(game, by, isCompared) {
  const number = by === "ev" ? `numbers: EV vs. folding, ${game.unit}` : "numbers: frequency, %";
  const words = game.charts ? number : `${game.members ? RANKED : ""}${number} · ${game.error_bb ? `approximate, ${sampledWithin(game.error_bb)}` : "exact"}${game.isBundled ? ", precomputed" : game.quick ? ", solved in your browser" : ""}`;
  const [strong, part] = [game.tree ? "jammed, called, or raised and called" : "played", game.members ? "some of these hands" : "sometimes"];
  const pair = [colourKey("strong", strong), ...(game.tree ? [colourKey("opens", "raised, folded to a jam")] : []), colourKey("part", part), colourKey("fold", "folded"), ...(game.charts ? [colourKey("near", "close")] : [])];
  return [...pair, colourKey("picked", "your hand"), ...(isCompared ? [colourKey("changed", "changed")] : []), element("span", { textContent: words })];
}

// The menu below a field of a range; what it holds is loaded when it is opened.  `of` tells the game and its presets;
// `renew` of the menu says that the game may be another one.
export function rangeMenu(field, of) {
  const menu = element("details", { className: "presets" }, element("summary", { textContent: "Presets and saved ranges" }));
  let seen;
  async function fill() {
    seen = of();
    const { fillMenu } = await import("./presets.js");
    fillMenu(menu, field, seen);
  }
  menu.addEventListener("toggle", () => { if (menu.open) fill(); });
  menu.renew = () => { if (menu.open && of().name !== seen?.name) fill(); };
  return menu;
}
