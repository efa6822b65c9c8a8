// The strategy page beside jamfold's server.

import { Explorer } from "./explorer.js";
import { source } from "./live.js";
import { walk } from "./walk.js";

// The look that was chosen; a browser that keeps nothing has the colours of its system.
function remember(look) {
  try {
    if (look) localStorage.setItem("jamfold-theme", look);
    return localStorage.getItem("jamfold-theme");
  } catch {
    return null;
  }
}

document.querySelector(".theme")?.addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  remember(dark ? "light" : "dark");
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
const theme = remember();
if (theme) document.documentElement.dataset.theme = theme;
walk(document.querySelector("header.top"), "a");
walk(document.querySelector(".tabs"));

// The trainer has a page of its own now; older links lead here.
if (location.hash === "#train") location.replace(`/train${location.search}`);
else new Explorer(document.getElementById("explorer"), source);
