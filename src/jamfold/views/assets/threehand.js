// A hand of three before its cards, all in or fold: what is posted, who decides, what every end is worth.  The
// mathematics of `hand/hand.py`, `hand/posts.py` and `worth/pots.py`.  Seats are 0 small blind, 1 big blind, 2 button.

import { LAST_FIRST, ORDERS, orderCube } from "./threeway.js";
import { chipsOf, prizesAfter, refuse, returned, taken } from "./worth.js";

export const SEATS = ["sb", "bb", "btn"];
export const ORDER = [2, 0, 1]; // of acting: the seat of each player of the solver
// The decisions by number of the solver: the seat, and who is in before it.
export const NODES = [[2, []], [0, [2]], [0, []], [1, [2, 0]], [1, [2]], [1, [0]]].map(([seat, after]) => ({ seat, after }));
const READING = [0, 2, 1, 5, 4, 3]; // as they are told
const PAIRS = [[0, 1], [0, 2], [1, 2]];
const PAIR_PLACES = [[0, 1], [0, 0], [1, 0]]; // the first wins, ties, loses

const sum = (values) => values.reduce((total, one) => total + one, 0);

// Each post at most what the stack still holds: antes, the big blind's for the table, blinds.
function pay({ stacks, blinds, ante, bb_ante }) {
  const left = [...stacks];
  const paid = stacks.map(() => ({ table: 0, ante: 0, blind: 0 }));
  const post = (kind, seat, asked) => {
    const chips = Math.min(asked, left[seat]);
    left[seat] -= chips;
    paid[seat][kind] += chips;
  };
  for (const seat of [0, 1, 2]) post("ante", seat, ante);
  post("table", 1, bb_ante);
  blinds.forEach((blind, seat) => post("blind", seat, blind));
  return paid;
}

// The hand of `readTable` and `readTerms`; bad numbers are refused.
export function makeHand(asked, terms) {
  const { stacks, blinds, ante, bb_ante, dead } = asked;
  for (const [value, name, field] of [[ante, "ante", "ante"], [bb_ante, "big-blind ante", "bb_ante"], [dead, "dead money", "dead"], [blinds[0], "small blind", "blind_sb"]]) chipsOf(value, name, field, true);
  chipsOf(blinds[1], "big blind", "blind_bb");
  if (blinds[0] > blinds[1]) refuse(`The small blind (${blinds[0]}) is larger than the big blind (${blinds[1]}).`, "blind_sb");
  const paid = pay(asked);
  const hand = { ...asked, terms, paid, posted: paid.map((one) => one.ante + one.blind), allIn: stacks.map((stack, seat) => stack - paid[seat].table) };
  hand.forced = NODES.map((node) => forcedAt(hand, node));
  hand.reading = READING.filter((number) => hand.forced[number] === null && comesTo(hand, NODES[number]));
  hand.unit = terms.prizes ? sum(terms.prizes) : blinds[1];
  return hand;
}

// 1 where a seat is in without a decision, null where it decides.
function forcedAt({ posted, allIn }, { seat, after }) {
  const rivals = [...after, ...ORDER.slice(ORDER.indexOf(seat) + 1)];
  const mine = posted[seat];
  return allIn[seat] <= mine || (rivals.length && Math.max(...rivals.map((one) => allIn[one])) <= mine) ? 1 : null;
}

const before = (seat) => ORDER.slice(0, ORDER.indexOf(seat));
const numberOf = (seat, after) => NODES.findIndex((node) => node.seat === seat && node.after.join() === after.join());

// Whether a decision can be reached: nobody who is in by force has folded before it.
const comesTo = ({ forced }, { seat, after }) => before(seat).every((one) => (
  after.includes(one) || !forced[numberOf(one, after.filter((two) => before(one).includes(two)))]
));

// Main pot and side pots: chips, and who plays for them; what nobody could call is returned.
function makePots(putIn, live, dead) {
  const players = [...live.keys()].filter((seat) => live[seat]);
  const pots = dead ? [{ chips: dead, players }] : [];
  const back = putIn.map(() => 0);
  let below = 0;
  for (const level of [...new Set(putIn.filter((chips) => chips > 0))].sort((a, b) => a - b)) {
    const reached = [...putIn.keys()].filter((seat) => putIn[seat] >= level);
    const chips = (level - below) * reached.length;
    if (reached.length === 1) back[reached[0]] += chips;
    else pots.push({ chips, players: reached.filter((seat) => live[seat]) });
    below = level;
  }
  return { pots, back, total: sum(pots.map((pot) => pot.chips)) };
}

// Everybody's chips, or money, after the hand: who is in, and their places, 0 for the best.
function valuesAfter({ stacks, paid, posted, allIn, dead, terms }, inside, places) {
  const live = stacks.map((_, seat) => inside.includes(seat) || (!inside.length && seat === 1));
  const putIn = stacks.map((_, seat) => (inside.includes(seat) ? allIn : posted)[seat]);
  const { pots, back, total } = makePots(putIn, live, sum(paid.map((one) => one.table)) + dead);
  const showdown = inside.length > 1;
  const left = total > 0 ? 1 - taken(terms, total, showdown) / total : 1;
  const got = [...back];
  const placeOf = (seat) => (inside.includes(seat) ? places[inside.indexOf(seat)] : 3);
  for (const { chips, players } of pots) {
    const best = Math.min(...players.map(placeOf));
    const winners = players.filter((seat) => placeOf(seat) === best);
    for (const seat of winners) got[seat] += (chips * left) / winners.length;
  }
  const after = stacks.map((stack, seat) => {
    const { table } = paid[seat];
    const contributed = putIn[seat] - back[seat] + table;
    return stack - putIn[seat] - table + got[seat] + returned(terms, total, showdown, contributed);
  });
  return terms.prizes ? prizesAfter(terms, stacks, after) : after;
}

// The ends as `threeSeats` takes them, by player.
export function threeEnds(hand, table) {
  const worth = (players, places) => {
    const values = valuesAfter(hand, players.map((player) => ORDER[player]), places);
    return ORDER.map((seat) => values[seat]);
  };
  const shown = ORDERS.map((order) => worth([0, 1, 2], order));
  const of = (player, orders) => orderCube(table, orders.map((order) => shown[order][player]));
  return {
    nobody: worth([], []),
    alone: [worth([0], [0]), worth([1], [0])],
    pairs: PAIRS.map((pair) => PAIR_PLACES.map((places) => worth(pair, places))),
    cubes: [of(0, LAST_FIRST), of(1, LAST_FIRST), of(2, [...ORDERS.keys()])],
  };
}

// What stands by player of the solver, by seat.
export const bySeat = (values) => SEATS.map((_, seat) => values[ORDER.indexOf(seat)]);
