/** [R7] Threads: who may, what is kept, where their places are once the agent went on, and what is gone. */
import { rm } from "node:fs/promises";
import path from "node:path";

import { expect, test } from "vitest";

import { createThreadSchema } from "../contracts/threads.ts";
import { buildDocument, p } from "../formats/docx/testing/build.ts";
import { buildWorkbook } from "../formats/xlsx/testing/build.ts";
import type { Principal } from "./context.ts";
import { getFileDiff } from "./getFileDiff.ts";
import { listTree } from "./listTree.ts";
import { planPromotion } from "./planPromotion.ts";
import { promote } from "./promote.ts";
import { fingerprint } from "./testing/fingerprint.ts";
import { createHarness, must, putFiles } from "./testing/harness.ts";
import { decideAllOf } from "./testing/process.ts";
import { deleteComment, editComment, replyToThread } from "./threadsComment.ts";
import { createThread } from "./threadsCreate.ts";
import { listThreads } from "./threadsList.ts";
import { resolveThread } from "./threadsResolve.ts";
import { closeTurn, openTurn } from "./turns.ts";

const harness = await createHarness();
const { services } = harness;
const mara = await harness.person("Mara");
const tomas = await harness.person("Tomas");
const viewer = await harness.person("Viewer");
const stranger = await harness.person("Stranger");

const BOOK = (rows: readonly (readonly (string | number)[])[]) => buildWorkbook([{ name: "Revenue", rows }]);
const ROWS = [
  ["Line", "Q3"],
  ["Subscriptions", 44.9],
  ["Services", 10.4],
  ["Hardware", 2.9],
];
const PARAGRAPHS = [
  "The board met in March and took note of the report.",
  "Revenue grew by nine percent over the year before.",
  "Costs were flat in all regions but one of them.",
  "Hiring stops until the next plan stands in autumn.",
];
const MEMO = (texts: readonly string[]) => buildDocument(texts.map((text) => p(text)).join(""));

async function start(files: Record<string, string | Uint8Array>) {
  const slug = await harness.workspace(mara, files);
  await harness.member(slug, tomas, "reviewer");
  await harness.member(slug, viewer, "viewer");
  const { id, sandbox } = await harness.branch(mara, slug);
  const turn = async (change: (folder: string) => Promise<unknown>) => {
    must(await openTurn(services, mara, slug, id, { title: "Edit" }));
    await change(sandbox);
    must(await closeTurn(services, mara, slug, id));
  };
  return { slug, branch: id, turn };
}

const diffOf = async (slug: string, branch: string, file: string) =>
  must(await getFileDiff(services, mara, slug, branch, { path: file, limit: 100 }));

async function say(slug: string, branch: string | null, who: Principal, more: Record<string, unknown>) {
  return createThread(services, who, slug, createThreadSchema.parse({ branch, text: "Is this right?", ...more }));
}

const only = async (slug: string, branch: string | null, file?: string) => {
  const { threads } = must(await listThreads(services, viewer, slug, { branch, path: file }));
  expect(threads).toHaveLength(1);
  return threads[0]!;
};

test("[R7] a comment on a changed cell follows it below an inserted row, and says its quote", async () => {
  const { slug, branch, turn } = await start({ "model/q3.xlsx": BOOK(ROWS) });
  await turn((at) =>
    putFiles(at, { "model/q3.xlsx": BOOK([...ROWS.slice(0, 2), ["Services", 9.6], ...ROWS.slice(3)]) }),
  );
  const { changes, file } = await diffOf(slug, branch, "model/q3.xlsx");
  const cell = changes.find(({ address }) => address.includes("cell=B3"))!;
  must(
    await say(slug, branch, tomas, {
      path: file.path,
      contentHash: file.after,
      fragment: cell.address,
      changeId: cell.id,
    }),
  );
  expect(await only(slug, branch)).toMatchObject({
    quote: "9.6",
    place: { state: "here", fragment: "sheet=Revenue&cell=B3", changeId: cell.id, moved: false },
  });
  await turn((at) =>
    putFiles(at, {
      "model/q3.xlsx": BOOK([...ROWS.slice(0, 2), ["Marketplace", 1.1], ["Services", 9.6], ...ROWS.slice(3)]),
    }),
  );
  const { place } = await only(slug, branch);
  expect(place).toMatchObject({ state: "here", fragment: "sheet=Revenue&cell=B4", changeId: cell.id, moved: true });
});

test("[R7] a place without a change follows a moved paragraph, and a moved file", async () => {
  const { slug, branch, turn } = await start({ "memo.docx": MEMO(PARAGRAPHS), "b.txt": "1\n" });
  await turn((at) => putFiles(at, { "b.txt": "2\n" }));
  const accepted = must(await listTree(services, mara, slug, { branch, limit: 10 }));
  const contentHash = accepted.entries.find((entry) => entry.path === "memo.docx")!.contentHash;
  must(await say(slug, branch, tomas, { path: "memo.docx", contentHash, fragment: "para=2", quote: "Revenue grew" }));
  const moved = [PARAGRAPHS[0], PARAGRAPHS[2], PARAGRAPHS[3], PARAGRAPHS[1]].map((text) => text ?? "");
  await turn((at) => putFiles(at, { "memo.docx": MEMO(moved) }));
  expect((await only(slug, branch, "memo.docx")).place).toMatchObject({
    state: "here",
    fragment: "para=4",
    moved: true,
  });
  await turn(async (at) => {
    await rm(path.join(at, "memo.docx"));
    await putFiles(at, { "memos/march.docx": MEMO(moved) });
  });
  const thread = await only(slug, branch, "memos/march.docx");
  expect(thread.place).toMatchObject({ state: "here", path: "memos/march.docx", fragment: "para=4", moved: true });
  expect(thread.anchor).toMatchObject({ path: "memo.docx", fragment: "para=2", contentHash });
});

test("[R7] where its place is gone a thread says so, keeps its quote and its anchor", async () => {
  const { slug, branch, turn } = await start({ "notes.md": "# Notes\n\nOne\nTwo\nThree\n" });
  await turn((at) => putFiles(at, { "notes.md": "# Notes\n\nOne\nTwo, and a half\nThree\n" }));
  const { changes, file } = await diffOf(slug, branch, "notes.md");
  must(
    await say(slug, branch, tomas, {
      path: file.path,
      contentHash: file.after,
      fragment: "L4",
      changeId: changes[0]!.id,
    }),
  );
  await turn((at) => putFiles(at, { "notes.md": "# Notes\n\nOne\nThree\n" }));
  expect(await only(slug, branch)).toMatchObject({
    quote: "Two, and a half",
    place: { state: "gone", why: "place", path: "notes.md" },
    anchor: { fragment: "L4" },
  });
  await turn((at) => rm(path.join(at, "notes.md")));
  expect((await only(slug, branch)).place).toMatchObject({ state: "gone", why: "file" });
});

test("[R7] a comment on a change stays at its place once the change was promoted; on the accepted version by itself", async () => {
  const { slug, branch, turn } = await start({ "a.txt": "one\ntwo\n" });
  await turn((at) => putFiles(at, { "a.txt": "one\n2\n" }));
  const { changes, file } = await diffOf(slug, branch, "a.txt");
  must(
    await say(slug, branch, mara, { path: "a.txt", contentHash: file.after, fragment: "L2", changeId: changes[0]!.id }),
  );
  await decideAllOf(services, mara, slug, branch, "a.txt", "accept");
  const { planHash } = must(await planPromotion(services, mara, slug, branch, {}));
  must(await promote(services, mara, slug, branch, { planHash, message: "" }));
  expect((await only(slug, branch)).place).toMatchObject({
    state: "here",
    fragment: "L2",
    changeId: null,
    moved: false,
  });
  must(await say(slug, null, tomas, { path: "a.txt", contentHash: file.after, fragment: "L1" }));
  expect((await only(slug, null)).place).toMatchObject({ state: "here", contentHash: file.after, fragment: "L1" });
});

test("mentions name members only; the text keeps ids, answers say the names", async () => {
  const { slug, branch } = await start({ "a.txt": "1\n" });
  const { entries } = must(await listTree(services, mara, slug, { limit: 10 }));
  const at = { path: "a.txt", contentHash: entries[0]!.contentHash };
  const before = await fingerprint(services.db);
  const refused = await say(slug, branch, mara, { ...at, text: `See <@${stranger.userId}>` });
  expect(refused).toMatchObject({ ok: false, error: { type: "invalid-request" } });
  expect(await fingerprint(services.db)).toEqual(before);
  const { thread } = must(await say(slug, branch, mara, { ...at, text: `See <@${tomas.userId}>, <@${tomas.userId}>` }));
  expect(thread.comments[0]).toMatchObject({
    text: `See <@${tomas.userId}>, <@${tomas.userId}>`,
    mentions: [{ id: tomas.userId, name: "Tomas" }],
  });
  const comment = thread.comments[0]!.id;
  expect(await services.db.mention.count({ where: { commentId: comment } })).toBe(1);
  must(await editComment(services, mara, slug, { thread: thread.id, comment }, { text: "Never mind" }));
  expect(await services.db.mention.count({ where: { commentId: comment } })).toBe(0);
});

test("replies, edits and deletions: only one's own, and a deleted comment keeps its place without its text", async () => {
  const { slug, branch } = await start({ "a.txt": "1\n" });
  const { entries } = must(await listTree(services, mara, slug, { limit: 10 }));
  const { thread } = must(await say(slug, branch, mara, { path: "a.txt", contentHash: entries[0]!.contentHash }));
  const replied = must(await replyToThread(services, tomas, slug, thread.id, { text: "Yes" })).thread;
  expect(replied.comments.map(({ author, text }) => [author.name, text])).toEqual([
    ["Mara", "Is this right?"],
    ["Tomas", "Yes"],
  ]);
  const own = { thread: thread.id, comment: replied.comments[1]!.id };
  expect(await editComment(services, mara, slug, own, { text: "No" })).toMatchObject({
    ok: false,
    error: { type: "not-permitted" },
  });
  const edited = must(await editComment(services, tomas, slug, own, { text: "Yes, it is" })).thread;
  expect(edited.comments[1]).toMatchObject({ text: "Yes, it is" });
  expect(edited.comments[1]!.editedAt).not.toBeNull();
  const deleted = must(await deleteComment(services, tomas, slug, own)).thread;
  expect(deleted.comments[1]).toMatchObject({ author: { name: "Tomas" }, text: null });
  expect(await services.db.comment.findUnique({ where: { id: own.comment } })).toMatchObject({ body: "" });
  expect(await editComment(services, tomas, slug, own, { text: "Back" })).toMatchObject({
    ok: false,
    error: { type: "conflict" },
  });
});

test("[A1] resolving and opening again are said once each, with who", async () => {
  const { slug, branch } = await start({ "a.txt": "1\n" });
  const { entries } = must(await listTree(services, mara, slug, { limit: 10 }));
  const { thread } = must(await say(slug, branch, mara, { path: "a.txt", contentHash: entries[0]!.contentHash }));
  for (const resolved of [true, true]) {
    const answer = must(await resolveThread(services, tomas, slug, thread.id, { resolved }));
    expect(answer.thread.resolved).toMatchObject({ by: { name: "Tomas" } });
  }
  expect(must(await listThreads(services, viewer, slug, { branch })).files).toEqual([
    { path: "a.txt", open: 0, resolved: 1 },
  ]);
  must(await resolveThread(services, mara, slug, thread.id, { resolved: false }));
  const events = await services.db.event.findMany({
    where: { type: "thread", branchId: branch },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ body, actorId }) => [(body as { what: string }).what, actorId])).toEqual([
    ["created", mara.userId],
    ["resolved", tomas.userId],
    ["reopened", mara.userId],
  ]);
  expect(JSON.stringify(events.map(({ body }) => body)), "no text in events").not.toContain("right");
});

test("viewers read and do not write; strangers find nothing", async () => {
  const { slug, branch } = await start({ "a.txt": "1\n" });
  const { entries } = must(await listTree(services, mara, slug, { limit: 10 }));
  const at = { path: "a.txt", contentHash: entries[0]!.contentHash };
  const { thread } = must(await say(slug, branch, mara, at));
  expect(must(await listThreads(services, viewer, slug, { branch })).threads).toHaveLength(1);
  const refused = [
    await say(slug, branch, viewer, at),
    await replyToThread(services, viewer, slug, thread.id, { text: "Hm" }),
    await resolveThread(services, viewer, slug, thread.id, { resolved: true }),
  ];
  for (const outcome of refused) expect(outcome).toMatchObject({ ok: false, error: { type: "not-permitted" } });
  expect(await listThreads(services, stranger, slug, { branch })).toMatchObject({
    ok: false,
    error: { type: "not-found" },
  });
  const other = await harness.workspace(stranger, { "a.txt": "1\n" });
  expect(await replyToThread(services, stranger, other, thread.id, { text: "Hm" })).toMatchObject({
    ok: false,
    error: { type: "not-found" },
  });
});

test("what is no place, no version or no text is refused, and nothing is saved", async () => {
  const { slug, branch } = await start({ "a.txt": "1\n" });
  const { entries } = must(await listTree(services, mara, slug, { limit: 10 }));
  const contentHash = entries[0]!.contentHash;
  const before = await fingerprint(services.db);
  const refused = [
    [await say(slug, branch, mara, { path: "a.txt", contentHash: "0".repeat(64) }), "not-found"],
    [await say(slug, branch, mara, { path: "../a.txt", contentHash }), "illegal-path"],
    [await say(slug, branch, mara, { path: "a.txt", contentHash, fragment: "nowhere" }), "invalid-request"],
    [await say(slug, branch, mara, { path: "a.txt", contentHash, changeId: "0".repeat(32) }), "base-moved"],
  ] as const;
  for (const [outcome, type] of refused) expect(outcome).toMatchObject({ ok: false, error: { type } });
  expect(await fingerprint(services.db)).toEqual(before);
  for (const text of ["", " \r\n ", "a\0b", "half \ud800", "x".repeat(4_001)])
    expect(
      createThreadSchema.safeParse({ branch, path: "a.txt", contentHash, text }).success,
      JSON.stringify(text),
    ).toBe(false);
  expect(createThreadSchema.parse({ branch, path: "a.txt", contentHash, text: " a\r\nb " }).text).toBe("a\nb");
});
