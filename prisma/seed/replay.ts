/**
 * Follows the demo's calls over a tree of bytes in memory: what the sandbox holds after each.
 *
 * Guarantees that every step fits the tree before it: a moved or deleted path exists, a target is free, a changed file
 * really changes. Throws where one does not, naming the call. Makes no version and no hash.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { invariant } from "../../lib/shared/assert.ts";
import type { Call, Located, Session } from "./session.ts";

/** Bytes by path. */
export type Files = ReadonlyMap<string, Uint8Array>;

export type Step = {
  readonly turn: number;
  /** Counted from 1 within the turn. */
  readonly index: number;
  readonly call: Call;
  readonly before: Files;
  readonly after: Files;
};

/** Every call in order with the tree before and after it; the first starts from `accepted`. */
export function replaySession(session: Located<Session>, accepted: Files): readonly Step[] {
  const steps: Step[] = [];
  let before = accepted;
  for (const turn of session.turns) {
    for (const [offset, call] of turn.calls.entries()) {
      const index = offset + 1;
      const after = applyCall(before, call, session.folder, `call ${turn.number}-${index}`);
      steps.push({ turn: turn.number, index, call, before, after });
      before = after;
    }
  }
  return steps;
}

/** The tree after one call; `folder` is where the files named by the call lie. */
function applyCall(before: Files, call: Call, folder: URL, label: string): Files {
  const after = new Map(before);
  for (const { from, to } of call.moves) {
    const bytes = after.get(from);
    invariant(bytes !== undefined, `${label}: moves ${from}, which does not exist`);
    invariant(!after.has(to), `${label}: moves to ${to}, which is taken`);
    after.delete(from);
    after.set(to, bytes);
  }
  for (const path of call.deletes) {
    invariant(after.delete(path), `${label}: deletes ${path}, which does not exist`);
  }
  for (const [path, file] of Object.entries(call.files)) {
    const bytes = new Uint8Array(readFileSync(new URL(file, folder)));
    const was = after.get(path);
    invariant(was === undefined || Buffer.compare(was, bytes) !== 0, `${label}: ${path} is listed but not changed`);
    after.set(path, bytes);
  }
  return after;
}

/** All files below a folder, by `/`-separated path relative to it. */
export function readTree(folder: URL): Files {
  const root = fileURLToPath(folder);
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const absolute = join(entry.parentPath, entry.name);
    files.set(relative(root, absolute).split(sep).join("/"), new Uint8Array(readFileSync(absolute)));
  }
  return files;
}
