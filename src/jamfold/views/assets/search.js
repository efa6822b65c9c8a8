// What a text in the search box means, as ranges/reading/spoken.py reads it; other notation is read by jamfold itself.
// tests/views/hands.json is the table of cases for both.

const TYPED = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
const ORDER = "23456789TJQKA";
const PLURALS = { aces: "A", kings: "K", queens: "Q", jacks: "J", tens: "T", nines: "9", eights: "8", sevens: "7", sixes: "6", fives: "5", fours: "4", threes: "3", treys: "3", twos: "2", deuces: "2" };
const SUITED = { "double suited": "ds", "single suited": "ss", "off suit": "o", offsuit: "o", offsuited: "o", unsuited: "o", off: "o", suited: "s", rainbow: "r" };
const BEHIND = /([2-9TJQKA0])(?=(?:un|off)?suit|off\b|double|single|rainbow)/gi; // a word right behind ranks: AKsuited
const NOTATION = /[:!()[\]@+*#]/;

// {ids, words, shares} or null; shares say how much of a class is meant, where that is not all.
export function search(game, text) {
  const words = text.trim().replace(/[♣♦♥♠]/g, (one) => TYPED[one]).replace(/\s+(?:and|or|&)\s+/gi, ",").replace(BEHIND, "$1 ");
  if (!words) return null;
  const id = /^#(\d+)$/.exec(words);
  if (id) return +id[1] < game.n ? { ids: [+id[1]], words: game.name(+id[1]) } : null;
  const share = /^(\d+(?:[.,]\d+)?)\s*%$/.exec(words);
  if (share) return best(game, parseFloat(share[1].replace(",", ".")));
  const whole = byCards(game, words.replace(/[\s,]/g, ""));
  if (whole || NOTATION.test(words)) return whole;
  const parts = words.split(",").map((part) => byWords(game, part) || byRanks(game, part.replace(/\s/g, "")));
  if (parts.length === 1 || parts.includes(null)) return parts.length === 1 ? parts[0] : null;
  return { ids: [...new Set(parts.flatMap((part) => part.ids))].sort((a, b) => a - b), words: text.trim() };
}

function byCards(game, words) {
  const cards = words.replace(/10/g, "T").replace(/(.)(.)/g, (_, rank, suit) => rank.toUpperCase() + suit.toLowerCase());
  if (cards.length !== 2 * game.hole_cards || !/^([2-9TJQKA][cdhs])+$/.test(cards)) return null;
  const found = new Set(cards.match(/../g)).size === game.hole_cards ? game.find(cards) : undefined;
  return found === undefined ? null : { ids: [found], words: cards };
}

// Hands that hold some ranks: K7o, K7, AA, AAxx, Axs, AKQJ.
function byRanks(game, words) {
  const asked = /^([2-9TJQKA]+)(x*)([so]?)$/i.exec(words.replace(/10/g, "T"));
  if (!asked || (asked[2] && asked[1].length + asked[2].length !== game.hole_cards)) return null;
  const kind = asked[3].toLowerCase();
  const ranks = asked[1].toUpperCase();
  if (ranks.length > game.hole_cards || (kind && (game.hole_cards !== 2 || ranks.length + asked[2].length !== 2))) return null;
  return chosen(game, ranks + asked[2] + kind, [holds(ranks), ...(kind ? [shares(game, kind)] : [])]);
}

// What players say: aces, pairs, rundown, JT98ds, double-suited aces, K7 suited.
function byWords(game, part) {
  const plain = part.trim().toLowerCase().replace(/-/g, " ").replace(/\s+/g, " ");
  const glued = /^((?:10|[2-9tjqka]){2,})\$?(ds|ss|r)$/.exec(plain.replace(/ /g, ""));
  const isFull = glued && (glued[2] !== "r" || glued[1].replace(/10/g, "t").length === game.hole_cards);
  let left = glued ? (isFull && game.hole_cards > 2 ? `${glued[1]} $${glued[2]}` : null) : plain;
  if (left === null) return null;
  for (const [words, kind] of Object.entries(SUITED)) left = left.replace(new RegExp(`\\b${words}\\b`), `$$${kind}`);
  left = left.replace(/\b(any two|anything|everything|atc|random)\b/, "$$all");
  const tokens = left.split(" ").filter((word, _, all) => all.length === 1 || !["pocket", "any", "all"].includes(word));
  const tests = [];
  let ranks = "";
  let kind = "";
  let isSaid = false;
  for (const word of tokens) {
    const isKind = word.startsWith("$") || (tokens.length > 1 && ["s", "o", "ds", "ss", "r"].includes(word));
    const hands = isKind ? null : spoken(game, word);
    const isRanks = /^(10|[2-9tjqka])+$/.test(word);
    if (isKind && word !== "$all" && !kind) kind = word.replace("$", "");
    else if (ranks || tests.length || !(hands || isRanks || word === "$all")) return null;
    else if (isRanks || PLURALS[word]) ranks = PLURALS[word] ? PLURALS[word].repeat(2) : word.replace(/10/g, "t").toUpperCase();
    else tests.push(hands || (() => true));
    isSaid ||= !isRanks;
  }
  if (!isSaid || ranks.length > game.hole_cards) return null;
  if (game.hole_cards === 2 && kind && (ranks.length === 1 || (tests.length && !/\bconnectors?\b/.test(left)))) return null;
  if (game.hole_cards === 2 && kind && ranks[0] === ranks[1] && ranks) {
    if (!tokens.some((word) => PLURALS[word])) return null; // AA o
    tests.push((held) => held[0] !== held[2]);
    ranks = ranks[0];
  }
  const same = kind ? [shares(game, kind)] : [];
  return same.includes(null) ? null : chosen(game, part.trim(), [holds(ranks), ...tests, ...same]);
}

// The test of a word that names hands by itself.
function spoken(game, word) {
  if (PLURALS[word]) return holds(PLURALS[word].repeat(2));
  if (["pairs", "pair", "pp"].includes(word)) return (held) => new Set(ranksOf(held)).size < game.hole_cards;
  if (/^broadways?$/.test(word)) return (held) => Math.min(...ranksOf(held)) >= 8;
  if (game.hole_cards === 2) return /^connectors?$/.test(word) ? (held) => Math.abs(ranksOf(held)[0] - ranksOf(held)[1]) === 1 : null;
  if (!/^rundowns?$/.test(word)) return null;
  return (held) => {
    const ranks = ranksOf(held);
    return new Set(ranks).size === game.hole_cards && Math.max(...ranks) - Math.min(...ranks) === game.hole_cards - 1;
  };
}

const ranksOf = (held) => held.match(/../g).map((card) => ORDER.indexOf(card[0]));

function holds(ranks) {
  return (held) => {
    const left = held.match(/../g).map((card) => card[0]);
    return [...ranks].every((rank) => left.includes(rank) && left.splice(left.indexOf(rank), 1));
  };
}

// The test of how suits are shared: s and o of two cards; ds, ss and r of more. Null where the game has none.
function shares(game, kind) {
  const more = game.hole_cards - 4;
  if (game.hole_cards === 2 ? !"so".includes(kind) : "so".includes(kind) || (kind === "r" && more)) return null;
  if (game.hole_cards === 2) return (held) => (held[1] === held[3]) === (kind === "s") && (kind === "s" || held[0] !== held[2]);
  const wanted = { ds: `22${"1".repeat(more)}`, ss: `2${"1".repeat(more + 2)}`, r: "1111" }[kind];
  return (held) => {
    const counts = [..."cdhs"].map((suit) => held.split(suit).length - 1).filter((count) => count);
    return counts.sort((a, b) => b - a).join("") === wanted;
  };
}

function chosen(game, words, tests) {
  const ids = [];
  for (let id = 0; id < game.n; id++) {
    const held = game.cards(id);
    if (tests.every((test) => test(held))) ids.push(id);
  }
  return ids.length ? { ids, words: ids.length === 1 ? game.name(ids[0]) : words } : null;
}

// The best hands by equity against a random hand: whole classes, at least so much of all hands.
function best(game, part) {
  if (!(part > 0 && part <= 100)) return null;
  game.percentile(0);
  const ids = [];
  let before = 0;
  for (const id of game.ranked) {
    if (before >= (part / 100) * game.total - 1e-9) break;
    ids.push(id);
    before += game.sizes[id];
  }
  return { ids, words: `best ${part} %` };
}
