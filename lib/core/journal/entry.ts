/**
 * The journal: one gap-free sequence of immutable entries per branch (J1, J4). Everything else about a branch (its
 * live operations, what is stale, W_t, t, decisions) is derived from these entries by `replay`; nothing is stored twice.
 * What happens to an operation later is said by appended `standing` entries, never by editing (J3).
 */
import type { Brand, Hash } from "../../shared/brand.ts";
import type { Change, ChangeId } from "../change/change.ts";
import type { Path } from "../tree/path.ts";

export type OperationId = Brand<string, "OperationId">;
export type PatchId = Brand<string, "PatchId">;
export type UserId = Brand<string, "UserId">;

/** ISO 8601 in UTC with milliseconds. Core never reads a clock: every instant is given to it. */
export type Instant = Brand<string, "Instant">;

/** Who did it. The person for whom an agent works counts as its author (R6). */
export interface Actor {
  readonly kind: "person" | "agent" | "system";
  readonly user: UserId;
  /** The agent token that it was done with, by its id; absent: none. */
  readonly token?: string;
}

export type OperationKind = "create" | "replace" | "delete" | "move" | "mkdir" | "rmdir";

/** Why an operation was written: an agent's turn, a person's edit, or one of the events that write operations. */
export type OperationCause = "turn" | "edit" | "reconcile" | "apply-rejections" | "residual";

/**
 * One change of one path. `null` hashes mean absent: no file at the path, above it or below it, and no sibling that
 * differs only in case. A move names `path` → `toPath` with `baseHash === resultHash`, and is absent at `toPath` before.
 * An empty folder has the hash `EMPTY_FOLDER_HASH`: the result of a mkdir, the base of a rmdir.
 */
export interface Operation {
  readonly id: OperationId;
  readonly patch: PatchId;
  readonly actor: Actor;
  readonly kind: OperationKind;
  readonly cause: OperationCause;
  readonly path: Path;
  readonly toPath?: Path;
  readonly baseHash: Hash | null;
  readonly resultHash: Hash | null;
  /** Bytes of the result where it is a file, so that a fold needs no store; else null. */
  readonly resultSize: number | null;
  readonly at: Instant;
  /**
   * Of a residual or reconciling operation: which earlier operation (by its journal seq) made each change that it
   * carries on, so that provenance survives a partial promotion (M3). Absent: this operation made all of them.
   */
  readonly origins?: Readonly<Record<ChangeId, number>>;
}

/** An operation in its place in the branch's sequence. */
export interface JournaledOperation extends Operation {
  readonly seq: number;
}

/** A person edited what the agent's sandbox held (S1): the three sides, `null` = absent. */
export interface Clash {
  readonly path: Path;
  /** What the sandbox held first in this turn (H). */
  readonly held: Hash | null;
  /** What W_t holds. */
  readonly current: Hash | null;
  /** What the sandbox holds now. */
  readonly sandbox: Hash | null;
}

/** A decision that moves with its path's base; `to: null` where what was decided on is gone. */
export interface Carried {
  readonly from: { readonly path: Path; readonly id: ChangeId };
  readonly to: { readonly path: Path; readonly change: Change } | null;
}

export type EntryBody =
  /** With a `clash` it is stale from birth (S1): it is folded by nobody and belongs to no chain. */
  | { readonly type: "operation"; readonly operation: Operation; readonly clash?: Clash }
  /** Operations that stop being live, or stale ones that are settled; `because` is the event that found it. One entry for each chain. */
  | {
      readonly type: "standing";
      readonly operations: readonly OperationId[];
      readonly standing: "stale" | "superseded" | "promoted" | "reconciled";
      readonly because: "synchronization" | "edit" | "rebase" | "promotion" | "reconciliation" | "rejection";
    }
  /** A verdict on one change identity (R1). `clear` takes the same person's own verdict back to undecided. */
  | {
      readonly type: "decision";
      readonly path: Path;
      readonly change: Change;
      readonly verdict: "accept" | "reject" | "clear";
      readonly by: UserId;
      readonly reason?: string;
      /** The seq of the other person's decision that this one answers to. */
      readonly answers?: number;
    }
  /** Bases of paths moved: decisions follow them (R1), all of an event at once, since one may take another's place. */
  | { readonly type: "carried"; readonly moves: readonly Carried[] }
  /** A promotion spends the accepts that it carries, and nothing else (R1). */
  | { readonly type: "spent"; readonly path: Path; readonly ids: readonly ChangeId[]; readonly promotion: number }
  | {
      readonly type: "turn-opened";
      readonly patch: PatchId;
      readonly turn: number;
      readonly title: string;
      readonly held: Hash;
    }
  | { readonly type: "turn-closed"; readonly patch: PatchId; readonly turn: number }
  /** What the sandbox holds after a scan: the H of the next one. */
  | { readonly type: "held"; readonly patch: PatchId; readonly held: Hash; readonly illegal: readonly string[] }
  | { readonly type: "rebased"; readonly from: Hash; readonly to: Hash }
  /** A promotion from this branch set W_0 at some paths (M3). */
  | { readonly type: "promoted"; readonly promotion: number; readonly base: Hash }
  /** t grew by one (S4). Both tree hashes as they are from here on. */
  | {
      readonly type: "point";
      readonly t: number;
      readonly base: Hash;
      readonly current: Hash;
      readonly cause: "batch" | "edit" | "reconciliation" | "rebase" | "promotion" | "rejection";
      readonly toolCall?: string;
      readonly freshness?: Readonly<Record<string, number>>;
    };

export type Entry = EntryBody & { readonly seq: number; readonly actor: Actor; readonly at: Instant };
