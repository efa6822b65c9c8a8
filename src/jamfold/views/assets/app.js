// The file that solves: its pages, of which one is seen.

import { ask } from "./asking.js";
import { Explorer } from "./explorer.js";
import { takeTheme, walk } from "./frame.js";
import { source } from "./live.js";

const PAGES = [...document.querySelectorAll("header nav a")].map((link) => link.dataset.page);
const opened = new Set();
const explorer = document.getElementById("explorer");

function seen() {
  const page = new URLSearchParams(location.hash.slice(1)).get("page");
  return PAGES.includes(page) ? page : PAGES[0];
}

function show() {
  const page = seen();
  for (const one of PAGES) document.getElementById(one).hidden = one !== page;
  for (const link of document.querySelectorAll("header nav a")) {
    if (link.dataset.page === page) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.getElementById("find").hidden = page !== "strategies";
  if (opened.has(page)) return;
  opened.add(page);
  if (page === "strategies") window.jamfold = new Explorer(explorer, source);
  else if (page === "drill") window.jamfoldDrill = new (import("./train.js").Trainer)();
  else if (page === "equity") import("./equity.js").begin();
  else import("./tablepage.js").begin();
}

// A page that is left is found again as it was.
for (const link of document.querySelectorAll("header nav a")) {
  link.addEventListener("click", (event) => {
    if (link.dataset.page !== "strategies" || !window.jamfold) return;
    event.preventDefault();
    history.pushState(null, "", window.jamfold.address());
    show();
  });
}
// Buttons of the drill have keys: j, c, f, Enter.
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || event.target.closest("input:not([type=checkbox]), textarea, select")) return;
  if (event.key.length > 1 && event.target.closest("a, button, summary")) return; // which Enter is for
  const one = [...document.querySelectorAll("[data-key]")].find((button) => button.checkVisibility() && button.dataset.key.toLowerCase() === event.key.toLowerCase());
  if (!one) return;
  event.preventDefault();
  one.click();
});
takeTheme();
walk(document.querySelector("header nav"), "a");
window.jamfoldAsk = ask; // for whoever wants to compute with it: the questions of jamfold's API
addEventListener("popstate", show);
addEventListener("hashchange", show);
show();
