import { createHash } from "node:crypto";

import type { Hash } from "./brand.ts";

/** SHA-256 of the bytes, or of the UTF-8 encoding of a string (V1). */
export function sha256(content: Uint8Array | string): Hash {
  return createHash("sha256").update(content).digest("hex") as Hash;
}

/** Incremental SHA-256 for streams: feed every chunk once, then ask for the digest once. */
export function sha256Stream(): { update(chunk: Uint8Array): void; digest(): Hash } {
  const running = createHash("sha256");
  return {
    update: (chunk) => void running.update(chunk),
    digest: () => running.digest("hex") as Hash,
  };
}
