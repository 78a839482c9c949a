"use client";

import Link from "next/link";

import { fileAddress } from "../../lib/client/queries.ts";
import type { PromotionView } from "../../lib/contracts/promotions.ts";
import { FileName, FilePath } from "../files/file-name.tsx";
import { visibleName } from "../files/visible-name.ts";
import { CheckLine } from "../review/check-line.tsx";
import { PaneHeader, PaneSection } from "../shell/pane-header.tsx";
import { Badge, FileTag } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { plural } from "../ui/format.ts";
import { VersionRange, VersionStamp } from "../ui/version-stamp.tsx";
import { Age } from "../workspaces/age.tsx";

export interface PromotionDetailsProps {
  readonly slug: string;
  readonly promotion: PromotionView | null;
  /** Why this person may not roll back; null where they may. */
  readonly refused: string | null;
  readonly onRollBack: (promotion: PromotionView) => void;
}

export const promotionTitle = ({ kind, number }: PromotionView): string =>
  `${kind === "rollback" ? "Rollback" : "Promotion"} ${number}`;

/** Everything that is kept about one promotion: who, from where, which plan, what was checked, each path before and after. */
export function PromotionDetails({ slug, promotion, refused, onRollBack }: PromotionDetailsProps) {
  if (promotion === null)
    return (
      <>
        <PaneHeader title="Promotion" />
        <EmptyState title="Choose a promotion">Its plan, checks and paths are shown here.</EmptyState>
      </>
    );
  return (
    <>
      <PaneHeader title={promotionTitle(promotion)} detail={<Age at={promotion.at} />} />
      <div className="min-h-0 flex-1 overflow-auto pb-3">
        <Facts slug={slug} promotion={promotion} />
        <PaneSection title={`Checks ${promotion.checks.length}`}>
          {promotion.checks.length === 0 ? (
            <p className="text-ink-3 px-3 text-sm">None were run.</p>
          ) : (
            <ul>
              {promotion.checks.map(({ id, path, outcome, title, detail, required }) => (
                <CheckLine
                  key={`${id} ${path ?? ""}`}
                  outcome={outcome}
                  title={title}
                  detail={detail}
                  required={required}
                  aside={path === undefined ? null : <FileName name={path} className="text-ink-3 max-w-32 text-xs" />}
                />
              ))}
            </ul>
          )}
        </PaneSection>
        <PaneSection title={`Paths ${promotion.paths.length}`}>
          <ul>
            {promotion.paths.map((entry) => (
              <PathLine key={entry.path} slug={slug} entry={entry} />
            ))}
          </ul>
        </PaneSection>
      </div>
      <Act promotion={promotion} refused={refused} onRollBack={onRollBack} />
    </>
  );
}

function Facts({ slug, promotion }: { readonly slug: string; readonly promotion: PromotionView }) {
  const { author, at, branch, message, planHash, before, after, auditHead, rollsBack, rolledBackBy } = promotion;
  const root = `/w/${encodeURIComponent(slug)}`;
  return (
    <div className="px-3 pt-3">
      {message === "" ? null : <p className="mb-2 text-md font-medium break-words">{visibleName(message)}</p>}
      {rollsBack.length === 0 ? null : (
        <p className="mb-2">
          <Badge tone="moved">↩ takes back {rollsBack.join(", ")}</Badge>
        </p>
      )}
      {rolledBackBy === null ? null : (
        <p className="mb-2">
          <Badge tone="stale">rolled back by {rolledBackBy}</Badge>
        </p>
      )}
      <dl className="grid grid-cols-[84px_minmax(0,1fr)] gap-y-1.5 text-sm">
        <Fact term="by">
          <FileName name={author.name} />
        </Fact>
        <Fact term="at">
          <time dateTime={at}>{at.slice(0, 16).replace("T", " ")} UTC</time>
        </Fact>
        {branch === null ? null : (
          <Fact term="branch">
            <Link
              href={`${root}/branches/${encodeURIComponent(branch.id)}/review`}
              className="text-accent flex max-w-fit rounded-sm hover:underline"
            >
              <FileName name={branch.name} />
            </Link>
          </Fact>
        )}
        <Fact term="tree">
          <span className="flex flex-wrap items-center gap-x-2">
            <VersionRange before={before} after={after} />
            <Link
              href={`${root}/files?tree=${after}`}
              className="text-accent rounded-sm whitespace-nowrap hover:underline"
            >
              Files then
            </Link>
          </span>
        </Fact>
        <Fact term="plan">
          <VersionStamp hash={planHash} of="commit plan" />
        </Fact>
        <Fact term="audit head">
          <VersionStamp hash={auditHead} of="audit chain after this promotion" />
        </Fact>
      </dl>
    </div>
  );
}

function Fact({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

interface PathLineProps {
  readonly slug: string;
  readonly entry: PromotionView["paths"][number];
}

function PathLine({ slug, entry }: PathLineProps) {
  const { path, fromPath, before, after, changes } = entry;
  return (
    <li className="border-line border-b px-3 py-2 text-sm last:border-b-0">
      <span className="flex min-w-0 items-center gap-2">
        <FileTag path={path} />
        <FilePath path={path} className="flex-1" />
        <span className="text-ink-3 shrink-0 text-xs">{changes === 0 ? "" : plural(changes, "change")}</span>
      </span>
      {fromPath === undefined ? null : (
        <span className="text-moved flex gap-1 pl-[38px] text-xs whitespace-nowrap">
          moved from <FilePath path={fromPath} />
        </span>
      )}
      <span className="flex flex-wrap items-center justify-between gap-x-2 pl-[38px]">
        <VersionRange before={before} after={after} />
        <span className="flex gap-2 text-xs whitespace-nowrap">
          {before === null || before === after ? null : (
            <Side href={fileAddress(slug, fromPath ?? path, before)} label="Download before" hash={before} />
          )}
          {after === null ? null : <Side href={fileAddress(slug, path, after)} label="Download after" hash={after} />}
        </span>
      </span>
    </li>
  );
}

function Side({ href, label, hash }: { readonly href: string; readonly label: string; readonly hash: string }) {
  return (
    <a
      href={href}
      download
      aria-label={`${label}, version ${hash.slice(0, 8)}`}
      className="text-accent rounded-sm hover:underline"
    >
      {label.replace("Download ", "↓ ")}
    </a>
  );
}

function Act({
  promotion,
  refused,
  onRollBack,
}: Omit<PromotionDetailsProps, "promotion" | "slug"> & { readonly promotion: PromotionView }) {
  const { kind, number, rolledBackBy } = promotion;
  const reason = rolledBackBy === null ? refused : `It is rolled back already, by ${rolledBackBy}. Undo that instead.`;
  return (
    <div className="border-line flex min-h-[50px] shrink-0 flex-col items-start justify-center gap-1.5 border-t px-3 py-2">
      <Button variant="no" disabled={reason !== null} onClick={() => onRollBack(promotion)}>
        {kind === "rollback" ? `Undo rollback ${number}…` : `Roll back promotion ${number}…`}
      </Button>
      {reason === null ? null : <span className="text-ink-3 text-xs">{reason}</span>}
    </div>
  );
}
