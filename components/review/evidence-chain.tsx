import NextLink from "next/link";
import type { ReactNode } from "react";

import type { Origin, ReviewedChange } from "../../lib/contracts/changes.ts";
import { visibleName } from "../files/visible-name.ts";
import { cx } from "../ui/cx.ts";
import { formatDuration } from "../ui/format.ts";
import { VersionRange } from "../ui/version-stamp.tsx";
import { changeLine } from "./value-words.ts";
import { addressWords } from "./words.ts";

export interface EvidenceChainProps {
  readonly path: string;
  readonly change: ReviewedChange;
  /** null: not known, or several operations made it together. */
  readonly origin: Origin | null;
  /** Where a step of the session is shown: a call by its id, a turn by its number. */
  readonly traceHref: (place: Readonly<Record<string, string>>) => string;
}

/** change → operation → tool call → turn → who decided: every link of the chain in sight. */
export function EvidenceChain({ path, change, origin, traceHref }: EvidenceChainProps) {
  const name = path.split("/").at(-1) ?? path;
  return (
    <ol className="border-line mx-3 mt-1 mb-2.5 ml-4 grid gap-2 border-l-2 pl-3.5 text-sm">
      <Link here>
        <b className="font-semibold break-words">{shortened(changeLine(change))}</b> in{" "}
        {addressWords(change.address, true)}
      </Link>
      {origin === null ? (
        <Link>
          <span className="text-ink-3">made by several operations together</span>
        </Link>
      ) : (
        <>
          <Link>
            operation {origin.seq} · {origin.kind} {name}{" "}
            <VersionRange before={origin.baseHash} after={origin.resultHash} />
          </Link>
          {origin.toolCall === null ? null : (
            <Link>
              <NextLink href={traceHref({ step: origin.toolCall.id })} className="rounded-sm hover:underline">
                tool call <span className="mono">{origin.toolCall.tool}</span> “<bdi>{origin.toolCall.summary}</bdi>”
              </NextLink>
              {origin.toolCall.seconds === 0 ? null : (
                <span className="whitespace-nowrap">, {formatDuration(origin.toolCall.seconds * 1000)}</span>
              )}
            </Link>
          )}
          <Link>
            <TurnWords origin={origin} traceHref={traceHref} />
          </Link>
        </>
      )}
      <Link>
        <VerdictWords change={change} />
      </Link>
    </ol>
  );
}

const SHOWN = 240;
const shortened = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)} …` : text);

function TurnWords({
  origin,
  traceHref,
}: {
  readonly origin: Origin;
  readonly traceHref: EvidenceChainProps["traceHref"];
}) {
  const { turn, turnTitle, actor } = origin;
  if (turn === null)
    return (
      <>
        {actor.kind === "agent" ? "staged" : "edited"} by {visibleName(actor.name)}
        {actor.token === undefined ? null : <> with the token {visibleName(actor.token)}</>}
      </>
    );
  const through = actor.token === undefined ? "" : `, with the token ${visibleName(actor.token)}`;
  const words = `turn ${turn} · “${turnTitle ?? "untitled"}”${through}`;
  return (
    <NextLink href={traceHref({ turn: String(turn) })} className="rounded-sm hover:underline">
      <bdi>{words}</bdi>
    </NextLink>
  );
}

function VerdictWords({ change }: { readonly change: ReviewedChange }) {
  const { state, by, reason, restaged, because } = change.verdict;
  const who = by === undefined ? "" : ` by ${by.name}`;
  switch (state) {
    case "pending":
      return <span className="text-ink-3">not decided yet</span>;
    case "follows":
      return <span className="text-recalc">↻ follows from other changes, is not decided</span>;
    case "accepted":
      return <span className="text-added">✓ accepted{who}</span>;
    case "rejected":
      return (
        <span className="text-removed">
          ✕ rejected{who}
          {because === undefined ? "" : ", because what it requires was"}
          {reason === undefined || reason === "" ? "" : `: “${reason}”`}
          {restaged === true ? " · staged again by the agent since" : ""}
        </span>
      );
  }
}

function Link({ children, here = false }: { readonly children: ReactNode; readonly here?: boolean }) {
  return (
    <li className="relative min-w-0">
      <span
        aria-hidden
        className={cx(
          "absolute top-1 -left-[19px] size-2 rounded-full border-2",
          here ? "border-accent bg-accent" : "border-line-strong bg-panel",
        )}
      />
      {children}
    </li>
  );
}
