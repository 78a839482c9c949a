/**
 * Changes of paths as such: a file or an empty folder that came, went or moved (R1, R3, J6). They have facet
 * `structure` (contents of a created file: `content`), address the whole file, and name their path in their identity,
 * so that their ids are unique on a branch and may be required across paths.
 *
 * The identity of a creation has no content in it: who rejects a creation rejects whatever is in it later. The
 * identity of a deletion has: who accepts the deletion of one version has not accepted that of another.
 */
import { WHOLE_FILE } from "../address/address.ts";
import { changeId, type Change, type ChangeId, type ChangeKind, type Facet, type Value } from "../change/change.ts";
import type { PathDelta } from "../journal/delta.ts";
import { foldCase, type Path } from "../tree/path.ts";
import type { FileEntry } from "../tree/tree.ts";

/** `textual`: whether contents may go without the whole, so that a created file may be accepted empty. */
export function pathChanges(delta: PathDelta, textual: boolean): Change[] {
  const { kind, path, before, after } = delta;
  const gone = before?.kind === "file" ? deletion(path, before) : removedFolder(path);
  switch (kind) {
    case "created":
      return creation(path, after as FileEntry, textual, []);
    case "deleted":
    case "folderDeleted":
      return [gone];
    case "folderCreated":
      return [createdFolder(path, [])];
    case "fileToFolder":
      return [gone, createdFolder(path, [gone.id])];
    case "folderToFile":
      return [gone, ...creation(path, after as FileEntry, textual, [gone.id])];
    case "moved":
    case "movedAndModified":
      return [move(delta.decisionPath, path)];
    case "modified":
      return [];
  }
}

/** The path changes of a whole delta, with what they require of each other: who comes needs those in the way to go. */
export function structuralChanges(
  deltas: readonly PathDelta[],
  isTextual: (delta: PathDelta) => boolean,
): Map<PathDelta, Change[]> {
  const own = new Map(deltas.map((delta) => [delta, pathChanges(delta, isTextual(delta))]));
  const vacated = new Vacated();
  for (const [delta, changes] of own) {
    const leaves = changes.find(({ kind }) => kind === "removed" || kind === "moved");
    if (leaves !== undefined && delta.basePath !== null) vacated.add(delta.basePath, leaves.id);
  }
  for (const [delta, changes] of own) {
    const required = vacated.inTheWayOf(delta.path);
    const arrives = ({ kind, facet }: Change): boolean => facet === "structure" && kind !== "removed";
    own.set(
      delta,
      changes.map((change) => (arrives(change) ? requiring(change, required) : change)),
    );
  }
  return own;
}

const requiring = (change: Change, ids: readonly ChangeId[]): Change => {
  const requires = [...new Set([...(change.requires ?? []), ...ids])].filter((id) => id !== change.id);
  return requires.length === 0 ? change : { ...change, requires };
};

/** What leaves which path: found again by path, from above and below, and by case twins. */
class Vacated {
  readonly #at = new Map<string, ChangeId[]>();
  readonly #below = new Map<string, { readonly spelling: string; readonly id: ChangeId }[]>();

  add(path: Path, id: ChangeId): void {
    this.#at.set(foldCase(path), [...(this.#at.get(foldCase(path)) ?? []), id]);
    for (const folder of foldersOf(path)) {
      const key = foldCase(folder);
      const list = this.#below.get(key) ?? [];
      list.push({ spelling: folder, id });
      this.#below.set(key, list);
    }
  }

  inTheWayOf(path: Path): ChangeId[] {
    const ids = [
      ...(this.#at.get(foldCase(path)) ?? []),
      ...(this.#below.get(foldCase(path)) ?? []).map(({ id }) => id),
    ];
    for (const folder of foldersOf(path)) {
      const key = foldCase(folder);
      ids.push(...(this.#at.get(key) ?? []));
      ids.push(...(this.#below.get(key) ?? []).filter(({ spelling }) => spelling !== folder).map(({ id }) => id));
    }
    return ids;
  }
}

function foldersOf(path: Path): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf("/"); slash >= 0; slash = path.indexOf("/", slash + 1))
    folders.push(path.slice(0, slash));
  return folders;
}

function creation(path: Path, { hash, size }: FileEntry, textual: boolean, requires: readonly ChangeId[]): Change[] {
  const name: Value = { type: "name", name: path };
  const created = structure("added", "structure", null, { path }, { after: name, requires });
  if (size === 0) return [created];
  const contents = structure(
    "added",
    "content",
    null,
    { path, hash },
    { after: { type: "file", contentHash: hash, size }, requires: [created.id] },
  );
  return [textual ? created : requiring(created, [contents.id]), contents];
}

const deletion = (path: Path, { hash, size }: FileEntry): Change =>
  structure("removed", "structure", { path, hash }, null, { before: { type: "file", contentHash: hash, size } });

const move = (from: Path, to: Path): Change =>
  structure(
    "moved",
    "structure",
    { path: from },
    { path: to },
    { before: { type: "name", name: from }, after: { type: "name", name: to } },
  );

/** A folder's name ends in a slash, so that it is never taken for a file's. */
const createdFolder = (path: Path, requires: readonly ChangeId[]): Change =>
  structure("added", "structure", null, { folder: path }, { after: { type: "name", name: `${path}/` }, requires });

const removedFolder = (path: Path): Change =>
  structure("removed", "structure", { folder: path }, null, { before: { type: "name", name: `${path}/` } });

function structure(
  kind: ChangeKind,
  facet: Facet,
  before: unknown,
  after: unknown,
  sides: { readonly before?: Value; readonly after?: Value; readonly requires?: readonly ChangeId[] },
): Change {
  const id = changeId({ kind, facet, baseAddress: WHOLE_FILE, before, after });
  const { requires, ...values } = sides;
  return {
    id,
    kind,
    facet,
    address: WHOLE_FILE,
    ...values,
    ...(requires === undefined || requires.length === 0 ? {} : { requires }),
  };
}
