"use client";

import { ShieldAlert, ShieldCheck } from "lucide-react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useLogChain } from "../../lib/client/settings.ts";
import type { AuditChain } from "../../lib/contracts/settings.ts";
import { Button } from "../ui/button.tsx";
import { plural } from "../ui/format.ts";
import { Spinner } from "../ui/spinner.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { Age } from "../workspaces/age.tsx";

const FAULTS = { hash: "was edited", previous: "does not follow the one before it" } as const;

/** Whether nothing was edited, reordered or cut out, from the first event to the newest. */
export function ChainState({ slug }: { readonly slug: string }) {
  const chain = useLogChain(slug, true);
  return (
    <div
      role="status"
      className="border-line bg-panel flex min-h-10 items-center gap-2.5 rounded-lg border px-3 py-1.5"
    >
      {chain.data === undefined ? (
        chain.error === null ? (
          <>
            <Spinner label="Checking" />
            <span className="text-ink-2">Checking the chain of events</span>
          </>
        ) : (
          <span className="text-removed">{problemOf(chain.error).detail}</span>
        )
      ) : (
        <Verdict {...chain.data} />
      )}
      <span className="flex-1" />
      {chain.data === undefined ? null : (
        <span className="text-ink-3 text-sm">
          checked <Age at={chain.data.checkedAt} />
        </span>
      )}
      <Button busy={chain.isFetching} onClick={() => void chain.refetch()}>
        Check again
      </Button>
    </div>
  );
}

function Verdict({ events, head, fault }: AuditChain) {
  if (fault !== null)
    return (
      <>
        <ShieldAlert size={16} aria-hidden className="text-removed shrink-0" />
        <span className="text-removed">
          <strong className="font-semibold">The chain is broken</strong> at event {fault.at}, which{" "}
          {FAULTS[fault.fault]}; {plural(events, "event")} before it hold.
        </span>
      </>
    );
  return (
    <>
      <ShieldCheck size={16} aria-hidden className="text-added shrink-0" />
      <span>
        <strong className="font-semibold">Chain intact</strong>: {plural(events, "event")}
        {head === null ? null : (
          <>
            , head <VersionStamp hash={head} of="newest event" />
          </>
        )}
      </span>
    </>
  );
}
