/** What is to be decided on a branch of files of cells, and what is decided, put together as the services do it. */
import type { Hash } from "../../shared/brand.ts";
import type { Change, ChangeId } from "../change/change.ts";
import { attribute, type AttributionStep, type Provenance } from "../decision/attribute.ts";
import { structuralChanges } from "../decision/path-changes.ts";
import { verdictsOf, type ChangeVerdict } from "../decision/verdict.ts";
import { deltaOf, type PathDelta } from "../journal/delta.ts";
import { lineageOf } from "../journal/lineage.ts";
import type { BranchState } from "../journal/state.ts";
import { mapGet, mapValues } from "../tree/persistent-map.ts";
import { diffCells, type Text } from "./cells.ts";

export interface ReviewedPath {
  readonly delta: PathDelta;
  readonly verdicts: readonly ChangeVerdict[];
}

export function reviewOf(state: BranchState, textAt: (hash: Hash) => Text): ReviewedPath[] {
  const side = (entry: PathDelta["before"]): Text | null => (entry?.kind === "file" ? textAt(entry.hash) : null);
  const live = [...mapValues(state.live)];
  const deltas = deltaOf(state.base, state.current, live);
  const structural = structuralChanges(deltas, () => true);
  const subjects = deltas.map((delta) => {
    const own = structural.get(delta) ?? [];
    const [before, after] = [side(delta.before), side(delta.after)];
    const changes = [...own, ...(before === null || after === null ? [] : diffCells(before, after))];
    return { path: delta.decisionPath, changes, provenance: provenanceOf(state, delta, own, before, textAt) };
  });
  const verdicts = verdictsOf(subjects, state.decisions);
  let start = 0;
  return deltas.map((delta, i) => {
    const own = verdicts.slice(start, start + (subjects[i]?.changes.length ?? 0));
    start += own.length;
    return { delta, verdicts: own };
  });
}

function provenanceOf(
  state: BranchState,
  delta: PathDelta,
  structural: readonly Change[],
  before: Text | null,
  textAt: (hash: Hash) => Text,
): Map<ChangeId, Provenance> {
  const steps = lineageOf(mapValues(state.live), delta.path).map(({ operation, path: at, hash }): AttributionStep => {
    const ids = before === null || hash === null ? [] : diffCells(before, textAt(hash)).map(({ id }) => id);
    const own = structural.filter(({ kind, facet, after }) => {
      if (kind === "removed") return hash === null;
      if (hash === null || at !== delta.path) return false;
      return facet !== "content" || (after?.type === "file" && after.contentHash === hash);
    });
    const { seq, actor, origins } = operation;
    const changeIds = new Set([...ids, ...own.map(({ id }) => id)]);
    return { seq, actor, changeIds, ...(origins === undefined ? {} : { origins: originsOf(state, origins) }) };
  });
  return attribute(steps);
}

function originsOf(state: BranchState, origins: Readonly<Record<ChangeId, number>>): Map<ChangeId, Provenance> {
  return new Map(
    Object.entries(origins).flatMap(([id, seq]): [ChangeId, Provenance][] => {
      const operation = mapGet(state.operations, String(seq));
      return operation === undefined ? [] : [[id as ChangeId, { seq, actor: operation.actor }]];
    }),
  );
}
