import { expect, test } from "vitest";

import type { InboxEntry } from "../../lib/contracts/inbox.ts";
import { countWords, entryHref } from "./entry-words.ts";

const HASH = "0".repeat(64);
const common = {
  key: "k",
  version: { workspace: "w", branch: "b", t: 1, seq: 2, treeHash: HASH },
  workspaceName: "W",
  branch: { id: "b", name: "refresh", user: { id: "u", name: "Mara" } },
  at: "2026-01-01T00:00:00.000Z",
};
const by = { id: "u2", name: "Tomas" };
const change = "a".repeat(32);
const place = { path: "model/q 3.xlsx", fragment: "sheet=Cash%20flow&cell=D3", changeId: change };

const mention: InboxEntry = {
  ...common,
  ...place,
  kind: "mention",
  thread: "t1",
  comment: "c1",
  by,
  text: "Hi",
  mentions: [],
  read: false,
};
const changes: InboxEntry = { ...common, kind: "changes", path: "a.txt", pending: 12, flagged: 1, files: 2 };
const stale: InboxEntry = { ...common, kind: "stale", path: "a.txt", files: 1 };

test("every entry leads to its exact place", () => {
  const at = new URL(entryHref(mention), "http://localhost");
  expect(at.pathname).toBe("/w/w/branches/b/review");
  expect(Object.fromEntries(at.searchParams)).toEqual({
    path: "model/q 3.xlsx",
    sheet: "Cash flow",
    change,
    thread: "t1",
  });
  expect(entryHref(changes)).toBe("/w/w/branches/b/review?path=a.txt");
  expect(entryHref(stale)).toBe("/w/w/branches/b/stale");
  expect(entryHref({ ...mention, branch: null })).toBe("/w/w/files?path=model%2Fq+3.xlsx&view=comments&thread=t1");
});

test("every count says its unit", () => {
  expect(countWords(changes)).toBe("12 changes to decide in 2 files, 1 flagged");
  expect(countWords({ ...changes, pending: 1, files: 1, flagged: 0 })).toBe("1 change to decide in 1 file");
  expect(countWords(stale)).toBe("1 file to reconcile");
  expect(countWords(mention)).toBe("Cash flow!D3 in q 3.xlsx");
});
