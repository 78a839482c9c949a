/** The first free port from `wanted` on, on all interfaces that the web process listens on. */
import { createServer } from "node:net";

const TRIES = 100;

export async function freePort(wanted) {
  for (let port = wanted; port < wanted + TRIES && port <= 65_535; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error(`No free port between ${wanted} and ${wanted + TRIES - 1}: set STAGED_PORT`);
}

function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, () => server.close(() => resolve(true)));
  });
}
