// The file that solves: its pages, of which one is seen.

import { Explorer, rangeMenu } from "./explorer.js";
import { FACTS } from "./facts.js";
import { pressKeys, takeTheme, walk } from "./frame.js";
import { button, element, paragraph, percent, signed, textTable } from "./game.js";
import { ask, stop } from "./host.js";
import { source } from "./live.js";
import { draw, square } from "./pictures.js";

// ---- Two hands or ranges before the flop.

const equityPart = (id) => document.getElementById(`equity-${id}`);

function beginEquity() {
  const [form, answer] = [equityPart("form"), equityPart("answer")];
  const game = () => source.games.find((game) => game.name === equityPart("game").value);
  const menus = [1, 2].map((place) => rangeMenu(equityPart(place), game));
  menus.forEach((menu, k) => equityPart(k + 1).after(menu));
  let turn = 0;
  async function show() {
    const request = ++turn;
    const players = [equityPart(1), equityPart(2)].map((field) => field.value.trim());
    const parts = await ask("equity", { game: equityPart("game").value, players }).then(
      (equities) => [equityTable(equities), paragraph(`Method: ${equities.method}.`)],
      (error) => [paragraph(error.message, "error")],
    );
    if (request === turn) answer.replaceChildren(...parts);
  }
  form.onsubmit = (event) => {
    event.preventDefault();
    show();
  };
  equityPart("game").onchange = () => {
    menus.forEach((menu) => menu.renew());
    show();
  };
  show();
}

const equityTable = ({ players }) => textTable("numbers", ["Hand", "Equity", "Wins", "Ties"], players.map(({ text, equity, win, tie }) => [text, ...[equity, win, tie].map((share) => percent(share, 2))]));

// ---- Three seats: the chips, and what each of them plays, solved here.

const { seatTitles: TITLES } = FACTS;
const NOTHING = 1e-9; // of a big blind or of the prizes
const FIELDS = { blind_sb: "blind", stacks: "btn" }; // which field an error is about, where its name is another one
const STACKS = ["sb", "bb", "btn"];
const tablePart = (id) => document.getElementById(`table-${id}`);
const fields = () => [...tablePart("form").querySelectorAll("input, select")];
const nameOf = (field) => field.name.replace("table-", "");
const upper = (text) => text[0].toUpperCase() + text.slice(1);

function beginTable() {
  const form = tablePart("form");
  const linked = new URLSearchParams(location.hash.slice(1));
  for (const input of fields()) if (linked.has(nameOf(input))) input.value = linked.get(nameOf(input));
  if (linked.has("prizes") || linked.has("rake")) form.querySelector("details").open = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    history.replaceState(null, "", address());
    solveTable();
  });
  solveTable();
}

function address() {
  const words = fields().filter((input) => input.value !== (input.tagName === "SELECT" ? input.options[0].value : input.defaultValue));
  return `#${new URLSearchParams([["page", "table"], ...words.map((input) => [nameOf(input), input.value])])}`;
}

// The question, where a big blind is a chip.
function question() {
  const text = Object.fromEntries(fields().map((input) => [nameOf(input), input.value.trim()]));
  const { game, ante, bb_ante, dead, rake, cap, prizes, table } = text;
  return {
    game, blinds: [text.blind || 0, 1], stacks: STACKS.map((seat) => text[seat]), ante: ante || 0, bb_ante: bb_ante || 0, dead: dead || 0,
    rake: rake.replace(/\s*%$/, "") || 0, cap, prizes, table,
  };
}

let turn = 0;

async function solveTable() {
  const request = ++turn;
  const body = question();
  const [waits, bar] = [element("span", { textContent: "Solving …" }), element("progress", { max: 1, value: 0, ariaLabel: "Progress" })];
  tablePart("note").replaceChildren(waits, " ", button("Stop", () => stop({ name: "table", body })), bar);
  tablePart("answer").classList.add("old");
  for (const input of fields()) input.removeAttribute("aria-invalid");
  const hear = (job) => {
    waits.textContent = `Solving … ${Math.round(job.seconds)} s`;
    bar.value = job.progress.share || 0;
  };
  await ask("table", body, hear).then(
    (table) => {
      if (request !== turn) return;
      tablePart("note").textContent = certificate(table);
      tablePart("answer").replaceChildren(seats(table), element("div", { className: "three" }, ...table.nodes.map((node) => decision(table, node))));
    },
    (error) => {
      if (request !== turn) return;
      tablePart("note").replaceChildren(element("span", { className: error.message === "Stopped." ? "" : "error", textContent: error.message }));
      tablePart("answer").replaceChildren();
      fields().find((input) => nameOf(input) === FIELDS[error.field] || nameOf(input) === error.field)?.setAttribute("aria-invalid", "true");
    },
  );
  if (request === turn) tablePart("answer").classList.remove("old");
}

const unitOf = ({ unit, percent: inPercent }) => (unit === "chips" ? "bb" : inPercent ? "% of the prizes" : "money");

function certificate(table) {
  const most = Math.max(...table.gains);
  const gain = most < NOTHING ? `as much as 1e-9 ${unitOf(table)}` : `more than ${+most.toPrecision(2)} ${unitOf(table)}`;
  const bound = `no seat gains ${gain} by deviating, measured in this file over every deal.`;
  return most <= table.target ? `Solved: ${bound} Other equilibria may exist.` : `Approximate: ${bound} The search stopped early.`;
}

function seats(table) {
  const unit = unitOf(table);
  const rows = [2, 0, 1].map((seat) => {
    const gain = table.gains[seat];
    return [upper(TITLES[table.seats[seat].seat]), `${table.seats[seat].stack}`, table.values[seat].toFixed(4), gain < NOTHING ? "< 1e-9" : gain.toExponential(1)];
  });
  const summary = textTable("numbers", ["Seat", "Stack, bb", `After the hand, ${unit}`, `Gains at most, ${unit}`], rows);
  return element("div", { className: "scroll card", tabIndex: 0, role: "region", ariaLabel: "The seats" }, summary);
}

function words({ seat, after }) {
  const [first, second] = after.map((seat) => `the ${TITLES[seat]}`);
  const facing = first ? `facing a jam of ${first}${second ? `, called by ${second}` : ""}` : "first in";
  return `${upper(TITLES[seat])}, ${facing}`;
}

function decision(table, node) {
  const plays = node.after.length ? "calls" : "jams";
  const title = words(node);
  const head = element("div", { className: "head" }, element("h2", { textContent: `${title}: ${plays}` }), element("b", { textContent: percent(node.percent / 100) }));
  const tip = element("p", { className: "tip" });
  const buttons = table.places.map((id) => {
    const [name, chance, gain] = [table.names[id], node.chances[id], node.margins[id]];
    const text = `${name}: ${plays} ${percent(chance)}${gain === null ? "" : `, ${signed(gain, 3)} ${unitOf(table)} over folding`}`;
    const [main, line] = [element("span", { textContent: name }), element("small")];
    const button = element("button", { type: "button", tabIndex: -1, ariaLabel: text }, main, line);
    draw({ button, main, line, fixed: true }, chance, gain || 0, "played");
    for (const kind of ["mouseover", "focus", "click"]) button.addEventListener(kind, () => { tip.textContent = text; });
    return button;
  });
  const comes = paragraph(`This decision comes up ${percent(node.reach)} of the time.`);
  return element("section", { className: "picture" }, head, square(buttons, { ariaLabel: title }), tip, element("p", { className: "range", textContent: node.mostly }), comes);
}

// ---- The pages.

const PAGES = [...document.querySelectorAll("header nav a")].map((link) => link.dataset.page);
const opened = new Set();
const explorer = document.getElementById("explorer");

function seen() {
  const page = new URLSearchParams(location.hash.slice(1)).get("page");
  return PAGES.includes(page) ? page : PAGES[0];
}

function showPage() {
  const page = seen();
  for (const name of PAGES) document.getElementById(name).hidden = name !== page;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.dataset.page === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.getElementById("find").hidden = page !== "strategies";
  if (opened.has(page)) return;
  opened.add(page);
  if (page === "strategies") window.jamfold = new Explorer(explorer, source);
  else if (page === "drill") window.jamfoldDrill = new (import("./train.js").Trainer)();
  else if (page === "equity") beginEquity();
  else beginTable();
}

// A page that is left is found again as it was.
for (const link of document.querySelectorAll("header nav a")) {
  link.addEventListener("click", (event) => {
    if (link.dataset.page !== "strategies" || !window.jamfold) return;
    event.preventDefault();
    history.pushState(null, "", window.jamfold.address());
    showPage();
  });
}
pressKeys(); // of the drill: j, c, f, Enter
takeTheme();
walk(document.querySelector("header nav"), "a");
window.jamfoldAsk = ask; // for whoever wants to compute with it: the questions of jamfold's API
addEventListener("popstate", showPage);
addEventListener("hashchange", showPage);
showPage();
