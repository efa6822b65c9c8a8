// A chart over stacks as the strategy page takes it: `views/explorer/data.py`.

import { base64, round, toldSeat } from "./packing.js";
import { readLevel, readNumber, readSizes, readSpot, readTerms } from "./question.js";
import { solveSpot } from "./spot.js";
import { inMeasure, raisesText, treeParts, treeRows } from "./treecharts.js";
import { isRaked, makeSituation, refuse } from "./worth.js";

const MOST = 254;
const QUANTUM = 0.001;
const PARTS = 20000;

const shown = (value) => `${+value.toPrecision(6)}`;

const decimals = (value) => (String(value).split(".")[1] || "").length;

// The stacks from low by step to high, and one more.
export function readGrid(body) {
  const number = (name, what, usual) => {
    const value = readNumber(body[name] ?? usual, what, name);
    if (!(value > 0)) refuse(`The ${what} must be above zero, but it is ${shown(value)}.`, name);
    return value;
  };
  const [low, high, step] = [number("low", "lowest stack", 1), number("high", "highest stack", 25), number("step", "step", 0.1)];
  const also = body.also === undefined || body.also === null ? null : number("also", "stack beside them", 0);
  if (low > high) refuse(`There are no stacks from ${shown(low)} to ${shown(high)}.`, "low");
  const unit = 10 ** Math.max(decimals(low), decimals(step));
  const [from, by] = [Math.round(low * unit), Math.round(step * unit)];
  const count = Math.floor((high * unit - from) / by + 1e-9) + 1;
  const stacks = Array.from({ length: Math.min(count, MOST + 2) }, (_, k) => (from + k * by) / unit);
  const all = [...new Set(also === null ? stacks : [...stacks, also])].sort((a, b) => a - b);
  const words = `from ${shown(low)} to ${shown(high)} by ${shown(step)}${also === null ? "" : ` and ${shown(also)}`}`;
  if (all.length > MOST) refuse(`The strategy page takes ${MOST} stacks; ${words} are ${(count + (also === null ? 0 : 1)).toLocaleString("en")}.`, "step");
  return { low, step, stacks: all, words, digits: Math.max(...[low, step, ...(also === null ? [] : [also])].map(decimals)) };
}

export function levelText({ blinds, ante, bb_ante, dead }) {
  const extras = [["ante", ante], ["big-blind ante", bb_ante], ["dead money", dead]].filter(([, chips]) => chips);
  if (blinds[1] === 1 && !extras.length) return `no antes, small blind ${shown(blinds[0])} big blinds`;
  return [`blinds ${shown(blinds[0])}/${shown(blinds[1])}`, ...extras.map(([word, chips]) => `${word} ${shown(chips)}`)].join(", ");
}

const seatOf = (spots, seat, quantum) => toldSeat(
  spots[0].game,
  spots.map((spot) => spot.chances[seat]),
  spots.map((spot) => spot.free[seat]),
  spots.map((spot) => spot.margins[seat].map((margin) => margin / spot.measure)),
  quantum,
);

function quantumOf(spots, inMoney) {
  if (!inMoney) return QUANTUM;
  const largest = Math.max(0, ...spots.flatMap((spot) => spot.margins.flatMap((one) => Array.from(one, (margin) => Math.abs(margin) || 0))));
  return largest > 0 ? 10 ** Math.floor(Math.log10(largest / PARTS)) : 1;
}

// Blinds and antes; blinds alone in big blinds, where nothing else is in chips.
function levelOf(body, terms) {
  const level = readLevel(body);
  const alone = !terms.prizes && !isRaked(terms) && !level.ante && !level.bb_ante && !level.dead;
  if (alone) makeSituation({ ...level, stacks: level.blinds }); // refuses what is no blind
  return alone ? { ...level, blinds: [level.blinds[0] / level.blinds[1], 1] } : level;
}

// A chart of a game over stacks, exact at every one.
export function explorer(game, body) {
  const [grid, terms, sizes] = [readGrid(body), readTerms(body), readSizes(body)];
  const level = levelOf(body, terms);
  const situationAt = (stack) => makeSituation({ ...level, stacks: [stack * level.blinds[1], stack * level.blinds[1]] });
  const situations = body.stacks ? [readSpot(body)] : grid.stacks.map(situationAt); // two stacks, which prizes make count
  const raises = sizes && inMeasure(sizes, level.blinds[1] / readLevel(body).blinds[1]);
  const rows = raises && treeRows(game, situations, terms, raises);
  const spots = raises ? rows.map((row) => row.spot) : situations.map((situation) => solveSpot(game, situation, terms));
  const inMoney = Boolean(terms.prizes);
  const quantum = quantumOf(spots, inMoney);
  const epsilon = Math.max(...spots.map((spot) => (spot.gains[0] + spot.gains[1]) / 2 / spot.measure));
  const exact = spots.every((spot) => spot.solution.exact);
  const bound = epsilon < 1e-9 ? "below 1e-9" : `up to ${epsilon.toPrecision(1)}`;
  const order = new Uint8Array(2 * game.n);
  game.order.forEach((id, place) => order.set([place & 255, place >> 8], 2 * id));
  return {
    game: game.game,
    title: game.title,
    hole_cards: 2,
    level: levelText(level),
    exactness: `${levelText(level)}; ${exact ? "exact" : "NOT exact"} equilibrium at ${spots.length === 1 ? `${shown(grid.stacks[0])} bb` : `${spots.length} stacks ${grid.words}`}, average gain from deviating ${bound} ${inMoney ? "money" : "bb"}${raises ? `; ${raisesText(raises, level.blinds[1])}; limping and flat calls are not in the tree` : ""}`,
    exact,
    unit: inMoney ? "money" : "bb",
    quantum,
    low: grid.low,
    step: grid.step,
    count: spots.length,
    stacks: grid.stacks,
    digits: grid.digits,
    sizes: base64(game.counts),
    hands: base64(game.cards.flat()),
    order: base64(order),
    names: game.names,
    places: game.places,
    rows: null,
    columns: null,
    cells: null,
    values: spots.map((spot) => round(spot.values[0] / spot.measure, 6)),
    jam: seatOf(spots, 0, quantum),
    call: seatOf(spots, 1, quantum),
    tree: raises ? treeParts(rows, raises, grid, level, quantum) : null,
    zero_sum: exact && !raises && spots[0].played.plain,
  };
}
