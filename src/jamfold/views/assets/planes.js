// One game of two cards from its packed outcomes: what `solver.js` takes, and the cards and names of its classes.
//
// Tables are kept as sums over the other player's hands: entry i * n + j is what class i of one player adds for
// class j of the other one.

const RANKS = "23456789TJQKA";
const SUITS = "cdhs";

const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));

// Whole numbers, seven bits a byte: see `views/explorer/packing.py`.
function wholeNumbers(text) {
  const found = [];
  let value = 0;
  let unit = 1;
  for (const byte of bytes(text)) {
    value += (byte & 127) * unit;
    unit *= 128;
    if (byte > 127) continue;
    found.push(value % 2 ? -(value + 1) / 2 : value / 2);
    value = 0;
    unit = 1;
  }
  return found;
}

export const cardText = (card) => RANKS[card >> 2] + SUITS[card & 3];

// A card of a text as "Kh"; -1 where it is none.
export function cardOf(text) {
  const [rank, suit] = [RANKS.indexOf(text[0].toUpperCase()), SUITS.indexOf(text[1].toLowerCase())];
  return rank < 0 || suit < 0 ? -1 : 4 * rank + suit;
}

// The game of what `pack_planes` has written, as text or as the object in it.
export function unpackPlanes(packed) {
  const data = typeof packed === "string" ? JSON.parse(packed) : packed;
  const held = bytes(data.hands);
  const n = held.length / 2;
  const game = { ...data, n, cards: Array.from({ length: n }, (_, i) => [held[2 * i], held[2 * i + 1]]) };
  Object.assign(game, dealt(game));
  const [margins, ties] = [new Float64Array(n * n), new Float64Array(n * n)];
  const { counts } = game;
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
  return game;
}

// Class sizes, and how many hands of a class are left beside a hand of another one.
function dealt({ n, low, cards }) {
  const classOf = new Map(cards.map(([a, b], i) => [`${a >> 2} ${b >> 2} ${(a & 3) === (b & 3)}`, i]));
  const [counts, placements] = [new Float64Array(n), new Float64Array(n * n)];
  const hands = [];
  for (let a = 4 * low; a < 52; a++) {
    for (let b = 4 * low; b < a; b++) {
      const i = classOf.get(`${a >> 2} ${b >> 2} ${(a & 3) === (b & 3)}`);
      counts[i]++;
      hands.push([a, b, i]);
      cards.forEach((held, j) => {
        if (!held.includes(a) && !held.includes(b)) placements[i * n + j]++;
      });
    }
  }
  const free = 52 - 4 * low;
  return { counts, placements, hands, total: hands.length, opponents: ((free - 2) * (free - 3)) / 2 };
}

// The class of two cards.
export function classOf(game, a, b) {
  const [high, low] = a > b ? [a, b] : [b, a];
  return game.hands.find((one) => one[0] === high && one[1] === low)?.[2];
}
