// Omaha without its table: margins of classes from a file of low rank, which bounds what it gets wrong
// (`class_tables/low_rank.py`), and hands that share no card by inclusion and exclusion (`cards/counting/removal.py`).

import { cardText, inflated, membersOf, suitSets, suitless } from "./bytes.js";
import { unpackClasses, unpackPlanes } from "./ranges.js";
import { readPatterns } from "./patterns.js";
import { refuse } from "./worth.js";

const SUITS = 4;
const WHOLE = 2 ** 4 - 1; // all cards of a hand, as a set of their places

// A game of two or of four cards of what `pack_planes` has written.
export async function unpackGame(packed) {
  const data = typeof packed === "string" ? JSON.parse(packed) : packed;
  if (!data.low_rank) return unpackPlanes(data);
  const classes = unpackClasses(data.fields);
  const { cards, counts, title } = classes;
  const { head, whole, rows } = await read(data, title, cards.length);
  const game = {
    ...classes, total: 270725, opponents: 194580,
    names: cards.map((hand) => hand.map(cardText).join("")),
    hands: cards.map((hand, id) => [...hand, id]),
    tables: [{}],
    pairs: new FactorSums(cards, counts, whole, head),
    sketch: { ...head, rows },
    groups: [...membersOf(data.fields.cells).values()],
  };
  return Object.assign(game, { read: (text, field) => readPatterns(game, text, field) });
}

// Whole numbers of classes, a and b side by side, and the rows of the sketch.  More follows in the file.
async function read({ rules, low_rank: packed }, title, n) {
  try {
    const all = await inflated(packed);
    const start = all.indexOf(10) + 1;
    const head = JSON.parse(new TextDecoder().decode(all.subarray(0, start)));
    const width = 2 * head.pairs;
    if (JSON.stringify(head.rules) !== JSON.stringify(rules) || all.length < start + (2 * width + head.rows) * n) throw new Error("other rules");
    const whole = new Int16Array(width * n);
    for (let k = 0, at = start; k < width; k++) {
      for (let i = 0; i < n; i++, at++) whole[i * width + k] = all[at] | (all[at + width * n] << 8);
    }
    const rows = new Int8Array(all.buffer, start + 2 * width * n, head.rows * n);
    return { head, whole, rows };
  } catch {
    return refuse(`The approximate table of ${title} in this file is damaged or of other rules. Export the file again with jamfold.`, "game");
  }
}

// In how many ways suits can be given to sets of ranks, which are sorted.
const arrangements = (sets) => {
  let [ways, alike] = [24, 1];
  for (let k = 1; k < SUITS; k++) ways /= alike = sets[k] === sets[k - 1] ? alike + 1 : 1;
  return ways;
};

const TURNS = [];
for (let k = 0; k < SUITS ** SUITS; k++) {
  const turn = [k & 3, (k >> 2) & 3, (k >> 4) & 3, k >> 6];
  if (new Set(turn).size === SUITS) TURNS.push(turn);
}

// ---- What hands of a class meet, as `TableSums`.  A running sum is one row: of the factors; of the hands that hold a
// set of up to three cards, by sets that differ in suits only; of the hands of each class.

class FactorSums {
  constructor(cards, counts, whole, { pairs, scale }) {
    Object.assign(this, { counts, whole, scales: [1, scale], width: 2 * pairs, suits: cards.map(suitSets) });
    const wayOf = new Map();
    this.ways = [1]; // the sets that are alike, negative where they have an odd number of cards; first that of no card
    this.sets = Uint16Array.from({ length: cards.length * (WHOLE - 1) }, (_, place) => {
      const mask = 1 + (place % (WHOLE - 1));
      const shared = cards[Math.floor(place / (WHOLE - 1))].filter((__, k) => mask & (1 << k));
      const key = suitless(shared);
      if (!wayOf.has(key)) wayOf.set(key, this.ways.push(arrangements(suitSets(shared)) * (shared.length % 2 ? -1 : 1)) - 1);
      return wayOf.get(key);
    });
    this.first = this.width + this.ways.length;
  }

  zeros = () => [new Float64Array(this.first + this.counts.length)];

  add([row], i, amount) {
    const { width, whole, sets } = this;
    const weight = amount * this.counts[i];
    for (let k = 0, at = i * width; k < width; k++, at++) row[k] += weight * whole[at];
    row[width] += weight;
    for (let k = i * (WHOLE - 1), end = k + WHOLE - 1; k < end; k++) row[width + sets[k]] += weight;
    row[this.first + i] += amount;
  }

  rows([row]) {
    const { width, whole, sets, first } = this;
    const n = this.counts.length;
    const half = width / 2;
    const signed = Float64Array.from(this.ways, (ways, k) => row[width + k] / ways);
    const [placements, margins] = [new Float64Array(n), new Float64Array(n)];
    for (let j = 0, at = 0, place = 0; j < n; j++, at += half) {
      let margin = 0;
      let beside = signed[0] + row[first + j];
      for (let k = 0; k < half; k++, at++) margin += row[half + k] * whole[at] - row[k] * whole[at + half];
      for (const end = place + WHOLE - 1; place < end; place += 2) beside += signed[sets[place]] + signed[sets[place + 1]];
      placements[j] = beside;
      margins[j] = margin;
    }
    return [placements, margins];
  }

  of(i, j) {
    const [own, opponent] = [this.suits[i], this.suits[j]];
    const apart = TURNS.filter((turn) => turn.every((suit, k) => !(own[k] & opponent[suit]))).length;
    const half = this.width / 2;
    let margin = 0;
    for (let k = 0, a = i * this.width, b = j * this.width; k < half; k++, a++, b++) margin += this.whole[a] * this.whole[b + half] - this.whole[a + half] * this.whole[b];
    return [(apart * this.counts[j]) / TURNS.length, (this.counts[j] * margin) / this.scales[1]];
  }
}

// ---- What the best responses gain at most, with 95%, of a solution whose gains are those of the approximate table.

export function boundGains(game, stakes, solution) {
  return solution.gains.map((left, seat) => {
    const chances = solution.sums[seat][0].strategy;
    const [margins] = solution.best[seat].actions[0];
    const slack = margins.map((margin, i) => (chances[i] === Number(margin > 0) ? Math.abs(margin) : 0));
    return left + boundGain(game, slack, stakes[seat].half * marginError(game, solution.sums[1 - seat][0].strategy));
  });
}

// How far margins against a strategy are off, as the root of the mean square over hands.
function marginError({ n, counts, opponents, sketch: { rows, unit, quantile, rows: { length } } }, strategy) {
  let squares = 0;
  for (let at = 0; at < length;) {
    let sum = 0;
    for (let j = 0; j < n; j++, at++) sum += rows[at] * strategy[j] * counts[j];
    squares += ((unit / opponents) * sum) ** 2;
  }
  return quantile * Math.sqrt((squares * n) / length);
}

function boundGain({ counts, total }, slack, error) {
  const order = [...slack.keys()].sort((a, b) => slack[a] - slack[b] || a - b);
  let [most, weight, lost] = [0, 0, 0];
  for (const i of order) {
    weight += counts[i] / total;
    most = Math.max(most, error * Math.sqrt(weight) - lost);
    lost += (counts[i] / total) * slack[i];
  }
  return most;
}
