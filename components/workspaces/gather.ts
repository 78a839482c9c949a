/**
 * What was dropped or picked, as paths of a tree. One dropped or picked folder is the tree itself: its name is the
 * name of the workspace, not a level of the tree. Nothing is read here but names; empty folders are kept (V4).
 */
export interface Gathered {
  /** For the workspace: the folder's name, or "" where several things were dropped. */
  readonly name: string;
  readonly entries: readonly GatheredEntry[];
}

export interface GatheredEntry {
  readonly path: string;
  /** null: an empty folder. */
  readonly file: File | null;
}

/** A zip is sent as it is. */
export type Source =
  | { readonly kind: "archive"; readonly name: string; readonly file: File }
  | { readonly kind: "tree"; readonly tree: Gathered };

const isArchive = (name: string) => /\.zip$/iu.test(name);

/** From a file or folder picker: a folder's files carry their path. */
export function gatherPicked(files: readonly File[]): Source {
  const [first] = files;
  if (files.length === 1 && first !== undefined && first.webkitRelativePath === "" && isArchive(first.name))
    return { kind: "archive", name: first.name.replace(/\.zip$/iu, ""), file: first };
  return {
    kind: "tree",
    tree: lift(
      files.map((file) => ({ path: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath, file })),
    ),
  };
}

/**
 * From a drop. Call it inside of the drop's event: a transfer is empty afterwards. Folders are walked to the bottom.
 */
export function gatherDropped(transfer: DataTransfer): Promise<Source> {
  const dropped = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const files = [...transfer.files];
  if (dropped.every((entry) => entry.isFile)) return Promise.resolve(gatherPicked(files));
  return walkAll(dropped);
}

async function walkAll(dropped: readonly FileSystemEntry[]): Promise<Source> {
  const entries: GatheredEntry[] = [];
  for (const entry of dropped) await walk(entry, "", entries);
  const [only] = dropped;
  if (dropped.length !== 1 || only === undefined) return { kind: "tree", tree: { name: "", entries } };
  return { kind: "tree", tree: { name: only.name, entries: withoutTop(entries, only.name) } };
}

async function walk(entry: FileSystemEntry, above: string, into: GatheredEntry[]): Promise<void> {
  const path = above === "" ? entry.name : `${above}/${entry.name}`;
  if (isFile(entry)) {
    into.push({ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) });
    return;
  }
  const children = await childrenOf(entry as FileSystemDirectoryEntry);
  if (children.length === 0) into.push({ path, file: null });
  for (const child of children) await walk(child, path, into);
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** Browsers hand out a folder in batches, the last one empty. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const children: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return children;
    children.push(...batch);
  }
}

/** All below one folder: that folder is the tree. */
function lift(entries: readonly GatheredEntry[]): Gathered {
  const tops = new Set(entries.map(({ path }) => (path.includes("/") ? (path.split("/")[0] ?? "") : "")));
  const [top = ""] = tops;
  return tops.size === 1 && top !== "" ? { name: top, entries: withoutTop(entries, top) } : { name: "", entries };
}

const withoutTop = (entries: readonly GatheredEntry[], top: string): GatheredEntry[] =>
  entries.flatMap((entry) => (entry.path === top ? [] : [{ ...entry, path: entry.path.slice(top.length + 1) }]));
