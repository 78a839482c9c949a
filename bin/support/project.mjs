/** Where things are, what changed, and how a program is run. Uses nothing but Node: it runs before the installation. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const BUILD = path.join(ROOT, ".build");

export const at = (...parts) => path.join(ROOT, ...parts);

/** A program of an installed package, run by this Node: no shell, so that paths may hold anything. */
export const installed = (file, ...args) => [process.execPath, at("node_modules", file), ...args];

export const say = (line) => process.stdout.write(`${line}\n`);

export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(`Node.js 20.19 or newer is needed, this is ${process.versions.node}\n`);
  process.exit(1);
}

/** SHA-256 over names and bytes of all files in these files and folders; missing ones count as empty. */
export function digest(inputs, skip = () => false) {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((input) => filesIn(input)).sort()) {
    if (skip(file)) continue;
    hash.update(`${file}\0`).update(
      createHash("sha256")
        .update(readFileSync(at(file)))
        .digest(),
    );
  }
  return hash.digest("hex");
}

function filesIn(input) {
  if (!existsSync(at(input))) return [];
  if (!statSync(at(input)).isDirectory()) return [input];
  return readdirSync(at(input), { withFileTypes: true }).flatMap((entry) => {
    const file = `${input}/${entry.name}`;
    return entry.isDirectory() ? filesIn(file) : entry.isFile() ? [file] : [];
  });
}

/** Runs `work` unless it ran to its end before on the same inputs and its output is still there. */
export async function once(name, stamp, output, work) {
  const file = path.join(BUILD, "stamps", name);
  if (existsSync(output) && existsSync(file) && readFileSync(file, "utf8") === stamp) return false;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "");
  await work();
  writeFileSync(file, stamp);
  return true;
}

/** Commands that still run: they end with this program. */
const commands = new Set();
process.on("exit", () => commands.forEach((child) => child.kill("SIGTERM")));

/** Runs a command in the project; resolves with its exit code. `quiet` keeps its output unless it fails. */
export function run([command, ...args], { env = {}, quiet = false, signal, cwd = ROOT } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", ...env },
      stdio: quiet ? ["ignore", "pipe", "pipe"] : ["ignore", "inherit", "inherit"],
      signal,
    });
    commands.add(child);
    const output = [];
    child.stdout?.on("data", (chunk) => output.push(chunk));
    child.stderr?.on("data", (chunk) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code, killedBy) => {
      commands.delete(child);
      if (quiet && code !== 0) process.stdout.write(Buffer.concat(output));
      resolve(code ?? `ended by ${killedBy}`);
    });
  });
}

/** As `run`, but anything except success throws. */
export async function must(what, command, options) {
  const code = await run(command, options);
  if (code !== 0) throw new Error(`${what} failed (${code})`);
}
