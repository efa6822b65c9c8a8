// What a text in the search box means, as far as no range notation is needed: that is read by jamfold itself.

const TYPED = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };

// {ids, words, shares} or null; shares say how much of a class is meant, where that is not all.
export function search(game, text) {
  let words = text.trim().replace(/[♣♦♥♠]/g, (one) => TYPED[one]);
  if (!words) return null;
  const id = /^#(\d+)$/.exec(words);
  if (id) return +id[1] < game.n ? { ids: [+id[1]], words: game.name(+id[1]) } : null;
  const share = /^(\d+(?:[.,]\d+)?)\s*%$/.exec(words);
  if (share) return best(game, parseFloat(share[1].replace(",", ".")));
  words = words.replace(/[\s,]/g, "");
  return byCards(game, words) || byRanks(game, words);
}

function byCards(game, words) {
  const cards = words.replace(/(.)(.)/g, (_, rank, suit) => rank.toUpperCase() + suit.toLowerCase());
  if (cards.length !== 2 * game.hole_cards || !/^([2-9TJQKA][cdhs])+$/.test(cards)) return null;
  const found = new Set(cards.match(/../g)).size === game.hole_cards ? game.find(cards) : undefined;
  return found === undefined ? null : { ids: [found], words: cards };
}

// Hands that hold some ranks: K7o, K7, AA, AKQJ.
function byRanks(game, words) {
  const asked = /^([2-9TJQKAx]+)([so]?)$/i.exec(words);
  if (!asked || asked[1].length > game.hole_cards) return null;
  const suited = asked[2].toLowerCase();
  const wanted = [...asked[1].toUpperCase()].filter((rank) => rank !== "X");
  if (suited && (game.hole_cards !== 2 || wanted.length !== 2)) return null;
  const ids = [];
  for (let id = 0; id < game.n; id++) {
    const held = game.cards(id);
    const left = [...held].filter((_, i) => i % 2 === 0);
    const fits = wanted.every((rank) => left.includes(rank) && left.splice(left.indexOf(rank), 1));
    if (fits && (!suited || (held[1] === held[3]) === (suited === "s"))) ids.push(id);
  }
  return ids.length ? { ids, words: ids.length === 1 ? game.name(ids[0]) : asked[1].toUpperCase() + suited } : null;
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
