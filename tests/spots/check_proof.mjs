// A second checker, written from docs/proofs.md alone: node check_proof.mjs FILE
import { readFileSync } from "node:fs";

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";
const proof = JSON.parse(readFileSync(process.argv[2], "utf8"));

function refuse(sentence) {
  console.log(`REFUSED: ${sentence}`);
  process.exit(1);
}

const gcd = (a, b) => (b ? gcd(b, a % b) : a < 0n ? -a : a);
function fraction(over, under) {
  const by = gcd(over, under) * (under < 0n ? -1n : 1n);
  return [over / by, under / by];
}
function read(text) {
  const [over, under = "1"] = text.split("/");
  const digits = over.split(".")[1]?.length ?? 0;
  return fraction(BigInt(over.replace(".", "")), BigInt(under) * 10n ** BigInt(digits));
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

// Classes: all hands, each once.
const seen = new Set();
const classes = proof.classes.map((name) => {
  const cards = name.match(/../g).map((card) => [RANKS.indexOf(card[0]), SUITS.indexOf(card[1])]);
  const hands = new Set();
  for (const suits of permutations([0, 1, 2, 3])) {
    hands.add(cards.map(([rank, suit]) => 4 * rank + suits[suit]).sort((a, b) => a - b).join(" "));
  }
  for (const hand of hands) {
    const ids = hand.split(" ");
    if (new Set(ids).size !== proof.hole_cards || ids.some((id) => id < 4 * proof.lowest_rank)) refuse("no hand");
    if (seen.has(hand)) refuse("a hand twice");
    seen.add(hand);
  }
  return [...hands].map((hand) => hand.split(" ").map(Number));
});
const deck = 52 - 4 * proof.lowest_rank;
if (BigInt(seen.size) !== choose(deck, proof.hole_cards)) refuse("hands are missing");
const shares = (one, other) => one.some((card) => other.includes(card));
const p = classes.map(([mine]) => classes.map((theirs) => theirs.filter((hand) => !shares(mine, hand)).length));
const sizes = classes.map((hands) => BigInt(hands.length));
const margins = proof.margins.map((row) => row.map(BigInt));
margins.forEach((row, i) =>
  row.forEach((cell, j) => {
    if (sizes[i] * cell !== -sizes[j] * margins[j][i]) refuse(`margin ${i}, ${j}`);
  }),
);
const scale = choose(deck - 2 * proof.hole_cards, 5) * (proof.split_low ? 2n : 1n);
if (scale !== BigInt(proof.margin_scale)) refuse("margin_scale");

const zero = [0n, 1n];
const sum = (list) => list.reduce(add, zero);
const more = (one, other) => (less(one, other) ? other : one);
const deals = choose(deck - proof.hole_cards, proof.hole_cards);

function plan(action) {
  if (action.plan.length !== classes.length) refuse("a strategy of other classes");
  return [...action.plan].map((sign, i) => {
    const chance = sign === "m" ? read(action.mixed[i]) : [BigInt(sign), 1n];
    if (less(chance, zero)) refuse("a chance that is none");
    return chance;
  });
}
// For every class, the sum of a table of integers by chances.
const by = (table, chances) =>
  classes.map((_, i) => sum(chances.flatMap((w, j) => (w[0] ? [times(w, [BigInt(table[i][j]), 1n])] : []))));

function checkSpot(spot) {
  const [stacks, blinds, asked] = [spot.stacks, spot.blinds, spot.antes].map((pair) => pair.map(read));
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
      if (actions.length) refuse("who is all-in acts");
      return end(live, plans, [1, 0].map((k) => by(margins, plans[k]).map((one) => over(one, [scale * deals, 1n]))));
    }
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
  if (!same(over(won, pot(blind[1])), read(spot.value))) refuse("value");
}

proof.spots.forEach(checkSpot);
console.log(`PROVED: ${proof.spots.length}`);
