// The panel: what is done with one hand or with several, over all stacks, and why.

import { element, percent, signed } from "./game.js";

const SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const CLOSE = 8;

// Cards as people read them, in four colours.
export function cards(text) {
  const held = text.match(/../g).map((card) => {
    const suit = card[1];
    return element("span", { className: `suit-${suit}`, textContent: card[0] + SYMBOLS[suit] });
  });
  return element("span", { className: "cards" }, ...held);
}

function title(game, { ids, words }) {
  if (ids.length > 1) return element("h2", { textContent: words });
  return element("h2", {}, game.names ? game.name(ids[0]) : cards(game.cards(ids[0])));
}

export function handPanel(game, k, picked, onPick) {
  const shown = element("div", { className: "hand" }, title(game, picked));
  if (picked.ids.length === 1) {
    for (const seat of seats(game, picked)) shown.append(advice(game, k, picked.ids[0], seat), strip(game, k, picked, seat));
    const place = percent(game.percentile(picked.ids[0]));
    shown.append(element("p", { className: "small", textContent: `Among the best ${place} of hands, by equity against any hand.` }));
    return shown;
  }
  const hands = game.handsOf(picked.ids, picked.shares);
  const size = `${Math.round(hands).toLocaleString("en")} hands, ${percent(hands / game.total)} of all`;
  shown.append(element("p", { className: "small", textContent: size }));
  for (const seat of seats(game, picked)) {
    const part = game.part(picked.ids, game.chances(seat, k), picked.shares);
    const line = element("p", { className: "advice" }, `${game.asked(seat)} `);
    line.append(element("b", { textContent: `${game.plays(seat)} ${percent(part)} of them` }));
    shown.append(line, strip(game, k, picked, seat));
  }
  shown.append(closest(game, k, picked, onPick));
  return shown;
}

// The seat that was clicked comes first.
function seats(game, picked) {
  return picked.seat === "call" ? ["call", "jam"] : game.shown;
}

function advice(game, k, id, seat) {
  const line = element("p", { className: "advice" }, `${game.asked(seat)}: `);
  line.append(element("b", { textContent: action(game, k, id, seat) }));
  const gain = game.names && game.isAsked(seat, k) && game.here(seat, id, k) ? `, ${signed(game.margin(seat, id, k), game.charts ? 2 : 3)} ${game.unit}` : "";
  line.append(gain);
  if (game.isSure(seat, id, k)) line.append(", in every equilibrium");
  if (game.count > 1) line.append(element("span", { className: "small", textContent: ` · ${where(game, id, seat)}` }));
  return line;
}

export function action(game, k, id, seat) {
  if (!game.isAsked(seat, k)) return game.charts ? "all-in by the blind" : "never asked";
  const here = game.here(seat, id, k);
  if (here === 0) return "never comes to this";
  const doing = game.doing(seat, id, k);
  if (game.isFree(seat, id, k)) return `${doing} or fold, ${game.charts ? "close" : "both are right"}`;
  const chance = game.chance(seat, id, k) / here;
  return chance > 0 && chance < 1 ? `${doing} ${percent(chance)} of the time` : chance ? doing : "fold";
}

// At which stacks a hand is played, in words.
export function where(game, id, seat) {
  const runs = game.runs(seat, id);
  const all = `${game.text(0)}–${game.text(game.count - 1)} bb`;
  if (!runs.length) return `never ${game.plays(seat)} it (${all})`;
  if (runs.length === 1 && runs[0][0] === 0) {
    const last = runs[0][1];
    return last === game.count - 1 ? `always ${game.plays(seat)} it (${all})` : `${game.plays(seat)} it up to ${game.text(last)} bb`;
  }
  const texts = runs.map(([from, to]) => (from === to ? game.text(from) : `${game.text(from)}–${game.text(to)}`));
  return `${game.plays(seat)} it at ${texts.join(", ")} bb`;
}

// How much is played at every stack, with a mark at this one.
function strip(game, k, { ids, shares }, seat) {
  const name = "http://www.w3.org/2000/svg";
  const picture = document.createElementNS(name, "svg");
  const settings = { viewBox: `0 0 ${game.count} 10`, preserveAspectRatio: "none", class: "strip", "aria-hidden": "true" };
  for (const [key, value] of Object.entries(settings)) picture.setAttribute(key, value);
  const draw = (path, kind) => {
    const one = document.createElementNS(name, "path");
    one.setAttribute("d", path);
    one.setAttribute("class", kind);
    picture.append(one);
  };
  const box = (from, to) => `M${from} 10V0H${to}V10Z`;
  if (ids.length === 1) draw(game.runs(seat, ids[0]).map(([from, to]) => box(from, to + 1)).join(""), "run");
  else {
    const heights = over(game, seat, ids, shares).map((part, at) => `V${10 - 10 * part}H${at + 1}`);
    draw(`M0 10${heights.join("")}V10Z`, "run");
  }
  draw(box(k, k + Math.max(1, game.count / 150)), "now");
  return picture;
}

// The share of some classes that is played, by stack; mixed hands count where they are played more often.
function over(game, seat, ids, shares) {
  const steps = new Float64Array(game.count + 1);
  let hands = 0;
  for (const id of ids) {
    const size = game.sizes[id] * (shares ? shares.get(id) : 1);
    hands += size;
    for (const [from, to] of game.runs(seat, id)) {
      steps[from] += size;
      steps[to + 1] -= size;
    }
  }
  let sum = 0;
  return Array.from(steps.subarray(0, game.count), (step) => (sum += step) / hands);
}

// The hands whose last stack is nearest to this one.
function closest(game, k, picked, onPick) {
  const seat = picked.seat || "jam";
  const ends = picked.ids.map((id) => {
    const runs = game.runs(seat, id);
    const last = runs.length ? runs[runs.length - 1][1] : -1;
    return { id, last, far: Math.abs(last + 0.5 - k) };
  });
  const edge = ends.filter(({ last }) => last < game.count - 1);
  if (!edge.length) return element("div");
  const near = edge.sort((a, b) => a.far - b.far || a.id - b.id).slice(0, CLOSE).sort((a, b) => b.last - a.last);
  const list = element("ul", { className: "close" });
  for (const { id } of near) {
    const button = element("button", { type: "button" }, game.names ? game.name(id) : cards(game.cards(id)));
    button.addEventListener("click", () => onPick({ ids: [id], seat, words: game.name(id) }));
    list.append(element("li", {}, button, ` ${where(game, id, seat)}`));
  }
  return element("div", {}, element("h3", { textContent: `Closest decisions, ${game.asked(seat).toLowerCase()}` }), list);
}
