/**
 * One text for one value: keys sorted, no spaces, `undefined` members left out. Everything that is hashed as
 * JSON (change ids, plan hashes, event chains) goes through here, so that equal values have equal hashes.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((entry) => canonicalJson(entry ?? null)).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const members = Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
    return `{${members.join(",")}}`;
  }
  if (typeof value === "number" && !Number.isFinite(value)) throw new Error("JSON has no NaN or infinity");
  return JSON.stringify(value ?? null);
}
