/** What the view of a notebook is made of. */
export interface NotebookView {
  readonly kind: "notebook";
  /** Of code cells, as the notebook says it: `python`. */
  readonly language: string;
  /** The kernel's name for people. */
  readonly kernel: string | null;
  readonly cells: readonly NotebookCellView[];
  /** Cells past the ceiling. */
  readonly leftOut: number;
}

export interface NotebookCellView {
  /** From 1. */
  readonly number: number;
  /** `code`, `markdown`, `raw`, `heading`. */
  readonly type: string;
  readonly id: string | null;
  readonly count: number | null;
  readonly source: CutText;
  readonly outputs: readonly NotebookOutput[];
  /** Outputs past the ceiling. */
  readonly outputsLeftOut: number;
  readonly tags: readonly string[];
  /** What is folded away: `source`, `outputs`, `cell`. */
  readonly collapsed: readonly string[];
}

/** `left`: characters that were cut off its end. */
export interface CutText {
  readonly text: string;
  readonly left: number;
}

export type NotebookOutput =
  | { readonly kind: "stream"; readonly name: string; readonly text: CutText }
  | { readonly kind: "error"; readonly name: string; readonly message: string; readonly trace: CutText }
  | { readonly kind: "text"; readonly mime: string; readonly text: CutText }
  | { readonly kind: "json"; readonly text: CutText }
  | { readonly kind: "table"; readonly rows: readonly (readonly TableCell[])[]; readonly rowsLeft: number }
  /** `part` is what the media address asks for; `alt` is its text twin. */
  | { readonly kind: "picture"; readonly mime: string; readonly part: string; readonly alt: string }
  /** Known by type and size alone. */
  | { readonly kind: "other"; readonly mime: string; readonly characters: number };

export interface TableCell {
  readonly text: string;
  readonly head: boolean;
}
