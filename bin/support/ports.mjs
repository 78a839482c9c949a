/**
 * The first port from `wanted` on that is free on `host` and on both loopback addresses: a browser that opens
 * `localhost` tries either, and must not meet another program.
 */
import { createServer } from "node:net";

const TRIES = 100;

export async function freePort(wanted, host = "127.0.0.1") {
  for (let port = wanted; port < wanted + TRIES && port <= 65_535; port += 1) {
    if ((await isFree(port, host)) && (await isFree(port, "127.0.0.1")) && (await isFree(port, "::1"))) return port;
  }
  throw new Error(`No free port between ${wanted} and ${wanted + TRIES - 1}: set STAGED_PORT`);
}

function isFree(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    // An address family that this machine does not have is nobody's.
    server.once("error", (error) => resolve(error.code === "EADDRNOTAVAIL" || error.code === "EAFNOSUPPORT"));
    server.listen({ port, host, exclusive: true, ipv6Only: host === "::1" }, () => server.close(() => resolve(true)));
  });
}
