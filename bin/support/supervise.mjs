/**
 * Starts the whole application on one machine, keeps it running, and stops all of it: database (unless DATABASE_URL
 * names one), migrations, demo data, web and worker. A second start on the same data folder is refused, aloud.
 */
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "../build.mjs";
import { install } from "../install.mjs";
import { openChildren } from "./children.mjs";
import { readRunning, removeRunning, secretIn, writeRunning } from "./data.mjs";
import { freePort } from "./ports.mjs";
import { at, BUILD, say } from "./project.mjs";

const READY_LIMIT = 120_000;

/** `mode`: "demo", "start", or "dev" (the development server of Next, with demo data where STAGED_DEMO says so). */
export async function supervise(mode) {
  const stopping = openStopping();
  try {
    await startAll(mode, stopping);
  } catch (error) {
    process.exitCode = 1;
    await stopping.stop(error instanceof Error ? error.message : String(error));
  }
}

async function startAll(mode, stopping) {
  await install();
  await build({ web: mode !== "dev" });
  const server = await import(pathToFileURL(path.join(BUILD, "server.mjs")));
  const env = server.readEnv();
  const demo = mode === "demo" || (mode === "dev" && env.demo);
  mkdirSync(env.dataFolder, { recursive: true });

  const databaseUrl = env.databaseUrl ?? (await stopping.after(openDatabaseServer(server, env, stopping)));
  if (databaseUrl === null) return;
  const applied = await server.migrate(databaseUrl, at("prisma", "migrations"));
  if (applied.length > 0) say(`Applied migrations: ${applied.join(", ")}`);

  const port = await freePort(env.port, env.host);
  if (port !== env.port) say(`Port ${env.port} is taken: using ${port}`);
  const address = env.origin ?? `http://localhost:${port}`;
  const settings = {
    DATABASE_URL: databaseUrl,
    STAGED_DATA: env.dataFolder,
    STAGED_PORT: String(port),
    STAGED_ORIGIN: address,
    STAGED_DEMO: demo ? "1" : "0",
    STAGED_SECRET: env.secret ?? secretIn(env.dataFolder),
    NODE_ENV: mode === "dev" ? "development" : "production",
    NEXT_MANUAL_SIG_HANDLE: "true",
  };
  if (demo) await seed(settings);
  const first = demo ? { kind: "known" } : await server.firstStart({ databaseUrl, origin: address, owner: env.owner });
  startChildren(mode, port, env.host, settings, stopping);
  await waitUntilReady(port, mode, stopping);
  if (stopping.begun) return;
  writeRunning(env.dataFolder, { address, pid: process.pid });
  stopping.add(() => removeRunning(env.dataFolder));
  announce(demo, first, address, env.dataFolder);
}

/** Starts or adopts the bundled PostgreSQL. null: another start script runs this data folder already. */
async function openDatabaseServer(server, env, stopping) {
  let database = await server.startEmbedded({ dataFolder: env.dataFolder, say });
  const onLost = async () => {
    if (stopping.begun) return;
    say("PostgreSQL ended: starting it again");
    database = await server.startEmbedded({ dataFolder: env.dataFolder, say });
    hold = await server.holdDataFolder(database.url(), onLost);
  };
  let hold = await server.holdDataFolder(database.url(), onLost);
  if (hold === null) {
    const other = readRunning(env.dataFolder);
    say(
      `Another start is running on ${env.dataFolder}${other === null ? "" : `, at ${other.address} (process ${other.pid})`}.`,
    );
    say("Stop it first, or set STAGED_DATA to another folder.");
    process.exitCode = 1;
    stopping.forget();
    return null;
  }
  if (database.adopted) say(`PostgreSQL was still running (process ${database.pid}): using it`);
  stopping.add(async () => {
    await hold?.release();
    await database.stop();
  });
  return database.url();
}

async function seed(settings) {
  const bundle = path.join(BUILD, "seed.mjs");
  if (!existsSync(bundle)) return say("There is no demo workspace in this checkout");
  const { seedDemo } = await import(pathToFileURL(bundle));
  await seedDemo({ databaseUrl: settings.DATABASE_URL, dataFolder: settings.STAGED_DATA, say });
}

function startChildren(mode, port, host, settings, stopping) {
  const children = openChildren({
    onGivingUp: (why) => {
      process.exitCode = 1;
      void stopping.stop(`Stopping: ${why}`);
    },
  });
  stopping.add(children.end);
  const preload = ["--import", pathToFileURL(at("bin", "support", "child.mjs")).href];
  const next = at("node_modules", "next", "dist", "bin", "next");
  const command = mode === "dev" ? "dev" : "start";
  const listen = ["--hostname", host, "--port", String(port)];
  children.start("web", [process.execPath, ...preload, next, command, ...listen], settings);
  const worker = path.join(BUILD, "worker.mjs");
  if (existsSync(worker)) children.start("worker", [process.execPath, "--enable-source-maps", worker], settings);
}

async function waitUntilReady(port, mode, stopping) {
  const deadline = Date.now() + READY_LIMIT;
  while (!stopping.begun) {
    try {
      const answer = await fetch(`http://localhost:${port}/api/ready`, { signal: AbortSignal.timeout(5_000) });
      // While somebody works on it, a page that says what is wrong is an answer.
      if (answer.status < 500 || mode === "dev") return;
    } catch {
      // Not listening yet.
    }
    if (Date.now() > deadline) throw new Error(`The web process does not answer on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function announce(demo, first, address, dataFolder) {
  say("");
  say(`  StagedWorkspace is ready: ${address}`);
  if (demo) say("  Demo mode: sign in with one click as one of the two fictional reviewers.");
  else if (first.kind === "claim") say(`  Make the owner's account with this link, which works once: ${first.link}`);
  else if (first.kind === "made") say(`  The owner's account was made for ${first.email}: sign in with its password.`);
  else say("  Sign in with your account.");
  say(`  Data: ${dataFolder}. Stop with Ctrl-C.`);
  say("");
}

/** What has to be undone, in reverse, once: on Ctrl-C, SIGTERM, a closed terminal, or the end of whoever started this. */
function openStopping() {
  const steps = [];
  let begun = false;
  let pending = Promise.resolve();
  const stopping = {
    get begun() {
      return begun;
    },
    add: (step) => void steps.unshift(step),
    /** What cannot be left half-way: stopping waits for it, and then undoes it. */
    after(work) {
      pending = work.catch(() => undefined);
      return work;
    },
    /** Ends without undoing: nothing here is ours. */
    forget: () => process.exit(process.exitCode ?? 0),
    async stop(why) {
      if (begun) return;
      begun = true;
      say(why);
      await pending;
      for (const step of steps) {
        try {
          await step();
        } catch (error) {
          say(`While stopping: ${error.message}`);
          process.exitCode = 1;
        }
      }
      process.exit(process.exitCode ?? 0);
    },
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => void stopping.stop("Stopping …"));
  watchParent(() => void stopping.stop("Whoever started this is gone: stopping …"));
  process.on("unhandledRejection", (error) => {
    process.exitCode = 1;
    void stopping.stop(error instanceof Error ? error.message : String(error));
  });
  return stopping;
}

/** npm does not pass on every signal, and is gone after a kill -9 itself. */
function watchParent(onGone) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && onGone(), 200).unref();
}
