/**
 * Loaded into the web process before Next. Requests say from which address their connection comes, whatever they claim;
 * those that Next cannot read, and would take for a fault of its own, are made the caller's. The process ends with the
 * program that started it, however that one ended, and on SIGTERM it lets requests end first. Event streams never end by
 * themselves, so they are cut; their browsers come back.
 */
import { subscribe } from "node:diagnostics_channel";

const PATIENCE = 5_000;
const servers = new Set();
const open = new Set();
let ending = false;

subscribe("http.server.request.start", ({ server, request, response }) => {
  request.headers["x-staged-peer"] = request.socket.remoteAddress ?? "";
  // A method that no route serves, as against one that no Request can be made of.
  if (request.method === "TRACE") request.method = "UNSERVED";
  if (!decodable(request.url)) request.url = request.url.startsWith("/api/") ? "/api/undecodable" : "/undecodable";
  servers.add(server);
  open.add(response);
  response.once("close", () => {
    open.delete(response);
    if (ending && open.size === 0) process.exit(0);
  });
  if (ending) response.setHeader("Connection", "close");
});

function decodable(address) {
  try {
    decodeURIComponent(address.split("?", 1)[0]);
    return true;
  } catch {
    return false;
  }
}

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
