"use client";
/**
 * The query of the address bar as state of the screen. A change shows at once; the address bar follows a moment later,
 * because the router draws itself again for every change of it: of ten quick steps it sees the last one. Whatever could
 * lead elsewhere (a click, leaving the page) writes what waits before it happens.
 */
import { usePathname, useSearchParams } from "next/navigation";
import { useMemo, useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
const PAUSE = 300;

/** Not in the address bar yet; it belongs to this path alone. */
let waiting: { readonly pathname: string; readonly search: string } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;

function flush(): void {
  clearTimeout(timer);
  const next = waiting;
  waiting = null;
  if (next === null || next.pathname !== window.location.pathname || next.search === window.location.search) return;
  window.history.replaceState(null, "", `${next.pathname}${next.search}${window.location.hash}`);
}

function onPopState(): void {
  clearTimeout(timer);
  waiting = null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener("popstate", onPopState);
    window.addEventListener("click", flush, { capture: true });
    window.addEventListener("pagehide", flush);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    flush();
    window.removeEventListener("popstate", onPopState);
    window.removeEventListener("click", flush, { capture: true });
    window.removeEventListener("pagehide", flush);
  };
}

/** With its question mark, or empty; in the browser only. */
export const searchNow = (): string =>
  waiting !== null && waiting.pathname === window.location.pathname ? waiting.search : window.location.search;

export function useSearch(): URLSearchParams {
  // What counts is the address itself; a page that is being navigated to is drawn before the address bar names it.
  const pathname = usePathname();
  const navigated = `?${useSearchParams().toString()}`;
  const search = useSyncExternalStore(
    subscribe,
    () => (window.location.pathname === pathname ? searchNow() : navigated),
    () => navigated,
  );
  return useMemo(() => new URLSearchParams(search), [search]);
}

/**
 * Sets and (null) removes parameters of the address, of now and not of the last drawing; the server is not asked.
 * What follows the # stays, unless the place it names is left: then the address is written at once.
 */
export function changeSearch(
  next: Readonly<Record<string, string | null | undefined>>,
  { leavesPlace = false }: { readonly leavesPlace?: boolean } = {},
): void {
  const params = new URLSearchParams(searchNow());
  for (const [key, value] of Object.entries(next)) {
    if (value === undefined) continue;
    if (value === null) params.delete(key);
    else params.set(key, value);
  }
  if (leavesPlace) window.history.replaceState(null, "", `${window.location.pathname}${window.location.search}`);
  replaceSearch(params);
  if (leavesPlace) flush();
}

export function replaceSearch(params: URLSearchParams): void {
  const text = params.toString();
  waiting = { pathname: window.location.pathname, search: text === "" ? "" : `?${text}` };
  clearTimeout(timer);
  timer = setTimeout(flush, PAUSE);
  for (const listener of listeners) listener();
}
