"use client";

import { Download, Upload } from "lucide-react";
import Link from "next/link";

import { fileAddress } from "../../lib/client/queries.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { Badge, FileTag } from "../ui/badge.tsx";
import { Button, buttonClass } from "../ui/button.tsx";
import { formatBytes, groupDigits } from "../ui/format.ts";
import { Table, type Column } from "../ui/table.tsx";
import { Tooltip } from "../ui/tooltip.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { Age } from "../workspaces/age.tsx";
import { FileName, FilePath } from "./file-name.tsx";
import type { FileVersion } from "./file-versions.ts";
import type { ShownEntry } from "./tree-differences.ts";

export interface FilePageProps {
  readonly slug: string;
  readonly entry: ShownEntry & { readonly contentHash: string };
  /** "refresh-q3-numbers", or "the accepted tree". */
  readonly shownOn: string;
  /** Where its changes are reviewed; null where it is what is accepted. */
  readonly reviewHref: string | null;
  readonly versions: readonly FileVersion[];
  /** Why this person may not upload; null where they may. */
  readonly refused: string | null;
  readonly onUpload: () => void;
}

/** One file of the shown version: which version, how it stands to the accepted one, the round trip, what it was before. */
export function FilePage({ slug, entry, shownOn, reviewHref, versions, refused, onUpload }: FilePageProps) {
  const { path, contentHash, size } = entry;
  return (
    <>
      <PaneHeader title={<FilePath path={path} />} detail={<VersionStamp hash={contentHash} of="shown file" />}>
        <a href={fileAddress(slug, path, contentHash)} download data-act="download" className={buttonClass()}>
          <Download size={13} aria-hidden />
          Download
        </a>
        <Tooltip content={refused ?? "Stages a corrected version on a branch"}>
          <span>
            <Button icon={<Upload size={13} aria-hidden />} onClick={onUpload} disabled={refused !== null} kbd="U">
              Upload corrected
            </Button>
          </span>
        </Tooltip>
      </PaneHeader>
      <div className="bg-panel min-h-0 flex-1 overflow-auto">
        <dl className="border-line grid grid-cols-[repeat(auto-fit,minmax(170px,1fr))] gap-x-6 gap-y-3 border-b px-3 py-4 text-sm">
          <Fact term="File">
            <span className="flex items-center gap-2">
              <FileTag path={path} />
              {formatBytes(size ?? 0)}
              <span className="text-ink-3">{groupDigits(size ?? 0)} bytes</span>
            </span>
          </Fact>
          <Fact term="Shown version">
            <span className="flex min-w-0 items-center gap-2">
              <VersionStamp hash={contentHash} of="shown file" />
              <FileName name={`on ${shownOn}`} className="text-ink-3" />
            </span>
          </Fact>
          <Fact term="Accepted now">
            <Standing entry={entry} reviewHref={reviewHref} />
          </Fact>
        </dl>
        <section aria-labelledby="round-trip" className="border-line border-b px-3 py-4">
          <h3 id="round-trip" className="text-md font-semibold">
            Correct it yourself
          </h3>
          <p className="text-ink-2 mt-1 max-w-[640px] text-sm">
            Download this version, correct it in Excel, Word or any editor, and upload it against the version it came
            from. It is staged on a branch and compared like everything else; if somebody changed the file meanwhile,
            you are told, and nothing is overwritten.
          </p>
        </section>
        <section aria-labelledby="versions">
          <h3 id="versions" className="px-3 pt-4 pb-2 text-md font-semibold">
            Promoted versions
          </h3>
          <div className="border-line border-t">
            <Table
              caption="Promoted versions of this file, newest first"
              columns={columnsFor(slug)}
              rows={versions}
              rowKey={(version) => `${version.promotion?.number ?? 0} ${version.hash}`}
              empty={
                <p className="text-ink-3 px-3 py-4 text-sm">
                  Nothing of it was promoted yet: it is staged on a branch only.
                </p>
              }
            />
          </div>
        </section>
      </div>
    </>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-3 mb-0.5 text-xs">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Standing({ entry, reviewHref }: { readonly entry: ShownEntry; readonly reviewHref: string | null }) {
  if (entry.standing === "same") return <span className="text-added">✓ this version</span>;
  return (
    <span className="flex items-center gap-2">
      <VersionStamp hash={entry.acceptedHash} of="accepted file" />
      {reviewHref === null ? null : (
        <Link href={reviewHref} className="text-accent rounded-sm font-medium whitespace-nowrap hover:underline">
          Review what differs
        </Link>
      )}
    </span>
  );
}

const columnsFor = (slug: string): readonly Column<FileVersion>[] => [
  {
    key: "version",
    header: "Version",
    width: "160px",
    cell: ({ hash, accepted }) => (
      <span className="inline-flex items-center gap-2">
        <VersionStamp hash={hash} of="file" />
        {accepted ? <Badge tone="added">✓ accepted</Badge> : null}
      </span>
    ),
  },
  {
    key: "from",
    header: "Came with",
    cell: ({ promotion, path }) =>
      promotion === null ? (
        <span className="text-ink-2">the import</span>
      ) : (
        <span className="flex min-w-0 flex-col">
          <Link
            href={`/w/${encodeURIComponent(slug)}/history?promotion=${promotion.number}`}
            className="flex max-w-fit rounded-sm hover:underline"
          >
            {promotion.kind === "rollback" ? "rollback" : "promotion"} {promotion.number}
          </Link>
          {promotion.message === "" ? null : <FileName name={promotion.message} className="text-ink-3 text-xs" />}
          {promotion.paths.some((entry) => entry.path === path && entry.fromPath !== undefined) ? (
            <span className="text-moved text-xs">moved here</span>
          ) : null}
        </span>
      ),
  },
  {
    key: "by",
    header: "By",
    width: "220px",
    cell: ({ promotion }) =>
      promotion === null ? null : (
        <span className="flex gap-1.5">
          <FileName name={promotion.author.name} />
          <span className="text-ink-3">
            <Age at={promotion.at} />
          </span>
        </span>
      ),
  },
  {
    key: "act",
    header: <span className="sr-only">Download</span>,
    width: "1%",
    align: "right",
    cell: ({ hash, path }) => (
      <a
        href={fileAddress(slug, path, hash)}
        download
        aria-label={`Download version ${hash.slice(0, 8)}`}
        className={buttonClass("ghost")}
      >
        <Download size={13} aria-hidden />
        Download
      </a>
    ),
  },
];
