import { describe, expect, it } from "vitest";

import type { Instant, OperationId, PatchId, UserId } from "../core/journal/entry.ts";
import type { Path } from "../core/tree/path.ts";
import { sha256 } from "../shared/sha256.ts";
import { appendEntries, readEntries, type NewEntry } from "./journal.ts";
import { createTestDatabase } from "./testing/database.ts";
import { addBranch, addUser, addWorkspace } from "./testing/rows.ts";

const { database } = await createTestDatabase();

const newBranch = async () => addBranch(database, await addWorkspace(database), await addUser(database));

const operation = (name: string): NewEntry => ({
  type: "operation",
  actor: { kind: "agent", user: "u" as UserId },
  at: "2026-03-04T05:06:07.089Z" as Instant,
  operation: {
    id: name as OperationId,
    patch: "p" as PatchId,
    actor: { kind: "agent", user: "u" as UserId },
    kind: "create",
    cause: "turn",
    path: name as Path,
    baseHash: null,
    resultHash: sha256(name),
    resultSize: name.length,
    at: "2026-03-04T05:06:07.089Z" as Instant,
  },
});

const append = (branchId: string, fromSeq: number, entries: readonly NewEntry[]) =>
  database.transaction((tx) => appendEntries(tx, branchId, fromSeq, entries));

describe("journal", () => {
  it("[J4] numbers entries without gaps and gives back what was appended", async () => {
    const branch = await newBranch();
    const first = await append(branch, 0, [operation("a"), operation("b")]);
    const second = await append(branch, 2, [operation("c")]);
    expect(first.ok && second.ok && [...first.value, ...second.value].map((entry) => entry.seq)).toEqual([1, 2, 3]);
    expect(await readEntries(database, branch)).toEqual([
      { ...operation("a"), seq: 1 },
      { ...operation("b"), seq: 2 },
      { ...operation("c"), seq: 3 },
    ]);
    expect((await readEntries(database, branch, 1)).map((entry) => entry.seq)).toEqual([2, 3]);
    expect((await readEntries(database, branch, 1, 2)).map((entry) => entry.seq)).toEqual([2]);
  });

  it("gives back which agent token an entry was made with, and none where there was none", async () => {
    const branch = await newBranch();
    const actor = { kind: "agent", user: "u" as UserId, token: "t" } as const;
    const made: NewEntry = { ...operation("a"), actor };
    await append(branch, 0, [made, operation("b")]);
    expect(await readEntries(database, branch)).toEqual([
      { ...made, seq: 1 },
      { ...operation("b"), seq: 2 },
    ]);
  });

  it("[J4] appends nothing where the branch has moved on", async () => {
    const branch = await newBranch();
    await append(branch, 0, [operation("a")]);
    expect(await append(branch, 0, [operation("b")])).toEqual({
      ok: false,
      error: { reason: "sequence-moved", expected: 0, actual: 1 },
    });
    expect(await append("none", 0, [operation("b")])).toEqual({
      ok: false,
      error: { reason: "no-branch", branchId: "none" },
    });
    expect(await readEntries(database, branch)).toHaveLength(1);
  });

  it("[J4] lets exactly one of several appends from the same seq win", async () => {
    const branch = await newBranch();
    const results = await Promise.all(["a", "b", "c", "d"].map((name) => append(branch, 0, [operation(name)])));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(await readEntries(database, branch)).toHaveLength(1);
  });

  it("appends more entries than one statement holds", async () => {
    const branch = await newBranch();
    const many = Array.from({ length: 2_345 }, (_, index) => operation(`f${index}`));
    await append(branch, 0, many);
    const read = await readEntries(database, branch);
    expect(read.map((entry) => entry.seq)).toEqual(many.map((_, index) => index + 1));
  });

  it("keeps text that JSON columns in binary form refuse: U+0000, lone surrogates", async () => {
    const branch = await newBranch();
    const entry: NewEntry = {
      ...operation("a"),
      type: "held",
      patch: "p" as PatchId,
      held: sha256(""),
      illegal: ["\0", "\ud800", "é"],
    };
    await append(branch, 0, [entry]);
    expect((await readEntries(database, branch))[0]).toMatchObject({ illegal: ["\0", "\ud800", "é"] });
  });

  it("[J1] refuses to change or remove an entry, except a purge that says so", async () => {
    const branch = await newBranch();
    await append(branch, 0, [operation("a")]);
    const change = database.journalEntry.updateMany({ where: { branchId: branch }, data: { type: "held" } });
    await expect(change).rejects.toThrow(/append-only/);
    await expect(database.journalEntry.deleteMany({ where: { branchId: branch } })).rejects.toThrow(/append-only/);
    await database.transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL staged.purge = 'on'`;
      await tx.journalEntry.deleteMany({ where: { branchId: branch } });
    });
    expect(await readEntries(database, branch)).toEqual([]);
  });
});
