// What the local API answers, answered by the file that solves.

import { runs } from "./bytes.js";
import { checkRaises, explorer } from "./charts.js";
import { explanation, handRow, stacksLine, treeHandRow, unitOf } from "./explain.js";
import { checkProof, proof } from "./proof.js";
import { readLevel, readNumber, readSeat, readSizes, readSpot, readTerms } from "./question.js";
import { formatRange, ofClasses, ofId, parseHand, parseRange } from "./ranges.js";
import { FREE, bestResponse, evaluate, jamFold, mean, planSums } from "./solver.js";
import { amounts, bounded, chipsWon, nodeReport, solveSpot, solveTreeSpot, solvedSpot } from "./spots.js";
import { POSITIONS, isRaked, makeSituation, refuse } from "./worth.js";

// ---- A solved spot beside a range: what differs and what it costs, the best response to it, a strategy as a range.

// How another source that plays classes with these chances does in a seat.
export function comparison(spot, seat, chances) {
  const { game } = spot;
  const own = spot.chances[seat];
  const margin = spot.margins[seat].map((value, i) => (Math.abs(spot.units[seat][i]) < FREE ? 0 : value || 0));
  const reached = (i) => (seat ? spot.jamChance[i] : 1);
  const costs = own.map((chance, i) => (chance - chances[i]) * margin[i] * reached(i));
  const apart = own.map((chance, i) => Math.abs(chances[i] - chance));
  const by = (first, second) => costs[second] * game.counts[second] - costs[first] * game.counts[first] || apart[second] * game.counts[second] - apart[first] * game.counts[first];
  const different = [...own.keys()].filter((i) => apart[i] > 1e-9).sort(by);
  return { costs, share: mean(game, apart), cost: mean(game, costs), percent: 100 * mean(game, chances), different };
}

// `ComparedSeat` of a range.
export function comparedSeat(spot, seat, chances, most) {
  const { game } = spot;
  const difference = comparison(spot, seat, chances);
  const margin = (id) => (Number.isNaN(spot.margins[seat][id]) ? null : spot.margins[seat][id]);
  return {
    position: POSITIONS[seat],
    percent: 100 * spot.shares[seat],
    other_percent: difference.percent,
    apart_percent: 100 * difference.share,
    ...amounts(spot, { cost: difference.cost }),
    classes: difference.different.length,
    hands: difference.different.slice(0, most).map((id) => ({
      id,
      name: game.names[id],
      size: game.counts[id],
      played: spot.chances[seat][id],
      other_played: chances[id],
      ...amounts(spot, { difference: margin(id), cost: difference.costs[id] }, ["bb", "money"]),
    })),
  };
}

// Both strategies in a few words: `Outline`.
export function outlineSeat(spot, seat) {
  const { game } = spot;
  const pure = spot.chances[seat].map((chance) => (chance >= 0.5 ? 1 : 0));
  const text = formatRange(game, ofClasses(game, pure));
  const difference = comparison(spot, seat, pure);
  return {
    position: POSITIONS[seat],
    percent: 100 * spot.shares[seat],
    text,
    terms: text.split(",").length,
    differs_percent: 100 * difference.share,
    cost: difference.cost / spot.measure,
    cells: [],
  };
}

// The best response to a range of the other seat, as a measured pair, and what it earns: `Exploit`.
export function exploit(spot, body) {
  const { game, situation, terms, played } = spot;
  const seat = body.call_range === undefined || body.call_range === null ? 1 : 0;
  const field = seat ? "jam_range" : "call_range";
  const [me, other] = seat ? ["big blind", "small blind"] : ["small blind", "big blind"];
  if (!situation.decides[1 - seat]) refuse(situation.decides[seat] ? `The ${other} has nothing to decide here, so there is no range to answer. Remove it to see what the ${me} does.` : "All chips are in the pot already here, so nobody has a range to answer.", field);
  const range = parseRange(game, body[field], field);
  if (!range.isUnion) refuse("The range names suits: an answer needs whole classes of hands.", field);
  const tree = jamFold(...played.stakes, played.forced);
  const tables = game.tables.slice(0, 1 + played.stakes[0].factors.length);
  const sums = (chances) => planSums(game, tables, [chances]);
  const pair = (own, opponent) => (seat ? [opponent, own] : [own, opponent]);
  const opponent = sums(range.shares);
  const own = sums(bestResponse(game, tree, seat, opponent)[0]);
  const back = sums(bestResponse(game, tree, 1 - seat, own)[0]);
  const worth = (first, second) => played.offsets[seat] + played.factors[seat] * evaluate(game, tree, pair(first, second)).values[seat];
  const solution = bounded(game, played.stakes, { tree, sums: pair(own, opponent), ...evaluate(game, tree, pair(own, opponent)), exact: false, iterations: 1 });
  const values = {
    best: worth(own, opponent),
    equilibrium_strategy: worth(spot.solution.sums[seat], opponent),
    equilibrium_value: spot.values[seat],
  };
  values.gain = values.best - values.equilibrium_strategy;
  values.cost_of_range = values.best - values.equilibrium_value;
  values.risk = values.equilibrium_value - worth(own, back);
  return {
    pair: solvedSpot(game, situation, terms, played, solution),
    against: {
      responder: POSITIONS[seat],
      range_percent: range.percent,
      ...amounts(spot, values),
    },
  };
}

// The hands of a best response to a range, besides what the API says of it.
export function response(game, body) {
  const { pair, against } = exploit(solveSpot(game, readSpot(body), readTerms(body)), body);
  return game.sketch ? { text: "" } : outlineSeat(pair, against.responder === "sb" ? 0 : 1);
}

// ---- What the local API answers, answered here: `answer(planes, name, body)` is the object of POST /api/NAME.
// `planes` is a game of `unpackPlanes`, or several by name.  Bad input throws an error with a sentence and `field`.

const MOST_ROWS = 200;
const ANSWERS = { "check-proof": checkProof, compare, equity, explain, explorer, hand, outline, proof, range, solve };

export function answer(planes, name, body = {}) {
  const game = planes.tables ? planes : planes[body.game || "holdem"];
  if (!ANSWERS[name]) refuse(`'${name}' needs jamfold on a computer.`);
  if (!game) refuse(`This file has no game '${String(body.game).slice(0, 40)}'.`, "game");
  return ANSWERS[name](game, body);
}

// What a spot is, and how good its solution: `SpotContract`.
export function spotParts(spot) {
  const { situation, terms, solution, gains } = spot;
  const { stacks, blinds, antes, dead, ante, bb_ante } = situation;
  return {
    exact: solution.exact,
    ...amounts(spot, { epsilon: (gains[0] + gains[1]) / 2 }),
    ...amounts(spot, { gains }, ["bb", "money"]),
    iterations: solution.iterations,
    game: spot.game.game,
    stacks, blinds, antes, dead, ante, bb_ante,
    antes_posted: situation.posted,
    blinds_posted: situation.blinds.map((blind, k) => Math.min(blind, situation.behind[k])),
    utility: utility(terms),
    rake: isRaked(terms) ? { percent: terms.rake, cap: terms.cap, drop: terms.drop, jackpot: terms.jackpot, always: terms.drop_always, rakeback: terms.rakeback } : null,
  };
}

function utility({ prizes, percent, others: otherStacks, bounties }) {
  if (!prizes) return { name: "chips" };
  return { name: "prizes", model: "malmuth-harville", prizes, percent, others: otherStacks, bounties };
}

// The solved spot; with its tree where raises are listed and taken.
function spotOf(game, body, tree = "") {
  const raises = readSizes(body);
  if (!raises) return solveSpot(game, readSpot(body), readTerms(body));
  if (tree) refuse(tree, "open");
  checkRaises(game);
  return solveTreeSpot(game, readSpot(body), readTerms(body), raises);
}

function solve(game, body) {
  const ranges = [body.call_range, body.jam_range].filter((range) => range !== undefined && range !== null);
  if (ranges.length > 1) refuse("Enter one player's range only: the calling range or the jamming range.", "jam_range");
  const answersRange = ranges.length > 0;
  const spot = spotOf(game, body, answersRange ? "Best responses to a range need jam or fold. Remove the raises." : "");
  if (!answersRange) return solved(spot);
  const { pair, against } = exploit(spot, body);
  const error = pair.solution.method && against.gain_bb !== null ? pair.gains[against.responder === "sb" ? 0 : 1] / pair.measure : null;
  return { ...solved(pair), method: pair.solution.method || "best-response", error_bb: error, against };
}

function solved(spot) {
  const { situation, solution, values, gains } = spot;
  const won = spot.played.currency === "chips" ? values : [chipsWon(spot)].flatMap((value) => [value, situation.dead - value]);
  const posts = values.map((value, seat) => value + spot.played.factors[seat] * mean(spot.game, solution.regret[seat]));
  const plans = spot.tree ? spot.tree.sums.map((rows) => rows.map(({ strategy }) => strategy)) : spot.chances.map((rows) => [rows]);
  const mixed = plans.map((plan) => [...plan[0].keys()].filter((i) => plan.some((chances) => chances[i] > 0 && chances[i] < 1)).length);
  return {
    ...spotParts(spot),
    effective_stack: situation.live,
    unit_chips: situation.unit,
    s: situation.s,
    b: situation.b,
    method: solution.method || "exact",
    error_bb: solution.method && spot.played.currency === "chips" ? Math.max(...gains) / spot.measure : null,
    error_from: solution.method ? "bound" : null,
    jam_percent: 100 * spot.shares[0],
    call_percent: 100 * spot.shares[1],
    value_bb: won[0] / situation.bigBlind,
    value_chips: won,
    ...amounts(spot, { post_ev: posts }),
    ...amounts(spot, { value: values }, ["money"]),
    mixed,
    free: spot.free.map((row) => row.filter(Boolean).length),
    seconds: 0,
    proved: false,
    against: null,
    tree: spot.tree ? treeContract(spot) : null,
    nodes: spot.tree ? [...spot.points.keys()].map((number) => nodeReport(spot, number)) : null,
    terms: null,
    fees_paid: null,
    jackpot_won: null,
    fortune_won: null,
  };
}

function treeContract({ raises: { open, later, limit, jam }, situation }) {
  const sizes = (listed) => listed.map((size) => (typeof size === "string" ? size : size / situation.bigBlind));
  return { open: sizes(open), raises: sizes(later), limit: limit || null, jam };
}

function hand(game, body) {
  const seat = readSeat(body);
  const hasCards = body.cards !== undefined && body.cards !== null && body.cards !== "";
  if (hasCards === (body.id !== undefined && body.id !== null)) refuse(`Enter a hand, such as K7o, or a hand ID${hasCards ? ", not both" : ""}.`, "hand");
  const meant = hasCards ? parseHand(game, body.cards) : ofId(game, body.id);
  const spot = spotOf(game, body);
  const { exact, epsilon_bb, epsilon_chips, gains_bb, epsilon_money, gains_money, iterations } = spotParts(spot);
  const certificate = { exact, epsilon_bb, epsilon_chips, gains_bb, epsilon_money, gains_money, iterations, game: game.game };
  if (spot.tree && !meant.range) return { ...certificate, kind: "hand", ...treeHandRow(spot, seat, meant.id, meant.cards) };
  if (meant.range) return { ...certificate, ...handsOf(spot, seat, String(body.cards), meant.range) };
  return { ...certificate, ...handRow(spot, seat, meant.id, meant.cards), ...explanation(spot, seat, meant.id) };
}

// One hand with the reasons, and the stacks from 1 to 25 at which it is played.
function explain(game, body) {
  const lookup = hand(game, body);
  if (lookup.kind === "range") {
    const ids = [...parseHand(game, body.cards).range.shares.entries()].filter(([, share]) => share > 0).map(([id]) => id);
    const names = ids.slice(0, 2).map((id) => game.names[id]).join(" or ");
    refuse(`'${lookup.text}' is ${lookup.combinations} combos of ${lookup.classes} hands. Enter one hand, such as ${names}.`, "hand");
  }
  if (body.sweep === false || lookup.nodes || game.sketch) return lookup;
  const [level, terms, seat] = [readLevel(body), readTerms(body), readSeat(body)];
  const stacks = Array.from({ length: 241 }, (_, k) => (10 + k) / 10);
  const spots = stacks.map((stack) => solveSpot(game, makeSituation({ ...level, stacks: [stack * level.blinds[1], stack * level.blinds[1]] }), terms));
  const intervals = (of) => runs(spots.map(of)).map((ends) => ends.map((k) => stacks[k]));
  const played = intervals((spot) => spot.chances[seat][lookup.id] >= 0.5);
  const free = intervals((spot) => spot.free[seat][lookup.id]);
  return { ...lookup, played_stacks: played, free_stacks: free, words: [...lookup.words, stacksLine(played, seat)] };
}

function handsOf(spot, seat, text, range) {
  const { game } = spot;
  const [chances, margins] = [spot.chances[seat], spot.margins[seat]];
  const ids = [...range.shares.keys()].filter((id) => range.shares[id] > 0);
  const sum = (of) => ids.reduce((total, id) => total + of(id) * game.counts[id] * range.shares[id], 0);
  const by = (first, second) => chances[second] - chances[first] || (margins[second] || 0) - (margins[first] || 0) || first - second;
  return {
    kind: "range",
    text,
    position: POSITIONS[seat],
    classes: ids.length,
    combinations: range.combinations,
    percent: range.percent,
    played: sum((id) => chances[id]) / sum(() => 1),
    warnings: range.warnings,
    hands: [...ids].sort(by).slice(0, MOST_ROWS).map((id) => handRow(spot, seat, id)),
  };
}

function range(game, body) {
  const parsed = parseRange(game, body.text);
  if (body.order && body.order !== "equity") refuse("In this file percentages are ranked by equity vs. a random hand.", "order");
  const shares = [...parsed.shares.entries()].filter(([, share]) => share);
  return {
    game: game.game,
    combinations: parsed.combinations,
    classes: shares.length,
    percent: parsed.percent,
    canonical: game.sketch ? body.text.trim() : formatRange(game, parsed),
    warnings: parsed.warnings,
    class_union: parsed.isUnion,
    weighted_combinations: parsed.weighted,
    order: parsed.usesOrder ? "equity" : null,
    sample: null,
    class_shares: body.list_classes ? shares : null,
  };
}

function compare(game, body) {
  if (body.csv || body.other) refuse("This file compares with ranges only. For spots and CSV files use jamfold on a computer.", "other");
  if (!body.jam && !body.call) refuse("Write a range to compare with, such as 22+, A2s+.", "other");
  const ranges = ["jam", "call"].map((name) => (body[name] ? parseRange(game, body[name], name) : null));
  const spot = spotOf(game, body, "Ranges and files are compared in jam or fold only. Remove the raises.");
  const most = readNumber(body.top ?? 25, "number of hands", "top");
  return { first: solved(spot), second: null, seats: ranges.flatMap((range, seat) => (range ? [comparedSeat(spot, seat, range.shares, most)] : [])) };
}

function outline(game, body) {
  if (game.sketch) refuse(`Short ranges of ${game.title} need jamfold on a computer.`);
  const spot = spotOf(game, body);
  return { game: game.game, unit: unitOf(spot), seats: [outlineSeat(spot, 0), outlineSeat(spot, 1)] };
}

// The pot shares of two ranges of whole classes before the flop, and how many boards are won and shared.
function equity(game, body) {
  if (game.sketch) refuse(`Equities of ${game.title} need jamfold on a computer.`);
  const texts = Array.isArray(body.players) ? body.players : [];
  if (body.board || body.dead) refuse("This file knows equities before the flop.", body.board ? "board" : "dead");
  if (texts.length !== 2) refuse("Give two hands or ranges: this file compares two.", "players");
  const ranges = texts.map((text, k) => parseRange(game, text, "players"));
  ranges.forEach((range, k) => {
    if (!range.isUnion) refuse(`'${texts[k].slice(0, 40)}' names suits: this file knows hands without them, such as AKs and QQ.`, "players");
    if (!range.combinations) refuse(`No hand of ${game.title} is '${texts[k].slice(0, 40)}'.`, "players");
  });
  const { n, counts, placements, boards } = game;
  const [first, second] = ranges.map((range) => range.shares);
  let [weight, margin, tied, pairs] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    if (!first[i]) continue;
    for (let j = 0; j < n; j++) {
      const at = j * n + i;
      const pairWeight = counts[i] * first[i] * second[j];
      weight += pairWeight * placements[at];
      margin += (pairWeight * game.tables[0].sums[at]) / game.tables[0].scale;
      tied += (pairWeight * game.tables[1].sums[at]) / game.tables[1].scale;
      if (pairWeight) pairs += counts[i] * placements[at];
    }
  }
  if (!weight) refuse("These hands share cards, so no deal is possible.", "players");
  const [tie, ahead] = [tied / weight, margin / weight];
  const usesOrder = ranges.some((range) => range.usesOrder);
  return {
    game: game.game, board: "", dead: "", exact: true,
    method: `exact, ${boards.toLocaleString("en")} boards for each of ${pairs.toLocaleString("en")} combinations of hands`,
    boards, counted: weight * boards, deals: null, seed: null,
    players: [1, -1].map((sign, k) => ({
      text: texts[k], equity: (1 + sign * ahead) / 2, win: (1 + sign * ahead - tie) / 2, tie, standard_error: 0, combinations: ranges[k].combinations,
    })),
    outcomes: null, warnings: [], order: usesOrder ? "equity against a random hand" : null, needs_outcomes: false,
  };
}
