"use client";
/** The place that the address names (`#sheet=Revenue&cell=B12`), as text and read; follows links, back and forward. */
import { useMemo, useSyncExternalStore } from "react";

import { parseAddress, type Address } from "../../lib/core/address/address.ts";
import { searchNow } from "../shell/use-search.ts";

function subscribe(notify: () => void): () => void {
  window.addEventListener("hashchange", notify);
  window.addEventListener("popstate", notify);
  return () => {
    window.removeEventListener("hashchange", notify);
    window.removeEventListener("popstate", notify);
  };
}

export interface Fragment {
  readonly text: string;
  /** null: there is none, or it is none of a place. */
  readonly address: Address | null;
}

export function useFragment(): Fragment {
  const text = useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => "",
  );
  return useMemo(() => {
    const parsed = text === "" ? null : parseAddress(text);
    return { text, address: parsed?.ok ? parsed.value : null };
  }, [text]);
}

/** Without a new entry in the browser's history; whoever listens is told. */
export function setFragment(text: string): void {
  window.history.replaceState(null, "", `${window.location.pathname}${searchNow()}${text === "" ? "" : `#${text}`}`);
  window.dispatchEvent(new HashChangeEvent("hashchange"));
}
