// The menu below a field of a range; what it holds is loaded when it is opened.

import { element } from "./game.js";

// `of` tells the game and its presets; `renew` of the menu says that the game may be another one.
export function rangeMenu(field, of) {
  const menu = element("details", { className: "presets" }, element("summary", { textContent: "Presets and saved ranges" }));
  let seen;
  async function fill() {
    seen = of();
    const { fillMenu } = await import("./presets.js");
    fillMenu(menu, field, seen);
  }
  menu.addEventListener("toggle", () => { if (menu.open) fill(); });
  menu.renew = () => { if (menu.open && of().name !== seen?.name) fill(); };
  return menu;
}
