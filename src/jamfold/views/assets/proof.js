// Proofs: an equilibrium in fractions as `docs/proofs.md` has it, made and checked.

import { digestOf, sha256 } from "./digest.js";
import { common, compare, least, minus, over, plus, readFraction, solveSmall, textOf, times } from "./fractions.js";
import { cardText } from "./planes.js";
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

const STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/g;
const NUMBER = /^-?[0-9]{1,4300}(\/[1-9][0-9]{0,4299}|(\.[0-9]{1,40})?(e[-+]?[0-9]{1,2})?)$/;
const KEYS = ["format", "program", "game", "hole_cards", "lowest_rank", "order", "split_low", "margin_scale", "classes", "margins", "table_sha256", "spots", "sha256"];
const MOST_CHIPS = [10n ** 12n, 1n];
const ORDER = ["high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind", "straight flush"];
const ordered = (...places) => [0, 1, 2, ...places, 7, 8].map((place) => ORDER[place]);
// Title, lowest rank, hands from the weakest, SHA-256 of the margins: all as in `docs/proofs.md`.
const GAMES = {
  holdem: ["Texas Hold'em", 0, ORDER, "2fc6c54ce46a9c1ea0c98e58ca68526c3dc87d30121f9e280a8402ff8108eed5"],
  "six-plus": ["Six-Plus Hold'em, straight beats trips", 4, ordered(3, 4, 6, 5), "ba03ad80dccf81b91c40e328134d3323fc1919e699d26d7032117db5bfb43e95"],
  "six-plus-trips": ["Six-Plus Hold'em, trips beat straight", 4, ordered(4, 3, 6, 5), "afc811d9872820679818d933250a296f8438f408277bf72c5f52673cc7fbf243"],
};

const need = (isTrue, sentence) => isTrue || refuse(`Refused: ${sentence}.`, "proof");
const isObject = (value) => Boolean(value) && typeof value === "object" && !Array.isArray(value);
const hasKeys = (value, keys) => isObject(value) && JSON.stringify(Object.keys(value).sort()) === JSON.stringify([...keys].sort());
const keysIn = (value) => (value && typeof value === "object" ? Object.values(value).reduce((sum, one) => sum + keysIn(one), isObject(value) ? Object.keys(value).length : 0) : 0);
const choose = (from, many) => Array.from({ length: many }, (_, k) => k).reduce((all, k) => (all * (from - k)) / (k + 1), 1);

function numberIn(text, least = ZERO, most = MOST_CHIPS) {
  need(typeof text === "string" && NUMBER.test(text), `${JSON.stringify(text)?.slice(0, 60)} is not the text of a number`);
  const found = readFraction(text);
  need(compare(found, least) >= 0 && compare(found, most) <= 0, `${text.slice(0, 60)} is out of range`);
  return found;
}

export function checkProof(_, { text }) {
  let written = null;
  try {
    written = JSON.parse(text);
  } catch {
    refuse("The file is no JSON.", "proof");
  }
  need(written?.format === FORMAT, `the file is damaged, or not a '${FORMAT}': write it again`);
  need(hasKeys(written, KEYS), `the file has other keys than ${KEYS.join(", ")}`);
  need([...text.matchAll(STRING)].filter(([, colon]) => colon).length === keysIn(written), "an object of the file has a key twice");
  need(!/[0-9][.eE]/.test(text.replace(STRING, "")), "chips and chances are texts, and other numbers whole");
  need(written.sha256 === digestOf({ ...written, sha256: "" }), "the file is damaged: its checksum is another");
  const { program, game, spots } = written;
  need(written.hole_cards === 2 && typeof game === "string" && Object.hasOwn(GAMES, game), "it is not of a game of two cards");
  need(typeof program === "string" && written.table_sha256 === null, "the program is not a text, or a table is named");
  need(Array.isArray(spots) && spots.length > 0, "it has no spots");
  const deal = dealtIn(written, ...GAMES[game]);
  const found = spots.map((spot) => checkSpot(deal, written, spot));
  return { spots: spots.length, game, title: GAMES[game][0], first: found[0], last: found[found.length - 1] };
}

// The hands of all classes, and the margins of the file, which are those of the game.
function dealtIn({ classes, margins, lowest_rank, order, split_low, margin_scale }, title, low, kinds, digest) {
  const left = 52 - 4 * low;
  const held = [];
  for (let a = 12; a >= low; a--) {
    held.push([4 * a + 3, 4 * a + 2]);
    for (let b = a - 1; b >= low; b--) held.push([4 * a + 3, 4 * b + 3], [4 * a + 3, 4 * b + 2]);
  }
  const rules = JSON.stringify([low, kinds, false, choose(left - 4, 5)]);
  need(JSON.stringify([lowest_rank, order, split_low, margin_scale]) === rules, `its rules are not those of ${title}`);
  need(JSON.stringify(classes) === JSON.stringify(held.map((cards) => cards.map(cardText).join(""))), `its classes are not those of ${title} in their order`);
  const shape = ([a, b]) => `${Math.max(a >> 2, b >> 2)} ${Math.min(a >> 2, b >> 2)} ${(a & 3) === (b & 3)}`;
  const places = new Map(held.map((cards, i) => [shape(cards), i]));
  const n = held.length;
  const [counts, beside] = [Array(n).fill(0), Array.from({ length: n }, () => Array(n).fill(0))];
  for (let a = 4 * low; a < 52; a++) {
    for (let b = 4 * low; b < a; b++) {
      const j = places.get(shape([a, b]));
      counts[j]++;
      held.forEach((cards, i) => { if (!cards.includes(a) && !cards.includes(b)) beside[i][j]++; });
    }
  }
  need(Array.isArray(margins) && margins.length === n && margins.every((row) => Array.isArray(row) && row.length === n && row.every((one) => Number.isInteger(one) && Math.abs(one) < 2 ** 31)), "wrong margins");
  need(margins.every((row, i) => row.every((one, j) => counts[i] * one + counts[j] * margins[j][i] === 0)), "wrong margins");
  const packed = new DataView(new ArrayBuffer(4 * n * n));
  margins.flat().forEach((one, at) => packed.setInt32(4 * at, one, true));
  need(sha256(new Uint8Array(packed.buffer)) === digest, `wrong margins: they are not those of ${title}`);
  return { n, margins: (i, j) => margins[i][j], placements: (i, j) => beside[i][j], scale: BigInt(margin_scale), others: BigInt(choose(left - 2, 2)), counts: counts.map(BigInt), hands: BigInt(choose(left, 2)) };
}

// Jam or fold: one action, all-in, and behind it the call; who is all-in by the blind has none.  What was proved, in words.
function checkSpot(deal, { classes }, spot) {
  need(hasKeys(spot, ["stacks", "blinds", "antes", "dead", "value", "actions"]), "a spot has other keys");
  for (const name of ["stacks", "blinds", "antes"]) need(Array.isArray(spot[name]) && spot[name].length === 2, `${name} are not two numbers`);
  const [stacks, blinds, antes] = [spot.stacks, spot.blinds, spot.antes].map((both) => both.map((one) => numberIn(one)));
  const dead = numberIn(spot.dead);
  need([...stacks, blinds[1]].every(([above]) => above), "a stack or the big blind is 0");
  need(compare(blinds[0], blinds[1]) <= 0, "the small blind is above the big blind");
  need([blinds[0], dead, ...antes].some(([above]) => above), "a small blind of 0 needs antes or dead money");
  const [live, s, b] = unitsOf(spot);
  const forced = forcedIn(s, b);
  let { actions } = spot;
  const seats = forced.map((isForced) => {
    need(Array.isArray(actions), "actions are not a list");
    if (isForced) {
      need(!actions.length, "somebody acts who is all-in");
      return { played: Array(deal.n).fill(true), mixed: new Map() };
    }
    need(actions.length > 0, "nobody acts");
    const [{ to, plan, mixed: texts, actions: behind }] = actions;
    need(actions.every((one) => hasKeys(one, ["to", "plan", "mixed", "actions"])), "an action has other keys");
    const isJam = actions.length === 1 && compare(numberIn(to), live) === 0;
    need(isJam, `it has another action than all-in, to ${textOf(live)}: 'docs/check_proof.py' of jamfold checks raises`);
    actions = behind;
    need(typeof plan === "string" && plan.length === deal.n && /^[01m]*$/.test(plan), "a strategy says neither 0 nor 1 nor m of a class");
    const places = [...plan].flatMap((sign, i) => (sign === "m" ? [i] : []));
    need(hasKeys(texts, places.map(String)), "mixed has other classes than the plan");
    const mixed = new Map(places.map((i) => [i, numberIn(texts[i], ZERO, ONE)]));
    need([...mixed.values()].every((one) => one[0] && !isOne(one)), "a mixed chance is 0 or 1");
    return { played: [...plan].map((sign) => sign === "1"), mixed };
  });
  need(Array.isArray(actions) && !actions.length, "somebody acts who is all-in");
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
  need(compare(numberIn(spot.value, [-MOST_CHIPS[0], 1n]), value) === 0, `the value is ${textOf(value)}`);
  const both = (name) => `${name} ${spot[name].join(" and ")}`;
  const play = ["both jam or fold", "no decision", "the small blind calls or folds"][forced[0] ? 1 : forced[1] ? 2 : 0];
  return `${both("stacks")}, ${both("blinds")}, ${both("antes")}, dead money ${spot.dead}, ${play}, value ${textOf(value)}`;
}
