/**
 * A branch's session as a timeline, from its journal (turns, points) and from what was kept beside it (messages, tool
 * calls). Long inputs and outputs are cut, and every call says by how much.
 */
import type { TraceCall, TraceMessage, TracePoint, TraceTurn, TraceView } from "../contracts/trace.ts";
import type { Entry } from "../core/journal/entry.ts";
import type { Hash } from "../shared/brand.ts";
import { ok } from "../shared/result.ts";
import type { Queries } from "../store/database.ts";
import { readEntries } from "../store/journal.ts";
import { loadBranch } from "./branchState.ts";
import { callsInOrder, callSpans, type StoredCall } from "./callSpans.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { actorView, idsOfActor, namesOf } from "./people.ts";
import type { NameOf } from "./reviewViews.ts";

/** Of an input or an output. */
const SHOWN_CHARACTERS = 20_000;
/** Tools with which an agent looks at its own changes. */
const DIFF_TOOLS: ReadonlySet<string> = new Set(["workspace_diff", "workspace_file_diff"]);

export async function getTrace(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
): Outcome<TraceView> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { access, state, version } = branch.value;
  const entries = await readEntries(services.db, branchId, 0, state.seq);
  const { createdAt } = await services.db.branch.findUniqueOrThrow({ where: { id: branchId } });
  const nameOf = await namesOf(services.db, [access.userId, ...entries.flatMap(({ actor }) => idsOfActor(actor))]);
  const calls = await callsOf(services.db, branchId, entries);
  return ok({
    version,
    branch: { id: access.id, name: access.name, kind: access.kind, user: nameOf(access.userId) },
    start: { at: createdAt.toISOString(), tree: access.baseTree },
    turns: turnsOf(entries, calls, await messagesOf(services.db, branchId)),
    points: pointsOf(entries, nameOf, access.baseTree),
  });
}

function turnsOf(
  entries: readonly Entry[],
  calls: ReadonlyMap<string, readonly TraceCall[]>,
  messages: ReadonlyMap<string, readonly TraceMessage[]>,
): TraceTurn[] {
  const closed = new Map(entries.flatMap((entry) => (entry.type === "turn-closed" ? [[entry.patch, entry.at]] : [])));
  return entries.flatMap((entry): TraceTurn[] =>
    entry.type !== "turn-opened"
      ? []
      : [
          {
            turn: entry.turn,
            title: entry.title,
            openedAt: entry.at,
            closedAt: closed.get(entry.patch) ?? null,
            messages: [...(messages.get(entry.patch) ?? [])],
            calls: [...(calls.get(entry.patch) ?? [])],
          },
        ],
  );
}

function pointsOf(entries: readonly Entry[], nameOf: NameOf, baseTree: Hash): TracePoint[] {
  const points: TracePoint[] = [];
  let turn: number | null = null;
  let base = baseTree;
  for (const entry of entries) {
    if (entry.type === "turn-opened") turn = entry.turn;
    if (entry.type === "turn-closed") turn = null;
    if (entry.type !== "point") continue;
    const { t, seq, at, cause, current, toolCall, freshness, actor } = entry;
    base = entry.base;
    points.push({
      t,
      seq,
      at,
      cause,
      actor: actorView(actor, nameOf),
      base,
      current,
      toolCall: toolCall ?? null,
      turn: cause === "batch" ? turn : null,
      freshness: freshness === undefined ? null : { ...freshness },
    });
  }
  return points;
}

/** By patch, in the order in which they were made. */
async function callsOf(
  db: Queries,
  branchId: string,
  entries: readonly Entry[],
): Promise<Map<string, readonly TraceCall[]>> {
  const rows = await callsInOrder(db, branchId);
  const spans = callSpans(rows, entries);
  const byPatch = new Map<string, TraceCall[]>();
  for (const row of rows) {
    const span = spans.get(row.id);
    const list = byPatch.get(row.patchId) ?? [];
    byPatch.set(row.patchId, list);
    list.push(callView(row, span?.t ?? null, span?.operations.length ?? 0));
  }
  return byPatch;
}

function callView(row: StoredCall, t: number | null, files: number): TraceCall {
  const input = (row.input ?? {}) as { readonly summary?: string; readonly text?: string };
  const output = row.output as { readonly text?: string } | null;
  const [inputText, inputCut] = shortened(input.text ?? "");
  const [outputText, outputCut] = shortened(output?.text ?? "");
  return {
    id: row.id,
    tool: row.tool,
    summary: input.summary ?? "",
    input: inputText,
    output: output === null ? null : outputText,
    cut: inputCut + outputCut,
    kind: files > 0 || t !== null ? "write" : DIFF_TOOLS.has(row.tool) ? "diff" : "read",
    startedAt: row.startedAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
    t,
    files,
  };
}

function shortened(text: string): readonly [text: string, cut: number] {
  const shown = text.slice(0, SHOWN_CHARACTERS);
  return [shown, text.length - shown.length];
}

async function messagesOf(db: Queries, branchId: string): Promise<Map<string, readonly TraceMessage[]>> {
  const rows = await db.turnMessage.findMany({ where: { branchId }, orderBy: [{ at: "asc" }, { id: "asc" }] });
  const byPatch = new Map<string, TraceMessage[]>();
  for (const { id, patchId, role, text, at } of rows) {
    const list = byPatch.get(patchId) ?? [];
    byPatch.set(patchId, list);
    list.push({ id, role, text, at: at.toISOString() });
  }
  return byPatch;
}
