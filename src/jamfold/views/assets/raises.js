// The tree of raises before the all-in: who may raise to what, and where each action leads.  `hand/raises.py`, for
// two seats: limping and flat calls are not in it, behind an all-in the other folds or calls.

import { general } from "./text.js";
import { refuse } from "./worth.js";

const ROUNDING = 1e-9;
const MOST_SIZES = 8;
const MOST_RAISES = 12;
const ORDINALS = ["first raise", "second raise", "third raise", "later raise"];

// The raises of a body, their sizes as `chips` reads them; null for jam or fold.
export function readRaises(body, chips, words) {
  const size = (value, name) => {
    const text = typeof value === "string" ? value.trim().toLowerCase() : "";
    if (text === "pot" || /^(\d{1,6}\.?\d{0,6}|\.\d{1,6})x$/.test(text)) return text;
    const found = chips(value);
    if (typeof found !== "number") refuse(`'${String(found).slice(0, 40)}' is no size of a raise: give big blinds (2.2bb), 3x, pot or chips.`, name);
    return found;
  };
  const [open, later] = ["open", "raises"].map((name) => words(body[name]).map((one) => size(one, name)));
  const limit = body.limit || "";
  if (limit && limit !== "pot") refuse(`Unknown limit '${String(limit).slice(0, 40)}': it is pot.`, "limit");
  const jam = ![false, "0", "false", "no"].includes(body.jam);
  if (open.length > MOST_SIZES || later.length > MOST_RAISES) {
    refuse(`A tree has at most ${MOST_SIZES} sizes of the open and ${MOST_RAISES} later raises.`, open.length > MOST_SIZES ? "open" : "raises");
  }
  if (later.length && !(open.length || limit)) refuse("Sizes of later raises come behind an open: give its size, too.", "raises");
  if (!jam && !(open.length || limit)) refuse("Without raises there is nothing but the jam: list an open.", "open");
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
    const what = `${ORDINALS[Math.min(step, 3)]} to ${general(to / big)} bb`;
    const key = `${step} ${size}`;
    if (to < Math.min(least, live) * (1 - ROUNDING)) {
      refused.set(key, [`A ${what} is no legal raise: the least is to ${general(least / big)} bb, or all-in.`, step ? "raises" : "open"]);
    } else if (listed.limit && Math.min(to, live) > pot * (1 + ROUNDING)) {
      refused.set(key, [`A ${what} is not pot-limit: the pot allows ${general(pot / big)} bb at most.`, step ? "raises" : "open"]);
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
    const found = [...named.values()];
    return jams || !found.length || (listed.jam && mayJam) ? [...found, { kind: "jam", to: live }] : found;
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
      refuse(`There are ${listed.later.length} sizes of later raises, but somebody is all-in after ${deepest}: leave out the others.`, "raises");
    }
  }
  return points;
}
