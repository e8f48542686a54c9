// The page for an address where nothing is.

import { fillPage } from "../texts.js";

fillPage();
