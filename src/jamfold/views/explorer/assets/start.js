// The strategy page beside jamfold's server.

import { Explorer } from "./explorer.js";
import { source } from "./live.js";
import { walk } from "./walk.js";

document.querySelector(".theme")?.addEventListener("click", () => {
  const dark = getComputedStyle(document.documentElement).colorScheme === "dark";
  localStorage.setItem("jamfold-theme", dark ? "light" : "dark");
  document.documentElement.dataset.theme = dark ? "light" : "dark";
});
const theme = localStorage.getItem("jamfold-theme");
if (theme) document.documentElement.dataset.theme = theme;
walk(document.querySelector("header.top"), "a");
walk(document.querySelector(".tabs"));

// The trainer has a page of its own now; older links lead here.
if (location.hash === "#train") location.replace(`/train${location.search}`);
else new Explorer(document.getElementById("explorer"), source);
