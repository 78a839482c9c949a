"use client";

import { useEffect, useRef } from "react";

import { usePeople, useResolveThread } from "../../lib/client/threads.ts";
import { problemOf } from "../../lib/client/problem-of.ts";
import type { ThreadView } from "../../lib/contracts/threads.ts";
import { FileName } from "../files/file-name.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { notify } from "../ui/toast.tsx";
import { Age } from "../workspaces/age.tsx";
import { ThreadAct } from "./thread-act.tsx";
import { ThreadComment } from "./thread-comment.tsx";
import { ThreadPlaceLine } from "./thread-place.tsx";
import { ThreadReply } from "./thread-reply.tsx";

export interface ThreadCardProps {
  readonly workspace: string;
  readonly branch: string | null;
  readonly thread: ThreadView;
  readonly me: string | undefined;
  readonly agent: boolean;
  readonly readOnly: boolean;
  /** A link leads to it. */
  readonly shown: boolean;
  /** Selects what it is about; null: that is selected, or gone. */
  readonly onPlace: (() => void) | null;
}

/** One thread: what it is about, what was said, and how to answer, settle it, or make something to do of it. */
export function ThreadCard({ workspace, branch, thread, me, agent, readOnly, shown, onPlace }: ThreadCardProps) {
  const card = useRef<HTMLElement>(null);
  const people = usePeople(workspace).data?.people ?? [];
  const resolve = useResolveThread(workspace, branch);
  useEffect(() => {
    if (shown) card.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  const settle = () =>
    resolve.mutate(
      { thread: thread.id, resolved: thread.resolved === null },
      { onError: (thrown) => notify.failed("Nothing was changed", { description: problemOf(thrown).detail }) },
    );
  return (
    <article
      ref={card}
      aria-label={`Thread of ${thread.comments[0]?.author.name ?? "somebody"}`}
      className={cx(
        "bg-sunken mx-3 mb-2 rounded-md border px-2.5 py-2 text-sm",
        shown ? "border-accent" : "border-line",
      )}
    >
      <ThreadPlaceLine thread={thread} onPlace={onPlace} />
      <ul className="flex flex-col gap-2">
        {thread.comments.map((comment) => (
          <li key={comment.id}>
            <ThreadComment
              workspace={workspace}
              branch={branch}
              thread={thread.id}
              comment={comment}
              people={people}
              own={!readOnly && comment.author.id === me}
            />
          </li>
        ))}
      </ul>
      {thread.actionItems.length === 0 ? null : (
        <ul className="border-line mt-2 flex flex-col gap-1 border-t pt-1.5">
          {thread.actionItems.map((item) => (
            <li key={item.id} className="flex min-w-0 items-center gap-1.5">
              <Badge tone={item.state === "open" ? "accent" : "neutral"}>to do: {item.state}</Badge>
              <FileName name={item.title} />
            </li>
          ))}
        </ul>
      )}
      {thread.resolved === null ? null : (
        <p className="text-ink-3 mt-1.5">
          <span aria-hidden>✓ </span>Resolved by <bdi>{thread.resolved.by.name}</bdi>, <Age at={thread.resolved.at} />
        </p>
      )}
      {readOnly ? null : (
        <div className="mt-2 flex flex-col gap-1.5">
          <ThreadReply workspace={workspace} branch={branch} thread={thread.id} people={people} />
          <div className="flex items-center gap-1">
            {branch === null ? null : (
              <ThreadAct workspace={workspace} branch={branch} thread={thread} people={people} agent={agent} />
            )}
            <span className="flex-1" />
            <Button variant="ghost" className="h-6 px-2 text-sm" busy={resolve.isPending} onClick={settle}>
              {thread.resolved === null ? "Resolve thread" : "Reopen thread"}
            </Button>
          </div>
        </div>
      )}
    </article>
  );
}
