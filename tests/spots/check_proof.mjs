// A second checker, written from docs/proofs.md alone: node check_proof.mjs FILE
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const ORDER = "high card,pair,two pair,three of a kind,straight,flush,full house,four of a kind,straight flush";
const SHORT = ORDER.replace("flush,full house", "full house,flush");
const GAMES = {
  holdem: [0, ORDER, "2fc6c54ce46a9c1ea0c98e58ca68526c3dc87d30121f9e280a8402ff8108eed5"],
  "six-plus": [4, SHORT, "ba03ad80dccf81b91c40e328134d3323fc1919e699d26d7032117db5bfb43e95"],
  "six-plus-trips": [
    4,
    SHORT.replace("three of a kind,straight", "straight,three of a kind"),
    "afc811d9872820679818d933250a296f8438f408277bf72c5f52673cc7fbf243",
  ],
};
const KEYS =
  "format,program,game,hole_cards,lowest_rank,order,split_low,margin_scale,classes,margins,table_sha256,spots,sha256";

function refuse(sentence) {
  console.log(`REFUSED: ${sentence}`);
  process.exit(1);
}
process.on("uncaughtException", (error) => refuse(error.message));

// Keys that stand twice, and numbers that are not whole, are lost when the text is read.
const text = readFileSync(process.argv[2], "utf8");
const proof = JSON.parse(text);
const strings = /"(?:[^"\\]|\\.)*"(\s*:)?/g;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function countKeys(value) {
  if (typeof value !== "object" || value === null) return 0;
  const inside = Object.values(value).map(countKeys);
  return inside.reduce((sum, count) => sum + count, isObject(value) ? inside.length : 0);
}
if ([...text.matchAll(strings)].filter((match) => match[1]).length !== countKeys(proof)) refuse("a key twice");
if (/\d[.eE]/.test(text.replace(strings, ""))) refuse("a number that is no text and not whole");
function keys(value, names) {
  if (!isObject(value) || JSON.stringify(Object.keys(value).sort()) !== JSON.stringify(names.sort())) refuse("keys");
}
// As Python writes JSON with sorted keys.
const quoted = (name) => JSON.stringify(name).replace(/[\u007f-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
function python(value) {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.keys(value).sort().map((key) => `${quoted(key)}: ${python(value[key])}`).join(", ")}}`;
}
const sha256 = (data) => createHash("sha256").update(data).digest("hex");

const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);
function fraction(over, under) {
  const by = gcd(over, under) * (under < 0n ? -1n : 1n);
  return [over / by, under / by];
}
function read(text, least = [0n, 1n], most = [10n ** 12n, 1n]) {
  if (typeof text !== "string") refuse("a number that is no text");
  const found = /^(-?\d{1,4300})(?:\/([1-9]\d{0,4299})|(?:\.(\d{1,40}))?(?:e([-+]?\d{1,2}))?)$/.exec(text);
  if (!found) refuse(`${text.slice(0, 60)} is not the text of a number`);
  const [, whole, under = "1", digits = "", power = "0"] = found;
  const by = BigInt(power) - BigInt(digits.length);
  const number = fraction(BigInt(whole + digits) * 10n ** (by > 0n ? by : 0n), BigInt(under) * 10n ** (by < 0n ? -by : 0n));
  if (less(number, least) || less(most, number)) refuse(`${text.slice(0, 60)} is out of range`);
  return number;
}
const add = ([a, b], [c, d]) => fraction(a * d + c * b, b * d);
const times = ([a, b], [c, d]) => fraction(a * c, b * d);
const minus = (one) => [-one[0], one[1]];
const over = (one, [c, d]) => times(one, fraction(d, c));
const less = ([a, b], [c, d]) => a * d < c * b;
const least = (...all) => all.reduce((one, other) => (less(other, one) ? other : one));
const same = ([a, b], [c, d]) => a === c && b === d;
const choose = (n, k) => (k ? (choose(n - 1, k - 1) * BigInt(n)) / BigInt(k) : 1n);

function permutations(all) {
  if (all.length < 2) return [all];
  return all.flatMap((one, k) => permutations(all.toSpliced(k, 1)).map((rest) => [one, ...rest]));
}

// The file, and the rules of its game.
keys(proof, KEYS.split(","));
if (proof.format !== "jamfold proof 2") refuse("another format");
if (typeof proof.game !== "string" || !Object.hasOwn(GAMES, proof.game)) refuse("no game of two cards");
if (typeof proof.program !== "string" || proof.table_sha256 !== null) refuse("program or table_sha256");
if (sha256(python({ ...proof, sha256: "" })) !== proof.sha256) refuse("checksum");
const [lowest, order, digest] = GAMES[proof.game];
if (JSON.stringify([proof.hole_cards, proof.lowest_rank, proof.order, proof.split_low]) !== JSON.stringify([2, lowest, order.split(","), false])) refuse("rules");

// Classes: all hands, each once, the highest first.
const names = [...RANKS].slice(lowest).reverse().flatMap((high, k, ranks) => [
  `${high}s${high}h`,
  ...ranks.slice(k + 1).flatMap((low) => [`${high}s${low}s`, `${high}s${low}h`]),
]);
if (JSON.stringify(proof.classes) !== JSON.stringify(names)) refuse("classes");
const classes = names.map((name) => {
  const cards = name.match(/../g).map((card) => [RANKS.indexOf(card[0]), SUITS.indexOf(card[1])]);
  const hands = new Set();
  for (const suits of permutations([0, 1, 2, 3])) {
    hands.add(cards.map(([rank, suit]) => 4 * rank + suits[suit]).sort((a, b) => a - b).join(" "));
  }
  return [...hands].map((hand) => hand.split(" ").map(Number));
});
const deck = 52 - 4 * proof.lowest_rank;
const shares = (one, other) => one.some((card) => other.includes(card));
const p = classes.map(([mine]) => classes.map((theirs) => theirs.filter((hand) => !shares(mine, hand)).length));
const sizes = classes.map((hands) => BigInt(hands.length));
if (!Array.isArray(proof.margins) || proof.margins.length !== classes.length) refuse("margins");
const packed = Buffer.alloc(4 * classes.length ** 2);
proof.margins.forEach((row, i) => {
  if (!Array.isArray(row) || row.length !== classes.length || !row.every(Number.isInteger)) refuse("margins");
  row.forEach((cell, j) => packed.writeInt32LE(cell, 4 * (classes.length * i + j)));
});
const margins = proof.margins.map((row) => row.map(BigInt));
margins.forEach((row, i) =>
  row.forEach((cell, j) => {
    if (sizes[i] * cell !== -sizes[j] * margins[j][i]) refuse(`margin ${i}, ${j}`);
  }),
);
if (sha256(packed) !== digest) refuse("margins of another game");
const scale = choose(deck - 2 * proof.hole_cards, 5) * (proof.split_low ? 2n : 1n);
if (proof.margin_scale !== Number(scale)) refuse("margin_scale");

const zero = [0n, 1n];
const sum = (list) => list.reduce(add, zero);
const more = (one, other) => (less(one, other) ? other : one);
const deals = choose(deck - proof.hole_cards, proof.hole_cards);

function plan(action) {
  keys(action, ["to", "plan", "mixed", "actions"]);
  if (typeof action.plan !== "string" || !/^[01m]*$/.test(action.plan)) refuse("a plan");
  keys(action.mixed, [...action.plan].flatMap((sign, i) => (sign === "m" ? [String(i)] : [])));
  if (action.plan.length !== classes.length) refuse("a strategy of other classes");
  return [...action.plan].map((sign, i) => {
    if (sign !== "m") return [BigInt(sign), 1n];
    const chance = read(action.mixed[i], zero, [1n, 1n]);
    if (chance[0] === 0n || chance[0] === chance[1]) refuse("a chance that is none");
    return chance;
  });
}
// For every class, the sum of a table of integers by chances.
const by = (table, chances) =>
  classes.map((_, i) => sum(chances.flatMap((w, j) => (w[0] ? [times(w, [BigInt(table[i][j]), 1n])] : []))));

function checkSpot(spot) {
  keys(spot, ["stacks", "blinds", "antes", "dead", "value", "actions"]);
  const [stacks, blinds, asked] = [spot.stacks, spot.blinds, spot.antes].map((pair) => {
    if (!Array.isArray(pair) || pair.length !== 2) refuse("not two numbers");
    return pair.map((one) => read(one));
  });
  if (![...stacks, blinds[1]].every(([over]) => over)) refuse("a stack or big blind of 0");
  if (less(blinds[1], blinds[0])) refuse("blinds");
  if (![blinds[0], ...asked, read(spot.dead)].some(([over]) => over)) refuse("nothing to steal");
  const equal = least(...asked);
  const antes = stacks.map((stack, k) =>
    add(add(least(stack, asked[k]), minus(least(stack, equal))), least(equal, ...stacks)),
  );
  const live = least(...stacks.map((stack, k) => add(stack, minus(antes[k]))));
  const dead = add(read(spot.dead), add(...antes));
  const pot = (put) => add(times([2n, 1n], put), dead);
  const planned = classes.map(() => zero);
  const earned = [planned, [...planned]];

  // Values of an end to the classes of both; what the plans make of them is added up.
  function end(put, plans, values) {
    const worth = values.map((list) => list.map((one) => times(pot(put), one)));
    worth.forEach((list, k) => list.forEach((one, i) => (earned[k][i] = add(earned[k][i], times(plans[k][i], one)))));
    return worth;
  }
  function play(actions, seat, put, raised, plans) {
    if (put.every((one) => same(one, live))) {
      if (!Array.isArray(actions) || actions.length) refuse("who is all-in acts");
      return end(live, plans, [1, 0].map((k) => by(margins, plans[k]).map((one) => over(one, [scale * deals, 1n]))));
    }
    if (!Array.isArray(actions)) refuse("actions");
    if (actions.some((one, k) => actions.slice(k + 1).some((later) => same(read(one.to), read(later.to))))) refuse("an action twice");
    const other = 1 - seat;
    const pair = (both, mine) => both.map((one, k) => (k === seat ? mine : one));
    if (!actions.length) refuse("nobody acts");
    const mine = actions.map(plan);
    const rest = plans[seat].map((one, i) => add(one, minus(sum(mine.map((list) => list[i])))));
    if (rest.some((one) => less(one, zero))) refuse("more than a hand has");
    const seen = (chances) => by(p, chances).map((one) => over(one, [deals, 1n]));
    const folded = pair([seen(rest), seen(rest)], seen(plans[other]).map(minus));
    const ends = [end(put[seat], pair(plans, rest), folded)];
    actions.forEach((action, k) => {
      const to = read(action.to);
      const legal = !less(to, add(put[other], raised)) && less(to, live);
      if (!legal && !same(to, live)) refuse("no legal raise");
      ends.push(play(action.actions, other, pair(put, to), add(to, minus(put[other])), pair(plans, mine[k])));
    });
    return [0, 1].map((k) =>
      classes.map((_, i) => ends.map((one) => one[k][i]).reduce(k === seat ? more : add)),
    );
  }
  const blind = blinds.map((one) => least(one, live));
  const everything = classes.map(() => [1n, 1n]);
  const best = play(spot.actions, 0, blind, blind[1], [everything, everything]);
  best.forEach((list, k) => list.forEach((one, i) => same(one, earned[k][i]) || refuse(`class ${i} gains`)));
  const all = sizes.reduce((one, size) => one + size, 0n);
  const won = sum(earned[0].map((one, i) => times(one, [sizes[i], all])));
  if (!same(over(won, pot(blind[1])), read(spot.value, [-(10n ** 12n), 1n]))) refuse("value");
}

if (!Array.isArray(proof.spots) || !proof.spots.length) refuse("no spots");
proof.spots.forEach(checkSpot);
console.log(`PROVED: ${proof.spots.length}`);
