"use client";

import Link from "next/link";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useCallChanges } from "../../lib/client/trace.ts";
import type { CallChangesView } from "../../lib/contracts/trace.ts";
import { visibleName } from "../files/visible-name.ts";
import { reviewHref } from "../review/review-address.ts";
import { changeLine } from "../review/value-words.ts";
import { addressWords, CHANGE_SIGNS } from "../review/words.ts";
import { FileTag } from "../ui/badge.tsx";
import { cx } from "../ui/cx.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { plural } from "../ui/format.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { VersionRange } from "../ui/version-stamp.tsx";

type CallFile = CallChangesView["files"][number];

/** Shown at once; the rest is counted. */
const SHOWN = 12;

/** What a call changed, each change with the way to where it stands in the review now. */
export function CallChanges({
  workspace,
  branch,
  call,
}: {
  readonly workspace: string;
  readonly branch: string;
  readonly call: string;
}) {
  const made = useCallChanges(workspace, branch, call);
  if (made.data === undefined)
    return made.error === null ? (
      <SkeletonRows label="Loading what the call changed" rows={3} height={24} />
    ) : (
      <ErrorState problem={problemOf(made.error)} onRetry={() => void made.refetch()} retrying={made.isFetching} />
    );
  return (
    <ul aria-label="What the call changed" className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
      {made.data.files.map((file) => (
        <li key={`${file.path} ${file.kind}`} className="border-line bg-panel rounded-md border">
          <FileHead workspace={workspace} branch={branch} file={file} />
          {file.changes.slice(0, SHOWN).map((change) => {
            const [sign, tone] = CHANGE_SIGNS[change.kind];
            return (
              <p key={change.id} className="border-line flex items-baseline gap-2 border-t px-2.5 py-1 text-sm">
                <span className={cx("font-mono font-semibold", tone)}>
                  <span aria-hidden>{sign}</span>
                  <span className="sr-only">{change.kind}</span>
                </span>
                <span className="shrink-0 font-medium">
                  <bdi>{addressWords(change.address, true)}</bdi>
                </span>
                <bdi className="cut text-ink-2 flex-1">{changeLine(change)}</bdi>
                <InReview workspace={workspace} branch={branch} path={change.path} change={change.reviewed} />
              </p>
            );
          })}
          {file.total > SHOWN ? (
            <p className="border-line text-ink-3 border-t px-2.5 py-1 text-xs">
              and {plural(file.total - SHOWN, "more change")} in this file
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

const KINDS: Readonly<Record<string, string>> = {
  create: "new file",
  delete: "deleted",
  move: "moved",
  mkdir: "new folder",
  rmdir: "folder removed",
};

function FileHead({
  workspace,
  branch,
  file,
}: {
  readonly workspace: string;
  readonly branch: string;
  readonly file: CallFile;
}) {
  const path = file.toPath ?? file.path;
  return (
    <p className="flex flex-wrap items-center gap-2 px-2.5 py-1">
      <FileTag path={path} />
      <b className="font-semibold">
        <bdi>{file.toPath === undefined ? visibleName(path) : `${visibleName(file.path)} → ${visibleName(path)}`}</bdi>
      </b>
      <span className="text-ink-3 text-sm">{KINDS[file.kind] ?? plural(file.total, "change")}</span>
      <span className="flex-1" />
      <VersionRange before={file.before} after={file.after} />
      {file.kind in KINDS ? (
        <InReview workspace={workspace} branch={branch} path={path} change={file.reviewed} />
      ) : null}
    </p>
  );
}

function InReview({
  workspace,
  branch,
  path,
  change,
}: {
  readonly workspace: string;
  readonly branch: string;
  readonly path: string;
  readonly change: string | null;
}) {
  if (change === null)
    return (
      <span className="text-ink-3 shrink-0 text-xs" title="Changed again, taken back, or promoted since">
        not in the review now
      </span>
    );
  return (
    <Link
      href={reviewHref(workspace, branch, { path, change })}
      className="text-accent shrink-0 rounded-sm text-xs hover:underline"
    >
      in the review
    </Link>
  );
}
