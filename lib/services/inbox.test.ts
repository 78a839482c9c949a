/** What waits for whom: review requests with what supersedes them (B4), stale files, mentions, action items, changes. */
import { expect, test } from "vitest";

import { createActionItemSchema } from "../contracts/action-items.ts";
import type { InboxEntry } from "../contracts/inbox.ts";
import { createThreadSchema } from "../contracts/threads.ts";
import { changeActionItem } from "./actionItemsChange.ts";
import { createActionItem } from "./actionItemsCreate.ts";
import { listActionItems } from "./actionItemsList.ts";
import { getBranch } from "./branches.ts";
import type { Principal } from "./context.ts";
import { getFileDiff } from "./getFileDiff.ts";
import { listInbox } from "./inboxList.ts";
import { markMentions } from "./inboxMark.ts";
import { listStale } from "./listStale.ts";
import { planPromotion } from "./planPromotion.ts";
import { promote } from "./promote.ts";
import { submitForReview } from "./submitForReview.ts";
import { closeReviewRequest } from "./submitClose.ts";
import { listReviewRequests } from "./submitList.ts";
import { fingerprint } from "./testing/fingerprint.ts";
import { createHarness, must, putFiles } from "./testing/harness.ts";
import { decideAllOf } from "./testing/process.ts";
import { createThread } from "./threadsCreate.ts";
import { closeTurn, openTurn } from "./turns.ts";

const harness = await createHarness();
const { services } = harness;
const mara = await harness.person("Mara");
const tomas = await harness.person("Tomas");
const viewer = await harness.person("Viewer");
const stranger = await harness.person("Stranger");

async function start() {
  const slug = await harness.workspace(mara, { "a.txt": "1\n", "b.txt": "1\n" });
  await harness.member(slug, tomas, "reviewer");
  await harness.member(slug, viewer, "viewer");
  const { id: branch, sandbox } = await harness.branch(tomas, slug);
  const turn = async (files: Record<string, string>) => {
    must(await openTurn(services, tomas, slug, branch, { title: "Edit" }));
    await putFiles(sandbox, files);
    must(await closeTurn(services, tomas, slug, branch));
  };
  return { slug, branch, turn };
}

const waiting = async (who: Principal, slug: string): Promise<InboxEntry[]> =>
  must(await listInbox(services, who, slug)).entries;
const kinds = async (who: Principal, slug: string) => (await waiting(who, slug)).map(({ kind }) => kind);
const treeOf = async (slug: string, branch: string) =>
  must(await getBranch(services, mara, slug, branch)).version.treeHash;

test("changes wait for those who may promote them, once, and no more when they are decided", async () => {
  const { slug, branch, turn } = await start();
  await turn({ "a.txt": "2\n", "b.txt": "2\n" });
  expect(await waiting(mara, slug)).toMatchObject([
    {
      kind: "changes",
      path: "a.txt",
      pending: 2,
      flagged: 0,
      files: 2,
      branch: { id: branch, user: { name: "Tomas" } },
    },
  ]);
  expect(await kinds(tomas, slug)).toEqual([]);
  for (const file of ["a.txt", "b.txt"]) await decideAllOf(services, mara, slug, branch, file, "accept");
  expect(await kinds(mara, slug)).toEqual([]);
});

test("[B4] a review request freezes the branch's version; a later point supersedes it, visibly", async () => {
  const { slug, branch, turn } = await start();
  await turn({ "a.txt": "2\n" });
  const treeHash = await treeOf(slug, branch);
  const { request } = must(await submitForReview(services, tomas, slug, branch, { message: "Please look", treeHash }));
  expect(request).toMatchObject({ state: "open", treeHash, by: { name: "Tomas" }, reviewer: null });
  expect(await waiting(mara, slug)).toMatchObject([
    { kind: "review-request", message: "Please look", pending: 1, superseded: false, request: request.id },
  ]);
  expect(await kinds(tomas, slug), "nobody reviews what they handed over").toEqual([]);
  await decideAllOf(services, mara, slug, branch, "a.txt", "accept");
  expect(await waiting(mara, slug), "a decision changes no content").toMatchObject([{ superseded: false, pending: 0 }]);
  await turn({ "a.txt": "3\n" });
  expect(await waiting(mara, slug)).toMatchObject([{ kind: "review-request", superseded: true }]);
  const [listed] = must(await listReviewRequests(services, viewer, slug, branch)).requests;
  expect(listed).toMatchObject({ state: "superseded", treeHash, t: request.t });
});

test("[B4] handing over again closes the request before; closing takes it from the inbox", async () => {
  const { slug, branch, turn } = await start();
  await turn({ "a.txt": "2\n" });
  const treeHash = await treeOf(slug, branch);
  const first = must(await submitForReview(services, tomas, slug, branch, { message: "", treeHash })).request;
  const named = { message: "", treeHash, reviewer: mara.userId };
  const second = must(await submitForReview(services, tomas, slug, branch, named)).request;
  const states = must(await listReviewRequests(services, mara, slug, branch)).requests.map(({ id, state }) => [
    id,
    state,
  ]);
  expect(new Map(states as [string, string][])).toEqual(
    new Map([
      [second.id, "open"],
      [first.id, "closed"],
    ]),
  );
  must(await closeReviewRequest(services, mara, slug, branch, second.id));
  expect(await kinds(mara, slug)).toEqual(["changes"]);
});

test("[B4] refused: another version than was seen, a running turn, a reviewer who may not review, a viewer", async () => {
  const { slug, branch, turn } = await start();
  await turn({ "a.txt": "2\n" });
  const treeHash = await treeOf(slug, branch);
  const refused = async (request: object, who = tomas) =>
    submitForReview(services, who, slug, branch, { message: "", treeHash, ...request });
  const before = await fingerprint(services.db);
  expect(await refused({ treeHash: "0".repeat(64) })).toMatchObject({ ok: false, error: { type: "base-moved" } });
  expect(await refused({ reviewer: viewer.userId })).toMatchObject({ ok: false, error: { type: "invalid-request" } });
  expect(await refused({ reviewer: stranger.userId })).toMatchObject({ ok: false, error: { type: "invalid-request" } });
  expect(await refused({}, viewer)).toMatchObject({ ok: false, error: { type: "not-permitted" } });
  expect(await fingerprint(services.db)).toEqual(before);
  must(await openTurn(services, tomas, slug, branch, { title: "Running" }));
  expect(await refused({ treeHash: await treeOf(slug, branch) })).toMatchObject({
    ok: false,
    error: { type: "turn-open" },
  });
});

test("a mention waits until it is read, in this workspace and across all; read ones come last", async () => {
  const { slug, branch, turn } = await start();
  await turn({ "a.txt": "2\n" });
  const diff = must(await getFileDiff(services, mara, slug, branch, { path: "a.txt", limit: 10 }));
  const change = diff.changes[0]!;
  const said = createThreadSchema.parse({
    branch,
    path: "a.txt",
    contentHash: diff.file.after,
    fragment: change.address,
    changeId: change.id,
    text: `<@${viewer.userId}> please look; <@${tomas.userId}> too`,
  });
  const { thread } = must(await createThread(services, tomas, slug, said));
  expect(await kinds(tomas, slug), "not by oneself").toEqual([]);
  const [entry] = await waiting(viewer, slug);
  expect(entry).toMatchObject({
    kind: "mention",
    read: false,
    path: "a.txt",
    fragment: change.address,
    changeId: change.id,
    thread: thread.id,
    by: { name: "Tomas" },
    mentions: [{ name: "Viewer" }, { name: "Tomas" }],
  });
  expect(must(await listInbox(services, viewer))).toMatchObject({ waiting: 1, more: 0 });
  const comments = [thread.comments[0]!.id];
  expect(must(await markMentions(services, mara, slug, { comments, read: true })), "others' stay").toEqual({
    marked: 0,
  });
  expect(must(await markMentions(services, viewer, slug, { comments, read: true }))).toEqual({ marked: 1 });
  expect(must(await listInbox(services, viewer, slug))).toMatchObject({ waiting: 0, entries: [{ read: true }] });
  must(await markMentions(services, viewer, slug, { read: false }));
  expect(must(await listInbox(services, viewer, slug)).waiting).toBe(1);
  await services.db.member.deleteMany({ where: { userId: viewer.userId, workspace: { slug } } });
  expect(must(await listInbox(services, viewer)).entries.filter(({ version }) => version.workspace === slug)).toEqual(
    [],
  );
  expect(await listInbox(services, viewer, slug)).toMatchObject({ ok: false, error: { type: "not-found" } });
});

test("[M6] a stale operation waits for the branch's person, and is handed back to the agent as an action item", async () => {
  const { slug, branch, turn } = await start();
  await turn({ "a.txt": "2\n" });
  const own = await harness.branch(mara, slug);
  must(await openTurn(services, mara, slug, own.id, { title: "Mine" }));
  await putFiles(own.sandbox, { "a.txt": "other\n" });
  must(await closeTurn(services, mara, slug, own.id));
  await decideAllOf(services, mara, slug, own.id, "a.txt", "accept");
  const { planHash } = must(await planPromotion(services, mara, slug, own.id, {}));
  must(await promote(services, mara, slug, own.id, { planHash, message: "" }));
  expect(await waiting(tomas, slug)).toMatchObject([
    { kind: "stale", path: "a.txt", files: 1, branch: { id: branch } },
  ]);
  expect(await kinds(mara, slug), "not for others").toEqual([]);

  const [stale] = must(await listStale(services, mara, slug, branch)).stale;
  const request = createActionItemSchema.parse({
    title: "Do this again on the accepted version",
    assignee: "agent",
    path: "a.txt",
    contentHash: stale!.staged!,
    operation: stale!.id,
  });
  const { item } = must(await createActionItem(services, mara, slug, branch, request));
  expect(item).toMatchObject({ operation: stale!.id, assignee: null, state: "open" });
  expect(item.address).toBe(`staged:${slug}/a.txt?v=${stale!.staged!}`);
  expect(must(await listStale(services, mara, slug, branch)).stale, "it stays stale").toHaveLength(1);
  const forAgent = must(await listActionItems(services, tomas, slug, branch, { assignee: "agent", state: "open" }));
  expect(forAgent.items.map(({ title }) => title)).toEqual(["Do this again on the accepted version"]);
  const gone = await createActionItem(services, mara, slug, branch, { ...request, operation: "none" });
  expect(gone).toMatchObject({ ok: false, error: { type: "not-found" } });
});

test("[A1] an action item waits for its person until it is closed, with what came of it", async () => {
  const { slug, branch } = await start();
  const give = (assignee: object, who = mara) =>
    createActionItem(
      services,
      who,
      slug,
      branch,
      createActionItemSchema.parse({ title: "Check the sum", ...assignee }),
    );
  const { item } = must(await give({ assignee: { person: viewer.userId } }));
  expect(await waiting(viewer, slug)).toMatchObject([{ kind: "action-item", title: "Check the sum", item: item.id }]);
  const done = { state: "done", outcome: "It is right" } as const;
  for (let twice = 0; twice < 2; twice++)
    expect(must(await changeActionItem(services, tomas, slug, item.id, done)).item).toMatchObject({
      state: "done",
      closed: { by: { name: "Tomas" }, outcome: "It is right" },
    });
  expect(await kinds(viewer, slug)).toEqual([]);
  const reopened = must(await changeActionItem(services, tomas, slug, item.id, { state: "open" })).item;
  expect(reopened).toMatchObject({ state: "open", closed: null });
  const events = await services.db.event.findMany({
    where: { type: "action-item", branchId: branch },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ body }) => (body as { what: string }).what)).toEqual(["created", "done", "reopened"]);

  const { id: proposals } = await harness.branch(mara, slug, "review");
  const toNobody = createActionItemSchema.parse({ title: "T", assignee: "agent" });
  const before = await fingerprint(services.db);
  const refused = [
    [await give({ assignee: { person: stranger.userId } }), "invalid-request"],
    [await give({ assignee: "agent" }, viewer), "not-permitted"],
    [await createActionItem(services, mara, slug, proposals, toNobody), "invalid-request"],
  ] as const;
  for (const [outcome, type] of refused) expect(outcome).toMatchObject({ ok: false, error: { type } });
  expect(await fingerprint(services.db)).toEqual(before);
});
