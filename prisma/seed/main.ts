/**
 * The demo workspace, made once per data folder through the same services that people and agents use: a tree is
 * imported and promoted to, the agent's session is replayed turn by turn through `synchronize`, and a reviewer's proposal
 * is promoted in between. No version, hash or freshness is written by hand; times are the demo's own, of the last days.
 * A run that was cut short is set aside and made anew.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { createAuth } from "../../lib/auth/auth.ts";
import type { UserId } from "../../lib/core/journal/entry.ts";
import { noJobs } from "../../lib/jobs/jobs.ts";
import { inProcessParser } from "../../lib/parsing/parser.ts";
import { noRenderer } from "../../lib/rendering/renderer.ts";
import { createCaches } from "../../lib/services/caches.ts";
import type { Principal, Services } from "../../lib/services/context.ts";
import { createWorkspace } from "../../lib/services/createWorkspace.ts";
import { demoPeople } from "../../lib/services/demoPeople.ts";
import { readFolderImport } from "../../lib/services/importTree.ts";
import { openDatabase, type Database } from "../../lib/store/database.ts";
import { openFileBlobs } from "../../lib/store/file-blobs.ts";
import { replayAgent } from "./agent.ts";
import { DemoClock, hours } from "./clock.ts";
import { discuss, submit } from "./discussion.ts";
import { must } from "./must.ts";
import { importedTree, promoteHistory, promoteReview, proposeCorrection, type Author } from "./proposals.ts";

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
/** More than passes until the demo is made. */
const BEGINS_HOURS_AGO = 56;

/** The slug of the demo workspace, which is there afterwards. */
export async function seedDemo({ databaseUrl, dataFolder, say, name = NAME }: SeedOptions): Promise<string> {
  const db = openDatabase(databaseUrl);
  const key = `demo.seeded:${name}`;
  try {
    const done = await db.setting.findUnique({ where: { key } });
    if (done) return (done.value as { slug: string }).slug;
    say("Making the demo workspace …");
    const clock = new DemoClock(new Date(Date.now() - hours(BEGINS_HOURS_AGO) * 1_000));
    const services = servicesOn(db, dataFolder, clock);
    const [mara, tomas] = await demoPrincipals(services);
    await setUnfinishedAside(db, name);
    const slug = await makeWorkspace(services, mara, tomas, name);
    await makeDays({ services, clock, slug }, mara, tomas);
    await db.setting.create({ data: { key, value: { slug, at: new Date().toISOString() } } });
    return slug;
  } finally {
    await db.close();
  }
}

async function makeDays(author: Author, mara: Principal, tomas: Principal): Promise<void> {
  const { services, clock, slug } = author;
  clock.pass(hours(3));
  await promoteHistory(author, { mara, tomas });
  clock.pass(hours(24));
  const session = await replayAgent(services, clock, mara, slug, async (turn) => {
    if (turn === REVIEW_AFTER_TURN) await promoteReview(author, tomas);
  });
  await discuss(author, session, { mara, tomas });
  clock.pass(hours(2));
  const correction = await proposeCorrection(author, tomas);
  await submit(author, correction, tomas, mara, "Read against my own notes of the meeting.");
}

function servicesOn(db: Database, dataFolder: string, clock: DemoClock): Services {
  return {
    db,
    blobs: openFileBlobs(path.join(dataFolder, "blobs")),
    caches: createCaches(),
    parser: inProcessParser,
    jobs: noJobs,
    renderer: noRenderer,
    now: clock.now,
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
  const folder = await mkdtemp(path.join(services.dataFolder, "demo-"));
  try {
    for (const [at, bytes] of importedTree()) {
      await mkdir(path.dirname(path.join(folder, at)), { recursive: true });
      await writeFile(path.join(folder, at), bytes);
    }
    const proposal = must(await readFolderImport(services, mara, folder, { bind: false }), "reading the demo files");
    const { slug } = must(
      await createWorkspace(services, mara, { name, import: proposal.import, confirmRenames: false }),
      "the workspace",
    );
    const { id } = await services.db.workspace.findUniqueOrThrow({ where: { slug } });
    await services.db.member.create({ data: { workspaceId: id, userId: tomas.userId, role: "maintainer" } });
    return slug;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
