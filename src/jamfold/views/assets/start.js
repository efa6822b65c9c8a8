// The strategy page beside jamfold's server.

import { Explorer } from "./explorer.js";
import { takeTheme, walk } from "./frame.js";
import { source } from "./live.js";

takeTheme();
walk(document.querySelector("header.top"), "a");
walk(document.querySelector(".tabs"));

// The trainer has a page of its own now; older links lead here.
if (location.hash === "#train") location.replace(`/train${location.search}`);
else new Explorer(document.getElementById("explorer"), source);
