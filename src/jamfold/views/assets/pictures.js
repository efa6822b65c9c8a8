// What is drawn of a game: both seats side by side, and the panel of a hand or of several.

import { stepInTable } from "./frame.js";
import { element, paragraph, percent, signed, svg } from "./game.js";

// ---- Both seats of a game side by side: a square of hands, or a matrix of patterns.

const PLAIN = ["all", "none", "almost all", "almost none"]; // what the number says, too
const SPOKEN = 200; // milliseconds
const APART = 0.05; // of a cell played more or less, from where on it counts as changed

export class Pictures {
  constructor(game, onPick) {
    this.game = game;
    this.onPick = onPick;
    this.cells = { jam: [], call: [] };
    this.heads = {};
    this.root = element("section", { className: "game" });
    this.root.append(element("h2", { textContent: game.title, className: "print-only" }));
    const sides = element("div", { className: "both" });
    for (const seat of game.pictureSeats) sides.append(this.picture(seat));
    const notes = game.tree ? [game.tree.raises, ...game.tree.notes].map((text) => paragraph(text)) : []; // which raises there are, and what is left out
    this.root.append(sides, element("div", { className: "tree-notes note" }, ...notes), element("p", { className: "print-only small", textContent: game.exactness }));
  }

  picture(seat) {
    this.heads[seat] = { share: element("b"), who: element("span"), does: element("span", { className: "does" }), stack: element("span", { className: "print-only" }) };
    const head = element("h2", {}, this.heads[seat].who, " ", this.heads[seat].does, " ", this.heads[seat].stack);
    this.name(seat);
    const line = element("div", { className: "head" }, head, this.heads[seat].share);
    const body = this.game.members ? this.matrix(seat) : this.square(seat);
    const tip = (this.heads[seat].tip = element("p", { className: "tip" }));
    const point = (event) => {
      const cell = this.cells[seat].find(({ button }) => button === event.target.closest("td button"));
      this.heads[seat].at = cell || this.heads[seat].at;
      this.tip(seat);
    };
    body.addEventListener("mouseover", point);
    body.addEventListener("focusin", point);
    return element("div", { className: "picture", "data-seat": seat }, line, body, tip);
  }

  name(seat) {
    const { game } = this;
    this.heads[seat].who.textContent = game.seatTitle(seat);
    this.heads[seat].does.textContent = game.plays(seat);
  }

  // The words of the cell that was pointed at last, below the picture.
  tip(seat) {
    const { tip, at } = this.heads[seat];
    tip.textContent = at ? this.words(at) : this.game.before || "";
  }

  // Everything that is known of a cell: how often it is played, what that gains, and which of its hands are.
  words({ name, seat, part, gain, arrival, outline, near }) {
    if (part === undefined) return "";
    if (arrival !== undefined && arrival < 0.005) return `${name}: never gets here`;
    const comes = arrival === undefined || arrival > 0.995 ? "" : `gets here ${percent(arrival)} of the time, `;
    const which = outline && outline.words && !PLAIN.includes(outline.words) ? `; ${this.game.plays(seat)}: ${outline.words}` : "";
    return `${name}: ${comes}${this.game.plays(seat)} ${percent(part)}, ${signed(gain)} ${this.game.unit} over folding${near ? "; close: its sign is not certain" : which}`;
  }

  cell(seat, ids, name, place, text) {
    const lines = [element("span", { textContent: text }), element("small")];
    const onclick = () => this.onPick?.({ ids, seat, words: name });
    const button = element("button", { type: "button", tabIndex: -1, "aria-label": `${name}: `, onclick }, ...lines);
    this.cells[seat].push({ ids, button, name, place, line: lines[1], main: lines[0], fixed: text !== "" });
    return button;
  }

  square(seat) {
    const { places, names } = this.game;
    return square(places.map((id) => this.cell(seat, [id], names[id], id, names[id])), {}, this.onPick !== null);
  }

  matrix(seat) {
    const { game } = this;
    const heads = game.columns.map((name) => element("th", { textContent: name, scope: "col" }));
    const lines = game.rows.map((name, row) => {
      const cells = game.columns.map((_, column) => row * game.columns.length + column);
      const ids = cells.flatMap((cell) => game.members.get(cell) || []);
      const share = percent(game.handsOf(ids) / game.total);
      const head = element("th", { scope: "row" }, name, " ", element("small", { textContent: share, title: `${share} of all hands` }));
      return element("tr", {}, head, ...cells.map((cell) => {
        const own = game.members.get(cell);
        return element("td", {}, ...(own ? [this.cell(seat, own, game.cellName(cell), game.cellPlace.get(cell), "")] : []));
      }));
    });
    const table = element("table", { className: "matrix" }, element("thead", {}, element("tr", {}, element("td"), ...heads)), element("tbody", {}, ...lines));
    return walkable(table, this.cells[seat].map(({ button }) => button), this.onPick !== null);
  }

  // Shows the k-th stack; `by` is "ev" or "played", `vs` a stack whose differences are outlined, or null.
  show(k, by, vs) {
    const { game } = this;
    for (const seat of game.pictureSeats) {
      const chances = game.chances(seat, k);
      const before = vs === null ? null : game.chances(seat, vs);
      const isAsked = game.isAsked(seat, k);
      const [firm, comes] = [game.firm(seat, k), game.comes(seat, k)];
      this.name(seat);
      this.heads[seat].share.textContent = percent(game.percent(seat, k) / 100);
      this.heads[seat].stack.textContent = `at ${game.text(k)} bb`;
      for (const cell of this.cells[seat]) {
        const part = game.part(cell.ids, chances);
        const gain = isAsked ? game.margin(seat, cell.place, k) : 0;
        const arrival = comes ? game.part(cell.ids, comes) : undefined;
        const near = Boolean(game.charts) && game.isFree(seat, cell.ids[0], k);
        draw(cell, part, gain, arrival === 0 || near ? null : by);
        toggle(cell, "near", near);
        const apart = before !== null && Math.abs(game.part(cell.ids, before) - part) >= APART;
        toggle(cell, "apart", apart);
        Object.assign(cell, { part, gain, seat, arrival });
        if (game.tree) drawOpen(cell, part, firm ? game.part(cell.ids, firm) : part, arrival);
      }
      this.tip(seat);
    }
    clearTimeout(this.naming);
    this.naming = setTimeout(() => this.nameCells(), SPOKEN);
  }

  // Nothing to be read, for as long as another spot is solved.
  blank() {
    clearTimeout(this.naming);
    this.mark(null);
    this.tell(null);
    for (const seat of this.game.pictureSeats) {
      this.heads[seat].share.textContent = "…";
      this.heads[seat].stack.textContent = "";
      this.heads[seat].at = null;
      for (const cell of this.cells[seat]) {
        draw(cell, 0, 0, null);
        toggle(cell, "near", false);
        drawOpen(cell, 0, 0);
        toggle(cell, "apart", false);
        cell.button.setAttribute("aria-label", `${cell.name}: solving`);
      }
    }
  }

  // What screen readers say of the cells, once the slider stands still.
  nameCells() {
    for (const cell of this.game.pictureSeats.flatMap((seat) => this.cells[seat])) cell.button.setAttribute("aria-label", this.words(cell));
  }

  mark(picked) {
    const pickedIds = new Set(picked ? picked.ids : []);
    const filter = picked !== null && picked.filters;
    for (const seat of this.game.pictureSeats) {
      for (const { ids, button } of this.cells[seat]) {
        const isPicked = ids.some((id) => pickedIds.has(id));
        const isOwn = isPicked && (!picked.seat || picked.seat === seat);
        button.classList.toggle("picked", isOwn && !filter);
        button.classList.toggle("out", filter && !isPicked);
        button.setAttribute("aria-pressed", String(isOwn));
      }
    }
  }

  // What decides in each cell of a matrix, below its number; `outlines` by seat and name of the cell, or null.
  tell(outlines) {
    for (const seat of this.game.pictureSeats) {
      for (const cell of this.cells[seat]) {
        cell.outline = outlines && outlines[seat].get(cell.name);
        const words = cell.outline && cell.outline.words && !PLAIN.includes(cell.outline.words) ? cell.outline.words : "";
        change(cell, "below", words, () => { cell.line.textContent = words; });
      }
      this.tip(seat);
    }
  }
}

// A square of buttons, row by row.
export function square(buttons, more, picks = true) {
  const table = element("table", { className: "square", ...more });
  const size = Math.sqrt(buttons.length);
  buttons.forEach((button, place) => (place % size ? table.rows[table.rows.length - 1] : table.insertRow()).insertCell().append(button));
  return walkable(table, buttons, picks);
}

// One stop of the Tab key, arrow keys from there, which pick a cell or only go to it.
function walkable(table, buttons, picks) {
  buttons[0].tabIndex = 0;
  table.addEventListener("focusin", (event) => {
    for (const button of buttons) button.tabIndex = button === event.target ? 0 : -1;
  });
  table.addEventListener("keydown", (event) => {
    const next = stepInTable(event, "button");
    if (picks) next?.click();
  });
  return table;
}

// What is played and what is not are told apart by hue, with a hard edge; what it gains is a number.
// A part is half the colour, on which text stays readable, light and dark; `by` null: no text.
export function draw(cell, part, gain, by) {
  const { button, line, main, fixed } = cell;
  const byGain = by === "ev";
  change(cell, "filled", part < 0.005 ? "0" : part.toFixed(3), (value) => button.style.setProperty("--part", value));
  toggle(cell, "strong", part > 0.995);
  const share = part > 0 && part < 0.005 ? "<1" : `${Math.round(100 * part)}`;
  const text = by === null ? "" : byGain ? signed(gain) : fixed && (part < 0.005 || part > 0.995) ? "" : share;
  change(cell, "text", text, () => { (fixed ? line : main).textContent = text; });
}

// The part of a cell that is raised and may be folded, in a colour of its own; what never comes here is left empty.
function drawOpen({ button }, part, firm, arrival = 1) {
  const gives = part - firm > 0.005;
  button.classList.toggle("opens", gives);
  button.style.setProperty("--stay", Math.min(firm, part).toFixed(3));
  button.style.setProperty("--here", arrival < 0.005 ? "0" : arrival.toFixed(3));
}

// Nothing is drawn that is there already.
function change(cell, key, value, draw) {
  if (cell[key] === value) return;
  cell[key] = value;
  draw(value);
}

const toggle = (cell, kind, isOn) => change(cell, kind, isOn, () => cell.button.classList.toggle(kind, isOn));

// ---- The panel: what is done with one hand or with several, over all stacks, and why.

const SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const CLOSE = 8;
const SHORT = 5; // letters of a verdict that is set large

export function cards(text) {
  const faces = text.match(/../g).map((card) => {
    const suit = card[1];
    return element("span", { className: `suit-${suit}` }, card[0], element("i", { textContent: SYMBOLS[suit] }));
  });
  return element("span", { className: "cards" }, ...faces);
}

function title(game, { ids, words }) {
  if (ids.length > 1) return element("h2", { textContent: words });
  return element("h2", {}, game.names ? game.name(ids[0]) : cards(game.cards(ids[0])));
}

export function handPanel(game, k, picked, onPick) {
  const panel = element("div", { className: "hand" }, title(game, picked));
  if (picked.ids.length === 1) {
    const [id] = picked.ids;
    const sides = seats(game, picked);
    panel.append(element("div", { className: "verdicts" }, ...sides.map((seat) => advice(game, k, id, seat))));
    for (const seat of game.count > 1 ? sides : []) panel.append(element("p", { className: "where", textContent: where(game, id, seat) }), strip(game, k, picked, seat));
    const place = percent(game.percentile(picked.ids[0]));
    panel.append(paragraph(`Top ${place} of hands (equity vs. a random hand)`));
    return panel;
  }
  const hands = game.handsOf(picked.ids, picked.shares);
  const size = `${Math.round(hands).toLocaleString("en")} hands, ${percent(hands / game.total)} of all`;
  panel.append(paragraph(size));
  for (const seat of seats(game, picked)) {
    const part = game.part(picked.ids, game.chances(seat, k), picked.shares);
    const line = element("p", { className: "advice" }, `${game.seatTitle(seat)} `);
    line.append(element("b", { textContent: `${game.plays(seat)} ${percent(part)} of these hands` }));
    panel.append(line, strip(game, k, picked, seat));
  }
  panel.append(closest(game, k, picked, onPick));
  return panel;
}

// The seat that was clicked comes first.
function seats(game, picked) { return picked.seat === "call" ? ["call", "jam"] : game.pictureSeats; }

function advice(game, k, id, seat) {
  const does = action(game, k, id, seat);
  const line = element("div", { className: "advice" }, element("span", { className: "who", textContent: game.seatTitle(seat) }));
  line.append(" ", element("b", { className: does.length > SHORT ? "does long" : "does", textContent: does }), " ");
  if (game.names && game.isAsked(seat, k) && game.arrival(seat, id, k)) {
    line.append(element("b", { textContent: `${signed(game.margin(seat, id, k))} ${game.unit}` }), does === "fold" ? ` if you ${game.plays(seat).slice(0, -1)}` : " over folding");
  }
  if (game.isSure(seat, id, k)) line.append(element("span", { className: "small", textContent: "in every equilibrium" }));
  return line;
}

export function action(game, k, id, seat) {
  if (!game.isAsked(seat, k)) return game.charts ? "all-in by the blind" : "no decision (never facing a jam)";
  const arrival = game.arrival(seat, id, k);
  if (arrival === 0) return "never gets here";
  const doing = game.doing(seat, id, k);
  if (game.isFree(seat, id, k)) return game.charts ? `${doing} or fold, close` : `indifferent: ${doing} or fold`;
  const chance = game.chance(seat, id, k) / arrival;
  return chance > 0 && chance < 1 ? `${doing} ${percent(chance)} of the time` : chance ? doing : "fold";
}

export function where(game, id, seat) {
  const [runs, verb] = [game.runs(seat, id), game.plays(seat).slice(0, -1)];
  const all = `${game.text(0)}–${game.text(game.count - 1)} bb`;
  if (!runs.length) return `never ${verb} (${all})`;
  if (runs.length === 1 && runs[0][0] === 0) {
    const last = runs[0][1];
    return last === game.count - 1 ? `always ${verb} (${all})` : `${verb} up to ${game.text(last)} bb`;
  }
  const texts = runs.map(([from, to]) => (from === to ? game.text(from) : `${game.text(from)}–${game.text(to)}`));
  return `${verb} at ${texts.join(", ")} bb`;
}

// How much is played at every stack, with a mark at this one.
function strip(game, k, { ids, shares }, seat) {
  const picture = svg("svg", { viewBox: `0 0 ${game.count} 10`, preserveAspectRatio: "none", class: "strip", "aria-hidden": "true" });
  const drawPath = (d, kind) => picture.append(svg("path", { d, class: kind }));
  const box = (from, to) => `M${from} 10V0H${to}V10Z`;
  if (ids.length === 1) drawPath(game.runs(seat, ids[0]).map(([from, to]) => box(from, to + 1)).join(""), "run");
  else {
    const heights = over(game, seat, ids, shares).map((part, at) => `V${10 - 10 * part}H${at + 1}`);
    drawPath(`M0 10${heights.join("")}V10Z`, "run");
  }
  drawPath(box(k, k + Math.max(1, game.count / 90)), "now");
  return picture;
}

// The share of some classes that is played, by stack; mixed hands count where they are played more often.
function over(game, seat, ids, shares) {
  const steps = new Float64Array(game.count + 1);
  let hands = 0;
  for (const id of ids) {
    const size = game.sizes[id] * (shares ? shares.get(id) : 1);
    hands += size;
    for (const [from, to] of game.runs(seat, id)) {
      steps[from] += size;
      steps[to + 1] -= size;
    }
  }
  let sum = 0;
  return Array.from(steps.subarray(0, game.count), (step) => (sum += step) / hands);
}

// The hands whose last stack is nearest to this one.
function closest(game, k, picked, onPick) {
  const seat = picked.seat || "jam";
  const ends = picked.ids.map((id) => {
    const runs = game.runs(seat, id);
    const last = runs.length ? runs[runs.length - 1][1] : -1;
    return { id, last, far: Math.abs(last + 0.5 - k) };
  });
  const edge = ends.filter(({ last }) => last < game.count - 1);
  if (!edge.length) return element("div");
  const near = edge.sort((a, b) => a.far - b.far || a.id - b.id).slice(0, CLOSE).sort((a, b) => b.last - a.last);
  const items = near.map(({ id }) => {
    const pick = () => onPick({ ids: [id], seat, words: game.name(id) });
    const hand = element("button", { type: "button", onclick: pick }, game.names ? game.name(id) : cards(game.cards(id)));
    return element("li", {}, hand, ` ${where(game, id, seat)}`);
  });
  return element("div", {}, element("h3", { textContent: `Closest decisions: ${game.seatTitle(seat).toLowerCase()}` }), element("ul", { className: "close" }, ...items));
}
