// What the solver is made of, here what jamfold's server sends: its program, and the packed outcomes of a game.
// The file that solves has solving_file.js in its place.

const planes = new Map();

export const begin = () => new Worker("/assets/worker.js", { type: "module" });
export const planesOf = (game) => planes.get(game);
export const rangeWriter = async () => (await import("./ranges.js")).tokensOf;
export const threewayOf = () => null; // tables of three are solved by jamfold

// Has the outcomes of a game sent, once.
export async function bring(game) {
  if (planes.has(game)) return;
  const answer = await fetch(`/planes/${game}.json`);
  if (!answer.ok) throw new Error("This game is not solved in the browser.");
  planes.set(game, await answer.text());
}
