/**
 * Another PostgreSQL for the store's tests: the operating system's where it has one (Debian: `postgresql`), else a
 * second instance of the bundled one. On TCP with a password, the way a server elsewhere is reached.
 */
import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { freePort } from "./ports.mjs";
import { BUILD } from "./project.mjs";

const FIRST_PORT = 54_320;

export async function openSecondServer() {
  const { startEmbedded, findSystemBinaries } = await import(pathToFileURL(path.join(BUILD, "server.mjs")));
  const binaries = findSystemBinaries();
  const folder = mkdtempSync(path.join(os.tmpdir(), "staged-second-"));
  // The account that the server runs as must be able to enter.
  chmodSync(folder, 0o755);
  const tcp = { port: await freePort(FIRST_PORT), password: randomBytes(16).toString("hex") };
  const options = { dataFolder: path.join(folder, "data"), unsafe: true, tcp };
  const server = await startEmbedded(binaries === null ? options : { ...options, binaries });
  const abandon = () => {
    process.kill(server.pid, "SIGQUIT");
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", abandon);
  const name =
    binaries === null ? "a second instance of the bundled PostgreSQL" : `the system's PostgreSQL ${binaries.version}`;
  return {
    name: `${name}, TCP port ${tcp.port}`,
    url: server.url(),
    async close() {
      process.off("exit", abandon);
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
