/** `2026-12-08T02:58:24.000Z` → "2026-12-08 02:58 UTC": an end is an instant, the same for everybody. */
export const untilWords = (instant: string): string => `${instant.slice(0, 16).replace("T", " ")} UTC`;
