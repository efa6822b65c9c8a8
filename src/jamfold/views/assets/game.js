// A game as the strategy page has it, and what a text in its search box means.

import { RANKS, bytes, cardOf, cardText, membersOf, places, suitless, wholeNumbers } from "./bytes.js";
import { FACTS } from "./facts.js";

// ---- A game with the exact strategies of all stacks, unpacked from what views/explorer_data.py has packed.

export const SEATS = ["jam", "call"];
export const SEAT_NAMES = { jam: "Small blind", call: "Big blind" };
export const PLAYS = { jam: "jams", call: "calls" };
const ODD = 255;
const SAME = 1e-9; // big blinds

export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)}%`;
export const signed = (value, digits = 2) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

// A gain as people read it: nothing but rounding is none, and no number has an exponent.
export const small = (value) => (value < 1e-9 ? "0" : value < 1e-6 ? "less than 0.000001" : (+value.toPrecision(3)).toFixed(8).replace(/\.?0+$/, ""));

// A bound that holds with 95%, in words, rounded up.
export const sampledWithin = (bound, unit = "bb") => `within ${(Math.ceil(1e6 * bound) / 1e6).toFixed(6)} ${unit} (95%, sampled)`;

export function element(name, properties = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in node && key !== "list") node[key] = value;
    else node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

export const button = (textContent, onclick, more = {}) => element("button", { type: "button", textContent, onclick, ...more });
export const readable = (text) => (text ?? "").replace(/(^|[^\w.'])-(?=\d)/g, "$1−"); // as views.html
export const paragraph = (text, className = "small") => element("p", { className, textContent: readable(text) });
export const list = (lines) => element("ul", { className: "why" }, ...lines.map((text) => element("li", { textContent: readable(text) })));

// Buttons of which one is pressed at a time.
export const choice = (className, label, ...buttons) => element("div", { className: `choice ${className}`, role: "group", "aria-label": label }, ...buttons);

// A control with the words that stand above it.
export const labelled = (words, ...controls) => element("div", { className: "labelled" }, element("span", { className: "label", textContent: words, ariaHidden: true }), ...controls);

// What a colour of a picture means.
export const colourKey = (kind, words) => element("span", {}, element("i", { className: kind }), words);

export function press({ children }, isPressed) {
  [...children].forEach((button, place) => button.setAttribute("aria-pressed", String(isPressed(place, button))));
}

// A table of texts; the first of each row is its head; without `heads` the columns have none.
export function textTable(className, heads, rows) {
  const line = (texts, head) => element("tr", {}, ...texts.map((textContent, place) => (head || !place ? element("th", { textContent, scope: head ? "col" : "row" }) : element("td", { textContent }))));
  return element("table", { className }, ...(heads.length ? [element("thead", {}, line(heads, true))] : []), element("tbody", {}, ...rows.map((texts) => line(texts))));
}

export function svg(name, attributes, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

export function download(name, text, type = "application/json") {
  const link = element("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

// The cards of all hands, one after the other, where all first cards stand first.
function byHand(cards, width) {
  const count = cards.length / width;
  return cards.map((_, place) => cards[(place % width) * count + Math.floor(place / width)]);
}

// Rows of whole numbers from their second differences: `packed_curves`.
function curves(text, points) {
  const numbers = wholeNumbers(text);
  const rows = [];
  for (let at = 0; at < numbers.length; at += points) {
    let [value, step] = [0, 0];
    rows.push(Float64Array.from(numbers.slice(at, at + points), (change) => (value += step += change)));
  }
  return rows;
}

const isRaise = (name) => name.startsWith("raise");

function runsOf(part, id) {
  const top = part.tops[id];
  if (top === ODD) return part.odd[id];
  return top ? [[0, top - 1]] : [];
}

function chanceOf(part, id, k) {
  const mixed = part.mixed[id];
  const entry = mixed && mixed.find(([at]) => at === k);
  if (entry) return entry[1];
  return runsOf(part, id).some(([from, to]) => from <= k && k <= to) ? 1 : 0;
}

export class Game {
  constructor(data) {
    Object.assign(this, data);
    this.sizes = bytes(data.sizes);
    this.hands = data.hands ? bytes(data.hands) : byHand(bytes(data.columns_of_hands), data.hole_cards);
    this.n = this.sizes.length;
    this.total = this.sizes.reduce((sum, size) => sum + size, 0);
    this.order = places(data.order);
    this.seats = { jam: this.unpacked(data.jam), call: this.unpacked(data.call) };
    this.nodes = data.tree ? data.tree.nodes.map((node) => this.unpackedNode(node)) : [];
    this.stay = data.tree && this.unpacked(data.tree.stays); // who jams, or raises and does not fold to a jam
    this.pictureSeats = SEATS;
    this.choose("");
    if (!data.cells) return;
    this.members = membersOf(data.cells);
    this.cellPlace = new Map([...this.members.keys()].map((cell, place) => [cell, place])); // that of its margins
  }

  unpacked(part) {
    return { ...part, tops: bytes(part.tops), margins: part.margins && curves(part.margins, this.count) };
  }

  unpackedNode(node) {
    const parts = node.parts.map((part) => this.unpacked(part));
    const arrival = node.here && this.unpacked(node.here);
    return { ...node, at: node.after.join(", "), plays: this.unpacked(node.plays), here: arrival, parts };
  }

  // Which decision of a tree is looked at, by the actions before it: the other seat is seen where it acted last.
  // Without any, all that both do.
  choose(at) {
    const chosen = this.nodes.find((node) => node.at === at && at);
    const leads = (node) => chosen && (node === chosen || (node.seat !== chosen.seat && node.at && chosen.at.startsWith(`${node.at}, `)));
    const line = this.nodes.filter(leads);
    this.node = { jam: line.findLast((node) => node.seat === "sb"), call: line.findLast((node) => node.seat === "bb") };
    this.seen = { jam: this.node.jam ? this.node.jam.plays : this.seats.jam, call: this.node.call ? this.node.call.plays : this.seats.call };
  }

  cellName(cell) {
    const width = this.columns.length;
    return `${this.rows[Math.floor(cell / width)]}, ${this.columns[cell % width]}`;
  }

  stack(k) { return this.stacks[k]; }
  text(k) { return `${this.stacks[k]}`; }

  // The place of the nearest stack, of two as near the deeper one.
  nearest(stack) {
    const far = (k) => Math.abs(this.stacks[k] - stack);
    let best = 0;
    for (let k = 1; k < this.count; k++) if (far(k) < far(best) + SAME) best = k;
    return best;
  }

  has(stack) { return Math.abs(this.stack(this.nearest(stack)) - stack) < SAME; }

  // The stacks at which a class is played at least half of the time, as pairs of places on the grid.
  runs(seat, id) { return runsOf(this.seen[seat], id); }

  // How often a seat plays a class at the k-th stack, 0 to 1.
  chance(seat, id, k) { return chanceOf(this.seen[seat], id, k); }

  // How often a seat comes to the decision that is looked at with a class, by its own play.
  arrival(seat, id, k) { return this.node[seat]?.here ? chanceOf(this.node[seat].here, id, k) : 1; }

  isFree(seat, id, k) { return (this.seen[seat].free[id] || []).some(([from, to]) => from <= k && k <= to); }

  // All classes at one stack; quick, since almost all of them are played up to a stack.
  chances(seat, k) { return this.chancesOf(this.seen[seat], k); }

  chancesOf(part, k) {
    const { tops } = part;
    const all = new Float64Array(this.n);
    for (let id = 0; id < this.n; id++) all[id] = tops[id] !== ODD && k < tops[id] ? 1 : 0;
    for (const id of Object.keys(part.odd)) all[id] = chanceOf(part, +id, k);
    for (const id of Object.keys(part.mixed)) all[id] = chanceOf(part, +id, k);
    return all;
  }

  // The part of what is played that is no raise which may still be folded: null where all of it is.
  firm(seat, k) {
    const node = this.node[seat];
    if (!node) return seat === "jam" && this.stay ? this.chancesOf(this.stay, k) : null;
    const firm = node.parts.filter((_, place) => !isRaise(node.actions[place]));
    if (firm.length === node.parts.length) return null;
    const all = new Float64Array(this.n);
    for (const part of firm) this.chancesOf(part, k).forEach((chance, id) => { all[id] += chance; });
    return all;
  }

  // Who comes to the decision that is looked at by their own play; null where all do.
  comes(seat, k) { return this.node[seat]?.here ? this.chancesOf(this.node[seat].here, k) : null; }

  // Of all hands, how many percent are played.
  percent(seat, k) { return this.seen[seat].percent[k]; }

  certificate(k) {
    return `${this.exactness}. Small blind's EV at ${+this.stack(k).toFixed(2)} bb: ${signed(this.values[k], 4)} ${this.unit} per hand.`;
  }

  // What is proved of the whole game at a stack, limps and flops included; empty where that is not known.
  wholeGame(k) {
    const gap = (this.whole_game || [])[k];
    const [nothing, most, opens] = FACTS.wholeGame;
    if (!gap || gap === "0") return gap ? nothing : "";
    return `${most.replace("{game}", this.title).replace("{gap}", gap)}${this.tree ? ` ${opens}` : ""}`;
  }

  // What playing is called in a seat.
  plays(seat) {
    const only = this.node[seat] && this.node[seat].actions;
    return !this.tree ? PLAYS[seat] : only && only.length === 1 && !isRaise(only[0]) ? `${only[0]}s` : "plays";
  }

  seatTitle(seat) { return SEAT_NAMES[seat] + (this.node[seat]?.at ? ` after ${this.node[seat].at}` : ""); }

  // What is done with a class that is played: with raises before the all-in, whether a jam over the first is called.
  doing(seat, id, k) {
    if (!this.tree) return seat;
    const node = this.node[seat] || (seat === "jam" && this.nodes[0]);
    if (!node) return "continue";
    const often = node.parts.map((part) => chanceOf(part, id, k));
    const most = Math.max(...often);
    const name = node.actions[most > 0 ? often.indexOf(most) : node.actions.length - 1];
    if (!isRaise(name) || node.at) return name;
    return chanceOf(this.stay, id, k) >= 0.5 * most ? `${name}, call a jam` : `${name}, fold to a jam`;
  }

  // Whether a class does the same in every equilibrium: optimal strategies of a zero-sum game are one set, so
  // what gains or loses against one of them is played always, or never.
  isSure(seat, id, k) {
    const pure = [0, 1].includes(this.chance(seat, id, k));
    return Boolean(this.zero_sum) && this.isAsked(seat, k) && pure && !this.isFree(seat, id, k);
  }

  isAsked(seat, k) {
    const node = this.node[seat];
    return node ? node.reach[k] > 0 : seat === "jam" || this.seats.jam.percent[k] > 0;
  }

  // What playing gains over folding: by class of a square, by cell of a matrix.
  margin(seat, place, k) { return this.seen[seat].margins[place][k] * this.quantum; }

  // Hands of some classes, each with the share of it that is meant.
  handsOf(ids, shares) { return ids.reduce((hands, id) => hands + this.sizes[id] * (shares ? shares.get(id) : 1), 0); }

  // The share of some classes that is played, of all their hands.
  part(ids, chances, shares) {
    let played = 0;
    for (const id of ids) played += chances[id] * this.sizes[id] * (shares ? shares.get(id) : 1);
    return played / this.handsOf(ids, shares);
  }

  hand(id) { return this.hands.subarray(id * this.hole_cards, (id + 1) * this.hole_cards); }
  cards(id) { return Array.from(this.hand(id), cardText).join(""); }

  name(id) { return this.names ? this.names[id] : this.cards(id); }

  // The share of all hands that are better or as good, by equity against a random hand.
  percentile(id) {
    if (!this.better) {
      this.better = new Float64Array(this.n);
      this.ranked = Array.from(this.order.keys()).sort((a, b) => this.order[a] - this.order[b]);
      let sum = 0;
      for (const classId of this.ranked) this.better[classId] = (sum += this.sizes[classId]) / this.total;
    }
    return this.better[id];
  }

  // The class of cards, whatever their suits are called; undefined where there is none.
  find(cards) {
    this.keys ??= new Map(Array.from({ length: this.n }, (_, id) => [suitless(this.hand(id)), id]));
    return this.keys.get(suitless(cards.match(/../g).map(cardOf)));
  }
}

// ---- What a text in the search box means, as ranges/reading/spoken.py reads it; other notation is read by jamfold itself.
// tests/views/hands.json is the table of cases for both.

const TYPED = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
const { plurals: PLURALS, kinds: SUITED, pairs: PAIRS, filling: FILLING, broadways: BROADWAYS, connectors: CONNECTORS, rundowns: RUNDOWNS } = FACTS.words;
const BEHIND = /([2-9tjqka0])(?=(?:un|off)?suit|off\b|double|single|rainbow)/g; // a word right behind ranks: AKsuited
const NOTATION = /[:!()[\]@+*#]/;

// {ids, words, shares} or null; shares say how much of a class is meant, where that is not all.
export function search(game, text) {
  const words = text.trim().replace(/[♣♦♥♠]/g, (suit) => TYPED[suit]).replace(/\s+(?:and|or|&)\s+/gi, ",");
  if (!words) return null;
  const id = /^#(\d+)$/.exec(words);
  if (id) return +id[1] < game.n ? { ids: [+id[1]], words: game.name(+id[1]) } : null;
  const share = /^(\d+(?:\.\d+)?)\s*%$/.exec(words);
  if (share) return best(game, parseFloat(share[1]));
  const whole = byCards(game, words.replace(/[\s,]/g, ""));
  if (whole || NOTATION.test(words)) return whole;
  const parts = words.split(",").map((part) => byWords(game, part) || byRanks(game, part.replace(/\s/g, "")));
  if (parts.length === 1 || parts.includes(null)) return parts.length === 1 ? parts[0] : null;
  return { ids: [...new Set(parts.flatMap((part) => part.ids))].sort((a, b) => a - b), words: text.trim() };
}

function byCards(game, words) {
  const cards = words.replace(/10/g, "T").replace(/(.)(.)/g, (_, rank, suit) => rank.toUpperCase() + suit.toLowerCase());
  if (cards.length !== 2 * game.hole_cards || !/^([2-9TJQKA][cdhs])+$/.test(cards)) return null;
  const id = new Set(cards.match(/../g)).size === game.hole_cards ? game.find(cards) : undefined;
  return id === undefined ? null : { ids: [id], words: cards };
}

// Hands that hold some ranks: K7o, K7, AA, AAxx, Axs, AKQJ.
export function byRanks(game, words) {
  const match = /^([2-9TJQKA]+)(x*)([so]?)$/i.exec(words.replace(/10/g, "T"));
  if (!match || (match[2] && match[1].length + match[2].length !== game.hole_cards)) return null;
  const kind = match[3].toLowerCase();
  const ranks = match[1].toUpperCase();
  if (ranks.length > game.hole_cards || (kind && (game.hole_cards !== 2 || ranks.length + match[2].length !== 2))) return null;
  return chosen(game, ranks + match[2] + kind, [holds(ranks), ...(kind ? [shares(game, kind)] : [])]);
}

// What players say: aces, pairs, rundown, JT98ds, double-suited aces, K7 suited.
export function byWords(game, part) {
  const plain = part.trim().toLowerCase().replace(BEHIND, "$1 ").replace(/[\s-]+/g, " ").replace(/\b((?:10|[2-9tjqka])+) (?=(?:10|[2-9tjqka])+\b)/g, "$1");
  const glued = /^((?:10|[2-9tjqka]){2,})\$?(ds|ss|r)$/.exec(plain.replace(/ /g, ""));
  const isFull = glued && (glued[2] !== "r" || glued[1].replace(/10/g, "t").length === game.hole_cards);
  let left = glued ? (isFull && game.hole_cards > 2 ? `${glued[1]} $${glued[2]}` : null) : plain;
  if (left === null) return null;
  for (const [words, kind] of Object.entries(SUITED)) left = left.replace(new RegExp(`\\b${words}\\b`), `$$${kind}`);
  left = left.replace(/\b(any two|anything|everything|atc|random)\b/, "$$all");
  const tokens = left.split(" ").filter((word, _, all) => all.length === 1 || !FILLING.includes(word));
  const tests = [];
  let [ranks, kind, isSaid] = ["", "", false];
  for (const word of tokens) {
    const isKind = word.startsWith("$") || (tokens.length > 1 && ["s", "o", "ds", "ss", "r"].includes(word));
    const hands = isKind ? null : spoken(game, word);
    const isRanks = /^(10|[2-9tjqka])+$/.test(word);
    if (isKind && word !== "$all" && !kind) kind = word.replace("$", "");
    else if (ranks || tests.length || !(hands || isRanks || word === "$all")) return null;
    else if (isRanks || PLURALS[word]) ranks = PLURALS[word] ? PLURALS[word].repeat(2) : word.replace(/10/g, "t").toUpperCase();
    else tests.push(hands || (() => true));
    isSaid ||= !isRanks;
  }
  if (!isSaid || ranks.length > game.hole_cards) return null;
  if (game.hole_cards === 2 && kind && (ranks.length === 1 || (tests.length && !/\bconnectors?\b/.test(left)))) return null;
  if (game.hole_cards === 2 && kind && ranks[0] === ranks[1] && ranks) {
    if (tokens.some((word) => "so".includes(word)) && !tokens.some((word) => PLURALS[word])) return null; // AA o
    tests.push((cards) => cards[0] !== cards[2]);
    ranks = ranks[0];
  }
  const same = kind ? [shares(game, kind)] : [];
  return same.includes(null) ? null : chosen(game, part.trim(), [holds(ranks), ...tests, ...same]);
}

// The test of a word that names hands by itself.
function spoken(game, word) {
  if (PLURALS[word]) return holds(PLURALS[word].repeat(2));
  if (PAIRS.includes(word)) return (cards) => new Set(ranksOf(cards)).size < game.hole_cards;
  if (BROADWAYS.includes(word)) return (cards) => Math.min(...ranksOf(cards)) >= 8;
  if (game.hole_cards === 2) return CONNECTORS.includes(word) ? (cards) => Math.abs(ranksOf(cards)[0] - ranksOf(cards)[1]) === 1 : null;
  if (!RUNDOWNS.includes(word)) return null;
  return (cards) => {
    const ranks = ranksOf(cards);
    return new Set(ranks).size === game.hole_cards && Math.max(...ranks) - Math.min(...ranks) === game.hole_cards - 1;
  };
}

const ranksOf = (cards) => cards.match(/../g).map((card) => RANKS.indexOf(card[0]));

function holds(ranks) {
  return (cards) => {
    const left = cards.match(/../g).map((card) => card[0]);
    return [...ranks].every((rank) => left.includes(rank) && left.splice(left.indexOf(rank), 1));
  };
}

// The test of how suits are shared: s and o of two cards; ds, ss and r of more. Null where the game has none.
function shares(game, kind) {
  const more = game.hole_cards - 4;
  if (game.hole_cards === 2 ? !"so".includes(kind) : "so".includes(kind) || (kind === "r" && more)) return null;
  if (game.hole_cards === 2) return (cards) => (cards[1] === cards[3]) === (kind === "s") && (kind === "s" || cards[0] !== cards[2]);
  const pattern = { ds: `22${"1".repeat(more)}`, ss: `2${"1".repeat(more + 2)}`, r: "1111" }[kind];
  return (cards) => {
    const counts = [..."cdhs"].map((suit) => cards.split(suit).length - 1).filter((count) => count);
    return counts.sort((a, b) => b - a).join("") === pattern;
  };
}

function chosen(game, words, tests) {
  const ids = [];
  for (let id = 0; id < game.n; id++) {
    const cards = game.cards(id);
    if (tests.every((test) => test(cards))) ids.push(id);
  }
  return ids.length ? { ids, words: ids.length === 1 ? game.name(ids[0]) : words } : null;
}

// The best hands by equity against a random hand: whole classes, at least so much of all hands.
function best(game, part) {
  if (!(part > 0 && part <= 100)) return null;
  game.percentile(0);
  const last = game.ranked.findIndex((id) => game.better[id] > part / 100 - 1e-12);
  return { ids: game.ranked.slice(0, last + 1), words: `best ${part}%` };
}
