// Rules of thumb: points for features of a hand, and how many of them make it a jam or a call.

import { bytes } from "./bytes.js";
import { PLAYS, SEATS, SEAT_NAMES, element, list, paragraph, signed, textTable } from "./game.js";

const ANY = "any";

// What views/explorer_data.py has packed.
export class Rule {
  constructor(data) {
    Object.assign(this, data);
    this.scores = bytes(data.scores);
    this.seen = data.seen && data.seen.map(bytes);
  }

  total(id) { return this.least + this.scores[id]; }

  // The points of a class, number by number, as far as they are told.
  parts(id) { return this.seen ? this.weights.map((weight, place) => weight * this.seen[place][id]) : []; }

  // The thresholds of the nearest stack: the ratio counts, of two as near the smaller one.
  near(stack) {
    const far = (row) => Math.abs(Math.log(row.s / stack));
    return this.thresholds.reduce((best, row) => (far(row) < far(best) - 1e-12 ? row : best));
  }

  from(seat, row) { return row[`${seat}_from`]; }
  plays(seat, row, points) { return this.from(seat, row) === ANY || points >= this.from(seat, row); }
}

// The rule at the k-th stack, with the hand that is seen counted.
export function ruleSheet(rule, game, k, picked) {
  const row = rule.near(game.stack(k));
  const heads = ["Stack, bb", "Jam from", "Call from", "Exploitability, bb/100"];
  const rows = rule.thresholds.map(({ s, jam_from, call_from, gain_bb }) => [s, jam_from, call_from, (100 * gain_bb).toFixed(2)]);
  const thresholds = textTable("thresholds", heads, rows);
  thresholds.tBodies[0].rows[rule.thresholds.indexOf(row)].setAttribute("aria-current", "true");
  const score = textTable("score", [], rule.words.map((words, place) => [rule.points[place], words]));
  const sum = picked && picked.ids.length === 1 ? counted(rule, game, k, row, picked.ids[0]) : [];
  return [...sum, score, thresholds, paragraph(rule.note)];
}

function counted(rule, game, k, row, id) {
  const points = rule.total(id);
  const terms = rule.parts(id).map((part, place) => (place ? `${signed(part, 0)[0]} ${Math.abs(part)}` : `${part}`)).join(" ");
  const items = SEATS.map((seat) => {
    const [isPlayed, chance] = [rule.plays(seat, row, points), game.chance(seat, id, k)];
    const right = game.isFree(seat, id, k) || !game.isAsked(seat, k) || isPlayed === chance >= 0.5;
    const words = `${SEAT_NAMES[seat]} ${PLAYS[seat]} from ${rule.from(seat, row)} at ${row.s} bb: ${isPlayed ? seat : "fold"}`;
    return `${words}${right ? "" : `; the equilibrium at ${game.text(k)} bb: ${isPlayed ? "fold" : seat}`}`;
  });
  return [element("h3", { textContent: `${game.name(id)}: ${terms ? `${terms} = ` : ""}${points} points` }), list(items)];
}
