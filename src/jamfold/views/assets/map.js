// The map of a tournament of three: a triangle of all divisions of the chips, coloured by what is chosen; the one that is
// pointed at stands beside it.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const dots = [...document.querySelectorAll("circle")];
const choose = document.getElementById("measure");
const panel = document.getElementById("state");
const places = new Map(data.states.map((state, k) => [state.stacks.join(), k]));
let now = data.first;

function cell(row, kind, text) {
  const node = document.createElement(kind);
  node.textContent = text;
  row.append(node);
}

function table(heads, rows) {
  const grid = document.createElement("table");
  grid.className = "numbers";
  for (const [kind, words] of [["th", heads], ...rows.map((row) => ["td", row])]) {
    const line = document.createElement("tr");
    words.forEach((text, k) => cell(line, k ? kind : "th", text));
    grid.append(line);
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
  picture.addEventListener(kind, (event) => {
    const k = dots.indexOf(event.target);
    if (k >= 0) show(k);
  });
}
choose.addEventListener("change", paint);
paint();
show(now);
