// Where the strategy page runs, here beside jamfold's server: what stands around it, and what can be asked.
// The file that solves has place_file.js in its place.

export const HERE = {
  mark: "/?", // what an address begins with
  finest: 0.1, // big blinds
  finestTree: 0.5, // with raises before the all-in
  report: "/report",
  tables: "/table",
  builds: true, // whether a table that is not there can be built
  show: () => {}, // what is there of a game
  file: "page-file", // the question whose answer is the page as a file
  can: () => true, // whether a question is answered
  extras: () => ({ parts: [], forget() {} }), // what can be asked besides, and how its answers are taken away
  saves: () => [], // what can be saved besides
  keeps: "on this machine",
  drill: () => new URLSearchParams(location.search), // the words of the drill's address; null where another page is seen
  drillAddress: (words) => `${location.pathname}${words.size ? `?${words}` : ""}`,
  drillFiles: () => [], // how answers of a file are taken
};
