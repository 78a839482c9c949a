/**
 * The one place that makes bytes of decisions: `before` with exactly the chosen changes, put into the blob store. The
 * result is remembered by its inputs, so that a plan that is derived again under the lock costs nothing.
 */
import type { ChangeId } from "../core/change/change.ts";
import type { FileEntry } from "../core/tree/tree.ts";
import type { ApplyError } from "../formats/format.ts";
import type { Hash } from "../shared/brand.ts";
import { err, ok, type Result } from "../shared/result.ts";
import { sha256 } from "../shared/sha256.ts";
import { storeBlob } from "../store/blob-register.ts";
import type { Services } from "./context.ts";
import { withSources } from "./sources.ts";

export interface Materialised {
  readonly hash: Hash;
  readonly size: number;
}

export type MaterialiseError = ApplyError | { readonly reason: "no-space"; readonly detail: string };

export async function materialise(
  services: Services,
  name: string,
  before: Hash,
  after: Hash,
  chosen: readonly ChangeId[],
): Promise<Result<Materialised, MaterialiseError>> {
  const key = sha256(JSON.stringify([name, before, after, [...chosen].sort()]));
  const known = services.caches.materialised.get(key);
  if (known) return ok(known);
  const bytes = await withSources(services, name, [before, after], (left, right) =>
    services.parser.apply(left, right, chosen),
  );
  if (!bytes.ok) return bytes;
  if (bytes.value === null)
    return err({ reason: "refused", detail: "The chosen changes delete the file.", larger: [] });
  const stored = await storeBlob(services.db, services.blobs, bytes.value);
  if (!stored.ok)
    return err({ reason: "no-space", detail: "detail" in stored.error ? stored.error.detail : stored.error.reason });
  services.caches.materialised.set(key, stored.value);
  return ok(stored.value);
}

/** A file without bytes, whose blob is there. */
export async function emptyFile(services: Services): Promise<FileEntry> {
  const stored = await storeBlob(services.db, services.blobs, new Uint8Array());
  if (!stored.ok) throw new Error(`An empty file cannot be stored: ${stored.error.reason}`);
  return { kind: "file", ...stored.value };
}

/** Why it could not be done, in one sentence. */
export function sayMaterialiseError(error: MaterialiseError): string {
  switch (error.reason) {
    case "refused":
    case "no-space":
      return error.detail;
    case "not-closed":
      return `The choice leaves out ${error.missing.length} changes that it requires.`;
    case "unknown-change":
      return `${error.ids.length} of the chosen changes are not in the file any more.`;
    case "unreadable":
      return `The ${error.side} version cannot be read (${error.error.reason}: ${error.error.detail}).`;
  }
}
