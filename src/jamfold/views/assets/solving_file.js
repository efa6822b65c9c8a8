// What the solver is made of, here what stands in the file: its program, and the packed outcomes of a game.

const text = (id) => document.getElementById(id)?.textContent;
const address = URL.createObjectURL(new Blob([text("solver")], { type: "text/javascript" }));

export const begin = () => new Worker(address);
export const planesOf = (game) => text(`planes-${game}`);
export const rangeWriter = async () => import("./ranges.js").tokensOf;
export const threewayOf = (game) => text(`threeway-${game}`) || null;
