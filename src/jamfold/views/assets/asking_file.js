// Asking the file itself, in place of a server: spots are solved by workers, the drill's questions by its memory.

import { compute, halt } from "./workers.js";

const text = (id) => document.getElementById(id)?.textContent || "";
const rules = JSON.parse(text("rules"));

const PATIENCE = 700; // milliseconds until it is said what is waited for, and again

export async function ask(name, body, hear = () => {}) {
  if (name.startsWith("train-")) return import("./memory.js").train(name, body);
  if (name === "rule-card") return rules[body.game];
  const since = performance.now();
  const progress = {};
  const job = () => ({ name, body, seconds: (performance.now() - since) / 1000, waiting_for: [], progress });
  const timer = setInterval(() => hear(job()), PATIENCE);
  return compute(name, body, (share) => { progress.share = share; }).finally(() => clearInterval(timer));
}

export const askHere = null; // it asks here anyhow
export const restHere = () => {};

// Of games without a table there are charts alone.
export const solves = (game) => document.getElementById(`planes-${game}`) !== null;

export async function needs(words) {
  return solves(words.get("game")) ? "" : "Every half big blind up to 25, without an ante or with the big blind's: this file has the charts of this game and does not solve it.";
}

// A chart that comes with the program; null where there is none, or the browser cannot unpack it.
async function unpacked(name) {
  const found = text(`box-${name}`);
  if (!found || typeof DecompressionStream === "undefined") return null;
  const bytes = Uint8Array.from(atob(found), (one) => one.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}

export const boxed = async (name) => (await unpacked(name))?.json() ?? null;

// The packed charts of a table; null where there are none.
export const packed = async (name) => (await unpacked(name))?.arrayBuffer() ?? null;

export const stop = ({ name, body }) => halt(name, body);
export const waitsFor = (job, title) => title;
