// The drill of the file: what is asked next, what an answer costs, what is kept of it in this browser.
// The rules are those of practice/trainer; a file of answers is one of `jamfold train export`.

import { Game, element } from "./game.js";
import { bundledChart } from "./host.js";
import { KeptList } from "./presets.js";
import { Rule } from "./rule.js";
import { DAY, review } from "./schedule.js";
import { compute } from "./workers.js";

const SEATS = { sb: "jam", bb: "call" };
const SEAT_WORDS = { sb: "Small blind", bb: "Big blind" };
const {
  NEAR, STACKS, MOST_CARDS, GRID, CLOSE_BB, QUICK, HARD_LOSS, LISTED, RATINGS, DEPTHS, CURVE: [LAST, FIRST, MOST_POINTS],
  FORMAT, VERSION, COLUMNS, TEXTS, NUMBERS, OPTIONAL_NUMBERS, LONGEST_ACT, LAST_AT,
} = JSON.parse(document.getElementById("settings").textContent).drill;
const MANY = new Set(JSON.parse(document.getElementById("settings").textContent).games.filter((game) => game.many).map((game) => game.name)); // more hands than can be learnt
const MODES = ["repeat", "random", "close", "mistakes", "range", "deal"];
const FREE = 1e-9; // big blinds
const TURNS = 200; // hands that are tried for a close one
const NOTHING = "AA:0.000000001"; // a range of no hand: weights are above zero
const memory = new KeptList(FORMAT, "answers", (answer) => !fault(answer), {
  what: "earlier answers",
  nothing: "This browser cannot store your answers. They are lost when you close the page: “Export answers” saves them.",
});
const decks = new Map();

// ---- What is kept.

const cardOf = ({ game, level, seat, hand }) => [game, level, seat, hand].join("\n");
const rating = ({ loss, seconds }) => (loss === 0 ? (seconds !== null && seconds <= QUICK ? 4 : 3) : loss < HARD_LOSS ? 2 : 1);

// What the scheduler knows, from the answers alone.
function remembered(answers) {
  const cards = new Map();
  for (const answer of answers) {
    if (answer.mode === "repeat" || (answer.mode !== "range" && !MANY.has(answer.game))) cards.set(cardOf(answer), review(cards.get(cardOf(answer)) || null, rating(answer), answer.at));
  }
  return cards;
}

// The answer's card, and what is to be said of its keeping.
function add(answer) {
  const answers = [...memory.all()];
  while (answers.some((other) => other.at === answer.at && cardOf(other) === cardOf(answer))) answer.at += 1;
  answers.push(answer);
  const notice = memory.write(answers);
  return { notice, card: remembered(answers.filter((stored) => cardOf(stored) === cardOf(answer))).get(cardOf(answer)) || null };
}

// Adds the answers of a file: how many are new, and what is to be said of their keeping.
function take(text) {
  let data;
  try {
    data = JSON.parse(text);
  } catch {
    throw new Error("The file is not JSON.");
  }
  if (data?.format !== FORMAT || !Array.isArray(data.answers)) throw new Error("The file has no training answers.");
  if (data.version !== VERSION) throw new Error(`The file has another version: ${String(data.version).slice(0, 20)}, not ${VERSION}.`);
  data.answers.forEach((answer, place) => {
    const words = fault(answer);
    if (words) throw new Error(`Answer ${place + 1} of the file: ${words}.`);
  });
  const answers = memory.all();
  const stored = new Set(answers.map((answer) => `${answer.at} ${cardOf(answer)}`));
  const fresh = data.answers.filter((answer) => !stored.has(`${answer.at} ${cardOf(answer)}`));
  const rows = fresh.map((answer) => Object.fromEntries(COLUMNS.map((name) => [name, answer[name] ?? null])));
  const notice = memory.write([...answers, ...rows].sort((a, b) => a.at - b.at));
  return { added: fresh.length, notice };
}

// What makes no answer of a value; empty where it is one.
function fault(answer) {
  const isNumber = (value) => typeof value === "number" && value >= 0 && value < Infinity;
  const isNone = (value) => value === null || value === undefined;
  if (!answer || typeof answer !== "object") return "it is none";
  const text = TEXTS.find((name) => typeof answer[name] !== "string" || answer[name].length > LONGEST_ACT);
  if (text) return `'${text}' must be text`;
  const number = ["at", ...NUMBERS].find((name) => !isNumber(answer[name])) || OPTIONAL_NUMBERS.find((name) => !isNone(answer[name]) && !isNumber(answer[name]));
  if (number) return `'${number}' must be a number, 0 or more`;
  if (!Number.isInteger(answer.at) || answer.at >= LAST_AT) return "'at' must be milliseconds since 1970";
  if (![true, false, 0, 1].includes(answer.free)) return "'free' must be true or false";
  return MODES.includes(answer.mode) ? "" : `'mode' must be one of ${MODES.join(", ")}`;
}

// ---- What is asked.

const levelOf = ({ ante, bb_ante }) => [ante ? `ante ${+ante.toPrecision(6)}` : "", bb_ante ? `big-blind ante ${+bb_ante.toPrecision(6)}` : ""].filter(Boolean).join(", ");

// The chart of a game at blinds and antes, out of the box where it is there.
async function deckOf({ game, ante = 0, bb_ante = 0 }) {
  const key = `${game} ${ante} ${bb_ante}`;
  if (!decks.has(key)) {
    const parts = ante || ![0, 1].includes(bb_ante) ? [null] : await Promise.all([game, ...(bb_ante ? [`${game}-bb-ante`] : [])].map(bundledChart));
    const chart = parts[0] ? Object.assign({}, ...parts) : await compute("explorer", { game, blinds: [0.5, 1], ante, bb_ante, ...GRID, ...(MANY.has(game) && { step: 1 }) });
    decks.set(key, new Game(chart));
  }
  return decks.get(key);
}

// The stacks at which a seat has a choice: behind the ante there is more than its blind.
function decides(deck, { ante = 0, bb_ante = 0 }, seat) {
  return deck.stacks.map((stack) => {
    const live = Math.min(stack - Math.min(stack, ante), stack - Math.min(stack, ante + bb_ante));
    return live > (seat === "sb" ? 0.5 : 1);
  });
}

// The cards of a seat: each hand with the stack up to which it is played.
function cardsOf(deck, body, seat) {
  const deciding = decides(deck, body, seat);
  const lowest = deck.stacks[Math.max(deciding.indexOf(true), 0)];
  const cards = Array.from({ length: deck.n }, (_, id) => {
    const runs = deck.runs(SEATS[seat], id);
    const threshold = Math.max(runs.length ? deck.stacks[runs.at(-1)[1]] : lowest, lowest);
    const near = deck.stacks.flatMap((stack, k) => (deciding[k] && Math.abs(stack - threshold) <= NEAR * threshold + 5e-4 ? [k] : []));
    return { id, seat, threshold, near: [near.filter((k) => deck.stacks[k] <= threshold), near.filter((k) => deck.stacks[k] > threshold)] };
  }).filter((card) => card.near[0].length || card.near[1].length);
  return MANY.has(deck.game) ? mostDealt(deck, cards) : cards;
}

// Of more cards than can be learnt those of the most hands, as many of each group of stacks; what one lacks others have.
function mostDealt(deck, cards) {
  const most = MOST_CARDS / 2;
  const mixed = ({ id }) => (id * 7919) % deck.n;
  const inside = cards.filter(({ threshold }) => STACKS[0] < threshold && threshold <= STACKS[1]);
  inside.sort((a, b) => deck.sizes[b.id] - deck.sizes[a.id] || mixed(a) - mixed(b));
  const places = new Map();
  const first = inside.filter(({ threshold }) => {
    const place = places.get(depthOf(threshold)) || 0;
    places.set(depthOf(threshold), place + 1);
    return place < Math.floor(most / DEPTHS.length);
  });
  return [...first, ...inside.filter((card) => !first.includes(card))].slice(0, most);
}

const pickOne = (list) => list[Math.floor(Math.random() * list.length)];

function within(stack) {
  if (!stack || stack === "all") return null;
  const [low, high] = stack.startsWith("over") ? [+stack.slice(5), Infinity] : stack.split("-").map(Number);
  return [low, high];
}

async function next(body) {
  const { game, mode, seat, stack } = body;
  const deck = await deckOf(body);
  const level = levelOf(body);
  const seats = seat === "both" ? ["sb", "bb"] : [seat];
  if (mode === "repeat") {
    const [low, high] = within(stack) || [0, Infinity];
    const cards = seats.flatMap((seat) => cardsOf(deck, body, seat)).filter(({ threshold }) => low < threshold && threshold <= high);
    if (!cards.length) throw new Error("There is no card of this seat at these stacks, blinds and antes.");
    const reviews = remembered(memory.all());
    const reviewed = cards.map((card) => ({ ...card, known: reviews.get(cardOf({ game, level, seat: card.seat, hand: deck.name(card.id) })) }));
    const seen = reviewed.filter((card) => card.known).sort((a, b) => a.known.due - b.known.due);
    const last = Math.max(...seen.map((card) => card.known.last));
    const rest = seen.length > 1 ? seen.filter((card) => card.known.last !== last) : seen;
    const due = rest.filter((card) => card.known.due <= Date.now());
    const fresh = reviewed.filter((card) => !card.known);
    const card = due[0] || (fresh.length ? pickOne(fresh) : rest[0]);
    const place = pickOne(pickOne(card.near.filter((side) => side.length)));
    return questionOf(deck, body, card.seat, place, card.id, { due: due.length, new: fresh.length });
  }
  const [low, high] = within(stack) || STACKS;
  for (const seat of seats.length > 1 && Math.random() < 0.5 ? [...seats].reverse() : seats) {
    const choice = decides(deck, body, seat);
    const places = deck.stacks.flatMap((stackOf, k) => (choice[k] && stackOf > low && stackOf <= high ? [k] : []));
    while (places.length) {
      const [k] = places.splice(Math.floor(Math.random() * places.length), 1);
      const id = MANY.has(game) && mode === "close" ? await close(deck, body, seat, k) : drawHand(deck, SEATS[seat], k, mode);
      if (id !== null) return questionOf(deck, body, seat, k, mode === "range" ? null : id, {});
    }
  }
  throw new Error("There is no such hand at these stacks, blinds and antes.");
}

// A hand as often as it is dealt, of those that will do; null where there is none.
function drawHand(deck, seat, k, mode) {
  const gain = (id) => Math.abs(deck.margin(seat, id, k));
  const fits = (id) => mode !== "close" || (gain(id) >= CLOSE_BB[0] && gain(id) <= CLOSE_BB[1]);
  const sums = [];
  let total = 0;
  for (let id = 0; id < deck.n; id++) sums.push((total += fits(id) ? deck.sizes[id] : 0));
  const at = Math.random() * total;
  return total ? sums.findIndex((sum) => at < sum) : null;
}

// A close one of more hands than the chart has margins of; null where none is found soon.
async function close(deck, body, position, k) {
  const stacks = [deck.stacks[k], deck.stacks[k]];
  for (let turn = 0; turn < TURNS; turn++) {
    const id = drawHand(deck, SEATS[position], k, "random");
    const { margin } = await handOf({ ...body, stacks, blinds: [0.5, 1], position }, id);
    if (Math.abs(margin) >= CLOSE_BB[0] && Math.abs(margin) <= CLOSE_BB[1]) return id;
  }
  return null;
}

function questionOf(deck, body, position, k, id, more) {
  const stack = deck.stacks[k];
  const level = levelOf(body);
  return {
    game: body.game, mode: body.mode, stacks: [stack, stack], blinds: [0.5, 1], ante: body.ante || 0, bb_ante: body.bb_ante || 0, dead: 0,
    position, stack, id, hand: id === null ? null : deck.name(id), cards: id === null ? null : deck.cards(id), actions: [SEATS[position], "fold"],
    words: `${SEAT_WORDS[position]}, ${+stack.toPrecision(6)} bb${level ? `, ${level}` : ""}${position === "sb" ? "" : ", the small blind jams"}`,
    due: 0, new: 0, note: "", notice: "", ...more,
  };
}

// ---- What an answer costs.

const spotOf = ({ game, stacks, blinds, ante, bb_ante, dead }) => ({ game, stacks, blinds, ante, bb_ante, dead });

// A hand of a spot: what playing gains over folding, 0 where both are right, or that is within the bound of the spot.
async function handOf(body, id) {
  const hand = await compute("hand", { ...spotOf(body), id, position: body.position });
  const isFree = hand.advice.startsWith("indifferent") || (!hand.exact && Math.abs(hand.difference_bb) <= Math.max(...hand.gains_bb));
  return { ...hand, margin: isFree ? 0 : hand.difference_bb };
}

const lossOf = (margin, plays) => (plays ? Math.max(-margin, 0) : Math.max(margin, 0));
const signs = (value) => `${value < 0 && +value.toFixed(4) !== 0 ? "-" : "+"}${Math.abs(value).toFixed(4)}`;

async function judge(body) {
  const deck = await deckOf(body);
  const id = deck.names ? deck.names.indexOf(body.hand) : deck.find(body.hand);
  const hand = await handOf(body, id);
  if (/^(no decision|never asked)/.test(hand.advice)) throw new Error("No decision here: the hand never gets to act.");
  const { margin } = hand;
  const playing = SEATS[body.position];
  const plays = body.action !== "fold";
  const loss = lossOf(margin, plays);
  const rule = ruleSays(body, id, hand.s, margin);
  const at = Date.now();
  const answer = {
    at, game: body.game, level: levelOf(body), seat: body.position, hand: body.hand, mode: body.mode, stack: Math.min(...body.stacks), s: hand.s,
    act: body.action, loss, free: margin === 0, seconds: body.seconds ?? null, rule_loss: rule && rule.loss_bb,
  };
  const { card, notice } = add(answer);
  const evs = `${playing} ${signs(hand.ev_allin_bb)} bb, fold ${signs(hand.ev_fold_bb)}`;
  const words = margin === 0 ? `Right: ${playing} and fold are equally good (${evs}).` : loss === 0 ? `Right: ${evs}; it gains ${Math.abs(margin).toFixed(4)} bb.` : `Wrong, costs ${loss.toFixed(4)} bb: ${evs}.`;
  return {
    ...hand, id, hand: body.hand, action: body.action, right: loss === 0, free: margin === 0, loss_bb: loss, words, why: hand.words, rule,
    rating: RATINGS[rating(answer) - 1], days: card && (card.due - answer.at) / DAY, notice,
  };
}

function ruleSays({ game, position }, id, s, margin) {
  const data = JSON.parse(document.getElementById("rules").textContent)[game];
  if (!data) return null;
  const rule = new Rule(data);
  const row = rule.near(s);
  const [seat, points] = [SEATS[position], rule.total(id)];
  const needed = rule.from(seat, row);
  const plays = rule.plays(seat, row, points);
  return { points, needed: needed === "any" ? null : needed, s: row.s, action: plays ? seat : "fold", loss_bb: lossOf(margin, plays) };
}

async function judgeRange(body) {
  const { position } = body;
  const playing = SEATS[position];
  const deck = await deckOf(body);
  const compared = await compute("compare", { ...spotOf(body), [playing]: body.range || NOTHING, top: deck.n });
  const seat = compared.seats.find((candidate) => candidate.position === position);
  const often = position === "sb" ? 1 : compared.first.jam_percent / 100; // costs are by hand dealt, those kept by hand asked
  const wrong = seat.hands.filter((hand) => hand.cost_bb > FREE).map((hand) => ({
    id: deck.names.indexOf(hand.name), name: hand.name, marked: hand.other_played, best: hand.played >= 0.5 ? playing : "fold", loss_bb: hand.cost_bb / often,
  }));
  const loss = seat.cost_bb / often;
  const { notice } = add({ at: Date.now(), game: body.game, level: levelOf(body), seat: position, hand: "", mode: "range", stack: Math.min(...body.stacks), s: compared.first.s, act: body.range, loss, free: false, seconds: body.seconds ?? null, rule_loss: null });
  return { wrong, loss_bb: loss, words: `${wrong.length} of ${deck.n} kinds of hands are wrong; costs ${(100 * loss).toFixed(2)} bb per 100 hands.`, notice };
}

// ---- The score.

const day = (at) => new Date(at).toISOString().slice(0, 10);

function depthOf(stack) {
  const place = DEPTHS.findIndex((high) => stack <= high);
  return place < 0 ? `over ${DEPTHS.at(-1)}` : `${place ? DEPTHS[place - 1] : 0}-${DEPTHS[place]}`;
}

function cell(name, answers) {
  const loss = answers.reduce((sum, answer) => sum + answer.loss, 0);
  return { name, decisions: answers.length, mistakes: answers.filter((answer) => answer.loss >= LISTED).length, loss_bb: loss, error_rate_mbb: answers.length ? (1000 * loss) / answers.length : 0, interval_mbb: null };
}

function cellsBy(answers, key) {
  return [...new Set(answers.map(key))].sort((a, b) => a.localeCompare(b, "en", { numeric: true })).map((name) => cell(name, answers.filter((answer) => key(answer) === name)));
}

function score({ game }) {
  const answers = memory.all().filter((answer) => !game || answer.game === game);
  const decided = answers.filter((answer) => answer.mode !== "range");
  const marked = answers.filter((answer) => answer.mode === "range");
  let streak = 0;
  let best = 0;
  for (const answer of decided) best = Math.max(best, (streak = answer.loss === 0 ? streak + 1 : 0));
  const ruled = decided.filter((answer) => answer.rule_loss !== null);
  const rate = (list, name) => (list.length ? (1000 * list.reduce((sum, answer) => sum + answer[name], 0)) / list.length : 0);
  const more = decided.length - FIRST;
  const points = Math.max(0, Math.min(MOST_POINTS, more + 1));
  const ends = Array.from({ length: points }, (_, k) => FIRST + Math.round((k * more) / Math.max(1, points - 1)));
  const right = decided.filter((answer) => answer.loss === 0).length;
  const cards = [...remembered(answers).values()];
  return {
    game, total: cell("all", decided), right, right_percent: decided.length ? (100 * right) / decided.length : 0, streak, best_streak: best,
    rule_decisions: ruled.length, rule_mbb: rate(ruled, "rule_loss"), rule_own_mbb: rate(ruled, "loss"),
    by_seat: cellsBy(decided, (answer) => answer.seat).reverse(), by_stack: cellsBy(decided, (answer) => depthOf(answer.stack)), by_day: cellsBy(decided, (answer) => day(answer.at)),
    curve_mbb: ends.map((end) => rate(decided.slice(Math.max(0, end - LAST), end), "loss")),
    ranges: marked.length, range_loss_bb: rate(marked, "loss") / 1000, cards: cards.length, due: cards.filter((card) => card.due <= Date.now()).length, notice: "",
  };
}

const QUESTIONS = {
  "train-next": next,
  "train-answer": judge,
  "train-range": judgeRange,
  "train-score": score,
  "train-export": ({ game }) => ({ name: `jamfold-training${game ? `-${game}` : ""}.json`, text: memory.fileText(memory.all().filter((answer) => !game || answer.game === game)) }),
};

// A damaged store is told with the first question or verdict: the score has no place for it.
export async function train(name, body) {
  memory.all();
  const reply = await QUESTIONS[name](body);
  if (name === "train-score" || reply.notice === undefined) return reply;
  const damage = memory.damaged();
  if (damage) reply.notice = [damage, reply.notice].filter(Boolean).join(" ");
  return reply;
}

// A button that takes the answers of a file.
export function drillFiles(done) {
  const input = element("input", { type: "file", accept: ".json,application/json", id: "train-import" });
  const label = element("label", { className: "chip chooser" }, "Import answers", input);
  const status = element("span", { className: "small", role: "status", id: "train-imported" });
  input.addEventListener("change", async () => {
    try {
      const { added, notice } = take(await input.files[0].text());
      status.textContent = `${added} new answers. ${notice}`;
      setTimeout(done, notice ? 8000 : 1500);
    } catch (error) {
      status.textContent = error.message;
    }
    input.value = "";
  });
  return [label, status];
}
