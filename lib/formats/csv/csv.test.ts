import fc from "fast-check";
import { read, utils } from "@e965/xlsx";
import { describe, expect, it } from "vitest";

import { formatAddress } from "../../core/address/address.ts";
import type { Change } from "../../core/change/change.ts";
import { compareFiles } from "../compare.ts";
import { DEFAULT_LIMITS, defaultWork } from "../format.ts";
import { memorySource } from "../memory-source.ts";
import { csvFormat } from "./index.ts";

const source = (text: string | Uint8Array, name = "t.csv") => memorySource(name, Buffer.from(text));
const opened = async (text: string | Uint8Array, name = "t.csv") => {
  const doc = await csvFormat.read(source(text, name), DEFAULT_LIMITS);
  if (!doc.ok) throw new Error(doc.error.detail);
  return doc.value;
};
const changesOf = async (before: string | Uint8Array, after: string | Uint8Array): Promise<readonly Change[]> =>
  csvFormat.diff(await opened(before), await opened(after), defaultWork()).changes;

/** Kind, facet and place of each change. */
const told = async (before: string | Uint8Array, after: string | Uint8Array) =>
  (await changesOf(before, after)).map(
    ({ kind, facet, address, beforeAddress }) =>
      `${kind} ${facet} ${formatAddress(address)}${beforeAddress ? ` from ${formatAddress(beforeAddress)}` : ""}`,
  );

async function taken(before: string, after: string, pick: (change: Change) => boolean): Promise<string> {
  const chosen = (await changesOf(before, after)).filter(pick).map(({ id }) => id);
  const result = await csvFormat.apply(source(before), source(after), chosen);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return Buffer.from(result.value).toString("utf8");
}

const BASE = "id,name,amount\n1,Ann,10\n2,Bob,20\n3,Cem,30\n4,Dea,40\n";

describe("what a change of a table is", () => {
  it.each([
    ["a cell", BASE.replace("20", "21"), ["modified content cell=C3"]],
    ["1.0 is another text than 1.00", BASE.replace("20", "20.0"), ["modified content cell=C3"]],
    ["an inserted row", BASE.replace("2,Bob", "9,New,5\n2,Bob"), ["added structure row=3 from row=3"]],
    ["a row at the end", `${BASE}5,Eve,50\n`, ["added structure row=6 from row=6"]],
    ["a deleted row", BASE.replace("2,Bob,20\n", ""), ["removed structure row=3"]],
    [
      "a moved row, and an edit in it",
      "id,name,amount\n2,Bob,20\n3,Cem,30\n4,Dea,40\n1,Ann,11\n",
      ["moved structure row=5 from row=2", "modified content cell=C5 from cell=C2"],
    ],
    [
      "an inserted column, and nothing else",
      BASE.replaceAll(/^(\w+),/gm, "$1,x$1,"),
      ["added structure column=B from column=B"],
    ],
    ["a deleted column", BASE.replaceAll(/,\w+,/g, ","), ["removed structure column=B"]],
    ["a renamed column", BASE.replace("amount", "sum"), ["modified content cell=C1"]],
    [
      "a moved column",
      BASE.replaceAll(/^(\w+),(\w+),(\w+)$/gm, "$3,$1,$2"),
      ["moved structure column=A from column=C"],
    ],
    ["quotes around all", BASE.replaceAll(/\w+/g, '"$&"'), ["modified format "]],
    ["one odd quote", BASE.replace("Bob", '"Bob"'), ["modified format row=3"]],
    ["line endings", BASE.replaceAll("\n", "\r\n"), ["modified format "]],
    ["one odd ending", BASE.replace("20\n", "20\r\n"), ["modified format row=3"]],
    ["the delimiter", BASE.replaceAll(",", ";"), ["modified format "]],
    ["a byte order mark", `\ufeff${BASE}`, ["modified metadata "]],
    ["no newline at the end", BASE.slice(0, -1), ["modified format "]],
    ["a field more in one record", BASE.replace("20\n", "20,!\n"), ["added content cell=D3"]],
    ["a field less in one record", BASE.replace(",20\n", "\n"), ["removed content cell=C3"]],
    ["a blank line", BASE.replace("2,Bob", "\n2,Bob"), ["added structure row=3 from row=3"]],
  ])("%s", async (_name, after, wanted) => {
    expect(await told(BASE, after)).toEqual(wanted);
  });

  it("a sorted table has moved rows and no other change", async () => {
    const rows = Array.from({ length: 60 }, (_, n) => `k${n},${(n * 37) % 60},same\n`);
    const sorted = rows.toSorted((a, b) => Number(a.split(",")[1]) - Number(b.split(",")[1]));
    const found = await told(`key,rank,x\n${rows.join("")}`, `key,rank,x\n${sorted.join("")}`);
    expect(found.length).toBeLessThan(60);
    expect(new Set(found.map((own) => own.split(" ").slice(0, 2).join(" ")))).toEqual(new Set(["moved structure"]));
  });

  it("a measure that happens to be unique is no key: rows are known by what they say besides", async () => {
    const before =
      "currency,quarter,average,closing,status\nEUR,Q2,1.13,1.14,final\nEUR,Q3,1.15,1.16,open\nSEK,Q2,0.10,0.11,final\nSEK,Q3,0.12,0.13,open\n";
    const after = before.replace("1.15,1.16,open", "1.17,1.18,final").replace("0.12,0.13,open", "0.14,0.15,final");
    expect(await told(before, after)).toEqual([
      "modified content cell=C3",
      "modified content cell=D3",
      "modified content cell=E3",
      "modified content cell=C5",
      "modified content cell=D5",
      "modified content cell=E5",
    ]);
  });

  it("duplicate rows: one more is one inserted row", async () => {
    expect(await told("a,b\nx,1\nx,1\nx,1\n", "a,b\nx,1\nx,1\nx,1\nx,1\n")).toEqual([
      "added structure row=5 from row=5",
    ]);
  });

  it("new error values are flagged", async () => {
    const found = await changesOf(BASE, BASE.replace("20", "#REF!"));
    expect(found.map(({ flags }) => flags)).toEqual([["new-error-value"]]);
    expect(
      (await changesOf(BASE.replace("20", "#REF!"), BASE.replace("20", "#N/A"))).map(({ flags }) => flags),
    ).toEqual([undefined]);
  });

  it("no byte of a table changes without a change", async () => {
    const base = Buffer.from('a;b;"c;d"\r\n1;"x ""y""";2\r\n3;;"4"\r\n', "utf8");
    for (let at = 0; at < base.length; at++)
      for (const byte of [32, 34, 44, 59, 10, 13, 65, 9]) {
        if (base[at] === byte) continue;
        const other = Uint8Array.from(base);
        other[at] = byte;
        expect(await told(base, other), `byte ${at} becomes ${byte}`).not.toEqual([]);
      }
  });
});

describe("dialects", () => {
  const delimiterOf = async (text: string, name?: string) => (await opened(text, name)).delimiter;
  it.each([
    ["a,b\n1,2\n", ","],
    ["a;b\n1,5;2,5\n", ";"],
    ["1,5;2,5\n3,5;4,5\n", ";"],
    ["a\tb, c\td\n1\t2, 3\t4\n", "\t"],
    ["a|b\n1|2\n", "|"],
    ["sep=;\r\na;b,c\r\n", ";"],
    ['"x;y;z",b\n"u;v;w",d\n', ","],
    ["one column of prose\nand, with a comma, more\nand more\nand more\n", ","],
  ])("%j", async (text, delimiter) => {
    expect(await delimiterOf(text)).toBe(delimiter);
  });

  it("a .tsv is cut at tabs where it has one", async () => {
    expect(await delimiterOf("a,b\tc\n1,2\t3\n", "t.tsv")).toBe("\t");
    expect(csvFormat.sniff(Buffer.from("a\tb"), "x.TAB")).toBe(true);
    expect(csvFormat.sniff(Buffer.from("PK\x03\x04"), "x.csv")).toBe(false);
    expect(csvFormat.sniff(Buffer.from("a,b"), "x.txt")).toBe(false);
  });

  it("a lone quote does not swallow the rest", async () => {
    const doc = await opened('a,b\n"x,1\ny,2\n');
    expect(doc.rowCount).toBe(3);
    expect(await told('a,b\n"x,1\ny,2\n', 'a,b\n"x,1\ny,3\n')).toEqual(["modified content cell=B3"]);
  });

  it("another program reads the same records", () => {
    const value = fc.constantFrom("", "a", 'q"q', "x;y", "two\nlines", "é €", " b ");
    const table = fc.array(fc.array(value, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });
    return fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const text = [["h1", "h2", "h3"], ...rows]
          .map((row) => row.map((own) => `"${own.replaceAll('"', '""')}"`).join(","))
          .join("\r\n");
        const doc = await opened(text);
        const sheet = Object.values(read(text, { type: "string", raw: true }).Sheets)[0];
        const theirs = utils.sheet_to_json<string[]>(sheet ?? {}, {
          header: 1,
          raw: true,
          defval: "",
          blankrows: true,
        });
        const { rowValues } = await import("./document.ts");
        const ours = Array.from({ length: doc.rowCount }, (_, row) => rowValues(doc, row));
        expect(ours).toEqual(theirs.map((row) => row.map(String)));
      }),
      { numRuns: 60 },
    );
  });
});

describe("partial accept", () => {
  it("a changed cell leaves the look of every other field alone", async () => {
    const base = 'id;"name";v\r\n"1"; Ann ;"10"\r\n2;Bob;20\r\n';
    const after = 'id,name,v\n1," Ann ",11\n2,Bob,"2,5"\n';
    expect(await taken(base, after, ({ address }) => formatAddress(address) === "cell=C3")).toBe(
      'id;"name";v\r\n"1"; Ann ;"10"\r\n2;Bob;2,5\r\n',
    );
  });

  it("a field is quoted where the base needs it", async () => {
    expect(await taken("a,b\n1,2\n", "a;b\n1;x, y\n", ({ facet }) => facet === "content")).toBe('a,b\n1,"x, y"\n');
  });

  it("an inserted row without the column that came with it", async () => {
    const after = "id,new,name,amount\n1,p,Ann,10\n2,q,Bob,20\n9,r,Zoe,5\n3,s,Cem,30\n4,t,Dea,40\n";
    const row = await taken(BASE, after, ({ address }) => address.kind === "row");
    expect(row).toBe("id,name,amount\n1,Ann,10\n2,Bob,20\n9,Zoe,5\n3,Cem,30\n4,Dea,40\n");
    const column = await taken(BASE, after, ({ address }) => address.kind === "column");
    expect(column).toBe("id,new,name,amount\n1,p,Ann,10\n2,q,Bob,20\n3,s,Cem,30\n4,t,Dea,40\n");
    const crossing = (await changesOf(BASE, after)).find(({ address }) => address.kind === "cells");
    expect(crossing).toMatchObject({ after: { value: "r" } });
    expect(crossing?.requires).toHaveLength(2);
  });

  it("[R2] a row inserted beside deletions stays an insertion when only one of these is taken", async () => {
    const before = "id,name,amount,note\nk1,name 1,3.5,a\nk2,name 2,7,\nk3,name 3,10.5,a\nk4,name 4,14,\n";
    const after = "id,name,amount,note\nk1,name 1,3.5,a\nnew,other,7,!\nk4,name 4,14,\n";
    const chosen = (await changesOf(before, after)).filter(
      ({ address, kind }) => kind === "added" || formatAddress(address) === "row=3",
    );
    const result = await taken(before, after, ({ id }) => chosen.some((own) => own.id === id));
    expect((await changesOf(before, result)).map(({ id }) => id)).toEqual(chosen.map(({ id }) => id));
  });

  it("text that the base's encoding cannot hold needs the encoding", async () => {
    const before = Buffer.from("a,b\nx,\xe9\n", "latin1");
    const after = Buffer.from("a,b\ny €,é\n", "utf8");
    const found = await changesOf(before, after);
    expect(found.map(({ facet, requires }) => [facet, requires?.length ?? 0])).toEqual([
      ["metadata", 0],
      ["content", 1],
    ]);
  });
});

describe("hostile tables", () => {
  it("a million columns, and very many rows in little space, are refused by the limit's name", async () => {
    const wide = await csvFormat.read(source(",".repeat(1_000_000)), DEFAULT_LIMITS);
    expect(wide).toMatchObject({ ok: false, error: { reason: "limit", limit: "maxCells" } });
    const many = await csvFormat.read(source("a,b\n".repeat(1000)), { ...DEFAULT_LIMITS, maxCells: 500 });
    expect(many).toMatchObject({ ok: false, error: { reason: "limit", limit: "maxCells" } });
  });

  it("NULs, huge fields, quotes without end", async () => {
    expect(await csvFormat.read(source("a,b\0\n"), DEFAULT_LIMITS)).toMatchObject({ ok: false });
    const huge = "x".repeat(3_000_000);
    expect(await told(`a,b\n1,${huge}\n`, `a,b\n1,${huge}y\n`)).toEqual(["modified content cell=B2"]);
    const quotes = '"a\n,'.repeat(50_000);
    expect(await told(quotes, `${quotes}\nx`)).not.toEqual([]);
    expect((await compareFiles(source("a,b\n1,2\n"), source("a,b\0\n"))).format).toBe("bytes");
  });

  it("two tables with nothing in common end within the budget", async () => {
    const rows = (seed: number) =>
      Array.from({ length: 3000 }, (_, n) => `${(n * seed) % 7},${(n * seed) % 11},${(n * seed) % 13}`).join("\n");
    const work = defaultWork();
    const diff = csvFormat.diff(await opened(rows(3)), await opened(rows(5)), work);
    expect(diff.complete).toBe(work.remaining >= 0);
    const coarse = csvFormat.diff(await opened(rows(3)), await opened(rows(5)), { remaining: 10 });
    expect(coarse).toMatchObject({ complete: false, changes: [{ address: { kind: "file" } }] });
  });
});

describe("records", () => {
  it("are markdown tables with numbers, letters and the header", async () => {
    const pages = [...csvFormat.records(await opened('name,note\nA|b,two\nAnn,"x\ny"\n'))];
    expect(pages).toEqual([
      {
        locator: { kind: "cells", range: "A2:B3" },
        markdown: "|  | A: name | B: note |\n| --- | --- | --- |\n| 2 | A\\|b | two |\n| 3 | Ann | x y |\n",
      },
    ]);
  });
});
