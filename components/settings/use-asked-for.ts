"use client";

import { useState } from "react";

import { changeSearch, useSearch } from "../shell/use-search.ts";

/** A dialog that a link can open: `?new` is asked for once, and leaves the address when it is closed. */
export function useAskedFor(key: string): readonly [open: boolean, set: (open: boolean) => void] {
  const asked = useSearch().has(key);
  const [open, setOpen] = useState(asked);
  return [
    open,
    (next) => {
      setOpen(next);
      if (!next && asked) changeSearch({ [key]: null });
    },
  ];
}
