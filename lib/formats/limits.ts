/** How much of a file is read at most, and why one is not read. */

/** Ceilings of one read. Past one, the file is refused by the ceiling's name and reviewed as bytes. */
export interface Limits {
  readonly maxBytes: number;
  readonly maxEntries: number;
  readonly maxInflatedBytes: number;
  /** Inflated size over deflated size, for one entry. */
  readonly maxRatio: number;
  readonly maxXmlDepth: number;
  readonly maxCells: number;
  /** Pages of a document. */
  readonly maxPages: number;
  /** Of one picture, width times height. */
  readonly maxPixels: number;
}

export const DEFAULT_LIMITS: Limits = {
  maxBytes: 512 * 1024 * 1024,
  maxEntries: 20_000,
  maxInflatedBytes: 1024 * 1024 * 1024,
  maxRatio: 1_000,
  maxXmlDepth: 256,
  maxCells: 20_000_000,
  maxPages: 5_000,
  maxPixels: 100_000_000,
};

/** Why a file is not read by its format: reviewed as bytes then, with the reason. */
export type ReadError =
  | { readonly reason: "not-this-format"; readonly detail: string }
  | { readonly reason: "encrypted"; readonly detail: string }
  | { readonly reason: "damaged"; readonly detail: string }
  | { readonly reason: "unsupported"; readonly detail: string }
  | { readonly reason: "limit"; readonly limit: keyof Limits; readonly detail: string }
  /** Stopped from outside: too long, too much memory. Says nothing about the next attempt, and is never kept. */
  | { readonly reason: "gave-up"; readonly detail: string };
