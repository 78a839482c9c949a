/**
 * Counts failed attempts of one kind in this process, all together: whom a request comes from is anybody's to write.
 * It protects the database and the processor from floods; secrets need no such protection (see secret.ts), passwords do.
 * Guarantees: at most `most` failures are let through in any `windowMs`. Does not: count across processes.
 */
export interface FailureLimit {
  /** Seconds until the next attempt is heard; 0: now. `key` separates counts, where what is guessed at has an owner. */
  readonly wait: (key?: string) => number;
  readonly failed: (key?: string) => void;
}

/** Keys that are remembered: past that the oldest is forgotten. */
const KEYS = 10_000;

export function createFailureLimit(most: number, windowMs: number, now: () => number = Date.now): FailureLimit {
  const failures = new Map<string, number[]>();
  const recent = (key: string): number[] => (failures.get(key) ?? []).filter((at) => at > now() - windowMs);
  return {
    wait(key = "") {
      const at = recent(key);
      const oldest = at[at.length - most];
      return oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + windowMs - now()) / 1000));
    },
    failed(key = "") {
      const at = [...recent(key), now()];
      failures.delete(key);
      failures.set(key, at.slice(-most));
      for (const oldest of failures.keys()) {
        if (failures.size <= KEYS) break;
        failures.delete(oldest);
      }
    },
  };
}
