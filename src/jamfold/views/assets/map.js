// The map of a tournament of three: a triangle of all divisions of the chips, coloured by what is chosen; the one that is
// pointed at stands beside it.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const dots = [...document.querySelectorAll("circle")];
const choose = document.getElementById("measure");
const panel = document.getElementById("state");
const places = new Map(data.states.map((state, k) => [state.stacks.join(), k]));
let now = data.first;

function table(heads, rows) {
  const grid = Object.assign(document.createElement("table"), { className: "numbers" });
  for (const [kind, words] of [["th", heads], ...rows.map((row) => ["td", row])]) {
    const cells = words.map((text, k) => Object.assign(document.createElement(k ? kind : "th"), { textContent: text }));
    grid.appendChild(document.createElement("tr")).append(...cells);
  }
  return grid;
}

function show(k) {
  dots[now].classList.remove("here");
  now = k;
  dots[k].classList.add("here");
  const state = data.states[k];
  const seats = state.seats.map((words, seat) => [data.seats[seat], ...words]);
  panel.replaceChildren(table(["", ...data.heads], seats), table(["", "plays", "range"], state.decisions));
}

function paint() {
  const measure = data.measures[choose.value];
  const numbers = measure.values.filter((value) => value !== null);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  dots.forEach((dot, k) => {
    const value = measure.values[k];
    const share = value === null ? 0 : high > low ? (value - low) / (high - low) : 0.5;
    dot.setAttribute("fill-opacity", value === null ? 0 : 0.06 + 0.94 * share);
  });
  document.getElementById("scale").textContent = `palest ${low.toFixed(2)}, darkest ${high.toFixed(2)} ${measure.unit}`;
}

const STEPS = { ArrowLeft: [1, 0, -1], ArrowRight: [-1, 0, 1], ArrowUp: [0, 1, -1], ArrowDown: [0, -1, 1] };
const picture = document.querySelector("svg");
picture.addEventListener("keydown", (event) => {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const target = places.get(data.states[now].stacks.map((chips, seat) => chips + data.unit * step[seat]).join());
  if (target !== undefined) show(target);
});
for (const kind of ["pointermove", "click"]) {
  picture.addEventListener(kind, ({ target }) => { if (dots.includes(target)) show(dots.indexOf(target)); });
}
choose.addEventListener("change", paint);
paint();
show(now);
