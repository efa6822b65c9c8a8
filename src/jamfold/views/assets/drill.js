// The drill's page beside jamfold's server.

import { Trainer } from "./train.js";

new Trainer();
