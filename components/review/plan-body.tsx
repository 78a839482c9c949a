import type { PlanEntryView, PlanView } from "../../lib/contracts/promotions.ts";
import { FileTag } from "../ui/badge.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { groupDigits, plural } from "../ui/format.ts";
import { Table, type Column } from "../ui/table.tsx";
import { VersionStamp } from "../ui/version-stamp.tsx";
import { CheckLine } from "./check-line.tsx";

export interface PlanTotals {
  readonly files: number;
  readonly changes: number;
  readonly pending: number;
  readonly rejected: number;
}

/** Of everything that the plan names: entries, and the paths that stay behind whole. */
export function planTotals(plan: PlanView): PlanTotals {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, count) => total + count, 0);
  return {
    files: plan.entries.length,
    changes: sum(plan.entries.map((entry) => entry.decisions.length)),
    pending: sum([...plan.entries.map((entry) => entry.stillPending), ...plan.staysBehind.map((left) => left.pending)]),
    rejected: sum([...plan.entries.map((entry) => entry.rejected), ...plan.staysBehind.map((left) => left.rejected)]),
  };
}

const ACTIONS: Readonly<Record<PlanEntryView["action"], readonly [word: string, tone: string]>> = {
  create: ["+ new", "text-added"],
  replace: ["~ changed", "text-changed"],
  delete: ["− deleted", "text-removed"],
  move: ["↕ moved", "text-moved"],
  "create-folder": ["+ folder", "text-added"],
  "delete-folder": ["− folder", "text-removed"],
};

const COLUMNS: readonly Column<PlanEntryView>[] = [
  {
    key: "path",
    header: "Path",
    cell: (entry) => (
      <span className="flex min-w-0 items-center gap-2">
        <FileTag path={entry.path} />
        <span className="min-w-0">
          <span className="break-all">{entry.path}</span>
          {entry.fromPath === undefined ? null : (
            <span className="text-moved block text-xs">↕ was {entry.fromPath}</span>
          )}
        </span>
      </span>
    ),
  },
  {
    key: "action",
    header: "Becomes",
    width: "92px",
    cell: ({ action }) => (
      <span className={`${ACTIONS[action][1]} font-medium whitespace-nowrap`}>{ACTIONS[action][0]}</span>
    ),
  },
  {
    key: "decisions",
    header: "Decisions",
    width: "76px",
    align: "right",
    cell: (entry) => groupDigits(entry.decisions.length),
  },
  {
    key: "must",
    header: "Must hold",
    width: "86px",
    cell: (entry) => <VersionStamp hash={entry.mustHold} of="must hold" />,
  },
  { key: "result", header: "Result", width: "86px", cell: (entry) => <VersionStamp hash={entry.result} of="result" /> },
  {
    key: "stays",
    header: "Stays behind",
    width: "230px",
    cell: (entry) =>
      entry.stillPending + entry.rejected === 0 && entry.why.length === 0 ? (
        <span className="text-ink-3">nothing</span>
      ) : (
        <span>
          {entry.why.map((why) => (
            <span key={why} className="block">
              {why}
            </span>
          ))}
        </span>
      ),
  },
];

/** The plan in full: per path what must hold and what results; what is refused or stays, and why; checks on the planned tree. */
export function PlanBody({ plan }: { readonly plan: PlanView }) {
  const blocking = plan.checks.filter((check) => check.required && check.outcome === "failed");
  return (
    <div className="flex flex-col gap-4">
      {plan.blocked ? (
        <p role="alert" className="border-removed/40 bg-removed-soft text-removed rounded-md border px-3 py-2 text-sm">
          <b className="font-semibold">✕ This plan is blocked.</b>{" "}
          {blocking.length === 0 ? "See below for the reason." : `${plural(blocking.length, "required check")} failed.`}
        </p>
      ) : null}
      <div className="border-line overflow-auto rounded-md border">
        <Table
          caption="What would be promoted"
          columns={COLUMNS}
          rows={plan.entries}
          rowKey={(entry) => entry.path}
          empty={
            <EmptyState title="Nothing is accepted yet">Accept changes first; the plan is made of them.</EmptyState>
          }
        />
      </div>
      <Left
        title={`Cannot be promoted (${plan.refused.length})`}
        entries={plan.refused.map(({ path, reason }) => ({ path, words: reason }))}
        tone="text-removed"
      />
      <Left
        title={`Stays on the branch (${plan.staysBehind.length})`}
        entries={plan.staysBehind.map(({ path, why }) => ({ path, words: why }))}
        tone="text-ink-3"
      />
      {plan.checks.length === 0 ? null : (
        <section>
          <h3 className="mb-1 font-semibold">Checks on the planned tree</h3>
          <ul className="border-line rounded-md border">
            {plan.checks.map((check) => (
              <CheckLine
                key={`${check.id} ${check.path ?? ""}`}
                outcome={check.outcome}
                title={check.title}
                detail={check.detail}
                required={check.required}
              />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Left({
  title,
  entries,
  tone,
}: {
  readonly title: string;
  readonly entries: readonly { readonly path: string; readonly words: string }[];
  readonly tone: string;
}) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">{title}</h3>
      <ul className="border-line divide-line divide-y rounded-md border text-sm">
        {entries.map(({ path, words }) => (
          <li key={path} className="flex gap-2 px-3 py-1.5">
            <FileTag path={path} />
            <span className="min-w-0 flex-1 break-all">{path}</span>
            <span className={`${tone} text-right`}>{words}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
