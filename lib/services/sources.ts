/** Blobs as `Source`s for the formats, closed again when the work is done. */
import type { Source } from "../formats/format.ts";
import type { Hash } from "../shared/brand.ts";
import type { OpenBlob } from "../store/blobs.ts";
import type { Services } from "./context.ts";

/** `null` where the side is absent. @throws where a referenced blob is not in the store (M9 forbids it). */
export async function withSources<T>(
  services: Pick<Services, "blobs">,
  name: string,
  hashes: readonly (Hash | null)[],
  work: (...sources: (Source | null)[]) => Promise<T>,
): Promise<T> {
  const opened: OpenBlob[] = [];
  try {
    const sources: (Source | null)[] = [];
    for (const hash of hashes) {
      if (hash === null) {
        sources.push(null);
        continue;
      }
      const blob = await services.blobs.open(hash);
      if (!blob) throw new Error(`Blob ${hash} of ${name} is not in the store`);
      opened.push(blob);
      sources.push({ name, size: blob.size, contentHash: hash, read: (offset, length) => blob.read(offset, length) });
    }
    return await work(...sources);
  } finally {
    await Promise.all(opened.map((blob) => blob.close()));
  }
}
