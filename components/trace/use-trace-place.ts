"use client";
/** Where one is in a session, in the address bar: a step (or a t, or a turn, in links from elsewhere), and a file of that moment. */
import { changeSearch, useSearch } from "../shell/use-search.ts";

export interface TracePlace {
  readonly step: string | null;
  readonly t: number | null;
  readonly turn: number | null;
  readonly file: string | null;
}

const whole = (text: string | null): number | null => (text !== null && /^\d{1,9}$/u.test(text) ? Number(text) : null);

export function useTracePlace(): readonly [TracePlace, (next: { step?: string; file?: string | null }) => void] {
  const search = useSearch();
  const place = {
    step: search.get("step"),
    t: whole(search.get("t")),
    turn: whole(search.get("turn")),
    file: search.get("file"),
  };
  return [place, go];
}

/** A chosen step is in the address by itself: the t or turn that led there is not said beside it. */
const go = (next: { step?: string; file?: string | null }): void =>
  changeSearch(next.step === undefined ? next : { ...next, t: null, turn: null });

export const traceHref = (workspace: string, branch: string, place: Readonly<Record<string, string>> = {}): string => {
  const search = new URLSearchParams(place).toString();
  return `/w/${encodeURIComponent(workspace)}/branches/${encodeURIComponent(branch)}/trace${search === "" ? "" : `?${search}`}`;
};
