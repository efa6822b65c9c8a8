// What runs beside the page: it takes the packed outcomes of a game once, and answers, one question after the other.

import { answer, response } from "./answers.js";
import { unpackGame } from "./lowrank.js";

const games = new Map();
let last = Promise.resolve();

// Three seats: their counts are unpacked when they are first asked about.
async function three(planes, body, packed, hear) {
  const { table, unpackThreeway } = await import("./threeseats.js");
  if (packed) planes.threeway = await unpackThreeway(planes, packed);
  return table(planes, body, hear);
}

async function respond({ number, name, body, game, planes: packed, threeway }) {
  try {
    if (packed) games.set(game, await unpackGame(packed).catch((error) => error));
    const planes = games.get(game);
    if (planes instanceof Error) throw planes;
    const result = name === "table" ? await three(planes, body, threeway, (share) => postMessage({ number, share }))
      : name === "response" ? response(planes, body) : answer(planes, name, body);
    postMessage({ number, result });
  } catch (error) {
    postMessage({ number, error: error.message, field: error.field });
  }
}

onmessage = ({ data }) => { last = last.then(() => respond(data)); };
