// An equilibrium of several seats who each act once, as `solver/seats.py` looks for it: fictitious play, then Newton
// steps for the classes that are mixed.  Nothing promises one; what is promised is the certificate.

import { leastSquares } from "./leastsquares.js";

const ROUND = 100;
const ROUNDS = 40;
const FIRST_POLISH = 3;
const NEWTON_STEPS = 25;
const MIXED = 0.02;
const TINY = 1e-300;
const RANK = 1e-10;
const ENTERING = 6;

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
  regrets(game, strategy, gains).forEach((row, node) => { own[game.players[node]] += row.reduce((sum, one) => sum + one, 0); });
  return own;
}

// The certificate of a strategy, from sums that are made anew.
export function evaluateSeats(game, given, iterations = 0) {
  const strategy = map(given, (chance, node) => game.forced[node] ?? Math.min(1, Math.max(0, chance)));
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
    if (number + 1 < FIRST_POLISH) continue;
    const found = polish(game, average, tolerance);
    steps += found.steps;
    if (found.least < least) ({ best, least } = found);
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
  const mixed = chances.map((row, node) => Array.from(row, (one) => game.forced[node] === null && one > MIXED && one < 1 - MIXED));
  const barred = mixed.map((row) => row.map(() => false));
  const state = average.copy();
  chances.forEach((row, node) => {
    if (game.forced[node] === null) state.shift(node, row.map((one, number) => (mixed[node][number] ? 0 : Number(gains[node][number] > 0) - one)));
  });
  let [best, least] = [chances, Math.max(...ownGains(game, chances, gains))];
  let steps = 0;
  for (; steps < NEWTON_STEPS; steps++) {
    gains = state.gains();
    const gain = Math.max(...ownGains(game, state.strategy, gains));
    if (gain < least) [best, least] = [state.strategy.map((row) => row.slice()), gain];
    if (gain <= tolerance / 10) break;
    enter(game, state.strategy, gains, mixed, barred);
    if (!mixed.some((row) => row.includes(true))) break;
    newton(state, gains, mixed, barred);
  }
  return { best, least, steps };
}

// Marks the pure classes of each node that give most away.
function enter(game, chances, gains, mixed, barred) {
  regrets(game, chances, gains).forEach((row, node) => {
    const lost = row.map((one, number) => (mixed[node][number] || barred[node][number] ? 0 : one));
    const worst = [...lost.keys()].sort((a, b) => lost[b] - lost[a] || a - b).slice(0, ENTERING);
    for (const number of worst) mixed[node][number] ||= lost[number] > 0;
  });
}

// One step towards gain = 0 for the mixed classes, as far as all stay in [0, 1].  The one that stops it is pure from
// then on, and barred if it would not have moved.
function newton(state, gains, mixed, barred) {
  const at = mixed.flatMap((row, node) => row.flatMap((one, number) => (one ? [[node, number]] : [])));
  const change = state.strategy.map((row) => new Float64Array(row.length));
  const slopes = at.map(([node, number]) => { // gains are linear in every single chance
    const one = change[node].map((_, k) => Number(k === number));
    state.shift(node, one);
    const moved = state.gains();
    state.shift(node, one.map((amount) => -amount));
    return Float64Array.from(at, ([to, k]) => moved[to][k] - gains[to][k]);
  });
  const scale = at.map((_, row) => Math.max(TINY, ...slopes.map((column) => Math.abs(column[row]))));
  const columns = slopes.map((column) => column.map((one, row) => one / scale[row]));
  const step = leastSquares(columns, Float64Array.from(at, ([node, number], row) => -gains[node][number] / scale[row]), RANK);
  const before = at.map(([node, number]) => state.strategy[node][number]);
  const shares = Array.from(step, (one, k) => (one ? (one > 0 ? 1 - before[k] : before[k]) / Math.abs(one) : Infinity));
  const first = shares.indexOf(Math.min(...shares));
  at.forEach(([node, number], k) => {
    let after = Math.min(1, Math.max(0, before[k] + step[k] * Math.min(1, shares[first])));
    if (k === first && shares[k] < 1) {
      after = Number(step[k] > 0);
      barred[node][number] ||= shares[k] === 0;
    }
    change[node][number] = after - before[k];
    mixed[node][number] = after > 0 && after < 1;
  });
  change.forEach((row, node) => state.shift(node, row));
}
