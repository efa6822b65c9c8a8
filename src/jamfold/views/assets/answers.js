// What the local API answers, answered here: `answer(planes, name, body)` is the object of POST /api/NAME.
// `planes` is a game of `unpackPlanes`, or several by name.  Bad input throws an error with a sentence and `field`.

import { explorer } from "./charts.js";
import { comparedSeat, equities, exploit, outlineSeat } from "./compare.js";
import { explanation, handRow, stacksLine, treeHandRow } from "./explain.js";
import { runs } from "./packing.js";
import { checkProof, proof } from "./proof.js";
import { readLevel, readNumber, readSeat, readSizes, readSpot, readTerms } from "./question.js";
import { formatRange, ofId, parseHand, parseRange } from "./ranges.js";
import { chipsWon, solveSpot } from "./spot.js";
import { chipsOfTree, nodeReport, solveTreeSpot } from "./trees.js";
import { isRaked, makeSituation, refuse } from "./worth.js";

const MOST_ROWS = 200;
const ANSWERS = { "check-proof": checkProof, compare, equity, explain, explorer, hand, outline, proof, range, solve };

export const NAMES = Object.keys(ANSWERS);

export function answer(planes, name, body = {}) {
  const game = planes.tables ? planes : planes[body.game || "holdem"];
  if (!ANSWERS[name]) refuse(`This file does not answer '${name}': jamfold on a computer does.`);
  if (!game) refuse(`This file has no game '${String(body.game).slice(0, 40)}'.`, "game");
  return ANSWERS[name](game, body);
}

const pairs = (values, by = 1) => values.map((one) => one / by);

// What a spot is, and how good its solution: `SpotContract`.
export function spotParts(spot) {
  const { situation, terms, solution, gains } = spot;
  const chips = spot.played.currency === "chips";
  const big = situation.bigBlind;
  const half = (gains[0] + gains[1]) / 2;
  return {
    exact: solution.exact,
    epsilon_bb: chips ? half / big : null,
    epsilon_chips: chips ? half : null,
    gains_bb: chips ? pairs(gains, big) : [null, null],
    epsilon_money: chips ? null : half,
    gains_money: chips ? [null, null] : gains,
    iterations: solution.iterations,
    game: spot.game.game,
    stacks: situation.stacks,
    blinds: situation.blinds,
    antes: situation.antes,
    dead: situation.dead,
    ante: situation.ante,
    bb_ante: situation.bb_ante,
    antes_posted: situation.posted,
    blinds_posted: situation.blinds.map((blind, k) => Math.min(blind, situation.behind[k])),
    utility: utility(terms),
    rake: isRaked(terms) ? { percent: terms.rake, cap: terms.cap, drop: terms.drop, jackpot: terms.jackpot, always: terms.drop_always, rakeback: terms.rakeback } : null,
  };
}

function utility({ prizes, percent, others, bounties }) {
  if (!prizes) return { name: "chips" };
  return { name: "prizes", model: "malmuth-harville", prizes, percent, others, bounties };
}

// The solved spot; with its tree where raises are listed and taken.
function spotOf(game, body, tree = "") {
  const raises = readSizes(body);
  if (!raises) return solveSpot(game, readSpot(body), readTerms(body));
  if (tree) refuse(tree, "open");
  return solveTreeSpot(game, readSpot(body), readTerms(body), raises);
}

// The equilibrium, or the best response to a range.
function solve(game, body) {
  const isGiven = (name) => body[name] !== undefined && body[name] !== null;
  if (isGiven("call_range") && isGiven("jam_range")) refuse("Give the range of one player, --call-range or --jam-range, not both.", "jam_range");
  const answersRange = isGiven("call_range") || isGiven("jam_range");
  const spot = spotOf(game, body, answersRange ? "A range is answered where everybody jams or folds: leave the raises out." : "");
  if (!answersRange) return solved(spot);
  const { pair, against } = exploit(spot, body);
  return { ...solved(pair), method: "best-response", against };
}

function solved(spot) {
  const { situation, solution, values, gains } = spot;
  const chips = spot.played.currency === "chips";
  const big = situation.bigBlind;
  const won = chips ? values : [spot.tree ? chipsOfTree(spot) : chipsWon(spot)].flatMap((one) => [one, situation.dead - one]);
  const posts = values.map((one, seat) => one + gains[seat]);
  const plans = spot.tree ? spot.tree.sums.map((one) => one.map(({ strategy }) => strategy)) : spot.chances.map((one) => [one]);
  const mixed = plans.map((plan) => [...plan[0].keys()].filter((i) => plan.some((one) => one[i] > 0 && one[i] < 1)).length);
  return {
    ...spotParts(spot),
    effective_stack: situation.live,
    unit_chips: situation.unit,
    s: situation.s,
    b: situation.b,
    method: "exact",
    jam_percent: 100 * spot.shares[0],
    call_percent: 100 * spot.shares[1],
    value_bb: won[0] / big,
    value_chips: won,
    post_ev_bb: chips ? pairs(posts, big) : [null, null],
    post_ev_chips: chips ? posts : [null, null],
    value_money: chips ? [null, null] : values,
    post_ev_money: chips ? [null, null] : posts,
    mixed,
    free: spot.free.map((one) => one.filter(Boolean).length),
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
  const sizes = (listed) => listed.map((one) => (typeof one === "string" ? one : one / situation.bigBlind));
  return { open: sizes(open), raises: sizes(later), limit: limit || null, jam };
}

// One hand with the reasons, or the hands of a range.
function hand(game, body) {
  const seat = readSeat(body);
  const hasCards = body.cards !== undefined && body.cards !== null && body.cards !== "";
  if (hasCards === (body.id !== undefined && body.id !== null)) refuse("Give the cards of a hand, such as K7o, or the id of a class, one of them.", "hand");
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
  const found = hand(game, body);
  if (found.kind === "range") {
    const ids = [...parseHand(game, body.cards).range.shares.entries()].filter(([, share]) => share > 0).map(([id]) => id);
    const names = ids.slice(0, 2).map((id) => game.names[id]).join(" or ");
    refuse(`'${found.text}' is ${found.combinations} hands of ${found.classes} classes, not one hand: write one of them, such as ${names}.`, "hand");
  }
  if (body.sweep === false || found.nodes) return found;
  const [level, terms, seat] = [readLevel(body), readTerms(body), readSeat(body)];
  const stacks = Array.from({ length: 241 }, (_, k) => (10 + k) / 10);
  const spots = stacks.map((stack) => solveSpot(game, makeSituation({ ...level, stacks: [stack * level.blinds[1], stack * level.blinds[1]] }), terms));
  const intervals = (of) => runs(spots.map(of)).map((ends) => ends.map((k) => stacks[k]));
  const played = intervals((spot) => spot.chances[seat][found.id] >= 0.5);
  const free = intervals((spot) => spot.free[seat][found.id]);
  return { ...found, played_stacks: played, free_stacks: free, words: [...found.words, stacksLine(played, seat)] };
}

function handsOf(spot, seat, text, range) {
  const { game } = spot;
  const [chances, margins] = [spot.chances[seat], spot.margins[seat]];
  const ids = [...range.shares.keys()].filter((id) => range.shares[id] > 0);
  const sum = (of) => ids.reduce((total, id) => total + of(id) * game.counts[id] * range.shares[id], 0);
  const by = (one, other) => chances[other] - chances[one] || (margins[other] || 0) - (margins[one] || 0) || one - other;
  return {
    kind: "range",
    text,
    position: ["sb", "bb"][seat],
    classes: ids.length,
    combinations: range.combinations,
    percent: range.percent,
    played: sum((id) => chances[id]) / sum(() => 1),
    warnings: range.warnings,
    hands: [...ids].sort(by).slice(0, MOST_ROWS).map((id) => handRow(spot, seat, id)),
  };
}

// What a range text means.
function range(game, body) {
  const found = parseRange(game, body.text);
  if (body.order && body.order !== "equity") refuse("In this file percentages go by equity against a random hand.", "order");
  const shares = [...found.shares.entries()].filter(([, share]) => share);
  return {
    game: game.game,
    combinations: found.combinations,
    classes: shares.length,
    percent: found.percent,
    canonical: formatRange(game, found),
    warnings: found.warnings,
    class_union: found.isUnion,
    weighted_combinations: found.weighted,
    order: found.usesOrder ? "equity" : null,
    sample: null,
    class_shares: body.list_classes ? shares : null,
  };
}

// A spot beside ranges of one seat or both.
function compare(game, body) {
  if (body.csv || body.other) refuse("This file compares with ranges: jamfold on a computer also with other spots and files.", "other");
  if (!body.jam && !body.call) refuse("Write a range to compare with, such as 22+, A2s+.", "other");
  const ranges = ["jam", "call"].map((name) => (body[name] ? parseRange(game, body[name], name) : null));
  const spot = spotOf(game, body, "Ranges and files are compared where everybody jams or folds: leave the raises out.");
  const most = readNumber(body.top ?? 25, "number of hands", "top");
  return { first: solved(spot), second: null, seats: ranges.flatMap((one, seat) => (one ? [comparedSeat(spot, seat, one.shares, most)] : [])) };
}

// Both strategies as short ranges.
function outline(game, body) {
  const spot = spotOf(game, body);
  const unit = spot.played.currency === "chips" ? "bb" : spot.terms.percent ? "% of the prizes" : "money";
  return { game: game.game, unit, seats: [outlineSeat(spot, 0), outlineSeat(spot, 1)] };
}

function equity(game, body) {
  const texts = Array.isArray(body.players) ? body.players : [];
  if (body.board || body.dead) refuse("This file knows equities before the flop.", body.board ? "board" : "dead");
  if (texts.length !== 2) refuse("Give two hands or ranges: this file compares two.", "players");
  return equities(game, texts);
}
