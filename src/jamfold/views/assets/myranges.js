// Ranges that somebody keeps by name: in this browser, or until the page is left where a browser keeps nothing.

import { KeptList } from "./keptlist.js";

const [MOST, LONGEST_NAME, LONGEST_TEXT] = [1_000, 60, 20_000]; // ranges; characters
const isSound = (one) => ["game", "name", "text"].every((key) => typeof one?.[key] === "string" && one[key]);
const kept = new KeptList("jamfold-ranges", "ranges", isSound, {
  what: "saved ranges",
  nothing: "This browser keeps nothing here, or has no room left: ranges last until the page is left, “All as text” saves them.",
});

const plain = (text, most) => [...text.normalize("NFC").replace(/[\s\p{Cc}]+/gu, " ").trim()].slice(0, most).join("");
const short = (text) => (text.length > 200 ? `${text.slice(0, 200)} …` : text);

// What is to be said of a damaged store, once.
export const damaged = () => kept.damaged();

// The ranges of a game, by name.
export function ranges(game) {
  return kept.all().filter((one) => one.game === game).sort((one, other) => one.name.localeCompare(other.name));
}

// Keeps a range under a name, in the place of another one of that name, and says what was done.
export function keep(game, name, text) {
  const one = checked(game, name, text);
  const known = kept.all();
  const before = known.find((other) => isSame(one, other));
  if (!before && known.length >= MOST) throw new Error(`${MOST} ranges are kept already: forget one first.`);
  const notice = kept.write([...known.filter((other) => other !== before), one]);
  const words = before && before.text !== one.text ? `“${one.name}” is saved; it was ${short(before.text)} before.` : `“${one.name}” is saved.`;
  return `${words} ${notice}`.trim();
}

export const forget = (game, name) => kept.write(kept.all().filter((one) => !isSame(one, { game, name })));

const isSame = (one, other) => one.game === other.game && one.name === other.name;

function checked(game, name, text) {
  const one = { game, name: plain(name, LONGEST_NAME), text: plain(text, Infinity) };
  if (!one.text) throw new Error("There is no range yet: write one, or paint it.");
  if (!one.name) throw new Error("Give the range a name.");
  if (one.text.length > LONGEST_TEXT) throw new Error(`A range of more than ${LONGEST_TEXT} characters is not kept here.`);
  return one;
}

// All ranges as lines of a name and a range, below their games.
export function asText() {
  const games = [...new Set(kept.all().map((one) => one.game))].sort();
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
    else if (line.trim()) inLine(number, () => { throw new Error("there is no “=”: write a name, = and a range."); });
  });
  if (!fresh.length) throw new Error("The text holds no range: write a line such as “My range = AA”.");
  const known = kept.all();
  const more = fresh.filter((one, place) => !fresh.slice(place + 1).some((other) => isSame(one, other))); // the last of a name
  const others = known.filter((one) => !more.some((other) => isSame(one, other)));
  if (others.length + more.length > MOST) throw new Error(`No more than ${MOST} ranges are kept: the text holds ${more.length}, and ${known.length} are there.`);
  const notice = kept.write([...others, ...more]);
  const games = [...new Set(more.map((one) => one.game))].map((name) => `${more.filter((one) => one.game === name).length} of ${name}`);
  const replaced = known.length - others.length;
  return `Taken: ${games.join(", ")}${replaced ? `; ${replaced} in the place of those of the same name` : ""}. ${notice}`.trim();
}

function inLine(number, read) {
  try {
    return read();
  } catch (error) {
    throw new Error(`Line ${number + 1}: ${error.message}`);
  }
}
