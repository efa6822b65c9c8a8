// Charts over stacks as the strategy page takes them, in few bytes; what raises are worth at each stack.

import { base64, runs } from "./bytes.js";
import { FACTS } from "./facts.js";
import { sampledWithin } from "./game.js";
import { general, raiseTree, readLevel, readNumber, readSizes, readSpot, readTerms } from "./question.js";
import { FREE, TOLERANCE, jamFold, mean, solveJamFold } from "./solver.js";
import { actionNames, before, firstDecisions, hereOf, letIn, planAt, solveSpot, solveTreeSpot, worthAt } from "./spots.js";
import { POSITIONS, formatNumber, isRaked, makeSituation, refuse } from "./worth.js";

// ---- Strategies over stacks in few bytes, as the strategy page takes them: `views/explorer_data.py`.

const ODD = 255; // in place of a top: the stacks of the class stand in `odd`

export const round = (value, digits) => +value.toFixed(digits);

// Smooth rows of whole numbers by second differences: `packed_curves`.
export function curves(rows) {
  const packed = [];
  for (const row of rows) {
    let [last, step] = [0, 0];
    row.forEach((value) => {
      const difference = value - last - step;
      [last, step] = [value, value - last];
      let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
      for (; rest > 127; rest = Math.floor(rest / 128)) packed.push((rest % 128) + 128);
      packed.push(rest);
    });
  }
  return base64(packed);
}

// What a seat plays, of rows of chances, one for each stack.
export function part(rows) {
  const n = rows[0].length;
  const [tops, odd, mixed] = [new Uint8Array(n), {}, {}];
  for (let id = 0; id < n; id++) {
    const played = rows.map((row) => row[id] >= 0.5);
    const top = played.filter(Boolean).length;
    tops[id] = played.every((isPlayed, k) => isPlayed === k < top) ? top : ODD;
    if (tops[id] === ODD) odd[id] = runs(played);
    const mixtures = rows.flatMap((row, k) => (row[id] > 0 && row[id] < 1 ? [[k, row[id]]] : []));
    if (mixtures.length) mixed[id] = mixtures;
  }
  return { tops: base64(tops), odd, mixed };
}

// What a seat plays and what that gains, of rows for each stack: chances, what is free, margins as they are shown.
export function seatParts(game, chances, free, margins, quantum) {
  const runsOfFree = {};
  for (let id = 0; id < game.n; id++) {
    const intervals = runs(free.map((row) => row[id]));
    if (intervals.length) runsOfFree[id] = intervals;
  }
  const groups = game.groups || Array.from({ length: game.n }, (_, id) => [id]);
  const value = (row, ids) => (ids.length > 1 ? ids.reduce((sum, id) => sum + (row[id] || 0) * game.counts[id], 0) / ids.reduce((sum, id) => sum + game.counts[id], 0) : row[ids[0]] || 0);
  return {
    ...part(chances),
    percent: chances.map((row) => round(100 * mean(game, row), 6)),
    free: runsOfFree,
    margins: curves(groups.map((ids) => margins.map((row) => Math.round(value(row, ids) / quantum) + 0))),
  };
}

// ---- Charts of trees over stacks: what raises are worth, and every decision.  `spots/tree_charts.py`, `tree_solve.py`
// and the tree of `views/explorer_data.py`.

const ROUNDING = 1e-9;

// Sizes where a chip is worth `factor` of one; relative ones stay.
export function inMeasure(raises, factor) {
  const scaled = (sizes) => sizes.map((size) => (typeof size === "string" ? size : size * factor));
  return { ...raises, open: scaled(raises.open), later: scaled(raises.later) };
}

const sizeText = (size, big) => (typeof size === "string" ? size : general(size / big));

export function raisesText({ open, later, limit, jam }, big) {
  const listed = (sizes, then) => {
    const unit = sizes.some((size) => typeof size === "string") ? " bb" : "";
    const text = (size) => (size === "pot" ? "the pot" : typeof size === "string" ? size : `${sizeText(size, big)}${unit}`);
    return `${sizes.map(text).join(then)}${unit ? "" : " bb"}`;
  };
  const parts = [];
  if (open.length) parts.push(`opens to ${listed(open, " and ")}`);
  if (later.length) parts.push(`later raises to ${listed(later, ", then ")}`);
  if (limit) parts.push("pot-limit");
  if (!jam) parts.push("no jam next to a raise");
  return parts.join(", ");
}

const whole = (chances) => chances.map((chance) => (chance > 1 - ROUNDING ? 1 : chance < ROUNDING ? 0 : chance));
const plus = (rows, n) => rows.reduce((sum, row) => sum.map((value, i) => value + row[i]), new Float64Array(n));

// Every stack solved: the spot as a chart tells it, what raises gain, the opening, and all decisions.
export function treeRows(game, situations, terms, raises) {
  raiseTree(situations.at(-1), raises);
  return situations.map((situation) => {
    const tree = solveTreeSpot(game, situation, terms, raises, true);
    const { played, measure } = tree;
    const value = (units) => (played.offsets[0] + played.factors[0] * units) / measure;
    const first = POSITIONS.map((_, seat) => firstDecisions(tree, seat));
    const margins = first.map(({ units }, seat) => units.map((unit) => played.factors[seat] * unit));
    const several = raises.open.length > 1 ? raises.open : [];
    return {
      spot: {
        ...tree,
        chances: first.map((decision) => decision.goesOn),
        margins,
        free: margins.map((row) => Array.from(row, (margin) => !(Math.abs(margin / measure) >= FREE))),
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
  const chances = [0, 1, 2].map(() => new Float64Array(game.n));
  const add = (to, sequence) => tree.sums[0][sequence].strategy.forEach((chance, i) => { to[i] += chance; });
  points[0].actions.slice(1).forEach(({ kind }, k) => {
    const sequence = tree.tree.all[0].actions[k];
    if (kind === "jam") return add(chances[0], sequence);
    add(chances[1], sequence);
    const again = points[points[0].following[k + 1]].following.at(-1);
    return tree.tree.all[again].actions.forEach((number) => add(chances[2], number));
  });
  return chances;
}

function decisionAt(spot, number) {
  const { game, played, points, measure } = spot;
  const { seat } = points[number];
  const [arrival, entering, worth] = [hereOf(spot, number), letIn(spot, number), worthAt(spot, number)];
  const best = Array.from(entering, (chance, i) => (chance > 0 ? (played.factors[seat] * Math.max(...worth.map((row) => row[i]))) / chance / measure : NaN));
  const chances = planAt(spot, number).map(whole);
  return {
    seat,
    after: before(spot, number),
    actions: actionNames(spot, number).slice(1),
    reach: mean(game, arrival.map((chance, i) => chance * entering[i])),
    here: whole(arrival),
    chances,
    played: whole(plus(chances, game.n)),
    margin: best,
  };
}

// ---- The tree of a chart as the page takes it.

export function treeParts(rows, raises, grid, level, quantum) {
  const { game } = rows[0].spot;
  const stays = rows.map(({ opening }) => opening[0].map((opened, i) => {
    const chance = Math.min(1, Math.max(0, opened + opening[2][i]));
    return chance > 1 - ROUNDING ? 1 : chance;
  }));
  const inMoney = rows[0].spot.played.currency === "money";
  return {
    raises: raisesText(raises, level.blinds[1]),
    notes: notesOf(rows, raises, grid, level, inMoney),
    opens: rows.map(({ opening: [jammed, raised] }) => (mean(game, raised) > 0 ? (mean(game, jammed) > 0 ? "raise or jam" : "raise") : "jam")),
    stays: part(stays),
    nodes: nodesOf(game, rows, quantum),
  };
}

function nodesOf(game, rows, quantum) {
  const names = new Map();
  for (const { decisions } of [...rows].reverse()) for (const decision of decisions) names.set(decision.after.join(), decision);
  const inOrder = [...names.values()].sort((first, second) => first.after.length - second.after.length);
  return inOrder.map(({ after, seat }) => {
    const atStacks = rows.map(({ decisions }) => decisions.find((decision) => decision.after.join() === after.join()) || null);
    const existing = atStacks.filter(Boolean);
    const nothing = new Float64Array(game.n);
    const actions = [...new Set([...existing].reverse().flatMap((decision) => decision.actions))];
    const done = (decision, name) => (decision && decision.actions.includes(name) ? decision.chances[decision.actions.indexOf(name)] : nothing);
    const arrivals = atStacks.map((decision) => (decision ? decision.here : nothing));
    const margins = atStacks.map((decision) => (decision ? decision.margin : nothing.map(() => NaN)));
    const free = margins.map((row, k) => Array.from(row, (margin, i) => Math.abs(margin) < FREE && arrivals[k][i] > 0));
    return {
      seat: POSITIONS[seat],
      after,
      reach: atStacks.map((decision) => (decision ? round(decision.reach, 9) : null)),
      here: existing.every((decision) => decision.here.every((chance) => chance === 1)) ? null : part(arrivals),
      actions,
      parts: actions.map((name) => part(atStacks.map((decision) => done(decision, name)))),
      plays: seatParts(game, atStacks.map((decision) => (decision ? decision.played : nothing)), free, margins, quantum),
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
    const sizes = parts.map(({ best, from, to }) => `${sizeText(raises.open[best], level.blinds[1])} ${from === to ? `at ${text(from)}` : `from ${text(from)} to ${text(to)}`}`);
    lines.push(sizes.length ? `The best open size, if only one is allowed: ${sizes.join(", ")} bb.` : "No size is better than another at these stacks.");
  }
  return [...lines, `${FACTS.notInTheTree}, so the EV shown for small raises is an upper bound.`];
}

function gainsLine(gains, text, unit) {
  const last = gains.length - 1;
  const unchanged = [...gains.keys()].filter((k) => !gains[k]);
  const isUp = (k) => gains[k] > 0;
  let start = last;
  while (start >= 0 && isUp(start)) start--;
  start++;
  if (start > last) {
    if (unchanged.length === gains.length) {
      const everywhere = unchanged.length > 1 ? `up to ${text(last)} bb` : "here";
      return `Raises change nothing ${everywhere}: small raises add no EV to jam or fold.`;
    }
    return "Raising does not gain at every large stack. The table shows what it changes.";
  }
  const earlier = unchanged.length ? `Up to ${text(unchanged.at(-1))} bb, raises change nothing: small raises add no EV to jam or fold. ` : "";
  const more = start === last ? "" : `, ${general(gains[last], 3)} at ${text(last)}`;
  return `${earlier}Raising gains from ${text(start)} bb on: ${general(gains[start], 3)} ${unit} at ${text(start)}${more}.`;
}

// ---- A chart over stacks as the strategy page takes it: `views/explorer_data.py`.

const QUANTUM = 0.001;
const PARTS = 20000;

const decimals = (value) => (String(value).split(".")[1] || "").length;

// The stacks from low by step to high, and one more.
export function readGrid(body) {
  const number = (name, label, usual) => {
    const value = readNumber(body[name] ?? usual, label, name, false);
    if (!(value > 0)) refuse(`The ${label} must be above zero, but it is ${formatNumber(value)}.`, name);
    return value;
  };
  const [low, high, step] = [number("low", "lowest stack", 1), number("high", "highest stack", 25), number("step", "step", 0.1)];
  const also = body.also === undefined || body.also === null ? null : number("also", "one more stack", 0);
  if (low > high) refuse(`There are no stacks from ${formatNumber(low)} to ${formatNumber(high)}.`, "low");
  const unit = 10 ** Math.max(decimals(low), decimals(step));
  const [from, by] = [Math.round(low * unit), Math.round(step * unit)];
  const count = Math.floor((high * unit - from) / by + 1e-9) + 1;
  const stacks = Array.from({ length: Math.min(count, FACTS.mostStacks + 2) }, (_, k) => (from + k * by) / unit);
  const all = [...new Set(also === null ? stacks : [...stacks, also])].sort((a, b) => a - b);
  const words = `from ${formatNumber(low)} to ${formatNumber(high)} in steps of ${formatNumber(step)}${also === null ? "" : ` and ${formatNumber(also)}`}`;
  if (all.length > FACTS.mostStacks) refuse(`The strategy page takes ${FACTS.mostStacks} stacks; ${words} are ${(count + (also === null ? 0 : 1)).toLocaleString("en")}.`, "step");
  return { low, step, stacks: all, words, digits: Math.max(...[low, step, ...(also === null ? [] : [also])].map(decimals)) };
}

export function levelText({ blinds, ante, bb_ante, dead }) {
  const extras = [["ante", ante], ["big-blind ante", bb_ante], ["dead money", dead]].filter(([, chips]) => chips);
  if (blinds[1] === 1 && !extras.length) return `no antes, small blind ${formatNumber(blinds[0])} big blinds`;
  return [`blinds ${formatNumber(blinds[0])}/${formatNumber(blinds[1])}`, ...extras.map(([word, chips]) => `${word} ${formatNumber(chips)}`)].join(", ");
}

const seatOf = (spots, seat, quantum) => seatParts(
  spots[0].game,
  spots.map((spot) => spot.chances[seat]),
  spots.map((spot) => spot.free[seat]),
  spots.map((spot) => spot.margins[seat].map((margin) => margin / spot.measure)),
  quantum,
);

function quantumOf(spots, inMoney) {
  if (!inMoney) return QUANTUM;
  const largest = Math.max(0, ...spots.flatMap((spot) => spot.margins.flatMap((row) => Array.from(row, (margin) => Math.abs(margin) || 0))));
  return largest > 0 ? 10 ** Math.floor(Math.log10(largest / PARTS)) : 1;
}

// Blinds and antes; blinds alone in big blinds, where nothing else is in chips.
function levelOf(body, terms) {
  const level = readLevel(body);
  const alone = !terms.prizes && !isRaked(terms) && !level.ante && !level.bb_ante && !level.dead;
  if (alone) makeSituation({ ...level, stacks: level.blinds }); // refuses what is no blind
  return alone ? { ...level, blinds: [level.blinds[0] / level.blinds[1], 1] } : level;
}

export function checkRaises(game) {
  if (game.sketch) refuse(`Raises before the all-in need the table of ${game.title}: use jamfold on a computer.`, "open");
}

export function explorer(game, body) {
  const [grid, terms, sizes] = [readGrid(body), readTerms(body), readSizes(body)];
  const level = levelOf(body, terms);
  const situationAt = (stack) => makeSituation({ ...level, stacks: [stack * level.blinds[1], stack * level.blinds[1]] });
  const situations = body.stacks ? [readSpot(body)] : grid.stacks.map(situationAt); // two stacks, which prizes make count
  if (sizes) checkRaises(game);
  const raises = sizes && inMeasure(sizes, level.blinds[1] / readLevel(body).blinds[1]);
  const rows = raises && treeRows(game, situations, terms, raises);
  const spots = raises ? rows.map((row) => row.spot) : situations.map((situation) => solveSpot(game, situation, terms));
  const inMoney = Boolean(terms.prizes);
  const quantum = quantumOf(spots, inMoney);
  const epsilon = Math.max(...spots.map((spot) => (spot.gains[0] + spot.gains[1]) / 2 / spot.measure));
  const exact = spots.every((spot) => spot.solution.exact);
  const unit = inMoney ? "money" : "bb";
  const kind = game.sketch ? "approximate" : exact ? "exact" : "NOT exact";
  const error = game.sketch ? Math.max(...spots.map((spot) => Math.max(...spot.gains) / spot.measure)) : null;
  const bound = game.sketch ? `, ${sampledWithin(error, unit)}` : exact ? "" : `, average gain from deviating up to ${epsilon.toPrecision(1)} ${unit}`;
  return {
    ...game.fields,
    level: levelText(level),
    exactness: `${levelText(level)}; ${kind} equilibrium at ${spots.length === 1 ? `${formatNumber(grid.stacks[0])} bb` : `${spots.length} stacks ${grid.words}`}${bound}${raises ? `; ${raisesText(raises, level.blinds[1])}; ${FACTS.notInTheTree.toLowerCase()}` : ""}`,
    exact,
    error_bb: inMoney ? null : error,
    unit,
    quantum,
    low: grid.low,
    step: grid.step,
    count: spots.length,
    stacks: grid.stacks,
    digits: grid.digits,
    values: spots.map((spot) => round(spot.values[0] / spot.measure, 6)),
    jam: seatOf(spots, 0, quantum),
    call: seatOf(spots, 1, quantum),
    tree: raises ? treeParts(rows, raises, grid, level, quantum) : null,
    zero_sum: exact && !raises && spots[0].played.plain,
    whole_game: [], // packed charts tell of it
  };
}
