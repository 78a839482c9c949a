"use client";

import type { ReconcileRow } from "../../lib/contracts/reconcile.ts";
import { NativePreview } from "../files/native-preview.tsx";
import type { FoundConflict } from "./reconcile-rows.ts";

export interface SidePreviewsProps {
  readonly workspace: string;
  readonly found: FoundConflict;
  readonly who: string;
}

/** Both files as they look, where they can only be taken as a whole. */
export function SidePreviews({ workspace, found, who }: SidePreviewsProps) {
  const { file, row } = found;
  const sides = [
    ["In the accepted version", file.accepted, file.acceptedPath, "accepted"],
    [`Staged by ${who}`, file.staged, file.stagedPath, "staged"],
  ] as const;
  if (sides.some(([, hash, path]) => hash === null || path === null)) return null;
  return (
    <div className="border-line grid grid-cols-2 border-t">
      {sides.map(([title, hash, path, side]) => (
        <section key={side} aria-label={title} className="border-line min-w-0 border-r last:border-r-0">
          <h4 className="text-ink-3 px-3 pt-2 pb-1 text-xs font-medium">
            <bdi>{title}</bdi>
          </h4>
          <div className="flex h-64 min-w-0 flex-col overflow-hidden">
            <NativePreview
              workspace={workspace}
              path={path ?? file.path}
              contentHash={hash ?? ""}
              size={sizeOf(row, side)}
              format={file.format}
              place={null}
              find={null}
            />
          </div>
        </section>
      ))}
    </div>
  );
}

function sizeOf(row: ReconcileRow | undefined, side: "accepted" | "staged"): number | null {
  const value = row?.[side];
  return value?.type === "file" ? value.size : null;
}
