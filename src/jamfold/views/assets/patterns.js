// Ranges of four cards, read: AA$ds, (AA,KK):xxyy, RRON!AA, KQJT-T987@50, [A,K]QJ, 15%, and what players say besides.
// The notation of `ranges/reading/generic.lark`, for whole classes of hands: without names of suits.

import { RANKS } from "./bytes.js";
import { byRanks, byWords } from "./game.js";
import { best, rankOf, shorten } from "./ranges.js";
import { refuse } from "./worth.js";

const HOLE = 4;
const LISTS = { B: "AKQJ", M: "T987", Z: "65432", L: "A8765432", W: "A5432", R: "AKQJT", F: "KQJ", N: "KQJT9" };
const ALL = /(?:random|all|any|every)(?!\w)/iy;
const NOTHING = /(?:none|nothing|empty)(?!\w)/iy;
const PERCENT = /(?:top\s*)?(\d{1,3}(?:\.\d*)?)\s*%/iy;
const FILTER = /\$(ds|ss|np|nt|[012]g)/iy;
const CARD = /(?:\$([BMZLWRFN])|(10|[2-9TJQKAtjqka])|(\*)|([BEFGILMNOPRUV]))?([shdcwxyz]?)/y;
const RANK = /10|[2-9TJQKA]/iy;
const WEIGHT = /@\s*(\d{1,3}(?:\.\d*)?)|:\s*(0?\.\d+|[01](?:\.\d*)?)(?![\d.]|\s*%)/y;
const AND = new RegExp(`(?!${WEIGHT.source}):`, "y"); // a colon with no weight behind it

// How often ranks or suits come in a hand, most often first, as digits.
const counts = (values) => [...new Set(values)].map((value) => values.filter((other) => other === value).length).sort().reverse().join("");

const FILTERS = {
  ds: (ranks, suits) => counts(suits) === "22",
  ss: (ranks, suits) => counts(suits) === "211",
  np: (ranks) => counts(ranks) === "1111",
  nt: (ranks) => counts(ranks) < "3",
};
for (const gap of [0, 1, 2]) FILTERS[`${gap}g`] = (ranks) => counts(ranks) === "1111" && ranks[0] - ranks[HOLE - 1] === HOLE - 1 + gap;

// Weights of classes from 0 to 1, and whether percentages are among them.
export function readPatterns(game, text, field) { return new Reader(game, text, field).parts(); }

class Reader {
  constructor(game, text, field) { Object.assign(this, { game, text, field, at: 0, usesOrder: false }); }

  // ---- The text.

  find(expression) {
    expression.lastIndex = this.at + /^\s*/.exec(this.text.slice(this.at))[0].length;
    const match = expression.exec(this.text);
    if (!match || !match[0]) return null;
    this.at = expression.lastIndex;
    return match;
  }

  fail() {
    const rest = this.text.slice(this.at).trim();
    return refuse(rest ? `'${shorten(rest)}' in the range '${shorten(this.text)}' is not understood. Try AA$ds, KK, KQJT-T987 or 15%.` : `The range '${shorten(this.text)}' is incomplete.`, this.field);
  }

  parts() {
    const weights = new Float64Array(this.game.n);
    do {
      const ids = this.spokenPart() || this.intersection();
      const match = this.find(WEIGHT);
      const weight = !match ? 1 : match[1] === undefined ? +match[2] : match[1] / 100;
      if (!(weight > 0 && weight <= 1)) refuse(`Weight '${match[0].trim()}' is out of range. Use 1 to 100.`, this.field);
      ids.forEach((share, id) => { if (share) weights[id] = Math.max(weights[id], weight); });
    } while (this.find(/,/y));
    return this.at < this.text.trimEnd().length ? this.fail() : { weights, usesOrder: this.usesOrder };
  }

  // A part in words, such as "double-suited aces", or ranks with x for any card.
  spokenPart() {
    const [part] = /^[^,@:!()[\]%$*+]*/.exec(this.text.slice(this.at));
    const { n, names } = this.game;
    const cards = (id) => names[id];
    const game = { n, hole_cards: HOLE, cards, name: cards };
    const hands = byWords(game, part) || (/x/i.test(part) && byRanks(game, part.trim()));
    if (!hands) return null;
    this.at += part.length;
    const all = this.filled(0);
    for (const id of hands.ids) all[id] = 1;
    return all;
  }

  either = () => this.joined(/,/y, () => this.intersection(), (first, second) => first | second);
  intersection = () => this.joined(AND, () => this.without(), (first, second) => first & second);
  without = () => this.joined(/!/y, () => this.leaf(), (first, second) => first & ~second);

  // Operands with a sign between them, from left to right.
  joined(sign, operand, combine) {
    let all = operand();
    while (this.find(sign)) {
      const next = operand();
      all = all.map((share, id) => combine(share, next[id]));
    }
    return all;
  }

  leaf() {
    const start = this.at;
    let classes = this.source();
    for (let filter = this.find(FILTER); filter; filter = this.find(FILTER)) {
      const passes = FILTERS[filter[1].toLowerCase()];
      classes = (classes || this.filled(1)).map((share, id) => share && passes(...this.ranksAndSuits(id)));
    }
    if (classes) return classes;
    this.at = start;
    return this.fail();
  }

  filled = (share) => new Uint8Array(this.game.n).fill(share);
  ranksAndSuits = (id) => [this.game.cards[id].map((card) => card >> 2), this.game.cards[id].map((card) => card & 3)];

  source() {
    if (this.find(/\(/y)) {
      const classes = this.either();
      return this.find(/\)/y) ? classes : this.fail();
    }
    const share = this.find(PERCENT);
    if (share) return this.shares(share);
    if (this.find(ALL)) return this.filled(1);
    if (this.find(NOTHING)) return this.filled(0);
    const first = this.term();
    return first.length ? this.slid(first) : null;
  }

  shares([text, first]) {
    this.usesOrder = true;
    const next = this.find(/-/y) && (this.find(PERCENT) || this.fail());
    const [low, high] = next ? [+first, +next[1]] : [0, +first];
    if (!(high <= 100 && (low < high || !next))) refuse(`'${shorten(text)}' is not a valid share of hands. Use at most 100%, the smaller share first.`, this.field);
    const [before, top] = [low ? best(this.game, low) : new Set(), best(this.game, high)];
    return this.filled(1).map((_, id) => top.has(id) && !before.has(id));
  }

  // ---- Cards: the ranks that one may have, or the variable of its rank; the variable of its suit; whether it slides.

  term() {
    const cards = [];
    for (;;) {
      if (this.find(/\[/y)) {
        cards.push(this.list());
        continue;
      }
      const { at } = this;
      const match = this.find(CARD);
      if (!match) break;
      const [, list, rank, , variable, suit] = match;
      if (suit && "shdc".includes(suit)) {
        refuse(`'${shorten(this.text.slice(at))}' names suits: this file reads whole classes of hands, such as AxKx or AA$ds.`, this.field);
      }
      if (list) cards.push({ ranks: [...LISTS[list]].map(rankOf), suit });
      else if (rank) cards.push({ ranks: [rankOf(rank)], suit, slides: true });
      else cards.push({ variable, suit });
    }
    if (cards.length > HOLE) refuse(`'${shorten(this.text)}' has ${cards.length} cards: a hand of ${this.game.title} has ${HOLE}.`, this.field);
    return cards;
  }

  list() {
    const ranks = [];
    do {
      const first = this.find(RANK) || this.fail();
      const last = this.find(/-/y) ? this.find(RANK) || this.fail() : first;
      const [low, high] = [rankOf(first[0]), rankOf(last[0])].sort((a, b) => a - b);
      for (let rank = low; rank <= high; rank++) ranks.push(rank);
    } while (this.find(/,/y));
    if (!this.find(/\]/y)) this.fail();
    return { ranks, suit: this.find(/[wxyz]/y)?.[0] };
  }

  // A term, or all from it up, down or to another one.
  slid(first) {
    const moving = first.filter((card) => card.slides).map((card) => card.ranks[0]);
    let steps = 0;
    if (this.find(/\+/y)) steps = RANKS.length - 1 - Math.max(...moving);
    else if (this.find(/-/y)) {
      const last = this.term();
      const apart = new Set(last.map((card, k) => (card.slides && first[k]?.slides ? card.ranks[0] - first[k].ranks[0] : 0)).filter((_, k) => last[k].slides));
      if (last.length && (last.length !== first.length || apart.size !== 1)) refuse(`'${shorten(this.text)}' is not a valid span. Every rank must move by the same distance.`, this.field);
      steps = last.length ? [...apart][0] : -Math.min(...moving);
    }
    if (!Number.isFinite(steps)) refuse(`There is no rank to slide in '${shorten(this.text)}'.`, this.field);
    const all = this.filled(0);
    for (let step = 0; step <= Math.abs(steps); step++) {
      const cards = first.map((card) => (card.slides ? { ...card, ranks: [card.ranks[0] + step * Math.sign(steps)] } : card));
      this.holding(cards).forEach((share, id) => { all[id] |= share; });
    }
    return all;
  }

  // The classes whose hands have a card for each of some: the same variable is the same rank or suit, others are not.
  holding(cards) {
    const named = cards.flatMap((card) => (card.slides ? card.ranks : []));
    const fits = (ranks, suits, used) => {
      const card = cards[used.length];
      if (!card) return true;
      return ranks.some((rank, place) => {
        if (used.includes(place) || (card.ranks ? !card.ranks.includes(rank) : card.variable && named.includes(rank))) return false;
        const agrees = used.every((other, k) => (!card.variable || !cards[k].variable || (card.variable === cards[k].variable) === (rank === ranks[other]))
          && (!card.suit || !cards[k].suit || (card.suit === cards[k].suit) === (suits[place] === suits[other])));
        return agrees && fits(ranks, suits, [...used, place]);
      });
    };
    return this.filled(1).map((_, id) => fits(...this.ranksAndSuits(id), []));
  }
}
