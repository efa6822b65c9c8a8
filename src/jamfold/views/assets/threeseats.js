// Three players who each act once, everything summed over triples of classes: the game of `solver/three_seats.py`,
// with its nodes, letters and formulas.  Player 0 acts first:
//
//    0  player 0                     3  player 2, both are in
//    1  player 1, player 0 is in     4  player 2, player 0 is in
//    2  player 1, player 0 has folded   5  player 2, player 1 is in

export const PLAYERS = [0, 1, 1, 2, 2, 2];

const times = (matrix, vector) => {
  const n = vector.length;
  const made = new Float64Array(n);
  for (let i = 0, at = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++, at++) sum += matrix[at] * vector[j];
    made[i] = sum;
  }
  return made;
};
const under = (vector, matrix) => {
  const n = vector.length;
  const made = new Float64Array(n);
  for (let i = 0, at = 0; i < n; i++) {
    const one = vector[i];
    for (let j = 0; j < n; j++, at++) made[j] += one * matrix[at];
  }
  return made;
};
const dot = (one, other) => one.reduce((sum, value, i) => sum + value * other[i], 0);
const rest = (vector) => vector.map((value) => 1 - value);

// The sum of arrays, each times its factor.
function combined(...terms) {
  const made = new Float64Array(terms[0][1].length);
  for (const [factor, values] of terms) {
    for (let i = 0; i < made.length; i++) made[i] += factor * values[i];
  }
  return made;
}

// Value of deals, wins and ties of the first of a pair, who wins, ties, loses; and where the wins are the second's.
const won = ([win, tie, lose], [deals, wins, ties]) => combined([lose, deals], [win - lose, wins], [tie - lose, ties]);
const lost = ([win, tie, lose], parts) => won([lose, tie, win], parts);

// The game of `deals` (`threeDeals`) and ends: `nobody[p]`, `alone[who][p]`, `pairs[pair][place][p]`, and `cubes`, what
// a showdown of all three is worth, of players 0 and 1 as [k, i, j], of player 2 as [i, j, k]; `forced` by node: 1
// jams, 0 folds, null decides.
//
// What is worth anything is linear in what the ends are worth: sums over a player need few cubes, with the ends in.
export function threeSeats(deals, ends, forced) {
  const [u0, u1, u2] = ends.cubes;
  const plain = [deals.deals, deals.wins, deals.ties];
  const byFolded = [deals.deals, deals.winsByFolded, deals.tiesByFolded];
  const of = (pair, player) => ends.pairs[pair].map((place) => place[player]);
  const met = (pair, player) => combined([1, lost(of(pair, player), plain)], [-ends.alone[pair - 1][player], deals.deals]);
  const game = {
    n: deals.n, deals, ends, forced, players: PLAYERS,
    slices: [
      [deals.deals, u2, won(of(0, 2), plain), won(of(1, 2), plain), won(of(2, 2), byFolded)],
      [],
      [],
      [combined([1, u0], [-1, won(of(0, 0), byFolded)]), combined([1, u1], [-1, won(of(0, 1), byFolded)])],
      [met(1, 0), met(1, 1)],
      [met(2, 0), met(2, 1)],
    ],
    whole: [won(of(0, 0), deals.sums), won(of(0, 1), deals.sums), won(of(2, 2), deals.sums)],
  };
  return { ...game, state: (strategy) => stateOf(game, strategy) };
}

// A strategy, by node and class, and what is summed over the player of a node with it.
function stateOf(game, given) {
  const { n, slices } = game;
  const state = new State(game, given.map(() => new Float64Array(n)), slices.map((one) => one.map(() => new Float64Array(n * n))));
  given.forEach((chances, node) => state.shift(node, chances));
  return state;
}

// total[i] += amount x slice[from + i]
function add(total, amount, slice, from) {
  for (let i = 0; i < total.length; i++) total[i] += amount * slice[from + i];
}

function move(total, to, weight) {
  for (let i = 0; i < total.length; i++) total[i] += weight * (to[i] - total[i]);
}

class State {
  constructor(game, strategy, sums) {
    Object.assign(this, { game, strategy, sums });
  }

  copy() {
    return new State(this.game, this.strategy.map((one) => one.slice()), this.sums.map((all) => all.map((one) => one.slice())));
  }

  // Adds amounts, by class, to the chances at a node.
  shift(node, amounts) {
    amounts.forEach((amount, number) => {
      if (!amount) return;
      this.strategy[node][number] += amount;
      this.sums[node].forEach((total, k) => add(total, amount, this.game.slices[node][k], number * total.length));
    });
  }

  // Goes so much of the way to another strategy.
  mix(other, weight) {
    this.strategy.forEach((one, node) => move(one, other.strategy[node], weight));
    this.sums.forEach((all, node) => all.forEach((one, k) => move(one, other.sums[node][k], weight)));
  }

  // What jamming and folding are worth, and the chance of being there, at each node with each class: jamming and
  // folding times that chance, all three times the number of deals.  x, call, jam are the chances of nodes 0, 1, 2.
  worth() {
    const { ends: { nobody, alone }, deals, whole } = this.game;
    const [x, call, jam] = this.strategy;
    const [stays, free, down] = [x, call, jam].map(rest);
    const [[ofX, showdown, versus1, versus2, versusOne], , , both, zero, one] = this.sums;
    const d = deals.sums[0];
    const behind = combined([1, d], [-1, ofX]);
    const [dx, dStays, dFree, dJam] = [x, stays, free, jam].map((chances) => times(d, chances));
    const [last0, last1] = [under(free, ofX), under(jam, behind)];
    const jams = [
      combined([1, times(zero[0], free)], [alone[0][0], dFree], [1, times(whole[0], call)], [1, times(both[0], call)]),
      combined([1, under(x, both[1])], [1, under(x, whole[1])]),
      combined([1, times(one[1], stays)], [alone[1][1], dStays]),
      under(call, showdown),
      times(versus2, free),
      combined([1, under(jam, whole[2])], [-1, under(jam, versusOne)]),
    ];
    const folds = [
      combined([1, under(jam, one[0])], [alone[1][0], dJam], [nobody[0], times(d, down)]),
      combined([1, under(x, zero[1])], [alone[0][1], dx]),
      combined([nobody[1], dStays]),
      under(call, versus1),
      combined([alone[0][2], last0]),
      combined([alone[1][2], last1]),
    ];
    const arrivals = [times(d, x.map(() => 1)), dx, dStays, under(call, ofX), last0, last1];
    return { jams, folds, arrivals };
  }

  // What jamming is worth more than folding, times the chance of being there.
  gains() {
    const { jams, folds } = this.worth();
    const share = 1 / this.game.deals.total;
    return jams.map((one, node) => combined([share, one], [-share, folds[node]]));
  }

  arrivals() {
    return this.worth().arrivals.map((one) => combined([1 / this.game.deals.total, one]));
  }

  // What the game is worth to each player.
  values() {
    const { ends: { nobody }, deals } = this.game;
    const { jams, folds } = this.worth();
    const [x, , jam] = this.strategy;
    const values = [0, 0, nobody[2] * dot(times(deals.sums[0], rest(x)), rest(jam))];
    this.strategy.forEach((chances, node) => { values[PLAYERS[node]] += dot(jams[node], chances) + dot(folds[node], rest(chances)); });
    return values.map((one) => one / deals.total);
  }
}
