/** The demo on one command: everything that `start` does, plus the demo workspace and one-click sign-in. */
import { supervise } from "./support/supervise.mjs";

await supervise("demo");
