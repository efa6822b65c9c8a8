// Proofs: an equilibrium in fractions as `docs/proofs.md` has it, made and checked.

import { digestOf } from "./digest.js";
import { common, compare, least, minus, over, plus, readFraction, solveSmall, textOf, times } from "./fractions.js";
import { cardOf, cardText } from "./planes.js";
import { readSizes, readSpot, readTerms } from "./question.js";
import { solveSpot } from "./spot.js";
import { refuse } from "./worth.js";

const FORMAT = "jamfold proof 2";
const MOST_ROUNDS = 100;
const [ZERO, ONE] = [[0n, 1n], [1n, 1n]];
const NO_PROOF = "Only an exact equilibrium of jam or fold for chips has a proof: leave rake, prizes, bounties and raises out.";

// The chips of an all-in without antes, and effective stack and small blind in the unit B, of chips as texts.
function unitsOf({ stacks, blinds, antes, dead }) {
  const read = (all) => all.map(readFraction);
  const [chips, blind, asked] = [read(stacks), read(blinds), read(antes)];
  const equal = least(...asked, ...chips);
  const posted = chips.map((stack, seat) => plus(minus(least(stack, asked[seat]), least(stack, ...asked)), equal));
  const live = least(...chips.map((stack, seat) => minus(stack, posted[seat])));
  const lost = plus(readFraction(dead), plus(...posted));
  const pot = (one) => plus(plus(least(one, live), least(one, live)), lost);
  return [live, ...[live, blind[0]].map((one) => over(pot(one), pot(blind[1])))];
}

// What classes gain beyond folding, in whole numbers; `margins` and `placements` give row i, column j.
class Ends {
  constructor({ n, margins, placements, scale, others }, s, b) {
    Object.assign(this, { n, margins, placements });
    this.unit = common([s, b]);
    const inUnits = ([above, below]) => (above * this.unit) / below;
    this.s = inUnits(s);
    this.one = this.unit * scale;
    this.steal = (this.unit + inUnits(b)) * others * scale;
  }

  showdown(seat, margin, placement) {
    return this.s * BigInt(margin) + (seat ? this.one : -this.one) * BigInt(placement);
  }

  // What every class of a seat gains where the other one plays these classes always.
  gaps(seat, played) {
    return Array.from({ length: this.n }, (_, i) => {
      let [margin, placement] = [0, 0];
      for (let j = 0; j < this.n; j++) {
        if (!played[j]) continue;
        margin += this.margins(i, j);
        placement += this.placements(i, j);
      }
      return (seat ? 0n : this.steal) + this.showdown(seat, margin, placement);
    });
  }

  // The same with classes that mix, times the common denominator of their chances.
  gains(seat, played, mixed) {
    const scale = common([...mixed.values()]);
    const weights = [...mixed].map(([j, [above, below]]) => [j, (above * scale) / below]);
    return this.gaps(seat, played).map((gap, i) => weights.reduce((sum, [j, weight]) => sum + weight * this.showdown(seat, this.margins(i, j), this.placements(i, j)), scale * gap));
  }
}

const dealOf = (game) => ({
  n: game.n,
  margins: (i, j) => game.tables[0].sums[j * game.n + i],
  placements: (i, j) => game.placements[j * game.n + i],
  scale: BigInt(game.margin_scale),
  others: BigInt(game.opponents),
  counts: Array.from(game.counts, BigInt),
  hands: BigInt(game.total),
});

const isOne = (one) => compare(one, ONE) === 0;

// Who has no choice, all-in by the blind.
const forcedIn = (s, b) => [isOne(s) && isOne(b), isOne(s)];

// What the small blind wins, of the gains of a jam, in the unit B.
function valueOf({ counts, hands, others, scale }, ends, seats, gains, b) {
  const share = (i) => (seats[0].played[i] ? ONE : seats[0].mixed.get(i) || ZERO);
  const won = gains.reduce((sum, gain, i) => plus(sum, times([gain * counts[i], 1n], share(i))), ZERO);
  return minus(over(won, [ends.unit * others * scale * hands * common([...seats[1].mixed.values()]), 1n]), b);
}

// The equilibrium in fractions beside one in floating point: `RationalGame.solve`.
function solveFractions(deal, s, b, chances) {
  const forced = forcedIn(s, b);
  const ends = new Ends(deal, s, b);
  const seats = chances.map((one, seat) => ({
    played: Array.from(one, (chance) => forced[seat] || chance >= 1),
    free: forced[seat] ? [] : [...one.keys()].filter((i) => one[i] > 0 && one[i] < 1),
  }));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const gaps = [0, 1].map((seat) => ends.gaps(seat, seats[1 - seat].played));
    const weighed = [0, 1].map((seat) => seats[seat].free.map((i) => deal.counts[i] * gaps[seat][i]));
    const between = seats[0].free.map((i) => seats[1].free.map((j) => deal.counts[i] * ends.showdown(0, deal.margins(i, j), deal.placements(i, j))));
    const found = solveSmall(...weighed, between);
    const told = seats.map(({ played, free }, seat) => {
      const mixed = new Map(free.map((i, k) => [i, found[seat][k]]));
      const always = played.map((one, i) => one || (mixed.has(i) && isOne(mixed.get(i))));
      for (const [i, one] of mixed) if (!one[0] || isOne(one)) mixed.delete(i);
      return { played: always, mixed };
    });
    const gains = [0, 1].map((seat) => ends.gains(seat, told[1 - seat].played, told[1 - seat].mixed));
    let joined = false;
    seats.forEach(({ played, free }, seat) => {
      if (forced[seat]) return;
      const wrong = [...played.keys()].filter((i) => !free.includes(i) && (played[i] ? gains[seat][i] < 0n : gains[seat][i] > 0n));
      for (const i of wrong) played[i] = false;
      free.push(...wrong);
      free.sort((one, other) => one - other);
      joined = joined || wrong.length > 0;
    });
    if (!joined) return { seats: told, value: valueOf(deal, ends, told, gains[0], b) };
  }
  throw new Error("The equilibrium could not be found in fractions: too many hands stay in doubt.");
}

// The proof of a spot, as the text of a file.
export function proof(game, body) {
  const terms = readTerms(body);
  const situation = readSpot(body);
  const spot = readSizes(body) ? null : solveSpot(game, situation, terms);
  if (!spot || !spot.played.plain || !spot.solution.exact) refuse(NO_PROOF, "proof");
  const texts = (all) => all.map((one) => `${one}`);
  const chips = { stacks: texts(situation.stacks), blinds: texts(situation.blinds), antes: texts(situation.antes), dead: `${situation.dead}` };
  const [live, s, b] = unitsOf(chips);
  const deal = dealOf(game);
  const { seats, value } = solveFractions(deal, s, b, spot.chances);
  const signs = ({ played, mixed }) => played.map((one, i) => (mixed.has(i) ? "m" : one ? "1" : "0")).join("");
  const fractions = ({ mixed }) => Object.fromEntries([...mixed].map(([i, one]) => [`${i}`, textOf(one)]));
  const forced = forcedIn(s, b);
  const action = (seat) => (seat > 1 || forced[seat] ? [] : [{ to: textOf(live), plan: signs(seats[seat]), mixed: fractions(seats[seat]), actions: action(seat + 1) }]);
  const all = [...Array(game.n).keys()];
  const written = {
    format: FORMAT,
    program: "jamfold, the file that solves",
    game: game.game,
    hole_cards: 2,
    lowest_rank: game.low,
    order: game.categories,
    split_low: false,
    margin_scale: game.margin_scale,
    classes: game.cards.map((cards) => cards.map(cardText).join("")),
    margins: all.map((i) => all.map((j) => deal.margins(i, j))),
    table_sha256: null,
    spots: [{ ...chips, actions: action(0), value: textOf(value) }],
    sha256: "",
  };
  return { name: `${game.game}-proof.json`, text: `${JSON.stringify({ ...written, sha256: digestOf(written) })}\n` };
}

// ---- To check one, by what stands in it alone: as `docs/check_proof.py` goes about it.

const need = (isTrue, sentence) => isTrue || refuse(`Refused: ${sentence}.`, "proof");

export function checkProof(game, { text }) {
  let written = null;
  try {
    written = JSON.parse(text);
  } catch {
    refuse("The file is no JSON.", "proof");
  }
  need(written?.format === FORMAT && written.sha256 === digestOf({ ...written, sha256: "" }), "the file is damaged, or no proof");
  need(written.hole_cards === 2 && written.margins && !written.split_low, "it is not of a game of two cards");
  need(written.spots.length > 0, "it has no spots");
  const deal = dealtIn(written);
  for (const spot of written.spots) checkSpot(deal, written, spot);
  const same = game.game === written.game && game.n === deal.n && written.classes.every((name, i) => name === game.cards[i].map(cardText).join(""));
  const own = same && dealOf(game);
  const known = own && written.margins.every((row, i) => row.every((one, j) => one === own.margins(i, j)));
  return { spots: written.spots.length, game: written.game, known: Boolean(known) };
}

// The hands of all classes, and what the file says of them.
function dealtIn({ classes, margins, lowest_rank: low, margin_scale: scale }) {
  const held = classes.map((name) => [cardOf(name.slice(0, 2)), cardOf(name.slice(2, 4))]);
  const shape = ([a, b]) => `${Math.max(a >> 2, b >> 2)} ${Math.min(a >> 2, b >> 2)} ${(a & 3) === (b & 3)}`;
  const places = new Map(held.map((cards, i) => [shape(cards), i]));
  need(places.size === classes.length && held.every(([a, b]) => a >= 4 * low && b >= 4 * low && a !== b), "its classes are none");
  const n = classes.length;
  const [counts, beside] = [Array(n).fill(0), Array.from({ length: n }, () => Array(n).fill(0))];
  for (let a = 4 * low; a < 52; a++) {
    for (let b = 4 * low; b < a; b++) {
      const j = places.get(shape([a, b]));
      need(j !== undefined, "hands are missing");
      counts[j]++;
      held.forEach((cards, i) => { if (!cards.includes(a) && !cards.includes(b)) beside[i][j]++; });
    }
  }
  const left = 52 - 4 * low;
  const choose = (from, many) => Array.from({ length: many }, (_, k) => k).reduce((all, k) => (all * (from - k)) / (k + 1), 1);
  need(scale === choose(left - 4, 5), "margins have another scale");
  need(margins.length === n && margins.every((row, i) => row.length === n && row.every((one, j) => Number.isSafeInteger(one) && counts[i] * one + counts[j] * margins[j][i] === 0)), "wrong margins");
  return { n, margins: (i, j) => margins[i][j], placements: (i, j) => beside[i][j], scale: BigInt(scale), others: BigInt(choose(left - 2, 2)), counts: counts.map(BigInt), hands: BigInt(choose(left, 2)) };
}

// Jam or fold: one action, all-in, and behind it the call; who is all-in by the blind has none.
function checkSpot(deal, { classes }, spot) {
  const [live, s, b] = unitsOf(spot);
  const forced = forcedIn(s, b);
  let { actions } = spot;
  const seats = forced.map((isForced) => {
    if (isForced) {
      need(!actions.length, "somebody acts who is all-in");
      return { played: Array(deal.n).fill(true), mixed: new Map() };
    }
    need(actions.length > 0, "nobody acts");
    const [{ to, plan, mixed: texts, actions: behind }] = actions;
    const isJam = actions.length === 1 && compare(readFraction(to), live) === 0;
    need(isJam, `it has another action than all-in, to ${textOf(live)}: 'docs/check_proof.py' of jamfold checks raises`);
    actions = behind;
    need(plan.length === deal.n && /^[01m]*$/.test(plan), "a strategy says neither 0 nor 1 nor m of a class");
    const mixed = new Map([...plan].flatMap((sign, i) => (sign === "m" ? [[i, readFraction(texts[i])]] : [])));
    for (const one of mixed.values()) need(compare(one, ZERO) >= 0 && compare(one, ONE) <= 0, "a chance is not from 0 to 1");
    return { played: [...plan].map((sign) => sign === "1"), mixed };
  });
  need(!actions.length, "somebody acts who is all-in");
  const ends = new Ends(deal, s, b);
  const gains = [0, 1].map((seat) => ends.gains(seat, seats[1 - seat].played, seats[1 - seat].mixed));
  seats.forEach(({ played, mixed }, seat) => {
    for (let i = 0; i < deal.n; i++) {
      const chance = played[i] ? ONE : mixed.get(i) || ZERO;
      const gain = forced[seat] ? 1n : gains[seat][i];
      need(!gain || compare(chance, gain > 0n ? ONE : ZERO) === 0, `somebody gains by playing ${classes[i]} otherwise`);
    }
  });
  const value = valueOf(deal, ends, seats, gains[0], b);
  need(compare(readFraction(spot.value), value) === 0, `the value is ${textOf(value)}`);
}
