// Lists that somebody keeps in this browser, saved ranges among them, and the menu below a field of a range.

import { walk } from "./frame.js";
import { button, element, percent } from "./game.js";
import { HERE, ask, needs } from "./host.js";
import { doubtOf } from "./numbers.js";

const VERSION = 1; // of the files

// A list under a name; until the page is left where a browser keeps nothing.
export class KeptList {
  // `format`: of its files, and its name in the browser; `key`: the list's name in the text; `words`: `what` is in it,
  // and what is said where a browser keeps `nothing`.  `sitting` is the list then, `damage` what is still to be said.
  constructor(format, key, isSound, words) {
    Object.assign(this, { format, key, isSound, words, sitting: null, damage: "" });
  }

  all() {
    if (this.sitting) return this.sitting;
    let text = null;
    try {
      text = localStorage.getItem(this.format);
    } catch {
      return [];
    }
    if (text === null) return [];
    const stored = this.listIn(text);
    const sound = (stored || []).filter(this.isSound);
    if (!stored || sound.length < stored.length) this.setAside(text, sound);
    return sound;
  }

  // Keeps a list in place of the one before; what is to be said of it, or nothing.
  write(list) {
    if (!this.sitting) {
      try {
        localStorage.setItem(this.format, this.fileText(list));
        return "";
      } catch {
        // Said below.
      }
    }
    this.sitting = list;
    return this.words.nothing;
  }

  fileText(list) { return JSON.stringify({ format: this.format, version: VERSION, [this.key]: list }); }

  // What is to be said of a damaged store, once.
  damaged() {
    const words = this.damage;
    this.damage = "";
    return words;
  }

  // The list of a text, whatever it holds; null where there is none.
  listIn(text) {
    try {
      const list = JSON.parse(text)[this.key];
      return Array.isArray(list) ? list : null;
    } catch {
      return null;
    }
  }

  // A damaged store stays under another name; what is sound of it goes on.
  setAside(text, sound) {
    const name = `${this.format}-damaged-${Date.now()}`;
    const words = `The ${this.words.what} in this browser are damaged: ${sound.length} can be read`;
    try {
      localStorage.setItem(name, text);
      localStorage.setItem(this.format, this.fileText(sound));
      this.damage = `${words}; the original is saved as “${name}”.`;
    } catch {
      this.sitting = sound; // nothing is written over
      this.damage = `${words}. ${this.words.nothing}`;
    }
  }
}

// ---- Saved ranges, by name.

const [MOST, LONGEST_NAME, LONGEST_TEXT] = [1_000, 60, 20_000]; // ranges; characters
const isSound = (range) => ["game", "name", "text"].every((key) => typeof range?.[key] === "string" && range[key]);
const savedList = new KeptList("jamfold-ranges", "ranges", isSound, {
  what: "saved ranges",
  nothing: "This browser cannot store ranges. They are lost when you leave the page: “Export as text” saves them.",
});

const plain = (text, most) => [...text.normalize("NFC").replace(/[\s\p{Cc}]+/gu, " ").trim()].slice(0, most).join("");
const short = (text) => (text.length > 200 ? `${text.slice(0, 200)} …` : text);

export const damaged = () => savedList.damaged();

export function ranges(game) {
  return savedList.all().filter((range) => range.game === game).sort((first, other) => first.name.localeCompare(other.name));
}

// Keeps a range under a name, in the place of another one of that name, and says what was done.
export function keep(game, name, text) {
  const range = checked(game, name, text);
  const stored = savedList.all();
  const before = stored.find((other) => isSame(range, other));
  if (!before && stored.length >= MOST) throw new Error(`You already have ${MOST} saved ranges. Delete one first.`);
  const notice = savedList.write([...stored.filter((other) => other !== before), range]);
  const words = before && before.text !== range.text ? `“${range.name}” is saved; it was ${short(before.text)} before.` : `“${range.name}” is saved.`;
  return `${words} ${notice}`.trim();
}

export const forget = (game, name) => savedList.write(savedList.all().filter((range) => !isSame(range, { game, name })));

const isSame = (range, other) => range.game === other.game && range.name === other.name;

function checked(game, name, text) {
  const range = { game, name: plain(name, LONGEST_NAME), text: plain(text, Infinity) };
  if (!range.text) throw new Error("No range yet. Type or paint one.");
  if (!range.name) throw new Error("Give the range a name.");
  if (range.text.length > LONGEST_TEXT) throw new Error(`A saved range has at most ${LONGEST_TEXT} characters.`);
  return range;
}

// All ranges as lines of a name and a range, below their games.
export function asText() {
  const games = [...new Set(savedList.all().map((range) => range.game))].sort();
  return games.map((game) => [`[${game}]`, ...ranges(game).map(({ name, text }) => `${name} = ${text}`)].join("\n")).join("\n\n");
}

// Adds the ranges of such a text, those before the first game to `game`: nothing, or all of them; says what was done.
export function take(text, game) {
  let at = game;
  const fresh = [];
  text.split(/\r?\n/).forEach((line, number) => {
    const head = /^\s*\[([a-z0-9-]+)\]\s*$/.exec(line);
    const end = line.lastIndexOf("="); // no range has one, a name may
    if (head) at = head[1];
    else if (end >= 0) fresh.push(inLine(number, () => checked(at, line.slice(0, end), line.slice(end + 1))));
    else if (line.trim()) inLine(number, () => { throw new Error("“=” is missing. Write name = range."); });
  });
  if (!fresh.length) throw new Error("The text has no range. Write a line such as “My range = AA”.");
  const stored = savedList.all();
  const more = fresh.filter((range, place) => !fresh.slice(place + 1).some((other) => isSame(range, other))); // the last of a name
  const unchanged = stored.filter((range) => !more.some((other) => isSame(range, other)));
  if (unchanged.length + more.length > MOST) throw new Error(`At most ${MOST} ranges can be saved: the text has ${more.length}, and you have ${stored.length}.`);
  const notice = savedList.write([...unchanged, ...more]);
  const games = [...new Set(more.map((range) => range.game))].map((name) => `${more.filter((range) => range.game === name).length} of ${name}`);
  const replaced = stored.length - unchanged.length;
  return `Imported: ${games.join(", ")}${replaced ? `; ${replaced} replaced` : ""}. ${notice}`.trim();
}

function inLine(number, read) {
  try {
    return read();
  } catch (error) {
    throw new Error(`Line ${number + 1}: ${error.message}`);
  }
}

// ---- The menu below a field of a range: ranges that players know by name, what is played in equilibrium, saved ones.

const SEATS = [["Small blind", "jams"], ["Big blind", "calls"]];
const menus = new Map(); // how the kept ranges of a menu are shown anew

const chip = (textContent, act, more = {}) => button(textContent, act, { className: "chip", ...more });

const labelled = (name, properties, label) => element(name, { autocomplete: "off", spellcheck: false, "aria-label": label, ...properties });

// Some buttons under a title; several are one stop of the Tab key.
function group(title, ...inside) {
  return element("div", { className: "row", role: "group", "aria-label": title }, element("b", { textContent: title }), ...inside);
}

const onEnter = (field, act) => field.addEventListener("keydown", (event) => {
  if (event.key !== "Enter") return;
  event.preventDefault(); // which would send the form around it
  act();
});

export function fillMenu(menu, field, { name: game, presets, many }) {
  const status = element("p", { className: "note", role: "status" });
  const say = (...words) => status.replaceChildren(...words.filter(Boolean));
  const fill = (text) => write(field, text, many);
  const presetGroup = group("Presets", ...presets.map(([text, words]) => chip(words, () => { fill(text); say(); }, { title: text })));
  const savedGroup = element("div");
  const text = labelled("textarea", { rows: 5 }, "All saved ranges as text");
  let exported = "";
  const renew = (isTaken) => {
    savedGroup.replaceChildren(savedRanges(game, fill, say));
    if (isTaken || text.value === exported) text.value = exported = asText(); // else it was pasted just now
  };
  menus.set(menu, renew);
  const done = () => renewAll(menu);
  const body = element("div", {}, presetGroup, inEquilibrium(game, fill, say), savedGroup, saving(game, field, say), whole(game, text, say, done), status);
  menu.replaceChildren(menu.querySelector("summary"), body);
  walk(presetGroup);
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
    const request = ++turn;
    const tell = (words) => request === turn && say(words);
    const bb = stack.value.trim();
    if (!(Number(bb) > 0)) return tell(doubtOf(bb, false) || "Write a stack in big blinds, such as 10.");
    tell("…");
    try {
      const { sentence, isApproximable } = await needs(new URLSearchParams({ game, stacks: `${bb}bb` }));
      if (sentence && !isApproximable) return tell(`${sentence}${HERE.builds ? " The strategy page builds it." : ""}`);
      const { seats } = await ask("outline", { game, stacks: [`${bb}bb`, `${bb}bb`] });
      if (request !== turn) return false; // another one was asked for meanwhile
      const { text, percent: share, differs_percent: apart } = seats[seat];
      if (text) fill(text);
      const [player, plays] = SEATS[seat];
      const near = apart ? ` The text differs for ${percent(apart / 100, 2)} of all hands.` : "";
      return tell(`${player} at ${bb} bb: ${plays} ${percent(share / 100, 1)} of hands.${near}`);
    } catch (error) {
      return tell(error.message);
    }
  };
  const chips = SEATS.map((words, seat) => chip(words.join(" "), () => take(seat)));
  return group("In equilibrium, heads-up", element("label", { className: "stacked" }, "at ", stack, " bb"), ...chips);
}

// The ranges that are kept, each with a button to forget it.
function savedRanges(game, fill, say) {
  const saved = ranges(game);
  if (!saved.length) return group("Saved", element("span", { className: "note", textContent: "nothing yet" }));
  const chips = saved.map(({ name, text }) => {
    const choice = chip(name, () => { fill(text); say(); }, { title: text, dir: "auto" });
    const gone = chip("×", () => {
      const notice = forget(game, name);
      renewAll();
      const back = chip("Undo", () => { say(keep(game, name, text)); renewAll(); });
      say(`“${name}” is deleted. ${notice} `, back);
      back.focus();
    }, { "aria-label": `Delete ${name}` });
    return element("span", { className: "pair" }, choice, gone);
  });
  const row = group("Saved", ...chips);
  walk(row);
  return row;
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
  return element("div", { className: "row" }, name, chip("Save range", save));
}

// All that is kept as a text, to be copied, or to be taken from elsewhere.
function whole(game, text, say, done) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text.value);
      say("All saved ranges copied.");
    } catch {
      text.select();
      say("The browser blocked the clipboard. Copy the selected text.");
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
  const row = element("div", { className: "row" }, chip("Copy", copy), chip("Import", read));
  const hint = element("p", { className: "note", textContent: "One line per range: name = range. Import adds ranges and replaces those with the same name." });
  return element("details", {}, element("summary", { textContent: "Export as text" }), text, hint, row);
}
