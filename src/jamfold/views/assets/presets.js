// A menu below a field of a range: ranges that players know by name, what is played in equilibrium, and those that
// somebody has kept in this browser.

import { ask, needs } from "./asking.js";
import { walk } from "./frame.js";
import { element, percent } from "./game.js";
import { asText, damaged, forget, keep, ranges, take } from "./myranges.js";
import { HERE } from "./place.js";

const SEATS = [["Small blind", "jams"], ["Big blind", "calls"]];
const menus = new Map(); // how the kept ranges of a menu are shown anew

const button = (textContent, act, more = {}) => {
  const made = element("button", { type: "button", className: "chip", textContent, ...more });
  made.addEventListener("click", act);
  return made;
};

const labelled = (name, properties, label) => {
  const made = element(name, { autocomplete: "off", spellcheck: false, ...properties });
  made.setAttribute("aria-label", label);
  return made;
};

// Some buttons under a title; several are one stop of the Tab key.
function group(title, ...inside) {
  const made = element("div", { className: "row", role: "group" }, element("b", { textContent: title }), ...inside);
  made.setAttribute("aria-label", title);
  return made;
}

const onEnter = (field, act) => field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault(); // which would send the form around it
  act();
});

// Puts the menu together.
export function fillMenu(menu, field, { name: game, presets, many }) {
  const said = element("p", { className: "note" });
  said.setAttribute("role", "status");
  const say = (...words) => said.replaceChildren(...words.filter(Boolean));
  const fill = (text) => write(field, text, many);
  const known = group("Presets", ...presets.map(([text, words]) => button(words, () => { fill(text); say(); }, { title: text })));
  const mine = element("div");
  const text = labelled("textarea", { rows: 5 }, "All saved ranges as text");
  let shown = "";
  const renew = (isTaken) => {
    mine.replaceChildren(kept(game, fill, say));
    if (isTaken || text.value === shown) text.value = shown = asText(); // else it was pasted just now
  };
  menus.set(menu, renew);
  const done = () => renewAll(menu);
  const body = element("div", {}, known, inEquilibrium(game, fill, say), mine, saving(game, field, say), whole(game, text, say, done), said);
  menu.replaceChildren(menu.querySelector("summary"), body);
  walk(known);
  renew();
  say(damaged());
}

// All menus show what is kept now; `taker` is the one whose text was taken.
function renewAll(taker) {
  for (const [menu, renew] of menus) {
    if (menu.isConnected) renew(menu === taker);
    else menus.delete(menu);
  }
}
addEventListener("storage", () => renewAll()); // another page has kept something

// A range is written into its field as if it had been typed; into one of many ranges where the caret is.
function write(field, text, many) {
  if (!many) field.value = text;
  else {
    const end = field.selectionEnd;
    const isBehind = /[^\s,:;]$/.test(field.value.slice(0, end)); // one range goes on
    field.setRangeText(isBehind ? `,${text}` : text, end, end, "end");
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

// Both seats heads-up, for chips and without an ante, at a stack.
function inEquilibrium(game, fill, say) {
  const stack = labelled("input", { value: "10", inputMode: "decimal" }, "Stack in big blinds");
  let turn = 0;
  const take = async (seat) => {
    const mine = ++turn;
    const tell = (words) => mine === turn && say(words);
    const bb = stack.value.trim();
    if (!(Number(bb) > 0)) return tell("Write a stack in big blinds, such as 10.");
    tell("…");
    try {
      const missing = await needs(new URLSearchParams({ game, stacks: `${bb}bb` }));
      if (missing) return tell(`${missing}${HERE.builds ? " The strategy page builds it." : ""}`);
      const { seats } = await ask("outline", { game, stacks: [`${bb}bb`, `${bb}bb`] });
      if (mine !== turn) return false; // another one was asked for meanwhile
      const { text, percent: share, differs_percent: apart } = seats[seat];
      if (text) fill(text);
      const [player, plays] = SEATS[seat];
      const near = apart ? ` The text differs for ${percent(apart / 100, 2)} of all hands.` : "";
      return tell(`${player} at ${bb} bb: ${plays} ${percent(share / 100, 1)} of hands.${near}`);
    } catch (error) {
      return tell(error.message);
    }
  };
  const chips = SEATS.map((words, seat) => button(words.join(" "), () => take(seat)));
  return group("In equilibrium, heads-up", element("label", { className: "stacked" }, "at ", stack, " bb"), ...chips);
}

// The ranges that are kept, each with a button to forget it.
function kept(game, fill, say) {
  const there = ranges(game);
  if (!there.length) return group("Saved", element("span", { className: "note", textContent: "nothing yet" }));
  const chips = there.map(({ name, text }) => {
    const one = button(name, () => { fill(text); say(); }, { title: text, dir: "auto" });
    const gone = button("×", () => {
      const notice = forget(game, name);
      renewAll();
      const back = button("Undo", () => { say(keep(game, name, text)); renewAll(); });
      say(`“${name}” is forgotten. ${notice} `, back);
      back.focus();
    });
    gone.setAttribute("aria-label", `Forget ${name}`);
    return element("span", { className: "pair" }, one, gone);
  });
  const made = group("Saved", ...chips);
  walk(made);
  return made;
}

function saving(game, field, say) {
  const name = labelled("input", { placeholder: "name", maxLength: 60 }, "Name to save the range under");
  const save = () => {
    try {
      say(keep(game, name.value, field.value));
      name.value = "";
      renewAll();
    } catch (error) {
      say(error.message);
    }
  };
  onEnter(name, save);
  return element("div", { className: "row" }, name, button("Save this range", save));
}

// All that is kept as a text, to be copied, or to be taken from elsewhere.
function whole(game, text, say, done) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.value);
      say("All saved ranges are in the clipboard.");
    } catch {
      text.select();
      say("The browser does not let this page write to the clipboard: copy what is selected.");
    }
  };
  const read = () => {
    try {
      say(take(text.value, game));
      done();
    } catch (error) {
      say(error.message);
    }
  };
  const row = element("div", { className: "row" }, button("Copy", copy), button("Take what stands here", read));
  const hint = element("p", { className: "note", textContent: "A line each: name = range. What is taken is added; ranges of the same name are replaced." });
  return element("details", {}, element("summary", { textContent: "All as text" }), text, hint, row);
}
