// Two hands or ranges before the flop.

import { ask } from "./asking.js";
import { rangeMenu } from "./explorer.js";
import { element, percent } from "./game.js";
import { source } from "./live.js";

const at = (id) => document.getElementById(`equity-${id}`);

export function begin() {
  const [form, answer] = [at("form"), at("answer")];
  const game = () => source.games.find((one) => one.name === at("game").value);
  const menus = [1, 2].map((place) => rangeMenu(at(place), game));
  menus.forEach((menu, k) => at(k + 1).after(menu));
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
  at("game").addEventListener("change", () => {
    menus.forEach((menu) => menu.renew());
    show();
  });
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
