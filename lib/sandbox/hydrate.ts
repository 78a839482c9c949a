/**
 * Brings a sandbox folder from one tree to another: writes what differs, removes what is gone, leaves all else alone.
 * Files appear whole (temporary file, rename). A link inside the folder is never followed: an agent that turned a
 * folder into a link cannot make the server write elsewhere.
 */
import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { lstat, mkdir, rename, rm, rmdir } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import { diffTrees, type EntryDifference } from "../core/tree/diff.ts";
import { parentOf, type Path } from "../core/tree/path.ts";
import { nodeAt, type Tree } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { TEMPORARY_PREFIX } from "./ignored.ts";

export interface HydrateError {
  readonly reason: "link-in-the-way";
  readonly path: string;
}

/** The number of paths that were written or removed. */
export async function hydrate(
  folder: string,
  from: Tree,
  to: Tree,
  open: (hash: Hash) => Promise<ReadableStream<Uint8Array>>,
): Promise<Result<number, HydrateError>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const differences = diffTrees(from, to);
  for (const { path: at } of differences) {
    const link = await linkAbove(folder, at);
    if (link !== null) return err({ reason: "link-in-the-way", path: link });
  }
  for (const difference of differences) if (difference.before) await removeEntry(folder, difference, to);
  for (const difference of differences) if (difference.after) await writeEntry(folder, difference, open);
  return ok(differences.length);
}

async function removeEntry(folder: string, { path: at, after }: EntryDifference, to: Tree): Promise<void> {
  if (after?.kind !== "file") await rm(path.join(folder, at), { recursive: true, force: true });
  for (let above = parentOf(at); above !== null && nodeAt(to, above) === undefined; above = parentOf(above)) {
    try {
      await rmdir(path.join(folder, above));
    } catch {
      return;
    }
  }
}

async function writeEntry(
  folder: string,
  { path: at, after }: EntryDifference,
  open: (hash: Hash) => Promise<ReadableStream<Uint8Array>>,
): Promise<void> {
  const target = path.join(folder, at);
  if (after?.kind === "directory") {
    await mkdir(target, { recursive: true });
    return;
  }
  if (!after) return;
  const parent = path.dirname(target);
  await mkdir(parent, { recursive: true });
  const temporary = path.join(parent, `${TEMPORARY_PREFIX}${randomUUID()}`);
  try {
    await pipeline(Readable.fromWeb((await open(after.hash)) as never), createWriteStream(temporary, { flags: "wx" }));
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** The first part of the path that is a symbolic link in the folder, or null. */
async function linkAbove(folder: string, at: Path): Promise<string | null> {
  let current = "";
  for (const segment of at.split("/")) {
    current = current === "" ? segment : `${current}/${segment}`;
    const found = await lstat(path.join(folder, current)).catch(() => null);
    if (found === null) return null;
    if (found.isSymbolicLink()) return current;
  }
  return null;
}
