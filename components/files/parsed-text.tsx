"use client";

import { memo, useEffect, useMemo, useRef, useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useRecord, type WhichVersion } from "../../lib/client/records.ts";
import type { RecordView } from "../../lib/contracts/records.ts";
import { locatorWords } from "../search/locator-words.ts";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { groupDigits, plural } from "../ui/format.ts";
import { FreshnessLabel } from "../ui/freshness-label.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Age } from "../workspaces/age.tsx";
import { markdownBlocks, type MarkdownBlock } from "./markdown-blocks.ts";
import { setFragment, type Fragment } from "./use-fragment.ts";
import { visibleName, visibleText } from "./visible-name.ts";

export interface ParsedTextProps {
  readonly workspace: string;
  readonly which: WhichVersion;
  readonly path: string;
  readonly contentHash: string;
  readonly fragment: Fragment;
}

/** What search and agents read of the file, with how it stands to the bytes (P2). */
export function ParsedText({ workspace, which, path, contentHash, fragment }: ParsedTextProps) {
  const record = useRecord(workspace, which, path, contentHash, 0);
  const pages = useMemo(() => record.data?.pages ?? [], [record.data]);
  const [first] = pages;
  const all = pages.flatMap((page) => page.pages);
  const place = useRef<HTMLElement | null>(null);
  const target = all.findIndex(({ locator }) => isAt(locator, fragment));
  useEffect(() => {
    if (target >= 0) place.current?.scrollIntoView({ block: "start" });
  }, [target, fragment.text]);
  if (first === undefined)
    return record.error === null ? (
      <SkeletonRows label="Loading the parsed text" rows={14} />
    ) : (
      <ErrorState
        problem={problemOf(record.error)}
        retrying={record.isFetching}
        onRetry={() => void record.refetch()}
      />
    );
  return (
    <>
      <RecordLabel record={first} />
      {all.length === 0 ? (
        <NoText record={first} />
      ) : (
        <div
          className="min-h-0 flex-1 overflow-auto"
          tabIndex={0}
          role="region"
          aria-label={`Parsed text of ${visibleName(path)}`}
        >
          {all.map(({ locator, markdown }, index) => (
            <section
              key={`${index} ${locator}`}
              ref={index === target ? (element) => void (place.current = element) : undefined}
              aria-label={locatorWords(locator)}
            >
              <h4 className="border-line bg-sunken text-ink-3 sticky top-0 z-10 flex h-7 items-center border-b px-3 text-xs">
                <button type="button" className="hover:text-ink cut rounded-sm" onClick={() => setFragment(locator)}>
                  <bdi>{visibleName(locatorWords(locator))}</bdi>
                </button>
              </h4>
              <PageText markdown={markdown} lines={/^L\d/u.test(locator)} />
            </section>
          ))}
          {record.hasNextPage ? (
            <div className="flex justify-center py-3">
              <Button onClick={() => void record.fetchNextPage()} busy={record.isFetchingNextPage}>
                Show more of {plural(first.pageCount - all.length, "page", "pages")} left
              </Button>
            </div>
          ) : null}
        </div>
      )}
    </>
  );
}

const sheetOf = (fragment: string): string => /(?:^|&)sheet=([^&]*)/u.exec(fragment)?.[1] ?? "";

/** The page of a record that the place of the address is on. */
function isAt(locator: string, { text, address }: Fragment): boolean {
  if (text === "" || address === null) return false;
  if (locator === text) return true;
  if (address.kind === "lines") {
    const [, from = "0", to = from] = /^L(\d+)(?:-L(\d+))?$/u.exec(locator) ?? [];
    return Number(from) <= address.from && address.from <= Number(to);
  }
  if ("sheet" in address) return sheetOf(locator) === sheetOf(text);
  return address.kind === "slide" && locator === `slide=${address.slide}`;
}

function RecordLabel({ record: { label, reason } }: { readonly record: RecordView }) {
  return (
    <div className="border-line flex min-h-8 shrink-0 flex-wrap items-center gap-x-3 border-b px-3 py-1 text-sm">
      <FreshnessLabel
        freshness={label.freshness}
        {...(label.parsedFrom === null ? {} : { parsedFrom: label.parsedFrom })}
        current={label.current}
      />
      <span className="text-ink-3 text-xs">
        {label.parsedAt === null ? null : (
          <>
            parsed <Age at={label.parsedAt} />
            {" · "}
          </>
        )}
        file as of {label.sourceUpdatedAt === null ? "the import" : <Age at={label.sourceUpdatedAt} />}
      </span>
      {reason === null || label.freshness === "failed" || label.freshness === "unsupported" ? null : (
        <span className="text-stale text-xs">{reason}</span>
      )}
    </div>
  );
}

function NoText({ record: { label, reason } }: { readonly record: RecordView }) {
  switch (label.freshness) {
    case "pending":
      return (
        <EmptyState title="Not read yet">
          It is in the queue, and appears here as soon as it is read. Nothing waits for it.
        </EmptyState>
      );
    case "failed":
      return (
        <EmptyState title="It could not be read">
          <bdi>{visibleText(reason ?? "")}</bdi>
          <br />
          It is tried again when its bytes change.
        </EmptyState>
      );
    case "unsupported":
      return (
        <EmptyState title="No text is read from this file">
          <bdi>{visibleText(reason ?? "")}</bdi>
        </EmptyState>
      );
    default:
      return <EmptyState title="There is no text in this file" />;
  }
}

const PageText = memo(function PageText({ markdown, lines }: { readonly markdown: string; readonly lines: boolean }) {
  const blocks = useMemo(() => (lines ? [] : markdownBlocks(markdown)), [markdown, lines]);
  if (lines)
    return (
      <pre className="mono px-3 py-2 text-sm leading-[19px] break-words whitespace-pre-wrap">
        <bdi>{visibleText(markdown)}</bdi>
      </pre>
    );
  return (
    <div className="flex flex-col gap-2 px-3 py-2 text-sm">
      {blocks.map((block, index) => (
        <Block key={index} block={block} />
      ))}
    </div>
  );
});

function Block({ block }: { readonly block: MarkdownBlock }) {
  switch (block.kind) {
    case "heading":
      return (
        <p className={block.level === 1 ? "text-md font-semibold" : "font-semibold"}>
          <bdi>{visibleText(block.text)}</bdi>
        </p>
      );
    case "code":
      return (
        <pre className="mono bg-sunken border-line overflow-x-auto rounded-md border px-2 py-1.5 leading-[18px] whitespace-pre-wrap">
          <bdi>{visibleText(block.text)}</bdi>
        </pre>
      );
    case "text":
      return (
        <p className="leading-[19px] break-words whitespace-pre-wrap">
          <bdi>{visibleText(block.text)}</bdi>
        </p>
      );
    case "table":
      return <RecordTable rows={block.rows} />;
  }
}

const SHOWN_ROWS = 60;

function RecordTable({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  const [all, setAll] = useState(false);
  const [head = [], ...body] = rows;
  const shown = all ? body : body.slice(0, SHOWN_ROWS);
  return (
    <div className="overflow-x-auto">
      <table className="border-line border-collapse border tabular-nums">
        <thead>
          <tr className="bg-sunken text-ink-3">
            {head.map((cell, index) => (
              <th key={index} scope="col" className="border-line border px-1.5 py-0.5 text-left text-xs font-medium">
                {cell === "" ? <span className="sr-only">Row</span> : <bdi>{visibleText(cell)}</bdi>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <tr key={at}>
              {head.map((_unused, index) => (
                <td
                  key={index}
                  className={
                    index === 0 ? "border-line text-ink-3 border px-1.5 py-0.5" : "border-line border px-1.5 py-0.5"
                  }
                >
                  <bdi>{visibleText(row[index] ?? "")}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === body.length ? null : (
        <button
          type="button"
          onClick={() => setAll(true)}
          className="text-accent mt-1 rounded-sm text-xs font-medium hover:underline"
        >
          Show {groupDigits(body.length - shown.length)} more rows
        </button>
      )}
    </div>
  );
}
