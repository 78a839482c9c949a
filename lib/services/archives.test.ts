/** Uploaded zips that are refused as a whole: with the reason, nothing made, and nothing left in the upload folder. */
import { readdir } from "node:fs/promises";
import path from "node:path";

import { strToU8, zipSync, type Zippable } from "fflate";
import { describe, expect, test } from "vitest";

import { path as legal } from "../core/tree/path.ts";
import { files, nodeAt } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import { sha256 } from "../shared/sha256.ts";
import { createWorkspace } from "./createWorkspace.ts";
import { proposeArchiveImport } from "./importTree.ts";
import { createHarness, must } from "./testing/harness.ts";
import { refusing, UNREFERENCED } from "./testing/refused.ts";
import { loadTree } from "./trees.ts";

const harness = await createHarness();
const { services } = harness;
const refused = refusing(services.db);

describe("archives", () => {
  const MIB = new Uint8Array(1024 ** 2);
  const zip = (files: Zippable) => zipSync(files);

  const flipped = (bytes: Uint8Array, at: number, by: number): Uint8Array => {
    const copy = bytes.slice();
    copy[at] = (copy[at] ?? 0) ^ by;
    return copy;
  };
  /** Central directory headers of an archive. */
  const headers = (bytes: Uint8Array): number[] =>
    Array.from({ length: bytes.length - 4 }, (_, i) => i).filter(
      (i) => bytes[i] === 0x50 && bytes[i + 1] === 0x4b && bytes[i + 2] === 1 && bytes[i + 3] === 2,
    );
  const withHeader = (bytes: Uint8Array, offset: number, value: number): Uint8Array => {
    const copy = bytes.slice();
    for (const at of headers(bytes)) new DataView(copy.buffer).setUint32(at + offset, value, true);
    return copy;
  };
  const one = zip({ "a.txt": strToU8("hello hello hello hello\n") });
  const stored = zip({ "a.txt": [strToU8("hello, world\n"), { level: 0 }] });

  const BAD: readonly (readonly [string, () => Uint8Array, RegExp])[] = [
    ["zip-slip", () => zip({ "ok.txt": strToU8("1"), "../evil.txt": strToU8("2") }), /zip-slip/],
    ["zip-slip below", () => zip({ "a/../../evil.txt": strToU8("2") }), /zip-slip/],
    ["an absolute name", () => zip({ "/etc/evil": strToU8("2") }), /zip-slip/],
    ["a drive", () => zip({ "C:/evil": strToU8("2") }), /zip-slip/],
    ["backslashes that climb", () => zip({ "..\\evil": strToU8("2") }), /zip-slip/],
    ["a link", () => zip({ link: [strToU8("/etc/passwd"), { os: 3, attrs: (0o120777 << 16) >>> 0 }] }), /link/],
    ["one entry that inflates a thousandfold", () => zip({ "zeros.bin": new Uint8Array(8 * 1024 ** 2) }), /limit/],
    [
      "many entries that do",
      () => zip(Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`${i}.bin`, MIB]))),
      /limit/,
    ],
    ["an encrypted entry", () => withHeader(one, 8, 1 | (8 << 16)), /encrypted/],
    ["an entry longer than announced", () => withHeader(one, 24, 5), /damaged/],
    ["an entry shorter than announced", () => withHeader(one, 24, 500), /damaged/],
    ["a flipped bit in stored bytes", () => flipped(stored, 30 + "a.txt".length + 2, 1), /damaged/],
    ["a flipped bit in deflated bytes", () => flipped(one, 30 + "a.txt".length + 3, 0x40), /damaged/],
    ["the first half", () => one.slice(0, one.length / 2), /not-a-zip/],
    ["no zip", () => strToU8("this is no archive at all"), /not-a-zip/],
    ["nothing", () => new Uint8Array(), /not-a-zip/],
  ];

  test.each(BAD)("%s is refused", async (_name, make, reason) => {
    const { mara } = { mara: await harness.person("Mara Lindqvist") };
    const bytes = make();
    const body = new Blob([new Uint8Array(bytes)]).stream();
    const propose = () => proposeArchiveImport(services, mara, { name: "bad.zip", body, announced: bytes.length });
    expect((await refused(propose, "archive-refused", UNREFERENCED)).detail).toMatch(reason);
    expect(await readdir(path.join(harness.folder, "uploads"))).toEqual([]);
  });

  test("what a sound one holds is there, byte for byte: empty, equal, many small and large files, empty folders", async () => {
    const mara = await harness.person("Mara Lindqvist");
    const large = new Uint8Array(3 * 1024 ** 2).map((_, i) => (i * 31 + (i >> 9)) & 0xff);
    const held: Record<string, Uint8Array> = { "empty.txt": new Uint8Array(), "b/large.bin": large };
    for (let i = 0; i < 60; i += 1) held[`a/${i}.txt`] = strToU8(`file ${i % 20}\n`);
    const made = zip({ ...held, "nothing/": new Uint8Array(), "~$a.docx": strToU8("lock") });
    const body = new Blob([new Uint8Array(made)]).stream();
    const proposal = must(await proposeArchiveImport(services, mara, { name: "sound.zip", body, announced: null }));
    expect(proposal.refused.map(({ path: at }) => at)).toEqual(["~$a.docx"]);
    const tree = await loadTree(services, proposal.treeHash as Hash);
    const found = new Map([...files(tree)].map(({ path: at, entry }) => [at as string, entry]));
    expect([...found.keys()].sort()).toEqual(Object.keys(held).sort());
    for (const [at, bytes] of Object.entries(held)) {
      const kept = await services.blobs.readAll(found.get(at)!.hash);
      expect([at, kept === null ? null : sha256(kept), found.get(at)!.size]).toEqual([at, sha256(bytes), bytes.length]);
    }
    expect(nodeAt(tree, legal("nothing"))?.kind).toBe("directory");
  });

  test("an entry that is there twice, of which nobody can say which one counts, is refused", async () => {
    const { mara } = { mara: await harness.person("Mara Lindqvist") };
    const twice = zip({ "a.txt": strToU8("1"), "b.txt": strToU8("2") });
    for (let i = 0; i < twice.length - 5; i += 1)
      if (Buffer.from(twice.subarray(i, i + 5)).toString() === "b.txt") twice.set(strToU8("a.txt"), i);
    const upload = { name: "bad.zip", body: new Blob([new Uint8Array(twice)]).stream(), announced: null };
    expect(
      (await refused(() => proposeArchiveImport(services, mara, upload), "archive-refused", UNREFERENCED)).detail,
    ).toMatch(/duplicate/);
  });

  test("one that is shorter or longer than announced is refused before it is opened", async () => {
    const { mara } = { mara: await harness.person("Mara Lindqvist") };
    for (const announced of [one.length - 1, one.length + 1]) {
      const body = new Blob([new Uint8Array(one)]).stream();
      await refused(
        () => proposeArchiveImport(services, mara, { name: "a.zip", body, announced }),
        "length-or-hash-differs",
      );
    }
  });

  test("[V4] renames are proposed, and nothing is made until they are confirmed", async () => {
    const { mara } = { mara: await harness.person("Mara Lindqvist") };
    const odd = zip({ "top/e\u0301.txt": strToU8("1"), "top/A.txt": strToU8("2"), "top/a.txt": strToU8("3") });
    const body = new Blob([new Uint8Array(odd)]).stream();
    const proposal = must(await proposeArchiveImport(services, mara, { name: "odd.zip", body, announced: odd.length }));
    expect(proposal.renames.length).toBe(2);
    const request = { name: "Odd", import: proposal.import, confirmRenames: false };
    await refused(() => createWorkspace(services, mara, request), "import-unconfirmed");
    const later = { ...services, now: () => "2999-01-01T00:00:00.000Z" as ReturnType<typeof services.now> };
    await refused(() => createWorkspace(later, mara, { ...request, confirmRenames: true }), "import-gone");
    must(await createWorkspace(services, mara, { ...request, confirmRenames: true }));
  });
});
