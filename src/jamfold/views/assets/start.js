// The programs of two pages beside jamfold's server: the strategy page and the drill.

async function start() {
  if (document.getElementById("train")) return new (await import("./train.js")).Trainer();
  const modules = [import("./explorer.js"), import("./frame.js"), import("./live.js")];
  const [{ Explorer }, { takeTheme, walk }, { source }] = await Promise.all(modules);
  takeTheme();
  walk(document.querySelector("header.top"), "a");
  walk(document.querySelector(".tabs"));
  // The trainer has a page of its own now; older links lead here.
  if (location.hash === "#train") return location.replace(`/train${location.search}`);
  return new Explorer(document.getElementById("explorer"), source);
}

start();
