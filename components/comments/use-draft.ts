"use client";
/** A text that is being written: it outlives reloads, other places, and whatever others do meanwhile. Per tab. */
import { useCallback, useState } from "react";

const nameOf = (key: string) => `draft ${key}`;

export function useDraft(key: string): readonly [text: string, set: (text: string) => void] {
  const [held, setHeld] = useState(() => ({ key, text: read(key) }));
  const text = held.key === key ? held.text : read(key);
  const set = useCallback(
    (next: string) => {
      setHeld({ key, text: next });
      try {
        if (next === "") sessionStorage.removeItem(nameOf(key));
        else sessionStorage.setItem(nameOf(key), next);
      } catch {
        // A full or forbidden storage: the text still stands on the page.
      }
    },
    [key],
  );
  return [text, set];
}

function read(key: string): string {
  try {
    return typeof sessionStorage === "undefined" ? "" : (sessionStorage.getItem(nameOf(key)) ?? "");
  } catch {
    return "";
  }
}
