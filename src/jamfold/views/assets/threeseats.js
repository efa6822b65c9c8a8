// Three seats who jam or fold: the counts of three hands, the game, the hand before its cards, the search, the answer.

import { inflated } from "./bytes.js";
import { complementary } from "./linear.js";
import { readSizes, readTable, readTerms } from "./question.js";
import { formatRange, ofClasses } from "./ranges.js";
import { TOLERANCE } from "./solver.js";
import { chipsOf, isRaked, prizesAfter, refuse, returned, sum, taken } from "./worth.js";

// ---- The three-way table of a game from its packed counts, and cubes over ordered triples of classes, in deals, as
// the game below takes them: `class_tables/threeway_build.py`.
//
// For three disjoint hands the boards fall into 13 orders of strength, written as the place of each hand, 0 for the
// best.  The triples of classes k >= j >= i stand one after the other; a cube is [a, b, c] in one row of numbers.

const PACKED = 12; // orders; the last one is what the others leave
const BYTES = 3;

const places = (strengths) => {
  const better = [...new Set(strengths)].sort((a, b) => b - a);
  return strengths.map((strength) => better.indexOf(strength));
};
const triples = Array.from({ length: 27 }, (_, k) => [Math.floor(k / 9), Math.floor(k / 3) % 3, k % 3]);
const ordersByName = Object.fromEntries(triples.map((triple) => [places(triple).join(""), places(triple)]));

export const ORDERS = Object.keys(ordersByName).sort().map((name) => ordersByName[name]);
const numberOf = (order) => ORDERS.findIndex((ranks) => ranks.join("") === order.join(""));
const TURNS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
const TURNED = TURNS.map((turn) => ORDERS.map((order) => numberOf(turn.map((hand) => order[hand]))));
// By the order of c, a, b: the number of that of a, b, c.
export const LAST_FIRST = ORDERS.map(([c, a, b]) => numberOf([a, b, c]));

// The table of what `pack_threeway` has written.
export async function unpackThreeway({ n, counts: sizes }, packed) {
  if (typeof DecompressionStream === "undefined") throw new Error("This browser is too old for three players. Use Chrome, Firefox or Safari from 2023 or later.");
  const all = await inflated(packed);
  const rows = (n * (n + 1) * (n + 2)) / 6;
  const plane = (k) => all.subarray(k * rows, (k + 1) * rows);
  const placements = plane(PACKED * BYTES);
  const boards = new DataView(all.buffer).getUint32((PACKED * BYTES + 1) * rows, true);
  const orders = new Int32Array(rows * ORDERS.length);
  const planes = Array.from({ length: PACKED * BYTES }, (_, k) => plane(k));
  for (let row = 0, at = 0; row < rows; row++, at++) {
    let left = placements[row] * boards;
    for (let k = 0; k < planes.length; k += BYTES, at++) {
      orders[at] = planes[k][row] + (planes[k + 1][row] << 8) + (planes[k + 2][row] << 16);
      left -= orders[at];
    }
    orders[at] = left;
  }
  return { n, sizes, boards, placements, orders };
}

// Deals of three classes, each weighted with the mean of a value over its boards, by the order of a, b, c.
export function orderCube(table, values) {
  return cube(table, table.orders, TURNED.map((row) => row.map((order) => values[order] / table.boards)));
}

const dealCube = (table) => cube(table, table.placements, TURNS.map(() => [1]));

// Counts of each triple, several in a row, times their values by turn.
function cube({ n, sizes }, counts, values) {
  const result = new Float64Array(n * n * n);
  const width = values[0].length;
  const steps = [n * n, n, 1];
  const turns = values.map((value, t) => ({ weights: Float64Array.from(value), ofHand: [0, 1, 2].map((hand) => steps[TURNS[t].indexOf(hand)]) }));
  for (const { weights, ofHand: [ofK, ofJ, ofI] } of turns) {
    for (let k = 0, at = 0; k < n; k++) {
      for (let j = 0; j <= k; j++) {
        for (let i = 0; i <= j; i++) {
          let total = 0;
          for (let o = 0; o < width; o++, at++) total += weights[o] * counts[at];
          result[k * ofK + j * ofJ + i * ofI] = sizes[k] * total;
        }
      }
    }
  }
  return result;
}

function summed(cube, n) {
  const result = new Float64Array(n * n);
  for (let at = 0; at < cube.length; at++) result[at % (n * n)] += cube[at];
  return result;
}

// What cards alone say of three classes: deals, wins of a over b and their ties, [a, b, c] and with the one who has
// folded first, [c, a, b]; and all summed over the one who has folded.
export function threeDeals(table) {
  const wins = ORDERS.map(([a, b]) => Number(a < b));
  const ties = ORDERS.map(([a, b]) => Number(a === b));
  const byFolded = (values) => orderCube(table, LAST_FIRST.map((order) => values[order]));
  const cubes = { deals: dealCube(table), wins: orderCube(table, wins), ties: orderCube(table, ties), winsByFolded: byFolded(wins), tiesByFolded: byFolded(ties) };
  const sums = [cubes.deals, cubes.winsByFolded, cubes.tiesByFolded].map((cube) => summed(cube, table.n));
  return { n: table.n, ...cubes, sums, total: sum(sums[0]) };
}

// ---- The game of `solver/three_seats.py`, everything summed over triples of classes, with its nodes, letters and formulas.
//  Player 0 acts first:
//
//    0  player 0                     3  player 2, both are in
//    1  player 1, player 0 is in     4  player 2, player 0 is in
//    2  player 1, player 0 has folded   5  player 2, player 1 is in

export const PLAYERS = [0, 1, 1, 2, 2, 2];

const times = (matrix, vector) => vector.map((_, i) => {
  let sum = 0;
  for (let j = 0, at = i * vector.length; j < vector.length; j++, at++) sum += matrix[at] * vector[j];
  return sum;
});
const under = (vector, matrix) => {
  const n = vector.length;
  const result = new Float64Array(n);
  for (let i = 0, at = 0; i < n; i++) {
    const value = vector[i];
    for (let j = 0; j < n; j++, at++) result[j] += value * matrix[at];
  }
  return result;
};
const dot = (left, right) => left.reduce((sum, value, i) => sum + value * right[i], 0);
const rest = (vector) => vector.map((value) => 1 - value);

// The sum of arrays, each times its factor.
function combined(...terms) {
  const result = new Float64Array(terms[0][1].length);
  for (const [factor, values] of terms) {
    for (let i = 0; i < result.length; i++) result[i] += factor * values[i];
  }
  return result;
}

// Value of deals, wins and ties of the first of a pair, who wins, ties, loses; and where the wins are the second's.
const won = ([win, tie, lose], [deals, wins, ties]) => combined([lose, deals], [win - lose, wins], [tie - lose, ties]);
const lost = ([win, tie, lose], parts) => won([lose, tie, win], parts);

// The game of `deals` (`threeDeals`) and ends: `nobody[p]`, `alone[who][p]`, `pairs[pair][place][p]`, and `cubes`, what
// a showdown of all three is worth, of players 0 and 1 as [k, i, j], of player 2 as [i, j, k]; `forced` by node: 1
// jams, 0 folds, null decides.
//
// What is worth anything is linear in what the ends are worth: sums over a player need few cubes, with the ends in.
export function threeSeats(deals, ends, forced) {
  const [u0, u1, u2] = ends.cubes;
  const plain = [deals.deals, deals.wins, deals.ties];
  const byFolded = [deals.deals, deals.winsByFolded, deals.tiesByFolded];
  const of = (pair, player) => ends.pairs[pair].map((place) => place[player]);
  const met = (pair, player) => combined([1, lost(of(pair, player), plain)], [-ends.alone[pair - 1][player], deals.deals]);
  const game = {
    n: deals.n, deals, ends, forced, players: PLAYERS,
    slices: [
      [deals.deals, u2, won(of(0, 2), plain), won(of(1, 2), plain), won(of(2, 2), byFolded)],
      [],
      [],
      [combined([1, u0], [-1, won(of(0, 0), byFolded)]), combined([1, u1], [-1, won(of(0, 1), byFolded)])],
      [met(1, 0), met(1, 1)],
      [met(2, 0), met(2, 1)],
    ],
    whole: [won(of(0, 0), deals.sums), won(of(0, 1), deals.sums), won(of(2, 2), deals.sums)],
  };
  return { ...game, state: (strategy) => stateOf(game, strategy) };
}

// A strategy, by node and class, and what is summed over the player of a node with it.
function stateOf(game, strategy) {
  const { n, slices } = game;
  const state = new State(game, strategy.map(() => new Float64Array(n)), slices.map((slice) => slice.map(() => new Float64Array(n * n))));
  strategy.forEach((chances, node) => state.shift(node, chances));
  return state;
}

// total[i] += amount x slice[from + i]
function add(total, amount, slice, from) {
  for (let i = 0; i < total.length; i++) total[i] += amount * slice[from + i];
}

function move(total, to, weight) {
  for (let i = 0; i < total.length; i++) total[i] += weight * (to[i] - total[i]);
}

class State {
  constructor(game, strategy, sums) { Object.assign(this, { game, strategy, sums }); }

  copy() {
    return new State(this.game, this.strategy.map((row) => row.slice()), this.sums.map((all) => all.map((row) => row.slice())));
  }

  // Adds amounts, by class, to the chances at a node.
  shift(node, amounts) {
    amounts.forEach((amount, number) => {
      if (!amount) return;
      this.strategy[node][number] += amount;
      this.sums[node].forEach((total, k) => add(total, amount, this.game.slices[node][k], number * total.length));
    });
  }

  // Goes so much of the way to another strategy.
  mix(other, weight) {
    this.strategy.forEach((row, node) => move(row, other.strategy[node], weight));
    this.sums.forEach((all, node) => all.forEach((sums, k) => move(sums, other.sums[node][k], weight)));
  }

  // What jamming and folding are worth, and the chance of being there, at each node with each class: jamming and
  // folding times that chance, all three times the number of deals.  x, call, jam are the chances of nodes 0, 1, 2.
  worth() {
    const { ends: { nobody, alone }, deals, whole } = this.game;
    const [x, call, jam] = this.strategy;
    const [stays, free, down] = [x, call, jam].map(rest);
    const [[ofX, showdown, versus1, versus2, versusOne], , , afterBoth, after0, after1] = this.sums;
    const d = deals.sums[0];
    const behind = combined([1, d], [-1, ofX]);
    const [dx, dStays, dFree, dJam] = [x, stays, free, jam].map((chances) => times(d, chances));
    const [last0, last1] = [under(free, ofX), under(jam, behind)];
    const jams = [
      combined([1, times(after0[0], free)], [alone[0][0], dFree], [1, times(whole[0], call)], [1, times(afterBoth[0], call)]),
      combined([1, under(x, afterBoth[1])], [1, under(x, whole[1])]),
      combined([1, times(after1[1], stays)], [alone[1][1], dStays]),
      under(call, showdown),
      times(versus2, free),
      combined([1, under(jam, whole[2])], [-1, under(jam, versusOne)]),
    ];
    const folds = [
      combined([1, under(jam, after1[0])], [alone[1][0], dJam], [nobody[0], times(d, down)]),
      combined([1, under(x, after0[1])], [alone[0][1], dx]),
      combined([nobody[1], dStays]),
      under(call, versus1),
      combined([alone[0][2], last0]),
      combined([alone[1][2], last1]),
    ];
    const arrivals = [times(d, x.map(() => 1)), dx, dStays, under(call, ofX), last0, last1];
    return { jams, folds, arrivals };
  }

  // What jamming is worth more than folding, times the chance of being there.
  gains() {
    const { jams, folds } = this.worth();
    const share = 1 / this.game.deals.total;
    return jams.map((jam, node) => combined([share, jam], [-share, folds[node]]));
  }

  arrivals() {
    return this.worth().arrivals.map((arrival) => combined([1 / this.game.deals.total, arrival]));
  }

  // What the game is worth to each player.
  values() {
    const { ends: { nobody }, deals } = this.game;
    const { jams, folds } = this.worth();
    const [x, , jam] = this.strategy;
    const values = [0, 0, nobody[2] * dot(times(deals.sums[0], rest(x)), rest(jam))];
    this.strategy.forEach((chances, node) => { values[PLAYERS[node]] += dot(jams[node], chances) + dot(folds[node], rest(chances)); });
    return values.map((value) => value / deals.total);
  }
}

// ---- A hand of three before its cards, all in or fold: what is posted, who decides, what every end is worth.  The
// mathematics of `betting/hand.py`, `betting/posts.py` and `valuation/settlement.py`.  Seats are 0 small blind, 1 big blind, 2 button.

export const SEATS = ["sb", "bb", "btn"];
export const ORDER = [2, 0, 1]; // of acting: the seat of each player of the solver
// The decisions by number of the solver: the seat, and who is in before it.
export const NODES = [[2, []], [0, [2]], [0, []], [1, [2, 0]], [1, [2]], [1, [0]]].map(([seat, after]) => ({ seat, after }));
const READING = [0, 2, 1, 5, 4, 3]; // as they are told
const PAIRS = [[0, 1], [0, 2], [1, 2]];
const PAIR_PLACES = [[0, 1], [0, 0], [1, 0]]; // the first wins, ties, loses

// Each post at most what the stack still holds: antes, the big blind's for the table, blinds.
function pay({ stacks, blinds, ante, bb_ante }) {
  const left = [...stacks];
  const paid = stacks.map(() => ({ table: 0, ante: 0, blind: 0 }));
  const post = (kind, seat, amount) => {
    const chips = Math.min(amount, left[seat]);
    left[seat] -= chips;
    paid[seat][kind] += chips;
  };
  for (const seat of [0, 1, 2]) post("ante", seat, ante);
  post("table", 1, bb_ante);
  blinds.forEach((blind, seat) => post("blind", seat, blind));
  return paid;
}

// The hand of `readTable` and `readTerms`; bad numbers are refused.
export function makeHand(level, terms) {
  const { stacks, blinds, ante, bb_ante, dead } = level;
  for (const [value, name, field] of [[ante, "ante", "ante"], [bb_ante, "big-blind ante", "bb_ante"], [dead, "dead money", "dead"], [blinds[0], "small blind", "blind_sb"]]) chipsOf(value, name, field, true);
  chipsOf(blinds[1], "big blind", "blind_bb");
  if (blinds[0] > blinds[1]) refuse(`The small blind (${blinds[0]}) is larger than the big blind (${blinds[1]}).`, "blind_sb");
  const paid = pay(level);
  const hand = { ...level, terms, paid, posted: paid.map((post) => post.ante + post.blind), allIn: stacks.map((stack, seat) => stack - paid[seat].table) };
  hand.forced = NODES.map((node) => forcedAt(hand, node));
  hand.reading = READING.filter((number) => hand.forced[number] === null && comesTo(hand, NODES[number]));
  hand.unit = terms.prizes ? sum(terms.prizes) : blinds[1];
  return hand;
}

// 1 where a seat is in without a decision, null where it decides.
function forcedAt({ posted, allIn }, { seat, after }) {
  const rivals = [...after, ...ORDER.slice(ORDER.indexOf(seat) + 1)];
  const posting = posted[seat];
  return allIn[seat] <= posting || (rivals.length && Math.max(...rivals.map((rival) => allIn[rival])) <= posting) ? 1 : null;
}

const before = (seat) => ORDER.slice(0, ORDER.indexOf(seat));
const nodeNumber = (seat, after) => NODES.findIndex((node) => node.seat === seat && node.after.join() === after.join());

// Whether a decision can be reached: nobody who is in by force has folded before it.
const comesTo = ({ forced }, { seat, after }) => before(seat).every((earlier) => (
  after.includes(earlier) || !forced[nodeNumber(earlier, after.filter((two) => before(earlier).includes(two)))]
));

// Main pot and side pots: chips, and who plays for them; what nobody could call is returned.
function makePots(putIn, live, dead) {
  const players = [...live.keys()].filter((seat) => live[seat]);
  const pots = dead ? [{ chips: dead, players }] : [];
  const back = putIn.map(() => 0);
  let below = 0;
  for (const level of [...new Set(putIn.filter((chips) => chips > 0))].sort((a, b) => a - b)) {
    const reached = [...putIn.keys()].filter((seat) => putIn[seat] >= level);
    const chips = (level - below) * reached.length;
    if (reached.length === 1) back[reached[0]] += chips;
    else pots.push({ chips, players: reached.filter((seat) => live[seat]) });
    below = level;
  }
  return { pots, back, total: sum(pots.map((pot) => pot.chips)) };
}

// Everybody's chips, or money, after the hand: who is in, and their places, 0 for the best.
function valuesAfter({ stacks, paid, posted, allIn, dead, terms }, inside, places) {
  const live = stacks.map((_, seat) => inside.includes(seat) || (!inside.length && seat === 1));
  const putIn = stacks.map((_, seat) => (inside.includes(seat) ? allIn : posted)[seat]);
  const { pots, back, total } = makePots(putIn, live, sum(paid.map((post) => post.table)) + dead);
  const showdown = inside.length > 1;
  const left = total > 0 ? 1 - taken(terms, total, showdown) / total : 1;
  const got = [...back];
  const placeOf = (seat) => (inside.includes(seat) ? places[inside.indexOf(seat)] : 3);
  for (const { chips, players } of pots) {
    const best = Math.min(...players.map(placeOf));
    const winners = players.filter((seat) => placeOf(seat) === best);
    for (const seat of winners) got[seat] += (chips * left) / winners.length;
  }
  const after = stacks.map((stack, seat) => {
    const { table } = paid[seat];
    const contributed = putIn[seat] - back[seat] + table;
    return stack - putIn[seat] - table + got[seat] + returned(terms, total, showdown, contributed);
  });
  return terms.prizes ? prizesAfter(terms, stacks, after) : after;
}

// The ends as `threeSeats` takes them, by player.
export function threeEnds(hand, table) {
  const worth = (players, places) => {
    const values = valuesAfter(hand, players.map((player) => ORDER[player]), places);
    return ORDER.map((seat) => values[seat]);
  };
  const showdowns = ORDERS.map((order) => worth([0, 1, 2], order));
  const of = (player, orders) => orderCube(table, orders.map((order) => showdowns[order][player]));
  return {
    nobody: worth([], []),
    alone: [worth([0], [0]), worth([1], [0])],
    pairs: PAIRS.map((pair) => PAIR_PLACES.map((places) => worth(pair, places))),
    cubes: [of(0, LAST_FIRST), of(1, LAST_FIRST), of(2, [...ORDERS.keys()])],
  };
}

// What stands by player of the solver, by seat.
export const bySeat = (values) => SEATS.map((_, seat) => values[ORDER.indexOf(seat)]);

// ---- An equilibrium of several seats who each act once, as `solver/seats.py` looks for it: fictitious play, then Newton
// steps for the classes in doubt.  Nothing promises one; what is promised is the certificate.

const ROUND = 100;
const ROUNDS = 40;
const NEWTON_STEPS = 25;
const MIXED = 0.02;
const TINY = 1e-300;
const ENTERING = 6;
const FIRST_INERTIA = 0.02;
const [LESS, MORE, MOST_INERTIA] = [0.25, 8, 1];
const PERTURBATIONS = [1e-12, 1e-9, 1e-7];
const PURE = 1e-12;

const map = (strategy, of) => strategy.map((row, node) => row.map((value, number) => of(value, node, number)));

// What each class at each node gives away.
export function regrets(game, strategy, gains) {
  return map(strategy, (chance, node, number) => {
    const gain = gains[node][number];
    return game.forced[node] === null ? Math.max(gain, 0) * (1 - chance) + Math.max(-gain, 0) * chance : 0;
  });
}

// What every player's best response adds to their value.
export function ownGains(game, strategy, gains) {
  const own = game.players.map(() => 0).slice(0, Math.max(...game.players) + 1);
  regrets(game, strategy, gains).forEach((row, node) => { own[game.players[node]] += sum(row); });
  return own;
}

// The certificate of a strategy, from sums that are made anew.
export function evaluateSeats(game, start, iterations = 0) {
  const strategy = map(start, (chance, node) => game.forced[node] ?? Math.min(1, Math.max(0, chance)));
  const state = game.state(strategy);
  const gains = state.gains();
  return { strategy, gains, iterations, own: ownGains(game, strategy, gains), values: state.values(), arrivals: state.arrivals() };
}

// An equilibrium, or the best strategy found; over when nobody gains more than `tolerance`.
export function solveSeats(game, tolerance, hear = () => {}) {
  const start = game.forced.map((forced) => new Float64Array(game.n).fill(forced ?? 0.5));
  const average = game.state(start);
  const response = average.copy();
  let [best, least, steps] = [start, Infinity, 0];
  for (let number = 0; number < ROUNDS && least > tolerance; number++) {
    hear(number / ROUNDS);
    for (let k = 0; k < ROUND; k++, steps++) {
      respond(game, response, average.gains());
      average.mix(response, 2 / (steps + 2));
    }
    const polished = polish(game, average, tolerance);
    steps += polished.steps;
    if (polished.least < least) ({ best, least } = polished);
  }
  return evaluateSeats(game, best, steps);
}

function respond(game, response, gains) {
  gains.forEach((row, node) => {
    if (game.forced[node] === null) response.shift(node, row.map((gain, number) => Number(gain > 0) - response.strategy[node][number]));
  });
}

// Makes almost pure classes pure, and solves for the others.
function polish(game, average, tolerance) {
  const chances = average.strategy.map((row) => row.slice());
  let gains = average.gains();
  const doubtful = chances.map((row, node) => Array.from(row, (chance) => game.forced[node] === null && chance > MIXED && chance < 1 - MIXED));
  const state = average.copy();
  chances.forEach((row, node) => {
    if (game.forced[node] === null) state.shift(node, row.map((chance, number) => (doubtful[node][number] ? 0 : Number(gains[node][number] > 0) - chance)));
  });
  let [best, least] = [chances, Math.max(...ownGains(game, chances, gains))];
  let [steps, inertia, last] = [0, FIRST_INERTIA, Infinity];
  for (; steps < NEWTON_STEPS; steps++) {
    gains = state.gains();
    const gain = Math.max(...ownGains(game, state.strategy, gains));
    if (gain < least) [best, least] = [state.strategy.map((row) => row.slice()), gain];
    if (last < Infinity) inertia = gain < last ? inertia * Math.min(LESS, gain / last) : Math.min(inertia * MORE, MOST_INERTIA);
    last = gain;
    enter(game, state.strategy, gains, doubtful);
    if (gain <= tolerance / 10 || !doubtful.some((row) => row.includes(true)) || !newton(state, gains, doubtful, inertia)) break;
  }
  return { best, least, steps };
}

// Marks the pure classes of each node that give most away.
function enter(game, chances, gains, doubtful) {
  regrets(game, chances, gains).forEach((row, node) => {
    const lost = row.map((chance, number) => (doubtful[node][number] ? 0 : chance));
    const worst = [...lost.keys()].sort((a, b) => lost[b] - lost[a] || a - b).slice(0, ENTERING);
    for (const number of worst) doubtful[node][number] ||= lost[number] > 0;
  });
}

// Solves the linearised game of the doubtful classes, in which moving costs `inertia`; false if it failed.
function newton(state, gains, doubtful, inertia) {
  const at = doubtful.flatMap((row, node) => row.flatMap((isDoubtful, number) => (isDoubtful ? [[node, number]] : [])));
  const change = state.strategy.map((row) => new Float64Array(row.length));
  const slopes = at.map(([node, number]) => { // gains are linear in every single chance
    const unit = change[node].map((_, k) => Number(k === number));
    state.shift(node, unit);
    const moved = state.gains();
    state.shift(node, unit.map((amount) => -amount));
    return Float64Array.from(at, ([to, k]) => moved[to][k] - gains[to][k]);
  });
  const scale = at.map((_, row) => Math.max(TINY, ...slopes.map((column) => Math.abs(column[row]))));
  const before = at.map(([node, number]) => state.strategy[node][number]);
  const unit = at.map((_, row) => at.map((__, column) => Number(row === column)));
  const m = unit.map((line, row) => line.map((entry, column) => inertia * entry - slopes[column][row] / scale[row]));
  const q = at.map(([node, number], row) => {
    const slope = slopes.reduce((total, column, k) => total + column[row] * before[k], 0);
    return (slope - gains[node][number]) / scale[row] - inertia * before[row];
  });
  let after = null;
  for (const perturbation of PERTURBATIONS) after ??= complementary(q, m, unit, at.map(() => 1), perturbation);
  after?.forEach((chance, k) => {
    const pure = Math.round(chance);
    change[at[k][0]][at[k][1]] = (Math.abs(chance - pure) < PURE ? pure : chance) - before[k];
  });
  change.forEach((row, node) => state.shift(node, row));
  return after !== null;
}

// ---- A table of three, solved: what POST /api/table answers of it, and class by class what a page shows.

const ELSEWHERE = ["whole_chips", "max_allin", "preset", "seats", "stack", "profile", "ranges", "starts"];
const TARGET = 1e-9; // the largest own gain at which a search is over, of a big blind or of the prizes

// `game` of `unpackPlanes` with `threeway` of `unpackThreeway`; tells `hear` which share of its steps are done at most.
export function table(game, body, hear) {
  if (!game.threeway) refuse(`This file has no three seats of ${game.title}: one that jamfold writes with --seats 3 has.`, "stacks");
  if (readSizes(body)) refuse("In this file three seats jam or fold. Remove the raises.", "open");
  for (const name of ELSEWHERE) if (body[name]) refuse(`'${name}' is not available in this file. Use jamfold on a computer.`, name);
  const hand = makeHand(readTable(body), readTerms(body, 3));
  game.deals ??= threeDeals(game.threeway);
  const solution = solveSeats(threeSeats(game.deals, threeEnds(hand, game.threeway), hand.forced), TARGET * hand.unit, hear);
  return {
    game: game.game,
    seats: SEATS.map((seat, k) => ({ seat, stack: hand.stacks[k] })),
    blinds: hand.blinds,
    ante: hand.ante,
    bb_ante: hand.bb_ante,
    dead: hand.dead,
    rake: isRaked(hand.terms),
    prizes: hand.terms.prizes ?? null,
    nodes: hand.reading.map((number) => decisionOf(game, solution, number)),
    values: bySeat(solution.values),
    gains: bySeat(solution.own),
    target: TARGET * hand.unit,
    exact: Math.max(...solution.own) < TOLERANCE * hand.unit,
    counted: true,
    unit: hand.terms.prizes ? "money" : "chips",
    percent: Boolean(hand.terms.percent),
    names: game.names,
    places: game.places,
    iterations: solution.iterations,
  };
}

// A decision: what is played there, and what playing gains over folding once it is dealt and asked.
function decisionOf(game, { strategy, gains, arrivals }, number) {
  const { seat, after } = NODES[number];
  const [chances, arrival] = [strategy[number], arrivals[number]];
  const weight = (of) => chances.reduce((sum, _, id) => sum + of(id) * game.counts[id], 0);
  return {
    seat: SEATS[seat],
    after: after.map((node) => SEATS[node]),
    percent: (100 * weight((id) => chances[id])) / game.total,
    reach: sum(arrival),
    range: formatRange(game, ofClasses(game, chances)),
    mostly: formatRange(game, ofClasses(game, chances.map((chance) => Number(chance >= 0.5)))),
    chances: [...chances],
    margins: Array.from(gains[number], (gain, id) => (arrival[id] > 0 ? gain / arrival[id] : null)),
  };
}
