/**
 * A branch at one seq: everything that its journal says, derived by `replay.ts` and by nothing else. Immutable.
 * Planners (`synchronize`, `humanEdit`, `rebase`, …) take a state and give a `Step`: the entries to append, in
 * order and numbered, and the state after them. They write nothing; a step that is not appended did not happen.
 */
import type { Hash } from "../../shared/brand.ts";
import type { Change } from "../change/change.ts";
import type { Path } from "../tree/path.ts";
import type { PersistentMap } from "../tree/persistent-map.ts";
import type { Tree } from "../tree/tree.ts";
import type {
  Actor,
  Clash,
  Entry,
  EntryBody,
  Instant,
  JournaledOperation,
  OperationId,
  PatchId,
  UserId,
} from "./entry.ts";
import type { Reduction, TouchedPath } from "./reduction.ts";

/** `chat`: an agent stages for a user. `review`: a person's own proposals. `evaluation` never moves and is never promoted. */
export type BranchKind = "chat" | "review" | "evaluation";

export interface BranchState {
  readonly kind: BranchKind;
  /** Of the last entry; 0 before the first. The next entry is `seq + 1` (J4). */
  readonly seq: number;
  /** Grows by one with every point (S4). */
  readonly t: number;
  /** W_0, W_t and the live operations by chain. */
  readonly base: Tree;
  readonly current: Tree;
  readonly reduction: Reduction;
  /** All operations ever, by `String(seq)`: for provenance. */
  readonly operations: PersistentMap<JournaledOperation>;
  /** The operations that count (J3), by id. */
  readonly live: PersistentMap<JournaledOperation>;
  /** What waits to be reconciled, oldest first. */
  readonly stale: readonly StaleChain[];
  readonly decisions: Decisions;
  readonly points: readonly Point[];
  readonly patches: PersistentMap<Patch>;
  readonly openTurn: OpenTurn | null;
  /** Turns opened so far. */
  readonly turns: number;
}

/** A point of the branch: from this seq on it is at `t` (S4). */
export type Point = Extract<EntryBody, { type: "point" }> & { readonly seq: number; readonly at: Instant };

export interface OpenTurn {
  readonly patch: PatchId;
  readonly turn: number;
  readonly title: string;
  /** Seq of its opening. */
  readonly since: number;
  /** H: the tree that the sandbox last held. */
  readonly held: Tree;
  /** Illegal names in the sandbox; they block the end of the turn (V4). */
  readonly illegal: readonly string[];
}

/** A patch: an agent turn (with its number and title) or a person's edits (`turn` null) (B2). */
export interface Patch {
  readonly id: PatchId;
  readonly turn: number | null;
  readonly title: string | null;
  readonly actor: Actor;
}

/** One chain that was found stale, or one clash: reconciled as a whole (M6). `id` is its first operation. */
export interface StaleChain {
  readonly id: OperationId;
  readonly operations: readonly JournaledOperation[];
  readonly paths: readonly TouchedPath[];
  readonly because: "synchronization" | "rebase";
  /** Seq of the entry that recorded it. */
  readonly since: number;
  /** Present where a person edited what the agent's sandbox held (S1). */
  readonly clash: Clash | null;
}

/** By path, then by change id. The path is the base path of the change (R1). */
export type Decisions = PersistentMap<PersistentMap<DecisionRecord>>;

export interface Decision {
  readonly seq: number;
  readonly verdict: "accept" | "reject" | "clear";
  readonly by: UserId;
  readonly reason: string | null;
  /** Seq of the decision of somebody else that it answers to. */
  readonly answers: number | null;
}

/** What was decided on one change. */
export interface DecisionRecord {
  readonly path: Path;
  readonly change: Change;
  /** The one that counts. */
  readonly latest: Decision;
  /** All, oldest first, `latest` included. */
  readonly history: readonly Decision[];
  /** The promotion that spent the accept; it counts no more. */
  readonly spent: number | null;
}

/** Who, and when: given from outside, since core reads no clock. */
export interface Stamp {
  readonly actor: Actor;
  readonly at: Instant;
}

export interface Step {
  /** Numbered from `state.seq + 1`. Empty: nothing happened. */
  readonly entries: readonly Entry[];
  readonly state: BranchState;
}

export type { Carried } from "./entry.ts";

export type FreshnessCounts = Readonly<Record<string, number>>;

/** The tree under a hash, from verified directory objects. @throws where it is not there. */
export type LoadTree = (hash: Hash) => Tree;
