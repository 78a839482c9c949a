import { strFromU8, unzipSync } from "fflate";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { gatherPicked } from "./gather.ts";
import { pack } from "./pack.ts";

const options = () => ({ signal: new AbortController().signal, onProgress: () => undefined });

const picked = (path: string, body: BlobPart = "") => {
  const file = new File([body], path.split("/").at(-1) ?? path);
  if (path.includes("/")) Object.defineProperty(file, "webkitRelativePath", { value: path });
  else Object.defineProperty(file, "webkitRelativePath", { value: "" });
  return file;
};

describe("pack", () => {
  it("holds every path and byte, text and other, names of any script, and empty folders", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(
          fc.constantFrom("a.csv", "b.xlsx", "ordner/ä.txt", "ordner/表.bin", "x/y/z.md"),
          fc.uint8Array({ maxLength: 5_000 }),
          { minKeys: 1, noNullPrototype: true },
        ),
        async (files) => {
          const entries = Object.entries(files).map(([path, bytes]) => ({
            path,
            file: new File([Uint8Array.from(bytes)], path),
          }));
          const packed = await pack([...entries, { path: "leer", file: null }], options());
          if (!packed.ok) throw new Error(packed.error.reason);
          const opened = unzipSync(new Uint8Array(await packed.value.arrayBuffer()));
          expect(Object.keys(opened).sort()).toEqual([...Object.keys(files), "leer/"].sort());
          for (const [path, bytes] of Object.entries(files)) expect([...(opened[path] ?? [])]).toEqual([...bytes]);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("counts to the last byte", async () => {
    const seen: number[] = [];
    const body = "x".repeat(300_000);
    const packed = await pack([{ path: "a.txt", file: new File([body], "a.txt") }], {
      ...options(),
      onProgress: (done) => void seen.push(done),
    });
    expect(packed.ok).toBe(true);
    expect(seen.at(-1)).toBe(300_000);
    if (packed.ok) expect(strFromU8(unzipSync(new Uint8Array(await packed.value.arrayBuffer()))["a.txt"]!)).toBe(body);
  });

  it("stops when it is told to, and refuses nothing at all", async () => {
    const stop = new AbortController();
    stop.abort(new Error("stopped"));
    await expect(
      pack([{ path: "a", file: new File(["1"], "a") }], { ...options(), signal: stop.signal }),
    ).rejects.toThrow("stopped");
    expect(await pack([], options())).toEqual({ ok: false, error: { reason: "empty" } });
  });

  it("names the file that can no longer be read", async () => {
    const gone = new File(["1"], "gone.xlsx");
    Object.defineProperty(gone, "stream", {
      value: () => new ReadableStream({ pull: (controller) => controller.error(new Error("NotReadableError")) }),
    });
    expect(await pack([{ path: "model/gone.xlsx", file: gone }], options())).toEqual({
      ok: false,
      error: { reason: "unreadable", path: "model/gone.xlsx" },
    });
  });
});

describe("gatherPicked", () => {
  it("takes a zip as it is", () => {
    expect(gatherPicked([picked("Q3 pack.ZIP")])).toMatchObject({ kind: "archive", name: "Q3 pack" });
  });
  it("takes one folder for the tree, and its name for the workspace's", () => {
    const source = gatherPicked([picked("Q3/model/a.xlsx"), picked("Q3/readme.md")]);
    expect(source.kind === "tree" && [source.tree.name, source.tree.entries.map(({ path }) => path)]).toEqual([
      "Q3",
      ["model/a.xlsx", "readme.md"],
    ]);
  });
  it("keeps loose files where they are, a zip among others too", () => {
    const source = gatherPicked([picked("a.xlsx"), picked("b.zip")]);
    expect(source.kind === "tree" && [source.tree.name, source.tree.entries.map(({ path }) => path)]).toEqual([
      "",
      ["a.xlsx", "b.zip"],
    ]);
  });
});
