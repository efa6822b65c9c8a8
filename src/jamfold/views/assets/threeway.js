// The three-way table of a game from its packed counts, and cubes over ordered triples of classes, in deals, as
// `threeseats.js` takes them: `tables/threeway_table.py` and `tables/threeway_cubes.py`.
//
// For three disjoint hands the boards fall into 13 orders of strength, written as the place of each hand, 0 for the
// best.  The triples of classes k >= j >= i stand one after the other; a cube is [a, b, c] in one row of numbers.

const PACKED = 12; // orders; the last one is what the others leave
const BYTES = 3;

const places = (strengths) => {
  const better = [...new Set(strengths)].sort((a, b) => b - a);
  return strengths.map((one) => better.indexOf(one));
};
const triples = Array.from({ length: 27 }, (_, k) => [Math.floor(k / 9), Math.floor(k / 3) % 3, k % 3]);
const ordersByName = Object.fromEntries(triples.map((one) => [places(one).join(""), places(one)]));

export const ORDERS = Object.keys(ordersByName).sort().map((name) => ordersByName[name]);
const numberOf = (order) => ORDERS.findIndex((one) => one.join("") === order.join(""));
const TURNS = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
const TURNED = TURNS.map((turn) => ORDERS.map((order) => numberOf(turn.map((hand) => order[hand]))));
// By the order of c, a, b: the number of that of a, b, c.
export const LAST_FIRST = ORDERS.map(([c, a, b]) => numberOf([a, b, c]));

// The table of what `pack_threeway` has written.
export async function unpackThreeway({ n, counts: sizes }, packed) {
  if (typeof DecompressionStream === "undefined") throw new Error("This browser is too old for three seats: try Chrome, Firefox or Safari of 2023 or later.");
  const held = Uint8Array.from(atob(packed), (one) => one.charCodeAt(0));
  const stream = new Blob([held]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const rows = (n * (n + 1) * (n + 2)) / 6;
  const plane = (k) => bytes.subarray(k * rows, (k + 1) * rows);
  const placements = plane(PACKED * BYTES);
  const boards = new DataView(bytes.buffer).getUint32((PACKED * BYTES + 1) * rows, true);
  const orders = new Int32Array(rows * ORDERS.length);
  const planes = Array.from({ length: PACKED * BYTES }, (_, k) => plane(k));
  for (let row = 0, at = 0; row < rows; row++, at++) {
    let left = placements[row] * boards;
    for (let k = 0; k < planes.length; k += BYTES, at++) {
      orders[at] = planes[k][row] + (planes[k + 1][row] << 8) + (planes[k + 2][row] << 16);
      left -= orders[at];
    }
    orders[at] = left;
  }
  return { n, sizes, boards, placements, orders };
}

// Deals of three classes, each weighted with the mean of a value over its boards, by the order of a, b, c.
export function orderCube(table, values) {
  return cube(table, table.orders, TURNED.map((row) => row.map((order) => values[order] / table.boards)));
}

const dealCube = (table) => cube(table, table.placements, TURNS.map(() => [1]));

// Counts of each triple, several in a row, times their values by turn.
function cube({ n, sizes }, counts, values) {
  const made = new Float64Array(n * n * n);
  const width = values[0].length;
  const steps = [n * n, n, 1];
  const turns = values.map((one, t) => ({ one: Float64Array.from(one), ofHand: [0, 1, 2].map((hand) => steps[TURNS[t].indexOf(hand)]) }));
  for (const { one, ofHand: [ofK, ofJ, ofI] } of turns) {
    for (let k = 0, at = 0; k < n; k++) {
      for (let j = 0; j <= k; j++) {
        for (let i = 0; i <= j; i++) {
          let total = 0;
          for (let o = 0; o < width; o++, at++) total += one[o] * counts[at];
          made[k * ofK + j * ofJ + i * ofI] = sizes[k] * total;
        }
      }
    }
  }
  return made;
}

// The sum of a cube over its first class.
function summed(one, n) {
  const made = new Float64Array(n * n);
  for (let at = 0; at < one.length; at++) made[at % (n * n)] += one[at];
  return made;
}

// What cards alone say of three classes: deals, wins of a over b and their ties, [a, b, c] and with the one who has
// folded first, [c, a, b]; and all summed over the one who has folded.
export function threeDeals(table) {
  const wins = ORDERS.map(([a, b]) => Number(a < b));
  const ties = ORDERS.map(([a, b]) => Number(a === b));
  const byFolded = (values) => orderCube(table, LAST_FIRST.map((order) => values[order]));
  const cubes = { deals: dealCube(table), wins: orderCube(table, wins), ties: orderCube(table, ties), winsByFolded: byFolded(wins), tiesByFolded: byFolded(ties) };
  const sums = [cubes.deals, cubes.winsByFolded, cubes.tiesByFolded].map((one) => summed(one, table.n));
  return { n: table.n, ...cubes, sums, total: sums[0].reduce((sum, one) => sum + one, 0) };
}
