// A table of three, solved: what POST /api/table answers of it, and class by class what a page shows.

import { readSizes, readTable, readTerms } from "./question.js";
import { formatRange, ofClasses } from "./ranges.js";
import { solveSeats } from "./seatsearch.js";
import { TOLERANCE } from "./solver.js";
import { NODES, SEATS, bySeat, makeHand, threeEnds } from "./threehand.js";
import { threeSeats } from "./threeseats.js";
import { threeDeals } from "./threeway.js";
import { isRaked, refuse } from "./worth.js";

const ELSEWHERE = ["whole_chips", "max_allin", "preset", "seats", "stack", "profile", "ranges", "starts"];
const TARGET = 1e-6; // the largest own gain at which a search is over, of a big blind or of the prizes

// `game` of `unpackPlanes` with `threeway` of `unpackThreeway`; tells `hear` which share of its steps are done at most.
export function table(game, body, hear) {
  if (!game.threeway) refuse(`This file has no three seats of ${game.title}: one that jamfold writes with --seats 3 has.`, "stacks");
  if (readSizes(body)) refuse("In this file three seats jam or fold: leave the raises out.", "open");
  for (const name of ELSEWHERE) if (body[name]) refuse(`This file does not know the field '${name}': jamfold on a computer does.`, name);
  const hand = makeHand(readTable(body), readTerms(body, 3));
  game.deals ??= threeDeals(game.threeway);
  const found = solveSeats(threeSeats(game.deals, threeEnds(hand, game.threeway), hand.forced), TARGET * hand.unit, hear);
  return {
    game: game.game,
    seats: SEATS.map((seat, k) => ({ seat, stack: hand.stacks[k] })),
    blinds: hand.blinds,
    ante: hand.ante,
    bb_ante: hand.bb_ante,
    dead: hand.dead,
    rake: isRaked(hand.terms),
    prizes: hand.terms.prizes ?? null,
    nodes: hand.reading.map((number) => told(game, found, number)),
    values: bySeat(found.values),
    gains: bySeat(found.own),
    target: TARGET * hand.unit,
    exact: Math.max(...found.own) < TOLERANCE * hand.unit,
    counted: true,
    unit: hand.terms.prizes ? "money" : "chips",
    percent: Boolean(hand.terms.percent),
    names: game.names,
    places: game.places,
    iterations: found.iterations,
  };
}

// A decision: what is played there, and what playing gains over folding once it is dealt and asked.
function told(game, { strategy, gains, arrivals }, number) {
  const { seat, after } = NODES[number];
  const [chances, there] = [strategy[number], arrivals[number]];
  const weight = (of) => chances.reduce((sum, _, id) => sum + of(id) * game.counts[id], 0);
  return {
    seat: SEATS[seat],
    after: after.map((one) => SEATS[one]),
    percent: (100 * weight((id) => chances[id])) / game.total,
    reach: there.reduce((sum, one) => sum + one, 0),
    range: formatRange(game, ofClasses(game, chances)),
    mostly: formatRange(game, ofClasses(game, chances.map((one) => Number(one >= 0.5)))),
    chances: [...chances],
    margins: Array.from(gains[number], (gain, id) => (there[id] > 0 ? gain / there[id] : null)),
  };
}
