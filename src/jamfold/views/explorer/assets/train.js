// The trainer, second tab of the strategy page: questions, answers by key, what they cost, the picture, why.
// All is judged and kept by jamfold; the cells are those of the strategies.

import { cards } from "./hand.js";
import { Game, element } from "./game.js";
import { ask, waitsFor } from "./live.js";
import { Pictures } from "./pictures.js";

const MODES = {
  repeat: "what is due", random: "dealt hands", close: "close hands", mistakes: "my mistakes", range: "mark the range",
};
const THREE = "three"; // seats
const THREE_MODES = ["random", "close"];
const SEATS_ASKED = { both: "both seats", sb: "small blind", bb: "big blind", [THREE]: "three seats" };
const ANTES = { "no ante": {}, "ante 10 %": { ante: 0.1 }, "ante 12.5 %": { ante: 0.125 }, "big-blind ante": { bb_ante: 1 } };
const SEAT_OF = { sb: "jam", bb: "call" };
const SPOT = ["game", "mode", "stacks", "blinds", "ante", "bb_ante", "dead", "position"];
const THREE_SPOT = ["game", "mode", "stack", "node", "blinds", "ante", "bb_ante"];
const per100 = (mbb) => (mbb / 10).toFixed(2); // bb per 100 decisions
const MOST_WRONG = 12;
const MOST_PICTURES = 20;
const settings = JSON.parse(document.getElementById("settings").textContent);

const choice = (id, words, label) => {
  const made = element("select", { id }, ...Object.entries(words).map(([value, text]) => new Option(text, value)));
  made.setAttribute("aria-label", label);
  return made;
};

class Trainer {
  constructor(root) {
    const words = new URLSearchParams(location.search);
    this.root = root;
    this.seed = /^\d+$/.test(words.get("seed") || "") ? +words.get("seed") : undefined;
    this.number = 0;
    this.turn = 0;
    this.pictures = new Map();
    this.make(words);
    document.addEventListener("keydown", (event) => this.key(event));
  }

  make(words) {
    const wanted = words.get("game");
    const games = Object.fromEntries(settings.games.map(({ name, title }) => [name, title]));
    this.game = choice("train-game", games, "Game");
    if (wanted in games) this.game.value = wanted;
    this.mode = choice("train-mode", MODES, "What is asked");
    if (words.get("train") in MODES) this.mode.value = words.get("train");
    this.seat = choice("train-seat", SEATS_ASKED, "Seats");
    if (words.get("asks") in SEATS_ASKED) this.seat.value = words.get("asks");
    this.player = words.get("player") || ""; // whose mistakes
    this.antes = choice("train-antes", Object.fromEntries(Object.keys(ANTES).map((name) => [name, name])), "Antes");
    for (const one of [this.game, this.mode, this.seat, this.antes]) one.addEventListener("change", () => this.begin());
    this.byRule = element("input", { type: "checkbox", id: "train-rule" });
    this.byRule.addEventListener("change", () => this.told && this.tell());
    const rule = element("label", {}, this.byRule, " what the rule says");
    this.asked = element("section", { className: "card asked", id: "asked", "aria-live": "polite", "aria-label": "Question" });
    this.play = this.button("train-play", () => this.answer(0));
    this.fold = this.button("train-fold", () => this.answer(1));
    this.next = this.button("train-next", () => this.deal());
    this.next.textContent = "Next (Enter)";
    this.compare = this.button("train-compare", () => this.judgeRange());
    this.compare.textContent = "Compare";
    const actions = element("p", { className: "row actions" }, this.play, this.fold, this.compare, this.next);
    this.verdict = element("section", { className: "card", id: "verdict", "aria-live": "polite", "aria-label": "Verdict" });
    this.score = element("section", { className: "card", id: "train-score", "aria-label": "Score" });
    this.picture = element("div", { id: "train-picture" });
    const left = element("div", { className: "left" }, this.asked, actions, this.picture);
    const side = element("div", { className: "side" }, this.verdict, this.score);
    const controls = element("div", { className: "row" }, this.game, this.mode, this.seat, this.antes, rule);
    this.root.append(controls, element("div", { className: "both-sides" }, left, side));
  }

  button(id, act) {
    const made = element("button", { type: "button", id, hidden: true });
    made.addEventListener("click", act);
    return made;
  }

  get open() {
    return !this.root.hidden;
  }

  begin() {
    this.number = 0;
    this.deal();
    this.tellScore();
  }

  show(...buttons) {
    for (const one of [this.play, this.fold, this.next, this.compare]) one.hidden = !buttons.includes(one);
  }

  // What is asked next. What comes later than another question is not shown.
  async deal() {
    const turn = ++this.turn;
    this.told = this.one = null;
    this.show();
    this.asked.replaceChildren(element("p", { className: "hint", textContent: "…" }));
    this.verdict.replaceChildren(element("p", { className: "hint", textContent: "j jams, c calls, f folds; Enter goes on." }));
    this.picture.replaceChildren();
    const three = this.seat.value === THREE;
    if (three && !THREE_MODES.includes(this.mode.value)) this.mode.value = THREE_MODES[0];
    const body = { game: this.game.value, mode: this.mode.value, number: this.number, blinds: [0.5, 1], ...ANTES[this.antes.value] };
    if (!three) body.seat = this.seat.value;
    if (!three && this.player) body.player = this.player;
    if (this.seed !== undefined) body.seed = this.seed;
    try {
      const hear = (job) => turn === this.turn && this.hear(job);
      const one = await ask(three ? "train-three" : "train-next", body, hear);
      if (turn !== this.turn) return;
      this.number += 1;
      this.one = one;
      await (one.hand === null ? this.askRange(turn) : this.askHand());
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  hear(job) {
    const words = `Waiting for: ${waitsFor(job, "the next question")}. ${job.progress.notice || ""}`;
    this.asked.replaceChildren(element("p", { className: "hint", textContent: words }));
  }

  fail(error) {
    this.one = null;
    this.asked.replaceChildren(element("p", { className: "error", textContent: error.message }));
    this.show();
  }

  askHand() {
    const { one } = this;
    const name = one.hand === one.cards ? "" : `${one.hand} `;
    const lines = [element("p", { textContent: `${one.words}` }), element("p", { className: "held" }, name, cards(one.cards))];
    if (one.note) lines.push(element("p", { className: "small", textContent: one.note }));
    if (one.mode === "repeat") lines.push(element("p", { className: "small", textContent: `${one.due} due, ${one.new} new` }));
    if (one.notice) lines.push(element("p", { className: "error", textContent: one.notice }));
    this.asked.replaceChildren(...lines);
    const [playing] = one.actions;
    this.play.textContent = `${playing[0].toUpperCase()}${playing.slice(1)} (${playing[0]})`;
    this.fold.textContent = "Fold (f)";
    this.show(this.play, this.fold);
    this.begun = performance.now();
  }

  async answer(which) {
    const { one, turn } = this;
    if (!one || this.told) return;
    this.told = {};
    this.show();
    const seconds = (performance.now() - this.begun) / 1000;
    const three = one.node !== undefined;
    const spot = Object.fromEntries((three ? THREE_SPOT : SPOT).map((name) => [name, one[name]]));
    try {
      const told = await ask(three ? "train-three-answer" : "train-answer", { ...spot, hand: one.hand, action: one.actions[which], seconds });
      if (turn !== this.turn) return;
      this.told = told;
      this.tell();
      this.show(this.next);
      this.next.focus();
      this.tellScore();
      await this.draw(turn, (view, game) => view.mark({ ids: [told.id], seat: this.place, words: game.name(told.id), filters: false }));
    } catch (error) {
      if (turn === this.turn) {
        this.verdict.replaceChildren(element("p", { className: "error", textContent: error.message }));
        this.show(this.next);
      }
    }
  }

  tell() {
    const { told } = this;
    if (!told.words) return;
    const lines = [element("p", { className: told.right ? "verdict right" : "verdict wrong", textContent: told.words })];
    if (this.byRule.checked) {
      const { rule } = told;
      const needed = rule && (rule.needed === null ? "any points" : `${rule.needed} points`);
      const cost = rule && (rule.loss_bb > 0 ? `costs ${rule.loss_bb.toFixed(4)} bb here` : "is right here");
      const text = rule ? `The rule says ${rule.action}: ${rule.points} points, from ${needed} on at ${rule.s} bb; that ${cost}.` : "No rule of this game comes with jamfold.";
      lines.push(element("p", { textContent: text, id: "rule-says" }));
    }
    if (told.why) lines.push(element("h3", { textContent: "Why" }), element("ul", { className: "why" }, ...told.why.map((line) => element("li", { textContent: line }))));
    if (told.days !== null && told.days !== undefined) lines.push(element("p", { className: "small", textContent: again(told) }));
    if (told.wrong && told.wrong.length) lines.push(...this.wrongOnes());
    if (told.notice) lines.push(element("p", { className: "error", textContent: told.notice }));
    this.verdict.replaceChildren(...lines);
  }

  // ---- The picture: the seat that was asked, at its own stack.

  // The place that the seat has on the strategy page; at a table of three by what it does.
  get place() {
    return this.one.node === undefined ? SEAT_OF[this.one.position] : this.one.actions[0];
  }

  async chart() {
    const { one } = this;
    if (one.node !== undefined) return new Game(this.told.picture);
    const stack = Math.min(one.stacks[0] + one.bb_ante, one.stacks[1]); // with which both play the same spot
    const body = { game: one.game, low: stack, high: stack, blinds: one.blinds, ante: one.ante, bb_ante: one.bb_ante, dead: one.dead };
    const known = JSON.stringify(body);
    if (!this.pictures.has(known)) {
      this.pictures.set(known, new Game(await ask("explorer", body)));
      if (this.pictures.size > MOST_PICTURES) this.pictures.delete(this.pictures.keys().next().value);
    }
    return this.pictures.get(known);
  }

  async draw(turn, mark) {
    const game = await this.chart();
    if (turn !== this.turn) return;
    const view = new Pictures(game, () => {});
    view.show(0, game.members ? "played" : "ev", null);
    mark(view, game);
    this.put(view);
  }

  put(view) {
    const seat = this.place;
    if (this.one.node !== undefined) view.root.querySelector(`[data-seat=${seat}] h2`).textContent = this.one.words;
    for (const one of view.root.querySelectorAll(".picture")) one.hidden = one.dataset.seat !== seat;
    view.root.classList.add("one-seat");
    this.picture.replaceChildren(view.root);
  }

  // ---- A whole range on an empty grid.

  async askRange(turn) {
    const { one } = this;
    this.asked.replaceChildren(element("p", { textContent: `${one.words}: mark what is played.` }), element("p", { className: "small", textContent: "…" }));
    const game = await this.chart();
    if (turn !== this.turn) return;
    if (game.members) throw new Error("Ranges are marked here where hands fill a square; 'jamfold train --mode range' takes them typed.");
    const hint = "Arrows move, Space marks, Enter compares; or click and drag.";
    this.asked.lastChild.textContent = hint;
    this.marked = new Set();
    this.empty = new Pictures(game, () => {});
    const seat = SEAT_OF[one.position];
    this.empty.root.classList.add("empty");
    this.empty.root.addEventListener("keydown", (event) => this.walk(event), true);
    for (const cell of this.empty.cells[seat]) {
      cell.button.setAttribute("aria-label", cell.name);
      cell.button.setAttribute("aria-pressed", "false");
      cell.button.addEventListener("click", () => this.toggle(cell));
      cell.button.addEventListener("pointerenter", (event) => event.buttons === 1 && this.toggle(cell));
    }
    this.put(this.empty);
    this.heads(this.empty, seat);
    this.show(this.compare);
    this.empty.cells[seat][0].button.focus();
    this.begun = performance.now();
  }

  heads(view, seat) {
    view.heads[seat].share.textContent = `${this.marked.size} marked`;
  }

  toggle({ ids: [id], button }) {
    if (this.told) return;
    const marked = !this.marked.has(id);
    if (marked) this.marked.add(id);
    else this.marked.delete(id);
    button.classList.toggle("strong", marked);
    button.setAttribute("aria-pressed", String(marked));
    this.heads(this.empty, SEAT_OF[this.one.position]);
  }

  // Arrows move and mark nothing; Enter compares, Space marks as of every button.
  walk(event) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
    const cell = event.target.closest("td");
    if (this.told || !cell) return;
    if (event.key === "Enter") {
      event.preventDefault();
      event.stopPropagation();
      this.judgeRange();
      return;
    }
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const line = cell.closest("table").rows[cell.parentElement.rowIndex + step[0]];
    const next = line && line.cells[cell.cellIndex + step[1]];
    if (next) next.querySelector("button").focus();
  }

  async judgeRange() {
    const { one, turn } = this;
    if (!one || this.told) return;
    this.told = {};
    this.show();
    const game = await this.chart();
    const spot = Object.fromEntries(SPOT.map((name) => [name, one[name]]));
    const range = [...this.marked].map((id) => game.name(id)).join(",");
    try {
      const told = await ask("train-range", { ...spot, range, seconds: (performance.now() - this.begun) / 1000 });
      if (turn !== this.turn) return;
      this.told = { ...told, right: !told.wrong.length };
      this.tell();
      this.show(this.next);
      this.next.focus();
      this.tellScore();
      await this.draw(turn, (view) => this.outline(view, told));
    } catch (error) {
      if (turn === this.turn) {
        this.told = null;
        this.show(this.compare);
        this.verdict.replaceChildren(element("p", { className: "error", textContent: error.message }));
      }
    }
  }

  // What is wrong is outlined.
  outline(view, told) {
    const wrong = new Map(told.wrong.map((one) => [one.id, one]));
    for (const cell of view.cells[SEAT_OF[this.one.position]]) cell.button.classList.toggle("apart", wrong.has(cell.ids[0]));
  }

  wrongOnes() {
    const { wrong } = this.told;
    const items = wrong.slice(0, MOST_WRONG).map((one) => element("li", { textContent: `${one.name}: ${one.best}, ${one.marked >= 0.5 ? "marked" : "not marked"}; ${one.loss_bb.toFixed(4)} bb` }));
    const more = wrong.length > MOST_WRONG ? [element("p", { className: "small", textContent: `and ${wrong.length - MOST_WRONG} more` })] : [];
    return [element("h3", { textContent: "Dearest" }), element("ul", { className: "why" }, ...items), ...more];
  }

  // ---- The score.

  async tellScore() {
    const turn = (this.scored = (this.scored || 0) + 1);
    try {
      const score = await ask("train-score", { game: this.game.value });
      if (turn === this.scored) this.score.replaceChildren(...this.scoreLines(score));
    } catch (error) {
      if (turn === this.scored) this.score.replaceChildren(element("p", { className: "error", textContent: error.message }));
    }
  }

  scoreLines(score) {
    const { total } = score;
    if (!total.decisions && !score.ranges) return [element("p", { className: "hint", textContent: "No answers of this game yet; they are kept on this machine." })];
    const interval = total.interval_mbb ? ` (95 % interval ${total.interval_mbb.map(per100).join(" to ")})` : "";
    const lines = [
      element("p", { className: "total", textContent: `${score.right} of ${total.decisions} right, ${score.streak} in a row` }),
      element("p", { className: "small", textContent: `${per100(total.error_rate_mbb)} bb lost per 100 decisions${interval}` }),
    ];
    if (this.byRule.checked && score.rule_decisions) lines.push(element("p", { className: "small", textContent: `The rule: ${per100(score.rule_mbb)} bb per 100 where yours is ${per100(score.rule_own_mbb)}` }));
    if (score.ranges) lines.push(element("p", { className: "small", textContent: `${score.ranges} ranges marked, ${(100 * score.range_loss_bb).toFixed(2)} bb lost per 100 hands` }));
    lines.push(cellsOf("By seat", score.by_seat), cellsOf("By stack, bb", score.by_stack), cellsOf("By day", score.by_day.slice(-14)));
    const save = element("button", { type: "button", textContent: "Answers as a file", id: "train-export" });
    save.addEventListener("click", () => this.save());
    return [...lines, element("p", {}, save)];
  }

  async save() {
    const file = await ask("train-export", { game: this.game.value });
    const link = element("a", { href: URL.createObjectURL(new Blob([file.text], { type: "application/json" })), download: file.name });
    link.click();
    URL.revokeObjectURL(link.href);
  }

  // ---- Keys.

  key(event) {
    if (!this.open || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select")) return;
    const key = event.key.toLowerCase();
    if (key === "enter" && !this.next.hidden && event.target !== this.next) {
      event.preventDefault();
      this.deal();
    } else if (this.one && this.one.hand !== null && !this.told) {
      if (key === this.one.actions[0][0]) this.answer(0);
      else if (key === "f") this.answer(1);
    }
  }
}

function again({ days, rating }) {
  const when = days < 1 / 24 ? `${Math.max(1, Math.round(days * 1440))} min` : days < 1.5 ? `${Math.max(1, Math.round(days * 24))} h` : `${Math.round(days)} days`;
  return `Comes again in ${when} (${rating}).`;
}

function cellsOf(title, cells) {
  if (!cells.length) return "";
  const table = element("table", { className: "cells" });
  const head = table.createTHead().insertRow();
  for (const text of [title, "n", "bb/100"]) head.append(element("th", { textContent: text, scope: "col" }));
  const body = table.createTBody();
  for (const cell of cells) {
    const row = body.insertRow();
    row.append(element("th", { textContent: cell.name, scope: "row" }));
    for (const text of [`${cell.decisions}`, per100(cell.error_rate_mbb)]) row.insertCell().textContent = text;
  }
  return table;
}

// ---- Two tabs; which one is open stands in the address.

const trainer = new Trainer(document.getElementById("train"));
const tabs = { explore: document.getElementById("tab-explore"), train: document.getElementById("tab-train") };

function turnTo(train) {
  document.getElementById("explorer").hidden = train;
  trainer.root.hidden = !train;
  tabs.explore.setAttribute("aria-pressed", String(!train));
  tabs.train.setAttribute("aria-pressed", String(train));
  const skip = document.querySelector(".skip");
  skip.href = train ? "#train" : "#pictures";
  skip.textContent = train ? "Skip to the trainer" : "Skip to the strategies";
  if (!train) dispatchEvent(new Event("jamfold-explore"));
  else if (!trainer.number) trainer.begin();
}

for (const [name, button] of Object.entries(tabs)) {
  button.addEventListener("click", () => {
    const train = name === "train";
    if (train === trainer.open) return;
    history.pushState(null, "", `${location.pathname}${location.search}${train ? "#train" : ""}`);
    turnTo(train);
  });
}
addEventListener("popstate", () => turnTo(location.hash === "#train"));
turnTo(location.hash === "#train");
