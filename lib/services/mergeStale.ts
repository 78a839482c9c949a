/**
 * A file of a stale chain merged with the choices made so far: what its contents, its name and its presence ask, and
 * what comes out. A conflict without a choice holds the accepted side; nothing is decided by silence.
 */
import type { Choices, SideChoice } from "../contracts/reconcile.ts";
import type { Address } from "../core/address/address.ts";
import type { Value } from "../core/change/change.ts";
import type { Content } from "../core/journal/retarget.ts";
import { foldCase, type Path } from "../core/tree/path.ts";
import { obstacleAt, type Tree } from "../core/tree/tree.ts";
import type { Conflict, MergeOptions, Side, Taken } from "../formats/three-way.ts";
import type { Hash } from "../shared/brand.ts";
import { canonicalJson } from "../shared/canonical-json.ts";
import { ok, type Result } from "../shared/result.ts";
import { sha256 } from "../shared/sha256.ts";
import { blobSizes } from "../store/blob-register.ts";
import type { Services } from "./context.ts";
import type { Failure } from "./failure.ts";
import { mergeSides } from "./mergeSides.ts";
import type { KeptMerge } from "./reviewTypes.ts";
import type { StaleFile } from "./staleFiles.ts";

export interface StaleConflict {
  /** The same in every run with the same sides and strictness, and unique within the chain. */
  readonly id: string;
  readonly about: "place" | "file" | "name";
  readonly address: Address;
  readonly base: Value | null;
  readonly accepted: Value | null;
  readonly staged: Value | null;
  readonly held: readonly Taken[];
  readonly options: readonly SideChoice[];
  readonly choice: SideChoice | null;
}

export interface MergedFile {
  readonly file: StaleFile;
  readonly conflicts: readonly StaleConflict[];
  readonly taken: readonly Taken[];
  readonly overridden: readonly Taken[];
  readonly unreadable: KeptMerge["unreadable"] | null;
  /** Null content: no such file. */
  readonly result: { readonly path: Path; readonly content: Content | null };
  /** The staged file under a name of its own, where both are kept. */
  readonly beside: { readonly path: Path; readonly content: Content } | null;
}

export interface StaleMergeOptions {
  readonly strict: boolean;
  readonly choices: Choices;
  readonly toStage?: boolean;
}

/** @param current W_t: where there is room for a second file. */
export async function mergeStale(
  services: Services,
  current: Tree,
  file: StaleFile,
  options: StaleMergeOptions,
): Promise<Result<MergedFile, Failure>> {
  if (file.folder) return ok(folderQuestion(file));
  if (absentSomewhere(file)) return ok(await presenceQuestion(services, file, options));
  const plain = await mergeSides(services, file.key, file, { strict: options.strict });
  if (!plain.ok) return plain;
  const found = plain.value;
  if (found === null) return ok(folderQuestion(file));
  const asked = found.conflicts.map((conflict) => contentsConflict(file, conflict, options.choices));
  const merged = await resolved(services, file, found, asked, options);
  if (!merged.ok) return merged;
  const name = nameQuestion(file, options.choices);
  const beside = asked.some(({ choice }) => choice === "both") ? await besideOf(services, current, file) : null;
  return ok({
    file,
    conflicts: name === null ? asked : [name, ...asked],
    taken: found.taken,
    overridden: found.overridden ?? [],
    unreadable: found.unreadable ?? null,
    result: { path: resultPath(file, name), content: merged.value.merged },
    beside,
  });
}

async function resolved(
  services: Services,
  file: StaleFile,
  plain: KeptMerge,
  asked: readonly StaleConflict[],
  { strict, toStage }: StaleMergeOptions,
): Promise<Result<KeptMerge, Failure>> {
  const resolve: Record<string, Side> = {};
  asked.forEach(({ choice }, n) => {
    const id = plain.conflicts[n]?.id;
    if (id !== undefined && choice !== null && choice !== "both") resolve[id] = choice;
  });
  const merging: MergeOptions = Object.keys(resolve).length === 0 ? { strict } : { strict, resolve };
  const merged = await mergeSides(services, file.key, file, merging, toStage);
  if (!merged.ok) return merged;
  return ok(merged.value ?? plain);
}

const conflictId = (file: StaleFile, about: string, id: string): string =>
  sha256(canonicalJson([file.key, about, id])).slice(0, 32);

const chosen = (choices: Choices, id: string, options: readonly SideChoice[]): SideChoice | null => {
  const choice = choices[id];
  return choice !== undefined && options.includes(choice) ? choice : null;
};

function contentsConflict(file: StaleFile, found: Conflict, choices: Choices): StaleConflict {
  const whole =
    found.address.kind === "file" && found.held === undefined && isFile(found.accepted) && isFile(found.staged);
  const id = conflictId(file, "contents", found.id);
  const options: SideChoice[] = whole ? ["base", "accepted", "staged", "both"] : ["base", "accepted", "staged"];
  return {
    id,
    about: whole ? "file" : "place",
    address: found.address,
    base: found.base,
    accepted: found.accepted,
    staged: found.staged,
    held: found.held ?? [],
    options,
    choice: chosen(choices, id, options),
  };
}

const isFile = (value: Value | null): boolean => value?.type === "file";

/** Gone on one side while the other edited or moved it. */
const absentSomewhere = ({ base, accepted, staged, ...at }: StaleFile): boolean => {
  if (base === null || (accepted === null) === (staged === null)) return false;
  return accepted === null
    ? staged !== base || at.stagedPath !== at.basePath
    : accepted !== base || at.acceptedPath !== at.basePath;
};

/** One question for contents and name together: is there such a file, and if so, the one of which side? */
async function presenceQuestion(
  services: Services,
  file: StaleFile,
  { choices }: StaleMergeOptions,
): Promise<MergedFile> {
  const hashes = [file.base, file.accepted, file.staged].filter((hash) => hash !== null);
  const sizes = await blobSizes(services.db, hashes);
  const value = (hash: Hash | null): Value | null =>
    hash === null ? null : { type: "file", contentHash: hash, size: sizes.get(hash) ?? 0 };
  const id = conflictId(file, "file", "");
  const options: SideChoice[] = ["base", "accepted", "staged"];
  const choice = chosen(choices, id, options);
  const side = choice === null || choice === "both" ? "accepted" : choice;
  const hash = file[side];
  const path = file[`${side}Path`] ?? file.acceptedPath ?? file.stagedPath ?? file.key;
  return {
    file,
    conflicts: [
      {
        id,
        about: "file",
        address: { kind: "file" },
        base: value(file.base),
        accepted: value(file.accepted),
        staged: value(file.staged),
        held: [],
        options,
        choice,
      },
    ],
    taken: [],
    overridden: [],
    unreadable: null,
    result: { path, content: hash === null ? null : { hash, size: sizes.get(hash) ?? 0 } },
    beside: null,
  };
}

/** Moved by both sides, to different places. */
function nameQuestion(file: StaleFile, choices: Choices): StaleConflict | null {
  const { basePath, acceptedPath, stagedPath } = file;
  if (basePath === null || acceptedPath === null || stagedPath === null) return null;
  if (acceptedPath === basePath || stagedPath === basePath || acceptedPath === stagedPath) return null;
  const id = conflictId(file, "name", canonicalJson([basePath, acceptedPath, stagedPath]));
  const options: SideChoice[] = ["base", "accepted", "staged"];
  const value = (path: Path): Value => ({ type: "name", name: path });
  return {
    id,
    about: "name",
    address: { kind: "file" },
    base: value(basePath),
    accepted: value(acceptedPath),
    staged: value(stagedPath),
    held: [],
    options,
    choice: chosen(choices, id, options),
  };
}

/** The side that moved it says where it is; where both did, the answer to the question, and the accepted side without one. */
export function resultPath({ key, basePath, acceptedPath, stagedPath }: StaleFile, name: StaleConflict | null): Path {
  if (name !== null) {
    const side = name.choice === "base" ? basePath : name.choice === "staged" ? stagedPath : acceptedPath;
    return side ?? key;
  }
  if (acceptedPath === null || acceptedPath === basePath) return stagedPath ?? acceptedPath ?? key;
  return acceptedPath;
}

async function besideOf(services: Services, current: Tree, { key, staged }: StaleFile) {
  if (staged === null) return null;
  const size = (await blobSizes(services.db, [staged])).get(staged);
  return size === undefined ? null : { path: freePath(current, key), content: { hash: staged, size } };
}

/** `plan (2).docx`, with the first number that is free. */
function freePath(current: Tree, path: Path): Path {
  const slash = path.lastIndexOf("/") + 1;
  const dot = path.lastIndexOf(".");
  const end = dot > slash ? dot : path.length;
  for (let number = 2; ; number += 1) {
    const candidate = `${path.slice(0, end)} (${number})${path.slice(end)}` as Path;
    if (obstacleAt(current, candidate) === null && foldCase(candidate) !== foldCase(path)) return candidate;
  }
}

/** Not merged: one of the two ends is taken. */
function folderQuestion(file: StaleFile): MergedFile {
  return {
    file,
    conflicts: [],
    taken: [],
    overridden: [],
    unreadable: null,
    result: { path: file.acceptedPath ?? file.key, content: null },
    beside: null,
  };
}
