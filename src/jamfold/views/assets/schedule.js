// When a card of the drill comes again: FSRS-6 with its usual weights and no random spread, as
// practice/training/answers.py asks it of the package `fsrs`, so that the same answers give the same days.
// J. Ye, "A stochastic shortest path algorithm for optimizing spaced repetition scheduling", KDD 2022.

// `wanted`: the chance to know a card when it is due; `longest`: days; steps in milliseconds.
const { weights: W, wanted: WANTED, longest: LONGEST, learning, again } = JSON.parse(document.getElementById("settings").textContent).drill.SCHEDULE;
const DECAY = -W[20];
const FACTOR = WANTED ** (1 / DECAY) - 1;
export const DAY = 86_400_000;
const STEPS = { learning, again };
const [AGAIN, HARD, GOOD, EASY] = [1, 2, 3, 4];

const between = (value, least, most) => Math.min(Math.max(value, least), most);
const firstDifficulty = (rating) => W[4] - Math.E ** (W[5] * (rating - 1)) + 1;

function nextDifficulty(difficulty, rating) {
  const moved = difficulty + ((10 - difficulty) * (W[6] * (3 - rating))) / 9;
  return between(W[7] * firstDifficulty(EASY) + (1 - W[7]) * moved, 1, 10);
}

function sameDay(stability, rating) {
  const growth = Math.E ** (W[17] * (rating - 3 + W[18])) * stability ** -W[19];
  return stability * (rating === AGAIN ? growth : Math.max(growth, 1));
}

function laterDay({ stability, difficulty }, days, rating) {
  const recall = (1 + (FACTOR * days) / stability) ** DECAY;
  if (rating === AGAIN) {
    const long = W[11] * difficulty ** -W[12] * ((stability + 1) ** W[13] - 1) * Math.E ** ((1 - recall) * W[14]);
    return Math.min(long, stability / Math.E ** (W[17] * W[18]));
  }
  const part = rating === HARD ? W[15] : rating === EASY ? W[16] : 1;
  return stability * (1 + Math.E ** W[8] * (11 - difficulty) * stability ** -W[9] * (Math.E ** ((1 - recall) * W[10]) - 1) * part);
}

// Whole days, at least one; a half goes to the even number, as in Python.
function interval(stability) {
  const days = (stability / FACTOR) * (WANTED ** (1 / DECAY) - 1);
  const low = Math.floor(days);
  const near = days - low === 0.5 ? low + (low % 2) : Math.round(days);
  return between(near, 1, LONGEST) * DAY;
}

// A card {state, step, stability, difficulty, due, last} after an answer; null is a card that was never asked.
export function review(card, rating, now) {
  const at = card ? Math.max(now, card.last) : now;
  const next = { state: card?.state || "learning", step: card ? card.step : 0, last: at };
  if (!card) Object.assign(next, { stability: W[rating - 1], difficulty: between(firstDifficulty(rating), 1, 10) });
  else {
    const days = Math.floor((at - card.last) / DAY);
    next.stability = Math.max(days < 1 ? sameDay(card.stability, rating) : laterDay(card, days, rating), 0.001);
    next.difficulty = nextDifficulty(card.difficulty, rating);
  }
  next.due = at + wait(next, rating);
  return next;
}

// How long a card waits, and which step of learning it is at then.
function wait(card, rating) {
  const steps = STEPS[card.state];
  if (card.state === "review" ? rating === AGAIN : rating === AGAIN || rating === HARD) {
    if (card.state === "review") card.state = "again";
    if (rating === AGAIN) card.step = 0;
    const now = STEPS[card.state];
    if (rating === HARD && card.step === 0) return now.length === 1 ? 1.5 * now[0] : (now[0] + now[1]) / 2;
    return now[card.step];
  }
  if (card.state !== "review" && rating === GOOD && card.step + 1 < steps.length) {
    card.step += 1;
    return steps[card.step];
  }
  card.state = "review";
  card.step = null;
  return interval(card.stability);
}
