import { describe, expect, it } from "vitest";

import { formatAddress } from "../../core/address/address.ts";
import { compareFiles } from "../compare.ts";
import { DEFAULT_LIMITS } from "../format.ts";
import { ipynbFormat } from "./index.ts";
import { changesOf, notebook, source, stream, taken, told, withoutIds, type TestCell } from "./testing/notebooks.ts";

const CELLS: readonly TestCell[] = [
  { id: "one", type: "markdown", source: "# Title\ntext" },
  { id: "two", source: "x = 1\nprint(x)", outputs: [stream("1\n")], count: 1 },
  { id: "three", source: "y = x + 1", count: 2 },
  {
    id: "four",
    source: "plot(y)",
    outputs: [{ data: { "image/png": "iVBORw0KGgo=" }, metadata: {}, output_type: "display_data" }],
  },
];
const BASE = notebook(CELLS);
const withCell = (at: number, change: Partial<TestCell>): string =>
  notebook(CELLS.map((cell, n) => (n === at ? { ...cell, ...change } : cell)));

describe("what a change of a notebook is", () => {
  it.each([
    ["a source", withCell(2, { source: "y = x + 2" }), ["modified content cell=3"]],
    ["outputs", withCell(1, { outputs: [stream("2\n")] }), ["modified content cell=2&of=outputs"]],
    ["metadata", withCell(1, { metadata: { tags: ["a"] } }), ["modified metadata cell=2&of=metadata"]],
    ["an id", withCell(1, { id: "other" }), ["modified metadata cell=2&of=metadata"]],
    [
      "an attachment",
      withCell(0, { attachments: { "a.png": { "image/png": "AAAA" } } }),
      ["modified content cell=1&of=outputs"],
    ],
    ["a type", withCell(2, { type: "markdown" }), ["modified structure cell=3"]],
    ["execution counts: none", withCell(1, { count: 9 }), []],
    [
      "an inserted cell",
      notebook([CELLS[0], { id: "new", source: "z" }, ...CELLS.slice(1)] as TestCell[]),
      ["added structure cell=2 from cell=2"],
    ],
    ["a deleted cell", notebook([...CELLS.slice(0, 2), ...CELLS.slice(3)]), ["removed structure cell=3"]],
    [
      "a moved cell, and an edit in it",
      notebook([...CELLS.slice(1), { ...CELLS[0], source: "# Title\nother" }] as TestCell[]),
      ["moved structure cell=4 from cell=1", "modified content cell=4 from cell=1"],
    ],
    ["a kernel", notebook(CELLS, { kernelspec: { name: "ir" } }), ["modified metadata "]],
    [
      "a name in the notebook's metadata",
      notebook(CELLS, { kernelspec: { name: "python3" }, title: "x" }),
      ["added metadata "],
    ],
    ["the minor version", BASE.replace('"nbformat_minor": 5', '"nbformat_minor": 6'), ["modified metadata "]],
    [
      "a name of the notebook itself",
      BASE.replace('"nbformat": 4', '"extra": 1,\n "nbformat": 4'),
      ["added metadata "],
    ],
    [
      "a name of a cell that nobody knows",
      BASE.replace('"id": "two"', '"id": "two",\n   "zz": 1'),
      ["modified metadata cell=2&of=metadata"],
    ],
    ["a byte order mark", `\ufeff${BASE}`, ["modified metadata "]],
    ["white space: none", JSON.stringify(JSON.parse(BASE)), []],
    ["escapes: none", BASE.replace("Title", "\\u0054itle"), []],
    ["a source as text: none", BASE.replace(/\[\s*"y = x \+ 1"\s*\]/, '"y = x + 1"'), []],
    [
      "the order of names: none",
      BASE.replace(' "nbformat": 4,\n "nbformat_minor": 5', ' "nbformat_minor": 5,\n "nbformat": 4'),
      [],
    ],
  ])("%s", async (_name, after, wanted) => {
    expect(await told(BASE, after)).toEqual(wanted);
  });

  it("every value of a notebook, changed, is a change", async () => {
    const root = JSON.parse(BASE) as unknown;
    const mutated: { readonly path: string; readonly text: string }[] = [];
    const visit = (node: unknown, path: string, put: (value: unknown) => void) => {
      if (node === null || typeof node !== "object") {
        const other = typeof node === "string" ? `${node}!` : typeof node === "number" ? node + 1 : true;
        put(other);
        mutated.push({ path, text: JSON.stringify(root, null, 1) });
        put(node);
        return;
      }
      for (const [key, value] of Object.entries(node))
        visit(value, `${path}/${key}`, (own) => Object.assign(node, { [key]: own }));
    };
    visit(root, "", () => undefined);
    expect(mutated.length).toBeGreaterThan(20);
    for (const { path, text } of mutated) {
      if (/execution_count$/.test(path) || path === "/nbformat") continue;
      expect(await told(BASE, text), path).not.toEqual([]);
    }
  });

  it("cells without ids are known by their sources", async () => {
    const plain = withoutIds(CELLS);
    const after = [plain[0], { source: "new" }, { ...plain[1], source: "x = 1\nprint(x, x)" }, plain[3], plain[2]];
    expect(await told(notebook(plain), notebook(after as TestCell[]))).toEqual([
      "added structure cell=2 from cell=2",
      "moved structure cell=5 from cell=3",
      "modified content cell=3 from cell=2",
    ]);
  });

  it("a new error is flagged", async () => {
    const error = { ename: "NameError", evalue: "x", output_type: "error", traceback: ["a"] };
    const found = await changesOf(BASE, withCell(1, { outputs: [error] }));
    expect(found.map(({ flags }) => flags)).toEqual([["new-error-value"]]);
  });

  it("outputs are shown as text, pictures by type and size", async () => {
    const [change] = await changesOf(BASE, withCell(3, { outputs: [stream("done\n")] }));
    expect(change?.before).toMatchObject({
      text: expect.stringMatching(/^\[display_data\]\nimage\/png: 12 characters, sha256 \w+$/) as string,
    });
    expect(change?.after).toEqual({ type: "text", text: "[stream stdout]\ndone\n" });
  });

  it("version 3: input, headings, one worksheet", async () => {
    const old = (input: string, level: number) =>
      JSON.stringify({
        metadata: {},
        nbformat: 3,
        nbformat_minor: 0,
        worksheets: [
          {
            cells: [
              { cell_type: "heading", level, source: "Title" },
              { cell_type: "code", collapsed: false, input, language: "python", outputs: [], prompt_number: 3 },
            ],
          },
        ],
      });
    expect(await told(old("a = 1", 1), old("a = 2", 2))).toEqual([
      "modified structure cell=1",
      "modified content cell=2",
    ]);
    expect(await taken(old("a = 1", 1), old("a = 2", 2), ({ facet }) => facet === "content")).toBe(old("a = 2", 1));
  });
});

describe("partial accept", () => {
  it("one source: all other bytes stay", async () => {
    const after = notebook(CELLS.map((cell) => ({ ...cell, source: `${cell.source}\n# edited`, count: 7 })));
    const result = await taken(BASE, after, ({ address }) => formatAddress(address) === "cell=3");
    expect(result).toBe(withCell(2, { source: "y = x + 1\n# edited" }));
  });

  it("outputs take the count along, a source does not", async () => {
    const after = withCell(1, { source: "x = 2", outputs: [stream("2\n")], count: 8 });
    const outputs = await taken(BASE, after, ({ address }) => formatAddress(address) === "cell=2&of=outputs");
    expect(outputs).toBe(withCell(1, { outputs: [stream("2\n")], count: 8 }));
    const own = await taken(BASE, after, ({ address }) => formatAddress(address) === "cell=2");
    expect(own).toBe(withCell(1, { source: "x = 2" }));
  });

  it("cells are inserted, deleted and moved in the base's own layout", async () => {
    const after = JSON.stringify(JSON.parse(notebook([...CELLS.slice(1), { id: "new", source: "a\nb" }])));
    const result = await taken(BASE, after, ({ kind }) => kind === "added");
    expect(result).toBe(notebook([...CELLS, { id: "new", source: "a\nb" }]));
    expect(await taken(BASE, after, ({ kind }) => kind === "removed")).toBe(notebook(CELLS.slice(1)));
  });

  it("metadata of the notebook by name", async () => {
    const after = notebook(CELLS, { authors: ["x"], title: "t" });
    const result = await taken(BASE, after, ({ after: own }) => JSON.stringify(own ?? "").includes("title"));
    expect(JSON.parse(result)).toEqual(JSON.parse(notebook(CELLS, { kernelspec: { name: "python3" }, title: "t" })));
    const gone = await taken(BASE, after, ({ kind }) => kind === "removed");
    expect(JSON.parse(gone)).toEqual(JSON.parse(notebook(CELLS, {})));
  });

  it("ids come and go with the version of the format", async () => {
    const plain = notebook(withoutIds(CELLS));
    const after = notebook([...CELLS, { id: "new", source: "z" }]);
    const cell = await taken(plain, after, ({ kind }) => kind === "added");
    expect(cell).not.toContain('"id"');
    expect(await taken(plain, after, ({ facet }) => facet === "metadata")).toBe(BASE);
    expect(await taken(BASE, plain, () => true)).toBe(plain);
  });
});

describe("damaged and hostile notebooks", () => {
  it.each([
    ["no JSON", '{"cells": [', "damaged"],
    ["a name twice", '{"cells":[],"cells":[],"nbformat":4}', "damaged"],
    ["no cells", '{"nbformat":4}', "damaged"],
    ["a number as source", '{"cells":[{"cell_type":"code","source":1}],"nbformat":4}', "damaged"],
    ["another version", '{"cells":[],"nbformat":9}', "unsupported"],
    ["an array", "[]", "not-this-format"],
    ["nothing", "", "damaged"],
    ["deep nesting", "[".repeat(200_000), "limit"],
    ["a string without an end", `{"a":"${"x".repeat(1_000_000)}`, "damaged"],
    ["a control character", '{"a":"\u0001"}', "damaged"],
    ["Latin-1", Buffer.from('{"a":"\xe9"}', "latin1"), "damaged"],
    ["NUL", '{"a":"\0"}', "damaged"],
  ])("%s", async (_name, text, reason) => {
    const read = await ipynbFormat.read(source(text), DEFAULT_LIMITS);
    expect(read).toMatchObject({ ok: false, error: { reason } });
    expect((await compareFiles(source(text), source(BASE))).format).toBe("bytes");
  });

  it("`NaN` is read, as Python writes it; the name __proto__ is a name", async () => {
    const odd = withCell(1, {
      outputs: [{ data: { "application/json": 1 }, metadata: {}, output_type: "display_data" }],
    })
      .replace('"application/json": 1', '"application/json": NaN')
      .replace('"tags"', '"__proto__"');
    expect(await told(BASE, odd)).toEqual(["modified content cell=2&of=outputs"]);
  });

  it("very many cells end within the budget", async () => {
    const many = (from: number) =>
      notebook(Array.from({ length: 3000 }, (_, n) => ({ source: `x${(n * 7 + from) % 50}` })));
    expect((await changesOf(many(0), many(3))).length).toBeGreaterThan(0);
  });
});

describe("records", () => {
  it("are a page a cell", async () => {
    const doc = await ipynbFormat.read(
      source(notebook(CELLS.slice(0, 2), { language_info: { name: "python" } })),
      DEFAULT_LIMITS,
    );
    if (!doc.ok) throw new Error(doc.error.detail);
    expect([...ipynbFormat.records(doc.value)]).toEqual([
      { locator: { kind: "notebookCell", cell: 1 }, markdown: "## Cell 1 (markdown)\n\n# Title\ntext\n" },
      {
        locator: { kind: "notebookCell", cell: 2 },
        markdown: "## Cell 2 (code)\n\n```python\nx = 1\nprint(x)\n```\n\n```text\n[stream stdout]\n1\n\n```\n",
      },
    ]);
  });
});
