/** Starts the application: database, web and worker on the data folder. */
import { supervise } from "./support/supervise.mjs";

await supervise("start");
