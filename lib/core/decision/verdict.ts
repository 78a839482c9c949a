/**
 * What is decided on each change, derived from the recorded facts (R1 to R4); nothing of it is stored.
 *
 * - accepted: the last verdict is accept, it is not spent, and it is younger than the operation at which the change last
 *   appeared: an accept whose change was gone does not come back with it
 * - rejected: the last verdict is reject, or a change that it requires is rejected. One that an agent staged again is
 *   rejected and flagged `restaged`; a person's own edit to that value, after the verdict, is undecided
 * - follows: a recalculated result, never decided
 */
import type { Change, ChangeId } from "../change/change.ts";
import { decisionAt } from "../journal/decisions.ts";
import type { Decision, DecisionRecord, Decisions } from "../journal/state.ts";
import type { Path } from "../tree/path.ts";
import type { Provenance } from "./attribute.ts";

/** The changes of one path of a delta. `path` is the decision path. */
export interface Subject {
  readonly path: Path;
  readonly changes: readonly Change[];
  readonly provenance: ReadonlyMap<ChangeId, Provenance>;
}

export type VerdictStatus = "pending" | "accepted" | "rejected" | "follows";

export interface ChangeVerdict {
  readonly path: Path;
  readonly change: Change;
  readonly status: VerdictStatus;
  /** The verdict that counts, or that counted until the change came back. */
  readonly decision: Decision | null;
  /** It is rejected because this change, which it requires, is. */
  readonly through: ChangeId | null;
  /** An agent staged it again after it was rejected (R4). */
  readonly restaged: boolean;
  /** Two people decided differently on it. */
  readonly contested: boolean;
  readonly provenance: Provenance | null;
}

/** In the order of the subjects. Requirements are looked up in all subjects given: give all that may require each other. */
export function verdictsOf(subjects: readonly Subject[], decisions: Decisions): ChangeVerdict[] {
  const own = subjects.flatMap(({ path, changes, provenance }) =>
    changes.map((change) =>
      ownVerdict(path, change, provenance.get(change.id) ?? null, decisionAt(decisions, path, change.id)),
    ),
  );
  const scopes = new Scopes(own);
  const through = new Map<ChangeVerdict, ChangeId | null>();
  return own.map((verdict) => {
    if (verdict.status === "rejected" || verdict.status === "follows") return verdict;
    const rejected = rejectedRequirement(verdict, scopes, through);
    return rejected === null ? verdict : { ...verdict, status: "rejected", through: rejected };
  });
}

function ownVerdict(
  path: Path,
  change: Change,
  provenance: Provenance | null,
  record: DecisionRecord | undefined,
): ChangeVerdict {
  const decision =
    record === undefined || record.spent !== null || record.latest.verdict === "clear" ? null : record.latest;
  const base = { path, change, decision, through: null, restaged: false, contested: isContested(record), provenance };
  if (change.facet === "recalculated") return { ...base, status: "follows", decision: null };
  if (decision === null) return { ...base, status: "pending" };
  const since = provenance !== null && provenance.seq > decision.seq;
  if (decision.verdict === "accept") return { ...base, status: since ? "pending" : "accepted" };
  if (since && provenance.actor.kind === "person") return { ...base, status: "pending" };
  return { ...base, status: "rejected", restaged: since };
}

function isContested(record: DecisionRecord | undefined): boolean {
  if (record === undefined || record.latest.verdict === "clear") return false;
  const last = new Map(record.history.map(({ by, verdict }) => [by, verdict]));
  return [...last.values()].some((verdict) => verdict !== "clear" && verdict !== record.latest.verdict);
}

/** Finds required changes by id: first on the same path, since only changes of paths have ids that are unique. */
export class Scopes<T extends { readonly path: Path; readonly change: Change }> {
  readonly #byPath = new Map<string, T>();
  readonly #structural = new Map<ChangeId, T>();

  constructor(all: readonly T[]) {
    for (const one of all) {
      this.#byPath.set(`${one.change.id} ${one.path}`, one);
      if (one.change.facet === "structure") this.#structural.set(one.change.id, one);
    }
  }

  /** The changes that this one requires and that are there; one that is not there is fulfilled already. */
  requiredBy({ path, change }: T): T[] {
    return (change.requires ?? [])
      .map((id) => this.#byPath.get(`${id} ${path}`) ?? this.#structural.get(id))
      .filter((one) => one !== undefined);
  }
}

/** The nearest rejected change among all that it requires, or null; cycles (a file and its contents) end. */
function rejectedRequirement(
  of: ChangeVerdict,
  scopes: Scopes<ChangeVerdict>,
  known: Map<ChangeVerdict, ChangeId | null>,
): ChangeId | null {
  const seen = new Set([of]);
  let level = [of];
  while (level.length > 0) {
    const next: ChangeVerdict[] = [];
    for (const required of level.flatMap((one) => scopes.requiredBy(one))) {
      if (required.status === "rejected") return required.change.id;
      if (seen.has(required)) continue;
      seen.add(required);
      const found = known.get(required);
      if (found !== undefined && found !== null) return found;
      next.push(required);
    }
    level = next;
  }
  known.set(of, null);
  return null;
}
