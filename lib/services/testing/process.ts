/**
 * Services in a process of their own, on a given database and folder, and what such a process says: one JSON line for
 * each thing that it did, written after the service returned. For tests of several processes and of crashes.
 */
import { randomUUID } from "node:crypto";
import { writeSync } from "node:fs";
import path from "node:path";

import type { Instant, UserId } from "../../core/journal/entry.ts";
import type { Result } from "../../shared/result.ts";
import { openDatabase } from "../../store/database.ts";
import { openFileBlobs } from "../../store/file-blobs.ts";
import { inProcessParser } from "../../parsing/parser.ts";
import { noJobs } from "../../jobs/jobs.ts";
import { noRenderer } from "../../rendering/renderer.ts";
import { createCaches } from "../caches.ts";
import type { Principal, Services } from "../context.ts";
import { decideChanges } from "../decideChanges.ts";
import type { Failure } from "../failure.ts";
import { getFileDiff } from "../getFileDiff.ts";

export function openServices(databaseUrl: string, folder: string): Services {
  return {
    db: openDatabase(databaseUrl, { connections: 4 }),
    blobs: openFileBlobs(path.join(folder, "blobs")),
    caches: createCaches(),
    parser: inProcessParser,
    jobs: noJobs,
    renderer: noRenderer,
    now: () => new Date().toISOString() as Instant,
    newId: () => randomUUID(),
    dataFolder: folder,
    folderRoots: [folder],
  };
}

export const personOf = (id: string): Principal => ({ userId: id as UserId, name: id, email: `${id}@example.test` });

/** Synchronous, so that a line is out before anything else happens. */
export const say = (line: object): void => void writeSync(1, `${JSON.stringify(line)}\n`);

/** The same numbers for the same seed, in every process. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Accepts or rejects every change of one path, as it is at this moment. Null: nothing is changed there. */
export async function decideAllOf(
  services: Services,
  who: Principal,
  slug: string,
  branch: string,
  file: string,
  verdict: "accept" | "reject",
): Promise<Result<unknown, Failure> | null> {
  const diff = await getFileDiff(services, who, slug, branch, { path: file, limit: 1000 });
  if (!diff.ok) return diff;
  const { changes, version } = diff.value;
  if (changes.length === 0) return null;
  return decideChanges(services, who, slug, branch, {
    path: file,
    ids: changes.map(({ id }) => id),
    verdict,
    seen: diff.value.file.after,
    seq: version.seq ?? 0,
    answers: changes.flatMap(({ verdict: { seq } }) => (seq === undefined ? [] : [seq])),
    bulk: false,
    withRequired: true,
  });
}
