// Actions that another one covers, so that nobody needs them: `solver/tree_covered.py`, where it is proved.  A tree
// is solved without them, and its answers are copied behind them.

import { TOLERANCE, evaluate, makeTree, solve } from "./solver.js";

const ROUNDING = 1e-12;
const SAME = 1e-9;

// The equilibrium of a tree, and the actions that nobody needs in it: { decision, action, by }.
export function solveUncovered(game, tree) {
  const covered = coveredActions(tree);
  if (!covered.length) return { ...solve(game, tree), covered };
  const kept = without(tree, covered);
  const small = solve(game, kept.tree);
  const measured = (sums) => {
    const evaluation = evaluate(game, tree, sums);
    return { ...small, gaps: small.best.map(({ gap }) => gap), tree, sums, ...evaluation, exact: evaluation.epsilon < TOLERANCE, covered };
  };
  let best = measured(extended(game, tree, covered, kept, small));
  for (const one of covered) {
    const jammed = asJams(game, tree, best.sums, one);
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
      const by = actions.findIndex((_, one) => one !== action && !gone.has(one) && copies(tree, seat, covered, actions[one], actions[action]));
      if (by < 0) continue;
      covered.push({ decision: number, action, by });
      gone.add(action);
    }
  }
  return covered;
}

// How the other seat's answers behind action A (`mine`) are copied behind B (`theirs`), as [decision, action, decision
// behind B, action there]; null if A does not cover B.
function copies(tree, seat, gone, mine, theirs) {
  const first = (found) => found.find((one) => one) || null;
  const again = (a, b) => copies(tree, seat, gone, a, b);
  if (mine === null) return theirs === null ? [] : null;
  const decision = tree.decisions[mine];
  if (theirs === null) return decision.seat === seat ? first(decision.actions.map((to) => again(to, null))) : null;
  const other = tree.decisions[theirs];
  if (decision.seat !== other.seat || decision.fold[seat] < other.fold[seat] - ROUNDING * tree.scale) return null;
  const all = [];
  if (decision.seat === seat) {
    for (const behind of other.actions) {
      const found = first(decision.actions.map((to) => again(to, behind)));
      if (!found) return null;
      all.push(...found);
    }
    return all;
  }
  for (let k = 0; k < decision.actions.length; k++) {
    if (gone.some((one) => one.decision === mine && one.action === k)) continue;
    const found = answers(tree, seat, mine, k, theirs, again);
    if (!found) return null;
    all.push(...found);
  }
  return all;
}

// How an answer to A is copied behind B: as one there, or as all that comes once the seat goes on.
function answers(tree, seat, mine, k, theirs, again) {
  const to = tree.decisions[mine].actions[k];
  const behind = tree.decisions[theirs].actions;
  for (let place = 0; place < behind.length; place++) {
    const found = again(to, behind[place]);
    if (found) return [[mine, k, theirs, place], ...found];
  }
  if (to === null || tree.decisions[to].seat !== seat) return null;
  return tree.decisions[to].actions.map((on) => again(on, theirs)).find((one) => one) || null;
}

// A tree without some actions, and which of the whole one's are left: [number, places of actions].
function without(tree, covered) {
  const isOut = (number, action) => covered.some((one) => one.decision === number && one.action === action);
  const kept = [];
  const numbers = new Map();
  const queue = [0];
  while (queue.length) {
    const number = queue.shift();
    const { actions } = tree.decisions[number];
    const places = [...actions.keys()].filter((k) => !isOut(number, k));
    numbers.set(number, kept.length);
    kept.push([number, places]);
    queue.push(...places.map((k) => actions[k]).filter((to) => to !== null));
  }
  const decisions = kept.map(([number, places]) => {
    const { seat, fold, actions } = tree.decisions[number];
    return { seat, fold, actions: places.map((k) => (actions[k] === null ? null : numbers.get(actions[k]))) };
  });
  return { tree: makeTree(...tree.ends, decisions), kept };
}

const never = (game, tree) => ({ strategy: new Float64Array(game.n), placements: new Float64Array(game.n), sums: Array.from({ length: 1 + tree.ends[0].factors.length }, () => new Float64Array(game.n)) });

// Either of two sequences that exclude each other.
function together(one, other) {
  if (!one.strategy.some(Boolean)) return other;
  const plus = (mine, theirs) => mine.map((value, i) => value + theirs[i]);
  return { strategy: plus(one.strategy, other.strategy), placements: plus(one.placements, other.placements), sums: one.sums.map((sums, k) => plus(sums, other.sums[k])) };
}

// The plans in the whole tree: what is not needed is not played, and answered as what covers it.
function extended(game, tree, covered, { tree: small, kept }, solution) {
  const sums = tree.sequences.map((count) => Array(count).fill(never(game, tree)));
  kept.forEach(([number, places], at) => {
    const [turn, mine] = [tree.all[number], small.all[at]];
    places.forEach((k, place) => { sums[turn.seat][turn.actions[k]] = solution.sums[turn.seat][mine.actions[place]]; });
  });
  covered.forEach((one, place) => {
    const { seat, actions } = tree.decisions[one.decision];
    const theirs = sums[1 - seat];
    for (const [mine, k, behind, to] of copies(tree, seat, covered.slice(0, place), actions[one.by], actions[one.action]) || []) {
      const copied = tree.all[behind].actions[to];
      theirs[copied] = together(theirs[copied], theirs[tree.all[mine].actions[k]]);
    }
  });
  return sums;
}

// The jam played for the raise that covers it; null if it is none, or somebody folds behind the raise.
function asJams(game, tree, sums, one) {
  const { seat, actions } = tree.decisions[one.decision];
  const [jam, raised] = [actions[one.action], actions[one.by]];
  const isLast = (number) => number !== null && tree.decisions[number].actions.length === 1 && tree.decisions[number].actions[0] === null;
  if (raised === null || !isLast(jam)) return null;
  const reply = tree.decisions[raised].actions;
  if (reply.length !== 1 || !isLast(reply[0])) return null;
  const turn = tree.all[one.decision];
  const [mine, call] = [turn.actions[one.by], tree.all[reply[0]].actions[0]];
  const played = sums[seat];
  if (!played[mine].strategy.some(Boolean)) return null;
  if (played[mine].strategy.some((chance, i) => chance > played[call].strategy[i] + SAME)) return null;
  const changed = [...played];
  changed[turn.actions[one.action]] = played[call];
  changed[mine] = changed[call] = never(game, tree);
  return seat === 0 ? [changed, sums[1]] : [sums[0], changed];
}
