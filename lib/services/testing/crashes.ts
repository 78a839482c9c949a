/**
 * Kills a staging process again and again, and looks after each time: what was acknowledged is there with its bytes,
 * journals replay, the history is one chain, and nothing is half-written. Throws with the seed where it is not so.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";

import type { Hash } from "../../shared/brand.ts";
import { sha256 } from "../../shared/sha256.ts";
import { readEntries } from "../../store/journal.ts";
import { stateOf, type StoredBranch } from "../branchState.ts";
import { createBranch } from "../branches.ts";
import type { Principal, Services } from "../context.ts";
import { createWorkspace } from "../createWorkspace.ts";
import type { Failure } from "../failure.ts";
import type { Result } from "../../shared/result.ts";
import { loadTree } from "../trees.ts";
import { openServices, randomOf } from "./process.ts";
import type { Acknowledged, StagerJob } from "./stager.ts";

export interface CrashRun {
  readonly databaseUrl: string;
  readonly folder: string;
  /** The command that runs `stager.ts`; its job is added as the last argument. */
  readonly command: readonly [string, ...string[]];
  readonly cycles: number;
  readonly seed: number;
}

export interface CrashFigures {
  readonly cycles: number;
  readonly staged: number;
  readonly decided: number;
  readonly promoted: number;
  readonly lost: number;
}

export async function runCrashes(run: CrashRun): Promise<CrashFigures> {
  const job = await prepare(run);
  const random = randomOf(run.seed);
  const figures = { cycles: 0, staged: 0, decided: 0, promoted: 0, lost: 0 };
  const looked = new Map<string, number>();
  for (let cycle = 0; cycle < run.cycles; cycle += 1) {
    const seed = run.seed + cycle;
    // Mostly from the first operation on, when it is warm; sometimes while it is still at that one.
    const since = random(5) === 0 ? 1 : 2;
    const said = await lifeOf(run.command, { ...job, seed }, since, random(2_500));
    const services = openServices(run.databaseUrl, run.folder);
    try {
      await quiet(services);
      await look(services, job, said, looked, `seed ${run.seed}, cycle ${cycle}`);
    } finally {
      await services.db.close();
    }
    figures.cycles += 1;
    for (const { what } of said) if (what !== "ready") figures[what] += 1;
  }
  return figures;
}

async function prepare({ databaseUrl, folder, seed }: CrashRun): Promise<StagerJob> {
  const services = openServices(databaseUrl, folder);
  const id = `crash-${seed}`;
  const email = `${id}@example.test`;
  await services.db.user.create({ data: { id, name: "Crash", email } });
  const who: Principal = { userId: id as Principal["userId"], name: "Crash", email };
  const { slug } = must(await createWorkspace(services, who, { name: id, confirmRenames: false }));
  const agent = must(await createBranch(services, who, slug, { kind: "chat", name: "agent" }));
  const person = must(await createBranch(services, who, slug, { kind: "review", name: "person" }));
  await services.db.close();
  return { databaseUrl, folder, slug, person: id, agentBranch: agent.id, personBranch: person.id, seed };
}

/** It lives so many milliseconds since it said so many lines, then it is killed. */
async function lifeOf(
  command: CrashRun["command"],
  job: StagerJob,
  lines: number,
  milliseconds: number,
): Promise<Acknowledged[]> {
  const [program, ...args] = command;
  const child = spawn(program, [...args, JSON.stringify(job)], { stdio: ["ignore", "pipe", "pipe"] });
  let out = "";
  let errors = "";
  const ready = new Promise<void>((resolve) => {
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
      if (out.split("\n").length > lines) resolve();
    });
  });
  child.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(child, "close");
  await Promise.race([ready, ended]);
  await Promise.race([new Promise((resolve) => setTimeout(resolve, milliseconds)), ended]);
  if (child.exitCode !== null) throw new Error(`seed ${job.seed}: the process ended by itself: ${errors}`);
  kill(child);
  await ended;
  // The last line may be cut off: it was not acknowledged.
  return out
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Acknowledged);
}

const kill = (child: ChildProcess): boolean => child.kill("SIGKILL");

/** The server may still be at the last transaction of the one that was killed. */
async function quiet({ db }: Services): Promise<void> {
  for (;;) {
    const [row] = await db.$queryRaw<{ others: bigint }[]>`
      SELECT count(*) AS others FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle' AND backend_type = 'client backend'`;
    if (Number(row?.others ?? 0) === 0) return;
  }
}

async function look(
  services: Services,
  job: StagerJob,
  said: readonly Acknowledged[],
  looked: Map<string, number>,
  where: string,
): Promise<void> {
  const must = (holds: boolean, what: string): void => {
    if (!holds) throw new Error(`${where}: ${what}`);
  };
  for (const id of [job.agentBranch, job.personBranch]) {
    const row = await services.db.branch.findUniqueOrThrow({ where: { id } });
    // Replays from the first entry: gaps, bases and points are asserted there (J3, J4, S4).
    const state = await stateOf(services, services.db, row as unknown as StoredBranch);
    must(state.seq === row.seq, `branch ${id} stands at ${row.seq}, its journal at ${state.seq}`);
    const entries = await readEntries(services.db, id, looked.get(id) ?? 0);
    for (const entry of entries) {
      if (entry.type !== "operation") continue;
      const { operation } = entry;
      if (operation.resultHash !== null && operation.resultSize !== null)
        await readable(services, operation.resultHash, operation.resultSize, must);
      const own = operation.path.startsWith("agent/") && (operation.kind === "create" || operation.kind === "replace");
      must(
        operation.cause !== "turn" || own,
        `the agent never did this: ${operation.kind} ${operation.path}, seq ${entry.seq}`,
      );
    }
    looked.set(id, row.seq);
    for (const one of said) {
      if (one.what === "decided" && one.branch === id) {
        const found = entries.find(({ seq }) => seq === one.seq);
        must(found?.type === "decision", `decision ${one.seq} is in the journal`);
      } else if (one.what === "staged" && one.branch === id) {
        const point = state.points.filter(({ seq }) => seq <= one.seq).at(-1);
        must(one.seq <= row.seq && point?.current === one.tree, `seq ${one.seq} is in the journal with its tree`);
        for (const [file, hash] of one.files) {
          const bytes = await services.blobs.readAll(hash as Hash);
          must(bytes !== null && sha256(bytes) === hash, `bytes of ${file}, ${hash}`);
        }
      }
    }
  }
  await lookAtHistory(services, job, said, must);
}

async function readable(
  services: Services,
  hash: Hash,
  size: number,
  must: (holds: boolean, what: string) => void,
): Promise<void> {
  const bytes = await services.blobs.readAll(hash);
  must(bytes?.byteLength === size && sha256(bytes) === hash, `bytes ${hash} are whole`);
}

async function lookAtHistory(
  services: Services,
  { slug }: StagerJob,
  said: readonly Acknowledged[],
  must: (holds: boolean, what: string) => void,
): Promise<void> {
  const workspace = await services.db.workspace.findUniqueOrThrow({ where: { slug } });
  const history = await services.db.promotion.findMany({
    where: { workspaceId: workspace.id },
    orderBy: { number: "asc" },
  });
  must(workspace.head === history.length, `the head is ${workspace.head}, there are ${history.length} promotions`);
  must(
    history.length === 0 || history.at(-1)?.afterTree === workspace.acceptedTree,
    "the head is the last promotion's tree",
  );
  for (const [i, { number, beforeTree }] of history.entries()) {
    must(number === i + 1, `promotion ${i + 1} is there`);
    must(i === 0 || beforeTree === history[i - 1]?.afterTree, `promotion ${number} stands on the one before`);
  }
  await loadTree(services, workspace.acceptedTree as Hash);
  for (const one of said) {
    if (one.what !== "promoted") continue;
    const row = history[one.number - 1];
    must(
      row?.planHash === one.planHash && row.afterTree === one.after,
      `promotion ${one.number} is what was acknowledged`,
    );
  }
  const events = await services.db.event.count({ where: { workspaceId: workspace.id, type: "promoted" } });
  must(events === history.length, `${history.length} promotions have ${events} events`);
}

function must<T>(outcome: Result<T, Failure>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(outcome.error.detail);
}
