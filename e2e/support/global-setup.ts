/** One database, one web process and one worker for the run, on a new data folder; all of it is stopped afterwards. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

interface EmbeddedServer {
  url(): string;
  stop(): Promise<void>;
}
interface ServerBundle {
  startEmbedded(options: { dataFolder: string; say: (line: string) => void }): Promise<EmbeddedServer>;
}

const READY = 180_000;

export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), "staged-e2e-"));
  const bundle = (await import(pathToFileURL(path.resolve(".build", "server.mjs")).href)) as ServerBundle;
  const database = await bundle.startEmbedded({ dataFolder, say: () => undefined });
  const port = await freePort();
  const environment = { DATABASE_URL: database.url(), STAGED_DATA: dataFolder, STAGED_PORT: String(port) };
  const child = spawn(process.execPath, ["bin/demo.mjs"], {
    env: { ...process.env, ...environment, npm_lifecycle_event: undefined, STAGED_LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output: string[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  const ended = once(child, "exit");
  const address = await waitForAddress(
    dataFolder,
    () => child.exitCode,
    () => output.join(""),
  );
  process.env["E2E_ADDRESS"] = address;
  process.env["E2E_DATABASE_URL"] = database.url();
  process.env["E2E_DATA"] = dataFolder;
  return async () => {
    child.kill("SIGTERM");
    await ended;
    await database.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
}

async function waitForAddress(
  dataFolder: string,
  exitCode: () => number | null,
  output: () => string,
): Promise<string> {
  for (const deadline = Date.now() + READY; Date.now() < deadline;) {
    if (exitCode() !== null) throw new Error(`The server ended before it was ready:\n${output()}`);
    const running = await readFile(path.join(dataFolder, "running.json"), "utf8").catch(() => null);
    if (running !== null) return (JSON.parse(running) as { address: string }).address;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The server was not ready in time:\n${output()}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
