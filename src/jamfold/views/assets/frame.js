// What stands around a page: light or dark, and groups of links or buttons in which the arrow keys walk.

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
  const all = () => [...group.querySelectorAll(css)].filter((one) => one.checkVisibility());
  const stop = (there) => group.querySelectorAll(css).forEach((one) => { one.tabIndex = one === there ? 0 : -1; });
  const reset = () => stop(all().find((one) => one.matches("[aria-current], [aria-pressed=true]")) || all()[0]);
  new MutationObserver(reset).observe(group, { subtree: true, childList: true, attributeFilter: ["aria-current", "aria-pressed"] });
  addEventListener("resize", reset);
  group.addEventListener("toggle", reset, true); // a menu that opens
  group.addEventListener("keydown", (event) => {
    const here = all().indexOf(event.target);
    const step = STEPS[event.key];
    if (here < 0 || !step) return;
    event.preventDefault();
    const there = all().at((here + step) % all().length);
    stop(there);
    there.focus();
  });
  reset();
}
