import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { sha256 } from "../shared/sha256.ts";
import { scanFolder } from "./scan.ts";

let folder = "";
const at = (...parts: string[]) => path.join(folder, "tree", ...parts);
const cacheFile = () => path.join(folder, "cache.json");

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "staged-scan-"));
  mkdirSync(at());
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function scan() {
  const found = await scanFolder(at(), { cacheFile: cacheFile() });
  if (!found.ok) throw new Error(found.error.detail);
  return found.value;
}

describe("hash scan", () => {
  it("[S1] names every file by its hash, small and large", async () => {
    const large = Buffer.alloc(300_000, "x");
    writeFileSync(at("small.txt"), "a\n");
    writeFileSync(at("large.bin"), large);
    writeFileSync(at("none"), "");
    expect((await scan()).files).toEqual([
      { path: "large.bin", hash: sha256(large), size: 300_000 },
      { path: "none", hash: sha256(""), size: 0 },
      { path: "small.txt", hash: sha256("a\n"), size: 2 },
    ]);
  });

  it("[S1] an edit of equal size with its old modification time put back is seen", async () => {
    const old = new Date("2020-01-01T00:00:00Z");
    writeFileSync(at("a.txt"), "one");
    utimesSync(at("a.txt"), old, old);
    await scan();
    writeFileSync(at("a.txt"), "two");
    utimesSync(at("a.txt"), old, old);
    expect((await scan()).files[0]?.hash).toBe(sha256("two"));
  });

  it("[S1] a file as new as the scan itself is not trusted from the cache", async () => {
    writeFileSync(at("a.txt"), "one");
    await scan();
    const stored = JSON.parse(readFileSync(cacheFile(), "utf8")) as { rows: unknown[] };
    expect(stored.rows).toEqual([]);
  });

  it("[S3] links and pipes are refused by name, lock files never seen; [V4] illegal names are listed", async () => {
    symlinkSync("/etc/passwd", at("link"));
    execFileSync("mkfifo", [at("pipe")]);
    writeFileSync(at("~$model.xlsx"), "lock");
    writeFileSync(at("new\nline.txt"), "x");
    writeFileSync(at("A.txt"), "x");
    writeFileSync(at("a.txt"), "y");
    const { files, illegal, refused } = await scan();
    expect(files.map(({ path: own }) => own)).toEqual(["A.txt"]);
    expect(refused.map(({ path: own, reason }) => `${own}: ${reason}`)).toEqual([
      "link: a symbolic link",
      "pipe: a pipe",
    ]);
    expect(illegal.map(({ path: own }) => own).sort()).toEqual(["a.txt", "new\nline.txt"]);
  });
});

describe("stat cache", () => {
  it("[S1] a warm scan gives the same files in the same order, and finds what came, went and changed", async () => {
    const old = new Date("2020-01-01T00:00:00Z");
    const put = (name: string, text: string) => {
      mkdirSync(path.dirname(at(name)), { recursive: true });
      writeFileSync(at(name), text);
    };
    for (const name of ["a/x", "a.b", "a b", "b/y/z"]) put(name, name);
    const shown = ({ files }: Awaited<ReturnType<typeof scan>>) => files.map(({ path: own, hash }) => [own, hash]);
    const expected = (texts: Record<string, string>) =>
      Object.keys(texts)
        .sort()
        .map((name) => [name, sha256(texts[name] ?? "")]);
    const texts: Record<string, string> = { "a/x": "a/x", "a.b": "a.b", "a b": "a b", "b/y/z": "b/y/z" };
    expect(shown(await scan())).toEqual(expected(texts));
    expect(shown(await scan())).toEqual(expected(texts));
    rmSync(at("a.b"));
    put("a/x", "other");
    put("c", "c");
    utimesSync(at("c"), old, old);
    expect(shown(await scan())).toEqual(expected({ "a/x": "other", "a b": "a b", "b/y/z": "b/y/z", c: "c" }));
  });

  it("[S1] a damaged cache file costs time, never truth", async () => {
    writeFileSync(at("a.txt"), "one");
    writeFileSync(cacheFile(), '{"version":3,"rows":[["a.txt",3,"no numbers"');
    expect((await scan()).files).toEqual([{ path: "a.txt", hash: sha256("one"), size: 3 }]);
  });
});
