// A spot with raises before the all-in, solved: `spots/tree.py`.  What `spot.js` says of jamming and calling is said
// here of the jam without a raise before it, and of calling that; values and gains are those of the whole tree.

import { solveUncovered } from "./covered.js";
import { actionName, raiseTree } from "./raises.js";
import { FREE, evaluate, jamFold, makeTree, solveJamFold } from "./solver.js";
import { endsOf, play } from "./worth.js";

const SEATS = ["sb", "bb"];
const isFree = (margin) => !(Math.abs(margin) >= FREE);

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
  const opening = openingJam(game, points, tree);
  const { units, chances, jamChance } = opening;
  const share = (strategy) => strategy.reduce((sum, chance, i) => sum + chance * game.counts[i], 0) / game.total;
  return {
    game, situation, terms, played, raises, points, tree, jamChance, units, chances, solution: tree,
    shares: chances.map(share),
    margins: units.map((one, seat) => one.map((margin) => played.factors[seat] * margin)),
    free: points.length > 2 ? (tree.gaps || tree.best.map(({ gap }) => gap)).map((one) => Array.from(one, (gap) => gap < FREE)) : units.map((one) => Array.from(one, isFree)),
    folding: [played.ends[0].fold, played.ends[1].steal],
    values: tree.values.map((one, seat) => played.offsets[seat] + played.factors[seat] * one),
    gains: tree.gains.map((one, seat) => played.factors[seat] * one),
    measure: played.currency === "money" ? 1 : situation.bigBlind,
  };
}

function jamOrFold(game, played, whole) {
  const { sums, exact, iterations } = solveJamFold(game, jamFold(...played.stakes, played.forced));
  return { tree: whole, sums, ...evaluate(game, whole, sums), exact, iterations, covered: [] };
}

// The jam that opens and the call of it, as a pair of strategies.
function openingJam(game, points, { tree, sums, best }) {
  const nothing = new Float64Array(game.n);
  const place = points[0].actions.findIndex((one) => one.kind === "jam");
  if (place < 0) return { chances: [nothing, nothing], jamChance: nothing, units: [nothing.map(() => NaN), nothing.map(() => NaN)] };
  const sequence = tree.all[0].actions[place - 1];
  const call = tree.all[points[0].following[place]];
  const jamming = sums[0][sequence];
  const gain = best[1].actions[tree.turns[1].indexOf(call)][0];
  const jamChance = jamming.placements.map((one) => one / game.opponents);
  return {
    chances: [jamming.strategy, sums[1][call.actions[0]].strategy],
    jamChance,
    units: [best[0].actions[0][place - 1], gain.map((one, i) => (jamChance[i] > 0 ? one / jamChance[i] : NaN))],
  };
}

// Chips that the plans win for the small blind, where they are played for money.
export function chipsOfTree({ game, situation, points, tree }) {
  const played = play(situation);
  const sums = tree.sums.map((plan) => plan.map((one) => ({ ...one, sums: one.sums.slice(0, 1) })));
  return played.offsets[0] + played.factors[0] * evaluate(game, treeOf(points, situation, {}, played), sums).values[0];
}

// ---- Decisions, as they are told.

export const actionNames = ({ situation, points }, number) => points[number].actions.map((one) => actionName(one, situation.bigBlind));

export const before = ({ situation, points }, number) => points[number].after.map(([seat, action]) => `${SEATS[seat]} ${actionName(action, situation.bigBlind)}`);

export const hereOf = ({ game, tree }, number) => {
  const { seat, own } = tree.tree.all[number];
  return own < 0 ? new Float64Array(game.n).fill(1) : tree.sums[seat][own].strategy;
};

// Chance that the other seat lets it come to a decision, for each class of the seat.
export const letIn = ({ game, tree }, number) => {
  const { seat, other } = tree.tree.all[number];
  return other < 0 ? new Float64Array(game.n).fill(1) : tree.sums[1 - seat][other].placements.map((one) => one / game.opponents);
};

// What the actions of a decision are worth over folding, weighted with the chance that it comes to that.
export const worthAt = ({ tree }, number) => {
  const turn = tree.tree.all[number];
  return tree.best[turn.seat].actions[tree.tree.turns[turn.seat].indexOf(turn)];
};

export const planAt = ({ tree }, number) => tree.tree.all[number].actions.map((sequence) => tree.sums[tree.tree.all[number].seat][sequence].strategy);

const mean = (game, of) => game.counts.reduce((sum, count, i) => sum + count * of(i), 0) / game.total;

// `NodeReport` of a decision.
export function nodeReport(spot, number) {
  const { game, points, tree } = spot;
  const [here, chances, entering] = [hereOf(spot, number), planAt(spot, number), letIn(spot, number)];
  const names = actionNames(spot, number);
  const folding = (i) => Math.max(here[i] - chances.reduce((sum, one) => sum + one[i], 0), 0);
  const percent = [folding, ...chances.map((one) => (i) => one[i])].map((of) => 100 * mean(game, of));
  const gone = tree.covered.filter((one) => one.decision === number);
  return {
    seat: SEATS[points[number].seat],
    after: before(spot, number),
    actions: names,
    percent: Object.fromEntries(names.map((name, k) => [name, percent[k]])),
    reach: mean(game, (i) => here[i] * entering[i]),
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
  const here = hereOf(spot, number)[id];
  const done = planAt(spot, number).map((one) => one[id]);
  const best = [0, ...worthAt(spot, number).map((one) => one[id])];
  const folding = Math.max(here - done.reduce((sum, one) => sum + one, 0), 0);
  const total = [folding, ...done].reduce((sum, one) => sum + one, 0);
  const chances = total > 0 ? [folding, ...done].map((one) => one / total) : best.map((_, k) => (k === best.indexOf(Math.max(...best)) ? 1 : 0));
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
    reach: here * entering,
    ...reasons(spot, number, id, entering),
  };
}

// What the other does behind every action, what is won when hands are shown, what a call needs.
function reasons(spot, number, id, entering) {
  const { game, tree: { tree, sums }, played } = spot;
  const [turn, decision] = [tree.all[number], tree.decisions[number]];
  const theirs = sums[1 - turn.seat];
  const ends = played.ends[turn.seat];
  const equityOf = ({ placements, sums: [margins] }) => (placements[id] > 0 ? (1 + margins[id] / placements[id]) / 2 : null);
  const told = { answers: {}, equities: {}, needed: null };
  actionNames(spot, number).slice(1).forEach((name, k) => {
    const following = decision.actions[k];
    if (following === null || following === undefined) {
      told.equities[name] = equityOf(theirs[turn.other]);
      const fold = played.offsets[turn.seat] + played.factors[turn.seat] * decision.fold[turn.seat];
      if (entering > 0) told.needed = Math.max(0, 0.5 + (fold - ends.mean) / (2 * ends.half));
      return;
    }
    const { actions } = tree.all[following];
    if (entering > 0) {
      const chances = actions.map((one) => theirs[one].placements[id] / game.opponents / entering);
      const all = [Math.max(0, 1 - chances.reduce((sum, one) => sum + one, 0)), ...chances];
      told.answers[name] = Object.fromEntries(actionNames(spot, following).map((one, j) => [one, all[j]]));
    }
    const shown = tree.decisions[following].actions;
    if (shown.length === 1 && (shown[0] === null || shown[0] === undefined)) told.equities[name] = equityOf(theirs[actions[0]]);
  });
  return told;
}

// The decisions with which a seat may begin.
const firstOf = (spot, seat) => [...spot.points.keys()].filter((number) => spot.points[number].seat === seat && spot.tree.tree.all[number].own < 0);

// Chance that a class has a decision, that it does not fold at its first one, and what its best action adds then.
export function firstDecisions(spot, seat) {
  const { game } = spot;
  const [asked, going, total] = [0, 1, 2].map(() => new Float64Array(game.n));
  for (const number of firstOf(spot, seat)) {
    const [entering, plan, worth] = [letIn(spot, number), planAt(spot, number), worthAt(spot, number)];
    for (let i = 0; i < game.n; i++) {
      asked[i] += entering[i];
      going[i] += entering[i] * plan.reduce((sum, one) => sum + one[i], 0);
      total[i] += Math.max(...worth.map((one) => one[i]));
    }
  }
  const units = total.map((one, i) => (asked[i] > 0 ? one / asked[i] : NaN));
  return { asked, goesOn: going.map((one, i) => (asked[i] > 0 ? one / asked[i] : one)), units, free: Array.from(units, isFree) };
}
