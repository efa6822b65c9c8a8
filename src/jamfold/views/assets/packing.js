// Strategies over stacks in few bytes, as the strategy page takes them: `views/explorer/data.py` and `packing.py`.

const ODD = 255; // in place of a top: the stacks of the class stand in `odd`

export const base64 = (values) => btoa(Array.from(values, (one) => String.fromCharCode(one)).join(""));
export const round = (value, digits) => +value.toFixed(digits);

// Smooth rows of whole numbers by second differences: `packed_curves`.
export function curves(rows) {
  const found = [];
  for (const row of rows) {
    let [last, step] = [0, 0];
    row.forEach((value) => {
      const difference = value - last - step;
      [last, step] = [value, value - last];
      let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
      for (; rest > 127; rest = Math.floor(rest / 128)) found.push((rest % 128) + 128);
      found.push(rest);
    });
  }
  return base64(found);
}

// Runs of places where something is so.
export function runs(chosen) {
  const found = [];
  chosen.forEach((one, k) => {
    if (!one) return;
    if (k && chosen[k - 1]) found.at(-1)[1] = k;
    else found.push([k, k]);
  });
  return found;
}

// What a seat plays, of rows of chances, one for each stack.
export function part(rows) {
  const n = rows[0].length;
  const [tops, odd, mixed] = [new Uint8Array(n), {}, {}];
  for (let id = 0; id < n; id++) {
    const played = rows.map((row) => row[id] >= 0.5);
    const top = played.filter(Boolean).length;
    tops[id] = played.every((one, k) => one === k < top) ? top : ODD;
    if (tops[id] === ODD) odd[id] = runs(played);
    const some = rows.flatMap((row, k) => (row[id] > 0 && row[id] < 1 ? [[k, row[id]]] : []));
    if (some.length) mixed[id] = some;
  }
  return { tops: base64(tops), odd, mixed };
}

// What a seat plays and what that gains, of rows for each stack: chances, what is free, margins as they are shown.
export function toldSeat(game, chances, free, margins, quantum) {
  const runsOfFree = {};
  for (let id = 0; id < game.n; id++) {
    const found = runs(free.map((one) => one[id]));
    if (found.length) runsOfFree[id] = found;
  }
  const share = (row) => row.reduce((sum, chance, i) => sum + chance * game.counts[i], 0) / game.total;
  const rounded = (row, id) => Math.round((row[id] || 0) / quantum) + 0;
  return {
    ...part(chances),
    percent: chances.map((row) => round(100 * share(row), 6)),
    free: runsOfFree,
    margins: curves(Array.from({ length: game.n }, (_, id) => margins.map((row) => rounded(row, id)))),
  };
}
