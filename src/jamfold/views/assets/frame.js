// What stands around a page: light or dark, keys that press a button, and groups and tables in which the arrow keys walk.

// What was chosen of light and dark, and the button that chooses.  A browser that keeps nothing has its system's colours.

function remember(look) {
  try {
    if (look) localStorage.setItem("jamfold-theme", look);
    return localStorage.getItem("jamfold-theme");
  } catch {
    return null;
  }
}

export function takeTheme() {
  const root = document.documentElement;
  document.querySelector(".theme")?.addEventListener("click", () => {
    root.dataset.theme = getComputedStyle(root).colorScheme === "dark" ? "light" : "dark";
    remember(root.dataset.theme);
  });
  const theme = remember();
  if (theme) root.dataset.theme = theme;
}

// A group of links or buttons is one stop of the Tab key, at the one that is chosen; the arrow keys walk in it.

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function walk(group, css = "a, button") {
  const all = () => [...group.querySelectorAll(css)].filter((item) => item.checkVisibility());
  const stop = (target) => group.querySelectorAll(css).forEach((item) => { item.tabIndex = item === target ? 0 : -1; });
  const reset = () => stop(all().find((item) => item.matches("[aria-current], [aria-pressed=true]")) || all()[0]);
  new MutationObserver(reset).observe(group, { subtree: true, childList: true, attributeFilter: ["aria-current", "aria-pressed"] });
  addEventListener("resize", reset);
  group.addEventListener("toggle", reset, true); // a menu that opens
  group.addEventListener("keydown", (event) => {
    const place = all().indexOf(event.target);
    const step = STEPS[event.key];
    if (place < 0 || !step) return;
    event.preventDefault();
    const target = all().at((place + step) % all().length);
    stop(target);
    target.focus();
  });
  reset();
}

// A link, a button or a box that a key presses: data-key="j", data-key="Enter".
export function pressKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.closest("input:not([type=checkbox]), textarea, select")) return;
    if (event.key === "Enter" && event.target.closest("a, button, summary")) return; // which it is for
    const all = [...document.querySelectorAll("[data-key]")].filter((control) => control.checkVisibility());
    const match = all.find((control) => control.dataset.key.toLowerCase() === event.key.toLowerCase());
    if (!match) return;
    event.preventDefault(); // Enter in a box would send the form
    match.click();
  });
}

const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

// Move the focus in a table to the next cell in the direction of an arrow key that has an element of `css`; return that element.
export function stepInTable(event, css) {
  const [step, cell] = [ARROWS[event.key], event.target.closest("td")];
  if (!step || !cell) return null;
  event.preventDefault();
  const rows = [...cell.closest("tbody").rows];
  let [y, x] = [rows.indexOf(cell.parentElement), cell.cellIndex];
  do [y, x] = [y + step[0], x + step[1]];
  while (rows[y]?.cells[x] && !rows[y].cells[x].querySelector(css));
  const next = rows[y]?.cells[x]?.querySelector(css);
  next?.focus();
  return next;
}
