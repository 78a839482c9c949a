"use client";

import { useSyncExternalStore } from "react";

/** Whether the window is at least this wide, in px; true on the server and until the page runs. */
export function useWide(atLeast: number): boolean {
  const query = `(min-width: ${atLeast}px)`;
  return useSyncExternalStore(
    (notify) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", notify);
      return () => list.removeEventListener("change", notify);
    },
    () => window.matchMedia(query).matches,
    () => true,
  );
}
