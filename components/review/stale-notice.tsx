import Link from "next/link";

import type { ChangedFile } from "../../lib/contracts/changes.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { VersionRange } from "../ui/version-stamp.tsx";

export interface StaleNoticeProps {
  readonly workspace: string;
  readonly branch: string;
  readonly file: ChangedFile;
}

/** A file whose base moved is not decided here: it is reconciled first. Everything else goes on. */
export function StaleNotice({ workspace, branch, file }: StaleNoticeProps) {
  const href = `/w/${encodeURIComponent(workspace)}/branches/${encodeURIComponent(branch)}/stale?path=${encodeURIComponent(file.path)}`;
  return (
    <EmptyState
      title="Base moved"
      action={
        <Link href={href} className="text-accent font-medium hover:underline">
          Reconcile <bdi>{file.path}</bdi>
        </Link>
      }
    >
      The accepted version changed after this was staged. Nothing was overwritten, and the other files are not held up.{" "}
      <VersionRange before={file.before} after={file.after} />
    </EmptyState>
  );
}
