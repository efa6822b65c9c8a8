// The shortest x for which |A x - b| is least, by the singular values of A: one-sided Jacobi rotations.
// Reference: G. H. Golub, C. F. Van Loan, "Matrix Computations", 2013, section 8.6.3.

const SWEEPS = 60;
const TURNED = 1e-15;

const dot = (one, other) => {
  let sum = 0;
  for (let i = 0; i < one.length; i++) sum += one[i] * other[i];
  return sum;
};

function rotate(one, other, cosine, sine) {
  for (let i = 0; i < one.length; i++) {
    const value = one[i];
    one[i] = cosine * value - sine * other[i];
    other[i] = sine * value + cosine * other[i];
  }
}

// `columns` of A, which are changed; singular values below `least` times the largest count as nothing.
export function leastSquares(columns, b, least) {
  const n = columns.length;
  const turns = columns.map((_, k) => Float64Array.from(columns, (__, j) => Number(j === k)));
  let moved = true;
  for (let sweep = 0; moved && sweep < SWEEPS; sweep++) {
    moved = false;
    for (let p = 0; p < n; p++) {
      for (let q = p + 1; q < n; q++) {
        const [one, other] = [columns[p], columns[q]];
        const [alpha, beta, gamma] = [dot(one, one), dot(other, other), dot(one, other)];
        if (Math.abs(gamma) <= TURNED * Math.sqrt(alpha * beta)) continue;
        moved = true;
        const zeta = (beta - alpha) / (2 * gamma);
        const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
        const cosine = 1 / Math.hypot(1, tangent);
        rotate(one, other, cosine, cosine * tangent);
        rotate(turns[p], turns[q], cosine, cosine * tangent);
      }
    }
  }
  const squares = columns.map((one) => dot(one, one));
  const floor = least ** 2 * Math.max(...squares);
  const x = new Float64Array(n);
  columns.forEach((one, k) => {
    if (!(squares[k] > floor)) return;
    const share = dot(one, b) / squares[k];
    for (let i = 0; i < n; i++) x[i] += share * turns[k][i];
  });
  return x;
}
