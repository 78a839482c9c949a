/**
 * The demo workspace, made once per data folder through the same services that people and agents use: the accepted tree
 * is imported, the agent's session is replayed turn by turn through `synchronize`, and a reviewer's proposal is promoted
 * in between. No version, hash or freshness is written by hand. A run that was cut short is set aside and made anew.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile as writeToDisk } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { createAuth } from "../../lib/auth/auth.ts";
import type { Instant, UserId } from "../../lib/core/journal/entry.ts";
import { createBranch } from "../../lib/services/branches.ts";
import { loadBranch } from "../../lib/services/branchState.ts";
import { inProcessParser } from "../../lib/parsing/parser.ts";
import { noJobs } from "../../lib/jobs/jobs.ts";
import { noRenderer } from "../../lib/rendering/renderer.ts";
import { createCaches } from "../../lib/services/caches.ts";
import type { Principal, Services } from "../../lib/services/context.ts";
import { createWorkspace } from "../../lib/services/createWorkspace.ts";
import { decideAll } from "../../lib/services/decideChanges.ts";
import { demoPeople } from "../../lib/services/demoPeople.ts";
import type { Failure } from "../../lib/services/failure.ts";
import { readFolderImport } from "../../lib/services/importTree.ts";
import { planPromotion } from "../../lib/services/planPromotion.ts";
import { promote } from "../../lib/services/promote.ts";
import { recordMessage } from "../../lib/services/recordMessage.ts";
import { recordToolCall } from "../../lib/services/recordToolCall.ts";
import { sandboxOf, scanSandbox } from "../../lib/services/sandboxes.ts";
import { synchronizeOpenTurn } from "../../lib/services/synchronize.ts";
import { closeTurn, openTurn } from "../../lib/services/turns.ts";
import { writeFile } from "../../lib/services/writeFile.ts";
import { getFile } from "../../lib/core/tree/tree.ts";
import { path as legalPath } from "../../lib/core/tree/path.ts";
import type { Result } from "../../lib/shared/result.ts";
import { openDatabase, type Database } from "../../lib/store/database.ts";
import { openFileBlobs } from "../../lib/store/file-blobs.ts";
import { readTree, replaySession, type Files, type Step } from "./replay.ts";
import { loadReview, loadSession, workspaceFolder } from "./session.ts";

export interface SeedOptions {
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly say: (line: string) => void;
  /** Of the workspace; default "Q3 board pack". Another name makes another one, for tests. */
  readonly name?: string;
}

const NAME = "Q3 board pack";
/** After this turn of the agent the reviewer's proposal is promoted, so that the agent's edit of the same file goes stale. */
const REVIEW_AFTER_TURN = 3;

/** The slug of the demo workspace, which is there afterwards. */
export async function seedDemo({ databaseUrl, dataFolder, say, name = NAME }: SeedOptions): Promise<string> {
  const db = openDatabase(databaseUrl);
  const key = `demo.seeded:${name}`;
  try {
    const done = await db.setting.findUnique({ where: { key } });
    if (done) return (done.value as { slug: string }).slug;
    say("Making the demo workspace …");
    const services = servicesOn(db, dataFolder);
    const [mara, tomas] = await demoPrincipals(services);
    await setUnfinishedAside(db, name);
    const slug = await makeWorkspace(services, mara, tomas, name);
    await replayAgent(services, mara, slug, () => proposeAndPromote(services, tomas, slug));
    await db.setting.create({ data: { key, value: { slug, at: services.now() } } });
    return slug;
  } finally {
    await db.close();
  }
}

function servicesOn(db: Database, dataFolder: string): Services {
  return {
    db,
    blobs: openFileBlobs(path.join(dataFolder, "blobs")),
    caches: createCaches(),
    parser: inProcessParser,
    jobs: noJobs,
    renderer: noRenderer,
    now: () => new Date().toISOString() as Instant,
    newId: () => randomUUID(),
    dataFolder,
    folderRoots: [],
  };
}

async function demoPrincipals(services: Services): Promise<[Principal, Principal]> {
  const auth = createAuth({
    prisma: services.db as never,
    secret: randomBytes(32).toString("base64url"),
    origin: "http://localhost",
    trustedOrigins: [],
  });
  const principals: Principal[] = [];
  for (const { name, email, password } of demoPeople) {
    const known = await services.db.user.findUnique({ where: { email } });
    const userId = known
      ? (known.id as UserId)
      : must(await auth.createPerson({ name, email, password }), `account of ${name}`);
    principals.push({ userId, name, email });
  }
  return principals as [Principal, Principal];
}

async function setUnfinishedAside(db: Database, name: string): Promise<void> {
  for (const { id, slug } of await db.workspace.findMany({ where: { name, archivedAt: null } })) {
    await db.workspace.update({
      where: { id },
      data: { archivedAt: new Date(), slug: `${slug}-unfinished-${id.slice(0, 8)}` },
    });
  }
}

async function makeWorkspace(services: Services, mara: Principal, tomas: Principal, name: string): Promise<string> {
  const proposal = must(
    await readFolderImport(services, mara, fileURLToPath(workspaceFolder), { bind: false }),
    "reading the demo files",
  );
  const workspace = must(
    await createWorkspace(services, mara, { name, import: proposal.import, confirmRenames: false }),
    "the workspace",
  );
  const { id } = await services.db.workspace.findUniqueOrThrow({ where: { slug: workspace.slug } });
  await services.db.member.create({ data: { workspaceId: id, userId: tomas.userId, role: "maintainer" } });
  return workspace.slug;
}

async function replayAgent(
  services: Services,
  mara: Principal,
  slug: string,
  afterReviewTurn: () => Promise<void>,
): Promise<void> {
  const session = loadSession();
  const steps = replaySession(session, readTree(workspaceFolder));
  const branch = must(
    await createBranch(services, mara, slug, { kind: "chat", name: session.branch.name }),
    "the agent's branch",
  );
  const access = must(await loadBranch(services, mara, slug, branch.id, "reviewer"), "the agent's branch").access;
  const folder = sandboxOf(services, access);
  for (const turn of session.turns) {
    must(await openTurn(services, mara, slug, branch.id, { title: turn.title }), `turn ${turn.number}`);
    const say = async (role: "person" | "agent", text: string) =>
      void must(await recordMessage(services, mara, slug, branch.id, { role, text }), `turn ${turn.number}`);
    await say("person", turn.prompt);
    for (const step of steps.filter((candidate) => candidate.turn === turn.number)) {
      const changed = await enact(folder, step);
      const { tool, summary, output } = step.call;
      const call = {
        tool,
        summary,
        input: inputText(step.call.input),
        ...(output === undefined ? {} : { output }),
        seconds: 0,
      };
      if (!changed) {
        must(await recordToolCall(services, mara, slug, branch.id, call), `call ${step.turn}-${step.index}`);
        continue;
      }
      const { state } = must(await loadBranch(services, mara, slug, branch.id, "reviewer"), "the agent's branch");
      const scanned = must(await scanSandbox(services, folder, state.openTurn?.held ?? state.current), "the scan");
      must(
        await synchronizeOpenTurn(services, mara, slug, branch.id, scanned, call),
        `call ${step.turn}-${step.index}`,
      );
    }
    await say("agent", turn.reply);
    must(await closeTurn(services, mara, slug, branch.id), `the end of turn ${turn.number}`);
    if (turn.number === REVIEW_AFTER_TURN) await afterReviewTurn();
  }
}

/** Does to the sandbox what the call did. False where it only read. */
async function enact(folder: string, { before, after, call }: Step): Promise<boolean> {
  for (const { from, to } of call.moves) {
    await mkdir(path.dirname(path.join(folder, to)), { recursive: true });
    await rename(path.join(folder, from), path.join(folder, to));
  }
  const changed = [...after].filter(
    ([at, bytes]) => before.get(at) !== bytes && !call.moves.some(({ to }) => to === at),
  );
  for (const [at, bytes] of changed) {
    await mkdir(path.dirname(path.join(folder, at)), { recursive: true });
    await writeToDisk(path.join(folder, at), bytes);
  }
  for (const at of call.deletes) await rm(path.join(folder, at));
  return changed.length + call.moves.length + call.deletes.length > 0;
}

async function proposeAndPromote(services: Services, tomas: Principal, slug: string): Promise<void> {
  const review = loadReview();
  const branch = must(
    await createBranch(services, tomas, slug, { kind: "review", name: review.branch.name }),
    "the reviewer's branch",
  );
  const proposed: Files = new Map(
    Object.entries(review.files).map(([at, file]) => [at, readTree(review.folder).get(file) ?? new Uint8Array()]),
  );
  for (const [at, bytes] of proposed) {
    const { state } = must(await loadBranch(services, tomas, slug, branch.id, "reviewer"), "the reviewer's branch");
    const base = getFile(state.current, legalPath(at))?.hash ?? null;
    const body = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
    const request = {
      path: at,
      sha256: null,
      ifMatch: base,
      ifNoneMatch: base === null ? "*" : null,
      announced: bytes.byteLength,
      body,
    };
    must(await writeFile(services, tomas, slug, branch.id, request), `the proposal for ${at}`);
  }
  must(await decideAll(services, tomas, slug, branch.id, "accept"), "accepting the proposal");
  const plan = must(await planPromotion(services, tomas, slug, branch.id, {}), "the plan");
  must(
    await promote(services, tomas, slug, branch.id, { planHash: plan.planHash, message: review.reason }),
    "the promotion",
  );
}

function inputText(input: Readonly<Record<string, unknown>>): string {
  const [only, ...others] = Object.values(input);
  return typeof only === "string" && others.length === 0 ? only : JSON.stringify(input, null, 2);
}

function must<T>(outcome: Result<T, Failure | { readonly reason: string }>, what: string): T {
  if (outcome.ok) return outcome.value;
  const { error } = outcome;
  throw new Error(`The demo cannot be made: ${what}: ${"detail" in error ? error.detail : error.reason}`);
}
