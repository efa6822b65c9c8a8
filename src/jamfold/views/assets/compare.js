// A solved spot beside a range: what differs and what it costs, the best response to it, a strategy as a range.

import { FREE, bestResponse, evaluate, jamFold, planSums } from "./solver.js";
import { formatRange, ofClasses, parseRange } from "./ranges.js";
import { told } from "./spot.js";
import { refuse } from "./worth.js";

// How another source that plays classes with these chances does in a seat.
export function comparison(spot, seat, chances) {
  const { game } = spot;
  const mine = spot.chances[seat];
  const margin = spot.margins[seat].map((one, i) => (Math.abs(spot.units[seat][i]) < FREE ? 0 : one || 0));
  const asked = (i) => (seat ? spot.jamChance[i] : 1);
  const costs = mine.map((chance, i) => (chance - chances[i]) * margin[i] * asked(i));
  const apart = mine.map((chance, i) => Math.abs(chances[i] - chance));
  const mean = (values) => values.reduce((sum, one, i) => sum + one * game.counts[i], 0) / game.total;
  const by = (one, other) => costs[other] * game.counts[other] - costs[one] * game.counts[one] || apart[other] * game.counts[other] - apart[one] * game.counts[one];
  const different = [...mine.keys()].filter((i) => apart[i] > 1e-9).sort(by);
  return { costs, share: mean(apart), cost: mean(costs), percent: 100 * mean(Float64Array.from(chances)), different };
}

// `ComparedSeat` of a range.
export function comparedSeat(spot, seat, chances, most) {
  const { game, measure } = spot;
  const chips = spot.played.currency === "chips";
  const found = comparison(spot, seat, chances);
  const inBb = (value) => (chips ? value / measure : null);
  const inMoney = (value) => (chips ? null : value);
  const margin = (id) => (Number.isNaN(spot.margins[seat][id]) ? null : spot.margins[seat][id]);
  return {
    position: ["sb", "bb"][seat],
    percent: 100 * spot.shares[seat],
    other_percent: found.percent,
    apart_percent: 100 * found.share,
    cost_bb: inBb(found.cost),
    cost_chips: chips ? found.cost : null,
    cost_money: inMoney(found.cost),
    classes: found.different.length,
    hands: found.different.slice(0, most).map((id) => ({
      id,
      name: game.names[id],
      size: game.counts[id],
      played: spot.chances[seat][id],
      other_played: chances[id],
      difference_bb: margin(id) === null ? null : inBb(margin(id)),
      cost_bb: inBb(found.costs[id]),
      difference_money: inMoney(margin(id)),
      cost_money: inMoney(found.costs[id]),
    })),
  };
}

// Both strategies in a few words: `Outline`.
export function outlineSeat(spot, seat) {
  const { game } = spot;
  const pure = spot.chances[seat].map((chance) => (chance >= 0.5 ? 1 : 0));
  const text = formatRange(game, ofClasses(game, pure));
  const found = comparison(spot, seat, pure);
  return {
    position: ["sb", "bb"][seat],
    percent: 100 * spot.shares[seat],
    text,
    terms: text.split(",").length,
    differs_percent: 100 * found.share,
    cost: found.cost / spot.measure,
    cells: [],
  };
}

// The best response to a range of the other seat, as a measured pair, and what it earns: `Exploit`.
export function exploit(spot, body) {
  const { game, situation, terms, played } = spot;
  const seat = body.call_range === undefined || body.call_range === null ? 1 : 0;
  const field = seat ? "jam_range" : "call_range";
  const [me, other] = seat ? ["big blind", "small blind"] : ["small blind", "big blind"];
  if (!situation.decides[1 - seat]) refuse(situation.decides[seat] ? `The ${other} has nothing to decide here, so there is no range to answer: leave it out to see what the ${me} does.` : "All chips are in the pot already here, so nobody has a range to answer.", field);
  const range = parseRange(game, body[field], field);
  if (!range.isUnion) refuse("The range names suits: an answer needs whole classes of hands.", field);
  const tree = jamFold(...played.stakes, played.forced);
  const tables = game.tables.slice(0, 1 + played.stakes[0].factors.length);
  const sums = (chances) => planSums(game, tables, [chances]);
  const pair = (mine, theirs) => (seat ? [theirs, mine] : [mine, theirs]);
  const theirs = sums(range.shares);
  const mine = sums(bestResponse(game, tree, seat, theirs)[0]);
  const back = sums(bestResponse(game, tree, 1 - seat, mine)[0]);
  const worth = (one, other) => played.offsets[seat] + played.factors[seat] * evaluate(game, tree, pair(one, other)).values[seat];
  const solution = { sums: pair(mine, theirs), ...evaluate(game, tree, pair(mine, theirs)), exact: false, iterations: 1 };
  const values = {
    best: worth(mine, theirs),
    equilibrium_strategy: worth(spot.solution.sums[seat], theirs),
    equilibrium_value: spot.values[seat],
  };
  values.gain = values.best - values.equilibrium_strategy;
  values.cost_of_range = values.best - values.equilibrium_value;
  values.risk = values.equilibrium_value - worth(mine, back);
  const chips = played.currency === "chips";
  const named = (name, of) => Object.fromEntries(Object.entries(values).map(([key, value]) => [`${key}_${name}`, of(value)]));
  return {
    pair: told(game, situation, terms, played, solution),
    against: {
      responder: ["sb", "bb"][seat],
      range_percent: range.percent,
      ...named("chips", (value) => (chips ? value : null)),
      ...named("bb", (value) => (chips ? value / situation.bigBlind : null)),
      ...named("money", (value) => (chips ? null : value)),
    },
  };
}

// The pot shares of two ranges of whole classes before the flop, and how many boards are won and shared.
export function equities(game, texts) {
  const ranges = texts.map((text, k) => parseRange(game, text, "players"));
  ranges.forEach((range, k) => {
    if (!range.isUnion) refuse(`'${texts[k].slice(0, 40)}' names suits: this file knows hands without them, such as AKs and QQ.`, "players");
    if (!range.combinations) refuse(`No hand of ${game.title} is '${texts[k].slice(0, 40)}'.`, "players");
  });
  const { n, counts, placements, boards } = game;
  const [mine, theirs] = ranges.map((range) => range.shares);
  let [weight, margin, tied, pairs] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    if (!mine[i]) continue;
    for (let j = 0; j < n; j++) {
      const at = j * n + i;
      const both = counts[i] * mine[i] * theirs[j];
      weight += both * placements[at];
      margin += (both * game.tables[0].sums[at]) / game.tables[0].scale;
      tied += (both * game.tables[1].sums[at]) / game.tables[1].scale;
      if (both) pairs += counts[i] * placements[at];
    }
  }
  if (!weight) refuse("The hands of the players leave no combination: they hold the same cards.", "players");
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
