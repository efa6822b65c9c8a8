// Cards, numbers that `views/explorer_data.py` has packed into texts, and runs of places.

export const RANKS = "23456789TJQKA";
export const SUITS = "cdhs";
export const cardText = (card) => RANKS[card >> 2] + SUITS[card & 3];
export const cardOf = (text) => 4 * RANKS.indexOf(text[0].toUpperCase()) + SUITS.indexOf(text[1].toLowerCase());

// The ranks that cards hold in each suit, as bits, sorted: what stays when suits are exchanged; and as one number.
export function suitSets(cards) {
  const sets = [0, 0, 0, 0];
  for (const card of cards) sets[card & 3] |= 1 << (card >> 2);
  return sets.sort((a, b) => a - b);
}

export const suitless = (cards) => suitSets(cards).reduce((key, set) => key * 8192 + set, 0);

export function bytes(text) {
  const plain = atob(text);
  const values = new Uint8Array(plain.length);
  for (let k = 0; k < plain.length; k++) values[k] = plain.charCodeAt(k);
  return values;
}

// Whole numbers below 65,536: `packed_places`.
export function places(text) {
  const steps = bytes(text);
  const n = steps.length / 2;
  let place = 0; // modulo 65,536
  return Uint16Array.from({ length: n }, (_, id) => (place += steps[id] + 256 * steps[n + id]));
}

// The classes of each cell of the matrix of patterns, in the order of the cells: `pattern_cells`.
export function membersOf(text) {
  const classes = [];
  bytes(text).forEach((cell, id) => (classes[cell] ||= []).push(id));
  return new Map(classes.flatMap((ids, cell) => [[cell, ids]])); // without those of no class
}

export const base64 = (values) => btoa(Array.from(values, (value) => String.fromCharCode(value)).join(""));

// The bytes of a text of gzip.
export async function inflated(text) {
  const stream = new Blob([bytes(text)]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Whole numbers, seven bits a byte: `packed_whole`.
export function wholeNumbers(text) {
  const numbers = [];
  let value = 0;
  let unit = 1;
  for (const byte of bytes(text)) {
    value += (byte & 127) * unit;
    unit *= 128;
    if (byte > 127) continue;
    numbers.push(value % 2 ? -(value + 1) / 2 : value / 2);
    value = 0;
    unit = 1;
  }
  return numbers;
}

// Runs of places where something is so.
export function runs(chosen) {
  const intervals = [];
  chosen.forEach((isChosen, k) => {
    if (!isChosen) return;
    if (k && chosen[k - 1]) intervals.at(-1)[1] = k;
    else intervals.push([k, k]);
  });
  return intervals;
}
