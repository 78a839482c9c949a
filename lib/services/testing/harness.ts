/** Services on a scratch database and folder, people, and short ways to do what tests do over and over. */
import { randomUUID } from "node:crypto";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

import { afterAll } from "vitest";

import type { Instant, UserId } from "../../core/journal/entry.ts";
import type { Result } from "../../shared/result.ts";
import { openFileBlobs } from "../../store/file-blobs.ts";
import { createTestDatabase } from "../../store/testing/database.ts";
import { inProcessParser } from "../../parsing/parser.ts";
import { noJobs } from "../../jobs/jobs.ts";
import { noRenderer } from "../../rendering/renderer.ts";
import { createCaches } from "../caches.ts";
import type { Principal, Services } from "../context.ts";
import { createWorkspace } from "../createWorkspace.ts";
import { createBranch } from "../branches.ts";
import type { Failure } from "../failure.ts";
import { readFolderImport } from "../importTree.ts";
import { sandboxOf } from "../sandboxes.ts";

export interface Harness {
  readonly services: Services;
  readonly folder: string;
  person(name: string): Promise<Principal>;
  /** A workspace with these files, owned by the person. */
  workspace(owner: Principal, files: Readonly<Record<string, string | Uint8Array>>): Promise<string>;
  member(slug: string, principal: Principal, role: "viewer" | "reviewer" | "maintainer" | "owner"): Promise<void>;
  branch(principal: Principal, slug: string, kind?: "chat" | "review"): Promise<{ id: string; sandbox: string }>;
}

/** Call it at the top of a test file. */
export async function createHarness(): Promise<Harness> {
  const { database } = await createTestDatabase();
  const folder = await mkdtemp(path.join(tmpdir(), "staged-services-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const services: Services = {
    db: database,
    blobs: openFileBlobs(path.join(folder, "blobs")),
    caches: createCaches(),
    parser: inProcessParser,
    jobs: noJobs,
    renderer: noRenderer,
    now: () => new Date().toISOString() as Instant,
    newId: () => randomUUID(),
    dataFolder: folder,
    folderRoots: [folder],
  };
  let people = 0;
  return {
    services,
    folder,
    async person(name) {
      people += 1;
      const id = `user-${people}` as UserId;
      const email = `${id}@example.test`;
      await database.user.create({ data: { id, name, email, createdAt: new Date(Date.UTC(2026, 0, people)) } });
      return { userId: id, name, email };
    },
    async workspace(owner, files) {
      const root = path.join(folder, `import-${randomUUID()}`);
      await putFiles(root, files);
      const proposal = must(await readFolderImport(services, owner, root, { bind: false }));
      return must(
        await createWorkspace(services, owner, { name: "Test", import: proposal.import, confirmRenames: true }),
      ).slug;
    },
    async member(slug, principal, role) {
      const { id } = await database.workspace.findUniqueOrThrow({ where: { slug } });
      await database.member.create({ data: { workspaceId: id, userId: principal.userId, role } });
    },
    async branch(principal, slug, kind = "chat") {
      const { id } = must(
        await createBranch(services, principal, slug, { kind, name: `b-${randomUUID().slice(0, 8)}` }),
      );
      return { id, sandbox: sandboxOf(services, { id, folder: null }) };
    },
  };
}

export async function putFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const [at, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, at)), { recursive: true });
    await writeFile(path.join(root, at), content);
  }
}

export function must<T>(outcome: Result<T, Failure>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(`${outcome.error.type}: ${outcome.error.detail} ${JSON.stringify(outcome.error.details ?? [])}`);
}
