/** Whether a version hides columns that the other one shows, told by what their `cols` elements mean (see meaning.ts). */
import { columnNumber } from "../reference.ts";

/** @param shown what the columns were, `now` what they are, both counted in after */
export function hidesColumns(shown: string, now: string): boolean {
  const were = hiddenIn(shown);
  for (const column of hiddenIn(now)) if (!were.has(column)) return true;
  return false;
}

function hiddenIn(meaning: string): Set<number> {
  const columns = new Set<number>();
  for (const run of meaning.split("|")) {
    const match = /^([A-Z]+):([A-Z]+) [^;]*;hidden;/.exec(run);
    if (match === null) continue;
    for (let column = columnNumber(match[1] ?? "A"); column <= columnNumber(match[2] ?? "A"); column++)
      columns.add(column);
  }
  return columns;
}
