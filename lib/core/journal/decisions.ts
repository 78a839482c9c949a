/** How decision entries change what is decided (R1). Facts beside the journal: they change no byte. */
import { emptyMap, mapDelete, mapGet, mapSet } from "../tree/persistent-map.ts";
import type { Entry } from "./entry.ts";
import type { Decision, DecisionRecord, Decisions } from "./state.ts";

type EntryOf<Type extends Entry["type"]> = Extract<Entry, { type: Type }>;

export function decisionAt(decisions: Decisions, path: string, id: string): DecisionRecord | undefined {
  const byId = mapGet(decisions, path);
  return byId === undefined ? undefined : mapGet(byId, id);
}

export function recordDecision(decisions: Decisions, entry: EntryOf<"decision">): Decisions {
  const { path, change, verdict, by, seq } = entry;
  const latest: Decision = { seq, verdict, by, reason: entry.reason ?? null, answers: entry.answers ?? null };
  const known = decisionAt(decisions, path, change.id);
  return put(decisions, { path, change, latest, history: [...(known?.history ?? []), latest], spent: null });
}

/** All moves at once. Where two decisions meet in one change, the later one counts and both are remembered. */
export function carryDecisions(decisions: Decisions, { moves }: EntryOf<"carried">): Decisions {
  const lifted = moves.flatMap(({ from, to }) => {
    const record = decisionAt(decisions, from.path, from.id);
    return record === undefined ? [] : [{ record, to }];
  });
  let next = decisions;
  for (const { record } of lifted) next = take(next, record);
  for (const { record, to } of lifted) {
    if (to === null) continue;
    const there = decisionAt(next, to.path, to.change.id);
    const winner = there !== undefined && there.latest.seq > record.latest.seq ? there : record;
    const history = [...record.history, ...(there?.history ?? [])].sort((a, b) => a.seq - b.seq);
    next = put(next, { path: to.path, change: to.change, latest: winner.latest, history, spent: winner.spent });
  }
  return next;
}

export function spendDecisions(decisions: Decisions, { path, ids, promotion }: EntryOf<"spent">): Decisions {
  let next = decisions;
  for (const id of ids) {
    const record = decisionAt(next, path, id);
    if (record?.latest.verdict === "accept") next = put(next, { ...record, spent: promotion });
  }
  return next;
}

function put(decisions: Decisions, record: DecisionRecord): Decisions {
  return mapSet(
    decisions,
    record.path,
    mapSet(mapGet(decisions, record.path) ?? emptyMap<DecisionRecord>(), record.change.id, record),
  );
}

function take(decisions: Decisions, record: DecisionRecord): Decisions {
  const byId = mapDelete(mapGet(decisions, record.path) ?? emptyMap<DecisionRecord>(), record.change.id);
  return byId.size === 0 ? mapDelete(decisions, record.path) : mapSet(decisions, record.path, byId);
}
