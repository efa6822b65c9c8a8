// What runs beside the page: it takes the packed outcomes of a game once, and answers.

import { answer } from "./answers.js";
import { unpackPlanes } from "./planes.js";
import { response } from "./response.js";

const games = new Map();

onmessage = ({ data }) => {
  const { number, name, body, game, planes: packed } = data;
  try {
    if (packed) games.set(game, unpackPlanes(packed));
    const planes = games.get(game);
    postMessage({ number, result: name === "response" ? response(planes, body) : answer(planes, name, body) });
  } catch (error) {
    postMessage({ number, error: error.message, field: error.field });
  }
};
