/**
 * Loaded into the web process before Next: it ends with the program that started it, however that one ended, and on
 * SIGTERM it lets requests end first. Event streams never end by themselves, so they are cut; their browsers come back.
 */
import { subscribe } from "node:diagnostics_channel";

const PATIENCE = 5_000;
const servers = new Set();
const open = new Set();
let ending = false;

subscribe("http.server.request.start", ({ server, response }) => {
  servers.add(server);
  open.add(response);
  response.once("close", () => {
    open.delete(response);
    if (ending && open.size === 0) process.exit(0);
  });
  if (ending) response.setHeader("Connection", "close");
});

function end() {
  if (ending) return;
  ending = true;
  for (const server of servers) {
    server.close();
    server.closeIdleConnections();
  }
  for (const response of open) {
    if (String(response.getHeader("content-type") ?? "").startsWith("text/event-stream")) response.destroy();
  }
  if (open.size === 0) process.exit(0);
  setTimeout(() => process.exit(0), PATIENCE).unref();
}

process.on("SIGTERM", end);
process.on("SIGINT", end);
process.on("disconnect", () => process.exit(1));
