import type { ReactNode } from "react";

import { cx } from "./cx.ts";

export interface Column<Row> {
  readonly key: string;
  readonly header: ReactNode;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: "left" | "right";
  /** CSS width; the others share what is left. */
  readonly width?: string;
}

export interface TableProps<Row> {
  /** Read out before the table; not shown. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly selected?: string | null;
  /** Instead of rows, when there are none. */
  readonly empty?: ReactNode;
}

/** A plain table of facts: head stays in sight, numbers on the right. For up to some hundred rows. */
export function Table<Row>({ caption, columns, rows, rowKey, selected = null, empty }: TableProps<Row>) {
  return (
    <table className="w-full border-separate border-spacing-0 text-sm tabular-nums">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              style={column.width === undefined ? undefined : { width: column.width }}
              className={cx(
                "border-line bg-sunken text-ink-3 sticky top-0 z-10 h-[30px] border-b px-3 text-xs font-medium whitespace-nowrap",
                column.align === "right" ? "text-right" : "text-left",
              )}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = rowKey(row);
          return (
            <tr
              key={key}
              aria-selected={key === selected || undefined}
              className="hover:bg-hover aria-selected:bg-accent-soft"
            >
              {columns.map((column) => (
                <td
                  key={column.key}
                  className={cx("border-line h-9 border-b px-3 py-1.5", column.align === "right" && "text-right")}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
        {rows.length === 0 && empty !== undefined ? (
          <tr>
            <td colSpan={columns.length}>{empty}</td>
          </tr>
        ) : null}
      </tbody>
    </table>
  );
}
