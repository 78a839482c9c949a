"use client";

import { FilePlus2, FileUp, Package } from "lucide-react";

import { archiveAddress } from "../../lib/client/queries.ts";
import type { TreeView } from "../../lib/contracts/workspaces.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatBytes, plural } from "../ui/format.ts";
import { VersionStamp } from "../ui/version-stamp.tsx";

export interface TreePageProps {
  readonly slug: string;
  readonly branch: string | null;
  readonly tree: TreeView;
  readonly shownOn: string;
  readonly refused: string | null;
  readonly onAdd: () => void;
}

/** No file is chosen: the shown version as a whole. */
export function TreePage({ slug, branch, tree, shownOn, refused, onAdd }: TreePageProps) {
  const files = tree.entries.filter(({ kind }) => kind === "file");
  const bytes = files.reduce((sum, { size }) => sum + (size ?? 0), 0);
  const { treeHash } = tree.version;
  return (
    <>
      <PaneHeader
        title={branch === null ? shownOn.charAt(0).toUpperCase() + shownOn.slice(1) : shownOn}
        detail={<VersionStamp hash={treeHash} of="shown tree" />}
      />
      <div className="bg-panel grid min-h-0 flex-1 place-content-center overflow-auto">
        <EmptyState
          icon={files.length === 0 ? FilePlus2 : FileUp}
          title={
            files.length === 0 ? "No files in this version" : `${plural(files.length, "file")}, ${formatBytes(bytes)}`
          }
          action={
            <>
              {files.length === 0 ? null : (
                <a
                  href={archiveAddress(slug, { ...(branch === null ? {} : { branch }), tree: treeHash })}
                  download
                  className={buttonClass()}
                >
                  <Package size={13} aria-hidden />
                  Download all as a zip
                </a>
              )}
              <Button
                onClick={onAdd}
                disabled={refused !== null}
                icon={<FilePlus2 size={13} aria-hidden />}
                {...(refused === null ? {} : { title: refused })}
              >
                Add a file…
              </Button>
            </>
          }
        >
          {files.length === 0
            ? "Add a file: it is staged on a branch, and becomes official when it is promoted."
            : "Choose a file to download it, to see what it was before, or to upload a corrected version."}
        </EmptyState>
      </div>
    </>
  );
}
