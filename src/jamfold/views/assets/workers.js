// Workers of the solver: one for a spot, which must be quick, one for all stacks of a chart, one for three seats.

import { planesOf, startSolver, threewayOf } from "./host.js";

class Thread {
  constructor() {
    this.number = 0;
    this.begin();
  }

  begin() {
    this.pending = new Map();
    this.sent = new Set(); // what it has of games
    this.worker = startSolver();
    this.worker.onerror = () => this.fail();
    this.worker.onmessage = ({ data }) => {
      const { resolve, reject, hear } = this.pending.get(data.number);
      if (data.share !== undefined) return hear(data.share);
      this.pending.delete(data.number);
      if (data.error) reject(Object.assign(new Error(data.error), { field: data.field }));
      else resolve(data.result);
    };
  }

  // What cannot start answers nobody.
  fail() {
    for (const { reject } of this.pending.values()) reject(new Error("This browser cannot run the solver. Use a current version of Chrome, Firefox or Safari."));
    this.pending.clear();
  }

  // What it does not have yet; null otherwise.
  fresh(kind, of, game) {
    if (this.sent.has(`${kind} ${game}`)) return null;
    this.sent.add(`${kind} ${game}`);
    return of(game);
  }

  ask(name, body, hear) {
    const { game } = body;
    const number = ++this.number;
    const threeway = name === "table" ? this.fresh("three seats", threewayOf, game) : null;
    this.worker.postMessage({ number, name, body, game, planes: this.fresh("planes", planesOf, game), threeway });
    return new Promise((resolve, reject) => this.pending.set(number, { resolve, reject, hear }));
  }

  // What it does is no longer wanted.
  end() {
    if (!this.pending.size) return;
    this.worker.terminate();
    for (const { reject } of this.pending.values()) reject(new Error("Stopped."));
    this.begin();
  }
}

const threads = {};
const laneOf = (name, body) => (name === "table" ? "table" : name === "explorer" && body.low !== body.high ? "chart" : "spot");

// The answer to a question as jamfold's API gives it; a new chart or table ends the one that is computed.  `hear` is
// told which share of its steps a table has taken at most.
export function compute(name, body, hear = () => {}) {
  const lane = laneOf(name, body);
  const thread = (threads[lane] = threads[lane] || new Thread());
  if (lane !== "spot") thread.end();
  return thread.ask(name, body, hear);
}

// The worker of a question gives up what it has been asked.
export const halt = (name, body) => threads[laneOf(name, body)]?.end();
