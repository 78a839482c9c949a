"use client";

import { ChevronDown, History } from "lucide-react";
import { useState } from "react";

import { problemOf } from "../../lib/client/problem-of.ts";
import { useVersions } from "../../lib/client/records.ts";
import type { VersionListView } from "../../lib/contracts/records.ts";
import { ChipButton } from "../ui/chip.tsx";
import { cx } from "../ui/cx.ts";
import { ErrorState } from "../ui/error-state.tsx";
import { shortHash } from "../ui/format.ts";
import { Popover } from "../ui/popover.tsx";
import { SkeletonRows } from "../ui/skeleton.tsx";
import { Age } from "../workspaces/age.tsx";
import { visibleName } from "./visible-name.ts";

export interface Picked {
  /** A point of the branch; null with `tree` null: the newest version. */
  readonly t: number | null;
  readonly tree: string | null;
}

export interface VersionPickerProps {
  readonly slug: string;
  /** null: the accepted trees. */
  readonly branch: string | null;
  readonly t: number | null;
  readonly tree: string | null;
  readonly onPick: (picked: Picked) => void;
}

/** Which version of the branch, or of what was accepted, is on the screen; any earlier one is two presses away. */
export function VersionPicker({ slug, branch, t, tree, onPick }: VersionPickerProps) {
  const [open, setOpen] = useState(false);
  const versions = useVersions(slug, branch ?? undefined, open);
  const newest = t === null && tree === null;
  const pick = (picked: Picked) => {
    setOpen(false);
    onPick(picked);
  };
  return (
    <Popover
      label="Version"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <ChipButton aria-label={newest ? "Newest version: show another one" : "Earlier version: show another one"}>
          <History size={12} aria-hidden className={newest ? "text-ink-3" : "text-stale"} />
          {newest ? (
            <span className="text-ink-3">newest</span>
          ) : (
            <span className="text-stale font-medium">
              {t === null ? <span className="mono">{shortHash(tree ?? "")}</span> : `point ${t}`}
            </span>
          )}
          <ChevronDown size={12} aria-hidden className="text-ink-3" />
        </ChipButton>
      }
    >
      <div className="max-h-[420px] w-[360px] overflow-auto p-1.5">
        {versions.data === undefined ? (
          versions.error === null ? (
            <SkeletonRows label="Loading the versions" rows={6} />
          ) : (
            <ErrorState
              problem={problemOf(versions.error)}
              retrying={versions.isFetching}
              onRetry={() => void versions.refetch()}
            />
          )
        ) : (
          <ul aria-label="Versions, newest first">
            {rowsOf(versions.data, branch !== null).map((row) => (
              <li key={row.key}>
                <button
                  type="button"
                  aria-current={isShown(row, t, tree) || undefined}
                  onClick={() => pick(row.picked)}
                  className={cx(
                    "ring-inside hover:bg-hover flex w-full items-baseline gap-2 rounded-md px-2 py-1.5 text-left text-sm",
                    isShown(row, t, tree) && "bg-accent-soft",
                  )}
                >
                  <span className="w-9 shrink-0 font-medium tabular-nums">{row.name}</span>
                  <bdi className="cut text-ink-2 flex-1">{row.words}</bdi>
                  <span className="text-ink-3 text-xs">
                    <Age at={row.at} />
                  </span>
                  <span className="mono text-ink-3 text-xs">{shortHash(row.treeHash)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Popover>
  );
}

interface Row {
  readonly key: string;
  readonly name: string;
  readonly words: string;
  readonly at: string;
  readonly treeHash: string;
  readonly picked: Picked;
  /** The version without a number in the address. */
  readonly newest: boolean;
}

const CAUSES = {
  start: "as the branch began",
  batch: "the agent's changes",
  edit: "a person's edit",
  reconciliation: "reconciled",
  rebase: "onto the accepted tree",
  promotion: "promoted from here",
  rejection: "rejections applied",
} as const;

function rowsOf({ points, promotions }: VersionListView, onBranch: boolean): readonly Row[] {
  if (onBranch)
    return points.map(({ t, cause, turn, at, treeHash }, index) => ({
      key: `t${t}`,
      name: `W${t}`,
      words: `${CAUSES[cause]}${turn === null ? "" : `, turn ${turn}`}`,
      at,
      treeHash,
      picked: index === 0 ? { t: null, tree: null } : { t, tree: null },
      newest: index === 0,
    }));
  return promotions.map(({ number, kind, message, at, treeHash }, index) => ({
    key: `p${number}`,
    name: number === 0 ? "" : `#${number}`,
    words:
      kind === "import"
        ? "as the workspace began"
        : `${kind === "rollback" ? "rollback" : "promotion"}${message === "" ? "" : ` · ${visibleName(message)}`}`,
    at,
    treeHash,
    picked: index === 0 ? { t: null, tree: null } : { t: null, tree: treeHash },
    newest: index === 0,
  }));
}

const isShown = ({ newest, picked }: Row, t: number | null, tree: string | null): boolean =>
  t === null && tree === null ? newest : !newest && picked.t === t && picked.tree === tree;
