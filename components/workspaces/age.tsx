"use client";

import { useSyncExternalStore } from "react";

import { formatAge } from "../ui/format.ts";

const STEP_MS = 10_000;
let now = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const listener of listeners) listener();
  }, STEP_MS);
  return () => {
    listeners.delete(notify);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** One clock for all ages of a page. An instant that is newer than its last tick counts as just now. */
export const useNow = (): number =>
  useSyncExternalStore(
    subscribe,
    () => (now ||= Date.now()),
    () => 0,
  );

/** "12 min ago", with the full instant in the title. `at` is ISO 8601. */
export function Age({ at }: { readonly at: string }) {
  const moment = useNow();
  return (
    <time dateTime={at} title={at.replace("T", " ").replace(/(\.\d+)?Z$/u, " UTC")} className="whitespace-nowrap">
      {moment === 0 ? "" : formatAge(Date.parse(at), moment)}
    </time>
  );
}
