/**
 * What a branch and a workspace are, said a second time from the rules alone: plain maps of path → text, no trees, no
 * hashes, no chains. The property test of the core compares every event with it. It knows files of cells only.
 */
import { cellsOf, diffCells, textOf, type Text } from "./cells.ts";

/** By path, the text of each file. */
export type Files = ReadonlyMap<string, Text>;

export interface ModelClash {
  readonly held: Text | null;
  readonly sandbox: Text | null;
}

interface Fact {
  readonly verdict: "accept" | "reject" | "clear";
  readonly by: string;
  readonly at: number;
  readonly spent: boolean;
}

export type ModelStatus = "pending" | "accepted" | "rejected";

/** One decidable change: the path it is decided under, and what makes it itself there (R1). */
export interface ModelChange {
  readonly path: string;
  readonly what: string;
}

const keyOf = ({ path, what }: ModelChange): string => `${path}\n${what}`;

/** J1: whether two paths cannot both be files of one tree. */
export function exclude(left: string, right: string): boolean {
  const [a, b] = [left.split("/"), right.split("/")];
  for (const [i, segment] of a.entries()) {
    const other = b[i];
    if (other === undefined) return true;
    if (segment !== other) return segment.toLowerCase() === other.toLowerCase();
  }
  return true;
}

/** J1: no file at the path, above it or below it, and no sibling that differs only in case. */
export const absent = (files: Files, path: string): boolean => ![...files.keys()].some((other) => exclude(other, path));

/** What a branch holds of one workspace; every method is one rule. */
export class ModelBranch {
  base: Files;
  current: Files;
  /** H; null between turns. */
  held: Files | null = null;
  /** Of the open turn, by path. */
  readonly clashes = new Map<string, ModelClash>();
  readonly #facts = new Map<string, Fact>();
  readonly #appeared = new Map<string, { readonly at: number; readonly person: boolean }>();

  constructor(accepted: Files) {
    this.base = accepted;
    this.current = accepted;
  }

  open(): void {
    this.held = this.current;
    this.clashes.clear();
  }

  close(): void {
    this.held = null;
    this.clashes.clear();
  }

  /** S1: what the sandbox changed since H goes to W_t where W_t still holds H there; where not, it is a clash. */
  scan(sandbox: Files): void {
    const held = this.held ?? new Map<string, Text>();
    const next = new Map(this.current);
    const clashing = new Set<string>();
    const changed = [...new Set([...held.keys(), ...sandbox.keys()])].filter((at) => held.get(at) !== sandbox.get(at));
    for (const at of changed.filter((path) => !sandbox.has(path))) {
      if (next.get(at) === held.get(at)) next.delete(at);
      else if (next.has(at)) clashing.add(at);
    }
    for (const at of changed.filter((path) => sandbox.has(path))) {
      const wanted = sandbox.get(at) ?? "";
      if (next.get(at) === wanted) continue;
      const fits = held.has(at) ? next.get(at) === held.get(at) : absent(next, at);
      if (fits) next.set(at, wanted);
      else clashing.add(at);
    }
    for (const [at, clash] of this.clashes) if ((sandbox.get(at) ?? null) !== clash.sandbox) clashing.add(at);
    for (const at of clashing) {
      const first = this.clashes.get(at)?.held ?? held.get(at) ?? null;
      const clash = {
        held: this.clashes.has(at) ? (this.clashes.get(at)?.held ?? null) : first,
        sandbox: sandbox.get(at) ?? null,
      };
      this.clashes.delete(at);
      if (clash.held !== clash.sandbox && (this.current.get(at) ?? null) !== clash.sandbox) this.clashes.set(at, clash);
    }
    this.current = next;
    this.held = sandbox;
    this.dissolve();
  }

  /** S1: a clash ends when W_t holds what the sandbox holds. */
  dissolve(): void {
    for (const [at, { sandbox }] of [...this.clashes]) {
      if ((this.current.get(at) ?? null) === sandbox) this.clashes.delete(at);
    }
  }

  /** B2: against the version that the person saw. False: refused, nothing changed. */
  write(path: string, seen: Text | null, text: Text | null): boolean {
    if ((this.current.get(path) ?? null) !== seen) return false;
    if (seen === null && text !== null && !absent(this.current, path)) return false;
    const next = new Map(this.current);
    if (text === null) next.delete(path);
    else next.set(path, text);
    this.current = next;
    this.dissolve();
    return true;
  }

  move(path: string, toPath: string, seen: Text): boolean {
    if (this.current.get(path) !== seen || !absent(this.current, toPath)) return false;
    const next = new Map(this.current);
    next.delete(path);
    next.set(toPath, seen);
    this.current = next;
    this.dissolve();
    return true;
  }

  /** R1: what is decided counts until somebody decides otherwise; a contrary verdict of another person is answered. */
  contrary(change: ModelChange, verdict: Fact["verdict"], by: string): boolean {
    const fact = this.#facts.get(keyOf(change));
    if (fact === undefined || fact.spent || fact.verdict === "clear") return false;
    return fact.by !== by && fact.verdict !== verdict;
  }

  decide(change: ModelChange, verdict: Fact["verdict"], by: string, at: number): void {
    this.#facts.set(keyOf(change), { verdict, by, at, spent: false });
  }

  /** R1, R4: an accept counts for the change that was there, a rejection also where an agent stages it again. */
  status(change: ModelChange): ModelStatus {
    const fact = this.#facts.get(keyOf(change));
    const appeared = this.#appeared.get(keyOf(change));
    if (fact === undefined || fact.spent || fact.verdict === "clear" || appeared === undefined) return "pending";
    const later = appeared.at > fact.at;
    if (fact.verdict === "accept") return later ? "pending" : "accepted";
    return later && appeared.person ? "pending" : "rejected";
  }

  /** Whether the last word on a change is no, be it staged at the moment or not. */
  rejects(change: ModelChange): boolean {
    return this.#facts.get(keyOf(change))?.verdict === "reject";
  }

  /** After an event: the changes that are there now. Those that were not there before appeared with it. */
  notice(changes: readonly ModelChange[], at: number, person: boolean): void {
    const now = new Set(changes.map(keyOf));
    for (const key of [...this.#appeared.keys()]) if (!now.has(key)) this.#appeared.delete(key);
    for (const key of now) if (!this.#appeared.has(key)) this.#appeared.set(key, { at, person });
  }

  /** R1: a promotion spends the accepts that it carries. */
  spend(change: ModelChange): void {
    const fact = this.#facts.get(keyOf(change));
    if (fact?.verdict === "accept") this.#facts.set(keyOf(change), { ...fact, spent: true });
  }

  /** R1: identities follow the base: with moved files, and not where the base changed the same cell. */
  follow(newBase: Files, moves: ReadonlyMap<string, string>): void {
    const lifted: [string, Fact, { readonly at: number; readonly person: boolean } | undefined][] = [];
    for (const [key, fact] of [...this.#facts]) {
      const [path = "", what = ""] = key.split("\n");
      const target = isCreation(what) ? path : (moves.get(path) ?? path);
      const [before, after] = [this.base.get(path), newBase.get(target)];
      const gone = before !== undefined && after !== undefined && touchesCell(before, after, what);
      if ((target === path && !gone) || fact.spent || fact.verdict === "clear") continue;
      this.#facts.delete(key);
      if (!gone) lifted.push([keyOf({ path: target, what }), fact, undefined]);
    }
    for (const [key, fact] of lifted) {
      const there = this.#facts.get(key);
      if (there === undefined || there.at < fact.at) this.#facts.set(key, fact);
    }
    const appeared = [...this.#appeared];
    this.#appeared.clear();
    for (const [key, since] of appeared) {
      const [path = "", what = ""] = key.split("\n");
      this.#appeared.set(keyOf({ path: isCreation(what) ? path : (moves.get(path) ?? path), what }), since);
    }
  }
}

/** A new file at a path is another file than the one that moved away from there. */
const isCreation = (what: string): boolean => what.startsWith("added") || what.startsWith("contents");

/** A cell change is named `cell <name> …`. */
function touchesCell(before: Text, after: Text, what: string): boolean {
  const [kind, cell] = what.split(" ");
  return (
    kind === "cell" &&
    diffCells(before, after).some(({ address }) => address.kind === "cells" && address.range === cell)
  );
}

/** Files that went from one path to another: of one text that nothing else that went or came shares. */
export function movedFiles(before: Files, after: Files): Map<string, string> {
  const gone = [...before].filter(([at]) => !after.has(at));
  const come = [...after].filter(([at]) => !before.has(at));
  const moves = new Map<string, string>();
  for (const [from, text] of gone) {
    const [target, ...others] = come.filter(([, other]) => other === text);
    if (target === undefined || others.length > 0 || gone.filter(([, other]) => other === text).length > 1) continue;
    if (!exclude(from, target[0])) moves.set(from, target[0]);
  }
  return moves;
}

/** One operation as J1 defines it, folded over plain maps. @throws where it does not fit. */
export interface ModelOperation {
  readonly kind: string;
  readonly path: string;
  readonly toPath?: string | undefined;
  readonly base: Text | null;
  readonly result: Text | null;
}

/** J2, J3: every live operation fits at its place. */
export function foldAll(base: Files, operations: readonly ModelOperation[]): Files {
  const files = new Map(base);
  for (const { kind, path, toPath, base: expected, result } of operations) {
    const say = `${kind} ${path}${toPath === undefined ? "" : ` to ${toPath}`}`;
    if (kind !== "create" && files.get(path) !== expected) throw new Error(`J3: the base of "${say}" is not the tip`);
    if (kind !== "replace") files.delete(path);
    const target = kind === "move" ? (toPath ?? "") : path;
    if ((kind === "create" || kind === "move") && !absent(files, target)) throw new Error(`J1: "${say}" has no room`);
    if (result !== null) files.set(target, result);
  }
  return files;
}

/** J2: the paths of operations that belong together, as sets. */
export function connected(operations: readonly ModelOperation[]): Set<string>[] {
  const groups: Set<string>[] = [];
  for (const { path, toPath } of operations) {
    const own = new Set(toPath === undefined ? [path] : [path, toPath]);
    for (const group of groups.filter((one) => [...one].some((at) => [...own].some((mine) => exclude(at, mine))))) {
      for (const at of group) own.add(at);
      groups.splice(groups.indexOf(group), 1);
    }
    groups.push(own);
  }
  return groups;
}

/** R2: `before` with the accepted ones of the cells that changed. */
export function promotedText(
  before: Text,
  after: Text,
  accepted: (cell: string, was: string, is: string) => boolean,
): Text {
  const [old, now] = [cellsOf(before), cellsOf(after)];
  const cells: Record<string, string> = {};
  for (const cell of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [was, is] = [old[cell], now[cell]];
    const value = was !== is && accepted(cell, was ?? "", is ?? "") ? is : was;
    if (value !== undefined) cells[cell] = value;
  }
  return textOf(cells);
}
