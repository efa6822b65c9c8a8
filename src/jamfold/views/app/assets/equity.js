// Two hands or ranges before the flop.

import { ask } from "./asking.js";
import { element, percent } from "./game.js";

const at = (id) => document.getElementById(`equity-${id}`);

export function begin() {
  const [form, answer] = [at("form"), at("answer")];
  let turn = 0;
  async function show() {
    const mine = ++turn;
    const players = [at(1), at(2)].map((one) => one.value.trim());
    const parts = await ask("equity", { game: at("game").value, players }).then(
      (told) => [table(told), element("p", { className: "small", textContent: `Method: ${told.method}.` })],
      (error) => [element("p", { className: "error", textContent: error.message })],
    );
    if (mine === turn) answer.replaceChildren(...parts);
  }
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show();
  });
  at("game").addEventListener("change", show);
  show();
}

function table(told) {
  const made = element("table", { className: "numbers" });
  const head = made.createTHead().insertRow();
  for (const textContent of ["Hand", "Equity", "Wins", "Ties"]) head.append(element("th", { textContent, scope: "col" }));
  const body = made.createTBody();
  for (const { text, equity, win, tie } of told.players) {
    const row = body.insertRow();
    row.append(element("th", { textContent: text, scope: "row" }));
    for (const share of [equity, win, tie]) row.insertCell().textContent = percent(share, 4);
  }
  return made;
}
