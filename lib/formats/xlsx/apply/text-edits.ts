/** Replacements in a text, by offsets in the unchanged text. They must not overlap; insertions at one place keep their order. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

export function editText(text: string, edits: readonly TextEdit[]): string {
  const ordered = edits
    .map((edit, order) => ({ edit, order }))
    .sort((a, b) => a.edit.from - b.edit.from || a.edit.to - b.edit.to || a.order - b.order);
  let out = "";
  let at = 0;
  for (const { edit } of ordered) {
    if (edit.from < at) continue;
    out += text.slice(at, edit.from) + edit.text;
    at = edit.to;
  }
  return out + text.slice(at);
}
