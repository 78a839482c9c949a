"use client";

import { AtSign, FileDiff, GitPullRequestArrow, ListTodo, TriangleAlert, type LucideIcon } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

import { useChangeActionItem } from "../../lib/client/action-items.ts";
import { useMarkMentions } from "../../lib/client/inbox.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import type { InboxEntry } from "../../lib/contracts/inbox.ts";
import { mentionNames } from "../comments/text-parts.ts";
import { FileName } from "../files/file-name.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { notify } from "../ui/toast.tsx";
import { Age } from "../workspaces/age.tsx";
import { ROW_KEY } from "../workspaces/use-row-keys.ts";
import { countWords, entryHref, KIND_WORDS } from "./entry-words.ts";

const ICONS: Readonly<Record<InboxEntry["kind"], readonly [icon: LucideIcon, tone: string]>> = {
  "review-request": [GitPullRequestArrow, "text-accent"],
  stale: [TriangleAlert, "text-stale"],
  mention: [AtSign, "text-accent"],
  "action-item": [ListTodo, "text-moved"],
  changes: [FileDiff, "text-changed"],
};

/** One thing that waits: what, from whom, where, since when; and what can be done with it right here. */
export function InboxRow({ entry, everywhere }: { readonly entry: InboxEntry; readonly everywhere: boolean }) {
  const [Icon, tone] = ICONS[entry.kind];
  const mark = useMarkMentions();
  const read = entry.kind === "mention" && entry.read;
  const open = () => {
    if (entry.kind === "mention" && !entry.read)
      mark.mutate({ workspace: entry.version.workspace, comments: [entry.comment], read: true });
  };
  return (
    <li className="border-line hover:bg-hover flex min-h-[61px] items-center gap-3 border-b px-3 py-2 last:border-b-0">
      <Icon size={16} strokeWidth={1.75} aria-hidden className={cx("shrink-0", read ? "text-ink-3" : tone)} />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <Link
            {...ROW_KEY}
            href={entryHref(entry)}
            onClick={open}
            className={cx("hover:text-accent flex min-w-0 rounded-sm", read ? "text-ink-2" : "font-medium")}
          >
            <span className="sr-only">{KIND_WORDS[entry.kind].one}: </span>
            <Title entry={entry} />
          </Link>
          {entry.kind === "review-request" && entry.superseded ? (
            <Badge tone="stale">a later point exists</Badge>
          ) : null}
          {read ? <span className="text-ink-3 shrink-0 text-xs">read</span> : null}
        </p>
        <p className="text-ink-3 flex min-w-0 items-center gap-1.5 text-sm">
          <Count entry={entry} />
          {everywhere ? (
            <>
              <FileName name={entry.workspaceName} />
              <span aria-hidden>/</span>
            </>
          ) : null}
          {entry.branch === null ? <span>accepted version</span> : <FileName name={entry.branch.name} />}
          <span aria-hidden>·</span>
          <span className="shrink-0">
            <Age at={entry.at} />
          </span>
        </p>
      </div>
      <Acts entry={entry} />
    </li>
  );
}

function Count({ entry }: { readonly entry: InboxEntry }) {
  const words = countWords(entry);
  if (words === null) return null;
  return (
    <>
      <FileName name={words} className="text-ink-2 shrink-0 max-w-[60%]" />
      <span aria-hidden>·</span>
    </>
  );
}

function Title({ entry }: { readonly entry: InboxEntry }): ReactNode {
  switch (entry.kind) {
    case "review-request":
      return (
        <>
          <FileName name={entry.by.name} className="shrink-0" />
          <span className="shrink-0">&nbsp;asks for a review at point {entry.t}</span>
          {entry.message === "" ? null : (
            <>
              <span>:&nbsp;</span>
              <FileName name={entry.message.replaceAll(/\s+/gu, " ")} />
            </>
          )}
        </>
      );
    case "stale":
      return (
        <>
          <span className="shrink-0">The base moved under&nbsp;</span>
          <FileName name={entry.path} />
        </>
      );
    case "mention":
      return (
        <>
          <FileName name={entry.by.name} className="shrink-0" />
          <span>:&nbsp;</span>
          <FileName name={mentionNames(entry)} />
        </>
      );
    case "action-item":
      return <FileName name={entry.title} />;
    case "changes":
      return (
        <>
          <span className="shrink-0">Changes of&nbsp;</span>
          <FileName name={entry.branch?.user.name ?? ""} className="shrink-0" />
          <span className="shrink-0">&nbsp;on&nbsp;</span>
          <FileName name={entry.branch?.name ?? ""} />
        </>
      );
  }
}

function Acts({ entry }: { readonly entry: InboxEntry }) {
  if (entry.kind === "mention") return <MarkRead entry={entry} />;
  if (entry.kind === "action-item") return <MarkDone entry={entry} />;
  return null;
}

function MarkRead({ entry }: { readonly entry: Extract<InboxEntry, { kind: "mention" }> }) {
  const mark = useMarkMentions();
  return (
    <Button
      variant="ghost"
      className="h-6 px-2 text-sm"
      busy={mark.isPending}
      onClick={() =>
        mark.mutate(
          { workspace: entry.version.workspace, comments: [entry.comment], read: !entry.read },
          { onError: (thrown) => notify.failed("Nothing was marked", { description: problemOf(thrown).detail }) },
        )
      }
    >
      Mark {entry.read ? "unread" : "read"}
    </Button>
  );
}

function MarkDone({ entry }: { readonly entry: Extract<InboxEntry, { kind: "action-item" }> }) {
  const { workspace } = entry.version;
  const change = useChangeActionItem(workspace, entry.branch?.id ?? "");
  const close = (state: "done" | "dismissed") =>
    change.mutate(
      { item: entry.item, state },
      {
        onSuccess: () =>
          notify.done(state === "done" ? "Done" : "Dismissed", {
            description: entry.title,
            action: { label: "Undo", run: () => change.mutate({ item: entry.item, state: "open" }) },
          }),
        onError: (thrown) => notify.failed("Nothing was changed", { description: problemOf(thrown).detail }),
      },
    );
  return (
    <span className="flex shrink-0">
      <Button variant="ghost" className="h-6 px-2 text-sm" busy={change.isPending} onClick={() => close("done")}>
        Mark done
      </Button>
      <Button variant="ghost" className="h-6 px-2 text-sm" busy={change.isPending} onClick={() => close("dismissed")}>
        Dismiss
      </Button>
    </span>
  );
}
