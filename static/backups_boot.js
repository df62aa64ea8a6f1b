// The worker that writes and reads backups, started for one of them.
import start from "./backups.js";

await start();
