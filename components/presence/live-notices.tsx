"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";

import { hearEvents } from "../../lib/client/live.ts";
import { usePeople } from "../../lib/client/threads.ts";
import { reviewHref } from "../review/review-address.ts";
import { notify } from "../ui/toast.tsx";
import { noticeKey, noticeWords } from "./notice-words.ts";

/** Milliseconds in which what one person does on one file is one notice, counted up. */
const TOGETHER = 6_000;

export interface LiveNoticesProps {
  readonly workspace: string;
  /** Only of this branch; absent: nothing of branches is told. */
  readonly branch: string | undefined;
  readonly me: string | undefined;
}

/** Says quietly what others do meanwhile. The screen shows it already: nothing moves, and nothing has to be answered. */
export function LiveNotices({ workspace, branch, me }: LiveNoticesProps) {
  const router = useRouter();
  const people = usePeople(workspace).data?.people;
  const running = useRef(new Map<string, { count: number; at: number }>());
  useEffect(
    () =>
      hearEvents((event) => {
        if (event.by === undefined || event.by === me || event.workspace !== workspace) return;
        if (event.branch !== null && event.branch !== branch) return;
        const name = people?.find(({ id }) => id === event.by)?.name;
        if (name === undefined) return;
        const key = noticeKey(event);
        const before = running.current.get(key);
        const recent = before !== undefined && Date.now() - before.at < TOGETHER ? before.count : 0;
        const count = recent + (event.count ?? 0);
        running.current.set(key, { count, at: Date.now() });
        const words = noticeWords({ ...event, count }, name);
        if (words === null) return;
        const { path, branch: at, subject } = event;
        const show =
          path === undefined || at === null
            ? undefined
            : () =>
                router.push(
                  reviewHref(workspace, at, { path, thread: event.type === "thread" ? (subject ?? null) : null }),
                );
        notify.quiet(key, words, show === undefined ? {} : { action: { label: "Show", run: show } });
      }),
    [workspace, branch, me, people, router],
  );
  return null;
}
