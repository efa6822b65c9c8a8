// A game with the exact strategies of all stacks, unpacked from what views/explorer/data.py has packed.

export const SEATS = ["jam", "call"];
export const SEAT_NAMES = { jam: "Small blind", call: "Big blind" };
export const PLAYS = { jam: "jams", call: "calls" };
const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const ODD = 255;
const SAME = 1e-9; // big blinds

export const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;
export const signed = (value, digits = 2) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;

export function element(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key in made && key !== "list") made[key] = value;
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

export const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

// Rows of whole numbers from their second differences, seven bits a byte.
function curves(text, points) {
  const rows = [];
  let row = [];
  let shift = 0;
  let value = 0;
  let step = 0;
  for (const byte of bytes(text)) {
    value += (byte & 127) * 2 ** shift;
    shift += 7;
    if (byte > 127) continue;
    step += value % 2 ? -(value + 1) / 2 : value / 2;
    row.push((row.length ? row[row.length - 1] : 0) + step);
    shift = value = 0;
    if (row.length === points) {
      rows.push(Float64Array.from(row));
      row = [];
      step = 0;
    }
  }
  return rows;
}

export class Game {
  constructor(data) {
    Object.assign(this, data);
    this.sizes = bytes(data.sizes);
    this.hands = bytes(data.hands);
    this.n = this.sizes.length;
    this.total = this.sizes.reduce((sum, size) => sum + size, 0);
    const order = bytes(data.order);
    this.order = Uint16Array.from({ length: this.n }, (_, id) => order[2 * id] + 256 * order[2 * id + 1]);
    this.tops = { jam: bytes(data.jam.tops), call: bytes(data.call.tops) };
    if (data.cells) this.groupCells(bytes(data.cells));
    this.margins = { jam: curves(data.jam.margins, this.count), call: curves(data.call.margins, this.count) };
  }

  // The classes of each cell of the matrix that has any, and the place of its margins.
  groupCells(cells) {
    this.members = new Map();
    for (let id = 0; id < this.n; id++) {
      if (!this.members.has(cells[id])) this.members.set(cells[id], []);
      this.members.get(cells[id]).push(id);
    }
    this.cellOf = cells;
    this.cellPlace = new Map([...this.members.keys()].sort((a, b) => a - b).map((cell, place) => [cell, place]));
  }

  cellName(cell) {
    const width = this.columns.length;
    return `${this.rows[Math.floor(cell / width)]}, ${this.columns[cell % width]}`;
  }

  stack(k) {
    return this.stacks[k];
  }

  text(k) {
    return `${this.stacks[k]}`;
  }

  // The place of the nearest stack, of two as near the deeper one.
  nearest(stack) {
    const far = (k) => Math.abs(this.stacks[k] - stack);
    let best = 0;
    for (let k = 1; k < this.count; k++) if (far(k) < far(best) + SAME) best = k;
    return best;
  }

  has(stack) {
    return Math.abs(this.stack(this.nearest(stack)) - stack) < SAME;
  }

  // The stacks at which a class is played at least half of the time, as pairs of places on the grid.
  runs(seat, id) {
    const top = this.tops[seat][id];
    if (top === ODD) return this[seat].odd[id];
    return top ? [[0, top - 1]] : [];
  }

  // How often a seat plays a class at the k-th stack, 0 to 1.
  chance(seat, id, k) {
    const mixed = this[seat].mixed[id];
    const found = mixed && mixed.find(([at]) => at === k);
    if (found) return found[1];
    return this.runs(seat, id).some(([from, to]) => from <= k && k <= to) ? 1 : 0;
  }

  isFree(seat, id, k) {
    return (this[seat].free[id] || []).some(([from, to]) => from <= k && k <= to);
  }

  // All classes at one stack; quick, since nearly all of them are played up to a stack.
  chances(seat, k) {
    const tops = this.tops[seat];
    const all = new Float64Array(this.n);
    for (let id = 0; id < this.n; id++) all[id] = tops[id] !== ODD && k < tops[id] ? 1 : 0;
    for (const id of Object.keys(this[seat].odd)) all[id] = this.chance(seat, +id, k);
    for (const id of Object.keys(this[seat].mixed)) all[id] = this.chance(seat, +id, k);
    return all;
  }

  // Whether a seat is asked at all.
  isAsked(seat, k) {
    return seat === "jam" || this.jam.percent[k] > 0;
  }

  // What playing gains over folding: by class of a square, by cell of a matrix.
  margin(seat, place, k) {
    return this.margins[seat][place][k] * this.quantum;
  }

  // Hands of some classes, each with the share of it that is meant.
  handsOf(ids, shares) {
    let hands = 0;
    for (const id of ids) hands += this.sizes[id] * (shares ? shares.get(id) : 1);
    return hands;
  }

  // The share of some classes that is played, of all their hands.
  part(ids, chances, shares) {
    let played = 0;
    let hands = 0;
    for (const id of ids) {
      const size = this.sizes[id] * (shares ? shares.get(id) : 1);
      played += chances[id] * size;
      hands += size;
    }
    return played / hands;
  }

  cards(id) {
    const held = this.hands.subarray(id * this.hole_cards, (id + 1) * this.hole_cards);
    return Array.from(held, (card) => RANKS[card >> 2] + SUITS[card & 3]).join("");
  }

  name(id) {
    return this.names ? this.names[id] : this.cards(id);
  }

  // The share of all hands that are better or as good, by equity against a random hand.
  percentile(id) {
    if (!this.better) {
      this.better = new Float64Array(this.n);
      const ids = Array.from(this.order.keys()).sort((a, b) => this.order[a] - this.order[b]);
      let sum = 0;
      for (const one of ids) this.better[one] = (sum += this.sizes[one]) / this.total;
      this.ranked = ids;
    }
    return this.better[id];
  }

  // The class of cards, whatever their suits are called; undefined where there is none.
  find(cards) {
    if (!this.keys) {
      this.keys = new Map();
      for (let id = 0; id < this.n; id++) this.keys.set(suitless(this.cards(id)), id);
    }
    return this.keys.get(suitless(cards));
  }
}

// What does not change when suits are exchanged: the ranks held in each suit, sorted.
function suitless(cards) {
  const masks = [0, 0, 0, 0];
  for (let i = 0; i < cards.length; i += 2) masks[SUITS.indexOf(cards[i + 1])] |= 1 << RANKS.indexOf(cards[i]);
  return masks.sort((a, b) => a - b).join(" ");
}
