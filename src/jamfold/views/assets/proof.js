// Proofs of equilibria: checksums, fractions, how a proof is made and how it is checked.

import { readSizes, readSpot, readTerms } from "./question.js";
import { cardText } from "./bytes.js";
import { solveSpot } from "./spots.js";
import { refuse } from "./worth.js";

// ---- SHA-256 (FIPS 180-4) of a value as Python's JSON with sorted keys writes it; the browser's own needs a secure page.

const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number++) if (PRIMES.every((prime) => number % prime)) PRIMES.push(number);
const bits = (root) => PRIMES.map((prime) => Math.floor((root(prime) % 1) * 2 ** 32));
const ROUNDS = bits(Math.cbrt);
const START = bits(Math.sqrt).slice(0, 8);

const escaped = (text) => JSON.stringify(text).replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

function sorted(value) {
  if (typeof value === "string") return escaped(value);
  if (Array.isArray(value)) return `[${value.map(sorted).join(", ")}]`;
  if (value && typeof value === "object") return `{${Object.keys(value).sort().map((key) => `${escaped(key)}: ${sorted(value[key])}`).join(", ")}}`;
  return JSON.stringify(value);
}

const turned = (word, by) => (word >>> by) | (word << (32 - by));

export function sha256(bytes) {
  const length = bytes.length;
  const padded = new Uint8Array(((length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29));
  view.setUint32(padded.length - 4, (length * 8) >>> 0);
  const state = [...START];
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let k = 0; k < 16; k++) words[k] = view.getInt32(at + 4 * k);
    for (let k = 16; k < 64; k++) {
      const [near, far] = [words[k - 2], words[k - 15]];
      words[k] = words[k - 16] + words[k - 7] + (turned(far, 7) ^ turned(far, 18) ^ (far >>> 3)) + (turned(near, 17) ^ turned(near, 19) ^ (near >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let k = 0; k < 64; k++) {
      const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[k] + words[k]) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, k) => { state[k] = (state[k] + word) | 0; });
  }
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

export const digestOf = (value) => sha256(new TextEncoder().encode(sorted(value)));

// ---- Fractions of whole numbers without a largest one, and small games in them: `solver/linear_programs.py`.

const whole = (value) => [value, 1n];

function divisor(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

export function fraction(above, below) {
  const common = divisor(above, below) * (below < 0n ? -1n : 1n);
  return [above / common, below / common];
}

// The fraction of a text as "5/2", "0.5" or "-7/3".
export function readFraction(text) {
  const match = /^(-?)(\d+)(?:\/(\d+)|(?:\.(\d*))?(?:e([+-]?\d+))?)$/i.exec(String(text));
  if (!match) throw new Error(`'${String(text).slice(0, 40)}' is not a fraction.`);
  const [, sign, first, below, digits = "", power = "0"] = match;
  const above = BigInt(sign + first + digits);
  const exponent = Number(power) - digits.length;
  if (Math.abs(exponent) > 400 || (below && !BigInt(below))) throw new Error(`'${String(text).slice(0, 40)}' is not a fraction.`);
  if (below) return fraction(above, BigInt(below));
  return exponent < 0 ? fraction(above, 10n ** BigInt(-exponent)) : whole(above * 10n ** BigInt(exponent));
}

export const textOf = ([above, below]) => (below === 1n ? `${above}` : `${above}/${below}`);
export const plus = ([a, b], [c, d]) => fraction(a * d + c * b, b * d);
export const minus = (first, [c, d]) => plus(first, [-c, d]);
export const times = ([a, b], [c, d]) => fraction(a * c, b * d);
export const over = ([a, b], [c, d]) => fraction(a * d, b * c);
export const compare = ([a, b], [c, d]) => { const by = a * d - c * b; return by < 0n ? -1 : by > 0n ? 1 : 0; };
export const least = (...all) => all.reduce((first, second) => (compare(second, first) < 0 ? second : first));
export const common = (all) => all.reduce((scale, [, below]) => (scale * below) / divisor(scale, below), 1n);

// The small game of the classes in doubt: chances x and y of a vertex, as `solve_small` finds them.
export function solveSmall(g, h, q) {
  const [k1, k2] = [g.length, h.length];
  const size = k1 + k2;
  const table = Array.from({ length: size + 1 }, () => Array(2 * size + 1).fill(0n));
  for (let i = 0; i < k1; i++) table[i][i] = table[i][size + i] = table[i][2 * size] = 1n;
  for (let j = 0; j < k2; j++) {
    const row = table[k1 + j];
    for (let i = 0; i < k1; i++) row[i] = -q[i][j];
    row[k1 + j] = -1n;
    row[size + k1 + j] = 1n;
    row[2 * size] = -h[j];
    table[size][k1 + j] = 1n;
  }
  g.forEach((value, i) => { table[size][i] = -value; });
  const basis = Array.from({ length: size }, (_, row) => size + row);
  let scale = 1n;
  const pivot = (row, column) => {
    const sign = table[row][column] < 0n ? -1n : 1n;
    const chosen = table[row].map((value) => sign * value);
    const by = chosen[column];
    table.forEach((values, k) => {
      const factor = values[column];
      table[k] = k === row ? chosen : values.map((value, at) => (value * by - factor * chosen[at]) / scale);
    });
    basis[row] = column;
    scale = by;
  };
  for (let row = k1; row < size; row++) if (table[row][2 * size] < 0n) pivot(row, row);
  for (;;) {
    const column = table[size].findIndex((value, at) => at < 2 * size && value < 0n);
    if (column < 0) break;
    const rows = [...basis.keys()].filter((row) => table[row][column] > 0n);
    const ratio = (row) => [table[row][2 * size], table[row][column]];
    pivot(rows.reduce((first, second) => { const by = compare(ratio(second), ratio(first)); return by < 0 || (!by && basis[second] < basis[first]) ? second : first; }), column);
  }
  const x = Array.from({ length: k1 }, () => whole(0n));
  basis.forEach((column, row) => { if (column < k1) x[column] = fraction(table[row][2 * size], scale); });
  return [x, Array.from({ length: k2 }, (_, j) => fraction(table[size][size + k1 + j], scale))];
}

// ---- Proofs: an equilibrium in fractions as `docs/proofs.md` has it, made and checked.

const FORMAT = "jamfold proof 2";
const MOST_ROUNDS = 100;
const [ZERO, ONE] = [[0n, 1n], [1n, 1n]];
const NO_PROOF = "Proofs cover jam or fold for chips only. Remove rake, prizes, bounties and raises.";

// The chips of an all-in without antes, and effective stack and small blind in the unit B, of chips as texts.
function unitsOf({ stacks, blinds, antes, dead }) {
  const read = (all) => all.map(readFraction);
  const [chips, blind, required] = [read(stacks), read(blinds), read(antes)];
  const equal = least(...required, ...chips);
  const posted = chips.map((stack, seat) => plus(minus(least(stack, required[seat]), least(stack, ...required)), equal));
  const live = least(...chips.map((stack, seat) => minus(stack, posted[seat])));
  const lost = plus(readFraction(dead), plus(...posted));
  const pot = (amount) => plus(plus(least(amount, live), least(amount, live)), lost);
  return [live, ...[live, blind[0]].map((amount) => over(pot(amount), pot(blind[1])))];
}

// What classes gain beyond folding, in whole numbers; `margins` and `placements` give row i, column j.
class Ends {
  constructor({ n, margins, placements, scale, opponents }, s, b) {
    Object.assign(this, { n, margins, placements });
    this.unit = common([s, b]);
    const inUnits = ([above, below]) => (above * this.unit) / below;
    this.s = inUnits(s);
    this.whole = this.unit * scale;
    this.steal = (this.unit + inUnits(b)) * opponents * scale;
  }

  showdown(seat, margin, placement) {
    return this.s * BigInt(margin) + (seat ? this.whole : -this.whole) * BigInt(placement);
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
  opponents: BigInt(game.opponents),
  counts: Array.from(game.counts, BigInt),
  hands: BigInt(game.total),
});

const isOne = (value) => compare(value, ONE) === 0;

// Who has no choice, all-in by the blind.
const forcedIn = (s, b) => [isOne(s) && isOne(b), isOne(s)];

// What the small blind wins, of the gains of a jam, in the unit B.
function valueOf({ counts, hands, opponents, scale }, ends, seats, gains, b) {
  const share = (i) => (seats[0].played[i] ? ONE : seats[0].mixed.get(i) || ZERO);
  const won = gains.reduce((sum, gain, i) => plus(sum, times([gain * counts[i], 1n], share(i))), ZERO);
  return minus(over(won, [ends.unit * opponents * scale * hands * common([...seats[1].mixed.values()]), 1n]), b);
}

// The equilibrium in fractions beside one in floating point: `RationalGame.solve`.
function solveFractions(deal, s, b, chances) {
  const forced = forcedIn(s, b);
  const ends = new Ends(deal, s, b);
  const seats = chances.map((row, seat) => ({
    played: Array.from(row, (chance) => forced[seat] || chance >= 1),
    free: forced[seat] ? [] : [...row.keys()].filter((i) => row[i] > 0 && row[i] < 1),
  }));
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const gaps = [0, 1].map((seat) => ends.gaps(seat, seats[1 - seat].played));
    const weighed = [0, 1].map((seat) => seats[seat].free.map((i) => deal.counts[i] * gaps[seat][i]));
    const between = seats[0].free.map((i) => seats[1].free.map((j) => deal.counts[i] * ends.showdown(0, deal.margins(i, j), deal.placements(i, j))));
    const solution = solveSmall(...weighed, between);
    const states = seats.map(({ played, free }, seat) => {
      const mixed = new Map(free.map((i, k) => [i, solution[seat][k]]));
      const always = played.map((isPlayed, i) => isPlayed || (mixed.has(i) && isOne(mixed.get(i))));
      for (const [i, chance] of mixed) if (!chance[0] || isOne(chance)) mixed.delete(i);
      return { played: always, mixed };
    });
    const gains = [0, 1].map((seat) => ends.gains(seat, states[1 - seat].played, states[1 - seat].mixed));
    let joined = false;
    seats.forEach(({ played, free }, seat) => {
      if (forced[seat]) return;
      const wrong = [...played.keys()].filter((i) => !free.includes(i) && (played[i] ? gains[seat][i] < 0n : gains[seat][i] > 0n));
      for (const i of wrong) played[i] = false;
      free.push(...wrong);
      free.sort((first, second) => first - second);
      joined = joined || wrong.length > 0;
    });
    if (!joined) return { seats: states, value: valueOf(deal, ends, states, gains[0], b) };
  }
  throw new Error("No exact solution found: too many close hands.");
}

// The proof of a spot, as the text of a file.
export function proof(game, body) {
  const terms = readTerms(body);
  const situation = readSpot(body);
  const spot = readSizes(body) ? null : solveSpot(game, situation, terms);
  if (!spot || !spot.played.plain || !spot.solution.exact) refuse(NO_PROOF, "proof");
  const texts = (all) => all.map((value) => `${value}`);
  const chips = { stacks: texts(situation.stacks), blinds: texts(situation.blinds), antes: texts(situation.antes), dead: `${situation.dead}` };
  const [live, s, b] = unitsOf(chips);
  const deal = dealOf(game);
  const { seats, value } = solveFractions(deal, s, b, spot.chances);
  const signs = ({ played, mixed }) => played.map((isPlayed, i) => (mixed.has(i) ? "m" : isPlayed ? "1" : "0")).join("");
  const fractions = ({ mixed }) => Object.fromEntries([...mixed].map(([i, chance]) => [`${i}`, textOf(chance)]));
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
const keysIn = (value) => (value && typeof value === "object" ? Object.values(value).reduce((sum, part) => sum + keysIn(part), isObject(value) ? Object.keys(value).length : 0) : 0);
const choose = (from, many) => Array.from({ length: many }, (_, k) => k).reduce((all, k) => (all * (from - k)) / (k + 1), 1);

function numberIn(text, least = ZERO, most = MOST_CHIPS) {
  need(typeof text === "string" && NUMBER.test(text), `${JSON.stringify(text)?.slice(0, 60)} is not the text of a number`);
  const value = readFraction(text);
  need(compare(value, least) >= 0 && compare(value, most) <= 0, `${text.slice(0, 60)} is out of range`);
  return value;
}

export function checkProof(_, { text }) {
  let written = null;
  try {
    written = JSON.parse(text);
  } catch {
    refuse("The file is not JSON.", "proof");
  }
  need(written?.format === FORMAT, `the file is damaged, or not a '${FORMAT}': write it again`);
  need(hasKeys(written, KEYS), `the keys of the file are not ${KEYS.join(", ")}`);
  need([...text.matchAll(STRING)].filter(([, colon]) => colon).length === keysIn(written), "an object of the file has the same key twice");
  need(!/[0-9][.eE]/.test(text.replace(STRING, "")), "chips and chances are texts, and other numbers whole");
  need(written.sha256 === digestOf({ ...written, sha256: "" }), "the file is damaged: its checksum does not match");
  const { program, game, spots } = written;
  need(written.hole_cards === 2 && typeof game === "string" && Object.hasOwn(GAMES, game), "it is not of a game of two cards");
  need(typeof program === "string" && written.table_sha256 === null, "the program is not a text, or a table is named");
  need(Array.isArray(spots) && spots.length > 0, "it has no spots");
  const deal = dealtIn(written, ...GAMES[game]);
  const statements = spots.map((spot) => checkSpot(deal, written, spot));
  return { spots: spots.length, game, title: GAMES[game][0], first: statements[0], last: statements[statements.length - 1] };
}

// The hands of all classes, and the margins of the file, which are those of the game.
function dealtIn({ classes, margins, lowest_rank, order, split_low, margin_scale }, title, low, kinds, digest) {
  const left = 52 - 4 * low;
  const hands = [];
  for (let a = 12; a >= low; a--) {
    hands.push([4 * a + 3, 4 * a + 2]);
    for (let b = a - 1; b >= low; b--) hands.push([4 * a + 3, 4 * b + 3], [4 * a + 3, 4 * b + 2]);
  }
  const rules = JSON.stringify([low, kinds, false, choose(left - 4, 5)]);
  need(JSON.stringify([lowest_rank, order, split_low, margin_scale]) === rules, `its rules are not those of ${title}`);
  need(JSON.stringify(classes) === JSON.stringify(hands.map((cards) => cards.map(cardText).join(""))), `its classes are not those of ${title} in their order`);
  const shape = ([a, b]) => `${Math.max(a >> 2, b >> 2)} ${Math.min(a >> 2, b >> 2)} ${(a & 3) === (b & 3)}`;
  const places = new Map(hands.map((cards, i) => [shape(cards), i]));
  const n = hands.length;
  const [counts, beside] = [Array(n).fill(0), Array.from({ length: n }, () => Array(n).fill(0))];
  for (let a = 4 * low; a < 52; a++) {
    for (let b = 4 * low; b < a; b++) {
      const j = places.get(shape([a, b]));
      counts[j]++;
      hands.forEach((cards, i) => { if (!cards.includes(a) && !cards.includes(b)) beside[i][j]++; });
    }
  }
  need(Array.isArray(margins) && margins.length === n && margins.every((row) => Array.isArray(row) && row.length === n && row.every((margin) => Number.isInteger(margin) && Math.abs(margin) < 2 ** 31)), "wrong margins");
  need(margins.every((row, i) => row.every((margin, j) => counts[i] * margin + counts[j] * margins[j][i] === 0)), "wrong margins");
  const packed = new DataView(new ArrayBuffer(4 * n * n));
  margins.flat().forEach((margin, at) => packed.setInt32(4 * at, margin, true));
  need(sha256(new Uint8Array(packed.buffer)) === digest, `wrong margins: they are not those of ${title}`);
  return { n, margins: (i, j) => margins[i][j], placements: (i, j) => beside[i][j], scale: BigInt(margin_scale), opponents: BigInt(choose(left - 2, 2)), counts: counts.map(BigInt), hands: BigInt(choose(left, 2)) };
}

// Jam or fold: one action, all-in, and behind it the call; who is all-in by the blind has none.  What was proved, in words.
function checkSpot(deal, { classes }, spot) {
  need(hasKeys(spot, ["stacks", "blinds", "antes", "dead", "value", "actions"]), "a spot has the wrong keys");
  for (const name of ["stacks", "blinds", "antes"]) need(Array.isArray(spot[name]) && spot[name].length === 2, `${name} are not two numbers`);
  const [stacks, blinds, antes] = [spot.stacks, spot.blinds, spot.antes].map((pair) => pair.map((text) => numberIn(text)));
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
      need(!actions.length, "a player who is all-in acts");
      return { played: Array(deal.n).fill(true), mixed: new Map() };
    }
    need(actions.length > 0, "nobody acts");
    const [{ to, plan, mixed: texts, actions: behind }] = actions;
    need(actions.every((action) => hasKeys(action, ["to", "plan", "mixed", "actions"])), "an action has the wrong keys");
    const isJam = actions.length === 1 && compare(numberIn(to), live) === 0;
    need(isJam, `it has an action other than all-in, to ${textOf(live)}: 'docs/check_proof.py' of jamfold checks raises`);
    actions = behind;
    need(typeof plan === "string" && plan.length === deal.n && /^[01m]*$/.test(plan), "a plan does not have 0, 1 or m for every class");
    const places = [...plan].flatMap((sign, i) => (sign === "m" ? [i] : []));
    need(hasKeys(texts, places.map(String)), "the classes of mixed are not those of the plan");
    const mixed = new Map(places.map((i) => [i, numberIn(texts[i], ZERO, ONE)]));
    need([...mixed.values()].every((chance) => chance[0] && !isOne(chance)), "a mixed chance is 0 or 1");
    return { played: [...plan].map((sign) => sign === "1"), mixed };
  });
  need(Array.isArray(actions) && !actions.length, "a player who is all-in acts");
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
  const pairText = (name) => `${name} ${spot[name].join(" and ")}`;
  const play = ["both jam or fold", "no decision", "the small blind calls or folds"][forced[0] ? 1 : forced[1] ? 2 : 0];
  return `${pairText("stacks")}, ${pairText("blinds")}, ${pairText("antes")}, dead money ${spot.dead}, ${play}, value ${textOf(value)}`;
}
