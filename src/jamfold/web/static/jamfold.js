// Keyboard and hover of squares of hands, marks on picked cards, light and dark.  No framework, no network.
(() => {
  const tell = (cell) => {
    const tip = document.getElementById(cell.closest(".heat").dataset.tip);
    if (tip) tip.textContent = cell.dataset.words;
  };
  const cellOf = (event) => event.target instanceof Element && event.target.closest(".heat button");
  document.addEventListener("mouseover", (event) => { const cell = cellOf(event); if (cell) tell(cell); });
  document.addEventListener("focusin", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    cell.closest(".heat").querySelectorAll("button").forEach((one) => { one.tabIndex = one === cell ? 0 : -1; });
    tell(cell);
  });
  document.addEventListener("keydown", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    const heat = cell.closest(".heat");
    const cells = [...heat.querySelectorAll("button")];
    const width = Number(heat.dataset.width);
    const place = cells.indexOf(cell);
    const moves = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: width, ArrowUp: -width, Home: -(place % width), End: width - 1 - (place % width) };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const next = cells[place + moves[event.key]];
    if (next) next.focus();
  });
  // Squares to paint: press or drag, or the space bar; what is painted is told when the pointer is lifted.
  let painting = null;
  const paint = (cell, on) => { cell.setAttribute("aria-pressed", String(on)); cell.style.removeProperty("--p"); };
  const tellPainted = (grid) => {
    const held = [...grid.querySelectorAll("button:not([aria-pressed=false])")].map((one) =>
      one.getAttribute("aria-pressed") === "true" ? one.dataset.hand : `${one.dataset.hand}@${one.dataset.weight}`);
    grid.dispatchEvent(new CustomEvent("painted", { detail: held, bubbles: true }));
  };
  const paintCell = (event) => event.target instanceof Element && event.target.closest(".paint button");
  document.addEventListener("pointerdown", (event) => {
    const cell = paintCell(event);
    if (!cell || event.button) return;
    if (cell.hasPointerCapture(event.pointerId)) cell.releasePointerCapture(event.pointerId);
    painting = { grid: cell.closest(".paint"), on: cell.getAttribute("aria-pressed") !== "true", first: cell };
    paint(cell, painting.on);
  });
  document.addEventListener("pointerover", (event) => {
    const cell = painting && paintCell(event);
    if (cell && cell.closest(".paint") === painting.grid) paint(cell, painting.on);
  });
  document.addEventListener("pointerup", () => { if (painting) tellPainted(painting.grid); painting = null; });
  // A finger that scrolls has not meant to paint.
  document.addEventListener("pointercancel", () => { if (painting) paint(painting.first, !painting.on); painting = null; });
  document.addEventListener("click", (event) => {
    const cell = paintCell(event);
    if (!cell || event.detail) return;
    paint(cell, cell.getAttribute("aria-pressed") !== "true");
    tellPainted(cell.closest(".paint"));
  });
  window.jamfoldPaint = (id, weights) => {
    const grid = document.getElementById(id);
    if (grid && !painting) grid.querySelectorAll("button").forEach((one) => {
      const weight = weights[one.dataset.hand] || 0;
      one.setAttribute("aria-pressed", weight > 0.9999 ? "true" : weight ? "mixed" : "false");
      one.dataset.weight = String(Math.round(weight * 1e4) / 100);
      one.style.setProperty("--p", weight);
    });
  };
  window.jamfoldMark = (id, picked) => {
    const deck = document.getElementById(id);
    if (deck) deck.querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", String(picked.includes(one.dataset.card))));
  };
  document.addEventListener("keydown", (event) => {
    const head = event.target instanceof Element && event.target.closest("th.sortable");
    if (!head || !(event.key === "Enter" || event.key === " ")) return;
    event.preventDefault();
    head.click();
  });
  // What keys and screen readers need and Quasar does not give: names of page buttons, heads that sort, wide tables; no nameless bar.
  const PAGES = { first_page: "First page", chevron_left: "Previous page", chevron_right: "Next page", last_page: "Last page" };
  const tidy = () => {
    document.querySelectorAll("th.sortable").forEach((one) => { one.tabIndex = 0; });
    document.querySelectorAll(".q-table__bottom button").forEach((one) => {
      const name = PAGES[one.textContent.trim()];
      if (name) one.setAttribute("aria-label", name);
    });
    document.querySelectorAll("#q-loading-bar").forEach((one) => one.setAttribute("aria-hidden", "true"));
    document.querySelectorAll(".scroll:not([role])").forEach((one) => {
      if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
      else one.removeAttribute("tabindex");
    });
  };
  let waiting = false;
  const tidySoon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; tidy(); });
  };
  new MutationObserver(tidySoon).observe(document.documentElement, { childList: true, subtree: true });
  addEventListener("resize", tidySoon);
  const KEY = "jamfold-theme";
  const apply = () => {
    const wanted = localStorage.getItem(KEY);
    if (window.Quasar) {
      if (wanted) window.Quasar.Dark.set(wanted === "dark");
      return;
    }
    const dark = wanted ? wanted === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    document.body.classList.toggle("body--dark", dark);
    document.body.classList.toggle("body--light", !dark);
  };
  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element && event.target.closest(".theme"))) return;
    localStorage.setItem(KEY, document.body.classList.contains("body--dark") ? "light" : "dark");
    apply();
  });
  const wait = setInterval(() => {
    if (!document.body || !(document.body.classList.contains("body--light") || document.body.classList.contains("body--dark"))) return;
    clearInterval(wait);
    apply();
    const here = document.querySelector("nav [aria-current]");
    if (here) here.parentElement.scrollLeft = here.offsetLeft - here.parentElement.clientWidth / 2;
  }, 20);
})();
