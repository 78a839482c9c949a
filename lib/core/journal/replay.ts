/**
 * From entries to state (J4): the one place where a journal gets its meaning. Entries are facts: what an event found
 * out (stale, superseded, spent) is read, never guessed again. What can be checked is checked: the sequence has no gap,
 * every live operation folds (J3), and a point's tree hashes are those of the state (S4).
 *
 * Cost: O(entries · depth); where the base moved, or a part of a chain was settled, all live operations once more.
 * The trees of bases and sandboxes are asked from `loadTree`, only those that the last state needs.
 */
import { invariant } from "../../shared/assert.ts";
import type { Hash } from "../../shared/brand.ts";
import { mapDelete, mapGet, mapSet, mapValues, emptyMap, type PersistentMap } from "../tree/persistent-map.ts";
import { treeHash } from "../tree/objects.ts";
import type { Tree } from "../tree/tree.ts";
import { carryDecisions, recordDecision, spendDecisions } from "./decisions.ts";
import type { Entry, JournaledOperation, OperationId, PatchId } from "./entry.ts";
import { chainsAt, touchedBy, withoutChains } from "./chains.ts";
import { emptyReduction, fold, reduce } from "./reduce.ts";
import type { Chain, Reduction } from "./reduction.ts";
import type { BranchKind, BranchState, LoadTree, OpenTurn, Patch, Point, StaleChain } from "./state.ts";

/** A branch before its first entry: `base` is the accepted tree that it was created on (B1). */
export function startBranch(kind: BranchKind, base: Tree): BranchState {
  return {
    kind,
    seq: 0,
    t: 0,
    base,
    current: base,
    reduction: emptyReduction(base),
    operations: emptyMap(),
    live: emptyMap(),
    stale: [],
    decisions: emptyMap(),
    points: [],
    patches: emptyMap(),
    openTurn: null,
    turns: 0,
  };
}

/** The state after more entries. @throws where the sequence has a gap (J4) or a recorded fact does not hold (J3). */
export function replay(state: BranchState, entries: readonly Entry[], loadTree: LoadTree): BranchState {
  if (entries.length === 0) return state;
  const replaying = new Replaying(state);
  for (const entry of entries) replaying.take(entry);
  return replaying.finish(loadTree);
}

type Turn = Omit<OpenTurn, "held"> & { readonly heldHash: Hash };
type OperationEntry = Extract<Entry, { type: "operation" }>;
type StandingEntry = Extract<Entry, { type: "standing" }>;

class Replaying {
  readonly #from: BranchState;
  readonly #appended = new Map<OperationId, JournaledOperation>();
  readonly #settled = new Map<OperationId, JournaledOperation>();
  #seq: number;
  #base: Hash | null = null;
  #operations: PersistentMap<JournaledOperation>;
  #live: PersistentMap<JournaledOperation>;
  #stale: readonly StaleChain[];
  #decisions: BranchState["decisions"];
  readonly #points: Point[];
  #patches: PersistentMap<Patch>;
  #turn: Turn | null;
  #turns: number;

  constructor(from: BranchState) {
    this.#from = from;
    this.#seq = from.seq;
    this.#operations = from.operations;
    this.#live = from.live;
    this.#stale = from.stale;
    this.#decisions = from.decisions;
    this.#points = [...from.points];
    this.#patches = from.patches;
    this.#turn = from.openTurn === null ? null : { ...from.openTurn, heldHash: treeHash(from.openTurn.held) };
    this.#turns = from.turns;
  }

  take(entry: Entry): void {
    invariant(entry.seq === this.#seq + 1, `J4: entry ${entry.seq} follows ${this.#seq} without a gap`);
    this.#seq = entry.seq;
    switch (entry.type) {
      case "operation":
        this.#operation(entry);
        return;
      case "standing":
        this.#standing(entry);
        return;
      case "decision":
        this.#decisions = recordDecision(this.#decisions, entry);
        return;
      case "carried":
        this.#decisions = carryDecisions(this.#decisions, entry);
        return;
      case "spent":
        this.#decisions = spendDecisions(this.#decisions, entry);
        return;
      case "turn-opened":
        invariant(this.#turn === null, "B1: a branch has at most one open turn");
        this.#turns += 1;
        this.#turn = {
          patch: entry.patch,
          turn: entry.turn,
          title: entry.title,
          since: entry.seq,
          heldHash: entry.held,
          illegal: [],
        };
        this.#patch({ id: entry.patch, turn: entry.turn, title: entry.title, actor: entry.actor });
        return;
      case "turn-closed":
        this.#turn = null;
        return;
      case "held":
        invariant(this.#turn !== null, "S1: a sandbox holds something during a turn only");
        this.#turn = { ...this.#turn, heldHash: entry.held, illegal: entry.illegal };
        return;
      case "rebased":
        invariant(
          entry.from === (this.#base ?? treeHash(this.#from.base)),
          "B1: a rebase starts from the base that the branch stands on",
        );
        this.#base = entry.to;
        return;
      case "promoted":
        this.#base = entry.base;
        return;
      case "point": {
        const last = this.#points.at(-1)?.t ?? 0;
        invariant(entry.t === last + 1, `S4: t grows by one, from ${last}`);
        this.#points.push(entry);
      }
    }
  }

  finish(loadTree: LoadTree): BranchState {
    const { base: oldBase, current: oldCurrent } = this.#from;
    const load = (hash: Hash): Tree =>
      [oldBase, oldCurrent, this.#from.openTurn?.held].find((tree) => tree !== undefined && treeHash(tree) === hash) ??
      loadTree(hash);
    const reduction = this.#reduce(this.#base === null ? oldBase : load(this.#base));
    const { accepted: base, current } = reduction;
    this.#checkLastPoint(base, current);
    let openTurn: OpenTurn | null = null;
    if (this.#turn !== null) {
      const { heldHash, ...turn } = this.#turn;
      openTurn = { ...turn, held: heldHash === treeHash(current) ? current : load(heldHash) };
    }
    return {
      kind: this.#from.kind,
      seq: this.#seq,
      t: this.#points.at(-1)?.t ?? 0,
      base,
      current,
      reduction,
      operations: this.#operations,
      live: this.#live,
      stale: this.#stale,
      decisions: this.#decisions,
      points: this.#points,
      patches: this.#patches,
      openTurn,
      turns: this.#turns,
    };
  }

  #operation({ operation, clash, seq }: OperationEntry): void {
    const journaled: JournaledOperation = { ...operation, seq };
    this.#operations = mapSet(this.#operations, String(seq), journaled);
    this.#patch({ id: operation.patch, turn: null, title: null, actor: operation.actor });
    if (clash !== undefined) {
      const paths = touchedBy([journaled]);
      this.#stale = [
        ...this.#stale,
        { id: operation.id, operations: [journaled], paths, because: "synchronization", since: seq, clash },
      ];
      return;
    }
    this.#live = mapSet(this.#live, operation.id, journaled);
    this.#appended.set(operation.id, journaled);
  }

  #standing({ operations, standing, because, seq }: StandingEntry): void {
    const settled = operations.map((id) => mapGet(this.#live, id)).filter((operation) => operation !== undefined);
    for (const operation of settled) {
      this.#live = mapDelete(this.#live, operation.id);
      this.#settled.set(operation.id, operation);
    }
    if (standing === "stale") {
      const [first] = settled;
      invariant(first !== undefined && settled.length === operations.length, "J2: only live operations turn stale");
      invariant(
        because === "rebase" || because === "synchronization",
        "J2: a rebase or a synchronization finds what is stale",
      );
      this.#stale = [
        ...this.#stale,
        { id: first.id, operations: settled, paths: touchedBy(settled), because, since: seq, clash: null },
      ];
    } else if (settled.length < operations.length) {
      const gone = new Set(operations);
      this.#stale = this.#stale.filter((chain) => !chain.operations.every(({ id }) => gone.has(id)));
    }
  }

  #patch(patch: Patch): void {
    if (mapGet(this.#patches, patch.id) === undefined)
      this.#patches = mapSet<Patch>(this.#patches, patch.id satisfies PatchId, patch);
  }

  #reduce(base: Tree): Reduction {
    const reduction = (base === this.#from.base ? this.#foldOn() : null) ?? this.#reduceAnew(base);
    const paths = [...this.#appended.values()].filter(({ id }) => !this.#settled.has(id)).map(({ path }) => path);
    for (const chain of this.#base === null ? chainsAt(reduction, paths) : []) {
      invariant(chain.misfit === null, `J3: the base of operation ${chain.operations.at(-1)?.seq ?? 0} is the tip`);
    }
    return reduction;
  }

  /** The cheap way: fold what came, take out whole chains that had no effect. null where that is not all. */
  #foldOn(): Reduction | null {
    const reduction = fold(this.#from.reduction, [...this.#appended.values()]);
    if (this.#settled.size === 0) return reduction;
    const chains: Chain[] = chainsAt(
      reduction,
      [...this.#settled.values()].map(({ path }) => path),
    );
    const whole = chains.every(
      (chain) => chain.standing !== "folded" && chain.operations.every(({ id }) => this.#settled.has(id)),
    );
    return whole ? withoutChains(reduction, chains) : null;
  }

  #reduceAnew(base: Tree): Reduction {
    const reduction = reduce(
      base,
      [...mapValues(this.#live)].sort((a, b) => a.seq - b.seq),
    );
    for (const chain of [...mapValues(reduction.chains)])
      invariant(chain.misfit === null, "J2: what does not fold was found stale when it was journaled");
    return reduction;
  }

  #checkLastPoint(base: Tree, current: Tree): void {
    const point = this.#points.at(-1);
    if (point === undefined || point.seq <= this.#from.seq) return;
    invariant(
      point.base === treeHash(base) && point.current === treeHash(current),
      `S4: point ${point.t} names the trees that the journal gives`,
    );
  }
}
