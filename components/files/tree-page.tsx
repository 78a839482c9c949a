import { FilePlus2, Files } from "lucide-react";

import type { TreeView } from "../../lib/contracts/workspaces.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatBytes, plural } from "../ui/format.ts";
import { VersionStamp } from "../ui/version-stamp.tsx";

export interface TreePageProps {
  readonly branch: string | null;
  readonly tree: TreeView;
  readonly shownOn: string;
  /** null where this person may not. */
  readonly onAdd: (() => void) | null;
}

/** No file is chosen: the shown version as a whole. */
export function TreePage({ branch, tree, shownOn, onAdd }: TreePageProps) {
  const files = tree.entries.filter(({ kind }) => kind === "file");
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  return (
    <>
      <PaneHeader
        title={branch === null ? shownOn.charAt(0).toUpperCase() + shownOn.slice(1) : shownOn}
        detail={<VersionStamp hash={tree.version.treeHash} of="shown tree" />}
      />
      <div className="bg-panel grid min-h-0 flex-1 place-content-center overflow-auto">
        {files.length === 0 ? (
          <EmptyState
            icon={FilePlus2}
            title="No files in this version"
            action={onAdd === null ? undefined : <Button onClick={onAdd}>Add the first file…</Button>}
          >
            A file that is added is staged on a branch, and becomes official when it is promoted.
          </EmptyState>
        ) : (
          <EmptyState icon={Files} title={`${plural(files.length, "file")}, ${formatBytes(bytes)}`}>
            Choose a file to download it, to see what it was before, or to upload a corrected version.
          </EmptyState>
        )}
      </div>
    </>
  );
}
