import { FileQuestion } from "lucide-react";

import { Badge } from "../ui/badge.tsx";
import { FileTag } from "../ui/badge.tsx";
import { formatBytes, groupDigits } from "../ui/format.ts";
import { VersionStamp } from "../ui/version-stamp.tsx";

export interface BytesSide {
  readonly path: string;
  readonly contentHash: string;
  /** Bytes. */
  readonly size: number;
  /** What the content is, as far as its first bytes tell. */
  readonly type: string;
  /** Opens or downloads this version. */
  readonly href?: string;
}

export interface BytesDiffProps {
  /** null: absent. */
  readonly before: BytesSide | null;
  readonly after: BytesSide | null;
  /** Why it is compared as bytes although its name says otherwise. */
  readonly reason?: string;
}

/** A file that can only be judged as a whole: what it was, what it is, and how the two differ in size. */
export function BytesDiff({ before, after, reason }: BytesDiffProps) {
  const grown = before === null || after === null ? null : after.size - before.size;
  return (
    <div className="bg-canvas min-h-0 flex-1 overflow-auto p-4">
      {reason === undefined ? null : (
        <p className="border-stale/40 bg-stale-soft text-stale mb-3 rounded-md border px-3 py-2 text-sm">
          <span aria-hidden>! </span>
          Compared as bytes, decided as a whole: {reason}
        </p>
      )}
      <div className="grid gap-3 sm:grid-cols-2">
        <Card title="Before" side={before} absent="There was no file here." />
        <Card title="Staged" side={after} absent="The file is deleted." />
      </div>
      {grown === null ? null : (
        <p className="text-ink-2 mt-3 text-sm">
          {grown === 0
            ? "Same size, other content."
            : `${groupDigits(Math.abs(grown))} bytes ${grown > 0 ? "more" : "fewer"}.`}
        </p>
      )}
    </div>
  );
}

function Card({
  title,
  side,
  absent,
}: {
  readonly title: string;
  readonly side: BytesSide | null;
  readonly absent: string;
}) {
  return (
    <section className="border-line bg-panel overflow-hidden rounded-md border">
      <header className="border-line flex items-center gap-2 border-b px-3 py-1.5">
        <h2 className="font-semibold">{title}</h2>
        <span className="flex-1" />
        {side === null ? (
          <Badge>absent</Badge>
        ) : (
          <VersionStamp hash={side.contentHash} of={`${title.toLowerCase()} file`} />
        )}
      </header>
      {side === null ? (
        <p className="text-ink-3 flex items-center gap-2 px-3 py-6 text-sm">
          <FileQuestion size={16} strokeWidth={1.5} aria-hidden /> {absent}
        </p>
      ) : (
        <dl className="grid grid-cols-[72px_1fr] gap-y-1 px-3 py-2 text-sm">
          <dt className="text-ink-3">Name</dt>
          <dd className="flex min-w-0 items-center gap-2">
            <FileTag path={side.path} />
            <span className="cut" title={side.path}>
              {side.path}
            </span>
          </dd>
          <dt className="text-ink-3">Type</dt>
          <dd>{side.type}</dd>
          <dt className="text-ink-3">Size</dt>
          <dd>
            {formatBytes(side.size)} <span className="text-ink-3">({groupDigits(side.size)} bytes)</span>
          </dd>
          <dt className="text-ink-3">SHA-256</dt>
          <dd className="mono break-all">{side.contentHash}</dd>
          {side.href === undefined ? null : (
            <>
              <dt className="text-ink-3">Open</dt>
              <dd>
                <a href={side.href} className="text-accent hover:underline">
                  this version
                </a>
              </dd>
            </>
          )}
        </dl>
      )}
    </section>
  );
}
