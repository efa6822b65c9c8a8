// What a hand of two is played for: chips, rake, prizes (Malmuth-Harville up to 20 players), bounties, as the ends
// that the solver takes.  The mathematics of `betting/two_seats.py`, `betting/ends.py`, `spots/payoffs.py` and `worth/`.

import { FACTS } from "./facts.js";
import { cancels, makeEnds } from "./solver.js";

const MOST_CHIPS = 1e12;
export const MOST_PLAYERS = 20;
export const POSITIONS = ["sb", "bb"];
const BY_SETS = 10;
const ROUNDING = 1e-13;
const LEFT = 1e-12; // the share of all chips below which a stack is what rounding has left of none
const SHARES = [0, 0.5, 1];

export function refuse(message, field) { throw Object.assign(new Error(message), { field }); }

export const sum = (values) => values.reduce((total, value) => total + value, 0);
export const formatNumber = (value) => `${+value.toPrecision(6)}`;

export function chipsOf(value, name, field, zeroAllowed = false) {
  if (typeof value !== "number" || Number.isNaN(value)) {
    const words = typeof value === "string" ? `, not '${value.slice(0, 40)}'` : "";
    refuse(`The ${name} must be a number of chips${words}.`, field);
  }
  if (!Number.isFinite(value)) refuse(`The ${name} must be a finite number of chips, but it is ${value > 0 ? "inf" : "-inf"}.`, field);
  if (value < 0 || (value === 0 && !zeroAllowed)) {
    const limit = zeroAllowed ? "must not be negative" : "must be above zero";
    refuse(`The ${name} ${limit}, but it is ${formatNumber(value)}.`, field);
  }
  if (value > MOST_CHIPS) refuse(`The ${name} must be at most 1e+12 chips, but it is ${formatNumber(value)}.`, field);
  return value;
}

// Two players before the hand, in chips: stacks, blinds, the ante of each, the big blind's besides, dead money.
export function makeSituation({ stacks, blinds, ante = 0, bb_ante = 0, dead = 0 }) {
  chipsOf(ante, "ante", "ante", true);
  chipsOf(bb_ante, "big-blind ante", "bb_ante", true);
  chipsOf(dead, "dead money", "dead", true);
  chipsOf(blinds[0], "small blind", "blind_sb", dead > 0 || ante + bb_ante > 0);
  chipsOf(blinds[1], "big blind", "blind_bb");
  if (blinds[0] > blinds[1]) refuse(`The small blind (${formatNumber(blinds[0])}) is larger than the big blind (${formatNumber(blinds[1])}).`, "blind_sb");
  chipsOf(stacks[0], "small blind's stack", "stack_sb");
  chipsOf(stacks[1], "big blind's stack", "stack_bb");
  const antes = [ante, ante + bb_ante];
  const equal = Math.min(ante, ...stacks);
  const posted = stacks.map((stack, k) => Math.min(stack, antes[k]) - (Math.min(stack, ante) - equal));
  const behind = stacks.map((stack, k) => stack - posted[k]);
  const live = Math.min(...behind);
  const deadTotal = dead + (posted[0] + posted[1]);
  const twice = 2 * Math.min(blinds[1], live) + deadTotal;
  const situation = {
    stacks, blinds, antes, dead, ante, bb_ante, posted, behind, live, deadTotal,
    unit: Math.min(blinds[1], live) + deadTotal / 2,
    s: (2 * live + deadTotal) / twice,
    b: (2 * Math.min(blinds[0], live) + deadTotal) / twice,
    bigBlind: blinds[1],
    decides: [live > blinds[0], live > blinds[1]],
    offset: dead / 2 + (posted[1] - posted[0]) / 2,
  };
  if (situation.s > FACTS.mostUnits) {
    refuse(`The stacks (${formatNumber(stacks[0])} and ${formatNumber(stacks[1])}) are more than 1,000,000 times the big blind with its share of the dead money (${formatNumber(situation.unit)}).`, "stack_sb");
  }
  return situation;
}

// ---- Rake.

const rakeOf = ({ rake = 0, cap = null, drop = 0 }, pot) => Math.min(pot, (cap === null ? (rake / 100) * pot : Math.min((rake / 100) * pot, cap)) + drop);

const isFree = ({ rake = 0, cap = null, drop = 0, jackpot = 0 }) => !(drop || jackpot || (rake && cap !== 0));

export function taken(terms, pot, showdown) {
  if (!showdown && !terms.drop_always) return 0;
  return Math.min(pot, rakeOf(terms, pot) + (terms.jackpot || 0));
}

export function returned(terms, pot, showdown, contributed) {
  if (pot <= 0 || (!showdown && !terms.drop_always)) return 0;
  return (((terms.rakeback || 0) / 100) * rakeOf(terms, pot) * contributed) / pot;
}

// ---- Prizes: Malmuth-Harville, by sets of placed players up to ten, by its integral beyond.

function bySets(stacks, prizes) {
  const n = stacks.length;
  const chances = new Float64Array(2 ** n);
  const values = new Float64Array(n);
  chances[0] = 1;
  const paid = prizes.findLastIndex((prize) => prize !== 0) + 1;
  for (let set = 0; set < 2 ** n - 1; set++) {
    let [size, left] = [0, 0];
    for (let i = 0; i < n; i++) {
      if ((set >> i) & 1) size++;
      else left += stacks[i];
    }
    if (size >= paid) continue;
    for (let i = 0; i < n; i++) {
      if ((set >> i) & 1) continue;
      const chance = (chances[set] * stacks[i]) / left;
      values[i] += chance * prizes[size];
      chances[set | (1 << i)] += chance;
    }
  }
  return values;
}

// The mean prize of each where exponential clocks of the stacks' rates ring one after the other: the trapezoid
// rule on x with t = exp(x - exp(-x)), which converges faster than any power of its nodes.
function byIntegral(stacks, prizes, count) {
  const total = sum(stacks);
  const rates = stacks.map((stack) => stack / total);
  const step = 1 / 24;
  const last = 4 - Math.log(Math.min(...rates.slice(0, count)));
  const values = new Float64Array(count);
  for (let x = -4; x < last; x += step) {
    const shrunk = Math.exp(-x);
    const time = Math.exp(x - shrunk);
    const weight = step * time * (1 + shrunk);
    for (let i = 0; i < count; i++) {
      const law = new Float64Array(prizes.length);
      law[0] = 1;
      rates.forEach((rate, k) => {
        if (k === i) return;
        const rang = -Math.expm1(-rate * time);
        for (let r = law.length - 1; r > 0; r--) law[r] = law[r] * (1 - rang) + law[r - 1] * rang;
        law[0] *= 1 - rang;
      });
      values[i] += weight * rates[i] * Math.exp(-rates[i] * time) * sum(prizes.map((prize, r) => prize * law[r]));
    }
  }
  return values;
}

// What the first `count` of these stacks are worth; the prize of the last place is everybody's.
export function stackValues(stacks, prizes, count = stacks.length) {
  const places = stacks.map((_, k) => prizes[k] || 0);
  const last = places.at(-1);
  const above = places.map((place) => place - last);
  const values = stacks.length <= BY_SETS ? bySets(stacks, above) : byIntegral(stacks, above, count);
  return Array.from(values.slice(0, count), (value) => value + last);
}

// What the players of a hand have after it: who went broke their place's prize, who is in what their chips are worth.
function settled(before, after, prizes, otherStacks) {
  const places = [...before, ...otherStacks].map((_, k) => prizes[k] || 0);
  const staying = [...before.keys()].filter((k) => after[k] > 0);
  const values = before.map(() => 0);
  const worth = stackValues([...staying.map((k) => after[k]), ...otherStacks], places.slice(0, staying.length + otherStacks.length), staying.length);
  staying.forEach((k, at) => { values[k] = worth[at]; });
  const broke = [...before.keys()].filter((k) => after[k] <= 0);
  for (const k of broke) {
    const better = broke.filter((other) => before[other] > before[k]).length;
    const alike = broke.filter((other) => before[other] === before[k]).length;
    const first = staying.length + otherStacks.length + better;
    values[k] = sum(places.slice(first, first + alike)) / alike;
  }
  return values;
}

// What both have of heads: cash for who went broke, and the heads that stay by the share of chips, or nothing.
function headsAfter({ heads, progressive, future }, after) {
  const pool = sum(heads);
  const stays = [after[0] > 0, after[1] > 0];
  const gone = sum(heads.filter((_, k) => after[k] <= 0));
  const cash = stays[0] || stays[1] ? gone * (1 - progressive) : 0;
  const left = pool - (stays[0] || stays[1] ? cash : gone);
  const all = sum(after);
  const hasNoHeads = future === "none" && after.filter((stack) => stack > 0).length > 1;
  const shares = after.map((stack) => (hasNoHeads || !all ? 0 : (left * stack) / all));
  return [shares[0] + (stays[0] && !stays[1] ? cash : 0), shares[1] + (stays[1] && !stays[0] ? cash : 0)];
}

// What the players of a hand have in money, of their chips before it and after it.
export function prizesAfter({ prizes, others: otherStacks, bounties }, stacks, after) {
  const total = sum([...stacks, ...otherStacks]);
  const left = after.map((chips) => (Math.abs(chips) <= LEFT * total ? 0 : chips));
  const values = settled(stacks, left, prizes, otherStacks);
  if (!bounties) return values;
  const heads = headsAfter(bounties, [...left, ...otherStacks]);
  return values.map((value, k) => value + heads[k]);
}

// ---- The ends of a hand, and the unit in which they are solved.

// What an end is worth to both, in chips, or in money where there are prizes: both have put in so much beyond the
// antes, and the small blind gets this share of the pot.
export function endsOf(situation, terms) {
  const { posted, behind, deadTotal, stacks } = situation;
  const worth = terms.prizes && ((after) => prizesAfter(terms, stacks, after));
  return (staked, share, showdown) => {
    const pot = 2 * staked + deadTotal;
    const won = pot - taken(terms, pot, showdown);
    const parts = [share * won, (1 - share) * won];
    const back = posted.map((ante) => returned(terms, pot, showdown, ante + staked));
    if (!worth) return parts.map((part, k) => part - staked - posted[k] + back[k]);
    return worth(parts.map((part, k) => behind[k] - staked + part + back[k]));
  };
}

// What every end of jam or fold is worth to both.
export function twoEnds(situation, terms) {
  const { live, blinds } = situation;
  const end = endsOf(situation, terms);
  const [small, big] = blinds.map((blind) => Math.min(blind, live));
  const [fold, steal] = [end(small, 0, false), end(big, 1, false)];
  const byShare = SHARES.map((share) => end(live, share, true));
  const showdowns = [byShare.map((ends) => ends[0]), byShare.map((ends) => ends[1]).reverse()];
  if (showdowns.some((showdown) => showdown[1] < showdown[0] || showdown[2] < showdown[1])) {
    refuse("The rake is larger than the pot. Lower the rake or set a cap.");
  }
  return [0, 1].map((seat) => makeEnds({ fold: fold[seat], steal: steal[seat], showdown: showdowns[seat] }));
}

// Slope and intercept of a seat's values over chips, if they lie on a rising straight line.
function line(values, chips) {
  const all = ({ fold, steal, showdown }) => [fold, steal, ...showdown];
  const [xs, ys] = [all(chips), all(values)];
  const [low, high] = [Math.min(...xs), Math.max(...xs)];
  const [first, last] = [ys[xs.indexOf(low)], ys[xs.indexOf(high)]];
  if (high === low) return null;
  const slope = (last - first) / (high - low);
  const apart = Math.max(...xs.map((x, k) => Math.abs(ys[k] - first - slope * (x - low))));
  const largest = Math.max(...ys.map(Math.abs), ...xs.map((x) => slope * Math.abs(x)));
  return slope <= 0 || apart > ROUNDING * largest ? null : [slope, first - slope * low];
}

// A spot as the solver takes it: ends in a unit of its own, and the way back (value = offset + factor x solved).
export function play(situation, terms = {}) {
  const plain = twoEnds(situation, {});
  const isPlain = !terms.prizes && isFree(terms);
  const ends = isPlain ? plain : twoEnds(situation, terms);
  const lines = ends.map((end, seat) => line(end, plain[seat]));
  const currency = terms.prizes ? "money" : "chips";
  const { s, b, unit, offset, dead } = situation;
  if (lines[0] && lines[1]) {
    const offsets = [offset, dead - offset];
    return {
      ends, currency, plain: isPlain, inChips: true, cancels: true,
      stakes: [makeEnds({ fold: -b, steal: 1, showdown: [-s, s] }), makeEnds({ fold: b, steal: -1, showdown: [-s, s] })],
      forced: [s === 1 && b === 1, s === 1],
      factors: lines.map(([slope]) => slope * unit),
      offsets: lines.map(([slope, start], seat) => start + slope * offsets[seat]),
    };
  }
  const pool = terms.prizes ? sum(terms.prizes) + (terms.bounties ? sum(terms.bounties.heads) : 0) : unit;
  const straight = ends.every(({ showdown: [low, half, high] }) => Math.abs(half - (low + high) / 2) <= ROUNDING * Math.max(Math.abs(low), Math.abs(high)));
  const stakes = ends.map(({ fold, steal, showdown }) => {
    const values = showdown.map((value) => value / pool);
    return makeEnds({ fold: fold / pool, steal: steal / pool, showdown: straight ? [values[0], values[2]] : values });
  });
  return { ends, currency, plain: isPlain, inChips: false, cancels: cancels(...stakes), stakes, forced: situation.decides.map((decides) => !decides), factors: [pool, pool], offsets: [0, 0] };
}

export const isRaked = (terms) => !isFree(terms);
