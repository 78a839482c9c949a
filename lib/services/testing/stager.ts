/**
 * A process that stages and promotes as fast as it can until it is killed: turns of an agent on one branch, edits and
 * uploads of a person on another, decisions, promotions, reconciliations and rollbacks. Every service that returned is
 * acknowledged by a line. The agent writes below `agent/` only and deletes nothing; the person below `people/`.
 */
import { mkdir, writeFile as writeText } from "node:fs/promises";
import path from "node:path";

import { hashAt } from "../../core/tree/tree.ts";
import { path as legal } from "../../core/tree/path.ts";
import { sha256 } from "../../shared/sha256.ts";
import { loadBranch } from "../branchState.ts";
import type { Principal, Services } from "../context.ts";
import { getDelta } from "../getDelta.ts";
import { getWorkspace } from "../listWorkspaces.ts";
import { listStale } from "../listStale.ts";
import { planPromotion } from "../planPromotion.ts";
import { promote } from "../promote.ts";
import { reconcileOperation } from "../reconcileOperation.ts";
import { planRollback, rollBack } from "../rollBack.ts";
import { synchronizeBranch } from "../synchronize.ts";
import { closeTurn, openTurn } from "../turns.ts";
import { writeFile } from "../writeFile.ts";
import { decideAllOf, openServices, personOf, randomOf, say } from "./process.ts";

/** The one argument, as JSON. */
export interface StagerJob {
  readonly databaseUrl: string;
  readonly folder: string;
  readonly slug: string;
  readonly person: string;
  readonly agentBranch: string;
  readonly personBranch: string;
  readonly seed: number;
}

export type Acknowledged =
  | { readonly what: "ready" }
  | {
      readonly what: "staged";
      readonly branch: string;
      readonly seq: number;
      readonly tree: string;
      readonly files: readonly (readonly [string, string])[];
    }
  | { readonly what: "decided"; readonly branch: string; readonly seq: number }
  | { readonly what: "promoted"; readonly number: number; readonly planHash: string; readonly after: string };

interface Stager {
  readonly services: Services;
  readonly who: Principal;
  readonly job: StagerJob;
  readonly random: (below: number) => number;
}

async function run(job: StagerJob): Promise<never> {
  const stager: Stager = {
    services: openServices(job.databaseUrl, job.folder),
    who: personOf(job.person),
    job,
    random: randomOf(job.seed),
  };
  await stager.services.db.$queryRaw`SELECT 1`;
  tell({ what: "ready" });
  // At once, so that there is always something half done.
  await Promise.all([
    forEver(stager, [turn, decideSome, turn, promoteSome]),
    forEver(stager, [edit, edit, upload, decideSome, promoteSome]),
    forEver(stager, [decideSome, promoteSome, settle, takeBack]),
  ]);
  throw new Error("this never ends by itself");
}

type Act = (stager: Stager, round: number) => Promise<void>;

async function forEver(stager: Stager, acts: readonly Act[]): Promise<never> {
  for (let round = 0; ; round += 1) await acts[stager.random(acts.length)]?.(stager, round);
}

const tell = (line: Acknowledged): void => say(line);

async function turn({ services, who, job, random }: Stager, round: number): Promise<void> {
  const { slug, agentBranch: branch, folder } = job;
  const opened = await openTurn(services, who, slug, branch, { title: `Round ${round}` });
  if (!opened.ok && opened.error.type === "conflict") await synchronizeBranch(services, who, slug, branch);
  if (!opened.ok && opened.error.type !== "turn-open") return;
  const files: [string, string][] = [];
  for (let i = 0; i <= random(3); i += 1) {
    const name = `agent/${random(6)}.txt`;
    const text = `agent ${job.seed} ${round} ${i}\n`;
    const target = path.join(folder, "sandboxes", branch, name);
    await mkdir(path.dirname(target), { recursive: true });
    await writeText(target, text);
    if (!files.some(([known]) => known === name)) files.push([name, ""]);
    for (const file of files) if (file[0] === name) file[1] = sha256(text);
  }
  const closed = await closeTurn(services, who, slug, branch);
  if (closed.ok)
    tell({ what: "staged", branch, seq: closed.value.version.seq ?? 0, tree: closed.value.version.treeHash, files });
}

async function write({ services, who, job }: Stager, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { slug, personBranch: branch } = job;
  const loaded = await loadBranch(services, who, slug, branch, "reviewer");
  if (!loaded.ok) return;
  const hash = hashAt(loaded.value.state.current, legal(name));
  const request = { path: name, sha256: sha256(bytes), announced: bytes.length, body: new Blob([bytes]).stream() };
  const written = await writeFile(services, who, slug, branch, {
    ...request,
    ifMatch: hash,
    ifNoneMatch: hash === null ? "*" : null,
  });
  if (!written.ok) return;
  const { seq, treeHash } = written.value.version;
  tell({ what: "staged", branch, seq: seq ?? 0, tree: treeHash, files: [[name, sha256(bytes)]] });
}

const edit = (stager: Stager, round: number): Promise<void> =>
  write(stager, `people/${stager.random(6)}.txt`, bytesOf(`person ${stager.job.seed} ${round}\n`));

const upload = (stager: Stager, round: number): Promise<void> =>
  write(
    stager,
    `people/large-${stager.random(3)}.bin`,
    bytesOf(`${stager.job.seed} ${round} ${"0123456789abcdef".repeat(20_000)}`),
  );

async function decideSome({ services, who, job, random }: Stager): Promise<void> {
  const branch = random(2) === 0 ? job.agentBranch : job.personBranch;
  const delta = await getDelta(services, who, job.slug, branch);
  const files = delta.ok ? delta.value.files.filter(({ state }) => state !== "stale") : [];
  const file = files[random(files.length + 1)];
  if (!file) return;
  const decided = await decideAllOf(services, who, job.slug, branch, file.path, random(5) === 0 ? "reject" : "accept");
  const seqs = decided?.ok ? (decided.value as { seqs: number[] }).seqs : [];
  for (const seq of seqs) tell({ what: "decided", branch, seq });
}

async function promoteSome({ services, who, job, random }: Stager): Promise<void> {
  const branch = random(2) === 0 ? job.agentBranch : job.personBranch;
  const plan = await planPromotion(services, who, job.slug, branch, {});
  if (!plan.ok || plan.value.entries.length === 0) return;
  const { planHash } = plan.value;
  const promoted = await promote(services, who, job.slug, branch, { planHash, message: "" });
  if (promoted.ok) tellPromotion(promoted.value.promotion);
}

async function takeBack({ services, who, job }: Stager): Promise<void> {
  const workspace = await getWorkspace(services, who, job.slug);
  const number = workspace.ok ? workspace.value.head : 0;
  const plan = number === 0 ? null : await planRollback(services, who, job.slug, number);
  if (!plan?.ok || plan.value.entries.length === 0) return;
  const { planHash } = plan.value;
  const rolled = await rollBack(services, who, job.slug, number, { planHash, leaveOutConflicts: true, message: "" });
  if (rolled.ok) tellPromotion(rolled.value.promotion);
}

async function settle({ services, who, job, random }: Stager): Promise<void> {
  const branch = random(2) === 0 ? job.agentBranch : job.personBranch;
  const found = await listStale(services, who, job.slug, branch);
  for (const { id, accepted, staged } of found.ok ? found.value.stale : []) {
    const take = random(2) === 0 ? "staged" : "accepted";
    await reconcileOperation(services, who, job.slug, branch, { operation: id, take, accepted, staged });
  }
}

const tellPromotion = ({ number, planHash, after }: { number: number; planHash: string; after: string }): void =>
  tell({ what: "promoted", number, planHash, after });

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

// Last, when everything above is defined.
const [argument] = process.argv.slice(2);
if (argument !== undefined) await run(JSON.parse(argument) as StagerJob);
