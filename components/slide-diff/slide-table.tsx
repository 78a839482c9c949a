import type { DeckTable } from "../../lib/contracts/deck-view.ts";
import { cellName } from "./slide-marks.ts";
import { SlideText } from "./slide-text.tsx";
import { pixels } from "./units.ts";
import type { TextRange } from "./word-ranges.ts";

export interface SlideTableProps {
  readonly table: DeckTable;
  readonly width: number;
  readonly height: number;
  readonly side: "before" | "after";
  readonly cells: ReadonlyMap<string, readonly TextRange[]> | undefined;
}

/** A table as one: rows are at least as high as the file says and grow with their text. Changed cells are framed. */
export function SlideTable({ table, width, height, side, cells }: SlideTableProps) {
  return (
    <foreignObject width={Math.max(1, width)} height={Math.max(1, height)} style={{ overflow: "visible" }}>
      <table
        style={{ width: "100%", tableLayout: "fixed", borderCollapse: "collapse", borderSpacing: 0, color: "#000" }}
      >
        <colgroup>
          {table.columns.map((column, n) => (
            <col key={n} style={{ width: pixels(column) }} />
          ))}
        </colgroup>
        <tbody>
          {table.rows.map((row, r) => (
            <tr key={r} style={{ height: pixels(row.height) }}>
              {row.cells.map((cell, c) => {
                if (cell.covered) return null;
                const ranges = cells?.get(cellName(r, c));
                const marked = ranges !== undefined;
                const tone = side === "before" ? "var(--removed)" : "var(--added)";
                return (
                  <td
                    key={c}
                    colSpan={cell.columns ?? 1}
                    rowSpan={cell.rows ?? 1}
                    style={{
                      padding: 0,
                      height: "inherit",
                      verticalAlign: cell.text.anchor,
                      border:
                        cell.line === undefined
                          ? "none"
                          : `${Math.max(0.75, pixels(cell.line.width))}px solid #${cell.line.colour}`,
                      ...(marked ? { outline: `2.5px solid ${tone}`, outlineOffset: "-2px" } : {}),
                      ...(cell.fill?.colour === undefined
                        ? {}
                        : { background: background(cell.fill.colour, cell.fill.opacity) }),
                    }}
                  >
                    <SlideText text={cell.text} marks={ranges ?? []} side={side} />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </foreignObject>
  );
}

const background = (colour: string, opacity = 1): string =>
  opacity === 1 ? `#${colour}` : `color-mix(in srgb, #${colour} ${Math.round(opacity * 100)}%, transparent)`;
