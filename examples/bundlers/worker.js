// The database in a worker: webpack finds its script by itself.

import { WorkerDynalab } from "dynalab/worker";
import { show } from "./count.js";

await show(WorkerDynalab);
