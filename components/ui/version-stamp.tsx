"use client";

import { useEffect, useState } from "react";

import { cx } from "./cx.ts";
import { shortHash } from "./format.ts";

export interface VersionStampProps {
  /** In full; `null` is an absent file. */
  readonly hash: string | null;
  /** What it names, for the title and screen readers: "base tree", "staged file". */
  readonly of: string;
  readonly className?: string;
}

const COPIED_FOR = 1500;

/** A version by the first digits of its hash; the full hash is in the title, and a click copies it. */
export function VersionStamp({ hash, of, className }: VersionStampProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_FOR);
    return () => clearTimeout(timer);
  }, [copied]);
  if (hash === null) return <span className={cx("mono text-ink-3", className)}>absent</span>;
  return (
    <button
      type="button"
      title={`${of}: ${hash} (click to copy)`}
      onClick={() => void navigator.clipboard.writeText(hash).then(() => setCopied(true))}
      className={cx("mono text-ink-2 hover:text-ink relative rounded-sm", className)}
    >
      <span className="sr-only">{of} </span>
      <span className={cx(copied && "opacity-0")}>{shortHash(hash)}</span>
      {copied ? (
        <span role="status" className="text-added absolute inset-0 text-center">
          copied
        </span>
      ) : null}
    </button>
  );
}

/** From one version to the next: `a31f07c4 → 77be90d2`. */
export function VersionRange({ before, after }: { readonly before: string | null; readonly after: string | null }) {
  return (
    <span className="text-ink-3 inline-flex items-center gap-1.5 whitespace-nowrap">
      <VersionStamp hash={before} of="before" className="text-ink-3" />
      <span aria-label="to">→</span>
      <VersionStamp hash={after} of="after" className="text-ink-3" />
    </span>
  );
}
