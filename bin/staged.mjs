#!/usr/bin/env node
/** Starts the bundled command line. Standard output is written to the end before the process ends. */
import { existsSync } from "node:fs";

const bundle = new URL("../.build/staged.mjs", import.meta.url);
if (!existsSync(bundle)) {
  process.stderr.write("staged: cannot start (it is not built: run npm run build)\n");
  process.exit(2);
}
// As a program that the signal ended: 0 would say that nothing changed.
process.stdout.on("error", (error) => process.exit(error.code === "EPIPE" ? 141 : 2));
const { run } = await import(bundle);
process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
});
