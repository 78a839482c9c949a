/**
 * A branch under review at one seq: every changed path with its changes, who made each, and what is decided on it. All
 * of it is derived: changes from the pair of content hashes, makers from the operations, verdicts from the decisions.
 * Costs one cached comparison for each operation of a changed path.
 */
import type { Change, ChangeId } from "../core/change/change.ts";
import { attribute, type AttributionStep, type Provenance } from "../core/decision/attribute.ts";
import { structuralChanges } from "../core/decision/path-changes.ts";
import { verdictsOf, type Subject } from "../core/decision/verdict.ts";
import { deltaOf, type PathDelta } from "../core/journal/delta.ts";
import type { JournaledOperation } from "../core/journal/entry.ts";
import { lineageOf, type Version } from "../core/journal/lineage.ts";
import type { BranchState } from "../core/journal/state.ts";
import type { Path } from "../core/tree/path.ts";
import { mapGet, mapValues } from "../core/tree/persistent-map.ts";
import { formatOf } from "../formats/compare.ts";
import type { Hash } from "../shared/brand.ts";
import { compareVersions } from "./compareVersions.ts";
import type { Services } from "./context.ts";
import type { BranchReview, ComparedFiles, ReviewedPath } from "./reviewTypes.ts";
import { withSources } from "./sources.ts";

export async function reviewBranch(services: Services, branchId: string, state: BranchState): Promise<BranchReview> {
  const key = `${branchId}:${state.seq}`;
  const known = services.caches.reviews.get(key);
  if (known) return known;
  const { reviewing } = services.caches;
  const running = reviewing.get(key);
  if (running) return running;
  const deriving = derive(services, state);
  reviewing.set(key, deriving);
  try {
    const review = await deriving;
    services.caches.reviews.set(key, review);
    return review;
  } finally {
    reviewing.delete(key);
  }
}

/** By where it is in W_t, or by where it was. */
export const reviewedPath = (review: BranchReview, path: string): ReviewedPath | undefined =>
  review.paths.find(({ delta }) => delta.path === path) ??
  review.paths.find(({ delta }) => delta.decisionPath === path);

async function derive(services: Services, state: BranchState): Promise<BranchReview> {
  const live = [...mapValues(state.live)].sort((a, b) => a.seq - b.seq);
  const deltas = deltaOf(state.base, state.current, live);
  const compared = new Map<PathDelta, ComparedFiles>();
  for (const delta of deltas) compared.set(delta, await comparedOf(services, delta));
  const structural = structuralChanges(deltas, (delta) => compared.get(delta)?.format === "text");

  const subjects: Subject[] = [];
  for (const delta of deltas) {
    const own = structural.get(delta) ?? [];
    const changes = [...own, ...(compared.get(delta)?.changes ?? [])];
    const provenance = await provenanceOf(services, state, delta, own, live);
    subjects.push({ path: delta.decisionPath, changes, provenance });
  }
  const verdicts = verdictsOf(subjects, state.decisions);
  let start = 0;
  const paths = deltas.map((delta, index): ReviewedPath => {
    const count = subjects[index]?.changes.length ?? 0;
    const own = verdicts.slice(start, start + count);
    start += count;
    return { delta, compared: compared.get(delta) ?? NOTHING, verdicts: own };
  });
  return { state, paths, verdicts };
}

const NOTHING: ComparedFiles = { format: "bytes", complete: true, changes: [], unreadable: null };

/** The changes of contents; a path that came or went has none beside its own. */
async function comparedOf(services: Services, { path, before, after }: PathDelta): Promise<ComparedFiles> {
  if (before?.kind === "file" && after?.kind === "file") {
    return before.hash === after.hash
      ? { ...NOTHING, format: await formatName(services, path, after.hash) }
      : compareVersions(services, path, before.hash, after.hash);
  }
  const file = after?.kind === "file" ? after : before?.kind === "file" ? before : null;
  return file ? { ...NOTHING, format: await formatName(services, path, file.hash) } : { ...NOTHING, format: "folder" };
}

const formatName = (services: Services, path: Path, hash: Hash): Promise<string> =>
  withSources(services, path, [hash], async (source) => (source ? (await formatOf(source)).id : "bytes"));

async function provenanceOf(
  services: Services,
  state: BranchState,
  delta: PathDelta,
  structural: readonly Change[],
  live: readonly JournaledOperation[],
): Promise<Map<ChangeId, Provenance>> {
  const before = delta.before?.kind === "file" ? delta.before.hash : null;
  const steps: AttributionStep[] = [];
  for (const version of lineageOf(live, delta.path)) {
    const { operation } = version;
    const ids = await contentIds(services, delta, before, version);
    for (const change of structural) if (holds(change, version, delta)) ids.add(change.id);
    steps.push({
      seq: operation.seq,
      actor: operation.actor,
      changeIds: ids,
      ...(operation.origins ? { origins: originsOf(state, operation.origins) } : {}),
    });
  }
  return attribute(steps);
}

async function contentIds(
  services: Services,
  delta: PathDelta,
  before: Hash | null,
  { operation, hash }: Version,
): Promise<Set<ChangeId>> {
  if (before === null || hash === null || before === hash || operation.resultSize === null) return new Set();
  const { changes } = await compareVersions(services, delta.path, before, hash);
  return new Set(changes.map(({ id }) => id));
}

/** Whether a change of the path itself holds in a version of it. */
function holds(change: Change, { path, hash }: Version, delta: PathDelta): boolean {
  if (change.kind === "removed") return hash === null || delta.after?.kind === "directory";
  // While it was elsewhere it was another change: what was decided before it came back does not count (R1).
  if (hash === null || path !== delta.path) return false;
  return change.facet !== "content" || (change.after?.type === "file" && change.after.contentHash === hash);
}

function originsOf(state: BranchState, origins: Readonly<Record<ChangeId, number>>): Map<ChangeId, Provenance> {
  const found = new Map<ChangeId, Provenance>();
  for (const [id, seq] of Object.entries(origins)) {
    const operation = mapGet(state.operations, String(seq));
    if (operation) found.set(id as ChangeId, { seq, actor: operation.actor });
  }
  return found;
}
