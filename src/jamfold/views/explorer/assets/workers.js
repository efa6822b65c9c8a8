// Two workers of the solver: one for a spot, which must be quick, and one for all stacks of a chart.

import { begin, planesOf } from "./solving.js";

class Thread {
  constructor() {
    this.number = 0;
    this.begin();
  }

  begin() {
    this.asked = new Map();
    this.known = new Set(); // games whose planes it has
    this.worker = begin();
    this.worker.onerror = () => this.fail();
    this.worker.onmessage = ({ data }) => {
      const { resolve, reject } = this.asked.get(data.number);
      this.asked.delete(data.number);
      if (data.error) reject(Object.assign(new Error(data.error), { field: data.field }));
      else resolve(data.result);
    };
  }

  // What cannot start answers nobody.
  fail() {
    for (const { reject } of this.asked.values()) reject(new Error("This browser does not run the solver: try Chrome, Firefox or Safari of today."));
    this.asked.clear();
  }

  ask(name, body) {
    const { game } = body;
    const planes = this.known.has(game) ? null : planesOf(game);
    this.known.add(game);
    const number = ++this.number;
    this.worker.postMessage({ number, name, body, game, planes });
    return new Promise((resolve, reject) => this.asked.set(number, { resolve, reject }));
  }

  // What it does is no longer wanted.
  end() {
    if (!this.asked.size) return;
    this.worker.terminate();
    for (const { reject } of this.asked.values()) reject(new Error("Stopped."));
    this.begin();
  }
}

const threads = {};
const isLong = (name, body) => name === "explorer" && body.low !== body.high;

// The answer to a question as jamfold's API gives it; a new chart ends the one that is computed.
export function compute(name, body) {
  const long = isLong(name, body);
  const thread = (threads[long] = threads[long] || new Thread());
  if (long) thread.end();
  return thread.ask(name, body);
}

// The worker of a question gives up what it has been asked.
export const halt = (name, body) => threads[isLong(name, body)]?.end();
