"use client";

import { AtSign, Inbox as InboxIcon } from "lucide-react";
import { useRef, useState, type RefObject } from "react";

import { useInbox, useMarkMentions } from "../../lib/client/inbox.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import type { InboxEntry } from "../../lib/contracts/inbox.ts";
import { Button } from "../ui/button.tsx";
import { ChipButton } from "../ui/chip.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { plural } from "../ui/format.ts";
import { Skeleton } from "../ui/skeleton.tsx";
import { notify } from "../ui/toast.tsx";
import { useRowKeys } from "../workspaces/use-row-keys.ts";
import { KIND_WORDS, type EntryKind } from "./entry-words.ts";
import { InboxRow } from "./inbox-row.tsx";

type Shown = EntryKind | "all";
const KINDS: readonly EntryKind[] = ["review-request", "stale", "mention", "action-item", "changes"];

export interface InboxListProps {
  /** Null: of all workspaces. */
  readonly workspace: string | null;
}

/** What waits, newest first, by kind; J and K go from entry to entry. Read mentions stay, at the end. */
export function InboxList({ workspace }: InboxListProps) {
  const inbox = useInbox(workspace);
  const [shown, setShown] = useState<Shown>("all");
  const [read, setRead] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const mark = useMarkMentions();
  if (inbox.data === undefined)
    return inbox.error === null ? (
      <Loading />
    ) : (
      <ErrorState problem={problemOf(inbox.error)} onRetry={() => void inbox.refetch()} retrying={inbox.isFetching} />
    );
  const { entries, more } = inbox.data;
  const waiting = entries.filter((entry) => !isRead(entry));
  const rows = (read ? entries : waiting).filter(({ kind }) => shown === "all" || kind === shown);
  const unread = waiting.filter(({ kind }) => kind === "mention");
  const already = entries.length - waiting.length;
  const markAll = () => {
    for (const slug of new Set(unread.map(({ version }) => version.workspace)))
      mark.mutate(
        { workspace: slug, read: true },
        { onError: (thrown) => notify.failed("Nothing was marked", { description: problemOf(thrown).detail }) },
      );
  };
  return (
    <>
      <div className="flex min-h-7 flex-wrap items-center gap-1.5" role="group" aria-label="Shown entries">
        <ChipButton aria-pressed={shown === "all"} onClick={() => setShown("all")}>
          All <span className="text-ink-3">{waiting.length}</span>
        </ChipButton>
        {KINDS.map((kind) => {
          const count = waiting.filter((entry) => entry.kind === kind).length;
          return (
            <ChipButton key={kind} aria-pressed={shown === kind} onClick={() => setShown(kind)}>
              {KIND_WORDS[kind].many} <span className="text-ink-3">{count}</span>
            </ChipButton>
          );
        })}
        <span className="flex-1" />
        {already === 0 ? null : (
          <ChipButton aria-pressed={read} onClick={() => setRead(!read)}>
            {plural(already, "read mention")}
          </ChipButton>
        )}
        {unread.length === 0 ? null : (
          <Button
            className="h-6 text-sm"
            icon={<AtSign size={13} aria-hidden />}
            busy={mark.isPending}
            onClick={markAll}
          >
            Mark {plural(unread.length, "mention")} read
          </Button>
        )}
      </div>
      {workspace === null ? null : <RowKeys list={list} />}
      <div ref={list} className="border-line bg-panel overflow-hidden rounded-lg border">
        {rows.length === 0 ? (
          <EmptyState
            icon={InboxIcon}
            title={shown === "all" ? "Nothing waits for you" : `${KIND_WORDS[shown].many}: nothing waits`}
          >
            Review requests, mentions, things to do, and changes that you may promote come here.
          </EmptyState>
        ) : (
          <ul aria-label="What waits for you">
            {rows.map((entry) => (
              <InboxRow key={entry.key} entry={entry} everywhere={workspace === null} />
            ))}
          </ul>
        )}
      </div>
      {more > 0 ? <p className="text-ink-3 text-sm">{plural(more, "more entry", "more entries")} not shown.</p> : null}
    </>
  );
}

/** Where all workspaces are listed, J and K belong to their table. */
function RowKeys({ list }: { readonly list: RefObject<HTMLElement | null> }) {
  useRowKeys("Inbox", "entry", list);
  return null;
}

const isRead = (entry: InboxEntry) => entry.kind === "mention" && entry.read;

function Loading() {
  return (
    <>
      <div className="h-7" />
      <div role="status" aria-label="Loading the inbox" className="border-line bg-panel rounded-lg border">
        {["1", "2", "3"].map((row) => (
          <div key={row} className="border-line flex h-[61px] items-center gap-3 border-b px-3 last:border-b-0">
            <Skeleton className="size-5 rounded-full" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-3 w-72" />
              <Skeleton className="h-3 w-44" />
            </div>
          </div>
        ))}
      </div>
    </>
  );
}
