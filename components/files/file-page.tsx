"use client";

import { Download, Upload } from "lucide-react";
import Link from "next/link";
import { useSyncExternalStore } from "react";

import { fileAddress } from "../../lib/client/queries.ts";
import { useRecord, type WhichVersion } from "../../lib/client/records.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { formatBytes } from "../ui/format.ts";
import { Segmented, type Segment } from "../ui/segmented.tsx";
import { SplitPane } from "../ui/split-pane.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { FileComments } from "./file-comments.tsx";
import { FileCompare } from "./file-compare.tsx";
import { FileHistory } from "./file-history.tsx";
import { FilePath } from "./file-name.tsx";
import { NativePreview } from "./native-preview.tsx";
import { ParsedText } from "./parsed-text.tsx";
import { useFragment } from "./use-fragment.ts";

export type FileView = "both" | "preview" | "text" | "comments" | "history" | "compare";

export interface ShownFile {
  readonly path: string;
  readonly contentHash: string;
  readonly size: number | null;
  /** What the shown tree holds at the path; null: nothing. Another one: the address names an earlier or later version. */
  readonly inTree: string | null;
  /** What is accepted; null: nothing. */
  readonly accepted: string | null;
}

export interface FilePageProps {
  readonly slug: string;
  readonly which: WhichVersion;
  readonly file: ShownFile;
  /** Words to look for from the place in the address on; null: none. */
  readonly find: string | null;
  /** An agent works on the shown branch. */
  readonly agent: boolean;
  /** The thread of comments that the address leads to; null: none. */
  readonly thread: string | null;
  /** "refresh-q3-numbers", or "the accepted tree". */
  readonly shownOn: string;
  readonly view: FileView;
  readonly onView: (view: FileView) => void;
  /** Opens a version by its content; null: the one of the tree. */
  readonly onVersion: (hash: string | null) => void;
  readonly compareWith: string | null;
  readonly onCompare: (before: string, after: string) => void;
  /** Where its changes are reviewed; null where it is what is accepted. */
  readonly reviewHref: string | null;
  /** Why this person may not upload; null where they may. */
  readonly refused: string | null;
  readonly onUpload: () => void;
}

const VIEWS: readonly Segment<FileView>[] = [
  { value: "both", label: "Both", title: "The file and its parsed text, side by side" },
  { value: "preview", label: "File" },
  { value: "text", label: "Parsed text", title: "What search and agents read of it" },
  { value: "comments", label: "Comments", title: "The file with what was said about it" },
  { value: "history", label: "History" },
  { value: "compare", label: "Compare" },
];

/** Narrower than this, two halves of a file are none. */
const WIDE = "(min-width: 1200px)";
const useWide = () =>
  useSyncExternalStore(
    (notify) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener("change", notify);
      return () => query.removeEventListener("change", notify);
    },
    () => window.matchMedia(WIDE).matches,
    () => true,
  );

/** One file in one version: as its program shows it, as search reads it, where it came from, and the round trip. */
export function FilePage(props: FilePageProps) {
  const { slug, file, shownOn, view, onView, onVersion, reviewHref, refused, onUpload } = props;
  const { path, contentHash, size } = file;
  const wide = useWide();
  const shown = view === "both" && !wide ? "preview" : view;
  return (
    <>
      <PaneHeader
        title={<FilePath path={path} />}
        detail={
          <span className="inline-flex items-center gap-2">
            <VersionStamp hash={contentHash} of="shown file" />
            {size === null ? null : formatBytes(size)}
          </span>
        }
      >
        <a href={fileAddress(slug, path, contentHash)} download data-act="download" className={buttonClass()}>
          <Download size={13} aria-hidden />
          Download
        </a>
        <Tooltip
          content={refused ?? "Corrected in its own program? Stages it against this version; nothing is overwritten"}
        >
          <span>
            <Button icon={<Upload size={13} aria-hidden />} onClick={onUpload} disabled={refused !== null} kbd="U">
              Upload corrected
            </Button>
          </span>
        </Tooltip>
      </PaneHeader>
      <div className="border-line bg-panel flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b px-3 py-1 text-sm">
        <Segmented
          label="What is shown of the file"
          value={shown}
          onChange={onView}
          segments={wide ? VIEWS : VIEWS.filter(({ value }) => value !== "both")}
        />
        <span className="flex-1" />
        <Standing file={file} reviewHref={reviewHref} />
      </div>
      {file.inTree === contentHash ? null : (
        <p
          role="status"
          className="bg-stale-soft border-line flex shrink-0 items-center gap-2 border-b px-3 py-1.5 text-sm"
        >
          <span className="text-stale font-semibold" aria-hidden>
            !
          </span>
          <span>
            This is not the version that <bdi>{shownOn}</bdi> holds
            {file.inTree === null ? ": there is no such file in it." : "."}
          </span>
          {file.inTree === null ? null : (
            <button
              type="button"
              className="text-accent rounded-sm font-medium hover:underline"
              onClick={() => onVersion(null)}
            >
              Show the one it holds
            </button>
          )}
        </p>
      )}
      <div className="bg-panel flex min-h-0 flex-1 flex-col">
        <Body {...props} view={shown} />
      </div>
    </>
  );
}

function Body(props: FilePageProps) {
  const { slug, which, file, find, agent, thread, view, onVersion, compareWith, onCompare } = props;
  const { path, contentHash, size } = file;
  const fragment = useFragment();
  // The same read as the parsed text: what the file is decides how it is drawn.
  const record = useRecord(slug, which, path, contentHash, 0);
  const format = record.data?.pages[0]?.format ?? null;
  const stale = record.data?.pages[0]?.label.freshness === "stale";
  const preview = (
    <NativePreview
      key={`${path} ${contentHash}`}
      workspace={slug}
      path={path}
      contentHash={contentHash}
      size={size}
      format={stale ? null : format}
      place={fragment.address}
      find={find}
    />
  );
  const text = <ParsedText workspace={slug} which={which} path={path} contentHash={contentHash} fragment={fragment} />;
  switch (view) {
    case "preview":
      return preview;
    case "text":
      return text;
    case "comments":
      return (
        <SplitPane
          id="file-comments"
          panes={[
            { id: "native", size: "66%", min: 280, children: preview },
            {
              id: "comments",
              min: 240,
              children: (
                <FileComments
                  branch={which.branch ?? null}
                  agent={agent}
                  path={path}
                  contentHash={contentHash}
                  fragment={fragment}
                  past={file.inTree !== contentHash || which.t !== undefined || which.tree !== undefined}
                  shown={thread}
                />
              ),
            },
          ]}
        />
      );
    case "history":
      return (
        <FileHistory
          workspace={slug}
          which={which}
          path={path}
          shown={contentHash}
          onOpen={onVersion}
          onCompare={(before) => onCompare(before, contentHash)}
        />
      );
    case "compare":
      return (
        <FileCompare
          workspace={slug}
          which={which}
          path={path}
          before={compareWith}
          after={contentHash}
          onPick={onCompare}
        />
      );
    case "both":
      return (
        <SplitPane
          id="file"
          panes={[
            { id: "native", size: "58%", min: 280, children: preview },
            { id: "parsed", min: 240, children: text },
          ]}
        />
      );
  }
}

function Standing({ file, reviewHref }: { readonly file: ShownFile; readonly reviewHref: string | null }) {
  if (file.contentHash === file.accepted)
    return (
      <span className="text-added">
        <span aria-hidden>✓ </span>accepted
      </span>
    );
  return (
    <span className="flex items-center gap-2">
      <span className="text-ink-3">accepted is</span>
      <VersionStamp hash={file.accepted} of="accepted file" />
      {reviewHref === null ? null : (
        <Link href={reviewHref} className="text-accent rounded-sm font-medium whitespace-nowrap hover:underline">
          Review what differs
        </Link>
      )}
    </span>
  );
}
