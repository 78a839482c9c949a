/**
 * A hash scan of the sandbox becomes journal (S1). Compared with H, the tree that the sandbox last held, what changed
 * is recognised as operations; each is folded onto W_t where it fits. Where a person edited meanwhile it is a *clash*:
 * journaled stale, one a path and turn, with first H and newest sandbox. No clash where W_t is equal already.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import { treeHash } from "../tree/objects.ts";
import type { Path } from "../tree/path.ts";
import { TreeEdit } from "../tree/edit.ts";
import { EMPTY_FOLDER_HASH, entryHash, getEntry, hashAt, sameEntry, type Tree, type TreeEntry } from "../tree/tree.ts";
import type { Clash, PatchId } from "./entry.ts";
import {
  additionOf,
  changeOf,
  misfit,
  perform,
  removalOf,
  resultOf,
  targetOf,
  type OperationDraft,
} from "./operation.ts";
import { recognise } from "./recognise.ts";
import type { BranchState, FreshnessCounts, OpenTurn, StaleChain, Stamp, Step } from "./state.ts";
import { pathsOfAll, StepBuilder } from "./step-builder.ts";

export interface Scan {
  readonly sandbox: Tree;
  /** Names in the sandbox outside V4; they are in no tree, and block the end of the turn. */
  readonly illegal: readonly string[];
  readonly toolCall?: string;
  readonly freshness?: FreshnessCounts;
}

/** `clashes` are those that this scan found or renewed. No entries where the sandbox is as it was. */
export function synchronize(
  state: BranchState,
  scan: Scan,
  stamp: Stamp,
): Result<Step & { readonly clashes: readonly Clash[] }, { readonly reason: "no-open-turn" }> {
  const turn = state.openTurn;
  if (turn === null) return err({ reason: "no-open-turn" });
  const build = new StepBuilder(state, stamp, [scan.sandbox]);
  const { fitting, clashing } = sort(state.current, scan.sandbox, recognise(turn.held, scan.sandbox));
  for (const draft of fitting) build.operation(draft, turn.patch, "turn");
  const clashes = settleClashes(build, state, turn, scan.sandbox, clashing);
  if (treeHash(scan.sandbox) !== treeHash(turn.held) || scan.illegal.join("\n") !== turn.illegal.join("\n")) {
    build.add({ type: "held", patch: turn.patch, held: treeHash(scan.sandbox), illegal: scan.illegal });
  }
  build.supersedeRedundant("synchronization", pathsOfAll(fitting)).dissolveClashes("synchronization");
  build.point("batch", { toolCall: scan.toolCall, freshness: scan.freshness });
  return ok({ ...build.finish(), clashes });
}

/** What folds onto W_t, in order, and the paths where W_t is in the way. A move that does not fold is its two halves. */
function sort(
  current: Tree,
  sandbox: Tree,
  drafts: readonly OperationDraft[],
): { fitting: OperationDraft[]; clashing: Set<Path> } {
  const fitting: OperationDraft[] = [];
  const clashing = new Set<Path>();
  const edit = new TreeEdit(current);
  const waiting = [...drafts];
  for (let draft = waiting.shift(); draft !== undefined; draft = waiting.shift()) {
    if (misfit(edit.tree, draft) === null) {
      perform(edit, draft);
      fitting.push(draft);
    } else if (draft.kind === "move") {
      waiting.unshift(...removalOf(draft.path, resultOf(draft)), ...additionOf(targetOf(draft), resultOf(draft)));
    } else if (!sameEntry(getEntry(edit.tree, draft.path), getEntry(sandbox, draft.path))) {
      clashing.add(draft.path);
    }
  }
  edit.finish();
  return { fitting, clashing };
}

/** One clash a path and turn: a renewed one takes the place of the one before, with the H that it began with. */
function settleClashes(
  build: StepBuilder,
  state: BranchState,
  turn: OpenTurn,
  sandbox: Tree,
  clashing: ReadonlySet<Path>,
): Clash[] {
  const clashes: Clash[] = [];
  const open = openClashes(state, turn.patch);
  const renewed = [
    ...clashing,
    ...[...open.keys()].filter((path) => !clashing.has(path) && movedOn(open.get(path), sandbox)),
  ];
  for (const path of new Set(renewed)) {
    const before = open.get(path);
    if (before !== undefined) {
      build.add({
        type: "standing",
        operations: before.operations.map(({ id }) => id),
        standing: "superseded",
        because: "synchronization",
      });
    }
    const held = before?.clash === undefined || before.clash === null ? entryAt(turn.held, path) : sideOf(before);
    const sides = { held, current: entryAt(state.current, path), sandbox: entryAt(sandbox, path) };
    if (sameEntry(sides.held, sides.sandbox) || sameEntry(sides.current, sides.sandbox)) continue;
    const clash: Clash = {
      path,
      held: entryHash(sides.held),
      current: entryHash(sides.current),
      sandbox: entryHash(sides.sandbox),
    };
    build.operation(clashDraft(path, sides.held, sides.sandbox), turn.patch, "turn", { clash });
    clashes.push(clash);
  }
  return clashes;
}

function openClashes(state: BranchState, patch: PatchId): Map<Path, StaleChain> {
  const ofTurn = state.stale.filter(({ clash, operations }) => clash !== null && operations[0]?.patch === patch);
  return new Map(ofTurn.map((chain) => [chain.clash?.path as Path, chain]));
}

/** Whether the sandbox holds something else now than the clash says. */
const movedOn = (chain: StaleChain | undefined, sandbox: Tree): boolean =>
  chain?.clash !== null && chain !== undefined && hashAt(sandbox, chain.clash.path) !== chain.clash.sandbox;

const entryAt = (tree: Tree, path: Path): TreeEntry | null => getEntry(tree, path) ?? null;

/** The first H of a clash, as an entry: its size is needed by nobody, since it is only a base. */
function sideOf({ clash }: StaleChain): TreeEntry | null {
  if (clash === null || clash.held === null) return null;
  return clash.held === EMPTY_FOLDER_HASH ? { kind: "directory" } : { kind: "file", hash: clash.held, size: 0 };
}

/** A clash is one operation, never folded; between a file and an empty folder it is a replace. */
function clashDraft(path: Path, held: TreeEntry | null, sandbox: TreeEntry | null): OperationDraft {
  const [draft, second] = changeOf(path, held, sandbox);
  if (draft !== undefined && second === undefined) return draft;
  const resultSize = sandbox?.kind === "file" ? sandbox.size : null;
  return { kind: "replace", path, baseHash: entryHash(held), resultHash: entryHash(sandbox), resultSize };
}
