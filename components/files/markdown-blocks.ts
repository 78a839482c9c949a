/** The markdown of records as blocks of plain text: what records are made of, and nothing that could become markup. */
export type MarkdownBlock =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "code"; readonly text: string }
  /** The first row is the header. */
  | { readonly kind: "table"; readonly rows: readonly (readonly string[])[] };

export function markdownBlocks(markdown: string): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  const lines = markdown.split(/\r\n|\n|\r/u);
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? "";
    const end = blockEnd(lines, at);
    const block = blockOf(line, lines.slice(at, end));
    if (block !== null) blocks.push(block);
    at = end;
  }
  return blocks;
}

const isTable = (line: string): boolean => line.startsWith("|");
const FENCE = /^(`{3,})/u;

/** The line behind the block that begins at `at`. */
function blockEnd(lines: readonly string[], at: number): number {
  const line = lines[at] ?? "";
  const fence = FENCE.exec(line)?.[1];
  if (fence !== undefined) {
    const closing = lines.findIndex((candidate, index) => index > at && candidate.trimEnd() === fence);
    return closing === -1 ? lines.length : closing + 1;
  }
  const same = isTable(line)
    ? isTable
    : (candidate: string) =>
        candidate !== "" && !isTable(candidate) && !FENCE.test(candidate) && !candidate.startsWith("#");
  if (line.startsWith("#") && !isTable(line)) return at + 1;
  let end = at + 1;
  while (end < lines.length && same(lines[end] ?? "")) end += 1;
  return end;
}

function blockOf(first: string, lines: readonly string[]): MarkdownBlock | null {
  if (FENCE.test(first)) {
    const closed = lines.length > 1 && FENCE.test(lines.at(-1) ?? "");
    return { kind: "code", text: lines.slice(1, closed ? -1 : undefined).join("\n") };
  }
  const heading = /^(#{1,6}) (.*)$/u.exec(first);
  if (heading !== null) return { kind: "heading", level: heading[1]?.length ?? 1, text: unescaped(heading[2] ?? "") };
  if (isTable(first)) {
    const rows = lines.filter((line) => !/^\|(?: ?:?-{3,}:? ?\|)+$/u.test(line.trim())).map(cellsOf);
    return { kind: "table", rows };
  }
  const text = lines.join("\n").trim();
  return text === "" ? null : { kind: "text", text: unescaped(text) };
}

function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = "";
  for (let at = 1; at < line.length; at += 1) {
    const character = line[at] ?? "";
    if (character === "\\" && /[\\|]/u.test(line[at + 1] ?? "")) {
      at += 1;
      cell += line[at] ?? "";
    } else if (character === "|") {
      cells.push(cell.trim());
      cell = "";
    } else cell += character;
  }
  if (cell.trim() !== "") cells.push(cell.trim());
  return cells;
}

const unescaped = (text: string): string => text.replaceAll(/\\([\\|#>*+-]|\d+[.)])/gu, "$1");
