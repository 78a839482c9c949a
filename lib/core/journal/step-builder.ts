/**
 * Collects the entries of one event, numbers them, and knows the state after them, always through `replay`: what a
 * planner promises and what a later reader derives cannot differ. Operation ids are made from patch and seq, both
 * unique, so that core needs no randomness.
 */
import { invariant } from "../../shared/assert.ts";
import type { Hash } from "../../shared/brand.ts";
import { treeHash } from "../tree/objects.ts";
import type { Path } from "../tree/path.ts";
import { hashAt, type Tree } from "../tree/tree.ts";
import { chainsAt, redundantChains } from "./chains.ts";
import type { Clash, Entry, EntryBody, JournaledOperation, OperationCause, OperationId, PatchId } from "./entry.ts";
import { pathsOf, type OperationDraft } from "./operation.ts";
import { replay } from "./replay.ts";
import type { BranchState, FreshnessCounts, LoadTree, Point, Stamp, Step } from "./state.ts";

export type Because = Extract<EntryBody, { type: "standing" }>["because"];

export class StepBuilder {
  readonly #from: BranchState;
  readonly #stamp: Stamp;
  readonly #trees: readonly Tree[];
  readonly #entries: Entry[] = [];
  #state: BranchState;
  #taken = 0;

  /** `trees`: those that the entries will name and the state does not hold yet. */
  constructor(from: BranchState, stamp: Stamp, trees: readonly Tree[] = []) {
    this.#from = from;
    this.#state = from;
    this.#stamp = stamp;
    this.#trees = trees;
  }

  add(body: EntryBody): this {
    this.#entries.push({
      ...body,
      seq: this.#from.seq + this.#entries.length + 1,
      actor: this.#stamp.actor,
      at: this.#stamp.at,
    });
    return this;
  }

  operation(
    draft: OperationDraft,
    patch: PatchId,
    cause: OperationCause,
    extra: { readonly clash?: Clash; readonly origins?: JournaledOperation["origins"] } = {},
  ): this {
    const seq = this.#from.seq + this.#entries.length + 1;
    const id = `${patch}.${seq}` as OperationId;
    const { actor, at } = this.#stamp;
    const origins = extra.origins === undefined ? {} : { origins: extra.origins };
    const clash = extra.clash === undefined ? {} : { clash: extra.clash };
    return this.add({ type: "operation", operation: { id, patch, actor, cause, at, ...draft, ...origins }, ...clash });
  }

  /** The state after all entries so far. They must be consistent at this moment. */
  get state(): BranchState {
    if (this.#taken < this.#entries.length) {
      this.#state = replay(this.#state, this.#entries.slice(this.#taken), this.#load);
      this.#taken = this.#entries.length;
    }
    return this.#state;
  }

  /** J3: supersedes chains that have become redundant at these paths; everywhere, where none are named. */
  supersedeRedundant(because: Because, paths?: Iterable<Path>): this {
    const { reduction } = this.state;
    const chains =
      paths === undefined
        ? redundantChains(reduction)
        : chainsAt(reduction, paths).filter(({ standing }) => standing === "redundant");
    for (const chain of chains) {
      this.add({ type: "standing", operations: chain.operations.map(({ id }) => id), standing: "superseded", because });
    }
    return this;
  }

  /** S1: a clash dissolves when W_t holds what the sandbox holds there. */
  dissolveClashes(because: Because): this {
    const { stale, current } = this.state;
    for (const { clash, operations } of stale) {
      if (clash !== null && hashAt(current, clash.path) === clash.sandbox) {
        this.add({ type: "standing", operations: operations.map(({ id }) => id), standing: "superseded", because });
      }
    }
    return this;
  }

  /** S4: a new point where W_t or W_0 is another than at the start of this event. */
  point(
    cause: Point["cause"],
    details: { readonly toolCall?: string | undefined; readonly freshness?: FreshnessCounts | undefined } = {},
  ): this {
    const { base, current, t } = this.state;
    if (treeHash(base) === treeHash(this.#from.base) && treeHash(current) === treeHash(this.#from.current)) return this;
    const toolCall = details.toolCall === undefined ? {} : { toolCall: details.toolCall };
    const freshness = details.freshness === undefined ? {} : { freshness: details.freshness };
    return this.add({
      type: "point",
      t: t + 1,
      base: treeHash(base),
      current: treeHash(current),
      cause,
      ...toolCall,
      ...freshness,
    });
  }

  finish(): Step {
    return { entries: this.#entries, state: this.state };
  }

  readonly #load: LoadTree = (hash: Hash) => {
    const tree = this.#trees.find((candidate) => treeHash(candidate) === hash);
    invariant(tree !== undefined, "an event names only trees that it was given");
    return tree;
  };
}

export const pathsOfAll = (drafts: readonly OperationDraft[]): Path[] => drafts.flatMap((draft) => [...pathsOf(draft)]);
