// The exact equilibrium of an abstract game of two seats: the mathematics of `jamfold.solver`.
//
// A game is classes of hands, how many of one meet one of another, and tables of what a showdown of them sums up
// to (`ranges.js`).  A tree is decisions, each before those it leads to, and what folds and the showdown are worth
// to both seats; jam or fold is the tree of two decisions.  Strategies are in sequence form: for every class the
// chance of each of a seat's sequences of actions, as far as that is its own doing.
//
// 1. Iterate: a seat answers the other's average, the answer of iteration t counts t times.
// 2. The classes whose best plan is least ahead are free, all others keep theirs: a complementarity problem.
// 3. Best responses over all classes measure the result; who gains by changing joins the free ones.
//
// The same steps as in `solver/exact.py` and `solver/tree_exact.py`, in the same order, so the same equilibrium.

import { complementary, linearSystem } from "./linear.js";

const EMPTY = -1;
const NOISE = 1e-14;
const ALIKE = 1e-10; // margins are told apart in steps of this times the largest end
const SNAP = 1e-9;
export const TOLERANCE = 1e-9;
export const FREE = 1e-9; // a smaller margin says that two actions are worth the same
const ROUNDS = 60;
const ATTEMPTS = 7;
const FEW_SEQUENCES = 6; // of both seats; beyond, a program takes longer than the iterations that make it small
const ITERATIONS = [100, 400];

// What a showdown is worth to a seat: `showdown` by its own share of the pot, 0 and 1, or 0, 1/2 and 1.
export function makeEnds({ fold, steal, showdown }) {
  const [low, high] = [showdown[0], showdown[showdown.length - 1]];
  const mean = (low + high) / 2;
  const factors = showdown.length === 3 ? [showdown[1] - mean] : [];
  return { fold, steal, showdown, mean, half: (high - low) / 2, factors };
}

// Whether what one seat wins the other loses, to the last bit.
export const cancels = (first, second) => first.fold === -second.fold && first.steal === -second.steal
  && first.showdown.every((value, k) => value === -second.showdown.at(-1 - k));

// Jam or fold for these ends of both seats, as a tree; `forced` seats are all-in by the blind.
export function jamFold(first, second, forced = [false, false]) {
  const decisions = [
    { seat: 0, fold: [first.fold, second.fold], actions: [1], forced: forced[0] },
    { seat: 1, fold: [first.steal, second.steal], actions: [null], forced: forced[1] },
  ];
  return makeTree(first, second, decisions);
}

export function makeTree(first, second, decisions) {
  const before = new Map([[0, [EMPTY, EMPTY]]]);
  const sequences = [0, 0];
  const turns = [[], []];
  const all = [];
  const pairs = new Map();
  const add = (own, other, seat, sign, values, isShowdown = false) => {
    const key = (seat ? [other, own] : [own, other]).join();
    const pair = pairs.get(key) || { key: seat ? [other, own] : [own, other], isShowdown: false, values: [0, 0] };
    pairs.set(key, { ...pair, isShowdown: pair.isShowdown || isShowdown, values: pair.values.map((value, k) => value + sign * values[k]) });
  };
  decisions.forEach(({ seat, fold, actions, forced = false }, number) => {
    const last = before.get(number);
    const turn = { seat, own: last[seat], other: last[1 - seat], actions: actions.map(() => sequences[seat]++), forced };
    turns[seat].push(turn);
    all.push(turn);
    add(last[seat], last[1 - seat], seat, 1, fold);
    turn.actions.forEach((sequence, place) => {
      add(sequence, last[1 - seat], seat, -1, fold, actions[place] === null);
      if (actions[place] === null) return;
      const next = [...last];
      next[seat] = sequence;
      before.set(actions[place], next);
    });
  });
  const values = [first, second].flatMap((ends) => [ends.fold, ends.steal, ...ends.showdown]);
  const scale = Math.max(...[...values, ...decisions.flatMap((decision) => decision.fold)].map(Math.abs));
  return { ends: [first, second], decisions, turns, all, sequences, pairs: [...pairs.values()], scale };
}

// ---- Strategies with their products: the sums over a range that the other seat meets, in whole numbers.  `game.pairs`
// makes them of tables (`ranges.js`) or of factors (`lowrank.js`): placements, then the sums of each table.

const products = (game, tables) => ({ strategy: new Float64Array(game.n), parts: game.pairs.zeros(tables.length) });

function addClass(game, to, i, amount) {
  to.strategy[i] += amount;
  game.pairs.add(to.parts, i, amount);
}

// What of sums is seen in hands, of strategies that count `weight` times.
function seen({ pairs: { scales } }, [strategy, ...rows], weight = 1) {
  const by = (row, unit) => {
    const scaled = new Float64Array(row.length);
    for (let i = 0; i < row.length; i++) scaled[i] = row[i] / unit;
    return scaled;
  };
  const [placements, ...sums] = rows.map((row, k) => by(row, weight * scales[k]));
  return { strategy: by(strategy, weight), placements, sums };
}

const rowsOf = (game, { strategy, parts }) => [strategy, ...game.pairs.rows(parts)];

// The products of a plan that may mix: whole numbers first, so that nothing is rounded twice.
export function planSums(game, tables, plan) {
  return plan.map((chances) => {
    const pure = products(game, tables);
    const mixed = products(game, tables);
    chances.forEach((chance, i) => {
      if (chance > 0.5) addClass(game, pure, i, 1);
      if (chance > 0 && chance < 1) addClass(game, mixed, i, chance > 0.5 ? chance - 1 : chance);
    });
    return { ...together(...[pure, mixed].map((plan) => seen(game, rowsOf(game, plan)))), strategy: Float64Array.from(chances) };
  });
}

// Two strategies that exclude each other, as one.
export function together(first, second) {
  const plus = (left, right) => left.map((value, i) => value + right[i]);
  return { strategy: plus(first.strategy, second.strategy), placements: plus(first.placements, second.placements), sums: first.sums.map((sums, k) => plus(sums, second.sums[k])) };
}

// A pure plan of a seat, its exact products, and the average of all its plans.
class Answers {
  constructor(game, tables, count) {
    Object.assign(this, { game, weight: 0, rows: null, plans: null });
    this.now = Array.from({ length: count }, () => products(game, tables));
    this.all = this.now.map(() => rowsOf(game, products(game, tables)));
  }

  moveTo(plan) {
    this.now.forEach((row, sequence) => {
      for (let i = 0; i < this.game.n; i++) {
        const change = plan[sequence][i] - row.strategy[i];
        if (!change) continue;
        addClass(this.game, row, i, change);
        this.rows = this.plans = null;
      }
    });
  }

  count(weight) {
    this.weight += weight;
    this.rows ??= this.now.map((plan) => rowsOf(this.game, plan));
    this.rows.forEach((rows, k) => rows.forEach((from, place) => {
      const to = this.all[k][place];
      for (let i = 0; i < to.length; i++) to[i] += weight * from[i];
    }));
  }

  // The same object as long as the plan is the same.
  pure() {
    this.rows ??= this.now.map((plan) => rowsOf(this.game, plan));
    this.plans ??= this.rows.map((plan) => seen(this.game, plan));
    return this.plans;
  }

  average = () => this.all.map((plan) => seen(this.game, plan, this.weight));
}

// ---- Best responses, and how far a pair of plans is from an equilibrium.

// What every sequence of a seat adds over folding, against the other's plan.
function additions(game, tree, seat, opponent) {
  const { half, mean, factors } = tree.ends[seat];
  const { n } = game;
  const total = Array.from({ length: tree.sequences[seat] }, () => new Float64Array(n));
  for (const { key, isShowdown, values } of tree.pairs) {
    if (key[seat] === EMPTY) continue;
    const to = total[key[seat]];
    const constant = values[seat];
    const against = opponent[key[1 - seat]];
    if (!against) {
      for (let i = 0; i < n; i++) to[i] += constant * game.opponents;
      continue;
    }
    const { placements, sums: [margins, ...planes] } = against;
    if (!isShowdown) {
      for (let i = 0; i < n; i++) to[i] += constant * placements[i];
      continue;
    }
    const base = mean + constant;
    for (let i = 0; i < n; i++) {
      let value = half * margins[i] + base * placements[i];
      for (let k = 0; k < factors.length; k++) value += factors[k] * planes[k][i];
      to[i] += value;
    }
  }
  for (const to of total) for (let i = 0; i < n; i++) to[i] /= game.opponents;
  return total;
}

// A seat's best response: its plan, what actions are worth at each decision, and how far it is ahead.
function bestPlan(game, tree, seat, added) {
  const turns = tree.turns[seat];
  const { n } = game;
  const worth = added.map((row) => row.slice());
  const actions = [];
  const most = [];
  for (let number = turns.length - 1; number >= 0; number--) {
    const turn = turns[number];
    actions[number] = turn.actions.map((sequence) => worth[sequence]);
    const top = new Float64Array(n).fill(turn.forced ? -Infinity : 0);
    for (const row of actions[number]) for (let i = 0; i < n; i++) if (row[i] > top[i]) top[i] = row[i];
    most[number] = top;
    if (turn.own !== EMPTY) for (let i = 0; i < n; i++) worth[turn.own][i] += top[i];
  }
  const plan = added.map(() => new Float64Array(n));
  const gap = new Float64Array(n).fill(Infinity);
  turns.forEach((turn, number) => choose(turn, actions[number], plan, gap));
  return { added, actions, most, plan, gap };
}

// The best action of every class that comes to a decision, and by how much it is ahead of the next, or of folding.
function choose(turn, values, plan, gap) {
  const arrival = turn.own === EMPTY ? null : plan[turn.own];
  for (let i = 0; i < gap.length; i++) {
    if (arrival && !arrival[i]) continue;
    let [best, next, at] = [values[0][i], -Infinity, 0];
    for (let k = 1; k < values.length; k++) {
      const value = values[k][i];
      if (value > best) [next, best, at] = [best, value, k];
      else if (value > next) next = value;
    }
    if (turn.forced || best > 0) plan[turn.actions[at]][i] = 1;
    gap[i] = Math.min(gap[i], best > 0 ? best - Math.max(next, 0) : 0 - best);
  }
}

// A seat's pure best response to the other's plan: for every sequence a 0 or 1 for each class.
export const bestResponse = (game, tree, seat, opponent) => bestPlan(game, tree, seat, additions(game, tree, seat, opponent)).plan;

// A pair of plans with its certificate: what it is worth to both, and what each class and seat could still gain.
// `near` is a pair that is measured: the best response to a plan of it is known.
export function evaluate(game, tree, sums, near = null) {
  const result = { best: [], regret: [], values: [], gains: [] };
  for (const seat of [0, 1]) {
    const opponent = sums[1 - seat];
    const isKnown = near && near.sums[1 - seat] === opponent;
    result.best[seat] = isKnown ? near.evaluation.best[seat] : bestPlan(game, tree, seat, additions(game, tree, seat, opponent));
    const { added } = result.best[seat];
    result.regret[seat] = regrets(game, tree.turns[seat], result.best[seat], sums[seat]);
    result.gains[seat] = mean(game, result.regret[seat]);
    let value = 0;
    sums[seat].forEach(({ strategy }, k) => {
      let sum = 0;
      for (let i = 0; i < game.n; i++) sum += strategy[i] * added[k][i] * game.counts[i];
      value += sum / game.total;
    });
    for (const { key, values } of tree.pairs) {
      if (key[seat] !== EMPTY) continue;
      const other = sums[1 - seat][key[1 - seat]];
      value += values[seat] * (other ? mean(game, other.strategy) : 1);
    }
    result.values[seat] = value;
  }
  return { ...result, epsilon: (result.gains[0] + result.gains[1]) / 2 };
}

// What every class would gain by the best plan: what each decision loses, summed up.
function regrets(game, turns, best, plan) {
  const regret = new Float64Array(game.n);
  const left = new Float64Array(game.n);
  turns.forEach((turn, number) => {
    const most = best.most[number];
    if (turn.own === EMPTY) left.fill(1);
    else left.set(plan[turn.own].strategy);
    turn.actions.forEach((sequence, place) => {
      const [{ strategy }, worth] = [plan[sequence], best.actions[number][place]];
      for (let i = 0; i < game.n; i++) {
        regret[i] += strategy[i] * (most[i] - worth[i]);
        left[i] -= strategy[i];
      }
    });
    for (let i = 0; i < game.n; i++) if (left[i] > 0) regret[i] += left[i] * most[i];
  });
  return regret;
}

export function mean({ counts, total }, values) {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] * counts[i];
  return sum / total;
}

// ---- The search.

// The equilibrium of a tree in a game; `game.tables` beyond the margins are used as far as the ends need them.
export function solve(game, tree, { iterations = null, doubtful = 24, joining = 8, growing = false } = {}) {
  const search = new Search(game, tree, joining);
  const isLarge = tree.sequences[0] + tree.sequences[1] > FEW_SEQUENCES;
  let [steps, free] = [iterations ?? ITERATIONS[Number(isLarge)], doubtful];
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (search.iterate(steps) || search.settle(free)) break;
    if (growing) steps *= 2;
    free *= 2;
  }
  const { sums, evaluation } = search.best;
  return { tree, sums, ...evaluation, exact: evaluation.epsilon < TOLERANCE, iterations: search.steps };
}

// Jam or fold as `solver/exact.py` goes about it.
export const solveJamFold = (game, tree) => solve(game, tree, { iterations: 24, doubtful: 16, joining: Infinity, growing: true });

class Search {
  constructor(game, tree, joining) {
    Object.assign(this, { game, tree, joining, steps: 0, weight: 0, pure: null, noise: NOISE * tree.scale });
    this.tables = game.tables.slice(0, 1 + tree.ends[0].factors.length);
    this.seats = [0, 1].map((seat) => {
      const answers = new Answers(game, this.tables, tree.sequences[seat]);
      const first = tree.turns[seat].filter((turn) => turn.own === EMPTY).map((turn) => turn.actions.at(-1));
      answers.moveTo(answers.now.map((_, k) => new Float64Array(game.n).fill(first.includes(k) ? 1 : 0)));
      return answers;
    });
    this.current = this.measure(this.seats.map((average) => average.pure()));
    this.best = this.current;
  }

  measure(sums, near = null) { return { sums, evaluation: evaluate(this.game, this.tree, sums, near) }; }

  report(candidate) {
    this.steps++;
    if (candidate.evaluation.epsilon <= this.best.evaluation.epsilon) this.best = candidate;
  }

  // Whether a pure equilibrium was found.
  iterate(count) {
    for (let step = 0; step < count; step++) {
      this.weight++;
      for (const seat of [0, 1]) {
        this.seats[seat].moveTo(this.current.evaluation.best[seat].plan);
        this.seats[seat].count(this.weight);
        const pair = [...this.current.sums];
        pair[seat] = this.seats[seat].average();
        this.current = this.measure(pair, this.current);
      }
      this.report(this.current);
      const pair = this.seats.map((plan) => plan.pure());
      if (this.pure && pair.every((plan, seat) => plan === this.pure.sums[seat])) continue;
      this.pure = this.measure(pair, this.pure);
      if (this.pure.evaluation.epsilon <= this.noise) {
        this.report(this.pure);
        return true;
      }
    }
    return false;
  }

  // Solve for the doubtful classes, verify, enlarge; whether that ended within the noise.
  settle(doubtful) {
    const { best } = this.current.evaluation;
    this.seats.forEach((average, seat) => average.moveTo(best[seat].plan));
    const free = best.map(({ gap }) => smallest(gap, doubtful, ALIKE * this.tree.scale));
    for (let round = 0; round < ROUNDS; round++) {
      const candidate = this.solveFree(free);
      if (!candidate) return false;
      this.report(candidate);
      const { regret, epsilon } = candidate.evaluation;
      const more = regret.map((row, seat) => {
        const ids = [...row.keys()].filter((i) => row[i] > this.noise && !free[seat].includes(i));
        const step = (i) => Math.round(row[i] / (ALIKE * this.tree.scale));
        return ids.sort((a, b) => step(b) - step(a) || a - b).slice(0, this.joining);
      });
      if (!(more[0].length + more[1].length) || epsilon <= this.noise) return this.best.evaluation.epsilon < TOLERANCE;
      more.forEach((ids, seat) => { free[seat] = [...free[seat], ...ids].sort((a, b) => a - b); });
      if (free[0].length + free[1].length > 16 * doubtful) return false;
    }
    return false;
  }

  // Optimal play of the free classes, the others as they are; null if it failed.
  solveFree(free) {
    const problem = freeGame(this.game, this.tree, this.seats, free);
    const chances = problem.solve();
    if (!chances) return null;
    const candidate = this.adopt(free, chances);
    if (candidate.evaluation.epsilon === 0) return candidate;
    const polished = this.adopt(free, problem.polished(chances));
    return polished.evaluation.epsilon < candidate.evaluation.epsilon ? polished : candidate;
  }

  adopt(free, chances) {
    const sums = this.seats.map((average, seat) => {
      const plan = average.now.map(({ strategy }) => Float64Array.from(strategy));
      free[seat].forEach((i, at) => plan.forEach((to, k) => { to[i] = chances[seat][k * free[seat].length + at]; }));
      for (const turn of this.tree.turns[seat]) {
        for (const i of free[seat]) {
          const most = turn.own === EMPTY ? 1 : plan[turn.own][i];
          const total = turn.actions.reduce((sum, k) => sum + plan[k][i], 0);
          if (total > most) turn.actions.forEach((k) => { plan[k][i] *= most / total; });
        }
      }
      return planSums(this.game, this.tables, plan);
    });
    return this.measure(sums);
  }
}

// The classes of the k smallest margins; of those that differ by rounding the first.
function smallest(margins, k, unit) {
  const steps = margins.map((margin) => Math.round(Math.abs(margin) / unit));
  const ids = [...margins.keys()].sort((a, b) => (steps[a] === steps[b] ? a - b : steps[a] - steps[b]));
  return ids.slice(0, k).sort((a, b) => a - b);
}

// The game that is left on the free classes, in units of 1 / (hands x opponents); sequences by classes in one row.
function freeGame(game, tree, seats, free) {
  const sizes = [0, 1].map((seat) => tree.sequences[seat] * free[seat].length);
  const q = [0, 1].map((seat) => pairPayoffs(game, tree, seat, free));
  const fixed = [0, 1].map((seat) => {
    const added = additions(game, tree, seat, seats[1 - seat].pure());
    const now = seats[1 - seat].now.flatMap(({ strategy }) => free[1 - seat].map((i) => strategy[i]));
    const all = added.flatMap((row) => free[seat].map((i) => game.counts[i] * game.opponents * row[i]));
    return all.map((value, row) => value - now.reduce((sum, chance, column) => sum + chance * q[seat][row][column], 0));
  });
  const rows = [0, 1].map((seat) => constraints(tree, seat, free[seat].length));
  const solve = () => {
    const by = [0, 1].map((seat) => Math.max(1e-300, ...fixed[seat].map(Math.abs), ...q[seat].map((row) => row.reduce((most, value) => Math.max(most, Math.abs(value)), 0))));
    const k = sizes[0] + sizes[1];
    const matrix = Array.from({ length: k }, () => new Float64Array(k));
    for (let i = 0; i < sizes[0]; i++) {
      for (let j = 0; j < sizes[1]; j++) {
        matrix[i][sizes[0] + j] = -q[0][i][j] / by[0];
        matrix[sizes[0] + j][i] = -q[1][j][i] / by[1];
      }
    }
    const offset = [0, 1].flatMap((seat) => fixed[seat].map((value) => -value / by[seat]));
    const solution = complementary(offset, matrix, ...allConstraints(rows, sizes));
    return solution && split(solution.map(snap), sizes);
  };
  return { solve, polished: (chances) => polished(chances, fixed, q, rows, sizes) };
}

const snap = (chance) => (chance < SNAP ? 0 : chance > 1 - SNAP ? 1 : chance);
const split = (z, sizes) => [z.slice(0, sizes[0]), z.slice(sizes[0])];

// What pairs of sequences and classes add for a seat, by its own first: all hands of its class.
function pairPayoffs(game, tree, seat, free) {
  const { half, mean, factors } = tree.ends[seat];
  const [own, opponent] = [free[seat], free[1 - seat]];
  const matrix = Array.from({ length: tree.sequences[seat] * own.length }, () => new Float64Array(tree.sequences[1 - seat] * opponent.length));
  for (const { key, isShowdown, values } of tree.pairs) {
    if (key.includes(EMPTY)) continue;
    own.forEach((i, row) => opponent.forEach((j, column) => {
      const [placement, margin, ...planes] = game.pairs.of(i, j);
      let value = values[seat] * placement;
      if (isShowdown) {
        value += mean * placement + half * margin;
        factors.forEach((factor, k) => { value += factor * planes[k]; });
      }
      matrix[key[seat] * own.length + row][key[1 - seat] * opponent.length + column] = game.counts[i] * value;
    }));
  }
  return matrix;
}

// C and r so that the chances z of each of k classes are those of a strategy: z >= 0, C z <= r.
function constraints(tree, seat, k) {
  return tree.turns[seat].flatMap((turn) => Array.from({ length: k }, (_, at) => ({
    plus: turn.actions.map((sequence) => sequence * k + at),
    minus: turn.own === EMPTY ? null : turn.own * k + at,
    right: turn.own === EMPTY ? 1 : 0,
  })));
}

// The constraints of both seats as rows of one matrix and their right sides.
function allConstraints(rows, sizes) {
  const right = [];
  const matrix = [0, 1].flatMap((seat) => rows[seat].map((constraint) => {
    const row = new Float64Array(sizes[0] + sizes[1]);
    const from = seat * sizes[0];
    constraint.plus.forEach((at) => { row[from + at] = 1; });
    if (constraint.minus !== null) row[from + constraint.minus] = -1;
    right.push(constraint.right);
    return row;
  }));
  return [matrix, right];
}

// The same chances with what mixes exactly indifferent, as far as doubles go: Newton's correction of what holds
// with equality.
function polished(chances, fixed, q, rows, sizes) {
  const z = [...chances[0], ...chances[1]];
  const mixed = [...z.keys()].filter((i) => z[i] > 0 && z[i] < 1);
  const [matrix, right] = allConstraints(rows, sizes);
  const met = matrix.filter((row, k) => Math.abs(right[k] - row.reduce((sum, value, i) => sum + value * z[i], 0)) <= SNAP && mixed.some((i) => row[i]));
  const pair = (i, j) => (i < sizes[0] ? (j < sizes[0] ? 0 : q[0][i][j - sizes[0]]) : j < sizes[0] ? q[1][i - sizes[0]][j] : 0);
  const scale = Math.max(1e-300, ...mixed.map((i) => mixed.reduce((most, j) => Math.max(most, Math.abs(pair(i, j))), 0)));
  const cost = met.map(() => 0);
  const size = mixed.length + met.length;
  for (let round = 0; round < 2; round++) {
    const system = Array.from({ length: size }, () => new Float64Array(size));
    const apart = new Float64Array(size);
    mixed.forEach((i, row) => {
      let gain = i < sizes[0] ? fixed[0][i] : fixed[1][i - sizes[0]];
      z.forEach((chance, j) => { if (chance) gain += pair(i, j) * chance; });
      mixed.forEach((j, column) => { system[row][column] = pair(i, j) / scale; });
      met.forEach((equation, k) => {
        system[row][mixed.length + k] = -equation[i];
        system[mixed.length + k][row] = equation[i];
      });
      apart[row] = met.reduce((sum, equation, k) => sum + equation[i] * cost[k], 0) - gain / scale;
    });
    const change = linearSystem(system, apart);
    mixed.forEach((i, row) => { z[i] += change[row]; });
    met.forEach((_, k) => { cost[k] += change[mixed.length + k]; });
  }
  return split(z.map((chance) => Math.min(1, Math.max(0, chance))), sizes);
}
