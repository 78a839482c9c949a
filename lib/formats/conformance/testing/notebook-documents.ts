/** Generated notebooks, written by `JSON.stringify`: with and without ids, indented and compact, sources as list and as text. */
import fc from "fast-check";

import type { Arbitraries } from "./laws.ts";

interface Cell {
  readonly type: "code" | "markdown" | "raw";
  readonly id: string;
  readonly source: string;
  readonly outputs: readonly unknown[];
  readonly count: number | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

interface Notebook {
  readonly cells: readonly Cell[];
  readonly kernel: string;
  readonly ids: boolean;
  readonly indent: number | string;
  readonly lists: boolean;
  readonly final: boolean;
}

const line = fc.constantFrom(
  "import x",
  "x = 1",
  "x = 2",
  "print(x)",
  "",
  "# title",
  "naïve €",
  'say "hi" \\ there',
  "日本語",
);
const source = fc.array(line, { maxLength: 5 }).map((lines) => lines.join("\n"));
const output = fc.oneof(
  fc.constantFrom("1\n", "2\n", "two\nlines\n").map((text) => ({ output_type: "stream", name: "stdout", text })),
  fc.nat(3).map((n) => ({
    output_type: "execute_result",
    execution_count: n,
    metadata: {},
    data: { "text/plain": [`${n}`], "image/png": "iVBORw0KGgo=" },
  })),
  fc.constant({ output_type: "error", ename: "NameError", evalue: "x", traceback: ["a", "b"] }),
);
const cell: fc.Arbitrary<Cell> = fc.record({
  type: fc.constantFrom("code", "code", "markdown", "raw"),
  id: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
  source,
  outputs: fc.array(output, { maxLength: 2 }),
  count: fc.option(fc.nat(9)),
  metadata: fc.constantFrom({}, { tags: ["one"] }, { collapsed: true, nested: { n: 1.5 } }),
});
const layout = {
  kernel: fc.constantFrom("python3", "ir"),
  ids: fc.boolean(),
  indent: fc.constantFrom<number | string>(1, 1, 2, 4, "\t", 0),
  lists: fc.boolean(),
  final: fc.boolean(),
};
const notebook: fc.Arbitrary<Notebook> = fc.record({ cells: fc.array(cell, { maxLength: 7 }), ...layout });

function edited(base: Notebook): fc.Arbitrary<Notebook> {
  const edit = fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: "keep" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "drop" as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: "move" as const }) },
    { weight: 1, arbitrary: cell.map((own) => ({ kind: "insert" as const, own })) },
    { weight: 1, arbitrary: source.map((own) => ({ kind: "part" as const, own: { source: own } })) },
    {
      weight: 1,
      arbitrary: fc
        .array(output, { maxLength: 2 })
        .map((own) => ({ kind: "part" as const, own: { outputs: own, count: 5 } })),
    },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom({ type: "markdown" as const }, { metadata: { tags: ["two"] } })
        .map((own) => ({ kind: "part" as const, own })),
    },
  );
  const edits = fc.array(edit, { minLength: base.cells.length, maxLength: base.cells.length });
  const other = fc.oneof({ weight: 4, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: fc.record(layout) });
  return fc.tuple(edits, other).map(([all, own]) => {
    const moved: Cell[] = [];
    const cells = base.cells.flatMap((was, n) => {
      const change = all[n] ?? { kind: "keep" };
      if (change.kind === "drop") return [];
      if (change.kind === "move") return (moved.push(was), []);
      if (change.kind === "insert") return [change.own, was];
      return change.kind === "part" ? [{ ...was, ...change.own }] : [was];
    });
    return { ...base, ...own, cells: [...cells, ...moved] };
  });
}

/** Every cell known by its id: only one way to see what changed. */
const distinct = fc.record({
  ...layout,
  ids: fc.constant(true),
  cells: fc.array(cell, { maxLength: 7 }).map((cells) => cells.map((own, n) => ({ ...own, id: `id${n}` }))),
});

function distinctly(base: Notebook): fc.Arbitrary<Notebook> {
  const kinds = fc.constantFrom("keep", "keep", "drop", "insert", "source", "outputs", "metadata", "type");
  const edits = fc.array(kinds, { minLength: base.cells.length, maxLength: base.cells.length });
  return fc.tuple(edits, fc.nat(8), fc.record(layout)).map(([all, move, own]) => {
    const cells = base.cells.flatMap((was, n): Cell[] => {
      const fresh: Cell = { ...was, id: `new${n}`, source: `new cell ${n}\nof two lines` };
      if (all[n] === "drop") return [];
      if (all[n] === "insert") return [fresh, was];
      if (all[n] === "source") return [{ ...was, source: `changed ${n}` }];
      if (all[n] === "outputs")
        return [{ ...was, count: 77, outputs: [{ output_type: "stream", name: "stderr", text: `out ${n}` }] }];
      if (all[n] === "metadata") return [{ ...was, metadata: { changed: n } }];
      return all[n] === "type" ? [{ ...was, type: was.type === "code" ? "markdown" : "code" }] : [was];
    });
    const away = cells.splice(move, 1);
    return { ...base, ...own, ids: true, cells: [...cells, ...away] };
  });
}

export const notebookArbitraries: Arbitraries = {
  name: "analysis.ipynb",
  pair: notebook.chain((base) => edited(base).map((after) => [written(base), written(after)] as const)),
  triple: notebook.chain((base) =>
    fc.tuple(edited(base), edited(base)).map(([one, two]) => [written(base), written(one), written(two)] as const),
  ),
  unambiguous: distinct.chain((base) => distinctly(base).map((after) => [written(base), written(after)] as const)),
  extensions: ["ipynb"],
  runs: 200,
};

function written({ cells, kernel, ids, indent, lists, final }: Notebook): Uint8Array {
  const lined = (text: string) => (lists ? (text.match(/[^\n]*\n|[^\n]+$/g) ?? []) : text);
  const seen = new Set<string>();
  const root = {
    cells: cells.map(({ type, id, source: own, outputs, count, metadata }, n) => {
      const unique = seen.has(id) ? `${id}-${n}` : id;
      seen.add(unique);
      return {
        cell_type: type,
        ...(type === "code" ? { execution_count: count } : {}),
        ...(ids ? { id: unique } : {}),
        metadata,
        ...(type === "code" ? { outputs } : {}),
        source: lined(own),
      };
    }),
    metadata: { kernelspec: { name: kernel, display_name: kernel }, language_info: { name: "python" } },
    nbformat: 4,
    nbformat_minor: ids ? 5 : 4,
  };
  return Buffer.from(JSON.stringify(root, null, indent) + (final ? "\n" : ""), "utf8");
}
