/**
 * Every operation × role × workspace in one table. What is not in the table fails: an operation without a row, a route
 * without an operation, an operation without a route. Calls go through the route files themselves.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Principal } from "../services/context.ts";
import { getFileDiff } from "../services/getFileDiff.ts";
import { fingerprint } from "../services/testing/fingerprint.ts";
import { newAgentToken } from "../auth/secret.ts";
import { createTokenReader } from "../auth/token-principal.ts";
import { createHarness, must, putFiles } from "../services/testing/harness.ts";
import { decideAllOf } from "../services/testing/process.ts";
import { planPromotion } from "../services/planPromotion.ts";
import { promote } from "../services/promote.ts";
import { closeTurn, openTurn } from "../services/turns.ts";
import type { Role } from "../contracts/common.ts";
import { tokenNeed, type Access, type AnyOperation } from "./operation.ts";
import { operations } from "./operations/index.ts";
import type { Runtime } from "./runtime.ts";

const API = fileURLToPath(new URL("../../app/api/", import.meta.url));
const ROLES = ["viewer", "reviewer", "maintainer", "owner"] as const satisfies readonly Role[];
const HASH = "0".repeat(64);

/** Routes that serve no operation: sign-in is the adapter's own, and the last says that there is none. */
const NOT_OPERATIONS = new Set(["/api/auth/{all}", "/api/{none}"]);

/** Where something is to be done: a workspace and a branch in it, with one changed file. */
interface Place {
  readonly slug: string;
  readonly branch: string;
}

interface Row {
  readonly query?: (place: Place) => Record<string, string>;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** What it answers to those who may, where that is none of 2xx, 409, 422. */
  readonly may?: readonly number[];
  /** Puts back what a call that was served took away from all later ones. */
  readonly after?: (who: Principal, at: Place) => Promise<void>;
}

const FILE = { path: "a.txt" };
/** By the operation's name. A row says how it is called so that only the role decides. */
const TABLE: Readonly<Record<string, Row>> = {
  me: {},
  demoPeopleList: {},
  demoSignIn: { body: { person: "nobody" }, may: [404] },
  ownerClaim: { body: { token: "x", name: "N", email: "n@example.test", password: "0123456789" }, may: [403] },
  health: {},
  ready: {},
  openApi: {},
  eventStream: { query: ({ slug }) => ({ workspace: slug }) },
  workspaceList: {},
  workspaceCreate: { body: { name: "Made by the table", confirmRenames: false } },
  folderImport: { body: { folder: "/nowhere" }, may: [403, 404] },
  archiveImport: { query: () => ({ name: "a.zip" }) },
  workspaceGet: {},
  treeList: {},
  fileDownload: { query: () => FILE },
  fileViewGet: { query: () => FILE },
  freshnessGet: {},
  recordGet: { query: () => FILE },
  search: { query: () => ({ q: "a" }) },
  fileHistory: { query: () => FILE },
  fileCompare: { query: () => ({ ...FILE, before: HASH, after: HASH }), may: [404] },
  sheetWindowGet: { query: () => FILE },
  versionList: {},
  mediaGet: { query: () => ({ ...FILE, v: HASH }), may: [404] },
  archiveDownload: {},
  history: {},
  branchList: {},
  branchCreate: { body: { kind: "chat", name: "made by the table" } },
  branchGet: {},
  deltaGet: {},
  fileDiffGet: { query: () => FILE },
  textViewGet: { query: () => FILE },
  sheetGridGet: { query: () => ({ ...FILE, sheet: "S" }) },
  traceGet: {},
  momentGet: {},
  momentDiffGet: { query: () => FILE, may: [404] },
  callRecord: { body: { tool: "view" } },
  messageRecord: { body: { role: "agent", text: "Done." } },
  callChangesGet: { may: [404] },
  decide: { body: { path: "a.txt", ids: ["0".repeat(32)], verdict: "accept", seen: HASH, seq: 0 } },
  seenMark: { body: { path: "a.txt", ids: [] } },
  rejectionsApply: {},
  rebase: {},
  turnOpen: { body: { title: "A turn" } },
  turnClose: {},
  synchronize: { body: {} },
  staleList: {},
  reconcile: { body: { operation: "x", take: "accepted", accepted: null, staged: null }, may: [404] },
  reconcilePreview: { body: { operation: "x" }, may: [404] },
  reconcileResult: { body: { operation: "x", path: "a.txt" }, may: [404] },
  reconcileByHand: { query: () => ({ operation: "x", path: "a.txt" }), may: [404] },
  plan: { body: {} },
  promote: { body: { planHash: HASH } },
  rollbackPlan: {},
  rollBack: { body: { planHash: HASH } },
  renderingGet: { query: () => FILE },
  renderingRequest: { query: () => FILE },
  renderingCancel: { query: () => FILE },
  renderedPageGet: { query: () => ({ ...FILE, page: "1", renderer: "none" }) },
  renderedPdfGet: { query: () => FILE },
  workspaceRename: { body: { name: "Test" } },
  workspaceArchive: { body: { name: "not its name" } },
  workspaceRestore: {},
  archivedList: {},
  workspaceLeave: {
    after: (who, { slug }) => (who.name === "owner" ? Promise.resolve() : harness.member(slug, who, who.name as Role)),
  },
  memberList: {},
  memberRole: { body: { role: "viewer" }, may: [404] },
  memberRemove: { may: [404] },
  passwordLinkCreate: { may: [404] },
  invitationList: {},
  invitationCreate: { body: { role: "viewer" } },
  invitationRevoke: { may: [404] },
  agentTokenList: {},
  agentTokenCreate: { body: { name: "Made by the table", scope: "read" } },
  agentTokenRevoke: { may: [404] },
  auditList: {},
  auditCheck: {},
  auditExport: {},
  invitationLook: { body: { token: "x" }, may: [404] },
  invitationAccept: { body: { token: "x" }, may: [404] },
  invitationJoin: {
    body: { token: "x", name: "N", email: "n@example.test", password: "0123456789" },
    may: [404],
  },
  passwordLinkLook: { body: { token: "x" }, may: [404] },
  passwordLinkUse: { body: { token: "x", password: "0123456789" }, may: [404] },
  profileChange: { body: { name: "Named by the table" } },
  passwordChange: { body: { current: "x", next: "0123456789" }, may: [403] },
  threadList: {},
  threadCreate: { body: { branch: null, path: "a.txt", contentHash: HASH, text: "T" }, may: [404] },
  threadReply: { body: { text: "T" }, may: [404] },
  threadResolve: { body: { resolved: true }, may: [404] },
  commentEdit: { body: { text: "T" }, may: [404] },
  commentDelete: { may: [404] },
  peopleList: {},
  actionItemList: {},
  actionItemCreate: { body: { title: "T", assignee: "agent" } },
  actionItemChange: { body: { state: "done" }, may: [404] },
  reviewRequestList: {},
  reviewRequestCreate: { body: { treeHash: HASH } },
  reviewRequestClose: { may: [404] },
  inboxOfAll: {},
  inboxGet: {},
  mentionsMark: { body: { read: true } },
  presenceBeat: { body: { tab: "12345678", branch: null, path: null } },
  fileUpload: { query: () => ({ path: "b.txt" }), headers: { "if-none-match": "*" } },
  fileDelete: { query: () => FILE, headers: { "if-match": `"${HASH}"` } },
};

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

/** By method and path as an operation names them. */
const routes = new Map<string, Handler>();
const harness = await createHarness();
const { services } = harness;
let signedIn: Principal | null = null;
let own: Place;
let foreign: Place;
/** Another workspace of the owner's. */
let second: Place;
const people = new Map<Role | "none" | "stranger", Principal>();

beforeAll(async () => {
  const listener = { subscribe: () => Promise.resolve(() => undefined), close: () => Promise.resolve() };
  const auth = { principalOf: () => Promise.resolve(signedIn) };
  const log = { error: (...said: unknown[]) => expect(said, "nothing is thrown").toEqual([]) };
  // A minute passes between any two tokens: the limit on failures has a test of its own.
  let clock = Date.now();
  const runtime = {
    services,
    auth,
    tokens: createTokenReader(services.db, () => (clock += 61_000)),
    listener,
    presence: { announce: () => Promise.resolve(), here: () => [], watch: () => () => undefined },
    log,
    environment: { demo: false },
    origins: new Set(["http://localhost:3000"]),
  };
  (globalThis as { stagedRuntime?: Promise<Runtime> }).stagedRuntime = Promise.resolve(runtime as unknown as Runtime);
  for (const file of readdirSync(API, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith("route.ts"),
  )) {
    const at = `/api/${path
      .dirname(file)
      .split(path.sep)
      .join("/")
      .replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}")}`;
    const module = (await import(/* @vite-ignore */ pathToFileURL(path.join(API, file)).href)) as Record<
      string,
      unknown
    >;
    for (const method of ["GET", "POST", "PUT", "DELETE", "PATCH"])
      if (method in module && !NOT_OPERATIONS.has(at)) routes.set(`${method} ${at}`, module[method] as Handler);
  }
  for (const role of [...ROLES, "none", "stranger"] as const) people.set(role, await harness.person(role));
  own = await place("owner");
  foreign = await place("stranger");
  second = await place("owner");
  for (const role of ROLES.filter((one) => one !== "owner")) await harness.member(own.slug, personOf(role), role);
});

afterAll(() => Reflect.deleteProperty(globalThis, "stagedRuntime"));

const personOf = (role: Role | "none" | "stranger"): Principal => people.get(role)!;

/** A workspace of this person, with a staged change of `a.txt` that reads as a secret. */
async function place(owner: Role | "stranger"): Promise<Place> {
  const who = personOf(owner);
  const slug = await harness.workspace(who, { "a.txt": `secret of ${owner}\n` });
  const { id, sandbox } = await harness.branch(who, slug);
  for (const files of [{ "promoted.txt": "1\n" }, { "a.txt": `staged secret of ${owner}\n` }]) {
    must(await openTurn(services, who, slug, id, { title: "Edit" }));
    await putFiles(sandbox, files);
    must(await closeTurn(services, who, slug, id));
    if ("a.txt" in files) continue;
    await decideAllOf(services, who, slug, id, "promoted.txt", "accept");
    const { planHash } = must(await planPromotion(services, who, slug, id, {}));
    must(await promote(services, who, slug, id, { planHash, message: "" }));
  }
  return { slug, branch: id };
}

async function call(
  name: string,
  who: Principal | null,
  at: Place,
  headers: Record<string, string> = {},
): Promise<Response> {
  const operation = operations[name] as AnyOperation;
  const row = TABLE[name] as Row;
  const known: Readonly<Record<string, string>> = { workspace: at.slug, branch: at.branch, number: "1", t: "1" };
  // What else an address names is not there: who may ask is told so.
  const params = Object.fromEntries(
    [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, key = ""]) => [key, known[key] ?? "none"]),
  );
  const address = operation.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => params[key] ?? "");
  const url = new URL(address, "http://localhost:3000");
  for (const [key, value] of Object.entries(row.query?.(at) ?? {})) url.searchParams.set(key, value);
  const body = row.body === undefined ? {} : { body: JSON.stringify(row.body) };
  const stop = new AbortController();
  const request = new Request(url, {
    method: operation.method,
    signal: stop.signal,
    headers: { ...row.headers, ...headers },
    ...body,
  });
  signedIn = who;
  const handler = routes.get(`${operation.method} ${operation.path}`) as Handler;
  const response = await handler(request, { params: Promise.resolve(params) });
  if (response.headers.get("content-type") === "text/event-stream") stop.abort();
  return response;
}

/** On a branch of the owner: the turns there are the owner's, or a maintainer's. */
const mayDo = (role: Role, access: Access): boolean =>
  access === "public" ||
  access === "signed-in" ||
  ROLES.indexOf(role) >= ROLES.indexOf(access === "turns" ? "maintainer" : access);

const inWorkspace = (name: string): boolean => /\{workspace\}/.test(operations[name]!.path) || name === "eventStream";
const changes = (name: string): boolean => operations[name]!.method !== "GET";

test("the table, the operations and the route files name the same", () => {
  const named = Object.values(operations).map(({ method, path: at }) => `${method} ${at}`);
  expect([...routes.keys()].sort(), "a route for each operation, and no other").toEqual([...named].sort());
  expect(Object.keys(TABLE).sort(), "a row for each operation").toEqual(Object.keys(operations).sort());
});

describe.each(Object.keys(operations))("%s", (name) => {
  const { access } = operations[name]!;

  test("refuses those who may not, as if there were nothing, and changes nothing", async () => {
    const before = await fingerprint(services.db);
    if (access !== "public")
      expect(await statusOf(name, null, own), "without a session").toEqual([401, "not-signed-in"]);
    if (inWorkspace(name)) {
      for (const role of ROLES.filter((one) => !mayDo(one, access)))
        expect(await statusOf(name, personOf(role), own), `as ${role}`).toEqual([403, "not-permitted"]);
      const nowhere = { ...own, slug: "no-such-workspace" };
      for (const role of [...ROLES, "none"] as const) {
        expect(await statusOf(name, personOf(role), foreign), `${role}, another's`).toEqual([404, "not-found"]);
        expect(await statusOf(name, personOf(role), nowhere), `${role}, no such`).toEqual([404, "not-found"]);
      }
      if (operations[name]!.path.includes("{branch}"))
        expect(await statusOf(name, personOf("owner"), { ...own, branch: foreign.branch })).toEqual([404, "not-found"]);
    }
    expect(await fingerprint(services.db)).toEqual(before);
  });

  test("serves those who may", async () => {
    for (const role of ROLES.filter((one) => mayDo(one, access))) {
      const before = changes(name) ? null : await fingerprint(services.db);
      const response = await call(name, personOf(role), own);
      const allowed = [200, 201, 304, 409, 415, 422, ...(TABLE[name]!.may ?? [])];
      expect(allowed, `${role}: ${response.status} ${await textOf(response)}`).toContain(response.status);
      if (before) expect(await fingerprint(services.db), "a read changes nothing").toEqual(before);
      await TABLE[name]!.after?.(personOf(role), own);
    }
  });
});

test("[B3] the turns of one's own branch need no more than a reviewer", async () => {
  const { id } = await harness.branch(personOf("reviewer"), own.slug);
  const names = Object.keys(operations).filter((name) => operations[name]!.access === "turns");
  expect(names.sort()).toEqual(["callRecord", "messageRecord", "synchronize", "turnClose", "turnOpen"]);
  for (const name of ["turnOpen", "callRecord", "messageRecord", "synchronize", "turnClose"]) {
    const response = await call(name, personOf("reviewer"), { ...own, branch: id });
    expect([200, 201], `${name}: ${await textOf(response)}`).toContain(response.status);
  }
});

describe.each(Object.keys(operations))("%s with an agent's token", (name) => {
  const { access, path: at } = operations[name]!;
  const need = tokenNeed(operations[name]!);
  const ends = { revoked: { revokedAt: new Date(0) }, expired: { expiresAt: new Date(0) } };

  test("[M7] is refused by name where it is a person's, and beyond the scope; nothing changes", async () => {
    const tokens = { read: await tokenOf("owner", "read"), stage: await tokenOf("owner", "stage") };
    const ended = [];
    for (const end of Object.values(ends)) ended.push(await tokenOf("owner", "stage", end));
    const before = await fingerprint(services.db);
    for (const scope of ["read", "stage"] as const) {
      if (need === "read" || need === scope) continue;
      const [status, type, detail] = await refusalOf(name, tokens[scope], own);
      expect([status, ["not-permitted", "promotion-needs-a-person"].includes(type)], scope).toEqual([403, true]);
      expect(detail).toContain(operations[name]!.summary);
    }
    // Neither a session beside it nor a workspace of one's own brings back what a token has lost.
    for (const token of [...ended, `staged_${"x".repeat(43)}`, "nonsense"])
      expect((await refusalOf(name, token, own, personOf("owner"))).slice(0, 2)).toEqual([401, "not-signed-in"]);
    expect(await fingerprint(services.db)).toEqual(before);
  });

  if (need === "never") return;

  test("is served as its person in its workspace, and in no other", async () => {
    const [token, elsewhere] = [await tokenOf("owner", need), await tokenOf("owner", need, {}, second.slug)];
    const before = changes(name) ? null : await fingerprint(services.db);
    const response = await call(name, null, own, { authorization: `Bearer ${token}` });
    expect([200, 201, 304, 409, 415, 422, ...(TABLE[name]!.may ?? [])], await textOf(response)).toContain(
      response.status,
    );
    if (before) expect(await fingerprint(services.db)).toEqual(before);
    if (!inWorkspace(name)) return;
    for (const [which, place] of [
      [elsewhere, own],
      [token, second],
      [token, foreign],
    ] as const)
      // prettier-ignore
      expect((await refusalOf(name, which, place)).slice(0, 2)).toEqual([404, "not-found"]);
  });

  test("is never more than its person's role, and stages on no other's branch", async () => {
    for (const role of ROLES.filter((one) => one !== "owner")) {
      const response = await call(name, null, own, { authorization: `Bearer ${await tokenOf(role, need)}` });
      const refused = !mayDo(role, access) || (need === "stage" && at.includes("{branch}"));
      expect(response.status === 403, `${role}: ${response.status}`).toBe(refused);
    }
  });
});

describe("origins", () => {
  test.each(Object.keys(operations).filter(changes))("%s from another site is refused", async (name) => {
    const before = await fingerprint(services.db);
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: "http://localhost:3000.evil.example" },
      { "sec-fetch-site": "cross-site" },
    ]) {
      const response = await call(name, personOf("owner"), own, headers);
      expect([response.status, ((await response.json()) as { type: string }).type]).toEqual([
        403,
        "urn:staged:problem:origin-refused",
      ]);
    }
    expect(await fingerprint(services.db)).toEqual(before);
  });
});

describe("content of another workspace", () => {
  test("is not had by naming its hashes, trees or branches in one's own", async () => {
    const who = personOf("owner");
    const theirs = must(
      await getFileDiff(services, personOf("stranger"), foreign.slug, foreign.branch, { path: "a.txt", limit: 10 }),
    );
    const { acceptedTree } = await services.db.workspace.findUniqueOrThrow({ where: { slug: foreign.slug } });
    const queries: [string, Record<string, string>][] = [
      ["fileDownload", { path: "a.txt", v: theirs.file.after! }],
      ["fileDownload", { path: "a.txt", v: theirs.file.before! }],
      ["fileDownload", { path: "a.txt", tree: theirs.version.treeHash }],
      ["fileDownload", { path: "a.txt", tree: acceptedTree }],
      ["fileDownload", { path: "a.txt", branch: foreign.branch }],
      ["archiveDownload", { tree: acceptedTree }],
      ["archiveDownload", { branch: foreign.branch }],
      ["treeList", { tree: theirs.version.treeHash }],
      ["treeList", { branch: foreign.branch }],
      ["recordGet", { path: "a.txt", v: theirs.file.after! }],
      ["recordGet", { path: "a.txt", branch: foreign.branch }],
      ["sheetWindowGet", { path: "a.txt", v: theirs.file.after! }],
      ["fileCompare", { path: "a.txt", before: theirs.file.before!, after: theirs.file.after! }],
      ["search", { q: "secret", tree: theirs.version.treeHash }],
      ["search", { q: "secret", branch: foreign.branch }],
      ["freshnessGet", { tree: acceptedTree }],
      ["fileHistory", { path: "a.txt", branch: foreign.branch }],
      ["versionList", { branch: foreign.branch }],
    ];
    for (const [name, query] of queries) {
      const address = operations[name]!.path.replace("{workspace}", own.slug);
      const url = new URL(address, "http://localhost:3000");
      for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value);
      signedIn = who;
      const response = await routes.get(`GET ${operations[name]!.path}`)!(new Request(url), {
        params: Promise.resolve({ workspace: own.slug }),
      });
      const text = await response.text();
      expect([name, query, response.status]).toEqual([name, query, 404]);
      expect(text).not.toContain("secret of");
    }
  });

  test("a member who was removed has lost access at once", async () => {
    const gone = await harness.person("Gone");
    await harness.member(own.slug, gone, "maintainer");
    expect((await call("workspaceGet", gone, own)).status).toBe(200);
    await services.db.member.deleteMany({ where: { userId: gone.userId } });
    expect(await statusOf("workspaceGet", gone, own)).toEqual([404, "not-found"]);
    expect(await statusOf("branchGet", gone, own)).toEqual([404, "not-found"]);
  });

  test("an import is nobody else's", async () => {
    const root = path.join(harness.folder, "theirs");
    await putFiles(root, { "a.txt": "secret of the stranger\n" });
    const { readFolderImport } = await import("../services/importTree.ts");
    const proposal = must(await readFolderImport(services, personOf("stranger"), root, { bind: false }));
    signedIn = personOf("owner");
    const body = JSON.stringify({ name: "Taken", import: proposal.import, confirmRenames: true });
    const request = new Request("http://localhost:3000/api/workspaces", { method: "POST", body });
    const response = await routes.get("POST /api/workspaces")!(request, { params: Promise.resolve({}) });
    expect(response.status).toBe(410);
  });
});

/** A token of this role's person; `ends` says how it has ended. */
async function tokenOf(
  role: Role,
  scope: "read" | "stage",
  ends: { revokedAt?: Date; expiresAt?: Date } = {},
  slug = own.slug,
): Promise<string> {
  const { secret, hash, prefix } = newAgentToken();
  const { id: workspaceId } = await services.db.workspace.findUniqueOrThrow({ where: { slug } });
  const data = { workspaceId, userId: personOf(role).userId, name: `${scope} of ${role}`, scope, prefix, ...ends };
  await services.db.agentToken.create({ data: { id: services.newId(), tokenHash: hash, ...data } });
  return secret;
}

async function refusalOf(
  name: string,
  token: string,
  at: Place,
  who: Principal | null = null,
): Promise<[number, string, string]> {
  const response = await call(name, who, at, { authorization: `Bearer ${token}` });
  const text = await textOf(response);
  expect(text, `${name} tells nothing of ${at.slug}`).not.toContain("secret of");
  if (response.ok) return [response.status, "", ""];
  const { type, detail } = JSON.parse(text) as { type: string; detail: string };
  return [response.status, type.replace("urn:staged:problem:", ""), detail];
}

async function statusOf(name: string, who: Principal | null, at: Place): Promise<[number, string]> {
  const response = await call(name, who, at);
  const text = await textOf(response);
  expect(text, `${name} tells nothing of ${at.slug}`).not.toContain("secret of");
  const { type } = (response.ok ? { type: "" } : JSON.parse(text)) as { type: string };
  return [response.status, type.replace("urn:staged:problem:", "")];
}

const textOf = async (response: Response): Promise<string> =>
  response.headers.get("content-type") === "text/event-stream" ? "" : response.text();
