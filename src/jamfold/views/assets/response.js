// The hands of a best response to a range, besides what the API says of it.

import { exploit, outlineSeat } from "./compare.js";
import { readSpot, readTerms } from "./question.js";
import { solveSpot } from "./spot.js";

export function response(game, body) {
  const { pair, against } = exploit(solveSpot(game, readSpot(body), readTerms(body)), body);
  return outlineSeat(pair, against.responder === "sb" ? 0 : 1);
}
