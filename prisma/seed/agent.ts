/**
 * The agent's session as it ran: every call is done to the sandbox, synchronized, and kept for the trace with what it was
 * given, what it printed and how long it took. Returns the branch. `between` is called after each turn.
 */
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

import { createBranch } from "../../lib/services/branches.ts";
import { loadBranch } from "../../lib/services/branchState.ts";
import type { Principal, Services } from "../../lib/services/context.ts";
import { recordMessage } from "../../lib/services/recordMessage.ts";
import { recordToolCall } from "../../lib/services/recordToolCall.ts";
import { sandboxOf, scanSandbox } from "../../lib/services/sandboxes.ts";
import { synchronizeOpenTurn, type ToolCallRecord } from "../../lib/services/synchronize.ts";
import { closeTurn, openTurn } from "../../lib/services/turns.ts";
import { answerOf } from "./answers.ts";
import { minutes, type DemoClock } from "./clock.ts";
import { must } from "./must.ts";
import { readTree, replaySession, type Step } from "./replay.ts";
import { loadSession, workspaceFolder, type Call } from "./session.ts";

/** How long a call of each tool takes, and how long the agent thinks before it. Seconds. */
const TAKES: Readonly<Record<Call["tool"], number>> = {
  python: 4.2,
  bash: 0.6,
  write_file: 0.1,
  edit_file: 0.2,
  move: 0.1,
  delete: 0.1,
  view: 1.1,
  grep: 0.3,
  workspace_diff: 1.8,
  workspace_file_diff: 1.2,
};
const THINKS = 7.5;
const CHARACTERS_A_SECOND = 90;

export async function replayAgent(
  services: Services,
  clock: DemoClock,
  mara: Principal,
  slug: string,
  between: (turn: number) => Promise<void>,
): Promise<string> {
  const session = loadSession();
  const steps = replaySession(session, readTree(workspaceFolder));
  const { id } = must(
    await createBranch(services, mara, slug, { kind: "chat", name: session.branch.name }),
    "the agent's branch",
  );
  const folder = sandboxOf(
    services,
    must(await loadBranch(services, mara, slug, id, "reviewer"), "the agent's branch").access,
  );
  for (const turn of session.turns) {
    must(await openTurn(services, mara, slug, id, { title: turn.title }), `turn ${turn.number}`);
    const say = async (role: "person" | "agent", text: string) =>
      void must(await recordMessage(services, mara, slug, id, { role, text }), `turn ${turn.number}`);
    await say("person", turn.prompt);
    for (const step of steps.filter((candidate) => candidate.turn === turn.number)) {
      const call = toolCall(step, await answerOf(services, mara, slug, id, step));
      clock.pass(THINKS + call.input.length / CHARACTERS_A_SECOND + call.seconds);
      await play(services, mara, slug, id, folder, step, call);
    }
    clock.pass(THINKS);
    await say("agent", turn.reply);
    must(await closeTurn(services, mara, slug, id), `the end of turn ${turn.number}`);
    clock.pass(minutes(2));
    await between(turn.number);
  }
  return id;
}

async function play(
  services: Services,
  mara: Principal,
  slug: string,
  branch: string,
  folder: string,
  step: Step,
  call: ToolCallRecord,
): Promise<void> {
  const label = `call ${step.turn}-${step.index}`;
  const changed = await enact(folder, step);
  if (!changed) return void must(await recordToolCall(services, mara, slug, branch, call), label);
  const { state } = must(await loadBranch(services, mara, slug, branch, "reviewer"), "the agent's branch");
  const scanned = must(await scanSandbox(services, folder, state.openTurn?.held ?? state.current), "the scan");
  must(await synchronizeOpenTurn(services, mara, slug, branch, scanned, call), label);
}

function toolCall({ call: { tool, summary, input } }: Step, output: string | undefined): ToolCallRecord {
  const [only, ...others]: readonly unknown[] = Object.values(input);
  const text = typeof only === "string" && others.length === 0 ? only : JSON.stringify(input, null, 2);
  return { tool, summary, input: text, ...(output === undefined ? {} : { output }), seconds: TAKES[tool] };
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
    await writeFile(path.join(folder, at), bytes);
  }
  for (const at of call.deletes) await rm(path.join(folder, at));
  return changed.length + call.moves.length + call.deletes.length > 0;
}
