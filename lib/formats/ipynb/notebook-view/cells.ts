/** The cells of a notebook, as far as the ceilings go. */
import { canonicalText, member, numberOf, stringOf, type JsonNode } from "../json.ts";
import type { NotebookCell, NotebookDocument } from "../document.ts";
import type { CutText, NotebookCellView, NotebookOutput, NotebookView } from "./structure.ts";
import { cutText, viewOutput } from "./outputs.ts";

const MAX_CELLS = 10_000;
const MAX_OUTPUTS = 200;
const MAX_SOURCE = 100_000;
/** Of all outputs together. */
const MAX_CHARACTERS = 6_000_000;
const MAX_TAGS = 50;

export function viewCells(notebook: NotebookDocument): NotebookView {
  const { text, root } = notebook;
  const metadata = member(root, "metadata");
  const kernel = stringOf(text, member(member(metadata, "kernelspec"), "display_name"));
  const language = stringOf(text, member(member(metadata, "language_info"), "name")) ?? "python";
  const room = { characters: MAX_CHARACTERS };
  const cells = notebook.cells.slice(0, MAX_CELLS).map((cell, index) => viewCell(notebook, cell, index + 1, room));
  return {
    kind: "notebook",
    language: language.slice(0, 40),
    kernel: kernel?.slice(0, 100) ?? null,
    cells,
    leftOut: notebook.cells.length - cells.length,
  };
}

interface Room {
  characters: number;
}

function viewCell({ text }: NotebookDocument, cell: NotebookCell, number: number, room: Room): NotebookCellView {
  const { node } = cell;
  const metadata = member(node, "metadata");
  const tags = member(metadata, "tags");
  const count = numberOf(text, member(node, "execution_count") ?? member(node, "prompt_number"));
  const { outputs, left } = outputsOf(text, node, number, room);
  return {
    number,
    type: cell.type.slice(0, 40),
    id: cell.id?.slice(0, 100) ?? null,
    count: count ?? null,
    source: sourceOf(cell, room),
    outputs,
    outputsLeftOut: left,
    tags:
      tags?.kind === "array"
        ? tags.items.slice(0, MAX_TAGS).flatMap((tag) => stringOf(text, tag)?.slice(0, 100) ?? [])
        : [],
    collapsed: collapsedOf(text, metadata),
  };
}

function sourceOf({ source }: NotebookCell, room: Room): CutText {
  const cut = cutText(source, Math.min(MAX_SOURCE, Math.max(0, room.characters)));
  room.characters -= cut.text.length;
  return cut;
}

function outputsOf(
  text: string,
  node: JsonNode,
  cell: number,
  room: Room,
): { readonly outputs: readonly NotebookOutput[]; readonly left: number } {
  const written = member(node, "outputs");
  const items = written?.kind === "array" ? written.items : [];
  const outputs: NotebookOutput[] = [];
  for (const [at, item] of items.slice(0, MAX_OUTPUTS).entries()) {
    if (room.characters <= 0) break;
    const output = viewOutput(text, item, `cell=${cell}&output=${at + 1}`);
    room.characters -= sizeOf(output);
    outputs.push(output);
  }
  return { outputs, left: items.length - outputs.length };
}

function sizeOf(output: NotebookOutput): number {
  switch (output.kind) {
    case "stream":
    case "text":
    case "json":
      return output.text.text.length;
    case "error":
      return output.trace.text.length + output.message.length;
    case "table":
      return output.rows.reduce((sum, row) => sum + row.reduce((own, cell) => own + cell.text.length + 1, 0), 0);
    case "picture":
      return output.alt.length;
    case "other":
      return 0;
  }
}

/** JupyterLab folds by `jupyter`, the classic notebook by `collapsed`. */
function collapsedOf(text: string, metadata: JsonNode | undefined): string[] {
  const says = (holder: JsonNode | undefined, key: string) => {
    const value = member(holder, key);
    return value !== undefined && canonicalText(text, value) === "true";
  };
  const lab = member(metadata, "jupyter");
  return [
    ...(says(lab, "source_hidden") ? ["source"] : []),
    ...(says(lab, "outputs_hidden") || says(metadata, "collapsed") ? ["outputs"] : []),
    ...(says(metadata, "jp-MarkdownHeadingCollapsed") ? ["cell"] : []),
  ];
}
