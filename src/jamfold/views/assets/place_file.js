// Where the strategy page runs, here in a file by itself.

import { solves } from "./asking.js";
import { extras, saves } from "./more.js";
import { drillFiles } from "./memory.js";

const ABSENT = ["csv", "positions", "table"];

export const HERE = {
  mark: "#",
  finest: 0.5, // big blinds
  finestTree: 1, // with raises before the all-in
  report: "",
  tables: "",
  builds: false,
  file: "",
  // Of a game without a table there are charts alone: what would need it is not there.
  show: (game) => document.getElementById("explorer").classList.toggle("charts-alone", !solves(game)),
  can: (name) => !ABSENT.includes(name),
  extras,
  saves,
  keeps: "in this browser",
  drill() {
    const words = new URLSearchParams(location.hash.slice(1));
    return words.get("page") === "drill" ? words : null;
  },
  drillAddress: (words) => `#${new URLSearchParams([["page", "drill"], ...words])}`,
  drillFiles,
};
