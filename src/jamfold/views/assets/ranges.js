// Games of two cards: their classes and outcomes, and ranges of their hands.

import { RANKS, SUITS, bytes, cardOf, cardText, places, runs, suitless, wholeNumbers } from "./bytes.js";
import { FACTS } from "./facts.js";
import { byWords } from "./game.js";
import { refuse } from "./worth.js";

// ---- One game of two cards from its packed outcomes: what `solver.js` takes, and the cards and names of its classes.
//
// Tables are kept as sums over the other player's hands: entry i * n + j is what class i of one player adds for
// class j of the other one.

// The classes of a game, of what `game_fields` has packed.
export function unpackClasses(fields) {
  const [hands, order] = [bytes(fields.hands), []];
  const counts = Float64Array.from(bytes(fields.sizes));
  const cards = Array.from(counts, (_, id) => [...hands.subarray(id * fields.hole_cards, (id + 1) * fields.hole_cards)]);
  places(fields.order).forEach((place, id) => { order[place] = id; });
  const ids = new Map(cards.map((hand, id) => [suitless(hand), id]));
  const find = (hand) => ids.get(suitless(hand));
  return { fields, game: fields.game, title: fields.title, names: fields.names, places: fields.places, n: cards.length, cards, counts, order, find };
}

// The game of what `pack_planes` has written, as an object.
export function unpackPlanes(data) {
  const game = { ...data, ...unpackClasses(data.fields) };
  Object.assign(game, dealt(game));
  const { n, counts } = game;
  const [margins, ties] = [new Float64Array(n * n), new Float64Array(n * n)];
  const [above, equal] = [wholeNumbers(data.margins), wholeNumbers(data.ties)];
  for (let i = 0, at = 0; i < n; i++) {
    ties[i * n + i] = equal[i];
    for (let j = i + 1; j < n; j++, at++) {
      // For class j of the other player: all that a hand of it meets of class i.
      margins[j * n + i] = above[at];
      margins[i * n + j] = (-above[at] * counts[i]) / counts[j];
      ties[j * n + i] = equal[n + at];
      ties[i * n + j] = (equal[n + at] * counts[i]) / counts[j];
    }
  }
  game.tables = [
    { sums: margins, symmetric: false, scale: data.margin_scale },
    { sums: ties, symmetric: true, scale: data.boards },
  ];
  return Object.assign(game, { pairs: new TableSums(game) });
}

// What hands of a class meet, of whole tables: `placements`, then the sums of each table.
class TableSums {
  constructor({ n, placements, tables }) {
    Object.assign(this, { n, all: [placements, ...tables.map((table) => table.sums)], scales: [1, ...tables.map((table) => table.scale)] });
  }

  zeros = (tables) => Array.from({ length: 1 + tables }, () => new Float64Array(this.n));

  add(parts, i, amount) {
    parts.forEach((sums, k) => {
      for (let j = 0, at = i * this.n; j < this.n; j++, at++) sums[j] += amount * this.all[k][at];
    });
  }

  rows = (parts) => parts;

  // A hand of class i and all of class j.
  of = (i, j) => this.all.map((sums, k) => sums[j * this.n + i] / this.scales[k]);
}

// All hands, and how many hands of a class are left beside a hand of another one.
function dealt({ n, low, cards, find }) {
  const placements = new Float64Array(n * n);
  const hands = [];
  for (let a = 4 * low; a < 52; a++) {
    for (let b = 4 * low; b < a; b++) {
      const i = find([a, b]);
      hands.push([a, b, i]);
      cards.forEach((hand, j) => { if (!hand.includes(a) && !hand.includes(b)) placements[i * n + j]++; });
    }
  }
  const free = 52 - 4 * low;
  return { placements, hands, total: hands.length, opponents: ((free - 2) * (free - 3)) / 2 };
}

// ---- Ranges of two-card hands, read and written: 22+, A5s-A2s, KQo@50, AhKd, 15%, "suited aces" as players say it.
//
// A range is a weight for every hand of the game.  The notation is that of `jamfold.ranges`, without its generic
// terms ([A,K]x and the like), which this file does not read.

const RANK = "(?:10|[2-9TJQKA])";
const HAND = new RegExp(`^(${RANK})(${RANK})([so]?)$`, "i");
const APART = new RegExp(`^(${RANK})\\s*-?\\s*(${RANK})\\s*([so]?)\\s*(\\+?)$`, "i");
const CARDS = new RegExp(`^(${RANK})\\s*([cdhs])\\s*,?\\s*(${RANK})\\s*([cdhs])$`, "i");
const PERCENT = /^(?:top\s*)?(\d{1,3}(?:\.\d*)?)\s*%$/i;
const SLICE = /^(\d{1,3}(?:\.\d*)?)\s*%?\s*-\s*(\d{1,3}(?:\.\d*)?)\s*%$/;
const WEIGHT = /\s*(?:@\s*(\d{1,3}(?:\.\d*)?)|:\s*(\d{0,3}(?:\.\d*)?))\s*$/;
const { words: WORDS } = FACTS;
// Hands between [50] and [/50], and a decimal comma in a weight or a percentage.
const GROUP = /\[(\d{1,3}(?:\.\d+)?)\](.*?)\[\/\1\]/gs;
const COMMA = /(?:@\s*|:\s*(?=0))(\d+,\d+)(?=\s*(?:[,;)\s]|$))|(?<![\w.@])(?<!\w-)(\d+,\d+)(?=\s*%)|\[(\d+,\d+)\](?=.*\[\/\3\])/s;
const SIGNS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s", "♧": "c", "♢": "d", "♡": "h", "♤": "s", "\ufe0f": "" };

export const rankOf = (text) => RANKS.indexOf(text.toUpperCase().replace("10", "T"));
export const shorten = (text) => (text.length > 40 ? `${text.slice(0, 40)}...` : text);

// The range of a text; errors name `field`.
export function parseRange(game, text, field = "text") {
  if (typeof text !== "string") refuse("A range is a text.", field);
  const plain = text.normalize("NFKC").replace(/[♣♦♥♠♧♢♡♤\ufe0f]/g, (sign) => SIGNS[sign]).replace(/\s+(?:and|or|&)\s+/gi, ",").trim();
  if (!plain) refuse("The range is empty. Type hands such as TT+, AJs+, KQo or 15%.", field);
  if (plain.endsWith(",")) refuse(`The range '${shorten(plain)}' is incomplete.`, field);
  const comma = COMMA.exec(plain);
  if (comma) {
    const number = comma[1] ?? comma[2] ?? comma[3];
    refuse(`'${shorten(number)}' in a range has a comma between digits: write ${shorten(number.replace(",", "."))}, or a space after the comma if it ends a part.`, field);
  }
  if (game.read) {
    const { weights, usesOrder } = game.read(plain.replace(GROUP, (_, weight, group) => `(${group})@${weight}`), field);
    return rangeOf(game, weights, usesOrder);
  }
  const list = (group) => group.split(",").flatMap((piece) => pieces(game, piece.trim()));
  const parts = list(plain.replace(GROUP, (_, weight, group) => list(group).map((piece) => `${piece}@${weight}`).join(",")));
  const weights = new Float64Array(game.total);
  const read = parts.map((part) => {
    const match = WEIGHT.exec(part);
    const hands = match ? part.slice(0, match.index).trim() : part;
    return { hands, weight: match ? weightOf(match, field) : 1 };
  });
  const isWeighted = read.some((part) => part.weight !== 1);
  const seen = new Map();
  let usesOrder = false;
  for (const { hands, weight } of read) {
    const chosen = handsOf(game, hands, field);
    usesOrder = usesOrder || hands.includes("%");
    game.hands.forEach((hand, k) => { if (chosen(hand)) weights[k] = Math.max(weights[k], weight); });
    if (!isWeighted) continue;
    const key = game.hands.map((hand) => +chosen(hand)).join("");
    const before = seen.get(key) ?? weight;
    if (before !== weight) refuse(`'${shorten(hands)}' has two weights, ${before} and ${weight}: give it one.`, field);
    seen.set(key, weight);
  }
  return rangeOf(game, weights, usesOrder);
}

// Pieces of a list that stand apart by blanks: "22+ A2s+" are two, "k7 o" and "suited aces" one.
function pieces(game, piece) {
  const bare = piece.replace(WEIGHT, "");
  if (!/\s/.test(bare.trim()) || spoken(game, bare) || APART.test(bare) || CARDS.test(bare) || PERCENT.test(bare) || SLICE.test(bare)) return [piece];
  const words = piece.replace(/\s*([-@:])\s*/g, "$1").split(/\s+/);
  return words.every((word) => /^[\d*]|^.{2,3}(\W|$)/.test(word)) ? words : [piece];
}

function weightOf([text, percent, fraction], field) {
  const value = percent === undefined ? +fraction : percent / 100;
  if (!fraction && percent === undefined) refuse(`There is no weight after ':' in '${text.trim()}'.`, field);
  if (value > 0 && value <= 1) return value;
  return refuse(percent === undefined
    ? `Weight '${text.trim()}' is out of range. Use AA:0.5 or AA@50.`
    : `Weight '${text.trim()}' is out of range. Use 1 to 100.`, field);
}

// Whether a hand [higher card, lower card, class] is meant by a piece.
function handsOf(game, piece, field) {
  const of = (ids) => (hand) => ids.has(hand[2]);
  const rankIn = (rank) => {
    const number = rankOf(rank);
    return number >= game.low ? number : refuse(`'${shorten(piece)}' has the rank ${RANKS[number]}, which the deck of ${game.title} does not have.`, field);
  };
  const word = piece.toLowerCase();
  if (WORDS.all.includes(word)) return () => true;
  if (WORDS.none.includes(word)) return () => false;
  const slice = SLICE.exec(piece);
  if (slice) {
    const [low, high] = [+slice[1], +slice[2]];
    if (!(low < high && high <= 100)) refuse(`'${slice[1]}%-${slice[2]}%' is not a valid span of shares. Write the smaller share first, such as 5%-10%.`, field);
    const [first, last] = [best(game, low), best(game, high)];
    return ([, , id]) => last.has(id) && !first.has(id);
  }
  const percent = PERCENT.exec(piece);
  if (percent) {
    if (percent[1] > 100) refuse(`'${piece}' is not a valid share of hands. Use at most 100%.`, field);
    return of(best(game, +percent[1]));
  }
  const exact = CARDS.exec(piece);
  if (exact) {
    const [a, b] = [4 * rankIn(exact[1]) + SUITS.indexOf(exact[2].toLowerCase()), 4 * rankIn(exact[3]) + SUITS.indexOf(exact[4].toLowerCase())];
    if (a === b) refuse(`'${shorten(piece)}' has a card twice.`, field);
    return ([high, low]) => high === Math.max(a, b) && low === Math.min(a, b);
  }
  const card = new RegExp(`^(${RANK})([cdhs])$`, "i").exec(piece);
  if (card) {
    const cardId = 4 * rankIn(card[1]) + SUITS.indexOf(card[2].toLowerCase());
    return ([high, low]) => high === cardId || low === cardId;
  }
  const any = new RegExp(`^(${RANK})\\s*x?\\s*([so]?)$`, "i").exec(piece);
  if (any) return withRank(rankIn(any[1]), any[2].toLowerCase());
  return of(classesOf(game, piece, rankIn, field));
}

const withRank = (rank, kind) => ([high, low]) => (high >> 2 === rank || low >> 2 === rank) && (!kind || (high >> 2 !== low >> 2 && ((high & 3) === (low & 3)) === (kind === "s")));

function classesOf(game, piece, rankIn, field) {
  const named = spoken(game, piece);
  if (named) return named;
  const apart = APART.exec(piece);
  const [first, last, ...more] = (apart ? apart.slice(1).join("") : piece).split(/\s*-\s*/);
  const climbs = first.endsWith("+");
  const from = hand(climbs ? first.slice(0, -1) : first, rankIn, piece, field);
  const isPair = from.high === from.low;
  let to = from;
  if (climbs) to = isPair ? { high: 12, low: 12, kind: "" } : { ...from, low: from.high - 1 };
  if (last !== undefined) to = hand(last, rankIn, piece, field);
  if (more.length || (climbs && last !== undefined)) unknown(piece, field);
  const ids = new Set();
  for (const { high, low, kind } of between(from, to, piece, field)) {
    for (const suffix of kind || high === low ? [kind] : ["s", "o"]) ids.add(game.names.indexOf(RANKS[high] + RANKS[low] + suffix));
  }
  return ids;
}

function hand(word, rankIn, piece, field) {
  const match = HAND.exec(word.trim());
  if (!match) unknown(piece, field);
  const [low, high] = [rankIn(match[1]), rankIn(match[2])].sort((a, b) => a - b);
  const kind = match[3].toLowerCase();
  if (low === high && kind) refuse(`'${word}': pairs are neither suited nor offsuit. Type ${word.slice(0, -1)}.`, field);
  return { high, low, kind };
}

function unknown(piece, field) {
  refuse(`'${shorten(piece)}' is not understood. Try TT+, AJs+, KQo or 15%.`, field);
}

// The hands from the first to the last, which have the same shape.
function between(from, to, piece, field) {
  const [first, last] = from.high - to.high || from.low - to.low ? (from.high < to.high || (from.high === to.high && from.low < to.low) ? [from, to] : [to, from]) : [from, to];
  const steps = last.low - first.low;
  const pairs = [from, to].map(({ high, low }) => high === low);
  const sameHigh = first.high === last.high && !pairs[0] && !pairs[1];
  if (from.kind !== to.kind || pairs[0] !== pairs[1] || !(sameHigh || last.high - first.high === steps)) {
    refuse(`'${shorten(piece)}' is not a valid span. Both ends need the same high card or the same gap, such as A5s-A2s or JTs-87s.`, field);
  }
  return Array.from({ length: steps + 1 }, (_, i) => ({ high: first.high + (sameHigh ? 0 : i), low: first.low + i, kind: from.kind }));
}

// The classes that players mean by words; null where they are none.
function spoken(game, text) {
  const match = byWords({ n: game.n, hole_cards: 2, cards: (id) => representative(game, id), name: (id) => game.names[id] }, text);
  return match && new Set(match.ids);
}

// The classes of the best so many percent by equity against a random hand.
export function best(game, percent) {
  const limit = Math.ceil((percent * game.total) / 100 - 1e-9);
  const ids = new Set();
  let before = 0;
  for (const id of game.order) {
    if (before < limit) ids.add(id);
    before += game.counts[id];
  }
  return ids;
}

// What is known of a range: whole classes or not, shares of classes, how many hands.
function rangeOf(game, weights, usesOrder) {
  const [sums, least, most] = [new Float64Array(game.n), new Float64Array(game.n).fill(1), new Float64Array(game.n)];
  let [combinations, weighted] = [0, 0];
  const isByClass = game.hands.length === game.n;
  game.hands.forEach((hand, k) => {
    const id = hand.at(-1);
    const size = isByClass ? game.counts[id] : 1;
    sums[id] += weights[k] * size;
    least[id] = Math.min(least[id], weights[k]);
    most[id] = Math.max(most[id], weights[k]);
    combinations += weights[k] > 0 ? size : 0;
    weighted += weights[k] * size;
  });
  const isUnion = least.every((share, id) => share === most[id]);
  const shares = isUnion ? most : sums.map((sum, id) => sum / game.counts[id]);
  const warnings = combinations ? [] : ["No hand fits this range."];
  return { weights, shares, isUnion, combinations, weighted, percent: (100 * combinations) / game.total, usesOrder, warnings };
}

export const ofClasses = (game, shares) => rangeOf(game, game.hands.map((hand) => shares[hand.at(-1)]), false);

// A hand or a range that a text means: one class with the cards as they are shown, or a range.
export function parseHand(game, text, field = "hand") {
  const digits = String(text).trim().replace(/^#/, "");
  if (/^\d{1,9}$/.test(digits) && (String(text).trim() !== digits || digits.length !== 2 || /[01]/.test(digits))) return ofId(game, +digits, field);
  const plain = String(text).normalize("NFKC").replace(/[♣♦♥♠]/g, (sign) => SIGNS[sign]).replace(/[\s,]/g, "").replace(/10/g, "T");
  const isHand = plain.length === 2 * game.cards[0].length && /^([2-9TJQKA][cdhs])+$/i.test(plain);
  if (isHand && game.read) return ofCards(game, plain, field); // whose ranges name no suits
  if (!String(text).trim()) refuse("Give the cards of a hand, its name, or the id of its class.", field);
  const range = parseRange(game, String(text), field);
  if (!range.combinations) refuse(`No hand of ${game.title} is '${String(text).slice(0, 40)}'.`, field);
  const ids = [...range.shares.keys()].filter((id) => range.shares[id]);
  if (ids.length === 1 && range.isUnion && range.shares[ids[0]] === 1) return { id: ids[0], cards: game.names[ids[0]] };
  return isHand ? ofCards(game, plain, field) : { range };
}

function ofCards(game, text, field) {
  const cards = text.match(/../g).map(cardOf).sort((a, b) => b - a);
  if (new Set(cards).size < cards.length) refuse("A card appears twice in this hand.", field);
  return { id: game.find(cards), cards: cards.map(cardText).join("") };
}

export function ofId(game, id, field = "hand") {
  if (!(id >= 0 && id < game.n)) refuse(`There is no class ${id}: ids run from 0 to ${game.n - 1}.`, field);
  return { id, cards: representative(game, id) };
}

export const representative = (game, id) => game.cards[id].map(cardText).join("");

// ---- Writing: the shortest text in which no hand appears twice.

export function formatRange(game, { weights }) {
  const byClass = game.names.map(() => []);
  game.hands.forEach(([, , id], k) => byClass[id].push(weights[k]));
  const whole = byClass.map((weights) => weights.every((weight) => weight === weights[0]));
  const values = [...new Set(weights)].filter((weight) => weight > 0).sort((a, b) => b - a);
  if (!values.length) return "none";
  return values.flatMap((weight) => {
    const tokens = tokensOf(game, byClass.map((weights, id) => whole[id] && weights[0] === weight));
    const single = game.hands.filter(([, , id], k) => weights[k] === weight && !whole[id]);
    const inOrder = single.sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]).map(([a, b]) => cardText(a) + cardText(b));
    return [...tokens, ...inOrder].map((token) => (weight === 1 ? token : `${token}@${+(weight * 100).toPrecision(15)}`));
  }).join(",");
}

export function tokensOf(game, chosen) {
  if (chosen.every(Boolean)) return ["*"];
  const has = (high, low, kind) => chosen[game.names.indexOf(RANKS[high] + RANKS[low] + kind)];
  const ranks = Array.from({ length: 13 - game.low }, (_, k) => game.low + k);
  const name = (high, low, kind) => RANKS[high] + RANKS[low] + kind;
  const pairs = runs(ranks.map((rank) => has(rank, rank, ""))).reverse().map(([a, b]) => {
    const [low, high] = [name(ranks[a], ranks[a], ""), name(ranks[b], ranks[b], "")];
    return a === b ? low : ranks[b] === 12 ? `${low}+` : `${high}-${low}`;
  });
  const kinds = { s: [], "": [], o: [] };
  for (let high = 12; high > game.low; high--) {
    const lower = ranks.filter((rank) => rank < high);
    const spans = rowRuns(...["s", "o"].map((kind) => lower.map((low) => has(high, low, kind))));
    for (const [a, b, kind] of spans.sort((first, second) => second[1] - first[1])) {
      const [low, top] = [name(high, lower[a], kind), name(high, lower[b], kind)];
      kinds[kind].push(a === b ? low : lower[b] === high - 1 ? `${low}+` : `${top}-${low}`);
    }
  }
  return [...pairs, ...kinds.s, ...kinds[""], ...kinds.o];
}

// The runs of fewest characters of one higher card, suited and offsuit written together where that is shorter.
function rowRuns(suited, offsuit) {
  const n = suited.length;
  const length = ([from, to, kind]) => (from === to ? 3 + kind.length : to === n - 1 ? 4 + kind.length : 6 + 2 * kind.length);
  const best = [];
  best[n] = { cost: [0, 0], runs: [] };
  for (let start = n - 1; start >= 0; start--) {
    for (let end = start + 1; end <= n; end++) {
      const part = (row, kind) => runs(row.slice(start, end)).reverse().map(([a, b]) => [start + a, start + b, kind]);
      const apart = [...part(suited, "s"), ...part(offsuit, "o")];
      const full = suited.slice(start, end).every(Boolean) && offsuit.slice(start, end).every(Boolean);
      for (const parts of full ? [apart, [[start, end - 1, ""]]] : [apart]) {
        const cost = [best[end].cost[0] + parts.reduce((sum, run) => sum + length(run), 0), best[end].cost[1] + parts.length];
        const now = best[start];
        if (!now || cost[0] < now.cost[0] || (cost[0] === now.cost[0] && cost[1] < now.cost[1])) best[start] = { cost, runs: [...parts, ...best[end].runs] };
      }
    }
  }
  return best[0].runs;
}
