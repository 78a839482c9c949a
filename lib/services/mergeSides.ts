/**
 * The three sides of a path, merged: made once for the three content hashes and the choices, and remembered. The bytes
 * of the result are in the blob store, unreferenced until somebody stages them.
 */
import { nameOf, type Path } from "../core/tree/path.ts";
import { EMPTY_FOLDER_HASH } from "../core/tree/tree.ts";
import type { Content } from "../core/journal/retarget.ts";
import { diffFormatVersion } from "../formats/registry.ts";
import type { MergeOptions } from "../formats/three-way.ts";
import type { Hash } from "../shared/brand.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { sha256 } from "../shared/sha256.ts";
import { refreshBlobs, storeBlob } from "../store/blob-register.ts";
import type { Services } from "./context.ts";
import type { Failure } from "./failure.ts";
import type { KeptMerge } from "./reviewTypes.ts";
import { withSources } from "./sources.ts";
import { putFailure } from "./uploads.ts";

export interface ThreeSides {
  readonly base: Hash | null;
  readonly accepted: Hash | null;
  readonly staged: Hash | null;
}

/**
 * Null where a side is a folder: there is nothing to merge. `toStage`: the bytes of the result are made sure of, since
 * what nobody refers to is collected one day.
 */
export async function mergeSides(
  services: Services,
  path: string,
  { base, accepted, staged }: ThreeSides,
  options: MergeOptions = {},
  toStage = false,
): Promise<Result<KeptMerge | null, Failure>> {
  if ([base, accepted, staged].includes(EMPTY_FOLDER_HASH)) return ok(null);
  const extension = /\.[^./]{1,16}$/.exec(nameOf(path as Path))?.[0].toLowerCase() ?? "";
  const key = sha256(canonicalJson({ base, accepted, staged, extension, options, version: diffFormatVersion }));
  const known = services.caches.merges.get(key);
  if (known && (!toStage || (await isThere(services, known.merged)))) return ok(known);
  const { merged, ...merge } = await withSources(services, path, [base, accepted, staged], (b, a, s) =>
    services.parser.merge(b, a, s, options),
  );
  const kept = await storedMerge(services, merged);
  if (!kept.ok) return kept;
  const made: KeptMerge = { ...merge, merged: kept.value };
  // A file that is one conflict as a whole may be one whose merge was stopped from outside: the next may succeed.
  if (!merge.conflicts.some(({ address, held }) => address.kind === "file" && held === undefined))
    services.caches.merges.set(key, made);
  return ok(made);
}

const isThere = async ({ db, blobs }: Services, content: Content | null): Promise<boolean> =>
  content === null || (await refreshBlobs(db, blobs, [content.hash])).has(content.hash);

async function storedMerge(services: Services, merged: Uint8Array | null): Promise<Result<Content | null, Failure>> {
  if (merged === null) return ok(null);
  const stored = await storeBlob(services.db, services.blobs, merged);
  return stored.ok ? stored : err(putFailure(stored.error));
}
