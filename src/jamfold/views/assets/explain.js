// One hand of a solved spot, and why it is played as it is: `spots/analysis.py` and its words.

import { fixed, general } from "./question.js";
import { representative } from "./ranges.js";
import { FREE } from "./solver.js";
import { amounts, firstDecisions, handAtNodes } from "./spots.js";
import { POSITIONS } from "./worth.js";

const ACTIONS = ["jam", "call"];
// The least chance of an answer that is told.
const SEEN = 5e-5;
const capital = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;
const orNull = (value) => (Number.isFinite(value) ? value : null);

function advice(spot, seat, id) {
  if (!spot.situation.decides[seat]) return "no decision";
  const margin = spot.units[seat][id];
  if (Number.isNaN(margin)) return "never asked";
  if (Math.abs(margin) < FREE) return "indifferent";
  return margin > 0 ? ACTIONS[seat] : "fold";
}

function adviceText(spot, seat, id) {
  const played = spot.chances[seat][id];
  const word = advice(spot, seat, id);
  const chances = `this solution ${ACTIONS[seat]}s ${general(100 * played, 4)}%`;
  if (word === "no decision") return "no decision: all chips at risk are already in";
  if (word === "never asked") return "never asked: the small blind does not jam against this hand";
  if (word === "indifferent") return `indifferent: both actions are correct (${chances})`;
  return played > 0 && played < 1 ? `${word} (${chances})` : word;
}

// How seldom and how often a class is played in any equilibrium; null where that is not known.  Optimal strategies
// of a zero-sum game are one set, so what gains or loses against one of them is played always, or never; and where
// all that is free is mixed, as many classes of both, there is one equilibrium.
function span(spot, seat, id) {
  if (!spot.played.inChips || !spot.solution.exact) return [null, null];
  const chance = spot.chances[seat][id];
  const margin = spot.units[seat][id];
  if (!(Math.abs(margin) < FREE) && !Number.isNaN(margin)) return [chance, chance];
  const free = spot.free.map((row, k) => row.map((isFree, i) => [isFree, spot.chances[k][i]]).filter(([isFree]) => isFree));
  const isMixed = free.every((row) => row.every(([, played]) => played > 0 && played < 1));
  return isMixed && free[0].length === free[1].length ? [chance, chance] : [null, null];
}

// A row of a list of hands: `HandRow`.
export function handRow(spot, seat, id, cards) {
  const { game, played: { currency } } = spot;
  const [least, most] = span(spot, seat, id);
  const difference = orNull(spot.margins[seat][id]);
  const fold = spot.folding[seat];
  const allin = difference === null ? null : fold + difference;
  const evs = { ev_allin: allin, ev_fold: fold, difference };
  const inChips = Object.entries(evs).map(([name, value]) => [name, currency === "chips" ? value : null]);
  return {
    id,
    cards: cards || representative(game, id),
    representative: representative(game, id),
    size: game.counts[id],
    position: POSITIONS[seat],
    played: spot.chances[seat][id],
    ...Object.fromEntries(inChips),
    ...amounts(spot, evs, ["bb", "money"]),
    advice: adviceText(spot, seat, id),
    name: game.names[id],
    least,
    most,
    nodes: null,
  };
}

// Chance that the other plays against a class, and the class's share of the pot then.
function chanceAndEquity({ game, solution }, seat, id) {
  const { placements, sums: [margins] } = solution.sums[1 - seat][0];
  return placements[id] ? [placements[id] / game.opponents, (1 + margins[id] / placements[id]) / 2] : [0, NaN];
}

// The equity from which on an action is right, and the stack up to which it is, in units of B.
function breakEven(spot, seat, chance, equity) {
  const { s, b } = spot.situation;
  const ends = spot.played.ends[seat];
  if (!spot.played.cancels) {
    if (!chance || !ends.half) return [NaN, NaN];
    const worth = seat ? ends.steal : ends.steal + (ends.fold - ends.steal) / chance;
    return [Math.max(0, 0.5 + (worth - ends.mean) / (2 * ends.half)), NaN];
  }
  if (seat) {
    if (Number.isNaN(equity)) return [NaN, Infinity];
    return [(s - 1) / (2 * s), equity >= 0.5 ? Infinity : 1 / (1 - 2 * equity)];
  }
  if (!chance) return [NaN, Infinity];
  const stolen = 1 - chance + b;
  return [Math.max(0, 0.5 - stolen / (2 * chance * s)), equity >= 0.5 ? Infinity : stolen / (chance * (1 - 2 * equity))];
}

// The entries of `HandContract` beyond the row and the certificate.
export function explanation(spot, seat, id) {
  const { situation, measure } = spot;
  const chips = spot.played.currency === "chips";
  const [chance, equity] = chanceAndEquity(spot, seat, id);
  const ends = spot.played.ends[seat];
  const allin = spot.folding[seat] + spot.margins[seat][id];
  let called = ends.mean + (2 * equity - 1) * ends.half;
  if (spot.played.stakes[0].factors.length) called = Number.isNaN(equity) ? NaN : seat ? allin : (allin - (1 - chance) * ends.steal) / chance;
  const [needed, limit] = breakEven(spot, seat, chance, equity);
  const stack = limit * situation.unit - situation.deadTotal / 2 + situation.posted[seat];
  const terms = { chance, equity, called: called / measure, needed, limit, stack: stack / situation.bigBlind, allin };
  const row = handRow(spot, seat, id);
  return {
    kind: "hand",
    s: situation.s,
    b: situation.b,
    unit_chips: situation.unit,
    chance_called: seat ? null : chance,
    chance_jammed: seat ? chance : null,
    equity: orNull(equity),
    ev_called: chips ? orNull(terms.called) : null,
    ev_called_money: chips ? null : orNull(terms.called),
    break_even_equity: orNull(needed),
    break_even_stack: orNull(limit),
    break_even_chips: orNull(stack),
    break_even_bb: orNull(terms.stack),
    any_stack: limit === Infinity,
    played_stacks: null,
    free_stacks: null,
    words: [...(seat ? callLines(spot, row, terms) : jamLines(spot, row, terms)), ...spanLine(spot, row)],
  };
}

export const unitOf = (spot) => (spot.played.currency === "chips" ? "bb" : spot.terms.percent ? "% of the prizes" : "money");
const inUnit = (spot, value, digits, sign) => `${fixed(value / spot.measure, digits, sign)} ${unitOf(spot)}`;
const percent = (share) => `${fixed(100 * share, 2)}%`;

function jamLines(spot, row, terms) {
  const stolen = `${general(spot.played.ends[0].steal / spot.measure, 5)} ${unitOf(spot)}`;
  const folding = `Folding: ${inUnit(spot, spot.folding[0], 4, "+")}.`;
  if (!terms.chance) return [`Nobody calls, so the jam wins ${stolen}.`, folding, verdict(spot, 0, row)];
  const called = `${fixed(terms.called, 4, "+")} ${unitOf(spot)}`;
  const lines = [
    `The big blind calls ${percent(terms.chance)} of the time (with your cards removed).`,
    `When called, you have ${percent(terms.equity)} equity, an EV of ${called}.`,
    `EV of a jam: ${percent(1 - terms.chance)} × ${stolen} + ${percent(terms.chance)} × (${called}) = ${inUnit(spot, terms.allin, 4, "+")}.`,
    folding,
    verdict(spot, 0, row),
  ];
  if (!spot.situation.decides[0]) return lines;
  lines.push(
    terms.needed > 0 ? `${neededText(spot, terms)} when called.` : "Fold equity alone makes this jam profitable; you need no equity when called.",
  );
  return Number.isNaN(terms.limit) ? lines : [...lines, limitText(terms, 0)];
}

function callLines(spot, row, terms) {
  const { situation } = spot;
  if (Number.isNaN(terms.equity)) return ["The small blind never jams here, so you never face this decision."];
  if (!situation.decides[1]) return [`The blind is all-in, so there is nothing to decide. Equity: ${percent(terms.equity)}.`];
  const lines = [
    `The small blind jams ${percent(terms.chance)} of the time (with your cards removed).`,
    `Your equity against that range is ${percent(terms.equity)}.`,
  ];
  if (!spot.played.cancels) {
    const worth = `EV of a call: ${inUnit(spot, terms.allin, 4, "+")}; folding: ${inUnit(spot, spot.folding[1], 4, "+")}.`;
    return [...lines, worth, verdict(spot, 1, row), `${neededText(spot, terms)}.`];
  }
  const big = situation.bigBlind;
  const [pot, spent, price] = [2 * situation.live + situation.deadTotal, situation.live + situation.posted[1], situation.live - big].map((chips) => general(chips / big, 5));
  return [
    ...lines,
    `EV of a call: ${percent(terms.equity)} × ${pot} bb - ${spent} bb = ${row.ev_allin_bb === null ? "+nan" : fixed(row.ev_allin_bb, 4, "+")} bb; folding: ${row.ev_fold_bb === null ? "+nan" : fixed(row.ev_fold_bb, 4, "+")} bb.`,
    verdict(spot, 1, row),
    `You call ${price} bb to win a pot of ${pot} bb, so you need ${percent(terms.needed)} equity.`,
    limitText(terms, 1),
  ];
}

function verdict(spot, seat, row) {
  const word = advice(spot, seat, row.id);
  if (!["jam", "call", "fold"].includes(word)) return `${capital(row.advice)}.`;
  const better = inUnit(spot, Math.abs(spot.margins[seat][row.id]), 4, "+");
  return `${capital(word)}: ${better} compared with ${word === "fold" ? ["jamming", "calling"][seat] : "folding"}.`;
}

const neededText = (spot, terms) => !(terms.needed <= 1) ? "No equity is enough" : `You need ${spot.played.stakes[0].factors.length ? "about " : ""}${percent(terms.needed)} equity`;

function limitText(terms, seat) {
  const against = `Against this ${["calling", "jamming"][seat]} range, ${ACTIONS[seat]}`;
  return terms.limit === Infinity ? `${against} at any stack.` : `${against} up to ${fixed(terms.stack, 2)} bb.`;
}

function spanLine(spot, row) {
  if (row.least === null || row.advice.startsWith("no decision")) return [];
  const action = capital(row.position === "sb" ? "jam" : "call");
  const often = row.least % 1 ? ` it ${general(100 * row.least, 4)}% of the time` : "";
  return [`${row.least ? action : "Fold"}${often} in every equilibrium.`];
}

export function stacksLine(played, seat) {
  if (!played.length) return `In equilibrium it is never a ${ACTIONS[seat]} at the stacks of the chart.`;
  const spans = played.map(([low, high]) => (low === high ? general(low) : `${general(low)} to ${general(high)}`));
  return `In equilibrium it is a ${ACTIONS[seat]} at ${spans.join(", ")} bb.`;
}

// ---- A hand of a tree: what is done at every decision, and what each action earns.

// A row of a list of hands in a tree, and a sentence for each decision: `TreeHandContract`.
export function treeHandRow(spot, seat, id, cards) {
  const nodes = handAtNodes(spot, seat, id);
  return {
    ...handRow(spot, seat, id, cards),
    played: firstDecisions(spot, seat).goesOn[id],
    least: null,
    most: null,
    advice: nodes.map((node) => (node.after.length ? `after ${node.after.join(", ")}: ${does(node)}` : does(node))).join("; "),
    nodes,
    words: nodes.map((node) => decisionLine(spot, node, seat)),
  };
}

function does({ chances }) {
  const played = Object.entries(chances).filter(([, chance]) => chance);
  return played.map(([name, chance]) => (chance === 1 ? name : `${name} ${general(100 * chance, 4)}%`)).join(" or ");
}

function decisionLine(spot, node, seat) {
  const often = node.reach ? `${general(100 * node.reach, 4)}% of the time` : "never with this hand";
  const when = node.after.length ? `After ${node.after.join(", ")}, ${often}` : "First in";
  const evs = Object.entries(node.evs).filter(([, ev]) => ev !== null);
  evs.sort(([first, a], [second, b]) => node.chances[second] - node.chances[first] || b - a);
  const worth = evs.map(([name, ev]) => `${name} ${inUnit(spot, ev, 4, "+")}`).join(", ");
  const line = `${when}: ${does(node)}.${worth ? ` Worth: ${worth}.` : ""}`;
  return [line, ...reasons(node, seat)].join(" ");
}

// What the other does against every action, and what is won once the hands are shown.
function reasons({ answers, equities, needed }, seat) {
  const other = ["big blind", "small blind"][seat];
  const lines = [];
  for (const name of new Set([...Object.keys(answers), ...Object.keys(equities)])) {
    const shares = Object.entries(answers[name] || {}).filter(([, chance]) => chance >= SEEN).map(([action, chance]) => `${thirdPerson(action)} ${percent(chance)}`);
    const equity = equities[name] ?? null;
    if (shares.length) lines.push(`Against a ${name.replace("raise", "raise to")} the ${other} ${shares.join(", ")}.`);
    if (equity !== null) {
      const least = needed === null ? "" : `; it needs ${percent(needed)}`;
      lines.push(`A ${name}${shares.length ? " that is called" : ""} wins ${percent(equity)} of the pot${least}.`);
    }
  }
  return lines;
}

const thirdPerson = (action) => (action.startsWith("raise") ? action.replace("raise", "raises to") : `${action}s`);
