/** What tools do to a sandbox, chosen by numbers: edits, creations, deletions, moves, swaps, files and folders in turn. */
import { cellsOf, textOf, type Text } from "./cells.ts";
import { absent } from "./model.ts";

export const PATHS = ["a", "b", "c", "d", "d/x", "d/y", "e/z", "A"];
const CELLS = ["x", "y", "z"];

/** What the agent's tools leave; null: this cannot be done now; "twin": a name that no tree may hold. */
export function sandboxAfter(
  held: ReadonlyMap<string, Text>,
  { a, b, c }: { readonly a: number; readonly b: number; readonly c: number },
): Map<string, Text> | "twin" | null {
  const next = new Map(held);
  const files = [...held.keys()].sort();
  const at = files[a % (files.length + 1)];
  const text = at === undefined ? "" : (held.get(at) ?? "");
  const free = PATHS.filter((one) => absent(held, one));
  const to = free[b % (free.length + 1)];
  switch (c % 9) {
    case 0:
    case 1:
    case 2:
      return at === undefined ? null : next.set(at, withCell(text, b, c));
    case 3:
      return to === undefined ? null : next.set(to, withCell("", a, b));
    case 4:
      if (at !== undefined) next.delete(at);
      return at === undefined ? null : next;
    case 5:
      if (at === undefined || to === undefined) return null;
      next.delete(at);
      return next.set(to, b % 4 === 0 ? withCell(text, a, b) : text);
    case 6: {
      const other = files[b % files.length];
      if (at === undefined || other === undefined || other === at) return null;
      next.set(at, held.get(other) ?? "");
      return next.set(other, text);
    }
    case 7:
      return fileOrFolder(next, a, b);
    default:
      return held.has("a") ? "twin" : null;
  }
}

/** A file becomes a folder with a file in it, or the other way round. */
function fileOrFolder(next: Map<string, Text>, a: number, b: number): Map<string, Text> | null {
  const below = [...next.keys()].filter((at) => at.startsWith("d/"));
  const text = next.get("d") ?? next.get(below[0] ?? "") ?? null;
  if (text === null) return null;
  const target = next.has("d") ? "d/x" : "d";
  for (const at of ["d", ...below]) next.delete(at);
  return next.set(target, b % 2 === 0 ? text : withCell(text, a, b));
}

export function withCell(text: Text, a: number, b: number): Text {
  const cell = CELLS[a % CELLS.length] ?? "x";
  const value = b % 5;
  const cells: Record<string, string> = { ...cellsOf(text) };
  if (value === 0) Reflect.deleteProperty(cells, cell);
  else cells[cell] = String(value);
  return textOf(cells);
}
