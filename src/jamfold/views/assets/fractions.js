// Fractions of whole numbers without a largest one, and small games in them: `solver/simplex.py`.

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
  const found = /^(-?)(\d+)(?:\/(\d+)|(?:\.(\d*))?(?:e([+-]?\d+))?)$/i.exec(String(text));
  if (!found) throw new Error(`'${String(text).slice(0, 40)}' is no fraction.`);
  const [, sign, first, below, digits = "", power = "0"] = found;
  const above = BigInt(sign + first + digits);
  const exponent = Number(power) - digits.length;
  if (Math.abs(exponent) > 400 || (below && !BigInt(below))) throw new Error(`'${String(text).slice(0, 40)}' is no fraction.`);
  if (below) return fraction(above, BigInt(below));
  return exponent < 0 ? fraction(above, 10n ** BigInt(-exponent)) : whole(above * 10n ** BigInt(exponent));
}

export const textOf = ([above, below]) => (below === 1n ? `${above}` : `${above}/${below}`);
export const plus = ([a, b], [c, d]) => fraction(a * d + c * b, b * d);
export const minus = (one, [c, d]) => plus(one, [-c, d]);
export const times = ([a, b], [c, d]) => fraction(a * c, b * d);
export const over = ([a, b], [c, d]) => fraction(a * d, b * c);
export const compare = ([a, b], [c, d]) => { const by = a * d - c * b; return by < 0n ? -1 : by > 0n ? 1 : 0; };
export const least = (...all) => all.reduce((one, other) => (compare(other, one) < 0 ? other : one));
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
  g.forEach((one, i) => { table[size][i] = -one; });
  const basis = Array.from({ length: size }, (_, row) => size + row);
  let scale = 1n;
  const pivot = (row, column) => {
    const sign = table[row][column] < 0n ? -1n : 1n;
    const chosen = table[row].map((one) => sign * one);
    const by = chosen[column];
    table.forEach((one, k) => {
      const factor = one[column];
      table[k] = k === row ? chosen : one.map((value, at) => (value * by - factor * chosen[at]) / scale);
    });
    basis[row] = column;
    scale = by;
  };
  for (let row = k1; row < size; row++) if (table[row][2 * size] < 0n) pivot(row, row);
  for (;;) {
    const column = table[size].findIndex((one, at) => at < 2 * size && one < 0n);
    if (column < 0) break;
    const rows = [...basis.keys()].filter((row) => table[row][column] > 0n);
    const ratio = (row) => [table[row][2 * size], table[row][column]];
    pivot(rows.reduce((one, other) => { const by = compare(ratio(other), ratio(one)); return by < 0 || (!by && basis[other] < basis[one]) ? other : one; }), column);
  }
  const x = Array.from({ length: k1 }, () => whole(0n));
  basis.forEach((column, row) => { if (column < k1) x[column] = fraction(table[row][2 * size], scale); });
  return [x, Array.from({ length: k2 }, (_, j) => fraction(table[size][size + k1 + j], scale))];
}
