/** docs/git.md, done: a real repository with the drivers set up as written there. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import * as sheetjs from "@e965/xlsx";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const guide = readFileSync(path.join(root, "docs/git.md"), "utf8");
const block = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)?.[1] ?? "";
const program = `'${process.execPath}' '${path.join(root, "bin/staged.mjs")}'`;

let folder = "";
beforeAll(() => void execFileSync(process.execPath, [path.join(root, "bin/build-cli.mjs")]));
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "staged git "));
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Test");
  git("config", "user.email", "test@example.test");
  writeFileSync(path.join(folder, ".gitattributes"), block("gitattributes"));
  for (const line of block("sh").trim().split("\n")) {
    const [, key = "", value = ""] = /^git config --global (\S+) "(.*)"$/.exec(line) ?? [];
    expect(key, line).not.toBe("");
    git("config", key, value.replace(/^staged /, `${program} `));
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8", env: environment });
const tryGit = (...args: string[]) => spawnSync("git", args, { cwd: folder, encoding: "utf8", env: environment });

function commit(message: string): void {
  git("add", "--all");
  git("commit", "--quiet", "--message", message);
}

const at = (name: string) => path.join(folder, name);
type Row = (string | number)[];
const BASE: readonly Row[] = [
  ["Item", "Q1", "Q2"],
  ["Services", 10, 20],
  ["Licences", 30, 40],
  ["Support", 50, 60],
];

function saveBook(name: string, rows: readonly Row[]): void {
  const book = sheetjs.utils.book_new();
  sheetjs.utils.book_append_sheet(book, sheetjs.utils.aoa_to_sheet(rows as Row[]), "Model");
  writeFileSync(at(name), sheetjs.write(book, { type: "buffer", bookType: "xlsx" }) as Buffer);
}

function rowsOf(name: string): Row[] {
  const sheet = sheetjs.read(readFileSync(at(name))).Sheets["Model"];
  return sheet ? sheetjs.utils.sheet_to_json<Row>(sheet, { header: 1 }) : [];
}

/** `BASE` with one cell replaced, counted from 0. */
const edited = (row: number, column: number, value: number): Row[] =>
  BASE.map((own, r) => own.map((cell, c) => (r === row && c === column ? value : cell)));

describe("git's drivers", () => {
  it("diff: a workbook by its cells, also in a folder with spaces, a new file, a deleted one and a renamed one", () => {
    saveBook("model.xlsx", BASE);
    saveBook("old.xlsx", edited(3, 1, 7));
    commit("base");
    saveBook("model.xlsx", edited(1, 1, 11));
    const shown = git("diff");
    expect(shown).toContain("--- a/model.xlsx\n+++ b/model.xlsx\n");
    expect(shown).toMatch(/sheet=Model&cell=B2 {2}modified/);
    expect(shown).toContain("  - 10\n  + 11\n");
    git("mv", "old.xlsx", "new name.xlsx");
    saveBook("more.xlsx", BASE);
    git("add", "--all");
    const staged = git("diff", "--cached", "--find-renames");
    expect(staged).toContain("+++ b/more.xlsx");
    expect(staged).toContain("--- /dev/null");
    commit("next");
    expect(git("log", "-p", "--ext-diff", "--max-count=1", "--", "model.xlsx")).toContain("  + 11\n");
  });

  it("diff: what cannot be read is said, and the rest is shown", () => {
    saveBook("a.xlsx", BASE);
    saveBook("b.xlsx", BASE);
    commit("base");
    writeFileSync(at("a.xlsx"), readFileSync(at("b.xlsx")).subarray(0, 900));
    saveBook("b.xlsx", edited(2, 2, 41));
    const shown = git("diff");
    expect(shown).toMatch(/a\.xlsx\nnot compared: /);
    expect(shown).toContain("  + 41\n");
  });

  it("merge: cells of both branches; the file opens, and git calls the merge clean", () => {
    saveBook("model.xlsx", BASE);
    commit("base");
    git("checkout", "--quiet", "-b", "agent");
    saveBook("model.xlsx", edited(1, 1, 11));
    commit("agent's");
    git("checkout", "--quiet", "main");
    saveBook("model.xlsx", edited(3, 2, 66));
    commit("ours");
    git("merge", "--quiet", "--no-edit", "agent");
    expect(rowsOf("model.xlsx")).toEqual([BASE[0], ["Services", 11, 20], BASE[2], ["Support", 50, 66]]);
    expect(git("status", "--porcelain")).toBe("");
  });

  it("merge: the same cell on both branches is a conflict; ours is in the file, the rest is merged", () => {
    saveBook("model.xlsx", BASE);
    commit("base");
    git("checkout", "--quiet", "-b", "agent");
    saveBook(
      "model.xlsx",
      edited(1, 1, 11).map((row, n) => (n === 2 ? ["Licences", 33, 40] : row)),
    );
    commit("agent's");
    git("checkout", "--quiet", "main");
    saveBook("model.xlsx", edited(1, 1, 12));
    commit("ours");
    expect(tryGit("merge", "--no-edit", "agent").status).toBe(1);
    expect(git("status", "--porcelain")).toMatch(/^UU model\.xlsx$/m);
    expect(rowsOf("model.xlsx")).toEqual([BASE[0], ["Services", 12, 20], ["Licences", 33, 40], BASE[3]]);
    expect(git("diff")).toContain("model.xlsx");
  });

  it("merge: an unreadable side is a conflict of the whole file, and ours is kept", () => {
    saveBook("model.xlsx", BASE);
    commit("base");
    git("checkout", "--quiet", "-b", "agent");
    writeFileSync(at("model.xlsx"), "PK\u0003\u0004 broken");
    commit("agent's");
    git("checkout", "--quiet", "main");
    saveBook("model.xlsx", edited(1, 1, 12));
    commit("ours");
    expect(tryGit("merge", "--no-edit", "agent").status).toBe(1);
    expect(rowsOf("model.xlsx")).toEqual(edited(1, 1, 12));
  });
});
