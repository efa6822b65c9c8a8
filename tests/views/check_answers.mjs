// Everybody who waits for one answer of the strategy page hears of it: `node check_answers.mjs LIVE_JS`.
globalThis.document = { getElementById: () => ({ textContent: '{"games":[],"fields":{},"usual":{}}' }) };
const { source } = await import(process.argv[2]);
let answer;
source.ask = () => new Promise((done) => { answer = done; });
const heard = [];
for (const name of ["first", "second"])
  if (source.lookUp("hand", { game: "holdem" }, () => heard.push(name)) !== null) throw new Error("answered before its answer came");
answer({ text: "yes" });
await new Promise(setImmediate);
console.log(heard.join(" "), source.lookUp("hand", { game: "holdem" }, () => heard.push("third")).text, heard.length);
