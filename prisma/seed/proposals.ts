/** What people proposed on branches of their own: uploaded file by file, and promoted where it says so. */
import { createBranch } from "../../lib/services/branches.ts";
import { loadBranch } from "../../lib/services/branchState.ts";
import type { Principal, Services } from "../../lib/services/context.ts";
import { decideAll } from "../../lib/services/decideChanges.ts";
import { planPromotion } from "../../lib/services/planPromotion.ts";
import { promote } from "../../lib/services/promote.ts";
import { writeFile } from "../../lib/services/writeFile.ts";
import { path as legalPath } from "../../lib/core/tree/path.ts";
import { getFile } from "../../lib/core/tree/tree.ts";
import { hours, minutes, type DemoClock } from "./clock.ts";
import { must } from "./must.ts";
import { readTree, type Files } from "./replay.ts";
import { loadCorrection, loadHistory, loadReview, workspaceFolder } from "./session.ts";

export interface Author {
  readonly services: Services;
  readonly clock: DemoClock;
  readonly slug: string;
}

/** The tree as it was imported: the accepted one with every file as it stood before the earlier promotions. */
export function importedTree(): Files {
  const tree = new Map(readTree(workspaceFolder));
  const { folder, promotions } = loadHistory();
  const kept = readTree(folder);
  for (const { before } of promotions) {
    for (const [at, file] of Object.entries(before)) {
      if (file === null) tree.delete(at);
      else tree.set(at, bytesOf(kept, file));
    }
  }
  return tree;
}

/** Afterwards the accepted tree is `workspace/`. */
export async function promoteHistory(author: Author, people: Readonly<Record<string, Principal>>): Promise<void> {
  const accepted = readTree(workspaceFolder);
  for (const { user, branch, reason, before } of loadHistory().promotions) {
    const person = people[user];
    if (!person) throw new Error(`Nobody is called ${user}`);
    const files: Files = new Map(Object.keys(before).map((at) => [at, bytesOf(accepted, at)]));
    const id = await propose(author, person, branch, files);
    author.clock.pass(minutes(20));
    await promoteAll(author, person, id, reason);
    author.clock.pass(hours(5));
  }
}

export async function promoteReview(author: Author, tomas: Principal): Promise<void> {
  const { branch, files, folder, reason } = loadReview();
  const id = await propose(author, tomas, branch.name, filesOf(folder, files));
  author.clock.pass(minutes(4));
  await promoteAll(author, tomas, id, reason);
}

/** Stays open. The branch. */
export async function proposeCorrection(author: Author, tomas: Principal): Promise<string> {
  const { branch, files, folder } = loadCorrection();
  return propose(author, tomas, branch.name, filesOf(folder, files));
}

async function propose({ services, clock, slug }: Author, person: Principal, name: string, files: Files) {
  const branch = must(await createBranch(services, person, slug, { kind: "review", name }), `the branch ${name}`);
  for (const [at, bytes] of files) {
    clock.pass(minutes(3));
    const { state } = must(await loadBranch(services, person, slug, branch.id, "reviewer"), `the branch ${name}`);
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
    must(await writeFile(services, person, slug, branch.id, request), `the proposal for ${at}`);
  }
  return branch.id;
}

async function promoteAll({ services, slug }: Author, person: Principal, branch: string, message: string) {
  must(await decideAll(services, person, slug, branch, "accept"), "accepting the proposal");
  const plan = must(await planPromotion(services, person, slug, branch, {}), "the plan");
  must(await promote(services, person, slug, branch, { planHash: plan.planHash, message }), "the promotion");
}

function filesOf(folder: URL, files: Readonly<Record<string, string>>): Files {
  const kept = readTree(folder);
  return new Map(Object.entries(files).map(([at, file]) => [at, bytesOf(kept, file)]));
}

function bytesOf(files: Files, at: string): Uint8Array {
  const bytes = files.get(at);
  if (!bytes) throw new Error(`The demo has no file ${at}`);
  return bytes;
}
