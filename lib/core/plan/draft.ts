/**
 * A plan before its bytes are made (M1, R2): for each changed path what shall come of it. Most paths need no new
 * bytes; where a part of a file's changes is taken, the caller applies exactly those to the accepted version.
 */
import { sha256 } from "../../shared/sha256.ts";
import type { Hash } from "../../shared/brand.ts";
import type { Change, ChangeId } from "../change/change.ts";
import type { ChangeVerdict } from "../decision/verdict.ts";
import type { PathDelta } from "../journal/delta.ts";
import { comparePaths, type Path } from "../tree/path.ts";
import { EMPTY_FOLDER, hashAt, obstacleAt, type FileEntry, type Tree, type TreeEntry } from "../tree/tree.ts";
import { TreeEdit } from "../tree/edit.ts";
import { choose, type Choice, type Selection } from "./choose.ts";
import type { DecisionRef, LeftOut, MustHold, PathLeftOut } from "./plan.ts";

export interface PlanSubject {
  readonly delta: PathDelta;
  /** Of this delta: changes of the path itself, and of its contents. */
  readonly verdicts: readonly ChangeVerdict[];
}

export interface PlanInputs {
  /** W_0 of the branch. */
  readonly base: Tree;
  /** The head of the workspace. */
  readonly accepted: Tree;
  readonly subjects: readonly PlanSubject[];
  readonly selection: Selection;
}

export type Outcome =
  | { readonly kind: "entry"; readonly entry: TreeEntry | null }
  /** `before` with exactly these of the changes to `after`. */
  | {
      readonly kind: "apply";
      readonly before: FileEntry;
      readonly after: FileEntry;
      readonly ids: readonly ChangeId[];
    };

export interface DraftEntry {
  readonly path: Path;
  readonly basePath: Path | null;
  readonly mustHold: readonly MustHold[];
  readonly outcome: Outcome;
  readonly decisions: readonly DecisionRef[];
  readonly leftOut: readonly LeftOut[];
  /** What W_t holds there, contents rejected in part: the result must be another. */
  readonly never: Hash | null;
}

export interface PlanDraft {
  readonly accepted: Tree;
  readonly entries: readonly DraftEntry[];
  readonly untouched: readonly PathLeftOut[];
}

/** Leaves out, by name, whatever is not accepted, not chosen, not complete, or no longer stands on the accepted tree. */
export function draftPlan({ base, accepted, subjects, selection }: PlanInputs): PlanDraft {
  const verdicts = subjects.flatMap((subject) => subject.verdicts);
  const movedAway = new Map<Path, Path>();
  for (const { delta } of subjects) {
    const moved = ownPaths(delta).find((path) => hashAt(base, path) !== hashAt(accepted, path));
    if (moved !== undefined) movedAway.set(delta.decisionPath, moved);
  }
  for (;;) {
    const choice = choose(verdicts, selection, movedAway);
    const planned = subjects.map((subject) => entryFor(base, subject, choice));
    const entries = planned.filter((entry) => entry !== null).sort((a, b) => comparePaths(a.path, b.path));
    const blocked = firstBlocked(accepted, entries);
    if (blocked === null) return { accepted, entries, untouched: leftUntouched(subjects, planned, choice) };
    movedAway.set(blocked.entry.basePath ?? blocked.entry.path, blocked.at);
  }
}

const ownPaths = ({ path, basePath }: PathDelta): Path[] =>
  basePath === null || basePath === path ? [path] : [basePath, path];

function entryFor(base: Tree, { delta, verdicts }: PlanSubject, choice: Choice): DraftEntry | null {
  const taken = verdicts.filter((verdict) => choice.taken.has(verdict));
  if (taken.length === 0) return null;
  const { path, outcome } = resultFor(delta, verdicts, taken);
  const paths = path === delta.path ? ownPaths(delta) : [path];
  const decisions = taken.flatMap(({ change, decision }) =>
    decision === null ? [] : [{ id: change.id, seq: decision.seq }],
  );
  const rejected = verdicts.some(({ status, change }) => status === "rejected" && change.facet !== "structure");
  return {
    path,
    basePath: delta.basePath,
    mustHold: paths.map((held) => ({ path: held, hash: hashAt(base, held) })),
    outcome,
    decisions,
    leftOut: leftOutOf(verdicts, choice),
    never: rejected && delta.after?.kind === "file" ? delta.after.hash : null,
  };
}

const EMPTY_FILE: FileEntry = { kind: "file", hash: sha256(""), size: 0 };

/** Where the result is, and what; only a move that is taken leads to another path than the base's. */
function resultFor(
  delta: PathDelta,
  verdicts: readonly ChangeVerdict[],
  taken: readonly ChangeVerdict[],
): { path: Path; outcome: Outcome } {
  const has = (kind: Change["kind"], facet: Change["facet"]): boolean =>
    taken.some(({ change }) => change.kind === kind && change.facet === facet);
  const entry = (path: Path, is: TreeEntry | null): { path: Path; outcome: Outcome } => ({
    path,
    outcome: { kind: "entry", entry: is },
  });
  const { path, before, after } = delta;
  switch (delta.kind) {
    case "created":
    case "folderToFile":
      if (!has("added", "structure")) return entry(path, null);
      return entry(
        path,
        has("added", "content") || !verdicts.some(({ change }) => change.facet === "content") ? after : EMPTY_FILE,
      );
    case "deleted":
    case "folderDeleted":
      return entry(path, null);
    case "folderCreated":
      return entry(path, EMPTY_FOLDER);
    case "fileToFolder":
      return entry(path, has("added", "structure") ? EMPTY_FOLDER : null);
    case "modified":
    case "moved":
    case "movedAndModified": {
      const target = has("moved", "structure") ? path : delta.decisionPath;
      return { path: target, outcome: contentOutcome(before as FileEntry, after as FileEntry, verdicts, taken) };
    }
  }
}

function contentOutcome(
  before: FileEntry,
  after: FileEntry,
  verdicts: readonly ChangeVerdict[],
  taken: readonly ChangeVerdict[],
): Outcome {
  const ofContent = ({ change }: ChangeVerdict): boolean =>
    change.facet !== "structure" || change.kind !== "moved" || change.address.kind !== "file";
  const ids = taken.filter(ofContent).map(({ change }) => change.id);
  if (ids.length === 0) return { kind: "entry", entry: before };
  const all = verdicts.filter((verdict) => ofContent(verdict) && verdict.status !== "follows");
  return ids.length === all.length ? { kind: "entry", entry: after } : { kind: "apply", before, after, ids };
}

function leftOutOf(verdicts: readonly ChangeVerdict[], { leftOut }: Choice): LeftOut[] {
  return verdicts.flatMap((verdict) => {
    const why = leftOut.get(verdict);
    return why === undefined ? [] : [{ id: verdict.change.id, why, flags: verdict.change.flags ?? [] }];
  });
}

function leftUntouched(
  subjects: readonly PlanSubject[],
  planned: readonly (DraftEntry | null)[],
  choice: Choice,
): PathLeftOut[] {
  return subjects
    .filter((_, i) => planned[i] === null)
    .map(({ delta, verdicts }) => ({
      path: delta.path,
      basePath: delta.basePath,
      leftOut: leftOutOf(verdicts, choice),
    }))
    .sort((a, b) => comparePaths(a.path, b.path));
}

/** The first entry that has no room in the accepted tree, once all that leave have left. */
function firstBlocked(
  accepted: Tree,
  entries: readonly DraftEntry[],
): { readonly entry: DraftEntry; readonly at: Path } | null {
  const edit = new TreeEdit(accepted);
  for (const { path, basePath } of entries) edit.remove(basePath ?? path).remove(path);
  for (const entry of entries) {
    const { outcome, path } = entry;
    const result = outcome.kind === "apply" ? outcome.before : outcome.entry;
    if (result === null) continue;
    const obstacle = obstacleAt(edit.tree, path);
    if (obstacle === null) edit.put(path, result);
    else if (result.kind === "file" || obstacle.kind !== "entries-below") return { entry, at: obstacle.at };
  }
  return null;
}
