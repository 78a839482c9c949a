"use client";
/** Where one is in a session, in the address bar: a step (or a t, or a turn, in links from elsewhere), and a file of that moment. */
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useCallback } from "react";

export interface TracePlace {
  readonly step: string | null;
  readonly t: number | null;
  readonly turn: number | null;
  readonly file: string | null;
}

const whole = (text: string | null): number | null => (text !== null && /^\d{1,9}$/u.test(text) ? Number(text) : null);

export function useTracePlace(): readonly [TracePlace, (next: { step?: string; file?: string | null }) => void] {
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const go = useCallback(
    (next: { step?: string; file?: string | null }) => {
      const params = new URLSearchParams(search);
      if (next.step !== undefined) {
        params.delete("t");
        params.delete("turn");
        params.set("step", next.step);
      }
      if (next.file === null) params.delete("file");
      else if (next.file !== undefined) params.set("file", next.file);
      router.replace(`${pathname}?${params.toString()}`, { scroll: false });
    },
    [router, pathname, search],
  );
  const place = {
    step: search.get("step"),
    t: whole(search.get("t")),
    turn: whole(search.get("turn")),
    file: search.get("file"),
  };
  return [place, go];
}

export const traceHref = (workspace: string, branch: string, place: Readonly<Record<string, string>> = {}): string => {
  const search = new URLSearchParams(place).toString();
  return `/w/${encodeURIComponent(workspace)}/branches/${encodeURIComponent(branch)}/trace${search === "" ? "" : `?${search}`}`;
};
