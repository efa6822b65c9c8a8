// Where the strategy page runs, here in a file by itself.

import { inflated } from "./bytes.js";
import { folded, rangeMenu } from "./explorer.js";
import { PLAYS, SEATS, SEAT_NAMES, button, download, element, list, paragraph, percent, sampledWithin, signed } from "./game.js";

const ABSENT = ["csv", "positions", "table"];

export const HERE = {
  mark: "#",
  finest: 0.5, // big blinds
  approximates: true, // games with many classes
  finestTree: 1, // with raises before the all-in
  report: "",
  tables: "",
  builds: false,
  file: "",
  can: (name) => !ABSENT.includes(name),
  extras,
  saves,
  keeps: "in this browser",
  drill() {
    const words = new URLSearchParams(location.hash.slice(1));
    return words.get("page") === "drill" ? words : null;
  },
  drillAddress: (words) => `#${new URLSearchParams([["page", "drill"], ...words])}`,
  drillFiles: (done) => import("./memory.js").drillFiles(done),
};

// ---- Asking the file itself, in place of a server: spots are solved by workers, the drill's questions by its memory.

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
  return import("./workers.js").compute(name, body, (share) => { progress.share = share; }).finally(() => clearInterval(timer));
}

export const askHere = null; // it asks here anyhow
export const restHere = () => {};

export const needs = async () => ({ sentence: "" });

// A chart that comes with the program; null where there is none, or the browser cannot unpack it.
export const bundledChart = async (name) => JSON.parse(new TextDecoder().decode(await packed(name)) || "null");

// The packed charts of a table, likewise.
export const packed = async (name) => (text(`box-${name}`) && typeof DecompressionStream !== "undefined" ? (await inflated(text(`box-${name}`))).buffer : undefined);

export const stop = ({ name, body }) => import("./workers.js").halt(name, body);
export const waitsFor = (job, title) => title;

// ---- What the solver is made of, here what stands in the file: its program, and the packed outcomes of a game.

const address = URL.createObjectURL(new Blob([text("solver")], { type: "text/javascript" }));

export const startSolver = () => new Worker(address);
export const planesOf = (game) => text(`planes-${game}`);
export const rangeWriter = async () => import("./ranges.js").tokensOf;
export const threewayOf = (game) => text(`threeway-${game}`) || null;

// ---- What the file answers besides: the best response to a range, a solution as a file, a proof made or checked.

const HELD = { call_range: "The big blind calls with", jam_range: "The small blind jams with" };
const POSITIONS = { jam: "sb", call: "bb" };
const ANSWERS = { call_range: "jam", jam_range: "call" };

export function extras(explorer, spot) {
  const kind = element("select", { id: "held-kind", "aria-label": "Known range of" }, ...Object.entries(HELD).map(([value, words]) => new Option(words, value)));
  const text = element("textarea", { id: "held-text", rows: 2, placeholder: "22+, A2s+, K9o+", "aria-label": "Range" });
  const menu = rangeMenu(text, () => explorer.source.games.find((game) => game.name === explorer.state.game));
  const result = element("div", { id: "held-answer", role: "status" });
  let turn = 0;
  const go = button("Best response", async () => {
    if (!explorer.game) return;
    const request = ++turn;
    result.replaceChildren(paragraph("…"));
    const body = { ...spot(explorer), [kind.value]: text.value };
    const parts = await Promise.all([ask("solve", body), ask("response", body)]).then(
      ([answer, played]) => response(answer, played.text, ANSWERS[kind.value]),
      (failed) => [paragraph(failed.message, "error")],
    );
    if (request === turn) result.replaceChildren(...parts);
  }, { id: "held-go" });
  // What was said of another spot is taken away, and what is on its way comes too late.
  const forget = () => {
    turn += 1;
    result.replaceChildren();
    menu.renew();
  };
  return { parts: [folded("Best response to a range", "held", kind, text, menu, element("p", {}, go), result)], forget };
}

function response(solution, range, seat) {
  const { against } = solution;
  const unit = against.gain_bb === null ? "money" : "bb";
  const amount = (name) => `${signed(against[`${name}_${unit}`], 4)} ${unit}`;
  const items = [
    `${SEAT_NAMES[seat]} ${PLAYS[seat]} ${percent(solution[`${seat}_percent`] / 100, 2)} of hands against ${percent(against.range_percent / 100, 2)}.`,
    `Best response: ${amount("best")} per hand. Equilibrium strategy: ${amount("equilibrium_strategy")} against this range, ${amount("equilibrium_value")} in equilibrium.`,
    `It gains ${amount("gain")}; the range costs the other player ${amount("cost_of_range")}.`,
    ...(solution.error_bb === null ? [] : [`Approximate: ${sampledWithin(solution.error_bb, "bb of the best response to the range")}.`]),
  ];
  return [list(items), paragraph(range.replace(/,/g, ", "), "range")];
}

// The spot that is seen, with how often every hand is played: a file that `jamfold solve --from` and `audit` read.
export function saves(explorer, spot) {
  const save = button("Save solution", () => {
    const { game } = explorer;
    if (game.tree) return explorer.say("Only jam-or-fold spots can be saved. Remove the raises.");
    const { k } = explorer;
    const question = spot(explorer);
    const hands = SEATS.flatMap((seat) => Array.from(game.chances(seat, k), (played, id) => ({ id, name: game.name(id), position: POSITIONS[seat], played })));
    const text = JSON.stringify({ format: "jamfold spot", version: 1, question, hands }, null, 1);
    const name = `${question.game}-${game.text(k)}bb.json`;
    download(name, text);
    return explorer.say(`Saved ${name}. Open it with jamfold solve --from or jamfold audit.`);
  }, { id: "save" });
  return [save, ...proofs(explorer, spot)];
}

// The equilibrium in fractions as a file that needs nobody's word, and such a file to be checked.
function proofs(explorer, spot) {
  const tell = (pending, words) => pending.then(words, (failed) => failed.message).then((text) => explorer.say(text));
  const prove = button("Save proof", () => {
    explorer.say("Solving in exact fractions …");
    tell(ask("proof", spot(explorer)), ({ name, text }) => {
      download(name, text);
      return `Saved ${name}. Check it here or with docs/check_proof.py.`;
    });
  }, { id: "prove" });
  const input = element("input", { type: "file", accept: ".json,application/json", id: "check-proof" });
  input.addEventListener("change", () => {
    explorer.say("Checking …");
    const pending = input.files[0].text().then((text) => ask("check-proof", { game: explorer.state.game, text }));
    tell(pending, ({ spots, game, title, first, last }) => {
      const which = spots === 1 ? first : `${first}; to ${last}`;
      return `Valid proof: no player can gain by deviating in ${spots} ${game} ${spots === 1 ? "spot" : "spots"}. Its table matches ${title}: ${which}.`;
    });
    input.value = "";
  });
  return [prove, element("label", { className: "chip chooser" }, "Check a proof", input)];
}
