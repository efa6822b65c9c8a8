// A question as pages and the API ask it, read and checked.

import { FACTS } from "./facts.js";
import { doubtOf, parseNumber, splitCommas } from "./numbers.js";
import { MOST_PLAYERS, POSITIONS, chipsOf, formatNumber, isRaked, makeSituation, refuse, sum } from "./worth.js";

// ---- Numbers as Python's format shows them.

// "+.4f" and ".2f": what lies in the middle goes to the even digit.
export function fixed(value, digits, sign = "") {
  const plus = sign && (value > 0 || Object.is(value, 0)) ? "+" : "";
  const [whole, places] = Math.abs(value).toFixed(digits + 30).split(".");
  const isMiddle = /^50*$/.test(places.slice(digits)) && "02468".includes(`${whole}${places.slice(0, digits)}`.at(-1));
  return plus + (isMiddle ? `${value < 0 ? "-" : ""}${whole}.${places.slice(0, digits)}`.replace(/\.$/, "") : value.toFixed(digits));
}

// ".5g": so many digits, without zeros at the end.
export function general(value, digits = 6) {
  const text = value.toExponential(digits - 1);
  const [mantissa, exponent] = text.split("e");
  if (+exponent >= -4 && +exponent < digits) return `${+value.toPrecision(digits)}`;
  const power = `${Math.abs(exponent)}`.padStart(2, "0");
  return `${+mantissa}e${exponent < 0 ? "-" : "+"}${power}`;
}

// ---- The tree of raises before the all-in: who may raise to what, and where each action leads.  `betting/raises.py`, for
// two seats: limping and flat calls are not in it, behind an all-in the other folds or calls.

const ROUNDING = 1e-9;
const { mostSizes: MOST_SIZES, mostRaises: MOST_RAISES, ordinals: ORDINALS } = FACTS.raises;

// The raises before the all-in that a body lists, null for jam or fold.
export function readSizes(body) {
  const { chips } = reader(body);
  const size = (value, name) => {
    const text = typeof value === "string" ? value.trim().toLowerCase() : "";
    if (text === "pot" || /^(\d{1,6}\.?\d{0,6}|\.\d{1,6})x$/.test(text)) return text;
    const amount = chips(value, name);
    if (typeof amount !== "number") refuse(`'${String(amount).slice(0, 40)}' is not a raise size. Use 2.2bb, 3x, pot or chips.`, name);
    return amount;
  };
  const [open, later] = ["open", "raises"].map((name) => words(body[name]).map((text) => size(text, name)));
  const limit = body.limit || "";
  if (limit && limit !== "pot") refuse(`Unknown limit '${String(limit).slice(0, 40)}'. It can only be pot.`, "limit");
  const jam = ![false, "0", "false", "no"].includes(body.jam);
  if (open.length > MOST_SIZES || later.length > MOST_RAISES) {
    refuse(`At most ${MOST_SIZES} open sizes and ${MOST_RAISES} later raises are supported.`, open.length > MOST_SIZES ? "open" : "raises");
  }
  if (later.length && !(open.length || limit)) refuse("Later raises need an open size. Enter one.", "raises");
  if (!jam && !(open.length || limit)) refuse("Without jams, at least one open size is needed.", "open");
  return open.length || limit ? { open, later, limit, jam } : null;
}

export const actionName = ({ kind, to }, big) => (kind === "raise" ? `raise ${general(to / big)}` : kind);

// All decisions, each before those it leads to; `unreached` leaves out sizes of steps that never come.
export function raiseTree(situation, raises, unreached = false) {
  const { live, bigBlind: big } = situation;
  const blinds = situation.blinds.map((blind) => Math.min(blind, live));
  const decides = situation.decides.every(Boolean);
  const listed = decides && raises ? raises : { open: [], later: [], limit: "", jam: true };
  const points = [];
  const [legal, refused] = [new Set(), new Map()];
  let deepest = 0;

  const sizesAt = (step) => {
    const sizes = step ? listed.later.slice(step - 1, step) : listed.open;
    return sizes.length ? sizes : listed.limit ? ["pot"] : [];
  };

  const isLegal = (step, size, to, least, pot) => {
    const raise = `${ORDINALS[Math.min(step, 3)]} to ${general(to / big)} bb`;
    const key = `${step} ${size}`;
    if (to < Math.min(least, live) * (1 - ROUNDING)) {
      refused.set(key, [`A ${raise} is too small. The minimum is ${general(least / big)} bb, or all-in.`, step ? "raises" : "open"]);
    } else if (listed.limit && Math.min(to, live) > pot * (1 + ROUNDING)) {
      refused.set(key, [`A ${raise} exceeds the pot limit of ${general(pot / big)} bb.`, step ? "raises" : "open"]);
    } else return Boolean(legal.add(key));
    return false;
  };

  const raisesOf = ({ seat, putIn, step, lastRaise }) => {
    const level = Math.max(...putIn);
    const pot = level + (level + putIn[1 - seat]) + situation.deadTotal;
    const mayJam = !listed.limit || pot >= live * (1 - ROUNDING);
    const sizes = new Set();
    let jams = false;
    for (const size of sizesAt(step)) {
      const to = size === "pot" ? pot : typeof size === "string" ? parseFloat(size) * level : size;
      if (!isLegal(step, size, to, level + lastRaise, pot)) continue;
      if (to >= live * (1 - ROUNDING)) jams = true;
      else sizes.add(to);
    }
    if (listed.limit && !sizes.size && !mayJam) sizes.add(pot);
    const named = new Map([...sizes].sort((a, b) => a - b).map((to) => [actionName({ kind: "raise", to }, big), { kind: "raise", to }]));
    const actions = [...named.values()];
    return jams || !actions.length || (listed.jam && mayJam) ? [...actions, { kind: "jam", to: live }] : actions;
  };

  const decide = (state) => {
    const { seat, after, putIn, isAllIn, step } = state;
    const point = { seat, after, putIn, actions: [{ kind: "fold", to: putIn[seat] }], following: [null] };
    const number = points.push(point) - 1;
    if (isAllIn) {
      point.actions.push({ kind: "call", to: live });
      point.following.push(null);
      return number;
    }
    deepest = Math.max(deepest, step);
    point.actions.push(...raisesOf(state));
    for (const action of point.actions.slice(1)) {
      const put = [...putIn];
      put[seat] = action.to;
      point.following.push(decide({
        seat: 1 - seat, after: [...after, [seat, action]], putIn: put, isAllIn: action.kind === "jam",
        lastRaise: action.to - Math.max(...putIn), step: step + 1,
      }));
    }
    return number;
  };

  decide({ seat: 0, after: [], putIn: blinds, isAllIn: false, lastRaise: Math.max(...blinds), step: 0 });
  if (decides) {
    for (const [key, [sentence, field]] of refused) if (!legal.has(key)) refuse(sentence, field);
    if (listed.later.length > deepest && !unreached) {
      refuse(`There are ${listed.later.length} sizes of later raises, but somebody is all-in after ${deepest}. Remove the others.`, "raises");
    }
  }
  return points;
}

// ---- A question as pages and the API ask it, read and checked: chips in one measure, prizes, heads, sizes of raises.
// The sentences are those of `jamfold.cases`.

const ELSEWHERE = ["field", "envelopes", "room", "fee", "fortune", "jackpot_size", "pool"];
const FUTURES = ["none", "chip-share"];
const GROUP = /^\s*(\d+)\s*[x×*]\s*(\S.*?)\s*$/;

// The number that a text says, NaN where it says none; of chips or money, or of big blinds and percentages.
function numberIn(words, field, isAmount = true) {
  const doubt = doubtOf(words, isAmount);
  if (doubt) refuse(doubt, field);
  return parseNumber(words);
}

// A number from zero on, of a value that is one, or says one.
export function readNumber(value, label, field, isAmount = true) {
  const number = typeof value === "string" ? numberIn(value, field, isAmount) : value;
  if (typeof number !== "number" || Number.isNaN(number)) refuse(`The ${label} must be a number, not '${String(value).slice(0, 40)}'.`, field);
  if (!Number.isFinite(number)) refuse(`The ${label} must be a finite number, not ${number}.`, field);
  if (number < 0) refuse(`The ${label} must not be negative (${formatNumber(number)}).`, field);
  return number;
}

// The words of a list, or of a text with blanks, semicolons, slashes or commas between.
function words(value) {
  const all = Array.isArray(value) ? value : value === undefined || value === null || value === "" ? [] : [value];
  return all.flatMap((value) => (typeof value === "string" ? value.replace(/(\d)\s+(?=bb\b)/gi, "$1").split(/[\s;/]+/).flatMap(splitCommas).filter(Boolean) : [value]));
}

// Amounts of a body as chips: of big blinds as 12.5bb, of antes as 10%.  What is no amount stays as it is.
function reader(body) {
  let blinds = words(body.blinds ?? [5, 10]);
  const inBlinds = blinds.length && blinds.every((text) => /bb$/i.test(String(text).trim()));
  if (inBlinds) blinds = blinds.map((text) => String(text).trim().slice(0, -2));
  if (blinds.length !== 2) refuse("Enter two blinds, small and big, such as 5 10.", "blind_sb");
  const plain = (text) => {
    const number = parseNumber(text);
    return Number.isNaN(number) ? text : number;
  };
  const chips = (value, field) => {
    const text = typeof value === "string" ? value.trim() : "";
    if (!text) return value;
    const isBlinds = /bb$/i.test(text);
    const doubt = doubtOf(text, !isBlinds);
    if (doubt) refuse(doubt, field);
    const number = isBlinds ? parseNumber(text.slice(0, -2)) : NaN;
    return Number.isNaN(number) ? plain(text) : number * readNumber(blinds[1], "big blind", "blinds");
  };
  const ante = (value, field) => {
    const percent = /%\s*$/.test(String(value)) ? parseNumber(String(value).replace(/%\s*$/, "")) : NaN;
    return chips(Number.isNaN(percent) ? value : `${percent / 100}bb`, field);
  };
  const amount = (value, label, field) => readNumber(chips(value, field), label, field);
  return { chips, ante, amount, blinds: () => blinds.map((blind, k) => chips(blind, k ? "blind_bb" : "blind_sb")) };
}

export function readLevel(body) {
  if (body.blind !== undefined && body.blind !== null) return { blinds: [readNumber(body.blind, "small blind", "blind"), 1], ante: 0, bb_ante: 0, dead: 0 };
  const { chips, ante, blinds } = reader(body);
  return { blinds: blinds(), ante: ante(body.ante ?? 0, "ante"), bb_ante: ante(body.bb_ante ?? 0, "bb_ante"), dead: chips(body.dead ?? 0, "dead") };
}

export function readSpot(body) {
  const { chips } = reader(body);
  const listed = words(body.stacks ?? [100, 100]);
  const stacks = listed.length === 1 ? [listed[0], listed[0]] : listed;
  if (stacks.length !== 2) refuse("The stacks must be two amounts, for small and big blind, such as '10bb 12bb'; the text '10bb' is both.", "stack_sb");
  return makeSituation({ ...readLevel(body), stacks: stacks.map((stack, k) => chips(stack, k ? "stack_bb" : "stack_sb")) });
}

// Three players before the hand, in chips: small blind, big blind, button.
export function readTable(body) {
  const { chips } = reader(body);
  const listed = words(body.stacks ?? ["10bb"]);
  const stacks = listed.length === 1 ? Array(3).fill(listed[0]) : listed;
  if (stacks.length !== 3) refuse(`There are ${stacks.length} stacks: give those of small blind, big blind and button.`, "stacks");
  const numbers = stacks.map((stack, k) => readNumber(chips(stack, "stacks"), `stack of seat ${k + 1}`, "stacks"));
  return { ...readLevel(body), stacks: numbers.map((stack, k) => chipsOf(stack, `stack of ${["sb", "bb", "btn"][k]}`, "stacks")) };
}

// Rake, prizes and bounties; of two or more in the hand.
export function readTerms(body, seats = 2) {
  for (const name of ELSEWHERE) {
    const value = body[name];
    if (value && !(Array.isArray(value) && !value.length)) refuse(`'${name}' is not available in this file. Use jamfold on a computer.`, name);
  }
  if (body.heads && !FUTURES.includes(body.heads)) refuse(`Unknown value of remaining bounties '${String(body.heads).slice(0, 40)}'. Choose from: ${FUTURES.join(", ")}.`, "heads");
  const { amount } = reader(body);
  const percent = (name) => {
    const value = readNumber(typeof body[name] === "string" ? body[name].replace(/%\s*$/, "") : body[name] ?? 0, name, name, false);
    if (value > 100) refuse(`A ${name} of ${formatNumber(value)}% is more than all of it.`, name);
    return value;
  };
  const terms = {
    rake: percent("rake"),
    cap: body.cap === undefined || body.cap === null || body.cap === "" ? null : amount(body.cap, "cap", "cap"),
    drop: amount(body.drop ?? 0, "drop", "drop"),
    jackpot: amount(body.jackpot ?? 0, "jackpot drop", "jackpot"),
    drop_always: [true, "1", "true", "yes"].includes(body.drop_always),
    rakeback: percent("rakeback"),
  };
  const prizes = readPrizes(body.prizes);
  if (!prizes.amounts.length) {
    for (const [name, label] of [["table", "stacks of the other players"], ["bounty", "bounties"]]) {
      if (words(body[name]).length) refuse(`The ${label} need prizes. Enter the payouts as well.`, name);
    }
    return terms;
  }
  if (isRaked(terms)) refuse("Prizes and rake cannot be combined. Remove one of them.", "rake");
  return { ...terms, ...readTournament(body, prizes, amount, seats) };
}

// The prizes of a name, in one word or several; what is none, as it is.
function named(all) {
  const text = all.join(" ");
  const word = text.toLowerCase();
  if ((all.length > 1 && /\d/.test(text)) || !/^(?!nan$|inf)[a-z][a-z0-9_ -]*$/.test(word)) return all;
  const name = word.replace(/[_ ]/g, "-");
  if (!Object.hasOwn(FACTS.payouts, name)) refuse(`'${text.slice(0, 40)}' is not a payout. Enter amounts (50 30 20), percentages (50% 30% 20%) or a preset such as sng.`, "prizes");
  return FACTS.payouts[name];
}

function readPrizes(value) {
  const all = named(words(value)).flatMap((prize) => {
    const group = GROUP.exec(String(prize));
    return group ? Array(Math.min(+group[1], 1000)).fill(group[2]) : [prize];
  });
  const marked = all.map((prize) => /%\s*$/.test(String(prize)));
  if (marked.some(Boolean) && !marked.every(Boolean)) {
    refuse(`Payouts mix money (${all[marked.indexOf(false)]}) and percentages (${all[marked.indexOf(true)]}). Use one or the other.`, "prizes");
  }
  const amounts = all.map((prize, k) => readNumber(marked[k] ? String(prize).replace(/%\s*$/, "") : prize, `prize of place ${k + 1}`, "prizes", !marked[k]));
  const percent = marked.some(Boolean);
  const pool = sum(amounts);
  if (percent && pool > 100 * (1 + 1e-12)) refuse(`Payouts add up to ${formatNumber(pool)}% of the prize pool.`, "prizes");
  return { amounts, percent, pool };
}

function readTournament(body, prizes, amount, seats) {
  const otherStacks = words(body.table).map((stack, k) => amount(stack, `stack of other player ${k + 1}`, "table"));
  otherStacks.forEach((stack, k) => stack || refuse(`Other player ${k + 1} has no chips. Enter only players who have some.`, "table"));
  const players = seats + otherStacks.length;
  if ((body.model || "malmuth-harville") !== "malmuth-harville") refuse("This file has the stack model malmuth-harville: jamfold on a computer has the others.", "model");
  if (players > MOST_PLAYERS) refuse(`This file takes ${MOST_PLAYERS} players at most: jamfold on a computer takes more.`, "table");
  if (prizes.amounts.length > players) refuse(`${prizes.amounts.length} payouts for ${players} players. Enter only the payouts still to be won.`, "prizes");
  if (seats > 2 && words(body.bounty).length) {
    refuse(`This file counts bounties for two seats, not ${seats}. Remove them, or ask jamfold on a computer.`, "bounty");
  }
  const amounts = words(body.bounty).map((bounty, k) => readNumber(bounty, `bounty of player ${k + 1}`, "bounty"));
  const progressive = readNumber(body.progressive ?? 0, "PKO share added to the winner's bounty", "progressive", false);
  if (progressive > 1) refuse(`The PKO share added to the winner's bounty must be at most 1, not ${progressive}.`, "progressive");
  if (progressive && !amounts.length) refuse("A PKO share needs bounties. Enter them as well.", "progressive");
  const heads = amounts.length === 1 ? Array(players).fill(amounts[0]) : amounts;
  if (heads.length && heads.length !== players) refuse(`${heads.length} bounties for ${players} players. Enter one per player, or one for all.`, "bounty");
  if (heads.length && prizes.percent) refuse("Bounties need payouts in money, not percentages.", "prizes");
  if (!(prizes.pool + sum(heads))) refuse("All payouts are zero. Enter at least one positive payout.", "prizes");
  const bounties = heads.length ? { heads, progressive, future: body.heads || FUTURES[1] } : null;
  return { prizes: prizes.amounts, percent: prizes.percent, others: otherStacks, bounties };
}

// Which seat is asked about: 0 for the small blind, 1 for the big one.
export function readSeat(body) {
  const seat = String(body.position ?? "sb").trim().toLowerCase();
  if (!POSITIONS.includes(seat)) refuse(`The position must be sb or bb, not '${String(body.position).slice(0, 40)}'.`, "position");
  return POSITIONS.indexOf(seat);
}
