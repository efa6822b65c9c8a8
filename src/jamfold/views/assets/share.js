// A spot as a short address to send: "#holdem;9;10bb;bba=1;K7o" is a game, seats, a stack, antes in big blinds, and a hand.

const ANTES = { ante: "ante", bba: "bb_ante" };

function plain(text) {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return text.trim();
  }
}

// What the words of an address say in full; null where it is no short one.  `bigBlind` tells the chips of words.
export function readSpot(hash, bigBlind) {
  const [game, ...parts] = hash.slice(1).split(/;|%3B/i).map(plain);
  if (!parts.length) return null;
  const words = new URLSearchParams({ game });
  for (const part of parts.filter(Boolean)) {
    const [name, value] = part.split("=");
    if (value !== undefined) words.set(name, value);
    else if (/^\d+$/.test(part)) words.set("seats", part);
    else if (/^[\d.]+\s*bb$/i.test(part)) words.set("stack", parseFloat(part));
    else words.set("hand", part);
  }
  const big = bigBlind(words);
  for (const [short, name] of Object.entries(ANTES)) {
    const ante = words.get(short);
    words.delete(short);
    if (ante) words.set(name, +(parseFloat(ante) * big).toPrecision(6));
  }
  return words;
}

export function writeSpot(address, big) {
  const words = new URLSearchParams(address);
  const named = { game: "", seats: "", stack: "", hand: "" };
  const rest = [];
  for (const [name, value] of words) {
    const short = Object.keys(ANTES).find((key) => ANTES[key] === name);
    if (name in named) named[name] = value;
    else rest.push(short ? `${short}=${+(parseFloat(value) / big).toPrecision(6)}` : `${name}=${encodeURIComponent(value)}`);
  }
  const parts = [named.game, named.seats, `${named.stack}bb`, ...rest, encodeURIComponent(named.hand)];
  return `#${parts.filter(Boolean).join(";")}`;
}
