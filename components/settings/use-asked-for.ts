"use client";

import { useSearchParams } from "next/navigation";
import { useState } from "react";

/** A dialog that a link can open: `?new` is asked for once, and leaves the address when it is closed. */
export function useAskedFor(key: string): readonly [open: boolean, set: (open: boolean) => void] {
  const asked = useSearchParams().has(key);
  const [open, setOpen] = useState(asked);
  return [
    open,
    (next) => {
      setOpen(next);
      if (!next && asked) window.history.replaceState(null, "", window.location.pathname);
    },
  ];
}
