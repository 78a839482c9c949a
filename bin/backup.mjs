/**
 * `npm run backup -- FOLDER`: a copy of the data folder (STAGED_DATA) that can be started, taken while the server runs or
 * not: the database first, then the blobs, which are only ever added to, and the sandboxes. FOLDER must not exist yet. With DATABASE_URL only
 * the blobs are copied: that database has backups of its own.
 */
import { cpSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { BUILD, say } from "./support/project.mjs";

const [target, ...others] = process.argv.slice(2);
if (target === undefined || others.length > 0) fail("say where to: npm run backup -- FOLDER");
const folder = path.resolve(target ?? "");
if (existsSync(folder)) fail(`${folder} is there already: a backup goes into a folder of its own`);
const half = `${folder}.part-${process.pid}`;
try {
  await install();
  await build({ web: false });
  const server = await import(pathToFileURL(path.join(BUILD, "server.mjs")));
  const env = server.readEnv();
  if (!existsSync(env.dataFolder)) fail(`There is no data folder ${env.dataFolder}: set STAGED_DATA`);
  mkdirSync(half, { recursive: true, mode: 0o755 });
  const end = env.databaseUrl === undefined ? await copyDatabase(server, env.dataFolder, half) : null;
  for (const name of ["blobs", "sandboxes", "secret"]) copyIfThere(env.dataFolder, half, name);
  const facts = { at: new Date().toISOString(), from: env.dataFolder, database: end ?? "not in this backup" };
  writeFileSync(path.join(half, "backup.json"), `${JSON.stringify(facts, null, 2)}\n`, { flush: true });
  renameSync(half, folder);
  say(`Backup in ${folder}. To start it: STAGED_DATA=${folder} npm start`);
  if (end === null)
    say("DATABASE_URL is set: its database is not in this backup. Dump it before the next backup of the blobs.");
} catch (error) {
  rmSync(half, { recursive: true, force: true });
  fail(error instanceof Error ? error.message : String(error));
}

/** Where the log stood. A server that was not running is started for the copy and stopped again. */
async function copyDatabase(server, dataFolder, into) {
  const database = await server.startEmbedded({ dataFolder, say });
  try {
    const { size, end } = await server.copyCluster(database.url(), path.join(into, "postgres"));
    say(`Database copied: ${Math.round(size / 1_000_000)} MB, up to ${end}`);
    return end;
  } finally {
    if (!database.adopted) await database.stop();
  }
}

function copyIfThere(from, into, name) {
  const source = path.join(from, name);
  if (existsSync(source)) cpSync(source, path.join(into, name), { recursive: true, preserveTimestamps: true });
}

function fail(reason) {
  process.stderr.write(`backup: ${reason}\n`);
  process.exit(1);
}
