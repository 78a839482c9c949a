import fc from "fast-check";
import { expect, it } from "vitest";

import { DEFAULT_LIMITS } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import { readText, type TextDocument } from "./document.ts";
import { internLines } from "./intern.ts";

async function documentOf(lines: readonly string[]): Promise<TextDocument> {
  const bytes = new TextEncoder().encode(lines.map((line) => `${line}\n`).join(""));
  const read = await readText(memorySource("file.txt", bytes), DEFAULT_LIMITS);
  if (!read.ok) throw new Error(read.error.detail);
  return read.value;
}

/** Equal lines, equal numbers, in order of first appearance. */
function numbered(before: readonly string[], after: readonly string[]) {
  const numbers = new Map<string, number>();
  const number = (line: string): number => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  };
  return { before: before.map(number), after: after.map(number), count: numbers.size };
}

async function expectSame(before: readonly string[], after: readonly string[]): Promise<void> {
  const found = internLines(await documentOf(before), await documentOf(after));
  expect({ before: [...found.before], after: [...found.after], count: found.count }).toEqual(numbered(before, after));
}

const lines = fc.array(fc.constantFrom("", "a", "b", "ab", "a longer line", "a longer lint", "ä", "1", "2"), {
  maxLength: 30,
});

it("numbers lines by their text, whatever is inserted, removed, replaced or moved", async () => {
  const edit = fc.record({ at: fc.nat(30), remove: fc.nat(8), insert: lines });
  const property = fc.asyncProperty(lines, fc.array(edit, { maxLength: 4 }), async (before, edits) => {
    const after = [...before];
    for (const { at, remove, insert } of edits) after.splice(Math.min(at, after.length), remove, ...insert);
    await expectSame(before, after);
  });
  await fc.assert(property, { numRuns: 300 });
});

it("finds the way back behind a long replaced run, and knows a line that stood further up", async () => {
  const before = Array.from({ length: 200 }, (_, n) => `line ${n}`);
  const replaced = Array.from({ length: 40 }, (_, n) => `other ${n}`);
  await expectSame(before, [...before.slice(0, 50), ...replaced, ...before.slice(100), "line 3", "line 199"]);
});
