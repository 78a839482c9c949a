/** Starts the application for working on it: Next's development server; demo mode where STAGED_DEMO=1. */
import { supervise } from "./support/supervise.mjs";

await supervise("dev");
