/** What the start scripts keep in the data folder beside the database and the blobs. */
import { randomBytes } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Signs sessions: made once, readable by its owner only. */
export function secretIn(dataFolder) {
  const file = path.join(dataFolder, "secret");
  try {
    writeFileSync(file, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
  }
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) throw new Error(`${file} is damaged: remove it, and everybody signs in again`);
  return secret;
}

const running = (dataFolder) => path.join(dataFolder, "running.json");

/** Says to a second start where the first one is. */
export function writeRunning(dataFolder, facts) {
  writeFileSync(`${running(dataFolder)}.new`, JSON.stringify(facts));
  renameSync(`${running(dataFolder)}.new`, running(dataFolder));
}

/** null: nothing is known. */
export function readRunning(dataFolder) {
  try {
    return JSON.parse(readFileSync(running(dataFolder), "utf8"));
  } catch {
    return null;
  }
}

export const removeRunning = (dataFolder) => rmSync(running(dataFolder), { force: true });
