"use client";

import { useState } from "react";

import { renderedPageAddress, useRendering, type RenderingHook } from "../../lib/client/rendering.ts";
import { Button } from "../ui/button.tsx";
import { RenderingState } from "./rendering-state.tsx";

export interface RenderedPageProps {
  readonly workspace: string;
  readonly path: string;
  readonly contentHash: string;
  /** From 1. */
  readonly page: number;
  /** Width by height, held until the page's own is known, so that nothing jumps: 16 / 9, 210 / 297. */
  readonly aspect: number;
  /** What it shows, for those who do not see it: "Slide 3 as it prints". */
  readonly label: string;
}

/** One page of an office file as LibreOffice prints it. All pages of a file are asked for at once, and once. */
export function RenderedPage({ workspace, path, contentHash, page, aspect, label }: RenderedPageProps) {
  const hook = useRendering({ workspace, path, contentHash });
  return <PageOf hook={hook} workspace={workspace} page={page} aspect={aspect} label={label} />;
}

interface PageOfProps extends Pick<RenderedPageProps, "workspace" | "page" | "aspect" | "label"> {
  readonly hook: RenderingHook;
}

/** The same, of a rendering at hand. */
export function PageOf({ hook, workspace, page, aspect, label }: PageOfProps) {
  const { rendering } = hook;
  const size = rendering?.pages[page - 1];
  const beyond = rendering?.state === "done" && page > rendering.pages.length;
  const there = rendering !== undefined && size !== undefined && page <= rendering.pagesDone;
  return (
    <div
      className="border-line bg-panel relative w-full overflow-hidden border"
      style={{ aspectRatio: size === undefined ? aspect : size.width / size.height }}
    >
      {there ? (
        <Picture
          key={renderedPageAddress(workspace, rendering, page)}
          address={renderedPageAddress(workspace, rendering, page)}
          label={label}
        />
      ) : (
        <div className="absolute inset-0 grid place-items-center overflow-auto">
          {beyond ? (
            <p className="text-ink-3 p-3 text-center text-sm">
              This page is not printed, or lies beyond the pages drawn.
            </p>
          ) : (
            <RenderingState hook={hook} />
          )}
        </div>
      )}
    </div>
  );
}

/** An address that failed is tried anew under another key only: the button makes one. */
function Picture({ address, label }: { readonly address: string; readonly label: string }) {
  const [attempt, setAttempt] = useState(0);
  const [broken, setBroken] = useState(false);
  if (broken)
    return (
      <div className="absolute inset-0 grid place-items-center text-sm">
        <Button
          onClick={() => {
            setAttempt(attempt + 1);
            setBroken(false);
          }}
        >
          Load the page again
        </Button>
      </div>
    );
  return (
    <img
      key={attempt}
      src={address}
      alt={label}
      decoding="async"
      onError={() => setBroken(true)}
      className="absolute inset-0 block h-full w-full bg-white object-contain"
    />
  );
}
