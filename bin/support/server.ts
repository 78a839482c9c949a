/** What the start scripts use of the program, bundled into .build/server.mjs because Node runs no TypeScript. */
export { copyCluster } from "../../lib/store/embedded/backup.ts";
export { findSystemBinaries } from "../../lib/store/embedded/binaries.ts";
export { holdDataFolder } from "../../lib/store/embedded/hold.ts";
export { startEmbedded } from "../../lib/store/embedded/server.ts";
export { firstStart } from "../../lib/services/firstStart.ts";
export { migrate } from "../../lib/store/migrate.ts";
export { readEnv } from "../../lib/shared/env.ts";
