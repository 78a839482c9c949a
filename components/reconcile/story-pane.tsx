import type { ReactNode } from "react";

import type { HandedBack, ReconcileView, StaleStep } from "../../lib/contracts/reconcile.ts";
import { FileName } from "../files/file-name.tsx";
import { visibleName, visibleText } from "../files/visible-name.ts";
import { PaneHeader } from "../shell/pane-header.tsx";
import { cx } from "../ui/cx.ts";
import { plural } from "../ui/format.ts";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { Age } from "../workspaces/age.tsx";
import { promotedWords } from "./reconcile-words.ts";

export interface StoryPaneProps {
  readonly view: ReconcileView | undefined;
  /** As the list of what waits says it now; null: it was not. */
  readonly handedBack: HandedBack | null;
}

/** What moved the base, step by step, and that nothing else waits for it. */
export function StoryPane({ view, handedBack }: StoryPaneProps) {
  return (
    <>
      <PaneHeader title={view?.cause === "clash" ? "Why it clashes" : "Why the base moved"} />
      {view === undefined ? (
        <SkeletonRows label="Loading what moved the base" rows={4} height={36} />
      ) : (
        <div className="min-h-0 flex-1 overflow-auto">
          <ol className="border-line mx-3 my-3 ml-4 grid gap-3 border-l-2 pl-3.5 text-sm">
            {view.story.map((step, n) => (
              <Step key={n} step={step} severalFiles={view.files.length > 1} />
            ))}
          </ol>
          <p className="border-line bg-sunken text-ink-2 mx-3 rounded-md border px-3 py-2 text-sm">
            Nothing was overwritten.{" "}
            {view.unaffected === 0
              ? "No other file of this branch is changed."
              : `The other ${plural(view.unaffected, "changed file")} of this branch ${view.unaffected === 1 ? "is" : "are"} unaffected and can be promoted.`}
          </p>
          {handedBack === null ? null : (
            <div className="border-stale/40 bg-stale-soft m-3 rounded-md border px-3 py-2 text-sm">
              <p className="text-stale font-medium">
                <span aria-hidden>↩ </span>Handed back to{" "}
                {handedBack.to === null ? "the agent" : <bdi>{visibleName(handedBack.to.name)}</bdi>} by{" "}
                <bdi>{visibleName(handedBack.by.name)}</bdi>
              </p>
              <bdi className="mt-1 block break-words whitespace-pre-wrap">{visibleText(handedBack.reason)}</bdi>
            </div>
          )}
        </div>
      )}
    </>
  );
}

function Step({ step, severalFiles }: { readonly step: StaleStep; readonly severalFiles: boolean }) {
  const about = severalFiles ? (
    <>
      {" "}
      · <FileName name={step.path.split("/").at(-1) ?? step.path} />
    </>
  ) : null;
  switch (step.kind) {
    case "staged":
      return (
        <Line at={step.at}>
          {step.turn === null ? <bdi>{visibleName(step.actor.name)}</bdi> : `turn ${step.turn}`} read{" "}
          <VersionStamp hash={step.base} of="base" /> and edited it{about}
          {step.turnTitle === null ? null : (
            <bdi className="text-ink-3 block">
              “{visibleName(step.turnTitle)}”{step.tool === null ? "" : `, ${visibleName(step.tool)}`}
            </bdi>
          )}
        </Line>
      );
    case "promoted":
      return (
        <Line at={step.at} here>
          {step.rollback ? "rollback" : "promotion"} {step.number} by <bdi>{visibleName(step.by.name)}</bdi>{" "}
          <bdi className="break-words">{visibleText(promotedWords(step))}</bdi>
          {about}
        </Line>
      );
    case "edited":
      return (
        <Line at={step.at} here>
          <bdi>{visibleName(step.actor.name)}</bdi> {step.actor.kind === "agent" ? "staged" : "edited it:"}{" "}
          <VersionStamp hash={step.to} of="edited" />
          {about}
        </Line>
      );
    case "stands":
      return (
        <Line at={step.at}>
          this branch now stands on <VersionStamp hash={step.on} of="accepted" />
        </Line>
      );
  }
}

function Line({
  at,
  here = false,
  children,
}: {
  readonly at: string;
  readonly here?: boolean;
  readonly children: ReactNode;
}) {
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
      <span className="text-ink-3 block text-xs">
        <Age at={at} />
      </span>
    </li>
  );
}
