import type { ReactNode } from "react";

import type { ChangedFile } from "../../lib/contracts/changes.ts";
import { Chip } from "../ui/chip.tsx";
import { splitPath } from "../ui/format.ts";
import { Segmented, type Segment } from "../ui/segmented.tsx";
import { VersionRange } from "../ui/version-stamp.tsx";

/** Which version of the three is read: the base, what is staged, or what would be promoted as things are decided now. */
export type ShownVersion = "before" | "staged" | "planned";

const VERSIONS: readonly Segment<ShownVersion>[] = [
  { value: "before", label: "Before" },
  { value: "staged", label: "Staged" },
  { value: "planned", label: "Planned", title: "As it would be promoted now" },
];

const BESIDE = VERSIONS.filter(({ value }) => value !== "before");

export interface FileToolbarProps {
  readonly file: ChangedFile;
  /** Null: the format shows both sides at once. */
  readonly version: ShownVersion | null;
  readonly onVersion: (version: ShownVersion) => void;
  /** The base has a place of its own, and is no choice. */
  readonly beside?: boolean;
  /** Further switches of the format. */
  readonly children?: ReactNode;
}

const turnsWords = (turns: readonly number[]) => `${turns.length === 1 ? "turn" : "turns"} ${turns.join(", ")}`;

/** Which file, between which versions, touched by which turns; which version is shown. */
export function FileToolbar({ file, version, onVersion, beside = false, children }: FileToolbarProps) {
  const [folder, name] = splitPath(file.path);
  return (
    <div className="border-line bg-panel flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b px-3 py-1">
      <h2 className="cut font-semibold" title={file.path}>
        {folder === "" ? name : `${folder.replaceAll("/", " / ")} / ${name}`}
      </h2>
      {file.fromPath === undefined ? null : <span className="text-moved cut text-xs">↕ was {file.fromPath}</span>}
      <VersionRange before={file.before} after={file.after} />
      {file.turns.length === 0 ? null : <Chip soft>{turnsWords(file.turns)}</Chip>}
      <span className="flex-1" />
      {version === null ? null : (
        <Segmented label="Shown version" value={version} onChange={onVersion} segments={beside ? BESIDE : VERSIONS} />
      )}
      {children}
    </div>
  );
}
