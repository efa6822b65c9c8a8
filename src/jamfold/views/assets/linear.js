// Small dense systems: linear equations, and linear complementarity by Lemke's method (`solver/linear_programs.py`).

const PIVOT = 1e-11;
const PERTURBATION = 1e-12;

// z >= 0 with C z <= r so that nobody gains by changing: w = q + M z + C'u >= 0, w.z = 0, (r - C z).u = 0.
export function complementary(q, m, c, r, perturbation = PERTURBATION) {
  const k = q.length;
  const rows = k + r.length;
  const width = rows + 3; // then z0, the right side that is moved a little, and the right side
  const body = Array.from({ length: rows }, () => new Float64Array(width));
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) body[i][j] = -m[i][j];
    for (let l = 0; l < r.length; l++) body[i][k + l] = -c[l][i];
    body[i][rows] = -1;
    body[i][rows + 1] = q[i] + perturbation * (1 + ((i * 0.6180339887498949) % 1));
    body[i][rows + 2] = q[i];
  }
  for (let l = 0; l < r.length; l++) {
    body[k + l].set(c[l]);
    body[k + l][rows + 1] = r[l] > 0 ? r[l] : perturbation * (1 + ((l * 0.7548776662466927) % 1));
    body[k + l][rows + 2] = r[l];
  }
  const right = (i) => body[i][rows + 1];
  const basic = Array.from({ length: rows }, (_, i) => i);
  const nonbasic = [...basic.map((i) => rows + i), 2 * rows];
  let leaving = 0;
  for (let i = 1; i < rows; i++) if (right(i) < right(leaving)) leaving = i;
  if (right(leaving) < 0) {
    let entering = rows;
    for (let step = 0; ; step++) {
      if (step === 50 * rows) return null;
      const gone = pivot(body, basic, nonbasic, leaving, entering);
      if (gone === 2 * rows) break;
      entering = nonbasic.indexOf((gone + rows) % (2 * rows));
      leaving = leastRatio(body, basic, entering, rows);
      if (leaving < 0) return null;
    }
  }
  const z = new Array(k).fill(0);
  basic.forEach((variable, i) => { if (variable >= rows && variable < rows + k) z[variable - rows] = Math.min(1, Math.max(0, body[i][rows + 2])); });
  return z;
}

function leastRatio(body, basic, column, rows) {
  let least = Infinity;
  for (const row of body) if (row[column] > PIVOT) least = Math.min(least, row[rows + 1] / row[column]);
  let [best, ratio] = [-1, Infinity];
  for (let i = 0; i < rows; i++) {
    if (!(body[i][column] > PIVOT)) continue;
    const quotient = body[i][rows + 1] / body[i][column];
    if (basic[i] === 2 * rows && quotient <= least + PIVOT * Math.max(1, Math.abs(least))) return i;
    if (quotient < ratio) [best, ratio] = [i, quotient];
  }
  return best;
}

// Exchange a basic variable and another one; the one that has left the basis.
function pivot(body, basic, nonbasic, row, column) {
  const chosen = body[row];
  const by = chosen[column];
  chosen[column] = 1;
  const filled = []; // most entries stay 0
  for (let j = 0; j < chosen.length; j++) if (chosen[j] !== 0) filled.push(j);
  for (const j of filled) chosen[j] /= by;
  const places = Int32Array.from(filled);
  for (const line of body) {
    const factor = line[column];
    if (line === chosen || factor === 0) continue;
    line[column] = 0;
    for (let k = 0; k < places.length; k++) line[places[k]] -= factor * chosen[places[k]];
  }
  const gone = basic[row];
  [basic[row], nonbasic[column]] = [nonbasic[column], gone];
  return gone;
}

// A solution of equations that have one; what they leave free is 0.
export function linearSystem(matrix, right) {
  const n = right.length;
  const body = matrix.map((row, i) => Float64Array.of(...row, right[i]));
  const rows = [];
  const columns = [];
  for (let step = 0; step < n; step++) {
    let [most, at] = [PIVOT, null];
    for (let i = 0; i < n; i++) {
      if (rows.includes(i)) continue;
      for (let j = 0; j < n; j++) if (Math.abs(body[i][j]) > most) [most, at] = [Math.abs(body[i][j]), [i, j]];
    }
    if (!at) break;
    rows.push(at[0]);
    columns.push(at[1]);
    const chosen = body[at[0]];
    for (const line of body) {
      if (line === chosen) continue;
      const factor = line[at[1]] / chosen[at[1]];
      if (factor) for (let j = 0; j <= n; j++) line[j] -= factor * chosen[j];
    }
  }
  const solution = new Float64Array(n);
  rows.forEach((row, k) => { solution[columns[k]] = body[row][n] / body[row][columns[k]]; });
  return solution;
}
