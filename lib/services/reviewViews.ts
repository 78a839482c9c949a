/** What answers say of a review: counts, states, verdicts with names. Holds no rule of its own. */
import type {
  ChangeBody,
  ChangeCounts,
  ChangedFile,
  FileState,
  Origin,
  ReviewedChange,
  VerdictCounts,
} from "../contracts/changes.ts";
import { formatAddress } from "../core/address/address.ts";
import type { Change, Value } from "../core/change/change.ts";
import { displayText } from "../formats/xlsx/display.ts";
import type { ChangeVerdict } from "../core/decision/verdict.ts";
import type { BranchState } from "../core/journal/state.ts";
import { mapGet } from "../core/tree/persistent-map.ts";
import { entryHash } from "../core/tree/tree.ts";
import type { Person } from "../contracts/common.ts";
import type { Services } from "./context.ts";
import { actorView } from "./people.ts";
import type { ReviewedPath } from "./reviewTypes.ts";

export type NameOf = (id: string) => Person;
export type SeenIds = ReadonlySet<string>;

export function changeCounts(changes: readonly Change[]): ChangeCounts {
  const counts: ChangeCounts = { modified: 0, added: 0, removed: 0, moved: 0, follows: 0, unrendered: 0 };
  for (const { facet, kind } of changes) {
    if (facet === "recalculated") counts.follows += 1;
    else if (facet === "unrendered") counts.unrendered += 1;
    else counts[kind] += 1;
  }
  return counts;
}

/** Recalculated results count nowhere: they are never decided. */
export function verdictCounts(verdicts: readonly ChangeVerdict[], seen: SeenIds): VerdictCounts {
  const counts: VerdictCounts = { accepted: 0, rejected: 0, pending: 0, flagged: 0, unseen: 0 };
  for (const { status, change, restaged } of verdicts) {
    if (status === "follows") continue;
    counts[status] += 1;
    if ((change.flags ?? []).length > 0 || restaged) counts.flagged += 1;
    if (!seen.has(change.id)) counts.unseen += 1;
  }
  return counts;
}

export function addCounts(a: VerdictCounts, b: VerdictCounts): VerdictCounts {
  return {
    accepted: a.accepted + b.accepted,
    rejected: a.rejected + b.rejected,
    pending: a.pending + b.pending,
    flagged: a.flagged + b.flagged,
    unseen: a.unseen + b.unseen,
  };
}

export const NO_COUNTS: VerdictCounts = { accepted: 0, rejected: 0, pending: 0, flagged: 0, unseen: 0 };

export function fileState({ accepted, rejected, pending }: VerdictCounts): FileState {
  if (accepted + rejected === 0) return "pending";
  if (pending > 0 || (accepted > 0 && rejected > 0)) return "partial";
  return accepted > 0 ? "accepted" : "rejected";
}

export function changedFile(reviewed: ReviewedPath, state: BranchState, seen: SeenIds): ChangedFile {
  const { delta, compared, verdicts } = reviewed;
  const counts = verdictCounts(verdicts, seen);
  const turns = new Set<number>();
  for (const { provenance } of verdicts) {
    const turn = provenance ? turnOf(state, provenance.seq) : null;
    if (turn !== null) turns.add(turn);
  }
  return {
    path: delta.path,
    ...(delta.basePath !== null && delta.basePath !== delta.path ? { fromPath: delta.basePath } : {}),
    kind: KINDS[delta.kind],
    format: compared.format,
    before: entryHash(delta.before),
    after: entryHash(delta.after),
    state: fileState(counts),
    complete: compared.complete,
    ...(compared.unreadable === null ? {} : { unreadable: compared.unreadable }),
    changes: changeCounts(verdicts.map(({ change }) => change)),
    verdicts: counts,
    turns: [...turns].sort((a, b) => a - b),
    ...(delta.lookAlike === undefined ? {} : { looksLike: delta.lookAlike }),
  };
}

const KINDS = {
  created: "created",
  deleted: "deleted",
  modified: "modified",
  moved: "moved",
  movedAndModified: "moved",
  folderCreated: "folder-created",
  folderDeleted: "folder-deleted",
  fileToFolder: "folder-created",
  folderToFile: "created",
} as const satisfies Record<ReviewedPath["delta"]["kind"], ChangedFile["kind"]>;

/** The number of the turn that an operation belongs to; null for a person's edit. */
export function turnOf(state: BranchState, seq: number): number | null {
  const operation = mapGet(state.operations, String(seq));
  return operation ? (mapGet(state.patches, operation.patch)?.turn ?? null) : null;
}

export function reviewedChange(verdict: ChangeVerdict, seen: SeenIds, nameOf: NameOf): ReviewedChange {
  const { change, status, decision, restaged, through, provenance } = verdict;
  return {
    ...changeView(change),
    verdict: {
      state: status,
      ...(decision && status !== "pending"
        ? {
            by: nameOf(decision.by),
            seq: decision.seq,
            ...(decision.reason === null ? {} : { reason: decision.reason }),
          }
        : {}),
      ...(restaged ? { restaged } : {}),
      ...(through === null ? {} : { because: through }),
    },
    seen: seen.has(change.id),
    originSeq: provenance?.seq ?? null,
  };
}

/** A change without what is decided on it. */
export function changeView(change: Change): ChangeBody {
  const { address, beforeAddress, before, after, requires, flags, ...rest } = change;
  return {
    ...rest,
    address: formatAddress(address),
    ...(beforeAddress === undefined ? {} : { beforeAddress: formatAddress(beforeAddress) }),
    ...(before === undefined ? {} : { before: valueView(before) }),
    ...(after === undefined ? {} : { after: valueView(after) }),
    ...(requires === undefined ? {} : { requires: [...requires] }),
    ...(flags === undefined ? {} : { flags: [...flags] }),
  };
}

/** A value with what a person reads: a cell's value and number format together. */
export function valueView(value: Value): NonNullable<ReviewedChange["after"]> {
  return value.type === "cell" ? { ...value, text: displayText(value) } : value;
}

/** Operation, tool call and turn for each of the seqs: the evidence chain. */
export async function originsOf(
  services: Services,
  branchId: string,
  state: BranchState,
  seqs: Iterable<number>,
  nameOf: NameOf,
): Promise<Origin[]> {
  const wanted = [...new Set(seqs)].sort((a, b) => a - b);
  const calls = await services.db.toolCall.findMany({
    where: { branchId, seq: { not: null } },
    orderBy: { seq: "asc" },
  });
  return wanted.flatMap((seq): Origin[] => {
    const operation = mapGet(state.operations, String(seq));
    if (!operation) return [];
    const patch = mapGet(state.patches, operation.patch);
    // A call's seq is where the branch stood after it: the first call at or after an operation made it.
    const call =
      operation.cause === "turn"
        ? calls.find((candidate) => (candidate.seq ?? 0) >= seq && candidate.patchId === operation.patch)
        : undefined;
    const input = (call?.input ?? {}) as { summary?: string; text?: string };
    return [
      {
        seq,
        operation: operation.id,
        kind: operation.kind,
        actor: actorView(operation.actor, nameOf),
        at: operation.at,
        baseHash: operation.baseHash,
        resultHash: operation.resultHash,
        turn: patch?.turn ?? null,
        turnTitle: patch?.title ?? null,
        toolCall: call
          ? {
              id: call.id,
              tool: call.tool,
              summary: input.summary ?? "",
              input: input.text ?? "",
              seconds: call.endedAt ? (call.endedAt.getTime() - call.startedAt.getTime()) / 1000 : 0,
            }
          : null,
      },
    ];
  });
}
