"use client";

import { useState, type ReactNode } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useThreads } from "../../lib/client/threads.ts";
import type { ThreadView } from "../../lib/contracts/threads.ts";
import { visibleName } from "../files/visible-name.ts";
import { addressWords } from "../review/words.ts";
import { PaneSection } from "../shell/pane-header.tsx";
import { Avatar } from "../ui/avatar.tsx";
import { plural } from "../ui/format.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { sortThreads, type CommentSubject } from "./comment-subject.ts";
import { mentionNames } from "./text-parts.ts";
import { ThreadCard } from "./thread-card.tsx";

export interface CommentsSectionProps {
  readonly workspace: string;
  /** Null: of the accepted version. */
  readonly branch: string | null;
  readonly subject: CommentSubject;
  readonly me: string | undefined;
  readonly agent: boolean;
  readonly readOnly: boolean;
  /** The thread that a link leads to. */
  readonly shown: string | null;
  /** Shows the place of a thread. */
  readonly onPlace: (thread: ThreadView) => void;
}

/** The threads of a file: those of what is selected in full, the others as lines, the settled ones behind a button. */
export function CommentsSection(props: CommentsSectionProps) {
  const { workspace, branch, subject, shown, onPlace } = props;
  const list = useThreads(workspace, branch, subject.path);
  const [settled, setSettled] = useState(false);
  if (list.data === undefined)
    return (
      <PaneSection title="Comments">
        {list.error === null ? (
          <div className="mx-3 flex flex-col gap-2 py-1">
            <Skeleton className="h-3 w-40" />
            <Skeleton className="h-3 w-24" />
          </div>
        ) : (
          <ErrorState problem={problemOf(list.error)} onRetry={() => void list.refetch()} retrying={list.isFetching} />
        )}
      </PaneSection>
    );
  const { here, elsewhere, resolved } = sortThreads(list.data.threads, subject, shown);
  const card = (thread: ThreadView) => (
    <ThreadCard
      key={thread.id}
      {...props}
      thread={thread}
      shown={thread.id === shown}
      onPlace={thread.place.state === "here" && !here.includes(thread) ? () => onPlace(thread) : null}
    />
  );
  return (
    <>
      <PaneSection title={here.length === 0 ? "Comments" : `Comments (${here.length})`}>
        {here.length === 0 ? (
          <p className="text-ink-3 mx-3 text-sm">
            Nothing was said about <bdi>{visibleName(subject.label)}</bdi> yet.
          </p>
        ) : (
          here.map(card)
        )}
      </PaneSection>
      {elsewhere.length === 0 ? null : (
        <PaneSection title={`Elsewhere in this file (${elsewhere.length})`}>
          <ul className="mx-1.5">
            {elsewhere.map((thread) => (
              <li key={thread.id}>
                <ThreadLine thread={thread} onPlace={() => onPlace(thread)} />
              </li>
            ))}
          </ul>
        </PaneSection>
      )}
      {resolved.length === 0 ? null : (
        <div className="mt-2">
          <button
            type="button"
            aria-expanded={settled}
            onClick={() => setSettled(!settled)}
            className="text-ink-2 hover:text-ink mx-3 mb-1 rounded-sm text-sm"
          >
            {settled ? "Hide" : "Show"} {plural(resolved.length, "resolved thread")}
          </button>
          {settled ? resolved.map(card) : null}
        </div>
      )}
      {list.data.more > 0 ? (
        <p className="text-ink-3 mx-3 text-sm">{plural(list.data.more, "more thread")} not shown.</p>
      ) : null}
    </>
  );
}

function ThreadLine({ thread, onPlace }: { readonly thread: ThreadView; readonly onPlace: () => void }) {
  const first = thread.comments.find(({ text }) => text !== null);
  const replies = thread.comments.length - 1;
  const where: ReactNode =
    thread.place.state === "here" ? (
      <bdi>{addressWords(thread.place.fragment, true)}</bdi>
    ) : (
      <span className="text-stale">place gone</span>
    );
  return (
    <button
      type="button"
      onClick={onPlace}
      className="ring-inside hover:bg-hover flex w-full min-w-0 items-center gap-1.5 rounded-md px-1.5 py-1 text-left text-sm"
    >
      <Avatar name={first?.author.name ?? "?"} size="small" />
      <span className="text-ink-2 max-w-24 shrink-0 truncate font-medium">{where}</span>
      <bdi className="cut text-ink-2 flex-1">{first === undefined ? "deleted" : mentionNames(first)}</bdi>
      {replies === 0 ? null : (
        <span className="text-ink-3 shrink-0 text-xs" title={plural(replies, "reply", "replies")}>
          +{replies}
          <span className="sr-only"> {replies === 1 ? "reply" : "replies"}</span>
        </span>
      )}
    </button>
  );
}
