// One spot, solved: what the answers are made of, in chips and big blinds or in money.

import { readSizes, readSpot, readTerms } from "./question.js";
import { FREE, evaluate, jamFold, solveJamFold } from "./solver.js";
import { solveTreeSpot } from "./trees.js";
import { play } from "./worth.js";

// A solved jam or fold spot; `game` of `unpackPlanes`.
export function solveSpot(game, situation, terms) {
  const played = play(situation, terms);
  const tree = jamFold(...played.stakes, played.forced);
  return told(game, situation, terms, played, solveJamFold(game, tree));
}

// A pair of strategies that is measured, with the EVs of all classes.
export function told(game, situation, terms, played, solution) {
  const [jamming, calling] = solution.sums.map((one) => one[0]);
  const [gains, callGain] = solution.best.map((one) => one.actions[0][0]);
  const jamChance = jamming.placements.map((one) => one / game.opponents);
  const callMargin = callGain.map((one, i) => (jamChance[i] > 0 ? one / jamChance[i] : NaN));
  const units = [gains, callMargin];
  const share = ({ strategy }) => strategy.reduce((sum, chance, i) => sum + chance * game.counts[i], 0) / game.total;
  const isFree = (margin) => !(Math.abs(margin) >= FREE);
  return {
    game, situation, terms, played, solution, jamChance, units,
    chances: [jamming.strategy, calling.strategy],
    shares: [share(jamming), share(calling)],
    margins: units.map((one, seat) => one.map((margin) => played.factors[seat] * margin)),
    free: units.map((one) => Array.from(one, isFree)),
    folding: [played.ends[0].fold, played.ends[1].steal],
    values: solution.values.map((one, seat) => played.offsets[seat] + played.factors[seat] * one),
    gains: solution.gains.map((one, seat) => played.factors[seat] * one),
    measure: played.currency === "money" ? 1 : situation.bigBlind,
  };
}

// What the small blind wins in chips on average, by strategies that are played for money.
export function chipsWon({ game, situation, solution }) {
  const { stakes, forced, factors, offsets } = play(situation);
  return offsets[0] + factors[0] * evaluate(game, jamFold(...stakes, forced), solution.sums).values[0];
}

// Both strategies as numbers: chances, what playing gains over folding, values and gains in the currency.
export function strategies(game, body) {
  const raises = readSizes(body);
  if (raises) {
    const { values, gains, tree } = solveTreeSpot(game, readSpot(body), readTerms(body), raises);
    return { values, gains, exact: tree.exact, plans: tree.sums.map((one) => one.map(({ strategy }) => [...strategy])), worth: tree.best.map(({ actions }) => actions.map((one) => one.map((values) => [...values]))) };
  }
  const spot = solveSpot(game, readSpot(body), readTerms(body));
  const told = spot.margins.map((one) => Array.from(one, (margin) => (Number.isNaN(margin) ? null : margin)));
  return { values: spot.values, gains: spot.gains, chances: spot.chances.map((one) => [...one]), margins: told, exact: spot.solution.exact };
}
