// Where the strategy page runs, here beside jamfold's server: what stands around it, and what can be asked.
// The file that solves has host_file.js in its place, which answers by itself.

import { percent } from "./game.js";

export const HERE = {
  mark: "/?", // what an address begins with
  finest: 0.1, // big blinds
  approximates: false, // games with many classes
  finestTree: 0.5, // with raises before the all-in
  report: "/report",
  tables: "/table",
  builds: true, // whether a table that is not there can be built
  file: "page-file", // the question whose answer is the page as a file
  can: () => true, // whether a question is answered
  extras: () => ({ parts: [], forget() {} }), // what can be asked besides, and how its answers are taken away
  saves: () => [], // what can be saved besides
  picture: async (address) => (await import("/assets/picture.js")).copyPicture(address),
  keeps: "on this machine",
  drill: () => new URLSearchParams(location.search), // the words of the drill's address; null where another page is seen
  drillAddress: (words) => `${location.pathname}${words.size ? `?${words}` : ""}`,
  drillFiles: () => [], // how answers of a file are taken
};

// ---- Asking the API: a question, its job until it is done, and what it waits for; what comes with the program.

export async function ask(name, body, hear = () => {}) {
  let answer = await fetch(`/api/${name}?wait=0`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  let job = await answer.json();
  while (answer.ok && (job.state === "queued" || job.state === "running")) {
    hear(job);
    answer = await fetch(`/api/jobs/${job.job}?wait=0.4`);
    job = await answer.json();
  }
  if (job.error || !answer.ok) throw Object.assign(new Error(job.error || (answer.status === 409 ? "Stopped." : "jamfold does not answer.")), { field: job.field });
  return job.result;
}

// The same by the file's solver in this browser: its program and its tables come when they are first asked for.
export async function askHere(name, body) {
  const { compute } = await import("./workers.js");
  await bring(body.game);
  return compute(name, body);
}

// Nobody waits for its chart any longer.
export const restHere = async () => (await import("./workers.js")).halt("explorer", { low: 1 });

export const stop = (job) => fetch(`/api/jobs/${job.job}`, { method: "DELETE" });

// What must be built before a spot is answered exactly, as a sentence, nothing where nothing is; and whether there is
// an approximate answer without it.
export async function needs(words) {
  const answer = await fetch(`/needs?${words}`);
  const needed = answer.ok ? await answer.json() : { sentence: "" };
  return { sentence: needed.sentence, isApproximable: needed.is_approximable };
}

// A chart that comes with the program; null where there is none.
export const bundledChart = (name) => fetch(`/box/${name}.json`).then((answer) => (answer.ok ? answer.json() : null));

// The packed charts of a table; null where there are none.
export async function packed(name) {
  const buffer = await (await fetch(`/positions/${name}.gz`)).arrayBuffer();
  return buffer.byteLength ? buffer : null;
}

const timeLeft = (seconds) => (seconds === null ? "" : seconds > 90 ? `, ${Math.round(seconds / 60)} min left` : `, ${Math.ceil(seconds)} s left`);

// What a job waits for: what is computed before it, or how far it is itself.
export function waitsFor(job, title) {
  const before = job.waiting_for.map((task) => `${task.title}${timeLeft(task.seconds_left)}`);
  if (before.length) return before.join("; then ");
  const { stage, share } = job.progress;
  return `${title}${stage ? `: ${stage}, ${percent(share || 0, 0)}` : ""}${timeLeft(job.seconds_left)}`;
}

// ---- What the solver is made of, here what jamfold's server sends: its program, and the packed outcomes of a game.

const planes = new Map();

export const startSolver = () => new Worker("/assets/worker.js", { type: "module" });
export const planesOf = (game) => planes.get(game);
// By its address, so that sent files, which write no ranges, leave the solver out.
export const rangeWriter = async () => (await import("/assets/ranges.js")).tokensOf;
export const threewayOf = () => null; // tables of three are solved by jamfold

// Has the outcomes of a game sent, once.
async function bring(game) {
  if (planes.has(game)) return;
  const answer = await fetch(`/planes/${game}.json`);
  if (!answer.ok) throw new Error("This game is not solved in the browser.");
  planes.set(game, await answer.text());
}
