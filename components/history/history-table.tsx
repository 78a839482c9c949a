import { History } from "lucide-react";

import type { PromotionView } from "../../lib/contracts/promotions.ts";
import { visibleName } from "../files/visible-name.ts";
import { Avatar } from "../ui/avatar.tsx";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { formatAge, plural } from "../ui/format.ts";
import { Table, type Column } from "../ui/table.tsx";
import { VersionRange } from "../ui/version-stamp.tsx";

export interface HistoryTableProps {
  readonly promotions: readonly PromotionView[];
  /** Milliseconds since 1970, for ages. */
  readonly now: number;
  readonly selected?: number | null;
  /** Absent: may not roll back. Opens the plan of the rollback, does nothing by itself. */
  readonly onRollBack?: (promotion: PromotionView) => void;
  readonly onOpen?: (promotion: PromotionView) => void;
  /** Little room: without scope and trees, which the details show as well. */
  readonly compact?: boolean;
}

/** Every promotion and rollback, newest first. */
export function HistoryTable({
  promotions,
  now,
  selected = null,
  onRollBack,
  onOpen,
  compact = false,
}: HistoryTableProps) {
  return (
    <Table
      caption="Promotions, newest first"
      columns={columnsOf(now, onRollBack, onOpen).filter(({ key }) => !compact || !["scope", "tree"].includes(key))}
      rows={promotions}
      rowKey={(promotion) => String(promotion.number)}
      selected={selected === null ? null : String(selected)}
      empty={
        <EmptyState icon={History} title="Nothing was promoted yet">
          The tree is as it was imported. Each promotion is listed here and can be rolled back.
        </EmptyState>
      }
    />
  );
}

const changesOf = (promotion: PromotionView): number => promotion.paths.reduce((sum, { changes }) => sum + changes, 0);

function columnsOf(
  now: number,
  onRollBack: HistoryTableProps["onRollBack"],
  onOpen: HistoryTableProps["onOpen"],
): readonly Column<PromotionView>[] {
  return [
    {
      key: "number",
      header: "No.",
      width: "52px",
      align: "right",
      cell: ({ number }) => <span className="mono">{number}</span>,
    },
    { key: "what", header: "What", cell: (promotion) => <What promotion={promotion} onOpen={onOpen} /> },
    {
      key: "scope",
      header: "Scope",
      width: "150px",
      cell: (promotion) => `${plural(changesOf(promotion), "change")}, ${plural(promotion.paths.length, "file")}`,
    },
    {
      key: "tree",
      header: "Accepted tree",
      width: "178px",
      cell: ({ before, after }) => <VersionRange before={before} after={after} />,
    },
    {
      key: "who",
      header: "By",
      width: "190px",
      cell: ({ author, at }) => (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <Avatar name={author.name} />
          <span className="cut">{author.name}</span>
          <time dateTime={at} title={at} className="text-ink-3">
            {formatAge(Date.parse(at), now)}
          </time>
        </span>
      ),
    },
    {
      key: "act",
      header: <span className="sr-only">Roll back</span>,
      width: "120px",
      align: "right",
      cell: (promotion) =>
        onRollBack === undefined || promotion.rolledBackBy !== null ? null : (
          <Button variant="ghost" onClick={() => onRollBack(promotion)} aria-label={rollBackLabel(promotion)}>
            {promotion.kind === "rollback" ? "Undo…" : "Roll back…"}
          </Button>
        ),
    },
  ];
}

const rollBackLabel = ({ kind, number }: PromotionView): string =>
  kind === "rollback" ? `Undo rollback ${number}…` : `Roll back promotion ${number}…`;

function What({
  promotion,
  onOpen,
}: {
  readonly promotion: PromotionView;
  readonly onOpen: HistoryTableProps["onOpen"];
}) {
  const { kind, message, rollsBack, rolledBackBy, branch } = promotion;
  const title =
    kind === "rollback" ? `Rollback of ${rollsBack.join(", ")}` : message === "" ? "Promotion" : visibleName(message);
  return (
    <div className="flex min-w-0 flex-col">
      <span className="flex min-w-0 items-center gap-2">
        {onOpen === undefined ? (
          <span className="cut font-medium">{title}</span>
        ) : (
          <button
            type="button"
            onClick={() => onOpen(promotion)}
            className="cut rounded-sm text-left font-medium hover:underline"
          >
            {title}
          </button>
        )}
        {kind === "rollback" ? <Badge tone="moved">↩ rollback</Badge> : null}
        {rolledBackBy === null ? null : <Badge tone="stale">rolled back by {rolledBackBy}</Badge>}
      </span>
      {branch === null ? null : <span className="text-ink-3 cut">from {branch.name}</span>}
    </div>
  );
}
