import fc from "fast-check";
import { describe, expect, it } from "vitest";

import type { Change, Diff } from "../../core/change/change.ts";
import { DEFAULT_LIMITS, defaultWork } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import { textFormat } from "./index.ts";

async function diff(before: string, after: string): Promise<Diff> {
  const read = async (text: string) => textFormat.read(memorySource("a.txt", Buffer.from(text)), DEFAULT_LIMITS);
  const [left, right] = [await read(before), await read(after)];
  if (!left.ok || !right.ok) throw new Error("not text");
  return textFormat.diff(left.value, right.value, defaultWork());
}

const joined = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");

describe("[R1] where the base moves, identities follow it", () => {
  it("a line inserted above drops no decision below", async () => {
    const base = ["one", "two", "three", "four"];
    const [change] = (await diff(joined(base), joined(["one", "two", "three", "FOUR"]))).changes as [Change];
    const move = await diff(joined(base), joined(["zero", ...base]));
    const [now] = (await diff(joined(["zero", ...base]), joined(["zero", "one", "two", "three", "FOUR"]))).changes;
    expect(textFormat.follow(change, move)?.id).toBe(now?.id);
    expect(now?.id).not.toBe(change.id);
  });

  it("what the base changed itself is gone", async () => {
    const [change] = (await diff("a\nb\nc\n", "a\nB\nc\n")).changes as [Change];
    expect(textFormat.follow(change, await diff("a\nb\nc\n", "a\nc\n"))).toBeNull();
    const [insertion] = (await diff("a\nb\n", "a\nx\nb\n")).changes as [Change];
    expect(textFormat.follow(insertion, await diff("a\nb\n", "a\ny\nb\n"))).toBeNull();
  });

  it("a property of the file follows unless the base changed that property", async () => {
    const [ending] = (await diff("a\nb\n", "a\r\nb\r\n")).changes as [Change];
    expect(textFormat.follow(ending, await diff("a\nb\n", "a\nB\n"))?.id).toBe(ending.id);
    expect(textFormat.follow(ending, await diff("a\nb\n", "a\rb\r"))).toBeNull();
    const [newline] = (await diff("a\nb\n", "a\nb")).changes as [Change];
    expect(textFormat.follow(newline, await diff("a\nb\n", "a\r\nb\r\n"))?.id).toBe(newline.id);
  });

  it("the id that follows is the id of the same edit on the moved base", async () => {
    const edits = fc.array(fc.constantFrom("keep", "base", "side", "base+", "side+"), { minLength: 3, maxLength: 16 });
    await fc.assert(
      fc.asyncProperty(edits, async (kinds) => {
        // Kept lines between edits of the two sides, so that they never touch.
        const rows = kinds.flatMap((kind, n) => [
          { line: `edge ${n}`, kind: "keep" },
          { line: `line ${n}`, kind },
          { line: `rest ${n}`, kind: "keep" },
        ]);
        const version = (...sides: string[]) =>
          joined(
            rows.flatMap(({ line, kind }) =>
              sides.includes(kind)
                ? [`${line} changed`]
                : sides.some((side) => kind === `${side}+`)
                  ? [`${line} new`, line]
                  : [line],
            ),
          );
        const [base, moved] = [version(), version("base")];
        const move = await diff(base, moved);
        const followed = (await diff(base, version("side"))).changes.map(
          (change) => textFormat.follow(change, move)?.id,
        );
        expect(followed).toEqual((await diff(moved, version("base", "side"))).changes.map(({ id }) => id));
      }),
    );
  });
});
