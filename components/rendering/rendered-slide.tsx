"use client";

import type { ReactNode } from "react";

import type { ChangedFile } from "../../lib/contracts/changes.ts";
import { RenderedPage } from "./rendered-page.tsx";

/** Until a slide's own is known. */
const WIDE = 16 / 9;

/** A slide of a reviewed deck as it prints: hidden ones print as well, so that a slide's number is its page's. */
export const renderedSlide =
  (workspace: string, { path, fromPath, before, after }: Pick<ChangedFile, "path" | "fromPath" | "before" | "after">) =>
  (side: "before" | "after", slide: number): ReactNode => {
    const contentHash = side === "before" ? before : after;
    if (contentHash === null) return null;
    return (
      <RenderedPage
        workspace={workspace}
        path={side === "before" ? (fromPath ?? path) : path}
        contentHash={contentHash}
        page={slide}
        aspect={WIDE}
        label={`Slide ${slide}, ${side === "before" ? "before" : "staged"}, as it prints`}
      />
    );
  };
