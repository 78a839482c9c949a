"use client";
/**
 * The query of the address bar as state of the screen. A change shows at once: the router's own copy of it follows in a
 * transition, which waits for whatever is being loaded, so that the next step would start from where one was before.
 */
import { useSearchParams } from "next/navigation";
import { useMemo, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("popstate", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("popstate", listener);
  };
}

export function useSearch(): URLSearchParams {
  // Drawn anew when the router navigated; what counts is the address itself.
  const navigated = useSearchParams();
  const search = useSyncExternalStore(
    subscribe,
    () => window.location.search,
    () => `?${navigated.toString()}`,
  );
  return useMemo(() => new URLSearchParams(search), [search]);
}

/** Sets and (null) removes parameters of the address, of now and not of the last drawing; the server is not asked. */
export function changeSearch(next: Readonly<Record<string, string | null | undefined>>): void {
  const params = new URLSearchParams(window.location.search);
  for (const [key, value] of Object.entries(next)) {
    if (value === undefined) continue;
    if (value === null) params.delete(key);
    else params.set(key, value);
  }
  replaceSearch(params);
}

export function replaceSearch(params: URLSearchParams): void {
  const search = params.toString();
  window.history.replaceState(
    null,
    "",
    `${window.location.pathname}${search === "" ? "" : `?${search}`}${window.location.hash}`,
  );
  for (const listener of listeners) listener();
}
