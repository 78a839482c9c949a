/** Small worlds for the tests of core: trees from object literals, branches step by step, and random histories. */
import fc from "fast-check";

import type { Hash } from "../../shared/brand.ts";
import type { Result } from "../../shared/result.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Actor, Entry, Instant, PatchId, UserId } from "../journal/entry.ts";
import type { Edit } from "../journal/human-edit.ts";
import { humanEdit } from "../journal/human-edit.ts";
import { replay, startBranch } from "../journal/replay.ts";
import type { BranchState, Stamp, Step } from "../journal/state.ts";
import { synchronize } from "../journal/synchronize.ts";
import { closeTurn, openTurn } from "../journal/turn.ts";
import { TreeEdit, treeFrom } from "../tree/edit.ts";
import { treeHash } from "../tree/objects.ts";
import { path, type Path } from "../tree/path.ts";
import { entries, EMPTY_FOLDER, obstacleAt, type FileEntry, type Tree, type TreeEntry } from "../tree/tree.ts";

/** A file is its text; `null` is an empty folder. */
export type Literal = Readonly<Record<string, string | null>>;

export const h = (text: string): Hash => sha256(text);
export const file = (text: string): FileEntry => ({ kind: "file", hash: h(text), size: text.length });
export const content = (text: string): { hash: Hash; size: number } => ({ hash: h(text), size: text.length });
const entryOf = (text: string | null): TreeEntry => (text === null ? EMPTY_FOLDER : file(text));

export const tree = (literal: Literal): Tree =>
  treeFrom(Object.entries(literal).map(([at, text]) => [path(at), entryOf(text)] as const));

/** What a tree holds, path by path, as hashes; folders as "folder". */
export const shown = (of: Tree): Record<string, string> =>
  Object.fromEntries(
    [...entries(of)].map(({ path: at, entry }) => [at, entry.kind === "file" ? entry.hash : "folder"]),
  );

export const shownLiteral = (literal: Literal): Record<string, string> =>
  Object.fromEntries(Object.entries(literal).map(([at, text]) => [at, text === null ? "folder" : h(text)]));

/** A tree with some paths changed; `undefined` takes a path away. */
export function edited(from: Tree, changes: Readonly<Record<string, string | null | undefined>>): Tree {
  const edit = new TreeEdit(from);
  for (const [at, text] of Object.entries(changes)) if (text === undefined) edit.remove(path(at));
  for (const [at, text] of Object.entries(changes)) if (text !== undefined) edit.put(path(at), entryOf(text));
  return edit.finish();
}

const AT = "2026-01-01T00:00:00.000Z" as Instant;
export const AGENT: Actor = { kind: "agent", user: "ada" as UserId };
export const ADA: Actor = { kind: "person", user: "ada" as UserId };
export const BEN: Actor = { kind: "person", user: "ben" as UserId };
export const by = (actor: Actor): Stamp => ({ actor, at: AT });

export function value<T, E>(result: Result<T, E>): T {
  if (!result.ok) throw new Error(`Expected a value, got ${JSON.stringify(result.error)}`);
  return result.value;
}

export function failure<T, E>(result: Result<T, E>): E {
  if (result.ok) throw new Error("Expected a failure");
  return result.error;
}

/** A branch that remembers its journal, and checks after every step that replaying it from the start gives the same. */
export class World {
  state: BranchState;
  readonly journal: Entry[] = [];
  readonly #start: BranchState;
  readonly #trees = new Map<Hash, Tree>();
  #patches = 0;

  constructor(base: Tree, kind: BranchState["kind"] = "chat") {
    this.state = startBranch(kind, base);
    this.#start = this.state;
    this.knows(base);
  }

  knows(...trees: readonly Tree[]): this {
    for (const one of trees) this.#trees.set(treeHash(one), one);
    return this;
  }

  take(step: Step): this {
    this.journal.push(...step.entries);
    this.state = step.state;
    this.knows(
      step.state.base,
      step.state.current,
      ...(step.state.openTurn === null ? [] : [step.state.openTurn.held]),
    );
    return this;
  }

  patch(): PatchId {
    this.#patches += 1;
    return `patch-${this.#patches}` as PatchId;
  }

  open(): this {
    return this.take(value(openTurn(this.state, { patch: this.patch(), title: "a turn" }, by(AGENT))));
  }

  /** The agent's sandbox, changed and scanned. */
  agent(changes: Readonly<Record<string, string | null | undefined>>): this {
    const held = this.state.openTurn?.held;
    if (held === undefined) throw new Error("no turn is open");
    return this.scan(edited(held, changes));
  }

  scan(sandbox: Tree): this {
    this.knows(sandbox);
    return this.take(value(synchronize(this.state, { sandbox, illegal: [] }, by(AGENT))));
  }

  close(): this {
    return this.take(value(closeTurn(this.state, by(AGENT))));
  }

  /** One whole turn. */
  turn(...batches: readonly Readonly<Record<string, string | null | undefined>>[]): this {
    this.open();
    for (const changes of batches) this.agent(changes);
    return this.close();
  }

  person(...edits: readonly Edit[]): this {
    return this.take(value(humanEdit(this.state, { patch: this.patch(), edits }, by(ADA))));
  }

  replayed(): BranchState {
    return replay(this.#start, this.journal, (hash) => {
      const found = this.#trees.get(hash);
      if (found === undefined) throw new Error(`tree ${hash} is not known`);
      return found;
    });
  }
}

export const write = (at: string, base: string | null, text: string): Edit => ({
  kind: "write",
  path: path(at),
  base: base === null ? null : h(base),
  result: content(text),
});

/** A few names, so that random trees collide, nest, and differ only in case. */
const NAMES = ["a", "b", "c", "d", "A", "D", "é"];
export const arbitraryPath: fc.Arbitrary<Path> = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
  .map((names) => path(names.join("/")));
export const arbitraryText: fc.Arbitrary<string | null> = fc.constantFrom("1", "2", "3", "4", "5", null);

/** Puts what fits, in order; what does not fit is left out. */
export function treeOf(wanted: readonly (readonly [Path, string | null])[]): Tree {
  const edit = new TreeEdit(treeFrom([]));
  for (const [at, text] of wanted) if (obstacleAt(edit.tree, at) === null) edit.put(at, entryOf(text));
  return edit.finish();
}

export const arbitraryTree: fc.Arbitrary<Tree> = fc
  .array(fc.tuple(arbitraryPath, arbitraryText), { maxLength: 12 })
  .map(treeOf);

/** A tree and another that was made from it: most of it stays. */
export const arbitraryPair: fc.Arbitrary<readonly [Tree, Tree]> = fc
  .tuple(
    arbitraryTree,
    fc.array(fc.tuple(arbitraryPath, fc.option(arbitraryText, { nil: undefined })), { maxLength: 6 }),
  )
  .map(([before, changes]) => [before, mutated(before, changes)] as const);

export type Mutation = readonly [Path, string | null | undefined];

/** Removes, or clears the way and puts. */
export function mutated(before: Tree, changes: readonly Mutation[]): Tree {
  const edit = new TreeEdit(before);
  for (const [at, text] of changes) {
    for (const inner of [...entries(edit.tree, at)]) edit.remove(inner.path);
    if (text === undefined) continue;
    if (obstacleAt(edit.tree, at) === null) edit.put(at, entryOf(text));
  }
  return edit.finish();
}

export const arbitraryMutations: fc.Arbitrary<Mutation[]> = fc.array(
  fc.tuple(arbitraryPath, fc.option(arbitraryText, { nil: undefined })),
  {
    minLength: 1,
    maxLength: 4,
  },
);
