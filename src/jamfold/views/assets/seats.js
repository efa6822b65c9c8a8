// Tables of three to ten seats on the strategy page: a chart of every decision over equal stacks, the strip of seats,
// a hand in every seat, who calls.  The charts are those of spots/nplayer/position_charts.py, or jamfold's answers.

import { RANKS, bytes, runs } from "./bytes.js";
import { FACTS } from "./facts.js";
import { Game, button, element, list, paragraph, percent, signed, svg } from "./game.js";
import { packed, waitsFor, HERE, rangeWriter } from "./host.js";

const PAUSE = 350; // milliseconds that nothing changes before equities are asked for
const { acting: ACTING, seatTitles: TITLES } = FACTS;
const STEP = 0.5; // big blinds, of the packed charts, which go from LOW
const LOW = 1;
const [FINE, COARSE, SMALL] = [0.001, 0.01, 0.005]; // steps of the packed gains, and where they change
const [CHANCES, NONE] = [200, 255];
const MOST_HANDS = 25;
const NO_HAND = "no hand";
const CHART = ["ante", "bb_ante", "blind_sb", "blind_bb", "dead"]; // what a level of these charts may have

const span = (className, textContent) => element("span", { className, textContent });
const short = (seat) => seat.toUpperCase().replace(/^(UTG)(\d)$/, "$1+$2");
const the = (seat) => (TITLES[seat] === short(seat) ? TITLES[seat] : `the ${TITLES[seat]}`);
const capital = (text) => text[0].toUpperCase() + text.slice(1);

const percentOf = (play, sizes, total) => (100 * play.reduce((sum, chance, id) => sum + chance * sizes[id], 0)) / total;

// The charts of a file: by node and stack what is played of each class, what that gains, and where its sign is uncertain.
function unpack(buffer, n) {
  const all = new Uint8Array(buffer);
  const end = all.indexOf(10);
  const head = JSON.parse(new TextDecoder().decode(all.subarray(0, end)));
  const data = all.subarray(end + 1);
  const cells = Math.floor((8 * data.length) / 25);
  const count = cells / n / head.nodes.length;
  const [low, high, chances, bits] = [0, 1, 2, 3].map((place) => data.subarray(place * cells, (place + 1) * cells));
  const order = ACTING[head.seats];
  const names = [...order.slice(-2), ...order.slice(0, -2)]; // a number counts from the small blind
  const nodes = head.nodes.map(([seat, after], node) => {
    const before = new Int32Array(n);
    const rows = Array.from({ length: count }, (_, k) => {
      const row = { play: new Float64Array(n), gain: new Float64Array(n), close: new Uint8Array(n) };
      let step = 0;
      for (let id = 0, at = (node * count + k) * n; id < n; id++, at++) {
        const zigzag = low[at] + 256 * high[at];
        step += zigzag % 2 ? -(zigzag + 1) / 2 : zigzag / 2;
        const level = (before[id] += step);
        const size = Math.abs(level);
        const small = Math.round(SMALL / FINE);
        row.gain[id] = chances[at] === NONE ? NaN : Math.sign(level) * (size < small ? size * FINE : SMALL + (size - small) * COARSE);
        row.play[id] = chances[at] === NONE ? 1 : chances[at] ? (chances[at] - 1) / CHANCES : +(level > 0);
        row.close[id] = (bits[at >> 3] >> (7 - (at & 7))) & 1;
      }
      return row;
    });
    return { seat: names[seat], after: after.map((number) => names[number]), rows };
  });
  return { stacks: Array.from({ length: count }, (_, k) => LOW + STEP * k), nodes };
}

// The same of jamfold's answer.
function unpackAnswer({ stacks, nodes }) {
  const near = (ids, n) => Array.from({ length: n }, (_, id) => +ids.includes(id));
  const rows = ({ play, gain_bb, close }) => stacks.map((_, k) => ({ play: play[k], gain: gain_bb[k].map((gain) => gain ?? NaN), close: near(close[k], play[k].length) }));
  return { stacks, nodes: nodes.map((node) => ({ seat: node.seat, after: node.after, rows: rows(node) })) };
}

// Stacks of two answers; `first` where both have one.
function merged(first, second) {
  if (first.nodes.length !== second.nodes.length) return second; // blinds that are all-in decide nothing
  const place = (all, stack) => all.stacks.indexOf(stack);
  const stacks = [...new Set([...first.stacks, ...second.stacks])].sort((a, b) => a - b);
  const row = (node, stack) => (place(first, stack) < 0 ? second.nodes[node].rows[place(second, stack)] : first.nodes[node].rows[place(first, stack)]);
  return { stacks, nodes: first.nodes.map((node, number) => ({ ...node, rows: stacks.map((stack) => row(number, stack)) })) };
}

// A table as a game of which one decision is seen, in the place of the small blind's.
export class Table extends Game {
  constructor(base, seats, charts, level) {
    super(base);
    Object.assign(this, { seatCount: seats, acting: ACTING[seats], charts, tree: null, level, isBundled: false, zero_sum: false });
    Object.assign(this, { pictureSeats: ["jam"], stacks: charts.stacks, count: charts.stacks.length, whole_game: [] }); // that bound is for two players
    this.nodes = charts.nodes.map((node) => ({
      ...node,
      words: [node.seat, ...node.after].map(short).join(" after "),
      at: [node.seat, ...node.after].join(" after "),
      percent: node.rows.map((row) => percentOf(row.play, this.sizes, this.total)),
    }));
    this.choose("");
  }

  choose(at) {
    if (!this.acting) return; // the constructor of a game
    this.chosen = this.nodes.find((node) => node.at === at) || this.nodes[0];
    this.node = this.seen = { jam: this.chosen };
    const { seat, after } = this.chosen;
    const folded = this.acting.slice(0, this.acting.indexOf(after[0] || seat)).map((seat) => TITLES[seat]);
    const list = folded.length > 1 ? `${folded.slice(0, -1).join(", ")} and ${folded.at(-1)} have folded` : folded.length ? `${folded[0]} has folded` : "";
    this.before = after.length ? `${capital(the(after[0]))} is all-in${list && `; ${list}`}` : capital(list || "nobody has acted");
  }

  // The decision of a seat, first in or behind another one.
  at(seat, opener = "") {
    return this.nodes.find((node) => node.seat === seat && (node.after[0] || "") === opener && node.after.length < 2);
  }

  get opener() { return this.chosen.after[0] || this.chosen.seat; }
  row(k) { return this.chosen.rows[k]; }
  chance(seat, id, k) { return this.row(k).play[id]; }
  runs(seat, id) { return runs(this.chosen.rows.map(({ play }) => play[id] >= 0.5)); }
  chances(seat, k) { return this.row(k).play; }
  isFree(seat, id, k) { return Boolean(this.row(k).close[id]); }
  firm() { return null; }
  isAsked(seat, k) { return !Number.isNaN(this.row(k).gain[0]); }
  margin(seat, id, k) { return this.row(k).gain[id]; }
  get verb() { return this.chosen.after.length ? "call" : "jam"; }
  plays() { return `${this.verb}s`; }
  doing() { return this.verb; }

  seatTitle() {
    const { seat, after } = this.chosen;
    return `${capital(TITLES[seat])}, ${after.length ? `facing a jam of ${the(after[0])}` : "first in"}`;
  }

  certificate() {
    const rule = this.seatCount > 3 ? "by a model that counts three hands at a time and folded hands to second order, at most three all-in" : "by counting every deal";
    return `${this.seatCount} seats with equal stacks, solved ${rule}. Hatched cells are close: whether the hand gains or loses is not certain.`;
  }
}

// ---- Bringing the charts.

const chips = (level, name) => parseFloat(level.get(name)) || 0;

// The name of the file of a level; null where no file can have it.
function fileName(name, seats, level, big) {
  if (["blind_sb", "blind_bb", "dead"].some((field) => level.has(field))) return null;
  const extras = ["ante", "bb_ante"].filter((field) => chips(level, field)).map((field) => `-${field.replace("_", "-")}-${+(chips(level, field) / big).toPrecision(6)}`);
  return `positions-${name}-${seats}${extras.join("")}`;
}

// Where unequal stacks, prizes, rake and rooms are: the same spot.
export function tablesAddress({ state, level }, more = {}) {
  return `${HERE.tables}?${new URLSearchParams({ game: state.game, seats: state.seats, stack: `${state.stack}bb`, ...Object.fromEntries(level), ...more })}`;
}

// First what comes with the program, else the stack of the address.
export async function loadSeats(source, explorer, name, level, show, title) {
  const turn = source.turn;
  const { stack, seats } = explorer.state;
  const key = source.key(name, level, seats);
  const isOver = () => turn !== source.turn;
  const refuse = (words) => {
    if (HERE.tables) source.offer(explorer, words, "Open it in Tables", () => location.assign(tablesAddress(explorer)));
    else explorer.say(words);
    explorer.giveUp(HERE.tables ? "" : words);
  };
  if (!source.games.find((game) => game.name === name).positions) return refuse("Position charts cover Hold'em and Six-Plus.");
  if ([...level.keys()].some((field) => !CHART.includes(field))) return refuse("Raises, prizes, rake and fees at more than two seats are on the page Tables.");
  try {
    const parts = await source.base(name);
    const make = (charts) => new Table(parts, seats, charts, level);
    if (!source.charts.has(key)) {
      const file = fileName(name, seats, level, source.bigBlind(level));
      const buffer = file && (await packed(file));
      if (buffer) source.keep(key, make(unpack(buffer, bytes(parts.sizes).length)));
    }
    if (isOver()) return;
    let table = source.charts.get(key);
    if (table && (table.has(stack) || !HERE.can("positions"))) {
      if (table.has(stack)) explorer.say(source.lasting);
      return show(table); // which says that another stack is the nearest one
    }
    if (!HERE.can("positions")) return refuse("This file has charts for every half big blind up to 25 bb, with no ante, 10%, 12.5% or a big blind ante. For others use jamfold on a computer.");
    const hear = (job) => !isOver() && source.hear(explorer, job, { step: 1 }, `${title}, ${seats} seats`);
    const fresh = unpackAnswer(await source.ask("positions", { ...source.body(explorer), seats, low: stack, high: stack, step: 1 }, hear));
    table = make(table ? merged(table.charts, fresh) : fresh);
    source.keep(key, table);
    if (isOver()) return;
    explorer.say(source.lasting);
    source.offer(explorer);
    show(table);
  } catch (error) {
    if (isOver()) return;
    source.offer(explorer);
    source.fail(explorer, error);
  }
}

// ---- What stands around the square.

function thumbnail(game, { play, close }) {
  const size = Math.sqrt(game.n);
  const kinds = { near: (id) => close[id], strong: (id) => play[id] > 0.995, part: (id) => play[id] > 0.005 };
  const paths = { near: "", strong: "", part: "" };
  game.places.forEach((id, place) => {
    const kind = Object.keys(kinds).find((name) => kinds[name](id));
    if (kind) paths[kind] += `M${place % size} ${Math.floor(place / size)}h1v1h-1z`;
  });
  return svg("svg", { viewBox: `0 0 ${size} ${size}`, "aria-hidden": "true" }, ...Object.entries(paths).map(([kind, d]) => svg("path", { class: kind, d })));
}

// How a hand stands at a decision: a cell that leads there.
function handCell(game, node, k, id, go) {
  if (!node) return "–";
  const { play, gain, close } = node.rows[k];
  const words = Number.isNaN(gain[id]) ? "all-in" : close[id] ? "close" : signed(gain[id]);
  const label = `${game.name(id)}, ${node.at}: ${close[id] ? `close, ${signed(gain[id], 3)}` : words}`;
  const cell = button(words, () => go(node.at), { className: close[id] ? "near" : play[id] > 0.5 ? "strong" : "", "aria-label": label });
  cell.style.setProperty("--part", "0");
  if (node === game.chosen) cell.setAttribute("aria-current", "true");
  return cell;
}

// A row of decisions, each below the seat that opens.
function everySeat(game, k, id, go) {
  const openers = game.acting.slice(0, -1);
  const heads = openers.map((seat) => element("th", { textContent: short(seat).replace("UTG+", "+"), scope: "col", className: seat === game.opener ? "now" : "" }));
  const lines = [["First in", (seat) => game.at(seat)], ["BB, facing a jam", (seat) => game.at("bb", seat)]].map(([words, node]) => (
    element("tr", {}, element("th", { textContent: words, scope: "row" }), ...openers.map((seat) => element("td", {}, handCell(game, node(seat), k, id, go))))
  ));
  const caption = element("caption", { textContent: `${game.name(id)} in every seat` });
  return element("table", { className: "everywhere" }, caption, element("thead", {}, element("tr", {}, element("td"), ...heads)), element("tbody", {}, ...lines));
}

export class SeatsView {
  constructor(explorer, source) {
    Object.assign(this, { explorer, source, turn: 0, measured: new Map() });
    this.strip = element("div", { id: "strip", role: "group", "aria-label": "Seats" });
    this.callers = element("section", { className: "card", id: "callers", "aria-label": "Who calls" });
    this.status = element("section", { className: "card", id: "certificate", "aria-label": "How exact", "aria-live": "polite" });
    explorer.hand.after(this.callers, this.status);
    explorer.hand.closest(".both-sides").before(this.strip);
    this.go = (at) => explorer.go({ at });
  }

  setBusy(busy) {
    for (const part of [this.strip, this.callers, this.status]) part.inert = part.classList.toggle("old", busy);
  }

  async draw(k) {
    const { game, picked } = this.explorer;
    const turn = ++this.turn;
    this.setBusy(false);
    this.drawStrip(game, k);
    this.drawStatus(game, k);
    const id = picked && picked.ids.length === 1 ? picked.ids[0] : null;
    if (id !== null) this.explorer.hand.append(everySeat(game, k, id, this.go));
    this.texts = this.texts || (await rangeWriter());
    if (turn !== this.turn) return;
    this.drawCallers(game, k);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.tellWhy(k), PAUSE);
  }

  // Every seat with what it opens, or does behind the all-in of the decision that is seen; the last with what it calls.
  drawStrip(game, k) {
    const { chosen, opener } = game;
    const place = (seat) => game.acting.indexOf(seat);
    const tiles = game.acting.map((seat) => {
      const isBehind = seat === "bb" || (chosen.after.length && place(seat) > place(opener));
      const node = game.at(seat, isBehind ? opener : "");
      if (!node) return element("span", { className: "tile" }, span("who", short(seat)), span("does", "all-in"));
      const share = percent(node.percent[k] / 100, node.percent[k] < 9.95 ? 1 : 0);
      const does = isBehind ? `calls ${short(opener)}` : "jams";
      const state = { type: "button", className: "tile", "aria-pressed": String(node === chosen), onclick: () => this.go(node.at) };
      return element("button", state, span("who", short(seat)), element("b", { textContent: share }), span("does", does), thumbnail(game, node.rows[k]));
    });
    const focus = [...this.strip.children].indexOf(document.activeElement);
    this.strip.replaceChildren(...tiles);
    if (focus >= 0) tiles[focus]?.focus();
    const pressed = tiles.find((tile) => tile.getAttribute("aria-pressed") === "true");
    if (pressed && this.seen !== chosen.at) this.strip.scrollLeft = pressed.offsetLeft - this.strip.clientWidth / 2 + pressed.offsetWidth / 2;
    this.seen = chosen.at;
  }

  rangeText(game, { play }) {
    const chosen = Array.from(play, (chance) => chance >= 0.5);
    if (!chosen.includes(true)) return NO_HAND;
    const low = RANKS.indexOf(game.names[game.places.at(-1)][0]);
    return this.texts({ names: game.names, low }, chosen).join(", ");
  }

  behind(game) {
    const seats = game.acting;
    return seats.slice(seats.indexOf(game.opener) + 1).map((seat) => game.at(seat, game.opener)).filter(Boolean);
  }

  drawCallers(game, k) {
    const rows = this.behind(game).map((node) => {
      const share = node.percent[k] / 100;
      const link = button(short(node.seat), () => this.go(node.at), { title: `${capital(the(node.seat))} facing this jam` });
      if (node === game.chosen) link.setAttribute("aria-current", "true");
      const bar = element("progress", { max: 1, value: share, "aria-hidden": "true" });
      const text = this.rangeText(game, node.rows[k]);
      return element("p", { className: "caller" }, link, bar, element("b", { textContent: percent(share, share < 0.0995 ? 1 : 0) }), element("span", { className: "small", textContent: text, title: text }));
    });
    const own = this.rangeText(game, game.row(k));
    const range = element("details", {}, element("summary", {}, `What ${the(game.chosen.seat)} ${game.plays()}, as text`), element("p", { className: "range", textContent: own }));
    range.open = this.callers.querySelector("details")?.open || false;
    const parts = [element("h2", { textContent: `Who calls ${the(game.opener)}` }), ...rows, range];
    if (HERE.tables) {
      const href = tablesAddress(this.explorer, { node: game.chosen.at, ...(this.explorer.state.hand && { hand: this.explorer.state.hand }) });
      parts.push(element("p", { className: "small" }, "Unequal stacks, prizes, rake, rooms: ", element("a", { href, textContent: "open this in Tables" })));
    }
    this.callers.replaceChildren(...parts);
  }

  // How exact it is: how it was solved, how many cells are close, and what fresh deals say, once somebody wants it.
  drawStatus(game, k) {
    const { close } = game.row(k);
    const near = Array.from(close).filter(Boolean).length;
    const counted = game.seatCount < 4;
    const body = { ...this.source.body(this.explorer), seats: game.seatCount, stack: `${game.text(k)}bb`, max_allin: 3 };
    const key = JSON.stringify(body);
    const bound = this.measured.get(key);
    const lines = [
      element("p", {}, element("i", { className: counted ? "dot" : "dot ring" }), element("b", { textContent: `${game.n - near} of ${game.n} hands are clear here` })),
      paragraph(counted ? "Exact: every deal is counted." : "Solved by a model of the deals, at most three all-in, until no seat gains more than 0.0001 bb in it. Hatched hands are close: their gain may have the other sign."),
    ];
    if (bound) lines.push(paragraph(bound));
    else if (!counted && HERE.tables) lines.push(button("Measure it on fresh deals", () => this.measure(body, key), { id: "measure" }));
    this.status.replaceChildren(...lines);
  }

  async measure(body, key) {
    const say = (text) => { this.measured.set(key, text); this.redraw(); };
    say("Measuring …");
    const hear = (job) => say(waitsFor(job, "The bound"));
    try {
      const report = await this.source.ask("table", body, hear);
      const bound = Math.max(...report.gains_bound) / this.source.bigBlind(this.explorer.level);
      say(`No seat gains more than ${bound.toFixed(4)} bb per hand (95%, ${report.deals.toLocaleString("en")} fresh deals).`);
    } catch (error) {
      say(error.message);
    }
  }

  // Why a hand is played or not: who stays in, how often, and its equity against each.
  async tellWhy(k) {
    const { explorer, source } = this;
    const { game, picked } = explorer;
    if (!picked || picked.ids.length > 1 || !this.texts) return source.fillWhy([]);
    const { chosen, opener } = game;
    const name = game.name(picked.ids[0]);
    if (await source.needs(game.game, explorer.level)) source.unbuilt.add(game.game); // equities would need the table
    if (game !== explorer.game || explorer.picked !== picked) return undefined;
    const again = () => game === explorer.game && explorer.picked === picked && this.tellWhy(explorer.k);
    const equity = (node) => {
      const text = this.rangeText(game, node.rows[k]);
      return text === NO_HAND ? undefined : source.lookUp("equity", { game: game.game, players: [name, text] }, again)?.players?.[0].equity;
    };
    const behind = this.behind(game);
    const against = behind.map(equity);
    this.callers.querySelectorAll(".caller").forEach((row, place) => {
      row.querySelector(".equity")?.remove();
      if (against[place] === undefined) return;
      row.append(element("span", { className: "equity", textContent: percent(against[place], 0), title: `The equity of ${name} against this range` }));
    });
    const lines = [];
    if (chosen.after.length) {
      const share = equity(game.at(opener));
      if (share !== undefined) lines.push(`${capital(the(opener))} jams ${percent(game.at(opener).percent[k] / 100)}: ${name} has ${percent(share)} equity against that.`);
      lines.push(this.price(game, k));
    } else {
      lines.push(`Everybody folds about ${percent(behind.reduce((all, node) => all * (1 - node.percent[k] / 100), 1), 0)} of the time.`);
      const calls = behind.map((node, place) => (against[place] === undefined ? 0 : node.percent[k]));
      const sum = calls.reduce((all, call) => all + call, 0);
      if (sum) lines.push(`Against one caller ${name} has about ${percent(calls.reduce((all, call, place) => all + (call && call * against[place]), 0) / sum, 0)} equity.`);
    }
    return source.fillWhy([element("h3", { textContent: "Why" }), list(lines)]);
  }

  // What a call costs, and what it takes to be right where nobody else calls.
  price(game, k) {
    const big = this.source.bigBlind(game.level);
    const part = (name, usual = 0) => (game.level.has(name) ? chips(game.level, name) / big : usual);
    const [ante, whole, blinds] = [part("ante"), part("bb_ante"), { sb: part("blind_sb", 0.5), bb: 1 }];
    const stack = game.stack(k);
    const dead = (seat) => Math.min(stack, ante + (seat === "bb" ? whole : 0));
    const posted = (seat) => Math.min(stack, dead(seat) + (blinds[seat] || 0));
    const { seat, after } = game.chosen;
    const call = Math.min(stack - dead(after[0]), stack - dead(seat)) - (posted(seat) - dead(seat));
    const matched = call + posted(seat) - dead(seat);
    const rest = game.acting.filter((player) => player !== seat && player !== after[0]);
    const pot = 2 * matched + dead(seat) + dead(after[0]) + rest.reduce((sum, player) => sum + posted(player), 0) + part("dead");
    return `A call costs ${call.toFixed(2)} bb for a pot of ${pot.toFixed(2)} bb: it needs ${percent(call / pot)} equity if nobody else calls.`;
  }

  // Where a range differs from the decision that is seen, costliest first.
  async compare(k, text) {
    const { game } = this.explorer;
    const range = await this.source.ask("range", { game: game.game, text, list_classes: true });
    const shares = new Map(range.class_shares);
    const { play, gain } = game.row(k);
    const hands = Array.from(play, (played, id) => {
      const other = shares.get(id) || 0;
      const apart = (Math.abs(played - other) * game.sizes[id]) / game.total;
      return { name: game.name(id), played, other_played: other, apart, cost_bb: (Math.max(0, (played - other) * gain[id]) * game.sizes[id]) / game.total };
    }).filter((hand) => hand.apart > 0).sort((first, other) => other.cost_bb - first.cost_bb);
    const sum = (key) => hands.reduce((all, hand) => all + hand[key], 0);
    return { seats: [{ title: game.seatTitle(), apart_percent: 100 * sum("apart"), cost_bb: sum("cost_bb"), hands: hands.slice(0, MOST_HANDS) }] };
  }

  redraw() {
    const { game } = this.explorer;
    if (game && game.charts) this.drawStatus(game, this.explorer.k);
  }
}
