/**
 * A sealed commit plan of a branch (M1): the core drafts it by hash, `materialise` makes the bytes, the core seals it,
 * and checks run on what would be promoted. Derived the same way for showing and for committing.
 */
import type { CheckView, PlanEntryView, PlanView } from "../contracts/promotions.ts";
import { blocks, runChecks } from "../checks/index.ts";
import type { ChangeVerdict } from "../core/decision/verdict.ts";
import type { BranchState } from "../core/journal/state.ts";
import { draftPlan, type DraftEntry } from "../core/plan/draft.ts";
import type { CommitPlan, LeftOut, PlanEntry } from "../core/plan/plan.ts";
import { sealPlan } from "../core/plan/seal.ts";
import type { Content } from "../core/journal/retarget.ts";
import type { Path } from "../core/tree/path.ts";
import { entryHash, type Tree } from "../core/tree/tree.ts";
import type { Inspection } from "../parsing/parser.ts";
import { invariant } from "../shared/assert.ts";
import type { Hash } from "../shared/brand.ts";
import type { Services } from "./context.ts";
import { emptyFile, materialise, sayMaterialiseError } from "./materialise.ts";
import { reviewBranch } from "./reviewBranch.ts";
import type { BranchReview } from "./reviewTypes.ts";
import { turnOf } from "./reviewViews.ts";
import { withSources } from "./sources.ts";

export interface PlanChoice {
  readonly paths?: readonly string[] | undefined;
  readonly turns?: readonly number[] | undefined;
}

export interface DerivedPlan {
  readonly plan: CommitPlan;
  readonly review: BranchReview;
  /** The changes that the plan carries. */
  readonly taken: readonly ChangeVerdict[];
  /** Accepted paths that cannot be made faithfully, with the reason. */
  readonly refused: PlanView["refused"];
  readonly checks: readonly CheckView[];
}

export async function derivePlan(
  services: Services,
  branchId: string,
  state: BranchState,
  accepted: Tree,
  choice: PlanChoice,
): Promise<DerivedPlan> {
  const review = await reviewBranch(services, branchId, state);
  const draft = draftPlan({
    base: state.base,
    accepted,
    subjects: review.paths.map(({ delta, verdicts }) => ({ delta, verdicts })),
    selection: {
      ...(choice.paths === undefined ? {} : { paths: decisionPaths(review, choice.paths) }),
      ...(choice.turns === undefined
        ? {}
        : {
            turns: new Set(choice.turns.map(String)),
            turnKey: (seq: number) => String(turnOf(state, seq) ?? "person"),
          }),
    },
  });
  const made = await makeResults(services, draft.entries);
  const entries = draft.entries.filter(({ path }) => !made.refused.some((refusal) => refusal.path === path));
  const sealed = sealPlan({ ...draft, entries }, made.results);
  invariant(sealed.ok, "M1: every entry that is left has its bytes");
  const plan = sealed.value;
  const ids = new Set(
    plan.entries.flatMap(({ basePath, path, decisions }) => decisions.map(({ id }) => `${basePath ?? path} ${id}`)),
  );
  const taken = review.verdicts.filter(({ path, change }) => ids.has(`${path} ${change.id}`));
  const inspected = new Map<string, Promise<Inspection>>();
  const checks = await runChecks({
    plan,
    taken,
    inspect: (name, hash) => {
      const key = `${hash} ${name}`;
      const known = inspected.get(key) ?? inspectFile(services, name, hash);
      inspected.set(key, known);
      return known;
    },
  });
  return { plan, review, taken, refused: made.refused, checks };
}

const inspectFile = (services: Services, name: string, hash: Hash): Promise<Inspection> =>
  withSources(services, name, [hash], (source) => {
    invariant(source !== null, "a planned file has bytes");
    return services.parser.inspect(source);
  });

/** A path is chosen by where it is in W_t, or by where it was. */
function decisionPaths(review: BranchReview, paths: readonly string[]): Set<Path> {
  const wanted = new Set(paths);
  return new Set(
    review.paths.flatMap(({ delta }) =>
      wanted.has(delta.path) || wanted.has(delta.decisionPath) ? [delta.decisionPath] : [],
    ),
  );
}

async function makeResults(
  services: Services,
  entries: readonly DraftEntry[],
): Promise<{ results: Map<Path, Content>; refused: PlanView["refused"] }> {
  const results = new Map<Path, Content>();
  const refused: PlanView["refused"] = [];
  for (const { path, outcome } of entries) {
    if (outcome.kind === "entry") {
      if (outcome.entry?.kind === "file" && outcome.entry.size === 0) await emptyFile(services);
      continue;
    }
    const made = await materialise(services, path, outcome.before.hash, outcome.after.hash, outcome.ids);
    if (made.ok) results.set(path, made.value);
    else
      refused.push({
        path,
        reason: sayMaterialiseError(made.error),
        larger: "larger" in made.error ? [...made.error.larger] : [],
      });
  }
  return { results, refused };
}

export function planView({ plan, review, refused, checks }: DerivedPlan, version: PlanView["version"]): PlanView {
  const formats = new Map(review.paths.map(({ delta, compared }) => [delta.decisionPath, compared.format]));
  return {
    version,
    planHash: plan.planHash,
    before: plan.base,
    after: plan.resultingHash,
    entries: plan.entries.map((entry) => entryView(entry, formats.get(entry.basePath ?? entry.path) ?? "bytes")),
    refused: refused.map((refusal) => ({ ...refusal })),
    staysBehind: plan.untouched.map(({ path, leftOut }) => ({
      path,
      ...countsOf(leftOut),
      why: whyOf(leftOut).join("; "),
    })),
    checks: [...checks],
    blocked: blocks(checks),
  };
}

function entryView({ path, basePath, mustHold, result, decisions, leftOut }: PlanEntry, format: string): PlanEntryView {
  const moved = basePath !== null && basePath !== path;
  return {
    path,
    ...(moved ? { fromPath: basePath } : {}),
    format,
    action: actionOf({ path, basePath, result, mustHold }),
    mustHold: mustHold.find((held) => held.path === (basePath ?? path))?.hash ?? null,
    result: entryHash(result),
    decisions: decisions.map(({ id }) => id),
    stillPending: countsOf(leftOut).pending,
    rejected: countsOf(leftOut).rejected,
    why: whyOf(leftOut),
  };
}

function actionOf({
  path,
  basePath,
  result,
  mustHold,
}: Pick<PlanEntry, "path" | "basePath" | "result" | "mustHold">): PlanEntryView["action"] {
  if (result === null) return basePath === null ? "delete-folder" : "delete";
  if (result.kind === "directory") return "create-folder";
  if (basePath !== null && basePath !== path) return "move";
  return mustHold.every(({ hash }) => hash === null) ? "create" : "replace";
}

const countsOf = (leftOut: readonly LeftOut[]) => ({
  pending: leftOut.filter(({ why }) => why.kind !== "rejected" && why.kind !== "follows").length,
  rejected: leftOut.filter(({ why }) => why.kind === "rejected").length,
});

/** In words, each reason once with its count. */
function whyOf(leftOut: readonly LeftOut[]): string[] {
  const counts = new Map<string, number>();
  for (const { why } of leftOut) {
    const text = sayWhy(why);
    if (text !== null) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => `${count} ${text}`);
}

function sayWhy(why: LeftOut["why"]): string | null {
  switch (why.kind) {
    case "follows":
      return null;
    case "pending":
      return "not decided yet";
    case "rejected":
      return "rejected";
    case "not-chosen":
      return "not chosen";
    case "base-moved":
      return `wait: the accepted version of ${why.path} has moved, rebase first`;
    case "needs":
      return `accepted, but need a change of ${why.path} that is ${why.because}`;
  }
}
