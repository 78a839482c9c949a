"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";

import type { FoundFile, SearchHitView, SearchView } from "../../lib/contracts/search.ts";
import { FilePath } from "../files/file-name.tsx";
import { visibleName } from "../files/visible-name.ts";
import { Badge, FileTag } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import { groupDigits, plural } from "../ui/format.ts";
import { FreshnessLabel } from "../ui/freshness-label.tsx";
import { useShortcuts } from "../ui/use-shortcuts.ts";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { Age } from "../workspaces/age.tsx";
import { locatorWords } from "./locator-words.ts";
import { MarkedText } from "./marked-text.tsx";
import { fileHref, reviewHref, type SearchedVersion } from "./search-address.ts";

export interface SearchResultsProps {
  readonly slug: string;
  readonly version: SearchedVersion;
  /** "the accepted tree" */
  readonly where: string;
  readonly pages: readonly SearchView[];
  /** What is shown answers the question before. */
  readonly busy: boolean;
  readonly more: boolean;
  readonly loadingMore: boolean;
  readonly onMore: () => void;
}

/** Hits by file, the best first; J and K step from place to place, Enter opens. */
export function SearchResults(props: SearchResultsProps) {
  const { slug, version, where, pages, busy, more, loadingMore, onMore } = props;
  const list = useRef<HTMLDivElement>(null);
  const files = pages.flatMap((page) => page.files);
  const [first] = pages;
  const links = () => [...(list.current?.querySelectorAll<HTMLAnchorElement>("a[data-hit]") ?? [])];
  const step = (by: 1 | -1) => {
    const all = links();
    const at = all.findIndex((link) => link === document.activeElement);
    all[at === -1 ? 0 : Math.max(0, Math.min(all.length - 1, at + by))]?.focus();
  };
  useShortcuts("Search", [
    { keys: "J", label: "Next place", hint: "place", run: () => step(1) },
    { keys: "K", label: "Previous place", hint: "place", run: () => step(-1) },
  ]);
  const words = first?.words.join(" ");
  useEffect(() => {
    // Newer browsers answer with a promise, which an effect must not.
    list.current?.scrollTo(0, 0);
  }, [words]);
  if (first === undefined) return null;
  const behind = (first.freshness.stale ?? 0) + (first.freshness.pending ?? 0);
  const failed = first.freshness.failed ?? 0;
  return (
    <div ref={list} className={cx("min-h-0 flex-1 overflow-auto px-4", busy && "opacity-60")} aria-busy={busy}>
      <div className="mx-auto flex max-w-[880px] flex-col gap-3 py-3">
        <Summary files={files.length} more={more} where={where} behind={behind} failed={failed} words={first.words} />
        {first.names.length === 0 ? null : <Names slug={slug} version={version} view={first} />}
        {files.map((file) => (
          <FileHits key={`${file.path} ${file.label.current}`} slug={slug} version={version} file={file} />
        ))}
        {files.length === 0 && first.names.length === 0 ? (
          <EmptyState title={first.words.length === 0 ? "Nothing to look for" : "Not found"}>
            {first.words.length === 0
              ? "Signs alone are not indexed: letters and digits are."
              : `No file of ${where} says so${behind > 0 ? ", as far as the index goes" : ""}. Fewer words, or the beginning of one with a * behind it, find more.`}
          </EmptyState>
        ) : null}
        {more ? (
          <div className="flex justify-center pb-2">
            <Button onClick={onMore} busy={loadingMore}>
              Show more files
            </Button>
          </div>
        ) : null}
      </div>
    </div>
  );
}

interface SummaryProps {
  readonly files: number;
  readonly more: boolean;
  readonly where: string;
  readonly behind: number;
  readonly failed: number;
  readonly words: readonly string[];
}

function Summary({ files, more, where, behind, failed, words }: SummaryProps) {
  return (
    <div role="status" className="text-ink-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      {words.length === 0 ? null : (
        <span>
          {more ? `the first ${groupDigits(files)} files` : plural(files, "file", "files")} of <bdi>{where}</bdi>
        </span>
      )}
      {behind === 0 ? null : (
        <span className="text-stale">
          <span aria-hidden>◐ </span>
          the index is behind for {plural(behind, "file", "files")}: found as they were before, or not yet
        </span>
      )}
      {failed === 0 ? null : (
        <span className="text-removed">
          <span aria-hidden>✕ </span>
          {plural(failed, "file", "files")} could not be read
        </span>
      )}
    </div>
  );
}

function Names({
  slug,
  version,
  view,
}: {
  readonly slug: string;
  readonly version: SearchedVersion;
  readonly view: SearchView;
}) {
  const [all, setAll] = useState(false);
  const shown = all ? view.names : view.names.slice(0, 5);
  const left = view.namesTotal - shown.length;
  return (
    <section aria-label="File names" className="border-line overflow-hidden rounded-md border">
      <ul>
        {shown.map(({ path, marks, contentHash }) => (
          <li key={path} className="border-line not-first:border-t">
            <Link
              data-hit
              href={fileHref(slug, version, { path, hash: contentHash, locator: "" })}
              className="hover:bg-hover ring-inside flex min-h-8 items-center gap-2 px-3 py-1 text-sm"
            >
              <FileTag path={path} />
              <MarkedText text={path} marks={marks} />
              <span className="flex-1" />
              <span className="text-ink-3 text-xs">file name</span>
            </Link>
          </li>
        ))}
      </ul>
      {left <= 0 ? null : all || view.names.length <= shown.length ? (
        <p className="text-ink-3 border-line border-t px-3 py-1.5 text-xs">and {groupDigits(left)} more by name</p>
      ) : (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="border-line text-accent hover:bg-hover ring-inside block w-full border-t px-3 py-1.5 text-left text-xs font-medium"
        >
          {plural(left, "more file name", "more file names")}
        </button>
      )}
    </section>
  );
}

function FileHits({
  slug,
  version,
  file,
}: {
  readonly slug: string;
  readonly version: SearchedVersion;
  readonly file: FoundFile;
}) {
  const { path, label, hits, more, changed } = file;
  const hash = label.parsedFrom ?? label.current;
  return (
    <section aria-label={visibleName(path)} className="border-line overflow-hidden rounded-md border">
      <header className="bg-sunken flex min-h-8 flex-wrap items-center gap-x-2 gap-y-0.5 px-3 py-1 text-sm">
        <FileTag path={path} />
        <Link
          href={fileHref(slug, version, { path, hash: label.current, locator: "" })}
          className="flex min-w-0 rounded-sm font-medium hover:underline"
        >
          <FilePath path={path} />
        </Link>
        <VersionStamp hash={label.current} of="file" />
        {changed && version.branch !== null ? (
          <Link href={reviewHref(slug, version.branch, path)} className="rounded-sm hover:underline">
            <Badge tone="changed">changed on this branch</Badge>
          </Link>
        ) : null}
        <span className="flex-1" />
        <FreshnessLabel
          freshness={label.freshness}
          {...(label.parsedFrom === null ? {} : { parsedFrom: label.parsedFrom })}
          current={label.current}
        />
        {label.parsedAt === null ? null : (
          <span className="text-ink-3 text-xs">
            parsed <Age at={label.parsedAt} />
          </span>
        )}
      </header>
      <ul>
        {hits.map((hit) => (
          <li key={`${hit.locator} ${hit.text}`} className="border-line border-t">
            <Link
              data-hit
              href={fileHref(slug, version, { path, hash, locator: hit.locator, words: wordsToFind(hit) })}
              className="hover:bg-hover ring-inside grid grid-cols-[148px_1fr] gap-3 px-3 py-1.5 text-sm"
            >
              <bdi className="text-ink-3 cut" title={locatorWords(hit.locator)}>
                {visibleName(locatorWords(hit.locator))}
              </bdi>
              <span className="text-ink-2 line-clamp-2 min-w-0 leading-[19px]">
                <MarkedText text={hit.text} marks={hit.marks} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more ? (
        <p className="text-ink-3 border-line border-t px-3 py-1.5 text-xs">and more places in this file</p>
      ) : null}
    </section>
  );
}

/** A page or a stretch of paragraphs is long: the preview looks for the words in it. Cells, slides and lines are not. */
const LONG_PLACE = /^(?:page|para|story)=/u;

function wordsToFind({ locator, text, marks }: SearchHitView): string {
  const first = marks[0];
  return first === undefined || !LONG_PLACE.test(locator) ? "" : text.slice(first.start, first.end);
}
