// Charts of trees over stacks: what raises are worth, and every decision.  `spots/tree_charts.py`, `tree_decisions.py`
// and the tree of `views/explorer/data.py`.

import { part, round, toldSeat } from "./packing.js";
import { raiseTree } from "./raises.js";
import { FREE, TOLERANCE, jamFold, solveJamFold } from "./solver.js";
import { general } from "./text.js";
import { actionNames, before, firstDecisions, hereOf, letIn, planAt, solveTreeSpot, worthAt } from "./trees.js";

const ROUNDING = 1e-9;
const SEATS = ["sb", "bb"];
const NOT_IN_THE_TREE = "Limping and flat calls are not in the tree";

// Sizes where a chip is worth `factor` of one; relative ones stay.
export function inMeasure(raises, factor) {
  const scaled = (sizes) => sizes.map((one) => (typeof one === "string" ? one : one * factor));
  return { ...raises, open: scaled(raises.open), later: scaled(raises.later) };
}

const sizeText = (size, big) => (typeof size === "string" ? size : general(size / big));

// The raises in a few words.
export function raisesText({ open, later, limit, jam }, big) {
  const listed = (sizes, then) => {
    const each = sizes.some((one) => typeof one === "string") ? " bb" : "";
    const text = (one) => (one === "pot" ? "the pot" : typeof one === "string" ? one : `${sizeText(one, big)}${each}`);
    return `${sizes.map(text).join(then)}${each ? "" : " bb"}`;
  };
  const parts = [];
  if (open.length) parts.push(`opens to ${listed(open, " and ")}`);
  if (later.length) parts.push(`later raises to ${listed(later, ", then ")}`);
  if (limit) parts.push("pot-limit");
  if (!jam) parts.push("no jam beside a raise");
  return parts.join(", ");
}

const whole = (chances) => chances.map((one) => (one > 1 - ROUNDING ? 1 : one < ROUNDING ? 0 : one));
const plus = (rows, n) => rows.reduce((sum, row) => sum.map((one, i) => one + row[i]), new Float64Array(n));

// Every stack solved: the spot as a chart tells it, what raises gain, the opening, and all decisions.
export function treeRows(game, situations, terms, raises) {
  raiseTree(situations.at(-1), raises);
  return situations.map((situation) => {
    const tree = solveTreeSpot(game, situation, terms, raises, true);
    const { played, measure } = tree;
    const value = (units) => (played.offsets[0] + played.factors[0] * units) / measure;
    const first = SEATS.map((_, seat) => firstDecisions(tree, seat));
    const margins = first.map(({ units }, seat) => units.map((one) => played.factors[seat] * one));
    const several = raises.open.length > 1 ? raises.open : [];
    return {
      spot: {
        ...tree,
        chances: first.map((one) => one.goesOn),
        margins,
        free: margins.map((one) => Array.from(one, (margin) => !(Math.abs(margin / measure) >= FREE))),
      },
      jamOrFold: value(solveJamFold(game, jamFold(...played.stakes, played.forced)).values[0]),
      alone: several.map((open) => solveTreeSpot(game, situation, terms, { ...raises, open: [open] }, true).values[0] / measure),
      opening: openingOf(tree),
      decisions: [...tree.points.keys()].map((number) => decisionAt(tree, number)),
    };
  });
}

// Chances of the jam that opens, of raises, and of raises that are not folded to a jam.
function openingOf({ game, points, tree }) {
  const found = [0, 1, 2].map(() => new Float64Array(game.n));
  const add = (to, sequence) => tree.sums[0][sequence].strategy.forEach((one, i) => { to[i] += one; });
  points[0].actions.slice(1).forEach(({ kind }, k) => {
    const sequence = tree.tree.all[0].actions[k];
    if (kind === "jam") return add(found[0], sequence);
    add(found[1], sequence);
    const again = points[points[0].following[k + 1]].following.at(-1);
    return tree.tree.all[again].actions.forEach((one) => add(found[2], one));
  });
  return found;
}

function decisionAt(spot, number) {
  const { game, played, points, measure } = spot;
  const { seat } = points[number];
  const [here, entering, worth] = [hereOf(spot, number), letIn(spot, number), worthAt(spot, number)];
  const best = Array.from(entering, (one, i) => (one > 0 ? (played.factors[seat] * Math.max(...worth.map((row) => row[i]))) / one / measure : NaN));
  const chances = planAt(spot, number).map(whole);
  return {
    seat,
    after: before(spot, number),
    actions: actionNames(spot, number).slice(1),
    reach: game.counts.reduce((sum, count, i) => sum + count * here[i] * entering[i], 0) / game.total,
    here: whole(here),
    chances,
    played: whole(plus(chances, game.n)),
    margin: best,
  };
}

// ---- The tree of a chart as the page takes it.

export function treeParts(rows, raises, grid, level, quantum) {
  const { game } = rows[0].spot;
  const share = (row) => row.reduce((sum, chance, i) => sum + chance * game.counts[i], 0) / game.total;
  const stays = rows.map(({ opening }) => opening[0].map((one, i) => {
    const both = Math.min(1, Math.max(0, one + opening[2][i]));
    return both > 1 - ROUNDING ? 1 : both;
  }));
  const inMoney = rows[0].spot.played.currency === "money";
  return {
    raises: raisesText(raises, level.blinds[1]),
    notes: notesOf(rows, raises, grid, level, inMoney),
    opens: rows.map(({ opening: [jammed, raised] }) => (share(raised) > 0 ? (share(jammed) > 0 ? "raise or jam" : "raise") : "jam")),
    stays: part(stays),
    nodes: nodesOf(game, rows, quantum),
  };
}

function nodesOf(game, rows, quantum) {
  const names = new Map();
  for (const { decisions } of [...rows].reverse()) for (const one of decisions) names.set(one.after.join(), one);
  const inOrder = [...names.values()].sort((one, other) => one.after.length - other.after.length);
  return inOrder.map(({ after, seat }) => {
    const found = rows.map(({ decisions }) => decisions.find((one) => one.after.join() === after.join()) || null);
    const there = found.filter(Boolean);
    const nothing = new Float64Array(game.n);
    const actions = [...new Set([...there].reverse().flatMap((one) => one.actions))];
    const done = (one, name) => (one && one.actions.includes(name) ? one.chances[one.actions.indexOf(name)] : nothing);
    const here = found.map((one) => (one ? one.here : nothing));
    const margins = found.map((one) => (one ? one.margin : nothing.map(() => NaN)));
    const free = margins.map((row, k) => Array.from(row, (margin, i) => Math.abs(margin) < FREE && here[k][i] > 0));
    return {
      seat: SEATS[seat],
      after,
      reach: found.map((one) => (one ? round(one.reach, 9) : null)),
      here: there.every((one) => one.here.every((chance) => chance === 1)) ? null : part(here),
      actions,
      parts: actions.map((name) => part(found.map((one) => done(one, name)))),
      plays: toldSeat(game, found.map((one) => (one ? one.played : nothing)), free, margins, quantum),
    };
  });
}

// What raises are worth at a stack; 0 where they change nothing.
function gainOf({ spot, jamOrFold }) {
  const gain = spot.values[0] / spot.measure - jamOrFold;
  return Math.abs(gain) > TOLERANCE ? gain : 0;
}

function notesOf(rows, raises, grid, level, inMoney) {
  const text = (k) => grid.stacks[k].toFixed(grid.digits);
  const gains = rows.map(gainOf);
  const lines = [gainsLine(gains, text, inMoney ? "of money" : "bb")];
  if (raises.open.length > 1) {
    const parts = [];
    rows.forEach(({ alone }, k) => {
      if (!gains[k]) return;
      const best = alone.findIndex((value) => value >= Math.max(...alone) - TOLERANCE);
      if (parts.at(-1)?.best === best) parts.at(-1).to = k;
      else parts.push({ best, from: k, to: k });
    });
    const told = parts.map(({ best, from, to }) => `${sizeText(raises.open[best], level.blinds[1])} ${from === to ? `at ${text(from)}` : `from ${text(from)} to ${text(to)}`}`);
    lines.push(told.length ? `The best size of an open, if it is the only one: ${told.join(", ")} bb.` : "No size is better than another at these stacks.");
  }
  return [...lines, `${NOT_IN_THE_TREE}: what small raises gain is an upper bound on their worth.`];
}

function gainsLine(gains, text, unit) {
  const last = gains.length - 1;
  const none = [...gains.keys()].filter((k) => !gains[k]);
  const isUp = (k) => gains[k] > 0;
  let start = last;
  while (start >= 0 && isUp(start)) start--;
  start++;
  if (start > last) {
    if (none.length === gains.length) {
      const everywhere = none.length > 1 ? `up to ${text(last)} bb` : "here";
      return `Raises change nothing ${everywhere}: jam, or raise and call a jam, the same as jam or fold.`;
    }
    return "The small blind does not gain by raises at all large stacks: the table says what they change.";
  }
  const earlier = none.length ? `Up to ${text(none.at(-1))} bb raises change nothing: jam, or raise and call a jam, the same as jam or fold. ` : "";
  const more = start === last ? "" : `, ${general(gains[last], 3)} at ${text(last)}`;
  return `${earlier}From ${text(start)} bb on the small blind gains by raises: ${general(gains[start], 3)} ${unit} at ${text(start)}${more}.`;
}
