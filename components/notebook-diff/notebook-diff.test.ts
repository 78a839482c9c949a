/** Cells by their changes, lines by their words; on real notebooks each version is drawn whole. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { reviewedChangeSchema } from "../../lib/contracts/changes.ts";
import { formatAddress } from "../../lib/core/address/address.ts";
import { DEFAULT_LIMITS, defaultWork } from "../../lib/formats/format.ts";
import { ipynbFormat } from "../../lib/formats/ipynb/index.ts";
import { notebookView } from "../../lib/formats/ipynb/notebook-view.ts";
import { notebook, stream } from "../../lib/formats/ipynb/testing/notebooks.ts";
import { memorySource } from "../../lib/formats/memory-source.ts";
import { alignNotebook, changesOf, foldedCells } from "./align-cells.ts";
import { foldedLines, lineRows, sideRows } from "./lines.ts";

async function aligned(before: string, after: string) {
  const [left, right] = [before, after].map((text, n) => memorySource(`${n}.ipynb`, Buffer.from(text)));
  if (left === undefined || right === undefined) throw new Error("two versions");
  const [old, now] = [await ipynbFormat.read(left, DEFAULT_LIMITS), await ipynbFormat.read(right, DEFAULT_LIMITS)];
  const [from, to] = [await notebookView(left, DEFAULT_LIMITS), await notebookView(right, DEFAULT_LIMITS)];
  if (!old.ok || !now.ok || !from.ok || !to.ok) return null;
  const { changes } = ipynbFormat.diff(old.value, now.value, defaultWork());
  const reviewed = changes.map(({ address, beforeAddress, ...change }) =>
    reviewedChangeSchema.parse({
      ...change,
      address: formatAddress(address),
      ...(beforeAddress === undefined ? {} : { beforeAddress: formatAddress(beforeAddress) }),
      verdict: { state: "pending" },
      seen: false,
      originSeq: null,
    }),
  );
  return { from: from.value, to: to.value, changes: reviewed, result: alignNotebook(from.value, to.value, reviewed) };
}

type Aligned = NonNullable<Awaited<ReturnType<typeof aligned>>>;

function expectWhole({ from, to, changes, result }: Aligned, name: string): void {
  const { cells, unplaced } = result;
  const numbers = (side: "before" | "after", not: string) =>
    cells.flatMap((cell) => (cell.fate === not ? [] : (cell[side]?.number ?? [])));
  expect(numbers("before", "movedTo"), name).toEqual(from.cells.map(({ number }) => number));
  expect(numbers("after", "movedFrom"), name).toEqual(to.cells.map(({ number }) => number));
  const placed = new Set([...cells.flatMap(changesOf), ...unplaced].map(({ id }) => id));
  expect(placed.size, name).toBe(changes.length);
  for (const { fate, before, after, changes: own } of cells)
    if (fate === "pair" && own.source === undefined) expect(after?.source, name).toEqual(before?.source);
  expect(
    unplaced.filter(({ address }) => address.startsWith("cell=")),
    name,
  ).toEqual([]);
}

describe("two versions of a notebook", () => {
  const source = (id: string, text: string) => ({ id, source: text });

  it("[R1] cells stand where their changes say", async () => {
    const cells = [source("a", "one\n"), source("b", "two\n"), source("c", "three\n"), source("d", "four\n")];
    const [a, b, c, d] = cells;
    if (!a || !b || !c || !d) throw new Error("four cells");
    const result = await aligned(
      notebook(cells),
      notebook(
        [{ ...a, source: "one plus\n", outputs: [stream("1\n")] }, source("x", "new\n"), c, d, { ...b }].slice(0, 4),
      ),
    );
    if (result === null) throw new Error("not read");
    expectWhole(result, "own");
    expect(result.result.cells.map(({ fate, changes }) => `${fate} ${Object.keys(changes).join()}`)).toEqual([
      "pair source,outputs",
      "removed cell",
      "added cell",
      "pair ",
      "pair ",
    ]);
  });

  it("unchanged cells fold, and open again", async () => {
    const cells = Array.from({ length: 9 }, (_, n) => source(`i${n}`, `cell ${n}\n`));
    const result = await aligned(notebook(cells), notebook([{ id: "i0", source: "cell zero\n" }, ...cells.slice(1)]));
    const { cells: all } = result?.result ?? { cells: [] };
    const shown = foldedCells(all, new Set());
    expect(shown.map((cell) => ("fold" in cell ? cell.fold : cell.after?.number))).toEqual([1, 2, 7]);
    const fold = shown[2];
    expect(foldedCells(all, new Set([fold?.key ?? ""]))).toEqual(all);
  });

  it("property: lines give back both texts, side by side as well", () => {
    const text = fc
      .array(fc.constantFrom("a b", "a c", "", "x"))
      .map((lines) => lines.map((line) => `${line}\n`).join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const rows = lineRows(before, after);
        const side = (name: "before" | "after") =>
          rows.flatMap((row) => (row[name] === null ? [] : [`${row.runs.map((run) => run.text).join("")}\n`])).join("");
        expect([side("before"), side("after")]).toEqual([before, after]);
        const pairs = sideRows(rows);
        expect(pairs.flatMap((pair) => (pair.mark === "pair" ? (pair.left ?? []) : []))).toEqual(
          rows.filter((row) => row.before !== null),
        );
      }),
    );
  });

  it("long stretches of lines fold", () => {
    const text = Array.from({ length: 30 }, (_, n) => `line ${n}`).join("\n");
    const rows = foldedLines(lineRows(text, text.replace("line 0", "line zero")));
    expect(rows.at(-1)).toEqual({ mark: "fold", count: 26 });
  });
});

const root = process.env["STAGED_CORPUS"] ?? "";

describe.skipIf(root === "" || !existsSync(root))("real notebooks", () => {
  it("[R1] each two of a family are drawn whole, and every change has its place", { timeout: 60_000 }, async () => {
    const all = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ipynb"));
    const family = (name: string) => path.basename(name).replace(/(--.*)?\.ipynb$/u, "");
    let compared = 0;
    for (const left of all)
      for (const right of all) {
        if (left === right || family(left) !== family(right)) continue;
        const result = await aligned(
          readFileSync(path.join(root, left), "utf8"),
          readFileSync(path.join(root, right), "utf8"),
        );
        if (result === null) continue;
        expectWhole(result, `${left} and ${right}`);
        compared++;
      }
    process.stdout.write(`notebooks compared: ${compared} pairs\n`);
    expect(compared).toBeGreaterThan(10);
  });
});
