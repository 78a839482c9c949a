/** Notebooks as screens draw them: numbered as addresses, outputs as words and places of pictures, never as markup. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, expectTypeOf, it } from "vitest";

import { notebookViewSchema, type NotebookView as ViewOfContract } from "../../contracts/notebook-view.ts";
import { DEFAULT_LIMITS } from "../format.ts";
import { readMedia } from "../media.ts";
import { memorySource } from "../memory-source.ts";
import { notebookView, type NotebookView } from "./notebook-view.ts";
import type { NotebookOutput } from "./notebook-view/structure.ts";
import { htmlTable, htmlWords } from "./notebook-view/html-words.ts";
import { notebook, stream } from "./testing/notebooks.ts";

const source = (text: string) => memorySource("a.ipynb", Buffer.from(text));

async function viewed(text: string): Promise<NotebookView> {
  const view = await notebookView(source(text), DEFAULT_LIMITS);
  if (!view.ok) throw new Error(JSON.stringify(view.error));
  return view.value;
}

async function outputs(...written: unknown[]): Promise<readonly NotebookOutput[]> {
  return (await viewed(notebook([{ source: "x", outputs: written, count: 3 }]))).cells[0]?.outputs ?? [];
}

const data = (bundle: Readonly<Record<string, unknown>>) => ({
  output_type: "display_data",
  metadata: {},
  data: bundle,
});
const PNG = Buffer.from("89504e470d0a1a0a0000000d", "hex");

describe("the view of a notebook", () => {
  it("[R7] numbers cells from 1, with counts, tags and what is folded", async () => {
    const view = await viewed(
      notebook([
        { type: "markdown", source: "# Head" },
        { source: "1 + 1", count: 7, metadata: { tags: ["keep"], jupyter: { outputs_hidden: true } } },
      ]),
    );
    expect(view.cells).toMatchObject([
      { number: 1, type: "markdown", source: { text: "# Head", left: 0 }, count: null },
      { number: 2, type: "code", count: 7, tags: ["keep"], collapsed: ["outputs"] },
    ]);
  });

  it("shows streams without escape sequences, and of progress bars the last state", async () => {
    expect(await outputs(stream("\u001b[31mred\u001b[0m\r\n10 %\r100 %\ndone\n"))).toEqual([
      { kind: "stream", name: "stdout", text: { text: "red\n100 %\ndone\n", left: 0 } },
    ]);
  });

  it("shows errors with their trace", async () => {
    const error = {
      output_type: "error",
      ename: "KeyError",
      evalue: "'x'",
      traceback: ["\u001b[0;31mTrace", "line 2"],
    };
    expect(await outputs(error)).toEqual([
      { kind: "error", name: "KeyError", message: "'x'", trace: { text: "Trace\nline 2", left: 0 } },
    ]);
  });

  it("takes a table's words out of HTML, and nothing else", async () => {
    const html =
      '<script>alert(1)</script><table onclick="x()"><tr><th></th><th>a &amp; b</th></tr><tr><th>0</th><td><img src=x onerror=alert(2)>1<br>2</td></tr></table>';
    expect(await outputs(data({ "text/html": html, "text/plain": "plain" }))).toEqual([
      {
        kind: "table",
        rows: [
          [
            { text: "", head: true },
            { text: "a & b", head: true },
          ],
          [
            { text: "0", head: true },
            { text: "1 2", head: false },
          ],
        ],
        rowsLeft: 0,
      },
    ]);
    expect(await outputs(data({ "text/html": "<b>x</b>", "text/plain": "plain" }))).toMatchObject([
      { kind: "text", mime: "text/plain", text: { text: "plain" } },
    ]);
    expect(htmlWords("<style>p{}</style><p>one</p><p>two &lt;b&gt;</p>")).toBe("one\ntwo <b>");
  });

  it("hostile HTML ends, and is bounded", () => {
    expect(htmlTable(`<table>${"<tr><td>x".repeat(100_000)}`)).toMatchObject({ rowsLeft: 99_800 });
    expect(htmlTable("<table><tr><td>".repeat(50_000))?.rows.length).toBe(200);
    for (const cut of ["<", "<!--", "<table", "<table><tr><td", "<script>", "<table><tr>&#x110000;"])
      expect(htmlTable(cut), cut).toBeNull();
  });

  it("names pictures by their place, and gives their bytes by it", async () => {
    const text = notebook([
      { source: "" },
      {
        source: "plot",
        outputs: [stream("a"), data({ "image/png": PNG.toString("base64"), "text/plain": "<Figure>" })],
      },
    ]);
    const { cells } = await viewed(text);
    expect(cells[1]?.outputs[1]).toEqual({
      kind: "picture",
      mime: "image/png",
      part: "cell=2&output=2",
      alt: "<Figure>",
    });
    const media = await readMedia("ipynb", source(text), "cell=2&output=2");
    expect(media.ok && [media.value.type, Buffer.from(media.value.bytes).equals(PNG)]).toEqual(["image/png", true]);
    for (const part of ["cell=2&output=1", "cell=9&output=1", "cell=2", "", "cell=2&output=2&x=1"]) {
      const other = await readMedia("ipynb", source(text), part);
      expect(other.ok ? "given" : other.error.reason, part).toBe("no-such-part");
    }
  });

  it("an SVG is known by type and size alone", async () => {
    expect(await outputs(data({ "image/svg+xml": "<svg onload='x()'/>" }))).toEqual([
      { kind: "other", mime: "image/svg+xml", characters: 21 },
    ]);
  });

  it("prints JSON, and says how much of a long text is left", async () => {
    expect(await outputs(data({ "application/json": { b: [1], a: null } }))).toEqual([
      { kind: "json", text: { text: '{\n  "a": null,\n  "b": [\n    1\n  ]\n}', left: 0 } },
    ]);
    expect(await outputs(stream("x".repeat(50_010)))).toMatchObject([{ text: { left: 10 } }]);
  });

  it("is what the contract says", async () => {
    expectTypeOf<NotebookView>().toExtend<ViewOfContract>();
    const view = await viewed(notebook([{ source: "x", outputs: [stream("a"), data({ "image/png": "aaaa" })] }]));
    expect(notebookViewSchema.parse(view)).toEqual(view);
  });
});

const root = process.env["STAGED_CORPUS"] ?? "";

describe.skipIf(root === "" || !existsSync(root))("real notebooks", () => {
  it("[R7] every cell stands in the view under its number", async () => {
    const all = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ipynb"));
    let shown = 0;
    for (const name of all) {
      const bytes = readFileSync(path.join(root, name));
      const view = await notebookView(memorySource(name, bytes), DEFAULT_LIMITS);
      if (!view.ok) continue;
      expect(notebookViewSchema.parse(view.value)).toEqual(view.value);
      expect(view.value.cells.map(({ number }) => number)).toEqual(view.value.cells.map((_, at) => at + 1));
      shown++;
    }
    expect(shown).toBeGreaterThan(all.length / 2);
  });
});
