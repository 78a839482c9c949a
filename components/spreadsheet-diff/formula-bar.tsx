import type { ReactNode } from "react";

import type { GridCell, GridSide } from "../../lib/contracts/sheets.ts";
import { FLAG_WORDS } from "../review/words.ts";
import type { SheetSelection } from "./selection.ts";

const contentOf = (side: GridSide | null): string => {
  if (side === null) return "";
  return side.formula === undefined ? side.text : `=${side.formula}`;
};

/** Where the selection is, what stood there, what stands there; the effect of accepting it on the right. */
export function FormulaBar({
  selection,
  aside,
}: {
  readonly selection: SheetSelection | null;
  readonly aside?: ReactNode;
}) {
  return (
    <div className="border-line bg-panel flex h-[34px] shrink-0 items-center gap-2 overflow-hidden border-b px-3 text-sm whitespace-nowrap">
      <b className="mono font-semibold">{selection?.label ?? "–"}</b>
      {selection === null || selection.heading === "" ? null : (
        <span className="text-ink-3 cut shrink-[2]">{selection.heading}</span>
      )}
      {selection === null ? (
        <span className="text-ink-3">Select a cell, a range or a row.</span>
      ) : (
        <Content selection={selection} />
      )}
      <span className="flex-1" />
      {aside}
    </div>
  );
}

function Content({ selection }: { readonly selection: SheetSelection }) {
  const { cell, ids } = selection;
  if (cell === null)
    return <span className="text-ink-3">{ids.length === 0 ? "nothing to decide" : `${ids.length} to decide`}</span>;
  return (
    <>
      <Sides cell={cell} />
      {(cell.flags ?? []).map((flag) => (
        <span key={flag} className="text-stale shrink-0 font-medium">
          ▲ {FLAG_WORDS[flag]}
        </span>
      ))}
    </>
  );
}

function Sides({ cell }: { readonly cell: GridCell }) {
  const before = contentOf(cell.before);
  const staged = contentOf(cell.staged);
  const format =
    cell.facet === "format"
      ? `${cell.before?.numberFormat ?? "General"} → ${cell.staged?.numberFormat ?? "General"}`
      : null;
  if (before === staged && cell.facet === "recalculated")
    return (
      <span className="mono cut">
        {staged}{" "}
        <span className="text-recalc">
          ↻ {cell.before?.text} → {cell.staged?.text}
        </span>
      </span>
    );
  if (before === staged) return <span className="mono cut">{format ?? staged}</span>;
  return (
    <span className="mono cut">
      <del className="bg-removed-soft text-removed rounded-[3px] px-1">{before === "" ? "empty" : before}</del>
      <span aria-label="becomes"> → </span>
      <ins className="bg-added-soft text-added rounded-[3px] px-1 no-underline">{staged === "" ? "empty" : staged}</ins>
    </span>
  );
}
