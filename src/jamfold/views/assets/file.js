// The strategy page out of one file: all games are there, nothing is asked of anybody.

import { Explorer } from "./explorer.js";
import { Game } from "./game.js";

const data = JSON.parse(document.getElementById("data").textContent);
for (const chart of data) if (chart.hands_of) chart.hands = data.find(({ game }) => game === chart.hands_of).hands;
const games = new Map();

const source = {
  games: data.map((chart) => ({ name: chart.game, title: chart.title })),
  example: "K7o, AKQJ, AhKh, 15% ...  ( / )",
  mark: "#",
  levels: [],
  controls: () => [],
  before: () => [],
  after: () => [],
  exact: () => [],
  key: (name) => name,
  translate: (words) => words,
  bigBlind: () => 10,
  unknown: (explorer, text) => `This file finds no '${text.slice(0, 40)}': it knows hands, ranks, cards and percentages.`,
  load(explorer, name, level, show) {
    if (!games.has(name)) games.set(name, new Game(data.find((chart) => chart.game === name)));
    show(games.get(name));
  },
  headRule: (explorer) => data.find((chart) => chart.game === explorer.game.game).rule,
  waits() {},
  settled() {},
  afterDraw() {},
  printed(explorer) {
    for (const { name } of this.games) this.load(explorer, name, null, () => {});
    return games.values();
  },
};

window.jamfoldGames = [...source.printed()]; // for whoever wants to compute with them
new Explorer(document.getElementById("explorer"), source);
