// Spots, solved: jam or fold, and trees of raises before the all-in.

import { boundGains } from "./lowrank.js";
import { actionName, raiseTree } from "./question.js";
import { FREE, TOLERANCE, evaluate, jamFold, makeTree, mean, solve, solveJamFold, together } from "./solver.js";
import { POSITIONS, endsOf, play, refuse, sum } from "./worth.js";

// ---- One spot, solved: what the answers are made of, in chips and big blinds or in money.

// A solved jam or fold spot; `game` of `unpackPlanes`.
export function solveSpot(game, situation, terms) {
  const key = game.sketch && JSON.stringify([situation, terms]);
  if (key && game.last?.key === key) return game.last.spot;
  const played = play(situation, terms);
  if (game.sketch && played.stakes[0].factors.length) refuse(`This rake or these prizes need ties, which the approximate table of ${game.title} does not count. Use jamfold on a computer.`);
  const spot = solvedSpot(game, situation, terms, played, bounded(game, played.stakes, solveJamFold(game, jamFold(...played.stakes, played.forced))));
  if (key) game.last = { key, spot };
  return spot;
}

// A solution of an approximate table, whose gains are bounds on the true ones.
export const bounded = (game, stakes, solution) => (game.sketch ? { ...solution, gains: boundGains(game, stakes, solution), exact: false, method: "approximate" } : solution);

// A pair of strategies that is measured, with the EVs of all classes.
export const solvedSpot = (game, situation, terms, played, solution) => spotOf(game, situation, terms, played, solution, openingJam(game, JAM_OR_FOLD, solution));

const JAM_OR_FOLD = [{ actions: [{ kind: "fold" }, { kind: "jam" }], following: [null, 1] }]; // as `raiseTree` has it

const isFree = (margin) => !(Math.abs(margin) >= FREE);
const perJam = (gain, jamChance) => gain.map((value, i) => (jamChance[i] > 0 ? value / jamChance[i] : NaN));

// A spot without a raise before the jam: the jam and the call of it.
function spotOf(game, situation, terms, played, solution, { jamChance, units, chances }) {
  return {
    game, situation, terms, played, solution, jamChance, units, chances,
    shares: chances.map((row) => mean(game, row)),
    margins: units.map((row, seat) => row.map((margin) => played.factors[seat] * margin)),
    free: units.map((row) => Array.from(row, isFree)),
    folding: [played.ends[0].fold, played.ends[1].steal],
    values: solution.values.map((value, seat) => played.offsets[seat] + played.factors[seat] * value),
    gains: solution.gains.map((gain, seat) => played.factors[seat] * gain),
    measure: played.currency === "money" ? 1 : situation.bigBlind,
  };
}

// Amounts by name and unit, as JSON has them; null in units that are not played for.
export function amounts({ measure, played: { currency } }, values, units = ["chips", "bb", "money"]) {
  const inUnit = (unit, value) => ((unit === "money") !== (currency === "money") || value === null ? null : unit === "bb" ? value / measure : value);
  const all = (unit, value) => (Array.isArray(value) ? value.map((part) => inUnit(unit, part)) : inUnit(unit, value));
  return Object.fromEntries(Object.entries(values).flatMap(([name, value]) => units.map((unit) => [`${name}_${unit}`, all(unit, value)])));
}

// What the small blind wins in chips on average, by strategies that are played for money.
export function chipsWon({ game, situation, solution, points }) {
  const played = play(situation);
  const tree = points ? treeOf(points, situation, {}, played) : jamFold(...played.stakes, played.forced);
  return played.offsets[0] + played.factors[0] * evaluate(game, tree, solution.sums).values[0];
}

// ---- Actions that another one covers, so that nobody needs them: `solver/tree_covered.py`, where it is proved.  A tree
// is solved without them, and its answers are copied behind them.

const ROUNDING = 1e-12;
const SAME = 1e-9;

// The equilibrium of a tree, and the actions that nobody needs in it: { decision, action, by }.
export function solveUncovered(game, tree) {
  const covered = coveredActions(tree);
  if (!covered.length) return { ...solve(game, tree), covered };
  const reduced = without(tree, covered);
  const small = solve(game, reduced.tree);
  const measured = (sums) => {
    const evaluation = evaluate(game, tree, sums);
    return { ...small, gaps: small.best.map(({ gap }) => gap), tree, sums, ...evaluation, exact: evaluation.epsilon < TOLERANCE, covered };
  };
  let best = measured(extended(game, tree, covered, reduced, small));
  for (const cover of covered) {
    const jammed = asJams(game, tree, best.sums, cover);
    if (!jammed) continue;
    const other = measured(jammed);
    if (other.epsilon <= best.epsilon + TOLERANCE / 1e3) best = other;
  }
  return best;
}

function coveredActions(tree) {
  const covered = [];
  for (let number = tree.decisions.length - 1; number >= 0; number--) {
    const { seat, actions } = tree.decisions[number];
    const gone = new Set();
    for (let action = actions.length - 1; action >= 0; action--) {
      const by = actions.findIndex((_, other) => other !== action && !gone.has(other) && copies(tree, seat, covered, actions[other], actions[action]));
      if (by < 0) continue;
      covered.push({ decision: number, action, by });
      gone.add(action);
    }
  }
  return covered;
}

// How the other seat's answers behind action A (`original`) are copied behind B (`copy`), as [decision, action, decision
// behind B, action there]; null if A does not cover B.
function copies(tree, seat, gone, original, copy) {
  const first = (matches) => matches.find(Boolean) || null;
  const again = (a, b) => copies(tree, seat, gone, a, b);
  if (original === null) return copy === null ? [] : null;
  const decision = tree.decisions[original];
  if (copy === null) return decision.seat === seat ? first(decision.actions.map((to) => again(to, null))) : null;
  const other = tree.decisions[copy];
  if (decision.seat !== other.seat || decision.fold[seat] < other.fold[seat] - ROUNDING * tree.scale) return null;
  const all = [];
  if (decision.seat === seat) {
    for (const behind of other.actions) {
      const match = first(decision.actions.map((to) => again(to, behind)));
      if (!match) return null;
      all.push(...match);
    }
    return all;
  }
  for (let k = 0; k < decision.actions.length; k++) {
    if (gone.some((cover) => cover.decision === original && cover.action === k)) continue;
    const match = answers(tree, seat, original, k, copy, again);
    if (!match) return null;
    all.push(...match);
  }
  return all;
}

// How an answer to A is copied behind B: as one there, or as all that comes once the seat goes on.
function answers(tree, seat, original, k, copy, again) {
  const to = tree.decisions[original].actions[k];
  const behind = tree.decisions[copy].actions;
  for (let place = 0; place < behind.length; place++) {
    const match = again(to, behind[place]);
    if (match) return [[original, k, copy, place], ...match];
  }
  if (to === null || tree.decisions[to].seat !== seat) return null;
  return tree.decisions[to].actions.map((on) => again(on, copy)).find(Boolean) || null;
}

// A tree without some actions, and which actions remain: [number, places of actions].
function without(tree, covered) {
  const isOut = (number, action) => covered.some((cover) => cover.decision === number && cover.action === action);
  const remaining = [];
  const numbers = new Map();
  const queue = [0];
  while (queue.length) {
    const number = queue.shift();
    const { actions } = tree.decisions[number];
    const places = [...actions.keys()].filter((k) => !isOut(number, k));
    numbers.set(number, remaining.length);
    remaining.push([number, places]);
    queue.push(...places.map((k) => actions[k]).filter((to) => to !== null));
  }
  const decisions = remaining.map(([number, places]) => {
    const { seat, fold, actions } = tree.decisions[number];
    return { seat, fold, actions: places.map((k) => (actions[k] === null ? null : numbers.get(actions[k]))) };
  });
  return { tree: makeTree(...tree.ends, decisions), remaining };
}

const never = (game, tree) => ({ strategy: new Float64Array(game.n), placements: new Float64Array(game.n), sums: Array.from({ length: 1 + tree.ends[0].factors.length }, () => new Float64Array(game.n)) });

// The plans in the whole tree: what is not needed is not played, and answered as what covers it.
function extended(game, tree, covered, { tree: small, remaining }, solution) {
  const sums = tree.sequences.map((count) => Array(count).fill(never(game, tree)));
  remaining.forEach(([number, places], at) => {
    const [turn, reduced] = [tree.all[number], small.all[at]];
    places.forEach((k, place) => { sums[turn.seat][turn.actions[k]] = solution.sums[turn.seat][reduced.actions[place]]; });
  });
  covered.forEach((cover, place) => {
    const { seat, actions } = tree.decisions[cover.decision];
    const replies = sums[1 - seat];
    for (const [original, k, behind, to] of copies(tree, seat, covered.slice(0, place), actions[cover.by], actions[cover.action]) || []) {
      const copied = tree.all[behind].actions[to];
      const reply = replies[tree.all[original].actions[k]];
      replies[copied] = replies[copied].strategy.some(Boolean) ? together(replies[copied], reply) : reply;
    }
  });
  return sums;
}

// The jam played for the raise that covers it; null if it is none, or somebody folds behind the raise.
function asJams(game, tree, sums, cover) {
  const { seat, actions } = tree.decisions[cover.decision];
  const [jam, raised] = [actions[cover.action], actions[cover.by]];
  const isLast = (number) => number !== null && tree.decisions[number].actions.length === 1 && tree.decisions[number].actions[0] === null;
  if (raised === null || !isLast(jam)) return null;
  const reply = tree.decisions[raised].actions;
  if (reply.length !== 1 || !isLast(reply[0])) return null;
  const turn = tree.all[cover.decision];
  const [raise, call] = [turn.actions[cover.by], tree.all[reply[0]].actions[0]];
  const played = sums[seat];
  if (!played[raise].strategy.some(Boolean)) return null;
  if (played[raise].strategy.some((chance, i) => chance > played[call].strategy[i] + SAME)) return null;
  const changed = [...played];
  changed[turn.actions[cover.action]] = played[call];
  changed[raise] = changed[call] = never(game, tree);
  return seat === 0 ? [changed, sums[1]] : [sums[0], changed];
}

// ---- A spot with raises before the all-in: `spots/trees.py`.  What is said above of jamming and calling is said
// here of the jam without a raise before it, and of calling that; values and gains are those of the whole tree.

function treeOf(points, situation, terms, played) {
  const end = endsOf(situation, terms);
  const decisions = points.map(({ seat, putIn, following }) => {
    const fold = end(putIn[seat], seat, false).map((value, k) => (value - played.offsets[k]) / played.factors[k]);
    return { seat, fold, actions: following.slice(1) };
  });
  return makeTree(...played.stakes, decisions);
}

// The solution of a tree; `tree` of the spot has its decisions and plans.
export function solveTreeSpot(game, situation, terms, raises, unreached = false) {
  const points = raiseTree(situation, raises, unreached);
  const played = play(situation, terms);
  const whole = treeOf(points, situation, terms, played);
  const tree = points.length > 2 ? solveUncovered(game, whole) : jamOrFold(game, played, whole);
  const spot = spotOf(game, situation, terms, played, tree, openingJam(game, points, tree));
  const free = points.length > 2 && (tree.gaps || tree.best.map(({ gap }) => gap)).map((row) => Array.from(row, (gap) => gap < FREE));
  return { ...spot, raises, points, tree, free: free || spot.free };
}

function jamOrFold(game, played, whole) {
  const { sums, exact, iterations } = solveJamFold(game, jamFold(...played.stakes, played.forced));
  return { tree: whole, sums, ...evaluate(game, whole, sums), exact, iterations, covered: [] };
}

// The jam that opens and the call of it, as a pair of strategies.
function openingJam(game, points, { tree, sums, best }) {
  const nothing = new Float64Array(game.n);
  const place = points[0].actions.findIndex((action) => action.kind === "jam");
  if (place < 0) return { chances: [nothing, nothing], jamChance: nothing, units: [nothing.map(() => NaN), nothing.map(() => NaN)] };
  const sequence = tree.all[0].actions[place - 1];
  const call = tree.all[points[0].following[place]];
  const jamming = sums[0][sequence];
  const gain = best[1].actions[tree.turns[1].indexOf(call)][0];
  const jamChance = jamming.placements.map((placement) => placement / game.opponents);
  return {
    chances: [jamming.strategy, sums[1][call.actions[0]].strategy],
    jamChance,
    units: [best[0].actions[0][place - 1], perJam(gain, jamChance)],
  };
}

// ---- Decisions, as they are told.

export const actionNames = ({ situation, points }, number) => points[number].actions.map((action) => actionName(action, situation.bigBlind));

export const before = ({ situation, points }, number) => points[number].after.map(([seat, action]) => `${POSITIONS[seat]} ${actionName(action, situation.bigBlind)}`);

export const hereOf = ({ game, tree }, number) => {
  const { seat, own } = tree.tree.all[number];
  return own < 0 ? new Float64Array(game.n).fill(1) : tree.sums[seat][own].strategy;
};

// Chance that the other seat lets it come to a decision, for each class of the seat.
export const letIn = ({ game, tree }, number) => {
  const { seat, other } = tree.tree.all[number];
  return other < 0 ? new Float64Array(game.n).fill(1) : tree.sums[1 - seat][other].placements.map((placement) => placement / game.opponents);
};

// What the actions of a decision are worth over folding, weighted with the chance that it comes to that.
export const worthAt = ({ tree }, number) => {
  const turn = tree.tree.all[number];
  return tree.best[turn.seat].actions[tree.tree.turns[turn.seat].indexOf(turn)];
};

export const planAt = ({ tree }, number) => tree.tree.all[number].actions.map((sequence) => tree.sums[tree.tree.all[number].seat][sequence].strategy);

// `NodeReport` of a decision.
export function nodeReport(spot, number) {
  const { game, points, tree } = spot;
  const [arrival, chances, entering] = [hereOf(spot, number), planAt(spot, number), letIn(spot, number)];
  const names = actionNames(spot, number);
  const folding = arrival.map((chance, i) => Math.max(chance - chances.reduce((sum, row) => sum + row[i], 0), 0));
  const percent = [folding, ...chances].map((row) => 100 * mean(game, row));
  const gone = tree.covered.filter((cover) => cover.decision === number);
  return {
    seat: POSITIONS[points[number].seat],
    after: before(spot, number),
    actions: names,
    percent: Object.fromEntries(names.map((name, k) => [name, percent[k]])),
    reach: mean(game, arrival.map((chance, i) => chance * entering[i])),
    same: Object.fromEntries(gone.map(({ action, by }) => [names[1 + action], names[1 + by]])),
  };
}

// `HandAtNode` of a class at every decision of a seat.
export function handAtNodes(spot, seat, id) {
  return [...spot.points.keys()].filter((number) => spot.points[number].seat === seat).map((number) => handAt(spot, number, id));
}

function handAt(spot, number, id) {
  const { tree, played, situation } = spot;
  const names = actionNames(spot, number);
  const { seat } = spot.points[number];
  const arrival = hereOf(spot, number)[id];
  const done = planAt(spot, number).map((row) => row[id]);
  const best = [0, ...worthAt(spot, number).map((row) => row[id])];
  const folding = Math.max(arrival - sum(done), 0);
  const total = sum([folding, ...done]);
  const chances = total > 0 ? [folding, ...done].map((chance) => chance / total) : best.map((_, k) => (k === best.indexOf(Math.max(...best)) ? 1 : 0));
  const entering = letIn(spot, number)[id];
  const fold = tree.tree.decisions[number].fold[seat];
  const evs = best.map((value) => (entering > 0 ? played.offsets[seat] + played.factors[seat] * (fold + value / entering) : null));
  const big = played.currency === "chips" ? situation.bigBlind : null;
  const named = (values) => Object.fromEntries(names.map((name, k) => [name, values[k]]));
  return {
    after: before(spot, number),
    actions: names,
    chances: named(chances),
    evs: named(evs),
    evs_bb: named(evs.map((ev) => (ev === null || big === null ? null : ev / big))),
    reach: arrival * entering,
    ...reasons(spot, number, id, entering),
  };
}

// What the other does behind every action, what is won when hands are shown, what a call needs.
function reasons(spot, number, id, entering) {
  const { game, tree: { tree, sums }, played } = spot;
  const [turn, decision] = [tree.all[number], tree.decisions[number]];
  const replies = sums[1 - turn.seat];
  const ends = played.ends[turn.seat];
  const equityOf = ({ placements, sums: [margins] }) => (placements[id] > 0 ? (1 + margins[id] / placements[id]) / 2 : null);
  const result = { answers: {}, equities: {}, needed: null };
  actionNames(spot, number).slice(1).forEach((name, k) => {
    const following = decision.actions[k];
    if (following === null || following === undefined) {
      result.equities[name] = equityOf(replies[turn.other]);
      const fold = played.offsets[turn.seat] + played.factors[turn.seat] * decision.fold[turn.seat];
      if (entering > 0) result.needed = Math.max(0, 0.5 + (fold - ends.mean) / (2 * ends.half));
      return;
    }
    const { actions } = tree.all[following];
    if (entering > 0) {
      const chances = actions.map((action) => replies[action].placements[id] / game.opponents / entering);
      const all = [Math.max(0, 1 - sum(chances)), ...chances];
      result.answers[name] = Object.fromEntries(actionNames(spot, following).map((label, j) => [label, all[j]]));
    }
    const nextActions = tree.decisions[following].actions;
    if (nextActions.length === 1 && (nextActions[0] === null || nextActions[0] === undefined)) result.equities[name] = equityOf(replies[actions[0]]);
  });
  return result;
}

// Chance that a class has a decision, that it does not fold at its first one, and what its best action adds then.
export function firstDecisions(spot, seat) {
  const { game, tree: { tree } } = spot;
  const [reached, going, total] = [0, 1, 2].map(() => new Float64Array(game.n));
  for (const number of spot.points.keys()) {
    if (spot.points[number].seat !== seat || tree.all[number].own >= 0) continue;
    const [entering, plan, worth] = [letIn(spot, number), planAt(spot, number), worthAt(spot, number)];
    for (let i = 0; i < game.n; i++) {
      reached[i] += entering[i];
      going[i] += entering[i] * plan.reduce((sum, row) => sum + row[i], 0);
      total[i] += Math.max(...worth.map((row) => row[i]));
    }
  }
  const units = total.map((value, i) => (reached[i] > 0 ? value / reached[i] : NaN));
  return { goesOn: going.map((value, i) => (reached[i] > 0 ? value / reached[i] : value)), units };
}
