// The drill: questions, answers by key, what they cost, the picture, why.
// All is judged and kept by jamfold; the cells are those of the strategies.

import { Game, SEAT_NAMES, button, download, element, list, paragraph, readable, svg, textTable } from "./game.js";
import { ask, needs, stop as stopJob, waitsFor, HERE } from "./host.js";
import { cards, Pictures } from "./pictures.js";

const THREE = "three"; // seats
const TABLE = "table"; // a spot of the address, or those of played hands; table-9: nine seats
const AT_TABLE = ["stacks", "node", "seats", "seconds", "blind_sb", "blind_bb", "ante", "bb_ante"]; // a spot's words in the address
const UNASKED = ["stack", "raises"]; // selects that say nothing of such a spot
const THREE_MODES = ["random", "close"];
const BY_SEED = ["random", "close", "range"]; // modes whose questions are the same for everybody
const OLD_NAMES = { mode: "train", seat: "asks" }; // in links of the strategy page
const DRILL = 10;
const CHIP = { className: "chip" };
const SEAT_OF = { sb: "jam", bb: "call" };
const SPOT = ["game", "mode", "stacks", "blinds", "ante", "bb_ante", "dead", "position"];
const THREE_SPOT = ["game", "mode", "stack", "node", "blinds", "ante", "bb_ante"];
const TABLE_SPOT = ["game", "mode", "spot", "node"];
const TREE_SPOT = ["game", "mode", "stack", "after", "blinds", "ante", "bb_ante", "open", "raises", "limit", "jam"];
const GROUPS = { antes: ["ante", "bb_ante"], raises: ["open", "limit"] }; // selects of several entries
const MOST_WRONG = 12;
const PATIENCE = 500; // milliseconds until it is said what is waited for
const MOST_PICTURES = 20;
const DIGITS = /^\d{1,15}$/;
const per100 = (mbb) => (mbb / 10).toFixed(2); // bb per 100 decisions
const at = (id) => document.getElementById(`train-${id}`);
const line = (className, ...children) => element("p", { className }, ...children);

// A button says its key, which the script of all pages presses.
function name(button, words, key) {
  button.dataset.key = key;
  button.replaceChildren(words, element("kbd", { textContent: key === "Enter" ? key : key.toUpperCase() }));
}

export class Trainer {
  constructor() {
    this.card = document.getElementById("asked");
    this.verdict = document.getElementById("verdict");
    this.score = at("score");
    this.picture = at("picture");
    const fields = ["game", "mode", "seat", "stack", "antes", "raises"].map((id) => [id, at(id)]);
    this.fields = Object.fromEntries(fields.filter(([, field]) => field));
    [this.raise, this.play, this.fold, this.compare, this.next] = ["raise", "play", "fold", "compare", "next"].map(at);
    name(this.fold, "Fold", "f");
    name(this.compare, "Compare", "Enter");
    name(this.next, "Next", "Enter");
    this.byRule = at("rule");
    this.turn = 0;
    this.agreed = new Set(); // games whose table is there or may be built
    this.pictures = new Map();
    for (const control of [this.raise, this.play, this.fold]) control.addEventListener("click", () => this.answer(control.value));
    this.compare.addEventListener("click", () => this.judgeRange());
    this.next.addEventListener("click", () => this.deal());
    at("send")?.addEventListener("click", () => this.send());
    this.byRule.addEventListener("change", () => this.grade && this.tell());
    for (const field of Object.values(this.fields)) field.addEventListener("change", () => this.change());
    addEventListener("popstate", () => this.read());
    this.read();
  }

  // ---- What is asked stands in the address.

  read() {
    const words = HERE.drill();
    if (!words) return;
    for (const [id, field] of Object.entries(this.fields)) {
      const text = id in GROUPS ? GROUPS[id].filter((word) => words.has(word)).map((word) => `${word}=${words.get(word)}`).join("&") : words.get(id) || words.get(OLD_NAMES[id]);
      field.value = text || field.querySelector("option[selected]").value;
      if (!field.value) field.value = field.querySelector("option[selected]").value;
    }
    this.player = words.get("player") || ""; // whose mistakes
    this.seed = DIGITS.test(words.get("seed") || "") ? +words.get("seed") : undefined;
    this.questions = DIGITS.test(words.get("questions") || "") ? +words.get("questions") : 0;
    this.table = Object.fromEntries(AT_TABLE.filter((word) => words.has(word)).map((word) => [word, words.get(word)]));
    this.tableOf = this.values.game;
    this.chooseMode();
    this.begin();
  }

  get values() {
    return Object.fromEntries(Object.entries(this.fields).map(([id, field]) => [id, field.value]));
  }

  // At tables of three and more nothing comes again.
  chooseMode() {
    if ((this.atTable || this.values.seat === THREE) && !THREE_MODES.includes(this.values.mode)) this.fields.mode.value = THREE_MODES[0];
  }

  get atTable() { return this.values.seat.startsWith(TABLE); }

  address() {
    const { antes, raises, ...values } = this.values;
    const words = new URLSearchParams([antes, raises].filter(Boolean).join("&"));
    for (const [id, text] of Object.entries(values)) if (text !== this.fields[id].querySelector("option[selected]").value) words.set(id, text);
    for (const id of ["player", "seed", "questions"]) if (this[id] || (id === "seed" && this[id] === 0)) words.set(id, this[id]);
    if (this.atTable) for (const [id, text] of Object.entries(this.table)) words.set(id, text);
    return HERE.drillAddress(words);
  }

  change() {
    const { mode, seat, stack, raises } = this.fields;
    if (raises?.value) {
      if (!THREE_MODES.includes(mode.value)) mode.value = THREE_MODES[0];
      if (this.atTable || seat.value === THREE) seat.value = "both";
      stack.value = "all";
    }
    if (seat.value !== TABLE || this.values.game !== this.tableOf) this.table = {}; // another game, or other seats
    this.tableOf = this.values.game;
    this.chooseMode();
    history.replaceState(null, "", this.address());
    this.begin();
  }

  // Ten questions with a number of their own.
  async send() {
    if (!BY_SEED.includes(this.values.mode)) this.fields.mode.value = "close";
    Object.assign(this, { seed: crypto.getRandomValues(new Uint32Array(1))[0], questions: DRILL, player: "" });
    history.pushState(null, "", this.address());
    this.begin();
    await navigator.clipboard.writeText(location.href).catch(() => {});
    at("sent").textContent = "Link copied. Anyone who opens it gets the same ten questions.";
  }

  begin() {
    this.number = this.right = this.cost = 0;
    for (const id of UNASKED) if (this.fields[id]) this.fields[id].closest(".field").hidden = this.atTable;
    this.fields.antes.closest(".field").hidden = this.values.seat === TABLE; // the spot has its own
    this.deal();
    this.tellScore();
  }

  show(...buttons) {
    for (const control of [this.raise, this.play, this.fold, this.next, this.compare]) control.hidden = !buttons.includes(control);
  }

  tellVerdict(...lines) {
    const [banner, rest] = lines[0]?.matches(".verdict") ? [[lines[0]], lines.slice(1)] : [[], lines];
    this.verdict.hidden = !lines.length;
    this.verdict.replaceChildren(...banner, ...(rest.length ? [element("div", { className: "card reasons" }, ...rest)] : []));
    (banner[0] || this.fold.parentElement).append(this.next);
  }

  // What is asked next. What comes later than another question is not shown.
  async deal() {
    const turn = ++this.turn;
    this.grade = this.question = null;
    this.startTime = performance.now();
    this.show();
    this.card.replaceChildren(paragraph("…", "hint"));
    this.tellVerdict();
    this.picture.replaceChildren();
    if (this.questions && this.number >= this.questions) return this.finish();
    const { game, mode, seat, stack, antes, raises } = this.values;
    const three = seat === THREE && !raises;
    const listed = new URLSearchParams(raises);
    const posted = Object.fromEntries([...new URLSearchParams(antes)].map(([key, text]) => [key, +text]));
    const body = { game, mode, number: this.number, blinds: [0.5, 1], ...posted };
    if (listed.has("open")) body.open = [listed.get("open")];
    if (listed.has("limit")) body.limit = listed.get("limit");
    if (this.atTable) Object.assign(body, this.spot());
    else if (raises) body.seat = seat;
    else if (!three) Object.assign(body, { seat, stack }, this.player && { player: this.player });
    if (this.seed !== undefined) body.seed = this.seed;
    try {
      const needs = await this.needs(game, Boolean(raises) || mode === "mistakes");
      if (turn !== this.turn) return;
      if (needs) return this.offer(game, needs);
      const hear = (job) => turn === this.turn && this.hear(job);
      const question = await ask(this.atTable ? "train-table" : raises ? "train-tree" : three ? "train-three" : "train-next", body, hear);
      if (turn !== this.turn) return;
      this.number += 1;
      this.question = question;
      await (question.hand === null ? this.askRange(turn) : this.askHand());
    } catch (error) {
      if (turn === this.turn) this.fail(error);
    }
  }

  // Equal stacks of four to ten seats; the spot of the address; without stacks any that is kept.
  spot() {
    const { stacks, blind_sb, blind_bb, seats, seconds, ...rest } = this.table;
    if (this.values.seat !== TABLE) return { seats: +this.values.seat.slice(TABLE.length + 1) };
    if (!stacks) return { ante: 0, bb_ante: 0, ...(seats && { seats: +seats }) };
    const blinds = blind_sb && blind_bb && { blinds: [blind_sb, blind_bb] };
    return { stacks: stacks.split(" "), ...blinds, ...(seconds && { seconds: +seconds }), ...rest };
  }

  // What must be built before a game can be asked, as a sentence; nothing once somebody has agreed, or where
  // there are approximate answers, which trees and played hands have not.
  async needs(game, isExact) {
    if (this.agreed.has(game)) return "";
    const { sentence, isApproximable } = await needs(new URLSearchParams({ game }));
    if (!sentence) this.agreed.add(game);
    return isApproximable && !isExact ? "" : sentence;
  }

  offer(game, words) {
    const build = button("Build table", () => {
      this.agreed.add(game);
      this.deal();
    }, { className: "go" });
    this.card.replaceChildren(paragraph(words, "hint"), build);
  }

  finish() {
    const again = button("Repeat", () => this.begin(), CHIP);
    const on = button("Keep going", () => {
      this.seed = undefined;
      this.questions = 0;
      this.change();
    }, CHIP);
    const words = `${this.right} of ${this.questions} right, ${this.cost.toFixed(2)} bb lost`;
    const same = paragraph("The link to this page asks the same questions. Send it and compare.");
    this.card.replaceChildren(line("held", words), same, line("row", again, on));
  }

  count(right, cost) {
    this.right += right;
    this.cost += cost;
    this.tellScore();
  }

  // What is waited for, once it takes a moment, and the way to stop it.
  hear(job) {
    if (performance.now() - this.startTime < PATIENCE) return undefined;
    const words = `Waiting for: ${waitsFor(job, "the next question")}. ${job.progress.notice || ""}`;
    if (this.waits?.isConnected) return this.waits.replaceChildren(words);
    this.waits = paragraph(words, "hint");
    const stop = button("Stop", () => {
      this.agreed.delete(this.values.game);
      stopJob(job);
    }, CHIP);
    return this.card.replaceChildren(this.waits, stop);
  }

  fail(error) {
    this.question = null;
    this.card.replaceChildren(paragraph(error.message, "error"));
    this.show(this.next);
  }

  counted() {
    return this.questions ? [element("b", { textContent: `${this.number} of ${this.questions} · ` })] : [];
  }

  askHand() {
    const { question } = this;
    const faces = cards(question.cards);
    for (const face of faces.children) face.classList.add("face");
    const called = question.hand === question.cards ? "" : element("span", { className: "called", textContent: question.hand });
    const lines = [line("", ...this.counted(), question.words), line("held", faces, called)];
    if (question.note) lines.push(paragraph(question.note));
    if (question.mode === "repeat") lines.push(paragraph(`${question.due} due, ${question.new} new`));
    if (question.notice) lines.push(paragraph(question.notice, "error"));
    this.card.replaceChildren(...lines);
    const buttons = question.actions.map((action) => {
      const button = action.startsWith("raise") ? this.raise : action === "fold" ? this.fold : this.play;
      button.value = action;
      name(button, `${action[0].toUpperCase()}${action.slice(1)}`, action[0]);
      return button;
    });
    this.show(...buttons);
    this.startTime = performance.now();
  }

  // Sends an answer, a range where `action` is null, and tells what it costs; `mark` shows it in the picture.
  async judge(action, requestOf, mark) {
    const { question, turn } = this;
    if (!question || this.grade) return;
    Object.assign(this, { action, grade: {} });
    this.show();
    const seconds = (performance.now() - this.startTime) / 1000;
    try {
      const [way, names, answer] = await requestOf(question);
      const grade = await ask(way, { ...Object.fromEntries(names.map((name) => [name, question[name]])), ...answer, seconds });
      if (turn !== this.turn) return;
      this.grade = { right: !grade.wrong?.length, ...grade };
      this.tell();
      this.show(this.next);
      this.next.focus({ preventScroll: true });
      this.count(this.grade.right, grade.loss_bb);
      await this.draw(turn, (view, game) => mark(grade, view, game));
    } catch (error) {
      if (turn !== this.turn) return;
      if (action === null) this.grade = null;
      this.show(action === null ? this.compare : this.next);
      this.tellVerdict(paragraph(error.message, "error"));
    }
  }

  answer(action) {
    return this.judge(action, (question) => {
      const [way, names] = question.spot !== undefined ? ["train-table-answer", TABLE_SPOT] : question.after !== undefined ? ["train-tree-answer", TREE_SPOT] : question.node !== undefined ? ["train-three-answer", THREE_SPOT] : ["train-answer", SPOT];
      return [way, names, { hand: question.hand, action }];
    }, ({ id }, view, game) => view.mark({ ids: [id], seat: this.place, words: game.name(id), filters: false }));
  }

  tell() {
    const { grade } = this;
    if (!grade.words) return;
    const [head] = grade.words.split(/[:,]/); // Right, Wrong, or what is neither
    const alternatives = (this.question.actions ?? []).filter((action) => action !== this.action);
    const best = grade.right ? this.action : alternatives.length === 1 && alternatives[0];
    const heading = best && head.length < 6 ? `${head}: ${best}` : head;
    const lines = [line(grade.right ? "verdict right" : "verdict wrong", element("b", { textContent: heading }), " ", element("span", { textContent: readable(grade.words.slice(head.length + 1).trim()) }))];
    if (this.byRule.checked && this.question.after === undefined && this.question.node === undefined) {
      const { rule } = grade;
      const [playing] = this.question.actions;
      const needed = rule && (rule.needed === null ? `${playing} anything` : `${playing} from ${rule.needed}`);
      const cost = rule && (rule.loss_bb > 0 ? `costs ${rule.loss_bb.toFixed(4)} bb here` : "is right here");
      const text = rule ? `The rule says ${rule.action}: ${rule.points} points; at ${rule.s} bb ${needed}. That ${cost}.` : "No rule of this game comes with jamfold.";
      lines.push(element("p", { textContent: text, id: "rule-says" }));
    }
    if (grade.why) lines.push(element("h2", { textContent: "Why" }), list(grade.why));
    if (grade.days !== null && grade.days !== undefined) lines.push(paragraph(again(grade)));
    if (grade.wrong && grade.wrong.length) lines.push(...this.wrongOnes());
    if (grade.notice) lines.push(paragraph(grade.notice, "error"));
    this.tellVerdict(...lines);
  }

  // ---- The picture: the seat that was asked, at its own stack.

  // The place that the seat has on the strategy page; at a table of three by what it does.
  get place() {
    return this.question.node === undefined ? SEAT_OF[this.question.position] : this.question.actions[0];
  }

  async chart() {
    const { question } = this;
    if (question.node !== undefined) return new Game(this.grade.picture);
    const tree = question.after !== undefined;
    const stack = tree ? question.stack : Math.min(question.stacks[0] + question.bb_ante, question.stacks[1]); // with which both play the same spot
    const body = { game: question.game, low: stack, high: stack, blinds: question.blinds, ante: question.ante, bb_ante: question.bb_ante, dead: question.dead || 0 };
    if (tree) for (const name of ["open", "raises", "limit", "jam"]) body[name] = question[name];
    const key = JSON.stringify(body);
    if (!this.pictures.has(key)) {
      this.pictures.set(key, new Game(await ask("explorer", body)));
      if (this.pictures.size > MOST_PICTURES) this.pictures.delete(this.pictures.keys().next().value);
    }
    return this.pictures.get(key);
  }

  async draw(turn, mark) {
    const game = await this.chart();
    if (turn !== this.turn) return;
    game.choose(this.question.after || "");
    const view = new Pictures(game, () => {});
    view.show(0, game.members ? "played" : "ev", null);
    mark(view, game);
    this.put(view);
  }

  put(view) {
    const seat = this.place;
    if (this.question.node !== undefined) view.root.querySelector(`[data-seat=${seat}] h2`).textContent = this.question.words;
    for (const picture of view.root.querySelectorAll(".picture")) picture.hidden = picture.dataset.seat !== seat;
    view.root.classList.add("one-seat");
    this.picture.replaceChildren(view.root);
  }

  // ---- A whole range on an empty grid.

  async askRange(turn) {
    const { question } = this;
    this.card.replaceChildren(line("", ...this.counted(), `${question.words}: mark what is played.`), paragraph("…"));
    const game = await this.chart();
    if (turn !== this.turn) return;
    if (game.members) throw new Error("Marking works for two-card games only. For others use 'jamfold train --mode range'.");
    const hint = "Click and drag, or use the arrow keys, Space to mark, Enter to check.";
    this.card.lastChild.textContent = hint;
    this.marked = new Set();
    this.empty = new Pictures(game, null);
    const seat = SEAT_OF[question.position];
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
    this.startTime = performance.now();
  }

  heads(view, seat) { view.heads[seat].share.textContent = `${this.marked.size} marked`; }

  toggle({ ids: [id], button }) {
    if (this.grade) return;
    const marked = !this.marked.has(id);
    if (marked) this.marked.add(id);
    else this.marked.delete(id);
    button.classList.toggle("strong", marked);
    button.setAttribute("aria-pressed", String(marked));
    this.heads(this.empty, SEAT_OF[this.question.position]);
  }

  // Arrows move and mark nothing, which the square sees to; Enter compares, Space marks as of every button.
  walk(event) {
    if (event.key !== "Enter" || this.grade || !event.target.closest("td")) return;
    event.preventDefault();
    event.stopPropagation();
    this.judgeRange();
  }

  judgeRange() {
    return this.judge(null, async () => {
      const game = await this.chart();
      return ["train-range", SPOT, { range: [...this.marked].map((id) => game.name(id)).join(",") }];
    }, ({ wrong }, view) => {
      const ids = wrong.map(({ id }) => id);
      for (const cell of view.cells[SEAT_OF[this.question.position]]) cell.button.classList.toggle("apart", ids.includes(cell.ids[0]));
    });
  }

  wrongOnes() {
    const { wrong } = this.grade;
    const items = wrong.slice(0, MOST_WRONG).map((mistake) => `${mistake.name}: ${mistake.best}, ${mistake.marked >= 0.5 ? "marked" : "not marked"}; ${mistake.loss_bb.toFixed(4)} bb`);
    const more = wrong.length > MOST_WRONG ? [paragraph(`and ${wrong.length - MOST_WRONG} more`)] : [];
    return [element("h2", { textContent: "Costliest errors" }), list(items), ...more];
  }

  // ---- The score.

  async tellScore() {
    const turn = (this.scored = (this.scored || 0) + 1);
    try {
      const score = await ask("train-score", { game: this.values.game });
      if (turn === this.scored) this.score.replaceChildren(...this.scoreLines(score));
    } catch (error) {
      if (turn === this.scored) this.score.replaceChildren(paragraph(error.message, "error"));
    }
  }

  scoreLines(score) {
    const { total } = score;
    if (!total.decisions && !score.ranges) return [paragraph(`No answers for this game yet. Answers are stored ${HERE.keeps}.`, "hint"), ...HERE.drillFiles(() => this.tellScore())];
    const rate = per100(total.error_rate_mbb);
    const facts = [[score.right, `of ${total.decisions} right`], [score.streak, `in a row (best ${score.best_streak})`], [rate, "bb lost per 100 decisions"]];
    const tiles = facts.map(([number, words]) => element("div", {}, element("b", { textContent: number }), element("span", { textContent: words })));
    const lines = [element("div", { className: "tiles" }, ...tiles)];
    const more = score.curve_mbb.length > 1 ? curve(score.curve_mbb) : [];
    if (total.interval_mbb) more.push(paragraph(`95% interval: ${total.interval_mbb.map(per100).join(" to ")} bb per 100 decisions`));
    if (this.byRule.checked && score.rule_decisions) more.push(paragraph(`Built-in rule: ${per100(score.rule_mbb)} bb lost per 100 decisions where you lost ${per100(score.rule_own_mbb)}`));
    if (score.ranges) more.push(paragraph(`${score.ranges} ranges marked, ${(100 * score.range_loss_bb).toFixed(2)} bb lost per 100 hands`));
    more.push(cellsOf("By seat", score.by_seat.map((cell) => ({ ...cell, name: SEAT_NAMES[SEAT_OF[cell.name]]?.toLowerCase() || cell.name }))), cellsOf("By stack, bb", score.by_stack), cellsOf("By day", score.by_day.slice(-14)));
    const save = button("Export answers", () => this.save(), { ...CHIP, id: "train-export" });
    const files = [save, ...HERE.drillFiles(() => this.tellScore())];
    const details = element("details", { open: this.score.querySelector("details")?.open || false }, element("summary", { textContent: "By seat, stack and day" }), ...more, line("row", ...files));
    return [...lines, details];
  }

  async save() {
    const file = await ask("train-export", { game: this.values.game });
    download(file.name, file.text);
  }
}

function again({ days }) {
  const when = days < 1 / 24 ? `${Math.max(1, Math.round(days * 1440))} min` : days < 1.5 ? `${Math.max(1, Math.round(days * 24))} h` : `${Math.round(days)} days`;
  return `Next in ${when}.`;
}

function cellsOf(title, cells) {
  if (!cells.length) return "";
  return textTable("cells", [title, "hands", "bb/100"], cells.map((cell) => [cell.name, `${cell.decisions}`, per100(cell.error_rate_mbb)]));
}

// The rate of the last decisions over time, as a line above nothing lost.
function curve(rates) {
  const [width, height, left] = [300, 80, 34];
  const most = Math.max(...rates, 1);
  const points = rates.map((rate, k) => `${(left + (width - left - 4) * (k / (rates.length - 1))).toFixed(1)},${(height - 6 - (height - 14) * (rate / most)).toFixed(1)}`);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": `From ${per100(rates[0])} to ${per100(rates[rates.length - 1])} bb lost per 100 decisions` },
    svg("path", { d: `M${left} ${height - 6}H${width - 4}`, class: "grid" }),
    svg("text", { x: left - 4, y: height - 6, class: "y" }, "0"),
    svg("text", { x: left - 4, y: 8, class: "y" }, per100(most)),
    svg("polyline", { points: points.join(" ") }));
  return [picture, paragraph("EV lost per 100 decisions, bb (last 50)")];
}
